// Focus, as games/focus.py.
//
// A stack is its pieces from the bottom up, two bits each, and its height. Sets of squares, words of
// 8 by 8 bits from the top left, say who is on top and how tall the stacks are.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "../table.hpp"
#include "standing.hpp"

namespace kibitz {

constexpr int focus_squares = 64;   ///< With the corners that the board lacks.
constexpr int focus_pieces = 52;    ///< Of all players at most,
constexpr int focus_own = 18;       ///< and of one, for which keys have room.
constexpr int focus_tallest = 5;
constexpr std::uint64_t focus_board = 0x3C7EFFFFFFFF7E3Cu;

/// A game and a root position in plain numbers.
struct focus_rules : standing_rules {
    std::uint32_t limit = 300;       ///< After so many moves the game is over.
    std::uint32_t made = 0;
    std::vector<int> stacks;         ///< Pieces from the bottom up, two bits each, over them the height.
    std::vector<int> in_hand;        ///< Of each player.
    std::vector<int> captured;       ///< By whom, then of whom, row by row.
};

class focus {
public:
    using squares = std::uint64_t;

    static constexpr int sides = most_standing;
    static constexpr int deepest = 0;  ///< Not known.
    using move_number = std::uint16_t;
    using children = move_list<std::uint16_t, 4 * focus_pieces + focus_squares>;
    struct key_type : table_key<16> {
        /// Plies to the horizon, and less the later it is in the game.
        int height() const {
            return static_cast<int>(words[14] >> 24 & 0xFFFF) - static_cast<int>(words[15] & 0xFFFFFFFF);
        }
    };
    template <class Set>
    using scores_type = standing_scores<focus, Set>;

    struct position {
        std::array<std::uint16_t, focus_squares> stacks{};
        std::array<squares, sides> tops{};               ///< Stacks with a piece of each player on top.
        std::array<squares, focus_tallest + 1> tall{};   ///< Squares with stacks of each height.
        std::array<std::uint8_t, sides> in_hand{};
        std::array<std::array<std::uint8_t, sides>, sides> captured{};
        std::uint32_t made = 0;
        std::uint8_t turn = 0;
        std::int8_t winner = -1;
    };

    focus(const focus_rules& rules, order_rule order, int width)
        : rules_(rules), order_(order), width_(static_cast<std::uint32_t>(width)) {}

    const standing_rules& rules() const { return rules_; }

    position root() const {
        position here;
        for (int at = 0; at < focus_squares; ++at) {
            if (focus_board >> at & 1) put(here, at, static_cast<std::uint16_t>(rules_.stacks[static_cast<std::size_t>(at)]));
        }
        for (int player = 0; player < players(); ++player) {
            here.in_hand[player] = static_cast<std::uint8_t>(rules_.in_hand[static_cast<std::size_t>(player)]);
            for (int other = 0; other < players(); ++other) {
                here.captured[player][other] =
                    static_cast<std::uint8_t>(rules_.captured[static_cast<std::size_t>(player * players() + other)]);
            }
        }
        here.turn = static_cast<std::uint8_t>(rules_.turn);
        here.made = rules_.made;
        int able = 0;
        for (int player = players(); player-- > 0;) able += can_move(here, player);
        for (int player = players(); player-- > 0;) {
            if (able == 1 && can_move(here, player)) here.winner = static_cast<std::int8_t>(player);
        }
        for (int player = players(); player-- > 0;) {
            if (left(here, player) == 0) here.winner = static_cast<std::int8_t>(player);
        }
        return here;
    }

    bool is_over(const position& here) const { return here.winner >= 0 || here.made >= rules_.limit; }
    int side(const position& here) const { return here.turn; }

    children moves(const position& here) const {
        children found;
        list(here, found);
        if (order_ == order_rule::gain) sort(here, found);
        else if (order_ == order_rule::low) found.reverse();
        found.keep_first(width_);
        return found;
    }

    /// Whether `first_listed` can be asked: it knows one order only.
    bool lists_first() const { return order_ == order_rule::gain && !width_; }

