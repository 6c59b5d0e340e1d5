// Chinese Checkers, as games/chinese_checkers/.
//
// A set of points is one wide word, by the number of the point, which counts row by row. Steps
// and jumps are prepared once. An answer is the progress of all players, a byte each.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "../bounds.hpp"
#include "../control.hpp"
#include "../ordering.hpp"
#include "../scores.hpp"
#include "../table.hpp"

namespace kibitz {

__extension__ using points = unsigned __int128;

constexpr int board_size = 121;  ///< At most: with triangles of four rows.
constexpr int most_rows = 4;
constexpr int most_seats = 6;
constexpr int most_pieces = 10;  ///< Of a player.
constexpr int home_progress = 240;  ///< Of a player whose goal is filled.

constexpr points point(int number) { return points{1} << number; }

inline int count_points(points set) {
    return std::popcount(static_cast<std::uint64_t>(set)) + std::popcount(static_cast<std::uint64_t>(set >> 64));
}

inline int take_first(points& set) {
    const auto low = static_cast<std::uint64_t>(set);
    const int first = low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
    set &= set - 1;
    return first;
}

/// The board, a star: neighbours, jumps, and how far each point is on the way from each tip.
struct board {
    struct jump {
        std::uint8_t over, landing;
    };
    std::array<points, board_size> neighbours{};
    std::array<std::array<jump, 6>, board_size> jumps{};
    std::array<std::uint8_t, board_size> jump_count{};
    std::array<std::array<std::uint8_t, board_size>, 6> steps{};  ///< Gained towards the tip opposite.
    std::array<std::array<points, 4 * most_rows + 2>, 6> at_least{};  ///< Points with so many steps and more.
    std::array<points, 6> camps{};
    int rows, size = 0;      ///< Of a triangle; all points.
    int steps_at_start = 0;  ///< Of the pieces of a player, counted from their tip.

    explicit board(int rows) : rows(rows) {
        // Three coordinates that add up to 0; two large triangles, one over the other.
        std::array<std::array<int, 3>, board_size> places{};
        std::array<std::array<int, 4 * most_rows + 1>, 4 * most_rows + 1> at{};
        std::array<int, 6> tips{};
        const int far = 2 * rows;
        for (auto& line : at) line.fill(-1);
        for (int down = -far; down <= far; ++down) {
            for (int across = -far; across <= far; ++across) {
                const int other = -across - down;
                const int most = std::max({across, other, down}), least = std::min({across, other, down});
                if (most > rows && least < -rows) continue;
                places[size] = {across, other, down};
                at[across + far][down + far] = size++;
            }
        }
        constexpr int ways[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
        for (int from = 0; from < size; ++from) {
            const auto [across, other, down] = places[from];
            const auto beside = [&, across = across, down = down](const int* way, int length) {
                const int x = across + length * way[0] + far, y = down + length * way[1] + far;
                return x < 0 || x > 2 * far || y < 0 || y > 2 * far ? -1 : at[x][y];
            };
            for (const auto& way : ways) {
                const int over = beside(way, 1), landing = beside(way, 2);
                if (over < 0) continue;
                neighbours[from] |= point(over);
                if (landing < 0) continue;
                jumps[from][jump_count[from]++] = {static_cast<std::uint8_t>(over), static_cast<std::uint8_t>(landing)};
            }
            const int towards[6] = {-down, across, -other, down, -across, other};
            for (int tip = 0; tip < 6; ++tip) {
                if (towards[tip] > rows) camps[tip] |= point(from);
                if (towards[tip] == far) tips[tip] = from;
            }
        }
        for (int tip = 0; tip < 6; ++tip) {
            const auto& goal = places[tips[(tip + 3) % 6]];
            for (int from = 0; from < size; ++from) {
                int away = 0;
                for (int at = 0; at < 3; ++at) away = std::max(away, std::abs(places[from][at] - goal[at]));
                steps[tip][from] = static_cast<std::uint8_t>(2 * far - away);
                for (int fewer = 0; fewer <= 2 * far - away; ++fewer) at_least[tip][fewer] |= point(from);
            }
        }
        for (points left = camps[0]; left;) steps_at_start += steps[0][take_first(left)];
    }
};

/// The board with triangles of two, three or four rows.
inline const board& the_board(int rows) {
    static const std::array<board, most_rows - 1> made{board(2), board(3), board(4)};
    return made[static_cast<std::size_t>(rows - 2)];
}

/// A game and a root position in plain numbers.
struct chinese_checkers_rules {
    int players = 3;
    int rows = most_rows;               ///< Of a triangle.
    std::vector<int> seats;             ///< The tip that each player starts from.
    std::uint32_t limit = 300;          ///< After so many moves the game is over.
    std::uint32_t leave = 30;           ///< After so many own moves pieces in the own triangle help to fill it.
    std::vector<std::uint64_t> pieces;  ///< Two words per player.
    int turn = 0;
    std::uint32_t made = 0;
    bool win = false;                   ///< utility=win; else progress.
    bool against = false;               ///< combine=against
    std::int32_t lowest = 0;            ///< What scores count from,
    std::int32_t highest = 0;           ///< and the highest of them.
    int target = -1;                    ///< backup=offensive: whom the player to move keeps low.
};

/// The moves of one position by their place in the list.
class board_children : public numbered_children {
public:
    static constexpr int most = most_pieces * (board_size - most_pieces) + 1;

