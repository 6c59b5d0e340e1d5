// Numbers that look random, as problem/chances.py.

#pragma once

#include <cstdint>

namespace kibitz {

/// Numbers that look random, the same on every machine: splitmix64.
class chances {
public:
    explicit chances(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        return x ^ x >> 31;
    }

    /// At least 0 and less than 1.
    double share() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    /// 0 to n - 1, each as likely as every other.
    std::uint32_t below(std::uint32_t n) {
        const std::uint32_t uneven = -n % n;
        while (true) {
            const std::uint64_t product = (next() >> 32) * n;
            if (static_cast<std::uint32_t>(product) >= uneven) {
                return static_cast<std::uint32_t>(product >> 32);
            }
        }
    }

private:
    std::uint64_t state_;
};

}  // namespace kibitz
