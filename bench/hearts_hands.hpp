// Hands of Hearts for experience.cpp: the rules, cards by simple rules, worlds, and positions that are kept.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "card_bits.hpp"
#include "worlds.hpp"

namespace experience {

using kibitz::chances;

constexpr int seats = 4, high = 3, queen = 2, moon = 26;
constexpr card_set hearts = spades << length;
constexpr card_set points_of_all = hearts | card_set{1} << queen;

inline int points(int card) { return card == queen ? 13 : suit_of(card) == 1; }
inline bool has(card_set cards, int card) { return cards >> card & 1; }

/// A hand of Hearts, seen by nobody in particular.
struct hand {
    std::array<card_set, seats> cards{}, known{};  ///< `known`: what each has passed, and so knows where it is.
    int turn = 0, leader = 0, best = 0, on_table = 0, there = 0;  ///< `there`: points on the table.
    std::array<int, seats> table{}, taken{}, voids{};             ///< Voids that play has shown, a bit a suit.
    bool broken = false, begun = false;
    card_set gone = 0;

    int left() const {
        int found = 0;
        for (const card_set own : cards) found += count(own);
        return found;
    }
    bool is_over() const { return !left(); }

    card_set legal() const {
        const card_set own = cards[turn];
        if (on_table) {
            if (const card_set follows = own & suit(suit_of(table[0]))) return follows;
            const card_set clean = own & ~points_of_all;
            return !begun && clean ? clean : own;
        }
        if (!begun && has(own, seats * length - 1)) return card_set{1} << (seats * length - 1);
        return !broken && own & ~hearts ? own & ~hearts : own;
    }

    void play(int card) {
        const card_set one = card_set{1} << card;
        cards[turn] ^= one;
        gone |= one;
        if (!on_table) {
            best = turn;
            if (suit_of(card) == 1 && !broken && begun) voids[turn] |= 0b1101;
        } else if (suit_of(card) != suit_of(table[0])) {
            voids[turn] |= 1 << suit_of(table[0]);
        } else if (card < table[(best - leader) & 3]) {
            best = turn;
        }
        broken |= points(card) > 0;
        there += points(card);
        table[on_table++] = card;
        turn = (turn + 1) & 3;
        if (on_table < seats) return;
        taken[best] += there;
        leader = turn = best;
        there = on_table = 0;
        begun = true;
    }

    std::array<int, seats> payoffs() const {
        std::array<int, seats> found{};
        const auto shooter = std::find(taken.begin(), taken.end(), moon);
        for (int seat = 0; seat < seats; ++seat) {
            found[seat] = shooter == taken.end() ? moon - taken[seat] : seat == shooter - taken.begin() ? moon : 0;
        }
        return found;
    }
};

/// The card by simple rules, as in kernel/playouts.hpp, but for the last point to a moon.
inline int by_rules(const hand& here) {
    card_set moves = here.legal();
    if (is_one(moves)) return first(moves);
    const card_set own = here.cards[here.turn], all = here.cards[0] | here.cards[1] | here.cards[2] | here.cards[3];
    const card_set unseen = all & ~own;
    const bool feared = has(unseen, queen);
    const auto best = [](card_set cards, const auto& key) {
        int found = first(cards), most = key(found);
        each(cards, [&](int card) {
            if (key(card) > most) found = card, most = key(card);
        });
        return found;
    };
    if (!here.on_table) {
        return best(moves, [&](int card) {
            const bool risky = (feared && card < queen) || card == queen;
            const card_set above = suit(suit_of(card)) & ((card_set{1} << card) - 1);
            return 128 * count(above & unseen) + rank_of(card) - 128 * 128 * risky;
        });
    }
    const int led = suit_of(here.table[0]);
    if (!(moves & suit(led))) {
        return best(moves, [&](int card) { return 256 * points(card) + 128 * (feared && card < queen) - rank_of(card); });
    }
    const card_set wins = moves & ((card_set{1} << here.table[(here.best - here.leader) & 3]) - 1), loses = moves & ~wins;
    if (loses) return has(loses, queen) ? queen : first(loses);
    if (has(moves, queen) && !is_one(moves)) moves ^= card_set{1} << queen;
    return here.on_table == seats - 1 ? first(moves) : static_cast<int>(std::bit_width(moves)) - 1;
}

inline std::array<int, seats> played_out(hand here) {
    while (!here.is_over()) here.play(by_rules(here));
    return here.payoffs();
}

/// Worlds that agree with what the player to move sees.
class sampler {
public:
    sampler(const hand& here, chances& stream) : here_(here), stream_(stream) {
        const card_set own = here.cards[here.turn];
        std::map<int, std::vector<int>> alike;
        each(~here.gone & ~own & ((card_set{1} << seats * length) - 1), [&](int card) {
            int holders = 0;
            for (int at = 0; at < 3; ++at) {
                const bool may = has(here.known[here.turn], card) ? has(here.cards[other(at)], card)
                                                                  : !(here.voids[other(at)] >> suit_of(card) & 1);
                if (may) holders |= 1 << at;
            }
            alike[holders].push_back(card);
        });
        std::vector<int> sizes;
        std::vector<std::vector<double>> weights;
        for (const auto& [holders, cards] : alike) {
            kinds_.push_back(cards);
            sizes.push_back(static_cast<int>(cards.size()));
            weights.push_back({double(holders & 1), double(holders >> 1 & 1), double(holders >> 2 & 1)});
        }
        for (int at = 0; at < 3; ++at) needs_.push_back(count(here.cards[other(at)]));
        if (kinds_.size() > 1) tables_.emplace(sizes, needs_, weights);
        lengths_.resize(kinds_.size(), needs_);
    }

