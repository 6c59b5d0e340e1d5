#include "run.hpp"

namespace kibitz {

/// Chinese Checkers with so many players, or any number.
template <int Players>
record run_chinese_checkers(
    const chinese_checkers_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    using board_game = chinese_checkers<Players>;
    return run_with<board_game, by_player<board_game::sides>>(
        board_game(rules, parts.order, parts.width), scores, parts, limits, kept
    );
}

record run(
    const chinese_checkers_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    return rules.players == 3 ? run_chinese_checkers<3>(rules, scores, parts, limits, kept)
                              : run_chinese_checkers<0>(rules, scores, parts, limits, kept);
}

}  // namespace kibitz
