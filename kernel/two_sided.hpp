// Searches of two sides: the root's side against all others.
//
// As reference/two_sided.py, step by step: the same step numbers, the same nodes. Only the
// score of the root's side is searched, which it maximises and everyone else minimises.
// Between alpha and beta an answer is the value; at or below alpha, no less than the value;
// at or above beta, no more.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "lines.hpp"
#include "memory.hpp"
#include "scores.hpp"
#include "search.hpp"
#include "table.hpp"

namespace kibitz {

constexpr std::int32_t far = 1 << 30;

template <class Game>
class two_sided {
public:
    static constexpr int sides = Game::sides;
    using position = typename Game::position;
    using feasible_set = feasible<no_set, sides>;

    two_sided(const Game& game, int depth, const score_table<sides>& table, const composition& parts, const control& limits)
        : game_(game),
          scores_(game, table),
          parts_(parts),
          store_(parts.table == table_rule::none ? 1 : parts.table_mb),
          lines_(depth),
          watch_(limits) {
        const position root = game_.root();
        root_side_ = game_.is_over(root) ? 0 : game_.side(root);
    }

    /// Search the root; the record holds the answer, or the best one when it was stopped.
    record run() {
        record found;
        const position root = game_.root();
        const bool asks = parts_.zero_window && !game_.is_over(root);
        try {
            if (asks) questions(root);
            else node(root, -far, far, after(root), 0);
        } catch (stopped why) {
            found.why = why;
        }
        found.stats = stats_;
        found.outcome = best_;
        found.line = best_line_;
        if (best_ == nil || asks) return found;
        watch_.forget_nodes(stats_.visited);
        complete(
            game_, found, [this](const position& here) { return known_moves(here); },
            [this](const position& here) {
                node(here, -far, far, after(here), 0);
                return lines_.of_root();
            }
        );
        return found;
    }

private:
    /// What the table knows of a position: its value lies between.
    struct known {
        std::int32_t least = -far;
        std::int32_t most = far;
        std::uint64_t moves = 0;  ///< To the next position that the table is asked about, if exact.
    };
    using entries = store<known>;

    const feasible_set& after(const position& here) { return scores_.after(Game::progress(here)); }

    /// Search one node within a window.
    [[gnu::noinline]] std::int32_t node(
        const position& here, std::int32_t alpha, std::int32_t beta, const feasible_set& then, int depth
    ) {
        watch_.before(stats_.visited);
        if constexpr (Game::deepest == 0) stack_.check();
        ++stats_.visited;

        // Step 1. The end, or a position that the table answers.
        if (game_.is_over(here)) {
            ++stats_.leaves;
            lines_.end(depth);
            const std::int32_t outcome = game_.outcome(here, then);
            if (depth == 0) best_ = outcome;
            return scores_.table.rows[outcome][root_side_];
        }
        const bool asked = parts_.table != table_rule::none && game_.asked(here);
        table_key key;
        known before;
        if (asked) {
            key = game_.key(here);
            const auto& entry = store_.look(key);
            if (entry.kind() != entries::empty) before = entry.payload;
            if (entry.kind() == entries::exact || before.least >= beta || before.most <= alpha) {
                ++stats_.table_hits;
                lines_.end(depth);
                return before.least > alpha ? before.least : before.most;
            }
        }

        // Step 2. Stop if what can still come about lies outside the window.
        const std::int32_t least = parts_.narrows ? then.lowest[root_side_] : -far;
        const std::int32_t most = parts_.narrows ? then.highest[root_side_] : far;
        if (most <= alpha || least >= beta) {
            ++stats_.entry;
            return most <= alpha ? most : least;
        }
        ++stats_.expanded;
        const bool maximises = game_.side(here) == root_side_;
        typename Game::children children = game_.moves(here);
        bool any = false;
        std::int32_t best = 0;

        while (children.any_unseen()) {
            // Step 3. The window of the child: the mover's best closes it from its side.
            const int child = children.next_unseen();
            std::int32_t low = alpha, high = beta;
            if (any && parts_.alpha_beta) {
                if (maximises) low = std::max(low, best);
                else high = std::min(high, best);

                // Step 4. Stop if no unseen leaf below here could still matter.
                if (best == (maximises ? most : least)) {
                    ++stats_.immediate;
                    break;
                }
                if (low >= high) {
                    ++stats_.window;
                    break;
                }
            }

            // Step 5. Value it.
            const position next = game_.play(here, child);
            const feasible_set& below = Game::progresses(next) ? after(next) : then;
            const std::int32_t answer = node(next, low, high, below, depth + 1);

            // Step 6. Keep it if the mover prefers it; the first of equals stays.
            if (!any || (maximises ? answer > best : answer < best)) {
                any = true;
                best = answer;
                lines_.put(depth, children.number(child));
                if (depth == 0) {
                    best_ = outcome_with(best);
                    best_line_ = lines_.of_root();
                }
            }
        }

        // Step 7. Remember what is known now.
        if (asked) keep(key, before, best, alpha, beta, here, depth);
        return best;
    }

