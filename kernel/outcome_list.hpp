// The outcomes of a deal, filled up where that helps, and all ways to share something out.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace kibitz {

/// All ways to share something out among sides, in order.
class ways_to_share {
public:
    ways_to_share() = default;
    ways_to_share(int sides, int most) : sides_(sides), width_(static_cast<std::size_t>(most) + 1) {
        counts_.resize((static_cast<std::size_t>(sides) + 1) * width_);
        counts_[0] = 1;
        for (int parts = 1; parts <= sides; ++parts) {
            for (int left = 0; left <= most; ++left) {
                counts_[at(parts, left)] = counts_[at(parts - 1, left)] + (left ? counts_[at(parts, left - 1)] : 0);
            }
        }
    }

    /// How many there are, up to a million.
    static std::size_t count(int sides, int left) {
        std::size_t found = 1;
        for (int axis = 1; axis < sides && found < 1 << 20; ++axis) {
            found = found * static_cast<std::size_t>(left + axis) / static_cast<std::size_t>(axis);
        }
        return found;
    }

    std::size_t count(int left) const { return counts_[at(sides_, left)]; }

    /// The number of a way to share out so much: those come first in which an earlier side has less.
    std::size_t number(const std::vector<int>& way, int left) const {
        std::size_t found = 0;
        for (int side = 0; side + 1 < sides_; ++side) {
            const int rest = left - way[side];
            found += counts_[at(sides_ - side, left)] - counts_[at(sides_ - side, rest)];
            left = rest;
        }
        return found;
    }

    /// Call with each way to add so much to a vector, in order.
    template <class Act>
    void each(const std::vector<int>& vector, int left, const Act& act) const {
        std::vector<int> way(vector);
        add(way, 0, left, act);
    }

private:
    std::size_t at(int parts, int left) const { return static_cast<std::size_t>(parts) * width_ + static_cast<std::size_t>(left); }

    template <class Act>
    void add(std::vector<int>& way, int side, int left, const Act& act) const {
        const int had = way[side];
        const bool last = side + 1 == sides_;
        for (int more = last ? left : 0; more <= left; ++more) {
            way[side] = had + more;
            if (last) {
                act(way);
            } else {
                add(way, side + 1, left - more, act);
            }
        }
        way[side] = had;
    }

    int sides_ = 0;
    std::size_t width_ = 0;
    std::vector<std::size_t> counts_;  ///< For so many sides, to share out so much.
};

/// Outcomes with what they are worth, and their numbers in the leaf-value table, -1 where no play leads to one.
struct outcome_list {
    std::vector<std::vector<int>> outcomes;
    std::vector<std::vector<std::int32_t>> rows;
    std::vector<int> numbers;

    static constexpr std::size_t most_compared = 256;  ///< To keep more takes memory.
    static constexpr std::size_t most_filled = 7424;

    /// `boxed`: whether a search for one value will have them, and no set of values.
    outcome_list(std::vector<std::vector<int>> listed, std::vector<std::vector<std::int32_t>> payoffs, bool boxed)
        : outcomes(std::move(listed)), rows(std::move(payoffs)) {
        for (std::size_t at = 0; at < outcomes.size(); ++at) numbers.push_back(static_cast<int>(at));
        const std::size_t all = ways_to_share::count(sides(), left());
        if (boxed && outcomes.size() > most_compared && outcomes.size() < all && all <= most_filled) fill();
        is_complete = outcomes.size() == all;
        has_boxes = boxed && is_complete && all > most_compared && wants_by_own(outcomes, rows, every(all)) >= 0;
    }

    int sides() const { return static_cast<int>(outcomes[0].size()); }
    bool is_complete = false;  ///< Whether these are all ways to share out,
    bool has_boxes = false;    ///< and large sets of them are boxes.

    /// Whether each side wants more, a bit each, if it ranks outcomes by what it takes alone; else -1.
    template <class Ranks>
    static int wants_by_own(const std::vector<std::vector<int>>& all, const Ranks& ranks, const std::vector<std::size_t>& of) {
        const int sides = static_cast<int>(all[0].size());
        int found = 0;
        std::vector<std::int64_t> by_own;
        for (int side = 0; side < sides; ++side) {
            int least = all[of[0]][side], most = least;
            for (std::size_t at : of) {
                least = std::min(least, all[at][side]);
                most = std::max(most, all[at][side]);
            }
            by_own.assign(static_cast<std::size_t>(most - least) + 1, unknown);
            for (std::size_t at : of) {
                std::int64_t& rank = by_own[all[at][side] - least];
                if (rank != unknown && rank != ranks[at][side]) return -1;
                rank = ranks[at][side];
            }
            by_own.erase(std::remove(by_own.begin(), by_own.end(), unknown), by_own.end());
            const bool up = std::adjacent_find(by_own.begin(), by_own.end(), std::greater_equal<>()) == by_own.end();
            const bool down = std::adjacent_find(by_own.begin(), by_own.end(), std::less_equal<>()) == by_own.end();
            if (!up && !down) return -1;
            found |= up << side;
        }
        return found;
    }

    static std::vector<std::size_t> every(std::size_t count) {
        std::vector<std::size_t> found(count);
        std::iota(found.begin(), found.end(), std::size_t{0});
        return found;
    }

private:
    /// What each side has at least.
    std::vector<int> least() const {
        std::vector<int> found(outcomes[0]);
        for (const auto& outcome : outcomes) {
            for (int side = 0; side < sides(); ++side) found[side] = std::min(found[side], outcome[side]);
        }
        return found;
    }

    /// What there is to share out beyond that.
    int left() const {
        const std::vector<int> had = least();
        return std::accumulate(outcomes[0].begin(), outcomes[0].end(), 0) - std::accumulate(had.begin(), had.end(), 0);
    }

    /// All other ways to share out as well, if each side ranks by what it takes alone.
    void fill() {
        const int wants = wants_by_own(outcomes, rows, every(outcomes.size()));
        if (wants < 0) return;
        std::map<std::vector<int>, int> known;
        for (std::size_t at = 0; at < outcomes.size(); ++at) known[outcomes[at]] = static_cast<int>(at);
        outcome_list all;
        ways_to_share(sides(), left()).each(least(), left(), [&](const std::vector<int>& way) {
            const auto place = known.find(way);
            all.outcomes.push_back(way);
            all.numbers.push_back(place == known.end() ? -1 : place->second);
            std::vector<std::int32_t>& row = all.rows.emplace_back();
            for (int side = 0; side < sides(); ++side) row.push_back(wants >> side & 1 ? way[side] : -way[side]);
        });
        *this = std::move(all);
    }

    outcome_list() = default;

    static constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();
};

}  // namespace kibitz
