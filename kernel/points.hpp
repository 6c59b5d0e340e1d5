// Two sides that share out points, or tricks under any duties, as reference/tricks/points.py.
//
// A question is whether the first side takes so many of the points that are left. What was taken
// before does not matter to it. An answer is a bound on what the first side takes, with the cards
// whose ranks it rests on and the cards that each side takes; an entry of the table serves all
// positions that differ in nothing else, with a bound for the points that lie in the same places.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstddef>
#include <vector>

#include "control.hpp"
#include "games/cards.hpp"
#include "games/trick_rules.hpp"
#include "lines.hpp"
#include "points_table.hpp"
#include "table.hpp"

namespace kibitz {

/// What a search for points is made of; each part can be left out.
struct points_parts {
    bool table = true;     ///< table=points
    bool absolute = false; ///< keys=absolute
    bool sure = true;
    bool near = true;
    bool weights = true;   ///< inner=weights
};

/// Answers questions about positions of one deal.
template <class Game>
class points_search {
public:
    using position = typename Game::position;
    using hand = typename Game::hand;
    using table_type = points_table<Game::deepest>;

    /// A position, what is left to take in it, and the cards on the table.
    struct state {
        position here;
        int left;
        hand trick;
    };

    points_search(const Game& game, table_type& table, const points_parts& parts, watch& clock)
        : game_(game), table_(table), parts_(parts), watch_(clock) {
        last_.fill(-1);
        prepare_kinds();
    }

    state start(const position& root) const {
        hand trick = 0;
        for (int card : game_.rules().table) trick |= bit<hand>(card);
        return {root, game_.left_to_take(root), trick};
    }

    state play(const state& before, int card) const {
        const position next = game_.play(before.here, card);
        if (next.on_table) return {next, before.left, before.trick | bit<hand>(card)};
        return {next, before.left - game_.worth_with(before.here, card), 0};
    }

    int left(const state& at) const { return at.left; }

    bool ask(const state& at, int need) {
        asked_ = &at.here;
        decided_ = -1;
        return node(at.here, need, at.left, at.trick).bound >= need;
    }

    int decided() const { return decided_; }

    statistics stats;

private:
    static constexpr int most_moves = Game::deepest / 2 + 1;

    /// What the first side takes: at least so much if the answer is yes, otherwise at most.
    struct bounded {
        int bound;
        hand ranks;   ///< It rests on these cards and all above them in their suits.
        hand first;   ///< The cards that the first side takes in some line,
        hand second;  ///< and those that the second does. What is left open counts against the bound.
    };

    /// Cards of the mover with no live card of another between them, which may differ in points.
    struct neighbours {
        std::uint8_t first, last;
    };

    /// The moves of a node, and their groups.
    struct choice {
        std::array<std::uint8_t, most_moves> cards;
        std::array<int, most_moves> weights;
        std::array<std::uint8_t, most_moves> group_of;
        std::array<neighbours, most_moves> groups;
        int count = 0, group_count = 0;
    };

    /// Whether the first side takes at least so many of the points that are left.
    [[gnu::noinline]] bounded node(const position& here, int need, int left, hand trick) {
        watch_.before(stats.visited);
        ++stats.visited;

        // Step 1. What needs no search: too few or too many, a trick that is won, the table.
        if (need <= 0 || need > left) {
            ++stats.leaves;
            const hand open = live_in(here) | trick;
            return need <= 0 ? bounded{0, 0, 0, open} : bounded{left, 0, open, 0};
        }
        if (here.on_table) {
            if (parts_.sure && !game_.can_be_beaten(here)) {
                const int worth = game_.worth_so_far(here);
                const bool ours = game_.side_of(here.winner) == 0;
                if (ours ? need <= worth : need > left - worth) {
                    ++stats.entry;
                    const hand ranks = next_below(here, here.winning, here.winner, trick), open = live_in(here);
                    return ours ? bounded{worth, ranks, trick, open} : bounded{left - worth, ranks, open, trick};
                }
            }
            return expand(here, need, left, trick);
        }
        if (!parts_.table) return expand(here, need, left, trick);
        typename table_type::shape shape;
        const hand live = describe(here, shape);
        typename table_type::answer known;
        if (table_.look(shape, need, known)) {
            ++stats.table_hits;
            return {known.bound, ranks_of(known, live), shape.cards_at(known.first), shape.cards_at(known.second)};
        }
        const bounded found = expand(here, need, left, trick);

        // Step 4. Remember the answer, and what it rests on.
        known.bound = found.bound;
        known.most = found.bound < need;
        known.first = shape.places_of(found.first);
        known.second = shape.places_of(found.second);
        for (int suit = 0; suit < game_.pack().suits(); ++suit) {
            const hand cards = live & game_.cards_of(suit);
            const bool whole = parts_.absolute || (resting_ & game_.cards_of(suit));
            const hand counted = told_ | down_to(found.ranks & game_.cards_of(suit));
            known.tops[suit] = static_cast<std::uint8_t>(count_cards(whole ? cards : cards & counted));
        }
        table_.keep(shape, known);
        return found;
    }

