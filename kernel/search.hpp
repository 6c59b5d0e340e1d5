// The one loop behind every max^n search.
//
// As reference/search.py, step by step: the same step numbers, the same nodes. An answer is
// the number of an outcome, whose scores are the value, or nil: for at least one bounded
// player, the value is not better than its bound.

#pragma once

#include <algorithm>
#include <cstdint>

#include "bounds.hpp"
#include "control.hpp"
#include "decision.hpp"
#include "lines.hpp"
#include "memory.hpp"
#include "ordering.hpp"
#include "scores.hpp"
#include "table.hpp"

namespace kibitz {

/// The choices on the axes of the algorithm that are not part of a type.
struct composition {
    handed_on handing;
    test_rule test = test_rule::never;
    bool narrows = false;  ///< heuristic=taken
    table_rule table = table_rule::none;
    keys_rule keys = keys_rule::absolute;
    probe_rule probe = probe_rule::card;
    order_rule order = order_rule::high;
    std::size_t table_mb = 256;
    bool two_sided = false;    ///< backup=minimax or paranoid
    bool alpha_beta = false;   ///< Their pruning,
    bool zero_window = false;  ///< and by questions instead of one search.
};

/// A composition at work on one position.
template <class Game, class Test, template <int> class Memory>
class search {
public:
    static constexpr int sides = Game::sides;
    using position = typename Game::position;
    using feasible_set = feasible<typename Test::set, sides>;
    using given_bounds = bounds<sides>;

    search(const Game& game, int depth, const score_table<sides>& table, const composition& parts, const control& limits)
        : game_(game),
          handed_on_(parts.handing),
          test_(parts.test, table),
          scores_(game, table),
          narrows_(parts.narrows),
          memory_(parts.table, parts.table_mb),
          lines_(depth),
          watch_(limits) {}

    /// Search the root; the record holds the answer, or the best one when it was stopped.
    record run() {
        record found;
        const position root = game_.root();
        try {
            node(root, given_bounds(), scores_.after(Game::progress(root)), 0);
        } catch (stopped why) {
            found.why = why;
        }
        found.stats = stats_;
        found.outcome = best_;
        if (best_ == nil) return found;
        found.line = lines_.of_root();
        if constexpr (Memory<sides>::keeps) {
            watch_.forget_nodes(stats_.visited);
            complete(
                game_, found, [this](const position& here) { return known_moves(here); },
                [this](const position& here) {
                    node(here, given_bounds(), scores_.after(Game::progress(here)), 0);
                    return lines_.of_root();
                }
            );
        }
        return found;
    }

private:
    /// Search one node under bounds, each born at some depth.
    [[gnu::noinline]] std::int32_t node(const position& here, const given_bounds& bounds, const feasible_set& after, int depth) {
        watch_.before(stats_.visited);
        if constexpr (Game::deepest == 0) stack_.check();
        ++stats_.visited;

        // Step 1. The end, or a position that the table answers.
        if (game_.is_over(here)) {
            ++stats_.leaves;
            lines_.end(depth);
            const std::int32_t outcome = game_.outcome(here, after);
            if (depth == 0) best_ = outcome;
            return outcome;
        }
        [[maybe_unused]] table_key key;
        [[maybe_unused]] bool asked = false;
        if constexpr (Memory<sides>::keeps) {
            asked = game_.asked(here);
            if (asked) {
                key = game_.key(here);
                const found known = memory_.look(key, bounds.bound);
                if (known.what != found::nothing) {
                    ++stats_.table_hits;
                    lines_.end(depth);
                    return known.outcome;
                }
            }
        }

        // Step 2. Stop if no leaf below here can matter.
        const feasible_set& left = narrows_ ? after : scores_.everything();
        if (!test_.possible(bounds.bound, left)) {
            ++stats_.entry;
            return nil;
        }
        ++stats_.expanded;
        const int mover = game_.side(here);
        typename Game::children children = game_.moves(here);
        std::int32_t best = nil;
        const row<sides>* best_scores = nullptr;
        int at = 0;
        bool beats = false, cut = false;

        while (true) {
            // Step 3. Once the best beats every bound, a waiting child; else the next unseen.
            const bool again = beats && children.any_waiting();
            int child;
            given_bounds given;
            if (again) {
                child = children.next_waiting();
            } else if (children.any_unseen()) {
                child = children.next_unseen();
                if (!beats) given = handed_on_.older(bounds, depth, best == nil, !children.any_unseen());
            } else {
                break;
            }

            // Step 4. Stop if no unseen leaf below here could still matter.
            std::int32_t own = no_bound;
            if (best != nil) {
                own = (*best_scores)[mover] - children.before(child, at);  // left of the best wins ties
                if (!test_.possible_for(mover, own, left)) {
                    // Nothing is better for the mover, which settles this child and all after it;
                    // children wait on only if they waited for the best to beat the bounds.
                    ++stats_.immediate;
                    if (beats) children.forget_waiting();
                    break;
                }
                if (!beats) {
                    row<sides> together = bounds.bound;
                    together[mover] = std::max(own, together[mover]);
                    if (!test_.possible(together, left)) {
                        ++(bounds.distant(depth) ? stats_.distant : stats_.shallow);
                        cut = true;
                        break;
                    }
                }
                if (handed_on_.life && own >= given.bound[mover]) {
                    given.bound[mover] = own;
                    given.born[mover] = depth;
                }
            }

            // Step 5. Value it. A failure is settled if nothing but the mover's bound caused it.
            stats_.re_searches += again;
            const position next = game_.play(here, child);
            const feasible_set& then = Game::progresses(next) ? scores_.after(Game::progress(next)) : after;
            const std::int32_t answer = node(next, given, then, depth + 1);
            if (answer == nil) {
                if (handed_on_.waits && (best == nil || !given.is_only(mover, own))) children.wait(child);
                continue;
            }

            // Step 6. Keep it if the mover prefers it; the first of equals stays.
            const row<sides>& scores = scores_.table.rows[answer];
            if (best == nil || scores[mover] > (*best_scores)[mover] ||
                (scores[mover] == (*best_scores)[mover] && children.before(child, at))) {
                best = answer;
                best_scores = &scores;
                at = child;
                beats = bounds.beaten_by(scores);
                lines_.put(depth, children.number(child));
                if (depth == 0) best_ = best;
            }
        }

        // Step 7. With children unseen or waiting, only "does not beat the bounds" is known.
        const std::int32_t result = cut || children.any_waiting() ? nil : best;
        if constexpr (Memory<sides>::keeps) {
            if (asked) memory_.keep(key, result, bounds.bound, result == nil ? 0 : packed_moves(game_, here, lines_, depth));
        }
        return result;
    }

    /// The next moves of an exact entry; nothing if there is none.
    move_numbers known_moves(const position& here) const {
        if (!game_.asked(here)) return {};
        const found known = memory_.look(game_.key(here), all_sides<sides>(no_bound));
        return known.what == found::exact ? unpacked_moves(game_, here, known.moves) : move_numbers();
    }

    const Game& game_;
    const handed_on handed_on_;
    const Test test_;
    scores<Game, typename Test::set> scores_;
    const bool narrows_;
    Memory<sides> memory_;
    lines<typename Game::move_number, Game::deepest> lines_;
    statistics stats_;
    std::int32_t best_ = nil;
    watch watch_;
    stack_guard stack_;
};

}  // namespace kibitz
