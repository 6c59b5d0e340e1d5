#include "run.hpp"

namespace kibitz {

record run(
    const tree_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    const tree game(rules, parts.order, parts.width);
    if (parts.test == test_rule::leaf_table) {
        return run_with<tree, leaf_table<dynamic_set, tree::sides>>(game, scores, parts, limits, kept);
    }
    return run_with<tree, by_player<tree::sides>>(game, scores, parts, limits, kept);
}

}  // namespace kibitz
