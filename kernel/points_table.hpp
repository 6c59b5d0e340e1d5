// What a search for points remembers, as reference/tricks/points_table.py: for lengths of suits and
// a leader, which holders of the highest cards, and which points, settle what the first side takes.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "games/cards.hpp"
#include "memory.hpp"

namespace kibitz {

/// Lengths of suits in hands, and how many cards of suits are told, six bits each: nine in the first
/// word, ten in each of the others.
using points_key = std::array<std::uint64_t, 5>;
constexpr int most_lengths = 49;

/// A position between tricks, as the table sees it, with room for so many cards.
template <int Most>
struct points_shape {
    static constexpr int room = (Most + 15) / 16 * 16;
    using places = std::conditional_t<(Most > 64), card_set, std::uint64_t>;  ///< A bit for each place in `points`.
    static constexpr std::uint8_t any = 255;  ///< Instead of what is told of a card that does not count.

    points_key key{};                            ///< Lengths, leader and what the rules remember.
    std::array<std::uint8_t, room> codes{};      ///< What is told of the cards, suit by suit from high to low,
    std::array<std::uint8_t, room> points{};     ///< and their points, suit by suit and hand by hand.
    std::array<std::uint8_t, most_suits + 1> starts{};  ///< Where suits begin in `codes`.
    std::array<std::uint8_t, room> cards{};      ///< Which cards have those points.
    int size = 0;                                ///< Bytes that are used, a multiple of 16.

    places cards_at(places some) const {
        places found = 0;
        for (; some; some &= some - 1) found |= places{1} << cards[first_card(some)];
        return found;
    }
    places places_of(places some) const {
        places found = 0;
        for (int at = 0; at < starts[most_suits]; ++at) found |= (some >> cards[at] & 1) << at;
        return found;
    }
};

/// A bound on what the first side takes, and how many of the highest cards of each suit it rests on.
struct points_bound {
    std::int32_t bound = 0;
    bool most = false;  ///< Whether it takes no more than that; otherwise no less.
    std::array<std::uint8_t, most_suits> tops{};

    /// Whether it says whether there are so many.
    bool settles(int need) const { return most ? need > bound : need <= bound; }
};

/// With the places of the cards that each side takes in some line.
template <class Places>
struct points_answer : points_bound {
    Places first = 0, second = 0;
};

template <int Most>
class points_table {
public:
    using shape = points_shape<Most>;
    using places = typename shape::places;
    using answer = points_answer<places>;

    explicit points_table(std::size_t bytes)
        : heads_(std::bit_floor(std::clamp<std::size_t>(bytes / 256, 16, std::size_t{1} << 20))),
          nodes_(std::max<std::size_t>(4, bytes / 16 / sizeof(node))),
          blocks_(std::max<std::size_t>(4, bytes / 4 / sizeof(block)), true),
          bytes_(std::max<std::size_t>(4 * block::most * bytes_of(shape::room), bytes / 16 * 11), true) {}

    /// The latest entry that settles a question about a position, with its bound for these points.
    /// It changes places with the first, since what answers once soon answers again.
    bool look(const shape& here, int need, answer& found) {
        const node* at = find(here.key);
        if (!at) return false;
        const std::uint64_t glance = some_of(here.codes.data(), here.starts).codes;
        for (std::uint32_t next = at->first; next; next = blocks_[next].next) {
            block& some = blocks_[next];
            blocks_[some.ahead].fetch();
            std::uint32_t may = some.may_fit(glance);
            for (std::uint32_t each = may; each; each &= each - 1) {
                __builtin_prefetch(bytes_at(some, std::countr_zero(each), here.size));
            }
            while (may) {
                const int each = 31 - std::countl_zero(may);
                may ^= 1u << each;
                const std::uint8_t* codes = bytes_at(some, each, here.size);
                if (!fits(codes, here)) continue;
                static_cast<points_bound&>(found) = some.known[each];
                found.bound += changed(codes + here.size, here, found.most);
                if (!found.settles(need)) continue;
                std::memcpy(&found.first, codes + 3 * here.size, sizeof(places));
                std::memcpy(&found.second, codes + 3 * here.size + sizeof(places), sizeof(places));
                to_front(some, each, blocks_[at->first], here.size);
                return true;
            }
        }
        return false;
    }

