// A game by functions over plain memory, as native.h describes them.
//
// What the functions answer is checked wherever it could lead out of bounds. A state is copied
// for each move, and lists of moves lie one behind the other, those of a node behind those of the
// nodes above it.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "../control.hpp"
#include "../native.h"
#include "../ordering.hpp"
#include "../own_outcomes.hpp"
#include "../own_search.hpp"
#include "../table.hpp"

namespace kibitz {

constexpr int most_state_bytes = 1024;
constexpr int most_native_moves = 1 << 16;
constexpr int most_outcome_numbers = 64;
constexpr int most_key_words = 128;

/// Lists of moves of open nodes; the last one that was made ends first.
class move_lists {
public:
    /// Room for so many moves at the end.
    std::int32_t* room(std::size_t most) {
        if (moves_.size() < used_ + most) moves_.resize(2 * (used_ + most));
        return moves_.data() + used_;
    }

    std::size_t used() const { return used_; }
    void keep(std::size_t count) { used_ += count; }
    void end(std::size_t start) { used_ = start; }
    std::int32_t operator[](std::size_t at) const { return moves_[at]; }

private:
    std::vector<std::int32_t> moves_;
    std::size_t used_ = 0;
};

/// The moves of one position by their place in the list.
class foreign_children : public numbered_children {
public:
    foreign_children(move_lists& lists, std::uint32_t count)
        : numbered_children(count), lists_(lists), start_(lists.used()) {
        lists_.keep(count);
    }
    foreign_children(const foreign_children&) = delete;
    foreign_children& operator=(const foreign_children&) = delete;
    ~foreign_children() { lists_.end(start_); }

    int move(int child) const {
        if (static_cast<std::uint32_t>(child) >= count_) throw refused("expected the same moves of a state each time");
        return lists_[start_ + static_cast<std::size_t>(child)];
    }
    std::uint32_t size() const { return count_; }

private:
    move_lists& lists_;
    std::size_t start_;
};

template <int Sides, int Words>
class foreign {
public:
    static constexpr int sides = Sides;
    static constexpr int deepest = 0;  ///< Not known.
    using move_number = std::uint32_t;
    using children = foreign_children;
    struct key_type : table_key<Words> {
        /// Plies to the horizon and, where that is known, to the end.
        int height() const {
            const std::uint64_t last = this->words.back();
            return static_cast<int>((last & plies_bits) + (last >> 26 & plies_bits));
        }
    };
    template <class Set>
    using scores_type = book_scores<foreign, Set>;

    struct position {
        alignas(16) std::array<std::byte, most_state_bytes> state;  ///< As many of them as the game has.
        std::uint64_t progress;
        bool progressed;
    };

    foreign(const opening<Sides>& from) : from_(from), rules_(*from.native) {
        if (rules_.allows == nullptr || !from.narrows) progress_ = nullptr;
        else progress_ = rules_.progress;
    }

    position root() const {
        position here;
        here.state.fill(std::byte{0});
        const auto count = static_cast<std::int32_t>(from_.position.size());
        if (!rules_.start(from_.position.data(), count, here.state.data())) {
            throw refused("expected numbers of a position that the native game reads");
        }
        here.progress = progress_ ? progress_(here.state.data()) : 0;
        here.progressed = true;
        return here;
    }

    bool is_over(const position& here) const { return rules_.over(here.state.data()) != 0; }

    int side(const position& here) const {
        const std::int32_t turn = rules_.turn(here.state.data());
        if (static_cast<std::size_t>(turn) >= from_.side_of.size()) {
            throw refused("expected a player to move from the native game: " + std::to_string(turn));
        }
        return from_.side_of[static_cast<std::size_t>(turn)];
    }

