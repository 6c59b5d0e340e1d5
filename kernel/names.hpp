// The parts of an algorithm by the names that Python knows them by.

#pragma once

namespace kibitz {

template <class Rule>
struct named {
    const char* name;
    Rule rule;
};

}  // namespace kibitz
