// A tree that grows from the root, node by node, and what is proven of it, as reference/growing.py.
//
// A node keeps no position: a walk plays its moves anew. Gains are whole numbers, and what is
// proven is an answer, as in the other searches.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "concept.hpp"
#include "lines.hpp"
#include "random_play.hpp"
#include "rooted.hpp"
#include "growing_parts.hpp"

namespace kibitz {

/// The nodes of a tree, who wants what in it, and a solver. `Search` extends it and has
/// `iteration`; `best`, the child that is best so far; and `so_far`, the answer as long as the root
/// is not proven.
template <class Search, searchable Game>
class growing {
public:
    static constexpr int sides = Game::sides;
    using position = typename Game::position;
    using scores_type = typename Game::template scores_type<no_set>;

    growing(const Game& game, const score_table<sides>& table, const composition& parts, const control& limits)
        : game_(game),
          watch_(limits),
          scores_(game, table, watch_),
          parts_(parts.growing),
          play_(game, scores_, parts_),
          root_side_(game.is_over(game.root()) ? 0 : game.side(game.root())),
          alone_(parts_.policy != growing_policy::maxn),
          passes_(parts_.policy == growing_policy::brs),
          solves_(parts_.solver != growing_solver::none),
          by_sets_(parts_.solver == growing_solver::sets) {
        if (parts_.sides > sides || root_side_ >= parts_.sides) throw refused(no_range);
        const auto node_bytes = static_cast<std::int64_t>(64 + 8 * parts_.sides);
        room_ = static_cast<std::int64_t>(parts.table_bytes) / node_bytes - 1;
        for (int side = 0; side < parts_.sides; ++side) {
            const int own = alone_ ? root_side_ : side;
            span_[side] = std::max<std::int64_t>(std::int64_t{parts_.high[own]} - parts_.low[own], 1);
        }
        make(1);
    }

    /// Iterate until the root is proven, or something stops it.
    record run() {
        record found;
        try {
            iterate();
            if (at(0).proven == nil) found.why = stopped::nodes;  // its memory is full
        } catch (stopped why) {
            found.why = why;
        }
        found.answer = at(0).proven;
        if (found.answer == nil && at(0).visits) search().so_far(found);
        if (found.answer != nil || !found.values.empty()) line(found.line);
        found.stats = stats_;
        return found;
    }

protected:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr int page_bits = 12;

    /// How it is reached, how often, and what its parent's mover gained.
    struct node {
        std::int64_t gain = 0;
        std::int64_t proven = nil;   ///< An answer.
        std::uint32_t visits = 0;
        std::int32_t move = 0;
        std::uint32_t first = none;  ///< Its children, one after the other.
        std::uint32_t count = 0;
        std::uint32_t best = none;   ///< The best proven child.
        std::uint32_t known = none;  ///< Where the history of the move is.
        std::int8_t mover = -1;
        std::int8_t side = -1;       ///< Who makes the move.
        std::uint8_t passes = 0;     ///< How many pass before.
    };

    struct option {
        int side;
        int move;
        int passes;
        std::uint64_t name;  ///< Of the move, by which its history goes.
    };

    Search& search() { return static_cast<Search&>(*this); }
    const Search& search() const { return static_cast<const Search&>(*this); }

    /// Each iteration is a node that is visited.
    void iterate() {
        const position root = game_.root();
        if (enter(0, root)) {
            watch_.before(stats_.visited);
            ++stats_.visited;
            ++stats_.leaves;
            return;
        }
        while (at(0).proven == nil && !full_) {
            watch_.before(stats_.visited);
            ++stats_.visited;
            search().iteration(root);
        }
    }

    /// The proven moves to the end, or else the best ones so far.
    void line(move_numbers& numbers) const {
        position here = game_.root();
        const bool proven = at(0).proven != nil;
        std::uint32_t number = 0;
        while (!game_.is_over(here)) {
            std::uint32_t child = none;
            if (number != none && at(number).count) child = proven ? at(number).best : search().best(number);
            if (!proven && child == none) break;
            const std::uint32_t place = child == none ? 0 : child - at(number).first;
            numbers.push_back(place);
            if (passes_) break;  // no line of play, since passes are imagined
            here = game_.play_number(here, place);
            number = child;
        }
    }

    /// Look at a position for the first time; whether no move can change what comes of it.
    bool enter(std::uint32_t number, const position& here) {
        node& entered = at(number);
        if (game_.is_over(here)) {
            entered.proven = play_.outcome(here);
        } else if (entered.mover < 0) {
            entered.mover = static_cast<std::int8_t>(game_.side(here));
            if (entered.mover >= parts_.sides) throw refused(no_range);
            if (by_sets_) {
                const auto& left = scores_.after(Game::progress(here));
                for (int side = 0; side < parts_.sides; ++side) {
                    low(number)[side] = left.lowest[side];
                    high(number)[side] = left.highest[side];
                }
                if (left.lowest == left.highest) entered.proven = row_of(left.lowest);
            }
        }
        return entered.proven != nil;
    }

