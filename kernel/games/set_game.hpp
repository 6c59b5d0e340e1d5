// The rules of a deal whose cards lie in lanes, with what sure and quick tricks say of it.
//
// It plays as games/trick_taking.hpp does; the cards stay with their owners, see deal.hpp.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../set_table.hpp"
#include "deal.hpp"

namespace kibitz {

enum class set_order { high, low, trick, suits };
enum class set_memory { none, bounds, sets };

/// The parts of a search by outcome sets, as in reference/outcome_sets.py.
struct set_parts {
    set_order order = set_order::suits;
    int life = 3;
    set_memory table = set_memory::sets;
    bool relative = true;
    bool classes = true;
    bool sure = true;
    bool quick = true;
    bool out = true;
    bool look_ahead = true;
    std::uint32_t free = 0;  ///< Sides that break ties freely, a bit each; none in a search for one value.
    std::size_t table_mb = 256;
};

/// The rules of a deal on lanes, and what does not change in a search.
template <int Players, class Layout>
class set_game {
public:
    static constexpr int most_moves = Layout::most_moves;
    static constexpr int most_plies = Layout::most_places;
    using suit_order = std::conditional_t<Layout::standard, std::uint8_t, std::uint32_t>;

    struct position {  // not set at first; `root` makes one
        lanes held;
        std::int64_t taken;    ///< Digits, see outcome_grid.
        std::uint32_t points;  ///< Of the cards on the table.
        std::uint8_t leader;
        std::uint8_t seat;     ///< Cards on the table.
        std::uint8_t led;
        std::uint8_t winning;  ///< The place of the winning card,
        std::uint8_t winner;   ///< and who played it.
        std::uint8_t left;     ///< Tricks, the present one included.
        suit_order suits;      ///< The order of the suits, some bits each.
        std::uint8_t broken;
        std::uint8_t begun;
    };

    /// The ids of the suits in order, each with its suit in the last bits.
    using suit_ids = std::array<std::uint32_t, Layout::suit_count>;
    static constexpr int suit_bits = Layout::standard ? 2 : 3;

    struct move_list {
        int count = 0;
        std::array<std::uint8_t, most_moves> at;
        void add(int place) { at[count++] = static_cast<std::uint8_t>(place); }
    };

    set_game(const trick_rules& rules, const set_parts& parts)
        : deal(rules),
          rules_(rules),
          parts_(parts),
          players_(rules.players),
          trump_(rules.trump),
          trumps_(rules.trump < 0 ? 0 : layout().of(rules.trump)) {
        special_ = rules.special.as<lanes>([this](card_set cards) { return deal.places(cards); });
        if (std::popcount(special_.alone) != count_cards(rules.special.alone)) special_.alone = ~lanes{0};  // not in this deal
        duties_ = rules.duties.as<lanes>([this](card_set cards) { return deal.places(cards); });
        usual_ = rules.duties.are_usual();
        if (rules.pack.copies > 1) first_copies_ = first_places();
        for (card_set cards : cards_by_kind(rules)) kinds_.push_back(deal.places(cards));
        for (int player = 0; player < players(); ++player) side_of[player] = rules.side_of[player];
        follows_ = rules.duties.follow_suit();
        by_rank_ = Layout::standard || (rules.duties.ranks_decide() && rules.pack.copies == 1);
        counts_sure_ = parts.sure && trump_ >= 0 && rules.left_over == 0 && rules.counts_tricks && by_rank_;
        id_bits_ = bits_of_ids(layout().suits());
        sees_safe_ = parts.out && !rules.counts_tricks && usual_ && rules.pack.copies == 1 && rules.stays.empty();
        if (sees_safe_) deal.make_safe();
    }

