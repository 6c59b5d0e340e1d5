// A deal of two camps: who holds what, suit by suit, as the partition search asks for it.
//
// Up to four suits lie in one word, sixteen bits each, the cards that were dealt from high to low
// with no gaps; see deal.hpp. For each suit and mask we keep the owners from high to low, two
// bits each, and how many cards each player holds.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "deal.hpp"
#include "trick_taking.hpp"

namespace kibitz {

/// Who holds the cards of a suit.
struct alignas(16) suit_view {
    static constexpr std::uint8_t nobody = 4;

    std::uint32_t owners = 0;      ///< From high to low, two bits each, the highest in bits 24 and 25.
    std::uint32_t longest = 0;     ///< The most cards of one of the others, eight bits a player.
    std::uint16_t lengths = 0;     ///< Four bits a player.
    std::uint8_t count = 0;
    std::uint8_t top = nobody;     ///< Who holds the highest card,
    std::uint8_t run = 0;          ///< and how many in a row;
    std::uint8_t wins = 0;         ///< the tricks that they take, led from the top: all, once nobody has any left.
    std::uint8_t second = nobody;  ///< Who holds the next card,
    std::uint8_t next = 0;         ///< and how many in a row.

    int length(int player) const { return lengths >> 4 * player & 15; }
    int longest_other(int player) const { return static_cast<int>(longest >> 8 * player & 255); }
    /// Who holds the card with so many above it, or nobody, -1.
    int owner(int at) const { return at < count ? static_cast<int>(owners >> (24 - 2 * at) & 3) : -1; }
};

struct camp_position {
    lanes held;
    lanes start;  ///< What was held when the trick began.
    std::uint8_t leader;
    std::uint8_t seat;     ///< Cards on the table.
    std::uint8_t led;
    std::uint8_t winning;  ///< The place of the winning card,
    std::uint8_t winner;   ///< and who played it.
    std::uint8_t shared;   ///< Whether another card of its suit was played.
    std::uint8_t left;     ///< Tricks, the present one included.
    std::uint8_t broken;
};

class camps : public card_lanes<four_lanes> {
public:
    static constexpr int most_seats = 4;

    /// The first camp is a bit per player.
    camps(const trick_rules& rules, unsigned first)
        : card_lanes(rules, false), trump_(rules.trump), first_(first), left_over_(rules.left_over / rules.players) {
        for (int suit = 0; suit < 4; ++suit) make_views(suit);
        for (int player = 0; player < players_; ++player) {
            for (int other = 0; other < players_; ++other) {
                if (other == player) continue;
                few& those = (friends(player, other) ? partners_ : foes_)[player];
                those.who[those.count++] = static_cast<std::uint8_t>(other);
            }
        }
        special_ = rules.special.as<lanes>([this](card_set cards) { return places(cards); });
        for (int place = 0; place < 64; ++place) {
            if (card_[place] >= 0) rank_[place] = card_[place] - first_card(rules.pack.suits[place / 16]);
        }
    }

    /// Whether lanes and duties will do.
    static bool fits(const trick_rules& rules) {
        return rules.duties.are_usual() && rules.pack.copies == 1 && fit<four_lanes>(lane_sizes(rules, false));
    }

    int trump() const { return trump_; }
    bool first_camp(int player) const { return first_ >> player & 1; }
    bool friends(int one, int other) const { return first_camp(one) == first_camp(other); }
    const suit_view& view(lanes held, int suit) const { return views_[suit][held >> 16 * suit & 0x1FFF]; }
    bool is_closed(const camp_position& here) const { return (here.held & special_.closed) && !here.broken; }
    bool ends_early() const { return left_over_ > 0; }
    int rank(int place) const { return rank_[place]; }  ///< 0 is the highest of the suit.

    /// Those of a camp but for one, or of the other, from the first seat on.
    struct few {
        std::array<std::uint8_t, most_seats> who{};
        int count = 0;

        const std::uint8_t* begin() const { return who.data(); }
        const std::uint8_t* end() const { return who.data() + count; }
    };
    const few& partners(int player) const { return partners_[player]; }
    const few& foes(int player) const { return foes_[player]; }

    /// Who sits so many places further on.
    int after(int player, int seats) const {
        const int next = player + seats;
        return next < players_ ? next : next - players_;
    }
    int turn(const camp_position& here) const { return after(here.leader, here.seat); }

    camp_position root(const trick_rules& rules) const {
        camp_position here{};
        int cards = static_cast<int>(rules.table.size());
        for (card_set held : rules.hands) {
            here.held |= places(held);
            cards += count_cards(held);
        }
        for (int card : rules.table) here.held |= lane_bit(place_[card]);
        here.start = here.held;
        here.left = static_cast<std::uint8_t>(cards / players_ - left_over_);
        here.leader = static_cast<std::uint8_t>(rules.leader);
        for (int card : rules.table) here = play(here, place_[card]);
        here.broken = rules.broken;
        return here;
    }

    bool is_forced(const camp_position& here) const { return here.left == 1 && left_over_ == 0; }

