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
        set outcomes = set::nothing();  ///< In which nobody has less.
        std::uint16_t place = 0;    ///< Its bit, and how far a set moves if so much was secured.
        std::uint16_t wants = 0;    ///< How all sides rank what is to come, by number.
        std::uint16_t left = 0;     ///< What is left to share out.
        std::uint16_t number = 0;   ///< Among all such vectors.
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
        make_shapes();
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
    int least_from(const from_here& from, int side) const { return least_[from.number * sides_ + side]; }

    /// The lowest rank if the side takes so many more.
    int least_after(const from_here& from, int side, int more) const {
        return after_[(from.number * sides_ + side) * (to_share_ + 1) + more];
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

    /// Into how many words a set goes whose outcomes share out so much.
    int chunks(int left) const { return shapes_[left].chunks; }
    int most_chunks() const { return shapes_.back().chunks; }

    /// A set, moved down by a place, without the gaps of the grid.
    void pack(const set& outcomes, const from_here& from, std::uint64_t* words) const {
        const shape& packed = shapes_[from.left];
        std::fill_n(words, packed.chunks, 0);
        int to = 0;
        for (const row& each : packed.rows) {
            const std::uint64_t bits = outcomes.row(from.place + each.place, each.length);
            words[to / 64] |= bits << to % 64;
            if (to % 64 + each.length > 64) words[to / 64 + 1] |= bits >> (64 - to % 64);
            to += each.length;
        }
    }

    /// The set that was packed.
    set unpack(const std::uint64_t* words, const from_here& from) const {
        const shape& packed = shapes_[from.left];
        set found = set::nothing();
        int at = 0;
        for (const row& each : packed.rows) {
            std::uint64_t bits = words[at / 64] >> at % 64;
            if (at % 64 + each.length > 64) bits |= words[at / 64 + 1] << (64 - at % 64);
            found.add_row(from.place + each.place, bits & ((std::uint64_t{1} << each.length) - 1));
            at += each.length;
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

    /// Outcomes that share out so much: rows along the first axis.
    struct row {
        std::uint16_t place;
        std::uint16_t length;
    };
    struct shape {
        std::vector<row> rows;
        int chunks = 1;
    };

    void make_shapes() {
        for (int left = 0; left <= to_share_; ++left) {
            shape made;
            std::vector<int> others(sides_, 0);
            add_rows(made, others, 1, left);
            int bits = 0;
            for (const row& each : made.rows) bits += each.length;
            made.chunks = (bits + 63) / 64;
            shapes_.push_back(std::move(made));
        }
    }

    /// A row for each vector of the axes but the first; the last side has no axis.
    void add_rows(shape& made, std::vector<int>& others, int axis, int left) const {
        if (axis + 1 >= sides_) {
            made.rows.push_back({static_cast<std::uint16_t>(place(others)), static_cast<std::uint16_t>(left + 1)});
            return;
        }
        for (others[axis] = 0; others[axis] <= left; ++others[axis]) add_rows(made, others, axis + 1, left - others[axis]);
        others[axis] = 0;
    }

    void make_sets() {
        everything_ = set::nothing();
        std::map<std::vector<int>, set> classes;
        at_least_.resize(sides_);
        for (std::size_t at = 0; at < outcomes_.size(); ++at) {
            const set one = set::one(place(outcomes_[at]));
            everything_ |= one;
            classes.try_emplace(ranks_[at], set::nothing()).first->second |= one;
            for (int side = 0; side < sides_; ++side) {
                const std::size_t most = ranks_[at][side] + std::size_t{2};
                if (at_least_[side].size() < most) at_least_[side].resize(most, set::nothing());
            }
        }
        alike_.resize(Words * 64, set::nothing());
        for (std::size_t at = 0; at < outcomes_.size(); ++at) {
            const int bit = place(outcomes_[at]);
            alike_[bit] = classes.at(ranks_[at]);
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
            here.wants = here.number = static_cast<std::uint16_t>(dense);
            here.left = static_cast<std::uint16_t>(to_share_);
            for (int entry : vector) here.left = static_cast<std::uint16_t>(here.left - entry);
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
    std::vector<shape> shapes_;
    std::vector<std::uint16_t> dense_;
    std::vector<from_here> secured_;
    std::vector<std::uint16_t> least_;
    std::vector<std::uint16_t> after_;
};

}  // namespace kibitz