    /// Whether pack and duties are such that lanes of this kind will do.
    static bool fits(const trick_rules& rules, const set_parts& parts) {
        if (Layout::standard && (!rules.duties.are_usual() || rules.pack.copies > 1 || !rules.stays.empty())) return false;
        const std::vector<int> sizes = lane_sizes(rules, fixed_deal<Layout>::has_gaps(rules));
        if (!fit<Layout>(sizes)) return false;
        std::uint64_t ids = 0;
        for (int size : sizes) ids += std::uint64_t{1} << size;
        return !(parts.relative && rules.relative) || ids <= std::uint64_t{1} << bits_of_ids(static_cast<int>(sizes.size()));
    }

    const Layout& layout() const { return deal.layout(); }

    int players() const { return Players ? Players : players_; }

    int turn(const position& here) const {
        const int next = here.leader + here.seat;
        return next < players() ? next : next - players();
    }

    /// A position of this deal, but for what was taken.
    position root(const trick_rules& now) const {
        position here{};
        for (card_set cards : now.hands) here.held |= deal.places(cards);
        for (int card : now.table) here.held |= lane_bit(deal.place(card));
        here.left = static_cast<std::uint8_t>((std::popcount(here.held) - now.left_over) / players());
        here.leader = static_cast<std::uint8_t>(now.leader);
        here.begun = now.begun;
        here.suits = sorted_suits(here.held);
        for (int card : now.table) put(here, deal.place(card));
        here.broken = now.broken;
        return here;
    }

    /// The suits as they are when a trick begins: trumps last, the others by their ids.
    suit_order sorted_suits(lanes held) const { return suits_of(sorted_ids(held)); }

    /// Their ids in that order.
    suit_ids sorted_ids(lanes held) const {
        suit_ids ids;
        const auto suits = static_cast<std::uint32_t>(layout().suits());
        for (std::uint32_t suit = 0; suit < suits; ++suit) {
            ids[suit] = deal.facts(held, static_cast<int>(suit)).id << suit_bits | suit;
        }
        if (parts_.order != set_order::suits) return ids;
        if (trump_ >= 0) ids[trump_] |= trump_last;
        const auto order = [&ids](int one, int other) {
            const std::uint32_t low = std::min(ids[one], ids[other]), high = std::max(ids[one], ids[other]);
            ids[one] = low;
            ids[other] = high;
        };
        if constexpr (Layout::standard) {
            order(0, 1);
            order(2, 3);
            order(0, 2);
            order(1, 3);
            order(1, 2);
        } else {
            for (int end = 1; end < layout().suits(); ++end) {
                for (int at = end; at > 0; --at) order(at - 1, at);
            }
        }
        return ids;
    }

    suit_order suits_of(const suit_ids& ids) const {
        suit_order found = 0;
        for (int at = 0; at < layout().suits(); ++at) {
            found = static_cast<suit_order>(found | (ids[at] & ((1u << suit_bits) - 1)) << suit_bits * at);
        }
        return found;
    }

    /// The suit at a place in the order.
    static int suit_in(suit_order suits, int at) { return static_cast<int>(suits >> suit_bits * at & ((1u << suit_bits) - 1)); }

    /// Put a card of the player to move on the table.
    void put(position& here, int place) const {
        here.held &= ~lane_bit(place);
        const int player = turn(here);
        if (here.seat == 0) {
            here.led = led_by(place);
            here.winning = static_cast<std::uint8_t>(place);
            here.winner = static_cast<std::uint8_t>(player);
        } else if (deal.beaters(here.winning) >> place & 1) {
            here.winning = static_cast<std::uint8_t>(place);
            here.winner = static_cast<std::uint8_t>(player);
        }
        if (!Layout::standard && here.led == no_suit) here.led = led_by(place);
        here.broken |= static_cast<std::uint8_t>(special_.breakers >> place & 1);
        if (!rules_.counts_tricks) here.points += static_cast<std::uint32_t>(rules_.points[deal.card(place)]);
        ++here.seat;
    }

