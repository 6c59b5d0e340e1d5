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

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <typeinfo>
#include <utility>

#include "names.hpp"
#include "bounds.hpp"
#include "memory.hpp"

namespace kibitz {

constexpr std::int32_t nil = -1;  ///< No answer; answers are not negative.

enum class table_rule { none, exact, bounds };
enum class keys_rule { absolute, relative };
enum class probe_rule { card, trick };
constexpr named<table_rule> table_rules[] = {
    {"none", table_rule::none}, {"exact", table_rule::exact}, {"bounds", table_rule::bounds}};
constexpr named<keys_rule> keys_rules[] = {{"absolute", keys_rule::absolute}, {"relative", keys_rule::relative}};
constexpr named<probe_rule> probe_rules[] = {{"card", probe_rule::card}, {"trick", probe_rule::trick}};

/// All that the future depends on; the three highest bits of the last word are free.
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

/// Entries by key, of as many megabytes; two positions can never be taken for one.
template <class Key, class Payload>
class store {
public:
    enum state : std::uint64_t { empty, exact, open };

    explicit store(std::size_t megabytes) : most_(megabytes * (std::size_t{1} << 20) / sizeof(entry)) {
        begin(places(std::min<std::size_t>(most_, 1 << 11)));
    }

    struct entry {
        Key key{};
        Payload payload{};

        state kind() const { return static_cast<state>(key.words.back() >> state_shift); }
        bool guessed() const { return key.words.back() >> guessed_shift & 1; }
    };

    /// The entry of a key, or an empty one.
    const entry& look(const Key& key) const {
        const entry& here = entries_[place(entries_, key)];
        if (here.kind() != empty || old_.size() == 0) return here;
        return old_[place(old_, key)];
    }

    /// Put an entry in the place of the one that was there.
    void keep(const Key& key, state kind, bool guessed, const Payload& payload) {
        if (used_ >= full_ || old_.size() != 0) grow_a_little();
        std::size_t at = place(entries_, key);
        if (entries_[at].kind() == empty) {
            if (used_ < full_ || next_.size() != 0) ++used_;
            else at = home(entries_, key);
        }
        entry& here = entries_[at];
        here = {key, payload};
        here.key.words.back() |= kind << state_shift | std::uint64_t{guessed} << guessed_shift;
    }

private:
    using places = zeroed<entry>;
    static constexpr int state_shift = 62;
    static constexpr int guessed_shift = 61;
    static constexpr std::uint64_t key_bits = (std::uint64_t{1} << guessed_shift) - 1;
    static constexpr std::size_t moved_at_once = 64;

    static std::size_t home(const places& where, const Key& key) {
        __extension__ using wide = unsigned __int128;
        std::uint64_t hash = 0x9E3779B97F4A7C15u;
        for (std::size_t at = 0; at + 1 < key.words.size(); ++at) {
            const wide mixed = static_cast<wide>(key.words[at] ^ hash) * (key.words[at + 1] ^ 0xD6E8FEB86659FD93u);
            hash = static_cast<std::uint64_t>(mixed >> 64) ^ static_cast<std::uint64_t>(mixed);
        }
        return static_cast<std::size_t>(static_cast<wide>(hash) * where.size() >> 64);
    }

    static bool same(const Key& stored, const Key& key) {
        bool equal = (stored.words.back() & key_bits) == key.words.back();
        for (std::size_t at = 0; at + 1 < key.words.size(); ++at) equal &= stored.words[at] == key.words[at];
        return equal;
    }

    /// Where a key stands, or the empty place where it could.
    static std::size_t place(const places& where, const Key& key) {
        for (std::size_t at = home(where, key);; at = at + 1 == where.size() ? 0 : at + 1) {
            const entry& here = where[at];
            if (here.kind() == empty || same(here.key, key)) return at;
        }
    }

    void begin(places&& fresh) {
        entries_ = std::move(fresh);
        full_ = std::max<std::size_t>(entries_.size() * 2 / 3, 1);
        used_ = 0;
    }

    /// Get more memory and move there, in steps so small that no single node takes long: the
    /// first use of a page takes the system time, and so does moving.
    [[gnu::noinline]] void grow_a_little() {
        if (old_.size() != 0) {
            move_some();
        } else if (next_.size() != 0) {
            if (next_.touch(touched_)) return;
            old_ = std::move(entries_);
            moved_ = 0;
            begin(std::move(next_));
            next_ = places();
        } else if (entries_.size() < most_) {
            next_ = places(std::min(entries_.size() * 2, most_));
            touched_ = 0;
        }
    }

    void move_some() {
        const std::size_t end = std::min(moved_ + moved_at_once, old_.size());
        for (; moved_ < end; ++moved_) {
            const entry& moving = old_[moved_];
            if (moving.kind() == empty || used_ >= full_) continue;
            Key key = moving.key;
            key.words.back() &= key_bits;
            entry& there = entries_[place(entries_, key)];
            if (there.kind() != empty) continue;  // it was kept anew meanwhile
            there = moving;
            ++used_;
        }
        if (moved_ == old_.size()) old_ = places();
    }

    std::size_t most_;
    std::size_t full_ = 0;
    std::size_t used_ = 0;
    std::size_t touched_ = 0;
    std::size_t moved_ = 0;
    places entries_;
    places next_;  ///< More memory, before it can be used.
    places old_;   ///< What still has to move.
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

    table(table_rule rule, std::size_t megabytes) : keeps_failed_(rule == table_rule::bounds), store_(megabytes) {}

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
    template <class Table>
    Table& as(table_rule rule, std::size_t megabytes) {
        if (!held_ || *type_ != typeid(Table)) {
            held_ = std::make_shared<Table>(rule, megabytes);
            type_ = &typeid(Table);
        }
        return *static_cast<Table*>(held_.get());
    }

private:
    std::shared_ptr<void> held_;
    const std::type_info* type_ = nullptr;
};

}  // namespace kibitz
