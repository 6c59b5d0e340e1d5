// When a search stops before its end, and whom it tells how far it is.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>

namespace kibitz {

/// Numbers that no search can take.
struct refused : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// `others` is between threads only: another one is done.
enum class stopped { no, nodes, seconds, interrupt, depth, cancel, others };

/// When to stop, and whom to tell how far the search is.
struct control {
    std::uint64_t nodes = ~std::uint64_t{0};
    double seconds = 0;  ///< 0 is for ever.
    int depth = 0;       ///< Plies; 0 is all of them.
    bool line = true;    ///< Whether the line is wanted beyond its first move, where that takes more questions.
    /// Since when seconds count: getting ready is part of a search.
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    /// Told the visited nodes now and then; says what stops the search, if anything.
    std::function<stopped(std::uint64_t)> poll = nullptr;
};

/// Stops a search by throwing what stopped it.
class watch {
public:
    explicit watch(control limits)
        : limits_(std::move(limits)), start_(limits_.start), polled_(start_ - poll_every), checked_(start_) {}

    /// What forbids one more node; most of the time it is not looked at.
    void before(std::uint64_t visited) {
        if (visited >= next_check_) check(visited);
    }

    /// What forbids to go on with work that is not counted in nodes. A look takes as long as
    /// some dozens of steps.
    void look() { look(clock::now()); }

private:
    using clock = std::chrono::steady_clock;
    static constexpr auto poll_every = std::chrono::milliseconds(10);

    [[gnu::noinline]] void check(std::uint64_t visited) {
        if (visited >= limits_.nodes) throw stopped::nodes;
        const auto now = clock::now();
        visited_ = visited;
        look(now);
        // So many nodes that at most about a millisecond goes by.
        if (now - checked_ < std::chrono::microseconds(500)) pace_ = std::min<std::uint64_t>(pace_ * 2, 1 << 11);
        if (now - checked_ > std::chrono::milliseconds(2)) pace_ = std::max<std::uint64_t>(pace_ / 2, 1);
        checked_ = now;
        next_check_ = std::min(limits_.nodes, visited + pace_);
    }

    void look(clock::time_point now) {
        if (limits_.seconds > 0 && std::chrono::duration<double>(now - start_).count() >= limits_.seconds) {
            throw stopped::seconds;
        }
        if (limits_.poll && now - polled_ >= poll_every) {
            polled_ = now;
            const stopped why = limits_.poll(visited_);
            if (why != stopped::no) throw why;
        }
    }

    control limits_;
    std::uint64_t visited_ = 0;
    std::uint64_t next_check_ = 0;
    std::uint64_t pace_ = 64;
    clock::time_point start_, polled_, checked_;
};

}  // namespace kibitz
