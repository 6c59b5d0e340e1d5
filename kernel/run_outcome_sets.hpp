// Choose the types of a search by outcome sets, and run it.

#pragma once

#include "outcome_sets.hpp"
#include "run.hpp"

namespace kibitz {

/// A root whose outcomes need more room than the kernel has.
struct too_wide : std::runtime_error {
    too_wide() : std::runtime_error("there are too many outcomes for the kernel") {}
};

set_record run_sets(const trick_rules&, const score_rows&, const set_parts&, const control&, kept_table&);

}  // namespace kibitz
