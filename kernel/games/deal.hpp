// A deal whose cards stay with their owners, so that a suit is a mask of the cards still held.
//
// All suits lie in one word, each in a lane of it, the cards that were dealt from high to low with
// no gaps. Four suits of up to thirteen cards have lanes of sixteen bits; others lie next to each
// other. For each suit and mask we keep who holds what, in a few numbers: an id that stands for
// the owners from high to low and is shared by all suits, how many cards each player holds, the
// highest cards, and the tricks that trumps are sure to take.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "trick_taking.hpp"

namespace kibitz {

using lanes = std::uint64_t;

constexpr lanes lane_of(int suit) { return lanes{0x1FFF} << 16 * suit; }
constexpr lanes lane_bit(int at) { return lanes{1} << at; }
constexpr lanes lane_tops = lanes{1} | lanes{1} << 16 | lanes{1} << 32 | lanes{1} << 48;
constexpr lanes all_lanes = lane_tops * 0x1FFF;

/// The places above the first of some cards: those higher than the highest, if they are of one
/// suit. All places if there are no cards.
constexpr lanes above_all(lanes cards) { return (cards & -cards) - 1; }

/// Four suits, each in its sixteen bits.
struct four_lanes {
    static constexpr bool standard = true;
    static constexpr int suit_count = 4;
    static constexpr int most_in_suit = suit_size;
    static constexpr int most_places = deck_size;  ///< That can be used.
    static constexpr int most_moves = 26;  ///< Cards of a hand; with one player there is nobody to play with.

    explicit four_lanes(const std::vector<int>&) {}
    static constexpr int suits() { return 4; }
    static constexpr int begin(int suit) { return 16 * suit; }
    static constexpr lanes of(int suit) { return lane_of(suit); }
    static constexpr int suit_at(int place) { return place / 16; }
    static constexpr std::size_t mask(lanes held, int suit) { return held >> 16 * suit & 0x1FFF; }
    static constexpr lanes tops() { return lane_tops; }
    static constexpr lanes whole() { return all_lanes; }
};

/// Up to six suits next to each other; the four highest bits of the word are free.
class other_lanes {
public:
    static constexpr bool standard = false;
    static constexpr int suit_count = most_suits;
    static constexpr int most_in_suit = 15;
    static constexpr int most_places = 60;
    static constexpr int most_moves = 30;

    /// The lengths of the suits.
    explicit other_lanes(const std::vector<int>& sizes) : suits_(static_cast<int>(sizes.size())) {
        int next = 0;
        for (int suit = 0; suit < suits_; ++suit) {
            begin_[suit] = next;
            of_[suit] = (lane_bit(sizes[suit]) - 1) << next;
            if (sizes[suit]) tops_ |= lane_bit(next);
            for (const int end = next + sizes[suit]; next < end; ++next) suit_at_[next] = static_cast<std::uint8_t>(suit);
        }
        whole_ = lane_bit(next) - 1;
    }
    int suits() const { return suits_; }
    int begin(int suit) const { return begin_[suit]; }
    lanes of(int suit) const { return of_[suit]; }  ///< Nothing of `no_suit`.
    int suit_at(int place) const { return suit_at_[place]; }
    std::size_t mask(lanes held, int suit) const { return (held & of_[suit]) >> begin_[suit]; }
    lanes tops() const { return tops_; }
    lanes whole() const { return whole_; }

private:
    int suits_;
    lanes tops_ = 0, whole_ = 0;
    std::array<int, most_suits> begin_{};
    std::array<lanes, most_suits + 1> of_{};
    std::array<std::uint8_t, 64> suit_at_{};
};

/// A deal that has no room in lanes.
struct no_lanes : std::runtime_error {
    no_lanes() : std::runtime_error("there are too many cards for the kernel") {}
};

/// The places that a suit of a deal takes: cards dealt, or all of its cards where gaps count.
inline std::vector<int> lane_sizes(const trick_rules& rules, bool gaps) {
    card_set dealt = 0;
    for (card_set cards : rules.hands) dealt |= cards;
    for (card_set cards : rules.owners) dealt |= cards;
    for (int card : rules.table) dealt |= bit<card_set>(card);
    std::vector<int> sizes;
    for (card_set suit : rules.pack.suits) sizes.push_back(count_cards(gaps ? suit : suit & dealt));
    return sizes;
}

/// Whether suits of these sizes have room in lanes.
template <class Layout>
bool fit(const std::vector<int>& sizes) {
    return static_cast<int>(sizes.size()) <= Layout::suit_count &&
           *std::max_element(sizes.begin(), sizes.end()) <= Layout::most_in_suit &&
           std::accumulate(sizes.begin(), sizes.end(), 0) <= Layout::most_places;
}

/// What a mask of a suit says.
struct suit_facts {
    std::uint32_t id = 0;      ///< Of its owners from high to low; grows with length, then with owners.
    std::uint32_t lengths = 0; ///< Of each player, four bits each.
    std::uint32_t sure = 0;    ///< Tricks if these are trumps, four bits per player.
    std::uint8_t top = 0;      ///< Who holds the highest card,
    std::uint8_t run = 0;      ///< and how many that nobody beats: all, if no other has as many cards.
    std::uint8_t above = 0;    ///< Whose cards are above all others, a bit per player,
    std::uint8_t below = 0;    ///< and whose are below; with none of the suit, both.
};

constexpr int nibble(std::uint32_t packed, int at) { return static_cast<int>(packed >> 4 * at & 15); }

/// The cards of a deal as bits of lanes, and who holds them; perhaps with gaps for those that were
/// not dealt.
template <class Layout>
class card_lanes {
public:
    card_lanes(const trick_rules& rules, bool gaps) : players_(rules.players), layout_(lane_sizes(rules, gaps)) {
        place_.fill(-1);
        card_.fill(-1);
        std::array<int, most_cards> owner;
        owner.fill(-1);
        for (int player = 0; player < players_; ++player) {
            const card_set held = rules.owners[player] | rules.hands[player];
            for (card_set left = held; left; left &= left - 1) owner[first_card(left)] = player;
        }
        for (std::size_t at = 0; at < rules.table.size(); ++at) {
            owner[rules.table[at]] = (rules.leader + static_cast<int>(at)) % players_;
        }
        int suit = 0;
        for (card_set left : rules.pack.suits) {
            int next = layout_.begin(suit);
            for (; left; left &= left - 1) {
                const int card = first_card(left);
                if (owner[card] < 0 && !gaps) continue;
                if (owner[card] >= 0) {
                    place_[card] = next;
                    card_[next] = card;
                    own_[owner[card]] |= lane_bit(next);
                    owner_[next] = owner[card];
                }
                ++next;
            }
            sizes_[suit] = next - layout_.begin(suit);
            ++suit;
        }
        for (int place = 0; place < 64; ++place) {
            if (card_[place] >= 0) beaters_[place] = places(rules.beaters(card_[place]));
        }
    }

