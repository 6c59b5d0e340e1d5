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

/// What `Scores` in reference/scores.py holds, in plain numbers: a row of scores per outcome.
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

/// The cards of a line, and the outcome that they lead to.
template <class Game>
void name_cards(const Game& game, record& found) {
    auto here = game.root();
    for (std::uint32_t number : found.line) {
        const int card = game.moves(here).at(number);
        found.cards.push_back(card);
        here = game.play(here, card);
    }
    if (game.is_over(here)) found.outcome = game.outcome_of(Game::progress(here));
}

/// A trick game with so many players. Outcome sets of 64, 128 and 256 are made to measure.
template <class Game>
record run_tricks_with(
    const Game& game, const plain_scores& plain, const composition& parts, const control& limits, kept_table& kept
) {
    constexpr int sides = Game::sides;
    const std::size_t outcomes = plain.rows.size();
    if (parts.test != test_rule::leaf_table) {
        return run_with<Game, by_player<sides>>(game, plain, parts, limits, kept);
    }
    if constexpr (Game::counted_players != 0) {
        if (outcomes <= 64) {
            return run_with<Game, leaf_table<fixed_set<1>, sides>>(game, plain, parts, limits, kept);
        }
    }
    if constexpr (Game::counted_players > 2) {
        if (outcomes <= 128) {
            return run_with<Game, leaf_table<fixed_set<2>, sides>>(game, plain, parts, limits, kept);
        }
        if (outcomes <= 256) {
            return run_with<Game, leaf_table<fixed_set<4>, sides>>(game, plain, parts, limits, kept);
        }
    }
    return run_with<Game, leaf_table<dynamic_set, sides>>(game, plain, parts, limits, kept);
}

template <int Players>
record run_tricks(
    const trick_rules& rules, const plain_scores& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    using game_type = trick_taking<Players>;
    const game_type game(rules, parts.order, parts.width, parts.keys, parts.probe, parts.leaf);
    record found = run_tricks_with(game, plain, parts, limits, kept);
    name_cards(game, found);
    return found;
}

}  // namespace kibitz
