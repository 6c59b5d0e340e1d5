// The core of all trick-taking games: follow suit if you can, the highest card wins and leads.
//
// As cards/game.py and cards/position.py. A hand is one word of cards, see cards.hpp. The rules are
// plain numbers that Python makes. Who holds a card is fixed by the root, so the cards still held
// say who holds what.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "../bounds.hpp"
#include "../control.hpp"
#include "../deepening.hpp"
#include "../ordering.hpp"
#include "../scores.hpp"
#include "../table.hpp"
#include "cards.hpp"
#include "duties.hpp"
#include "trick_rules.hpp"

namespace kibitz {

/// All that the future depends on, where the pack is the standard one: the cards in the low bits.
struct standard_key : table_key<2> {
    int height() const { return std::popcount(words[0] & ((hand{1} << deck_size) - 1)); }
};

/// The same for packs of so many words: the cards, what was taken, and the rest.
template <int Words>
struct other_key : table_key<Words + 2> {
    int height() const {
        int cards = 0;
        for (int at = 0; at < Words; ++at) cards += std::popcount(this->words[at]);
        return cards;
    }
};

/// A trick game with so many players, 0 is any number, and a pack.
template <class Game>
class playouts;

template <int Players, class Pack = standard_pack>
class trick_taking {
public:
    static constexpr int counted_players = Players;  ///< Known when compiling, or 0.
    static constexpr int seats = Players ? Players : most_players;
    static constexpr int sides = Players ? Players : 8;
    static constexpr int deepest = Pack::most;
    using hand = typename Pack::word;
    using move_number = std::uint8_t;
    using children = card_children<hand>;
    using key_type = std::conditional_t<Pack::standard, standard_key, other_key<sizeof(hand) / 8>>;
    template <class Set>
    using scores_type = scores<trick_taking, Set>;
    using simple_rules = playouts<trick_taking>;

    struct position {
        std::array<hand, seats> hands{};
        std::uint64_t progress = 0;  ///< What each side has taken, some bits each.
        std::uint8_t leader = 0;
        std::uint8_t turn = 0;
        std::uint8_t on_table = 0;  ///< How many cards.
        std::uint8_t led = 0;       ///< The suit.
        std::uint8_t winning = 0;   ///< The card that is winning the trick.
        std::uint8_t winner = 0;    ///< Who played the winning card.
        std::uint8_t left = 0;      ///< Cards in all hands.
        std::uint8_t broken = 0;
        std::uint8_t begun = 1;
        std::uint32_t points = 0;   ///< Of the cards on the table.
    };

    trick_taking(
        const trick_rules& rules, order_rule order, int width, keys_rule keys, probe_rule probe, leaf_rule leaf
    )
        : rules_(rules),
          pack_(rules.pack),
          order_(order),
          width_(width),
          relative_(keys == keys_rule::relative && rules.relative),
          probe_(probe),
          by_strength_(leaf == leaf_rule::cards) {
        prepare_progress();
        prepare_cards();
        if (relative_) prepare_owners();
    }

    position root() const {
        position here;
        for (int player = 0; player < players(); ++player) {
            here.hands[player] = static_cast<hand>(rules_.hands[player]);
            here.left = static_cast<std::uint8_t>(here.left + count_cards(here.hands[player]));
        }
        for (int side = 0; side < rules_.sides; ++side) {
            here.progress += static_cast<std::uint64_t>(rules_.taken[side]) << side * progress_bits_;
        }
        here.leader = here.turn = static_cast<std::uint8_t>(rules_.leader);
        here.broken = rules_.broken;
        here.begun = rules_.begun;
        for (int card : rules_.table) put(here, card);
        return here;
    }

    bool is_over(const position& here) const { return here.left <= rules_.left_over && here.on_table == 0; }
    int side(const position& here) const { return side_of_[here.turn]; }

    /// The cards that may be played, within duties and special rules.
    hand legal(const position& here) const {
        const hand own = here.hands[here.turn];
        const hand cards = here.on_table ? special_.to_play(dutiful(here, own), here.begun)
                                         : special_.to_lead(own, here.broken, here.begun);
        return Pack::standard ? cards : cards & ~((cards & pack_.first_copies()) << 1);
    }

    hand beaters(int card) const { return beaters_[card]; }

    // What a search for points asks, see points.hpp.