    camp_position play(const camp_position& here, int place) const { return play(here, place, turn(here)); }
    camp_position play(const camp_position& here, int place, int player) const {
        camp_position next = here;
        next.held &= ~lane_bit(place);
        next.broken |= static_cast<std::uint8_t>(special_.breakers >> place & 1);
        if (here.seat == 0) {
            next.start = here.held;
            next.led = static_cast<std::uint8_t>(place / 16);
            next.winning = static_cast<std::uint8_t>(place);
            next.winner = static_cast<std::uint8_t>(player);
            next.shared = 0;
        } else {
            const bool same = place / 16 == here.winning / 16;
            if (beaters_[here.winning] >> place & 1) {
                next.winning = static_cast<std::uint8_t>(place);
                next.winner = static_cast<std::uint8_t>(player);
                next.shared = same;
            } else {
                next.shared |= same;
            }
        }
        if (++next.seat == players_) {
            next.leader = next.winner;
            next.seat = 0;
            --next.left;
        }
        return next;
    }

    /// The cards whose ranks decided the trick that has just ended: the winning one, and those
    /// that would have won as well. None if it was the only one of its suit.
    lanes decided_by(const camp_position& end) const {
        if (!end.shared) return 0;
        const lanes suit = lane_of(end.winning / 16);
        const lanes below = end.start & suit & ~(lane_bit(end.winning) - 1);
        return below & above_all(below & ~own_[end.winner]);
    }

    /// Legal cards; those with no live card of another between them once, by the highest.
    lanes merged(const camp_position& here, int mover) const {
        const lanes hand = here.held & own_[mover];
        const lanes follows = here.seat ? hand & lane_of(here.led) : 0;
        const lanes playable = here.seat ? follows ? follows : hand : special_.to_lead(hand, here.broken, true);
        const lanes live = here.seat ? here.held | lane_bit(here.winning) : here.held;
        return first_of_groups(playable, live & ~hand, lane_tops);
    }

    /// How many cards of each suit, from the top, reach down to the lowest of these.
    std::array<std::uint8_t, 4> counts(lanes held, lanes ranks) const {
        std::array<std::uint8_t, 4> found;
        for (int suit = 0; suit < 4; ++suit) {
            const unsigned mask = static_cast<unsigned>(ranks >> 16 * suit & 0x1FFF);
            const unsigned here = static_cast<unsigned>(held >> 16 * suit & 0x1FFF);
            found[suit] = static_cast<std::uint8_t>(std::popcount(here & ((1u << std::bit_width(mask)) - 1)));
        }
        return found;
    }

    /// So many cards of each suit from the top; the lowest will do.
    lanes top_cards(lanes held, std::array<std::uint8_t, 4> counts) const {
        lanes found = 0;
        for (int suit = 0; suit < 4; ++suit) found |= top_card(held, suit, counts[suit]);
        return found;
    }

    /// The last of so many cards of a suit from the top; none if there are none.
    lanes top_card(lanes held, int suit, int count) const {
        if (count == 0) return 0;
        lanes cards = held & lane_of(suit);
        while (--count) cards &= cards - 1;
        return cards & -cards;
    }

private:
    static constexpr std::uint32_t every_byte = 0x01010101;

    /// The larger of two bytes, four times; all are below 128.
    static std::uint32_t most_of_each(std::uint32_t one, std::uint32_t other) {
        const std::uint32_t not_less = (((one | 128 * every_byte) - other) >> 7 & every_byte) * 0xFF;
        return (one & not_less) | (other & ~not_less);
    }

    /// From what the same cards without the highest say.
    void make_views(int suit) {
        views_[suit].resize(std::size_t{1} << sizes_[suit]);
        for (std::size_t mask = 1; mask < views_[suit].size(); ++mask) {
            const suit_view& rest = views_[suit][mask & (mask - 1)];
            const auto owner = static_cast<std::uint32_t>(owner_[16 * suit + std::countr_zero(mask)]);
            suit_view& view = views_[suit][mask];
            view.owners = owner << 24 | rest.owners >> 2;
            view.lengths = static_cast<std::uint16_t>(rest.lengths + (1u << 4 * owner));
            view.count = static_cast<std::uint8_t>(rest.count + 1);
            view.top = static_cast<std::uint8_t>(owner);
            const bool longer = rest.top == view.top;
            view.run = static_cast<std::uint8_t>(longer ? rest.run + 1 : 1);
            view.second = longer ? rest.second : rest.top;
            view.next = longer ? rest.next : rest.run;
            const auto length = static_cast<std::uint32_t>(view.length(view.top));
            view.longest = most_of_each(rest.longest, length * every_byte & ~(0xFFu << 8 * owner));
            const bool outlasts = view.run >= view.longest_other(view.top);
            view.wins = outlasts ? static_cast<std::uint8_t>(length) : view.run;
        }
    }

    int trump_;
    unsigned first_;
    int left_over_;
    restrictions<lanes> special_;
    std::array<int, 64> rank_{};
    std::array<few, most_seats> partners_{}, foes_{};
    std::array<std::vector<suit_view>, 4> views_;
};

}  // namespace kibitz
