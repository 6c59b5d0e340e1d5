// The axes of UCT in plain numbers, as reference/uct.py has them.

#pragma once

#include <array>
#include <cstdint>

namespace kibitz {

enum class uct_policy { maxn, paranoid, brs };
enum class uct_solver { none, standard, sets };
enum class playout_rule { random, order, one_ply, two_ply };

struct uct_parts {
    static constexpr int most_sides = 16;

    bool used = false;  ///< backup=uct
    uct_policy policy = uct_policy::maxn;
    uct_solver solver = uct_solver::standard;
    playout_rule playouts = playout_rule::random;
    double c = 0.2;
    double history = 5;
    double epsilon = 0.05;
    std::uint64_t seed = 1;
    int sides = 0;                                ///< How many there are; and the range of their scores:
    std::array<std::int32_t, most_sides> low{};
    std::array<std::int32_t, most_sides> high{};
};

}  // namespace kibitz
