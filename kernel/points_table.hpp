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
        const std::uint64_t first = glance(here.codes.data(), here.starts).codes;
        for (std::uint32_t next = at->first; next; next = blocks_[next].next) {
            block& some = blocks_[next];
            __builtin_prefetch(&blocks_[some.next]);
            for (std::uint32_t each = some.count; each-- > 0;) {
                entry& kept = some.entries[each];
                if ((kept.glance ^ first) & kept.mask) continue;
                std::uint8_t* codes = &bytes_[some.bytes + each * bytes_of(here.size)];
                if (!fits(codes, here)) continue;
                static_cast<points_bound&>(found) = kept.known;
                found.bound += changed(codes + here.size, here, found.most);
                if (!found.settles(need)) continue;
                std::memcpy(&found.first, codes + 3 * here.size, sizeof(places));
                std::memcpy(&found.second, codes + 3 * here.size + sizeof(places), sizeof(places));
                block& front = blocks_[at->first];
                std::swap(kept, front.entries[front.count - 1]);
                std::uint8_t* first_codes = &bytes_[front.bytes + (front.count - 1) * bytes_of(here.size)];
                if (codes != first_codes) std::swap_ranges(codes, codes + bytes_of(here.size), first_codes);
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
            fresh.next = at->first;
            fresh.count = 0;
            fresh.bytes = bytes_used_;
            bytes_used_ += more;
            at->first = static_cast<std::uint32_t>(blocks_used_);
        }
        block& some = blocks_[at->first];
        std::uint8_t* codes = &bytes_[some.bytes + some.count * bytes_of(here.size)];
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
        entry& kept = some.entries[some.count++];
        const some_cards first = glance(codes, here.starts);
        kept.glance = first.codes;
        kept.mask = first.mask;
        kept.known = known;
    }

private:
    struct node {
        points_key key;
        std::uint32_t next;
        std::uint32_t first;
    };
    /// Most entries do not fit, which sixteen cards show at a glance.
    struct entry {
        std::uint64_t glance, mask;
        points_bound known;
    };
    struct block {
        static constexpr std::uint32_t most = 16;

        std::uint32_t next, count;
        std::size_t bytes;  ///< Where the rest of its entries begins.
        std::array<entry, most> entries;
    };

    /// Half of what is told of some cards: of the first four suits the highest three, and of the
    /// longest four more; and which of them count.
    struct some_cards {
        std::uint64_t codes = 0, mask = 0;
    };
    static some_cards glance(const std::uint8_t* codes, const std::array<std::uint8_t, most_suits + 1>& starts) {
        int longest = 0;
        for (int suit = 1; suit < 4; ++suit) {
            if (starts[suit + 1] - starts[suit] > starts[longest + 1] - starts[longest]) longest = suit;
        }
        some_cards found;
        int shift = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const int many = suit == longest ? 7 : 3, end = std::min<int>(starts[suit + 1], starts[suit] + many);
            for (int at = starts[suit]; at < end; ++at, shift += 4) {
                if (codes[at] == shape::any) continue;
                found.codes |= std::uint64_t{codes[at] & 15u} << shift;
                found.mask |= std::uint64_t{15} << shift;
            }
        }
        return found;
    }

    /// Of an entry: codes, points of what the first side takes in some line and always, and who takes what.
    static std::size_t bytes_of(int size) { return 3 * static_cast<std::size_t>(size) + 2 * sizeof(places); }

    static bool fits(const std::uint8_t* codes, const shape& here) {
        std::uint8_t differ = 0;
        for (int from = 0; from < here.size; from += 16) {
            for (int at = from; at < from + 16; ++at) {
                differ |= static_cast<std::uint8_t>(codes[at] == shape::any ? 0 : codes[at] ^ here.codes[at]);
            }
        }
        return differ == 0;
    }

    /// What a bound changes by where cards have these points: as much as those that the first side
    /// always takes, and by what is worse for the bound of those that it takes in some line.
    static int changed(const std::uint8_t* points, const shape& here, bool most) {
        const std::uint8_t *now = here.points.data(), *some = points, *always = points + here.size;
        return most ? above(now, some, here.size) - above(always, now, here.size)
                    : above(now, always, here.size) - above(some, now, here.size);
    }
    static int above(const std::uint8_t* more, const std::uint8_t* less, int size) {
        int found = 0;
        for (int from = 0; from < size; from += 16) {
            for (int at = from; at < from + 16; ++at) found += more[at] > less[at] ? more[at] - less[at] : 0;
        }
        return found;
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
