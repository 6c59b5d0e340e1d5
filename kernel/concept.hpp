// What a search asks of a game, as a concept. games/tree.hpp is the shortest model.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "bounds.hpp"
#include "control.hpp"
#include "decision.hpp"
#include "scores.hpp"
#include "table.hpp"

namespace kibitz {

/// The children of a node, each an int that names it; the listed order decides ties.
template <class Children>
concept listed_children = requires(Children children, const Children seen, int child, std::uint32_t number) {
    { seen.any_unseen() } -> std::convertible_to<bool>;
    { children.next_unseen() } -> std::convertible_to<int>;
    { children.wait(child) };  // for a second look
    { seen.any_waiting() } -> std::convertible_to<bool>;
    { children.next_waiting() } -> std::convertible_to<int>;
    { children.forget_waiting() };
    { children.take_number(number) } -> std::convertible_to<int>;  // the one at a place, which is then seen
    { seen.number(child) } -> std::convertible_to<std::uint32_t>;
    { seen.before(child, child) } -> std::convertible_to<bool>;
    { seen.move(child) } -> std::convertible_to<int>;  // as `play` takes it
};

/// All that the future depends on, in words, and how far from the leaves it is.
template <class Key>
concept comparable_key = requires(const Key key) {
    { key.words.back() } -> std::convertible_to<std::uint64_t>;
    { key.words.size() } -> std::convertible_to<std::size_t>;
    { key.height() } -> std::convertible_to<int>;
};

/// The scores of answers, and which of them are still possible: `scores` of scores.hpp, or its like.
template <class Scores, class Game>
concept answer_scores = std::constructible_from<Scores, const Game&, const score_table<Game::sides>&, watch&> &&
    requires(Scores scores, const Scores fixed, std::int64_t answer, std::uint64_t progress) {
        typename Scores::held;
        { see(fixed.of(answer)) } -> std::convertible_to<const row<Game::sides>&>;
        { fixed.everything().highest } -> std::convertible_to<const row<Game::sides>&>;
        { scores.after(progress).lowest } -> std::convertible_to<const row<Game::sides>&>;
    };

/// A game that every search of the kernel takes, in one position: the root.
template <class Game>
concept searchable = std::copyable<typename Game::position> && listed_children<typename Game::children> &&
    comparable_key<typename Game::key_type> &&
    answer_scores<typename Game::template scores_type<no_set>, Game> &&
    requires(
        const Game game, const typename Game::position here, int child, std::uint32_t number,
        const feasible<no_set, Game::sides> left, typename Game::template scores_type<no_set> scores
    ) {
        { Game::sides } -> std::convertible_to<int>;    // at most; rows of scores are as long as that
        { Game::deepest } -> std::convertible_to<int>;  // plies to the end at most; 0 is not known
        typename Game::move_number;                     // that holds the number of any move
        { game.root() } -> std::same_as<typename Game::position>;
        { game.is_over(here) } -> std::convertible_to<bool>;
        { game.side(here) } -> std::convertible_to<int>;  // of the player to move
        { game.moves(here) } -> std::same_as<typename Game::children>;
        { game.play(here, child) } -> std::same_as<typename Game::position>;
        { game.play_number(here, number) } -> std::same_as<typename Game::position>;
        // What is still feasible depends on one word, which few moves change.
        { Game::progress(here) } -> std::convertible_to<std::uint64_t>;
        { game.progresses(here) } -> std::convertible_to<bool>;
        // Answers: what an end, or an estimate, is known by to `scores_type`; nil is none.
        { game.outcome(here, left) } -> std::convertible_to<std::int64_t>;
        { game.estimate(here, scores) } -> std::convertible_to<std::int64_t>;
        // Where a table is asked, and what by.
        { game.asked(here) } -> std::convertible_to<bool>;
        { game.moves_to_next_asked(here) } -> std::convertible_to<int>;
        { game.plies_left(here) } -> std::convertible_to<int>;  // -1 is not known
        { game.key(here, number) } -> std::same_as<typename Game::key_type>;
    };

}  // namespace kibitz
