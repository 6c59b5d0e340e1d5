#include "run_sets.hpp"

namespace kibitz {

namespace {

template <int Players, int Words>
set_record run_with(
    set_game<Players>& game, const std::vector<int>& base, const trick_rules& rules, const plain_scores& scores,
    const set_parts& parts, const control& limits, kept_table&
) {
    const outcome_grid<Words> grid(rules.outcomes, scores.rows, base, parts.classes);
    std::array<std::int32_t, most_players> radix{};
    for (int player = 0; player < rules.players; ++player) radix[player] = grid.radix(rules.side_of[player]);
    game.set_radix(radix);
    auto root = game.root();
    root.taken = grid.digits(rules.taken);
    game.chunks = static_cast<std::uint32_t>(grid.most_chunks());
    if (grid.vectors() * 2 * game.chunks >= least_buckets) throw too_wide();
    set_table table(parts.table_mb);
    return outcome_sets<Players, Words>(game, grid, table, parts, limits).run(root);
}

template <int Players>
set_record run_players(
    const trick_rules& rules, const plain_scores& scores, const set_parts& parts, const control& limits, kept_table& kept
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
    const trick_rules& rules, const plain_scores& scores, const set_parts& parts, const control& limits, kept_table& kept
) {
    if (rules.players == 3) return run_players<3>(rules, scores, parts, limits, kept);
    return run_players<0>(rules, scores, parts, limits, kept);
}

}  // namespace kibitz
