// Answers and their lines: a move number per ply, as the open nodes keep them and as they are
// completed from the table.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "control.hpp"
#include "table.hpp"

namespace kibitz {

using move_numbers = std::vector<std::uint32_t>;

struct statistics {
    std::uint64_t visited = 0, expanded = 0, leaves = 0;
    std::uint64_t immediate = 0, entry = 0, shallow = 0, distant = 0, window = 0;
    std::uint64_t table_hits = 0, re_searches = 0;

    /// What was counted since.
    statistics since(const statistics& before) const {
        return {
            visited - before.visited,       expanded - before.expanded,
            leaves - before.leaves,         immediate - before.immediate,
            entry - before.entry,           shallow - before.shallow,
            distant - before.distant,       window - before.window,
            table_hits - before.table_hits, re_searches - before.re_searches,
        };
    }
};

/// What a search found: the best answer so far, nil if none, and the line that leads to it.
struct record {
    std::int64_t answer = nil;  ///< An outcome, or in a two-sided search a score.
    move_numbers line;
    std::vector<int> cards;     ///< The same as cards, in trick games.
    std::int32_t outcome = nil; ///< What these lead to, if they lead to the end.
    int depth = 0;              ///< How many plies were searched in full, where it stops early.
    std::vector<std::int64_t> values;  ///< All that the answer can be, where that is a set.
    statistics stats;
    statistics for_line;  ///< What the line took beyond its first move, where that is counted apart.
    stopped why = stopped::no;
};

/// The line of each open node, as move numbers.
template <class Number, int Deepest>
class lines {
public:
    void end(int depth) { lengths_[depth] = 0; }

    /// A move, and then the line of the child.
    void put(int depth, std::uint32_t number) {
        moves_[depth][0] = static_cast<Number>(number);
        std::memcpy(&moves_[depth][1], &moves_[depth + 1][0], Deepest * sizeof(Number));
        lengths_[depth] = lengths_[depth + 1] + 1;
    }

    /// A move, and then a line that was taken before.
    void put(int depth, std::uint32_t number, const move_numbers& rest) {
        moves_[depth][0] = static_cast<Number>(number);
        std::transform(rest.begin(), rest.end(), &moves_[depth][1], [](std::uint32_t each) { return static_cast<Number>(each); });
        lengths_[depth] = static_cast<int>(rest.size()) + 1;
    }

    int length(int depth) const { return lengths_[depth]; }
    std::uint32_t number(int depth, int at) const { return moves_[depth][at]; }

    move_numbers from(int depth) const { return {moves_[depth].begin(), moves_[depth].begin() + lengths_[depth]}; }
    move_numbers of_root() const { return from(0); }

private:
    std::array<std::array<Number, Deepest + 4>, Deepest + 2> moves_{};
    std::array<int, Deepest + 2> lengths_{};
};

/// The same, as deep as the game goes.
template <class Number>
class lines<Number, 0> {
public:
    void end(int depth) {
        if (static_cast<std::size_t>(depth) >= moves_.size()) moves_.resize(static_cast<std::size_t>(depth) * 2 + 1);
        moves_[depth].clear();
    }

    void put(int depth, std::uint32_t number) {
        moves_[depth].assign(1, number);
        moves_[depth].insert(moves_[depth].end(), moves_[depth + 1].begin(), moves_[depth + 1].end());
    }

    void put(int depth, std::uint32_t number, const move_numbers& rest) {
        moves_[depth].assign(1, number);
        moves_[depth].insert(moves_[depth].end(), rest.begin(), rest.end());
    }

    int length(int depth) const { return static_cast<int>(moves_[depth].size()); }
    std::uint32_t number(int depth, int at) const { return moves_[depth][at]; }
    move_numbers from(int depth) const { return moves_[depth]; }
    move_numbers of_root() const { return from(0); }

private:
    std::vector<move_numbers> moves_;
};

/// The first moves of a line in one word, up to the next position that the table is asked about:
/// the number of the one, or of each one more, since a line can end before.
template <class Game, class Lines>
std::uint64_t packed_moves(const Game& game, const typename Game::position& here, const Lines& lines, int depth) {
    const int count = game.moves_to_next_asked(here);
    if (count == 1) return lines.number(depth, 0);
    std::uint64_t moves = 0;
    for (int at = std::min(count, lines.length(depth)); at-- > 0;) moves = moves << 8 | (lines.number(depth, at) + 1);
    return moves;
}

template <class Game>
move_numbers unpacked_moves(const Game& game, const typename Game::position& here, std::uint64_t moves) {
    if (game.moves_to_next_asked(here) == 1) return {static_cast<std::uint32_t>(moves)};
    move_numbers numbers;
    for (; moves; moves >>= 8) numbers.push_back((moves & 0xFF) - 1);
    return numbers;
}

/// Go on with a line, to a horizon, that ended where the table gave the answer. `known` gives
/// the moves of an exact entry so many plies before the horizon, or none; if an entry on the way
/// was forgotten, `again` may search its position again. That counts as any search does, and a
/// limit that stops it leaves the line as long as it is then.
template <class Game, class Known, class Again>
void complete(const Game& game, record& found, int horizon, Known known, Again again) {
    auto here = game.root();
    for (std::uint32_t number : found.line) here = game.play_number(here, number);
    int plies = horizon - static_cast<int>(found.line.size());
    while (!game.is_over(here) && plies > 0) {
        move_numbers more = known(here, plies);
        if (more.empty()) {
            try {
                more = again(here, plies);
            } catch (stopped why) {
                found.why = why;
                return;
            }
            if (more.empty()) return;
        }
        for (std::uint32_t number : more) here = game.play_number(here, number);
        found.line.insert(found.line.end(), more.begin(), more.end());
        plies -= static_cast<int>(more.size());
    }
}

}  // namespace kibitz
