// Sets of outcomes as boxes: all from the least to the most that each side takes, perhaps but for a smaller box.
//
// For outcomes that share out a number in all ways, and that each side ranks by what it takes alone.
// What the others take at least and at most narrows what a side can take, so a box is kept as small
// as it can be. Two together are the smallest box that holds both. The box that is left out is what
// was asked for, and is not the outcome.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "bit_set.hpp"
#include "outcome_grid.hpp"

namespace kibitz {

constexpr int boxes = 0;  ///< Instead of a number of words.

template <>
struct bit_set<boxes> {
    static constexpr int axes = most_players + 1;  // a round number, for the processor
    using numbers = std::array<std::int16_t, axes>;

    numbers least, most;          ///< Not set at first; 0 for sides that there are not.
    numbers out_least, out_most;  ///< What is left out.
    std::int32_t sum;             ///< Of an outcome.

    static bit_set nothing() {
        bit_set found;
        found.least.fill(1);
        found.most.fill(0);
        found.leave_in();
        found.sum = 0;
        return found;
    }

    bool none() const { return is_void() || all_out(); }

    bool meets(const bit_set& other) const {
        bit_set both = *this;
        both.cut(other);
        if (!leaves_out()) return both.is_possible();
        both.tighten();
        return !both.is_void() && !both.all_out();
    }

    /// What it has in common with two boxes.
    bit_set both(const bit_set& one, const bit_set& other) const {
        bit_set found = *this;
        found.cut(one);
        found.cut(other);
        found.tighten();
        return found;
    }

    bool within(const bit_set& other) const { return inside(other.least, other.most) || none(); }

    /// Whether it holds one outcome.
    bool is_one() const { return least == most; }

    bool has(const std::vector<int>& outcome) const {
        bool all = true;
        for (std::size_t side = 0; side < outcome.size(); ++side) all &= least[side] <= outcome[side] && outcome[side] <= most[side];
        return all;
    }

    /// The same with nothing left out.
    bit_set plain() const {
        bit_set found = *this;
        found.leave_in();
        return found;
    }

    /// Leave out a box, and nothing else.
    void leave_out(const bit_set& box) {
        out_least = box.least;
        out_most = box.most;
    }

    /// As small as it can be without what is left out.
    void trim() {
        if (!leaves_out() || none()) return;
        bit_set out = *this;
        for (int side = 0; side < axes; ++side) {
            out.least[side] = std::max(least[side], out_least[side]);
            out.most[side] = std::min(most[side], out_most[side]);
        }
        if (!out.is_possible()) return;
        for (bool again = true; again;) {
            again = false;
            for (int side = 0; side < axes; ++side) {
                while (slice_is_out(side, least[side])) {
                    ++least[side];
                    tighten();
                    again = true;
                }
                while (slice_is_out(side, most[side])) {
                    --most[side];
                    tighten();
                    again = true;
                }
            }
        }
    }

    bit_set& operator&=(const bit_set& other) {
        narrow(other);
        if (other.leaves_out()) {
            out_least = other.out_least;
            out_most = other.out_most;
        }
        return *this;
    }

    /// The smallest box that holds both, with nothing left out.
    bit_set& operator|=(const bit_set& other) {
        if (other.none()) return *this;
        if (none()) return *this = other.plain();
        for (int side = 0; side < axes; ++side) {
            least[side] = std::min(least[side], other.least[side]);
            most[side] = std::max(most[side], other.most[side]);
        }
        leave_in();
        return *this;
    }

    friend bit_set operator&(bit_set one, const bit_set& other) { return one &= other; }
    friend bit_set operator|(bit_set one, const bit_set& other) { return one |= other; }

private:
    bool is_void() const { return least[0] > most[0]; }
    bool leaves_out() const { return out_least[0] <= out_most[0]; }
    bool all_out() const { return inside(out_least, out_most); }

    void leave_in() {
        out_least.fill(1);
        out_most.fill(0);
    }

    bool inside(const numbers& from, const numbers& to) const {
        bool all = true;
        for (int side = 0; side < axes; ++side) all &= (least[side] >= from[side]) & (most[side] <= to[side]);
        return all;
    }

