// Play-outs: a hand played to its end by simple rules, each player by its own cards.
//
// As `card` and `played_out` in players/judgement.py, rule by rule; the first of equals stays.

#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "games/trick_taking.hpp"

namespace kibitz {

template <class Game>
class playouts {
public:
    using position = typename Game::position;
    using pack_type = std::remove_cvref_t<decltype(std::declval<Game>().pack())>;
    using hand = typename pack_type::word;

    playouts(const Game& game, const wanted& wants, int step)
        : game_(game),
          rules_(game.rules()),
          pack_(game.pack()),
          wants_(wants),
          step_(step),
          trumps_(game.trumps()),
          feared_(feared(game.rules())) {}

    /// Whether a card may be played first.
    bool is_legal(int card) const {
        const position here = game_.root();
        return card >= 0 && card < pack_.size() && !game_.is_over(here) && (game_.legal(here) >> card & 1);
    }

    /// What each side has in the end, after a card, or -1 for none.
    void run(int first, std::vector<int>& taken) const {
        position here = game_.root();
        if (first >= 0) here = game_.play(here, first);
        while (!game_.is_over(here)) here = game_.play(here, card(here));
        for (int side = 0; side < rules_.sides; ++side) taken.push_back(game_.taken(here.progress, side));
    }

    /// The card that simple rules play.
    int card(const position& here) const {
        view sees;
        sees.moves = game_.legal(here);
        if ((sees.moves & (sees.moves - 1)) == 0) return first_card(sees.moves);
        sees.own = here.hands[here.turn];
        sees.unseen = 0;
        for (const hand cards : here.hands) sees.unseen |= cards;
        sees.unseen ^= sees.own;
        sees.leads = here.on_table == 0;
        sees.last = here.on_table == rules_.players - 1;
        sees.wins = sees.leads ? sees.moves : sees.moves & game_.beaters(here.winning);
        if (wants_more(here)) return take(here, sees);
        return rules_.counts_tricks ? duck(here, sees) : avoid(here, sees);
    }

private:
    struct view {
        hand moves, own, unseen, wins;
        bool leads, last;
    };

    hand suit(int card) const { return pack_.cards_of(game_.suit_of(card)); }
    int copies() const { return pack_type::standard ? 1 : rules_.pack.copies; }
    int first_copy(int card) const { return card - (card - pack_.first(game_.suit_of(card))) % copies(); }
    int rank(int card) const { return (card - pack_.first(game_.suit_of(card))) / copies(); }  ///< The same for equal cards.
    hand above(int card) const { return suit(card) & (bit<hand>(first_copy(card)) - 1); }
    bool is_trump(int card) const { return trumps_ >> card & 1; }
    /// What a card is worth to who takes it and wants more; nothing beside tricks.
    std::int64_t points(int card) const { return rules_.counts_tricks ? 0 : rules_.points[card]; }

    /// The cards that have half of all points or more.
    static hand feared(const trick_rules& rules) {
        hand found = 0;
        if (rules.counts_tricks) return found;
        const auto all = std::accumulate(rules.points.begin(), rules.points.end(), std::int64_t{0});
        for (int card = 0; card < rules.pack.size(); ++card) {
            if (rules.points[card] > 0 && rules.points[card] >= all - rules.points[card]) found |= bit<hand>(card);
        }
        return found;
    }

    bool wants_more(const position& here) const {
        const int side = rules_.side_of[here.turn];
        const auto& row = wants_[side];
        const auto at = static_cast<std::size_t>(game_.taken(here.progress, side) / step_);
        return row[std::min(at, row.size() - 1)];
    }

    /// The first of the cards with the highest key.
    template <class Key>
    static int best(hand cards, const Key& key) {
        int found = first_card(cards);
        std::int64_t highest = key(found);
        for (cards &= cards - 1; cards; cards &= cards - 1) {
            const int card = first_card(cards);
            const std::int64_t worth = key(card);
            if (worth > highest) found = card, highest = worth;
        }
        return found;
    }

    /// Cards with most points first, low ones first, before both those that are no trumps.
    int rich(hand cards) const {
        return best(cards, [this](int card) { return room * points(card) + rank(card) - trumps_last * is_trump(card); });
    }

