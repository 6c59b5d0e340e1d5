#include "set_deals.hpp"

namespace kibitz {

namespace {

std::unique_ptr<set_deal> make_deal(const trick_rules& first, const score_rows& scores, const set_parts& parts) {
    using three = set_game<3, four_lanes>;
    using any = set_game<0, four_lanes>;
    if (!any::fits(first, parts)) return deal_of_other(first, scores, parts);
    if (first.players == 3 && first.outcomes.size() <= 384) {
        return deal_of<three>(first, scores, parts, std::integer_sequence<int, 1, 2, 3, 6>());
    }
    return deal_of<any>(first, scores, parts, std::integer_sequence<int, 1, 2, 3, 6, 12, 24, 58, 116>());
}

/// What is known before a search begins: nobody loses what it has.
std::vector<int> possible_at(const trick_rules& now) {
    std::vector<int> found;
    for (std::size_t at = 0; at < now.outcomes.size(); ++at) {
        const auto& outcome = now.outcomes[at];
        if (std::equal(now.taken.begin(), now.taken.begin() + now.sides, outcome.begin(), std::less_equal<>())) {
            found.push_back(static_cast<int>(at));
        }
    }
    return found;
}

}  // namespace

set_record run_sets(
    const trick_rules& first, const trick_rules& now, const score_rows& scores, const set_parts& parts, int threads,
    const control& limits, const set_poll& poll, kept_table& kept
) {
    auto& deal = kept.as<std::unique_ptr<set_deal>>();
    control ready = limits;
    ready.poll = [&](std::uint64_t visited) { return poll(visited, 0, possible_at(now)); };
    watch clock(ready);
    try {
        if (!deal) {
            clock.look();
            try {
                deal = make_deal(first, scores, parts);
            } catch (const too_wide&) {  // there may be room for what is left of it
            } catch (const no_lanes&) {
            }
        }
        if (!deal || !deal->covers(now)) {
            clock.look();
            deal = make_deal(now, scores, parts);
        }
    } catch (stopped why) {
        set_record found;
        found.why = why;
        found.possible = possible_at(now);
        return found;
    }
    return deal->search(now, threads, limits, poll);
}

}  // namespace kibitz
