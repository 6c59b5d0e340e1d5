// The star of Chinese Checkers, as games/chinese_checkers/board.py, and placements of pieces on it.
//
// A set of points is one wide word, by the number of the point, which counts row by row.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace kibitz {

__extension__ using points = unsigned __int128;

constexpr int board_size = 121;  ///< At most: with triangles of four rows.
constexpr int most_rows = 4;
constexpr int most_pieces = 10;  ///< Of a player.

constexpr points point(int number) { return points{1} << number; }

inline int count_points(points set) {
    return std::popcount(static_cast<std::uint64_t>(set)) + std::popcount(static_cast<std::uint64_t>(set >> 64));
}

inline int take_first(points& set) {
    const auto low = static_cast<std::uint64_t>(set);
    const int first = low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
    set &= set - 1;
    return first;
}

/// The board, a star: neighbours, jumps, and how far each point is on the way from each tip.
struct board {
    /// The next point in the six directions, and the one after it; `nowhere` off the board.
    struct ways {
        std::array<std::uint8_t, 6> near, far;
    };
    static constexpr std::uint8_t nowhere = 127;
    std::array<points, board_size> neighbours{};
    std::array<ways, board_size> around{};
    // Jumps never leave a class: the points whose coordinates are even or odd alike. Those of a class are in one
    // word, in the order of their numbers, and a jump goes so many bits up or down:
    static constexpr int apart[3] = {1, 7, 8};
    /// A word and a bit of what `jumps` of a position has.
    struct link {
        std::uint8_t word = nothing, bit = 0;
    };
    /// The jumps over each point, along each of three lines, by the end that is lower; and its own place.
    static constexpr std::uint8_t own = 3, nothing = 16;
    std::array<std::array<link, 4>, board_size> links{};
    /// The point of each bit of each class.
    std::array<std::array<std::uint8_t, 64>, 4> point_at{};
    /// As `at_least`, class by class.
    std::array<std::array<std::array<std::uint64_t, 4 * most_rows + 2>, 4>, 6> at_least_of{};
    std::array<std::array<std::uint8_t, board_size>, 6> steps{};  ///< Gained towards the tip opposite.
    std::array<std::array<points, 4 * most_rows + 2>, 6> at_least{};  ///< Points with so many steps and more.
    std::array<points, 6> camps{};
    std::array<std::array<std::uint8_t, board_size>, 6> turned{};  ///< Where a point is if each tip is the first.
    int rows, size = 0;      ///< Of a triangle; all points.
    int steps_at_start = 0;  ///< Of the pieces of a player, counted from their tip.

    int class_of(int number) const { return links[number][own].word / 4; }