    board_children() : numbered_children(0) {}

    int move(int child) const { return moves_[child]; }

    std::uint16_t& operator[](std::uint32_t at) { return moves_[at]; }
    void resize(std::uint32_t count) { count_ = count; }
    std::uint32_t size() const { return count_; }

private:
    std::array<std::uint16_t, most> moves_;
};

/// The scores of answers, which are not in a table: the progress of all players.
template <class Game, class Set>
class progress_scores {
public:
    static constexpr int sides = Game::sides;
    using held = row<sides>;
    using feasible_set = feasible<Set, sides>;

    progress_scores(const Game& game, const score_table<sides>& table, watch&) : table(table), rules_(game.rules()) {
        everything_.highest = all_sides<sides>(rules_.highest);
    }

    const score_table<sides>& table;

    held of(std::int64_t answer) const {
        row<sides> scores{};
        std::int32_t together = 0;
        for (int player = 0; player < rules_.players; ++player) {
            const auto progress = static_cast<std::int32_t>(answer >> 8 * player & 0xFF);
            scores[player] = rules_.win ? progress == home_progress : progress;
            together += scores[player];
        }
        for (int player = 0; player < rules_.players; ++player) {
            if (rules_.against) scores[player] = rules_.players * scores[player] - together;
            scores[player] -= rules_.lowest;
        }
        if (rules_.target >= 0) scores[rules_.turn] = rules_.highest - scores[rules_.target];
        return scores;
    }

    const feasible_set& everything() const { return everything_; }
    const feasible_set& after(std::uint64_t) const { return everything_; }

private:
    const chinese_checkers_rules& rules_;
    feasible_set everything_;
};

/// Chinese Checkers with so many players; 0 is any number.
template <int Players>
class chinese_checkers {
public:
    static constexpr int sides = Players ? Players : most_seats;
    static constexpr int deepest = 0;  ///< Not known.
    using move_number = std::uint16_t;
    using children = board_children;
    struct key_type : table_key<2 * sides + 1> {
        /// Plies to the horizon, and less the later it is in the game.
        int height() const {
            const std::uint64_t last = this->words.back();
            return static_cast<int>(last >> 35 & 0xFFFF) - static_cast<int>(last >> 3 & 0xFFFFFFFF);
        }
    };
    template <class Set>
    using scores_type = progress_scores<chinese_checkers, Set>;

    struct position {
        std::array<points, sides> pieces{};
        std::array<std::uint8_t, sides> gained{};  ///< Steps, since the start.
        std::array<std::uint8_t, 128> full{};      ///< Whether there is a piece on each point.
        std::uint32_t made = 0;
        std::uint8_t turn = 0;
        std::int8_t home = -1;  ///< Who is home: the first whose goal is filled.
    };

    chinese_checkers(const chinese_checkers_rules& rules, order_rule order, int width)
        : board_(the_board(rules.rows)), rules_(rules), order_(order), width_(static_cast<std::uint32_t>(width)) {
        goal_of_.fill(-1);
        host_.fill(-1);
        for (int player = 0; player < players(); ++player) {
            goals_[player] = board_.camps[(rules_.seats[player] + 3) % 6];
            for (points left = goals_[player]; left;) goal_of_[take_first(left)] = static_cast<std::int8_t>(player);
            for (int other = 0; other < players(); ++other) {
                if (rules_.seats[other] == (rules_.seats[player] + 3) % 6) host_[player] = static_cast<std::int8_t>(other);
            }
        }
    }

    const chinese_checkers_rules& rules() const { return rules_; }

