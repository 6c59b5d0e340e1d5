// The outcomes from a vector of secured tricks or points on, as bits with no gaps.
//
// A set of outcomes that is moved to a later vector is taken together from the bits that are left
// there, run by run. The table keeps sets by the bits of their own vector. With fewer outcomes left
// they have room in fewer words, and so the search changes to a narrower frame as soon as it can.
// Vectors from which ranks grow alike share a frame.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "box_set.hpp"
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

    outcome_windows(const outcome_grid& grid, const outcome_grid::secured& from) : grid_(&grid), left_(from.left) {
        if (grid.is_complete()) return;
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
        const auto add = [&](std::size_t at) {
            made.above.add(static_cast<int>(at));
            ++count;
            if (!made.runs.empty()) {
                run& last = made.runs.back();
                if (last.place + last.length == static_cast<int>(at) && last.length < longest) {
                    ++last.length;
                    return;
                }
            }
            made.runs.push_back({static_cast<std::uint16_t>(at), 1});
        };
        if (grid_->is_complete()) {
            const ways_to_share& ways = grid_->ways();
            const int left = left_ - std::accumulate(vector.begin(), vector.end(), 0);
            if (left >= 0) ways.each(vector, left, [&](const std::vector<int>& way) { add(ways.number(way, left_)); });
        }
        for (std::size_t at = 0; at < added_.size(); ++at) {
            if (std::equal(vector.begin(), vector.end(), added_[at].begin(), std::less_equal<>())) add(at);
        }
        made.words = std::max(1, (count + 63) / 64);
        known_.add(more, &made);
        return made;
    }

    const outcome_grid* grid_;
    int left_;
    std::vector<std::vector<int>> added_;  ///< Unless all ways to share out are outcomes.
    std::deque<window> windows_;
    by_digits<const window> known_;
};

/// The outcomes from a vector on, with how each side ranks them; ranks count from its lowest there.
template <int Words>
class outcome_frame {
public:
    using set = bit_set<Words>;
    using window = typename outcome_windows<Words>::window;

    outcome_frame(const outcome_grid& grid, outcome_windows<Words>& windows, const outcome_grid::secured& from)
        : windows_(&windows), everything_(set::nothing()) {
        const std::vector<std::size_t> ends = grid.from(from.vector);
        for (int side = 0; side < grid.sides(); ++side) add_ranks(grid, side, ends);
        std::map<std::vector<int>, std::vector<int>> classes;
        for (std::size_t place = 0; place < ends.size(); ++place) {
            everything_.add(static_cast<int>(place));
            classes[grid.ranks(ends[place])].push_back(static_cast<int>(place));
        }
        alike_at_.assign(ends.size(), 0);
        alike_.assign(spares_single ? 1 : ends.size() + 1, set::nothing());
        for (const auto& [ranks, places] : classes) {
            if (spares_single && places.size() == 1) continue;
            set alike = set::nothing();
            for (int place : places) alike.add(place);
            if (places.size() > 1) several_.push_back(alike);
            if constexpr (spares_single) {
                for (int place : places) alike_at_[place] = static_cast<std::uint32_t>(alike_.size());
                alike_.push_back(alike);
            } else {
                for (int place : places) alike_[place] = alike;
            }
        }
    }

    const set& everything() const { return everything_; }
    const set& at_least(int side, int rank) const { return at_least_[begins_[side] + rank]; }

    bool one_class(const set& outcomes) const {
        const int first = outcomes.first();
        if constexpr (spares_single) {
            const std::uint32_t at = alike_at_[first];
            return at ? outcomes.within(alike_[at]) : outcomes.without(set::one(first)).none();
        } else {
            return outcomes.within(alike_[first]);
        }
    }

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

    /// Those of a set that have the same payoffs as one of others.
    set alike_to(const set& others, const set& outcomes) const {
        set found = others & outcomes;
        for (const set& alike : several_) {
            if (alike.meets(others)) found |= alike & outcomes;
        }
        return found;
    }

