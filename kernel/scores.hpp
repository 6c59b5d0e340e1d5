// What the search compares: the axes `scale`, `heuristic` and `ties`.
//
// As reference/scores.py, which makes the rows: one row of scores per outcome, payoffs counted
// from the lowest, or ranks. Whatever a utility is, the kernel sees only these rows. A value
// is the number of its outcome.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "bounds.hpp"
#include "control.hpp"

namespace kibitz {

/// A set of outcomes in bits, of a width that is known when compiling.
template <int Words>
struct fixed_set {
    std::uint64_t words[Words] = {};

    explicit fixed_set(std::size_t = 0) {}
    void add(std::size_t at) { words[at / 64] |= std::uint64_t{1} << at % 64; }
    void include(const fixed_set& other) {
        for (int at = 0; at < Words; ++at) words[at] |= other.words[at];
    }
};

/// A set of outcomes in bits, of any width.
struct dynamic_set {
    std::vector<std::uint64_t> words;

    explicit dynamic_set(std::size_t outcomes = 0) : words((outcomes + 63) / 64) {}
    void add(std::size_t at) { words[at / 64] |= std::uint64_t{1} << at % 64; }
    void include(const dynamic_set& other) {
        for (std::size_t at = 0; at < words.size(); ++at) words[at] |= other.words[at];
    }
};

/// For tests that do not look at outcomes.
struct no_set {
    explicit no_set(std::size_t = 0) {}
    void add(std::size_t) {}
};

/// The outcomes that can still come about, with the range of scores that they leave.
template <class Set, int Sides>
struct feasible {
    Set outcomes{0};
    row<Sides> lowest{};
    row<Sides> highest{};
    std::int32_t outcome = -1;  ///< The outcome, if the game ends with this progress.
};

/// Scores that are held by address, or as they are.
template <std::size_t Sides>
const std::array<std::int32_t, Sides>& see(const std::array<std::int32_t, Sides>* held) { return *held; }
template <std::size_t Sides>
const std::array<std::int32_t, Sides>& see(const std::array<std::int32_t, Sides>& held) { return held; }

/// The leaf-value table of the root, as Python made it.
template <int Sides>
struct score_table {
    std::vector<row<Sides>> rows;
    std::int32_t max_sum = 0;
    std::int32_t delta = 1;
};

/// The scores of one search; what is feasible is found once for each progress.
template <class Game, class Set>
class scores {
public:
    static constexpr int sides = Game::sides;
    using feasible_set = feasible<Set, sides>;

    scores(const Game& game, const score_table<sides>& table, watch& watch)
        : table(table), game_(game), watch_(watch), places_(256) {
        everything_.outcomes = Set(table.rows.size());
        for (std::size_t at = 0; at < table.rows.size(); ++at) include(everything_, at, at == 0);
        everything_.lowest = row<sides>{};
    }

    const score_table<sides>& table;

    /// The scores of an answer, which is the number of an outcome.
    using held = const row<sides>*;
    held of(std::int64_t answer) const { return &table.rows[static_cast<std::size_t>(answer)]; }

    /// All the outcomes of the root.
    const feasible_set& everything() const { return everything_; }

    /// What is allowed after this progress, such as tricks taken.
    const feasible_set& after(std::uint64_t progress) {
        for (std::size_t at = home(progress);; at = (at + 1) & (places_.size() - 1)) {
            const place& found = places_[at];
            if (found.progress == progress && found.known) return *found.known;
            if (!found.known) return find(progress, at);
        }
    }

private:
    struct place {
        std::uint64_t progress = 0;
        const feasible_set* known = nullptr;
    };

    std::size_t home(std::uint64_t progress) const {
        return (progress * 0x9E3779B97F4A7C15u >> 20) & (places_.size() - 1);
    }

    [[gnu::noinline]] const feasible_set& find(std::uint64_t progress, std::size_t at) {
        feasible_set found{Set(table.rows.size()), {}, {}, game_.outcome_of(progress)};
        bool first = true;
        for (std::size_t outcome = 0; outcome < table.rows.size(); ++outcome) {
            if (outcome % a_piece == a_piece - 1) watch_.look();
            if (!game_.allows(progress, outcome)) continue;
            include(found, outcome, first);
            first = false;
        }
        known_.push_back(std::move(found));
        places_[at] = {progress, &known_.back()};
        if (known_.size() * 2 > places_.size()) spread();
        return known_.back();
    }

    void include(feasible_set& set, std::size_t outcome, bool first) {
        set.outcomes.add(outcome);
        const row<sides>& scores = table.rows[outcome];
        for (int side = 0; side < sides; ++side) {
            set.lowest[side] = first ? scores[side] : std::min(set.lowest[side], scores[side]);
            set.highest[side] = first ? scores[side] : std::max(set.highest[side], scores[side]);
        }
    }

    void spread() {
        std::vector<place> old(places_.size() * 2);
        old.swap(places_);
        for (const place& moved : old) {
            if (!moved.known) continue;
            std::size_t at = home(moved.progress);
            while (places_[at].known) at = (at + 1) & (places_.size() - 1);
            places_[at] = moved;
        }
    }

    static constexpr std::size_t a_piece = 1 << 12;

    const Game& game_;
    watch& watch_;
    feasible_set everything_;
    std::deque<feasible_set> known_;
    std::vector<place> places_;
};

}  // namespace kibitz
