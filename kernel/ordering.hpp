// The listed order of the moves: the axes `order` and `width`.
//
// As reference/ordering.py. The first of equals stays, so the order is part of what a max^n
// value is. One child, of the line to try first, may come before the others; the listed order
// still decides ties.

#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "games/cards.hpp"
#include "names.hpp"

namespace kibitz {

enum class order_rule { high, low, trick, gain };
constexpr named<order_rule> order_rules[] = {
    {"high", order_rule::high}, {"low", order_rule::low}, {"trick", order_rule::trick}, {"gain", order_rule::gain},
    {"square", order_rule::gain}, {"stack", order_rule::gain}, {"large", order_rule::gain}};  // by other names

/// The children of a node where a move is a card: sets of cards in bits. Those in front come
/// first, from high to low, then the others from low to high.
template <class Word>
class card_children {
public:
    card_children(Word moves, Word front) : moves_(moves), unseen_(moves), front_(front) {}

    int size() const { return count_cards(moves_); }
    bool any_unseen() const { return unseen_ != 0; }
    bool any_waiting() const { return waiting_ != 0; }
    int next_unseen() { return take(unseen_); }
    int next_waiting() { return take(waiting_); }
    void wait(int child) { waiting_ |= bit(child); }
    void forget_waiting() { waiting_ = 0; }

    /// The child at a place in the list, which is then seen.
    int take_number(std::uint32_t number) {
        const int child = at(number);
        unseen_ ^= bit(child);
        return child;
    }

    /// Whether a child stands before another in the list.
    bool before(int child, int other) const {
        const bool in_front = front_ >> child & 1;
        if (in_front != (front_ >> other & 1)) return in_front;
        return in_front ? child < other : child > other;
    }

    /// The place of a child in the list.
    std::uint32_t number(int child) const {
        const Word front = moves_ & front_;
        const Word ahead =
            front_ >> child & 1 ? front & (bit(child) - 1) : front | ((moves_ ^ front) & (~Word{1} << child));
        return static_cast<std::uint32_t>(count_cards(ahead));
    }

    /// The child at a place in the list.
    int at(std::uint32_t number) const {
        Word left = moves_;
        for (; number; --number) take(left);
        return take(left);
    }

    /// Keep the first so many.
    void keep_first(int width) {
        Word left = moves_;
        for (; left && width > 0; --width) take(left);
        unseen_ = moves_ ^= left;
    }

    int move(int child) const { return child; }

private:
    static Word bit(int child) { return Word{1} << child; }

    int take(Word& from) const {
        const Word front = from & front_;
        const int child = front ? first_card(front) : last_card(from);
        from ^= bit(child);
        return child;
    }

    Word moves_;
    Word unseen_;
    Word waiting_ = 0;
    Word front_;
};

/// The first move of an order, found without the others, and whether there are others.
struct first_move {
    int move;
    bool has_others;
};

/// Children by their place in the list.
class numbered_children {
public:
    explicit numbered_children(std::uint32_t count) : count_(count) {}

    std::uint32_t size() const { return count_; }
    bool any_unseen() const { return unseen_ + (unseen_ == first_) < count_; }
    bool any_waiting() const { return first_waiting_ < waiting_.size(); }
    int next_unseen() {
        unseen_ += unseen_ == first_;
        return static_cast<int>(unseen_++);
    }
    int next_waiting() { return waiting_[first_waiting_++]; }
    void forget_waiting() { first_waiting_ = waiting_.size(); }
    bool before(int child, int other) const { return child < other; }
    std::uint32_t number(int child) const { return static_cast<std::uint32_t>(child); }
    int move(int child) const { return child; }

    /// In the order of the list.
    void wait(int child) {
        waiting_.push_back(child);
        for (std::size_t at = waiting_.size() - 1; at > first_waiting_ && waiting_[at - 1] > child; --at) {
            std::swap(waiting_[at - 1], waiting_[at]);
        }
    }

    int take_number(std::uint32_t number) {
        first_ = number;
        return static_cast<int>(number);
    }

protected:
    std::uint32_t count_;

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint32_t unseen_ = 0;
    std::uint32_t first_ = none;  ///< Seen before its turn.
    std::size_t first_waiting_ = 0;
    std::vector<int> waiting_;
};

}  // namespace kibitz