    /// The number of an outcome with these scores.
    std::int64_t row_of(const row<sides>& wanted) const {
        const auto& rows = scores_.table.rows;
        const auto found = std::find(rows.begin(), rows.end(), wanted);
        if (found == rows.end()) throw refused("expected an outcome that can still come about");
        return found - rows.begin();
    }

    /// All ways to go on; with best replies, the moves of all opponents in turn.
    void list_options(position here) {
        options_.clear();
        list_moves(here, 0);
        if constexpr (requires { game_.skip(here); }) {
            // The root's turn need not come: it may have no moves left.
            const bool replies = passes_ && game_.side(here) != root_side_;
            for (int passes = 1; replies && passes < parts_.sides - 1; ++passes) {
                here = game_.skip(here);
                if (game_.is_over(here) || game_.side(here) == root_side_) break;
                list_moves(here, passes);
            }
        } else if (passes_) {
            throw refused("expected a game that knows passes");
        }
    }

    void list_moves(const position& here, int passes) {
        auto children = game_.moves(here);
        const int side = game_.side(here);
        while (children.any_unseen()) {
            const int move = children.move(children.next_unseen());
            auto name = static_cast<std::uint32_t>(move);
            if constexpr (requires { game_.name_of(here, move); }) name = game_.name_of(here, move);
            options_.push_back({side, move, passes, static_cast<std::uint64_t>(side) << 32 | name});
        }
    }

    /// Nodes for all ways to go on that were listed; the first of them.
    std::uint32_t add_options() {
        const std::uint32_t first = made_;
        make(static_cast<std::uint32_t>(options_.size()));
        for (std::size_t place = 0; place < options_.size(); ++place) {
            const option& way = options_[place];
            node& child = at(first + static_cast<std::uint32_t>(place));
            child.move = way.move;
            child.side = static_cast<std::int8_t>(way.side);
            child.passes = static_cast<std::uint8_t>(way.passes);
        }
        room_ -= static_cast<std::int64_t>(options_.size());
        return first;
    }

    /// The position after a way to go on; after a best reply the other opponents pass.
    position after(const position& before, const node& to) const {
        if constexpr (requires { game_.skip(before); }) {
            if (passes_) {
                position here = before;
                for (int passed = 0; passed < to.passes; ++passed) here = game_.skip(here);
                here = game_.play(here, to.move);
                if (to.side != root_side_) {
                    int others = parts_.sides - 2 - to.passes;
                    while (others-- > 0 && !game_.is_over(here) && game_.side(here) != root_side_) {
                        here = game_.skip(here);
                    }
                }
                return here;
            }
        }
        return game_.play(before, to.move);
    }

    /// How far scores are above the worst for a mover.
    template <class Row>
    std::int64_t gain(int mover, const Row& scores) const {
        const int own = alone_ ? root_side_ : mover;
        return mover != own ? std::int64_t{parts_.high[own]} - scores[own] : std::int64_t{scores[own]} - parts_.low[own];
    }

    std::int64_t answer_gain(int mover, std::int64_t answer) const {
        const auto held = scores_.of(answer);
        return gain(mover, see(held));
    }

    /// Whether a child that is not proven can still be the value of its parent.
    bool matters(const node& parent, std::uint32_t number, std::uint32_t child) const {
        if (at(child).proven != nil) return false;
        if (parent.best == none) return true;
        const std::int64_t has = proven_gain(parent), can = most(parent, number, child);
        return can > has || (can == has && child < parent.best);
    }

    /// What the mover has for certain by its best proven child.
    std::int64_t proven_gain(const node& parent) const { return answer_gain(parent.mover, at(parent.best).proven); }

    /// What the mover can gain at most by a child.
    std::int64_t most(const node& parent, std::uint32_t number, std::uint32_t child) const {
        if (!by_sets_) return span_[static_cast<std::size_t>(parent.mover)];
        const std::uint32_t known = at(child).mover < 0 ? number : child;
        const bool own = !alone_ || parent.mover == root_side_;
        return gain(parent.mover, own ? high(known) : low(known));
    }

    /// Remember the best proven child; the first of equals stays.
    void rank(node& parent, std::uint32_t number) {
        if (parent.best == none) {
            parent.best = number;
            return;
        }
        const std::int64_t own = answer_gain(parent.mover, at(number).proven), best = proven_gain(parent);
        if (own > best || (own == best && number < parent.best)) parent.best = number;
    }

