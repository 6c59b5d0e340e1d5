// What searches of vectors under bounds have in common: the root, its line, and going deeper.

#pragma once

#include <cstdint>

#include "bounds.hpp"
#include "control.hpp"
#include "decision.hpp"
#include "deepening.hpp"
#include "lines.hpp"
#include "memory.hpp"
#include "ordering.hpp"
#include "scores.hpp"
#include "table.hpp"
#include "growing_parts.hpp"

namespace kibitz {

/// Who replies to the root in a search of two sides: all, all but few of them with few moves, or one.
enum class replies_rule { all, few, one };
constexpr named<replies_rule> replies_rules[] = {
    {"all", replies_rule::all}, {"few", replies_rule::few}, {"one", replies_rule::one}};

/// The choices on the axes of the algorithm that are not part of a type.
struct composition {
    handed_on handing;
    test_rule test = test_rule::never;
    bool narrows = false;  ///< heuristic=taken
    table_rule table = table_rule::none;
    keys_rule keys = keys_rule::absolute;
    probe_rule probe = probe_rule::card;
    order_rule order = order_rule::high;
    int width = 0;  ///< 0 is all moves.
    leaf_rule leaf = leaf_rule::none;
    bool iterative = true;     ///< deepening=iterative
    std::size_t table_bytes = std::size_t{1} << 28;
    bool two_sided = false;    ///< backup=minimax, paranoid, opps or brs
    replies_rule replies = replies_rule::all;
    std::uint32_t opponents = 0;  ///< How many of them may reply freely, or there are.
    std::uint32_t moves = 0;      ///< backup=opps: of so many moves; 0 is all.
    std::uint32_t others = 0;     ///< And the others of so many.
    int target = -1;           ///< backup=offensive: the side that the root keeps low, at all its nodes,
    int root_target = -1;      ///< or with its next move only.
    bool alpha_beta = false;   ///< Whether such a search prunes.
    bool zero_window = false;  ///< window=zero
    bool points = false;       ///< backup=points
    std::uint32_t free = 0;    ///< backup=equilibria: the sides that break ties freely, a bit each.
    std::int32_t margin = 0;   ///< backup=soft: by how much more is sure to be preferred; 0 is another search.
    bool partition = false;    ///< backup=partition, and of what both are made:
    bool sure = false;
    bool quick = false;
    bool later = false;
    bool weights = false;      ///< inner=weights
    bool near = false;
    growing_parts growing;     ///< backup=uct or best-first
};

/// A composition at work on one position; `Search` extends it and has `node`, which searches one.
template <class Search, class Game, class Test, template <class, int> class Memory>
class rooted {
public:
    static constexpr int sides = Game::sides;
    using position = typename Game::position;
    using feasible_set = feasible<typename Test::set, sides>;
    using given_bounds = bounds<sides>;
    using scores_type = typename Game::template scores_type<typename Test::set>;
    using memory = Memory<typename Game::key_type, sides>;

    /// Search the root; the record holds the answer, or the best one when it was stopped.
    record run() {
        record found;
        const position root = game_.root();
        if constexpr (Game::deepest != 0) stack_.check(game_.plies_left(root));
        do {
            kept_ = false;
            try {
                search_from(root, true);
            } catch (stopped why) {
                found.why = why;
            }
            found.answer = best_;
            if (kept_) {
                found.line = lines_.of_root();
                complete_line(found, false);
            }
        } while (found.why == stopped::no && horizon_.deepen(found));
        if (found.why == stopped::no || found.why == stopped::depth) complete_line(found, true);
        found.stats = stats_;
        return found;
    }

protected:
    rooted(
        const Game& game, const score_table<sides>& table, const composition& parts, const control& limits, memory& kept
    )
        : game_(game),
          watch_(limits),
          handed_on_(parts.handing),
          test_(parts.test, table, watch_),
          scores_(game, table, watch_),
          narrows_(parts.narrows),
          target_(parts.root_target),
          memory_(kept),
          horizon_(parts.leaf, parts.iterative, limits.depth) {}

    /// Take note of an answer, if it is one for the root.
    std::int64_t kept(std::int64_t answer, int depth) {
        if (depth == 0) {
            best_ = answer;
            kept_ = true;
        }
        return answer;
    }

