// What a transposition table keeps: the axes `table`, `keys` and `probe`.
//
// As reference/table.py: one entry per key, an exact value, else the last NIL with the bounds
// that it was found under. Keys are compared in full, so two positions can never be taken for
// one. The table starts small and grows to the memory that it was given, which it never exceeds.
// As long as that is enough, it forgets nothing. From then on a key is looked for in two places,
// and a new one takes that of the two whose entry is nearer to the leaves: it is the cheapest to
// find again. It takes it in any case, for what was just found is soon asked for again, and so
// that entries of no more use can never take up the whole table. (Breuker, Uiterwijk and van
// den Herik, Replacement schemes for transposition tables, 1994, found two such places best.)
//
// An entry does not keep a whole line but its moves up to the next position that the table
// is asked about, which has an entry of its own.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <typeinfo>
#include <utility>

#include "names.hpp"
#include "bounds.hpp"
#include "memory.hpp"

namespace kibitz {

__extension__ using wide = unsigned __int128;

constexpr std::int32_t nil = -1;  ///< No answer; answers are not negative.

enum class table_rule { none, exact, bounds, partition, points };
enum class keys_rule { absolute, relative };
enum class probe_rule { card, trick };
constexpr named<table_rule> table_rules[] = {
    {"none", table_rule::none}, {"exact", table_rule::exact}, {"bounds", table_rule::bounds},
    {"partition", table_rule::partition}, {"points", table_rule::points}};
constexpr named<keys_rule> keys_rules[] = {{"absolute", keys_rule::absolute}, {"relative", keys_rule::relative}};
constexpr named<probe_rule> probe_rules[] = {{"card", probe_rule::card}, {"trick", probe_rule::trick}};

/// All that the future depends on; the three highest bits of the last word are free. The key of
/// a game also says how far from the leaves it is, as far as that is known: `height`.
template <int Words>
struct table_key {
    std::array<std::uint64_t, Words> words{};
};

/// What a table says of a position.
struct found {
    enum { nothing, failed, exact } what = nothing;
    std::int64_t answer = nil;
    std::uint64_t moves = 0;
    bool guessed = false;  ///< Whether it rests on estimates.
};

/// Entries by key, in so many bytes of memory.
template <class Key, class Payload>
class store {
public:
    enum state : std::uint64_t { empty, exact, open };

    struct entry {
        Key key{};
        Payload payload{};

        state kind() const { return static_cast<state>(key.words.back() >> state_shift); }
        bool guessed() const { return key.words.back() >> guessed_shift & 1; }
    };

    explicit store(std::size_t bytes)
        : most_(std::max((bytes - std::min(bytes / 16, most_spare)) / sizeof(entry), least_size)),
          large_pages_(bytes / 16 >= most_spare) {
        std::size_t size = most_;
        while (size > first_size) size = (size + 1) / 2;
        entries_ = places(size, large_pages_, after_use::keep);
        full_ = most_used();
    }

    /// The entry of a key, or an empty one.
    const entry& look(const Key& key) const {
        const std::uint64_t hash = hash_of(key);
        const places& where = is_moved(hash) ? entries_ : old_;
        const std::size_t at = place(where, hash, key);
        return at == none ? nothing_ : where[at];
    }

    /// Put an entry in the place of the one that was there.
    void keep(const Key& key, state kind, bool guessed, const Payload& payload) {
        if (used_ >= full_) make_room();
        const std::uint64_t hash = hash_of(key);
        places& where = is_moved(hash) ? entries_ : old_;
        std::size_t at = place(where, hash, key);
        if (at == none) at = to_forget(where, hash);
        entry& here = where[at];
        used_ += here.kind() == empty;
        here = {key, payload};
        here.key.words.back() |= kind << state_shift | std::uint64_t{guessed} << guessed_shift;
    }

private:
    using places = zeroed<entry>;
    static constexpr int state_shift = 62;
    static constexpr int guessed_shift = 61;
    static constexpr std::uint64_t key_bits = (std::uint64_t{1} << guessed_shift) - 1;
    static constexpr std::size_t none = ~std::size_t{0};
    static constexpr std::size_t never = ~std::size_t{0};
    static constexpr std::size_t no_limit = std::size_t{1} << 48;
    static constexpr std::size_t first_size = 1 << 8;                ///< Places at the start,
    static constexpr std::size_t least_size = 16;                    ///< and in the smallest table.
    static constexpr std::size_t most_behind = 256;                  ///< Places behind the last home.
    static constexpr std::size_t moved_at_once = 64;
    static constexpr std::size_t most_spare = std::size_t{1} << 22;  ///< Bytes, to move within the memory given.

    static std::uint64_t hash_of(const Key& key) {
        std::uint64_t hash = 0x9E3779B97F4A7C15u;
        for (std::size_t at = 0; at + 1 < key.words.size(); ++at) {
            const wide mixed = static_cast<wide>(key.words[at] ^ hash) * (key.words[at + 1] ^ 0xD6E8FEB86659FD93u);
            hash = static_cast<std::uint64_t>(mixed >> 64) ^ static_cast<std::uint64_t>(mixed);
        }
        return hash;
    }

    /// The first place where a key could stand. A larger table has the same keys in the same
    /// order, further apart.
    static std::size_t home(const places& where, std::uint64_t hash) {
        const std::size_t homes = where.size() - std::min(where.size() / 4, most_behind);
        return static_cast<std::size_t>(static_cast<wide>(hash) * homes >> 64);
    }

