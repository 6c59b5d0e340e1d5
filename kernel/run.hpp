// Choose the types of a search by what it is asked for, and run it.

#pragma once

#include <type_traits>
#include <vector>

#include "bounds.hpp"
#include "games/chinese_checkers.hpp"
#include "counting.hpp"
#include "equilibria.hpp"
#include "search.hpp"
#include "games/tree.hpp"
#include "games/trick_taking.hpp"
#include "two_sided.hpp"

namespace kibitz {

/// What `Scores` in reference/scores.py holds, in plain numbers: a row of scores per outcome.
struct score_rows {
    std::vector<std::vector<std::int32_t>> rows;
    std::int32_t max_sum = 0;
    std::int32_t delta = 1;
};

record run(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const tree_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const chinese_checkers_rules&, const score_rows&, const composition&, const control&, kept_table&);

/// A partition search of a trick game; `run` comes here if the composition is one.
record run_partition(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);

/// A search of two sides for points; `run` comes here if the composition is one.
record run_points(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);

/// Positions after 1, 2, ... moves, at most `depth`.
std::vector<count> count_moves(const trick_rules&, int depth, const control&);

template <int Sides>
score_table<Sides> padded(const score_rows& plain) {
    score_table<Sides> table;
    table.max_sum = plain.max_sum;
    table.delta = plain.delta;
    for (const auto& scores : plain.rows) {
        row<Sides> padded{};
        std::copy(scores.begin(), scores.end(), padded.begin());
        table.rows.push_back(padded);
    }
    return table;
}

template <class Game, class Test>
record run_equilibria(
    const Game& game, const score_table<Game::sides>& table, const composition& parts, const control& limits,
    kept_table& kept
) {
    if (parts.table == table_rule::none) return equilibria<Game, Test, no_table>(game, table, parts, limits, kept).run();
    return equilibria<Game, Test, kibitz::table>(game, table, parts, limits, kept).run();
}

template <class Game, class Test>
record run_with(
    const Game& game, const score_rows& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    const auto table = padded<Game::sides>(plain);
    try {
        if constexpr (std::is_same_v<Test, by_player<Game::sides>>) {
            if (parts.two_sided) return two_sided<Game>(game, table, parts, limits, kept).run();
        }
        if constexpr (std::is_same_v<typename Test::set, dynamic_set> || std::is_same_v<typename Test::set, no_set>) {
            if (parts.free) return run_equilibria<Game, Test>(game, table, parts, limits, kept);
        }
        if (parts.table == table_rule::none) {
            return search<Game, Test, no_table>(game, table, parts, limits, kept).run();
        }
        return search<Game, Test, kibitz::table>(game, table, parts, limits, kept).run();
    } catch (stopped why) {  // before the first node
        record nothing;
        nothing.why = why;
        return nothing;
    }
}

}  // namespace kibitz
