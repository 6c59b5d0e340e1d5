// What all bindings share: numbers from Python, and whom a search asks whether to go on.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "checks.hpp"
#include "run_with.hpp"

namespace nb = nanobind;

namespace kibitz {

/// A number, or several, that must have room here.
template <class Value>
Value number(const nb::handle& from, const char* name) {
    try {
        return nb::cast<Value>(from);
    } catch (const nb::cast_error&) {
        throw refused(std::string("expected numbers that the kernel has room for: ") + name);
    }
}

template <class Value>
Value field(const nb::dict& numbers, const char* name) {
    return number<Value>(numbers[name], name);
}

inline score_rows read_scores(const nb::dict& from) {
    return {
        field<std::vector<std::vector<std::int32_t>>>(from, "rows"),
        field<std::int32_t>(from, "max_sum"),
        field<std::int32_t>(from, "delta"),
    };
}

/// The part of an axis that goes by the name which is given there.
template <class Rule, std::size_t Count>
Rule part(const nb::dict& from, const char* axis, const named<Rule> (&known)[Count]) {
    const auto name = field<std::string>(from, axis);
    for (const auto& each : known) {
        if (name == each.name) return each.rule;
    }
    throw nb::value_error(axis);
}

/// One of the rules of an axis, by its place.
template <class Rule>
Rule rule_at(const nb::dict& from, const char* axis, Rule last) {
    const int place = field<int>(from, axis);
    expect_between(place, 0, static_cast<int>(last), axis);
    return static_cast<Rule>(place);
}

inline growing_parts read_growing(const nb::dict& from) {
    growing_parts parts;
    parts.rule = rule_at(from, "rule", growing_rule::best_first);
    parts.policy = rule_at(from, "policy", growing_policy::brs);
    parts.solver = rule_at(from, "solver", growing_solver::sets);
    parts.playouts = rule_at(from, "playouts", playout_rule::rules);
    parts.guesses = field<bool>(from, "guesses");
    parts.c = field<double>(from, "c");
    parts.history = field<double>(from, "history");
    parts.epsilon = field<double>(from, "epsilon");
    parts.seed = field<std::uint64_t>(from, "seed");
    const auto low = field<std::vector<std::int32_t>>(from, "low");
    const auto high = field<std::vector<std::int32_t>>(from, "high");
    expect_between(static_cast<std::int64_t>(low.size()), 1, growing_parts::most_sides, "1 to 16 sides");
    expect_size(high.size(), low.size(), "the highest score of each side");
    parts.sides = static_cast<int>(low.size());
    std::copy(low.begin(), low.end(), parts.low.begin());
    std::copy(high.begin(), high.end(), parts.high.begin());
    return parts;
}

inline composition read_composition(const nb::dict& from) {
    composition parts;
    parts.handing.rule = field<bool>(from, "first_too") ? prune_rule::every : part(from, "prune", prune_rules);
    parts.handing.life = field<int>(from, "life");
    parts.handing.waits = field<bool>(from, "waits");
    parts.test = part(from, "test", test_rules);
    parts.narrows = field<bool>(from, "narrows");
    parts.table = part(from, "table", table_rules);
    parts.keys = part(from, "keys", keys_rules);
    parts.probe = part(from, "probe", probe_rules);
    parts.order = part(from, "order", order_rules);
    parts.width = field<int>(from, "width");
    parts.leaf = part(from, "leaf", leaf_rules);
    parts.iterative = field<bool>(from, "iterative");
    parts.table_bytes = field<std::size_t>(from, "table_bytes");
    parts.two_sided = field<bool>(from, "two_sided");
    parts.replies = part(from, "replies", replies_rules);
    parts.opponents = field<std::uint32_t>(from, "opponents");
    parts.moves = field<std::uint32_t>(from, "moves");
    parts.others = field<std::uint32_t>(from, "others");
    parts.target = field<int>(from, "target");
    parts.root_target = field<int>(from, "root_target");
    parts.alpha_beta = field<bool>(from, "prunes");
    parts.zero_window = field<bool>(from, "zero_window");
    parts.partition = field<bool>(from, "partition");
    parts.points = field<bool>(from, "points");
    parts.free = field<std::uint32_t>(from, "free");
    parts.margin = field<std::int32_t>(from, "margin");
    parts.sure = field<bool>(from, "sure");
    parts.near = field<bool>(from, "near");
    parts.quick = field<bool>(from, "quick");
    parts.later = field<bool>(from, "later");
    parts.weights = field<bool>(from, "weights");
    if (from.contains("growing")) parts.growing = read_growing(field<nb::dict>(from, "growing"));
    return parts;
}

/// Ctrl-C stops the search; any other error goes up to the caller.
inline stopped interrupted() {
    if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nb::python_error();
    PyErr_Clear();
    return stopped::interrupt;
}

/// Asks Python whether to go on: `watch` is told how far the search is, and true is stop.
template <class... Told>
stopped ask_whether_to_stop(const nb::object& watch, const Told&... told) {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) return interrupted();
    const nb::tuple arguments = nb::make_tuple(told...);
    PyObject* answer = PyObject_CallObject(watch.ptr(), arguments.ptr());
    if (!answer) return interrupted();
    const int stop = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    if (stop < 0) return interrupted();
    return stop ? stopped::cancel : stopped::no;
}

/// Asks now and then, telling the visited nodes.
inline control watched(const nb::object& watch) {
    control limits;
    limits.poll = [&watch](std::uint64_t visited) { return ask_whether_to_stop(watch, visited); };
    return limits;
}

/// Nodes, seconds, plies, and whether the whole line is wanted.
inline void read_limits(const nb::tuple& from, control& limits) {
    expect_size(from.size(), 4, "limits of nodes, seconds and plies, and whether to find the line");
    limits.nodes = number<std::uint64_t>(from[0], "nodes");
    limits.seconds = number<double>(from[1], "seconds");
    limits.depth = number<int>(from[2], "depth");
    limits.line = number<bool>(from[3], "line");
}

inline nb::tuple written(const statistics& stats) {
    return nb::make_tuple(
        nb::make_tuple(stats.visited, stats.expanded, stats.leaves),
        nb::make_tuple(stats.immediate, stats.entry, stats.shallow, stats.distant, stats.window),
        nb::make_tuple(stats.table_hits, stats.re_searches)
    );
}

/// What was found, with the line as move numbers, or as cards and the outcome that they lead to.
template <class Line>
nb::tuple written(const record& found, const Line& line) {
    return nb::make_tuple(
        found.answer,
        line,
        found.outcome,
        found.depth,
        static_cast<int>(found.why),
        written(found.stats),
        written(found.for_line),
        found.values
    );
}

/// Searches of native and built games, in bindings_own.cpp.
void define_own(nb::module_& module);

}  // namespace kibitz
