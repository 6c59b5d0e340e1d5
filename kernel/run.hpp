// The games that come with the kernel: run a search of one of them.

#pragma once

#include <vector>

#include "counting.hpp"
#include "games/blokus.hpp"
#include "games/chinese_checkers.hpp"
#include "games/focus.hpp"
#include "games/rolit.hpp"
#include "games/tree.hpp"
#include "games/trick_taking.hpp"
#include "run_with.hpp"

namespace kibitz {

static_assert(searchable<tree>);
static_assert(searchable<chinese_checkers<0>> && searchable<chinese_checkers<3>>);
static_assert(searchable<rolit> && searchable<focus> && searchable<blokus>);
static_assert(searchable<trick_taking<0, standard_pack>> && searchable<trick_taking<0, small_pack>>);

record run(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const tree_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const chinese_checkers_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const rolit_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const focus_rules&, const score_rows&, const composition&, const control&, kept_table&);
record run(const blokus_rules&, const score_rows&, const composition&, const control&, kept_table&);

/// A partition search of a trick game; `run` comes here if the composition is one.
record run_partition(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);

/// A search of two sides for points; `run` comes here if the composition is one.
record run_points(const trick_rules&, const score_rows&, const composition&, const control&, kept_table&);

/// Positions after 1, 2, ... moves, at most `depth`.
std::vector<count> count_moves(const trick_rules&, int depth, const control&);

}  // namespace kibitz