    /// What it has in common with a box, perhaps not as small as it can be.
    void cut(const bit_set& other) {
        for (int side = 0; side < axes; ++side) {
            least[side] = std::max(least[side], other.least[side]);
            most[side] = std::min(most[side], other.most[side]);
        }
    }

    void narrow(const bit_set& other) {
        cut(other);
        tighten();
    }

    /// Whether there is an outcome in it, whatever is left out.
    bool is_possible() const {
        int low = 0, high = 0;
        bool some = true;
        for (int side = 0; side < axes; ++side) {
            some &= least[side] <= most[side];
            low += least[side];
            high += most[side];
        }
        return some && low <= sum && sum <= high;
    }

    /// As small as the sum of all sides allows.
    void tighten() {
        int low = 0, high = 0;
        bool some = true;
        for (int side = 0; side < axes; ++side) {
            some &= least[side] <= most[side];
            low += least[side];
            high += most[side];
        }
        if (!some || low > sum || sum > high) {
            *this = nothing();
            return;
        }
        for (int side = 0; side < axes; ++side) {
            const int from = least[side], to = most[side];
            least[side] = static_cast<std::int16_t>(std::max(from, sum - (high - to)));
            most[side] = static_cast<std::int16_t>(std::min(to, sum - (low - from)));
        }
    }

    /// Whether all outcomes in which a side takes so much are left out.
    bool slice_is_out(int side, std::int16_t taken) const {
        if (taken < out_least[side] || taken > out_most[side]) return false;
        bit_set slice = *this;
        slice.least[side] = slice.most[side] = taken;
        slice.tighten();
        return !slice.is_void() && slice.all_out();
    }
};

using box_set = bit_set<boxes>;

/// Boxes in a word of the table, counted from what was secured: the least and the most of each side.
class packed_boxes {
public:
    packed_boxes(int sides, int to_share) : sides_(sides) {
        while (to_share >> bits_) ++bits_;
    }

    /// Whether a word has room.
    bool fit() const { return 2 * sides_ * bits_ <= 64; }

    std::uint64_t pack(const box_set& box, const std::vector<int>& from) const {
        std::uint64_t found = 0;
        if (box.none()) return nothing();
        for (int side = 0; side < sides_; ++side) {
            found |= field(box.least[side] - from[side], 2 * side) | field(box.most[side] - from[side], 2 * side + 1);
        }
        return found;
    }

    box_set unpack(std::uint64_t word, const std::vector<int>& from, int sum) const {
        box_set found = box_set::nothing();
        found.least.fill(0);
        found.most.fill(0);
        found.sum = sum;
        for (int side = 0; side < sides_; ++side) {
            found.least[side] = static_cast<std::int16_t>(from[side] + at(word, 2 * side));
            found.most[side] = static_cast<std::int16_t>(from[side] + at(word, 2 * side + 1));
        }
        return found;
    }

    /// What two have in common, or nothing; perhaps not as small as it can be.
    std::uint64_t both(std::uint64_t one, std::uint64_t other) const {
        std::uint64_t found = 0;
        for (int side = 0; side < sides_; ++side) {
            const int from = std::max(at(one, 2 * side), at(other, 2 * side));
            const int to = std::min(at(one, 2 * side + 1), at(other, 2 * side + 1));
            if (from > to) return nothing();
            found |= field(from, 2 * side) | field(to, 2 * side + 1);
        }
        return found;
    }

    /// A word in which the least of the first side is above its most.
    static std::uint64_t nothing() { return 1; }
    bool is_nothing(std::uint64_t word) const { return at(word, 0) > at(word, 1); }

private:
    int at(std::uint64_t word, int place) const {
        return static_cast<int>(word >> place * bits_ & ((std::uint64_t{1} << bits_) - 1));
    }
    std::uint64_t field(int number, int place) const { return static_cast<std::uint64_t>(number) << place * bits_; }

    int sides_;
    int bits_ = 1;
};

}  // namespace kibitz
