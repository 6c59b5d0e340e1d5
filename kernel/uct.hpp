// UCT, as reference/uct.py, step by step: the same iterations with the same random numbers.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "concept.hpp"
#include "growing.hpp"
#include "lines.hpp"

namespace kibitz {

/// A tree that grows where moves do well in play-outs, at work on one position.
template <searchable Game>
class uct : public growing<uct<Game>, Game> {
    using base = growing<uct, Game>;
    friend base;
    using typename base::node, typename base::position;
    using base::add_options, base::after, base::at, base::enter, base::game_, base::gain, base::list_options, base::matters, base::none,
        base::options_, base::parts_, base::path_, base::play_, base::proven_gain, base::rank, base::room_, base::scores_, base::settle,
        base::sides, base::solves_, base::span_, base::stats_, base::watch_;

public:
    using base::base;

private:
    struct tried {
        std::int64_t gain = 0;
        std::int64_t visits = 0;
    };

    void iteration(const position& root) {
        position here = root;
        path_.assign(1, 0);
        if (!at(0).visits) plant(root);

        // Step 1. Walk down by what moves have gained, and how seldom they were tried.
        while (at(path_.back()).count && at(path_.back()).proven == nil) {
            const std::uint32_t child = selected(path_.back());
            here = after(here, at(child));
            path_.push_back(child);
        }
        const std::uint32_t last = path_.back();

        // Step 2. Where the tree ends, the game is over or has an outcome only, or moves are added.
        std::int64_t found = at(last).proven;
        if (found == nil && !enter(last, here)) {
            if (!at(last).count) {
                list_options(here);
                if (static_cast<std::int64_t>(options_.size()) <= room_) {
                    ++stats_.expanded;
                    add(last);
                }
            }

            // Step 3. Play out from there.
            while (!game_.is_over(here)) {
                play_.go_on(here);
                if (++moves_ % look_every_ == 0) watch_.look();
            }
            found = play_.outcome(here);
        } else if (found == nil) {
            found = at(last).proven;
        }
        ++stats_.leaves;

        // Step 4. Add the end to all nodes on the way, and prove what is proven by it.
        back_up(found);
    }

    /// Add the moves of the root.
    void plant(const position& root) {
        ++stats_.expanded;
        list_options(root);
        add(0);
        sums_.assign(static_cast<std::size_t>(at(0).count) * static_cast<std::size_t>(parts_.sides), 0);
    }

    /// Add all ways to go on that were listed.
    void add(std::uint32_t number) {
        const std::uint32_t first = add_options();
        for (std::size_t place = 0; parts_.history > 0 && place < options_.size(); ++place) {
            const auto [known, is_new] = place_of_.try_emplace(options_[place].name, static_cast<std::uint32_t>(history_.size()));
            if (is_new) history_.emplace_back();
            at(first + static_cast<std::uint32_t>(place)).known = known->second;
        }
        at(number).first = first;
        at(number).count = static_cast<std::uint32_t>(options_.size());
    }

    /// The child to walk to: each that matters once in the listed order, then by its value.
    std::uint32_t selected(std::uint32_t number) {
        const node& here = at(number);
        const double logarithm = here.visits ? std::log(static_cast<double>(here.visits)) : 0;
        const std::int64_t span = span_[static_cast<std::size_t>(here.mover)];
        std::uint32_t found = none;
        double most = 0;
        for (std::uint32_t child = here.first; child < here.first + here.count; ++child) {
            const node& one = at(child);
            if (solves_ && !matters(here, number, child)) continue;
            if (!one.visits) return child;
            const auto visits = static_cast<double>(one.visits);
            const double mean = static_cast<double>(one.gain) / static_cast<double>(one.visits * span);
            double worth = mean + parts_.c * std::sqrt(logarithm / visits);
            if (parts_.history > 0) {
                const tried& known = history_[one.known];
                const double share = static_cast<double>(known.gain) / static_cast<double>(known.visits * span);
                worth += share * parts_.history / ((1 - mean) * visits + 1);
            }
            if (found == none || worth > most) {
                found = child;
                most = worth;
            }
        }
        return found;
    }

    /// Add a result to the nodes of the path, from its end up.
    void back_up(std::int64_t answer) {
        for (std::size_t depth = path_.size(); depth-- > 0;) {
            const std::uint32_t number = path_[depth];
            node& here = at(number);
            if (here.proven != nil) answer = here.proven;
            ++here.visits;
            if (depth == 0) return;
            const std::uint32_t above = path_[depth - 1];
            const std::int64_t gained = credit(above, number, answer);
            if (parts_.history > 0) {
                history_[here.known].gain += gained;
                ++history_[here.known].visits;
            }
            if (!solves_) continue;
            node& parent = at(above);
            if (here.proven != nil) rank(parent, number);
            settle(above);
            if (parent.proven != nil || parent.best == none || parent.best == number) continue;
            if (proven_gain(parent) * here.visits >= here.gain) {
                answer = at(parent.best).proven;
                ++at(parent.best).visits;
                credit(above, parent.best, answer);
            }
        }
    }

    /// Add to a node what its parent's mover gains by a result.
    std::int64_t credit(std::uint32_t parent, std::uint32_t number, std::int64_t answer) {
        const auto held = scores_.of(answer);
        const row<sides>& scores = see(held);
        const std::int64_t gained = gain(at(parent).mover, scores);
        at(number).gain += gained;
        if (parent == 0) {
            std::int64_t* sums = sums_of(number);
            for (int side = 0; side < parts_.sides; ++side) sums[side] += scores[side];
        }
        return gained;
    }

    /// The move that was tried most: its visits, those of all moves, and all that the sides had by it.
    void so_far(record& found) {
        const std::uint32_t tried = best(0);
        found.values = {at(tried).visits, at(0).visits};
        found.values.insert(found.values.end(), sums_of(tried), sums_of(tried) + parts_.sides);
    }

    /// The child that was visited most; the first of equals stays.
    std::uint32_t best(std::uint32_t number) const {
        const node& here = at(number);
        std::uint32_t best = here.first;
        for (std::uint32_t child = here.first; child < here.first + here.count; ++child) {
            if (at(child).visits > at(best).visits) best = child;
        }
        return at(best).visits ? best : none;
    }

    std::int64_t* sums_of(std::uint32_t number) {
        return sums_.data() + static_cast<std::size_t>(number - at(0).first) * static_cast<std::size_t>(parts_.sides);
    }

    /// After how many moves of play-outs to look at the clock: at once where moves are searched for.
    const std::uint32_t look_every_ = parts_.playouts == playout_rule::one_ply || parts_.playouts == playout_rule::two_ply ? 1 : 32;

    std::uint32_t moves_ = 0;
    std::vector<std::int64_t> sums_;
    std::vector<tried> history_;
    std::unordered_map<std::uint64_t, std::uint32_t> place_of_;
};

}  // namespace kibitz
