// All equilibria of whole deals: the search of reference/tricks/equilibrium_sets.py.
//
// What goes up is a pair of sets: outcomes that a node can have at most, and those among them whose
// payoffs it has for certain, in some way of breaking ties. A question is answered when each outcome
// that is asked for is either certain or ruled out. The table keeps what is not certain beside what
// is possible: of both, what all answers have in common is true. The steps are those of the
// reference.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "outcome_sets.hpp"

namespace kibitz {

/// A search in frames of so many words, by one thread; see `outcome_sets`.
template <class Game, int Words>
class equilibrium_sets : private outcome_sets<Game, Words> {
    using base = outcome_sets<Game, Words>;

public:
    using typename base::position;
    using typename base::set;
    using typename base::worker;

    explicit equilibrium_sets(worker& self) : base(self) {}

    /// All outcomes of a root.
    void run(const position& root, set& possible) {
        stack_guard().check(root.left * this->game_.players(), bytes_a_ply);
        this->begin(this->self_.frames.at(0));
        this->root_possible_ = &possible;
        possible &= node(root, nullptr, this->frame_->everything(), 0).all;
    }

private:
    template <class, int>
    friend class equilibrium_sets;
    template <class, int>
    friend class outcome_sets;

    using typename base::choice;
    using typename base::move_list;
    using typename base::secured;
    using typename base::start;
    using typename base::start_list;
    using typename base::windows;
    using narrow_search =
        std::conditional_t<(Words > 1), equilibrium_sets<Game, narrower(Words)>, typename base::no_narrow_search>;

    /// What a node can have: at most these outcomes, and the payoffs of these for certain.
    struct spread {
        set all, sure;
    };

    /// What can still come of the moves of a node, and what is certain of it.
    struct free_choice : choice {
        bool free;   ///< Whether the mover breaks ties freely.
        int lowest;  ///< A rank that the mover has in any case.
        set known;   ///< What is certain of the node before its moves are looked at.
        std::array<set, Game::most_moves> sure;
        std::array<int, Game::most_moves> high;  ///< How high the least of each can be for the mover.
    };

    static constexpr std::size_t bytes_a_ply = base::bytes_a_ply + sizeof(free_choice) + 20 * sizeof(set);

    spread node(const position& here, const start* prepared, const set& asked, int depth) {
        // Step 1. The end, the last trick, or what is known without a search.
        if constexpr (Words > 1) {
            if (here.seat == 0) {
                const secured& now = this->self_.frames.at(this->game_.secured(here));
                if (now.count <= base::most_narrow) return ask_narrow(here, now, asked, depth);
            }
        }
        if (this->self_.clock) this->self_.clock->before(this->self_.visited());
        set_statistics& stats = this->self_.stats;
        ++stats.visited;
        start own;
        free_choice choose;
        const secured* from;
        if (here.seat == 0) {
            if (!prepared) {
                this->count(here, own);
                if (!own.over) this->locate(own);
                prepared = &own;
            }
            if (prepared->over) {
                ++stats.leaves;
                return {prepared->outcomes, prepared->outcomes};
            }
            const spread known = known_spread(*prepared);
            choose.within = known.all;
            choose.known = known.sure;
            from = prepared->from;
        } else {
            from = &this->self_.frames.at(this->game_.secured(here));
            choose.within = this->static_part(*from);
            choose.known = certain(choose.within, set::nothing());
        }
        if ((choose.within & asked).within(choose.known)) {
            ++stats.hits;
            return {choose.within, choose.known};
        }

        // Step 2. The moves, and what is known of them; in the last seat, from the table too.
        ++stats.expanded;
        const position& at = prepared ? prepared->at : here;
        move_list moves;
        this->game_.moves(at, moves);
        this->open(choose, at, moves, *from);
        choose.lowest = choose.least;
        choose.free = this->parts_.free >> choose.mover & 1;
        start_list starts;
        const bool looks = this->look_at_moves(choose, at, this->static_part(*from), moves, starts);
        for (int child = 0; child < choose.count; ++child) {
            if (child > 0 && !looks) {
                choose.sure[child] = choose.sure[0];
                choose.high[child] = choose.high[0];
            } else {
                choose.sure[child] = certain(choose.sets[child], set::nothing());
                choose.high[child] = high(choose, child);
            }
        }
        set found = possible(choose), sure = certain_of(choose, found);
        if (looks && !(found & asked).within(sure)) {
            look_ahead(choose, starts);
            found = possible(choose);
            sure = certain_of(choose, found);
        }
        std::uint64_t unasked = (std::uint64_t{1} << choose.count) - 1;

        // Step 3. Ask moves about what could come of them and is not certain yet.
        // Step 4. All that is asked for can come of a move; whether others have a lower least.
        for (set left = (found & asked).without(sure); !left.none(); left = (found & asked).without(sure)) {
            int child = 0;
            while (child < choose.count && (part(choose, child) & left).within(choose.sure[child])) ++child;
            set question;
            if (child < choose.count) {
                question = this->chain_[depth] = part(choose, child).without(sure);
                this->from_[depth + 1] = std::max(this->from_[depth], depth + 1 - this->parts_.life);
                for (int above = this->from_[depth + 1]; above < depth; ++above) question &= this->chain_[above];
            } else {
                child = in_the_way(choose, left, question);
                ++stats.again;
                this->chain_[depth] = question;
                this->from_[depth + 1] = depth;
            }
            const spread answer = looks ? node(starts[child].at, &starts[child], question, depth + 1)
                                        : node(this->game_.play(at, moves.at[child]), nullptr, question, depth + 1);
            take(choose, child, answer);
            stats.empty += choose.sets[child].none();
            found = possible(choose);
            sure = certain_of(choose, found);
            if (depth == 0 && this->root_possible_) *this->root_possible_ &= found;
            unasked &= ~(std::uint64_t{1} << child);
        }

        // Step 5. Remember what is left.
        stats.cuts += unasked != 0;
        stats.empty += found.none();
        if (at.seat == 0) keep_spread(*prepared, {found, sure});
        return {found, sure};
    }

