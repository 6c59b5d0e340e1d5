// Native games of up to four sides; those of more are in run_native_sides.cpp.

#include "games/foreign.hpp"
#include "run_native.hpp"

namespace kibitz {

const own_entry& native_with_few_words() { return own_functions<foreign<few_sides, few_words>>::entry; }
const own_entry& native_with_some_words() { return own_functions<foreign<few_sides, some_words>>::entry; }

}  // namespace kibitz
