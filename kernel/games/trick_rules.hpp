// A trick game and a position in plain numbers, and which cards are one move.

#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "cards.hpp"
#include "duties.hpp"

namespace kibitz {

constexpr int most_players = 7;

/// Of cards that may be played, the first of each group with no card of another player between.
///
/// A group starts at the top of its suit or below a card of another player. Adding a bit
/// at each such start to the cards that are nobody's carries it down to the first card
/// that somebody holds: if it is one of ours and legal, that is the move.
template <class Word>
constexpr Word first_of_groups(Word playable, Word others, Word tops) {
    const Word starts = tops | others << 1, between = ~(others | playable);
    return playable & (starts | ((starts & between) + between));
}

/// Which cards of a hand, of one kind, are one move: with no live card of another between them,
/// next to each other in the deck, or no two.
enum class alike_rule { live, next, none };

/// For each side, by what it has taken in steps, whether it wants more.
using wanted = std::vector<std::vector<bool>>;

/// A trick game and a root position in plain numbers.
struct trick_rules {
    int players = 3;
    int sides = 3;
    std::vector<int> side_of;
    pack_rules pack;
    int trump = -1;           ///< The trump suit, or -1.
    bool counts_tricks = true;
    bool orders_to_win = true;  ///< Whether orders list first what wins.
    std::vector<int> points;  ///< Of each card; none if no card has any.
    int last_trick = 0;       ///< Points for it beside those of its cards.
    std::vector<int> stays;   ///< Points of each card that stay with who plays it; none if none do.
    alike_rule alike = alike_rule::live;
    bool relative = true;     ///< Whether relative keys go by owners; otherwise they are absolute.
    restrictions<card_set> special;
    kibitz::duties<card_set> duties;
    wanted wants;   ///< For play by simple rules; else nothing.
    int step = 1;   ///< Of `wants`.

    std::vector<card_set> hands;
    std::vector<card_set> owners;  ///< Who held which cards when the table was begun.
    int left_over = 0;  ///< Cards in all hands when play ends, 0 unless it ends early.
    int leader = 0;
    std::vector<int> table;
    std::vector<int> taken;  ///< By side.
    bool broken = false;
    bool begun = true;       ///< Whether the first trick is over, or does not matter.

    std::vector<std::vector<int>> outcomes;  ///< By side, in the order of the leaf-value table.

    /// Whether all that this game has is known when compiling: pack and duties.
    bool is_standard() const { return pack.is_standard() && duties.are_usual() && last_trick == 0 && stays.empty(); }

    /// Who has the points that stay: the player; in the last trick the next of another side.
    int keeper(int player, bool last) const {
        int found = player;
        if (!last) return found;
        do found = (found + 1) % players;
        while (found != player && side_of[found] == side_of[player]);
        return found;
    }

    /// The cards that beat one, where it is winning a trick.
    card_set beaters(int card) const {
        const card_set trumps = trump < 0 ? 0 : pack.suits[trump];
        return duties.beaters(card, pack.suits[pack.suit_of(card)], trumps, pack.whole(), pack.copies);
    }
};

/// Call with the kind of pack that a game needs, as a `std::type_identity`.
template <class Act>
auto with_pack(const trick_rules& rules, const Act& act) {
    if (rules.is_standard()) return act(std::type_identity<standard_pack>());
    if (rules.pack.size() <= small_pack::most) return act(std::type_identity<small_pack>());
    return act(std::type_identity<large_pack>());
}

/// What the rules tell a card by besides its suit and rank, once the first trick is over.
inline std::array<int, 9> kind_of(const trick_rules& rules, int card) {
    const auto in = [card](card_set cards) { return static_cast<int>(cards >> card & 1); };
    const auto& special = rules.special;
    const auto& duties = rules.duties;
    return {rules.points.empty() ? 0 : rules.points[card], rules.stays.empty() ? 0 : rules.stays[card],
            in(special.closed), in(special.breakers), in(special.alone),
            in(duties.kept), in(duties.wild), in(duties.high), in(duties.low)};
}

/// The cards of each kind, where kinds are told apart within a suit only: as many sets as the suit
/// with most kinds has.
inline std::vector<card_set> cards_by_kind(const trick_rules& rules) {
    std::vector<card_set> found;
    for (card_set suit : rules.pack.suits) {
        for (card_set left = suit; left; left &= left - 1) {
            const int card = first_card(left);
            const auto is_like = [&](card_set cards) {
                const card_set own = cards & suit;
                return own == 0 || kind_of(rules, first_card(own)) == kind_of(rules, card);
            };
            auto like = std::find_if(found.begin(), found.end(), is_like);
            if (like == found.end()) like = found.insert(like, 0);
            *like |= bit<card_set>(card);
        }
    }
    return found;
}

/// The first of each group, where cards of another kind keep a hand's own cards apart as well.
template <class Set>
Set first_of_kinds(Set playable, Set hand, Set others, Set tops, const std::vector<Set>& kinds) {
    if (kinds.size() == 1) return first_of_groups(playable, others, tops);
    Set found = 0;
    for (Set alike : kinds) found |= first_of_groups(playable & alike, others | (hand & ~alike), tops);
    return found;
}

/// Cards of a hand whose other copy is not in it but among others; each is a move of its own.
template <class Set>
Set lone_copies(Set hand, Set others, Set first_copies) {
    return hand & ((others & first_copies) << 1 | (others & ~first_copies) >> 1);
}

/// The same where there are two of each card.
template <class Set>
Set first_of_twins(Set playable, Set hand, Set others, Set tops, const std::vector<Set>& kinds, Set first_copies) {
    const Set alone = playable & lone_copies(hand, others, first_copies);
    return alone | first_of_kinds(playable & ~alone, hand, others, tops, kinds);
}

}  // namespace kibitz
