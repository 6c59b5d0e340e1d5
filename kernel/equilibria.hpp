// All equilibria: every value that max^n can have, however players break ties.
//
// As reference/equilibria.py, step by step: the same step numbers, the same nodes. An answer is a
// set of values by its number, or nil: each value is no better than its bound for at least one
// bounded player. A set of one value goes by that value; others are kept once each.

#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "rooted.hpp"

namespace kibitz {

/// Sets of values, each once: the value of plain max^n first, then all of them in order.
class value_sets {
public:
    using set = std::vector<std::int64_t>;

    /// So many bytes at most.
    explicit value_sets(std::size_t bytes) : most_(std::max(bytes, std::size_t{1} << 20)) {}

    static bool is_one(std::int64_t number) { return number < first; }
    const set& operator[](std::int64_t number) const { return sets_[static_cast<std::size_t>(number - first)]; }

    std::int64_t number(std::int64_t plain, const set& values) {
        if (values.size() == 1) return plain;
        set whole{plain};
        whole.insert(whole.end(), values.begin(), values.end());
        const auto [place, added] = numbers_.try_emplace(std::move(whole), first + static_cast<std::int64_t>(sets_.size()));
        if (added) {
            used_ += place->first.size() * 2 * sizeof(std::int64_t) + overhead;
            if (used_ > most_) throw std::bad_alloc();
            sets_.push_back(place->first);
        }
        return place->second;
    }

private:
    static constexpr std::int64_t first = std::int64_t{1} << 62;
    static constexpr std::size_t overhead = 160;  ///< Bytes of the map and the list, for each.

    std::map<set, std::int64_t> numbers_;
    std::deque<set> sets_;
    std::size_t most_;
    std::size_t used_ = 0;
};

/// The value that stands first in a set.
inline std::int64_t first_value(const value_sets& sets, std::int64_t answer) {
    return value_sets::is_one(answer) ? answer : sets[answer][0];
}

/// Each value of a set.
template <class Use>
void each_value(const value_sets& sets, std::int64_t answer, const Use& use) {
    if (value_sets::is_one(answer)) {
        use(answer);
    } else {
        const value_sets::set& whole = sets[answer];
        for (std::size_t at = 1; at < whole.size(); ++at) use(whole[at]);
    }
}

/// Outcomes with the same scores are one value, which goes by the first of them.
class first_with_scores {
public:
    template <int Sides>
    explicit first_with_scores(const score_table<Sides>& table) {
        std::map<row<Sides>, std::int64_t> seen;
        for (std::size_t at = 0; at < table.rows.size(); ++at) {
            first_.push_back(seen.try_emplace(table.rows[at], static_cast<std::int64_t>(at)).first->second);
        }
    }

    std::int64_t of(std::int64_t answer) const {
        const auto place = static_cast<std::size_t>(answer);
        return place < first_.size() ? first_[place] : answer;
    }

    std::size_t size() const { return first_.size(); }
    std::int64_t operator[](std::size_t at) const { return first_[at]; }

private:
    std::vector<std::int64_t> first_;
};

/// A table, and the sets that its entries speak of.
template <class Table>
struct table_of_sets {
    table_of_sets(table_rule rule, std::size_t bytes) : table(rule, bytes / 2), sets(bytes / 2) {}
    Table table;
    value_sets sets;
};

/// A search for all equilibria at work on one position.
template <class Game, class Test, template <class, int> class Memory>
class equilibria : public rooted<equilibria<Game, Test, Memory>, Game, Test, Memory> {
    using base = rooted<equilibria, Game, Test, Memory>;
    friend base;
    using typename base::feasible_set, typename base::given_bounds, typename base::memory, typename base::position, typename base::scores_type;
    using base::begin, base::game_, base::handed_on_, base::horizon_, base::keep, base::kept, base::lines_, base::narrows_, base::scores_, base::sides,
        base::stack_, base::stats_, base::test_, base::watch_;
    using held_sets = table_of_sets<memory>;

public:
    equilibria(
        const Game& game, const score_table<sides>& table, const composition& parts, const control& limits,
        kept_table& kept
    )
        : equilibria(game, table, parts, limits, kept.as<held_sets>(parts.table, parts.table_bytes)) {}

    /// The record of the root, with all its values.
    record run() {
        record found = base::run();
        if (found.answer == nil) return found;
        each(found.answer, [&](std::int64_t value) { found.values.push_back(value); });
        found.answer = plain(found.answer);
        return found;
    }

private:
    /// A child that has values, and the least that the mover gets in any of them.
    struct valued {
        int child;
        std::int64_t answer;
        std::int32_t least;
    };

    equilibria(
        const Game& game, const score_table<sides>& table, const composition& parts, const control& limits, held_sets& held
    )
        : base(game, table, parts, limits, held.table), free_(parts.free), sets_(held.sets), first_like_(table) {}

