#include "run_tricks.hpp"

namespace kibitz {

record run_other_pack(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
    kept_table& kept
) {
    if (rules.pack.size() > small_pack::most) return run_tricks<0, large_pack>(rules, scores, parts, limits, kept);
    switch (rules.players) {
        case 3: return run_tricks<3, small_pack>(rules, scores, parts, limits, kept);
        case 4: return run_tricks<4, small_pack>(rules, scores, parts, limits, kept);
        default: return run_tricks<0, small_pack>(rules, scores, parts, limits, kept);
    }
}

}  // namespace kibitz