    static bool same(const Key& stored, const Key& key) {
        bool equal = (stored.words.back() & key_bits) == key.words.back();
        for (std::size_t at = 0; at + 1 < key.words.size(); ++at) equal &= stored.words[at] == key.words[at];
        return equal;
    }

    /// Where a key stands, or the empty place where it could; none if neither is within reach.
    std::size_t place(const places& where, std::uint64_t hash, const Key& key) const {
        const std::size_t first = home(where, hash), end = std::min(first + reach_, where.size());
        for (std::size_t at = first; at < end; ++at) {
            const entry& here = where[at];
            if (here.kind() == empty || same(here.key, key)) return at;
        }
        return none;
    }

    /// The place of an entry to forget for another.
    static std::size_t to_forget(const places& where, std::uint64_t hash) {
        const std::size_t first = home(where, hash);
        return first + (where[first + 1].key.height() < where[first].key.height());
    }

    bool is_moved(std::uint64_t hash) const { return old_.size() == 0 || home(old_, hash) < moved_; }

    std::size_t most_used() const { return entries_.size() - entries_.size() / 3; }

    /// Get more memory and move there, in steps so small that no single node takes long; where
    /// there is none, forget from now on.
    [[gnu::noinline]] void make_room() {
        if (old_.size() != 0) {
            move_some();
        } else if (entries_.size() < most_) {
            grow();
        } else {
            reach_ = 2;
            full_ = never;
        }
    }

    void grow() {
        try {
            places larger(std::min(entries_.size() * 2, most_), large_pages_, after_use::keep);
            old_ = std::exchange(entries_, std::move(larger));
            moved_ = released_ = full_ = 0;
        } catch (const std::bad_alloc&) {
            most_ = entries_.size();
        }
    }

    /// Move some entries, up to an empty place: what has its home before it does not stand
    /// behind it.
    void move_some() {
        const std::size_t enough = moved_ + moved_at_once;
        for (; moved_ < old_.size(); ++moved_) {
            const entry& moving = old_[moved_];
            if (moving.kind() == empty) {
                if (moved_ >= enough) break;
                continue;
            }
            Key key = moving.key;
            key.words.back() &= key_bits;
            const std::size_t at = place(entries_, hash_of(key), key);
            if (at != none) entries_[at] = moving;
        }
        if (moved_ == old_.size()) {
            old_ = places();
            full_ = most_used();
        } else if (moved_ - released_ >= most_ / 32) {
            old_.release(0, moved_);
            released_ = moved_;
        }
    }

    std::size_t most_;  ///< Places, as many as there is memory for.
    bool large_pages_;
    std::size_t used_ = 0;
    std::size_t full_ = 0;         ///< When so many are used, there must be room for more.
    std::size_t reach_ = no_limit; ///< How many places a key may stand in, from its home on.
    places entries_;
    places old_;                ///< What still has to move, from here on,
    std::size_t moved_ = 0;     ///< since all that had its home before has moved.
    std::size_t released_ = 0;  ///< How much of it has no memory any more.
    const entry nothing_{};
};

/// Keeps nothing.
template <class Key, int Sides>
class no_table {
public:
    static constexpr bool keeps = false;

    no_table(table_rule, std::size_t) {}
};

/// Keeps exact values, and with `table=bounds` failures too.
template <class Key, int Sides>
class table {
public:
    static constexpr bool keeps = true;

    table(table_rule rule, std::size_t bytes) : keeps_failed_(rule == table_rule::bounds), store_(bytes) {}

    /// An exact value always answers; a failure only bounds at least as high.
    found look(const Key& key, const row<Sides>& bound) const {
        const auto& here = store_.look(key);
        if (here.kind() == entries::empty) return {};
        if (here.kind() == entries::exact) {
            found known{found::exact, nil, 0, here.guessed()};
            std::memcpy(&known.answer, &here.payload[0], sizeof known.answer);
            std::memcpy(&known.moves, &here.payload[2], sizeof known.moves);
            return known;
        }
        bool answers = true;
        for (int side = 0; side < Sides; ++side) answers &= bound[side] >= here.payload[side];
        return {answers ? found::failed : found::nothing, nil, 0, here.guessed()};
    }

    /// Remember the answer of a search with these bounds.
    void keep(const Key& key, std::int64_t answer, const row<Sides>& bound, std::uint64_t moves, bool guessed) {
        if (answer == nil && !keeps_failed_) return;
        payload kept{};
        if (answer == nil) {
            std::copy(bound.begin(), bound.end(), kept.begin());
        } else {
            std::memcpy(&kept[0], &answer, sizeof answer);
            std::memcpy(&kept[2], &moves, sizeof moves);
        }
        store_.keep(key, answer == nil ? entries::open : entries::exact, guessed, kept);
    }

private:
    using payload = std::array<std::int32_t, (Sides < 4 ? 4 : Sides)>;
    using entries = store<Key, payload>;

    bool keeps_failed_;
    entries store_;
};

/// A table that outlives the search; one of another type takes its place.
class kept_table {
public:
    template <class Table, class... Arguments>
    Table& as(Arguments... arguments) {
        if (!held_ || *type_ != typeid(Table)) {
            held_.reset();
            held_ = std::make_shared<Table>(arguments...);
            type_ = &typeid(Table);
        }
        return *static_cast<Table*>(held_.get());
    }

private:
    std::shared_ptr<void> held_;
    const std::type_info* type_ = nullptr;
};

}  // namespace kibitz
