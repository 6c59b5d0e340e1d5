// Trick games with the standard pack; run_other_packs.cpp has the others.

#include "run_tricks.hpp"

namespace kibitz {

record run(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    if (parts.partition) return run_partition(rules, scores, parts, limits, kept);
    if (parts.points) return run_points(rules, scores, parts, limits, kept);
    if (!rules.is_standard()) return run_other_pack(rules, scores, parts, limits, kept);
    switch (rules.players) {
        case 2: return run_tricks<2, standard_pack>(rules, scores, parts, limits, kept);
        case 3: return run_tricks<3, standard_pack>(rules, scores, parts, limits, kept);
        case 4: return run_tricks<4, standard_pack>(rules, scores, parts, limits, kept);
        default: return run_tricks<0, standard_pack>(rules, scores, parts, limits, kept);
    }
}

std::vector<count> count_moves(const trick_rules& rules, int depth, const control& limits) {
    return with_pack(rules, [&](auto pack) {
        const trick_taking<0, typename decltype(pack)::type> game(
            rules, order_rule::high, 0, keys_rule::relative, probe_rule::trick, leaf_rule::none
        );
        return counting(game, depth, limits).run();
    });
}

}  // namespace kibitz
