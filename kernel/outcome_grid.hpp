// The outcomes of a deal, and what each vector of secured tricks or points leaves of them.
//
// Outcomes count from what is secured when the deal begins. What sides have secured is one number,
// with a digit per side, so that adding is adding. A vector is looked into when it is first met:
// where cards have many points, most are never met. Where all ways to share out are outcomes, they
// are found by counting.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/trick_rules.hpp"
#include "outcome_list.hpp"

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
        std::uint32_t shape = 0;  ///< What can be added to it, by number.
        std::uint32_t wants = 0;  ///< The same, and how all sides rank it, by number.
        int left = 0;             ///< What is left to share out.
        std::int64_t frame = 0;   ///< Its digits, or a number that all have from which ranks grow alike.
        std::vector<int> without; ///< The lowest rank of each side if it takes no more.
        std::vector<int> least;   ///< The lowest rank of each side; where tricks are counted, for each number more.
    };

    /// `classes`: vectors from which all is ranked alike have one number; `steps`: whether
    /// `least_after` will be asked.
    outcome_grid(const outcome_list& listed, const std::vector<int>& base, bool classes, bool steps)
        : sides_(static_cast<int>(base.size())), base_(base), classes_(classes) {
        to_share_ = to_share(listed.outcomes[0], base);
        steps_ = steps ? to_share_ + 1 : 1;
        std::vector<std::pair<std::vector<int>, std::size_t>> kept;
        for (std::size_t at = 0; at < listed.outcomes.size(); ++at) {
            std::vector<int> more;
            for (int side = 0; side < sides_; ++side) more.push_back(listed.outcomes[at][side] - base[side]);
            if (*std::min_element(more.begin(), more.end()) >= 0) kept.emplace_back(std::move(more), at);
        }
        std::sort(kept.begin(), kept.end());  // so that what is added to two vectors stands in one order
        std::vector<std::vector<std::int32_t>> payoffs;
        for (auto& [outcome, at] : kept) {
            outcomes_.push_back(std::move(outcome));
            payoffs.push_back(listed.rows[at]);
            number_.push_back(listed.numbers[at]);
        }
        if (!outcomes_.empty()) ranks_ = ranked(payoffs);
        radix_.push_back(1);
        for (int side = 0; side < sides_; ++side) radix_.push_back(radix_.back() * (to_share_ + 1));
        complete_ = listed.is_complete && outcomes_.size() == ways_to_share::count(sides_, to_share_);
        if (complete_) {
            ways_ = ways_to_share(sides_, to_share_);
            wants_all_ = outcome_list::wants_by_own(outcomes_, ranks_, outcome_list::every(outcomes_.size()));
        }
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

    /// Whether all ways to share out are outcomes,
    bool is_complete() const { return complete_; }
    /// which are these,
    const ways_to_share& ways() const { return ways_; }
    /// and each side ranks them by what it takes alone.
    bool is_by_own() const { return wants_all_ >= 0; }
    /// Whether a side then wants more.
    bool wants_more(int side) const { return wants_all_ >> side & 1; }

    /// The outcomes in which nobody has less than a vector.
    std::vector<std::size_t> from(const std::vector<int>& vector) const {
        std::vector<std::size_t> found;
        if (complete_) {
            const int left = to_share_ - std::accumulate(vector.begin(), vector.end(), 0);
            if (left < 0) return found;
            ways_.each(vector, left, [&](const std::vector<int>& way) { found.push_back(ways_.number(way, to_share_)); });
            return found;
        }
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

    /// The lowest rank if the side takes no more.
    int least_without(const secured& from, int side) const { return from.without[side]; }

private:
    std::unique_ptr<secured> make_secured(std::int64_t digits) const {
        auto made = std::make_unique<secured>();
        made->digits = digits;
        made->vector = vector(digits);
        made->left = to_share_;
        for (int entry : made->vector) made->left -= entry;
        if (is_by_own()) {
            add_by_counting(*made);
            return made;
        }
        const std::vector<std::size_t> ends = from(made->vector);
        made->count = static_cast<std::uint32_t>(ends.size());
        const bool large = ends.size() > most_compared;
        made->shape = large ? shape_of_many(*made) : number_in(shapes_, added_to(digits, ends));
        made->frame = digits;
        const int wants = complete_ ? outcome_list::wants_by_own(outcomes_, ranks_, ends) : -1;
        if (wants >= 0 && grows_by_one(made->left, ends)) made->frame = frame_by_own(made->left, wants);
        const bool counted = large && classes_ && wants >= 0;
        made->wants = number_in(wants_, counted ? preferences_by_own(made->left, wants) : preferences(*made, ends));
        for (int side = 0; side < sides_; ++side) add_least(*made, side, ends);
        return made;
    }

    /// The same where each side ranks all outcomes by what it takes alone.
    void add_by_counting(secured& made) const {
        made.count = static_cast<std::uint32_t>(ways_.count(made.left));
        made.shape = shape_of_many(made);
        made.frame = frame_by_own(made.left, wants_all_);
        made.wants = number_in(wants_, classes_ ? preferences_by_own(made.left, wants_all_) : preferences(made, {}));
        for (int side = 0; side < sides_; ++side) {
            const bool up = wants_all_ >> side & 1;
            const int least = up ? made.vector[side] : to_share_ - made.vector[side] - made.left;
            made.without.push_back(up ? least : least + made.left);
            for (int more = 0; more < steps_; ++more) made.least.push_back(up ? least + std::min(more, made.left) : least);
        }
    }

    /// A number for what can be added, if that is much: how much is left says all, or nothing does.
    std::uint32_t shape_of_many(const secured& made) const {
        if (complete_) return number_in(shapes_, {-1, made.left});
        return number_in(shapes_, {-2, made.digits});
    }

    static std::int64_t frame_by_own(int left, int wants) { return -1 - (std::int64_t{left} << most_players | wants); }

    static std::vector<std::uint32_t> preferences_by_own(int left, int wants) {
        return {~std::uint32_t{1}, static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(wants)};
    }

    /// Whether the ranks of each side have no gaps, where it ranks by what it takes alone.
    bool grows_by_one(int left, const std::vector<std::size_t>& ends) const {
        for (int side = 0; side < sides_; ++side) {
            int least = ranks_[ends[0]][side], most = least;
            for (std::size_t at : ends) {
                least = std::min(least, ranks_[at][side]);
                most = std::max(most, ranks_[at][side]);
            }
            if (most - least != left) return false;
        }
        return true;
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
        made.without.push_back(most);
        for (std::size_t at : ends) {
            if (outcomes_[at][side] == made.vector[side]) made.without[side] = std::min(made.without[side], ranks_[at][side]);
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
        if (!classes_ || made.count > most_compared) {
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

    static constexpr std::size_t most_compared = outcome_list::most_compared;

    int sides_;
    int to_share_;
    int steps_;
    std::vector<int> base_;
    bool classes_;
    std::vector<std::vector<int>> outcomes_;
    std::vector<int> number_;
    outcome_ranks ranks_;
    std::vector<std::int64_t> radix_;
    bool complete_ = false;
    ways_to_share ways_;
    int wants_all_ = -1;  ///< Whether each side wants more, a bit each, if all outcomes are ranked by that.

    mutable std::mutex lock_;
    mutable std::unordered_map<std::int64_t, std::unique_ptr<secured>> known_;
    mutable std::map<std::vector<std::int64_t>, std::uint32_t> shapes_;
    mutable std::map<std::vector<std::uint32_t>, std::uint32_t> wants_;
};

}  // namespace kibitz