    explicit board(int rows) : rows(rows) {
        // Three coordinates that add up to 0; two large triangles, one over the other.
        std::array<std::array<int, 3>, board_size> places{};
        std::array<std::array<int, 4 * most_rows + 1>, 4 * most_rows + 1> at{};
        std::array<int, 6> tips{};
        const int far = 2 * rows;
        for (auto& line : at) line.fill(-1);
        for (int down = -far; down <= far; ++down) {
            for (int across = -far; across <= far; ++across) {
                const int other = -across - down;
                const int most = std::max({across, other, down}), least = std::min({across, other, down});
                if (most > rows && least < -rows) continue;
                places[size] = {across, other, down};
                at[across + far][down + far] = size++;
            }
        }
        for (int from = 0; from < size; ++from) {
            const int across = places[from][0] + far, down = places[from][2] + far;
            const int some = (across & 1) | (down & 1) << 1, bit = (across >> 1) + 8 * (down >> 1) - (rows - 1);
            links[from][own] = {static_cast<std::uint8_t>(4 * some + own), static_cast<std::uint8_t>(bit)};
            point_at[some][bit] = static_cast<std::uint8_t>(from);
        }
        constexpr int directions[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};
        for (int from = 0; from < size; ++from) {
            const auto [across, other, down] = places[from];
            const auto beside = [&, across = across, down = down](const int* way, int length) {
                const int x = across + length * way[0] + far, y = down + length * way[1] + far;
                return x < 0 || x > 2 * far || y < 0 || y > 2 * far ? -1 : at[x][y];
            };
            for (std::size_t way = 0; way < 6; ++way) {
                const int near = beside(directions[way], 1), far = near < 0 ? -1 : beside(directions[way], 2);
                if (near >= 0) neighbours[from] |= point(near);
                around[from].near[way] = near < 0 ? nowhere : static_cast<std::uint8_t>(near);
                around[from].far[way] = far < 0 ? nowhere : static_cast<std::uint8_t>(far);
                if (far < 0 || links[far][own].bit < links[from][own].bit) continue;
                const link lower = links[from][own];
                const int line = links[far][own].bit - lower.bit == apart[0] ? 0 : links[far][own].bit - lower.bit == apart[1] ? 1 : 2;
                links[near][line] = {static_cast<std::uint8_t>(lower.word - own + line), lower.bit};
            }
            const int away[6] = {-down, across, -other, down, -across, other};
            for (int tip = 0; tip < 6; ++tip) {
                if (away[tip] > rows) camps[tip] |= point(from);
                if (away[tip] == far) tips[tip] = from;
                turned[tip][from] = static_cast<std::uint8_t>(at[away[(tip + 1) % 6] + far][far - away[tip]]);
            }
        }
        for (int tip = 0; tip < 6; ++tip) {
            const auto& goal = places[tips[(tip + 3) % 6]];
            for (int from = 0; from < size; ++from) {
                int away = 0;
                for (int at = 0; at < 3; ++at) away = std::max(away, std::abs(places[from][at] - goal[at]));
                steps[tip][from] = static_cast<std::uint8_t>(2 * far - away);
                const auto [word, bit] = links[from][own];
                for (int fewer = 0; fewer <= 2 * far - away; ++fewer) {
                    at_least[tip][fewer] |= point(from);
                    at_least_of[tip][word / 4][fewer] |= std::uint64_t{1} << bit;
                }
            }
        }
        for (points left = camps[0]; left;) steps_at_start += steps[0][take_first(left)];
    }
};

/// The board with triangles of two, three or four rows.
inline const board& the_board(int rows) {
    static const std::array<board, most_rows - 1> made{board(2), board(3), board(4)};
    return made[static_cast<std::size_t>(rows - 2)];
}

/// The numbers of placements: that of the points p0 < p1 < ... is C(p0, 1) + C(p1, 2) + ...
class placements {
public:
    explicit placements(int rows) : size_(the_board(rows).size), pieces_(rows * (rows + 1) / 2) {
        for (std::size_t from = 0; from <= board_size; ++from) {
            ways_[from][0] = 1;
            for (std::size_t some = 1; from && some <= most_pieces; ++some) {
                ways_[from][some] = ways_[from - 1][some - 1] + ways_[from - 1][some];
            }
        }
    }

    int pieces() const { return pieces_; }
    std::uint64_t count() const { return ways(size_, static_cast<std::size_t>(pieces_)); }

    /// In how many ways some points can be chosen.
    std::uint64_t ways(int from, std::size_t some) const { return ways_[from][some]; }

    std::uint64_t number(points set) const {
        std::uint64_t found = 0;
        for (std::size_t some = 1; set; ++some) found += ways(take_first(set), some);
        return found;
    }

    /// The points of a number, the lowest first.
    std::array<int, most_pieces> listed(std::uint64_t number) const {
        std::array<int, most_pieces> found{};
        int at = size_;
        for (auto some = static_cast<std::size_t>(pieces_); some > 0; --some) {
            do --at;
            while (ways(at, some) > number);
            found[some - 1] = at;
            number -= ways(at, some);
        }
        return found;
    }

private:
    std::array<std::array<std::uint64_t, most_pieces + 1>, board_size + 1> ways_{};
    int size_, pieces_;
};

inline const placements& the_placements(int rows) {
    static const std::array<placements, most_rows - 1> made{placements(2), placements(3), placements(4)};
    return made[static_cast<std::size_t>(rows - 2)];
}

}  // namespace kibitz