    /// Ask the moves until one decides it.
    bounded expand(const position& here, int need, int left, hand trick) {
        ++stats.expanded;
        // Step 2. The moves, the most promising first.
        const bool ours = game_.side(here) == 0;
        const int tricks = game_.plies_left(here) / game_.players();
        choice moves;
        list(here, moves);
        const hand legal = legal_by(here, trick);
        bounded all{ours ? -1 : left + 1, legal, 0, 0};
        for (int at = 0; at < moves.count; ++at) {
            moves.weights[at] = parts_.weights ? weight(here, moves.cards[at], last_[tricks]) : 0;
        }

        // Step 3. Ask each until one answers as the mover wants.
        std::array<bounded, most_moves> results;
        for (int at = 0; at < moves.count; ++at) {
            const auto best = std::max_element(moves.weights.begin() + at, moves.weights.begin() + moves.count) - moves.weights.begin();
            to_front(moves.weights, at, best);
            to_front(moves.cards, at, best);
            to_front(moves.group_of, at, best);
            const int card = moves.cards[at];
            bounded& found = results[at];
            if (!parts_.near || !like_another(moves, results, at, need, ours, found)) {
                const position next = game_.play(here, card);
                if (next.on_table) {
                    found = node(next, need, left, trick | bit<hand>(card));
                } else {
                    const int worth = game_.worth_with(here, card);
                    const int gained = game_.side_of(next.leader) == 0 ? worth : 0;
                    found = node(next, need - gained, left - worth, 0);
                    found.bound += gained;
                    found.ranks |= decided_by(here, next, card, trick);
                    (game_.side_of(next.leader) == 0 ? found.first : found.second) |= trick | bit<hand>(card);
                }
            }
            if ((found.bound >= need) == ours) {
                ++stats.window;
                if (&here == asked_) decided_ = card;
                if (!here.on_table) last_[tricks] = card;
                found.ranks |= legal;
                return found;
            }
            all.bound = ours ? std::max(all.bound, found.bound) : std::min(all.bound, found.bound);
            all.ranks |= found.ranks;
            all.first |= found.first;
            all.second |= found.second;
        }

        // All fail: what is said of a move is said of the cards that it stands for.
        const hand own = here.hands[here.turn], others = live_in(here) & ~own;
        for (int group = 0; group < moves.group_count; ++group) {
            const auto [first, last] = moves.groups[group];
            if (down_to(all.ranks & suit_at(first)) >> first & 1) all.ranks |= bit<hand>(last);
            const hand alike = run_from(first, own, others);
            if (all.first & alike) all.first |= alike;
            if (all.second & alike) all.second |= alike;
        }
        return all;
    }

    template <class Values>
    static void to_front(Values& values, int at, std::ptrdiff_t from) {
        std::rotate(values.begin() + at, values.begin() + from, values.begin() + from + 1);
    }

