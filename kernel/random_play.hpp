// How a game goes on below the tree of a best-first search, as reference/playouts.py.

#pragma once

#include <cstdint>
#include <optional>

#include "chances.hpp"
#include "concept.hpp"
#include "control.hpp"
#include "growing_parts.hpp"

namespace kibitz {

/// For games that have none.
struct no_simple_rules {};

template <class Game>
struct simple_rules_of {
    using type = no_simple_rules;
};
template <class Game>
    requires requires { typename Game::simple_rules; }
struct simple_rules_of<Game> {
    using type = typename Game::simple_rules;
};

/// Chooses the moves of play-outs.
template <searchable Game, class Scores>
class random_play {
public:
    static constexpr int sides = Game::sides;
    using position = typename Game::position;

    random_play(const Game& game, Scores& scores, const growing_parts& parts)
        : game_(game), scores_(scores), parts_(parts), chances_(parts.seed), against_(parts.policy != growing_policy::maxn) {
        if (parts.playouts != playout_rule::rules) return;
        if constexpr (requires { typename Game::simple_rules; }) {
            const auto& rules = game.rules();
            if (!rules.wants.empty()) by_rules_.emplace(game, rules.wants, rules.step);
        }
        if (!by_rules_) throw refused("expected a game with simple rules");
    }

    /// Make the move of a play-out.
    void go_on(position& here) {
        const int move = next(here);
        if constexpr (requires { game_.advance(here, move); }) game_.advance(here, move);
        else here = game_.play(here, move);
    }

    /// The scores of an end.
    std::int64_t outcome(const position& here) { return game_.outcome(here, scores_.after(Game::progress(here))); }

private:
    /// The move that a play-out makes.
    int next(const position& here) {
        if constexpr (requires { game_.first_listed(here); }) {  // the same without a list, unless it is needed
            if (parts_.playouts == playout_rule::order && game_.lists_first()) {
                const auto [move, has_others] = game_.first_listed(here);
                if (!has_others || !(chances_.share() < parts_.epsilon)) return move;
                auto children = game_.moves(here);
                const std::uint32_t chosen = chances_.below(count_of(here, children));
                return children.move(children.take_number(chosen));
            }
        }
        auto children = game_.moves(here);
        const std::uint32_t count = count_of(here, children);
        std::uint32_t chosen = 0;
        if (count > 1) {
            if (parts_.playouts == playout_rule::random || chances_.share() < parts_.epsilon) {
                chosen = chances_.below(count);
            } else if (parts_.playouts == playout_rule::rules) {
                if constexpr (requires { typename Game::simple_rules; }) return by_rules_->card(here);
            } else if (parts_.playouts != playout_rule::order) {
                chosen = best(here);
            }
        }
        return children.move(children.take_number(chosen));
    }

    /// How many moves there are.
    template <class Children>
    std::uint32_t count_of(const position& here, const Children& children) const {
        if constexpr (requires { children.size(); }) {
            return static_cast<std::uint32_t>(children.size());
        } else {
            std::uint32_t count = 0;
            for (auto left = game_.moves(here); left.any_unseen(); ++count) left.next_unseen();
            return count;
        }
    }

    /// The move that is best by estimates one or two plies away; the first of equals stays.
    std::uint32_t best(const position& here) {
        const int own = game_.side(here), plies = parts_.playouts == playout_rule::two_ply;
        std::uint32_t chosen = 0;
        std::int32_t most = 0;
        auto children = game_.moves(here);
        for (std::uint32_t at = 0; children.any_unseen(); ++at) {
            const position after = game_.play(here, children.move(children.next_unseen()));
            const std::int32_t worth = looked(after, plies, own)[own];
            if (at == 0 || worth > most) {
                chosen = at;
                most = worth;
            }
        }
        return chosen;
    }

    /// The scores of a position by estimates so many plies on.
    row<sides> looked(const position& here, int plies, int own) {
        if (game_.is_over(here)) return see(scores_.of(outcome(here)));
        if (!plies) return see(scores_.of(game_.estimate(here, scores_)));
        const int side = game_.side(here), whose = against_ && side != own ? own : side;
        const int sign = whose == side ? 1 : -1;
        auto children = game_.moves(here);
        row<sides> best{};
        for (bool first = true; children.any_unseen(); first = false) {
            const row<sides> found = looked(game_.play(here, children.move(children.next_unseen())), plies - 1, own);
            if (first || sign * found[whose] > sign * best[whose]) best = found;
        }
        return best;
    }

    const Game& game_;
    Scores& scores_;
    const growing_parts& parts_;
    chances chances_;
    const bool against_;
    std::optional<typename simple_rules_of<Game>::type> by_rules_;
};

}  // namespace kibitz
