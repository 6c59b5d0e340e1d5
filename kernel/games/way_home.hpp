// How many moves the pieces of one player need to fill the goal with nobody else on the board, as
// games/chinese_checkers/way_home.py: for every placement, by its number, and then the most.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "star.hpp"

namespace kibitz {

/// Makes the table for the player who starts from the first tip.
class way_home {
public:
    explicit way_home(int rows) : star_(the_board(rows)), all_(the_placements(rows)), moves_(all_.count(), unknown) {}

    /// Every move can be taken back, so what is m moves from the goal is m moves out of it. `look` is
    /// called now and then.
    template <class Look>
    std::vector<std::uint8_t> made(const Look& look) {
        moves_[all_.number(star_.camps[3])] = 0;
        std::uint8_t most = 0;
        std::uint32_t looked = 0;
        for (bool found = true; found; most += found) {
            found = false;
            auto here = moves_.begin();
            while ((here = std::find(here, moves_.end(), most)) != moves_.end()) {
                if (++looked % 4096 == 0) look();
                found |= go_out(static_cast<std::uint64_t>(here++ - moves_.begin()), static_cast<std::uint8_t>(most + 1));
            }
        }
        moves_.push_back(most);
        return std::move(moves_);
    }

private:
    static constexpr std::uint8_t unknown = 255;

    /// Mark the placements one move away that were not known; whether there were any.
    bool go_out(std::uint64_t number, std::uint8_t made) {
        const auto here = all_.listed(number);
        const auto pieces = static_cast<std::size_t>(all_.pieces());
        points occupied = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece) occupied |= point(here[piece]);
        bool found = false;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            // The number without the piece, if so many of the others are below it.
            std::array<std::uint64_t, most_pieces> rest{};
            std::array<int, most_pieces> others{};
            for (std::size_t other = 0, count = 0; other < pieces; ++other) {
                if (other != piece) others[count++] = here[other];
            }
            for (std::size_t other = 0; other + 1 < pieces; ++other) rest[0] += all_.ways(others[other], other + 2);
            for (std::size_t other = 0; other + 1 < pieces; ++other) {
                rest[other + 1] = rest[other] - all_.ways(others[other], other + 2) + all_.ways(others[other], other + 1);
            }
            std::size_t below = 0;
            for (points ends = ends_of(here[piece], occupied); ends;) {
                const int end = take_first(ends);
                while (below + 1 < pieces && others[below] < end) ++below;
                std::uint8_t& known = moves_[rest[below] + all_.ways(end, below + 1)];
                if (known != unknown) continue;
                known = made;
                found = true;
            }
        }
        return found;
    }

    /// Where a piece can go: a step, or any chain of jumps.
    points ends_of(int start, points occupied) const {
        const points beside = star_.neighbours[start], others = occupied ^ point(start);
        points closed = occupied, waiting = beside & occupied ? point(start) : 0;
        while (waiting) {
            const auto& [near, far] = star_.around[take_first(waiting)];
            for (std::size_t way = 0; way < 6; ++way) {
                if (far[way] == board::nowhere || !(others >> near[way] & 1) || closed >> far[way] & 1) continue;
                closed |= point(far[way]);
                waiting |= point(far[way]);
            }
        }
        return (closed ^ occupied) | (beside & ~occupied);
    }

    const board& star_;
    const placements& all_;
    std::vector<std::uint8_t> moves_;
};

}  // namespace kibitz
