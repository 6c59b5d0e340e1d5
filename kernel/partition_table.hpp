// What a partition search remembers: for lengths of suits and a leader, which owners of the
// highest cards settle how many tricks the first camp takes.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "games/camps.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace kibitz {

/// The lengths of all suits in all hands and the leader, and who holds the cards.
struct partition_key {
    std::uint64_t lengths;
    std::array<std::uint64_t, 2> owners;  ///< Two suits in each word.
};

/// The owners of some of the highest cards of each suit, and the bounds that follow from them.
struct partition_entry {
    // Words of 52 bits for owners. Above them, in the first the bounds; in the masks how
    // many cards of each suit count, four bits each.
    std::array<std::uint64_t, 2> owners;
    std::array<std::uint64_t, 2> masks;

    static constexpr std::uint64_t cards = (std::uint64_t{1} << 52) - 1;

    bool fits(const partition_key& key) const {
        return (((key.owners[0] ^ owners[0]) & masks[0] & cards) | ((key.owners[1] ^ owners[1]) & masks[1] & cards)) == 0;
    }
    int least() const { return static_cast<int>(owners[0] >> 52 & 31); }
    int most() const { return static_cast<int>(owners[0] >> 57 & 31); }
    std::array<std::uint8_t, 4> counts() const {
        const auto at = [this](int word, int shift) { return static_cast<std::uint8_t>(masks[word] >> shift & 15); };
        return {at(0, 52), at(0, 56), at(1, 52), at(1, 56)};
    }
};

class partition_table {
public:
    explicit partition_table(table_rule, std::size_t bytes)
        : heads_(std::bit_floor(std::clamp<std::size_t>(bytes / 256, 16, std::size_t{1} << 16)), false, after_use::keep),
          nodes_(std::max<std::size_t>(4, bytes / 4 / sizeof(node))),
          blocks_(std::max<std::size_t>(4, bytes / 2 / sizeof(block)), true) {
        blocks_[0].next = 0;  // what comes after the last block
    }

    partition_key key(const camps& deal, const camp_position& here) const {
        std::array<suit_view, 4> suits;
        for (int suit = 0; suit < 4; ++suit) suits[suit] = deal.view(here.held, suit);
        return {
            suits[0].lengths | std::uint64_t{suits[1].lengths} << 16 | std::uint64_t{suits[2].lengths} << 32 |
                std::uint64_t{here.left} << 48 | std::uint64_t{here.leader} << 56 | std::uint64_t{here.broken} << 60,
            {suits[0].owners | std::uint64_t{suits[1].owners} << 26, suits[2].owners | std::uint64_t{suits[3].owners} << 26},
        };
    }

    /// Where what is known of a position begins, before it is asked for.
    void fetch(const partition_key& key) const { __builtin_prefetch(&heads_[home(key.lengths)]); }

    /// The first entries of a key, 0 if there are none.
    std::uint32_t find(const partition_key& key) const {
        const node* at = find(key.lengths);
        if (!at) return 0;
        __builtin_prefetch(&blocks_[at->first]);
        return at->first;
    }

    /// An entry that says whether there are so many tricks, if there is one among these.
    const partition_entry* look(std::uint32_t next, const partition_key& key, int need) const {
        const std::uint32_t first = first_owners(key.owners);
        for (; next; next = blocks_[next].next) {
            const block& here = blocks_[next];
            __builtin_prefetch(&blocks_[here.ahead]);
            for (std::uint32_t may = here.may_fit(first); may;) {
                const int each = 31 - std::countl_zero(may);
                may ^= 1u << each;
                const partition_entry& entry = here.entries[each];
                if (entry.fits(key) && (entry.least() >= need || entry.most() < need)) return &entry;
            }
        }
        return nullptr;
    }