    /// The position after a card; the suits stay in order until the next trick is looked at.
    position play(const position& here, int place) const {
        position next = here;
        if (!Layout::standard && !rules_.stays.empty()) {
            next.taken += radix[rules_.keeper(turn(here), here.left == 1)] * rules_.stays[deal.card(place)];
        }
        put(next, place);
        if (next.seat == players()) {
            next.taken += radix[next.winner] * static_cast<std::int64_t>(worth(next));
            next.leader = next.winner;
            next.seat = 0;
            next.points = 0;
            next.begun = 1;
            --next.left;
        }
        return next;
    }

    /// Whether nobody has a choice any more, between tricks.
    bool is_forced(const position& here) const { return here.left == 1 && rules_.left_over == 0; }

    /// The end of a game in which everybody has one card.
    position last_trick(position here) const {
        for (int seat = 0; seat < players(); ++seat) {
            here = play(here, std::countr_zero(here.held & deal.own(turn(here))));
        }
        return here;
    }

    lanes legal(const position& here, lanes hand) const {
        const lanes cards = here.seat ? special_.to_play(dutiful(here, hand), here.begun)
                                      : special_.to_lead(hand, here.broken, here.begun);
        return Layout::standard ? cards : cards & ~((cards & first_copies_) << 1);
    }

    /// Legal cards; those that are one move once, by the highest.
    lanes merged(const position& here) const {
        const lanes hand = here.held & deal.own(turn(here));
        const lanes playable = legal(here, hand);
        if (rules_.alike == alike_rule::none) return playable;
        lanes between = here.seat ? here.held | lane_bit(here.winning) : here.held;
        if (rules_.alike == alike_rule::next) between = layout().whole();
        const lanes others = between & ~hand;
        if (!Layout::standard && first_copies_) {
            return first_of_twins(playable, hand, others, layout().tops(), kinds_, first_copies_);
        }
        return first_of_kinds(playable, hand, others, layout().tops(), kinds_);
    }

    void moves(const position& here, move_list& found) const {
        const lanes all = merged(here);
        if (parts_.order == set_order::high) return high_to_low(all, found);
        if (parts_.order == set_order::low) return low_to_high(all, found);
        if (parts_.order == set_order::suits) return by_suits(here, all, found);
        const lanes wins = all & (here.seat ? deal.beaters(here.winning) : unbeaten(here));
        high_to_low(wins, found);
        low_to_high(all & ~wins, found);
    }

    /// What all sides have secured, as digits.
    std::int64_t secured(const position& here) const {
        if (here.seat == 0) return counts_sure_ ? here.taken + sure_digits_[layout().mask(here.held, trump_)] : here.taken;
        std::int64_t found = here.taken;
        each_sure(here, [&](int player, int tricks) { found += radix[player] * tricks; });
        return found;
    }

    /// What each side has taken at a root, and its sure tricks there.
    std::vector<int> base(const position& root, const std::vector<int>& taken) const {
        std::vector<int> found(taken);
        each_sure(root, [&](int player, int tricks) { found[side_of[player]] += tricks; });
        return found;
    }

    /// How many tricks more than the sure ones the leader can take at once.
    int quick_tricks(const position& here) const {
        if (!rules_.counts_tricks || !here.begun) return 0;
        if (!Layout::standard && !(by_rank_ && follows_)) return 0;
        const int leader = here.leader;
        const lanes hand = here.held & deal.own(leader), shut = here.broken ? 0 : hand & special_.closed;
        if (shut & ~trumps_) return 0;
        std::uint32_t trumps = 0;
        int drawn = 0, sure = 0;
        if (trump_ >= 0) {
            const suit_facts& facts = deal.facts(here.held, trump_);
            trumps = facts.lengths;
            if (facts.top == leader && (!shut || !(hand & ~special_.closed))) drawn = top_run(here.held, trump_);
            if (counts_sure_) sure = nibble(facts.sure, leader);
        }
        int quick = std::max(drawn, sure);
        for (int suit = 0; suit < layout().suits(); ++suit) {
            if (suit == trump_) continue;
            const suit_facts& facts = deal.facts(here.held, suit);
            if (facts.top != leader) continue;
            int most = facts.run;
            for (int player = 0; player < players(); ++player) {
                if (player != leader && nibble(trumps, player) > drawn) most = std::min(most, nibble(facts.lengths, player));
            }
            quick += most;
        }
        return std::min<int>(quick, here.left) - sure;
    }

