// Whole deals of trick games, by sets of outcomes: the search of reference/outcome_sets.py.
//
// A question is a set of outcomes that would still matter above a node. The answer is a set that
// holds the outcome of the node, and either all of it is of one payoff class, which is the value,
// or none of it is asked for. The steps are those of the reference.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "control.hpp"
#include "games/set_game.hpp"
#include "outcome_frame.hpp"
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

/// One who searches, alone or with others: what a search has in common in all frames.
template <class Game>
struct set_worker {
    const Game& game;
    const outcome_grid& grid;
    outcome_frames& frames;
    set_table& table;
    const set_parts& parts;
    watch* clock;    ///< None for those who only help.
    bool may_share;  ///< Whether others can help once it is large.
    set_team* team = nullptr;
    set_statistics stats{};
    std::size_t fresh = 0;  ///< Entries that are not yet counted as used.
    std::uint64_t told = 0; ///< Nodes that the others know of.

    /// The nodes of all who search, as far as they have told.
    std::uint64_t visited() const {
        return stats.visited + (team ? team->visited.load(std::memory_order_relaxed) - told : 0);
    }

    static constexpr std::size_t alone_buckets = 1 << 14;  ///< With a larger table, others help.
};

template <class Game, int Words>
class equilibrium_sets;

/// A search in frames of so many words; it goes on in narrower ones where that is enough.
template <class Game, int Words>
class outcome_sets {
public:
    using set = bit_set<Words>;
    using worker = set_worker<Game>;
    using game_type = Game;
    using position = typename game_type::position;
    using move_list = typename game_type::move_list;
    using secured = outcome_grid::secured;
    using frame = outcome_frame<Words>;

    explicit outcome_sets(worker& self) : self_(self), game_(self.game), grid_(self.grid), parts_(self.parts) {}

    /// Value a root.
    set run(const position& root, set& possible) {
        stack_guard().check(root.left * game_.players(), bytes_a_ply);
        begin(self_.frames.at(0));
        root_possible_ = &possible;
        return possible &= node(root, nullptr, frame_->everything(), 0);
    }

