// Blokus, as games/blokus.py.
//
// A set of squares is a word for each row. All rows are looked at together: where a piece fits, laid
// in one way, is an "and" of what is free, moved by each of its squares; where it touches a corner of
// its own colour is an "or".

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../table.hpp"
#include "standing.hpp"

namespace kibitz {

constexpr int blokus_size = 20;     ///< At most.
constexpr int blokus_pieces = 21;   ///< Of a player at most.
constexpr int blokus_ways = 91;     ///< To lay all of them, at most.
constexpr int blokus_largest = 5;

/// A game and a root position in plain numbers.
struct blokus_rules : standing_rules {
    int size = blokus_size;
    std::vector<int> piece_of;              ///< The piece that is laid in each way, in the listed order.
    std::vector<std::vector<int>> cells;    ///< Of each way: row times 8 and column.
    std::vector<std::uint32_t> rows;        ///< What each player has covered, a word for each row, column 0 first.
    std::vector<std::uint32_t> left;        ///< The pieces of each player, a bit each.
    std::vector<int> last;                  ///< Whether the last piece of each player was the smallest.
};

/// The moves of one position by their place in the list, of which there can be very many.
class long_list : public numbered_children {
public:
    long_list() : numbered_children(0) {}

    int move(int child) const { return moves_[static_cast<std::size_t>(child)]; }
    std::uint32_t size() const { return count_; }
    void add(int move) {
        moves_.push_back(static_cast<std::uint16_t>(move));
        ++count_;
    }
    void reverse() { std::reverse(moves_.begin(), moves_.end()); }
    /// Keep the first so many; 0 is all.
    void keep_first(std::uint32_t width) {
        if (width) count_ = std::min(count_, width);
    }

private:
    std::vector<std::uint16_t> moves_;
};

class blokus {
public:
    static constexpr int sides = most_standing;
    static constexpr int deepest = 0;  ///< Not known: a pass that is only imagined lays no piece.
    using move_number = std::uint16_t;
    using children = long_list;
    struct key_type : table_key<28> {
        /// Plies to the horizon, and less the later it is in the game.
        int height() const {
            return static_cast<int>(words.back() >> 16 & 0xFFFF) - static_cast<int>(words.back() >> 6 & 0x3FF);
        }
    };
    template <class Set>
    using scores_type = standing_scores<blokus, Set>;

    /// A row above the board, the board, and rows below it that nothing can be laid on; in a row, one
    /// column before the first.
    using rows = std::array<std::uint32_t, 28>;

    struct position {
        std::array<rows, sides> own{};      ///< What each player has covered,
        std::array<rows, sides> free{};     ///< where it may lay a piece,
        std::array<rows, sides> corners{};  ///< and what one of its squares must cover.
        std::array<std::uint32_t, sides> left{};
        std::array<std::uint8_t, sides> covered{};
        std::int32_t best = -1;  ///< The first move that is listed; -1 at the end.
        bool has_others = false;  ///< Whether there are more moves.
        std::uint8_t turn = 0;
        std::uint8_t last = 0;   ///< Players whose last piece was the smallest, a bit each.
        std::uint8_t out = 0;    ///< Players who are known to have no more moves.
    };

    blokus(const blokus_rules& rules, order_rule order, int width)
        : rules_(rules), order_(order), width_(static_cast<std::uint32_t>(width)) {
        for (std::size_t number = 0; number < rules.cells.size(); ++number) {
            way& one = ways_[number];
            one.piece = static_cast<std::uint8_t>(rules.piece_of[number]);
            for (int cell : rules.cells[number]) {
                const int row = cell >> 3, column = cell & 7;
                one.down[one.count] = static_cast<std::uint8_t>(row);
                one.right[one.count++] = static_cast<std::uint8_t>(column);
                one.covers[row + 1] |= 2u << column;
            }
            for (int row = 0; row < way::high; ++row) {
                const std::uint32_t here = one.covers[row];
                const std::uint32_t around = (row ? one.covers[row - 1] : 0) | (row + 1 < way::high ? one.covers[row + 1] : 0);
                one.beside[row] = (here << 1 | here >> 1 | around);
                one.diagonal[row] = around << 1 | around >> 1;
            }
        }
        ways_count_ = static_cast<int>(rules.cells.size());
    }

