// Cards as bits: words of cards, and packs.
//
// A card is its number in the pack, suit by suit and from the strongest down, so a lower bit of
// the same suit is a higher card. A set of cards is one word: of 64 bits for most packs, of 128
// for larger ones. What is known of the standard pack of 52 is known when compiling.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kibitz {

using hand = std::uint64_t;
__extension__ using card_set = unsigned __int128;  ///< Of any pack.

constexpr int suit_size = 13;  ///< Of the standard pack,
constexpr int deck_size = 52;  ///< and all of it.
constexpr int most_cards = 104;
constexpr int most_suits = 6;
constexpr int no_suit = most_suits;  ///< Led by cards that do not say which.
constexpr int most_relative = 16;    ///< Cards of a suit, where keys go by their owners.
constexpr hand suit_cards = 0x1FFF;

constexpr int count_cards(hand cards) { return std::popcount(cards); }
constexpr int first_card(hand cards) { return std::countr_zero(cards); }
constexpr int last_card(hand cards) { return 63 - std::countl_zero(cards); }

constexpr int count_cards(card_set cards) {
    return std::popcount(static_cast<hand>(cards)) + std::popcount(static_cast<hand>(cards >> 64));
}
constexpr int first_card(card_set cards) {
    const auto low = static_cast<hand>(cards);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<hand>(cards >> 64));
}
constexpr int last_card(card_set cards) {
    const auto high = static_cast<hand>(cards >> 64);
    return high ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<hand>(cards));
}

template <class Word = hand>
constexpr Word bit(int card) { return Word{1} << card; }

/// For tables of numbers as wide as sets of cards.
struct card_hash {
    std::size_t operator()(card_set key) const {
        const hand mixed = static_cast<hand>(key) ^ static_cast<hand>(key >> 64) * 0xD6E8FEB86659FD93u;
        return static_cast<std::size_t>(mixed * 0x9E3779B97F4A7C15u);
    }
};

/// The cards of a pack by suits: masks from Python, see cards/deck.py.
struct pack_rules {
    std::vector<card_set> suits{
        suit_cards, card_set{suit_cards} << 13, card_set{suit_cards} << 26, card_set{suit_cards} << 39};
    int copies = 1;  ///< Of each card, next to each other.

    card_set whole() const {
        card_set found = 0;
        for (card_set cards : suits) found |= cards;
        return found;
    }
    int size() const { return count_cards(whole()); }
    int suit_of(int card) const {
        int suit = 0;
        while (!(suits[suit] >> card & 1)) ++suit;
        return suit;
    }
    /// Of cards that are there twice, the one with the smaller number.
    card_set first_copies() const {
        card_set found = 0;
        if (copies == 2) {
            for (int card = 0; card < size(); card += 2) found |= bit<card_set>(card);
        }
        return found;
    }
    bool is_standard() const { return suits == pack_rules().suits && copies == 1; }
};

/// The standard pack.
struct standard_pack {
    using word = hand;
    static constexpr bool standard = true;
    static constexpr int most = deck_size;
    static constexpr int suit_count = 4;

    explicit standard_pack(const pack_rules&) {}
    static constexpr int size() { return deck_size; }
    static constexpr int suits() { return 4; }
    static constexpr int first(int suit) { return suit_size * suit; }
    static constexpr word cards_of(int suit) { return suit_cards << suit_size * suit; }
    static constexpr word tops() { return word{1} | word{1} << 13 | word{1} << 26 | word{1} << 39; }
    static constexpr word first_copies() { return 0; }
};

/// Any pack that a word holds.
template <class Word, int Most>
class other_pack {
public:
    using word = Word;
    static constexpr bool standard = false;
    static constexpr int most = Most;
    static constexpr int suit_count = most_suits;

    explicit other_pack(const pack_rules& rules)
        : size_(rules.size()),
          suits_(static_cast<int>(rules.suits.size())),
          first_copies_(static_cast<word>(rules.first_copies())) {
        for (int suit = 0; suit < suits_; ++suit) {
            cards_of_[suit] = static_cast<word>(rules.suits[suit]);
            first_[suit] = first_card(cards_of_[suit]);
            tops_ |= bit<word>(first_[suit]);
        }
    }
    int size() const { return size_; }
    int suits() const { return suits_; }
    int first(int suit) const { return first_[suit]; }
    word cards_of(int suit) const { return cards_of_[suit]; }  ///< None of `no_suit`.
    word tops() const { return tops_; }
    word first_copies() const { return first_copies_; }

private:
    int size_, suits_;
    word tops_ = 0, first_copies_;
    std::array<word, most_suits + 1> cards_of_{};
    std::array<int, most_suits> first_{};
};

using small_pack = other_pack<hand, 64>;
using large_pack = other_pack<card_set, most_cards>;

}  // namespace kibitz