    hand draw() {
        hand world = here_;
        for (int at = 0; at < 3; ++at) world.cards[other(at)] = 0;
        if (tables_) tables_->draw(stream_, lengths_);
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            auto& cards = kinds_[kind];
            for (std::size_t at = cards.size(); at > 1; --at) {
                std::swap(cards[at - 1], cards[stream_.below(static_cast<std::uint32_t>(at))]);
            }
            auto next = cards.begin();
            for (int at = 0; at < 3; ++at) {
                for (int more = lengths_[kind][at]; more; --more) world.cards[other(at)] |= card_set{1} << *next++;
            }
        }
        for (int at = 0; at < 3; ++at) {  // what others have passed may be elsewhere now
            card_set& known = world.known[other(at)];
            for (int seat = 0; seat < seats; ++seat) known &= ~(world.cards[seat] ^ here_.cards[seat]);
        }
        return world;
    }

private:
    int other(int at) const { return (here_.turn + 1 + at) & 3; }

    hand here_;
    chances& stream_;
    std::vector<std::vector<int>> kinds_;
    std::vector<int> needs_;
    std::optional<kibitz::tables> tables_;
    std::vector<kibitz::tables::counts> lengths_;
};

/// A position that is kept, by the player to move, and how the hand ended.
struct kept {
    std::array<card_set, seats> cards, known;
    std::array<std::int8_t, 3> table;
    std::array<std::int8_t, seats> taken;
    std::uint16_t voids;
    std::uint8_t broken;
    std::array<std::int8_t, seats> payoffs;
};

inline kept kept_of(const hand& here) {
    kept found{};
    found.table.fill(-1);
    for (int at = 0; at < seats; ++at) {
        const int seat = (here.turn + at) & 3;
        found.cards[at] = here.cards[seat];
        found.known[at] = here.known[seat] & ~here.gone;
        found.taken[at] = static_cast<std::int8_t>(here.taken[seat]);
        found.voids = static_cast<std::uint16_t>(found.voids | here.voids[seat] << 4 * at);
    }
    for (int at = 0; at < here.on_table; ++at) {
        found.table[((here.leader + at - here.turn) & 3) - 1] = static_cast<std::int8_t>(here.table[at]);
    }
    found.broken = here.broken;
    return found;
}

inline hand hand_of(const kept& from) {
    hand here;
    here.cards = from.cards;
    here.known = from.known;
    for (int seat = 0; seat < seats; ++seat) {
        here.taken[seat] = from.taken[seat];
        here.voids[seat] = from.voids >> 4 * seat & 15;
    }
    here.begun = here.left() < 4 * (length - 1);
    here.broken = from.broken;
    for (int at = 0; at < 3; ++at) {
        if (from.table[at] < 0) continue;
        if (!here.on_table) here.leader = here.best = at + 1;
        const int card = from.table[at];
        here.table[here.on_table++] = card;
        here.there += points(card);
        if (suit_of(card) == suit_of(here.table[0]) && card < here.table[here.best - here.leader]) here.best = at + 1;
    }
    return here;
}

using hands = std::array<card_set, seats>;

inline hands dealt_hands(chances& stream) {
    std::array<int, 52> pack;
    for (int card = 0; card < 52; ++card) pack[card] = card;
    for (std::uint32_t at = 51; at; --at) std::swap(pack[at], pack[stream.below(at + 1)]);
    hands found{};
    for (int at = 0; at < 52; ++at) found[at / length] |= card_set{1} << pack[at];
    return found;
}

inline hand begun(const hands& cards, const hands& given, int left) {
    hand here;
    here.known = given;
    for (int seat = 0; seat < seats; ++seat) here.cards[seat] = (cards[seat] & ~given[seat]) | given[(seat - left) & 3];
    for (int seat = 0; seat < seats; ++seat) {
        if (has(here.cards[seat], 51)) here.turn = here.leader = seat;
    }
    return here;
}

}  // namespace experience