    const standing_rules& rules() const { return rules_; }

    position root() const {
        position here;
        const int size = rules_.size;
        rows taken{};
        for (int player = 0; player < sides; ++player) {
            for (int row = 0; row < size; ++row) {
                here.own[player][row + 1] = rules_.rows[static_cast<std::size_t>(player * size + row)] << 1;
                taken[row + 1] |= here.own[player][row + 1];
            }
            here.left[player] = rules_.left[static_cast<std::size_t>(player)];
            here.last |= static_cast<std::uint8_t>((rules_.last[static_cast<std::size_t>(player)] != 0) << player);
        }
        const std::uint32_t inside = ((1u << size) - 1) << 1;
        for (int player = 0; player < sides; ++player) {
            const rows& own = here.own[player];
            int covered = 0;
            for (int row = 1; row <= size; ++row) {
                const std::uint32_t around = own[row - 1] | own[row + 1];
                covered += std::popcount(own[row]);
                here.free[player][row] = inside & ~(taken[row] | own[row] << 1 | own[row] >> 1 | around);
                here.corners[player][row] = around << 1 | around >> 1;
            }
            here.covered[player] = static_cast<std::uint8_t>(covered);
            const int row = player < 2 ? 1 : size, column = player == 0 || player == 3 ? 1 : size;
            if (!covered) here.corners[player][row] = 1u << column;
        }
        here.turn = static_cast<std::uint8_t>(rules_.turn);
        look(here, here.turn);
        return here;
    }

    bool is_over(const position& here) const { return here.best < 0; }
    int side(const position& here) const { return here.turn; }

    /// By piece, the largest first, which is also the order by size.
    children moves(const position& here) const {
        children found;
        each(here, here.turn, [&found](int move) {
            found.add(move);
            return true;
        });
        if (order_ == order_rule::low) found.reverse();
        found.keep_first(width_);
        return found;
    }

    /// Whether `first_listed` can be asked: it knows one order only.
    bool lists_first() const { return order_ != order_rule::low && !width_; }

    /// The first move, which was looked for to know who moves.
    first_move first_listed(const position& here) const { return {here.best, here.has_others}; }