    /// The moves in groups.
    void list(const position& here, choice& moves) const {
        const hand own = here.hands[here.turn];
        const hand others = (live_in(here) & ~own) | (here.on_table ? bit<hand>(here.winning) : 0);
        const hand firsts = game_.pack().first_copies();
        const hand alone = firsts ? lone_copies(own, others, firsts) : 0;
        for (hand left = game_.choices(here); left; left &= left - 1) {
            const auto card = static_cast<std::uint8_t>(first_card(left));
            if (parts_.near && joins(moves, card, others, alone)) moves.groups[moves.group_count - 1].last = card;
            else moves.groups[moves.group_count++] = {card, card};
            moves.group_of[moves.count] = static_cast<std::uint8_t>(moves.group_count - 1);
            moves.cards[moves.count++] = card;
        }
    }

    bool joins(const choice& moves, int card, hand others, hand alone) const {
        if (moves.group_count == 0) return false;
        const int last = moves.groups[moves.group_count - 1].last;
        return game_.suit_of(last) == game_.suit_of(card) && !(others & (bit<hand>(card) - bit<hand>(last))) &&
               !(alone & (bit<hand>(card) | bit<hand>(last))) && kinds_[last] == kinds_[card];
    }

    /// What a move that failed says of another: a neighbour, or a higher card above all ranks that
    /// counted. If they change places, no more than the difference of their points does.
    bool like_another(
        const choice& moves, const std::array<bounded, most_moves>& results, int at, int need, bool ours, bounded& found
    ) const {
        const int card = moves.cards[at];
        const hand suit = suit_at(card);
        for (int before = 0; before < at; ++before) {
            const int other = moves.cards[before];
            const bounded& below = results[before];
            bool like = moves.group_of[before] == moves.group_of[at];
            if (!like && !(resting_ & suit) && (suit >> other & 1) && other < card) {
                like = kinds_[other] == kinds_[card] && !(down_to(below.ranks & suit) >> other & 1);
            }
            if (!like) continue;
            const int more = game_.points_of(card) - game_.points_of(other);
            const int bound = below.bound + changed(below, other, more, ours) + changed(below, card, -more, ours);
            if ((bound < need) == ours) {
                found = {bound, below.ranks, below.first, below.second};
                const hand both = bit<hand>(card) | bit<hand>(other);
                if (found.first & both) found.first |= both;
                if (found.second & both) found.second |= both;
                return true;
            }
        }
        return false;
    }

    /// What a bound changes by if a card has so many points more.
    static int changed(const bounded& below, int card, int more, bool most) {
        if (!(below.first >> card & 1)) return 0;
        if (!(below.second >> card & 1)) return more;
        return most ? std::max(0, more) : std::min(0, more);
    }

    /// The cards whose ranks decide a trick that ends with a card.
    hand decided_by(const position& here, const position& next, int card, hand trick) const {
        const int wins = game_.beaters(here.winning) >> card & 1 ? card : here.winning;
        trick |= bit<hand>(card);
        if (!(trick & suit_at(wins) & ~bit<hand>(wins))) return 0;
        return next_below(here, wins, next.leader, trick & ~bit<hand>(wins));
    }

    /// The cards whose ranks say what the mover may play: what it must beat, or may not play under.
    hand legal_by(const position& here, hand trick) const {
        if (!by_rank_ || !here.on_table || here.led == no_suit) return 0;
        const auto& duties = game_.rules().duties;
        const hand own = here.hands[here.turn], led = game_.cards_of(here.led), trumps = own & game_.trumps();
        const hand follows = own & led & ~static_cast<hand>(duties.kept);
        const bool trumps_led = led == game_.trumps();
        const bool trumped = !trumps_led && (game_.trumps() >> here.winning & 1);
        const bool heads = duties.head == head_rule::all || (duties.head == head_rule::trumps && trumps_led);
        const bool trumping = follows ? duties.follow == follow_rule::or_trump : !trumps_led && duties.without != void_rule::any;
        hand compared = 0, found = 0;
        if (heads && !trumped && (follows & (follows - 1))) compared = follows;
        if (trumped && ((trumping && duties.without == void_rule::overtrump) || !duties.under)) compared |= trumps;
        if (compared) {
            const bool all = !(compared & ~game_.beaters(here.winning));
            found |= all ? bit<hand>(last_card(compared)) : bit<hand>(here.winning);
        }
        if (duties.spared && trumping && trumps && (trick & suit_at(here.winning) & ~bit<hand>(here.winning))) {
            found |= bit<hand>(here.winning);
        }
        return found;
    }