    /// Cards with fewest points first, trumps last, low ones first.
    int poor(hand cards) const {
        return best(cards, [this](int card) { return -2 * room * points(card) + rank(card) - room * is_trump(card); });
    }

    int beaten_by(const view& sees, int card) const { return count_cards(above(card) & sees.unseen); }
    int length(const view& sees, int card) const { return count_cards(sees.own & suit(card)); }

    /// Win the trick if that is likely and worth it; otherwise play low.
    int take(const position& here, const view& sees) const {
        if (sees.leads) {
            const hand plain = sees.moves & ~trumps_ ? sees.moves & ~trumps_ : sees.moves;
            const hand high = highest(plain, sees);
            if (high) return best(high, [&](int card) { return room * points(card) - length(sees, card); });
            return best(plain, [&](int card) { return -room * room * points(card) + room * length(sees, card) + rank(card); });
        }
        const bool partner = rules_.side_of[here.winner] == rules_.side_of[here.turn] &&
                             (sees.last || !(sees.unseen & above(here.winning)));
        if (partner) return rich(sees.moves);
        const hand worthy = rules_.counts_tricks || here.points ? sees.wins : with_points(sees.wins);
        if (!worthy) return poor(sees.moves);
        if (sees.last) return rich(worthy);
        const hand ruffs = here.led == rules_.trump ? 0 : worthy & trumps_;
        if (ruffs) return poor(ruffs);
        const hand sure = highest(worthy, sees);
        if (sure) return rich(sure);
        if (!rules_.counts_tricks || (here.on_table == 1 && rules_.players > 3)) return poor(sees.moves);
        return best(sees.wins, [this](int card) { return room * is_trump(card) - rank(card); });
    }

    hand with_points(hand cards) const {
        hand found = 0;
        for (; cards; cards &= cards - 1) {
            const int card = first_card(cards);
            if (points(card)) found |= bit<hand>(card);
        }
        return found;
    }

    /// Those that no unseen card of their suit beats.
    hand highest(hand cards, const view& sees) const {
        hand found = 0;
        for (; cards; cards &= cards - 1) {
            const int card = first_card(cards);
            if (!(above(card) & sees.unseen)) found |= bit<hand>(card);
        }
        return found;
    }

    /// Lose the trick with the highest card that does; lead low.
    int duck(const position& here, const view& sees) const {
        const auto low = [&](int card) { return beaten_by(sees, card); };
        if (sees.leads) return best(sees.moves, low);
        const hand loses = sees.moves & ~sees.wins;
        if (loses) {
            if (game_.suit_of(first_card(loses)) == here.led) {
                return best(loses, [this](int card) { return -rank(card); });
            }
            return best(loses, [this](int card) { return room * is_trump(card) - rank(card); });
        }
        return sees.last ? first_card(sees.moves) : best(sees.moves, low);
    }

    /// Take no points: duck, throw what is dangerous, and lead low.
    int avoid(const position& here, const view& sees) const {
        const hand out = feared_ & sees.unseen;
        const auto over = [this](int card, hand feared) {
            const hand equal = bit<hand>(first_copy(card)) * (copies() > 1 ? 3 : 1);
            return (feared & suit(card) & ~above(card) & ~equal) != 0;
        };
        if (sees.leads) {
            return best(sees.moves, [&](int card) {
                const bool risky = over(card, out) || (feared_ & bit<hand>(card));
                return room * beaten_by(sees, card) + rank(card) - room * room * risky;
            });
        }
        if (game_.suit_of(first_card(sees.moves)) != here.led) {
            return best(sees.moves, [&](int card) { return 2 * room * points(card) + room * over(card, out) - rank(card); });
        }
        const hand loses = sees.moves & ~sees.wins;
        if (loses) return best(loses, [this](int card) { return room * points(card) - rank(card); });
        if (sees.last) return best(sees.moves, [this](int card) { return -room * points(card) - rank(card); });
        return best(sees.moves, [this](int card) { return -room * points(card) + rank(card); });
    }

    /// More than all points and ranks count, so that trumps come last.
    static constexpr std::int64_t trumps_last = std::int64_t{1} << 40;
    static constexpr std::int64_t room = 128;  ///< For numbers of cards.

    const Game& game_;
    const trick_rules& rules_;
    const pack_type& pack_;
    const wanted& wants_;
    int step_;
    hand trumps_;
    hand feared_;
};

}  // namespace kibitz
