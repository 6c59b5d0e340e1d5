// Best-first max^n with completion, as reference/best_first.py, step by step.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "concept.hpp"
#include "growing.hpp"
#include "lines.hpp"

namespace kibitz {

/// A tree that grows where it seems that play will go, at work on one position.
template <searchable Game>
class best_first : public growing<best_first<Game>, Game> {
    using base = growing<best_first, Game>;
    friend base;
    using typename base::node, typename base::position;
    using base::add_options, base::after, base::alone_, base::answer_gain, base::at, base::enter, base::full_, base::game_,
        base::list_options, base::made_, base::matters, base::none, base::options_, base::parts_, base::path_, base::rank, base::room_,
        base::root_side_, base::scores_, base::settle, base::stats_, base::watch_;

public:
    using base::base;

private:
    void iteration(const position& root) {
        position here = root;
        path_.assign(1, 0);

        // Step 1. Walk to the child that is best for its mover, of those that are not proven.
        while (at(path_.back()).count) {
            const std::uint32_t child = walked(path_.back());
            here = after(here, at(child));
            path_.push_back(child);
        }

        // Step 2. Add all moves there, and value the positions after them.
        ++stats_.expanded;
        list_options(here);
        const std::uint32_t first = add_options();
        worth_.resize(made_, nil);
        for (std::uint32_t child = first; child < made_; ++child) {
            watch_.look();
            worth_[child] = value_of(child, after(here, at(child)));
        }
        at(path_.back()).first = first;
        at(path_.back()).count = made_ - first;
        full_ = room_ < 0;

        // Step 3. Back up what is best for each mover, and prove what is proven by it.
        for (std::size_t depth = path_.size(); depth-- > 0;) {
            const std::uint32_t number = path_[depth];
            node& grown = at(number);
            ++grown.visits;
            for (std::uint32_t child = grown.first; child < grown.first + grown.count; ++child) {
                if (at(child).proven != nil) rank(grown, child);
            }
            settle(number);
            worth_[number] = grown.proven != nil ? grown.proven : worth_[best(number)];
        }
    }

    /// The end, or the estimate, for what a node is worth; nil is the lowest.
    std::int64_t value_of(std::uint32_t number, const position& here) {
        if (enter(number, here)) return at(number).proven;
        return parts_.guesses ? game_.estimate(here, scores_) : nil;
    }

    /// What a mover gains by what is backed up of a node.
    std::int64_t worth(int mover, std::uint32_t number) const {
        if (worth_[number] != nil) return answer_gain(mover, worth_[number]);
        const bool against = alone_ && mover != root_side_;
        return against ? std::int64_t{parts_.high[root_side_]} - parts_.low[root_side_] : 0;
    }

    /// The best child for the mover that still matters; the first of equals.
    std::uint32_t walked(std::uint32_t number) const {
        return most(number, [&](std::uint32_t child) { return matters(at(number), number, child); });
    }

    /// The best child for the mover as far as is known; the first of equals stays.
    std::uint32_t best(std::uint32_t number) const {
        return most(number, [](std::uint32_t) { return true; });
    }

    template <class Counts>
    std::uint32_t most(std::uint32_t number, const Counts& counts) const {
        const node& here = at(number);
        std::uint32_t found = none;
        std::int64_t highest = 0;
        for (std::uint32_t child = here.first; child < here.first + here.count; ++child) {
            if (!counts(child)) continue;
            const std::int64_t gained = worth(here.mover, child);
            if (found == none || gained > highest) {
                found = child;
                highest = gained;
            }
        }
        return found;
    }

    void so_far(record& found) const { found.answer = parts_.guesses ? worth_[0] : std::int64_t{nil}; }

    std::vector<std::int64_t> worth_;  ///< What is backed up of each node so far: an answer, or nil.
};

}  // namespace kibitz
