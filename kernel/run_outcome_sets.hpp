// Choose the types of a search by outcome sets, and run it.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "outcome_sets.hpp"
#include "run.hpp"

namespace kibitz {

/// A root whose outcomes need more room than the kernel has.
struct too_wide : std::runtime_error {
    too_wide() : std::runtime_error("there are too many outcomes for the kernel") {}
};

/// Told now and then the visited nodes, which part of the table is used, and what the root can have.
using set_poll = std::function<stopped(std::uint64_t, double, const std::vector<int>&)>;

/// A deal that is searched by outcome sets, with the table that all searches of it share.
class set_deal {
public:
    virtual ~set_deal() = default;
    /// Whether the outcomes and keys of the deal are good for a position.
    virtual bool covers(const trick_rules& now) const = 0;
    virtual set_record search(const trick_rules& now, int threads, control, const set_poll&) = 0;
};

/// Search a position of the deal that is kept, or of a new one that begins with `first`.
set_record run_sets(
    const trick_rules& first, const trick_rules& now, const score_rows&, const set_parts&, int threads, const control&,
    const set_poll&, kept_table&
);

}  // namespace kibitz