    /// What is known of a node before its moves are looked at.
    struct beginning {
        bool settled = false;      ///< Whether there is nothing to search, and then what it is worth.
        std::int64_t answer = nil;
        bool asked = false;        ///< Whether the table keeps it, and then by which key.
        typename Game::key_type key;
        std::uint64_t guesses = 0; ///< So many estimates were made before it.
    };

    /// Step 1 of every search: the end, the horizon, or a position that the table answers.
    /// What an outcome or an estimate goes by is up to the search.
    template <class Name>
    [[gnu::always_inline]] beginning begin(
        const position& here, const given_bounds& bounds, const feasible_set& after, int depth, const Name& name
    ) {
        beginning found;
        if (game_.is_over(here)) {
            ++stats_.leaves;
            lines_.end(depth);
            found.settled = true;
            found.answer = name(game_.outcome(here, after));
            return found;
        }
        if (horizon_.is_here(depth)) {
            ++stats_.leaves;
            horizon_.guess();
            lines_.end(depth);
            found.settled = true;
            found.answer = name(game_.estimate(here, scores_));
            return found;
        }
        if constexpr (memory::keeps) {
            found.asked = game_.asked(here);
            if (found.asked) {
                found.key = game_.key(here, horizon_.plies(depth, game_.plies_left(here)));
                const kibitz::found known = memory_.look(found.key, bounds.bound);
                if (known.what != kibitz::found::nothing) {
                    ++stats_.table_hits;
                    horizon_.guess(known.guessed);
                    lines_.end(depth);
                    found.settled = true;
                    found.answer = known.answer;
                    return found;
                }
            }
            found.guesses = horizon_.guesses();
        }
        return found;
    }

    /// Keep in the table what a node has come to.
    [[gnu::always_inline]] void keep(
        const beginning& begun, const position& here, const given_bounds& bounds, std::int64_t result, int depth
    ) {
        if constexpr (memory::keeps) {
            if (!begun.asked) return;
            const std::uint64_t moves = result == nil ? 0 : packed_moves(game_, here, lines_, depth);
            memory_.keep(begun.key, result, bounds.bound, moves, horizon_.guesses() > begun.guesses);
        }
    }

    /// Go on with the line from the table; if that has forgotten, perhaps by searching.
    void complete_line(record& found, bool searching) {
        if constexpr (memory::keeps) {
            complete(
                game_, found, horizon_.depth(),
                [this](const position& here, int plies) { return known_moves(here, plies); },
                [this, searching](const position& here, int plies) {
                    if (!searching) return move_numbers();
                    horizon_.look(plies);
                    search_from(here, false);
                    return lines_.of_root();
                }
            );
        }
    }

    /// The next moves of an exact entry, for so many plies; nothing if there is none.
    move_numbers known_moves(const position& here, int plies) const {
        if (!game_.asked(here)) return {};
        const int depth = horizon_.depth() - plies;
        const auto key = game_.key(here, horizon_.plies(depth, game_.plies_left(here)));
        const found known = memory_.look(key, all_sides<sides>(no_bound));
        return known.what == found::exact ? unpacked_moves(game_, here, known.moves) : move_numbers();
    }

    /// Search a position without bounds; perhaps with the line to try first.
    void search_from(const position& here, bool on_line) {
        if constexpr (requires(Search& search) { search.keep_low(here); }) {
            if (on_line && target_ >= 0) {
                static_cast<Search&>(*this).keep_low(here);
                return;
            }
        }
        static_cast<Search&>(*this).node(here, given_bounds(), scores_.after(Game::progress(here)), 0, on_line);
    }

    const Game& game_;
    watch watch_;
    const handed_on handed_on_;
    const Test test_;
    scores_type scores_;
    const bool narrows_;
    const int target_;
    memory& memory_;
    lines<typename Game::move_number, Game::deepest> lines_;
    horizon horizon_;
    statistics stats_;
    std::int64_t best_ = nil;
    bool kept_ = false;  ///< Whether the root has an answer of this horizon.
    stack_guard stack_;
};

}  // namespace kibitz