    const Layout& layout() const { return layout_; }
    lanes beaters(int place) const { return beaters_[place]; }  ///< The cards that beat the one there.
    int players() const { return players_; }
    lanes own(int player) const { return own_[player]; }
    int place(int card) const { return place_[card]; }  ///< The bit of a card, or -1.
    int card(int place) const { return card_[place]; }

    lanes places(card_set cards) const {
        lanes found = 0;
        for (; cards; cards &= cards - 1) {
            const int at = place_[first_card(cards)];
            if (at >= 0) found |= lane_bit(at);
        }
        return found;
    }

    /// All cards of the deal.
    lanes dealt() const {
        lanes found = 0;
        for (lanes own : own_) found |= own;
        return found;
    }

protected:
    int players_;
    Layout layout_;
    std::array<int, most_cards> place_{};
    std::array<int, 64> card_{};
    std::array<int, 64> owner_{};
    std::array<lanes, 64> beaters_{};
    std::array<int, Layout::suit_count> sizes_{};
    std::array<lanes, most_players> own_{};
};

template <class Layout>
class fixed_deal : public card_lanes<Layout> {
public:
    /// Copies must lie next to each other, so those that were not dealt have their places.
    static bool has_gaps(const trick_rules& rules) { return rules.alike == alike_rule::next || rules.pack.copies > 1; }

    fixed_deal(const trick_rules& rules) : card_lanes<Layout>(rules, has_gaps(rules)) { make_facts(rules); }

    const suit_facts& facts(lanes held, int suit) const { return facts_[suit][layout_.mask(held, suit)]; }

    /// Who is safe in a suit, a bit per player: its lowest card is below the lowest of the others, its
    /// second lowest below their second lowest, and so on. Above these bits, who stays so having led its lowest.
    unsigned safe(lanes held, int suit) const { return safe_[suit][layout_.mask(held, suit)]; }

    void make_safe() {
        const unsigned all = (1u << players_) - 1;
        for (int suit = 0; suit < layout_.suits(); ++suit) {
            safe_[suit].assign(facts_[suit].size(), static_cast<std::uint16_t>(all << 8 | all));
            for (std::uint32_t mask = 1; mask < safe_[suit].size(); ++mask) {
                const std::uint32_t shorter = mask & (mask - 1);  // without its highest card
                const int owner = owner_[layout_.begin(suit) + std::countr_zero(mask)];
                const int own = nibble(facts_[suit][shorter].lengths, owner), others = std::popcount(shorter) - own;
                safe_[suit][mask] = safe_[suit][shorter];
                if (others > own) safe_[suit][mask] &= static_cast<std::uint16_t>(~(1u << owner));
                if (own && others > own - 1) safe_[suit][mask] &= static_cast<std::uint16_t>(~(256u << owner));
            }
        }
    }

private:
    using base = card_lanes<Layout>;
    using base::card_, base::layout_, base::own_, base::owner_, base::players_, base::sizes_;