    children moves(const position& here) const {
        std::int32_t* list = lists_.room(static_cast<std::size_t>(rules_.most_moves));
        const std::int32_t count = rules_.moves(here.state.data(), list, rules_.most_moves);
        if (count < 1 || count > rules_.most_moves) {
            throw refused(
                "expected 1 to " + std::to_string(rules_.most_moves) + " moves from the native game: " +
                std::to_string(count)
            );
        }
        if (from_.own_order >= 0) rules_.order(here.state.data(), from_.own_order, list, count);
        else if (from_.order == order_rule::low) std::reverse(list, list + count);
        return children(lists_, static_cast<std::uint32_t>(from_.width ? std::min(count, from_.width) : count));
    }

    [[gnu::always_inline]] position play(const position& here, int move) const {
        position next;
        std::memcpy(next.state.data(), here.state.data(), static_cast<std::size_t>(rules_.state_bytes));
        rules_.play(next.state.data(), move);
        next.progress = progress_ ? progress_(next.state.data()) : 0;
        next.progressed = next.progress != here.progress;
        return next;
    }

    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).move(static_cast<int>(number)));
    }

    static std::uint64_t progress(const position& here) { return here.progress; }
    static bool progresses(const position& here) { return here.progressed; }
    std::int32_t outcome_of(std::uint64_t) const { return nil; }

    bool allows(std::uint64_t progress, std::size_t outcome) const {
        if (!progress_) return true;
        const numbers end = from_.book.outcome(outcome);
        return rules_.allows(progress, end.data(), static_cast<std::int32_t>(end.size())) != 0;
    }

    template <class Feasible>
    std::int64_t outcome(const position& here, const Feasible&) const {
        return found([&](std::int64_t* end) { return rules_.outcome(here.state.data(), end); });
    }

    template <class Scores>
    std::int64_t estimate(const position& here, const Scores&) const {
        return found([&](std::int64_t* end) { return rules_.estimate(here.state.data(), from_.own_leaf, end); });
    }

    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    int plies_left(const position& here) const {
        return rules_.plies_left ? std::max(rules_.plies_left(here.state.data()), -1) : -1;
    }

    key_type key(const position& here, std::uint32_t plies) const {
        key_type found;
        if (rules_.key) rules_.key(here.state.data(), found.words.data());
        else std::memcpy(found.words.data(), here.state.data(), static_cast<std::size_t>(rules_.state_bytes));
        const auto left = static_cast<std::uint64_t>(std::max(plies_left(here), 0));
        found.words.back() = std::min<std::uint64_t>(plies, plies_bits) | std::min(left, plies_bits) << 26;
        return found;
    }

    outcome_book<Sides>& book() const { return from_.book; }
    std::int32_t highest() const { return from_.highest; }

    // For checks.
    std::span<const std::byte> bytes_of(const position& here) const {
        return {here.state.data(), static_cast<std::size_t>(rules_.state_bytes)};
    }
    std::string text_of(const position& here) const {
        if (!rules_.text) return "";
        std::array<char, 1024> text{};
        const std::int32_t size = rules_.text(here.state.data(), text.data(), static_cast<std::int32_t>(text.size()));
        return {text.data(), static_cast<std::size_t>(std::clamp(size, 0, static_cast<std::int32_t>(text.size())))};
    }

private:
    static constexpr std::uint64_t plies_bits = (1 << 26) - 1;  ///< That a key has room for.

    template <class Write>
    std::int64_t found(Write write) const {
        std::array<std::int64_t, most_outcome_numbers> end;
        const std::int32_t count = write(end.data());
        if (count < 0 || count > rules_.outcome_numbers) {
            throw refused(
                "expected up to " + std::to_string(rules_.outcome_numbers) +
                " numbers of an outcome from the native game: " + std::to_string(count)
            );
        }
        return from_.book.find({end.data(), static_cast<std::size_t>(count)}, from_.ask);
    }

    const opening<Sides>& from_;
    const kibitz_native_game rules_;
    std::uint64_t (*progress_)(const void*) = nullptr;
    mutable move_lists lists_;
};

static_assert(searchable<foreign<4, 5>>);

}  // namespace kibitz
