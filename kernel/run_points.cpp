#include "points.hpp"
#include "questions.hpp"

namespace kibitz {

namespace {

points_parts parts_of(const composition& parts) {
    const bool absolute = parts.keys == keys_rule::absolute;
    return {parts.table == table_rule::points, absolute, parts.sure, parts.near, parts.weights};
}

template <int Players, class Pack>
record run_points_with(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits, kept_table& kept
) {
    using game_type = trick_taking<Players, Pack>;
    using search_type = points_search<game_type>;
    const game_type game(rules, parts.order, 0, parts.keys, probe_rule::trick, leaf_rule::none);
    watch clock(limits);
    auto& table = kept.as<typename search_type::table_type>(parts.table_bytes);
    search_type search(game, table, parts_of(parts), clock);
    return questions(rules, scores, game, search, limits.line).run();
}

}  // namespace

record run_points(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits, kept_table& kept
) {
    return with_pack(rules, [&](auto pack) {
        using pack_type = typename decltype(pack)::type;
        switch (rules.players) {
            case 3: return run_points_with<3, pack_type>(rules, scores, parts, limits, kept);
            case 4: return run_points_with<4, pack_type>(rules, scores, parts, limits, kept);
            default: return run_points_with<0, pack_type>(rules, scores, parts, limits, kept);
        }
    });
}

}  // namespace kibitz
