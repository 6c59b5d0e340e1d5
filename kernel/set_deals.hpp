// A deal that is searched by outcome sets, by one thread or several.

#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "run_outcome_sets.hpp"

namespace kibitz {

/// Threads that are told to stop, and waited for, whatever happens.
struct crew {
    explicit crew(set_team& team) : team(team) {}
    crew(const crew&) = delete;
    ~crew() {
        team.stop = true;
        for (std::thread& each : threads) each.join();
    }

    set_team& team;
    std::vector<std::thread> threads;
};

/// A search of one root by one worker.
template <class Game, int Words>
class root_search {
public:
    using frame = outcome_frame<Words>;
    using position = typename Game::position;

    root_search(const set_worker<Game, Words>& worker, const position& root)
        : worker_(worker), frame_(&worker.frames.whole()), root_(root), search_(worker_),
          possible_(frame_->from(worker.game.secured(root)).above) {}
    root_search(const root_search&) = delete;

    /// Value the root; throws `too_much_for_one` where others should help.
    void run() {
        if (worker_.may_share && !worker_.team && worker_.table.size() > worker_.alone_buckets) throw too_much_for_one();
        search_.run(root_, *frame_, possible_);
    }

    /// The same with others, who have the table in common; who is done first stops them all.
    void run_with(set_team& team) {
        worker_.team = &team;
        run();
        team.stop = true;
    }

    /// Work alone again.
    void leave() { worker_.team = nullptr; }

    /// Take over what another search of the same root found.
    void add(const root_search& other) {
        possible_ &= other.possible_;
        worker_.stats += other.worker_.stats;
    }

    /// How many are to come.
    int tricks() const { return root_.left; }

    /// The outcomes that the root can have, as far as that is known.
    std::vector<int> possible() const { return frame_->numbers(possible_); }

    /// What was found, and the line if the search came to its end.
    set_record record(stopped why) {
        set_record found;
        found.why = why;
        if (why == stopped::no) {
            try {
                found.line = search_.line(root_, *frame_, possible_);
            } catch (stopped late) {
                found.why = late;
            }
        }
        found.possible = possible();
        found.stats = worker_.stats;
        return found;
    }

private:
    set_worker<Game, Words> worker_;
    const frame* frame_;
    position root_;
    outcome_sets<Game, Words> search_;
    bit_set<Words> possible_;
};

/// Go on with a search in several threads.
template <class Search, class Make>
set_record run_together(Search& search, const Make& make, set_table& table, int threads, std::uint64_t nodes) {
    set_team team(threads - 1, search.tricks(), nodes);
    std::vector<std::unique_ptr<Search>> helpers;
    for (int each = 1; each < threads; ++each) helpers.push_back(make(each));
    stopped why = stopped::no;
    {
        table.shared = true;
        crew at_work(team);
        for (const auto& helper : helpers) {
            at_work.threads.emplace_back([&helper, &team] {
                try {
                    helper->run_with(team);
                } catch (...) {  // it is told to stop, or there is no memory or stack for it
                    team.leave();
                }
            });
        }
        try {
            search.run_with(team);
        } catch (stopped early) {
            why = early == stopped::others ? stopped::no : early;
        }
    }
    table.shared = false;
    search.leave();
    for (const auto& helper : helpers) search.add(*helper);
    return search.record(why);
}

/// A deal with its outcomes as bits of so many words.
template <class Game, int Words>
class set_deal_of final : public set_deal {
public:
    set_deal_of(
        Game game, const std::vector<int>& base, const trick_rules& first, const score_rows& scores,
        const set_parts& parts
    )
        : game_(std::move(game)),
          grid_(first.outcomes, scores.rows, base, parts.classes, parts.quick && first.counts_tricks),
          base_(base),
          parts_(parts),
          table_(parts.table_mb, vectors(first.sides, grid_.to_share()) * 2 * Words) {
        std::array<std::int64_t, most_players> radix{};
        for (int player = 0; player < first.players; ++player) radix[player] = grid_.radix(first.side_of[player]);
        game_.set_radix(radix);
        game_.chunks = Words;
    }