    /// Remember an answer beside what was known.
    void keep(
        const table_key& key, known before, std::int32_t best, std::int32_t alpha, std::int32_t beta, const position& here,
        int depth
    ) {
        if (alpha < best && best < beta) {
            store_.keep(key, entries::exact, {best, best, packed_moves(game_, here, lines_, depth)});
        } else if (parts_.table == table_rule::bounds) {
            if (best <= alpha) before.most = std::min(before.most, best);
            else before.least = std::max(before.least, best);
            store_.keep(key, entries::open, before);
        }
    }

    // The same answer by questions "is it at least this?", each with an empty window.

    /// Find the value by halving, then the first line that has it.
    void questions(position here) {
        std::vector<std::int32_t> chances;
        for (const auto& scores : scores_.table.rows) chances.push_back(scores[root_side_]);
        std::sort(chances.begin(), chances.end());
        chances.erase(std::unique(chances.begin(), chances.end()), chances.end());
        std::size_t first = 0, last = chances.size() - 1;
        while (first < last) {
            const std::size_t middle = (first + last + 1) / 2;
            if (at_least(here, chances[middle])) {
                first = middle;
                best_ = outcome_with(chances[first]);
            } else {
                last = middle - 1;
            }
        }
        const std::int32_t value = chances[first];
        move_numbers line;
        while (!game_.is_over(here)) {
            const bool maximises = game_.side(here) == root_side_;
            typename Game::children children = game_.moves(here);
            while (children.any_unseen()) {
                const int child = children.next_unseen();
                const position next = game_.play(here, child);
                if (at_least(next, maximises ? value : value + 1) == maximises) {
                    line.push_back(children.number(child));
                    here = next;
                    break;
                }
            }
            if (line.size() == 1) {
                best_ = outcome_with(value);
                best_line_ = line;
            }
        }
        best_line_ = line;
    }

    /// Whether the value of a position is at least a score.
    bool at_least(const position& here, std::int32_t score) {
        return node(here, score - 1, score, after(here), 1) >= score;
    }

    // Values and lines.

    /// An outcome that is worth this to the root's side.
    std::int32_t outcome_with(std::int32_t score) const {
        for (std::size_t at = 0; at < scores_.table.rows.size(); ++at) {
            if (scores_.table.rows[at][root_side_] == score) return static_cast<std::int32_t>(at);
        }
        return nil;
    }

    /// The next moves of an exact entry; nothing if there is none.
    move_numbers known_moves(const position& here) const {
        if (parts_.table == table_rule::none || !game_.asked(here)) return {};
        const auto& entry = store_.look(game_.key(here));
        return entry.kind() == entries::exact ? unpacked_moves(game_, here, entry.payload.moves) : move_numbers();
    }

    const Game& game_;
    scores<Game, no_set> scores_;
    const composition parts_;
    entries store_;
    lines<typename Game::move_number, Game::deepest> lines_;
    statistics stats_;
    int root_side_ = 0;
    std::int32_t best_ = nil;
    move_numbers best_line_;
    watch watch_;
    stack_guard stack_;
};

}  // namespace kibitz
