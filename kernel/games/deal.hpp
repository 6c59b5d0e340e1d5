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
    /// How many cards, their owners from high to low, and what kinds of cards they are.
    using owners_text = std::pair<int, std::array<std::uint16_t, suit_size>>;

    void make_facts(const trick_rules& rules) {
        std::vector<std::array<int, 4>> kinds;
        for (int card = 0; card < deck_size; ++card) kinds.push_back(kind_of(rules, card));
        std::sort(kinds.begin(), kinds.end());
        kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
        std::vector<std::pair<owners_text, suit_facts*>> texts;
        for (int suit = 0; suit < 4; ++suit) {
            facts_[suit].resize(std::size_t{1} << sizes_[suit]);
            for (std::size_t mask = 0; mask < facts_[suit].size(); ++mask) {
                if (lanes{mask} << 16 * suit & ~dealt()) continue;
                suit_facts& facts = facts_[suit][mask];
                owners_text text{0, {}};
                std::array<int, most_players> held{}, sure{};
                int run = 0;
                for (std::size_t rest = mask; rest; rest &= rest - 1) {
                    const int at = 16 * suit + std::countr_zero(rest), owner = owner_[at];
                    if (text.first == 0) facts.top = static_cast<std::uint8_t>(owner);
                    if (run == text.first && owner == facts.top) ++run;
                    const auto like = std::lower_bound(kinds.begin(), kinds.end(), kind_of(rules, card_[at])) - kinds.begin();
                    text.second[text.first++] = static_cast<std::uint16_t>(owner * 256 + like);
                    ++held[owner];
                    sure[owner] = std::max(sure[owner], 2 * held[owner] - text.first);
                }
                int longest = 0;
                for (int player = 0; player < players_; ++player) {
                    facts.lengths |= static_cast<std::uint32_t>(held[player]) << 4 * player;
                    facts.sure |= static_cast<std::uint32_t>(sure[player]) << 4 * player;
                    if (player != facts.top) longest = std::max(longest, held[player]);
                }
                for (int player = 0; player < players_; ++player) {
                    const std::size_t mine = mask & own_[player] >> 16 * suit, others = mask & ~mine;
                    const bool above = mine == 0 || others == 0 || mine < (others & -others);
                    const bool below = mine == 0 || others == 0 || others < (mine & -mine);
                    facts.above = static_cast<std::uint8_t>(facts.above | above << player);
                    facts.below = static_cast<std::uint8_t>(facts.below | below << player);
                }
                facts.run = static_cast<std::uint8_t>(run >= longest ? held[facts.top] : run);
                texts.emplace_back(text, &facts);
            }
        }
        std::sort(texts.begin(), texts.end(), [](const auto& one, const auto& other) { return one.first < other.first; });
        int id = 0;
        for (std::size_t at = 0; at < texts.size(); ++at) {
            if (at && texts[at].first != texts[at - 1].first) ++id;
            texts[at].second->id = static_cast<std::uint16_t>(id);
        }
    }

    std::array<std::vector<suit_facts>, 4> facts_;
};

}  // namespace kibitz
