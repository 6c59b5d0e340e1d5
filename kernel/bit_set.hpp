// Sets of outcomes of so many words, whose rows can be moved.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace kibitz {

// Bits moved to the places of a mask and back, in one step where the processor is quick at that.

#ifdef __x86_64__
inline const bool scatters = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}();

/// The low bits of a word, moved to the places of a mask.
inline std::uint64_t scattered(std::uint64_t bits, std::uint64_t mask) {
    asm("pdep %1, %0, %0" : "+r"(bits) : "r"(mask));
    return bits;
}

/// What a word has at the places of a mask, as low bits.
inline std::uint64_t gathered(std::uint64_t bits, std::uint64_t mask) {
    asm("pext %1, %0, %0" : "+r"(bits) : "r"(mask));
    return bits;
}
#else
constexpr bool scatters = false;
inline std::uint64_t scattered(std::uint64_t bits, std::uint64_t) { return bits; }
inline std::uint64_t gathered(std::uint64_t bits, std::uint64_t) { return bits; }
#endif

template <int Words>
struct bit_set {
    std::array<std::uint64_t, Words> words;  ///< Not set at first; `nothing` is empty.

    static bit_set nothing() {
        bit_set found;
        found.words.fill(0);
        return found;
    }

    static bit_set one(int at) {
        bit_set found = nothing();
        found.add(at);
        return found;
    }

    void add(int at) { words[at / 64] |= std::uint64_t{1} << at % 64; }
    bool has(int at) const { return words[at / 64] >> at % 64 & 1; }

    bool none() const {
        std::uint64_t any = 0;
        for (int at = 0; at < Words; ++at) any |= words[at];
        return any == 0;
    }

    bool meets(const bit_set& other) const {
        std::uint64_t any = 0;
        for (int at = 0; at < Words; ++at) any |= words[at] & other.words[at];
        return any != 0;
    }

    bool within(const bit_set& other) const {
        std::uint64_t any = 0;
        for (int at = 0; at < Words; ++at) any |= words[at] & ~other.words[at];
        return any == 0;
    }

    /// The first member; there must be one.
    int first() const {
        for (int at = 0; at < Words - 1; ++at) {
            if (words[at]) return at * 64 + std::countr_zero(words[at]);
        }
        return (Words - 1) * 64 + std::countr_zero(words[Words - 1]);
    }

    bit_set& operator&=(const bit_set& other) {
        for (int at = 0; at < Words; ++at) words[at] &= other.words[at];
        return *this;
    }

    bit_set& operator|=(const bit_set& other) {
        for (int at = 0; at < Words; ++at) words[at] |= other.words[at];
        return *this;
    }

    friend bit_set operator&(bit_set one, const bit_set& other) { return one &= other; }
    friend bit_set operator|(bit_set one, const bit_set& other) { return one |= other; }
    friend bool operator==(const bit_set&, const bit_set&) = default;

    const bit_set& plain() const { return *this; }  ///< As box_set.hpp has it.

    bit_set without(const bit_set& other) const {
        bit_set found;
        for (int at = 0; at < Words; ++at) found.words[at] = words[at] & ~other.words[at];
        return found;
    }

    /// So many members from a place on, fewer than 64, as the low bits of a word.
    std::uint64_t row(int place, int length) const {
        const int at = place / 64, shift = place % 64;
        std::uint64_t found = words[at] >> shift;
        if (Words > 1 && shift + length > 64) found |= words[at + 1] << (64 - shift);
        return found & ((std::uint64_t{1} << length) - 1);
    }

    /// Add a row from a place on.
    void add_row(int place, std::uint64_t row) {
        const int at = place / 64, shift = place % 64;
        words[at] |= row << shift;
        if (Words > 1 && shift && at + 1 < Words) words[at + 1] |= row >> (64 - shift);
    }
};

}  // namespace kibitz