    /// The same question in a narrower frame.
    spread ask_narrow(const position& here, const secured& now, const set& asked, int depth) {
        this->enter(narrow_, now, depth);
        const auto answer = narrow_.node(here, nullptr, this->in_narrow(asked, now), depth);
        return {this->from_narrow(answer.all, now), this->from_narrow(answer.sure, now)};
    }

    /// Those of a set that have payoffs of something sure; all, if they have the same.
    set certain(const set& outcomes, const set& sure) const {
        if (outcomes.none() || this->frame_->one_class(outcomes)) return outcomes;
        return this->frame_->alike_to(sure, outcomes);
    }

    int high(const free_choice& choose, int child) const {
        const set& sure = choose.sure[child];
        return sure.none() ? this->frame_->most(choose.mover, choose.sets[child])
                           : this->frame_->least(choose.mover, sure, choose.lowest);
    }

    void take(free_choice& choose, int child, const spread& answer) const {
        choose.sets[child] &= answer.all;
        choose.sure[child] = certain(choose.sets[child], choose.sure[child] | answer.sure);
        choose.high[child] = high(choose, child);
        this->note(choose, child);
    }

    /// Ask the table about the moves that are not certain.
    void look_ahead(free_choice& choose, start_list& starts) {
        for (int child = 0; child < choose.count; ++child) {
            if (part(choose, child).within(choose.sure[child])) continue;
            take(choose, child, known_spread(starts[child]));
        }
    }

    /// The outcomes of a move that can be the node's.
    set part(const free_choice& choose, int child) const {
        if (!choose.free) return base::part(choose, child);
        return choose.sets[child] & choose.within & this->frame_->at_least(choose.mover, choose.least);
    }

    set possible(const free_choice& choose) const {
        if (!choose.free) return base::possible(choose, choose.within);
        set found = choose.sets[0];
        for (int child = 1; child < choose.count; ++child) found |= choose.sets[child];
        return found & choose.within & this->frame_->at_least(choose.mover, choose.least);
    }

    /// What the mover needs from a move, as far as another is concerned.
    static int bound(const free_choice& choose, int child, int other) {
        return choose.high[other] + (!choose.free && other < child);
    }

    /// What is certain of the node: certain of a move, and enough whatever the others have.
    set certain_of(const free_choice& choose, const set& all) const {
        set found = choose.known;
        for (int child = 0; child < choose.count; ++child) {
            if (choose.sure[child].none()) continue;
            int needs = choose.lowest;
            for (int other = 0; other < choose.count; ++other) {
                if (other != child) needs = std::max(needs, bound(choose, child, other));
            }
            found |= choose.sure[child] & this->frame_->at_least(choose.mover, needs);
        }
        return certain(all, found);
    }

    /// A move whose least may be too high for the lowest of these; what would be low enough.
    int in_the_way(const free_choice& choose, const set& left, set& lower) const {
        const int rank = this->frame_->least(choose.mover, left, choose.lowest);
        const set lowest = left.without(this->frame_->at_least(choose.mover, rank + 1));
        int child = 0, other = 0;
        while (!part(choose, child).meets(lowest)) ++child;
        while (other == child || bound(choose, child, other) <= rank) ++other;
        const int enough = rank + 1 - (!choose.free && other < child);
        lower = choose.sets[other].without(this->frame_->at_least(choose.mover, enough));
        return other;
    }

    /// Where the table keeps what is not certain of a position.
    set_key beside(const set_key& key) const { return {key.word, key.hash, key.number + this->game_.chunks / 2}; }

    spread known_spread(const start& at) {
        if (at.over) return {at.outcomes, at.outcomes};
        spread found{this->known(at), set::nothing()};
        typename windows::packed words;
        if (this->parts_.table != set_memory::none && this->self_.table.look(beside(at.key), at.within->words, words.data())) {
            for (int word = 0; word < at.within->words; ++word) words[word] = ~words[word];
            found.sure = windows::unpack(words, *at.within);
        }
        found.sure = certain(found.all, found.sure);
        return found;
    }

    void keep_spread(const start& at, const spread& found) {
        if (this->parts_.table == set_memory::none) return;
        typename windows::packed words;
        windows::pack(found.sure, *at.within, words);
        for (int word = 0; word < at.within->words; ++word) words[word] = ~words[word];
        this->self_.table.keep(beside(at.key), at.within->words, words.data(), at.at.left, this->self_.fresh);
        this->keep(at, found.all);
    }

    narrow_search narrow_{this->self_};
};

}  // namespace kibitz
