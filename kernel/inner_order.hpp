// The order in which a partition search asks the moves of a node. It changes no value: with two
// camps it does not matter which of equal moves is found first. As reference/inner_order.py.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "games/camps.hpp"

namespace kibitz {

/// The moves of a node by weight, the heaviest first, and of equals the one listed first.
struct inner_moves {
    static constexpr int most_moves = 28;  ///< Every second card of four suits.
    int count = 0;
    std::array<std::uint8_t, most_moves> place;
    std::array<std::int16_t, most_moves> weight;
    int seen = 0;

    void add(int at, int weighs) {
        place[count] = static_cast<std::uint8_t>(at);
        weight[count++] = static_cast<std::int16_t>(weighs);
    }

    /// The next one, -1 if there is none.
    int next() {
        if (seen >= count) return -1;
        int best = seen;
        for (int at = seen + 1; at < count; ++at) {
            if (weight[at] > weight[best]) best = at;
        }
        const auto chosen = place[best];
        const auto weighs = weight[best];
        for (int at = best; at > seen; --at) {
            place[at] = place[at - 1];
            weight[at] = weight[at - 1];
        }
        place[seen] = chosen;
        weight[seen] = weighs;
        return seen++;
    }

    /// Drop the cards that are no better and no worse than one that failed: of its suit, if all
    /// ranks that mattered are above both.
    void skip_alike(int failed, lanes ranks) {
        const lanes suit = lane_of(failed / 16);
        const int lowest = std::bit_width(ranks & suit) - 1;  // that mattered, or -1
        if (failed <= lowest) return;
        int kept = seen;
        for (int at = seen; at < count; ++at) {
            if (place[at] / 16 == failed / 16 && place[at] > lowest) continue;
            place[kept] = place[at];
            weight[kept++] = weight[at];
        }
        count = kept;
    }
};

class inner_order {
public:
    explicit inner_order(const camps& deal) : deal_(deal) {}

    void list(const camp_position& here, int mover, inner_moves& found, bool by_weight, int last) const {
        const lanes moves = deal_.merged(here, mover);
        if (!by_weight || (moves & (moves - 1)) == 0) {
            for (lanes left = moves; left; left &= left - 1) found.add(std::countr_zero(left), 0);
        } else if (here.seat == 0) {
            lead(here, mover, moves, last, found);
        } else {
            follow(here, mover, moves, found);
        }
    }

private:
    /// Who wins the trick if all who play later play their best, given the card that wins now.
    int expected(const camp_position& here, int later, int led, int winning, int winner) const {
        const int trump = deal_.trump();
        for (int seat = later; seat < deal_.players(); ++seat) {
            const int player = deal_.after(here.leader, seat);
            const lanes hand = here.held & deal_.own(player);
            const lanes follows = hand & lane_of(led);
            lanes can = follows ? follows : trump >= 0 ? hand & lane_of(trump) : 0;
            can &= deal_.beaters(winning);
            if (!can) continue;
            winning = std::countr_zero(can);
            winner = player;
        }
        return winner;
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
            for (; left; left &= left - 1) {
                const int place = std::countr_zero(left);
                const int above = std::popcount(here.held & lane_of(suit) & (lane_bit(place) - 1));
                int weight = base + above;
                if (deal_.friends(expected(here, 1, suit, place, mover), mover)) {
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
        const bool anyway = deal_.friends(expected(here, here.seat + 1, here.led, here.winning, here.winner), mover);
        for (lanes left = moves; left; left &= left - 1) {
            const int place = std::countr_zero(left), suit = place / 16;
            const bool beats = deal_.beaters(here.winning) >> place & 1;
            const bool wins = beats ? deal_.friends(expected(here, here.seat + 1, here.led, place, mover), mover) : anyway;
            int weight = deal_.rank(place);
            if (suit == here.led) {
                if (wins) weight += 60;
            } else if (suit != trump) {
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
