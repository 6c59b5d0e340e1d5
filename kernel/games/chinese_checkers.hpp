// Chinese Checkers, as games/chinese_checkers/.
//
// Steps and jumps are prepared once. An answer is the progress of all players, a byte each.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "../bounds.hpp"
#include "../control.hpp"
#include "../ordering.hpp"
#include "../scores.hpp"
#include "../table.hpp"
#include "star.hpp"

namespace kibitz {

constexpr int most_seats = 6;
constexpr int home_progress = 240;  ///< Of a player whose goal is filled.
constexpr std::int32_t whole_part = 960;

enum class checkers_utility { progress, win, home, part };

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
    checkers_utility utility = checkers_utility::progress;
    const std::uint8_t* way_home = nullptr;  ///< leaf=way-home: its table, by the numbers of placements,
    int longest_way = 0;                     ///< and the most moves in it.
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
        bool over = false;
        for (int player = 0; player < rules_.players; ++player) {
            scores[player] = static_cast<std::int32_t>(answer >> 8 * player & 0xFF);
            together += scores[player];
            over |= scores[player] == home_progress;
        }
        std::int32_t all = 0;
        for (int player = 0; player < rules_.players; ++player) all += scores[player] = worth(scores[player], together, over);
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
    /// What the progress of a player is worth, with that of all together and whether one is home.
    std::int32_t worth(std::int32_t own, std::int32_t together, bool over) const {
        const bool home = own == home_progress;
        switch (rules_.utility) {
            case checkers_utility::progress: return own;
            case checkers_utility::win: return home;
            case checkers_utility::home: return over && !home ? 0 : own;
            case checkers_utility::part: break;
        }
        if (over) return home ? whole_part : 0;
        return together ? whole_part * own / together : 0;
    }

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
        /// Of each class: by line, the lower ends of jumps over a piece, then the points with a piece; a word for nothing.
        std::array<std::uint64_t, board::nothing + 1> jumps{};
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
                toggle(here, at);
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
        const auto& at_least = board_.at_least_of[rules_.seats[here.turn]];
        int best = pass, most = 0, seen = 0;  // jumps that gain something
        for (points pieces = here.pieces[here.turn]; pieces;) {
            const int start = take_first(pieces), some = board_.class_of(start);
            int wanted = steps[start] + most + 1;
            if (wanted > 4 * board_.rows || !(at_least[some][wanted] & ~here.jumps[4 * some + board::own])) continue;
            std::uint64_t ends = jumps_from(start, here);
            seen += (ends != 0) + ((ends & (ends - 1)) != 0);
            while (ends &= at_least[some][wanted]) {  // the first of those that gain more
                const int target = board_.point_at[some][std::countr_zero(ends)];
                best = start | target << 7;
                wanted = steps[target] + 1;
                most = steps[target] - steps[start];
            }
        }
        const points all = occupied(here);
        if (most < 2) {  // a step gains one at most
            for (points pieces = here.pieces[here.turn]; pieces;) {
                const int start = take_first(pieces);
                if (most && start > (best & 0x7F)) break;
                const points ends = board_.neighbours[start] & ~all;
                points gaining = ends & board_.at_least[rules_.seats[here.turn]][steps[start] + 1];
                seen += (ends != 0) + ((ends & (ends - 1)) != 0);
                if (!gaining) continue;
                const int move = start | take_first(gaining) << 7;
                if (!most || start < (best & 0x7F) || move < best) best = move;
                most = 1;
                break;
            }
        }
        return most && seen > 1 ? first_move{best, true} : first_of_all(here, all);
    }

    position play(const position& here, int move) const {
        position next = here;
        advance(next, move);
        return next;
    }

    /// The same, in place.
    void advance(position& here, int move) const {
        const int mover = here.turn;
        const bool leaves = is_last_to_leave(here);
        here.turn = static_cast<std::uint8_t>(mover + 1 == players() ? 0 : mover + 1);
        ++here.made;
        int goal = -1;  // no other goal can be filled by this move, unless somebody's time to leave is up
        if (move != pass) {
            const int start = move & 0x7F, target = move >> 7;
            here.pieces[mover] ^= point(start) | point(target);
            toggle(here, start);
            toggle(here, target);
            here.gained[mover] = static_cast<std::uint8_t>(here.gained[mover] + steps_of(mover)[target] - steps_of(mover)[start]);
            goal = goal_of_[target];
        }
        if (leaves) look_for_home(here);
        else if (goal >= 0 && is_filled(here, goal)) here.home = static_cast<std::int8_t>(goal);
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
    std::int64_t estimate(const position& here, const Scores&) const {
        return rules_.way_home && here.home < 0 ? packed_ways(here) : packed(here);
    }

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

    /// How many moves fewer than the most each player needs to come home with nobody else there.
    std::int64_t packed_ways(const position& here) const {
        const placements& all = the_placements(rules_.rows);
        std::int64_t answer = 0;
        for (int player = 0; player < players(); ++player) {
            const auto& turned = board_.turned[rules_.seats[player]];
            points own = 0;
            for (points left = here.pieces[player]; left;) own |= point(turned[take_first(left)]);
            answer |= static_cast<std::int64_t>(rules_.longest_way - rules_.way_home[all.number(own)]) << 8 * player;
        }
        return answer;
    }

    /// Where a piece can go, which is lifted from the board.
    points ends_from(int start, const position& here, points all) const {
        const auto& point_at = board_.point_at[board_.class_of(start)];
        points ends = board_.neighbours[start] & ~all;
        for (std::uint64_t left = jumps_from(start, here); left; left &= left - 1) ends |= point(point_at[std::countr_zero(left)]);
        return ends;
    }

    /// The first move by steps gained where it may gain nothing, or be the only one.
    [[gnu::noinline]] first_move first_of_all(const position& here, points all) const {
        const auto& steps = steps_of(here.turn);
        const auto& at_least = board_.at_least[rules_.seats[here.turn]];
        int best = pass, most = -2 * most_gain, seen = 0;
        for (points pieces = here.pieces[here.turn]; pieces;) {
            const int start = take_first(pieces);
            points ends = ends_from(start, here, all);
            seen += (ends != 0) + ((ends & (ends - 1)) != 0);
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

    /// The moves by start, then by target, and how many gain how many steps.
    template <class List, class Count>
    std::uint32_t list(const position& here, List& listed, Count& count) const {
        const auto& steps = steps_of(here.turn);
        const points all = occupied(here);
        std::uint32_t found = 0;
        for (points pieces = here.pieces[here.turn]; pieces;) {
            const int start = take_first(pieces);
            for (points ends = ends_from(start, here, all); ends;) {
                const int target = take_first(ends);
                listed[found++] = static_cast<std::uint16_t>(start | target << 7);
                ++count[steps[target] - steps[start] + most_gain];
            }
        }
        return found;
    }

    /// Put a piece on a point, or take it away.
    void toggle(position& here, int at) const {
        for (const auto [word, bit] : board_.links[at]) here.jumps[word] ^= std::uint64_t{1} << bit;
    }

    /// Where chains of jumps from a point can end, in its class. The piece itself is lifted from the board, which changes
    /// nothing: it could come back to where it was, and no chain comes next to it.
    std::uint64_t jumps_from(int start, const position& here) const {
        const auto [own_word, own_bit] = board_.links[start][board::own];
        const std::uint64_t* over = &here.jumps[own_word - board::own];
        const std::uint64_t first = over[0], second = over[1], third = over[2], own = std::uint64_t{1} << own_bit;
        constexpr int a = board::apart[0], b = board::apart[1], c = board::apart[2];
        std::uint64_t ends = 0, left = ~over[board::own];
        for (std::uint64_t from = own; from;) {
            from = ((from & first) << a | (from >> a & first) | (from & second) << b | (from >> b & second) |
                    (from & third) << c | (from >> c & third)) & left;
            ends |= from;
            left &= ~from;
        }
        return ends;
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
