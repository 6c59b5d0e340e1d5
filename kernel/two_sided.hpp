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
    using scores_type = typename Game::template scores_type<no_set>;

    two_sided(
        const Game& game, const score_table<sides>& table, const composition& parts, const control& limits,
        kept_table& kept
    )
        : game_(game),
          watch_(limits),
          scores_(game, table, watch_),
          parts_(parts),
          entries_(kept.as<memory>(parts.table, parts.table == table_rule::none ? 0 : parts.table_bytes).entries),
          horizon_(parts.leaf, parts.iterative, limits.depth) {
        const position root = game_.root();
        root_side_ = game_.is_over(root) ? 0 : game_.side(root);
    }

    /// Search the root; the record holds the answer, or the best one when it was stopped.
    record run() {
        record found;
        const position root = game_.root();
        const bool asks = parts_.zero_window && !game_.is_over(root);
        if constexpr (Game::deepest != 0) stack_.check(game_.plies_left(root));
        do {
            kept_ = false;
            try {
                if (asks) questions(root);
                else node(root, -far, far, after(root), 0, true);
            } catch (stopped why) {
                found.why = why;
            }
            found.answer = best_;
            if (kept_) {
                found.line = best_line_;
                if (!asks) complete_line(found, false);
            }
        } while (found.why == stopped::no && horizon_.deepen(found));
        if (!asks && (found.why == stopped::no || found.why == stopped::depth)) complete_line(found, true);
        found.stats = stats_;
        return found;
    }

