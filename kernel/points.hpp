// Two sides that share out points, or tricks under any duties, as reference/tricks/points.py.
//
// A question is whether the first side takes so many of the points that are left. What was taken
// before does not matter to it, so an entry of the table, the least and the most that the first
// side can still take, serves every way to a position.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "control.hpp"
#include "games/cards.hpp"
#include "lines.hpp"
#include "table.hpp"

namespace kibitz {

/// What a search for points is made of; each part can be left out.
struct points_parts {
    bool table = true;    ///< table=points
    bool sure = true;
    bool weights = true;  ///< inner=weights
};

/// The least and the most that the first side takes of what is left.
struct points_range {
    std::int32_t least = 0;
    std::int32_t most = 0;
};

/// Answers questions about positions of one deal.
template <class Game>
class points_search {
public:
    using position = typename Game::position;
    using hand = typename Game::hand;
    using table_type = store<typename Game::key_type, points_range>;

    /// A position, and what is left to take in it.
    struct state {
        position here;
        int left;
    };

    points_search(const Game& game, table_type& table, const points_parts& parts, watch& clock)
        : game_(game), table_(table), parts_(parts), watch_(clock) {
        last_.fill(-1);
    }

    state start(const position& root) const { return {root, game_.left_to_take(root)}; }

    state play(const state& before, int card) const {
        const position next = game_.play(before.here, card);
        return {next, next.on_table ? before.left : before.left - game_.worth_with(before.here, card)};
    }

    int left(const state& at) const { return at.left; }

    bool ask(const state& at, int need) {
        asked_ = &at.here;
        decided_ = -1;
        return node(at.here, need, at.left);
    }

    int decided() const { return decided_; }

    statistics stats;

private:
    /// Whether the first side takes at least so many of the points that are left.
    [[gnu::noinline]] bool node(const position& here, int need, int left) {
        watch_.before(stats.visited);
        ++stats.visited;

        // Step 1. What needs no search: too few or too many, a trick that is won, the table.
        if (need <= 0 || need > left) {
            ++stats.leaves;
            return need <= 0;
        }
        const int won = parts_.sure && here.on_table ? points_won(here) : 0;
        if (need <= won || need > left + std::min(0, won)) {
            ++stats.entry;
            return need <= won;
        }
        if (!parts_.table || here.on_table) return expand(here, need, left);
        const auto key = game_.key_to_come(here);
        const points_range known = look(key, left);
        if (need <= known.least || need > known.most) {
            ++stats.table_hits;
            return need <= known.least;
        }
        const bool answer = expand(here, need, left);

        // Step 4. Remember the answer.
        points_range kept = look(key, left);
        if (answer) kept.least = std::max(kept.least, need);
        else kept.most = std::min(kept.most, need - 1);
        table_.keep(key, table_type::exact, false, kept);
        return answer;
    }

    points_range look(const typename Game::key_type& key, int left) const {
        const auto& entry = table_.look(key);
        return entry.kind() == table_type::empty ? points_range{0, left} : entry.payload;
    }

    /// Ask the moves until one decides it.
    bool expand(const position& here, int need, int left) {
        ++stats.expanded;
        // Step 2. The moves, the most promising first.
        const bool ours = game_.side(here) == 0;
        std::array<std::uint8_t, most_moves> moves;
        std::array<int, most_moves> weights;
        int count = 0;
        const int tricks = game_.plies_left(here) / game_.players();
        for (hand cards = game_.choices(here); cards; cards &= cards - 1) {
            const int card = first_card(cards);
            weights[count] = parts_.weights ? weight(here, card, last_[tricks]) : 0;
            moves[count++] = static_cast<std::uint8_t>(card);
        }

        // Step 3. Ask each until one answers as the mover wants.
        for (int at = 0; at < count; ++at) {
            const auto best = std::max_element(weights.begin() + at, weights.begin() + count) - weights.begin();
            std::rotate(weights.begin() + at, weights.begin() + best, weights.begin() + best + 1);
            std::rotate(moves.begin() + at, moves.begin() + best, moves.begin() + best + 1);
            const int card = moves[at];
            const position next = game_.play(here, card);
            bool answer;
            if (next.on_table) {
                answer = node(next, need, left);
            } else {
                const int worth = game_.worth_with(here, card);
                answer = node(next, need - (game_.side_of(next.leader) == 0 ? worth : 0), left - worth);
            }
            if (answer == ours) {
                ++stats.window;
                if (&here == asked_) decided_ = card;
                if (!here.on_table) last_[tricks] = card;
                return answer;
            }
        }
        return !ours;
    }

    /// The points of a trick that is won, below zero for the second side; otherwise 0.
    int points_won(const position& here) const {
        if (game_.can_be_beaten(here)) return 0;
        const int worth = game_.worth_so_far(here);
        return game_.side_of(here.winner) == 0 ? worth : -worth;
    }

    int weight(const position& here, int card, int last) const {
        const int mover = game_.side_of(here.turn), points = game_.points_of(card);
        if (!here.on_table) {
            const bool wins = game_.side_of(expected(here, card, here.turn)) == mover;
            return (wins ? 100 + 4 * points : game_.rank_of(card) - 4 * points) + (card == last ? 50 : 0);
        }
        const bool beats = game_.beaters(here.winning) >> card & 1;
        const int who = beats ? expected(here, card, here.turn) : expected(here, here.winning, here.winner);
        int found = game_.rank_of(card);
        if ((game_.trumps() >> card & 1) && here.led != game_.suit_of(card)) found -= 10;
        return game_.side_of(who) == mover ? found + 200 + 8 * points : found - 8 * points;
    }

    /// Who wins the trick if all who play after the mover play their best; until then this card wins.
    int expected(const position& here, int winning, int who) const {
        const bool open = !here.on_table || here.led == no_suit;
        const hand led = game_.cards_of(open ? game_.suit_of(winning) : here.led);
        for (int seat = here.on_table + 1; seat < game_.players(); ++seat) {
            const int player = (here.leader + seat) % game_.players();
            const hand follows = here.hands[player] & led;
            const hand best = follows ? follows : here.hands[player] & game_.trumps();
            if (best && (game_.beaters(winning) >> first_card(best) & 1)) {
                winning = first_card(best);
                who = player;
            }
        }
        return who;
    }

    static constexpr int most_moves = Game::deepest / 2 + 1;

    const Game& game_;
    table_type& table_;
    const points_parts parts_;
    watch& watch_;
    const position* asked_ = nullptr;
    int decided_ = -1;
    std::array<int, most_moves + 1> last_;  ///< The lead that decided last, with so many tricks left.
};

}  // namespace kibitz