    /// Remember an answer that rests on so many of the highest cards of each suit.
    void keep(const partition_key& key, bool answer, int need, int left, std::array<std::uint8_t, 4> counts) {
        partition_entry entry;
        for (int word = 0; word < 2; ++word) {
            const std::uint64_t low = top(counts[2 * word]), high = top(counts[2 * word + 1]) << 26;
            entry.owners[word] = key.owners[word] & (low | high);
            entry.masks[word] = low | high | std::uint64_t{counts[2 * word]} << 52 | std::uint64_t{counts[2 * word + 1]} << 56;
        }
        const auto least = static_cast<std::uint64_t>(answer ? need : 0), most = static_cast<std::uint64_t>(answer ? left : need - 1);
        entry.owners[0] |= least << 52 | most << 57;
        put(key.lengths, entry);
    }

private:
    struct node {
        std::uint64_t key;    ///< 0 if there is none: of all that is searched, tricks are left.
        std::uint32_t next;   ///< With the same home.
        std::uint32_t first;  ///< Block.
    };
    /// Entries of one key. Most do not fit, which the owners of the two highest cards of each suit
    /// show at a glance: 16 bits, and above them the mask.
    struct alignas(64) block {
        static constexpr std::size_t most = 13;
        static constexpr int stride = 4;
        using four = std::uint32_t __attribute__((vector_size(16)));

        std::array<std::uint32_t, most> glances;
        std::uint32_t next;
        std::uint32_t ahead;  ///< The block so many further on, to be fetched in time.
        std::uint32_t count;
        std::array<partition_entry, most> entries;

        /// The entries that fit at a glance, a bit each: four at a time, the last three are no glances.
        std::uint32_t may_fit(std::uint32_t first) const {
            four bits{1, 2, 4, 8}, found{};
            for (int at = 0; at < 4; ++at, bits <<= 4) {
                four some;
                std::memcpy(&some, reinterpret_cast<const char*>(this) + 16 * at, sizeof some);
                found |= static_cast<four>(((some ^ first) & some >> 16) == 0) & bits;
            }
            return (found[0] | found[1] | found[2] | found[3]) & ((1u << count) - 1);
        }
    };

    static std::uint32_t first_owners(const std::array<std::uint64_t, 2>& words) {
        return static_cast<std::uint32_t>(
            (words[0] >> 22 & 15) | (words[0] >> 48 & 15) << 4 | (words[1] >> 22 & 15) << 8 | (words[1] >> 48 & 15) << 12
        );
    }

    /// The bits of so many owners of a suit.
    static std::uint64_t top(int count) { return 0x3FFFFFF & ~((std::uint64_t{1} << (26 - 2 * count)) - 1); }

    std::size_t home(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15;
        return (key ^ key >> 32) * 0xD6E8FEB86659FD93 >> 40 & (heads_.size() - 1);
    }

    const node* find(std::uint64_t key) const {
        const node* at = &heads_[home(key)];
        while (at->key != key) {
            if (!at->next) return nullptr;
            at = &nodes_[at->next];
        }
        return at;
    }

    void put(std::uint64_t key, const partition_entry& entry) {
        node* at = const_cast<node*>(find(key));
        if (!at) {
            if (nodes_used_ + 1 >= nodes_.size()) forget();
            at = &heads_[home(key)];
            if (at->key) {
                node& head = *at;
                at = &nodes_[++nodes_used_];
                *at = {key, head.next, 0};
                head.next = static_cast<std::uint32_t>(nodes_used_);
            } else {
                *at = {key, 0, 0};
            }
        }
        if (at->first == 0 || blocks_[at->first].count == block::most) {
            if (blocks_used_ + 1 >= blocks_.size()) {
                forget();
                return put(key, entry);
            }
            block& fresh = blocks_[++blocks_used_];
            fresh.next = fresh.ahead = at->first;
            for (int step = 1; step < block::stride; ++step) fresh.ahead = blocks_[fresh.ahead].next;
            fresh.count = 0;
            at->first = static_cast<std::uint32_t>(blocks_used_);
        }
        block& here = blocks_[at->first];
        here.glances[here.count] = first_owners(entry.owners) | first_owners(entry.masks) << 16;
        here.entries[here.count++] = entry;
    }

    /// All of it, when there is no more room.
    void forget() {
        for (std::size_t at = 0; at < heads_.size(); ++at) heads_[at] = {};
        nodes_used_ = blocks_used_ = 0;
    }

    zeroed<node> heads_;  ///< The first of each home.
    unset<node> nodes_;   ///< The others.
    unset<block> blocks_;
    std::size_t nodes_used_ = 0, blocks_used_ = 0;
};

}  // namespace kibitz