    /// Players who take nothing more, whatever is played, a bit each; only where cards have points.
    unsigned players_out(const position& here) const {
        if (!parts_.out || rules_.counts_tricks || !by_rank_ || !rules_.stays.empty()) return 0;
        const unsigned all = (1u << players()) - 1, leads = 1u << here.leader;
        unsigned above = all, below = all, trumps = 0;
        for (int suit = 0; suit < layout().suits(); ++suit) {
            const suit_facts& facts = deal.facts(here.held, suit);
            above &= facts.above;
            below &= facts.below;
            for (int player = 0; suit == trump_ && player < players(); ++player) {
                if (nibble(facts.lengths, player)) trumps |= 1u << player;
            }
        }
        if ((above & leads) && !(trumps & ~leads)) return all & ~leads;
        return below & ~leads & ~trumps;
    }

    /// Players who need take nothing more, whatever the others play, a bit each; only where cards have points.
    unsigned players_safe(const position& here) const {
        if (!sees_safe_ || !here.begun) return 0;
        const lanes hand = here.held & deal.own(here.leader), closed = here.broken ? 0 : special_.closed;
        unsigned safe = (1u << players()) - 1;
        bool leaves = false;
        for (int suit = 0; suit < layout().suits(); ++suit) {
            const unsigned bits = deal.safe(here.held, suit);
            safe &= bits;
            for (int player = 0; suit == trump_ && player < players(); ++player) {
                if (nibble(deal.facts(here.held, suit).lengths, player)) safe &= ~(1u << player);
            }
            const lanes cards = here.held & layout().of(suit), mine = cards & hand;
            leaves |= mine && mine != cards && (bits >> 8 >> here.leader & 1) && !(std::bit_floor(mine) & closed);
        }
        return leaves ? safe : safe & ~(1u << here.leader);
    }

    set_key key(const position& here, const suit_ids& ids, std::uint32_t wants) const {
        set_key found;
        found.number = (std::uint64_t{wants} * 2 + here.begun) * chunks;
        if (!relative()) {
            found.word = Layout::standard ? here.held | lanes{here.leader} << 13 | lanes{here.broken} << 29
                                          : here.held | lanes{here.leader} << 60 | lanes{here.broken} << 63;
        } else if constexpr (Layout::standard) {
            found.word = std::uint64_t{here.leader} << 60 | std::uint64_t{here.broken} << 63;
            found.word |= (ids[0] >> 2) | std::uint64_t{ids[1] >> 2} << 15 | std::uint64_t{ids[2] >> 2} << 30 |
                          std::uint64_t{ids[3] >> 2 & 0x7FFF} << 45;
        } else {
            found.word = std::uint64_t{here.leader} << 60 | std::uint64_t{here.broken} << 63;
            for (int at = 0; at < layout().suits(); ++at) {
                found.word |= std::uint64_t{(ids[at] & (trump_last - 1)) >> suit_bits} << id_bits_ * at;
            }
        }
        found.hash = set_table::hash(found.word);
        return found;
    }

    /// Once it is known what counts how much.
    void set_radix(const std::array<std::int64_t, most_players>& by_player) {
        radix = by_player;
        if (!counts_sure_) return;
        sure_digits_.resize(std::size_t{1} << Layout::most_in_suit);
        for (std::uint32_t mask = 0; mask < sure_digits_.size(); ++mask) {
            if (lanes{mask} << layout().begin(trump_) & ~(deal.dealt() & trumps_)) continue;
            const std::uint32_t sure = deal.facts(lanes{mask} << layout().begin(trump_), trump_).sure;
            for (int player = 0; player < players(); ++player) sure_digits_[mask] += radix[player] * nibble(sure, player);
        }
    }

