// Two sides asked by yes or no: the value by halving, then the first line that has it.
//
// As `halving` in reference/two_sided.py, for searches of trick games that answer whether the first
// side takes so much of what is left. `Asker` has a state for each position:
//
//     state start(position), state play(state, card)
//     bool ask(state, need)   whether the first side takes at least so much of what is left
//     int left(state)         what is left to take, the present trick included
//     int decided()           the card that decided the last question, or -1
//     statistics stats        what all questions took
//
// What they take for the value and the first move is counted as the search, the rest for the line.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "run.hpp"

namespace kibitz {

template <class Game, class Asker>
class questions {
public:
    using position = typename Game::position;
    using state = typename Asker::state;

    questions(const trick_rules& rules, const score_rows& scores, const Game& game, Asker& asker, bool whole_line)
        : rules_(rules), scores_(scores), game_(game), asker_(asker), whole_line_(whole_line) {
        const position root = game_.root();
        side_ = game_.is_over(root) ? 0 : game_.side(root);
        make_levels();
    }

    record run() {
        const position root = game_.root();
        try {
            if (game_.is_over(root)) {
                found_.outcome = game_.outcome_of(Game::progress(root));
                found_.answer = scores_.rows[found_.outcome][side_];
            } else {
                ask(root);
            }
        } catch (stopped why) {
            found_.why = why;
        }
        if (!has_move_) found_.stats = asker_.stats;
        found_.for_line = asker_.stats.since(found_.stats);
        return found_;
    }

private:
    /// A score of the root's side, and how much it must take to have at least as much.
    struct level {
        std::int32_t score;
        int taken;
    };

    void make_levels() {
        std::vector<level> all;
        for (std::size_t at = 0; at < scores_.rows.size(); ++at) {
            all.push_back({scores_.rows[at][side_], rules_.outcomes[at][side_]});
        }
        std::sort(all.begin(), all.end(), [](const level& one, const level& other) { return one.taken < other.taken; });
        for (const level& each : all) {
            if (levels_.empty() || levels_.back().score < each.score) levels_.push_back(each);
        }
    }

    /// Halve the scores that are possible, then ask along the line.
    void ask(const position& root) {
        const state start = asker_.start(root);
        std::size_t first = 0, last = levels_.size() - 1;
        while (first < last) {
            const std::size_t middle = (first + last + 1) / 2;
            if (at_least(start, root, middle)) {
                first = middle;
                found_.answer = levels_[first].score;
                found_.cards.clear();
                if (asker_.decided() >= 0) found_.cards.push_back(asker_.decided());
            } else {
                last = middle - 1;
            }
        }
        std::vector<int> line;
        position here = root;
        for (state there = start; !game_.is_over(here);) {
            const bool maximises = game_.side(here) == side_;
            auto children = game_.moves(here);
            int card;
            do {  // one of them has the value
                card = children.next_unseen();
                const bool yes = at_least(asker_.play(there, card), game_.play(here, card), maximises ? first : first + 1);
                if (yes == maximises) break;
            } while (children.any_unseen());
            line.push_back(card);
            here = game_.play(here, card);
            there = asker_.play(there, card);
            if (line.size() == 1) {
                found_.answer = levels_[first].score;
                found_.cards = line;
                found_.stats = asker_.stats;
                has_move_ = true;
                if (!whole_line_) return;
            }
            if (game_.is_over(here)) found_.outcome = game_.outcome_of(Game::progress(here));
        }
        found_.cards = line;
    }

    /// Whether the root's side gets at least this score.
    bool at_least(const state& there, const position& here, std::size_t at) {
        if (at == levels_.size()) return false;
        const int need = levels_[at].taken - game_.taken(Game::progress(here), side_);
        return side_ == 0 ? asker_.ask(there, need) : !asker_.ask(there, asker_.left(there) - need + 1);
    }

    const trick_rules& rules_;
    const score_rows& scores_;
    const Game& game_;
    Asker& asker_;
    const bool whole_line_;
    bool has_move_ = false;
    int side_ = 0;
    std::vector<level> levels_;
    record found_;
};

}  // namespace kibitz
