// When a search stops before its end, and whom it tells how far it is.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace kibitz {

enum class stopped { no, nodes, seconds, interrupt, depth, others };

/// When to stop, and whom to tell how far the search is.
struct control {
    std::uint64_t nodes = ~std::uint64_t{0};
    double seconds = 0;  ///< 0 is for ever.
    int depth = 0;       ///< Plies; 0 is all of them.
    std::function<bool(std::uint64_t)> poll = nullptr;  ///< Told the visited nodes now and then; true is stop.
};

/// Stops a search by throwing what stopped it.
class watch {
public:
    explicit watch(control limits) : limits_(std::move(limits)), start_(clock::now()) { polled_ = checked_ = start_; }

    /// What forbids one more node; most of the time it is not looked at.
    void before(std::uint64_t visited) {
        if (visited >= next_check_) check(visited);
    }

    /// The same, where time goes by without nodes.
    void look(std::uint64_t visited) { check(visited); }

    /// No limit on nodes from here on.
    void forget_nodes(std::uint64_t visited) {
        limits_.nodes = ~std::uint64_t{0};
        next_check_ = visited;
    }

private:
    using clock = std::chrono::steady_clock;

    [[gnu::noinline]] void check(std::uint64_t visited) {
        if (visited >= limits_.nodes) throw stopped::nodes;
        const auto now = clock::now();
        if (limits_.seconds > 0 && std::chrono::duration<double>(now - start_).count() >= limits_.seconds) {
            throw stopped::seconds;
        }
        if (limits_.poll && (visited == 0 || now - polled_ >= std::chrono::milliseconds(10))) {
            polled_ = now;
            if (limits_.poll(visited)) throw stopped::interrupt;
        }
        // So many nodes that at most about a millisecond goes by.
        if (now - checked_ < std::chrono::microseconds(500)) pace_ = std::min<std::uint64_t>(pace_ * 2, 1 << 11);
        if (now - checked_ > std::chrono::milliseconds(2)) pace_ = std::max<std::uint64_t>(pace_ / 2, 1);
        checked_ = now;
        next_check_ = std::min(limits_.nodes, visited + pace_);
    }

    control limits_;
    std::uint64_t next_check_ = 0;
    std::uint64_t pace_ = 64;
    clock::time_point start_, polled_, checked_;
};

}  // namespace kibitz
