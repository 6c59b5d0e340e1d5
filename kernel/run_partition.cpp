#include "partition.hpp"
#include "questions.hpp"

namespace kibitz {

namespace {

/// A partition search asked about positions of a game.
template <class Game>
class partition_asker {
public:
    using state = camp_position;

    partition_asker(const trick_rules& rules, const composition& parts, const control& limits, kept_table& kept)
        : rules_(rules),
          deal_(rules, first_camp(rules)),
          watch_(limits),
          search_(
              deal_, kept.as<partition_table>(parts.table, parts.table_bytes),
              {parts.table == table_rule::partition, parts.sure, parts.quick, parts.later, parts.weights}, watch_
          ) {}

    state start(const typename Game::position&) const { return deal_.root(rules_); }
    state play(const state& before, int card) const { return deal_.play(before, deal_.place(card)); }
    bool ask(const state& here, int need) { return search_.ask(here, need); }
    int left(const state& here) const { return here.left; }
    int decided() const { return search_.decided() < 0 ? -1 : deal_.card(search_.decided()); }

private:
    static unsigned first_camp(const trick_rules& rules) {
        unsigned camp = 0;
        for (int player = 0; player < rules.players; ++player) {
            if (rules.side_of[player] == 0) camp |= 1u << player;
        }
        return camp;
    }

    const trick_rules& rules_;
    const camps deal_;
    watch watch_;
    partition search_;

public:
    const statistics& stats = search_.stats;
};

}  // namespace

record run_partition(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits, kept_table& kept
) {
    if (!camps::fits(rules)) throw no_lanes();
    return with_pack(rules, [&](auto pack) {
        using game_type = trick_taking<0, typename decltype(pack)::type>;
        const game_type game(rules, parts.order, 0, keys_rule::absolute, probe_rule::trick, leaf_rule::none);
        partition_asker<game_type> asker(rules, parts, limits, kept);
        return questions(rules, scores, game, asker, limits.line).run();
    });
}

}  // namespace kibitz