    const trick_rules& rules() const { return rules_; }
    const Pack& pack() const { return pack_; }
    int players() const { return Players ? Players : rules_.players; }
    int side_of(int player) const { return side_of_[player]; }
    int suit_of(int card) const { return suit_of_[card]; }
    int rank_of(int card) const { return card - pack_.first(suit_of_[card]); }
    int points_of(int card) const { return rules_.counts_tricks ? 0 : rules_.points[card]; }
    hand cards_of(int suit) const { return pack_.cards_of(suit); }
    hand trumps() const { return rules_.trump < 0 ? 0 : pack_.cards_of(rules_.trump); }

    /// Legal cards; those that are one move once, by the highest.
    hand choices(const position& here) const { return merged(here); }

    /// What the trick on the table counts as it is, and if it ends with a card.
    int worth_so_far(const position& here) const { return static_cast<int>(worth(here)); }
    int worth_with(position here, int card) const {
        --here.left;
        put(here, card);
        return worth_so_far(here);
    }

    /// All that is still to be taken, the present trick included.
    int left_to_take(const position& here) const {
        if (rules_.counts_tricks) return (plies_left(here) + here.on_table) / players();
        std::uint32_t found = here.points;
        for (hand own : here.hands) {
            for (hand left = own; left; left &= left - 1) found += static_cast<std::uint32_t>(rules_.points[first_card(left)]);
        }
        return static_cast<int>(found) + (is_over(here) ? 0 : rules_.last_trick);
    }

    /// Whether one of the other side who is still to play might beat the card that is winning.
    bool can_be_beaten(const position& here) const {
        const hand led = pack_.cards_of(here.led), beaters = beaters_[here.winning];
        for (int seat = here.on_table; seat < players(); ++seat) {
            const int next = here.leader + seat, player = next < players() ? next : next - players();
            if (side_of_[player] == side_of_[here.winner]) continue;
            if (duties_.may_beat(here.hands[player], led, trumps()) & beaters) return true;
        }
        return false;
    }

    children moves(const position& here) const {
        const hand listed = merged(here);
        children found(listed, in_front(here, listed));
        if (width_) found.keep_first(width_);
        return found;
    }

