// A table of outcome sets that several threads may share.
//
// A key is a word and a small number. The bucket is that of the word's hash, moved on by the
// number, so that word and bucket together tell the whole key: nothing is ever taken for
// something else. A bucket has a version, odd while somebody writes; who reads looks at it
// before and after. A full bucket gives up the entry of the position with the fewest tricks
// left. Losing an entry costs time and no more.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bit_set.hpp"
#include "memory.hpp"

namespace kibitz {

struct set_key {
    std::uint64_t word = 0;    ///< Never 0 for a position that is kept.
    std::uint32_t number = 0;  ///< Less than the number of buckets.
};

constexpr std::size_t least_buckets = 1 << 13;

template <int Words>
class set_table {
public:
    using set = bit_set<Words>;

    explicit set_table(std::size_t megabytes)
        : buckets_(std::max<std::size_t>((megabytes << 20) / sizeof(bucket), least_buckets)) {}

    std::size_t home(const set_key& key) const {
        __extension__ using wide = unsigned __int128;
        const wide product = static_cast<wide>(key.word ^ key.word >> 32) * 0x9E3779B97F4A7C15u;
        std::uint64_t hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
        hash *= 0xD6E8FEB86659FD93u;
        const std::size_t at = static_cast<std::size_t>(static_cast<wide>(hash) * buckets_.size() >> 64) + key.number;
        return at < buckets_.size() ? at : at - buckets_.size();
    }

    void prefetch(std::size_t home) const {
        const char* at = reinterpret_cast<const char*>(&buckets_[home]);
        __builtin_prefetch(at);
        __builtin_prefetch(at + 64);
    }

    /// Whether there is an entry, and which.
    bool look(const set_key& key, std::size_t home, set& found) const {
        const bucket& here = buckets_[home];
        const std::uint32_t version = here.version.load(std::memory_order_acquire);
        for (const entry& each : here.entries) {
            if (load(each.word) != key.word) continue;
            for (int at = 0; at < Words; ++at) found.words[at] = load(each.words[at]);
            std::atomic_thread_fence(std::memory_order_acquire);
            return (version & 1) == 0 && here.version.load(std::memory_order_relaxed) == version;
        }
        return false;
    }

    /// Keep a set, or what it has in common with the one that is there; false if that is nothing.
    bool keep(const set_key& key, std::size_t home, const set& found, int tricks_left) {
        bucket& here = buckets_[home];
        std::uint32_t version = here.version.load(std::memory_order_relaxed);
        if (version & 1) return true;
        if (shared) {
            if (!here.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) return true;
        } else {
            here.version.store(version + 1, std::memory_order_relaxed);
        }
        std::atomic_thread_fence(std::memory_order_release);
        bool some = true;
        int at = 0;
        while (at < ways && load(here.entries[at].word) != key.word && load(here.entries[at].word) != 0) ++at;
        if (at == ways) at = least_of(here);
        entry& mine = here.entries[at];
        set kept = found;
        if (load(mine.word) == key.word) {
            for (int word = 0; word < Words; ++word) kept.words[word] &= load(mine.words[word]);
            some = !kept.none();
        } else {
            save(mine.word, key.word);
            const std::uint32_t left = static_cast<std::uint32_t>(std::min(tricks_left, 15));
            here.left = (here.left & ~(15u << 4 * at)) | left << 4 * at;
        }
        for (int word = 0; word < Words; ++word) save(mine.words[word], kept.words[word]);
        here.version.store(version + 2, std::memory_order_release);
        return some;
    }

    bool shared = false;  ///< Whether several threads use it.

private:
    struct entry {
        std::uint64_t word;
        std::uint64_t words[Words];
    };

    static constexpr std::size_t bucket_bytes = Words <= 4 ? 128 : Words <= 12 ? 256 : 832;
    static constexpr int ways = std::min<int>(7, (bucket_bytes - 8) / sizeof(entry));

    struct alignas(64) bucket {
        std::atomic<std::uint32_t> version;
        std::uint32_t left;  ///< Tricks left of each entry, four bits each; the rest counts.
        entry entries[ways];
    };

    static std::uint64_t load(const std::uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void save(std::uint64_t& word, std::uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

    static int least_of(bucket& here) {
        int least = 0;
        const int first = static_cast<int>(here.left >> 28);
        here.left = (here.left & 0x0FFFFFFF) | static_cast<std::uint32_t>((first + 1) % ways) << 28;
        for (int step = 0; step < ways; ++step) {
            const int at = (first + step) % ways;
            if (step == 0 || (here.left >> 4 * at & 15) < (here.left >> 4 * least & 15)) least = at;
        }
        return least;
    }

    zeroed<bucket> buckets_;
};

}  // namespace kibitz
