// Hands of Spades for experience_of_spades.cpp: the rules, cards by simple rules, worlds and bids. SEATS: three, or four in two partnerships.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "card_bits.hpp"
#include "worlds.hpp"

namespace experience {

using kibitz::chances;

#ifndef SEATS
#define SEATS 3
#endif
constexpr int seats = SEATS, cards_each = seats == 3 ? 17 : 13, sides = seats == 3 ? 3 : 2;
constexpr card_set deck = (card_set{1} << 52) - 1;

inline int last_of(card_set cards) { return 63 - std::countl_zero(cards); }
inline card_set above(int card) { return suit(suit_of(card)) & ((card_set{1} << card) - 1); }
inline int side(int seat) { return seats == 3 ? seat : seat & 1; }
inline int next_seat(int seat) { return seat + 1 == seats ? 0 : seat + 1; }
inline int from(int seat, int me) { return (seat - me + seats) % seats; }

using scores = std::array<float, sides>;

struct hand {
    std::array<card_set, seats> cards{};
    card_set gone = 0;
    std::int8_t turn = 0, leader = 0, best = 0, on_table = 0;
    std::array<std::int8_t, seats> table{}, taken{}, voids{}, bids{};
    std::int8_t broken = 0;

    bool is_over() const { return !cards[turn]; }
    int left() const { return count(cards[leader]) + (on_table > 0); }
    card_set legal() const {
        const card_set own = cards[turn];
        if (on_table) {
            const card_set follows = own & suit(suit_of(table[0]));
            return follows ? follows : own;
        }
        return !broken && own & ~spades ? own & ~spades : own;
    }
    int winning() const { return table[from(best, leader)]; }
    void play(int card) {
        const card_set one = card_set{1} << card;
        cards[turn] ^= one;
        gone |= one;
        if (!on_table) {
            best = turn;
            if (card < length && !broken) voids[turn] |= 0b1110;
        } else {
            const int led = suit_of(table[0]), mine = suit_of(card), w = winning();
            if (mine != led) voids[turn] |= 1 << led;
            if (mine == suit_of(w) ? card < w : mine == 0) best = turn;
        }
        broken |= card < length;
        table[on_table++] = static_cast<std::int8_t>(card);
        turn = static_cast<std::int8_t>(next_seat(turn));
        if (on_table < seats) return;
        ++taken[best];
        leader = turn = best;
        on_table = 0;
    }
    int side_bid(int s) const { return seats == 3 ? bids[s] : bids[s] + bids[s + 2]; }
    int side_taken(int s) const { return seats == 3 ? taken[s] : taken[s] + taken[s + 2]; }
    int side_need(int s) const { return side_bid(s) - side_taken(s); }
    /// As `contract`.
    scores ends() const {
        scores f;
        for (int s = 0; s < sides; ++s) {
            const int over = -side_need(s);
            f[s] = static_cast<float>(over >= 0 ? 10 * side_bid(s) - 9 * over : -10 * side_bid(s));
        }
        return f;
    }
};

/// What a player is out for: to have more than the others.
inline float worth(const scores& found, int seat) {
    float others = 0;
    for (int s = 0; s < sides; ++s) others += s == side(seat) ? 0 : found[s];
    return found[side(seat)] - others / (sides - 1);
}

template <class Key> int best_of(card_set c, const Key& key) {
    int found = first(c), most = key(found);
    for (c &= c - 1; c; c &= c - 1) {
        const int card = first(c), k = key(card);
        if (k > most) found = card, most = k;
    }
    return found;
}
inline int low_card(card_set c) {  // lowest, trumps last
    const card_set plain = c & ~spades;
    if (!plain) return last_of(c);
    return best_of(plain, rank_of);
}
inline card_set highest(card_set c, card_set unseen) {
    card_set f = 0;
    each(c, [&](int card) { if (!(above(card) & unseen)) f |= card_set{1} << card; });
    return f;
}
inline card_set beaters(int card) { return above(card) | (card < length ? 0 : spades); }

/// The card by simple rules; `more`: whether more tricks are wanted.
inline int card_by(const hand& here, card_set moves, card_set unseen, bool more) {
    const card_set own = here.cards[here.turn];
    const bool last = here.on_table == seats - 1;
    if (more) {
        if (!here.on_table) {
            const card_set plain = moves & ~spades ? moves & ~spades : moves, high = highest(plain, unseen);
            const auto len = [&](int c) { return count(own & suit(suit_of(c))); };
            if (high) return best_of(high, [&](int c) { return -len(c); });
            return best_of(plain, [&](int c) { return 128 * len(c) + rank_of(c); });
        }
        const int w = here.winning();
        if (seats == 4 && side(here.best) == side(here.turn) && (last || !(unseen & above(w)))) return low_card(moves);
        const card_set wins = moves & beaters(w);
        if (!wins) return low_card(moves);
        if (last) return low_card(wins);
        if (here.table[0] >= length && wins & spades) return last_of(wins & spades);
        if (const card_set sure = highest(wins, unseen)) return low_card(sure);
        if (here.on_table == 1 && seats > 3) return low_card(moves);
        return first(wins);
    }
    const auto low = [&](int c) { return count(above(c) & unseen); };
    if (!here.on_table) return best_of(moves, low);
    const card_set wins = moves & beaters(here.winning()), loses = moves & ~wins;
    if (loses) {
        if (suit_of(first(loses)) == suit_of(here.table[0])) return first(loses);
        if (loses & spades) return first(loses);
        return best_of(loses, [](int c) { return -rank_of(c); });
    }
    return last ? first(moves) : best_of(moves, low);
}

inline int by_rules(const hand& here) {
    const card_set moves = here.legal();
    if (is_one(moves)) return first(moves);
    card_set all = 0;
    for (const card_set c : here.cards) all |= c;
    return card_by(here, moves, all & ~here.cards[here.turn], here.side_need(side(here.turn)) > 0);
}

inline hand ended(hand here) {
    while (!here.is_over()) here.play(by_rules(here));
    return here;
}

class sampler {
public:
    sampler(const hand& here, chances& stream) : here_(here), stream_(stream) {
        const card_set unseen = deck & ~here.gone & ~here.cards[here.turn];
        std::map<int, std::vector<int>> alike;
        each(unseen, [&](int card) {
            int holders = seats == 3 ? 1 << 2 : 0;
            for (int at = 0; at < seats - 1; ++at) {
                if (!(here.voids[other(at)] >> suit_of(card) & 1)) holders |= 1 << at;
            }
            alike[holders].push_back(card);
        });
        int rest = count(unseen);
        for (int at = 0; at < seats - 1; ++at) {
            needs_.push_back(count(here.cards[other(at)]));
            rest -= needs_.back();
        }
        if (seats == 3) needs_.push_back(rest);
        std::vector<int> sizes;
        std::vector<std::vector<double>> weights;
        for (const auto& [holders, cards] : alike) {
            kinds_.push_back(cards);
            sizes.push_back(static_cast<int>(cards.size()));
            weights.push_back({double(holders & 1), double(holders >> 1 & 1), double(holders >> 2 & 1)});
        }
        if (kinds_.size() > 1) tables_.emplace(sizes, needs_, weights);
        lengths_.resize(kinds_.size(), needs_);
    }
    hand draw() {
        hand world = here_;
        for (int at = 0; at < seats - 1; ++at) world.cards[other(at)] = 0;
        if (tables_) tables_->draw(stream_, lengths_);
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            auto& cards = kinds_[kind];
            for (std::size_t at = cards.size(); at > 1; --at) std::swap(cards[at - 1], cards[stream_.below(static_cast<std::uint32_t>(at))]);
            auto next = cards.begin();
            for (int at = 0; at < seats - 1; ++at)
                for (int more = lengths_[kind][at]; more; --more) world.cards[other(at)] |= card_set{1} << *next++;
        }
        return world;
    }
private:
    int other(int at) const { return (here_.turn + 1 + at) % seats; }
    hand here_;
    chances& stream_;
    std::vector<std::vector<int>> kinds_;
    std::vector<int> needs_;
    std::optional<kibitz::tables> tables_;
    std::vector<kibitz::tables::counts> lengths_;
};

