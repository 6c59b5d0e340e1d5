// Choose the types of a search of a trick game by its outcomes, and run it.

#pragma once

#include "playouts.hpp"
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
    if (parts.free) return run_with<Game, leaf_table<dynamic_set, sides>>(game, plain, parts, limits, kept);
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

template <int Players, class Pack>
record run_tricks(
    const trick_rules& rules, const score_rows& plain, const composition& parts, const control& limits,
    kept_table& kept
) {
    using game_type = trick_taking<Players, Pack>;
    const game_type game(rules, parts.order, parts.width, parts.keys, parts.probe, parts.leaf);
    record found = run_tricks_with(game, plain, parts, limits, kept);
    name_cards(game, found);
    return found;
}

/// Trick games with packs or duties of their own.
record run_other_pack(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);

}  // namespace kibitz
