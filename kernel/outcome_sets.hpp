// Whole deals of trick games, by sets of outcomes: the search of reference/outcome_sets.py.
//
// A question is a set of outcomes that would still matter above a node. The answer is a set that
// holds the outcome of the node, and either all of it is of one payoff class, which is the value,
// or none of it is asked for. The steps are those of the reference.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "control.hpp"
#include "games/set_game.hpp"
#include "outcome_grid.hpp"
#include "set_table.hpp"
#include "set_team.hpp"

namespace kibitz {

struct set_statistics {
    std::uint64_t visited = 0, expanded = 0, leaves = 0, cuts = 0, hits = 0, again = 0, empty = 0;

    void operator+=(const set_statistics& other) {
        visited += other.visited;
        expanded += other.expanded;
        leaves += other.leaves;
        cuts += other.cuts;
        hits += other.hits;
        again += other.again;
        empty += other.empty;
    }
};

/// What a search by outcome sets found; outcomes go by their numbers in the leaf-value table.
struct set_record {
    std::vector<int> possible;  ///< Outcomes that the root can have.
    std::vector<int> line;      ///< Cards.
    set_statistics stats;
    stopped why = stopped::no;
};

template <int Players, int Words>
class outcome_sets {
public:
    using set = bit_set<Words>;
    using game_type = set_game<Players>;
    using position = typename game_type::position;
    using move_list = typename game_type::move_list;

    outcome_sets(
        const game_type& game, const outcome_grid<Words>& grid, set_table& table, const set_parts& parts,
        watch* clock, const position& root, bool may_share
    )
        : game_(game), grid_(grid), table_(table), parts_(parts), watch_(clock), may_share_(may_share), root_(root),
          possible_(grid.from(game.secured(root)).outcomes) {}

    /// Value the root; throws `too_much_for_one` where others should help.
    void run() {
        if (may_share_ && !team_ && table_.size() > alone_buckets) throw too_much_for_one();
        possible_ &= node(root_, nullptr, grid_.everything(), 0);
    }

    /// The same with others, who have the table in common; who is done first stops them all.
    void run_with(set_team& team) {
        team_ = &team;
        run();
        team.stop = true;
    }

    /// Work alone again.
    void leave() { team_ = nullptr; }

    /// Take over what another search of the same root found.
    void add(const outcome_sets& other) {
        possible_ &= other.possible_;
        stats_ += other.stats_;
    }

    /// The outcomes that the root can have, as far as that is known.
    std::vector<int> possible() const { return grid_.numbers(possible_); }

    /// What was found, and the line if the search came to its end.
    set_record record(stopped why) {
        set_record found;
        found.why = why;
        if (why == stopped::no) {
            try {
                found.line = line(root_);
            } catch (stopped late) {
                found.why = late;
            }
        }
        found.possible = possible();
        found.stats = stats_;
        return found;
    }

private:
    static constexpr int deepest = deck_size + 4;
    static constexpr int shared_tricks = 5;               ///< With fewer left, everybody goes alone.
    static constexpr std::size_t alone_buckets = 1 << 16;  ///< With a larger table, others help.

    using from_here = typename outcome_grid<Words>::from_here;

    /// A position between tricks, and what is known of it but for the table.
    struct start {
        position at;
        set outcomes;
        set_key key;
        const from_here* from;
        bool over;
    };

    /// What can still come of the moves of a node.
    struct choice {
        int mover, least, first;  ///< The rank that the mover has at least, and the first move with it.
        int count;
        set within;
        std::array<set, 20> sets;
    };