    /// Remember a bound in front of the others.
    void keep(const shape& here, const answer& known) {
        node* at = const_cast<node*>(find(here.key));
        if (!at) {
            if (nodes_used_ + 1 >= nodes_.size()) forget();
            std::uint32_t& head = heads_[home(here.key)];
            at = &nodes_[++nodes_used_];
            *at = {here.key, head, 0};
            head = static_cast<std::uint32_t>(nodes_used_);
        }
        if (at->first == 0 || blocks_[at->first].count == block::most) {
            const std::size_t more = block::most * bytes_of(here.size);
            if (blocks_used_ + 1 >= blocks_.size() || bytes_used_ + more > bytes_.size()) {
                forget();
                return keep(here, known);
            }
            block& fresh = blocks_[++blocks_used_];
            fresh.next = fresh.ahead = at->first;
            for (int step = 1; step < block::stride; ++step) fresh.ahead = blocks_[fresh.ahead].next;
            fresh.count = 0;
            fresh.bytes = bytes_used_;
            bytes_used_ += more;
            at->first = static_cast<std::uint32_t>(blocks_used_);
        }
        block& some = blocks_[at->first];
        const int last = some.count++;
        std::uint8_t* codes = bytes_at(some, last, here.size);
        std::memset(codes, shape::any, here.size);
        for (int suit = 0; suit < most_suits; ++suit) {
            std::memcpy(codes + here.starts[suit], here.codes.data() + here.starts[suit], known.tops[suit]);
        }
        // Points that do not count are such as change no bound.
        std::uint8_t *in_some = codes + here.size, *always = in_some + here.size;
        std::memset(in_some, known.most ? 255 : 0, here.size);
        std::memset(always, known.most ? 0 : 255, here.size);
        for (places left = known.first; left; left &= left - 1) in_some[first_card(left)] = here.points[first_card(left)];
        for (places left = known.first & ~known.second; left; left &= left - 1) {
            always[first_card(left)] = here.points[first_card(left)];
        }
        std::memcpy(always + here.size, &known.first, sizeof(places));
        std::memcpy(always + here.size + sizeof(places), &known.second, sizeof(places));
        some.put(last, some_of(codes, here.starts), known);
    }

private:
    struct node {
        points_key key;
        std::uint32_t next;
        std::uint32_t first;
    };
    /// Half of what is told of sixteen cards, and which of them count. First come the highest five of
    /// the longest of four suits and the highest of each of the others, then two more of each.
    struct some_cards {
        std::uint64_t codes = 0, mask = 0;
    };
    static some_cards some_of(const std::uint8_t* codes, const std::array<std::uint8_t, most_suits + 1>& starts) {
        int longest = 0;
        for (int suit = 1; suit < 4; ++suit) {
            if (starts[suit + 1] - starts[suit] > starts[longest + 1] - starts[longest]) longest = suit;
        }
        some_cards found;
        int shift = 0;
        const auto add = [&](int suit, int from, int many) {
            for (int at = starts[suit] + from; many-- > 0; ++at, shift += 4) {
                if (at >= starts[suit + 1] || codes[at] == shape::any) continue;
                found.codes |= std::uint64_t{codes[at] & 15u} << shift;
                found.mask |= std::uint64_t{15} << shift;
            }
        };
        for (int suit = 0; suit < 4; ++suit) add(suit, 0, suit == longest ? 5 : 1);
        for (int suit = 0; suit < 4; ++suit) add(suit, suit == longest ? 5 : 1, 2);
        return found;
    }

    /// Entries of one key. Most do not fit, which eight cards show at a glance, and eight more: what
    /// is told of them, and which of it counts.
    struct alignas(64) block {
        static constexpr std::uint32_t most = 14;
        static constexpr int stride = 4;
        using numbers = std::array<std::uint32_t, most>;
        using four = std::uint32_t __attribute__((vector_size(16)));

        numbers codes;
        std::uint32_t next, count;
        numbers masks;
        std::uint32_t ahead;  ///< The block so many further on, to be fetched in time.
        std::uint32_t unused;
        numbers more_codes;
        std::size_t bytes;  ///< Where the rest of its entries begins.
        numbers more_masks;
        std::array<points_bound, most> known;

        void fetch() const {
            __builtin_prefetch(&codes);
            __builtin_prefetch(&masks);
        }

        /// The entries that fit at a glance, a bit each.
        std::uint32_t may_fit(std::uint64_t glance) const {
            const auto low = static_cast<std::uint32_t>(glance), high = static_cast<std::uint32_t>(glance >> 32);
            const std::uint32_t found = agree(&codes, &masks, low) & ((1u << count) - 1);
            return found ? found & agree(&more_codes, &more_masks, high) : 0;
        }

        void put(int at, const some_cards& some, const points_bound& bound) {
            codes[at] = static_cast<std::uint32_t>(some.codes);
            masks[at] = static_cast<std::uint32_t>(some.mask);
            more_codes[at] = static_cast<std::uint32_t>(some.codes >> 32);
            more_masks[at] = static_cast<std::uint32_t>(some.mask >> 32);
            known[at] = bound;
        }

