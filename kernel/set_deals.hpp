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

#include "equilibrium_sets.hpp"
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

/// The numbers, in the leaf-value table, of the outcomes of a set, if a play can lead to them.
template <int Words>
std::vector<int> numbers_of(const outcome_grid& grid, const bit_set<Words>& outcomes) {
    const auto has = [&](std::size_t at) {
        if constexpr (Words == boxes) return outcomes.has(grid.outcome(at));
        else return outcomes.has(static_cast<int>(at));
    };
    std::vector<int> found;
    for (std::size_t at = 0; at < grid.count(); ++at) {
        if (grid.number(at) >= 0 && has(at)) found.push_back(grid.number(at));
    }
    return found;
}

/// A search of one root by one worker.
template <class Game, int Words>
class root_search {
public:
    using position = typename Game::position;

    root_search(const set_worker<Game>& worker, const position& root)
        : worker_(worker), root_(root), search_(worker_),
          possible_(worker_.frames.template from<Words>(worker_.frames.at(0)).after(worker.game.secured(root)).above) {}
    root_search(const root_search&) = delete;

    /// Value the root; throws `too_much_for_one` where others should help.
    void run() {
        if (worker_.may_share && !worker_.team && worker_.table.size() > worker_.alone_buckets) throw too_much_for_one();
        search_.run(root_, possible_);
    }

    /// The same with others, who have the table in common; who is done first stops them all.
    void run_with(set_team& team) {
        worker_.team = &team;
        run();
        team.stop = true;
    }

    /// Work alone from here on: what is left, such as the line, is for one.
    void leave() {
        worker_.team = nullptr;
        worker_.may_share = false;
    }

    /// Take over what another search of the same root found.
    void add(const root_search& other) {
        possible_ &= other.possible_;
        worker_.stats += other.worker_.stats;
    }

    /// How many are to come.
    int tricks() const { return root_.left; }

    /// The outcomes that the root can have, as far as that is known.
    std::vector<int> possible() const { return numbers_of(worker_.grid, possible_); }

    /// What was found, and the line if the search came to its end.
    set_record record(stopped why) {
        set_record found;
        found.why = why;
        if (why == stopped::no) {
            try {
                found.line = search_.line(root_, possible_);
            } catch (stopped late) {
                found.why = late;
            }
        }
        found.possible = possible();
        found.stats = worker_.stats;
        return found;
    }

private:
    set_worker<Game> worker_;
    position root_;
    outcome_sets<Game, Words> search_;
    bit_set<Words> possible_;
};

/// A search of one root for all equilibria.
template <class Game, int Words>
class equilibria_search {
public:
    equilibria_search(const set_worker<Game>& worker, const typename Game::position& root)
        : worker_(worker), root_(root), search_(worker_),
          possible_(worker_.frames.template from<Words>(worker_.frames.at(0)).after(worker.game.secured(root)).above) {}
    equilibria_search(const equilibria_search&) = delete;

    /// Add what it finds to what plain max^n has found.
    void add_to(set_record& found) {
        worker_.stats = found.stats;
        try {
            if (found.why == stopped::no) search_.run(root_, possible_);
        } catch (stopped why) {
            found.why = why;
            found.line.clear();
        }
        found.stats = worker_.stats;
        found.possible = possible();
    }

    /// The outcomes that the root can have in any way of breaking ties, as far as that is known.
    std::vector<int> possible() const { return numbers_of(worker_.grid, possible_); }

private:
    set_worker<Game> worker_;
    typename Game::position root_;
    equilibrium_sets<Game, Words> search_;
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
        Game game, const std::vector<int>& base, const trick_rules& first, const outcome_list& listed,
        const set_parts& parts
    )
        : game_(std::move(game)),
          grid_(listed, base, parts.classes, parts.quick && first.counts_tricks),
          base_(base),
          parts_(parts),
          table_(share_of(parts), numbers(first.sides)) {
        std::array<std::int64_t, most_players> radix{};
        for (int player = 0; player < first.players; ++player) radix[player] = grid_.radix(first.side_of[player]);
        game_.set_radix(radix);
        game_.chunks = chunks(parts);
        if (!parts.free) return;
        if constexpr (has_equilibria) {
            table_of_all_ = std::make_unique<set_table>(share_of(parts), numbers(first.sides));
        } else {
            throw too_wide();
        }
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
        std::function<std::vector<int>()> so_far;
        limits.poll = [&](std::uint64_t visited) { return poll(visited, table_.use(), so_far()); };
        watch clock(limits);
        while (frames_.size() < static_cast<std::size_t>(threads)) {
            frames_.push_back(std::make_unique<outcome_frames>(grid_));
        }
        if constexpr (has_equilibria) {
            if (parts_.free) {
                const set_worker<Game> worker{game_, grid_, *frames_[0], *table_of_all_, parts_, &clock, false};
                const auto all = std::make_unique<equilibria_search<Game, Words>>(worker, root);
                so_far = [&all] { return all->possible(); };
                set_record found = search_plain(root, threads, limits.nodes, clock, so_far);
                all->add_to(found);
                return found;
            }
        }
        return search_plain(root, threads, limits.nodes, clock, so_far);
    }

