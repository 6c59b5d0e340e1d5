// A table of outcome sets that several threads may share.
//
// A key is a word and a small number. The bucket is that of the word's hash, moved on by the
// number, so that word and bucket together tell the whole key: nothing is ever taken for
// something else. An entry holds 64 outcomes; a larger set has several entries, in buckets one
// after the other. Each says something true by itself, so any of them may be lost, at the cost
// of time. A bucket has a version, odd while somebody writes; who reads looks at it before and
// after. A full bucket gives up the entry of the position with the fewest tricks left.

#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "memory.hpp"

namespace kibitz {

struct set_key {
    std::uint64_t word;    ///< Never 0 for a position that is kept.
    std::uint64_t hash;    ///< Of the word.
    std::uint64_t number;  ///< Kept only if it is less than the number of buckets.
};

class set_table {
public:
    /// It begins small, with room for so many numbers of keys, if there are not too many.
    set_table(std::size_t megabytes, std::size_t numbers)
        : most_(std::max((megabytes << 20) / sizeof(bucket), first_size(numbers))), buckets_(first_size(numbers), true) {}

    static std::uint64_t hash(std::uint64_t word) {
        __extension__ using wide = unsigned __int128;
        const wide product = static_cast<wide>(word ^ word >> 32) * 0x9E3779B97F4A7C15u;
        return (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) * 0xD6E8FEB86659FD93u;
    }

    void prefetch(const set_key& key, int chunks) const {
        if (!has_room(key, chunks)) return;
        const std::size_t at = home(key);
        for (int chunk = 0; chunk < chunks; ++chunk) __builtin_prefetch(&buckets_[at]+ chunk);
    }

    /// What is kept; of what is not, everything. Whether that says anything.
    bool look(const set_key& key, int chunks, std::uint64_t* words) const {
        if (!has_room(key, chunks)) return false;
        bool some = false;
        std::size_t at = home(key);
        for (int chunk = 0; chunk < chunks; ++chunk, at = at + 1 == buckets_.size() ? 0 : at + 1) {
            words[chunk] = ~std::uint64_t{0};
            some |= look(buckets_[at], key.word, words[chunk]);
        }
        return some;
    }

    /// Keep a set, or what it has in common with the one that is there; false if that is nothing.
    /// `fresh` counts entries that were empty.
    bool keep(const set_key& key, int chunks, const std::uint64_t* words, int tricks_left, std::size_t& fresh) {
        return keep(key, chunks, words, tricks_left, fresh, [](std::uint64_t one, std::uint64_t other) { return one & other; });
    }

    /// The same, with a function for what words have in common.
    template <class Both>
    bool keep(const set_key& key, int chunks, const std::uint64_t* words, int tricks_left, std::size_t& fresh, const Both& both) {
        if (!has_room(key, chunks)) {
            crowded_.store(true, std::memory_order_relaxed);
            return true;
        }
        std::size_t at = home(key);
        bool some = false;
        for (int chunk = 0; chunk < chunks; ++chunk, at = at + 1 == buckets_.size() ? 0 : at + 1) {
            some |= keep(buckets_[at], key.word, words[chunk], tricks_left, fresh, both);
        }
        return some;
    }

    void add_used(std::size_t fresh) { used_.fetch_add(fresh, std::memory_order_relaxed); }

    /// Whether it is time for more room.
    bool is_full() const {
        return (is_crowded() || used_.load(std::memory_order_relaxed) > buckets_.size()) && buckets_.size() < most_;
    }

    /// Whether there was a key with a number that is too large.
    bool is_crowded() const { return crowded_.load(std::memory_order_relaxed); }

    /// Begin to move to a larger table, which nobody uses until that has ended.
    void begin_growing() {
        zeroed<bucket> larger(std::min(buckets_.size() * 2, most_), true);
        old_ = std::move(buckets_);
        buckets_ = std::move(larger);
        used_ = 0;
        crowded_ = false;
        next_ = 0;
    }

    /// Move a piece, which several threads may do at once; whether there was one.
    bool move_a_piece() {
        const std::size_t from = next_.fetch_add(piece, std::memory_order_relaxed);
        if (from >= old_.size()) return false;
        const std::size_t to = std::min(from + piece, old_.size());
        std::size_t fresh = 0;
        for (std::size_t at = from; at < to; ++at) move(at, fresh);
        old_.release(from, to);  // both together never take much more than the larger one
        add_used(fresh);
        return true;
    }

    /// Move no more pieces: what is left is lost.
    void leave_the_rest() { next_ = old_.size(); }

    /// Ends a move to a larger table, whatever happens, once nobody moves a piece any more.
    struct growth {
        explicit growth(set_table& table) : table(table) {}
        growth(const growth&) = delete;
        ~growth() { table.old_ = zeroed<bucket>(); }
        set_table& table;
    };

