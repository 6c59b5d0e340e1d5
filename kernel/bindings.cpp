// Plain numbers from Python in, one record out; nothing but the bindings knows Python.
//
// The interpreter lock is released while a search runs. Every 10 milliseconds the search asks
// here whether to go on: signals are looked at and the watch is told.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "ismcts.hpp"
#include "playouts.hpp"
#include "run.hpp"
#include "run_outcome_sets.hpp"
#include "games/way_home.hpp"
#include "worlds.hpp"

using namespace kibitz;

namespace {

template <class Rule, std::size_t Count>
nb::list names_of(const named<Rule> (&known)[Count]) {
    nb::list names;
    for (const auto& each : known) names.append(each.name);
    return names;
}

/// The parts of an algorithm that the kernel has, by their axes.
nb::dict known_parts() {
    nb::dict known;
    known["prune"] = names_of(prune_rules);
    known["test"] = names_of(test_rules);
    known["table"] = names_of(table_rules);
    known["keys"] = names_of(keys_rules);
    known["probe"] = names_of(probe_rules);
    known["order"] = names_of(order_rules);
    known["leaf"] = names_of(leaf_rules);
    return known;
}

/// A set of cards, for which a number may need two words.
card_set cards(const nb::handle& from, const char* name) {
    std::uint64_t low = 0;
    if (nb::try_cast<std::uint64_t>(from, low)) return low;
    const nb::object whole = number<nb::int_>(from, name);
    const nb::object high = nb::steal(PyNumber_Rshift(whole.ptr(), nb::int_(64).ptr()));
    if (!high.is_valid()) throw nb::python_error();
    const nb::object rest = nb::steal(PyNumber_And(whole.ptr(), nb::int_(~std::uint64_t{0}).ptr()));
    if (!rest.is_valid()) throw nb::python_error();
    return card_set{number<std::uint64_t>(high, name)} << 64 | number<std::uint64_t>(rest, name);
}

std::vector<card_set> sets_of_cards(const nb::handle& from, const char* name) {
    std::vector<card_set> found;
    for (const nb::handle each : number<nb::sequence>(from, name)) found.push_back(cards(each, name));
    return found;
}

card_set cards(const nb::dict& from, const char* name) { return cards(nb::object(from[name]), name); }

/// The part of a trick game that all its positions share.
void check_wants(const wanted& wants, const trick_rules& rules) {
    expect_size(wants.size(), static_cast<std::size_t>(rules.sides), "what each side wants");
    for (const auto& row : wants) expect(!row.empty(), "a row of what a side wants", static_cast<int>(row.size()));
    expect(rules.step >= 1, "a step of 1 or more", rules.step);
}

trick_rules read_tricks(const nb::dict& from) {
    trick_rules rules;
    rules.players = field<int>(from, "players");
    rules.sides = field<int>(from, "sides");
    rules.side_of = field<std::vector<int>>(from, "side_of");
    rules.counts_tricks = field<bool>(from, "counts_tricks");
    rules.orders_to_win = field<bool>(from, "orders_to_win");
    rules.points = field<std::vector<int>>(from, "points");
    rules.alike = static_cast<alike_rule>(field<int>(from, "alike"));
    rules.relative = field<bool>(from, "relative");
    rules.pack.suits = sets_of_cards(nb::object(from["suits"]), "suits");
    rules.pack.copies = field<int>(from, "copies");
    rules.last_trick = field<int>(from, "last_trick");
    rules.stays = field<std::vector<int>>(from, "stays");
    rules.special = {
        cards(from, "closed"),
        cards(from, "breakers"),
        cards(from, "alone"),
        cards(from, "first_lead"),
        cards(from, "first_not"),
        field<bool>(from, "first_lowest"),
    };
    rules.duties = {
        part(from, "follow", follow_rules),
        part(from, "void", void_rules),
        part(from, "head", head_rules),
        field<bool>(from, "spared"),
        field<bool>(from, "under"),
        cards(from, "kept"),
        cards(from, "wild"),
        cards(from, "high"),
        cards(from, "low"),
        part(from, "twins", twins_rules),
    };
    rules.outcomes = field<std::vector<std::vector<int>>>(from, "outcomes");
    rules.wants = field<wanted>(from, "wants");
    rules.step = field<int>(from, "step");
    check(rules);
    if (!rules.wants.empty()) check_wants(rules.wants, rules);
    return rules;
}

/// A position of a trick game: trump, hands, who held which cards when the table was begun, cards
/// that are left over, leader, table, taken, whether it is broken and begun.
void read_deal(const nb::tuple& from, trick_rules& rules) {
    expect_size(from.size(), 9, "nine parts of a position");
    rules.trump = number<int>(from[0], "trump");
    rules.hands = sets_of_cards(from[1], "hands");
    rules.owners = sets_of_cards(from[2], "owners");
    rules.left_over = number<int>(from[3], "left over");
    rules.leader = number<int>(from[4], "leader");
    rules.table = number<std::vector<int>>(from[5], "table");
    rules.taken = number<std::vector<int>>(from[6], "taken");
    rules.broken = number<bool>(from[7], "broken");
    rules.begun = number<bool>(from[8], "begun");
    check_deal(rules);
}

tree_rules read_tree(const nb::dict& from) {
    tree_rules rules;
    const auto movers = field<std::vector<int>>(from, "movers");
    const auto outcomes = field<std::vector<std::int32_t>>(from, "leaf_outcomes");
    const auto node_limits = field<std::vector<std::uint32_t>>(from, "node_limits");
    auto children = field<std::vector<std::vector<std::uint32_t>>>(from, "children");
    expect_size(outcomes.size(), movers.size(), "an outcome for each node");
    expect_size(node_limits.size(), movers.size(), "limits for each node");
    expect_size(children.size(), movers.size(), "children of each node");
    for (std::size_t at = 0; at < movers.size(); ++at) {
        rules.nodes.push_back({movers[at], outcomes[at], node_limits[at], std::move(children[at])});
    }
    for (const auto& ends : field<std::vector<std::vector<std::int64_t>>>(from, "limits")) {
        limits known;
        for (std::size_t at = 0; at + 1 < ends.size(); at += 2) known.push_back({ends[at], ends[at + 1]});
        rules.known_limits.push_back(std::move(known));
    }
    rules.root_limits = field<std::uint32_t>(from, "root_limits");
    rules.payoffs = field<std::vector<std::vector<std::int64_t>>>(from, "outcomes");
    check(rules);
    return rules;
}

/// The table of an estimate, which Python keeps while it searches; none if there is none.
void read_way_home(const nb::handle& from, chinese_checkers_rules& rules) {
    if (from.is_none()) return;
    expect_between(rules.rows, 2, 3, "triangles of 2 or 3 rows for the way home");
    Py_buffer table;
    if (PyObject_GetBuffer(from.ptr(), &table, PyBUF_SIMPLE)) throw nb::python_error();
    const auto* moves = static_cast<const std::uint8_t*>(table.buf);
    const auto size = static_cast<std::uint64_t>(table.len);
    PyBuffer_Release(&table);
    expect(size == the_placements(rules.rows).count() + 1, "a number for each placement, and the most of them", table.len);
    rules.longest_way = moves[size - 1];
    rules.way_home = moves;
}

chinese_checkers_rules read_chinese_checkers(const nb::dict& from) {
    chinese_checkers_rules rules;
    rules.players = field<int>(from, "players");
    rules.rows = field<int>(from, "rows");
    rules.seats = field<std::vector<int>>(from, "seats");
    rules.limit = field<std::uint32_t>(from, "limit");
    rules.leave = field<std::uint32_t>(from, "leave");
    rules.pieces = field<std::vector<std::uint64_t>>(from, "pieces");
    rules.turn = field<int>(from, "turn");
    rules.made = field<std::uint32_t>(from, "made");
    rules.utility = rule_at(from, "utility", checkers_utility::part);
    read_way_home(from["way_home"], rules);
    rules.against = field<bool>(from, "against");
    rules.lowest = field<std::int32_t>(from, "lowest");
    rules.highest = field<std::int32_t>(from, "highest");
    rules.target = field<int>(from, "target");
    check(rules);
    return rules;
}

/// What games of standings have in common.
void read_standing(const nb::dict& from, standing_rules& rules) {
    rules.players = field<int>(from, "players");
    rules.turn = field<int>(from, "turn");
    rules.share = field<bool>(from, "share");
    rules.against = field<bool>(from, "against");
    rules.lowest = field<std::int32_t>(from, "lowest");
    rules.highest = field<std::int32_t>(from, "highest");
    rules.target = field<int>(from, "target");
}

rolit_rules read_rolit(const nb::dict& from) {
    rolit_rules rules;
    read_standing(from, rules);
    rules.size = field<int>(from, "size");
    rules.discs = field<std::vector<std::uint64_t>>(from, "discs");
    check(rules);
    return rules;
}

focus_rules read_focus(const nb::dict& from) {
    focus_rules rules;
    read_standing(from, rules);
    rules.limit = field<std::uint32_t>(from, "limit");
    rules.made = field<std::uint32_t>(from, "made");
    rules.stacks = field<std::vector<int>>(from, "stacks");
    rules.in_hand = field<std::vector<int>>(from, "in_hand");
    rules.captured = field<std::vector<int>>(from, "captured");
    check(rules);
    return rules;
}

blokus_rules read_blokus(const nb::dict& from) {
    blokus_rules rules;
    read_standing(from, rules);
    rules.size = field<int>(from, "size");
    rules.piece_of = field<std::vector<int>>(from, "piece_of");
    rules.cells = field<std::vector<std::vector<int>>>(from, "cells");
    rules.rows = field<std::vector<std::uint32_t>>(from, "rows");
    rules.left = field<std::vector<std::uint32_t>>(from, "left");
    rules.last = field<std::vector<int>>(from, "last");
    check(rules);
    return rules;
}

/// High and low half of each count; none of them if Ctrl-C came.
nb::object count_tricks(const nb::dict& rules, const nb::tuple& deal, int depth, const nb::object& watch) {
    expect(depth >= 0, "a depth of 0 and more", depth);
    stack_guard().check();
    trick_rules read = read_tricks(rules);
    read_deal(deal, read);
    const control limits = watched(watch);
    std::vector<count> found;
    try {
        const nb::gil_scoped_release unlock;
        found = count_moves(read, depth, limits);
    } catch (stopped) {
        return nb::none();
    }
    nb::list halves;
    for (count number : found) {
        halves.append(nb::make_tuple(static_cast<std::uint64_t>(number >> 64), static_cast<std::uint64_t>(number)));
    }
    return halves;
}

template <class Rules>
record search_with(
    const Rules& rules, const score_rows& scores, const composition& parts, const nb::tuple& limits,
    const nb::object& watch, kept_table& kept
) {
    stack_guard().check();
    control limited = watched(watch);
    read_limits(limits, limited);
    const nb::gil_scoped_release unlock;
    return run(rules, scores, parts, limited, kept);
}

/// A trick game, its leaf-value table and an algorithm, for any number of positions.
class trick_plan {
public:
    trick_plan(const nb::dict& rules, const nb::dict& scores, const nb::dict& parts)
        : rules_(read_tricks(rules)), scores_(read_scores(scores)), parts_(read_composition(parts)) {
        check(scores_, rules_.outcomes.size(), static_cast<std::size_t>(rules_.sides));
    }

