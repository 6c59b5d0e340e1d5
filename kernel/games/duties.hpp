// What may be led, what must be played to a trick, and which card wins it.
//
// As cards/restrictions.py and cards/duties.py. The rules are data that Python makes; games hold
// them in words of their own, a bit per card or per place.

#pragma once

#include <array>
#include <cstdint>

#include "../names.hpp"
#include "cards.hpp"

namespace kibitz {

/// Cards that may not be led or played, and the cards that lift such a rule.
template <class Word>
struct restrictions {
    Word closed = 0;            ///< Cards that may not be led before one of `breakers` was played.
    Word breakers = 0;
    Word alone = 0;             ///< Who has nothing but `closed` cards, or these alone besides, may lead them.
    Word first_lead = 0;        ///< What leads the first trick, if the leader has it.
    Word first_not = 0;         ///< What may not be played to it by one who can play another card.
    bool first_lowest = false;  ///< Whether only the lowest of `first_lead` may lead.

    /// The same in other words, which a function makes.
    template <class Other, class Make>
    restrictions<Other> as(const Make& make) const {
        return {make(closed), make(breakers), make(alone), make(first_lead), make(first_not), first_lowest};
    }

    /// The part of a hand that may be led.
    Word to_lead(Word cards, bool broken, bool begun) const {
        const Word first = cards & first_lead;
        if (!begun && first) return first_lowest ? bit<Word>(last_card(first)) : first;
        const Word open = cards & ~closed;
        return to_play(broken || open == 0 || open == alone ? cards : open, begun);
    }

    /// The part of some cards, which follow suit, that may be played.
    Word to_play(Word cards, bool begun) const {
        const Word clean = cards & ~first_not;
        return begun || !clean ? cards : clean;
    }
};

enum class follow_rule { must, or_trump, free };
enum class void_rule { any, trump, overtrump };
enum class head_rule { none, trumps, all };
enum class twins_rule { first, second };
constexpr named<follow_rule> follow_rules[] = {
    {"must", follow_rule::must}, {"or-trump", follow_rule::or_trump}, {"free", follow_rule::free}};
constexpr named<void_rule> void_rules[] = {
    {"any", void_rule::any}, {"trump", void_rule::trump}, {"overtrump", void_rule::overtrump}};
constexpr named<head_rule> head_rules[] = {
    {"none", head_rule::none}, {"trumps", head_rule::trumps}, {"all", head_rule::all}};
constexpr named<twins_rule> twins_rules[] = {{"first", twins_rule::first}, {"second", twins_rule::second}};

/// What a player sees who is to play to a trick that was led.
template <class Word>
struct trick_view {
    Word led;      ///< The cards of the suit led; none as long as cards were led that do not say.
    Word trumps;
    Word beaters;  ///< The cards that beat the one that is winning.
    bool trumped;  ///< Whether a trump is winning, and trumps were not led.
    bool partner;  ///< Whether the player's own side is winning.
};

/// What must be played to a trick that was led, and which cards win.
template <class Word>
struct duties {
    follow_rule follow = follow_rule::must;
    void_rule without = void_rule::any;  ///< `void` in Python.
    head_rule head = head_rule::none;
    bool spared = false;  ///< Whether nobody must trump what its own side is winning.
    bool under = true;    ///< Whether a trump may be played below the one that is winning.
    Word kept = 0;        ///< Cards that nobody must play to follow suit or to beat, but that may follow it,
    Word wild = 0;        ///< and that may be played whatever was led.
    Word high = 0;        ///< Cards that win against all others,
    Word low = 0;         ///< and that never win.
    twins_rule twins = twins_rule::first;

    /// The same in other words, which a function makes.
    template <class Other, class Make>
    duties<Other> as(const Make& make) const {
        return {follow, without, head, spared, under, make(kept), make(wild), make(high), make(low), twins};
    }

    /// Whether a player plays a card of the suit led if it can, and otherwise any; and ranks decide.
    bool are_usual() const {
        return follow == follow_rule::must && without == void_rule::any && head == head_rule::none &&
               !spared && under && (kept | wild | high | low) == 0;
    }

    /// Whether a player with cards of the suit led must play one of them.
    bool follow_suit() const { return follow == follow_rule::must && (wild | kept) == 0; }

    /// Whether the highest trump wins, else the highest card of the suit led.
    bool ranks_decide() const { return (high | low) == 0; }

    /// The cards of a hand that may be played to a trick.
    Word legal(Word hand, const trick_view<Word>& trick) const {
        if (follow == follow_rule::free || !trick.led) return hand;
        const auto or_all = [](Word some, Word all) { return some ? some : all; };
        const Word any = hand & wild, trumps = hand & trick.trumps & ~any;
        const Word spare = hand & trick.led & kept & ~any, own = hand & trick.led & ~(any | spare);
        const bool trumps_led = trick.led == trick.trumps;
        const bool below = !under && trick.trumped && !(trumps & trick.beaters);
        const void_rule duty = below || (spared && trick.partner) ? void_rule::any : without;
        const Word best = duty == void_rule::overtrump ? or_all(trumps & trick.beaters, trumps) : trumps;
        Word cards = hand;
        if (own) {
            cards = own;
            const bool must_head = head == head_rule::all || (head == head_rule::trumps && trumps_led);
            if (must_head && !trick.trumped) cards = or_all(own & trick.beaters, own);
            if (follow == follow_rule::or_trump) cards |= best;
            cards |= spare;
        } else if (trumps && duty != void_rule::any && !trumps_led) {
            cards = best | spare;
        }
        if (!under && trick.trumped && (cards & ~trumps)) cards &= ~(trumps & ~trick.beaters);
        return cards | any;
    }

    /// All that a hand might play to a trick, or more: what its winner has to fear.
    Word may_beat(Word hand, Word led, Word trumps) const {
        if (follow == follow_rule::free || !(hand & led & ~(wild | kept))) return hand;
        return hand & (led | wild | (follow == follow_rule::or_trump ? trumps : 0));
    }

    /// The cards of a pack that beat one of a suit, where it is winning a trick.
    Word beaters(int card, Word suit, Word trumps, Word whole, int copies) const {
        const int copy = (card - first_card(suit)) % copies, first = card - copy;
        Word above = suit & (bit<Word>(first) - 1);
        if (copies > 1 && twins == twins_rule::second) above |= bit<Word>(first) << (1 - copy);
        Word beats = trumps >> card & 1 ? above : above | trumps;
        if (low >> card & 1) beats = whole;
        beats = high >> card & 1 ? 0 : beats | high;
        return beats & ~low & ~bit<Word>(card);
    }
};

}  // namespace kibitz
