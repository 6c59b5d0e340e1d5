// Makes the experience of src/kibitz/players/experience.py: hands of Hearts, and nets that learn from them; experience.txt
// is of play, passing.txt of cards that are passed.
//
//     g++ -O3 -march=native -ffast-math -std=c++20 -I kernel bench/experience.cpp -o experience
//     experience play NET WORLDS SHARE SECONDS SEED HANDS    plays hands into a file; NET may be - for none
//     experience judge OLD NEW HANDS...                      the judge, who sees all hands; OLD may be -
//     experience learn JUDGE OLD NEW HANDS...                the net of what a player sees; OLD may be -
//     experience write NET FILE                              as the package reads it, zlib and base64 aside
//     experience pass NET WORLDS SHARE SECONDS SEED PASSES GIFTS    plays hands with passing; PASSES may be -
//     experience learn-pass NEW GIFTS...                     the net of what is passed
//     experience write-pass NET FILE
//
// Each side of a hand plays by means over worlds, as `sampling` does, mixed with a net if there is one. A hand
// begins by few worlds; then, mostly, it goes on in another world that agrees with what the player sees, often with
// any card, so that worlds and cards that nobody would choose are known too. From there on positions are kept with
// how the hand ended. The judge learns how hands end by all cards and a play-out by rules; by its values, which vary
// less than single ends, the net of what a player sees is taught. Then hands are played with that net, and so on.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "worlds.hpp"