private:
    /// What the table knows of a position: its value lies between.
    struct known {
        std::int32_t least = -far;
        std::int32_t most = far;
        std::uint64_t moves = 0;  ///< To the next position that the table is asked about, if exact.
    };
    using key_type = typename Game::key_type;
    using store_type = store<key_type, known>;
    struct memory {
        memory(table_rule, std::size_t bytes) : entries(bytes) {}
        store_type entries;
    };

    const feasible_set& after(const position& here) { return scores_.after(Game::progress(here)); }

    /// Search one node within a window; perhaps on the line to try first.
    [[gnu::noinline]] std::int32_t node(
        const position& here, std::int32_t alpha, std::int32_t beta, const feasible_set& then, int depth, bool on_line
    ) {
        watch_.before(stats_.visited);
        if constexpr (Game::deepest == 0) stack_.check();
        ++stats_.visited;

        // Step 1. The end, the horizon, or a position that the table answers.
        // Nothing is left to choose here, or it was searched before.
        if (game_.is_over(here)) {
            ++stats_.leaves;
            lines_.end(depth);
            return kept(score(game_.outcome(here, then)), depth);
        }
        if (horizon_.is_here(depth)) {
            ++stats_.leaves;
            horizon_.guess();
            lines_.end(depth);
            return kept(score(game_.estimate(here, scores_)), depth);
        }
        const bool asked = parts_.table != table_rule::none && game_.asked(here);
        key_type key;
        known before;
        bool guessed_before = false;
        if (asked) {
            key = game_.key(here, horizon_.plies(depth, game_.plies_left(here)));
            const auto& entry = entries_.look(key);
            if (entry.kind() != store_type::empty) {
                before = entry.payload;
                guessed_before = entry.guessed();
            }
            if (entry.kind() == store_type::exact || before.least >= beta || before.most <= alpha) {
                ++stats_.table_hits;
                horizon_.guess(guessed_before);
                lines_.end(depth);
                return kept(before.least > alpha ? before.least : before.most, depth);
            }
        }

        // Step 2. Stop if what can still come about lies outside the window.
        // One of the two sides has as much further up, and does not let it come to this.
        const std::int32_t least = parts_.narrows ? then.lowest[root_side_] : -far;
        const std::int32_t most = parts_.narrows ? then.highest[root_side_] : far;
        if (most <= alpha || least >= beta) {
            ++stats_.entry;
            lines_.end(depth);
            return most <= alpha ? most : least;
        }
        ++stats_.expanded;
        const bool maximises = game_.side(here) == root_side_;
        typename Game::children children = game_.moves(here);
        bool any = false;
        std::int32_t best = 0;
        int at = 0;
        const std::uint64_t guesses = horizon_.guesses();
        int first = on_line && horizon_.has_line(depth) ? children.take_number(horizon_.number(depth)) : nil;
        const int tried = first;

        while (first != nil || children.any_unseen()) {
            // Step 3. The window of the child: the mover's best closes it from its side.
            // The mover leaves its best only for more, or for as much further to the left.
            const int child = first != nil ? first : children.next_unseen();
            first = nil;
            const bool left = any && children.before(child, at);  // left of the best wins ties
            std::int32_t low = alpha, high = beta;
            if (any && parts_.alpha_beta) {
                if (maximises) low = std::max(low, best - left);
                else high = std::min(high, best + left);

                // Step 4. Stop if no unseen leaf below here could still matter.
                // The mover has all there is, or the other side does not let it come to this.
                if (!left && best == (maximises ? most : least)) {
                    ++stats_.immediate;
                    break;
                }
                if (maximises ? best >= beta : best <= alpha) {
                    ++stats_.window;
                    break;
                }
            }

            // Step 5. Value it.
            // Outside the window its value does not matter, so a bound on it will do.
            const position next = game_.play(here, children.move(child));
            const feasible_set& below = game_.progresses(next) ? after(next) : then;
            const std::int32_t answer = node(next, low, high, below, depth + 1, on_line && child == tried);

            // Step 6. Keep it if the mover prefers it; the first of equals stays.
            // So it is the line of plain minimax, in whichever order the children came.
            if (!any || (maximises ? answer > best : answer < best) || (answer == best && left)) {
                any = true;
                best = answer;
                at = child;
                lines_.put(depth, children.number(child));
                kept(best, depth);
            }
        }

        // Step 7. Remember what is known now.
        // In the window the number is the value; at its edges the value is at most or at least that.
        if (asked) {
            const bool guessed = horizon_.guesses() > guesses;
            if (alpha < best && best < beta) {
                const std::uint64_t moves = packed_moves(game_, here, lines_, depth);
                entries_.keep(key, store_type::exact, guessed, {best, best, moves});
            } else if (parts_.table == table_rule::bounds) {
                if (best <= alpha) before.most = std::min(before.most, best);
                else before.least = std::max(before.least, best);
                entries_.keep(key, store_type::open, guessed || guessed_before, before);
            }
        }
        return best;
    }

    std::int32_t score(std::int64_t answer) const {
        const auto held = scores_.of(answer);
        return see(held)[root_side_];
    }

    /// Take note of an answer and its line, if they are those of the root.
    std::int32_t kept(std::int32_t answer, int depth) {
        if (depth == 0) {
            best_ = answer;
            best_line_ = lines_.of_root();
            kept_ = true;
        }
        return answer;
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
                best_ = chances[first];
                // The move that says yes gets as much; which one that is, a table does not know.
                best_line_.clear();
                if (lines_.length(1)) best_line_.push_back(lines_.number(1, 0));
                kept_ = true;
            } else {
                last = middle - 1;
            }
        }
        const std::int32_t value = chances[first];
        move_numbers line;
        while (!game_.is_over(here)) {
            const bool maximises = game_.side(here) == root_side_;
            typename Game::children children = game_.moves(here);
            int child;
            position next;
            do {  // one of them has the value
                child = children.next_unseen();
                next = game_.play(here, children.move(child));
            } while (at_least(next, maximises ? value : value + 1) != maximises && children.any_unseen());
            line.push_back(children.number(child));
            here = next;
            if (line.size() == 1) {
                best_ = value;
                best_line_ = line;
                kept_ = true;
            }
        }
        best_line_ = line;
    }

    /// Whether the value of a position is at least a score.
    bool at_least(const position& here, std::int32_t score) {
        return node(here, score - 1, score, after(here), 1, false) >= score;
    }

    /// Go on with the line from the table; if that has forgotten, perhaps by searching.
    void complete_line(record& found, bool searching) {
        complete(
            game_, found, horizon_.depth(),
            [this](const position& here, int plies) { return known_moves(here, plies); },
            [this, searching](const position& here, int plies) {
                if (!searching) return move_numbers();
                horizon_.look(plies);
                node(here, -far, far, after(here), 0, false);
                return lines_.of_root();
            }
        );
    }

    /// The next moves of an exact entry, for so many plies; nothing if there is none.
    move_numbers known_moves(const position& here, int plies) const {
        if (parts_.table == table_rule::none || !game_.asked(here)) return {};
        const int depth = horizon_.depth() - plies;
        const auto& entry = entries_.look(game_.key(here, horizon_.plies(depth, game_.plies_left(here))));
        return entry.kind() == store_type::exact ? unpacked_moves(game_, here, entry.payload.moves) : move_numbers();
    }

    const Game& game_;
    watch watch_;
    scores_type scores_;
    const composition parts_;
    store_type& entries_;
    lines<typename Game::move_number, Game::deepest> lines_;
    horizon horizon_;
    statistics stats_;
    int root_side_ = 0;
    std::int32_t best_ = nil;
    bool kept_ = false;  ///< Whether the root has an answer of this horizon.
    move_numbers best_line_;
    stack_guard stack_;
};

}  // namespace kibitz
