// What the threads of one search by outcome sets share, beside the table.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

namespace kibitz {

/// What the threads of one search share, beside the table.
struct set_team {
    set_team(int helpers, int tricks, std::uint64_t nodes)
        : tricks(std::max(tricks * 3 / 5, 2)), nodes_(nodes), helpers_(helpers) {}

    const int tricks;  ///< With fewer left than this part of all, everybody goes alone: to tell the others takes time.
    std::atomic<bool> stop{false};  ///< It is over, for whatever reason.
    std::atomic<std::uint64_t> visited{0};  ///< Nodes that all have told.

    /// So many nodes more; whether there may be others.
    bool tell(std::uint64_t nodes) { return visited.fetch_add(nodes, std::memory_order_relaxed) + nodes < nodes_; }

    /// For a helper, between two nodes: wait while the first thread needs the table for itself.
    void wait_if_paused() {
        if (!paused_.load(std::memory_order_acquire)) return;
        waiting_.fetch_add(1);
        paused_.wait(true);
        waiting_.fetch_sub(1);
    }

    /// For a helper that does not go on: nobody waits for it.
    void leave() { helpers_.fetch_sub(1); }

    /// For the first thread: let the others wait while something is done; not if it is over.
    template <class Act>
    void alone(const Act& act) {
        {
            const pause until_done(paused_);
            while (waiting_.load() < helpers_.load() && !stop.load()) std::this_thread::yield();
            if (!stop.load()) act();
        }
        while (waiting_.load() > 0 && !stop.load()) std::this_thread::yield();  // lest they sleep through the next one
    }

    /// Which positions somebody is searching. It is a hint: a position may be missing.
    bool is_busy(std::uint64_t position) const {
        return busy_[position % busy_.size()].load(std::memory_order_relaxed) == position;
    }
    bool begin(std::uint64_t position) {
        std::uint64_t nobody = 0;
        return busy_[position % busy_.size()].compare_exchange_strong(nobody, position, std::memory_order_relaxed);
    }
    void end(std::uint64_t position) { busy_[position % busy_.size()].store(0, std::memory_order_relaxed); }

private:
    /// Ends whatever happens.
    struct pause {
        explicit pause(std::atomic<bool>& paused) : paused(paused) { paused.store(true, std::memory_order_release); }
        pause(const pause&) = delete;
        ~pause() {
            paused.store(false, std::memory_order_release);
            paused.notify_all();
        }
        std::atomic<bool>& paused;
    };

    const std::uint64_t nodes_;  ///< At most.
    std::atomic<int> helpers_;
    std::atomic<bool> paused_{false};
    std::atomic<int> waiting_{0};
    alignas(64) std::array<std::atomic<std::uint64_t>, 4096> busy_{};
};

/// Thrown where a search has become so large that several threads should share it.
struct too_much_for_one {};

}  // namespace kibitz
