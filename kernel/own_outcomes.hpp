// Outcomes of games of one's own: whole numbers, to which Python gives scores.
//
// An answer is the place of an outcome in a book. Where outcomes are listed, the book is filled
// before the search, and others are refused. Otherwise each new one is asked about once.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"
#include "scores.hpp"
#include "table.hpp"

namespace kibitz {

using numbers = std::span<const std::int64_t>;

/// Outcomes in the order in which they came up, with the scores of each.
template <int Sides>
class outcome_book {
public:
    /// Gives the scores of an outcome that is new.
    using asked = std::function<row<Sides>(numbers)>;

    bool empty() const { return rows_.empty(); }
    const row<Sides>& scores(std::int64_t answer) const { return rows_[static_cast<std::size_t>(answer)]; }
    numbers outcome(std::size_t answer) const {
        const std::size_t start = starts_[answer];
        return {all_.data() + start, starts_[answer + 1] - start};
    }

    /// The place of an outcome.
    std::int64_t find(numbers outcome, const asked& ask) {
        std::size_t at = home(outcome);
        for (; places_[at]; at = (at + 1) & (places_.size() - 1)) {
            if (same(places_[at] - 1, outcome)) return places_[at] - 1;
        }
        return add(outcome, ask(outcome));
    }

    /// Put an outcome at the end; one that is there already keeps its place.
    std::int64_t add(numbers outcome, const row<Sides>& scores) {
        if (rows_.size() >= most) throw refused("expected fewer than 16,777,216 different outcomes");
        rows_.push_back(scores);
        all_.insert(all_.end(), outcome.begin(), outcome.end());
        starts_.push_back(all_.size());
        if (rows_.size() * 2 > places_.size()) spread();
        else put(static_cast<std::uint32_t>(rows_.size()));
        return static_cast<std::int64_t>(rows_.size()) - 1;
    }

private:
    static constexpr std::size_t most = std::size_t{1} << 24;

    std::size_t home(numbers outcome) const {
        std::uint64_t hash = outcome.size();
        for (const std::int64_t number : outcome) {
            hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        }
        return hash & (places_.size() - 1);
    }

    bool same(std::size_t answer, numbers outcome) const {
        const numbers known = this->outcome(answer);
        if (known.size() != outcome.size()) return false;
        bool equal = true;
        for (std::size_t at = 0; at < known.size(); ++at) equal &= known[at] == outcome[at];
        return equal;
    }

    void put(std::uint32_t place) {
        std::size_t at = home(outcome(place - 1));
        while (places_[at]) at = (at + 1) & (places_.size() - 1);
        places_[at] = place;
    }

    void spread() {
        places_.assign(places_.size() * 2, 0);
        for (std::size_t at = 1; at <= rows_.size(); ++at) put(static_cast<std::uint32_t>(at));
    }

    std::deque<row<Sides>> rows_;           ///< They stay where they are.
    std::vector<std::int64_t> all_;         ///< The numbers of all outcomes,
    std::vector<std::size_t> starts_{0};    ///< where those of each begin.
    std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(256);  ///< One more than the answer; 0 is none.
};

/// The scores of a game that has such a book as `book()`, and `highest()`, the highest score.
template <class Game, class Set>
class book_scores {
public:
    static constexpr int sides = Game::sides;
    using held = const row<sides>*;
    using feasible_set = feasible<Set, sides>;

    book_scores(const Game& game, const score_table<sides>& table, watch& watch)
        : table(table), game_(game), listed_(game, table, watch), lists_(!table.rows.empty()) {
        everything_.highest = all_sides<sides>(game.highest());
    }

    const score_table<sides>& table;

    held of(std::int64_t answer) const { return &game_.book().scores(answer); }
    const feasible_set& everything() const { return lists_ ? listed_.everything() : everything_; }
    const feasible_set& after(std::uint64_t progress) { return lists_ ? listed_.after(progress) : everything_; }

private:
    const Game& game_;
    scores<Game, Set> listed_;
    const bool lists_;
    feasible_set everything_;
};

}  // namespace kibitz
