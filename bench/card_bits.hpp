// Cards of the standard pack as bits, for hearts_hands.hpp and spades_hands.hpp: spades, hearts, diamonds, clubs, each from the ace down.

#pragma once

#include <bit>
#include <cstdint>

namespace experience {

using card_set = std::uint64_t;

constexpr int length = 13;  ///< Of a suit.
constexpr card_set spades = (card_set{1} << length) - 1;

inline int suit_of(int card) { return card / length; }
inline int rank_of(int card) { return card % length; }
inline card_set suit(int number) { return spades << number * length; }
inline int count(card_set cards) { return std::popcount(cards); }
inline int first(card_set cards) { return std::countr_zero(cards); }
inline bool is_one(card_set cards) { return !(cards & (cards - 1)); }

template <class Action>
void each(card_set cards, const Action& action) {
    for (; cards; cards &= cards - 1) action(first(cards));
}

}  // namespace experience