    nb::tuple search(const nb::tuple& deal, const nb::tuple& limits, const nb::object& watch, kept_table& kept) const {
        trick_rules rules = rules_;
        read_root(deal, rules);
        const record found = search_with(rules, scores_, parts_, limits, watch, kept);
        return written(found, found.cards);
    }

    /// Search positions one after the other, each with a table of its own; with the seconds of each.
    nb::list search_many(const nb::list& deals, const nb::tuple& limits, const nb::object& watch) const {
        trick_rules rules = rules_;
        nb::list found;
        for (const nb::handle deal : deals) {
            read_root(number<nb::tuple>(deal, "deals"), rules);
            kept_table kept;
            const auto start = std::chrono::steady_clock::now();
            const record one = search_with(rules, scores_, parts_, limits, watch, kept);
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            found.append(nb::make_tuple(written(one, one.cards), taken.count()));
            if (one.why == stopped::interrupt || one.why == stopped::cancel) break;
        }
        return found;
    }

private:
    void read_root(const nb::tuple& deal, trick_rules& rules) const {
        read_deal(deal, rules);
        check_search(rules, parts_);
    }

    trick_rules rules_;
    score_rows scores_;
    composition parts_;
};


set_parts read_set_parts(const nb::dict& from) {
    set_parts parts;
    parts.order = static_cast<set_order>(field<int>(from, "order"));
    parts.life = field<int>(from, "life");
    parts.table = static_cast<set_memory>(field<int>(from, "table"));
    parts.relative = field<bool>(from, "relative");
    parts.classes = field<bool>(from, "classes");
    parts.sure = field<bool>(from, "sure");
    parts.quick = field<bool>(from, "quick");
    parts.out = field<bool>(from, "out");
    parts.look_ahead = field<bool>(from, "look_ahead");
    parts.free = field<std::uint32_t>(from, "free");
    parts.table_mb = field<std::size_t>(from, "table_mb");
    expect_between(static_cast<int>(parts.order), 0, 3, "an order that there is");
    expect_between(static_cast<int>(parts.table), 0, 2, "a table that there is");
    return parts;
}

/// A search by outcome sets, of a position that follows from the first one of a table.
nb::dict solve_sets(
    const nb::dict& rules, const nb::tuple& first, const nb::tuple& deal, const nb::dict& scores, const nb::dict& parts,
    int threads, const nb::tuple& limits, const nb::object& watch, kept_table& kept
) {
    stack_guard().check();
    trick_rules begins = read_tricks(rules), now = begins;
    read_deal(first, begins);
    read_deal(deal, now);
    check_search(begins);
    check_search(now);
    const score_rows plain = read_scores(scores);
    check(plain, now.outcomes.size(), static_cast<std::size_t>(now.sides));
    const set_parts chosen = read_set_parts(parts);
    expect_between(threads, 1, 1 << 10, "1 to 1024 threads");
    control limited;
    read_limits(limits, limited);
    const set_poll poll = [&watch](std::uint64_t visited, double used, const std::vector<int>& possible) {
        return ask_whether_to_stop(watch, visited, used, possible);
    };
    set_record found;
    {
        const nb::gil_scoped_release unlock;
        found = run_sets(begins, now, plain, chosen, threads, limited, poll, kept);
    }
    nb::dict record;
    record["possible"] = found.possible;
    record["line"] = found.line;
    record["stopped"] = static_cast<int>(found.why);
    record["visited"] = found.stats.visited;
    record["expanded"] = found.stats.expanded;
    record["leaves"] = found.stats.leaves;
    record["cuts"] = found.stats.cuts;
    record["hits"] = found.stats.hits;
    record["again"] = found.stats.again;
    record["empty"] = found.stats.empty;
    return record;
}

template <class Rules, Rules read(const nb::dict&)>
void define_search(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const nb::dict& rules, const nb::dict& scores, const nb::dict& parts, const nb::tuple& limits,
           const nb::object& watch, kept_table& kept) {
            const Rules game = read(rules);
            const score_rows rows = read_scores(scores);
            check_rows(game, rows);
            const record found = search_with(game, rows, read_composition(parts), limits, watch, kept);
            return written(found, found.line);
        },
        nb::arg("rules"), nb::arg("scores"), nb::arg("parts"), nb::arg("limits"), nb::arg("watch"), nb::arg("table")
    );
}