    /// The first move in the order by stacks: the most pieces moved and landed on, then stacks gained.
    first_move first_listed(const position& here) const {
        if (is_placing(here) || !can_move(here, here.turn)) {
            children found;
            list(here, found);
            sort(here, found);
            return {found.move(0), found.size() > 1};
        }
        const squares own = here.tops[here.turn];
        std::array<squares, focus_tallest + 1> from{};  // stacks of which so many pieces can move
        squares taller = 0;
        int total = 0;  // the most pieces that are moved and landed on
        for (int pieces = focus_tallest; pieces > 0; --pieces) {
            from[pieces] = own & (taller |= here.tall[pieces]);
            if (!from[pieces] || pieces + focus_tallest <= total) continue;
            squares ends = 0;
            for (int way = 0; way < 4; ++way) ends |= moved(from[pieces], pieces, way);
            for (int under = focus_tallest; under >= 0 && pieces + under > total; --under) {
                if (ends & here.tall[under]) total = pieces + under;
            }
        }
        const bool has_hand = here.in_hand[here.turn];
        if (has_hand) {
            for (int under = focus_tallest; under + 1 > total; --under) {
                if (here.tall[under]) total = under + 1;
            }
        }
        if (!total) return {pass, false};
        // Of these, those that gain a stack, then those that lose none, then the others; the first that is listed.
        std::array<squares, focus_tallest + 1> keep{};  // stacks that stay the mover's below the pieces moved
        const int least = std::max(1, total - focus_tallest), most = std::min(total, focus_tallest);
        for (int pieces = least; pieces <= most; ++pieces) keep[pieces] = kept_below(here, from[pieces] & ~here.tall[pieces], pieces);
        for (int gained = 1; gained >= -1; --gained) {
            int best = -1;
            for (int pieces = least; pieces <= most; ++pieces) {
                const squares ends = here.tall[total - pieces], lost = from[pieces] & ~keep[pieces];
                const squares others = ends & ~own, mine = ends & own;
                for (int way = 0; way < 4 && from[pieces]; ++way) {
                    const squares by_keeping = moved(keep[pieces], pieces, way), by_losing = moved(lost, pieces, way);
                    const squares fit = gained == 1 ? by_keeping & others
                                        : gained == 0 ? (by_keeping & mine) | (by_losing & others)
                                                      : by_losing & mine;
                    if (!fit) continue;
                    const int target = std::countr_zero(fit), move = coded(target - offsets[way] * pieces, target, pieces);
                    if (best < 0 || listed_before(move, best)) best = move;
                }
            }
            if (best < 0 && has_hand && gained >= 0 && total - 1 <= focus_tallest) {
                const squares fit = here.tall[total - 1] & (gained ? ~own : own);
                if (fit) best = coded(0, std::countr_zero(fit), 0);
            }
            if (best >= 0) return {best, true};  // every square has two beside it
        }
        return {pass, false};
    }

    position play(const position& here, int move) const {
        position next = here;
        advance(next, move);
        return next;
    }

    /// The same, in place.
    void advance(position& here, int move) const {
        const int mover = here.turn;
        pass_on(here);
        if (move == pass) return;
        const int target = move & 63, pieces = move >> 12;
        std::uint32_t upper = static_cast<std::uint32_t>(mover);
        int count = 1;
        if (pieces) {
            const int start = move >> 6 & 63, rest = height(here.stacks[start]) - pieces;
            const std::uint32_t stack = here.stacks[start] & piece_bits;
            upper = stack >> 2 * rest;
            count = pieces;
            put(here, start, built(stack & ((1u << 2 * rest) - 1), rest));
        } else {
            --here.in_hand[mover];
        }
        const int under = height(here.stacks[target]);
        std::uint32_t merged = (here.stacks[target] & piece_bits) | upper << 2 * under;
        count += under;
        bool took = false;
        for (; count > focus_tallest; --count, merged >>= 2) {
            const int owner = merged & 3;
            ++(owner == mover ? here.in_hand[mover] : here.captured[mover][owner]);
            took = true;
        }
        put(here, target, built(merged, count));
        if (took && left(here, mover) == 0) {
            here.winner = static_cast<std::int8_t>(mover);
        } else {
            int able = 0;
            for (int player = 0; player < players(); ++player) able += can_move(here, player);
            if (able == 1) here.winner = static_cast<std::int8_t>(mover);
        }
    }