    fixed_deal<Layout> deal;
    std::array<int, most_players> side_of{};
    std::array<std::int64_t, most_players> radix{};
    std::uint32_t chunks = 1;  ///< Entries of a table that a set may need.

private:
    static constexpr std::uint32_t trump_last = 1u << (Layout::standard ? 20 : 24);  ///< Above all ids.

    /// The room of an id in a key.
    static int bits_of_ids(int suits) { return Layout::standard ? 15 : 60 / suits; }

    /// Whether keys go by owners.
    bool relative() const { return parts_.relative && rules_.relative; }

    /// The suit that a card says was led; none, if it does not say.
    std::uint8_t led_by(int place) const {
        if (!Layout::standard && (duties_.low >> place & 1)) return no_suit;
        return static_cast<std::uint8_t>(layout().suit_at(place));
    }

    /// The places of the first of two copies.
    lanes first_places() const {
        constexpr lanes every_second = 0x5555555555555555;
        lanes found = 0;
        for (int suit = 0; suit < layout().suits(); ++suit) found |= layout().of(suit) & every_second << layout().begin(suit);
        return found;
    }

    /// What the trick on the table counts.
    std::uint32_t worth(const position& here) const {
        if (rules_.counts_tricks) return 1;
        return here.points + (here.left == 1 ? static_cast<std::uint32_t>(rules_.last_trick) : 0);
    }

    /// What duties leave of a hand of which a card is played to a trick.
    lanes dutiful(const position& here, lanes hand) const {
        const lanes led = layout().of(here.led);
        if (Layout::standard || usual_) {
            const lanes follows = hand & led;
            return follows ? follows : hand;
        }
        const bool trumped = led != trumps_ && (trumps_ >> here.winning & 1);
        const bool partner = side_of[here.winner] == side_of[turn(here)];
        return duties_.legal(hand, {led, trumps_, deal.beaters(here.winning), trumped, partner});
    }

    /// How many of the highest cards of a suit belong to one player.
    int top_run(lanes held, int suit) const {
        const lanes cards = held & layout().of(suit);
        const lanes others = cards & ~deal.own(deal.facts(held, suit).top);
        return std::popcount(cards & above_all(others));
    }

    /// The places above that of a card; its other copy is no higher.
    lanes above(int place) const {
        if (!Layout::standard && first_copies_) place &= ~1;
        return lane_bit(place) - 1;
    }

    /// The places that have none of these cards, which are of one suit, above them.
    lanes none_above(lanes cards) const {
        if (Layout::standard) return above_all(cards);
        return above_all(cards) | (cards & -cards & first_copies_) << 1;
    }

    /// Cards of the player to move of which no other holds a higher one of their suit.
    lanes unbeaten(const position& here) const {
        lanes found = 0;
        const lanes hand = here.held & deal.own(turn(here));
        for (int suit = 0; suit < layout().suits(); ++suit) {
            const lanes cards = layout().of(suit);
            found |= hand & cards & none_above(here.held & ~hand & cards);
        }
        return found;
    }

    /// Call with each player and tricks or points that it is sure to take: the present ones, and with trumps.
    template <class Act>
    void each_sure(const position& here, const Act& act) const {
        const bool won = parts_.sure && here.seat && is_won(here);
        if (won) act(here.winner, static_cast<int>(worth(here)));
        if (!counts_sure_) return;
        const std::uint32_t after = deal.facts(here.held, trump_).sure;
        const bool trumped = here.seat && layout().suit_at(here.winning) == trump_;
        const std::uint32_t before = trumped ? deal.facts(here.held | lane_bit(here.winning), trump_).sure : after;
        for (int seat = 0, player = here.leader; seat < players(); ++seat) {
            const bool is_past = seat < here.seat && (won || player != here.winner);
            act(player, nibble(is_past ? after : before, player));
            player = player + 1 == players() ? 0 : player + 1;
        }
    }

