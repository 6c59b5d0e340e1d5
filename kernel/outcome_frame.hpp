// The outcomes from a vector of secured tricks on, as bits: a triangle of rows with no gaps.
//
// A set of outcomes that is moved to another vector is taken from one triangle and put into the
// other, row by row. The table keeps sets in the triangle of their own vector. With few tricks left
// to share out a triangle has room in one word, and so the search changes to a frame of one word
// as soon as it can.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "outcome_grid.hpp"

namespace kibitz {

/// How many bits a triangle has, for so many sides that share out so much.
inline std::size_t triangle_bits(int sides, int left) {
    std::size_t bits = 1;
    for (int axis = 1; axis < sides; ++axis) bits = bits * static_cast<std::size_t>(left + axis) / static_cast<std::size_t>(axis);
    return bits;
}

/// The most that can be left to share out with a triangle of one word.
inline int narrow_left(int sides, int most) {
    int left = 0;
    while (left < most && triangle_bits(sides, left + 1) <= 64) ++left;
    return left;
}

/// The triangle of all outcomes that share out so much, and every smaller one in it.
template <int Words>
class outcome_triangle {
public:
    using set = bit_set<Words>;

    struct row {
        std::uint16_t place;
        std::uint16_t length;
    };

    /// A triangle in this one: the outcomes in which nobody has less than a vector.
    struct window {
        set above = set::nothing();
        std::uint32_t first = 0;  ///< Its rows,
        std::uint16_t count = 0;  ///< so many.
        std::uint16_t words = 1;  ///< That it takes by itself.
    };

    outcome_triangle(const outcome_grid& grid, int left, const std::function<void()>& go_on = [] {})
        : grid_(&grid), left_(left), windows_(grid.vectors()) {
        make_rows();
        std::size_t made_so_far = 0;
        grid.each_vector(left, [&](const std::vector<int>& vector) {
            if (made_so_far++ % 64 == 0) go_on();
            int rest = left, digits = 0;
            for (int side = 0; side < grid.sides(); ++side) {
                rest -= vector[side];
                digits += vector[side] * grid.radix(side);
            }
            window& made = windows_[grid.number_of(digits)];
            made.first = static_cast<std::uint32_t>(rows_.size());
            std::vector<int> others(vector);
            add_rows(others, 1, rest);
            made.count = static_cast<std::uint16_t>(rows_.size() - made.first);
            made.words = static_cast<std::uint16_t>((triangle_bits(grid.sides(), rest) + 63) / 64);
            for (std::size_t at = made.first; at < rows_.size(); ++at) {
                for (int bit = 0; bit < rows_[at].length; ++bit) made.above.add(rows_[at].place + bit);
            }
        });
    }

    const window& at(std::size_t number) const { return windows_[number]; }

    /// The bit of an outcome.
    int place(const std::vector<int>& outcome) const { return begins_[row_number(outcome)] + outcome[0]; }

    /// A set in the smaller triangle by itself.
    void pack(const set& outcomes, const window& within, std::uint64_t* words) const {
        if constexpr (Words == 1) {
            if (scatters) {
                words[0] = gathered(outcomes.words[0], within.above.words[0]);
                return;
            }
        }
        for (int word = 0; word < within.words; ++word) words[word] = 0;
        int to = 0;
        for (int at = 0; at < within.count; ++at) {
            const row& each = rows_[within.first + at];
            const std::uint64_t bits = outcomes.row(each.place, each.length);
            words[to / 64] |= bits << to % 64;
            if (to % 64 + each.length > 64) words[to / 64 + 1] |= bits >> (64 - to % 64);
            to += each.length;
        }
    }

    /// The set that was packed.
    set unpack(const std::uint64_t* words, const window& within) const {
        if constexpr (Words == 1) {
            if (scatters) return {scattered(words[0], within.above.words[0])};
        }
        set found = set::nothing();
        int from = 0;
        for (int at = 0; at < within.count; ++at) {
            const row& each = rows_[within.first + at];
            std::uint64_t bits = words[from / 64] >> from % 64;
            if (from % 64 + each.length > 64) bits |= words[from / 64 + 1] << (64 - from % 64);
            found.add_row(each.place, bits & ((std::uint64_t{1} << each.length) - 1));
            from += each.length;
        }
        return found;
    }

private:
    /// Which row an outcome is in, by its entries but the first and the last.
    std::size_t row_number(const std::vector<int>& outcome) const {
        int found = 0;
        for (int side = 1; side + 1 < grid_->sides(); ++side) found += outcome[side] * grid_->radix(side - 1);
        return static_cast<std::size_t>(found);
    }

    /// Where each row begins: the rows lie one after the other.
    void make_rows() {
        std::vector<int> others(grid_->sides(), 0);
        begins_.assign(static_cast<std::size_t>(grid_->radix(std::max(0, grid_->sides() - 2))), 0);
        int begin = 0;
        each_row(others, 1, left_, [&](int length) {
            begins_[row_number(others)] = static_cast<std::uint16_t>(begin);
            begin += length;
        });
    }