nb::int_ written(card_set cards) {
    const nb::int_ low(static_cast<hand>(cards));
    if (!(cards >> 64)) return low;
    const nb::object high = nb::steal(PyNumber_Lshift(nb::int_(static_cast<hand>(cards >> 64)).ptr(), nb::int_(64).ptr()));
    if (!high.is_valid()) throw nb::python_error();
    return nb::steal<nb::int_>(PyNumber_Or(high.ptr(), low.ptr()));
}

/// Worlds by tables of how many cards of each kind each holder has; the hands one after the other.
nb::list worlds_of(
    const std::vector<std::vector<int>>& kinds, const std::vector<int>& rows, const std::vector<int>& columns,
    const std::vector<std::vector<double>>& weights, bool by_holder, std::size_t number, std::uint64_t seed
) {
    std::vector<card_set> worlds;
    {
        const nb::gil_scoped_release released;
        check_worlds(kinds, rows, columns, weights, by_holder);
        tables from(rows, columns, weights);
        const std::size_t holders = by_holder ? rows.size() : columns.size();
        if (from.total() > 0) worlds = draw_worlds(kinds, from, holders, by_holder, number, seed);
    }
    nb::list found;
    for (card_set hand : worlds) found.append(written(hand));
    return found;
}

/// Positions played out by rules, after each of some cards or, if there are none, as they are:
/// what each side has in the end, one after the other. There are bids for each position.
/// `wanted` are tables of what the sides of a game want; `which` of them is that of each deal.
std::vector<int> play_outs(
    const nb::dict& rules, const nb::list& deals, const std::vector<int>& first,
    const std::vector<wanted>& wants, const std::vector<std::size_t>& which
) {
    trick_rules read = read_tricks(rules);
    for (const auto& rows : wants) check_wants(rows, read);
    expect_size(which.size(), deals.size(), "what is wanted for each position");
    for (const std::size_t one : which) expect(one < wants.size(), "tables of what is wanted", static_cast<int>(one));
    std::vector<int> taken;
    std::size_t at = 0;
    for (const nb::handle deal : deals) {
        read_deal(number<nb::tuple>(deal, "deals"), read);
        expect_between(to_share(read), 0, most_taken(read), "no more to take than there is");
        with_pack(read, [&](auto pack) {
            const trick_taking<0, typename decltype(pack)::type> game(
                read, order_rule::high, 0, keys_rule::absolute, probe_rule::card, leaf_rule::none
            );
            const playouts from(game, wants[which[at++]], read.step);
            if (first.empty()) from.run(-1, taken);
            for (const int card : first) {
                expect(from.is_legal(card), "legal cards", card);
                from.run(card, taken);
            }
        });
    }
    return taken;
}