    /// Which part of all entries that there can be is used.
    double use() const { return static_cast<double>(used_.load(std::memory_order_relaxed)) / static_cast<double>(most_ * ways); }

    std::size_t size() const { return buckets_.size(); }
    std::size_t most() const { return most_; }
    bool shared = false;  ///< Whether several threads use it.

private:
    static constexpr int ways = 3;
    static constexpr std::size_t piece = 1 << 15;  ///< Buckets, a large page.

    static std::size_t first_size(std::size_t numbers) {
        return std::bit_ceil(std::clamp(numbers, std::size_t{1} << 14, std::size_t{1} << 18));
    }

    /// Whether word and bucket tell the key: two numbers never lead from one home to one bucket.
    bool has_room(const set_key& key, int chunks) const {
        return key.number + static_cast<std::uint64_t>(chunks) <= buckets_.size();
    }

    struct entry {
        std::uint64_t word;
        std::uint64_t bits;
    };

    struct alignas(64) bucket {
        std::atomic<std::uint32_t> version;
        std::uint32_t left;  ///< Tricks left of each entry, four bits each.
        entry entries[ways];
    };

    static std::uint64_t load(const std::uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void save(std::uint64_t& word, std::uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

    static std::size_t at_of(std::uint64_t hash, std::size_t buckets) {
        __extension__ using wide = unsigned __int128;
        return static_cast<std::size_t>(static_cast<wide>(hash) * buckets >> 64);
    }

    std::size_t home(const set_key& key) const {
        const std::size_t at = at_of(key.hash, buckets_.size()) + static_cast<std::size_t>(key.number);
        return at < buckets_.size() ? at : at - buckets_.size();
    }

    static bool look(const bucket& here, std::uint64_t word, std::uint64_t& found) {
        const std::uint32_t version = here.version.load(std::memory_order_acquire);
        for (const entry& each : here.entries) {
            if (load(each.word) != word) continue;
            const std::uint64_t bits = load(each.bits);
            std::atomic_thread_fence(std::memory_order_acquire);
            if ((version & 1) || here.version.load(std::memory_order_relaxed) != version) return false;
            found = bits;
            return true;
        }
        return false;
    }

    /// Move what is in a bucket of the old table.
    void move(std::size_t at, std::size_t& fresh) {
        const auto one = [](std::uint64_t moved, std::uint64_t) { return moved; };  // no other is there
        for (int way = 0; way < ways; ++way) {
            const entry& moving = old_[at].entries[way];
            if (moving.word == 0) continue;
            const std::uint64_t mixed = hash(moving.word);
            const std::size_t before = at_of(mixed, old_.size());
            const std::size_t number = at >= before ? at - before : at + old_.size() - before;
            std::size_t to = at_of(mixed, buckets_.size()) + number;
            if (to >= buckets_.size()) to -= buckets_.size();
            keep(buckets_[to], moving.word, moving.bits, static_cast<int>(old_[at].left >> 4 * way & 15), fresh, one);
        }
    }

    template <class Both>
    bool keep(bucket& here, std::uint64_t word, std::uint64_t found, int tricks_left, std::size_t& fresh, const Both& both) {
        std::uint32_t version = here.version.load(std::memory_order_relaxed);
        if (version & 1) return true;
        if (shared) {
            if (!here.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) return true;
        } else {
            here.version.store(version + 1, std::memory_order_relaxed);
        }
        std::atomic_thread_fence(std::memory_order_release);
        int at = 0;
        while (at < ways && load(here.entries[at].word) != word && load(here.entries[at].word) != 0) ++at;
        if (at == ways) at = fewest_left(here);
        entry& mine = here.entries[at];
        if (load(mine.word) == word) {
            found = both(found, load(mine.bits));
        } else {
            fresh += load(mine.word) == 0;
            save(mine.word, word);
            const std::uint32_t left = static_cast<std::uint32_t>(std::min(tricks_left, 15));
            here.left = (here.left & ~(15u << 4 * at)) | left << 4 * at;
        }
        save(mine.bits, found);
        here.version.store(version + 2, std::memory_order_release);
        return found != 0;
    }

    static int fewest_left(bucket& here) {
        int least = 0;
        for (int at = 1; at < ways; ++at) {
            if ((here.left >> 4 * at & 15) <= (here.left >> 4 * least & 15)) least = at;
        }
        return least;
    }

    std::size_t most_;
    std::atomic<std::size_t> used_{0};
    std::atomic<bool> crowded_{false};
    zeroed<bucket> buckets_;
    zeroed<bucket> old_;                ///< While it grows,
    std::atomic<std::size_t> next_{0};  ///< and how much of it is moved, or being moved.
};

}  // namespace kibitz
