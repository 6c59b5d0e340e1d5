#include <thread>
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

/// Go on with a search in several threads.
template <class Search, class Make>
set_record run_together(Search& search, const Make& make, set_table& table, int threads) {
    set_team team(threads - 1);
    std::vector<Search> helpers;
    for (int each = 1; each < threads; ++each) helpers.push_back(make());
    stopped why = stopped::no;
    {
        table.shared = true;
        crew at_work(team);
        for (Search& helper : helpers) {
            at_work.threads.emplace_back([&helper, &team] {
                try {
                    helper.run_with(team);
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
    for (const Search& helper : helpers) search.add(helper);
    return search.record(why);
}

template <int Players, int Words>
set_record run_with(
    set_game<Players>& game, const std::vector<int>& base, const trick_rules& rules, const score_rows& scores,
    const set_parts& parts, const control& limits, kept_table&
) {
    const outcome_grid<Words> grid(rules.outcomes, scores.rows, base, parts.classes);
    std::array<std::int32_t, most_players> radix{};
    for (int player = 0; player < rules.players; ++player) radix[player] = grid.radix(rules.side_of[player]);
    game.set_radix(radix);
    auto root = game.root();
    root.taken = grid.digits(rules.taken);
    game.chunks = static_cast<std::uint32_t>(grid.most_chunks());
    set_table table(parts.table_mb, grid.vectors() * 2 * game.chunks);
    using search_type = outcome_sets<Players, Words>;
    watch clock(limits);
    search_type search(game, grid, table, parts, &clock, root);
    try {
        search.run();
        return search.record(stopped::no);
    } catch (stopped why) {
        return search.record(why);
    } catch (too_much_for_one) {
        return run_together(search, [&] { return search_type(game, grid, table, parts, nullptr, root); }, table, parts.threads);
    }
}

template <int Players>
set_record run_players(
    const trick_rules& rules, const score_rows& scores, const set_parts& parts, const control& limits, kept_table& kept
) {
    set_game<Players> game(rules, parts);
    const std::vector<int> base = game.base(game.root());
    int to_share = 0;
    for (int entry : rules.outcomes[0]) to_share += entry;
    for (int entry : base) to_share -= entry;
    const std::size_t places = grid_places(rules.sides, to_share);
    if (places <= 64) return run_with<Players, 1>(game, base, rules, scores, parts, limits, kept);
    if (places <= 128) return run_with<Players, 2>(game, base, rules, scores, parts, limits, kept);
    if (places <= 256) return run_with<Players, 4>(game, base, rules, scores, parts, limits, kept);
    if (places <= 384) return run_with<Players, 6>(game, base, rules, scores, parts, limits, kept);
    if (places <= 768) return run_with<Players, 12>(game, base, rules, scores, parts, limits, kept);
    if constexpr (Players == 0) {
        if (places <= 3072) return run_with<Players, 48>(game, base, rules, scores, parts, limits, kept);
    }
    throw too_wide();
}

}  // namespace

set_record run_sets(
    const trick_rules& rules, const score_rows& scores, const set_parts& parts, const control& limits, kept_table& kept
) {
    if (rules.players == 3) return run_players<3>(rules, scores, parts, limits, kept);
    return run_players<0>(rules, scores, parts, limits, kept);
}

}  // namespace kibitz
