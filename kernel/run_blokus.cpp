#include "run.hpp"

namespace kibitz {

record run(
    const blokus_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    return run_with<blokus, by_player<blokus::sides>>(
        blokus(rules, parts.order, parts.width), scores, parts, limits, kept
    );
}

}  // namespace kibitz
