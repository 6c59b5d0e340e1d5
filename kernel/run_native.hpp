// Which types a search of a native game has: by its sides, and by the words of its keys.

#pragma once

#include "own_search.hpp"

namespace kibitz {

constexpr int few_sides = 4, most_own_sides = 16;
constexpr int few_words = 5, some_words = 17, many_words = 129;  ///< One more than a game has.

const own_entry& native_with_few_words();
const own_entry& native_with_some_words();
const own_entry& native_with_many_words();
const own_entry& native_with_many_sides();

/// The searches of a native game with so many sides.
inline const own_entry& native_entry(const kibitz_native_game& game, std::size_t sides) {
    const int words = game.key ? game.key_words : (game.state_bytes + 7) / 8;
    if (sides > few_sides) return native_with_many_sides();
    return words < few_words    ? native_with_few_words()
           : words < some_words ? native_with_some_words()
                                : native_with_many_words();
}

}  // namespace kibitz