    void make_facts(const trick_rules& rules) {
        std::vector<std::array<int, 9>> kinds;
        for (int card = 0; card < rules.pack.size(); ++card) kinds.push_back(kind_of(rules, card));
        std::sort(kinds.begin(), kinds.end());
        kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
        std::array<std::uint64_t, 64> codes{};  // who holds which kind of card
        for (int at = 0; at < 64; ++at) {
            if (card_[at] < 0) continue;
            const auto like = std::lower_bound(kinds.begin(), kinds.end(), kind_of(rules, card_[at])) - kinds.begin();
            codes[at] = static_cast<std::uint64_t>(owner_[at] * 256 + like);
        }
        // A mask is a shorter one and its lowest card. So who holds what goes by the id of the
        // shorter one, then by that card; with one card more than it there is one id more at least.
        std::array<std::vector<std::pair<int, std::uint32_t>>, Layout::most_in_suit + 1> by_length;
        std::array<std::vector<std::uint8_t>, Layout::suit_count> runs;
        const lanes dealt = this->dealt();
        for (int suit = 0; suit < layout_.suits(); ++suit) {
            const std::size_t masks = std::size_t{1} << sizes_[suit];
            facts_[suit].resize(masks);
            runs[suit].resize(masks);
            for (std::uint32_t mask = 0; mask < masks; ++mask) {
                if (lanes{mask} << layout_.begin(suit) & ~dealt) continue;
                by_length[std::popcount(mask)].emplace_back(suit, mask);
            }
        }
        std::uint32_t id = 0;
        std::vector<std::pair<std::uint64_t, suit_facts*>> ordered;
        for (int length = 0; length <= Layout::most_in_suit; ++length) {
            ordered.clear();
            for (const auto& [suit, mask] : by_length[length]) {
                suit_facts& facts = facts_[suit][mask];
                std::uint64_t place = 0;
                if (mask) {
                    const std::uint32_t lowest = std::bit_floor(mask), shorter = mask ^ lowest;
                    const int at = layout_.begin(suit) + std::countr_zero(lowest);
                    facts = facts_[suit][shorter];
                    place = std::uint64_t{facts.id} << 32 | codes[at];
                    // Of two copies it does not matter which is whose: the smaller code comes first.
                    const std::uint32_t twin = rules.pack.copies > 1 && at % 2 ? lowest >> 1 & mask : 0;
                    if (twin && codes[at - 1] > codes[at]) {
                        place = std::uint64_t{facts_[suit][mask ^ twin].id} << 32 | codes[at - 1];
                    }
                    add_lowest(facts, runs[suit][shorter], runs[suit][mask], owner_[at], length);
                }
                count_above_and_below(facts, mask, suit);
                ordered.emplace_back(place, &facts);
            }
            std::sort(ordered.begin(), ordered.end());
            for (std::size_t at = 0; at < ordered.size(); ++at) {
                if (at && ordered[at].first != ordered[at - 1].first) ++id;
                ordered[at].second->id = id;
            }
            id += !ordered.empty();
        }
    }

    /// What one more card, lower than all others, makes of facts; now there are so many cards.
    void add_lowest(suit_facts& facts, std::uint8_t run_before, std::uint8_t& run, int owner, int length) const {
        if (length == 1) facts.top = static_cast<std::uint8_t>(owner);
        run = static_cast<std::uint8_t>(run_before + (run_before == length - 1 && owner == facts.top));
        facts.lengths += 1u << 4 * owner;
        const int sure = 2 * nibble(facts.lengths, owner) - length;
        if (sure > nibble(facts.sure, owner)) {
            facts.sure = (facts.sure & ~(15u << 4 * owner)) | static_cast<std::uint32_t>(sure) << 4 * owner;
        }
        int longest = 0;
        for (int player = 0; player < players_; ++player) {
            if (player != facts.top) longest = std::max(longest, nibble(facts.lengths, player));
        }
        facts.run = static_cast<std::uint8_t>(run >= longest ? nibble(facts.lengths, facts.top) : run);
    }

    void count_above_and_below(suit_facts& facts, std::size_t mask, int suit) const {
        facts.above = facts.below = 0;
        for (int player = 0; player < players_; ++player) {
            const std::size_t mine = mask & own_[player] >> layout_.begin(suit), others = mask & ~mine;
            const bool above = mine == 0 || others == 0 || mine < (others & -others);
            const bool below = mine == 0 || others == 0 || others < (mine & -mine);
            facts.above = static_cast<std::uint8_t>(facts.above | above << player);
            facts.below = static_cast<std::uint8_t>(facts.below | below << player);
        }
    }

    std::array<std::vector<suit_facts>, Layout::suit_count> facts_;
    std::array<std::vector<std::uint16_t>, Layout::suit_count> safe_;
};

}  // namespace kibitz
