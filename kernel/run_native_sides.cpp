// Native games with large keys, or more than four sides.

#include "games/foreign.hpp"
#include "run_native.hpp"

namespace kibitz {

const own_entry& native_with_many_words() { return own_functions<foreign<few_sides, many_words>>::entry; }
const own_entry& native_with_many_sides() { return own_functions<foreign<most_own_sides, many_words>>::entry; }

}  // namespace kibitz