    [[gnu::always_inline]] position play(const position& here, int card) const {
        position next = here;
        if (!Pack::standard && !rules_.stays.empty()) keep(next, card);
        next.hands[here.turn] ^= bit<hand>(card);
        --next.left;
        put(next, card);
        if (next.on_table == players()) {
            next.progress += worth(next) << shift_of_[next.winner];
            next.leader = next.turn = next.winner;
            next.on_table = next.led = next.winning = next.winner = 0;
            next.points = 0;
            next.begun = 1;
        }
        return next;
    }

    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).at(number));
    }

    // What was taken so far, and what it leaves.

    static std::uint64_t progress(const position& here) { return here.progress; }

    /// What a side has taken.
    int taken(std::uint64_t progress, int side) const {
        return static_cast<int>(progress >> side * progress_bits_ & ((std::uint64_t{1} << progress_bits_) - 1));
    }

    /// Whether a move was the last of a trick, the only one that changes what was taken, unless
    /// points stay with who plays them.
    bool progresses(const position& next) const {
        return next.on_table == 0 || (!Pack::standard && !rules_.stays.empty());
    }

    /// The outcome if the game ends with this taken, else -1.
    std::int32_t outcome_of(std::uint64_t progress) const {
        const auto found = outcome_of_.find(progress);
        return found == outcome_of_.end() ? nil : found->second;
    }

    /// Nobody ends with less than was taken so far.
    bool allows(std::uint64_t progress, std::size_t outcome) const {
        for (int side = 0; side < rules_.sides; ++side) {
            if (rules_.outcomes[outcome][side] < taken(progress, side)) return false;
        }
        return true;
    }

    template <class Feasible>
    std::int32_t outcome(const position&, const Feasible& after) const { return listed(after.outcome); }

    /// The outcome to expect: the trick ends as it stands, and the rest is shared out, alike or
    /// by strength. Each unit goes to the side that is furthest behind its share.
    template <class Scores>
    std::int64_t estimate(const position& here, Scores& scores) const {
        std::array<std::int64_t, sides> behind{};
        std::fill_n(behind.begin(), rules_.sides, 1);
        if (by_strength_) add_strengths(here, behind);
        const std::int64_t whole = std::accumulate(behind.begin(), behind.end(), std::int64_t{0});
        std::uint64_t ends = here.progress;
        if (here.on_table) ends += worth(here) << shift_of_[here.winner];
        if (rules_.counts_tricks) {
            const int tricks = plies_left(here) / players();
            for (std::int64_t& share : behind) share *= tricks;
            const int given = share_out_wholes(behind, whole, ends);
            share_out(behind, whole, 1, tricks - given, ends);
        } else {
            const left_over left = all_left(here);
            std::int64_t together = 0;
            for (const equals& some : equals_) together += std::int64_t{some.worth} * left.count(some);
            for (std::int64_t& share : behind) share *= together;
            for (const equals& some : equals_) share_out(behind, whole, some.worth, left.count(some), ends);
        }
        return listed(scores.after(ends).outcome);
    }

    /// After how many moves the game is over.
    int plies_left(const position& here) const { return here.left - rules_.left_over; }

    // What the table is asked.

    bool asked(const position& here) const { return probe_ == probe_rule::card || here.on_table == 0; }

    /// How many moves there are from a position that the table is asked about to the next.
    int moves_to_next_asked(const position&) const { return probe_ == probe_rule::card ? 1 : players(); }

    /// Absolute: the cards still held. Relative: for each suit the first cards that are owned,
    /// from high to low, by the same players. How many cards lie on the table, what they are
    /// worth, and whether the first trick is over, follows from the cards held and from what
    /// was taken.
    key_type key(const position& here, std::uint32_t plies) const {
        hand held = 0;
        for (hand cards : here.hands) held |= cards;
        std::uint64_t winning = 0;
        if (here.on_table) winning = relative_ ? relative_winning(here, held) : std::uint64_t{1} + here.winning;
        const hand cards = relative_ ? alike(held) : held;
        key_type found;
        if constexpr (Pack::standard) {
            const std::uint64_t on_table = winning << 3 | here.winner;
            found.words = {
                cards | std::uint64_t{here.leader} << 52 | std::uint64_t{here.led} << 55 | std::uint64_t{here.broken} << 57 |
                    std::uint64_t{here.begun} << 58 | std::uint64_t{plies} << 59,
                here.progress | on_table << progress_room | std::uint64_t{plies >> 5} << 60,
            };
        } else {
            found.words[0] = static_cast<std::uint64_t>(cards);
            if constexpr (sizeof(hand) > 8) found.words[1] = static_cast<std::uint64_t>(cards >> 64);
            found.words[found.words.size() - 2] = here.progress;
            found.words.back() = winning << 20 | std::uint64_t{plies} << 12 | std::uint64_t{here.winner} << 9 |
                                 std::uint64_t{here.begun} << 8 | std::uint64_t{here.broken} << 7 |
                                 std::uint64_t{here.led} << 4 | std::uint64_t{here.leader};
        }
        return found;
    }

    /// What the moves to come depend on, between tricks: a key without what was taken.
    card_set moves_key(const position& here) const {
        hand held = 0;
        for (hand cards : here.hands) held |= cards;
        return card_set{relative_ ? alike(held) : held} << 8 | card_set{here.leader} << 2 | here.broken << 1 | here.begun;
    }

    /// Bits for what was taken. With the standard pack the rest of that word is for the card that
    /// is winning, 13 bits, and for the last bit of the plies to the horizon.
    static constexpr int progress_room = Pack::standard ? 47 : 64;

