// How many positions there are after each number of moves, by every path: perft.
//
// As perft.py. Positions between tricks with the same owners of the live cards have the
// same moves below, whoever took what, so each kind is counted once.

#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "control.hpp"
#include "games/cards.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace kibitz {

__extension__ using count = unsigned __int128;  ///< A whole deal has more than 2^64 lines.

template <class Game>
class counting {
public:
    using position = typename Game::position;
    using counts = std::vector<count>;

    counting(const Game& game, int depth, const control& limits)
        : game_(game), watch_(limits) {
        // No line is longer than the game.
        totals_.assign(static_cast<std::size_t>(std::clamp(game.plies_left(game.root()), 0, depth)), 0);
        stack_guard().check(static_cast<int>(2 * totals_.size()));
    }

    /// After 1, 2, ... moves; it ends with the game.
    counts run() {
        if (!totals_.empty()) add_below(game_.root(), 0);
        while (!totals_.empty() && totals_.back() == 0) totals_.pop_back();
        return totals_;
    }

private:
    /// Count what is below a position that so many moves lead to.
    void add_below(const position& here, std::size_t depth) {
        if (here.on_table || game_.is_over(here)) return add_children(here, depth);
        const auto key = game_.moves_key(here);
        const auto known = known_.find(key);
        if (known != known_.end()) {
            for (std::size_t at = depth; at < totals_.size(); ++at) totals_[at] += known->second[at - depth];
            return;
        }
        counts added(totals_.begin() + static_cast<std::ptrdiff_t>(depth), totals_.end());
        add_children(here, depth);
        for (std::size_t at = depth; at < totals_.size(); ++at) added[at - depth] = totals_[at] - added[at - depth];
        if (added.size() > room_) return;
        room_ -= added.size();
        known_.emplace(key, std::move(added));
    }

    void add_children(const position& here, std::size_t depth) {
        if (game_.is_over(here)) return;
        watch_.before(visited_++);
        auto children = game_.moves(here);
        totals_[depth] += static_cast<count>(children.size());
        if (depth + 1 == totals_.size()) return;
        while (children.any_unseen()) add_below(game_.play(here, children.next_unseen()), depth + 1);
    }

    const Game& game_;
    counts totals_;  ///< After 1, 2, ... moves.
    std::unordered_map<card_set, counts, card_hash> known_;
    std::size_t room_ = std::size_t{1} << 24;  ///< For so many numbers more.
    std::uint64_t visited_ = 0;
    watch watch_;
};

}  // namespace kibitz