    set node(const position& here, const start* prepared, const set& asked, int depth) {
        // Step 1. The end, the last trick, or what is known without a search.
        if (team_) meet_team();
        if (watch_) watch_->before(stats_.visited);
        ++stats_.visited;
        start own;
        choice choose;
        const from_here* from;
        if (here.seat == 0) {
            if (!prepared) {
                count(here, own);
                if (!own.over) locate(own);
                prepared = &own;
            }
            if (prepared->over) {
                ++stats_.leaves;
                return prepared->outcomes;
            }
            choose.within = known(*prepared);
            from = prepared->from;
        } else {
            from = &grid_.from(game_.secured(here));
            choose.within = from->outcomes;
        }
        if (decided(choose.within, asked)) {
            ++stats_.hits;
            return choose.within;
        }

        // Step 2. The moves, and what is known of them.
        ++stats_.expanded;
        const position& at = prepared ? prepared->at : here;
        move_list moves;
        game_.moves(at, moves);
        choose.count = moves.count;
        choose.mover = game_.side_of[game_.turn(at)];
        choose.least = grid_.least_from(*from, choose.mover);
        choose.first = 0;
        std::array<start, 20> starts;
        const bool looks = look_at_moves(choose, at, *from, moves, starts);
        set found = possible(choose);
        bool done = decided(found, asked);
        if (looks && !done) {
            look_ahead(choose, starts);
            found = possible(choose);
            done = decided(found, asked);
        }

        // Step 3. Ask each move about what could come of it, until that is one class or not asked.
        // With others at work, a move that somebody is at waits, but not the first.
        const bool shares = team_ && at.left >= shared_tricks;
        bool waits = false, later = false;
        int child = 0;
        for (; !done; ++child) {
            if (child == moves.count) {
                if (!waits) break;
                waits = later = false;
                child = 0;
            }
            const set counting = part(choose, child);
            if (!counting.meets(asked) || grid_.one_class(choose.sets[child])) continue;
            if (later && is_busy(at, moves.at[child])) {
                waits = true;
                continue;
            }
            later = shares && !waits;
            chain_[depth] = counting;
            from_[depth + 1] = std::max(from_[depth], depth + 1 - parts_.life);
            set question = counting;
            for (int above = from_[depth + 1]; above < depth; ++above) question &= chain_[above];
            ask(choose, at, moves, child, looks ? &starts[child] : nullptr, question, depth);
            if (shares && at.seat == 0) choose.within &= known(*prepared);
            found = possible(choose);
            done = decided(found, asked);
        }

        stats_.cuts += child < moves.count;

        // Step 4. One move has an outcome that is asked for; the others may still spoil it.
        waits = false;
        later = shares;
        for (child = 0; !done; ++child) {
            if (child == moves.count) {
                if (!waits) break;
                waits = later = false;
                child = 0;
            }
            const set counting = part(choose, child);
            if (counting.none() || grid_.one_class(choose.sets[child])) continue;
            if (later && is_busy(at, moves.at[child])) {
                waits = true;
                continue;
            }
            ++stats_.again;
            chain_[depth] = counting;
            from_[depth + 1] = depth;
            ask(choose, at, moves, child, looks ? &starts[child] : nullptr, counting, depth);
            if (shares && at.seat == 0) choose.within &= known(*prepared);
            found = possible(choose);
            done = decided(found, asked);
        }

        // Step 5. Remember what is left.
        stats_.empty += found.none();
        if (at.seat == 0) keep(*prepared, found);
        return found;
    }

    /// The moves, with what sure and quick tricks say of each; whether the table can be asked.
    bool look_at_moves(
        choice& choose, const position& at, const from_here& from, const move_list& moves, std::array<start, 20>& starts
    ) const {
        if (!parts_.look_ahead || at.seat + 1 != game_.players()) {
            for (int child = 0; child < moves.count; ++child) choose.sets[child] = from.outcomes;
            return false;
        }
        for (int child = 0; child < moves.count; ++child) {
            count(game_.play(at, moves.at[child]), starts[child]);
            choose.sets[child] = starts[child].outcomes;
            note(choose, child);
        }
        return true;
    }

    /// Ask the table about the moves that still count.
    void look_ahead(choice& choose, std::array<start, 20>& starts) {
        std::array<bool, 20> counts;
        for (int child = 0; child < choose.count; ++child) {
            counts[child] = !part(choose, child).none() && !grid_.one_class(choose.sets[child]);
            if (counts[child]) locate(starts[child]);
        }
        if (parts_.table == set_memory::none) return;
        for (int child = 0; child < choose.count; ++child) {
            if (!counts[child] || part(choose, child).none()) continue;
            choose.sets[child] = known(starts[child]);
            note(choose, child);
        }
    }