private:
    using search_type = root_search<Game, Words>;
    static constexpr bool has_equilibria = Words != boxes && Words <= 12;

    /// A search for the value of plain max^n.
    set_record search_plain(
        const typename Game::position& root, int threads, std::uint64_t nodes, watch& clock,
        std::function<std::vector<int>()>& so_far
    ) {
        const auto make = [&](int thread) {
            watch* watching = thread == 0 ? &clock : nullptr;
            const set_worker<Game> worker{game_, grid_, *frames_[thread], table_, parts_, watching, threads > 1};
            return std::make_unique<search_type>(worker, root);
        };
        const auto begun = make(0);
        search_type& search = *begun;
        if (!so_far) so_far = [&search] { return search.possible(); };
        try {
            search.run();
            return search.record(stopped::no);
        } catch (stopped why) {
            return search.record(why);
        } catch (too_much_for_one) {
            return run_together(search, make, table_, threads, nodes);
        }
    }

    /// Entries of the table that a position may need.
    static std::uint32_t chunks(const set_parts& parts) {
        constexpr std::uint32_t words = Words == boxes ? outcome_list::most_compared / 64 : Words;
        return parts.free ? 2 * words : words;
    }

    /// Of the memory, where two searches have a table each.
    static std::size_t share_of(const set_parts& parts) {
        return parts.free ? std::max<std::size_t>(1, parts.table_mb / 2) : parts.table_mb;
    }

    bool owns(int player, card_set cards) const {
        const lanes places = game_.deal.places(cards);
        return std::popcount(places) == count_cards(cards) && !(places & ~game_.deal.own(player));
    }

    /// How many numbers keys can have; a few thousand are enough to know.
    std::size_t numbers(int sides) const {
        const bool counted = (Words == boxes || Words > 12) && parts_.classes && grid_.is_by_own();
        const std::size_t classes = counted ? grid_.to_share() + 1 : ways_to_share::count(sides + 1, grid_.to_share());
        return classes * 2 * chunks(parts_);
    }

    Game game_;
    outcome_grid grid_;
    std::vector<int> base_;
    set_parts parts_;
    set_table table_;
    std::unique_ptr<set_table> table_of_all_;  ///< Where all equilibria are searched.
    std::vector<std::unique_ptr<outcome_frames>> frames_;  ///< Of each thread.
};

/// How many outcomes there are in which nobody has less than is secured.
inline std::size_t outcomes_from(const std::vector<std::vector<int>>& outcomes, const std::vector<int>& base) {
    return static_cast<std::size_t>(std::count_if(outcomes.begin(), outcomes.end(), [&](const auto& outcome) {
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
    const outcome_list listed(first.outcomes, scores.rows, parts.free == 0);
    const std::size_t bits = outcomes_from(listed.outcomes, base);
    if (bits == 0 || !outcome_grid::has_room(first.sides, outcome_grid::to_share(first.outcomes[0], base))) throw too_wide();
    std::unique_ptr<set_deal> found;
    const auto with = [&](auto words) {
        if (found || bits > 64 * std::size_t{words()}) return;
        found = std::make_unique<set_deal_of<Game, words()>>(std::move(game), base, first, listed, parts);
    };
    if (listed.has_boxes && bits > outcome_list::most_compared) {
        if (!packed_boxes(first.sides, outcome_grid::to_share(first.outcomes[0], base)).fit()) throw too_wide();
        return std::make_unique<set_deal_of<Game, boxes>>(std::move(game), base, first, listed, parts);
    }
    (with(std::integral_constant<int, Words>()), ...);
    if (!found) throw too_wide();
    return found;
}

/// A deal that does not fit into four lanes.
std::unique_ptr<set_deal> deal_of_other(const trick_rules&, const score_rows&, const set_parts&);

}  // namespace kibitz
