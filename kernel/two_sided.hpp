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
        try {
            if (parts_.zero_window && !game_.is_over(root)) {
                questions(root);
            } else {
                node(root, -far, far, after(root), 0);
                if (!game_.is_over(root)) take_line();
                complete(root);
            }
        } catch (stopped why) {
            found.why = why;
            if (!parts_.zero_window && best_ != nil) complete_if_known(root);
        }
        found.stats = stats_;
        found.outcome = best_;
        found.line = best_line_;
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
                    take_line();
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
            store_.keep(key, entries::exact, {best, best, next_moves(here, depth)});
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
            if (at_least(here, chances[middle])) first = middle;
            else last = middle - 1;
        }
        const std::int32_t value = chances[first];
        std::vector<std::uint32_t> line;
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

    void take_line() {
        best_line_.clear();
        for (int at = 0; at < lines_.length(0); ++at) best_line_.push_back(lines_.number(0, at));
    }

    /// The moves of a line up to the next position that the table is asked about.
    std::uint64_t next_moves(const position& here, int depth) const {
        const int count = std::min(game_.moves_to_next_asked(here), lines_.length(depth));
        if (count == 1) return lines_.number(depth, 0);
        std::uint64_t moves = 0;
        for (int at = count; at-- > 0;) moves = moves << 8 | lines_.number(depth, at);
        return moves;
    }

    /// Go on with a line that ended where the table gave the answer. If an entry on the way
    /// was forgotten, search its position again, which does not count.
    void complete(const position& root) {
        const statistics counted = stats_;
        position here = root;
        for (std::uint32_t number : best_line_) here = game_.play_number(here, number);
        watch_.forget_nodes(stats_.visited);
        const std::int32_t best = best_;
        std::vector<std::uint32_t> line = best_line_;
        while (!game_.is_over(here)) {
            std::vector<std::uint32_t> more = known_moves(here);
            if (more.empty()) {
                node(here, -far, far, after(here), 0);
                more = best_line_;
            }
            for (std::uint32_t number : more) here = game_.play_number(here, number);
            line.insert(line.end(), more.begin(), more.end());
        }
        stats_ = counted;
        best_ = best;
        best_line_ = line;
    }

    /// As far as the table knows, when a search was stopped.
    void complete_if_known(const position& root) {
        position here = root;
        for (std::uint32_t number : best_line_) here = game_.play_number(here, number);
        while (!game_.is_over(here)) {
            const std::vector<std::uint32_t> more = known_moves(here);
            if (more.empty()) return;
            for (std::uint32_t number : more) here = game_.play_number(here, number);
            best_line_.insert(best_line_.end(), more.begin(), more.end());
        }
    }

    /// The next moves of an exact entry; nothing if there is none.
    std::vector<std::uint32_t> known_moves(const position& here) const {
        std::vector<std::uint32_t> moves;
        if (parts_.table == table_rule::none || !game_.asked(here)) return moves;
        const auto& entry = store_.look(game_.key(here));
        if (entry.kind() != entries::exact) return moves;
        const int count = game_.moves_to_next_asked(here);
        if (count == 1) return {static_cast<std::uint32_t>(entry.payload.moves)};
        for (int at = 0; at < count; ++at) moves.push_back(entry.payload.moves >> 8 * at & 0xFF);
        return moves;
    }

    const Game& game_;
    scores<Game, no_set> scores_;
    const composition parts_;
    entries store_;
    lines<typename Game::move_number, Game::deepest> lines_;
    statistics stats_;
    int root_side_ = 0;
    std::int32_t best_ = nil;
    std::vector<std::uint32_t> best_line_;
    watch watch_;
};

}  // namespace kibitz