    position play(const position& here, int move) const {
        position next = here;
        const int mover = here.turn, number = move / places, row = move % places / blokus_size, column = move % blokus_size;
        const way& laid = ways_[number];
        for (int at = 0; at < way::high; ++at) {
            const std::uint32_t covers = laid.covers[at] << column;
            next.own[mover][row + at] |= covers;
            for (rows& free : next.free) free[row + at] &= ~covers;
            next.free[mover][row + at] &= ~(laid.beside[at] << column);
            next.corners[mover][row + at] |= laid.diagonal[at] << column;
        }
        next.left[mover] &= ~(1u << laid.piece);
        next.covered[mover] = static_cast<std::uint8_t>(next.covered[mover] + laid.count);
        next.last = static_cast<std::uint8_t>((next.last & ~(1 << mover)) | (laid.count == 1) << mover);
        pass_on(next);
        return next;
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

    /// Most squares win, of equals those whose last piece was the smallest.
    template <class Feasible>
    std::int64_t outcome(const position& here, const Feasible&) const {
        const int most = *std::max_element(here.covered.begin(), here.covered.end());
        int best = 0;
        for (int player = 0; player < sides; ++player) best |= (here.covered[player] == most) << player;
        if (best & here.last) best &= here.last;
        std::array<int, sides> points{};
        for (int player = 0; player < sides; ++player) points[player] = here.covered[player] + won * (best >> player & 1);
        return packed_standing(points, sides);
    }

    /// By squares: those that each has covered.
    template <class Scores>
    std::int64_t estimate(const position& here, const Scores&) const { return packed_standing(here.covered, sides); }

    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    int plies_left(const position&) const { return -1; }

    key_type key(const position& here, std::uint32_t plies) const {
        key_type found;
        int word = 0, filled = 0, covered = 0;
        for (int player = 0; player < sides; ++player) {
            covered += here.covered[player];
            for (int row = 1; row <= rules_.size; ++row) {  // three rows in a word
                found.words[word] |= std::uint64_t{here.own[player][row] >> 1} << blokus_size * filled;
                if (++filled == 3) ++word, filled = 0;
            }
        }
        found.words.back() = here.turn | std::uint64_t{here.last} << 2 | static_cast<std::uint64_t>(covered) << 6 |
                             std::uint64_t{plies} << 16;
        return found;
    }

private:
    static constexpr int places = blokus_size * blokus_size;

    /// A piece laid in one way, in the upper left corner; with a row and a column around it.
    struct way {
        static constexpr int high = blokus_largest + 2;
        std::uint8_t piece = 0, count = 0;
        std::array<std::uint8_t, blokus_largest> down{}, right{};
        std::array<std::uint32_t, high> covers{}, beside{}, diagonal{};
    };

    /// Where a piece can be laid in one way, by the row and column of its upper left corner.
    static std::array<std::uint32_t, blokus_size> fitting(const rows& free, const rows& corners, const way& laid) {
        std::array<std::uint32_t, blokus_size> fits, touches;
        const auto see = [&](int at, auto&& join) {
            const std::uint32_t* const open = &free[1u + laid.down[at]];
            const std::uint32_t* const sharp = &corners[1u + laid.down[at]];
            const int right = laid.right[at];
            for (int row = 0; row < blokus_size; ++row) join(row, open[row] >> right, sharp[row] >> right);
        };
        see(0, [&](int row, std::uint32_t open, std::uint32_t sharp) {
            fits[row] = open;
            touches[row] = sharp;
        });
        for (int at = 1; at < laid.count; ++at) {
            see(at, [&](int row, std::uint32_t open, std::uint32_t sharp) {
                fits[row] &= open;
                touches[row] |= sharp;
            });
        }
        for (int row = 0; row < blokus_size; ++row) fits[row] &= touches[row];
        return fits;
    }

    /// Tell the moves of a player in the listed order, as long as that is wanted.
    template <class Tell>
    void each(const position& here, int player, Tell tell) const {
        for (int number = 0; number < ways_count_; ++number) {
            const way& laid = ways_[number];
            if (!(here.left[player] >> laid.piece & 1)) continue;
            const auto found = fitting(here.free[player], here.corners[player], laid);
            std::uint32_t any = 0;
            for (std::uint32_t row : found) any |= row;
            if (!any) continue;
            for (int row = 0; row < blokus_size; ++row) {
                for (std::uint32_t left = found[row]; left; left &= left - 1) {
                    if (!tell(number * places + row * blokus_size + std::countr_zero(left) - 1)) return;
                }
            }
        }
    }

    /// The first move of a player, if there is one, and whether there are more.
    void look(position& here, int player) const {
        int first = -1;
        bool others = false;
        each(here, player, [&](int move) {
            others = first >= 0;
            if (!others) first = move;
            return !others;
        });
        here.best = first;
        here.has_others = others;
    }

    /// The next player to move who can; at the end there is none.
    void pass_on(position& here) const {
        const int before = here.turn;
        for (int further = 1; further <= sides; ++further) {
            const int player = (before + further) % sides;
            if (here.out >> player & 1) continue;
            look(here, player);
            here.turn = static_cast<std::uint8_t>(player);
            if (here.best >= 0) return;
            here.out |= static_cast<std::uint8_t>(1 << player);
        }
        here.turn = static_cast<std::uint8_t>(before);
        here.best = -1;
    }

    const blokus_rules rules_;
    order_rule order_;
    std::uint32_t width_;
    std::array<way, blokus_ways> ways_{};
    int ways_count_ = 0;
};

}  // namespace kibitz
