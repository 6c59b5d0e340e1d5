#include "run.hpp"

namespace kibitz {

record run(
    const rolit_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    return run_with<rolit, by_player<rolit::sides>>(
        rolit(rules, parts.order, parts.width), scores, parts, limits, kept
    );
}

}  // namespace kibitz