/// A tree over worlds of one view, which are hands; all else is that of the first world.
class kept_worlds {
public:
    kept_worlds(
        const nb::dict& rules, const nb::tuple& deal, std::vector<std::vector<std::int64_t>> rows,
        std::vector<std::int64_t> low, std::vector<std::int64_t> span, double c, std::uint64_t seed,
        int patience
    ) {
        trick_rules read = read_tricks(rules);
        read_deal(deal, read);
        check_search(read);
        expect_between(patience, 0, 1'000'000, "a patience of 0 to 10^6");
        if (patience) check_wants(read.wants, read);
        with_pack(read, [&](auto pack) {
            using tree = world_tree<typename decltype(pack)::type>;
            tree_ = std::make_unique<tree>(std::move(read), std::move(rows), std::move(low), std::move(span), c, seed, patience);
        });
    }

    /// An iteration in each world, or one after each of some cards; the outcomes.
    std::vector<std::int32_t> iterate(const nb::list& worlds, const std::vector<int>& cards) {
        std::vector<std::vector<card_set>> read;
        for (const nb::handle hands : worlds) read.push_back(sets_of_cards(nb::borrow(hands), "hands"));
        const nb::gil_scoped_release released;
        std::vector<std::int32_t> outcomes;
        for (const auto& hands : read) {
            if (cards.empty()) outcomes.push_back(tree_->iterate(hands, -1));
            for (const int card : cards) outcomes.push_back(tree_->iterate(hands, card));
        }
        return outcomes;
    }

