// The outcomes of a root as bits of a grid, so that adding what was taken is a shift.
//
// Outcomes count from what is secured at the root. An outcome stands at the sum of its entries,
// each but the last times its stride. What sides have secured is one number too, with a digit a
// side, so that adding is adding.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "bit_set.hpp"

namespace kibitz {

/// A side's rank of an outcome: equal payoff, equal rank, from 0.
using outcome_ranks = std::vector<std::vector<int>>;

/// Payoffs of each outcome as ranks.
inline outcome_ranks ranked(const std::vector<std::vector<std::int32_t>>& rows) {
    outcome_ranks found(rows.size());
    for (std::size_t side = 0; side < rows[0].size(); ++side) {
        std::vector<std::int32_t> payoffs;
        for (const auto& row : rows) payoffs.push_back(row[side]);
        std::sort(payoffs.begin(), payoffs.end());
        payoffs.erase(std::unique(payoffs.begin(), payoffs.end()), payoffs.end());
        for (std::size_t at = 0; at < rows.size(); ++at) {
            const auto place = std::lower_bound(payoffs.begin(), payoffs.end(), rows[at][side]);
            found[at].push_back(static_cast<int>(place - payoffs.begin()));
        }
    }
    return found;
}

/// How many places the grid has, for outcomes of so many sides that share out so much.
inline std::size_t grid_places(int sides, int to_share) {
    std::size_t places = 1;
    for (int axis = 1; axis < sides; ++axis) places *= static_cast<std::size_t>(to_share + 1);
    return places;
}

template <int Words>
class outcome_grid {
public:
    using set = bit_set<Words>;

    /// What a vector of secured tricks or points leaves.
    struct from_here {
        set outcomes;               ///< In which nobody has less.
        std::uint16_t place = 0;    ///< Its bit, and how far a set moves if so much was secured.
        std::uint16_t wants = 0;    ///< How all sides rank what is to come, by number.
    };

    outcome_grid(
        const std::vector<std::vector<int>>& outcomes, const std::vector<std::vector<std::int32_t>>& rows,
        const std::vector<int>& base, bool classes
    )
        : sides_(static_cast<int>(base.size())), base_(base) {
        std::vector<std::vector<std::int32_t>> kept;
        to_share_ = 0;
        for (int entry : outcomes[0]) to_share_ += entry;
        for (int entry : base) to_share_ -= entry;
        for (std::size_t at = 0; at < outcomes.size(); ++at) {
            std::vector<int> more;
            for (int side = 0; side < sides_; ++side) more.push_back(outcomes[at][side] - base[side]);
            if (*std::min_element(more.begin(), more.end()) < 0) continue;
            outcomes_.push_back(more);
            kept.push_back(rows[at]);
            number_.push_back(static_cast<int>(at));
        }
        ranks_ = ranked(kept);
        radix_.push_back(1);
        for (int side = 0; side < sides_; ++side) radix_.push_back(radix_.back() * (to_share_ + 1));
        make_sets();
        make_secured(classes);
    }

    int to_share() const { return to_share_; }
    int radix(int side) const { return radix_[side]; }

    /// A number for what is secured, a digit a side, counted from the base.
    int digits(const std::vector<int>& taken) const {
        int found = 0;
        for (int side = 0; side < sides_; ++side) found += (taken[side] - base_[side]) * radix_[side];
        return found;
    }

    const from_here& from(int digits) const { return secured_[dense_[digits]]; }
    std::uint32_t dense(int digits) const { return dense_[digits]; }
    std::size_t vectors() const { return secured_.size(); }

    const set& everything() const { return everything_; }
    const set& at_least(int side, int rank) const { return at_least_[side][rank]; }
    const set& alike(int place) const { return alike_[place]; }

    bool one_class(const set& outcomes) const { return outcomes.within(alike_[outcomes.first()]); }

    /// The lowest rank that a side gives to any of these, at least `rank`.
    int least(int side, const set& outcomes, int rank = 0) const {
        while (rank + 2 < static_cast<int>(at_least_[side].size()) && outcomes.within(at_least_[side][rank + 1])) ++rank;
        return rank;
    }

    /// The lowest rank among all outcomes from here on.
    int least_from(std::uint32_t dense, int side) const { return least_[dense * sides_ + side]; }

    /// The lowest rank if the side takes so many more.
    int least_after(std::uint32_t dense, int side, int more) const {
        return after_[(dense * sides_ + side) * (to_share_ + 1) + more];
    }

    /// All outcomes that each side ranks within the range that it gives to these.
    set range_of(const set& outcomes) const {
        set found = everything_;
        for (int side = 0; side < sides_; ++side) {
            const auto& ranks = at_least_[side];
            int most = static_cast<int>(ranks.size()) - 1;
            while (!outcomes.meets(ranks[most])) --most;
            found &= ranks[least(side, outcomes)];
            found = found.without(ranks[most + 1]);
        }
        return found;
    }

