// Rolit, as games/rolit.py.
//
// A set of squares is one word of 8 by 8 bits, row by row from the top left; a smaller board is its
// upper left part.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../table.hpp"
#include "standing.hpp"

namespace kibitz {

using squares = std::uint64_t;

/// A game and a root position in plain numbers.
struct rolit_rules : standing_rules {
    int size = 8;
    std::vector<squares> discs;  ///< Of each of the four colours, players first.
};

class rolit {
public:
    static constexpr int sides = most_standing;
    static constexpr int colours = 4;
    static constexpr int deepest = 0;  ///< Not known: a pass that is only imagined fills no square.
    using move_number = std::uint8_t;
    using children = move_list<std::uint8_t, 64>;
    struct key_type : table_key<colours + 1> {
        /// Plies to the horizon, and less the later it is in the game.
        int height() const {
            const std::uint64_t last = words.back();
            return static_cast<int>(last >> 16 & 0xFFFF) + static_cast<int>(last >> 8 & 0xFF);
        }
    };
    template <class Set>
    using scores_type = standing_scores<rolit, Set>;

    struct position {
        std::array<squares, colours> discs{};
        std::uint8_t turn = 0;
    };

    rolit(const rolit_rules& rules, order_rule order, int width)
        : rules_(rules), order_(order), width_(static_cast<std::uint32_t>(width)) {
        constexpr int worth[4][4] = {{5, 2, 4, 3}, {2, 1, 3, 3}, {4, 3, 4, 4}, {3, 3, 4, 4}};
        const int size = rules.size;
        const auto inside = [size](int row, int column) { return row >= 0 && column >= 0 && row < size && column < size; };
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                const int at = 8 * row + column;
                board_ |= square(at);
                const int from_edge = std::min(row, size - 1 - row), from_side = std::min(column, size - 1 - column);
                worth_[5 - worth[from_edge][from_side]] |= square(at);
                for (int way = 0; way < 8; ++way) {
                    const auto [down, right] = ways[way];
                    for (int r = row + down, c = column + right; inside(r, c); r += down, c += right) {
                        rays_[at][way] |= square(8 * r + c);
                    }
                    if (!rays_[at][way]) edge_[way % 4] |= square(at);
                }
                for (int axis = 0; axis < 4; ++axis) {
                    const squares line = rays_[at][axis] | rays_[at][axis + 4] | square(at);
                    if (!rays_[at][axis + 4]) lines_[axis].push_back(line);  // each once, from its first square
                }
            }
        }
    }

    const standing_rules& rules() const { return rules_; }

    position root() const {
        position here;
        for (int colour = 0; colour < colours; ++colour) here.discs[colour] = rules_.discs[colour];
        here.turn = static_cast<std::uint8_t>(rules_.turn);
        return here;
    }

    bool is_over(const position& here) const { return occupied(here) == board_; }
    int side(const position& here) const { return here.turn; }

    children moves(const position& here) const {
        children found;
        squares left = places(here, here.turn);
        if (order_ == order_rule::gain) {
            for (squares alike : worth_) list(left & alike, found);
        } else {
            list(left, found);
            if (order_ == order_rule::low) found.reverse();
        }
        found.keep_first(width_);
        return found;
    }

    position play(const position& here, int move) const {
        position next = here;
        const squares turned = square(move) | flipped(here, move);
        for (squares& discs : next.discs) discs &= ~turned;
        next.discs[here.turn] |= turned;
        next.turn = after(here.turn);
        return next;
    }

    /// As if the player to move passed.
    position skip(const position& here) const {
        position next = here;
        next.turn = after(here.turn);
        return next;
    }

    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).move(static_cast<int>(number)));
    }

    static std::uint64_t progress(const position&) { return 0; }
    static bool progresses(const position&) { return false; }

    /// The discs of each player; most of them win.
    template <class Feasible>
    std::int64_t outcome(const position& here, const Feasible&) const {
        std::array<int, sides> discs{};
        int most = 0;
        for (int player = 0; player < rules_.players; ++player) {
            most = std::max(most, discs[player] = std::popcount(here.discs[player]));
        }
        for (int player = 0; player < rules_.players; ++player) discs[player] += won * (discs[player] == most);
        return packed_standing(discs, rules_.players);
    }

    /// By mobility: the moves that a player would have, and ten for each stable disc.
    template <class Scores>
    std::int64_t estimate(const position& here, const Scores&) const {
        std::array<int, sides> points{};
        const auto full = full_lines(here);
        for (int player = 0; player < rules_.players; ++player) {
            points[player] = std::popcount(places(here, player)) + 10 * std::popcount(stable(here.discs[player], full));
        }
        return packed_standing(points, rules_.players);
    }

    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    int plies_left(const position& here) const { return std::popcount(board_ & ~occupied(here)); }

    key_type key(const position& here, std::uint32_t plies) const {
        key_type found;
        std::copy(here.discs.begin(), here.discs.end(), found.words.begin());
        found.words.back() = here.turn | static_cast<std::uint64_t>(plies_left(here)) << 8 | std::uint64_t{plies} << 16;
        return found;
    }

