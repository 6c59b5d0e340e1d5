// The outcomes of a deal, and what each vector of secured tricks or points leaves of them.
//
// Outcomes count from what is secured when the deal begins. What sides have secured is one number,
// with a digit per side, so that adding is adding. A vector is looked into when it is first met:
// where cards have many points, most are never met.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
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

/// What one thread has found by a number, to find it again.
template <class Value>
class by_digits {
public:
    by_digits() : places_(64), shift_(64 - 6) {}

    /// What is known of a number, or nothing.
    Value* look(std::int64_t digits) const {
        for (std::size_t at = home(digits);; at = (at + 1) & (places_.size() - 1)) {
            if (places_[at].digits == digits || !places_[at].value) return places_[at].value;
        }
    }

    void add(std::int64_t digits, Value* value) {
        if (2 * ++count_ > places_.size()) spread();
        put({digits, value});
    }

private:
    struct place {
        std::int64_t digits = 0;
        Value* value = nullptr;
    };

    std::size_t home(std::int64_t digits) const {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(digits) * 0x9E3779B97F4A7C15u >> shift_);
    }

    void put(const place& added) {
        std::size_t at = home(added.digits);
        while (places_[at].value) at = (at + 1) & (places_.size() - 1);
        places_[at] = added;
    }

    void spread() {
        std::vector<place> old(places_.size() * 2);
        old.swap(places_);
        --shift_;
        for (const place& moved : old) {
            if (moved.value) put(moved);
        }
    }

    std::vector<place> places_;
    int shift_;
    std::size_t count_ = 0;
};

class outcome_grid {
public:
    /// A vector of what is secured.
    struct secured {
        std::int64_t digits = 0;
        std::vector<int> vector;
        std::uint32_t count = 0;  ///< Outcomes from here on.
        std::uint32_t shape = 0;  ///< What can be added to it, by number, if that is not much.
        std::uint32_t wants = 0;  ///< The same, and how all sides rank it, by number.
        int left = 0;             ///< What is left to share out.
        std::vector<int> least;   ///< The lowest rank of each side; where tricks are counted, for each number more.
    };

    /// `classes`: vectors from which all is ranked alike have one number; `steps`: whether
    /// `least_after` will be asked.
    outcome_grid(
        const std::vector<std::vector<int>>& outcomes, const std::vector<std::vector<std::int32_t>>& rows,
        const std::vector<int>& base, bool classes, bool steps
    )
        : sides_(static_cast<int>(base.size())), base_(base), classes_(classes) {
        to_share_ = to_share(outcomes[0], base);
        steps_ = steps ? to_share_ + 1 : 1;
        std::vector<std::pair<std::vector<int>, int>> kept;
        for (std::size_t at = 0; at < outcomes.size(); ++at) {
            std::vector<int> more;
            for (int side = 0; side < sides_; ++side) more.push_back(outcomes[at][side] - base[side]);
            if (*std::min_element(more.begin(), more.end()) >= 0) kept.emplace_back(std::move(more), static_cast<int>(at));
        }
        std::sort(kept.begin(), kept.end());  // so that what is added to two vectors stands in one order
        std::vector<std::vector<std::int32_t>> payoffs;
        for (auto& [outcome, at] : kept) {
            outcomes_.push_back(std::move(outcome));
            payoffs.push_back(rows[at]);
            number_.push_back(at);
        }
        if (!outcomes_.empty()) ranks_ = ranked(payoffs);
        radix_.push_back(1);
        for (int side = 0; side < sides_; ++side) radix_.push_back(radix_.back() * (to_share_ + 1));
    }

    /// What there is to share out, if so much is secured.
    static int to_share(const std::vector<int>& outcome, const std::vector<int>& base) {
        int found = 0;
        for (int entry : outcome) found += entry;
        for (int entry : base) found -= entry;
        return found;
    }

    /// Whether a number has room for so many digits.
    static bool has_room(int sides, int to_share) {
        std::int64_t radix = 1;
        for (int side = 0; side < sides; ++side) {
            if (radix > (std::int64_t{1} << 61) / (to_share + 1)) return false;
            radix *= to_share + 1;
        }
        return true;
    }

    int sides() const { return sides_; }
    int to_share() const { return to_share_; }
    std::int64_t radix(int side) const { return radix_[side]; }

    /// A number for what is secured, a digit per side, counted from the base.
    std::int64_t digits(const std::vector<int>& taken) const {
        std::int64_t found = 0;
        for (int side = 0; side < sides_; ++side) found += (taken[side] - base_[side]) * radix_[side];
        return found;
    }

    /// The vector of a number.
    std::vector<int> vector(std::int64_t digits) const {
        std::vector<int> found;
        for (int side = 0; side < sides_; ++side) found.push_back(static_cast<int>(digits / radix_[side] % (to_share_ + 1)));
        return found;
    }

