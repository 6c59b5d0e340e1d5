// The order in which a partition search asks the moves of a node. It changes no value: with two
// camps it does not matter which of equal moves is found first. As reference/inner_order.py.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "games/camps.hpp"

namespace kibitz {

/// The moves of a node by weight, the heaviest first, and of equals the one listed first. Those of
/// one suit that go from low to high need no weights.
class inner_moves {
public:
    void add(int place, int weight) {
        left_[count_++] = static_cast<std::uint32_t>(weight + lightest) << 8 | static_cast<std::uint32_t>(63 - place);
    }

    /// Cards of one suit from low to high, and more of it after them.
    void rise(lanes first, lanes rest) {
        first_ = first;
        rest_ = rest;
    }

    bool any() const { return (first_ | rest_) || count_ > 0; }

    /// The place of the next one.
    int next() {
        if (first_ | rest_) {
            lanes& rising = first_ ? first_ : rest_;
            const int place = 63 - std::countl_zero(rising);
            rising ^= lane_bit(place);
            return place;
        }
        int best = 0;
        for (int at = 1; at < count_; ++at) {
            if (left_[at] > left_[best]) best = at;
        }
        const int place = place_of(left_[best]);
        left_[best] = left_[--count_];
        return place;
    }

    /// Drop the cards that are no better and no worse than one that failed: of its suit, if all
    /// ranks that mattered are above both.
    void skip_alike(int failed, lanes ranks) {
        const lanes suit = lane_of(failed / 16);
        const int lowest = std::bit_width(ranks & suit) - 1;  // that mattered, or -1
        if (failed <= lowest) return;
        const lanes alike = lowest < 0 ? suit : suit & ~((lane_bit(lowest) << 1) - 1);
        first_ &= ~alike;
        rest_ &= ~alike;
        int kept = 0;
        for (int at = 0; at < count_; ++at) {
            if (!(alike >> place_of(left_[at]) & 1)) left_[kept++] = left_[at];
        }
        count_ = kept;
    }

private:
    static constexpr int most_moves = 28;  ///< Every second card of four suits.
    static constexpr int lightest = 1 << 12;

    static int place_of(std::uint32_t move) { return 63 - static_cast<int>(move & 63); }

    lanes first_ = 0, rest_ = 0;
    int count_ = 0;
    std::array<std::uint32_t, most_moves> left_;  ///< Weights, and below them places from high to low.
};

class inner_order {
public:
    explicit inner_order(const camps& deal) : deal_(deal) {}

    void list(const camp_position& here, int mover, inner_moves& found, bool by_weight, int last) const {
        const lanes moves = deal_.merged(here, mover);
        if ((moves & (moves - 1)) == 0) {
            found.rise(moves, 0);
        } else if (!by_weight) {
            for (lanes left = moves; left; left &= left - 1) found.add(std::countr_zero(left), 0);
        } else if (here.seat == 0) {
            lead(here, mover, moves, last, found);
        } else {
            follow(here, mover, moves, found);
        }
    }

private:
    /// A card, and who plays it.
    struct played {
        int place;
        int player;
    };

    /// The card that wins the trick if all who play later play their best, given the one that wins now.
    /// Another in its place wins only if it beats this one too.
    played expected(const camp_position& here, int later, int led, played wins) const {
        const int trump = deal_.trump();
        for (int seat = later; seat < deal_.players(); ++seat) {
            const int player = deal_.after(here.leader, seat);
            const lanes hand = here.held & deal_.own(player);
            const lanes follows = hand & lane_of(led);
            lanes can = follows ? follows : trump >= 0 ? hand & lane_of(trump) : 0;
            can &= deal_.beaters(wins.place);
            if (can) wins = {std::countr_zero(can), player};
        }
        return wins;
    }

    void lead(const camp_position& here, int mover, lanes moves, int last, inner_moves& found) const {
        int first_foe = -1, last_foe = -1;
        for (int seat = 1; seat < deal_.players(); ++seat) {
            const int player = deal_.after(mover, seat);
            if (deal_.friends(player, mover)) continue;
            if (first_foe < 0) first_foe = player;
            last_foe = player;
        }
        for (int suit = 0; suit < 4; ++suit) {
            lanes left = moves & lane_of(suit);
            if (!left) continue;
            const suit_view& view = deal_.view(here.held, suit);
            const auto choices = [&](int foe) { return view.length(foe) ? view.length(foe) : here.left; };
            const int top = view.owner(0), second = view.owner(1);
            int base = -8 * (choices(first_foe) + choices(last_foe));
            if (top == last_foe || second == last_foe) {
                if (view.length(last_foe) > 1) base -= 10;
            } else if (top == first_foe && second >= 0 && second != mover && deal_.friends(second, mover)) {
                if (view.length(second) > 1) base += 27;
            }
            const played best = expected(here, 1, suit, {63 - std::countl_zero(left), mover});
            const lanes winning = deal_.friends(best.player, mover) ? ~lanes{0} : deal_.beaters(best.place);
            for (; left; left &= left - 1) {
                const int place = std::countr_zero(left);
                const int above = std::popcount(here.held & lane_of(suit) & (lane_bit(place) - 1));
                int weight = base + above;
                if (winning >> place & 1) {
                    weight += 30;
                    if (second >= 0 && deal_.friends(second, mover)) weight += 15;
                } else if (above == 1 && view.owner(2) == mover) {
                    weight += 35;
                } else if (above && top == mover) {
                    weight -= 25;
                }
                if (place == last) weight += 50;
                found.add(place, weight);
            }
        }
    }

    void follow(const camp_position& here, int mover, lanes moves, inner_moves& found) const {
        const int trump = deal_.trump();
        const played best = expected(here, here.seat + 1, here.led, {here.winning, here.winner});
        const bool anyway = deal_.friends(best.player, mover);
        const lanes winning = anyway ? ~lanes{0} : deal_.beaters(best.place);
        if (moves & lane_of(here.led)) return found.rise(moves & winning, moves & ~winning);
        for (lanes left = moves; left; left &= left - 1) {
            const int place = std::countr_zero(left), suit = place / 16;
            const bool beats = deal_.beaters(here.winning) >> place & 1;
            const bool wins = winning >> place & 1;
            int weight = deal_.rank(place);
            if (suit != trump) {
                weight += 2 * deal_.view(here.held, suit).length(mover);
            } else if (beats) {
                weight += anyway ? -50 : wins ? 60 : 30;
            }
            found.add(place, weight);
        }
    }

    const camps& deal_;
};

}  // namespace kibitz