    /// Search one node under bounds, each born at some depth; perhaps on the line to try first.
    [[gnu::noinline]] std::int64_t node(
        const position& here, const given_bounds& bounds, const feasible_set& after, int depth, bool on_line
    ) {
        watch_.before(stats_.visited);
        stack_.check();
        ++stats_.visited;

        // Step 1. The end, the horizon, or a position that the table answers.
        // Nothing is left to choose here, or it was searched before.
        const auto begun = begin(here, bounds, after, depth, [this](std::int64_t answer) { return first_like_.of(answer); });
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
        const bool free = free_ >> mover & 1;
        typename Game::children children = game_.moves(here);
        std::vector<valued> valued_children;
        value_sets::set values;  // that the node can have
        std::int64_t best = nil;  // the value of plain max^n
        int at = 0;
        bool beats = false, cut = false;
        int first = on_line && horizon_.has_line(depth) ? children.take_number(horizon_.number(depth)) : nil;
        const int tried = first;

        while (true) {
            // Step 3. Once a value beats every bound, a waiting child; else the next unseen.
            // Then this node may be chosen, and what failed on older bounds may be part of it.
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
            // The mover gives up what it has only for as much, and ancestors theirs likewise.
            std::int32_t own = no_bound;
            if (best != nil) {
                own = bound(valued_children, children, child, free);
                if (settled(mover, own, free, values, left)) {
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
            // Then each of its values is too little for the mover; older bounds are ancestors'.
            stats_.re_searches += again;
            const position next = game_.play(here, children.move(child));
            const feasible_set& then = game_.progresses(next) ? scores_.after(Game::progress(next)) : after;
            const std::int64_t answer = node(next, given, then, depth + 1, on_line && child == tried);
            if (answer == nil) {
                if (best == nil || !given.is_only(mover, own)) children.wait(child);
                continue;
            }

            // Step 6. Keep its values; those that the mover need not accept drop out.
            valued_children.push_back({child, answer, least(answer, mover)});
            const std::int64_t value = plain(answer);
            const std::int32_t score = scores_of(value)[mover];
            if (best == nil || score > scores_of(best)[mover] || (score == scores_of(best)[mover] && children.before(child, at))) {
                best = value;
                at = child;
                lines_.put(depth, children.number(child));
            }
            values = kept_values(valued_children, children, mover, free);
            beats = std::any_of(values.begin(), values.end(), [&](std::int64_t one) { return bounds.beaten_by(scores_of(one)); });
            if (depth == 0) kept(sets_.number(best, values), depth);
        }

        // Step 7. With children unseen or waiting, only "does not beat the bounds" is known.
        // Each value of theirs fails a bound, or the mover need not accept it.
        const std::int64_t result = cut || children.any_waiting() ? nil : sets_.number(best, values);
        keep(begun, here, bounds, result, depth);
        return result;
    }

    row<sides> scores_of(std::int64_t value) const {
        const auto held = scores_.of(value);
        return see(held);
    }

    std::int64_t plain(std::int64_t answer) const { return first_value(sets_, answer); }

    template <class Use>
    void each(std::int64_t answer, const Use& use) const {
        each_value(sets_, answer, use);
    }

    std::int32_t least(std::int64_t answer, int mover) const {
        std::int32_t found = scores_of(plain(answer))[mover];
        each(answer, [&](std::int64_t value) { found = std::min(found, scores_of(value)[mover]); });
        return found;
    }

    /// What a value of a child must exceed for the mover, by the least of the others.
    std::int32_t bound(
        const std::vector<valued>& others, const typename Game::children& children, int child, bool free
    ) const {
        std::int32_t found = no_bound;
        for (const valued& other : others) {
            if (other.child == child) continue;
            found = std::max(found, other.least - (free || children.before(child, other.child)));
        }
        return found;
    }

    /// The values that the node can have, in order.
    value_sets::set kept_values(
        const std::vector<valued>& valued_children, const typename Game::children& children, int mover, bool free
    ) const {
        value_sets::set values;
        for (const valued& one : valued_children) {
            const std::int32_t enough = bound(valued_children, children, one.child, free);
            each(one.answer, [&](std::int64_t value) {
                if (scores_of(value)[mover] > enough) values.push_back(value);
            });
        }
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        return values;
    }

    /// Whether no further child can add a value, or make the mover drop one.
    bool settled(int mover, std::int32_t own, bool free, const value_sets::set& values, const feasible_set& left) const {
        if (!free) return !test_.possible_for(mover, own, left);
        if (test_.possible_for(mover, own + 1, left)) return false;
        if constexpr (std::is_same_v<typename Test::set, dynamic_set>) {
            for (std::size_t at = 0; at < first_like_.size(); ++at) {
                if (!(left.outcomes.words[at / 64] >> at % 64 & 1) || scores_of(static_cast<std::int64_t>(at))[mover] <= own) continue;
                if (!std::binary_search(values.begin(), values.end(), first_like_[at])) return false;
            }
            return true;
        }
        return false;
    }

    const std::uint32_t free_;  ///< Sides that break ties freely, a bit each.
    value_sets& sets_;
    const first_with_scores first_like_;
};

}  // namespace kibitz
