// The one loop behind every max^n search.
//
// As reference/search.py, step by step: the same step numbers, the same nodes. An answer is
// an outcome, whose scores are the value, or nil: for at least one bounded player, the value is
// not better than its bound.

#pragma once

#include <algorithm>
#include <cstdint>

#include "rooted.hpp"

namespace kibitz {

/// A composition of max^n parts at work on one position.
template <class Game, class Test, template <class, int> class Memory>
class search : public rooted<search<Game, Test, Memory>, Game, Test, Memory> {
    using base = rooted<search, Game, Test, Memory>;
    friend base;
    using typename base::feasible_set, typename base::given_bounds, typename base::memory, typename base::position, typename base::scores_type;
    using base::begin, base::game_, base::handed_on_, base::horizon_, base::keep, base::kept, base::lines_, base::narrows_, base::scores_, base::sides,
        base::stack_, base::stats_, base::target_, base::test_, base::watch_;

public:
    search(
        const Game& game, const score_table<sides>& table, const composition& parts, const control& limits,
        kept_table& kept
    )
        : base(game, table, parts, limits, kept.as<memory>(parts.table, parts.table_bytes)) {}

private:
    /// Search the root of a directed offensive that is one for the next move only: the move after
    /// which the target gets least, and below it plain max^n. No table is asked about such a root.
    void keep_low(const position& here) {
        watch_.before(stats_.visited);
        ++stats_.visited;
        ++stats_.expanded;
        typename Game::children children = game_.moves(here);
        std::int64_t best = nil;
        std::int32_t least = 0;
        while (children.any_unseen()) {
            const int child = children.next_unseen();
            const position next = game_.play(here, children.move(child));
            const std::int64_t answer = node(next, given_bounds(), scores_.after(Game::progress(next)), 1, false);
            const auto held = scores_.of(answer);
            if (best != nil && see(held)[target_] >= least) continue;  // the first of equals stays
            best = answer;
            least = see(held)[target_];
            lines_.put(0, children.number(child));
            kept(best, 0);
        }
    }

    /// Search one node under bounds, each born at some depth; perhaps on the line to try first.
    [[gnu::noinline]] std::int64_t node(
        const position& here, const given_bounds& bounds, const feasible_set& after, int depth, bool on_line
    ) {
        watch_.before(stats_.visited);
        if constexpr (Game::deepest == 0) stack_.check();
        ++stats_.visited;

        // Step 1. The end, the horizon, or a position that the table answers.
        // Nothing is left to choose here, or it was searched before.
        const auto begun = begin(here, bounds, after, depth, [](std::int64_t answer) { return answer; });
        if (begun.settled) return kept(begun.answer, depth);

        // Step 2. Stop if no leaf below here can matter.
        // An ancestor keeps what it has secured unless some outcome beats every bound.
        const feasible_set& left = narrows_ ? after : scores_.everything();
        if (!test_.possible(bounds.bound, left)) {
            ++stats_.entry;
            return nil;
        }
        ++stats_.expanded;
        const int mover = game_.side(here);
        typename Game::children children = game_.moves(here);
        std::int64_t best = nil;
        typename scores_type::held best_scores{};
        int at = 0;
        bool beats = false, cut = false;
        int first = on_line && horizon_.has_line(depth) ? children.take_number(horizon_.number(depth)) : nil;
        const int tried = first;

        while (true) {
            // Step 3. Once the best beats every bound, a waiting child; else the next unseen.
            // Then this node may be chosen, and what failed on older bounds may be its value.
            const bool again = beats && children.any_waiting();
            int child;
            given_bounds given;
            if (again) {
                child = children.next_waiting();
            } else if (first != nil || children.any_unseen()) {
                child = first != nil ? first : children.next_unseen();
                first = nil;
                if (!beats) given = handed_on_.older(bounds, depth, best == nil, !children.any_unseen());
            } else {
                break;
            }

            // Step 4. Stop if no unseen leaf below here could still matter.
            // The mover gives up its best only for more, and ancestors their bounds only for more.
            std::int32_t own = no_bound;
            if (best != nil) {
                own = see(best_scores)[mover] - children.before(child, at);  // left of the best wins ties
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
            // Then the mover has as much already; older bounds speak only for ancestors.
            stats_.re_searches += again;
            const position next = game_.play(here, children.move(child));
            const feasible_set& then = game_.progresses(next) ? scores_.after(Game::progress(next)) : after;
            const std::int64_t answer = node(next, given, then, depth + 1, on_line && child == tried);
            if (answer == nil) {
                if (handed_on_.waits && (best == nil || !given.is_only(mover, own))) children.wait(child);
                continue;
            }

            // Step 6. Keep it if the mover prefers it; the first of equals stays.
            // So it is the value of plain max^n, in whichever order the children came.
            const auto held = scores_.of(answer);
            const row<sides>& scores = see(held);
            if (best == nil || scores[mover] > see(best_scores)[mover] ||
                (scores[mover] == see(best_scores)[mover] && children.before(child, at))) {
                best = answer;
                best_scores = held;
                at = child;
                beats = bounds.beaten_by(scores);
                lines_.put(depth, children.number(child));
                kept(best, depth);
            }
        }

        // Step 7. With children unseen or waiting, only "does not beat the bounds" is known.
        // The mover's choice may be one of them; either way an ancestor prefers what it has.
        const std::int64_t result = cut || children.any_waiting() ? nil : best;
        keep(begun, here, bounds, result, depth);
        return result;
    }
};

}  // namespace kibitz