inline double tricks_in(card_set own, card_set unseen) {
    static const double caution = 1.5 * std::sqrt(seats - 1.0);
    const double whole = count(unseen);
    double found = 0;
    for (int s = 0; s < 4; ++s) {
        const card_set held = own & suit(s);
        const int len = count(held);
        each(held, [&](int c) {
            double beaten = (count(above(c) & unseen) + (s ? count(unseen & spades) : 0)) / whole;
            if (s) beaten += 0.03 * std::max(0, len - 2);
            found += std::max(0.0, 1 - beaten * caution);
        });
        if (!s && len) found += 0.12 * len * std::max(0, len - 3);
    }
    return found;
}
inline int likely_bid(card_set own) {
    return std::clamp(static_cast<int>(std::nearbyint(tricks_in(own, deck & ~own))), 0, cards_each);
}

inline hand dealt(chances& stream, int leader) {
    std::array<int, 52> pack;
    for (int c = 0; c < 52; ++c) pack[c] = c;
    for (std::uint32_t at = 51; at; --at) std::swap(pack[at], pack[stream.below(at + 1)]);
    hand h;
    for (int at = 0; at < seats * cards_each; ++at) h.cards[at / cards_each] |= card_set{1} << pack[at];
    h.turn = h.leader = h.best = static_cast<std::int8_t>(leader);
    h.bids.fill(-1);
    return h;
}

/// A bid by worlds, as sampling does; `here.turn` is to bid.
inline int bid_by_worlds(const hand& here, int worlds, chances& stream) {
    const int me = here.turn, near = likely_bid(here.cards[me]);
    std::array<double, 5> sums{};
    sampler from(here, stream);
    for (int w = 0; w < worlds; ++w) {
        hand drawn = from.draw();
        for (int s = 0; s < seats; ++s) if (drawn.bids[s] < 0 && s != me) drawn.bids[s] = static_cast<std::int8_t>(likely_bid(drawn.cards[s]));
        drawn.turn = drawn.leader;
        for (int d = 0; d < 5; ++d) {
            const int bid = near + d - 2;
            if (bid < 0 || bid > cards_each) continue;
            drawn.bids[me] = static_cast<std::int8_t>(bid);
            sums[d] += worth(ended(drawn).ends(), me);
        }
    }
    int best = 2;
    for (const int d : {2, 1, 3, 0, 4}) {
        const int bid = near + d - 2;
        if (bid >= 0 && bid <= cards_each && sums[d] > sums[best]) best = d;
    }
    return near + best - 2;
}
}  // namespace experience
