// Run a search of any game: its types are chosen by what it is asked for.

#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "best_first.hpp"
#include "bounds.hpp"
#include "concept.hpp"
#include "equilibria.hpp"
#include "replies.hpp"
#include "search.hpp"
#include "soft.hpp"
#include "two_sided.hpp"
#include "uct.hpp"

namespace kibitz {

/// What `Scores` in problem/scores.py holds, in plain numbers: a row of scores per outcome.
struct score_rows {
    std::vector<std::vector<std::int32_t>> rows;
    std::int32_t max_sum = 0;
    std::int32_t delta = 1;
};

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

template <searchable Game, class Test>
record run_equilibria(
    const Game& game, const score_table<Game::sides>& table, const composition& parts, const control& limits,
    kept_table& kept
) {
    if (parts.table == table_rule::none) return equilibria<Game, Test, no_table>(game, table, parts, limits, kept).run();
    return equilibria<Game, Test, kibitz::table>(game, table, parts, limits, kept).run();
}

/// What the root wants if it is to keep a side low: that this has little.
template <searchable Game>
void aim(const Game& game, score_table<Game::sides>& table, int target) {
    if (target < 0 || target >= Game::sides || game.is_over(game.root())) return;
    const int own = game.side(game.root());
    std::int32_t most = 0;
    for (const auto& scores : table.rows) most = std::max(most, scores[target]);
    for (auto& scores : table.rows) scores[own] = most - scores[target];
}

/// One side against all others, who may reply as the search allows.
template <searchable Game>
record run_two_sided(
    const Game& game, const score_table<Game::sides>& table, const composition& parts, const control& limits,
    kept_table& kept
) {
    const auto run = [&](const auto& game) {
        return two_sided<std::remove_cvref_t<decltype(game)>>(game, table, parts, limits, kept).run();
    };
    if (parts.replies == replies_rule::few) return run(few_replies<Game>(game, parts));
    if constexpr (skippable<Game>) {
        if (parts.replies == replies_rule::one) return run(one_reply<Game>(game, parts));
    }
    if (parts.replies == replies_rule::one) throw refused("expected a game in which a pass can be imagined");
    return run(game);
}

template <searchable Game, class Test>
record run_with(
    const Game& game, const score_rows& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    auto table = padded<Game::sides>(plain);
    aim(game, table, parts.target);
    try {
        if constexpr (std::is_same_v<Test, by_player<Game::sides>>) {
            if (parts.growing.rule == growing_rule::uct) return uct<Game>(game, table, parts, limits).run();
            if (parts.growing.rule == growing_rule::best_first) return best_first<Game>(game, table, parts, limits).run();
            if (parts.two_sided) return run_two_sided(game, table, parts, limits, kept);
            if (parts.margin && parts.table == table_rule::none) return soft<Game, no_table>(game, table, parts, limits, kept).run();
            if (parts.margin) return soft<Game, kibitz::table>(game, table, parts, limits, kept).run();
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
