// Soft-max^n: what can come about if it is not known what players prefer.
//
// As reference/soft.py, without models: the same nodes. An answer is a set of values by its
// number, as in equilibria.hpp; the first of them has the line.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "equilibria.hpp"
#include "rooted.hpp"

namespace kibitz {

/// A soft search at work on one position.
template <class Game, template <class, int> class Memory>
class soft : public rooted<soft<Game, Memory>, Game, by_player<Game::sides>, Memory> {
    using base = rooted<soft, Game, by_player<Game::sides>, Memory>;
    friend base;
    using typename base::feasible_set, typename base::given_bounds, typename base::memory, typename base::position;
    using base::begin, base::game_, base::horizon_, base::keep, base::kept, base::lines_, base::scores_, base::sides, base::stack_, base::stats_,
        base::watch_;
    using held_sets = table_of_sets<memory>;

public:
    soft(const Game& game, const score_table<sides>& table, const composition& parts, const control& limits, kept_table& kept)
        : soft(game, table, parts, limits, kept.as<held_sets>(parts.table, parts.table_bytes)) {}

    /// The record of the root, with all its values.
    record run() {
        record found = base::run();
        if (found.answer == nil) return found;
        each_value(sets_, found.answer, [&](std::int64_t value) { found.values.push_back(value); });
        found.answer = first_value(sets_, found.answer);
        return found;
    }

private:
    /// A child, with the least and the most that the mover gets in any of its values.
    struct valued {
        std::uint32_t number;
        std::int64_t answer;
        std::int32_t least, most;
        move_numbers line;
    };

    soft(const Game& game, const score_table<sides>& table, const composition& parts, const control& limits, held_sets& held)
        : base(game, table, parts, limits, held.table), margin_(parts.margin), sets_(held.sets), first_like_(first_with_scores(table)) {}

    /// Search one node: all its children, and what they make together.
    [[gnu::noinline]] std::int64_t node(const position& here, const given_bounds& bounds, const feasible_set& after, int depth, bool) {
        watch_.before(stats_.visited);
        stack_.check();
        ++stats_.visited;

        // Step 1. The end, the horizon, or a position that the table answers.
        const auto begun = begin(here, bounds, after, depth, [this](std::int64_t answer) { return first_like_.of(answer); });
        if (begun.settled) return kept(begun.answer, depth);

        // Step 2. Value every child.
        ++stats_.expanded;
        const int mover = game_.side(here);
        typename Game::children children = game_.moves(here);
        std::vector<valued> all;
        while (children.any_unseen()) {
            const int child = children.next_unseen();
            const position next = game_.play(here, children.move(child));
            const feasible_set& then = game_.progresses(next) ? scores_.after(Game::progress(next)) : after;
            const std::int64_t answer = node(next, bounds, then, depth + 1, false);
            valued one{children.number(child), answer, score(first_value(sets_, answer), mover), 0, lines_.from(depth + 1)};
            one.most = one.least;
            each_value(sets_, answer, [&](std::int64_t value) {
                one.least = std::min(one.least, score(value, mover));
                one.most = std::max(one.most, score(value, mover));
            });
            all.push_back(std::move(one));
        }

        // Step 3. Drop the moves that are sure to be worse than another; keep all values of the others.
        std::int32_t sure = all.front().least;
        for (const valued& one : all) sure = std::max(sure, one.least);
        std::int64_t best = nil;
        value_sets::set values;
        for (const valued& one : all) {
            if (sure - one.most >= margin_) continue;
            each_value(sets_, one.answer, [&](std::int64_t value) { values.push_back(value); });
            if (best != nil) continue;
            best = first_value(sets_, one.answer);
            lines_.put(depth, one.number, one.line);
        }
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        const std::int64_t result = sets_.number(best, values);
        keep(begun, here, bounds, result, depth);
        return kept(result, depth);
    }

    std::int32_t score(std::int64_t value, int side) const {
        const auto held = scores_.of(value);
        return see(held)[side];
    }

    const std::int32_t margin_;  ///< By how much more is sure to be preferred.
    value_sets& sets_;
    const first_with_scores first_like_;
};

}  // namespace kibitz
