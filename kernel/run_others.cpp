#include "run.hpp"

namespace kibitz {

record run(
    const tree_rules& rules, const plain_scores& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    const tree game(rules, parts.order, parts.width);
    if (parts.test == test_rule::leaf_table) {
        return run_with<tree, leaf_table<dynamic_set, tree::sides>>(game, scores, parts, limits, kept);
    }
    return run_with<tree, by_player<tree::sides>>(game, scores, parts, limits, kept);
}

/// A board with so many players, or any number.
template <int Players>
record run_board(
    const board_rules& rules, const plain_scores& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    const board<Players> game(rules, parts.order, parts.width);
    return run_with<board<Players>, by_player<board<Players>::sides>>(game, scores, parts, limits, kept);
}

record run(
    const board_rules& rules, const plain_scores& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    return rules.players == 3 ? run_board<3>(rules, scores, parts, limits, kept)
                              : run_board<0>(rules, scores, parts, limits, kept);
}

}  // namespace kibitz
