// Choose the types of a search by what it is asked for, and run it.

#pragma once

#include <type_traits>
#include <vector>

#include "bounds.hpp"
#include "chinese_checkers.hpp"
#include "counting.hpp"
#include "search.hpp"
#include "tree.hpp"
#include "trick_taking.hpp"
#include "two_sided.hpp"

namespace kibitz {

/// The leaf-value table in plain numbers, a row of scores an outcome.
struct plain_scores {
    std::vector<std::vector<std::int32_t>> rows;
    std::int32_t max_sum = 0;
    std::int32_t delta = 1;
};

record run(const trick_rules&, const plain_scores&, const composition&, const control&, kept_table&);
record run(const tree_rules&, const plain_scores&, const composition&, const control&, kept_table&);
record run(const chinese_checkers_rules&, const plain_scores&, const composition&, const control&, kept_table&);

/// Positions after 1, 2, ... moves, at most `depth`.
std::vector<count> count_moves(const trick_rules&, int depth, const control&);

template <int Sides>
score_table<Sides> padded(const plain_scores& plain) {
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
record run_with(
    const Game& game, const plain_scores& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    const auto table = padded<Game::sides>(plain);
    try {
        if constexpr (std::is_same_v<Test, by_player<Game::sides>>) {
            if (parts.two_sided) return two_sided<Game>(game, table, parts, limits, kept).run();
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

/// A trick game with so many players. Outcome sets of 64, 128 and 256 are made to measure.
template <int Players>
record run_tricks(
    const trick_rules& rules, const plain_scores& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    using game_type = trick_taking<Players>;
    constexpr int sides = game_type::sides;
    const game_type game(rules, parts.order, parts.width, parts.keys, parts.probe, parts.leaf);
    const std::size_t outcomes = plain.rows.size();
    if (parts.test != test_rule::leaf_table) {
        return run_with<game_type, by_player<sides>>(game, plain, parts, limits, kept);
    }
    if constexpr (Players != 0) {
        if (outcomes <= 64) {
            return run_with<game_type, leaf_table<fixed_set<1>, sides>>(game, plain, parts, limits, kept);
        }
    }
    if constexpr (Players > 2) {
        if (outcomes <= 128) {
            return run_with<game_type, leaf_table<fixed_set<2>, sides>>(game, plain, parts, limits, kept);
        }
        if (outcomes <= 256) {
            return run_with<game_type, leaf_table<fixed_set<4>, sides>>(game, plain, parts, limits, kept);
        }
    }
    return run_with<game_type, leaf_table<dynamic_set, sides>>(game, plain, parts, limits, kept);
}

}  // namespace kibitz