    void ask(
        choice& choose, const position& at, const move_list& moves, int child, const start* prepared, const set& question, int depth
    ) {
        const bool shares = team_ && at.left >= shared_tricks;
        const std::uint64_t mine = shares ? position_hash(at, moves.at[child]) : 0;
        const bool first = shares && team_->begin(mine);
        const set answer = prepared ? node(prepared->at, prepared, question, depth + 1)
                                    : node(game_.play(at, moves.at[child]), nullptr, question, depth + 1);
        if (first) team_->end(mine);
        choose.sets[child] &= answer;
        stats_.empty += choose.sets[child].none();
        note(choose, child);
        if (depth == 0) possible_ &= possible(choose);
    }

    void meet_team() {
        if (team_->stop.load(std::memory_order_relaxed)) throw stopped::others;
        if (!watch_) team_->wait_if_paused();
    }

    /// More room for the table, once it is full; the first thread sees to that.
    void make_room() {
        if (!watch_ || !table_.is_full()) return;
        const auto grow = [this] { table_.grow(table_.size() * 4, [this] { watch_->look(); }); };
        if (team_) {
            team_->alone(grow);
        } else {
            if (may_share_ && table_.size() >= alone_buckets) throw too_much_for_one();
            grow();
        }
    }

    /// A number for the position after a move, for the others to know it by.
    static std::uint64_t position_hash(const position& at, int place) {
        const std::uint64_t trick = lane_bit(place) | std::uint64_t{at.winning} << 13 | std::uint64_t{at.winner} << 29 |
                                    std::uint64_t{at.seat} << 45 | std::uint64_t{at.leader} << 61;
        return set_table::hash(at.held ^ set_table::hash(trick)) | 1;
    }

    bool is_busy(const position& at, int place) const { return team_->is_busy(position_hash(at, place)); }

    /// Take note of what the mover has at least with a move.
    void note(choice& choose, int child) const {
        const int least = grid_.least(choose.mover, choose.sets[child], choose.least);
        if (least > choose.least) {
            choose.least = least;
            choose.first = child;
        } else if (child < choose.first && choose.sets[child].within(grid_.at_least(choose.mover, least))) {
            choose.first = child;
        }
    }

    /// The outcomes of a move that can be the node's: after the first with the rank, only better.
    set part(const choice& choose, int child) const {
        return choose.sets[child] & choose.within &
               grid_.at_least(choose.mover, choose.least + (child > choose.first));
    }

    set possible(const choice& choose) const {
        set early = set::nothing(), late = set::nothing();
        for (int child = 0; child <= choose.first; ++child) early |= choose.sets[child];
        for (int child = choose.first + 1; child < choose.count; ++child) late |= choose.sets[child];
        early &= grid_.at_least(choose.mover, choose.least);
        late &= grid_.at_least(choose.mover, choose.least + 1);
        return (early | late) & choose.within;
    }

    bool decided(const set& outcomes, const set& asked) const {
        return !outcomes.meets(asked) || grid_.one_class(outcomes);
    }

    /// What sure and quick tricks say of a position between tricks; the last trick is played out.
    void count(const position& here, start& found) const {
        found.at = here;
        found.over = here.left == 0 || game_.is_forced(here);
        if (found.over) {
            const position end = here.left ? game_.last_trick(here) : here;
            found.outcomes = set::one(grid_.from(end.taken).place);
            return;
        }
        found.from = &grid_.from(game_.secured(here));
        found.outcomes = found.from->outcomes;
        if (!parts_.quick) return;
        const int more = game_.quick_tricks(here);
        if (more <= 0) return;
        const int side = game_.side_of[here.leader];
        found.outcomes &= grid_.at_least(side, grid_.least_after(*found.from, side, more));
    }

