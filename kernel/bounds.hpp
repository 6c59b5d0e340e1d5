// Which bounds a child is given: the axes `prune`, `life` and `first`.
//
// As reference/bounds.py. Scores are never negative, and a bound is a score or, for a child
// that wins ties, one step lower: -1 or more. A player without a bound has -2, which is below
// all of that: every score beats it, every stored bound is above it, no sum contains it. So
// nothing below asks whether there is a bound.
//
// Instead of its age a bound has the depth at which it was born, which no ply changes.

#pragma once

#include <array>
#include <cstdint>

#include "names.hpp"

namespace kibitz {

constexpr int no_bound = -2;
constexpr int unborn = 1 << 30;
constexpr int unlimited = 1 << 30;

/// One whole number per side; a game with fewer sides leaves the last ones at nothing.
template <int Sides>
using row = std::array<std::int32_t, Sides>;

template <int Sides>
constexpr row<Sides> all_sides(std::int32_t value) {
    row<Sides> filled{};
    filled.fill(value);
    return filled;
}

template <int Sides>
struct bounds {
    row<Sides> bound = all_sides<Sides>(no_bound);
    row<Sides> born = all_sides<Sides>(unborn);

    /// Whether scores are strictly better for every bounded player.
    bool beaten_by(const row<Sides>& scores) const {
        bool beaten = true;
        for (int side = 0; side < Sides; ++side) beaten &= scores[side] > bound[side];
        return beaten;
    }

    /// Whether nothing but this bound of this player is here.
    bool is_only(int player, std::int32_t own) const {
        bool only = bound[player] == own;
        for (int side = 0; side < Sides; ++side) only &= (side == player) | (bound[side] == no_bound);
        return only;
    }

    /// Whether some bound is older than the parent's, at this depth.
    bool distant(int depth) const {
        bool found = false;
        for (int side = 0; side < Sides; ++side) found |= depth - born[side] > 1;
        return found;
    }
};

enum class prune_rule { shallow, last_branch, speculative, every };
constexpr named<prune_rule> prune_rules[] = {
    {"none", prune_rule::shallow},         {"shallow", prune_rule::shallow}, {"last-branch", prune_rule::last_branch},
    {"speculative", prune_rule::speculative}, {"deep", prune_rule::every},   {"alpha-beta", prune_rule::every},
};

/// The bounds that a node hands on to its children.
struct handed_on {
    prune_rule rule = prune_rule::shallow;
    int life = 0;
    bool waits = true;  ///< Whether a child that failed on older bounds is searched again.

    /// Whether a child is given older bounds: `first`, no child has a value yet; `last`, no
    /// child comes after it.
    bool applies(bool first, bool last) const {
        switch (rule) {
            case prune_rule::shallow: return false;
            case prune_rule::last_branch: return last;
            case prune_rule::speculative: return last || !first;
            case prune_rule::every: return true;
        }
        return false;
    }

    /// The bounds, among those that a node at this depth was given, that a child is given too.
    template <int Sides>
    [[gnu::always_inline]] bounds<Sides> older(const bounds<Sides>& here, int depth, bool first, bool last) const {
        bounds<Sides> given;
        if (!applies(first, last)) return given;
        for (int side = 0; side < Sides; ++side) {
            const bool lives = depth - here.born[side] < life;
            given.bound[side] = lives ? here.bound[side] : no_bound;
            given.born[side] = lives ? here.born[side] : unborn;
        }
        return given;
    }
};

}  // namespace kibitz
