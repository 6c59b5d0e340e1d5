// Games whose outcome is how each player stands, as boards/standing.py: points, and `won` more for
// a player who has won. An answer is that of all players, twelve bits each.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "../bounds.hpp"
#include "../control.hpp"
#include "../ordering.hpp"
#include "../scores.hpp"

namespace kibitz {

constexpr int most_standing = 4;        ///< Players.
constexpr int standing_bits = 12;
constexpr std::int32_t won = 1'000;     ///< What is added to the points of a winner.
constexpr std::int32_t victory = 12'000;
constexpr std::int32_t whole = 960;

/// What such games have in common, in plain numbers.
struct standing_rules {
    int players = 3;
    int turn = 0;
    bool share = false;        ///< utility=share; else victory.
    bool against = false;      ///< combine=against
    std::int32_t lowest = 0;   ///< What scores count from,
    std::int32_t highest = 0;  ///< and the highest of them.
    int target = -1;           ///< backup=offensive: whom the player to move keeps low.
};

/// Points of all players as an answer.
template <class Points>
std::int64_t packed_standing(const Points& points, int players) {
    std::int64_t answer = 0;
    for (int player = 0; player < players; ++player) {
        answer |= static_cast<std::int64_t>(points[player]) << standing_bits * player;
    }
    return answer;
}

/// The scores of answers, which are not in a table.
template <class Game, class Set>
class standing_scores {
public:
    static constexpr int sides = Game::sides;
    using held = row<sides>;
    using feasible_set = feasible<Set, sides>;

    standing_scores(const Game& game, const score_table<sides>& table, watch&) : table(table), rules_(game.rules()) {
        everything_.highest = all_sides<sides>(rules_.highest);
    }

    const score_table<sides>& table;

    held of(std::int64_t answer) const {
        row<sides> scores{};
        std::int32_t together = 0, winners = 0;
        for (int player = 0; player < rules_.players; ++player) {
            scores[player] = static_cast<std::int32_t>(answer >> standing_bits * player & ((1 << standing_bits) - 1));
            together += scores[player];
            winners += scores[player] >= won;
        }
        std::int32_t all = 0;
        for (int player = 0; player < rules_.players; ++player) {
            std::int32_t& own = scores[player];
            if (winners) own = own >= won ? (rules_.share ? whole : victory) / winners : 0;
            else if (rules_.share) own = together ? whole * own / together : 0;
            all += own;
        }
        for (int player = 0; player < rules_.players; ++player) {
            if (rules_.against) scores[player] = rules_.players * scores[player] - all;
            scores[player] -= rules_.lowest;
        }
        if (rules_.target >= 0) scores[rules_.turn] = rules_.highest - scores[rules_.target];
        return scores;
    }

    const feasible_set& everything() const { return everything_; }
    const feasible_set& after(std::uint64_t) const { return everything_; }

private:
    const standing_rules& rules_;
    feasible_set everything_;
};

/// The moves of one position by their place in the list.
template <class Move, int Most>
class move_list : public numbered_children {
public:
    static constexpr int most = Most;

    move_list() : numbered_children(0) {}

    int move(int child) const { return moves_[child]; }
    std::uint32_t size() const { return count_; }
    void add(int move) { moves_[count_++] = static_cast<Move>(move); }
    Move& operator[](std::uint32_t at) { return moves_[at]; }
    void reverse() { std::reverse(moves_.begin(), moves_.begin() + count_); }
    /// Keep the first so many; 0 is all.
    void keep_first(std::uint32_t width) {
        if (width) count_ = std::min(count_, width);
    }

private:
    std::array<Move, Most> moves_;
};

}  // namespace kibitz
