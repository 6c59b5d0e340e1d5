// Nets for experience.cpp and experience_of_spades.cpp: how they learn, and their files.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "chances.hpp"

namespace experience {
using kibitz::chances;

/// Features that a position has.
class features {
public:
    void add(int feature) { found_[size_++] = feature; }
    const int* begin() const { return found_.data(); }
    const int* end() const { return found_.data() + size_; }

private:
    std::array<int, 200> found_;
    int size_ = 0;
};

/// A net of two inner layers, whose units go from 0 to 1.
template <int Features, int First, int Second, int Outputs>
struct net {
    static constexpr int outputs = Outputs;
    static constexpr float leak = 0.01f;  ///< What a unit at an end still learns.
    using output = std::array<float, Outputs>;

    alignas(64) float one[Features][First], start_one[First], two[Second][First], start_two[Second], three[Outputs][Second],
        start_three[Outputs];

    struct inner {
        alignas(64) float sum_one[First], sum_two[Second], one[First], two[Second];
    };

    static float unit(float sum) { return std::min(std::max(sum, 0.0f), 1.0f); }
    static float slope(float sum) { return sum > 0 && sum < 1 ? 1.0f : leak; }

    output of(const features& from) const {
        inner parts;
        return of(from, parts);
    }

    output of(const features& from, inner& parts) const {
        std::copy_n(start_one, First, parts.sum_one);
        for (const int feature : from) {
            for (int at = 0; at < First; ++at) parts.sum_one[at] += one[feature][at];
        }
        for (int at = 0; at < First; ++at) parts.one[at] = unit(parts.sum_one[at]);
        for (int row = 0; row < Second; ++row) {
            float sum = start_two[row];
            for (int at = 0; at < First; ++at) sum += parts.one[at] * two[row][at];
            parts.sum_two[row] = sum;
            parts.two[row] = unit(sum);
        }
        output found;
        for (int row = 0; row < Outputs; ++row) {
            found[row] = start_three[row];
            for (int at = 0; at < Second; ++at) found[row] += parts.two[at] * three[row][at];
        }
        return found;
    }

    /// Adds to `sums`, a net too, how the errors of the outputs change with each number.
    void learn(const features& from, const inner& parts, const output& errors, net& sums) const {
        float below_two[Second] = {}, below_one[First] = {};
        for (int row = 0; row < Outputs; ++row) {
            sums.start_three[row] += errors[row];
            for (int at = 0; at < Second; ++at) {
                sums.three[row][at] += errors[row] * parts.two[at];
                below_two[at] += errors[row] * three[row][at];
            }
        }
        for (int row = 0; row < Second; ++row) {
            const float error = below_two[row] * slope(parts.sum_two[row]);
            sums.start_two[row] += error;
            for (int at = 0; at < First; ++at) {
                sums.two[row][at] += error * parts.one[at];
                below_one[at] += error * two[row][at];
            }
        }
        for (int at = 0; at < First; ++at) {
            below_one[at] *= slope(parts.sum_one[at]);
            sums.start_one[at] += below_one[at];
        }
        for (const int feature : from) {
            for (int at = 0; at < First; ++at) sums.one[feature][at] += below_one[at];
        }
    }

