// The core of all trick-taking games: follow suit if you can, the highest card wins and leads.
//
// As cards/game.py and cards/position.py. A card is a bit, 0 for SA to 51 for C2, so a lower bit
// of the same suit is a higher card, and a hand is one word. The rules are plain numbers that
// Python makes. Who holds a card is fixed by the root, so the cards still held say who holds what.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#include "../bounds.hpp"
#include "../deepening.hpp"
#include "../ordering.hpp"
#include "../scores.hpp"
#include "../table.hpp"

namespace kibitz {

using hand = std::uint64_t;

constexpr int most_players = 7;
constexpr int suit_size = 13;
constexpr int deck_size = 52;
constexpr hand suit_cards = 0x1FFF;
constexpr hand all_cards = (hand{1} << deck_size) - 1;
constexpr hand suit_tops = hand{1} | hand{1} << 13 | hand{1} << 26 | hand{1} << 39;

constexpr int suit_of(int card) { return card / suit_size; }
constexpr hand cards_of(int suit) { return suit_cards << suit_size * suit; }
constexpr hand bit(int card) { return hand{1} << card; }

/// Of cards that may be played, the first of each group with no card of another player between.
///
/// A group starts at the top of its suit or below a card of another player. Adding a bit
/// at each such start to the cards that are nobody's carries it down to the first card
/// that somebody holds: if it is one of ours and legal, that is the move.
constexpr hand first_of_groups(hand playable, hand others, hand tops) {
    const hand starts = tops | others << 1, between = ~(others | playable);
    return playable & (starts | ((starts & between) + between));
}

/// Which cards of a hand, of one kind, are one move: with no live card of another between them,
/// next to each other in the deck, or no two.
enum class alike_rule { live, next, none };

/// A trick game and a root position in plain numbers.
struct trick_rules {
    int players = 3;
    int sides = 3;
    std::vector<int> side_of;
    int trump = -1;           ///< The trump suit, or -1.
    bool counts_tricks = true;
    std::vector<int> points;  ///< Of each of the 52 cards; none if no card has any.
    alike_rule alike = alike_rule::live;

    hand closed = 0;            ///< Cards that may not be led before one of `breakers` was played.
    hand breakers = 0;
    hand alone = 0;             ///< Who has nothing but `closed` cards, or these alone besides, may lead them.
    hand first_lead = 0;        ///< What leads the first trick, if the leader has it.
    bool first_lowest = false;  ///< Whether only the lowest of `first_lead` may lead.
    hand first_not = 0;         ///< What may not be played to it by one who can play another card.

    std::vector<hand> hands;
    std::vector<hand> owners;  ///< Who held which cards when the table was begun.
    int left_over = 0;  ///< Cards in all hands when play ends, 0 unless it ends early.
    int leader = 0;
    std::vector<int> table;
    std::vector<int> taken;  ///< By side.
    bool broken = false;
    bool begun = true;       ///< Whether the first trick is over, or does not matter.

