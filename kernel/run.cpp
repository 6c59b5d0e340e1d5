#include "run.hpp"

namespace kibitz {

record run(
    const trick_rules& rules, const plain_scores& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    switch (rules.players) {
        case 2: return run_tricks<2>(rules, scores, parts, limits, kept);
        case 3: return run_tricks<3>(rules, scores, parts, limits, kept);
        case 4: return run_tricks<4>(rules, scores, parts, limits, kept);
        default: return run_tricks<0>(rules, scores, parts, limits, kept);
    }
}

std::vector<count> count_moves(const trick_rules& rules, int depth, const control& limits) {
    const trick_taking<0> game(rules, order_rule::high, 0, keys_rule::relative, probe_rule::trick, leaf_rule::none);
    return counting(game, depth, limits).run();
}

}  // namespace kibitz
