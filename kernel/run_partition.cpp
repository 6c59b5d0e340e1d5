#include "partition.hpp"
#include "run.hpp"

namespace kibitz {

namespace {

/// Finds the value of the root's side by questions, then the first line that has it.
class partition_questions {
public:
    using game_type = trick_taking<0>;

    partition_questions(
        const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits,
        kept_table& kept
    )
        : rules_(rules),
          scores_(scores),
          game_(rules, parts.order, 0, keys_rule::absolute, probe_rule::trick, leaf_rule::none),
          deal_(rules, first_camp(rules)),
          watch_(limits),
          search_(deal_, kept.as<partition_table>(parts.table, parts.table_bytes), parts_of(parts), watch_) {
        const auto root = game_.root();
        side_ = game_.is_over(root) ? 0 : game_.side(root);
        make_levels();
    }

    record run() {
        const auto root = game_.root();
        const camp_position start = deal_.root(rules_);
        try {
            if (game_.is_over(root)) {
                found_.outcome = game_.outcome_of(game_type::progress(root));
                found_.answer = scores_.rows[found_.outcome][side_];
            } else {
                ask(root, start);
            }
        } catch (stopped why) {
            found_.why = why;
        }
        found_.stats = search_.stats;
        return found_;
    }

private:
    /// A score of the root's side, and with how many tricks it has at least as much.
    struct level {
        std::int32_t score;
        int tricks;
    };

    static unsigned first_camp(const trick_rules& rules) {
        unsigned camp = 0;
        for (int player = 0; player < rules.players; ++player) {
            if (rules.side_of[player] == 0) camp |= 1u << player;
        }
        return camp;
    }

    static partition_parts parts_of(const composition& parts) {
        return {parts.table == table_rule::partition, parts.sure, parts.quick, parts.later, parts.weights};
    }

    void make_levels() {
        std::vector<level> all;
        for (std::size_t at = 0; at < scores_.rows.size(); ++at) {
            all.push_back({scores_.rows[at][side_], rules_.outcomes[at][side_]});
        }
        std::sort(all.begin(), all.end(), [](const level& one, const level& other) { return one.tricks < other.tricks; });
        for (const level& each : all) {
            if (levels_.empty() || levels_.back().score < each.score) levels_.push_back(each);
        }
    }

    /// Halve the scores that are possible, then ask along the line.
    void ask(game_type::position root, const camp_position& start) {
        std::size_t first = 0, last = levels_.size() - 1;
        while (first < last) {
            const std::size_t middle = (first + last + 1) / 2;
            if (at_least(start, taken(root), middle)) {
                first = middle;
                found_.answer = levels_[first].score;
                found_.cards.clear();
                if (search_.decided() >= 0) found_.cards.push_back(deal_.card(search_.decided()));
            } else {
                last = middle - 1;
            }
        }
        std::vector<int> line;
        camp_position there = start;
        for (auto here = root; !game_.is_over(here);) {
            const bool maximises = game_.side(here) == side_;
            auto children = game_.moves(here);
            int card;
            do {  // one of them has the value
                card = children.next_unseen();
                const auto next = game_.play(here, card);
                const camp_position below = deal_.play(there, deal_.place(card));
                if (at_least(below, taken(next), maximises ? first : first + 1) == maximises) break;
            } while (children.any_unseen());
            line.push_back(card);
            here = game_.play(here, card);
            there = deal_.play(there, deal_.place(card));
            if (line.size() == 1) {
                found_.answer = levels_[first].score;
                found_.cards = line;
            }
            if (game_.is_over(here)) found_.outcome = game_.outcome_of(game_type::progress(here));
        }
        found_.cards = line;
    }

    /// What the root's side has taken.
    int taken(const game_type::position& here) const { return game_.taken(game_type::progress(here), side_); }

    /// Whether the root's side gets at least this score.
    bool at_least(const camp_position& here, int taken, std::size_t at) {
        if (at == levels_.size()) return false;
        const int need = levels_[at].tricks - taken;
        return side_ == 0 ? search_.ask(here, need) : !search_.ask(here, here.left - need + 1);
    }

    const trick_rules& rules_;
    const score_rows& scores_;
    const game_type game_;
    const camps deal_;
    watch watch_;
    partition search_;
    int side_ = 0;
    std::vector<level> levels_;
    record found_;
};

}  // namespace

record run_partition(
    const trick_rules& rules, const score_rows& scores, const composition& parts, const control& limits, kept_table& kept
) {
    return partition_questions(rules, scores, parts, limits, kept).run();
}

}  // namespace kibitz
