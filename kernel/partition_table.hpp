// What a partition search remembers: for lengths of suits and a leader, which owners of the
// highest cards settle how many tricks the first camp takes.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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
        : heads_(std::bit_floor(std::clamp<std::size_t>(bytes / 256, 16, std::size_t{1} << 18))),
          nodes_(std::max<std::size_t>(4, bytes / 4 / sizeof(node))),
          blocks_(std::max<std::size_t>(4, bytes / 2 / sizeof(block)), true) {}

    partition_key key(const camps& deal, const camp_position& here) const {
        std::array<suit_view, 4> suits;
        for (int suit = 0; suit < 4; ++suit) suits[suit] = deal.view(here.held, suit);
        return {
            suits[0].lengths | std::uint64_t{suits[1].lengths} << 16 | std::uint64_t{suits[2].lengths} << 32 |
                std::uint64_t{here.left} << 48 | std::uint64_t{here.leader} << 56 | std::uint64_t{here.broken} << 60,
            {suits[0].owners | std::uint64_t{suits[1].owners} << 26, suits[2].owners | std::uint64_t{suits[3].owners} << 26},
        };
    }

    /// An entry that says whether there are so many tricks, if there is one.
    const partition_entry* look(const partition_key& key, int need) const {
        const node* at = find(key.lengths);
        if (!at) return nullptr;
        const std::uint32_t first = first_owners(key.owners);
        for (std::uint32_t next = at->first; next; next = blocks_[next].next) {
            const block& here = blocks_[next];
            __builtin_prefetch(&blocks_[here.ahead]);
            for (std::uint32_t each = here.count; each-- > 0;) {
                const std::uint32_t glance = here.glances[each];
                if ((glance ^ first) & glance >> 16) continue;
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
        std::uint64_t key;
        std::uint32_t next;
        std::uint32_t first;
    };
    /// Entries of one key. Most do not fit, which the owners of the two highest cards of each suit
    /// show at a glance: 16 bits, and above them the mask.
    struct alignas(64) block {
        static constexpr std::size_t most = 13;
        static constexpr int stride = 4;

        std::uint32_t next;
        std::uint32_t ahead;  ///< The block so many further on, to be fetched in time.
        std::uint32_t count;
        std::array<std::uint32_t, most> glances;
        std::array<partition_entry, most> entries;
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
        std::uint32_t next = heads_[home(key)];
        while (next && nodes_[next].key != key) next = nodes_[next].next;
        return next ? &nodes_[next] : nullptr;
    }

    void put(std::uint64_t key, const partition_entry& entry) {
        node* at = const_cast<node*>(find(key));
        if (!at) {
            if (nodes_used_ + 1 >= nodes_.size()) forget();
            std::uint32_t& head = heads_[home(key)];
            at = &nodes_[++nodes_used_];
            *at = {key, head, 0};
            head = static_cast<std::uint32_t>(nodes_used_);
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
        for (std::size_t at = 0; at < heads_.size(); ++at) heads_[at] = 0;
        nodes_used_ = blocks_used_ = 0;
    }

    zeroed<std::uint32_t> heads_;
    zeroed<node> nodes_;
    zeroed<block> blocks_;
    std::size_t nodes_used_ = 0, blocks_used_ = 0;
};

}  // namespace kibitz
