// Makes the experience of src/kibitz/players/experience/hearts.py: hands of Hearts, and nets that learn from them;
// hearts.txt is of play, hearts_passes.txt of cards that are passed.
//
//     g++ -O3 -march=native -ffast-math -std=c++20 -I kernel bench/experience.cpp -o experience
//     experience play NET WORLDS SHARE SECONDS SEED PASSES HANDS    plays hands into a file; NET, PASSES: - for none
//     experience judge OLD NEW HANDS...                      the judge, who sees all hands; OLD may be -
//     experience learn JUDGE OLD NEW HANDS...                the net of what a player sees; OLD may be -
//     experience error NET HANDS...                          how far a net is from how hands end
//     experience write NET FILE                              its numbers as bytes; net_text.py makes the text of the package
//     experience read FILE NET                               a net of such bytes
//     experience pass NET WORLDS SHARE SECONDS SEED PASSES GIFTS    plays hands with passing into a file
//     experience learn-pass NEW GIFTS...                     the net of what is passed
//     experience write-pass NET FILE
//     experience read-pass FILE NET
//     experience match NET WORLDS SHARE NET WORLDS SHARE SEED BLOCKS PASSES    in mirrored seatings
//
// Each side of a hand plays by means over worlds, as `sampling` does, mixed with a net if there is one. A hand
// begins by few worlds; then it goes on, often with any card, so that cards that nobody would choose are known too.
// Without a pass it mostly goes on in another world that agrees with what the player sees; with one only now and then,
// since a world that is drawn knows nothing of why cards are passed. From there on positions are kept with how the
// hand ended; SECONDS are of the processor. The judge learns how hands end by all cards and a play-out by rules; by its values, which vary
// less than single ends, the net of what a player sees is taught. Then hands are played with that net, and so on.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "hearts_hands.hpp"
#include "nets.hpp"

