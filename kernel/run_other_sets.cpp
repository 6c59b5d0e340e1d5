#include "set_deals.hpp"

namespace kibitz {

std::unique_ptr<set_deal> deal_of_other(const trick_rules& first, const score_rows& scores, const set_parts& parts) {
    using game = set_game<0, other_lanes>;
    if (!game::fits(first, parts)) throw no_lanes();
    return deal_of<game>(first, scores, parts, std::integer_sequence<int, 1, 2, 3, 6, 12, 24, 58, 116>());
}

}  // namespace kibitz
