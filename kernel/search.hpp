// The one loop behind every max^n search.
//
// As reference/search.py, step by step: the same step numbers, the same nodes. An answer is
// the number of an outcome, whose scores are the value, or nil: for at least one bounded
// player, the value is not better than its bound.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"
#include "decision.hpp"
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

struct statistics {
    std::uint64_t visited = 0, expanded = 0, leaves = 0;
    std::uint64_t immediate = 0, entry = 0, shallow = 0, distant = 0, window = 0;
    std::uint64_t table_hits = 0, re_searches = 0;
};

/// What a search found: the best outcome so far, nil if none, and the line that leads to it.
struct record {
    std::int32_t outcome = nil;
    std::vector<std::uint32_t> line;
    statistics stats;
    stopped why = stopped::no;
};

/// The line of each open node, as move numbers.
template <class Number, int Deepest>
class lines {
public:
    explicit lines(int) {}

    void end(int depth) { lengths_[depth] = 0; }

    /// A move, and then the line of the child.
    void put(int depth, std::uint32_t number) {
        moves_[depth][0] = static_cast<Number>(number);
        std::memcpy(&moves_[depth][1], &moves_[depth + 1][0], Deepest);
        lengths_[depth] = lengths_[depth + 1] + 1;
    }

    int length(int depth) const { return lengths_[depth]; }
    std::uint32_t number(int depth, int at) const { return moves_[depth][at]; }

private:
    std::array<std::array<Number, Deepest + 4>, Deepest + 2> moves_{};
    std::array<int, Deepest + 2> lengths_{};
};

/// The same, as deep as is asked for.
template <class Number>
class lines<Number, 0> {
public:
    explicit lines(int depth) : moves_(static_cast<std::size_t>(depth) + 2) {}

    void end(int depth) { moves_[depth].clear(); }

    void put(int depth, std::uint32_t number) {
        moves_[depth].assign(1, number);
        moves_[depth].insert(moves_[depth].end(), moves_[depth + 1].begin(), moves_[depth + 1].end());
    }

    int length(int depth) const { return static_cast<int>(moves_[depth].size()); }
    std::uint32_t number(int depth, int at) const { return moves_[depth][at]; }

private:
    std::vector<std::vector<Number>> moves_;
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
        take_line(found.line);
        if constexpr (Memory<sides>::keeps) complete(root, found);
        return found;
    }

private:
    /// Search one node under bounds, each born at some depth.
    [[gnu::noinline]] std::int32_t node(const position& here, const given_bounds& bounds, const feasible_set& after, int depth) {
        watch_.before(stats_.visited);
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
            if (asked) memory_.keep(key, result, bounds.bound, result == nil ? 0 : next_moves(here, depth));
        }
        return result;
    }

    void take_line(std::vector<std::uint32_t>& line) const {
        for (int at = 0; at < lines_.length(0); ++at) line.push_back(lines_.number(0, at));
    }

    /// The moves of a line up to the next position that the table is asked about.
    std::uint64_t next_moves(const position& here, int depth) const {
        const int count = game_.moves_to_next_asked(here);
        if (count == 1) return lines_.number(depth, 0);
        std::uint64_t moves = 0;
        for (int at = count; at-- > 0;) moves = moves << 8 | lines_.number(depth, at);
        return moves;
    }

    /// Go on with a line that ended where the table gave the answer. If an entry on the way
    /// was forgotten, search its position again, which does not count.
    void complete(position here, record& found) {
        for (std::uint32_t number : found.line) here = game_.play_number(here, number);
        watch_.forget_nodes(stats_.visited);
        while (!game_.is_over(here)) {
            std::vector<std::uint32_t> more;
            struct found known;
            if (game_.asked(here)) known = memory_.look(game_.key(here), all_sides<sides>(no_bound));
            if (known.what == found::exact) {
                const int count = game_.moves_to_next_asked(here);
                if (count == 1) more.push_back(static_cast<std::uint32_t>(known.moves));
                else for (int at = 0; at < count; ++at) more.push_back(known.moves >> 8 * at & 0xFF);
            } else {
                if (found.why != stopped::no) return;
                try {
                    node(here, given_bounds(), scores_.after(Game::progress(here)), 0);
                } catch (stopped why) {
                    found.why = why;
                    return;
                }
                take_line(more);
            }
            for (std::uint32_t number : more) here = game_.play_number(here, number);
            found.line.insert(found.line.end(), more.begin(), more.end());
        }
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
};

}  // namespace kibitz