        /// Four at a time; after the last of them come other numbers.
        static std::uint32_t agree(const numbers* some, const numbers* counts, std::uint32_t told) {
            four bits{1, 2, 4, 8}, found{};
            for (int at = 0; at < 4; ++at, bits <<= 4) {
                four each, mask;
                std::memcpy(&each, reinterpret_cast<const char*>(some) + 16 * at, sizeof each);
                std::memcpy(&mask, reinterpret_cast<const char*>(counts) + 16 * at, sizeof mask);
                found |= static_cast<four>(((each ^ told) & mask) == 0) & bits;
            }
            return found[0] | found[1] | found[2] | found[3];
        }
    };

    /// An entry changes places with the latest.
    void to_front(block& some, int each, block& front, int size) {
        const std::uint32_t last = front.count - 1;
        std::uint8_t *one = bytes_at(some, each, size), *other = bytes_at(front, last, size);
        if (one == other) return;
        std::swap(some.codes[each], front.codes[last]);
        std::swap(some.masks[each], front.masks[last]);
        std::swap(some.more_codes[each], front.more_codes[last]);
        std::swap(some.more_masks[each], front.more_masks[last]);
        std::swap(some.known[each], front.known[last]);
        std::swap_ranges(one, one + bytes_of(size), other);
    }

    std::uint8_t* bytes_at(const block& some, std::uint32_t each, int size) {
        return &bytes_[some.bytes + each * bytes_of(size)];
    }

    /// Of an entry: codes, points of what the first side takes in some line and always, and who takes what.
    static std::size_t bytes_of(int size) { return 3 * static_cast<std::size_t>(size) + 2 * sizeof(places); }

    using sixteen = std::uint8_t __attribute__((vector_size(16)));

    static std::array<std::uint64_t, 2> words(sixteen bytes) {
        std::array<std::uint64_t, 2> found;
        std::memcpy(&found, &bytes, sizeof found);
        return found;
    }

    static bool fits(const std::uint8_t* codes, const shape& here) {
        sixteen differ{};
        for (int at = 0; at < here.size; at += 16) {
            sixteen kept, now;
            std::memcpy(&kept, codes + at, sizeof kept);
            std::memcpy(&now, here.codes.data() + at, sizeof now);
            differ |= (kept ^ now) & static_cast<sixteen>(kept != shape::any);
        }
        return words(differ) == std::array<std::uint64_t, 2>{};
    }

    /// What a bound changes by where cards have these points: as much as those that the first side
    /// always takes, and by what is worse for the bound of those that it takes in some line.
    static int changed(const std::uint8_t* points, const shape& here, bool most) {
        const std::uint8_t *now = here.points.data(), *some = points, *always = points + here.size;
        return most ? above(now, some, here.size) - above(always, now, here.size)
                    : above(now, always, here.size) - above(some, now, here.size);
    }
    static int above(const std::uint8_t* more, const std::uint8_t* less, int size) {
        constexpr std::uint64_t every_other = 0x00FF00FF00FF00FF, ones = 0x0001000100010001;
        std::uint64_t found = 0;
        for (int at = 0; at < size; at += 16) {
            sixteen high, low;
            std::memcpy(&high, more + at, sizeof high);
            std::memcpy(&low, less + at, sizeof low);
            const auto apart = words((high - low) & static_cast<sixteen>(high > low));
            for (std::uint64_t word : apart) found += ((word & every_other) + (word >> 8 & every_other)) * ones >> 48;
        }
        return static_cast<int>(found);
    }

    std::size_t home(const points_key& key) const {
        std::uint64_t hash = 0;
        for (std::uint64_t word : key) hash = (hash ^ word ^ word >> 32) * 0x9E3779B97F4A7C15u;
        return static_cast<std::size_t>(hash >> 32) & (heads_.size() - 1);
    }

    const node* find(const points_key& key) const {
        std::uint32_t next = heads_[home(key)];
        while (next && nodes_[next].key != key) next = nodes_[next].next;
        return next ? &nodes_[next] : nullptr;
    }

    /// All of it, when there is no more room.
    void forget() {
        for (std::size_t at = 0; at < heads_.size(); ++at) heads_[at] = 0;
        nodes_used_ = blocks_used_ = bytes_used_ = 0;
    }

    zeroed<std::uint32_t> heads_;
    zeroed<node> nodes_;
    zeroed<block> blocks_;
    zeroed<std::uint8_t> bytes_;
    std::size_t nodes_used_ = 0, blocks_used_ = 0, bytes_used_ = 0;
};

}  // namespace kibitz