    /// A card, and those of its player below it with no card of another between.
    hand next_below(const position& here, int card, int player, hand trick) const {
        hand others = trick;
        for (int seat = 0; seat < game_.players(); ++seat) {
            if (seat != player) others |= here.hands[seat];
        }
        return run_from(card, here.hands[player] | bit<hand>(card), others & ~bit<hand>(card));
    }

    /// Cards of a hand from one of them down, with none of others between.
    hand run_from(int card, hand own, hand others) const {
        const hand from = suit_at(card) & ~(bit<hand>(card) - 1), between = others & from;
        const hand until = between ? (between & -between) - 1 : ~hand{0};
        return own & from & until;
    }

    static hand live_in(const position& here) {
        hand found = 0;
        for (hand cards : here.hands) found |= cards;
        return found;
    }

    hand suit_at(int card) const { return game_.cards_of(game_.suit_of(card)); }

    /// The places down to the last of some cards, with its second copy; none if there are none.
    hand down_to(hand cards) const {
        if (!cards) return 0;
        int last = last_card(cards);
        if (game_.pack().first_copies()) last |= 1;
        return (bit<hand>(last) - 1) | bit<hand>(last);
    }

    /// The last cards that a bound rests on.
    hand ranks_of(const points_bound& known, hand live) const {
        hand found = 0;
        for (int suit = 0; suit < game_.pack().suits(); ++suit) {
            hand cards = live & game_.cards_of(suit);
            int above = known.tops[suit];
            if (!above) continue;
            while (--above) cards &= cards - 1;
            found |= bit<hand>(first_card(cards));
        }
        return found;
    }

    /// How the table sees a position; the cards in the hands.
    hand describe(const position& here, typename table_type::shape& shape) const {
        const hand live = live_in(here);
        static_assert(most_suits * (most_players + 1) <= most_lengths);
        std::array<std::uint8_t, Game::deepest> holder;
        int word = 0, bits = 5, points = 0;
        shape.key[0] = std::uint64_t{here.leader} | std::uint64_t{here.broken} << 3 | std::uint64_t{here.begun} << 4;
        const auto count = [&](hand cards) {
            if (bits > 58) ++word, bits = 0;
            shape.key[word] |= static_cast<std::uint64_t>(count_cards(cards)) << bits;
            bits += 6;
        };
        for (int suit = 0; suit < game_.pack().suits(); ++suit) {
            // As many of other kinds: then all that an entry does not tell are of one kind.
            count(live & told_ & game_.cards_of(suit));
            for (int player = 0; player < game_.players(); ++player) {
                const hand own = here.hands[player] & game_.cards_of(suit);
                count(own);
                for (hand left = own; left; left &= left - 1) {
                    const int card = first_card(left);
                    holder[card] = static_cast<std::uint8_t>(player);
                    shape.cards[points] = static_cast<std::uint8_t>(card);
                    shape.points[points++] = static_cast<std::uint8_t>(game_.points_of(card));
                }
            }
        }
        int at = 0;
        for (int suit = 0; suit < most_suits; ++suit) {
            shape.starts[suit] = static_cast<std::uint8_t>(at);
            if (suit >= game_.pack().suits()) continue;
            for (hand left = live & game_.cards_of(suit); left; left &= left - 1) {
                shape.codes[at++] = code(first_card(left), live, holder);
            }
        }
        shape.starts[most_suits] = static_cast<std::uint8_t>(at);
        shape.size = (at + 15) / 16 * 16;
        return live;
    }

    /// Who holds a card, of two copies against each other first the lower number, and its kind.
    template <class Holders>
    std::uint8_t code(int card, hand live, const Holders& holder) const {
        if (parts_.absolute) return static_cast<std::uint8_t>(card);
        int player = holder[card], tied = 0;
        if (game_.pack().first_copies() && (live >> (card ^ 1) & 1) && holder[card ^ 1] != player) {
            tied = 8;
            player = card & 1 ? std::max<int>(player, holder[card ^ 1]) : std::min<int>(player, holder[card ^ 1]);
        }
        return static_cast<std::uint8_t>(player | tied | kinds_[card] << 4);
    }