    /// The numbers, in the leaf-value table, of the outcomes of a set.
    std::vector<int> numbers(const set& outcomes) const {
        std::vector<int> found;
        for (std::size_t at = 0; at < outcomes_.size(); ++at) {
            if (outcomes.meets(set::one(place(outcomes_[at])))) found.push_back(number_[at]);
        }
        return found;
    }

private:
    int place(const std::vector<int>& outcome) const {
        int found = 0;
        for (int side = 0; side + 1 < sides_; ++side) found += outcome[side] * radix_[side];
        return found;
    }

    void make_sets() {
        std::map<std::vector<int>, set> classes;
        at_least_.resize(sides_);
        for (std::size_t at = 0; at < outcomes_.size(); ++at) {
            const set one = set::one(place(outcomes_[at]));
            everything_ |= one;
            classes[ranks_[at]] |= one;
            for (int side = 0; side < sides_; ++side) {
                const std::size_t most = ranks_[at][side] + std::size_t{2};
                if (at_least_[side].size() < most) at_least_[side].resize(most);
            }
        }
        alike_.resize(Words * 64);
        for (std::size_t at = 0; at < outcomes_.size(); ++at) {
            const int bit = place(outcomes_[at]);
            alike_[bit] = classes[ranks_[at]];
            for (int side = 0; side < sides_; ++side) {
                for (int rank = 0; rank <= ranks_[at][side]; ++rank) at_least_[side][rank].add(bit);
            }
        }
    }

    void make_secured(bool classes) {
        dense_.assign(static_cast<std::size_t>(radix_.back()), 0);
        std::vector<int> vector(sides_, 0);
        std::map<std::vector<int>, int> wants;
        each_vector(vector, 0, to_share_, [&] {
            from_here here;
            std::vector<int> ends;
            for (std::size_t at = 0; at < outcomes_.size(); ++at) {
                bool reached = true;
                for (int side = 0; side < sides_; ++side) reached &= outcomes_[at][side] >= vector[side];
                if (!reached) continue;
                ends.push_back(static_cast<int>(at));
                here.outcomes.add(place(outcomes_[at]));
            }
            int digits = 0;
            for (int side = 0; side < sides_; ++side) digits += vector[side] * radix_[side];
            const std::size_t dense = secured_.size();
            dense_[digits] = static_cast<std::uint16_t>(dense);
            here.place = static_cast<std::uint16_t>(place(vector));
            here.wants = static_cast<std::uint16_t>(dense);
            if (classes) {
                const int next = static_cast<int>(wants.size());
                here.wants = static_cast<std::uint16_t>(wants.try_emplace(preferences(vector, ends), next).first->second);
            }
            secured_.push_back(here);
            for (int side = 0; side < sides_; ++side) {
                const int none = static_cast<int>(at_least_[side].size()) - 2;
                std::vector<int> least(static_cast<std::size_t>(to_share_) + 2, none);
                for (int at : ends) {
                    int& lowest = least[outcomes_[at][side] - vector[side]];
                    lowest = std::min(lowest, ranks_[at][side]);
                }
                for (int more = to_share_; more >= 0; --more) least[more] = std::min(least[more], least[more + 1]);
                least_.push_back(static_cast<std::uint16_t>(least[0]));
                for (int more = 0; more <= to_share_; ++more) after_.push_back(static_cast<std::uint16_t>(least[more]));
            }
        });
    }

    template <class Act>
    void each_vector(std::vector<int>& vector, int side, int left, const Act& act) {
        if (side == sides_) return act();
        for (vector[side] = 0; vector[side] <= left; ++vector[side]) {
            each_vector(vector, side + 1, left - vector[side], act);
        }
        vector[side] = 0;
    }

    /// What can be added to a vector, and how each side ranks that.
    std::vector<int> preferences(const std::vector<int>& vector, const std::vector<int>& ends) const {
        std::vector<int> found;
        for (int at : ends) {
            int added = 0;
            for (int side = 0; side < sides_; ++side) added += (outcomes_[at][side] - vector[side]) * radix_[side];
            found.push_back(added);
        }
        for (int side = 0; side < sides_; ++side) {
            std::vector<int> order(at_least_[side].size(), 0);
            for (int at : ends) order[ranks_[at][side]] = 1;
            int next = 0;
            for (int& each : order) each = each ? next++ : 0;
            for (int at : ends) found.push_back(order[ranks_[at][side]]);
        }
        return found;
    }

    int sides_;
    int to_share_;
    std::vector<int> base_;
    std::vector<std::vector<int>> outcomes_;
    std::vector<int> number_;
    outcome_ranks ranks_;
    std::vector<int> radix_;
    set everything_;
    std::vector<std::vector<set>> at_least_;
    std::vector<set> alike_;
    std::vector<std::uint16_t> dense_;
    std::vector<from_here> secured_;
    std::vector<std::uint16_t> least_;
    std::vector<std::uint16_t> after_;
};

}  // namespace kibitz