    /// Card, visits, availability and gain of each move at the root.
    nb::list root() const {
        nb::list found;
        const auto& choices = tree_->choices();
        for (std::uint32_t at = choices[0].first; at; at = choices[at].next) {
            const auto& one = choices[at];
            found.append(nb::make_tuple(static_cast<int>(one.card), one.visits, one.available, one.gain));
        }
        return found;
    }

private:
    std::unique_ptr<grown_worlds> tree_;
};

/// How many moves every placement of the pieces of one player is from its goal.
nb::bytes way_home_table(int rows) {
    expect_between(rows, 2, 3, "triangles of 2 or 3 rows");
    const auto moves = [rows] {
        const nb::gil_scoped_release released;
        return way_home(rows).made([] {
            const nb::gil_scoped_acquire taken;
            if (PyErr_CheckSignals()) throw nb::python_error();
        });
    }();
    return nb::bytes(reinterpret_cast<const char*>(moves.data()), moves.size());
}

}  // namespace

NB_MODULE(_kernel, module) {
    nb::exception<too_deep>(module, "TooDeep");
    nb::class_<kept_table>(module, "KeptTable").def(nb::init<>());
    nb::class_<trick_plan>(module, "TrickPlan")
        .def(nb::init<const nb::dict&, const nb::dict&, const nb::dict&>(), nb::arg("rules"), nb::arg("scores"), nb::arg("parts"))
        .def("search", &trick_plan::search, nb::arg("deal"), nb::arg("limits"), nb::arg("watch"), nb::arg("table"))
        .def("search_many", &trick_plan::search_many, nb::arg("deals"), nb::arg("limits"), nb::arg("watch"));
    define_search<tree_rules, read_tree>(module, "search_tree");
    define_search<chinese_checkers_rules, read_chinese_checkers>(module, "search_board");
    define_search<rolit_rules, read_rolit>(module, "search_rolit");
    define_search<focus_rules, read_focus>(module, "search_focus");
    define_search<blokus_rules, read_blokus>(module, "search_blokus");
    define_own(module);
    module.def("way_home", &way_home_table, nb::arg("rows"));
    module.def(
        "count_tricks", &count_tricks, nb::arg("rules"), nb::arg("deal"), nb::arg("depth"), nb::arg("watch")
    );
    nb::exception<too_wide>(module, "TooWide");
    nb::exception<no_lanes>(module, "NoLanes");
    nb::exception<refused>(module, "Refused", PyExc_ValueError);
    module.def(
        "solve_sets", &solve_sets, nb::arg("rules"), nb::arg("first"), nb::arg("deal"), nb::arg("scores"),
        nb::arg("parts"), nb::arg("threads"), nb::arg("limits"), nb::arg("watch"), nb::arg("table")
    );
    module.def(
        "draw_worlds", &worlds_of, nb::arg("kinds"), nb::arg("rows"), nb::arg("columns"), nb::arg("weights"),
        nb::arg("by_holder"), nb::arg("number"), nb::arg("seed")
    );
    module.def(
        "play_outs", &play_outs, nb::arg("rules"), nb::arg("deals"), nb::arg("cards"), nb::arg("wanted"),
        nb::arg("which")
    );
    nb::class_<kept_worlds>(module, "WorldTree")
        .def(
            nb::init<
                const nb::dict&, const nb::tuple&, std::vector<std::vector<std::int64_t>>, std::vector<std::int64_t>,
                std::vector<std::int64_t>, double, std::uint64_t, int>(),
            nb::arg("rules"), nb::arg("deal"), nb::arg("rows"), nb::arg("low"), nb::arg("span"), nb::arg("c"), nb::arg("seed"),
            nb::arg("patience")
        )
        .def("iterate", &kept_worlds::iterate, nb::arg("worlds"), nb::arg("cards"))
        .def("root", &kept_worlds::root);
    module.attr("PARTS") = known_parts();
}
