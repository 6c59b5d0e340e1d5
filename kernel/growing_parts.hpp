// The axes of searches that grow a tree, in plain numbers, as reference/growing.py and uct.py have them.

#pragma once

#include <array>
#include <cstdint>

namespace kibitz {

enum class growing_rule { none, uct, best_first };
enum class growing_policy { maxn, paranoid, brs };
enum class growing_solver { none, standard, sets };
enum class playout_rule { random, order, one_ply, two_ply, rules };

struct growing_parts {
    static constexpr int most_sides = 16;

    growing_rule rule = growing_rule::none;  ///< backup=uct or best-first
    growing_policy policy = growing_policy::maxn;
    growing_solver solver = growing_solver::standard;
    playout_rule playouts = playout_rule::random;
    bool guesses = false;  ///< Whether positions before the end have an estimate.
    double c = 0.2;
    double history = 5;
    double epsilon = 0.05;
    std::uint64_t seed = 1;
    int sides = 0;                                ///< How many there are; and the range of their scores:
    std::array<std::int32_t, most_sides> low{};
    std::array<std::int32_t, most_sides> high{};
};

}  // namespace kibitz
