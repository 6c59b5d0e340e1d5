#include "run.hpp"

namespace kibitz {

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
    const Game& game, const score_rows& plain, const composition& parts, const control& limits, kept_table& kept
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
    const trick_rules& rules, const score_rows& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    using game_type = trick_taking<Players>;
    const game_type game(rules, parts.order, parts.width, parts.keys, parts.probe, parts.leaf);
    record found = run_tricks_with(game, plain, parts, limits, kept);
    name_cards(game, found);
    return found;
}

record run(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    if (parts.partition) return run_partition(rules, scores, parts, limits, kept);
    switch (rules.players) {
        case 2: return run_tricks<2>(rules, scores, parts, limits, kept);
        case 3: return run_tricks<3>(rules, scores, parts, limits, kept);
        case 4: return run_tricks<4>(rules, scores, parts, limits, kept);
        default: return run_tricks<0>(rules, scores, parts, limits, kept);
    }
}

std::vector<count> count_moves(const trick_rules& rules, int depth, const control& limits) {
    const trick_taking<0> game(rules, order_rule::high, 0, keys_rule::relative, probe_rule::trick, leaf_rule::none);
    return counting(game, depth, limits).run();
}

}  // namespace kibitz