    /// Prove a node by its best proven child if no other can matter.
    void settle(std::uint32_t number) {
        if (by_sets_) tighten(number);
        node& here = at(number);
        if (here.best == none) return;
        for (std::uint32_t child = here.first; child < here.first + here.count; ++child) {
            if (matters(here, number, child)) return;
        }
        here.proven = at(here.best).proven;
    }

    using ends = std::array<std::int32_t, growing_parts::most_sides>;

    /// Make of the bounds of the children those of the node.
    void tighten(std::uint32_t number) {
        const node& here = at(number);
        const int own = alone_ ? root_side_ : here.mover;
        std::int32_t least = 0, most = 0, top = 0;  // of the lowest and of the highest of the children
        bool first = true;
        const auto each = [&](auto what) {
            for (std::uint32_t child = here.first; child < here.first + here.count; ++child) {
                ends lowest{}, highest{};
                bounds_of(number, child, lowest, highest);
                what(lowest, highest);
            }
        };
        const bool against = own != here.mover;
        each([&](const ends& lowest, const ends& highest) {
            if (against) {
                least = first ? lowest[own] : std::min(least, lowest[own]);
                most = first ? highest[own] : std::min(most, highest[own]);
            } else {
                top = first ? lowest[own] : std::max(top, lowest[own]);
            }
            first = false;
        });
        if (against) {
            low(number)[own] = std::max(low(number)[own], least);
            high(number)[own] = std::min(high(number)[own], most);
            return;
        }
        ends lows{}, highs{};
        first = true;
        each([&](const ends& lowest, const ends& highest) {
            if (highest[own] < top) return;
            for (int side = 0; side < parts_.sides; ++side) {
                lows[side] = first ? lowest[side] : std::min(lows[side], lowest[side]);
                highs[side] = first ? highest[side] : std::max(highs[side], highest[side]);
            }
            first = false;
        });
        for (int side = 0; side < parts_.sides; ++side) {
            low(number)[side] = std::max(low(number)[side], lows[side]);
            high(number)[side] = std::min(high(number)[side], highs[side]);
        }
        low(number)[own] = std::max(low(number)[own], top);
    }

    /// The lowest and highest scores of a child: those of its parent before it was entered.
    void bounds_of(std::uint32_t number, std::uint32_t child, ends& lowest, ends& highest) const {
        if (at(child).proven != nil) {
            const auto held = scores_.of(at(child).proven);
            for (int side = 0; side < parts_.sides; ++side) lowest[side] = highest[side] = see(held)[side];
            return;
        }
        const std::uint32_t known = at(child).mover < 0 ? number : child;
        for (int side = 0; side < parts_.sides; ++side) {
            lowest[side] = low(known)[side];
            highest[side] = high(known)[side];
        }
    }

    // Nodes lie on pages, so that they stay where they are.

    node& at(std::uint32_t number) { return pages_[number >> page_bits][number & page_mask]; }
    const node& at(std::uint32_t number) const { return pages_[number >> page_bits][number & page_mask]; }
    std::int32_t* low(std::uint32_t number) { return bounds_[number >> page_bits].get() + bound_place(number); }
    const std::int32_t* low(std::uint32_t number) const { return bounds_[number >> page_bits].get() + bound_place(number); }
    std::int32_t* high(std::uint32_t number) { return low(number) + parts_.sides; }
    const std::int32_t* high(std::uint32_t number) const { return low(number) + parts_.sides; }
    std::size_t bound_place(std::uint32_t number) const {
        return static_cast<std::size_t>(number & page_mask) * 2 * static_cast<std::size_t>(parts_.sides);
    }

    void make(std::uint32_t count) {
        made_ += count;
        while (pages_.size() << page_bits < made_) {
            pages_.push_back(std::make_unique<node[]>(page_mask + 1));
            const std::size_t ends_on_page = std::size_t{page_mask + 1} * 2 * static_cast<std::size_t>(parts_.sides);
            if (by_sets_) bounds_.push_back(std::make_unique<std::int32_t[]>(ends_on_page));
        }
    }

    static constexpr std::uint32_t page_mask = (1u << page_bits) - 1;
    static constexpr const char* no_range = "expected a range of scores for each side";

    const Game& game_;
    watch watch_;
    scores_type scores_;
    const growing_parts parts_;
    random_play<Game, scores_type> play_;
    const int root_side_;
    const bool alone_, passes_, solves_, by_sets_;
    std::array<std::int64_t, growing_parts::most_sides> span_{};
    std::int64_t room_ = 0;
    std::uint32_t made_ = 0;
    std::vector<std::unique_ptr<node[]>> pages_;
    std::vector<std::unique_ptr<std::int32_t[]>> bounds_;
    std::vector<option> options_;
    std::vector<std::uint32_t> path_;  ///< Of an iteration.
    bool full_ = false;  ///< Whether it must end because its memory is full.
    statistics stats_;
};

}  // namespace kibitz