    position root() const {
        position here;
        for (int player = 0; player < players(); ++player) {
            here.pieces[player] = points{rules_.pieces[2 * player + 1]} << 64 | rules_.pieces[2 * player];
            int steps = -board_.steps_at_start;
            for (points left = here.pieces[player]; left;) {
                const int at = take_first(left);
                steps += steps_of(player)[at];
                here.full[at] = 1;
            }
            here.gained[player] = static_cast<std::uint8_t>(steps);
        }
        here.turn = static_cast<std::uint8_t>(rules_.turn);
        here.made = rules_.made;
        look_for_home(here);
        return here;
    }

    bool is_over(const position& here) const { return here.home >= 0 || here.made >= rules_.limit; }
    int side(const position& here) const { return here.turn; }

    /// By start, then by target; or the other way round, or by the steps gained, most first.
    children moves(const position& here) const {
        children found;
        std::array<std::uint16_t, children::most> listed;
        std::array<std::uint32_t, 2 * most_gain + 1> count{};
        const std::uint32_t all = list(here, listed, count);
        const std::uint32_t width = width_ && width_ < all ? width_ : all;
        found.resize(width);
        if (all == 0) {
            found.resize(1);
            found[0] = pass;
        } else if (order_ == order_rule::gain) {
            sort(here.turn, listed, all, count, width, found);
        } else {
            for (std::uint32_t at = 0; at < width; ++at) {
                found[at] = listed[order_ == order_rule::high ? at : all - 1 - at];
            }
        }
        return found;
    }

    /// Whether `first_listed` can be asked: it knows one order only.
    bool lists_first() const { return order_ == order_rule::gain && !width_; }

    /// The first move by steps gained, and whether there are others.
    first_move first_listed(const position& here) const {
        const auto& steps = steps_of(here.turn);
        const auto& at_least = board_.at_least[rules_.seats[here.turn]];
        const points all = occupied(here);
        auto full = here.full;
        int best = pass, most = -2 * most_gain, seen = 0;
        for (points pieces = here.pieces[here.turn]; pieces;) {
            const int start = take_first(pieces);
            full[start] = 0;
            points ends = jumps_from(start, full) | (board_.neighbours[start] & ~all);
            full[start] = 1;
            if (!ends) continue;
            seen += 1 + ((ends & (ends - 1)) != 0);
            while (true) {  // the first of those that gain more
                ends &= at_least[std::clamp(most + 1 + steps[start], 0, 4 * most_rows + 1)];
                if (!ends) break;
                const int target = take_first(ends);
                best = start | target << 7;
                most = steps[target] - steps[start];
            }
        }
        return {best, seen > 1};
    }

    position play(const position& here, int move) const {
        position next = here;
        const int mover = here.turn;
        next.turn = static_cast<std::uint8_t>(mover + 1 == players() ? 0 : mover + 1);
        ++next.made;
        int goal = -1;  // no other goal can be filled by this move, unless somebody's time to leave is up
        if (move != pass) {
            const int start = move & 0x7F, target = move >> 7;
            next.pieces[mover] ^= point(start) | point(target);
            next.full[start] = 0;
            next.full[target] = 1;
            next.gained[mover] = static_cast<std::uint8_t>(next.gained[mover] + steps_of(mover)[target] - steps_of(mover)[start]);
            goal = goal_of_[target];
        }
        if (is_last_to_leave(here)) look_for_home(next);
        else if (goal >= 0 && is_filled(next, goal)) next.home = static_cast<std::int8_t>(goal);
        return next;
    }

    /// As if the player to move passed.
    position skip(const position& here) const { return play(here, pass); }

    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).move(static_cast<int>(number)));
    }

    static std::uint64_t progress(const position&) { return 0; }
    static bool progresses(const position&) { return false; }

    template <class Feasible>
    std::int64_t outcome(const position& here, const Feasible&) const { return packed(here); }

    template <class Scores>
    std::int64_t estimate(const position& here, const Scores&) const { return packed(here); }

    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    int plies_left(const position&) const { return -1; }

    key_type key(const position& here, std::uint32_t plies) const {
        key_type found;
        for (int player = 0; player < sides; ++player) {
            found.words[2 * player] = static_cast<std::uint64_t>(here.pieces[player]);
            found.words[2 * player + 1] = static_cast<std::uint64_t>(here.pieces[player] >> 64);
        }
        found.words.back() = here.turn | std::uint64_t{here.made} << 3 | std::uint64_t{std::min(plies, most_plies)} << 35;
        return found;
    }

