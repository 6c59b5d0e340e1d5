// The outcomes from a vector of secured tricks or points on, as bits with no gaps.
//
// A set of outcomes that is moved to a later vector is taken together from the bits that are left
// there, run by run. The table keeps sets by the bits of their own vector. With few outcomes left
// they have room in one word, and so the search changes to a frame of one word as soon as it can.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "outcome_grid.hpp"

namespace kibitz {

/// What is added to a vector in each outcome from there on, a bit each; and what later vectors
/// leave of that. Vectors with the same shape share it. For one thread.
template <int Words>
class outcome_windows {
public:
    using set = bit_set<Words>;

    struct run {
        std::uint16_t place;
        std::uint16_t length;
    };

    /// A set by the bits of a window alone, with a word to spare, which a run that ends before it may touch.
    using packed = std::array<std::uint64_t, Words + 1>;

    /// What a later vector leaves.
    struct window {
        set above = set::nothing();
        std::vector<run> runs;
        int words = 1;  ///< That it takes by itself.
    };

    outcome_windows(const outcome_grid& grid, const outcome_grid::secured& from) : grid_(&grid) {
        for (std::size_t at : grid.from(from.vector)) {
            std::vector<int> more(grid.outcome(at));
            for (int side = 0; side < grid.sides(); ++side) more[side] -= from.vector[side];
            added_.push_back(std::move(more));
        }
    }
    outcome_windows(const outcome_windows&) = delete;

    /// What is left if so much more is secured.
    const window& at(std::int64_t more) {
        const window* known = known_.look(more);
        return known ? *known : make(more);
    }

    /// A set by the bits of the window alone.
    static void pack(const set& outcomes, const window& within, packed& words) {
        if constexpr (Words == 1) {
            if (scatters) {
                words[0] = gathered(outcomes.words[0], within.above.words[0]);
                return;
            }
        }
        for (int word = 0; word < within.words; ++word) words[word] = 0;
        int to = 0;
        for (const run& each : within.runs) {
            const std::uint64_t bits = outcomes.row(each.place, each.length);
            words[to / 64] |= bits << to % 64;
            if (to % 64 + each.length > 64) words[to / 64 + 1] |= bits >> (64 - to % 64);
            to += each.length;
        }
    }

    /// The set that was packed.
    static set unpack(const packed& words, const window& within) {
        if constexpr (Words == 1) {
            if (scatters) return {scattered(words[0], within.above.words[0])};
        }
        set found = set::nothing();
        int from = 0;
        for (const run& each : within.runs) {
            std::uint64_t bits = words[from / 64] >> from % 64;
            if (from % 64 + each.length > 64) bits |= words[from / 64 + 1] << (64 - from % 64);
            found.add_row(each.place, bits & ((std::uint64_t{1} << each.length) - 1));
            from += each.length;
        }
        return found;
    }

private:
    static constexpr int longest = 63;  ///< Bits of a run, so that it has room in a word.

    [[gnu::noinline]] const window& make(std::int64_t more) {
        window& made = windows_.emplace_back();
        const std::vector<int> vector = grid_->vector(more);
        int count = 0;
        for (std::size_t at = 0; at < added_.size(); ++at) {
            bool reached = true;
            for (int side = 0; side < grid_->sides(); ++side) reached &= added_[at][side] >= vector[side];
            if (!reached) continue;
            made.above.add(static_cast<int>(at));
            ++count;
            if (!made.runs.empty()) {
                run& last = made.runs.back();
                if (last.place + last.length == static_cast<int>(at) && last.length < longest) {
                    ++last.length;
                    continue;
                }
            }
            made.runs.push_back({static_cast<std::uint16_t>(at), 1});
        }
        made.words = std::max(1, (count + 63) / 64);
        known_.add(more, &made);
        return made;
    }

    const outcome_grid* grid_;
    std::vector<std::vector<int>> added_;
    std::deque<window> windows_;
    by_digits<const window> known_;
};

/// The outcomes from a vector on, with how each side ranks them.
template <int Words>
class outcome_frame {
public:
    using set = bit_set<Words>;
    using window = typename outcome_windows<Words>::window;

    outcome_frame(const outcome_grid& grid, outcome_windows<Words>& windows, const outcome_grid::secured& from)
        : windows_(&windows), digits_(from.digits), everything_(set::nothing()) {
        const std::vector<std::size_t> ends = grid.from(from.vector);
        for (int side = 0; side < grid.sides(); ++side) add_ranks(grid, side, ends);
        alike_.assign(ends.size() + 1, set::nothing());
        std::map<std::vector<int>, std::vector<int>> classes;
        for (std::size_t place = 0; place < ends.size(); ++place) {
            everything_.add(static_cast<int>(place));
            numbers_.push_back(grid.number(ends[place]));
            classes[grid.ranks(ends[place])].push_back(static_cast<int>(place));
        }
        for (const auto& [ranks, places] : classes) {
            set alike = set::nothing();
            for (int place : places) alike.add(place);
            for (int place : places) alike_[place] = alike;
        }
    }

