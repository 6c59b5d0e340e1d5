// Two sides that share out tricks: partition search, as reference/partition.py.
//
// A question is whether one camp takes so many of the tricks that are left. The answer comes
// with the cards whose ranks it rests on. All positions with the same lengths of suits in which
// the same players hold those cards, counted from the top, have the same answer (Ginsberg 1996);
// so one entry of the table serves them all.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "games/camps.hpp"
#include "inner_order.hpp"
#include "lines.hpp"
#include "partition_table.hpp"
#include "quick_tricks.hpp"

namespace kibitz {

/// What a partition search is made of; each part can be left out.
struct partition_parts {
    bool table = true;    ///< table=partition
    bool sure = true;
    bool quick = true;
    bool later = true;
    bool weights = true;  ///< inner=weights
};

/// Answers questions about positions of one deal.
class partition {
public:
    using position = camp_position;

    partition(const camps& deal, partition_table& table, const partition_parts& parts, watch& clock)
        : deal_(deal), table_(table), parts_(parts), watch_(clock), quick_(deal), inner_(deal) {
        last_.fill(-1);
    }

    /// Whether the first camp takes at least so many of the tricks that are left.
    bool ask(const position& here, int need) {
        lanes ranks = 0;
        asked_ = &here;
        decided_ = -1;
        return node(here, need, ranks);
    }

    /// The move that decided the last question, or -1.
    int decided() const { return decided_; }

    statistics stats;

private:
    /// Answer a question, and say which cards the answer rests on.
    [[gnu::always_inline]] bool node(const position& here, int need, lanes& ranks) {
        watch_.before(stats.visited);
        ++stats.visited;
        if (here.seat == 0) return between(here, need, ranks);
        if (here.seat == 1 && parts_.quick && second_reaches(here, need, ranks)) {
            ++stats.entry;
            return !deal_.first_camp(here.leader);
        }
        return expand(here, need, ranks);
    }

    /// Whether quick tricks answer it for the camp that does not lead, once the lead is on the table.
    bool second_reaches(const position& here, int need, lanes& ranks) const {
        const int goal = deal_.first_camp(here.leader) ? here.left - need + 1 : need;
        return goal > 0 && goal <= here.left && quick_.second_reaches(here, goal, parts_.sure, ranks);
    }

    /// Answer it between tricks.
    [[gnu::noinline]] bool between(const position& here, int need, lanes& ranks) {
        // Step 1. What needs no search: the end, sure and quick tricks, the table.
        if (need <= 0 || need > here.left) {
            ++stats.leaves;
            return need <= 0;
        }
        if (deal_.is_forced(here)) {
            ++stats.leaves;
            return last_trick(here, ranks);
        }
        partition_key key{};
        if (parts_.table) {
            key = table_.key(deal_, here);
            table_.fetch(key);
        }
        const bool ours = deal_.first_camp(here.leader);
        const int goal = ours ? need : here.left - need + 1;
        if (parts_.sure && quick_.others_sure(here, here.left - goal + 1, ranks)) {
            ++stats.entry;
            return !ours;
        }
        if (parts_.later && goal == here.left && quick_.others_later(here, ranks)) {
            ++stats.entry;
            return !ours;
        }
        const std::uint32_t entries = parts_.table ? table_.find(key) : 0;
        if (parts_.quick && quick_.reaches(here, goal, parts_.sure, ranks)) {
            ++stats.entry;
            return ours;
        }
        if (!parts_.table) return expand(here, need, ranks);
        if (const partition_entry* entry = table_.look(entries, key, need)) {
            ++stats.table_hits;
            ranks = deal_.top_cards(here.held, entry->counts());
            return entry->least() >= need;
        }
        const bool answer = expand(here, need, ranks);

        // Step 5. Remember the answer, and the owners of the cards that it depends on.
        table_.keep(key, answer, need, here.left, deal_.counts(here.held, ranks));
        return answer;
    }

    /// Ask the moves until one decides it.
    bool expand(const position& here, int need, lanes& ranks) {
        ++stats.expanded;
        // Step 2. The moves, one for each group of equal cards, the most promising first.
        const int mover = deal_.turn(here);
        const bool ours = deal_.first_camp(mover);
        inner_moves moves;
        inner_.list(here, mover, moves, parts_.weights, here.seat ? -1 : last_[here.left]);

        // Step 3. Try each until one gives the answer that the mover wants.
        while (moves.any()) {
            const int place = moves.next();
            const position next = deal_.play(here, place, mover);
            lanes below = 0;
            bool answer;
            if (next.seat == 0) {
                answer = node(next, need - deal_.first_camp(next.leader), below);
                below |= deal_.decided_by(next);
            } else {
                answer = node(next, need, below);
            }
            if (answer == ours) {
                ++stats.window;
                ranks = below;
                if (&here == asked_) decided_ = place;
                if (here.seat == 0) last_[here.left] = static_cast<std::int8_t>(place);
                return answer;
            }
            ranks |= below;
            // Step 4. A lower card of the suit does no better if no rank down to it mattered.
            moves.skip_alike(place, below);
        }
        return !ours;
    }

    /// The end of a game in which everybody has one card.
    bool last_trick(const position& here, lanes& ranks) const {
        position now = here;
        for (int seat = 0; seat < deal_.players(); ++seat) {
            const int place = std::countr_zero(now.held & deal_.own(deal_.turn(now)));
            const position next = deal_.play(now, place);
            if (next.seat == 0) ranks = deal_.decided_by(next);
            now = next;
        }
        return deal_.first_camp(now.leader);
    }

    const camps& deal_;
    partition_table& table_;
    const partition_parts parts_;
    watch& watch_;
    const quick_tricks quick_;
    const inner_order inner_;
    const position* asked_ = nullptr;
    int decided_ = -1;
    std::array<std::int8_t, 27> last_;  ///< The lead that decided last, with so many tricks left.
};

}  // namespace kibitz