    /// Where the table would have it, which goes by the suits in order.
    void locate(start& found) const {
        found.at.suits = game_.sorted_suits(found.at.held);
        if (parts_.table == set_memory::none) return;
        found.key = game_.key(found.at, found.from->wants);
        table_.prefetch(found.key, grid_.chunks(found.from->left));
    }

    /// What is known of a position between tricks.
    set known(const start& at) {
        set found = at.outcomes;
        if (parts_.table == set_memory::none) return found;
        std::array<std::uint64_t, Words> words;
        if (table_.look(at.key, grid_.chunks(at.from->left), words.data())) {
            found &= grid_.unpack(words.data(), *at.from);
            stats_.empty += found.none();
        }
        return found;
    }

    void keep(const start& at, const set& found) {
        if (parts_.table == set_memory::none) return;
        std::array<std::uint64_t, Words> words;
        if (parts_.table == set_memory::sets) {
            grid_.pack(found, *at.from, words.data());
        } else {
            grid_.pack(grid_.range_of(found) & at.from->outcomes, *at.from, words.data());
        }
        const int chunks = grid_.chunks(at.from->left);
        stats_.empty += !table_.keep(at.key, chunks, words.data(), at.at.left, fresh_);
        if (fresh_ >= 64) {
            table_.add_used(std::exchange(fresh_, 0));
            make_room();
        }
    }

    /// The moves that plain max^n makes, found by asking along them.
    std::vector<int> line(position here) {
        std::vector<int> cards;
        int depth = 0;
        while (here.left) {
            if (here.seat == 0) here.suits = game_.sorted_suits(here.held);
            move_list moves;
            game_.moves(here, moves);
            const int at = moves.count > 1 ? first_best(here, moves, depth) : 0;
            cards.push_back(game_.deal.card(moves.at[at]));
            here = game_.play(here, moves.at[at]);
            ++depth;
        }
        return cards;
    }

    /// The number of the move that plain max^n makes.
    int first_best(const position& here, const move_list& moves, int depth) {
        if (watch_) watch_->before(stats_.visited);
        ++stats_.visited;
        ++stats_.expanded;
        choice choose;
        choose.count = moves.count;
        choose.mover = game_.side_of[game_.turn(here)];
        const from_here& from = grid_.from(game_.secured(here));
        choose.least = grid_.least_from(from, choose.mover);
        choose.first = 0;
        choose.within = from.outcomes;
        if (here.seat == 0) {
            start own;
            count(here, own);
            locate(own);
            choose.within = known(own);
        }
        std::array<start, 20> starts;
        if (look_at_moves(choose, here, from, moves, starts)) look_ahead(choose, starts);
        for (int child = 0; child < moves.count; ++child) {
            const set counting = part(choose, child);
            bool alone = true;
            for (int other = 0; other < moves.count; ++other) alone &= other == child || part(choose, other).none();
            if (counting.none() || alone || grid_.one_class(choose.sets[child])) continue;
            chain_[depth] = counting;
            from_[depth + 1] = depth;
            const set answer = node(game_.play(here, moves.at[child]), nullptr, counting, depth + 1);
            choose.sets[child] &= answer;
            note(choose, child);
        }
        int found = -1;
        for (int child = 0; child < moves.count; ++child) {
            if (part(choose, child).none()) continue;
            if (found >= 0) ++stats_.empty;
            if (found < 0) found = child;
        }
        if (found < 0) ++stats_.empty;
        return std::max(found, 0);
    }

    const game_type& game_;
    const outcome_grid<Words>& grid_;
    set_table& table_;
    set_parts parts_;
    watch* watch_;    ///< None for those who only help.
    bool may_share_;  ///< Whether others can help once it is large.
    set_team* team_ = nullptr;
    position root_;
    set_statistics stats_;
    std::size_t fresh_ = 0;  ///< Entries that are not yet counted as used.
    std::array<set, deepest> chain_{};
    std::array<int, deepest> from_{};
    set possible_;  ///< What the root can have.
};

}  // namespace kibitz