private:
    struct way {
        int down, right;
    };
    /// Four directions in which the numbers of squares grow, then those opposite.
    static constexpr way ways[8] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}, {0, -1}, {-1, 0}, {-1, -1}, {-1, 1}};
    static constexpr int shifts[4] = {1, 8, 9, 7};
    static constexpr squares first_column = 0x0101010101010101u;
    static constexpr squares not_first = ~first_column, not_last = ~(first_column << 7);

    static constexpr squares square(int at) { return squares{1} << at; }
    std::uint8_t after(std::uint8_t turn) const { return static_cast<std::uint8_t>(turn + 1 == rules_.players ? 0 : turn + 1); }

    static squares occupied(const position& here) { return here.discs[0] | here.discs[1] | here.discs[2] | here.discs[3]; }

    /// A set moved one square in one of the four directions, and in those opposite.
    template <int Axis>
    static squares forth(squares set) {
        set <<= shifts[Axis];
        return Axis == 1 ? set : set & (Axis == 3 ? not_last : not_first);
    }
    template <int Axis>
    static squares back(squares set) {
        set >>= shifts[Axis];
        return Axis == 1 ? set : set & (Axis == 3 ? not_first : not_last);
    }

    template <int Axis>
    static squares flipping_along(squares own, squares others) {
        squares up = forth<Axis>(own) & others, down = back<Axis>(own) & others;
        for (int step = 0; step < 5; ++step) {
            up |= forth<Axis>(up) & others;
            down |= back<Axis>(down) & others;
        }
        return forth<Axis>(up) | back<Axis>(down);
    }

    /// Where a player may put a disc: where it flips others, else beside any disc.
    squares places(const position& here, int player) const {
        const squares all = occupied(here), own = here.discs[player], others = all ^ own, empty = board_ & ~all;
        const squares flipping = (flipping_along<0>(own, others) | flipping_along<1>(own, others) |
                                  flipping_along<2>(own, others) | flipping_along<3>(own, others)) & empty;
        if (flipping) return flipping;
        const squares wide = all | forth<0>(all) | back<0>(all);
        return (wide | forth<1>(wide) | back<1>(wide)) & empty;
    }

    /// The discs that a disc of the player to move would enclose: up to its next own one in each direction.
    squares flipped(const position& here, int move) const {
        const squares own = here.discs[here.turn], others = occupied(here) ^ own;
        const auto& rays = rays_[move];
        squares found = 0;
        for (int way = 0; way < 4; ++way) {
            const squares ends = rays[way] & ~others, first = ends & (~ends + 1);
            if (first & own) found |= rays[way] & (first - 1);
        }
        for (int way = 4; way < 8; ++way) {
            const squares ends = rays[way] & ~others;
            if (!ends) continue;
            const squares first = squares{1} << (63 - std::countl_zero(ends));
            if (first & own) found |= rays[way] & ~(first | (first - 1));
        }
        return found;
    }

    static void list(squares left, children& found) {
        for (; left; left &= left - 1) found.add(std::countr_zero(left));
    }

    /// The squares of full lines, in each of the four directions.
    std::array<squares, 4> full_lines(const position& here) const {
        const squares all = occupied(here);
        std::array<squares, 4> full{};
        for (int axis = 0; axis < 4; ++axis) {
            for (squares line : lines_[axis]) {
                if ((line & ~all) == 0) full[axis] |= line;
            }
        }
        return full;
    }

    /// Discs that can never be flipped any more, as far as edges and full lines tell.
    squares stable(squares own, const std::array<squares, 4>& full) const {
        squares found = 0;
        while (true) {
            const squares more = own & (full[0] | edge_[0] | forth<0>(found) | back<0>(found)) &
                                 (full[1] | edge_[1] | forth<1>(found) | back<1>(found)) &
                                 (full[2] | edge_[2] | forth<2>(found) | back<2>(found)) &
                                 (full[3] | edge_[3] | forth<3>(found) | back<3>(found));
            if (more == found) return found;
            found = more;
        }
    }

    const rolit_rules rules_;
    order_rule order_;
    std::uint32_t width_;
    squares board_ = 0;
    std::array<squares, 5> worth_{};                    ///< The squares worth 5, 4, 3, 2 and 1.
    std::array<std::array<squares, 8>, 64> rays_{};     ///< The squares in each direction.
    std::array<squares, 4> edge_{};                     ///< Squares at an end of their line.
    std::array<std::vector<squares>, 4> lines_;
};

}  // namespace kibitz