    /// As if the player to move passed.
    position skip(const position& here) const {
        position next = here;
        pass_on(next);
        return next;
    }

    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).move(static_cast<int>(number)));
    }

    static std::uint64_t progress(const position&) { return 0; }
    static bool progresses(const position&) { return false; }

    template <class Feasible>
    std::int64_t outcome(const position& here, const Feasible& feasible) const {
        const std::int64_t points = estimate(here, feasible);
        return here.winner < 0 ? points : points + (std::int64_t{won} << standing_bits * here.winner);
    }

    /// By captures: 600, less 100 for each piece still to be captured, and stacks controlled.
    template <class Scores>
    std::int64_t estimate(const position& here, const Scores&) const {
        std::array<int, sides> points{};
        for (int player = 0; player < players(); ++player) {
            points[player] = 100 * (most_left - left(here, player)) + std::popcount(here.tops[player]);
        }
        return packed_standing(points, players());
    }

    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    int plies_left(const position&) const { return -1; }

    key_type key(const position& here, std::uint32_t plies) const {
        key_type found;
        std::uint64_t word = 0;
        int filled = 0, at = 0;
        for (squares left = focus_board; left; left &= left - 1) {  // 52 stacks, four in a word
            word |= std::uint64_t{here.stacks[std::countr_zero(left)]} << 16 * filled;
            if (++filled == 4) {
                found.words[at++] = word;
                word = 0;
                filled = 0;
            }
        }
        for (int player = 0; player < players(); ++player) {
            for (int other = 0; other < players(); ++other) {
                if (player != other) word = word << 5 | here.captured[player][other];
            }
        }
        found.words[13] = word;
        word = here.turn | std::uint64_t{plies} << 24;
        for (int player = 0; player < players(); ++player) word |= std::uint64_t{here.in_hand[player]} << (2 + 5 * player);
        found.words[14] = word;
        found.words[15] = here.made;
        return found;
    }