    /// How rules tell cards from others, but for suit, rank and points, and where every rank may
    /// count for what must be played.
    void prepare_kinds() {
        const trick_rules& rules = game_.rules();
        const auto& duties = rules.duties;
        const auto& special = rules.special;
        std::vector<std::array<int, 9>> known;
        for (int card = 0; card < game_.pack().size(); ++card) {
            auto kind = kind_of(rules, card);
            kind[0] = 0;
            const auto at = std::find(known.begin(), known.end(), kind) - known.begin();
            if (at == static_cast<std::ptrdiff_t>(known.size())) known.push_back(kind);
            kinds_[card] = static_cast<std::uint8_t>(at);
        }
        if (known.size() > 15) throw refused("expected at most 15 kinds of cards in a search for points");
        const bool first_trick = special.first_lead || special.first_not;
        if (duties.wild || duties.high || duties.low || special.alone || first_trick) resting_ = ~hand{0};
        by_rank_ = duties.follow != follow_rule::free &&
                   (duties.head != head_rule::none || duties.without == void_rule::overtrump || !duties.under || duties.spared);
        for (int suit = 0; suit < game_.pack().suits(); ++suit) {
            const hand cards = game_.cards_of(suit);
            hand unlike = 0;
            for (hand left = cards; left; left &= left - 1) {
                if (kinds_[first_card(left)] != kinds_[last_card(cards)]) unlike |= bit<hand>(first_card(left));
            }
            told_ |= cards & down_to(unlike);
        }
    }

    int weight(const position& here, int card, int last) const {
        const int mover = game_.side_of(here.turn), points = game_.points_of(card);
        if (!here.on_table) {
            const bool wins = game_.side_of(expected(here, card, here.turn)) == mover;
            const int weight = wins ? 100 + 6 * points : game_.rank_of(card) - 4 * points;
            return weight - 16 * choices_of_foes(here, card) + (card == last ? 100 : 0);
        }
        const bool beats = game_.beaters(here.winning) >> card & 1;
        const int who = beats ? expected(here, card, here.turn) : expected(here, here.winning, here.winner);
        int found = game_.rank_of(card);
        if ((game_.trumps() >> card & 1) && here.led != game_.suit_of(card)) found -= 30;
        return game_.side_of(who) == mover ? found + 200 + 8 * points : found - 16 * points;
    }

    /// Among how many cards the other side chooses if a card is led and all follow suit who can.
    int choices_of_foes(const position& here, int card) const {
        int found = 0;
        for (int player = 0; player < game_.players(); ++player) {
            if (game_.side_of(player) == game_.side_of(here.turn)) continue;
            const int follows = count_cards(here.hands[player] & suit_at(card));
            found += follows ? follows : count_cards(here.hands[player]);
        }
        return found;
    }

    /// Who wins the trick if all who play after the mover play their best; until then this card wins.
    int expected(const position& here, int winning, int who) const {
        const bool open = !here.on_table || here.led == no_suit;
        const hand led = game_.cards_of(open ? game_.suit_of(winning) : here.led);
        for (int seat = here.on_table + 1; seat < game_.players(); ++seat) {
            const int player = (here.leader + seat) % game_.players();
            const hand follows = here.hands[player] & led;
            const hand trumps = here.hands[player] & game_.trumps();
            const bool may_trump = trumps && game_.rules().duties.follow != follow_rule::must;
            const hand best = follows && !may_trump ? follows : trumps;
            if (best && (game_.beaters(winning) >> first_card(best) & 1)) {
                winning = first_card(best);
                who = player;
            }
        }
        return who;
    }

    const Game& game_;
    table_type& table_;
    const points_parts parts_;
    watch& watch_;
    const position* asked_ = nullptr;
    int decided_ = -1;
    hand resting_ = 0;  ///< All cards, where every rank may count for what must be played.
    hand told_ = 0;     ///< The cards of each suit down to the last of another kind than those below.
    bool by_rank_ = false;  ///< Whether ranks say what must be played.
    std::array<std::uint8_t, Game::deepest> kinds_{};
    std::array<int, most_moves + 1> last_;  ///< The lead that decided last, with so many tricks left.
};

}  // namespace kibitz
