#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "run_outcome_sets.hpp"

namespace kibitz {

namespace {

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
template <int Players, int Words>
class root_search {
public:
    using frame = outcome_frame<Words>;
    using position = typename set_game<Players>::position;

    root_search(const set_worker<Players>& worker, const frame& in, const position& root)
        : worker_(worker), frame_(&in), root_(root), search_(worker_),
          possible_(in.outcomes(in.from(worker.grid, worker.grid.at(worker.game.secured(root))))) {}
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
    set_worker<Players> worker_;
    const frame* frame_;
    position root_;
    outcome_sets<Players, Words> search_;
    bit_set<Words> possible_;
};

/// Go on with a search in several threads.
template <class Search, class Make>
set_record run_together(Search& search, const Make& make, set_table& table, int threads) {
    set_team team(threads - 1, search.tricks());
    std::vector<std::unique_ptr<Search>> helpers;
    for (int each = 1; each < threads; ++each) helpers.push_back(make());
    stopped why = stopped::no;
    {
        table.shared = true;
        crew at_work(team);
        for (const auto& helper : helpers) {
            at_work.threads.emplace_back([&helper, &team] {
                try {
                    helper->run_with(team);
                } catch (stopped) {
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

/// Asked now and then while a search gets ready; throws to stop it.
using go_on = std::function<void()>;

/// All that follows from the outcomes alone, whatever the cards.
template <int Words>
struct outcome_space {
    outcome_space(
        const std::vector<std::vector<int>>& outcomes, const score_rows& scores, const std::vector<int>& base, bool classes,
        const go_on& ask
    )
        : grid(outcomes, scores.rows, base, classes, ask),
          triangle(grid, grid.to_share(), ask),
          frame(grid, triangle, grid.at(0)) {}
    outcome_space(const outcome_space&) = delete;

    outcome_grid grid;
    outcome_triangle<Words> triangle;
    outcome_frame<Words> frame;
};

/// It is made once for all deals with the same outcomes; the last few are kept.
template <int Words>
std::shared_ptr<const outcome_space<Words>> space_of(
    const std::vector<std::vector<int>>& outcomes, const score_rows& scores, const std::vector<int>& base, bool classes,
    const go_on& ask
) {
    struct made {
        std::vector<std::vector<int>> outcomes;
        std::vector<std::vector<std::int32_t>> rows;
        std::vector<int> base;
        bool classes;
        std::shared_ptr<const outcome_space<Words>> space;
    };
    constexpr std::size_t most_kept = Words <= 12 ? 16 : 1;  // the widest take tens of megabytes
    static std::mutex busy;
    static std::deque<made> kept;
    const auto is_same = [&](const made& one) {
        return one.classes == classes && one.base == base && one.outcomes == outcomes && one.rows == scores.rows;
    };
    {
        const std::lock_guard<std::mutex> lock(busy);
        const auto found = std::find_if(kept.begin(), kept.end(), is_same);
        if (found != kept.end()) return found->space;
    }
    auto space = std::make_shared<const outcome_space<Words>>(outcomes, scores, base, classes, ask);
    const std::lock_guard<std::mutex> lock(busy);
    if (kept.size() == most_kept) kept.pop_front();
    kept.push_back({outcomes, scores.rows, base, classes, space});
    return space;
}

/// A deal with its outcomes as bits of so many words.
template <int Players, int Words>
class set_deal_of final : public set_deal {
public:
    set_deal_of(
        set_game<Players> game, const std::vector<int>& base, const trick_rules& first, const score_rows& scores,
        const set_parts& parts, const go_on& ask
    )
        : game_(std::move(game)),
          space_(space_of<Words>(first.outcomes, scores, base, parts.classes, ask)),
          grid_(space_->grid),
          frame_(space_->frame),
          base_(base),
          parts_(parts),
          table_(parts.table_mb, grid_.vectors() * 2 * Words) {
        std::array<std::int32_t, most_players> radix{};
        for (int player = 0; player < first.players; ++player) radix[player] = grid_.radix(first.side_of[player]);
        game_.set_radix(radix);
        game_.chunks = Words;
    }

    bool covers(const trick_rules& now) const override {
        for (int card : now.table) {
            if (game_.deal.place(card) < 0) return false;
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
        const auto make = [&](watch* watching) {
            const set_worker<Players> worker{game_, grid_, table_, parts_, watching, threads > 1};
            return std::make_unique<search_type>(worker, frame_, root);
        };
        const auto begun = make(&clock);
        search_type& search = *begun;
        at_work = &search;
        try {
            search.run();
            return search.record(stopped::no);
        } catch (stopped why) {
            return search.record(why);
        } catch (too_much_for_one) {
            return run_together(search, [&] { return make(nullptr); }, table_, threads);
        }
    }

private:
    using search_type = root_search<Players, Words>;

    set_game<Players> game_;
    std::shared_ptr<const outcome_space<Words>> space_;
    const outcome_grid& grid_;
    const outcome_frame<Words>& frame_;
    std::vector<int> base_;
    set_parts parts_;
    set_table table_;
};

template <int Players>
std::unique_ptr<set_deal> deal_of(
    const trick_rules& first, const score_rows& scores, const set_parts& parts, const go_on& ask
) {
    ask();
    set_game<Players> game(first, parts);
    const std::vector<int> base = game.base(game.root(first), first.taken);
    const std::size_t bits = triangle_bits(first.sides, outcome_grid::to_share(first.outcomes[0], base));
    const auto with = [&](auto words) -> std::unique_ptr<set_deal> {
        return std::make_unique<set_deal_of<Players, words()>>(std::move(game), base, first, scores, parts, ask);
    };
    if (bits <= 64) return with(std::integral_constant<int, 1>());
    if (bits <= 128) return with(std::integral_constant<int, 2>());
    if (bits <= 192) return with(std::integral_constant<int, 3>());
    if (bits <= 384) return with(std::integral_constant<int, 6>());
    if constexpr (Players == 0) {
        if (bits <= 768) return with(std::integral_constant<int, 12>());
        if (bits <= 3712) return with(std::integral_constant<int, 58>());
    }
    throw too_wide();
}

std::unique_ptr<set_deal> make_deal(
    const trick_rules& first, const score_rows& scores, const set_parts& parts, const go_on& ask
) {
    if (first.players == 3) return deal_of<3>(first, scores, parts, ask);
    return deal_of<0>(first, scores, parts, ask);
}

/// What is known before a search begins: nobody loses what it has.
std::vector<int> possible_at(const trick_rules& now) {
    std::vector<int> found;
    for (std::size_t at = 0; at < now.outcomes.size(); ++at) {
        bool reached = true;
        for (int side = 0; side < now.sides; ++side) reached &= now.outcomes[at][side] >= now.taken[side];
        if (reached) found.push_back(static_cast<int>(at));
    }
    return found;
}

}  // namespace

set_record run_sets(
    const trick_rules& first, const trick_rules& now, const score_rows& scores, const set_parts& parts, int threads,
    const control& limits, const set_poll& poll, kept_table& kept
) {
    auto& deal = kept.as<std::unique_ptr<set_deal>>();
    control ready = limits;
    ready.poll = [&](std::uint64_t visited) {
        const bool soon = std::chrono::steady_clock::now() - limits.start < std::chrono::milliseconds(10);
        return soon ? stopped::no : poll(visited, 0, possible_at(now));
    };
    watch clock(ready);
    const go_on ask = [&clock] { clock.look(); };
    try {
        if (!deal) {
            try {
                deal = make_deal(first, scores, parts, ask);
            } catch (too_wide&) {  // there may be room for what is left of it
            }
        }
        if (!deal || !deal->covers(now)) deal = make_deal(now, scores, parts, ask);
    } catch (stopped why) {
        set_record found;
        found.why = why;
        found.possible = possible_at(now);
        return found;
    }
    return deal->search(now, threads, limits, poll);
}

}  // namespace kibitz