    bool covers(const trick_rules& now) const override {
        for (int player = 0; player < now.players; ++player) {
            if (!owns(player, now.hands[player])) return false;
        }
        for (std::size_t at = 0; at < now.table.size(); ++at) {
            if (!owns((now.leader + static_cast<int>(at)) % now.players, bit<card_set>(now.table[at]))) return false;
        }
        const std::vector<int> secured = game_.base(game_.root(now), now.taken);
        for (std::size_t side = 0; side < base_.size(); ++side) {
            if (secured[side] < base_[side]) return false;
        }
        return true;
    }

    set_record search(const trick_rules& now, int threads, control limits, const set_poll& poll) override {
        auto root = game_.root(now);
        root.taken = grid_.digits(now.taken);
        const search_type* at_work = nullptr;
        limits.poll = [&](std::uint64_t visited) { return poll(visited, table_.use(), at_work->possible()); };
        watch clock(limits);
        while (frames_.size() < static_cast<std::size_t>(threads)) {
            frames_.push_back(std::make_unique<outcome_frames<Words>>(grid_));
        }
        const auto make = [&](int thread) {
            watch* watching = thread == 0 ? &clock : nullptr;
            const set_worker<Game, Words> worker{game_, grid_, *frames_[thread], table_, parts_, watching, threads > 1};
            return std::make_unique<search_type>(worker, root);
        };
        const auto begun = make(0);
        search_type& search = *begun;
        at_work = &search;
        try {
            search.run();
            return search.record(stopped::no);
        } catch (stopped why) {
            return search.record(why);
        } catch (too_much_for_one) {
            return run_together(search, make, table_, threads, limits.nodes);
        }
    }

private:
    using search_type = root_search<Game, Words>;

    bool owns(int player, card_set cards) const {
        const lanes places = game_.deal.places(cards);
        return std::popcount(places) == count_cards(cards) && !(places & ~game_.deal.own(player));
    }

    /// How many vectors can be secured, where sides share out so much; a few thousand are enough to know.
    static std::size_t vectors(int sides, int left) {
        std::size_t found = 1;
        for (int axis = 1; axis <= sides && found < 1 << 20; ++axis) {
            found = found * static_cast<std::size_t>(left + axis) / static_cast<std::size_t>(axis);
        }
        return found;
    }

    Game game_;
    outcome_grid grid_;
    std::vector<int> base_;
    set_parts parts_;
    set_table table_;
    std::vector<std::unique_ptr<outcome_frames<Words>>> frames_;  ///< Of each thread.
};

/// How many outcomes there are in which nobody has less than is secured.
inline std::size_t outcomes_from(const trick_rules& rules, const std::vector<int>& base) {
    return static_cast<std::size_t>(std::count_if(rules.outcomes.begin(), rules.outcomes.end(), [&](const auto& outcome) {
        return std::equal(base.begin(), base.end(), outcome.begin(), std::less_equal<>());
    }));
}

/// A deal with sets of as many words as it needs, of those that there are.
template <class Game, int... Words>
std::unique_ptr<set_deal> deal_of(
    const trick_rules& first, const score_rows& scores, const set_parts& parts, std::integer_sequence<int, Words...>
) {
    Game game(first, parts);
    const std::vector<int> base = game.base(game.root(first), first.taken);
    const std::size_t bits = outcomes_from(first, base);
    if (bits == 0 || !outcome_grid::has_room(first.sides, outcome_grid::to_share(first.outcomes[0], base))) throw too_wide();
    std::unique_ptr<set_deal> found;
    const auto with = [&](auto words) {
        if (found || bits > 64 * std::size_t{words()}) return;
        found = std::make_unique<set_deal_of<Game, words()>>(std::move(game), base, first, scores, parts);
    };
    (with(std::integral_constant<int, Words>()), ...);
    if (!found) throw too_wide();
    return found;
}

/// A deal that does not fit into four lanes.
std::unique_ptr<set_deal> deal_of_other(const trick_rules&, const score_rows&, const set_parts&);

}  // namespace kibitz
