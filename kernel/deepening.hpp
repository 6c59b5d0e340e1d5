// Where a search stops before the end: the axes `leaf` and `deepening`.
//
// As reference/deepening.py: to a horizon of 1, 2, ... plies, until no estimate was needed or a
// limit is reached. The line of one horizon is tried first in the next.

#pragma once

#include <cstdint>

#include "names.hpp"
#include "lines.hpp"

namespace kibitz {

enum class leaf_rule { none, taken, cards, distance, own };
constexpr named<leaf_rule> leaf_rules[] = {
    {"none", leaf_rule::none}, {"taken", leaf_rule::taken}, {"cards", leaf_rule::cards}, {"distance", leaf_rule::distance},
    {"mobility", leaf_rule::own}, {"captures", leaf_rule::own}, {"squares", leaf_rule::own}, {"way-home", leaf_rule::own}};

constexpr int no_horizon = 1 << 30;

/// How far a search may look, and whether it has seen estimates instead of ends.
class horizon {
public:
    horizon(leaf_rule leaf, bool iterative, int deepest)
        : stops_early_(leaf != leaf_rule::none),
          deepest_(deepest ? deepest : no_horizon),
          depth_(!stops_early_ ? no_horizon : iterative ? 1 : deepest) {}

    int depth() const { return depth_; }
    bool is_here(int depth) const { return depth == depth_; }

    void guess(bool guessed = true) { guesses_ += guessed; }
    std::uint64_t guesses() const { return guesses_; }

    /// The part of a key that says how far a search from here looks: 0 if to the end, which is
    /// so many plies away (unknown if negative).
    std::uint32_t plies(int depth, int left) const {
        if (!stops_early_) return 0;
        const int looks = depth_ - depth;
        return left >= 0 && looks >= left ? 0 : static_cast<std::uint32_t>(looks);
    }

    /// After a search to the horizon: whether a deeper one is worth it and allowed.
    bool deepen(record& found) {
        if (!stops_early_) return false;
        found.depth = depth_;
        if (guesses_ == 0) return false;
        if (depth_ >= deepest_) {
            found.why = stopped::depth;
            return false;
        }
        ++depth_;
        guesses_ = 0;
        first_line_ = found.line;
        return true;
    }

    /// To look so many plies from a root of its own.
    void look(int plies) { depth_ = plies; }

    bool has_line(int depth) const { return static_cast<std::size_t>(depth) < first_line_.size(); }
    std::uint32_t number(int depth) const { return first_line_[depth]; }

private:
    bool stops_early_;
    int deepest_;
    int depth_;
    std::uint64_t guesses_ = 0;  ///< How many answers so far rest on an estimate.
    move_numbers first_line_;
};

}  // namespace kibitz