    void begin(chances& stream) {
        const auto any = [&](float most) { return static_cast<float>(2 * stream.share() - 1) * most; };
        for (auto& row : one) std::generate_n(row, First, [&] { return any(0.12f); });
        std::generate_n(start_one, First, [&] { return 0.3f + any(0.1f); });
        for (auto& row : two) std::generate_n(row, First, [&] { return any(0.12f); });
        std::fill_n(start_two, Second, 0.3f);
        for (auto& row : three) std::generate_n(row, Second, [&] { return any(0.15f); });
        std::fill_n(start_three, Outputs, 0.5f);
    }
};

template <class Net>
std::unique_ptr<Net> read(const std::string& name) {
    auto found = std::make_unique<Net>();
    std::memset(static_cast<void*>(found.get()), 0, sizeof(Net));
    if (name == "-") {
        chances stream(4242);
        found->begin(stream);
        return found;
    }
    std::FILE* file = std::fopen(name.c_str(), "rb");
    if (!file || std::fread(static_cast<void*>(found.get()), sizeof(Net), 1, file) != 1) std::exit(1);
    std::fclose(file);
    return found;
}

template <class Net>
void write(const Net& made, const std::string& name) {
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (!file || std::fwrite(&made, sizeof(Net), 1, file) != 1) std::exit(1);
    std::fclose(file);
}

template <class Kept>
std::vector<Kept> read_all(int number, char** names) {
    std::vector<Kept> found;
    for (int at = 0; at < number; ++at) {
        std::FILE* file = std::fopen(names[at], "rb");
        if (!file) std::exit(1);
        for (Kept one; std::fread(&one, sizeof one, 1, file) == 1;) found.push_back(one);
        std::fclose(file);
    }
    return found;
}

/// Seconds of the processor.
inline double busy() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Learns from so many draws of some positions by Adam, and averages what comes out. A position is turned in one of some
/// ways; `errors` are those of the outputs.
template <class Net, class Look, class Errors>
void learn(Net& made, std::size_t number, std::size_t draws, std::uint32_t turns, const Look& look, const Errors& errors, float rate) {
    constexpr int together = 256;
    constexpr std::size_t numbers = sizeof(Net) / sizeof(float);
    constexpr float decay = 0.02f, most = 1.27f;  // a byte of the package holds no more
    const auto zero = [] {
        auto found = std::make_unique<Net>();
        std::memset(static_cast<void*>(found.get()), 0, sizeof(Net));
        return found;
    };
    auto sums = zero(), means = zero(), squares = zero(), averages = std::make_unique<Net>(made);
    const auto flat = [](Net& net) { return reinterpret_cast<float*>(&net); };
    float *own = flat(made), *sum = flat(*sums), *mean = flat(*means), *square = flat(*squares), *average = flat(*averages);
    chances stream(4242);
    const long steps = static_cast<long>(draws / together);
    for (long step = 1; step <= steps; ++step) {
        for (int more = together; more; --more) {
            std::size_t at = 0;
            features from;
            do at = static_cast<std::size_t>(stream.share() * static_cast<double>(number));
            while (!look(at, stream.below(turns), from));
            typename Net::inner parts;
            const auto found = made.of(from, parts);
            made.learn(from, parts, errors(at, found), *sums);
        }
        const float done = static_cast<float>(step) / static_cast<float>(steps);
        const float now = rate * (done < 0.03f ? done / 0.03f : 0.5f * (1 + std::cos(3.14159265f * done)) + 0.02f);
        const float first_part = 1 - std::pow(0.9f, static_cast<float>(std::min(step, 2000l)));
        const float second_part = 1 - std::pow(0.999f, static_cast<float>(std::min(step, 20000l)));
        for (std::size_t at = 0; at < numbers; ++at) {
            const float slope = sum[at] / together;
            sum[at] = 0;
            mean[at] += 0.1f * (slope - mean[at]);
            square[at] += 0.001f * (slope * slope - square[at]);
            own[at] -= now * (mean[at] / first_part / (std::sqrt(square[at] / second_part) + 1e-8f) + decay * own[at]);
            own[at] = std::clamp(own[at], -most, most);
            if (step % 8 == 0) average[at] = std::clamp(average[at] + 0.01f * (own[at] - average[at]), -most, most);
        }
    }
    made = *averages;
}

/// The numbers of a net as bytes: the layers in order, of the last only so many outputs.
template <class Net>
void write_bytes(const Net& made, const char* name, int outputs, float unit_three) {
    std::FILE* file = std::fopen(name, "wb");
    if (!file) std::exit(1);
    const auto put = [&](const float* from, std::size_t number, float unit) {
        for (std::size_t at = 0; at < number; ++at) std::fputc(static_cast<int>(std::clamp(std::lrint(from[at] * unit), -127l, 127l)) & 255, file);
    };
    for (const auto& row : made.one) put(row, std::size(row), 100);
    put(made.start_one, std::size(made.start_one), 100);
    for (const auto& row : made.two) put(row, std::size(row), 100);
    put(made.start_two, std::size(made.start_two), 100);
    for (int row = 0; row < outputs; ++row) put(made.three[row], std::size(made.three[row]), unit_three);
    put(made.start_three, outputs, unit_three);
    std::fclose(file);
}

/// A net of such bytes. Features that it does not have yet say nothing.
template <class Net>
std::unique_ptr<Net> read_bytes(const char* name) {
    auto made = std::make_unique<Net>();
    std::memset(static_cast<void*>(made.get()), 0, sizeof(Net));
    std::FILE* file = std::fopen(name, "rb");
    if (!file) std::exit(1);
    std::vector<float> numbers;
    for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file)) numbers.push_back(static_cast<std::int8_t>(byte));
    std::fclose(file);
    const std::size_t first = std::size(made->start_one), second = std::size(made->start_two);
    const std::size_t features = (numbers.size() - 2 * second - 1) / first - 1 - second;
    if (numbers.size() != (features + 1 + second) * first + 2 * second + 1 || features > std::size(made->one)) std::exit(1);
    auto next = numbers.begin();
    const auto take = [&](float* to, std::size_t number, float unit) {
        while (number--) *to++ = *next++ / unit;
    };
    for (std::size_t at = 0; at < features; ++at) take(made->one[at], first, 100);
    take(made->start_one, first, 100);
    for (auto& row : made->two) take(row, first, 100);
    take(made->start_two, second, 100);
    take(made->three[0], second, 250);
    take(made->start_three, 1, 250);
    return made;
}

}  // namespace experience
