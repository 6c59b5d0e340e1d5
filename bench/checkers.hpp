// Chinese Checkers for three as a game of one's own, for native.py: the built-in class, built again.

#pragma once

#include <kibitz/games/chinese_checkers.hpp>
#include <kibitz/own_search.hpp>

class checkers : public kibitz::chinese_checkers<3> {
public:
    static constexpr std::int32_t orders = 1, estimates = 1;

    explicit checkers(const kibitz::opening<3>& from) : chinese_checkers(rules_of(from), order_of(from), from.width) {}

private:
    static kibitz::order_rule order_of(const kibitz::opening<3>& from) {
        return from.own_order == 0 ? kibitz::order_rule::gain : from.order;
    }

    /// Limit, leave, moves made, turn; then seats and pieces of each.
    static kibitz::chinese_checkers_rules rules_of(const kibitz::opening<3>& from) {
        if (from.position.size() != 4 + 3 + 6) throw kibitz::refused("expected the numbers of three players");
        kibitz::chinese_checkers_rules rules;
        const auto* next = from.position.data();
        rules.limit = static_cast<std::uint32_t>(*next++);
        rules.leave = static_cast<std::uint32_t>(*next++);
        rules.made = static_cast<std::uint32_t>(*next++);
        rules.turn = static_cast<int>(*next++);
        for (int player = 0; player < 3; ++player) rules.seats.push_back(static_cast<int>(*next++));
        for (int word = 0; word < 6; ++word) rules.pieces.push_back(static_cast<std::uint64_t>(*next++));
        rules.against = from.against;
        rules.lowest = from.lowest;
        rules.highest = from.highest;
        return rules;
    }
};
