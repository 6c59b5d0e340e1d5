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

/// Chinese Checkers with so many players, or any number.
template <int Players>
record run_chinese_checkers(
    const chinese_checkers_rules& rules, const plain_scores& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    using board_game = chinese_checkers<Players>;
    return run_with<board_game, by_player<board_game::sides>>(
        board_game(rules, parts.order, parts.width), scores, parts, limits, kept
    );
}

record run(
    const chinese_checkers_rules& rules, const plain_scores& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    return rules.players == 3 ? run_chinese_checkers<3>(rules, scores, parts, limits, kept)
                              : run_chinese_checkers<0>(rules, scores, parts, limits, kept);
}

}  // namespace kibitz
