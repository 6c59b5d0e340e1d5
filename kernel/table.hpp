// What a transposition table keeps: the axes `table`, `keys` and `probe`.
//
// As reference/table.py: one entry a key, an exact value, else the last NIL with the bounds
// that it was found under. Keys are compared in full, so two positions can never be taken for
// one. The table starts small and grows to the memory that it was given. As long as that is
// enough, it forgets nothing; then a new key takes the first place where it could stand.
//
// An entry does not keep a whole line but its moves up to the next position that the table
// is asked about, which has an entry of its own.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bounds.hpp"
#include "memory.hpp"

namespace kibitz {

constexpr std::int32_t nil = -1;

enum class table_rule { none, exact, bounds };
enum class keys_rule { absolute, relative };
enum class probe_rule { card, trick };

/// All that the future depends on; the three highest bits of `rest` are free.
struct table_key {
    std::uint64_t cards = 0;
    std::uint64_t rest = 0;
};

/// What a table says of a position.
struct found {
    enum { nothing, failed, exact } what = nothing;
    std::int32_t outcome = nil;
    std::uint64_t moves = 0;
};

/// Keeps nothing.
template <int Sides>
class no_table {
public:
    static constexpr bool keeps = false;

    no_table(table_rule, std::size_t) {}
};

template <int Sides>
class table {
public:
    static constexpr bool keeps = true;

    table(table_rule rule, std::size_t megabytes)
        : keeps_failed_(rule == table_rule::bounds), most_(megabytes * (std::size_t{1} << 20) / sizeof(entry)) {
        resize(std::min<std::size_t>(most_, 1 << 11));
    }

    /// An exact value always answers; a failure only bounds at least as high.
    found look(const table_key& key, const row<Sides>& bound) const {
        for (std::size_t at = home(key);; at = after(at)) {
            const entry& here = entries_[at];
            const std::uint64_t state = here.rest >> state_shift;
            if (state == empty) return {};
            if (here.cards != key.cards || (here.rest & key_bits) != key.rest) continue;
            if (state == exact) return {found::exact, here.outcome(), here.moves()};
            bool answers = true;
            for (int side = 0; side < Sides; ++side) answers &= bound[side] >= here.payload[side];
            return {answers ? found::failed : found::nothing, nil, 0};
        }
    }

    /// Remember the answer of a search with these bounds.
    void keep(const table_key& key, std::int32_t outcome, const row<Sides>& bound, std::uint64_t moves) {
        if (outcome == nil && !keeps_failed_) return;
        if (used_ >= full_ && entries_.size() < most_) grow();
        std::size_t at = home(key);
        const std::size_t first = at;
        while (entries_[at].rest >> state_shift != empty) {
            if (entries_[at].cards == key.cards && (entries_[at].rest & key_bits) == key.rest) break;
            at = after(at);
        }
        if (entries_[at].rest >> state_shift == empty) {
            if (used_ < full_) ++used_;
            else at = first;
        }
        entry& here = entries_[at];
        here.cards = key.cards;
        here.rest = key.rest | (outcome == nil ? failed : exact) << state_shift;
        if (outcome == nil) {
            for (int side = 0; side < Sides; ++side) here.payload[side] = bound[side];
        } else {
            here.payload[0] = outcome;
            std::memcpy(&here.payload[1], &moves, sizeof moves);
        }
    }

private:
    static constexpr int state_shift = 62;
    static constexpr std::uint64_t key_bits = (std::uint64_t{1} << state_shift) - 1;
    static constexpr std::uint64_t empty = 0, exact = 1, failed = 2;

    struct entry {
        std::uint64_t cards = 0;
        std::uint64_t rest = 0;
        std::int32_t payload[Sides < 4 ? 4 : Sides] = {};

        std::int32_t outcome() const { return payload[0]; }
        std::uint64_t moves() const {
            std::uint64_t moves;
            std::memcpy(&moves, &payload[1], sizeof moves);
            return moves;
        }
    };

    std::size_t home(const table_key& key) const {
        using wide = unsigned __int128;
        const wide mixed = static_cast<wide>(key.cards ^ 0x9E3779B97F4A7C15u) * (key.rest ^ 0xD6E8FEB86659FD93u);
        const std::uint64_t hash = static_cast<std::uint64_t>(mixed >> 64) ^ static_cast<std::uint64_t>(mixed);
        return static_cast<std::size_t>(static_cast<wide>(hash) * entries_.size() >> 64);
    }

    std::size_t after(std::size_t at) const { return at + 1 == entries_.size() ? 0 : at + 1; }

    void resize(std::size_t size) {
        entries_.assign(std::max<std::size_t>(size, 2), entry{});
        full_ = std::max<std::size_t>(entries_.size() * 2 / 3, 1);
        used_ = 0;
    }

    [[gnu::noinline]] void grow() {
        std::vector<entry, large_pages<entry>> old;
        old.swap(entries_);
        resize(std::min(old.size() * 4, most_));
        for (const entry& moved : old) {
            if (moved.rest >> state_shift == empty) continue;
            std::size_t at = home({moved.cards, moved.rest & key_bits});
            while (entries_[at].rest >> state_shift != empty) at = after(at);
            entries_[at] = moved;
            ++used_;
        }
    }

    bool keeps_failed_;
    std::size_t most_;
    std::size_t full_ = 0;
    std::size_t used_ = 0;
    std::vector<entry, large_pages<entry>> entries_;
};

}  // namespace kibitz