    /// The cards that those after so many seats can put on the table.
    lanes playable_from(const position& here, int seat) const {
        const lanes led = layout().of(here.led);
        lanes found = 0;
        for (; seat < players(); ++seat) {
            const int next = here.leader + seat;
            const lanes hand = here.held & deal.own(next < players() ? next : next - players());
            if (!Layout::standard && !usual_) {
                found |= duties_.may_beat(hand, led, trumps_);
                continue;
            }
            const lanes follows = hand & led;
            found |= follows ? follows : hand;
        }
        return found;
    }

    /// Whether nobody can beat the card that is winning the trick.
    bool is_won(const position& here) const { return (playable_from(here, here.seat) & deal.beaters(here.winning)) == 0; }

    // The order `suits`, as in cards/order.py.

    void by_suits(const position& here, lanes all, move_list& found) const {
        if (!rules_.orders_to_win) return here.seat ? follow_for_points(here, all, found) : lead_for_points(here, all, found);
        if (here.seat == 0) return lead(here, all, found);
        const lanes led = layout().of(here.led);
        const lanes wins = all & deal.beaters(here.winning);
        const lanes safe = wins & not_beaten_by(playable_from(here, here.seat + 1), wins);
        suit_by_suit(safe, here, found);
        low_to_high(wins & ~safe & led, found);
        const lanes losing = all & ~wins;
        if ((losing & ~led) == 0) {
            low_to_high(losing, found);
        } else {
            const lanes trumps = losing & (led == trumps_ ? 0 : trumps_);
            weakest_first(losing & ~trumps, here, found);
            low_to_high(trumps, found);
        }
        suit_by_suit(wins & ~safe & ~led, here, found);
    }

    /// Cards from low to high, those of the first suit first; with the usual duties winning cards are of one suit.
    void suit_by_suit(lanes cards, const position& here, move_list& found) const {
        if (Layout::standard) return low_to_high(cards, found);
        for (int at = 0; at < layout().suits(); ++at) low_to_high(cards & layout().of(suit_in(here.suits, at)), found);
    }

    /// Where cards are that no other can beat; with the usual duties these are of one suit.
    lanes not_beaten_by(lanes others, lanes cards) const {
        if (cards == 0) return 0;
        if (!Layout::standard && !(usual_ && first_copies_ == 0)) {
            lanes found = 0;
            for (; cards; cards &= cards - 1) {
                if (!(others & deal.beaters(std::countr_zero(cards)))) found |= cards & -cards;
            }
            return found;
        }
        const int suit = layout().suit_at(std::countr_zero(cards));
        if (suit != trump_ && (others & trumps_)) return 0;
        return above_all(others & layout().of(suit));
    }

    /// Cards of one suit that belong together, and where: lower ones first.
    struct lead_group {
        int place;
        lanes cards;
    };

    void lead(const position& here, lanes all, move_list& found) const {
        const lanes hand = here.held & deal.own(here.leader), others = here.held & ~hand;
        std::array<lead_group, 2 * Layout::suit_count> groups;
        int count = 0;
        const auto add = [&](int place, lanes cards) {
            if (cards == 0) return;
            int to = count++;
            for (; to > 0 && groups[to - 1].place > place; --to) groups[to] = groups[to - 1];
            groups[to] = {place, cards};
        };
        for (int at = 0; at < layout().suits(); ++at) {
            const int suit = suit_in(here.suits, at);
            const lanes cards = all & layout().of(suit);
            if (cards == 0) continue;
            const bool trump = suit == trump_;
            const int trumped = trump ? 0 : last_to_trump(here, suit);
            const lanes safe = trumped ? 0 : cards & none_above(others & layout().of(suit));
            const int rest = (15 - std::popcount(hand & layout().of(suit))) * 8 + (trump ? 7 : 6 - at);
            add((trump ? 128 : 0) + rest, safe);
            add((trump ? players() + 1 : 1 + trumped) * 128 + rest, cards & ~safe);
        }
        for (int at = 0; at < count; ++at) high_to_low(groups[at].cards, found);
    }