    const set& everything() const { return everything_; }
    const set& at_least(int side, int rank) const { return at_least_[begins_[side] + rank]; }
    bool one_class(const set& outcomes) const { return outcomes.within(alike_[outcomes.first()]); }

    /// The lowest rank that a side gives to any of these, at least `rank`, in steps that double.
    int least(int side, const set& outcomes, int rank) const {
        const int most = most_rank_[side];
        int step = 1;
        for (; rank + step <= most && outcomes.within(at_least(side, rank + step)); step *= 2) rank += step;
        for (; step > 1;) {
            step /= 2;
            if (rank + step <= most && outcomes.within(at_least(side, rank + step))) rank += step;
        }
        return rank;
    }

    /// All outcomes that each side ranks within the range that it gives to these.
    set range_of(const set& outcomes) const {
        set found = everything_;
        for (int side = 0; side < static_cast<int>(most_rank_.size()); ++side) {
            int most = most_rank_[side];
            while (!outcomes.meets(at_least(side, most))) --most;
            found &= at_least(side, least(side, outcomes, least_rank_[side]));
            found = found.without(at_least(side, most + 1));
        }
        return found;
    }

    /// What more secured tricks or points leave.
    const window& from(std::int64_t now) const { return windows_->at(now - digits_); }

    /// The numbers, in the leaf-value table, of the outcomes of a set.
    std::vector<int> numbers(const set& outcomes) const {
        std::vector<int> found;
        for (std::size_t place = 0; place < numbers_.size(); ++place) {
            if (outcomes.meets(set::one(static_cast<int>(place)))) found.push_back(numbers_[place]);
        }
        return found;
    }

private:
    /// The outcomes that a side ranks at least so high, from its lowest rank here to one above all.
    void add_ranks(const outcome_grid& grid, int side, const std::vector<std::size_t>& ends) {
        int least = 0, most = 0;
        for (std::size_t place = 0; place < ends.size(); ++place) {
            const int rank = grid.ranks(ends[place])[side];
            least = place ? std::min(least, rank) : rank;
            most = std::max(most, rank);
        }
        least_rank_.push_back(least);
        most_rank_.push_back(most);
        begins_.push_back(static_cast<std::ptrdiff_t>(at_least_.size()) - least);
        at_least_.resize(at_least_.size() + static_cast<std::size_t>(most - least) + 2, set::nothing());
        for (std::size_t place = 0; place < ends.size(); ++place) {
            at_least_[begins_[side] + grid.ranks(ends[place])[side]].add(static_cast<int>(place));
        }
        for (int rank = most; rank-- > least;) at_least_[begins_[side] + rank] |= at_least_[begins_[side] + rank + 1];
    }

    outcome_windows<Words>* windows_;
    std::int64_t digits_;
    set everything_;
    std::vector<set> at_least_;  ///< Of all sides, one after the other.
    std::vector<std::ptrdiff_t> begins_;
    std::vector<int> least_rank_, most_rank_;
    std::vector<set> alike_;
    std::vector<int> numbers_;
};

/// What one thread has made of the outcomes of a deal, kept from search to search.
template <int Words>
class outcome_frames {
public:
    using secured = outcome_grid::secured;

    explicit outcome_frames(const outcome_grid& grid)
        : grid_(grid), windows_(grid, at(0)), whole_(grid, windows_, at(0)) {}
    outcome_frames(const outcome_frames&) = delete;

    const outcome_frame<Words>& whole() const { return whole_; }

    const secured& at(std::int64_t digits) {
        const secured* known = secured_.look(digits);
        return known ? *known : look_up(digits);
    }

    /// A frame of one word, from a vector with so few outcomes.
    const outcome_frame<1>& narrow(const secured& from) {
        const outcome_frame<1>* known = narrow_.look(from.digits);
        return known ? *known : make_narrow(from);
    }

private:
    [[gnu::noinline]] const secured& look_up(std::int64_t digits) {
        const secured& found = grid_.at(digits);
        secured_.add(digits, &found);
        return found;
    }

    [[gnu::noinline]] const outcome_frame<1>& make_narrow(const secured& from) {
        auto& windows = shapes_[from.shape];
        if (!windows) windows = std::make_unique<outcome_windows<1>>(grid_, from);
        const outcome_frame<1>& made = frames_.emplace_back(grid_, *windows, from);
        narrow_.add(from.digits, &made);
        return made;
    }

    const outcome_grid& grid_;
    by_digits<const secured> secured_;
    outcome_windows<Words> windows_;
    outcome_frame<Words> whole_;
    std::unordered_map<std::uint32_t, std::unique_ptr<outcome_windows<1>>> shapes_;
    std::deque<outcome_frame<1>> frames_;
    by_digits<const outcome_frame<1>> narrow_;
};

}  // namespace kibitz
