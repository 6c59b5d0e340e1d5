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

    /// For a helper, between two nodes: if the first thread calls, wait until all are here, and help it.
    template <class Help>
    void help_if_called(const Help& help) {
        if (phase_.load(std::memory_order_acquire) == apart) return;
        waiting_.fetch_add(1);
        phase_.wait(called);
        if (phase_.load() == together) help();
        waiting_.fetch_sub(1);
        phase_.wait(together);
    }

    /// For a helper that does not go on: nobody waits for it.
    void leave() { helpers_.fetch_sub(1); }

    /// For the first thread: call the others, prepare something once all are here, and do it with them; not if it is over.
    template <class Prepare, class Help>
    void all_together(const Prepare& prepare, const Help& help) {
        const call until_done(*this);
        while (waiting_.load() < helpers_.load() && !stop.load()) std::this_thread::yield();
        if (stop.load()) return;
        prepare();
        set(together);
        help();
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
    enum phase { apart, called, together };

    void set(phase now) {
        phase_.store(now);
        phase_.notify_all();
    }

    /// Ends whatever happens, but not before everybody has done what there was to do.
    struct call {
        explicit call(set_team& team) : team(team) { team.phase_.store(called); }
        call(const call&) = delete;
        ~call() {
            if (team.phase_.load() == together) wait_for_helpers();
            team.set(apart);
            wait_for_helpers();  // lest they sleep through the next one
        }
        void wait_for_helpers() const {
            while (team.waiting_.load() > 0 && !team.stop.load()) std::this_thread::yield();
        }
        set_team& team;
    };

    const std::uint64_t nodes_;  ///< At most.
    std::atomic<int> helpers_;
    std::atomic<phase> phase_{apart};
    std::atomic<int> waiting_{0};
    alignas(64) std::array<std::atomic<std::uint64_t>, 4096> busy_{};
};

/// Thrown where a search has become so large that several threads should share it.
struct too_much_for_one {};

}  // namespace kibitz
