// Explicit trees, as games/tree.py.
//
// Equal subtrees are one node, so they share their entry in a transposition table. Limits,
// what is known of the payoffs below, come from the whole path, so they are part of where the
// search is but not of the node.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "../bounds.hpp"
#include "../ordering.hpp"
#include "../scores.hpp"
#include "../table.hpp"

namespace kibitz {

/// For each player the least and the most it can get; the ends of the range if not known.
using limits = std::vector<std::pair<std::int64_t, std::int64_t>>;

struct tree_node {
    int mover = 0;
    std::int32_t outcome = nil;  ///< Of a leaf.
    std::uint32_t limits = 0;    ///< Which of the limits; 0 is none.
    std::vector<std::uint32_t> children;
};

/// A tree in plain numbers; node 0 is the root.
struct tree_rules {
    std::vector<tree_node> nodes;
    std::vector<limits> known_limits;                ///< All that nodes have; the first says nothing.
    std::uint32_t root_limits = 0;                   ///< What the path to the root says.
    std::vector<std::vector<std::int64_t>> payoffs;  ///< Of each outcome.
};

class tree {
public:
    static constexpr int sides = 16;   ///< At most; rows of scores are as long as that.
    static constexpr int deepest = 0;  ///< Plies to the end at most; 0 is not known.
    using move_number = std::uint32_t;
    using children = numbered_children;
    struct key_type : table_key<2> {
        /// More is nearer to the root: a full table forgets the lower of two entries.
        int height() const { return -static_cast<int>(words[0]); }  // nodes are numbered level by level
    };
    template <class Set>
    using scores_type = scores<tree, Set>;

    struct position {
        std::uint32_t node = 0;
        std::uint32_t limits = 0;
    };

    tree(const tree_rules& rules, order_rule order, int width)
        : rules_(rules), order_(order), width_(width), all_limits_(rules.known_limits) {}

    position root() const { return {0, rules_.root_limits}; }
    bool is_over(const position& here) const { return rules_.nodes[here.node].children.empty(); }
    int side(const position& here) const { return rules_.nodes[here.node].mover; }

    children moves(const position& here) const {
        const auto count = static_cast<std::uint32_t>(rules_.nodes[here.node].children.size());
        return children(width_ ? std::min(count, static_cast<std::uint32_t>(width_)) : count);
    }

    /// After a child, as `children` names it; here that is its number in the listed order.
    position play(const position& here, int child) const {
        return play_number(here, static_cast<std::uint32_t>(child));
    }

    position play_number(const position& here, std::uint32_t number) const {
        const auto& children = rules_.nodes[here.node].children;
        const std::uint32_t node =
            children[order_ == order_rule::high ? number : children.size() - 1 - number];
        return {node, both(here.limits, rules_.nodes[node].limits)};
    }

    /// The number of a child in the tree, whatever the listed order.
    std::uint32_t name_of(const position& here, int child) const {
        const auto number = static_cast<std::uint32_t>(child);
        return order_ == order_rule::high ? number : static_cast<std::uint32_t>(rules_.nodes[here.node].children.size()) - 1 - number;
    }

    /// What `allows` depends on, in one word.
    static std::uint64_t progress(const position& here) { return here.limits; }
    /// Whether the last move can have changed that.
    static bool progresses(const position&) { return true; }
    /// The outcome of a game that ends with this progress, for `outcome` below; nil if it finds that itself.
    std::int32_t outcome_of(std::uint64_t) const { return nil; }

    bool allows(std::uint64_t progress, std::size_t outcome) const {
        const limits& known = all_limits_[progress];
        for (std::size_t player = 0; player < known.size(); ++player) {
            const std::int64_t payoff = rules_.payoffs[outcome][player];
            if (payoff < known[player].first || payoff > known[player].second) return false;
        }
        return true;
    }

    /// The number of the outcome, at the end.
    template <class Feasible>
    std::int32_t outcome(const position& here, const Feasible&) const {
        return rules_.nodes[here.node].outcome;
    }

    /// Whether the table is asked here, and after how many moves it is asked again.
    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    /// Moves to the end of the game; -1 is not known.
    int plies_left(const position&) const { return -1; }
    /// The plies to the horizon belong to the key where there are estimates.
    key_type key(const position& here, std::uint32_t) const { return {{{here.node, 0}}}; }

    /// A tree has no estimates.
    template <class Scores>
    std::int64_t estimate(const position&, const Scores&) const { return nil; }

private:
    /// The limits that say what both say.
    std::uint32_t both(std::uint32_t old, std::uint32_t more) const {
        if (more == 0 || more == old) return old;
        const auto [place, added] = both_.try_emplace({old, more}, 0);
        if (added) {
            limits joined = all_limits_[old];
            const limits& other = all_limits_[more];
            if (joined.empty()) joined = other;
            for (std::size_t player = 0; player < other.size(); ++player) {
                joined[player].first = std::max(joined[player].first, other[player].first);
                joined[player].second = std::min(joined[player].second, other[player].second);
            }
            const auto known = std::find(all_limits_.begin(), all_limits_.end(), joined);
            place->second = static_cast<std::uint32_t>(known - all_limits_.begin());
            if (known == all_limits_.end()) all_limits_.push_back(joined);
        }
        return place->second;
    }

    tree_rules rules_;
    order_rule order_;
    int width_;
    mutable std::vector<limits> all_limits_;
    mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> both_;
};

}  // namespace kibitz