private:
    static constexpr int pass = 0x7FFF;
    static constexpr int most_left = 6, in_all = 10;
    static constexpr std::uint32_t piece_bits = (1u << 2 * focus_tallest) - 1;
    static constexpr int offsets[4] = {-8, -1, 1, 8};  ///< Up, left, right, down.
    static constexpr squares first_column = 0x0101010101010101u;

    int players() const { return rules_.players; }
    static int height(std::uint16_t stack) { return stack >> 2 * focus_tallest; }
    static std::uint16_t built(std::uint32_t pieces, int height) {
        return static_cast<std::uint16_t>(pieces | static_cast<std::uint32_t>(height) << 2 * focus_tallest);
    }
    /// A move; no pieces are one from the hand.
    static int coded(int start, int target, int pieces) { return target | start << 6 | pieces << 12; }

    /// Whether a move is listed before another that lands on equally many pieces together with its own.
    static bool listed_before(int move, int other) { return place(move) < place(other); }
    static int place(int move) {
        const int target = move & 63, start = move >> 6 & 63, pieces = move >> 12;
        return pieces ? start << 9 | pieces << 6 | target : 1 << 20 | target;  // ways are by target
    }

    void put(position& here, int at, std::uint16_t stack) const {
        const squares square = squares{1} << at;
        const int before = height(here.stacks[at]), after = height(stack);
        if (before) here.tops[here.stacks[at] >> 2 * (before - 1) & 3] &= ~square;
        if (after) here.tops[stack >> 2 * (after - 1) & 3] |= square;
        here.tall[before] &= ~square;
        here.tall[after] |= square;
        here.stacks[at] = stack;
    }

    void pass_on(position& here) const {
        here.turn = static_cast<std::uint8_t>(here.turn + 1 == players() ? 0 : here.turn + 1);
        ++here.made;
    }

    /// Which of these stacks are the mover's once so many pieces are gone; all are taller.
    static squares kept_below(const position& here, squares stacks, int pieces) {
        squares found = 0;
        for (squares left = stacks; left; left &= left - 1) {
            const int at = std::countr_zero(left), rest = height(here.stacks[at]) - pieces;
            if ((here.stacks[at] >> 2 * (rest - 1) & 3) == here.turn) found |= squares{1} << at;
        }
        return found;
    }

    static bool can_move(const position& here, int player) { return here.tops[player] || here.in_hand[player]; }

    /// The first round of three players, in which each places its last piece on an empty square.
    bool is_placing(const position& here) const { return players() == 3 && here.made < 3; }

    /// How many pieces a player has still to capture.
    int left(const position& here, int player) const {
        constexpr int of_each[5] = {0, 0, 6, 3, 2};
        const int most = of_each[players()];
        int missing = 0, all = 0;
        for (int other = 0; other < players(); ++other) {
            if (other == player) continue;
            missing += std::max(0, most - here.captured[player][other]);
            all += here.captured[player][other];
        }
        return players() == 2 ? missing : std::max(0, std::min(missing, in_all - all));
    }

    /// A set moved so many squares: up, left, right or down.
    static squares moved(squares set, int far, int way) {
        const squares low = first_column * ((1u << far) - 1);  // the first columns, so many
        switch (way) {
            case 0: return set >> 8 * far;
            case 1: return (set & ~low) >> far;
            case 2: return (set & ~(low << (8 - far))) << far;
            default: return set << 8 * far;
        }
    }

    /// By start, pieces and target; then those that put a piece; pass if there is none.
    void list(const position& here, children& found) const {
        const bool placing = is_placing(here);
        if (!placing) {
            for (squares left = here.tops[here.turn]; left; left &= left - 1) {
                const int start = std::countr_zero(left), tall = height(here.stacks[start]);
                for (int pieces = 1; pieces <= tall; ++pieces) {
                    for (int way = 0; way < 4; ++way) {
                        if (!(moved(squares{1} << start, pieces, way) & focus_board)) continue;
                        found.add(coded(start, start + offsets[way] * pieces, pieces));
                    }
                }
            }
        }
        if (here.in_hand[here.turn]) {
            for (squares left = placing ? here.tall[0] : focus_board; left; left &= left - 1) {
                found.add(coded(0, std::countr_zero(left), 0));
            }
        }
        if (!found.size()) found.add(pass);
    }

    /// Ten for each piece that is moved or on the target, one for each stack more.
    int worth(const position& here, int move) const {
        if (move == pass) return 0;
        const int target = move & 63, start = move >> 6 & 63, pieces = move >> 12;
        int gained = !(here.tops[here.turn] >> target & 1);
        if (pieces) {
            const int rest = height(here.stacks[start]) - pieces;
            gained -= !(rest && (here.stacks[start] >> 2 * (rest - 1) & 3) == here.turn);
        }
        return 10 * (std::max(pieces, 1) + height(here.stacks[target])) + gained;
    }

    void sort(const position& here, children& found) const {
        std::array<std::uint16_t, 10 * 2 * focus_tallest + 3> count{};
        const std::uint32_t all = found.size();
        std::array<std::uint16_t, children::most> listed;
        std::array<std::uint8_t, children::most> worths;
        for (std::uint32_t at = 0; at < all; ++at) {
            listed[at] = found[at];
            ++count[worths[at] = static_cast<std::uint8_t>(worth(here, listed[at]))];
        }
        std::uint16_t place = 0;
        for (std::size_t at = count.size(); at-- > 0;) {
            place = static_cast<std::uint16_t>(place + std::exchange(count[at], place));
        }
        for (std::uint32_t at = 0; at < all; ++at) found[count[worths[at]]++] = listed[at];
    }

    const focus_rules rules_;
    order_rule order_;
    std::uint32_t width_;
};

}  // namespace kibitz
