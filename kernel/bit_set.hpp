// Sets of outcomes of so many words, that can be shifted.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace kibitz {

template <int Words>
struct bit_set {
    std::array<std::uint64_t, Words> words{};

    static bit_set one(int at) {
        bit_set found;
        found.add(at);
        return found;
    }

    void add(int at) { words[at / 64] |= std::uint64_t{1} << at % 64; }

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

    bit_set without(const bit_set& other) const {
        bit_set found;
        for (int at = 0; at < Words; ++at) found.words[at] = words[at] & ~other.words[at];
        return found;
    }

    /// Members moved up.
    bit_set up(int by) const {
        if constexpr (Words == 1) return {{words[0] << by}};
        bit_set found;
        const int whole = by / 64, part = by % 64;
        for (int at = Words - 1; at >= whole; --at) {
            std::uint64_t word = words[at - whole] << part;
            if (part && at > whole) word |= words[at - whole - 1] >> (64 - part);
            found.words[at] = word;
        }
        return found;
    }

    /// Members moved down; those that fall off are lost.
    bit_set down(int by) const {
        if constexpr (Words == 1) return {{words[0] >> by}};
        bit_set found;
        const int whole = by / 64, part = by % 64;
        for (int at = 0; at + whole < Words; ++at) {
            std::uint64_t word = words[at + whole] >> part;
            if (part && at + whole + 1 < Words) word |= words[at + whole + 1] << (64 - part);
            found.words[at] = word;
        }
        return found;
    }
};

}  // namespace kibitz
