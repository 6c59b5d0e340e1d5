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
class uct : growing<Game> {
    using base = growing<Game>;
    using typename base::node, typename base::option, typename base::position;
    using base::after, base::alone_, base::at, base::enter, base::game_, base::gain, base::list_options, base::made_, base::make, base::matters,
        base::none, base::options_, base::parts_, base::passes_, base::play_, base::proven_gain, base::rank, base::room_, base::scores_,
        base::settle, base::solves_, base::span_, base::watch_;
    static constexpr int sides = Game::sides;

public:
    uct(const Game& game, const score_table<sides>& table, const composition& parts, const control& limits)
        : base(game, table, parts, limits) {}

    /// Iterate until the root is proven, or something stops it.
    record run() {
        record found;
        try {
            iterate();
        } catch (stopped why) {
            found.why = why;
        }
        answer(found);
        found.stats = stats_;
        return found;
    }

private:
    struct tried {
        std::int64_t gain = 0;
        std::int64_t visits = 0;
    };

    void iterate() {
        const position root = game_.root();
        if (game_.is_over(root) || enter(0, root)) {
            watch_.before(stats_.visited);
            ++stats_.visited;
            ++stats_.leaves;
            if (at(0).proven == nil) at(0).proven = play_.outcome(root);
            return;
        }
        list_options(root);
        add(0);
        sums_.assign(static_cast<std::size_t>(at(0).count) * static_cast<std::size_t>(parts_.sides), 0);
        while (at(0).proven == nil) {
            watch_.before(stats_.visited);
            ++stats_.visited;
            stats_.expanded += at(0).visits == 0;
            iteration(root);
        }
    }

    void iteration(const position& root) {
        position here = root;
        path_.assign(1, 0);

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
                here = play_.next(here);
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

    /// Add all ways to go on that were listed.
    void add(std::uint32_t number) {
        const std::uint32_t first = made_;
        make(static_cast<std::uint32_t>(options_.size()));
        for (std::size_t place = 0; place < options_.size(); ++place) {
            const option& way = options_[place];
            node& child = at(first + static_cast<std::uint32_t>(place));
            child.move = way.move;
            child.side = static_cast<std::int8_t>(way.side);
            child.passes = static_cast<std::uint8_t>(way.passes);
            if (parts_.history > 0) {
                const auto [known, is_new] = place_of_.try_emplace(way.name, static_cast<std::uint32_t>(history_.size()));
                if (is_new) history_.emplace_back();
                child.known = known->second;
            }
        }
        at(number).first = first;
        at(number).count = static_cast<std::uint32_t>(options_.size());
        room_ -= static_cast<std::int64_t>(options_.size());
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

    /// What is known of the root: what is proven, or the move that was tried most, with its
    /// visits, those of all moves, and all that the sides had by it.
    void answer(record& found) {
        found.answer = at(0).proven;
        if (found.answer == nil && at(0).visits) {
            const std::uint32_t best = most_tried(0);
            found.values = {at(best).visits, at(0).visits};
            found.values.insert(found.values.end(), sums_of(best), sums_of(best) + parts_.sides);
        }
        line(found.line);
    }

    /// The proven moves to the end, or else the most tried ones.
    void line(move_numbers& numbers) {
        position here = game_.root();
        const bool proven = at(0).proven != nil;
        std::uint32_t number = 0;
        while (!game_.is_over(here)) {
            std::uint32_t child = none;
            if (number != none && at(number).count) {
                child = proven ? at(number).best : most_tried(number);
                if (!proven && !at(child).visits) break;
            } else if (!proven) {
                break;
            }
            const std::uint32_t place = child == none ? 0 : child - at(number).first;
            numbers.push_back(place);
            if (passes_) break;  // no line of play, since passes are imagined
            here = game_.play_number(here, place);
            number = child;
        }
    }

    std::uint32_t most_tried(std::uint32_t number) const {
        const node& here = at(number);
        std::uint32_t best = here.first;
        for (std::uint32_t child = here.first; child < here.first + here.count; ++child) {
            if (at(child).visits > at(best).visits) best = child;
        }
        return best;
    }

    std::int64_t* sums_of(std::uint32_t number) {
        return sums_.data() + static_cast<std::size_t>(number - at(0).first) * static_cast<std::size_t>(parts_.sides);
    }

    /// After how many moves of play-outs to look at the clock: at once where moves are searched for.
    const std::uint32_t look_every_ = parts_.playouts == playout_rule::random || parts_.playouts == playout_rule::order ? 32 : 1;

    std::uint32_t moves_ = 0;
    std::vector<std::uint32_t> path_;
    std::vector<std::int64_t> sums_;
    std::vector<tried> history_;
    std::unordered_map<std::uint64_t, std::uint32_t> place_of_;
    statistics stats_;
};

}  // namespace kibitz
