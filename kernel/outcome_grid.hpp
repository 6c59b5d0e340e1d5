// The outcomes of a deal, and what each vector of secured tricks or points leaves of them.
//
// Outcomes count from what is secured when the deal begins. What sides have secured is one number,
// with a digit per side, so that adding is adding.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

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

class outcome_grid {
public:
    /// A vector of what is secured.
    struct secured {
        std::int32_t digits;
        std::uint16_t number;  ///< Among all such vectors.
        std::uint16_t wants;   ///< How all sides rank what is to come, by number.
        std::uint16_t left;    ///< What is left to share out.
    };

    outcome_grid(
        const std::vector<std::vector<int>>& outcomes, const std::vector<std::vector<std::int32_t>>& rows,
        const std::vector<int>& base, bool classes, const std::function<void()>& go_on = [] {}
    )
        : sides_(static_cast<int>(base.size())), base_(base) {
        std::vector<std::vector<std::int32_t>> kept;
        to_share_ = to_share(outcomes[0], base);
        for (std::size_t at = 0; at < outcomes.size(); ++at) {
            std::vector<int> more;
            for (int side = 0; side < sides_; ++side) more.push_back(outcomes[at][side] - base[side]);
            if (*std::min_element(more.begin(), more.end()) < 0) continue;
            outcomes_.push_back(more);
            kept.push_back(rows[at]);
            number_.push_back(static_cast<int>(at));
        }
        ranks_ = ranked(kept);
        for (int side = 0; side < sides_; ++side) {
            int most = 0;
            for (const auto& ranks : ranks_) most = std::max(most, ranks[side]);
            most_rank_.push_back(most);
        }
        radix_.push_back(1);
        for (int side = 0; side < sides_; ++side) radix_.push_back(radix_.back() * (to_share_ + 1));
        make_secured(classes, go_on);
    }

    /// What there is to share out, if so much is secured.
    static int to_share(const std::vector<int>& outcome, const std::vector<int>& base) {
        int found = 0;
        for (int entry : outcome) found += entry;
        for (int entry : base) found -= entry;
        return found;
    }

    int sides() const { return sides_; }
    int to_share() const { return to_share_; }
    int radix(int side) const { return radix_[side]; }
    int most_rank(int side) const { return most_rank_[side]; }

    /// A number for what is secured, a digit per side, counted from the base.
    int digits(const std::vector<int>& taken) const {
        int found = 0;
        for (int side = 0; side < sides_; ++side) found += (taken[side] - base_[side]) * radix_[side];
        return found;
    }

    const secured& at(int digits) const { return secured_[dense_[digits]]; }
    std::size_t number_of(int digits) const { return dense_[digits]; }
    std::size_t vectors() const { return secured_.size(); }
    const std::vector<int>& vector(std::size_t number) const { return vectors_[number]; }

    std::size_t count() const { return outcomes_.size(); }
    const std::vector<int>& outcome(std::size_t at) const { return outcomes_[at]; }
    const std::vector<int>& ranks(std::size_t at) const { return ranks_[at]; }
    int number(std::size_t at) const { return number_[at]; }  ///< In the leaf-value table.

    /// The lowest rank among all outcomes from here on.
    int least_from(const secured& from, int side) const { return least_after(from, side, 0); }

    /// The lowest rank if the side takes so many more.
    int least_after(const secured& from, int side, int more) const {
        return after_[(from.number * sides_ + side) * (to_share_ + 1) + more];
    }

    /// Call for all vectors that share out so much or less.
    template <class Act>
    void each_vector(int left, const Act& act) const {
        std::vector<int> vector(sides_, 0);
        each_vector(vector, 0, left, act);
    }

private:
    template <class Act>
    void each_vector(std::vector<int>& vector, int side, int left, const Act& act) const {
        if (side == sides_) return act(vector);
        for (vector[side] = 0; vector[side] <= left; ++vector[side]) {
            each_vector(vector, side + 1, left - vector[side], act);
        }
        vector[side] = 0;
    }

    /// `go_on` is asked now and then, since many vectors take long.
    void make_secured(bool classes, const std::function<void()>& go_on) {
        dense_.assign(static_cast<std::size_t>(radix_.back()), 0);
        std::map<std::vector<int>, int> wants;
        each_vector(to_share_, [&](const std::vector<int>& vector) {
            if (secured_.size() % 16 == 0) go_on();
            std::vector<int> ends;
            for (std::size_t at = 0; at < outcomes_.size(); ++at) {
                bool reached = true;
                for (int side = 0; side < sides_; ++side) reached &= outcomes_[at][side] >= vector[side];
                if (reached) ends.push_back(static_cast<int>(at));
            }
            secured here{0, static_cast<std::uint16_t>(secured_.size()), 0, static_cast<std::uint16_t>(to_share_)};
            for (int side = 0; side < sides_; ++side) {
                here.digits += vector[side] * radix_[side];
                here.left = static_cast<std::uint16_t>(here.left - vector[side]);
            }
            here.wants = here.number;
            if (classes) {
                const int next = static_cast<int>(wants.size());
                here.wants = static_cast<std::uint16_t>(wants.try_emplace(preferences(vector, ends), next).first->second);
            }
            dense_[here.digits] = here.number;
            secured_.push_back(here);
            vectors_.push_back(vector);
            for (int side = 0; side < sides_; ++side) {
                std::vector<int> least(static_cast<std::size_t>(to_share_) + 2, most_rank_[side]);
                for (int at : ends) {
                    int& lowest = least[outcomes_[at][side] - vector[side]];
                    lowest = std::min(lowest, ranks_[at][side]);
                }
                for (int more = to_share_; more >= 0; --more) least[more] = std::min(least[more], least[more + 1]);
                for (int more = 0; more <= to_share_; ++more) after_.push_back(static_cast<std::uint16_t>(least[more]));
            }
        });
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
            std::vector<int> order(static_cast<std::size_t>(most_rank_[side]) + 1, 0);
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
    std::vector<int> most_rank_;
    std::vector<int> radix_;
    std::vector<std::uint16_t> dense_;
    std::vector<secured> secured_;
    std::vector<std::vector<int>> vectors_;
    std::vector<std::uint16_t> after_;
};

}  // namespace kibitz
