// Makes the experience of src/kibitz/players/experience/spades.py, as experience.cpp does of Hearts: spades_3.txt, and with
// -D SEATS=4 spades_4.txt.
//
//     g++ -O3 -march=native -ffast-math -std=c++20 -I kernel bench/experience_of_spades.cpp -o spades_3
//     spades_3 play NET WORLDS SHARE SECONDS SEED HANDS       plays hands into a file; NET: - for none
//     spades_3 judge OLD NEW DRAWS HANDS...                   the judge, who sees all hands; OLD may be -
//     spades_3 learn JUDGE OLD NEW DRAWS HANDS...             the net of what a player sees; OLD may be -
//     spades_3 error JUDGE NET HANDS...                       how far they are from how hands end
//     spades_3 write NET FILE                                 its numbers as bytes; net_text.py makes the text of the package
//     spades_3 match NET WORLDS SHARE NET WORLDS SHARE SEED BLOCKS BIDDING    in mirrored seatings; worlds for a bid
//
// Players bid by worlds, as `sampling` does, now and then one more or less, and are out to have more points than the others.
// One card in 25 is any. SECONDS are of the processor, DRAWS are positions learned.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "nets.hpp"
#include "spades_hands.hpp"

namespace {
using namespace experience;

/// A suit, and how many of its cards that are left are higher.
inline int place(card_set there, int card) { return length * suit_of(card) + count(there & above(card)); }

constexpr int kinds = 7;  // of ends: missed, made with 0, 1, 2, 3, 4, 5 or more over
constexpr int outs = sides * kinds;
inline int kind_of(const hand& h, int s) { const int n = h.side_need(s); return n > 0 ? 0 : std::min(1 - n, kinds - 1); }

constexpr int needs = 20;
constexpr int SIGHT_CARDS = 52 * (2 + seats), LENS = SIGHT_CARDS, NEED = LENS + 28 * 4, BID = NEED + seats * needs, VOID = BID + seats * 14,
              LEADS = VOID + 4 * (seats - 1), BROKEN = LEADS + seats, LEFT = BROKEN + 1, SLACK = LEFT + 18, SIDE = SLACK + 20,
              sight_features = SIDE + (seats == 4 ? 2 * needs : 0);

void common(features& f, const hand& h, int me) {
    for (int at = 0; at < seats; ++at) {
        const int s = (me + at) % seats;
        f.add(NEED + needs * at + std::clamp(h.bids[s] - h.taken[s] + 6, 0, needs - 1));
        f.add(BID + 14 * at + std::min<int>(h.bids[s], 13));
        for (int n = 0; at && n < 4; ++n) if (h.voids[s] >> n & 1) f.add(VOID + 4 * (at - 1) + n);
    }
    const int left = h.left();
    int slack = left;
    for (int s = 0; s < sides; ++s) slack -= std::max(0, h.side_need(s));
    f.add(SLACK + std::clamp(slack + 9, 0, 19));
    f.add(LEFT + std::min(left, 17));
    if (seats == 4) for (int s = 0; s < 2; ++s) f.add(SIDE + needs * s + std::clamp(h.side_need(side((me + s) % seats)) + 6, 0, needs - 1));
    if (!h.on_table) f.add(LEADS + from(h.leader, me));
    if (h.broken) f.add(BROKEN);
}
/// What a player sees after its card.
features seen(const hand& h, int me) {
    features f;
    const card_set own = h.cards[me], unseen = deck & ~h.gone & ~own;
    card_set table = 0;
    for (int at = 0; at < h.on_table; ++at) table |= card_set{1} << h.table[at];
    const card_set there = own | unseen | table;
    for (int n = 0; n < 4; ++n) {
        f.add(LENS + 28 * n + count(own & suit(n)));
        f.add(LENS + 28 * n + 14 + count(unseen & suit(n)));
    }
    each(own, [&](int c) { f.add(place(there, c)); });
    each(unseen, [&](int c) { f.add(52 + place(there, c)); });
    for (int at = 0; at < h.on_table; ++at) f.add(104 + 52 * from((h.leader + at) % seats, me) + place(there, h.table[at]));
    common(f, h, me);
    return f;
}
/// What the judge sees: all hands from me on, and how a play-out ends.
constexpr int J_LENS = 104 * seats, J_END = sight_features + 52 * seats + 14 * 4 * seats, judge_features = J_END + outs;
features judged(const hand& h, int me) {
    features f;
    card_set there = 0;
    for (int at = 0; at < h.on_table; ++at) there |= card_set{1} << h.table[at];
    for (const card_set c : h.cards) there |= c;
    for (int at = 0; at < seats; ++at) {
        const int s = (me + at) % seats;
        each(h.cards[s], [&](int c) { f.add(at ? sight_features + 52 * (at - 1) + place(there, c) : place(there, c)); });
        for (int n = 0; n < 4; ++n) f.add(sight_features + 52 * seats + 14 * (4 * at + n) + count(h.cards[s] & suit(n)));
    }
    for (int at = 0; at < h.on_table; ++at) f.add(104 + 52 * from((h.leader + at) % seats, me) + place(there, h.table[at]));
    common(f, h, me);
    const hand e = ended(h);
    for (int s = 0; s < sides; ++s) f.add(J_END + kinds * s + kind_of(e, side((me + s) % seats)));
    return f;
}

using judge_net = net<judge_features, 64, 32, outs>;
using sight_net = net<sight_features, 128, 32, outs>;

/// How likely each end is of each side, by the outputs of a net.
using likely = std::array<float, outs>;
constexpr float steep = 4;
likely likely_of(const likely& outputs) {
    likely found;
    for (int start = 0; start < outs; start += kinds) {
        const float most = *std::max_element(outputs.begin() + start, outputs.begin() + start + kinds);
        float sum = 0;
        for (int at = start; at < start + kinds; ++at) sum += found[at] = std::exp(steep * (outputs[at] - most));
        for (int at = start; at < start + kinds; ++at) found[at] /= sum;
    }
    return found;
}

/// What the ends of a net are worth in points to who made the card.
double worth_of(const likely& o, const hand& h, int me) {
    scores f{};
    for (int s = 0; s < sides; ++s) {
        const int who = side((me + s) % seats), bid = h.side_bid(who);
        float w = -10.0f * bid * o[s * kinds];
        for (int k = 1; k < kinds; ++k) w += (10 * bid - 9 * (k - 1)) * o[s * kinds + k];
        f[who] = w;
    }
    return worth(f, me);
}

int any(card_set m, chances& s) { for (auto k = s.below(static_cast<std::uint32_t>(count(m))); k; --k) m &= m - 1; return first(m); }

struct chooser {
    const sight_net* learned = nullptr;
    int worlds = 100;
    double share = 0;
    double time = 0;
    int card(const hand& here, chances& stream) {
        const card_set moves = here.legal();
        if (is_one(moves)) return first(moves);
        std::array<double, 52> sums{};
        const double part = learned ? share : 0;
        const int me = here.turn;
        if (part < 1) {
            sampler from(here, stream);
            for (int w = 0; w < worlds; ++w) {
                const hand drawn = from.draw();
                each(moves, [&](int c) {
                    hand after = drawn;
                    after.play(c);
                    sums[c] += (1 - part) * worth(ended(after).ends(), me) / worlds;
                });
            }
        }
        const int simple = card_by(here, moves, deck & ~here.gone & ~here.cards[me], here.side_need(side(me)) > 0);
        int best = -1;
        each(moves, [&](int c) {
            if (part) {
                hand after = here;
                after.play(c);
                sums[c] += part * (after.is_over() ? worth(after.ends(), me) : worth_of(likely_of(learned->of(seen(after, me))), after, me));
            }
            if (best < 0 || sums[c] > sums[best] + (c == simple ? -1e-9 : 1e-9)) best = c;
        });
        return best;
    }
};
struct kept { hand h; std::int8_t me; std::array<std::int8_t, sides> ends; };

void bids(hand& h, int worlds, chances& stream, double noise) {
    for (int k = 0; k < seats; ++k) {
        int bid = bid_by_worlds(h, worlds, stream);
        if (stream.share() < noise) bid = std::clamp(bid + (stream.below(2) ? 1 : -1), 0, cards_each);
        h.bids[h.turn] = static_cast<std::int8_t>(bid);
        h.turn = static_cast<std::int8_t>(next_seat(h.turn));
    }
}

void play(chooser who, double seconds, std::uint64_t seed, const char* name) {
    chances stream(seed * 7919 + 13);
    std::FILE* file = std::fopen(name, "wb");
    long hands = 0, number = 0;
    double over = 0, made = 0;
    while (busy() < seconds) {
        hand h = dealt(stream, static_cast<int>(stream.below(seats)));
        bids(h, 20, stream, 0.2);
        std::vector<kept> found;
        while (!h.is_over()) {
            const int me = h.turn;
            const bool forced = is_one(h.legal());
            h.play(stream.share() < 0.04 ? any(h.legal(), stream) : who.card(h, stream));
            if (!forced && !h.is_over()) found.push_back({h, static_cast<std::int8_t>(me), {}});
        }
        for (auto& k : found) for (int s = 0; s < sides; ++s) k.ends[s] = static_cast<std::int8_t>(kind_of(h, side((k.me + s) % seats)));
        for (int s = 0; s < sides; ++s) over -= h.side_need(s), made += h.side_need(s) <= 0;
        std::fwrite(found.data(), sizeof(kept), found.size(), file);
        ++hands;
        number += static_cast<long>(found.size());
    }
    std::printf("%ld hands, %ld positions; over %.2f, made %.3f a side\n", hands, number, over / hands / sides, made / hands / sides);
    std::fclose(file);
}
/// Plain suits are alike: turned by one of six orders.
void turned(kept& k, int order) {
    static const int orders[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    if (!order) return;
    const int* to = orders[order];
    const auto move = [&](card_set& c) {
        card_set f = c & spades;
        for (int n = 1; n < 4; ++n) f |= (c >> n * length & spades) << to[n - 1] * length;
        c = f;
    };
    for (auto& c : k.h.cards) move(c);
    move(k.h.gone);
    for (int at = 0; at < k.h.on_table; ++at) {
        const int c = k.h.table[at];
        if (c >= length) k.h.table[at] = static_cast<std::int8_t>(to[suit_of(c) - 1] * length + rank_of(c));
    }
    for (auto& v : k.h.voids) {
        int f = v & 1;
        for (int n = 1; n < 4; ++n) f |= (v >> n & 1) << to[n - 1];
        v = static_cast<std::int8_t>(f);
    }
}
likely real_ends(const kept& one) {
    likely found{};
    for (int s = 0; s < sides; ++s) found[s * kinds + one.ends[s]] = 1;
    return found;
}

/// Learns how likely the ends are; those of the others are learned by the way.
template <class Net, class See, class Real>
void learn_ends(Net& made, const std::vector<kept>& hands, std::size_t draws, const See& see, const Real& real) {
    kept one;
    const auto look = [&](std::size_t at, std::uint32_t order, features& from) {
        one = hands[at];
        turned(one, static_cast<int>(order));
        from = see(one.h, one.me);
        return true;
    };
    learn(made, hands.size(), draws, 6, look, [&](std::size_t, const likely& outputs) {
        likely errors = likely_of(outputs);
        const likely ends = real(one);
        for (int at = 0; at < outs; ++at) errors[at] = steep * (errors[at] - ends[at]) * (at < kinds ? 1.0f : 0.7f);
        return errors;
    }, 0.001f);
}

template <class Net, class See>
double error_of(const Net& net, const std::vector<kept>& all, const See& see) {
    double sum = 0, loss = 0, n = 0;
    for (const kept& k : all) {
        const likely f = likely_of(net.of(see(k.h, k.me)));
        likely real{};
        for (int s = 0; s < sides; ++s) real[s * kinds + k.ends[s]] = 1, loss -= std::log(f[s * kinds + k.ends[s]] + 1e-9);
        const double miss = worth_of(f, k.h, k.me) - worth_of(real, k.h, k.me);
        sum += miss * miss;
        ++n;
    }
    std::printf("%.0f positions: mean squared error of points %.2f, loss %.4f\n", n, sum / n, loss / n);
    return sum / n;
}

void match(std::array<chooser, 2> players, std::uint64_t seed, int blocks, int bidding) {
    double sum = 0, squares = 0, used[2] = {0, 0}, pts[2] = {0, 0};
    long moves[2] = {0, 0};
    int n = 0;
    for (int block = 0; block < blocks; ++block) {
        double apart = 0;
        chances stream((seed + block) * 7919 + 13);
        hand start = dealt(stream, block % seats);
        bids(start, bidding, stream, 0);
        n = 0;
        for (int seating = 1; seating + 1 < 1 << seats; ++seating) {
            if (seats == 4 && seating != 5 && seating != 10) continue;
            ++n;
            chances own((seed + block) * 104729 + seating);
            hand h = start;
            while (!h.is_over()) {
                const int who = seating >> h.turn & 1;
                const double before = busy();
                h.play(players[who].card(h, own));
                used[who] += busy() - before;
                ++moves[who];
            }
            const auto ends = h.ends();
            double mine[2] = {0, 0};
            int seats_of[2] = {0, 0};
            for (int s = 0; s < seats; ++s) mine[seating >> s & 1] += ends[side(s)], ++seats_of[seating >> s & 1];
            for (int w = 0; w < 2; ++w) pts[w] += mine[w] / seats_of[w];
            apart += mine[0] / seats_of[0] - mine[1] / seats_of[1];
        }
        apart /= n;
        sum += apart;
        squares += apart * apart;
    }
    const double mean = sum / blocks, e = 1.96 * std::sqrt((squares / blocks - mean * mean) / (blocks - 1));
    std::printf("%+.3f (%+.3f to %+.3f) points a hand, %d blocks of %d from %llu on; %.2f and %.2f; %.3f and %.3f ms; %.0f s\n", mean, mean - e, mean + e,
                blocks, n, static_cast<unsigned long long>(seed), pts[0] / blocks / n, pts[1] / blocks / n, 1e3 * used[0] / moves[0], 1e3 * used[1] / moves[1], busy());
}
}  // namespace

int main(int n, char** w) {
    const std::string what = n > 1 ? w[1] : "";
    const auto net_or_none = [](const std::string& name) { return name == "-" ? nullptr : read<sight_net>(name); };
    if (what == "play" && n == 8) {
        auto net = net_or_none(w[2]);
        play({net.get(), std::atoi(w[3]), std::atof(w[4])}, std::atof(w[5]), std::strtoull(w[6], nullptr, 10), w[7]);
    } else if (what == "judge" && n > 5) {
        auto net = read<judge_net>(w[2]);
        const auto all = read_all<kept>(n - 5, w + 5);
        learn_ends(*net, all, std::strtoul(w[4], nullptr, 10), judged, [](const kept& one) { return real_ends(one); });
        write(*net, w[3]);
    } else if (what == "learn" && n > 6) {
        const auto judge = read<judge_net>(w[2]);
        auto net = read<sight_net>(w[3]);
        const auto all = read_all<kept>(n - 6, w + 6);
        learn_ends(*net, all, std::strtoul(w[5], nullptr, 10), seen, [&](const kept& one) {
            likely found = likely_of(judge->of(judged(one.h, one.me)));
            const likely real = real_ends(one);
            for (int at = 0; at < outs; ++at) found[at] = 0.7f * found[at] + 0.3f * real[at];
            return found;
        });
        write(*net, w[4]);
    } else if (what == "error" && n > 4) {
        const auto all = read_all<kept>(n - 4, w + 4);
        if (std::string(w[2]) != "-") error_of(*read<judge_net>(w[2]), all, judged);
        if (std::string(w[3]) != "-") error_of(*read<sight_net>(w[3]), all, seen);
        double sum = 0;
        for (const kept& k : all) {
            likely real{}, out{};
            const hand e = ended(k.h);
            for (int s = 0; s < sides; ++s) real[s * kinds + k.ends[s]] = 1, out[s * kinds + kind_of(e, side((k.me + s) % seats))] = 1;
            const double miss = worth_of(out, k.h, k.me) - worth_of(real, k.h, k.me);
            sum += miss * miss;
        }
        std::printf("play-out with all hands: %.2f\n", sum / static_cast<double>(all.size()));
    } else if (what == "match" && n == 11) {
        auto a = net_or_none(w[2]), b = net_or_none(w[5]);
        match({chooser{a.get(), std::atoi(w[3]), std::atof(w[4])}, chooser{b.get(), std::atoi(w[6]), std::atof(w[7])}}, std::strtoull(w[8], nullptr, 10), std::atoi(w[9]), std::atoi(w[10]));
    } else if (what == "write" && n == 4) {
        write_bytes(*read<sight_net>(w[2]), w[3], outs, 100);
    } else {
        std::puts("see the beginning of the program");
        return 2;
    }
}
