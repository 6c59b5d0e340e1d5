// How a node decides that nothing below can matter: the axis `test`.
//
// As reference/decision.py. Every test answers one question: can an outcome that is still
// feasible be strictly better than its bound for every bounded player? Without any bound the
// answer is always yes.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "names.hpp"
#include "bounds.hpp"
#include "control.hpp"
#include "scores.hpp"

namespace kibitz {

enum class test_rule { never, linear, discrete, single, leaf_table };
constexpr named<test_rule> test_rules[] = {
    {"none", test_rule::never},     {"linear", test_rule::linear},         {"discrete", test_rule::discrete},
    {"single", test_rule::single},  {"leaf-table", test_rule::leaf_table},
};

/// Tests that look at one player at a time.
template <int Sides>
class by_player {
public:
    using set = no_set;

    by_player(test_rule rule, const score_table<Sides>& table, watch&)
        : rule_(rule), max_sum_(table.max_sum), delta_(table.delta) {}

    bool possible(const row<Sides>& bound, const feasible<set, Sides>& left) const {
        switch (rule_) {
            case test_rule::linear: return linear(bound, left);
            case test_rule::discrete: return discrete(bound, left);
            case test_rule::single: return single(bound, left);
            default: return true;
        }
    }

    bool possible_for(int mover, std::int32_t own, const feasible<set, Sides>& left) const {
        if (rule_ == test_rule::never) return true;
        row<Sides> bound = all_sides<Sides>(no_bound);
        bound[mover] = own;
        return possible(bound, left);
    }

private:
    bool linear(const row<Sides>& bound, const feasible<set, Sides>& left) const {
        std::int32_t needed = 0;
        bool improves = false;
        for (int side = 0; side < Sides; ++side) {
            improves |= bound[side] >= left.lowest[side];
            needed += std::max(bound[side], left.lowest[side]);
        }
        return needed < max_sum_ || !improves;
    }

    bool discrete(const row<Sides>& bound, const feasible<set, Sides>& left) const {
        std::int32_t needed = 0;
        for (int side = 0; side < Sides; ++side) {
            const std::int32_t next = bound[side] < 0 ? 0 : (bound[side] / delta_ + 1) * delta_;
            needed += std::max(next, left.lowest[side]);
        }
        return needed <= max_sum_;
    }

    bool single(const row<Sides>& bound, const feasible<set, Sides>& left) const {
        bool better = true;
        for (int side = 0; side < Sides; ++side) better &= left.highest[side] > bound[side];
        return better;
    }

    test_rule rule_;
    std::int32_t max_sum_;
    std::int32_t delta_;
};

/// Looks at all feasible outcomes at once (IJCAI-2005, Figure 9 and the theorem above it).
template <class Set, int Sides>
class leaf_table {
public:
    using set = Set;

    leaf_table(test_rule, const score_table<Sides>& table, watch& watch) {
        const std::size_t outcomes = table.rows.size();
        for (int side = 0; side < Sides; ++side) {
            std::int32_t most = 0;
            for (const row<Sides>& scores : table.rows) most = std::max(most, scores[side]);
            // The outcomes above each bound, from no bound and the one below every rank on: first
            // those one step above it, then all of them.
            above_[side].resize(static_cast<std::size_t>(most) + 3);
            for (Set& above : above_[side]) {
                above = Set(outcomes);
                watch.look();
            }
            for (std::size_t at = 0; at < outcomes; ++at) {
                above_[side][static_cast<std::size_t>(table.rows[at][side]) + 1].add(at);
            }
            for (std::size_t bound = above_[side].size() - 1; bound-- > 0;) {
                above_[side][bound].include(above_[side][bound + 1]);
                watch.look();
            }
        }
    }

    bool possible(const row<Sides>& bound, const feasible<Set, Sides>& left) const {
        std::array<const Set*, Sides> above;
        for (int side = 0; side < Sides; ++side) above[side] = &above_of(side, bound[side]);
        return meet(left.outcomes, above);
    }

    bool possible_for(int mover, std::int32_t own, const feasible<Set, Sides>& left) const {
        return meet(left.outcomes, std::array<const Set*, 1>{&above_of(mover, own)});
    }

private:
    const Set& above_of(int side, std::int32_t bound) const {
        return above_[side][static_cast<std::size_t>(bound - no_bound)];
    }

    template <int Words, std::size_t Count>
    static bool meet(const fixed_set<Words>& left, const std::array<const fixed_set<Words>*, Count>& above) {
        std::uint64_t met = 0;
        for (int at = 0; at < Words; ++at) {
            std::uint64_t word = left.words[at];
            for (const auto* set : above) word &= set->words[at];
            met |= word;
        }
        return met != 0;
    }

    template <std::size_t Count>
    static bool meet(const dynamic_set& left, const std::array<const dynamic_set*, Count>& above) {
        for (std::size_t at = 0; at < left.words.size(); ++at) {
            std::uint64_t word = left.words[at];
            for (const auto* set : above) word &= set->words[at];
            if (word) return true;
        }
        return false;
    }

    std::array<std::vector<Set>, Sides> above_;
};

}  // namespace kibitz