namespace {

using card_set = std::uint64_t;
using kibitz::chances;

constexpr int seats = 4, length = 13, high = 3, queen = 2, moon = 26;
constexpr card_set spades = (card_set{1} << length) - 1, hearts = spades << length;
constexpr card_set points_of_all = hearts | card_set{1} << queen;

int suit_of(int card) { return card / length; }
int rank_of(int card) { return card % length; }
card_set suit(int number) { return spades << number * length; }
int points(int card) { return card == queen ? 13 : suit_of(card) == 1; }
int count(card_set cards) { return std::popcount(cards); }
int first(card_set cards) { return std::countr_zero(cards); }
bool has(card_set cards, int card) { return cards >> card & 1; }
bool is_one(card_set cards) { return !(cards & (cards - 1)); }

template <class Action>
void each(card_set cards, const Action& action) {
    for (; cards; cards &= cards - 1) action(first(cards));
}

/// A hand of Hearts, seen by nobody in particular.
struct hand {
    std::array<card_set, seats> cards{};
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
int by_rules(const hand& here) {
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

std::array<int, seats> played_out(hand here) {
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
                if (!(here.voids[other(at)] >> suit_of(card) & 1)) holders |= 1 << at;
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
    std::array<card_set, seats> cards;
    std::array<std::int8_t, 3> table;
    std::array<std::int8_t, seats> taken;
    std::uint16_t voids;
    std::uint8_t broken;
    std::array<std::int8_t, seats> payoffs;
};

kept kept_of(const hand& here) {
    kept found{};
    found.table.fill(-1);
    for (int at = 0; at < seats; ++at) {
        const int seat = (here.turn + at) & 3;
        found.cards[at] = here.cards[seat];
        found.taken[at] = static_cast<std::int8_t>(here.taken[seat]);
        found.voids = static_cast<std::uint16_t>(found.voids | here.voids[seat] << 4 * at);
    }
    for (int at = 0; at < here.on_table; ++at) {
        found.table[((here.leader + at - here.turn) & 3) - 1] = static_cast<std::int8_t>(here.table[at]);
    }
    found.broken = here.broken;
    return found;
}

hand hand_of(const kept& from) {
    hand here;
    here.cards = from.cards;
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

/// Features that a position has.
class features {
public:
    void add(int feature) { found_[size_++] = feature; }
    const int* begin() const { return found_.data(); }
    const int* end() const { return found_.data() + size_; }

private:
    std::array<int, 160> found_;
    int size_ = 0;
};

/// A suit, and how many of its cards that are left are lower.
int place(card_set there, int card) {
    return length * suit_of(card) + count(there & suit(suit_of(card)) & ~((card_set{2} << card) - 1));
}

/// What the judge sees: all hands, from the player to move on.
constexpr int judge_features = 566;
features judged(const hand& here) {
    features found;
    card_set there = 0;
    for (int at = 0; at < here.on_table; ++at) there |= card_set{1} << here.table[at];
    for (const card_set own : here.cards) there |= own;
    for (int number = 0; number < 4; ++number) found.add(510 + 14 * number + count(there & suit(number)));
    for (int at = 0; at < seats; ++at) {
        const int seat = (here.turn + at) & 3;
        each(here.cards[seat], [&](int card) {
            found.add(52 * at + place(there, card));
            if (card < high) found.add(364 + high * at + card);
        });
        if (here.taken[seat]) found.add(385 + 27 * at + here.taken[seat]);
        for (int number = 0; number < 4; ++number) {
            if (here.voids[seat] >> number & 1) found.add(493 + 4 * at + number);
        }
    }
    for (int at = 0; at < here.on_table; ++at) {
        const int who = ((here.leader + at - here.turn) & 3) - 1, card = here.table[at];
        found.add(208 + 52 * who + place(there, card));
        if (card < high) found.add(364 + high * (seats + who) + card);
    }
    if (here.broken) found.add(509);
    return found;
}

/// What a player sees after its card, as `Sight` in experience.py.
constexpr int sight_features = 581;
features seen(const hand& here, int me) {
    features found;
    const card_set own = here.cards[me];
    card_set unseen = 0, table = 0;
    for (int at = 1; at < seats; ++at) unseen |= here.cards[(me + at) & 3];
    for (int at = 0; at < here.on_table; ++at) table |= card_set{1} << here.table[at];
    const card_set there = own | unseen | table;
    for (int number = 0; number < 4; ++number) {
        found.add(450 + 14 * number + count(own & suit(number)));
        found.add(506 + 14 * number + count(unseen & suit(number)));
    }
    each(own, [&](int card) { found.add(place(there, card)); });
    each(unseen, [&](int card) { found.add(52 + place(there, card)); });
    for (int card = 0; card < high; ++card) {
        if (has(own, card)) found.add(312 + card);
        if (has(unseen, card)) found.add(315 + card);
    }
    for (int at = 0; at < here.on_table; ++at) {
        const int who = (here.leader + at - me) & 3, card = here.table[at];
        found.add(104 + 52 * who + place(there, card));
        if (card < high) found.add(318 + high * who + card);
    }
    for (int at = 0; at < seats; ++at) {
        const int seat = (me + at) & 3;
        if (here.taken[seat]) found.add(330 + 27 * at + here.taken[seat]);
        for (int number = 0; at && number < 4; ++number) {
            if (here.voids[seat] >> number & 1) found.add(438 + 4 * (at - 1) + number);
        }
    }
    if (!here.on_table) found.add(562 + ((here.leader - me) & 3));
    if (here.broken) found.add(566);
    found.add(567 + count(own));
    return found;
}

/// What a player sees who passes: the cards that it keeps and gives, and how many seats to the left they go.
constexpr int pass_features = 163;
features seen(card_set kept, card_set given, int left) {
    features found;
    each(kept, [&](int card) { found.add(card); });
    each(given, [&](int card) { found.add(52 + card); });
    found.add(104 + left - 1);
    for (int number = 0; number < 4; ++number) found.add(107 + 14 * number + count(kept & suit(number)));
    return found;
}

/// A net of two inner layers, whose units go from 0 to 1.
template <int Features, int First, int Second, int Outputs>
struct net {
    static constexpr int outputs = Outputs;
    static constexpr float leak = 0.01f;  ///< What a unit at an end still learns.
    using output = std::array<float, Outputs>;

    alignas(64) float one[Features][First], start_one[First], two[Second][First], start_two[Second], three[Outputs][Second],
        start_three[Outputs];

    struct inner {
        alignas(64) float sum_one[First], sum_two[Second], one[First], two[Second];
    };

    static float unit(float sum) { return std::min(std::max(sum, 0.0f), 1.0f); }
    static float slope(float sum) { return sum > 0 && sum < 1 ? 1.0f : leak; }

    output of(const features& from) const {
        inner parts;
        return of(from, parts);
    }

    output of(const features& from, inner& parts) const {
        std::copy_n(start_one, First, parts.sum_one);
        for (const int feature : from) {
            for (int at = 0; at < First; ++at) parts.sum_one[at] += one[feature][at];
        }
        for (int at = 0; at < First; ++at) parts.one[at] = unit(parts.sum_one[at]);
        for (int row = 0; row < Second; ++row) {
            float sum = start_two[row];
            for (int at = 0; at < First; ++at) sum += parts.one[at] * two[row][at];
            parts.sum_two[row] = sum;
            parts.two[row] = unit(sum);
        }
        output found;
        for (int row = 0; row < Outputs; ++row) {
            found[row] = start_three[row];
            for (int at = 0; at < Second; ++at) found[row] += parts.two[at] * three[row][at];
        }
        return found;
    }

    /// Adds to `sums`, a net too, how the errors of the outputs change with each number.
    void learn(const features& from, const inner& parts, const output& errors, net& sums) const {
        float below_two[Second] = {}, below_one[First] = {};
        for (int row = 0; row < Outputs; ++row) {
            sums.start_three[row] += errors[row];
            for (int at = 0; at < Second; ++at) {
                sums.three[row][at] += errors[row] * parts.two[at];
                below_two[at] += errors[row] * three[row][at];
            }
        }
        for (int row = 0; row < Second; ++row) {
            const float error = below_two[row] * slope(parts.sum_two[row]);
            sums.start_two[row] += error;
            for (int at = 0; at < First; ++at) {
                sums.two[row][at] += error * parts.one[at];
                below_one[at] += error * two[row][at];
            }
        }
        for (int at = 0; at < First; ++at) {
            below_one[at] *= slope(parts.sum_one[at]);
            sums.start_one[at] += below_one[at];
        }
        for (const int feature : from) {
            for (int at = 0; at < First; ++at) sums.one[feature][at] += below_one[at];
        }
    }

    void begin(chances& stream) {
        const auto any = [&](float most) { return static_cast<float>(2 * stream.share() - 1) * most; };
        for (auto& row : one) std::generate_n(row, First, [&] { return any(0.12f); });
        std::generate_n(start_one, First, [&] { return 0.3f + any(0.1f); });
        for (auto& row : two) std::generate_n(row, First, [&] { return any(0.12f); });
        std::fill_n(start_two, Second, 0.3f);
        for (auto& row : three) std::generate_n(row, Second, [&] { return any(0.15f); });
        std::fill_n(start_three, Outputs, 0.5f);
    }
};

using judge_net = net<judge_features, 64, 32, seats + 1>;
using sight_net = net<sight_features, 128, 32, seats>;
using pass_net = net<pass_features, 32, 16, 1>;

template <class Net>
std::unique_ptr<Net> read(const std::string& name) {
    auto found = std::make_unique<Net>();
    std::memset(static_cast<void*>(found.get()), 0, sizeof(Net));
    if (name == "-") {
        chances stream(4242);
        found->begin(stream);
        return found;
    }
    std::FILE* file = std::fopen(name.c_str(), "rb");
    if (!file || std::fread(static_cast<void*>(found.get()), sizeof(Net), 1, file) != 1) std::exit(1);
    std::fclose(file);
    return found;
}

template <class Net>
void write(const Net& made, const std::string& name) {
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (!file || std::fwrite(&made, sizeof(Net), 1, file) != 1) std::exit(1);
    std::fclose(file);
}

template <class Kept>
std::vector<Kept> read_all(int number, char** names) {
    std::vector<Kept> found;
    for (int at = 0; at < number; ++at) {
        std::FILE* file = std::fopen(names[at], "rb");
        if (!file) std::exit(1);
        for (Kept one; std::fread(&one, sizeof one, 1, file) == 1;) found.push_back(one);
        std::fclose(file);
    }
    return found;
}

// Playing.

struct chooser {
    const sight_net* learned;
    int worlds;
    double share;  ///< Of what was learned, beside play-outs.

    int card(const hand& here, chances& stream) const {
        const card_set moves = here.legal();
        if (is_one(moves)) return first(moves);
        std::array<double, 52> sums{};
        const double part = learned ? share : 0;
        sampler from(here, stream);
        for (int world = 0; world < worlds; ++world) {
            const hand drawn = from.draw();
            each(moves, [&](int card) {
                hand after = drawn;
                after.play(card);
                sums[card] += (1 - part) * played_out(after)[here.turn] / worlds;
            });
        }
        int best = -1;
        each(moves, [&](int card) {
            hand after = here;
            after.play(card);
            if (learned) sums[card] += part * (after.is_over() ? after.payoffs()[here.turn] : moon * learned->of(seen(after, here.turn))[0]);
            if (best < 0 || sums[card] > sums[best]) best = card;
        });
        return best;
    }
};

/// About normal.
double normal(chances& stream) {
    double sum = -6;
    for (int more = 12; more; --more) sum += stream.share();
    return sum;
}

/// What rules pass: the cards that do most harm; or others, by how wide an error of the harm is.
card_set passed(card_set own, double wide, chances& stream) {
    std::array<double, 52> danger{};
    each(own, [&](int card) {
        const int held = count(own & suit(suit_of(card)));
        if (card == queen) danger[card] = held < 5 ? 30 : 5;
        else if (card < length) danger[card] = card < queen && held < 5 ? 25 - card : 0;
        else danger[card] = 13 - rank_of(card) + 2 * (points(card) > 0) + 3 - held;
        if (wide > 0) danger[card] += wide * normal(stream);
    });
    card_set found = 0;
    for (int more = 3; more; --more) {
        int worst = -1;
        each(own & ~found, [&](int card) {
            if (worst < 0 || danger[card] > danger[worst]) worst = card;
        });
        found |= card_set{1} << worst;
    }
    return found;
}

/// What a net passes, or other cards, by how wide an error of their worth is.
card_set passed(const pass_net& learned, card_set own, int left, double wide, chances& stream) {
    card_set best = 0;
    double most = -1e9;
    each(own, [&](int one) {
        each(own & ~((card_set{2} << one) - 1), [&](int two) {
            each(own & ~((card_set{2} << two) - 1), [&](int three) {
                const card_set given = card_set{1} << one | card_set{1} << two | card_set{1} << three;
                const double worth = moon * learned.of(seen(own & ~given, given, left))[0] + (wide > 0 ? wide * normal(stream) : 0);
                if (worth > most) best = given, most = worth;
            });
        });
    });
    return best;
}

using hands = std::array<card_set, seats>;

hands dealt_hands(chances& stream) {
    std::array<int, 52> pack;
    for (int card = 0; card < 52; ++card) pack[card] = card;
    for (std::uint32_t at = 51; at; --at) std::swap(pack[at], pack[stream.below(at + 1)]);
    hands found{};
    for (int at = 0; at < 52; ++at) found[at / length] |= card_set{1} << pack[at];
    return found;
}

hand begun(const hands& cards, const hands& given, int left) {
    hand here;
    for (int seat = 0; seat < seats; ++seat) here.cards[seat] = (cards[seat] & ~given[seat]) | given[(seat - left) & 3];
    for (int seat = 0; seat < seats; ++seat) {
        if (has(here.cards[seat], 51)) here.turn = here.leader = seat;
    }
    return here;
}

hand dealt(chances& stream) {
    const hands cards = dealt_hands(stream);
    hands given{};
    int left = 0;
    if (stream.below(2)) {
        left = 1 + static_cast<int>(stream.below(3));
        for (int seat = 0; seat < seats; ++seat) given[seat] = passed(cards[seat], 0, stream);
    }
    return begun(cards, given, left);
}

int any(card_set moves, chances& stream) {
    for (auto skip = stream.below(static_cast<std::uint32_t>(count(moves))); skip; --skip) moves &= moves - 1;
    return first(moves);
}

void play(const chooser& who, double seconds, std::uint64_t seed, const char* name) {
    chances stream(seed * 7919 + 13);
    const chooser before{nullptr, 3, 0};
    std::FILE* file = std::fopen(name, "wb");
    if (!file) std::exit(1);
    const auto began = std::chrono::steady_clock::now();
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() < seconds) {
        hand here = dealt(stream);
        const std::uint32_t turn = stream.below(3) ? stream.below(40) : 0;
        for (std::uint32_t made = 0; made < turn; ++made) here.play(before.card(here, stream));
        if (turn && stream.below(4)) here = sampler(here, stream).draw();
        bool at_random = stream.below(2);
        std::vector<kept> found;
        std::vector<int> turns;
        while (!here.is_over()) {
            here.play(at_random || stream.share() < 0.01 ? any(here.legal(), stream) : who.card(here, stream));
            at_random = false;
            if (here.left() < 2) continue;
            found.push_back(kept_of(here));
            turns.push_back(here.turn);
        }
        const auto payoffs = here.payoffs();
        for (std::size_t at = 0; at < found.size(); ++at) {
            for (int seat = 0; seat < seats; ++seat) {
                found[at].payoffs[seat] = static_cast<std::int8_t>(payoffs[(turns[at] + seat) & 3]);
            }
        }
        std::fwrite(found.data(), sizeof(kept), found.size(), file);
    }
    std::fclose(file);
}

/// Cards that were passed, and what the hand came to for who passed them.
struct gift {
    card_set kept, given;
    std::int8_t left, payoff, unused[6];
};

void play_passing(const chooser& who, const pass_net* passes, double seconds, std::uint64_t seed, const char* name) {
    chances stream(seed * 7919 + 13);
    std::FILE* file = std::fopen(name, "wb");
    if (!file) std::exit(1);
    const auto began = std::chrono::steady_clock::now();
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() < seconds) {
        const hands cards = dealt_hands(stream);
        const int left = 1 + static_cast<int>(stream.below(3));
        hands given;
        for (int seat = 0; seat < seats; ++seat) {
            const double how = stream.share(), wide = stream.share();
            if (how < 0.12) given[seat] = passed(cards[seat], 1000, stream);
            else if (passes && how < 0.75) given[seat] = passed(*passes, cards[seat], left, wide < 0.3 ? 0 : wide < 0.7 ? 0.5 : 1.2, stream);
            else given[seat] = passed(cards[seat], wide < 0.33 ? 1 : wide < 0.67 ? 4 : 9, stream);
        }
        hand here = begun(cards, given, left);
        while (!here.is_over()) here.play(who.card(here, stream));
        const auto payoffs = here.payoffs();
        for (int seat = 0; seat < seats; ++seat) {
            const gift one{cards[seat] & ~given[seat], given[seat], static_cast<std::int8_t>(left), static_cast<std::int8_t>(payoffs[seat]), {}};
            std::fwrite(&one, sizeof one, 1, file);
        }
    }
    std::fclose(file);
}

// Learning.

using row = std::array<float, seats>;

/// By how many seats the player to move is further in the next position; -1 if that is of another hand.
int moved_on(const kept& here, const kept& next) {
    for (int by = 0; by < seats; ++by) {
        int lost = 0;
        bool within = true;
        for (int seat = 0; seat < seats; ++seat) {
            const card_set before = here.cards[(seat + by) & 3], after = next.cards[seat];
            within = within && !(after & ~before);
            lost += count(before & ~after);
        }
        if (within && lost == 1) return by;
    }
    return -1;
}

/// What a judge says of a position.
row judged_worth(const judge_net& judge, const hand& here) {
    const auto parts = judge.of(judged(here));
    const auto ends = played_out(here);
    row found;
    for (int at = 0; at < seats; ++at) found[at] = moon * parts[at] + parts[seats] * static_cast<float>(ends[(here.turn + at) & 3]);
    return found;
}

/// What is to be learned of each position: mixtures of what the judge says later and how the hand ends; and which
/// player has made the last card, counted from the one to move, or -1.
struct lessons {
    std::vector<row> worths;
    std::vector<int> made;
};

lessons lessons_of(const std::vector<kept>& hands, const judge_net* judge, float later, bool itself) {
    lessons found{std::vector<row>(hands.size()), std::vector<int>(hands.size(), -1)};
    row after{};
    for (std::size_t at = hands.size(); at--;) {
        row& own = found.worths[at];
        std::copy(hands[at].payoffs.begin(), hands[at].payoffs.end(), own.begin());
        if (hands[at].table[2] >= 0) found.made[at] = 3;
        const int by = at + 1 < hands.size() ? moved_on(hands[at], hands[at + 1]) : -1;
        if (by >= 0) {
            found.made[at + 1] = (4 - by) & 3;
            for (int seat = 0; seat < seats; ++seat) {
                const float end = found.worths[at + 1][seat];
                own[(seat + by) & 3] = judge && !itself ? later * end + (1 - later) * after[seat] : end;
            }
        }
        if (!judge) continue;
        after = judged_worth(*judge, hand_of(hands[at]));
        for (int seat = 0; itself && seat < seats; ++seat) own[seat] = later * own[seat] + (1 - later) * after[seat];
    }
    return found;
}

/// Diamonds and clubs are alike after the first trick.
kept turned(const kept& from) {
    const card_set diamonds = suit(2), clubs = suit(3);
    kept found = from;
    for (card_set& own : found.cards) own = (own & ~diamonds & ~clubs) | (own & diamonds) << length | (own & clubs) >> length;
    for (std::int8_t& card : found.table) {
        if (card >= 2 * length) card = static_cast<std::int8_t>(card + (card < 3 * length ? length : -length));
    }
    found.voids = static_cast<std::uint16_t>((from.voids & 0x3333) | (from.voids & 0x4444) << 1 | (from.voids & 0x8888) >> 1);
    return found;
}

/// Learns from some positions by Adam, and averages what comes out. `errors` are those of the outputs.
template <class Net, class Look, class Errors>
void learn(Net& made, std::size_t number, const Look& look, const Errors& errors, float rate) {
    constexpr int together = 256;
    constexpr std::size_t numbers = sizeof(Net) / sizeof(float);
    constexpr float decay = 0.02f;
    const auto zero = [] {
        auto found = std::make_unique<Net>();
        std::memset(static_cast<void*>(found.get()), 0, sizeof(Net));
        return found;
    };
    auto sums = zero(), means = zero(), squares = zero(), averages = std::make_unique<Net>(made);
    const auto flat = [](Net& net) { return reinterpret_cast<float*>(&net); };
    float *own = flat(made), *sum = flat(*sums), *mean = flat(*means), *square = flat(*squares), *average = flat(*averages);
    chances stream(4242);
    const long steps = static_cast<long>(number / together);
    for (long step = 1; step <= steps; ++step) {
        for (int more = together; more; --more) {
            std::size_t at = 0;
            features from;
            do at = static_cast<std::size_t>(stream.share() * static_cast<double>(number));
            while (!look(at, stream.below(2), from));
            typename Net::inner parts;
            const auto found = made.of(from, parts);
            made.learn(from, parts, errors(at, found), *sums);
        }
        const float done = static_cast<float>(step) / static_cast<float>(steps);
        const float now = rate * (done < 0.03f ? done / 0.03f : 0.5f * (1 + std::cos(3.14159265f * done)) + 0.02f);
        const float first_part = 1 - std::pow(0.9f, static_cast<float>(std::min(step, 2000l)));
        const float second_part = 1 - std::pow(0.999f, static_cast<float>(std::min(step, 20000l)));
        for (std::size_t at = 0; at < numbers; ++at) {
            const float slope = sum[at] / together;
            sum[at] = 0;
            mean[at] += 0.1f * (slope - mean[at]);
            square[at] += 0.001f * (slope * slope - square[at]);
            own[at] -= now * (mean[at] / first_part / (std::sqrt(square[at] / second_part) + 1e-8f) + decay * own[at]);
            if (step % 8 == 0) average[at] += 0.01f * (own[at] - average[at]);
        }
    }
    made = *averages;
}

void learn_judge(const std::string& old, const std::string& made, const std::vector<kept>& hands) {
    auto net = read<judge_net>(old);
    const lessons all = lessons_of(hands, old == "-" ? nullptr : net.get(), 0.9f, false);
    const auto look = [&](std::size_t at, bool turn, features& from) {
        from = judged(hand_of(turn && hand_of(hands[at]).begun ? turned(hands[at]) : hands[at]));
        return true;
    };
    learn(*net, hands.size(), look, [&](std::size_t at, const judge_net::output& found) {
        const auto ends = played_out(hand_of(hands[at]));
        judge_net::output errors{};
        for (int seat = 0; seat < seats; ++seat) {
            const float end = static_cast<float>(ends[seat]) / moon;
            errors[seat] = found[seat] + found[seats] * end - all.worths[at][seat] / moon;
            errors[seats] += errors[seat] * end;
        }
        return errors;
    }, 0.001f);
    write(*net, made);
}

void learn_sight(const std::string& judge, const std::string& old, const std::string& made, const std::vector<kept>& hands) {
    const lessons all = lessons_of(hands, read<judge_net>(judge).get(), 0.5f, true);
    auto net = read<sight_net>(old);
    const auto look = [&](std::size_t at, bool turn, features& from) {
        if (all.made[at] < 0) return false;
        from = seen(hand_of(turn && hand_of(hands[at]).begun ? turned(hands[at]) : hands[at]), all.made[at]);
        return true;
    };
    learn(*net, hands.size(), look, [&](std::size_t at, const sight_net::output& found) {
        sight_net::output errors;
        for (int seat = 0; seat < seats; ++seat) {  // what the others get is learned by the way
            errors[seat] = (found[seat] - all.worths[at][(all.made[at] + seat) & 3] / moon) * (seat ? 0.3f : 1);
        }
        return errors;
    }, 0.001f);
    write(*net, made);
}

void learn_passes(const std::string& made, const std::vector<gift>& gifts) {
    constexpr std::size_t times = 8;
    auto net = read<pass_net>("-");
    const auto look = [&](std::size_t at, bool, features& from) {
        const gift& one = gifts[at % gifts.size()];
        from = seen(one.kept, one.given, one.left);
        return true;
    };
    learn(*net, times * gifts.size(), look, [&](std::size_t at, const pass_net::output& found) {
        return pass_net::output{found[0] - static_cast<float>(gifts[at % gifts.size()].payoff) / moon};
    }, 0.001f);
    write(*net, made);
}

/// The numbers of a net as bytes: the layers in order, of the last only what the player itself gets.
template <class Net>
void write_bytes(const Net& made, const char* name) {
    std::FILE* file = std::fopen(name, "wb");
    if (!file) std::exit(1);
    const auto put = [&](const float* from, std::size_t number, float unit) {
        for (std::size_t at = 0; at < number; ++at) std::fputc(static_cast<int>(std::clamp(std::lrint(from[at] * unit), -127l, 127l)) & 255, file);
    };
    for (const auto& row : made.one) put(row, std::size(row), 100);
    put(made.start_one, std::size(made.start_one), 100);
    for (const auto& row : made.two) put(row, std::size(row), 100);
    put(made.start_two, std::size(made.start_two), 100);
    put(made.three[0], std::size(made.three[0]), 250);
    put(made.start_three, 1, 250);
    std::fclose(file);
}

}  // namespace

int main(int number, char** words) {
    const std::string what = number > 1 ? words[1] : "";
    if (what == "play" && number == 8) {
        const std::string name = words[2];
        const auto learned = name == "-" ? nullptr : read<sight_net>(name);
        play({learned.get(), std::atoi(words[3]), std::atof(words[4])}, std::atof(words[5]), std::strtoull(words[6], nullptr, 10), words[7]);
    } else if (what == "judge" && number > 4) {
        learn_judge(words[2], words[3], read_all<kept>(number - 4, words + 4));
    } else if (what == "learn" && number > 5) {
        learn_sight(words[2], words[3], words[4], read_all<kept>(number - 5, words + 5));
    } else if (what == "write" && number == 4) {
        write_bytes(*read<sight_net>(words[2]), words[3]);
    } else if (what == "pass" && number == 9) {
        const auto learned = read<sight_net>(words[2]);
        const std::string name = words[7];
        const auto passes = name == "-" ? nullptr : read<pass_net>(name);
        const chooser who{learned.get(), std::atoi(words[3]), std::atof(words[4])};
        play_passing(who, passes.get(), std::atof(words[5]), std::strtoull(words[6], nullptr, 10), words[8]);
    } else if (what == "learn-pass" && number > 3) {
        learn_passes(words[2], read_all<gift>(number - 3, words + 3));
    } else if (what == "write-pass" && number == 4) {
        write_bytes(*read<pass_net>(words[2]), words[3]);
    } else {
        std::puts("see the beginning of the program");
        return 2;
    }
}