    std::vector<std::vector<int>> outcomes;  ///< By side, in the order of the leaf-value table.
};

/// What the rules tell a card by besides its suit and rank, once the first trick is over.
inline std::array<int, 4> kind_of(const trick_rules& rules, int card) {
    const auto in = [card](hand cards) { return static_cast<int>(cards >> card & 1); };
    return {rules.points.empty() ? 0 : rules.points[card], in(rules.closed), in(rules.breakers), in(rules.alone)};
}

/// The cards of each kind, where kinds are told apart within a suit only: as many sets as the suit
/// with most kinds has.
inline std::vector<hand> cards_by_kind(const trick_rules& rules) {
    std::vector<hand> found;
    for (int card = 0; card < deck_size; ++card) {
        const hand suit = cards_of(suit_of(card));
        const auto is_like = [&](hand cards) {
            const hand own = cards & suit;
            return own == 0 || kind_of(rules, std::countr_zero(own)) == kind_of(rules, card);
        };
        auto like = std::find_if(found.begin(), found.end(), is_like);
        if (like == found.end()) like = found.insert(like, 0);
        *like |= bit(card);
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

/// A trick game with so many players; 0 is any number.
template <int Players>
class trick_taking {
public:
    static constexpr int counted_players = Players;  ///< Known when compiling, or 0.
    static constexpr int seats = Players ? Players : most_players;
    static constexpr int sides = Players ? Players : 8;
    static constexpr int deepest = deck_size;
    using move_number = std::uint8_t;
    using children = card_children;
    struct key_type : table_key<2> {
        int height() const { return std::popcount(words[0] & all_cards); }
    };
    template <class Set>
    using scores_type = scores<trick_taking, Set>;

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
          order_(order),
          width_(width),
          relative_(keys == keys_rule::relative && rules.alike != alike_rule::next),
          probe_(probe),
          by_strength_(leaf == leaf_rule::cards) {
        prepare_progress();
        prepare_cards();
        if (relative_) prepare_owners();
    }

    position root() const {
        position here;
        for (int player = 0; player < players(); ++player) {
            here.hands[player] = rules_.hands[player];
            here.left = static_cast<std::uint8_t>(here.left + std::popcount(rules_.hands[player]));
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

    /// The cards that may be played: of the suit led if there are any, within special rules.
    hand legal(const position& here) const {
        hand cards = here.hands[here.turn];
        if (here.on_table) {
            const hand follows = cards & cards_of(here.led);
            cards = follows ? follows : cards;
        } else {
            const hand first = cards & rules_.first_lead;
            if (!here.begun && first) return rules_.first_lowest ? std::bit_floor(first) : first;
            const hand open = cards & ~rules_.closed;
            cards = here.broken || open == 0 || open == rules_.alone ? cards : open;
        }
        const hand clean = cards & ~rules_.first_not;
        return here.begun || !clean ? cards : clean;
    }

    hand beaters(int card) const { return beaters_[card]; }

    children moves(const position& here) const {
        const hand listed = merged(here);
        children found(listed, in_front(here, listed));
        if (width_) found.keep_first(width_);
        return found;
    }

    [[gnu::always_inline]] position play(const position& here, int card) const {
        position next = here;
        next.hands[here.turn] ^= bit(card);
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

    /// Whether a move was the last of a trick, the only one that changes what was taken.
    static bool progresses(const position& next) { return next.on_table == 0; }

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
    std::int32_t outcome(const position&, const Feasible& after) const { return after.outcome; }

    /// The outcome to expect: the trick ends as it stands, and the rest is shared out, alike or
    /// by strength. Each unit goes to the side that is furthest behind its share.
    template <class Scores>
    std::int64_t estimate(const position& here, Scores& scores) const {
        std::array<std::int64_t, sides> behind{};
        std::fill_n(behind.begin(), rules_.sides, 1);
        if (by_strength_) add_strengths(here, behind);
        const std::int64_t whole = std::accumulate(behind.begin(), behind.end(), std::int64_t{0});
        const units left = units_left(here);
        const std::int64_t together = std::accumulate(left.worth.begin(), left.worth.begin() + left.count, std::int64_t{0});
        for (std::int64_t& share : behind) share *= together;
        std::uint64_t ends = here.progress;
        if (here.on_table) ends += worth(here) << shift_of_[here.winner];
        int at = rules_.counts_tricks ? share_out_wholes(behind, whole, ends) : 0;
        for (; at < left.count; ++at) {
            const auto side = std::max_element(behind.begin(), behind.begin() + rules_.sides) - behind.begin();
            behind[side] -= left.worth[at] * whole;
            ends += static_cast<std::uint64_t>(left.worth[at]) << side * progress_bits_;
        }
        return scores.after(ends).outcome;
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
        std::uint64_t on_table = 0;
        if (here.on_table) {
            on_table = relative_ ? relative_winning(here, held) : std::uint64_t{1} + here.winning;
            on_table = on_table << 3 | here.winner;
        }
        const hand cards = relative_ ? alike(held) : held;
        return {{{
            cards | std::uint64_t{here.leader} << 52 | std::uint64_t{here.led} << 55 | std::uint64_t{here.broken} << 57 |
                std::uint64_t{here.begun} << 58 | std::uint64_t{plies} << 59,
            here.progress | on_table << progress_room | std::uint64_t{plies >> 5} << 60,
        }}};
    }

    /// Bits for what was taken; the rest of a key's word is for the card that is winning, 13 bits,
    /// and for the last bit of the plies to the horizon.
    static constexpr int progress_room = 47;

private:
    int players() const { return Players ? Players : rules_.players; }

    /// Put a card of the player to move on the table.
    void put(position& here, int card) const {
        if (here.on_table == 0) {
            here.led = static_cast<std::uint8_t>(suit_of_[card]);
            here.winning = static_cast<std::uint8_t>(card);
            here.winner = here.turn;
        } else if (beaters_[here.winning] >> card & 1) {
            here.winning = static_cast<std::uint8_t>(card);
            here.winner = here.turn;
        }
        here.broken |= static_cast<std::uint8_t>(rules_.breakers >> card & 1);
        if (!rules_.points.empty()) here.points += static_cast<std::uint32_t>(rules_.points[card]);
        ++here.on_table;
        here.turn = here.turn + 1 == players() ? 0 : static_cast<std::uint8_t>(here.turn + 1);
    }

    std::uint64_t worth(const position& here) const { return rules_.counts_tricks ? 1 : here.points; }

    /// Legal cards; those that are one move once, by the highest.
    [[gnu::always_inline]] hand merged(const position& here) const {
        const hand playable = legal(here);
        if (rules_.alike == alike_rule::none) return playable;
        hand between = here.on_table ? bit(here.winning) : 0;
        for (hand cards : here.hands) between |= cards;
        if (rules_.alike == alike_rule::next) between = ~hand{0};
        const hand others = between & ~here.hands[here.turn];
        return first_of_kinds(playable, here.hands[here.turn], others, suit_tops, kinds_);
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
            const int card = std::countr_zero(left);
            if (!(others & cards_of(suit_of_[card]) & (bit(card) - 1))) front |= bit(card);
        }
        return front;
    }

    struct units {
        int count = 0;
        std::array<int, deck_size> worth{};
    };

    /// What is to be taken after this trick, each as a whole, the largest first.
    units units_left(const position& here) const {
        units left;
        if (rules_.counts_tricks) {
            left.count = plies_left(here) / players();
            std::fill_n(left.worth.begin(), left.count, 1);
            return left;
        }
        hand held = 0;
        for (hand cards : here.hands) held |= cards;
        for (; held; held &= held - 1) {
            const int points = rules_.points[std::countr_zero(held)];
            if (points) left.worth[left.count++] = points;
        }
        std::sort(left.worth.begin(), left.worth.begin() + left.count, std::greater<>());
        return left;
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

    /// Add to each side, for each card that it holds, the cards of others that it beats.
    void add_strengths(const position& here, std::array<std::int64_t, sides>& strengths) const {
        hand held = 0;
        for (hand cards : here.hands) held |= cards;
        for (int player = 0; player < players(); ++player) {
            const hand others = held & ~here.hands[player];
            for (hand left = here.hands[player]; left; left &= left - 1) {
                strengths[side_of_[player]] += std::popcount(others & beaten_[std::countr_zero(left)]);
            }
        }
    }

    /// Each suit replaced by the first cards, in numbers, that stand for the same owners.
    hand alike(hand held) const {
        hand found = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const hand ranks = held >> suit_size * suit & suit_cards;
            found |= hand{alike_[suit][ranks]} << suit_size * suit;
        }
        return found;
    }

    /// The place of the winning card among the cards held of its suit, and its kind.
    std::uint64_t relative_winning(const position& here, hand held) const {
        const int suit = suit_of_[here.winning];
        const int higher = std::popcount(held & cards_of(suit) & (bit(here.winning) - 1));
        return 1 + static_cast<std::uint64_t>((kind_of_[here.winning] * 4 + suit) * 14 + higher);
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
        for (int card = 0; card < deck_size; ++card) {
            const int suit = suit_of(card);
            suit_of_[card] = static_cast<std::uint8_t>(suit);
            beaters_[card] = cards_of(suit) & (bit(card) - 1);
            if (rules_.trump >= 0 && suit != rules_.trump) beaters_[card] |= cards_of(rules_.trump);
            beaten_[card] = cards_of(suit) & ~(bit(card) - 1) & ~bit(card);
            if (suit == rules_.trump) beaten_[card] |= ~cards_of(suit);
        }
        kinds_ = cards_by_kind(rules_);
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            for (hand left = kinds_[kind]; left; left &= left - 1) {
                kind_of_[std::countr_zero(left)] = static_cast<std::uint8_t>(kind);
            }
        }
    }

    /// For each set of ranks of a suit that can be held, the lowest number that stands for the
    /// same owners and kinds from high to low. A suit has at most 13 kinds.
    void prepare_owners() {
        for (int suit = 0; suit < 4; ++suit) {
            alike_[suit].assign(std::size_t{1} << suit_size, 0);
            std::array<int, suit_size> owner{};
            hand dealt = 0;
            for (int player = 0; player < rules_.players; ++player) {
                const hand ranks = rules_.owners[player] >> suit_size * suit & suit_cards;
                dealt |= ranks;
                for (int rank = 0; rank < suit_size; ++rank) {
                    if (ranks >> rank & 1) owner[rank] = player + 1;
                }
            }
            std::unordered_map<std::string, std::uint16_t> first;
            std::string owners;
            for (hand ranks = 0;; ranks = (ranks - dealt) & dealt) {  // all that can be held, from low numbers on
                owners.clear();
                for (hand rest = ranks; rest; rest &= rest - 1) {
                    const int rank = std::countr_zero(rest);
                    owners.push_back(static_cast<char>(owner[rank] * 16 + kind_of_[suit * suit_size + rank]));
                }
                alike_[suit][ranks] = first.try_emplace(owners, static_cast<std::uint16_t>(ranks)).first->second;
                if (ranks == dealt) break;
            }
        }
    }

    const trick_rules& rules_;
    order_rule order_;
    int width_;
    bool relative_;
    probe_rule probe_;
    bool by_strength_;  ///< leaf=cards
    int progress_bits_ = 0;
    std::array<std::uint8_t, most_players> side_of_{};
    std::array<std::uint8_t, most_players> shift_of_{};
    std::array<std::uint8_t, deck_size> suit_of_{};
    std::array<std::uint8_t, deck_size> kind_of_{};  ///< Within its suit.
    std::array<hand, deck_size> beaters_{};          ///< The cards that beat a card.
    std::array<hand, deck_size> beaten_{};           ///< The cards that a card beats.
    std::vector<hand> kinds_;
    std::unordered_map<std::uint64_t, std::int32_t> outcome_of_;
    std::array<std::vector<std::uint16_t>, 4> alike_;
};

}  // namespace kibitz