    /// The rows from a vector on, where so much is left.
    void add_rows(std::vector<int>& from, int axis, int left) {
        each_row(from, axis, left, [&](int length) {
            rows_.push_back({static_cast<std::uint16_t>(place(from)), static_cast<std::uint16_t>(length)});
        });
    }

    template <class Act>
    void each_row(std::vector<int>& from, int axis, int left, const Act& act) const {
        if (axis + 1 >= grid_->sides()) return act(left + 1);
        const int begin = from[axis];
        for (int more = 0; more <= left; ++more) {
            from[axis] = begin + more;
            each_row(from, axis + 1, left - more, act);
        }
        from[axis] = begin;
    }

    const outcome_grid* grid_;
    int left_;
    std::vector<std::uint16_t> begins_;
    std::vector<row> rows_;
    std::vector<window> windows_;
};

/// The outcomes from a vector on, with how each side ranks them.
template <int Words>
class outcome_frame {
public:
    using set = bit_set<Words>;
    using window = typename outcome_triangle<Words>::window;

    outcome_frame(const outcome_grid& grid, const outcome_triangle<Words>& triangle, const outcome_grid::secured& from)
        : triangle_(&triangle), digits_(from.digits) {
        const std::vector<int>& base = grid.vector(from.number);
        everything_ = set::nothing();
        for (int side = 0; side < grid.sides(); ++side) {
            stride_ = std::max(stride_, grid.most_rank(side) + 2);
        }
        at_least_.assign(static_cast<std::size_t>(stride_) * grid.sides(), set::nothing());
        most_rank_.assign(grid.sides(), 0);
        alike_.assign(std::size_t{Words} * 64, set::nothing());
        std::map<std::vector<int>, set> classes;
        std::vector<std::pair<int, const std::vector<int>*>> placed;
        for (std::size_t at = 0; at < grid.count(); ++at) {
            std::vector<int> more;
            for (int side = 0; side < grid.sides(); ++side) more.push_back(grid.outcome(at)[side] - base[side]);
            if (*std::min_element(more.begin(), more.end()) < 0) continue;
            const int place = triangle.place(more);
            everything_.add(place);
            numbers_.emplace_back(place, grid.number(at));
            placed.emplace_back(place, &grid.ranks(at));
            classes.try_emplace(grid.ranks(at), set::nothing()).first->second.add(place);
            for (int side = 0; side < grid.sides(); ++side) {
                const int rank = grid.ranks(at)[side];
                most_rank_[side] = std::max(most_rank_[side], rank);
                for (int lower = 0; lower <= rank; ++lower) at_least_[side * stride_ + lower].add(place);
            }
        }
        for (const auto& [place, ranks] : placed) alike_[place] = classes.at(*ranks);
    }

    const set& everything() const { return everything_; }
    const set& at_least(int side, int rank) const { return at_least_[side * stride_ + rank]; }
    bool one_class(const set& outcomes) const { return outcomes.within(alike_[outcomes.first()]); }

    /// The lowest rank that a side gives to any of these, at least `rank`.
    int least(int side, const set& outcomes, int rank = 0) const {
        while (rank < most_rank_[side] && outcomes.within(at_least_[side * stride_ + rank + 1])) ++rank;
        return rank;
    }

    /// All outcomes that each side ranks within the range that it gives to these.
    set range_of(const set& outcomes) const {
        set found = everything_;
        for (std::size_t side = 0; side < most_rank_.size(); ++side) {
            int most = most_rank_[side];
            while (!outcomes.meets(at_least(static_cast<int>(side), most))) --most;
            found &= at_least(static_cast<int>(side), least(static_cast<int>(side), outcomes));
            found = found.without(at_least(static_cast<int>(side), most + 1));
        }
        return found;
    }

    /// What more secured tricks or points leave.
    const window& from(const outcome_grid& grid, const outcome_grid::secured& now) const {
        return triangle_->at(grid.number_of(now.digits - digits_));
    }
    set outcomes(const window& now) const { return now.above & everything_; }

    void pack(const set& outcomes, const window& within, std::uint64_t* words) const {
        triangle_->pack(outcomes, within, words);
    }
    set unpack(const std::uint64_t* words, const window& within) const { return triangle_->unpack(words, within); }

    /// The numbers, in the leaf-value table, of the outcomes of a set.
    std::vector<int> numbers(const set& outcomes) const {
        std::vector<int> found;
        for (const auto& [place, number] : numbers_) {
            if (outcomes.meets(set::one(place))) found.push_back(number);
        }
        return found;
    }

private:
    const outcome_triangle<Words>* triangle_;
    std::int32_t digits_;
    int stride_ = 0;
    set everything_;
    std::vector<set> at_least_;
    std::vector<int> most_rank_;
    std::vector<set> alike_;
    std::vector<std::pair<int, int>> numbers_;
};

}  // namespace kibitz