    /// A vector, which is looked into if it is new; for any thread.
    const secured& at(std::int64_t digits) const {
        const std::lock_guard alone(lock_);
        auto& known = known_[digits];
        if (!known) known = make_secured(digits);
        return *known;
    }

    std::size_t count() const { return outcomes_.size(); }
    const std::vector<int>& outcome(std::size_t at) const { return outcomes_[at]; }
    const std::vector<int>& ranks(std::size_t at) const { return ranks_[at]; }
    int number(std::size_t at) const { return number_[at]; }  ///< In the leaf-value table.

    /// The outcomes in which nobody has less than a vector.
    std::vector<std::size_t> from(const std::vector<int>& vector) const {
        std::vector<std::size_t> found;
        for (std::size_t at = 0; at < outcomes_.size(); ++at) {
            bool reached = true;
            for (int side = 0; side < sides_; ++side) reached &= outcomes_[at][side] >= vector[side];
            if (reached) found.push_back(at);
        }
        return found;
    }

    /// The lowest rank among all outcomes from here on.
    int least_from(const secured& from, int side) const { return least_after(from, side, 0); }

    /// The lowest rank if the side takes so many more.
    int least_after(const secured& from, int side, int more) const { return from.least[side * steps_ + more]; }

private:
    std::unique_ptr<secured> make_secured(std::int64_t digits) const {
        auto made = std::make_unique<secured>();
        made->digits = digits;
        made->vector = vector(digits);
        made->left = to_share_;
        for (int entry : made->vector) made->left -= entry;
        const std::vector<std::size_t> ends = from(made->vector);
        made->count = static_cast<std::uint32_t>(ends.size());
        if (ends.size() <= most_compared) made->shape = number_in(shapes_, added_to(digits, ends));
        made->wants = number_in(wants_, preferences(*made, ends));
        for (int side = 0; side < sides_; ++side) add_least(*made, side, ends);
        return made;
    }

    template <class Text>
    static std::uint32_t number_in(std::map<Text, std::uint32_t>& numbers, Text text) {
        const auto next = static_cast<std::uint32_t>(numbers.size());
        return numbers.try_emplace(std::move(text), next).first->second;
    }

    void add_least(secured& made, int side, const std::vector<std::size_t>& ends) const {
        int most = 0;
        for (std::size_t at : ends) most = std::max(most, ranks_[at][side]);
        std::vector<int> least(static_cast<std::size_t>(steps_), most);
        for (std::size_t at : ends) {
            const int more = std::min(steps_ - 1, outcomes_[at][side] - made.vector[side]);
            least[more] = std::min(least[more], ranks_[at][side]);
        }
        for (int more = steps_ - 1; more-- > 0;) least[more] = std::min(least[more], least[more + 1]);
        made.least.insert(made.least.end(), least.begin(), least.end());
    }

    /// What the outcomes add to a vector.
    std::vector<std::int64_t> added_to(std::int64_t digits, const std::vector<std::size_t>& ends) const {
        std::vector<std::int64_t> added;
        for (std::size_t at : ends) {
            added.push_back(-digits);
            for (int side = 0; side < sides_; ++side) added.back() += outcomes_[at][side] * radix_[side];
        }
        return added;
    }

    /// What can be added to a vector, and how each side ranks that; the vector, if that is much.
    std::vector<std::uint32_t> preferences(const secured& made, const std::vector<std::size_t>& ends) const {
        if (!classes_ || ends.size() > most_compared) {
            const auto digits = static_cast<std::uint64_t>(made.digits);
            return {~std::uint32_t{0}, static_cast<std::uint32_t>(digits), static_cast<std::uint32_t>(digits >> 32)};
        }
        std::vector<std::uint32_t> found{made.shape};
        for (int side = 0; side < sides_; ++side) {
            std::vector<int> seen;
            for (std::size_t at : ends) seen.push_back(ranks_[at][side]);
            std::sort(seen.begin(), seen.end());
            seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
            for (std::size_t at : ends) {
                const auto place = std::lower_bound(seen.begin(), seen.end(), ranks_[at][side]);
                found.push_back(static_cast<std::uint32_t>(place - seen.begin()));
            }
        }
        return found;
    }

    static constexpr std::size_t most_compared = 256;  ///< To keep more takes memory.

    int sides_;
    int to_share_;
    int steps_;
    std::vector<int> base_;
    bool classes_;
    std::vector<std::vector<int>> outcomes_;
    std::vector<int> number_;
    outcome_ranks ranks_;
    std::vector<std::int64_t> radix_;

    mutable std::mutex lock_;
    mutable std::unordered_map<std::int64_t, std::unique_ptr<secured>> known_;
    mutable std::map<std::vector<std::int64_t>, std::uint32_t> shapes_;
    mutable std::map<std::vector<std::uint32_t>, std::uint32_t> wants_;
};

}  // namespace kibitz
