// Heaps in C++, compiled around the search by `kibitz build heaps.hpp`: see fast_heaps.py.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <kibitz/own_search.hpp>

/// All that `searchable` of <kibitz/concept.hpp> asks for; <kibitz/games/tree.hpp> is another.
class heaps {
public:
    static constexpr int sides = 4;    ///< At most; rows of scores are as long as that.
    static constexpr int deepest = 0;  ///< Plies to the end at most; 0 is not known.
    static constexpr int most = 8;     ///< Heaps.
    using move_number = std::uint8_t;

    /// The moves by their place in the list; a move is twice a heap's size, and 1 more for two stones.
    struct children : kibitz::numbered_children {
        children() : numbered_children(0) {}
        int move(int child) const { return list[child]; }
        void add(int move) { list[count_++] = static_cast<std::uint8_t>(move); }
        void keep(int width) { count_ = std::min(count_, static_cast<std::uint32_t>(width)); }
        void reverse() { std::reverse(list.begin(), list.begin() + count_); }
        std::array<std::uint8_t, 2 * most> list;
    };
    struct key_type : kibitz::table_key<3> {
        int height() const { return 0; }  // how near it is to the root, if that is known
    };
    template <class Set>
    using scores_type = kibitz::book_scores<heaps, Set>;

    struct position {
        std::array<std::uint8_t, most> heap{};
        std::array<std::uint8_t, most> won{};
        int turn = 0;
        bool progressed = true;  ///< Whether the last move won a heap.
    };

    explicit heaps(const kibitz::opening<sides>& from) : from_(from) {
        const auto& numbers = from.position;  // how many heaps, how many players, the turn, heaps and won
        if (numbers.size() < 3 || numbers[0] > most || numbers[1] > sides) throw kibitz::refused("expected up to 8 heaps");
        count_ = static_cast<int>(numbers[0]);
        players_ = static_cast<int>(numbers[1]);
        root_.turn = static_cast<int>(numbers[2]);
        for (int at = 0; at < count_; ++at) {
            if (numbers[3 + at] > 100) throw kibitz::refused("expected heaps of up to 100 stones");
            root_.heap[at] = static_cast<std::uint8_t>(numbers[3 + at]);
        }
        for (int at = 0; at < players_; ++at) root_.won[at] = static_cast<std::uint8_t>(numbers[3 + count_ + at]);
    }

    position root() const { return root_; }
    bool is_over(const position& here) const { return here.heap == std::array<std::uint8_t, most>{}; }
    int side(const position& here) const { return from_.side_of[here.turn]; }

    children moves(const position& here) const {
        children found;
        for (int last = 0, size = 0; size < 127; last = size) {
            size = 127;
            for (int at = 0; at < count_; ++at) {
                if (here.heap[at] > last && here.heap[at] < size) size = here.heap[at];
            }
            if (size < 127) found.add(2 * size);
            if (size < 127 && size > 1) found.add(2 * size + 1);
        }
        if (from_.order == kibitz::order_rule::low) found.reverse();
        if (from_.width) found.keep(from_.width);
        return found;
    }

    position play(const position& here, int move) const {
        position next = here;
        const int size = move / 2, taken = move % 2 + 1;
        *std::find(next.heap.begin(), next.heap.end(), size) -= static_cast<std::uint8_t>(taken);
        next.progressed = size == taken;
        next.won[here.turn] += next.progressed;
        next.turn = here.turn + 1 == players_ ? 0 : here.turn + 1;
        return next;
    }
    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).move(static_cast<int>(number)));
    }

    // What was won narrows the outcomes; each is found once for each progress.
    static std::uint64_t progress(const position& here) { return word(here.won); }
    static bool progresses(const position& here) { return here.progressed; }
    std::int32_t outcome_of(std::uint64_t) const { return kibitz::nil; }
    bool allows(std::uint64_t progress, std::size_t outcome) const {
        const kibitz::numbers end = from_.book.outcome(outcome);
        for (std::size_t at = 0; at < end.size(); ++at) {
            if (end[at] < static_cast<std::int64_t>(progress >> 8 * at & 0xFF)) return false;
        }
        return true;
    }

    /// The place of the outcome in the book, which knows its scores.
    template <class Feasible>
    std::int64_t outcome(const position& here, const Feasible&) const {
        std::array<std::int64_t, sides> won{};
        std::copy(here.won.begin(), here.won.begin() + players_, won.begin());
        return from_.book.find({won.data(), static_cast<std::size_t>(players_)}, from_.ask);
    }
    template <class Scores>
    std::int64_t estimate(const position&, const Scores&) const { return kibitz::nil; }  // it has none
    kibitz::outcome_book<sides>& book() const { return from_.book; }
    std::int32_t highest() const { return from_.highest; }

    bool asked(const position&) const { return true; }
    int moves_to_next_asked(const position&) const { return 1; }
    int plies_left(const position&) const { return -1; }
    key_type key(const position& here, std::uint32_t plies) const {
        auto sorted = here.heap;
        std::sort(sorted.begin(), sorted.end());
        return {{{word(sorted), word(here.won), std::uint64_t{plies} << 8 | static_cast<std::uint64_t>(here.turn)}}};
    }

private:
    static std::uint64_t word(const std::array<std::uint8_t, most>& bytes) {
        std::uint64_t found = 0;
        for (int at = 0; at < most; ++at) found |= std::uint64_t{bytes[at]} << 8 * at;
        return found;
    }

    const kibitz::opening<sides>& from_;
    int count_ = 0, players_ = 0;
    position root_;
};