namespace {
using namespace experience;

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

/// What a player sees after its card, as `Sight` in hearts.py.
constexpr int sight_features = 746;
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
    for (int at = 1; at < seats; ++at) {
        each(here.known[me] & here.cards[(me + at) & 3], [&](int card) {
            found.add(581 + 52 * (at - 1) + place(there, card));
            if (card < high) found.add(737 + high * (at - 1) + card);
        });
    }
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

using judge_net = net<judge_features, 64, 32, seats + 1>;
using sight_net = net<sight_features, 128, 32, seats>;
using pass_net = net<pass_features, 32, 16, 1>;

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

/// A hand to begin with, after a pass or without: by rules, or if there is a net mostly by that, not always well.
hand dealt(const pass_net* passes, bool& passing, chances& stream) {
    const hands cards = dealt_hands(stream);
    hands given{};
    int left = 0;
    passing = passes ? stream.below(4) : stream.below(2);
    if (passing) {
        left = 1 + static_cast<int>(stream.below(3));
        for (int seat = 0; seat < seats; ++seat) {
            const double wide = passes ? stream.share() : 0;
            given[seat] = passes && wide < 0.95 ? passed(*passes, cards[seat], left, wide < 0.65 ? 0 : wide < 0.85 ? 0.5 : 1.2, stream)
                                                : passed(cards[seat], 0, stream);
        }
    }
    return begun(cards, given, left);
}

int any(card_set moves, chances& stream) {
    for (auto skip = stream.below(static_cast<std::uint32_t>(count(moves))); skip; --skip) moves &= moves - 1;
    return first(moves);
}

void play(const chooser& who, const pass_net* passes, double seconds, std::uint64_t seed, const char* name) {
    chances stream(seed * 7919 + 13);
    const chooser before{nullptr, 3, 0};
    std::FILE* file = std::fopen(name, "wb");
    if (!file) std::exit(1);
    while (busy() < seconds) {
        bool passing = false;
        hand here = dealt(passes, passing, stream);
        const std::uint32_t turn = stream.below(3) ? stream.below(40) : 0;
        for (std::uint32_t made = 0; made < turn; ++made) here.play(before.card(here, stream));
        if (turn && (passing ? stream.below(4) == 0 : stream.below(4) != 0)) here = sampler(here, stream).draw();
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
    while (busy() < seconds) {
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
    for (auto* sets : {&found.cards, &found.known}) {
        for (card_set& own : *sets) own = (own & ~diamonds & ~clubs) | (own & diamonds) << length | (own & clubs) >> length;
    }
    for (std::int8_t& card : found.table) {
        if (card >= 2 * length) card = static_cast<std::int8_t>(card + (card < 3 * length ? length : -length));
    }
    found.voids = static_cast<std::uint16_t>((from.voids & 0x3333) | (from.voids & 0x4444) << 1 | (from.voids & 0x8888) >> 1);
    return found;
}

void learn_judge(const std::string& old, const std::string& made, const std::vector<kept>& hands) {
    auto net = read<judge_net>(old);
    const lessons all = lessons_of(hands, old == "-" ? nullptr : net.get(), 0.9f, false);
    const auto look = [&](std::size_t at, bool turn, features& from) {
        from = judged(hand_of(turn && hand_of(hands[at]).begun ? turned(hands[at]) : hands[at]));
        return true;
    };
    learn(*net, hands.size(), hands.size(), 2, look, [&](std::size_t at, const judge_net::output& found) {
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
    learn(*net, hands.size(), hands.size(), 2, look, [&](std::size_t at, const sight_net::output& found) {
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
    learn(*net, times * gifts.size(), times * gifts.size(), 2, look, [&](std::size_t at, const pass_net::output& found) {
        return pass_net::output{found[0] - static_cast<float>(gifts[at % gifts.size()].payoff) / moon};
    }, 0.001f);
    write(*net, made);
}

void print_error(const sight_net& net, const std::vector<kept>& hands) {
    const lessons all = lessons_of(hands, nullptr, 1, false);
    double sum = 0, seen_well = 0;
    long number = 0;
    for (std::size_t at = 0; at < hands.size(); ++at) {
        if (all.made[at] < 0) continue;
        const double end = all.worths[at][all.made[at]], found = moon * net.of(seen(hand_of(hands[at]), all.made[at]))[0];
        sum += (end - found) * (end - found);
        seen_well += end - found;
        ++number;
    }
    std::printf("%ld positions: mean squared error %.4f, ends better by %.4f\n", number, sum / number, seen_well / number);
}

/// Two players in the six seatings of two against two, or with one more of each: all hands of a block are one deal.
void match(const std::array<chooser, 2>& players, const pass_net* passes, std::uint64_t seed, int blocks) {
    double sum = 0, squares = 0;
    std::array<int, 2> moons{};
    for (int block = 0; block < blocks; ++block) {
        double apart = 0;
        for (int seating = 0; seating < 16; ++seating) {
            if (std::popcount(static_cast<unsigned>(seating)) != 2) continue;
            chances stream((seed + block) * 7919 + 13), own((seed + block) * 104729 + seating);
            const hands cards = dealt_hands(stream);
            hands given{};
            const int left = passes ? 1 + block % 3 : 0;
            for (int seat = 0; passes && seat < seats; ++seat) given[seat] = passed(*passes, cards[seat], left, 0, own);
            hand here = begun(cards, given, left);
            while (!here.is_over()) here.play(players[seating >> here.turn & 1].card(here, own));
            const auto payoffs = here.payoffs();
            for (int seat = 0; seat < seats; ++seat) {
                apart += (seating >> seat & 1 ? -1 : 1) * payoffs[seat] / 12.0;
                moons[seating >> seat & 1] += here.taken[seat] == moon;
            }
        }
        sum += apart;
        squares += apart * apart;
    }
    const double mean = sum / blocks, error = 1.96 * std::sqrt((squares / blocks - mean * mean) / (blocks - 1));
    std::printf("%+.3f (%+.3f to %+.3f) points a hand in %d blocks from %llu on%s; moons %d and %d of %d hands; %.0f s\n", mean,
                mean - error, mean + error, blocks, static_cast<unsigned long long>(seed), passes ? ", passing" : "", moons[0],
                moons[1], 6 * blocks, busy());
}

std::unique_ptr<sight_net> learned_or_none(const std::string& name) { return name == "-" ? nullptr : read<sight_net>(name); }
std::unique_ptr<pass_net> passes_or_none(const std::string& name) { return name == "-" ? nullptr : read<pass_net>(name); }

}  // namespace

int main(int number, char** words) {
    const std::string what = number > 1 ? words[1] : "";
    const auto player = [&](const std::unique_ptr<sight_net>& net, int at) { return chooser{net.get(), std::atoi(words[at]), std::atof(words[at + 1])}; };
    if (what == "play" && number == 9) {
        const auto learned = learned_or_none(words[2]);
        const auto passes = passes_or_none(words[7]);
        play(player(learned, 3), passes.get(), std::atof(words[5]), std::strtoull(words[6], nullptr, 10), words[8]);
    } else if (what == "judge" && number > 4) {
        learn_judge(words[2], words[3], read_all<kept>(number - 4, words + 4));
    } else if (what == "learn" && number > 5) {
        learn_sight(words[2], words[3], words[4], read_all<kept>(number - 5, words + 5));
    } else if (what == "error" && number > 3) {
        print_error(*read<sight_net>(words[2]), read_all<kept>(number - 3, words + 3));
    } else if (what == "write" && number == 4) {
        write_bytes(*read<sight_net>(words[2]), words[3], 1, 250);
    } else if (what == "read" && number == 4) {
        write(*read_bytes<sight_net>(words[2]), words[3]);
    } else if (what == "pass" && number == 9) {
        const auto learned = learned_or_none(words[2]);
        const auto passes = passes_or_none(words[7]);
        play_passing(player(learned, 3), passes.get(), std::atof(words[5]), std::strtoull(words[6], nullptr, 10), words[8]);
    } else if (what == "learn-pass" && number > 3) {
        learn_passes(words[2], read_all<gift>(number - 3, words + 3));
    } else if (what == "write-pass" && number == 4) {
        write_bytes(*read<pass_net>(words[2]), words[3], 1, 250);
    } else if (what == "read-pass" && number == 4) {
        write(*read_bytes<pass_net>(words[2]), words[3]);
    } else if (what == "match" && number == 11) {
        const auto one = learned_or_none(words[2]), two = learned_or_none(words[5]);
        const auto passes = passes_or_none(words[10]);
        match({player(one, 3), player(two, 6)}, passes.get(), std::strtoull(words[8], nullptr, 10), std::atoi(words[9]));
    } else {
        std::puts("see the beginning of the program");
        return 2;
    }
}
