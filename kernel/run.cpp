#include "run.hpp"

namespace kibitz {

record run(const trick_rules& rules, const plain_scores& scores, const composition& parts, const control& limits) {
    switch (rules.players) {
        case 2: return run_tricks<2>(rules, scores, parts, limits);
        case 3: return run_tricks<3>(rules, scores, parts, limits);
        case 4: return run_tricks<4>(rules, scores, parts, limits);
        default: return run_tricks<0>(rules, scores, parts, limits);
    }
}

std::vector<count> count_moves(const trick_rules& rules, int depth, const control& limits) {
    const trick_taking<0> game(rules, order_rule::high, keys_rule::relative, probe_rule::trick);
    return counting(game, depth, limits).run();
}

record run(const tree_rules& rules, const plain_scores& scores, const composition& parts, const control& limits) {
    const tree game(rules, parts.order);
    if (parts.test == test_rule::leaf_table) {
        return run_with<tree, leaf_table<dynamic_set, tree::sides>>(game, game.depth(), scores, parts, limits);
    }
    return run_with<tree, by_player<tree::sides>>(game, game.depth(), scores, parts, limits);
}

}  // namespace kibitz