    /// How far after the leader the last player sits who would trump a suit; 0 if nobody would.
    int last_to_trump(const position& here, int suit) const {
        if (trump_ < 0) return 0;
        const std::uint32_t lengths = deal.facts(here.held, suit).lengths, trumps = deal.facts(here.held, trump_).lengths;
        for (int seat = players() - 1; seat > 0; --seat) {
            const int next = here.leader + seat, player = next < players() ? next : next - players();
            if (nibble(lengths, player) == 0 && nibble(trumps, player) != 0) return seat;
        }
        return 0;
    }

    void lead_for_points(const position& here, lanes all, move_list& found) const {
        const lanes hand = here.held & deal.own(here.leader);
        sorted(all, here, found, [&](int place, int at, lanes suit) {
            const lanes others = here.held & suit & ~hand, higher = others & above(place);
            const bool points = rules_.points[deal.card(place)] > 0;
            return points << 9 | (higher == 0) << 8 | (higher == others) << 7 | std::popcount(hand & suit) << 3 | (6 - at);
        });
    }

    void follow_for_points(const position& here, lanes all, move_list& found) const {
        const lanes hand = here.held & deal.own(turn(here));
        sorted(all, here, found, [&](int place, int, lanes suit) {
            const bool wins = deal.beaters(here.winning) >> place & 1;
            const lanes higher = here.held & suit & ~hand & above(place);
            return (wins == (here.points > 0)) << 8 | std::popcount(hand & suit) << 4 | std::popcount(higher);
        });
    }

    /// Cards with most cards above them first.
    void weakest_first(lanes cards, const position& here, move_list& found) const {
        sorted(cards, here, found, [&](int place, int, lanes suit) {
            return -std::popcount(here.held & suit & above(place));
        });
    }

    /// Cards by a number that a function makes of card, place of the suit and suit: lower ones first,
    /// equal ones in the order of the suits, from high to low.
    template <class Key>
    void sorted(lanes cards, const position& here, move_list& found, const Key& key) const {
        std::array<int, most_moves> keys;
        const int first = found.count;
        for (int at = 0; at < layout().suits(); ++at) {
            const lanes suit = layout().of(suit_in(here.suits, at));
            for (lanes left = cards & suit; left; left &= left - 1) {
                const int place = std::countr_zero(left), mine = key(place, at, suit);
                int to = found.count++;
                for (; to > first && keys[to - 1] > mine; --to) {
                    keys[to] = keys[to - 1];
                    found.at[to] = found.at[to - 1];
                }
                keys[to] = mine;
                found.at[to] = static_cast<std::uint8_t>(place);
            }
        }
    }

    static void high_to_low(lanes cards, move_list& found) {
        for (; cards; cards &= cards - 1) found.add(std::countr_zero(cards));
    }

    static void low_to_high(lanes cards, move_list& found) {
        while (cards) {
            const int place = 63 - std::countl_zero(cards);
            found.add(place);
            cards ^= lane_bit(place);
        }
    }

    trick_rules rules_;
    set_parts parts_;
    int players_;
    int trump_;
    lanes trumps_;
    bool counts_sure_ = false;  ///< Sure tricks with trumps.
    bool by_rank_ = true;       ///< Whether the highest trump wins, else the highest card of the suit led.
    bool follows_ = true;       ///< Whether a player with cards of the suit led must play one of them.
    bool sees_safe_ = false;    ///< Whether it is known who need take nothing more.
    bool usual_ = true;         ///< Whether duties are to follow suit, and nothing else.
    int id_bits_ = 15;          ///< In keys.
    restrictions<lanes> special_;
    duties<lanes> duties_;
    lanes first_copies_ = 0;
    std::vector<lanes> kinds_;
    std::vector<std::int64_t> sure_digits_;
};

}  // namespace kibitz