private:
    /// An outcome that is in the leaf-value table: it has scores.
    static std::int32_t listed(std::int32_t outcome) {
        if (outcome < 0) [[unlikely]] throw refused("expected every outcome among those of the root");
        return outcome;
    }

    /// Give the points of a card that stay with its player, before it is played.
    void keep(position& here, int card) const {
        const int keeper = rules_.keeper(here.turn, here.left + here.on_table == players());
        here.progress += static_cast<std::uint64_t>(rules_.stays[card]) << shift_of_[keeper];
    }

    /// Put a card of the player to move on the table.
    void put(position& here, int card) const {
        if (here.on_table == 0) {
            here.led = led_by_[card];
            here.winning = static_cast<std::uint8_t>(card);
            here.winner = here.turn;
        } else if (beaters_[here.winning] >> card & 1) {
            here.winning = static_cast<std::uint8_t>(card);
            here.winner = here.turn;
        }
        if (!Pack::standard && here.led == no_suit) here.led = led_by_[card];
        here.broken |= static_cast<std::uint8_t>(special_.breakers >> card & 1);
        if (!rules_.points.empty()) here.points += static_cast<std::uint32_t>(rules_.points[card]);
        ++here.on_table;
        here.turn = here.turn + 1 == players() ? 0 : static_cast<std::uint8_t>(here.turn + 1);
    }

    /// What the trick on the table counts.
    std::uint64_t worth(const position& here) const {
        if (rules_.counts_tricks) return 1;
        if (Pack::standard || here.left + here.on_table > players()) return here.points;
        return here.points + static_cast<std::uint64_t>(rules_.last_trick);
    }

    /// What duties leave of a hand of which a card is played to a trick.
    [[gnu::always_inline]] hand dutiful(const position& here, hand own) const {
        if (Pack::standard || usual_) {
            const hand follows = own & pack_.cards_of(here.led);
            return follows ? follows : own;
        }
        const hand led = pack_.cards_of(here.led), winning = bit<hand>(here.winning);
        const bool partner = side_of_[here.winner] == side_of_[here.turn];
        return duties_.legal(own, {led, trumps_, beaters_[here.winning], led != trumps_ && (trumps_ & winning), partner});
    }

    /// Legal cards; those that are one move once, by the highest.
    [[gnu::always_inline]] hand merged(const position& here) const {
        const hand playable = legal(here);
        if (rules_.alike == alike_rule::none) return playable;
        hand between = here.on_table ? bit<hand>(here.winning) : 0;
        for (hand cards : here.hands) between |= cards;
        if (rules_.alike == alike_rule::next) between = ~hand{0};
        const hand own = here.hands[here.turn], others = between & ~own;
        if (!Pack::standard && pack_.first_copies()) {
            return first_of_twins(playable, own, others, pack_.tops(), kinds_, pack_.first_copies());
        }
        return first_of_kinds(playable, own, others, pack_.tops(), kinds_);
    }

    /// The moves that come first, from high to low.
    hand in_front(const position& here, hand moves) const {
        if (order_ == order_rule::high) return ~hand{0};
        if (order_ == order_rule::low) return 0;
        if (here.on_table) return beaters_[here.winning];
        hand others = 0, front = 0;
        for (hand cards : here.hands) others |= cards;
        others &= ~here.hands[here.turn];
        for (hand left = moves; left; left &= left - 1) {
            const int card = first_card(left);
            const int first = pack_.first_copies() ? card & ~1 : card;  // its other copy is no higher
            if (!(others & pack_.cards_of(suit_of_[card]) & (bit<hand>(first) - 1))) front |= bit<hand>(card);
        }
        return front;
    }

    /// Units that are worth the same: cards to who takes them, cards to who plays them, the last trick.
    struct equals {
        int worth;
        hand points = 0, stays = 0;
        bool last_trick = false;
    };

    /// What is to be taken after this trick, each unit as a whole.
    struct left_over {
        hand held;
        bool last_trick;

        int count(const equals& some) const {
            return count_cards(held & some.points) + count_cards(held & some.stays) + (last_trick && some.last_trick);
        }
    };

    left_over all_left(const position& here) const {
        hand held = 0;
        for (hand cards : here.hands) held |= cards;
        return {held, plies_left(here) >= players()};
    }

    /// Give units that are worth the same, each to the side that is then furthest behind, the first of such sides.
    void share_out(
        std::array<std::int64_t, sides>& behind, std::int64_t whole, int worth, int count, std::uint64_t& ends
    ) const {
        for (; count > 0; --count) {
            int furthest = 0;
            for (int side = 1; side < sides; ++side) {
                if (side < rules_.sides && behind[side] > behind[furthest]) furthest = side;
            }
            behind[furthest] -= worth * whole;
            ends += static_cast<std::uint64_t>(worth) << furthest * progress_bits_;
        }
    }

    /// Give each side the tricks that its share holds as wholes, all at once; how many that are.
    /// One by one they would come first too: only a side that is a whole trick behind is so far.
    int share_out_wholes(std::array<std::int64_t, sides>& behind, std::int64_t whole, std::uint64_t& ends) const {
        int given = 0;
        for (int side = 0; side < rules_.sides; ++side) {
            const auto wholes = static_cast<std::uint32_t>(behind[side]) / static_cast<std::uint32_t>(whole);
            behind[side] -= wholes * whole;
            ends += static_cast<std::uint64_t>(wholes) << side * progress_bits_;
            given += static_cast<int>(wholes);
        }
        return given;
    }

    /// Add to each side, for each card that it holds, the cards of others that it beats. Searches ask about
    /// positions that are near each other, so what was counted last is kept, and only cards that differ are counted.
    void add_strengths(const position& here, std::array<std::int64_t, sides>& strengths) const {
        for (int player = 0; player < players(); ++player) {
            hand& seen = counted_.hands[player];
            for (hand left = seen & ~here.hands[player]; left; left &= left - 1) {
                seen ^= bit<hand>(first_card(left));
                count_strengths(player, first_card(left), -1);
            }
            for (hand left = here.hands[player] & ~seen; left; left &= left - 1) {
                count_strengths(player, first_card(left), 1);
                seen ^= bit<hand>(first_card(left));
            }
        }
        for (int side = 0; side < sides; ++side) strengths[side] += counted_.strengths[side];
    }

    /// Count a card that a player holds, or no longer, beside all cards that are counted.
    void count_strengths(int player, int card, int sign) const {
        int beats = 0;
        for (int other = 0; other < players(); ++other) {
            if (other == player) continue;
            beats += count_cards(counted_.hands[other] & beaten_[card]);
            counted_.strengths[side_of_[other]] += sign * count_cards(counted_.hands[other] & beaten_by_[card]);
        }
        counted_.strengths[side_of_[player]] += sign * beats;
    }

    /// Each suit replaced by the first cards, in numbers, that stand for the same owners.
    hand alike(hand held) const {
        hand found = 0;
        for (int suit = 0; suit < pack_.suits(); ++suit) {
            const auto ranks = static_cast<std::size_t>((held & pack_.cards_of(suit)) >> pack_.first(suit));
            found |= hand{alike_[suit][ranks]} << pack_.first(suit);
        }
        return found;
    }

    /// The place of the winning card among the cards held of its suit, and its kind.
    std::uint64_t relative_winning(const position& here, hand held) const {
        constexpr int places = Pack::standard ? suit_size + 1 : most_relative + 1;
        const int suit = suit_of_[here.winning];
        const int higher = count_cards(held & pack_.cards_of(suit) & (bit<hand>(here.winning) - 1));
        return 1 + static_cast<std::uint64_t>((kind_of_[here.winning] * Pack::suit_count + suit) * places + higher);
    }

    void prepare_progress() {
        int most = 0;
        for (const auto& outcome : rules_.outcomes) {
            for (int taken : outcome) most = std::max(most, taken);
        }
        progress_bits_ = std::bit_width(static_cast<unsigned>(most));
        for (int player = 0; player < rules_.players; ++player) {
            side_of_[player] = static_cast<std::uint8_t>(rules_.side_of[player]);
            shift_of_[player] = static_cast<std::uint8_t>(rules_.side_of[player] * progress_bits_);
        }
        for (std::size_t at = 0; at < rules_.outcomes.size(); ++at) {
            std::uint64_t packed = 0;
            for (int side = 0; side < rules_.sides; ++side) {
                packed += static_cast<std::uint64_t>(rules_.outcomes[at][side]) << side * progress_bits_;
            }
            outcome_of_[packed] = static_cast<std::int32_t>(at);
        }
    }

    void prepare_cards() {
        const auto narrow = [](card_set cards) { return static_cast<hand>(cards); };
        special_ = rules_.special.template as<hand>(narrow);
        duties_ = rules_.duties.template as<hand>(narrow);
        usual_ = duties_.are_usual();
        trumps_ = rules_.trump < 0 ? 0 : pack_.cards_of(rules_.trump);
        for (int card = 0; card < pack_.size(); ++card) {
            const int suit = rules_.pack.suit_of(card);
            const hand cards = pack_.cards_of(suit);
            suit_of_[card] = static_cast<std::uint8_t>(suit);
            led_by_[card] = static_cast<std::uint8_t>(duties_.low >> card & 1 ? no_suit : suit);
            beaters_[card] = narrow(rules_.beaters(card));
            beaten_[card] = cards & ~(bit<hand>(card) - 1) & ~bit<hand>(card);
            if (suit == rules_.trump) beaten_[card] |= ~cards;
        }
        for (int card = 0; card < pack_.size(); ++card) {
            for (int other = 0; other < pack_.size(); ++other) {
                if (beaten_[other] >> card & 1) beaten_by_[card] |= bit<hand>(other);
            }
        }
        if (!rules_.counts_tricks) prepare_units();
        for (card_set cards : cards_by_kind(rules_)) kinds_.push_back(narrow(cards));
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            for (hand left = kinds_[kind]; left; left &= left - 1) {
                kind_of_[first_card(left)] = static_cast<std::uint8_t>(kind);
            }
        }
    }

    /// The cards that are worth the same, those that are worth most first.
    void prepare_units() {
        const auto of = [this](int worth) -> equals& {
            const auto found = std::find_if(equals_.begin(), equals_.end(), [worth](const equals& some) { return some.worth == worth; });
            return found == equals_.end() ? equals_.emplace_back(equals{worth}) : *found;
        };
        for (int card = 0; card < pack_.size(); ++card) {
            if (const int points = rules_.points[card]) of(points).points |= bit<hand>(card);
            if (const int stays = rules_.stays.empty() ? 0 : rules_.stays[card]) of(stays).stays |= bit<hand>(card);
        }
        if (rules_.last_trick) of(rules_.last_trick).last_trick = true;
        std::sort(equals_.begin(), equals_.end(), [](const equals& one, const equals& other) { return one.worth > other.worth; });
    }

    /// For each set of ranks of a suit that can be held, the lowest number that stands for the
    /// same owners and kinds from high to low: a set is a shorter one and its lowest card.
    void prepare_owners() {
        for (int suit = 0; suit < pack_.suits(); ++suit) {
            const int first = pack_.first(suit);
            alike_[suit].assign(std::size_t{1} << count_cards(pack_.cards_of(suit)), 0);
            std::array<std::uint32_t, most_relative> code{};  // of the owner and kind of a card
            std::uint32_t dealt = 0;
            for (int player = 0; player < rules_.players; ++player) {
                const hand own = static_cast<hand>(rules_.owners[player]) & pack_.cards_of(suit);
                for (hand left = own; left; left &= left - 1) {
                    const int card = first_card(left);
                    dealt |= 1u << (card - first);
                    code[card - first] = static_cast<std::uint32_t>(player * most_relative + kind_of_[card]);
                }
            }
            std::unordered_map<std::uint32_t, std::uint16_t> known;
            for (std::uint32_t ranks = 0; ranks != dealt;) {  // all that can be held, from low numbers on
                ranks = (ranks - dealt) & dealt;
                const std::uint32_t lowest = std::bit_floor(ranks);
                const std::uint32_t owners = std::uint32_t{alike_[suit][ranks ^ lowest]} << 7 | code[std::countr_zero(lowest)];
                alike_[suit][ranks] = known.try_emplace(owners, static_cast<std::uint16_t>(ranks)).first->second;
            }
        }
    }

    const trick_rules& rules_;
    const Pack pack_;
    restrictions<hand> special_;
    duties<hand> duties_;
    bool usual_ = true;  ///< Whether duties are to follow suit, and nothing else.
    hand trumps_ = 0;
    order_rule order_;
    int width_;
    bool relative_;
    probe_rule probe_;
    bool by_strength_;  ///< leaf=cards
    int progress_bits_ = 0;
    std::array<std::uint8_t, most_players> side_of_{};
    std::array<std::uint8_t, most_players> shift_of_{};
    std::array<std::uint8_t, Pack::most> suit_of_{};
    std::array<std::uint8_t, Pack::most> led_by_{};   ///< The suit, but none for cards that do not say it.
    std::array<std::uint8_t, Pack::most> kind_of_{};  ///< Within its suit.
    std::array<hand, Pack::most> beaters_{};          ///< The cards that beat a card.
    std::array<hand, Pack::most> beaten_{};           ///< The cards that a card beats, in estimates,
    std::array<hand, Pack::most> beaten_by_{};        ///< and those that beat it.
    std::vector<equals> equals_;                      ///< What there is to take, if cards have points.
    mutable struct {
        std::array<hand, seats> hands{};
        std::array<std::int32_t, sides> strengths{};
    } counted_;  ///< The hands of the last estimate, and how strong they are.
    std::vector<hand> kinds_;
    std::unordered_map<std::uint64_t, std::int32_t> outcome_of_;
    std::array<std::vector<std::uint16_t>, Pack::suit_count> alike_;
};

}  // namespace kibitz
