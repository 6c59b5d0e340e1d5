// Worlds: deals that agree with what a player has seen, drawn by their exact chances.
//
// The same counting as `Tables` in players/worlds.py, in doubles: tables of whole numbers with
// given sums of rows and columns. A table weighs the product over its cells of weight^cell and,
// row after row, the number of ways to choose the cells from what is left of the columns.

#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chances.hpp"
#include "games/cards.hpp"

namespace kibitz {

/// The tables with given sums of rows and columns, each as likely as its weight.
class tables {
public:
    using counts = std::vector<int>;
    static constexpr int count_bits = 7;  ///< Of a count, for up to 104 cards.

    tables(counts rows, counts columns, std::vector<std::vector<double>> weights)
        : rows_(std::move(rows)), columns_(std::move(columns)), weights_(std::move(weights)) {}

    double total() { return total_from(0, columns_); }

    /// One table, row by row.
    void draw(chances& stream, std::vector<counts>& table) {
        counts left = columns_;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const auto& found = steps_from(row, left);
            std::size_t at = 0;
            if (found.fillings.size() > 1) {
                const double where = stream.share() * found.running.back();
                std::size_t above = found.fillings.size() - 1;
                while (at < above) {
                    const std::size_t middle = (at + above) / 2;
                    if (found.running[middle] > where) above = middle;
                    else at = middle + 1;
                }
            }
            table[row] = found.fillings[at];
            for (std::size_t column = 0; column < left.size(); ++column) {
                left[column] -= table[row][column];
            }
        }
    }

private:
    struct steps {
        std::vector<counts> fillings;
        std::vector<double> running;
    };

    static card_set key(std::size_t row, const counts& left) {
        card_set packed = row;
        for (const int count : left) packed = packed << count_bits | static_cast<card_set>(count);
        return packed;
    }

    double total_from(std::size_t row, const counts& left) {
        if (row == rows_.size()) {
            for (const int count : left) {
                if (count) return 0;
            }
            return 1;
        }
        const auto& found = steps_from(row, left);
        return found.running.empty() ? 0 : found.running.back();
    }

    /// The ways to fill a row that lead somewhere, and their running weights.
    const steps& steps_from(std::size_t row, const counts& left) {
        const auto packed = key(row, left);
        const auto known = steps_.find(packed);
        if (known != steps_.end()) return known->second;
        steps found;
        counts filling(left.size());
        fill(row, 0, rows_[row], left, filling, 1.0, found);
        return steps_[packed] = std::move(found);
    }

    void fill(std::size_t row, std::size_t column, int need, const counts& left, counts& filling,
              double weight, steps& found) {
        if (column == left.size()) {
            if (need) return;
            counts rest = left;
            for (std::size_t at = 0; at < rest.size(); ++at) rest[at] -= filling[at];
            const double below = weight * total_from(row + 1, rest);
            if (below > 0) {
                found.running.push_back(found.running.empty() ? below
                                                              : found.running.back() + below);
                found.fillings.push_back(filling);
            }
            return;
        }
        const double each = weights_[row][column];
        const int most = each > 0 ? std::min(left[column], need) : 0;
        int after = 0;
        for (std::size_t at = column + 1; at < left.size(); ++at) {
            if (weights_[row][at] > 0) after += left[at];
        }
        double ways = 1;
        for (int cell = 0; cell <= most; ++cell) {
            if (cell) ways *= each * (left[column] - cell + 1) / cell;
            if (need - cell > after) continue;
            filling[column] = cell;
            fill(row, column + 1, need - cell, left, filling, weight * ways, found);
        }
        filling[column] = 0;
    }

    counts rows_, columns_;
    std::vector<std::vector<double>> weights_;
    std::unordered_map<card_set, steps, card_hash> steps_;
};

/// Worlds: for each the cards of every holder, one after the other. `kinds` are cards that are
/// alike; the rows of the tables are the kinds, or with `by_holder` the holders.
inline std::vector<card_set> draw_worlds(std::vector<std::vector<int>> kinds, tables& from,
                                              std::size_t holders, bool by_holder,
                                              std::size_t number, std::uint64_t seed) {
    chances stream(seed);
    std::vector<card_set> hands(number * holders);
    std::vector<tables::counts> table(by_holder ? holders : kinds.size());
    for (std::size_t world = 0; world < number; ++world) {
        from.draw(stream, table);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            auto& cards = kinds[kind];
            for (std::size_t at = cards.size(); at > 1; --at) {
                std::swap(cards[at - 1], cards[stream.below(static_cast<std::uint32_t>(at))]);
            }
            std::size_t next = 0;
            for (std::size_t holder = 0; holder < holders; ++holder) {
                const int length = by_holder ? table[holder][kind] : table[kind][holder];
                for (int card = 0; card < length; ++card) {
                    hands[world * holders + holder] |= bit<card_set>(cards[next++]);
                }
            }
        }
    }
    return hands;
}

}  // namespace kibitz