    /// The highest rank that a side gives to any of these.
    int most(int side, const set& outcomes) const {
        int low = 0, high = most_rank_[side];
        while (low < high) {
            const int middle = (low + high + 1) / 2;
            if (outcomes.meets(at_least(side, middle))) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /// All outcomes that each side ranks within the range that it gives to these.
    set range_of(const set& outcomes) const {
        set found = everything_;
        for (int side = 0; side < static_cast<int>(most_rank_.size()); ++side) {
            found &= at_least(side, least(side, outcomes, 0));
            found = found.without(at_least(side, most(side, outcomes) + 1));
        }
        return found;
    }

    /// What is left once so much more is secured.
    const window& after(std::int64_t more) const { return windows_->at(more); }

private:
    static constexpr bool spares_single = Words > 3;  ///< No sets of one outcome, which take much memory.

    /// The outcomes that a side ranks at least so high, from its lowest rank here to one above all.
    void add_ranks(const outcome_grid& grid, int side, const std::vector<std::size_t>& ends) {
        int least = grid.ranks(ends[0])[side], most = least;
        for (std::size_t at : ends) {
            least = std::min(least, grid.ranks(at)[side]);
            most = std::max(most, grid.ranks(at)[side]);
        }
        most_rank_.push_back(most - least);
        const std::size_t begin = at_least_.size();
        begins_.push_back(static_cast<std::ptrdiff_t>(begin));
        at_least_.resize(begin + static_cast<std::size_t>(most - least) + 2, set::nothing());
        for (std::size_t place = 0; place < ends.size(); ++place) {
            at_least_[begin + static_cast<std::size_t>(grid.ranks(ends[place])[side] - least)].add(static_cast<int>(place));
        }
        for (std::size_t rank = begin + static_cast<std::size_t>(most - least); rank-- > begin;) at_least_[rank] |= at_least_[rank + 1];
    }

    outcome_windows<Words>* windows_;
    set everything_;
    std::vector<set> at_least_;  ///< Of all sides, one after the other.
    std::vector<std::ptrdiff_t> begins_;
    std::vector<int> most_rank_;
    std::vector<std::uint32_t> alike_at_;  ///< Where `alike_` has what is worth the same; 0 for one that is alone.
    std::vector<set> alike_;
    std::vector<set> several_;  ///< Classes of more than one.
};

/// The outcomes of a deal as boxes.
template <>
class outcome_frame<boxes> {
public:
    using set = box_set;

    struct window {
        set above;
        int words;  ///< That an entry of a table takes: those of bits, where there are few.
    };

    explicit outcome_frame(const outcome_grid& grid) : grid_(&grid), sum_(grid.to_share()), everything_(box(0)) {}

    const set& everything() const { return everything_; }

    set at_least(int side, int rank) const {
        set found = everything_;
        if (grid_->wants_more(side)) {
            found.least[side] = static_cast<std::int16_t>(rank);
        } else {
            found.most[side] = static_cast<std::int16_t>(sum_ - rank);
        }
        return found;
    }

    /// A side takes no more than so much in all.
    set at_most(int side, int taken) const {
        set found = everything_;
        found.most[side] = static_cast<std::int16_t>(taken);
        return found;
    }

    bool one_class(const set& outcomes) const { return outcomes.is_one(); }

    /// The lowest rank that a side gives to any of these, at least `rank`.
    int least(int side, const set& outcomes, int rank) const {
        return std::max<int>(rank, grid_->wants_more(side) ? outcomes.least[side] : sum_ - outcomes.most[side]);
    }

    const window& after(std::int64_t digits) const {
        const window* known = known_.look(digits);
        return known ? *known : make(digits);
    }

private:
    set box(std::int64_t digits) const {
        const std::vector<int> taken = grid_->vector(digits);
        const int left = sum_ - std::accumulate(taken.begin(), taken.end(), 0);
        set found = set::nothing();
        if (left < 0) return found;
        found.least.fill(0);
        found.most.fill(0);
        found.sum = sum_;
        for (std::size_t side = 0; side < taken.size(); ++side) {
            found.least[side] = static_cast<std::int16_t>(taken[side]);
            found.most[side] = static_cast<std::int16_t>(taken[side] + left);
        }
        return found;
    }

    [[gnu::noinline]] const window& make(std::int64_t digits) const {
        window& made = windows_.emplace_back();
        made.above = box(digits);
        const std::size_t count = grid_->at(digits).count;
        made.words = count > outcome_list::most_compared ? 1 : static_cast<int>((count + 63) / 64);
        known_.add(digits, &made);
        return made;
    }

    const outcome_grid* grid_;
    int sum_;
    set everything_;
    mutable std::deque<window> windows_;
    mutable by_digits<const window> known_;
};

/// The widths of sets, in words; a search goes from one to the next as soon as there is room.
constexpr int narrower(int words) {
    if (words == boxes) return 6;
    int found = 1;
    for (int width : {3, 6, 12, 24, 58}) {
        if (width < words) found = width;
    }
    return found;
}

/// What one thread has made of the outcomes of a deal, kept from search to search.
class outcome_frames {
public:
    using secured = outcome_grid::secured;

    explicit outcome_frames(const outcome_grid& grid) : grid_(grid) {}
    outcome_frames(const outcome_frames&) = delete;

    const secured& at(std::int64_t digits) {
        const secured* known = secured_.look(digits);
        return known ? *known : look_up(digits);
    }

    /// A frame of so many words, from a vector with few enough outcomes.
    template <int Words>
    const outcome_frame<Words>& from(const secured& from) {
        if constexpr (Words == boxes) {
            if (!boxes_) boxes_ = std::make_unique<outcome_frame<boxes>>(grid_);
            return *boxes_;
        } else {
            return from_bits<Words>(from);
        }
    }

private:
    template <int Words>
    const outcome_frame<Words>& from_bits(const secured& from) {
        of_width<Words>& mine = std::get<of_width<Words>>(widths_);
        const outcome_frame<Words>* known = mine.known.look(from.frame);
        return known ? *known : make(mine, from);
    }

    template <int Words>
    struct of_width {
        std::unordered_map<std::uint32_t, std::unique_ptr<outcome_windows<Words>>> shapes;
        std::deque<outcome_frame<Words>> frames;
        by_digits<const outcome_frame<Words>> known;
    };

    [[gnu::noinline]] const secured& look_up(std::int64_t digits) {
        const secured& found = grid_.at(digits);
        secured_.add(digits, &found);
        return found;
    }

    template <int Words>
    [[gnu::noinline]] const outcome_frame<Words>& make(of_width<Words>& mine, const secured& from) {
        auto& windows = mine.shapes[from.shape];
        if (!windows) windows = std::make_unique<outcome_windows<Words>>(grid_, from);
        const outcome_frame<Words>& made = mine.frames.emplace_back(grid_, *windows, from);
        mine.known.add(from.frame, &made);
        return made;
    }

    const outcome_grid& grid_;
    by_digits<const secured> secured_;
    std::unique_ptr<outcome_frame<boxes>> boxes_;
    std::tuple<of_width<1>, of_width<2>, of_width<3>, of_width<6>, of_width<12>, of_width<24>, of_width<58>, of_width<116>> widths_;
};

}  // namespace kibitz
