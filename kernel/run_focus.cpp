#include "run.hpp"

namespace kibitz {

record run(
    const focus_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    return run_with<focus, by_player<focus::sides>>(
        focus(rules, parts.order, parts.width), scores, parts, limits, kept
    );
}

}  // namespace kibitz
