// The listed order of the moves: the axis `order`.
//
// As reference/ordering.py. A game lists its children from high to low; `low` is the list
// backwards. The first of equals stays, so the order is part of what a max^n value is.

#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace kibitz {

enum class order_rule { high, low };

/// The children of a node where a move is a card: sets of cards in bits.
class card_children {
public:
    card_children(std::uint64_t moves, order_rule order) : moves_(moves), unseen_(moves), order_(order) {}

    int size() const { return std::popcount(moves_); }
    bool any_unseen() const { return unseen_ != 0; }
    bool any_waiting() const { return waiting_ != 0; }
    int next_unseen() { return take(unseen_); }
    int next_waiting() { return take(waiting_); }
    void wait(int child) { waiting_ |= bit(child); }
    void forget_waiting() { waiting_ = 0; }

    /// Whether a child stands before another in the list.
    bool before(int child, int other) const {
        return order_ == order_rule::high ? child < other : child > other;
    }

    /// The place of a child in the list.
    std::uint32_t number(int child) const {
        const std::uint64_t ahead = order_ == order_rule::high ? moves_ & (bit(child) - 1) : moves_ >> child >> 1;
        return static_cast<std::uint32_t>(std::popcount(ahead));
    }

    /// The child at a place in the list.
    static int at(std::uint64_t moves, order_rule order, std::uint32_t number) {
        card_children list(moves, order);
        for (; number; --number) list.next_unseen();
        return list.next_unseen();
    }

private:
    static std::uint64_t bit(int child) { return std::uint64_t{1} << child; }

    int take(std::uint64_t& from) const {
        const int child = order_ == order_rule::high ? std::countr_zero(from) : 63 - std::countl_zero(from);
        from ^= bit(child);
        return child;
    }

    std::uint64_t moves_;
    std::uint64_t unseen_;
    std::uint64_t waiting_ = 0;
    order_rule order_;
};

/// The children of a node of a tree, by their place in the list.
class numbered_children {
public:
    explicit numbered_children(std::uint32_t count) : count_(count) {}

    bool any_unseen() const { return unseen_ < count_; }
    bool any_waiting() const { return first_waiting_ < waiting_.size(); }
    int next_unseen() { return static_cast<int>(unseen_++); }
    int next_waiting() { return waiting_[first_waiting_++]; }
    void wait(int child) { waiting_.push_back(child); }
    void forget_waiting() { first_waiting_ = waiting_.size(); }
    bool before(int child, int other) const { return child < other; }
    std::uint32_t number(int child) const { return static_cast<std::uint32_t>(child); }

private:
    std::uint32_t count_;
    std::uint32_t unseen_ = 0;
    std::size_t first_waiting_ = 0;
    std::vector<int> waiting_;
};

}  // namespace kibitz