private:
    static constexpr int most_gain = 16;
    static constexpr int pass = 0x3FFF;
    static constexpr std::uint32_t most_plies = (1u << 26) - 1;  ///< That a key has room for.

    int players() const { return Players ? Players : rules_.players; }
    const std::array<std::uint8_t, board_size>& steps_of(int player) const { return board_.steps[rules_.seats[player]]; }

    static points occupied(const position& here) {
        points all = 0;
        for (points own : here.pieces) all |= own;
        return all;
    }

    /// All points of the goal are occupied, one or more by a piece of this player. The pieces of the
    /// host, who started there, fill it only when it is time to have left.
    bool is_filled(const position& here, int player) const {
        const points goal = goals_[player];
        if (goal & ~occupied(here) || !(goal & here.pieces[player])) return false;
        const int host = host_[player];
        return host < 0 || !(goal & here.pieces[host]) || moves_of(host, here.made) >= rules_.leave;
    }

    /// The first player whose goal is filled.
    void look_for_home(position& here) const {
        for (int player = players(); player-- > 0;) {
            if (is_filled(here, player)) here.home = static_cast<std::int8_t>(player);
        }
    }

    /// How many moves a player has made, passes included.
    std::uint32_t moves_of(int player, std::uint32_t made) const {
        return (made + static_cast<std::uint32_t>(players() - 1 - player)) / static_cast<std::uint32_t>(players());
    }

    /// Whether the next move is somebody's last one before its pieces in its own triangle count.
    bool is_last_to_leave(const position& here) const {
        return here.made / static_cast<std::uint32_t>(players()) + 1 == rules_.leave;
    }

    std::int64_t packed(const position& here) const {
        std::int64_t answer = 0;
        for (int player = 0; player < players(); ++player) {
            const int progress = player == here.home ? home_progress : here.gained[player];
            answer |= static_cast<std::int64_t>(progress) << 8 * player;
        }
        return answer;
    }

    /// The moves by start, then by target, and how many gain how many steps.
    template <class List, class Count>
    std::uint32_t list(const position& here, List& listed, Count& count) const {
        const auto& steps = steps_of(here.turn);
        const points all = occupied(here);
        auto full = here.full;
        std::uint32_t found = 0;
        for (points pieces = here.pieces[here.turn]; pieces;) {
            const int start = take_first(pieces);
            full[start] = 0;
            for (points ends = jumps_from(start, full) | (board_.neighbours[start] & ~all); ends;) {
                const int target = take_first(ends);
                listed[found++] = static_cast<std::uint16_t>(start | target << 7);
                ++count[steps[target] - steps[start] + most_gain];
            }
            full[start] = 1;
        }
        return found;
    }

    /// Where chains of jumps can end; the piece itself is lifted from the board.
    template <class Full>
    points jumps_from(int start, const Full& full) const {
        points seen = point(start);
        std::array<std::uint8_t, board_size> waiting;
        int count = 1;
        waiting[0] = static_cast<std::uint8_t>(start);
        while (count) {
            const int here = waiting[--count];
            for (int at = 0; at < board_.jump_count[here]; ++at) {
                const auto [over, landing] = board_.jumps[here][at];
                if (!full[over] || full[landing] || seen >> landing & 1) continue;
                seen |= point(landing);
                waiting[count++] = landing;
            }
        }
        return seen ^ point(start);
    }

    /// The first moves by steps gained, those that gain as much in the order of the list.
    template <class List, class Count>
    void sort(int mover, const List& listed, std::uint32_t all, Count& count, std::uint32_t width, children& found) const {
        const auto& steps = steps_of(mover);
        std::uint32_t place = 0;
        for (int gain = 2 * most_gain; gain >= 0; --gain) place += std::exchange(count[gain], place);
        for (std::uint32_t at = 0; at < all; ++at) {
            const int start = listed[at] & 0x7F, target = listed[at] >> 7;
            const std::uint32_t to = count[steps[target] - steps[start] + most_gain]++;
            if (to < width) found[to] = listed[at];
        }
    }

    const board& board_;
    const chinese_checkers_rules rules_;
    order_rule order_;
    std::uint32_t width_;
    std::array<points, sides> goals_{};
    std::array<std::int8_t, sides> host_{};          ///< Who starts from each goal, or -1.
    std::array<std::int8_t, board_size> goal_of_{};  ///< Whose goal a point is in, or -1.
};

}  // namespace kibitz
