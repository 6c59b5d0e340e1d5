// Play-outs: a hand played to its end by simple rules, each player by its own cards.
//
// As `card` and `played_out` in players/judgement.py, rule by rule; the first of equals stays.

#pragma once

#include <vector>

#include "games/trick_taking.hpp"

namespace kibitz {

constexpr int queen_of_spades = 2;

class playouts {
public:
    using game_type = trick_taking<0>;
    using position = game_type::position;

    /// `bids` are of each side, where a trick above them is worth nothing; else there are none.
    playouts(const trick_rules& rules, const std::vector<int>& bids)
        : rules_(rules), bids_(bids), game_(rules, order_rule::high, 0, keys_rule::absolute, probe_rule::card, leaf_rule::none) {}

    /// Whether a card may be played first.
    bool is_legal(int card) const {
        const position here = game_.root();
        return card >= 0 && card < deck_size && !game_.is_over(here) && (game_.legal(here) >> card & 1);
    }

    /// What each side has in the end, after a card, or -1 for none.
    void run(int first, std::vector<int>& taken) const {
        position here = game_.root();
        if (first >= 0) here = game_.play(here, first);
        while (!game_.is_over(here)) here = game_.play(here, card(here));
        for (int side = 0; side < rules_.sides; ++side) taken.push_back(game_.taken(here.progress, side));
    }

private:
    struct view {
        hand moves, own, unseen, wins;
        bool leads, last;
    };

    static int rank(int card) { return card % suit_size; }
    static hand above(int card) { return cards_of(suit_of(card)) & (bit(card) - 1); }
    bool is_trump(int card) const { return suit_of(card) == rules_.trump; }
    int points(int card) const { return rules_.points.empty() ? 0 : rules_.points[card]; }

    int card(const position& here) const {
        view sees;
        sees.moves = game_.legal(here);
        if (std::has_single_bit(sees.moves)) return std::countr_zero(sees.moves);
        sees.own = here.hands[here.turn];
        sees.unseen = 0;
        for (const hand cards : here.hands) sees.unseen |= cards;
        sees.unseen ^= sees.own;
        sees.leads = here.on_table == 0;
        sees.last = here.on_table == rules_.players - 1;
        sees.wins = sees.leads ? sees.moves : sees.moves & game_.beaters(here.winning);
        if (!rules_.counts_tricks) return avoid(here, sees);
        return wants_tricks(here) ? take(here, sees) : duck(here, sees);
    }

    bool wants_tricks(const position& here) const {
        const int side = rules_.side_of[here.turn];
        return bids_.empty() || game_.taken(here.progress, side) < bids_[side];
    }

    /// The first of the cards with the highest key.
    template <class Key>
    static int best(hand cards, const Key& key) {
        int found = std::countr_zero(cards), highest = key(found);
        for (cards &= cards - 1; cards; cards &= cards - 1) {
            const int card = std::countr_zero(cards), worth = key(card);
            if (worth > highest) found = card, highest = worth;
        }
        return found;
    }

    /// Low cards first, trumps last.
    int cheapest(hand cards) const {
        return best(cards, [this](int card) { return rank(card) - 16 * is_trump(card); });
    }

    static int beaten_by(const view& sees, int card) { return std::popcount(above(card) & sees.unseen); }
    static int length(const view& sees, int card) { return std::popcount(sees.own & cards_of(suit_of(card))); }

    /// Win the trick if that is likely, as cheaply as it goes; otherwise play low.
    int take(const position& here, const view& sees) const {
        const hand trumps = rules_.trump < 0 ? 0 : cards_of(rules_.trump);
        if (sees.leads) {
            const hand plain = sees.moves & ~trumps ? sees.moves & ~trumps : sees.moves;
            const hand high = highest(plain, sees);
            if (high) return best(high, [&](int card) { return -length(sees, card); });
            return best(plain, [&](int card) { return 16 * length(sees, card) + rank(card); });
        }
        const bool partner = rules_.side_of[here.winner] == rules_.side_of[here.turn] &&
                             (sees.last || !(sees.unseen & above(here.winning)));
        if (!sees.wins || partner) return cheapest(sees.moves);
        if (sees.last) return cheapest(sees.wins);
        const hand ruffs = here.led == rules_.trump ? 0 : sees.wins & trumps;
        const hand sure = highest(sees.wins, sees);
        if (ruffs || sure) return cheapest(ruffs ? ruffs : sure);
        if (here.on_table == 1 && rules_.players > 3) return cheapest(sees.moves);
        return best(sees.wins, [this](int card) { return 16 * is_trump(card) - rank(card); });
    }

    /// Those that no unseen card of their suit beats.
    static hand highest(hand cards, const view& sees) {
        hand found = 0;
        for (; cards; cards &= cards - 1) {
            const int card = std::countr_zero(cards);
            if (!(above(card) & sees.unseen)) found |= bit(card);
        }
        return found;
    }

    /// Lose the trick with the highest card that does; lead low.
    int duck(const position& here, const view& sees) const {
        const auto low = [&](int card) { return beaten_by(sees, card); };
        if (sees.leads) return best(sees.moves, low);
        const hand loses = sees.moves & ~sees.wins;
        if (loses) {
            if (suit_of(std::countr_zero(loses)) == here.led) {
                return best(loses, [](int card) { return -rank(card); });
            }
            return best(loses, [this](int card) { return 16 * is_trump(card) - rank(card); });
        }
        return sees.last ? std::countr_zero(sees.moves) : best(sees.moves, low);
    }

    /// Take no points: duck, throw what is dangerous, and lead low.
    int avoid(const position& here, const view& sees) const {
        const bool queen_out = sees.unseen >> queen_of_spades & 1 && points(queen_of_spades) > 0;
        if (sees.leads) {
            return best(sees.moves, [&](int card) {
                const bool risky = card <= queen_of_spades && (queen_out || card == queen_of_spades);
                return 16 * beaten_by(sees, card) + rank(card) - 1024 * risky;
            });
        }
        if (suit_of(std::countr_zero(sees.moves)) != here.led) {
            return best(sees.moves, [&](int card) {
                return 64 * points(card) + 32 * (queen_out && card < queen_of_spades) - rank(card);
            });
        }
        const hand loses = sees.moves & ~sees.wins;
        if (loses) return best(loses, [this](int card) { return 16 * points(card) - rank(card); });
        if (sees.last) return best(sees.moves, [this](int card) { return -16 * points(card) - rank(card); });
        if (here.points == 0 && queen_out && here.led == suit_of(queen_of_spades)) {
            return best(sees.moves, [this](int card) { return 16 * (points(card) == 0) + rank(card); });
        }
        return best(sees.moves, [this](int card) { return -16 * points(card) + rank(card); });
    }

    const trick_rules& rules_;
    const std::vector<int>& bids_;
    game_type game_;
};

}  // namespace kibitz