    /// The moves that plain max^n makes, found by asking along them.
    std::vector<int> line(position here, set& possible) {
        begin(self_.frames.at(0));
        root_possible_ = &possible;
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

protected:
    template <class, int>
    friend class outcome_sets;
    template <class, int>
    friend class equilibrium_sets;

    static constexpr std::uint32_t most_narrow = Words == boxes ? outcome_list::most_compared : 64 * narrower(Words);
    static constexpr int deepest = Game::most_plies + 4;
    static constexpr std::uint64_t tell_every = 64;  ///< Nodes, to tell the others.

    static constexpr bool in_boxes = Words == boxes;
    static constexpr bool narrows = Words != 1;

    using windows = outcome_windows<Words>;
    using window = typename frame::window;
    struct no_narrow_search {
        explicit no_narrow_search(worker&) {}
    };
    using narrow_search = std::conditional_t<narrows, outcome_sets<Game, narrower(Words)>, no_narrow_search>;
    using narrow_set = bit_set<narrower(Words)>;

    /// A position between tricks, and what is known of it but for the table.
    struct start {
        position at;
        set outcomes;
        set_key key;
        const secured* from;
        const window* within;
        bool over;
    };

    using start_list = std::array<start, Game::most_moves>;

    /// What can still come of the moves of a node.
    struct choice {
        int mover, least, first;  ///< The rank that the mover has at least, and the first move with it.
        int count;
        set within;
        std::array<set, Game::most_moves> sets;
    };

    static constexpr std::size_t bytes_a_ply = sizeof(choice) + sizeof(start_list) + sizeof(start) + 40 * sizeof(set) + 1024;

    /// Begin in the frame of a vector.
    void begin(const secured& base) {
        frame_ = &self_.frames.template from<Words>(base);
        base_ = base.digits;
        for (int side = 0; side < grid_.sides(); ++side) lowest_[side] = grid_.least_from(base, side);
        from_[0] = 0;
        root_possible_ = nullptr;
    }

    set node(const position& here, const start* prepared, const set& asked, int depth) {
        // Step 1. The end, the last trick, or what is known without a search.
        if constexpr (narrows) {
            if (here.seat == 0) {
                const secured& now = self_.frames.at(game_.secured(here));
                if (now.count <= most_narrow) return ask_narrow(here, now, asked, depth);
            }
        }
        if (self_.team) meet_team();
        if (self_.clock) self_.clock->before(self_.visited());
        ++self_.stats.visited;
        start own;
        choice choose;
        const secured* from;
        if (here.seat == 0) {
            if (!prepared) {
                count(here, own);
                if (!own.over) locate(own);
                prepared = &own;
            }
            if (prepared->over) {
                ++self_.stats.leaves;
                return prepared->outcomes;
            }
            choose.within = known(*prepared);
            from = prepared->from;
        } else {
            from = &self_.frames.at(game_.secured(here));
            choose.within = static_part(*from);
        }
        if (decided(choose.within, asked)) {
            ++self_.stats.hits;
            return choose.within;
        }

        // Step 2. The moves, and what is known of them; for the last player, from the table too.
        ++self_.stats.expanded;
        const position& at = prepared ? prepared->at : here;
        move_list moves;
        game_.moves(at, moves);
        open(choose, at, moves, *from);
        start_list starts;
        const bool looks = look_at_moves(choose, at, static_part(*from), moves, starts);
        set found = looks ? possible(choose, asked) : choose.within;
        bool done = looks && decided(found, asked);
        if (looks && !done) {
            look_ahead(choose, starts);
            found = possible(choose, asked);
            done = decided(found, asked);
        }

        // Step 3. Ask about each move until its outcomes are all alike or not asked for.
        // With others at work, a move that somebody is at waits, but not the first.
        const bool shares = self_.team && at.left >= self_.team->tricks;
        bool waits = false, later = false;
        int child = 0;
        for (; !done; ++child) {
            if (child == moves.count) {
                if (!waits) break;
                waits = later = false;
                child = 0;
            }
            const set counting = part(choose, child);
            if (!counting.meets(asked) || frame_->one_class(choose.sets[child])) continue;
            if (later && is_busy(at, moves.at[child])) {
                waits = true;
                continue;
            }
            later = shares && !waits;
            chain_[depth] = counting.plain();
            from_[depth + 1] = std::max(from_[depth], depth + 1 - parts_.life);
            set question = chain_[depth];
            for (int above = from_[depth + 1]; above < depth; ++above) question &= chain_[above];
            ask(choose, at, moves, child, looks ? &starts[child] : nullptr, question, depth);
            if (shares && at.seat == 0) choose.within &= known(*prepared);
            found = possible(choose, asked);
            done = decided(found, asked);
        }

        self_.stats.cuts += child < moves.count;

        // Step 4. One move has an outcome that was asked for; the others may still rule it out.
        waits = false;
        later = shares;
        for (child = 0; !done; ++child) {
            if (child == moves.count) {
                if (!waits) break;
                waits = later = false;
                child = 0;
            }
            const set counting = part(choose, child);
            if (counting.none() || frame_->one_class(choose.sets[child])) continue;
            if (later && is_busy(at, moves.at[child])) {
                waits = true;
                continue;
            }
            ++self_.stats.again;
            chain_[depth] = counting.plain();
            from_[depth + 1] = depth;
            ask(choose, at, moves, child, looks ? &starts[child] : nullptr, chain_[depth], depth);
            if (shares && at.seat == 0) choose.within &= known(*prepared);
            found = possible(choose, asked);
            done = decided(found, asked);
        }

        // Step 5. Remember what is left.
        self_.stats.empty += found.none();
        if (at.seat == 0) keep(*prepared, found);
        return found;
    }

    /// What was taken, and sure tricks, leave.
    const set& static_part(const secured& from) const { return after(from.digits).above; }

    /// What is left once so much is secured.
    const window& after(std::int64_t digits) const { return frame_->after(digits - base_); }

    /// The same question in a narrower frame.
    set ask_narrow(const position& here, const secured& now, const set& asked, int depth) {
        enter(narrow_, now, depth);
        const narrow_set question = in_narrow(asked, now), answer = narrow_.node(here, nullptr, question, depth);
        set found = from_narrow(answer, now);
        if constexpr (in_boxes) {
            if (!answer.meets(question)) found.leave_out(asked);
        }
        return found;
    }

    /// Begin a search in a narrower frame, with what the ancestors ask for.
    template <class Narrow>
    void enter(Narrow& narrow, const secured& now, int depth) {
        narrow.begin(now);
        narrow.from_[depth] = from_[depth];
        for (int above = std::max(from_[depth], depth + 1 - parts_.life); above < depth; ++above) {
            narrow.chain_[above] = in_narrow(chain_[above], now);
        }
    }

    /// A set in the narrower frame from a vector.
    narrow_set in_narrow(const set& outcomes, const secured& now) const {
        if constexpr (in_boxes) {
            return in_bits(outcomes, now);
        } else {
            const window& within = after(now.digits);
            typename windows::packed words;
            windows::pack(outcomes, within, words);
            narrow_set found = narrow_set::nothing();
            std::copy_n(words.begin(), within.words, found.words.begin());
            return found;
        }
    }

    /// A set of the narrower frame from a vector.
    set from_narrow(const narrow_set& outcomes, const secured& now) const {
        if constexpr (in_boxes) {
            return box_around(outcomes, now);
        } else {
            const window& within = after(now.digits);
            typename windows::packed words;
            std::copy_n(outcomes.words.begin(), within.words, words.begin());
            return windows::unpack(words, within);
        }
    }

    /// What a box has of the outcomes from a vector on.
    narrow_set in_bits(const set& box, const secured& now) const {
        const auto& narrow = self_.frames.template from<narrower(Words)>(now);
        narrow_set found = narrow.everything();
        for (int side = 0; side < grid_.sides(); ++side) {
            const int from = box.least[side] - now.vector[side], to = box.most[side] - now.vector[side];
            if (from > now.left || to < 0) return narrow_set::nothing();
            if (from > 0) found &= narrow.after(from * grid_.radix(side)).above;
            if (to < now.left) found = found.without(narrow.after((to + 1) * grid_.radix(side)).above);
        }
        return found;
    }

    /// The smallest box that holds some outcomes from a vector on.
    set box_around(const narrow_set& outcomes, const secured& now) const {
        if (outcomes.none()) return set::nothing();
        const auto& narrow = self_.frames.template from<narrower(Words)>(now);
        set found = frame_->everything();
        for (int side = 0; side < grid_.sides(); ++side) {
            const int low = narrow.least(side, outcomes, 0), high = narrow.most(side, outcomes);
            const bool more = grid_.wants_more(side);
            found.least[side] = static_cast<std::int16_t>(now.vector[side] + (more ? low : now.left - high));
            found.most[side] = static_cast<std::int16_t>(now.vector[side] + (more ? high : now.left - low));
        }
        return found;
    }

    /// The moves of a node of which nothing is known but what is secured.
    void open(choice& choose, const position& at, const move_list& moves, const secured& from) const {
        choose.count = moves.count;
        choose.mover = game_.side_of[game_.turn(at)];
        choose.least = grid_.least_from(from, choose.mover) - lowest_[choose.mover];
        choose.first = 0;
    }

    /// The moves, with what sure and quick tricks say of each; whether the table can be asked.
    bool look_at_moves(
        choice& choose, const position& at, const set& outcomes, const move_list& moves, start_list& starts
    ) const {
        if (!parts_.look_ahead || at.seat + 1 != game_.players()) {
            for (int child = 0; child < moves.count; ++child) choose.sets[child] = outcomes;
            return false;
        }
        for (int child = 0; child < moves.count; ++child) {
            count(game_.play(at, moves.at[child]), starts[child]);
            if (!starts[child].over) locate(starts[child]);  // early, since memory takes its time
            choose.sets[child] = starts[child].outcomes;
            note(choose, child);
        }
        return true;
    }

    /// Ask the table about the moves that still count.
    void look_ahead(choice& choose, start_list& starts) {
        if (parts_.table == set_memory::none) return;
        for (int child = 0; child < choose.count; ++child) {
            if (part(choose, child).none() || frame_->one_class(choose.sets[child])) continue;
            choose.sets[child] = known(starts[child]);
            note(choose, child);
        }
    }

    void ask(
        choice& choose, const position& at, const move_list& moves, int child, const start* prepared, const set& question, int depth
    ) {
        const bool shares = self_.team && at.left >= self_.team->tricks;
        const std::uint64_t mine = shares ? position_hash(at, moves.at[child]) : 0;
        const bool first = shares && self_.team->begin(mine);
        set answer = prepared ? node(prepared->at, prepared, question, depth + 1)
                              : node(game_.play(at, moves.at[child]), nullptr, question, depth + 1);
        if (first) self_.team->end(mine);
        if constexpr (in_boxes) {
            if (!answer.meets(question)) answer.leave_out(question);
        }
        choose.sets[child] &= answer;
        if constexpr (in_boxes) choose.sets[child].trim();
        self_.stats.empty += choose.sets[child].none();
        note(choose, child);
        if (depth == 0 && root_possible_) *root_possible_ &= possible(choose, frame_->everything());
    }

    void meet_team() {
        if (self_.team->stop.load(std::memory_order_relaxed)) throw stopped::others;
        if (!self_.clock) {
            self_.team->help_if_called([this] {
                while (self_.table.move_a_piece()) {}
            });
        }
        const std::uint64_t fresh = self_.stats.visited - self_.told;
        if (fresh < tell_every) return;
        self_.told = self_.stats.visited;
        if (!self_.team->tell(fresh) && !self_.clock) throw stopped::others;
    }

    /// More room for the table, once it is full; the first thread sees to that, and the others help.
    void make_room() {
        if (!self_.clock || !self_.table.is_full()) return;
        if (!self_.team && self_.may_share && self_.table.size() >= worker::alone_buckets) throw too_much_for_one();
        const set_table::growth ends_here(self_.table);
        const auto prepare = [this] { self_.table.begin_growing(); };
        const auto move = [this] {
            try {
                while (self_.table.move_a_piece()) self_.clock->look();
            } catch (...) {
                self_.table.leave_the_rest();
                throw;
            }
        };
        if (self_.team) {
            self_.team->all_together(prepare, move);
        } else {
            prepare();
            move();
        }
    }

    /// A number for the position after a move, for the others to know it by.
    static std::uint64_t position_hash(const position& at, int place) {
        const std::uint64_t trick = lane_bit(place) | std::uint64_t{at.winning} << 13 | std::uint64_t{at.winner} << 29 |
                                    std::uint64_t{at.seat} << 45 | std::uint64_t{at.leader} << 61;
        return set_table::hash(at.held ^ set_table::hash(trick)) | 1;
    }

    bool is_busy(const position& at, int place) const { return self_.team->is_busy(position_hash(at, place)); }

    /// Take note of what the mover has at least with a move.
    void note(choice& choose, int child) const {
        const int least = frame_->least(choose.mover, choose.sets[child], choose.least);
        if (least > choose.least) {
            choose.least = least;
            choose.first = child;
        } else if (child < choose.first && choose.sets[child].within(frame_->at_least(choose.mover, least))) {
            choose.first = child;
        }
    }

    /// The outcomes of a move that can be the node's: after the first with the rank, only better.
    set part(const choice& choose, int child) const {
        const int rank = choose.least + (child > choose.first);
        if constexpr (in_boxes) return choose.sets[child].both(choose.within, frame_->at_least(choose.mover, rank));
        else return choose.sets[child] & choose.within & frame_->at_least(choose.mover, rank);
    }

    /// The outcomes that a node can have; boxes leave out what is asked for, if that is not among them.
    set possible(const choice& choose, const set& asked) const {
        if constexpr (in_boxes) {
            set found = set::nothing();
            bool meets = false;
            for (int child = 0; child < choose.count; ++child) {
                set counting = part(choose, child);
                counting.trim();
                meets |= counting.meets(asked);
                found |= counting;
            }
            if (meets) return found;
            found.leave_out(asked);
            found.trim();
            return found;
        } else {
            set early = set::nothing(), late = set::nothing();
            for (int child = 0; child <= choose.first; ++child) early |= choose.sets[child];
            for (int child = choose.first + 1; child < choose.count; ++child) late |= choose.sets[child];
            early &= frame_->at_least(choose.mover, choose.least);
            late &= frame_->at_least(choose.mover, choose.least + 1);
            return (early | late) & choose.within;
        }
    }

    bool decided(const set& outcomes, const set& asked) const {
        return !outcomes.meets(asked) || frame_->one_class(outcomes);
    }

    /// What sure and quick tricks say of a position between tricks; the last trick is played out.
    void count(const position& here, start& found) const {
        found.at = here;
        found.over = here.left == 0 || game_.is_forced(here);
        if (found.over) {
            const position end = here.left ? game_.last_trick(here) : here;
            found.outcomes = after(end.taken).above;
            return;
        }
        found.from = &self_.frames.at(game_.secured(here));
        found.within = &after(found.from->digits);
        found.outcomes = found.within->above;
        if (const unsigned out = game_.players_out(here); out && found.from->left) leave_out(out, found);
        if (const unsigned safe = game_.players_safe(here)) keep_safe(safe, found);
        if (!parts_.quick) return;
        const int more = game_.quick_tricks(here);
        if (more <= 0) return;
        const int side = game_.side_of[here.leader];
        found.outcomes &= frame_->at_least(side, grid_.least_after(*found.from, side, more) - lowest_[side]);
    }

    /// Whether all players of a side are among these.
    bool has_side(unsigned players, int side) const {
        bool all = true;
        for (int player = 0; player < game_.players(); ++player) all &= game_.side_of[player] != side || (players >> player & 1);
        return all;
    }

    /// Sides whose players are all safe get no less than if they take no more.
    void keep_safe(unsigned safe, start& found) const {
        for (int side = 0; side < grid_.sides(); ++side) {
            if (!has_side(safe, side)) continue;
            found.outcomes &= frame_->at_least(side, grid_.least_without(*found.from, side) - lowest_[side]);
        }
    }

    /// Sides whose players are all out get no more than they have.
    void leave_out(unsigned out, start& found) const {
        for (int side = 0; side < grid_.sides(); ++side) {
            if (!has_side(out, side)) continue;
            if constexpr (in_boxes) {
                found.outcomes &= frame_->at_most(side, found.from->vector[side]);
            } else {
                found.outcomes = found.outcomes.without(after(found.from->digits + grid_.radix(side)).above);
            }
        }
    }

    /// Where the table would have it, which goes by the suits in order.
    void locate(start& found) const {
        const typename game_type::suit_ids ids = game_.sorted_ids(found.at.held);
        found.at.suits = game_.suits_of(ids);
        if (parts_.table == set_memory::none) return;
        found.key = game_.key(found.at, ids, found.from->wants);
        self_.table.prefetch(found.key, found.within->words);
    }

    /// What is known of a position between tricks.
    set known(const start& at) {
        set found = at.outcomes;
        if (parts_.table == set_memory::none) return found;
        if constexpr (in_boxes) return known_of_box(at);
        else return known_of_bits(at);
    }

    set known_of_bits(const start& at) {
        set found = at.outcomes;
        typename windows::packed words;
        if (self_.table.look(at.key, at.within->words, words.data())) {
            found &= windows::unpack(words, *at.within);
            self_.stats.empty += found.none();
        }
        return found;
    }

    /// The same where sets are boxes; with few outcomes from a position on, the table has bits of them.
    set known_of_box(const start& at) {
        if (at.from->count > outcome_list::most_compared) {
            std::uint64_t word;
            if (!self_.table.look(at.key, 1, &word)) return at.outcomes;
            const set found = at.outcomes & packed_.unpack(word, at.from->vector, grid_.to_share());
            self_.stats.empty += found.none();
            return found;
        }
        narrow_set words = narrow_set::nothing();
        if (!self_.table.look(at.key, at.within->words, words.words.data())) return at.outcomes;
        words &= in_bits(at.outcomes, *at.from);
        self_.stats.empty += words.none();
        return box_around(words, *at.from);
    }

    void keep(const start& at, const set& found) {
        if (parts_.table == set_memory::none) return;
        bool some;
        if constexpr (in_boxes) {
            const std::uint64_t word = packed_.pack(found, at.from->vector);
            const auto both = [this](std::uint64_t one, std::uint64_t other) { return packed_.both(one, other); };
            self_.table.keep(at.key, 1, &word, at.at.left, self_.fresh, both);
            some = !found.none();
        } else {
            typename windows::packed words;
            if (parts_.table == set_memory::sets) {
                windows::pack(found, *at.within, words);
            } else {
                windows::pack(frame_->range_of(found) & at.within->above, *at.within, words);
            }
            some = self_.table.keep(at.key, at.within->words, words.data(), at.at.left, self_.fresh);
        }
        self_.stats.empty += !some;
        if (self_.fresh >= 64 || self_.table.is_crowded()) {
            self_.table.add_used(std::exchange(self_.fresh, 0));
            make_room();
        }
    }

    /// The number of the move that plain max^n makes.
    int first_best(const position& here, const move_list& moves, int depth) {
        if (self_.clock) self_.clock->before(self_.visited());
        ++self_.stats.visited;
        ++self_.stats.expanded;
        choice choose;
        const secured& from = self_.frames.at(game_.secured(here));
        open(choose, here, moves, from);
        choose.within = static_part(from);
        if (here.seat == 0) {
            start own;
            count(here, own);
            locate(own);
            choose.within = known(own);
        }
        start_list starts;
        if (look_at_moves(choose, here, static_part(from), moves, starts)) look_ahead(choose, starts);
        for (int child = 0; child < moves.count; ++child) {
            const set counting = part(choose, child);
            bool alone = true;
            for (int other = 0; other < moves.count; ++other) alone &= other == child || part(choose, other).none();
            if (counting.none() || alone || frame_->one_class(choose.sets[child])) continue;
            chain_[depth] = counting.plain();
            from_[depth + 1] = depth;
            ask(choose, here, moves, child, nullptr, chain_[depth], depth);
        }
        int found = 0, counting = 0;
        for (int child = 0; child < moves.count; ++child) {
            if (!part(choose, child).none() && counting++ == 0) found = child;
        }
        self_.stats.empty += counting != 1;
        return found;
    }

    worker& self_;
    const game_type& game_;
    const outcome_grid& grid_;
    const set_parts& parts_;
    const frame* frame_ = nullptr;
    std::int64_t base_ = 0;                   ///< What was secured where the frame begins,
    std::array<int, most_players> lowest_{};  ///< and the lowest rank of each side there.
    set* root_possible_ = nullptr;  ///< What the root can have, where it is the root.
    packed_boxes packed_{grid_.sides(), grid_.to_share()};
    std::array<set, deepest> chain_{};
    std::array<int, deepest> from_{};
    narrow_search narrow_{self_};
};

}  // namespace kibitz
