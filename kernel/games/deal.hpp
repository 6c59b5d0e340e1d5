// A deal whose cards stay with their owners, so that a suit is a mask of the cards still held.
//
// All four suits lie in one word, sixteen bits each, the cards that were dealt from high to low
// with no gaps. For each suit and mask we keep who holds what, in a few numbers: an id that
// stands for the owners from high to low and is shared by all suits, how many cards each player
// holds, the highest cards, and the tricks that trumps are sure to take.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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

/// For each place, the cards that beat the one there.
inline std::array<lanes, 64> beaters_with(int trump) {
    std::array<lanes, 64> found{};
    for (int place = 0; place < 64; ++place) {
        const int suit = place / 16;
        found[place] = lane_of(suit) & (lane_bit(place) - 1);
        if (trump >= 0 && suit != trump) found[place] |= lane_of(trump);
    }
    return found;
}

/// What a mask of a suit says.
struct suit_facts {
    std::uint16_t id = 0;      ///< Of its owners from high to low; grows with length, then with owners.
    std::uint8_t top = 0;      ///< Who holds the highest card,
    std::uint8_t run = 0;      ///< and how many that nobody beats: all, if no other has as many cards.
    std::uint32_t lengths = 0; ///< Of each player, four bits each.
    std::uint32_t sure = 0;    ///< Tricks if these are trumps, four bits per player.
    std::uint8_t above = 0;    ///< Whose cards are above all others, a bit per player,
    std::uint8_t below = 0;    ///< and whose are below; with none of the suit, both.
};

constexpr int nibble(std::uint32_t packed, int at) { return static_cast<int>(packed >> 4 * at & 15); }

/// The cards of a deal as bits of lanes, and who holds them; perhaps with gaps for those that were
/// not dealt.
class card_lanes {
public:
    card_lanes(const trick_rules& rules, bool gaps) : players_(rules.players) {
        place_.fill(-1);
        card_.fill(-1);
        std::array<int, deck_size> owner;
        owner.fill(-1);
        for (int player = 0; player < players_; ++player) {
            const hand held = rules.owners[player] | rules.hands[player];
            for (hand left = held; left; left &= left - 1) owner[std::countr_zero(left)] = player;
        }
        for (std::size_t at = 0; at < rules.table.size(); ++at) {
            owner[rules.table[at]] = (rules.leader + static_cast<int>(at)) % players_;
        }
        for (int suit = 0; suit < 4; ++suit) {
            int next = 16 * suit;
            for (int card = suit * suit_size; card < (suit + 1) * suit_size; ++card) {
                if (owner[card] < 0 && !gaps) continue;
                if (owner[card] >= 0) {
                    place_[card] = next;
                    card_[next] = card;
                    own_[owner[card]] |= lane_bit(next);
                    owner_[next] = owner[card];
                }
                ++next;
            }
            sizes_[suit] = next - 16 * suit;
        }
    }

    int players() const { return players_; }
    lanes own(int player) const { return own_[player]; }
    int place(int card) const { return place_[card]; }  ///< The bit of a card, or -1.
    int card(int place) const { return card_[place]; }

    lanes places(hand cards) const {
        lanes found = 0;
        for (; cards; cards &= cards - 1) {
            const int at = place_[std::countr_zero(cards)];
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
    std::array<int, deck_size> place_{};
    std::array<int, 64> card_{};
    std::array<int, 64> owner_{};
    std::array<int, 4> sizes_{};
    std::array<lanes, most_players> own_{};
};

class fixed_deal : public card_lanes {
public:
    fixed_deal(const trick_rules& rules) : card_lanes(rules, rules.alike == alike_rule::next) { make_facts(rules); }

    const suit_facts& facts(lanes held, int suit) const { return facts_[suit][held >> 16 * suit & 0x1FFF]; }

private:


    void make_facts(const trick_rules& rules) {
        std::vector<std::array<int, 4>> kinds;
        for (int card = 0; card < deck_size; ++card) kinds.push_back(kind_of(rules, card));
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
        std::array<std::vector<std::pair<int, std::uint32_t>>, suit_size + 1> by_length;
        std::array<std::vector<std::uint8_t>, 4> runs;
        for (int suit = 0; suit < 4; ++suit) {
            const std::size_t masks = std::size_t{1} << sizes_[suit];
            facts_[suit].resize(masks);
            runs[suit].resize(masks);
            for (std::uint32_t mask = 0; mask < masks; ++mask) {
                if (lanes{mask} << 16 * suit & ~dealt()) continue;
                by_length[std::popcount(mask)].emplace_back(suit, mask);
            }
        }
        std::uint16_t id = 0;
        std::vector<std::pair<std::uint64_t, suit_facts*>> ordered;
        for (int length = 0; length <= suit_size; ++length) {
            ordered.clear();
            for (const auto& [suit, mask] : by_length[length]) {
                suit_facts& facts = facts_[suit][mask];
                std::uint64_t place = 0;
                if (mask) {
                    const std::uint32_t lowest = std::bit_floor(mask), shorter = mask ^ lowest;
                    const int at = 16 * suit + std::countr_zero(lowest);
                    facts = facts_[suit][shorter];
                    place = std::uint64_t{facts.id} << 32 | codes[at];
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
            id = static_cast<std::uint16_t>(id + !ordered.empty());
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
            const std::size_t mine = mask & own_[player] >> 16 * suit, others = mask & ~mine;
            const bool above = mine == 0 || others == 0 || mine < (others & -others);
            const bool below = mine == 0 || others == 0 || others < (mine & -mine);
            facts.above = static_cast<std::uint8_t>(facts.above | above << player);
            facts.below = static_cast<std::uint8_t>(facts.below | below << player);
        }
    }

    std::array<std::vector<suit_facts>, 4> facts_;
};

}  // namespace kibitz
