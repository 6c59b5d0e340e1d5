// What numbers from Python must keep to, so that nothing is read or written out of bounds. They
// are looked at once, where they enter; the searches rely on it.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "control.hpp"
#include "games/blokus.hpp"
#include "games/camps.hpp"
#include "games/chinese_checkers.hpp"
#include "games/focus.hpp"
#include "games/foreign.hpp"
#include "games/rolit.hpp"
#include "games/tree.hpp"
#include "games/trick_taking.hpp"
#include "run.hpp"
#include "worlds.hpp"

namespace kibitz {

/// Refuse numbers, in one line: what was expected, and what there is.
inline void expect(bool holds, const char* what, std::int64_t found) {
    if (!holds) throw refused(std::string("expected ") + what + ": " + std::to_string(found));
}

inline void expect_size(std::size_t size, std::size_t wanted, const char* what) {
    expect(size == wanted, what, static_cast<std::int64_t>(size));
}

inline void expect_between(std::int64_t number, std::int64_t least, std::int64_t most, const char* what) {
    expect(least <= number && number <= most, what, number);
}

/// A row for each outcome, and in it a score for each side.
inline void check(const score_rows& scores, std::size_t outcomes, std::size_t sides) {
    expect_size(scores.rows.size(), outcomes, "scores of each outcome");
    for (const auto& row : scores.rows) {
        expect_size(row.size(), sides, "a score for each side");
        for (std::int32_t score : row) expect_between(score, 0, 1 << 26, "scores of 0 to 2^26");
    }
    expect(scores.delta > 0, "a step between scores", scores.delta);
}

/// The most that a side can take.
inline int most_taken(const trick_rules& rules) {
    int most = 0;
    for (const auto& outcome : rules.outcomes) most = std::max(most, *std::max_element(outcome.begin(), outcome.end()));
    return most;
}

/// Suits one after the other.
inline void check(const pack_rules& pack) {
    expect_between(static_cast<std::int64_t>(pack.suits.size()), 1, most_suits, "1 to 6 suits");
    expect_between(pack.copies, 1, 2, "one or two of each card");
    int next = 0;
    for (card_set suit : pack.suits) {
        const int size = count_cards(suit);
        expect_between(size, 1, most_cards - next, "at most 104 cards, some in each suit");
        expect(suit == (bit<card_set>(size) - 1) << next, "suits one after the other", next);
        expect(size % pack.copies == 0, "as many of each card", size);
        next += size;
    }
}

/// The part of a trick game that all its positions share.
inline void check(const trick_rules& rules) {
    expect_between(rules.players, 2, most_players, "2 to 7 players");
    expect_between(rules.sides, 1, rules.players, "as many sides as players at most");
    expect_size(rules.side_of.size(), static_cast<std::size_t>(rules.players), "the side of each player");
    for (int side : rules.side_of) expect_between(side, 0, rules.sides - 1, "sides that count from 0");
    check(rules.pack);
    const auto cards = static_cast<std::size_t>(rules.pack.size());
    if (!rules.points.empty() || !rules.counts_tricks) expect_size(rules.points.size(), cards, "points of all cards");
    for (int points : rules.points) expect_between(points, 0, 1 << 26, "points of 0 to 2^26");
    if (!rules.stays.empty()) expect_size(rules.stays.size(), cards, "points of all cards");
    for (int points : rules.stays) expect_between(points, 0, 1 << 26, "points of 0 to 2^26");
    expect(rules.stays.empty() || !rules.counts_tricks, "points to count", 0);
    expect_between(rules.last_trick, 0, 1 << 26, "points of 0 to 2^26");
    expect_between(static_cast<int>(rules.alike), 0, 2, "a rule for cards that are one move");
    const auto& [closed, breakers, alone, first_lead, first_not, first_lowest] = rules.special;
    const auto& duties = rules.duties;
    for (card_set named : {closed, breakers, alone, first_lead, first_not, duties.kept, duties.wild, duties.high, duties.low}) {
        expect((named & ~rules.pack.whole()) == 0, "rules for cards of the pack", last_card(named));
    }
    for (card_set suit : rules.pack.suits) {
        expect(!rules.relative || count_cards(suit) <= most_relative, "suits of up to 16 cards for relative keys", count_cards(suit));
    }
    expect(!rules.relative || rules.pack.copies == 1, "one of each card for relative keys", rules.pack.copies);
    expect(!rules.outcomes.empty(), "outcomes", 0);
    for (const auto& outcome : rules.outcomes) {
        expect_size(outcome.size(), static_cast<std::size_t>(rules.sides), "outcomes with an entry for each side");
        for (int entry : outcome) expect_between(entry, 0, 1 << 26, "outcomes of 0 and more");
    }
    const int most = most_taken(rules), bits = std::bit_width(static_cast<unsigned>(most));
    const int room = rules.is_standard() ? trick_taking<0>::progress_room : trick_taking<0, small_pack>::progress_room;
    expect(rules.sides * bits <= room, "fewer points for so many sides", most);
}

/// All that was taken and is in play, in tricks or points.
inline std::int64_t to_share(const trick_rules& rules) {
    std::int64_t found = std::accumulate(rules.taken.begin(), rules.taken.end(), std::int64_t{0});
    card_set in_play = 0;
    for (card_set cards : rules.hands) in_play |= cards;
    for (int card : rules.table) in_play |= bit<card_set>(card);
    if (rules.counts_tricks) return found + (count_cards(in_play) - rules.left_over) / rules.players;
    if (in_play) found += rules.last_trick;
    for (card_set cards : rules.hands) {
        for (card_set left = rules.stays.empty() ? 0 : cards; left; left &= left - 1) found += rules.stays[first_card(left)];
    }
    for (; in_play; in_play &= in_play - 1) found += rules.points[first_card(in_play)];
    return found;
}

/// A position of a trick game whose rules were checked.
inline void check_deal(const trick_rules& rules) {
    const auto players = static_cast<std::size_t>(rules.players);
    expect_between(rules.trump, -1, static_cast<std::int64_t>(rules.pack.suits.size()) - 1, "a trump suit of the pack, or none");
    expect_size(rules.hands.size(), players, "a hand for each player");
    expect_size(rules.owners.size(), players, "the first hand of each player");
    expect_between(rules.leader, 0, rules.players - 1, "a leader among the players");
    expect(rules.table.size() < players, "fewer cards on the table than players", static_cast<std::int64_t>(rules.table.size()));
    expect_size(rules.taken.size(), static_cast<std::size_t>(rules.sides), "what each side has taken");
    for (int taken : rules.taken) expect_between(taken, 0, most_taken(rules), "no more taken than there is");
    card_set seen = 0;
    const auto add = [&](card_set cards) {
        expect((cards & ~rules.pack.whole()) == 0, "cards of the pack", last_card(cards));
        expect((cards & seen) == 0, "each card once", first_card(cards & seen));
        seen |= cards;
    };
    for (card_set cards : rules.owners) add(cards);
    seen = 0;
    for (card_set cards : rules.hands) add(cards);
    std::vector<int> sizes;
    for (card_set cards : rules.hands) sizes.push_back(count_cards(cards));
    for (std::size_t at = 0; at < rules.table.size(); ++at) {
        expect_between(rules.table[at], 0, rules.pack.size() - 1, "cards of the pack");
        add(bit<card_set>(rules.table[at]));
        ++sizes[(static_cast<std::size_t>(rules.leader) + at) % players];
    }
    for (int size : sizes) expect(size == sizes[0], "equal hands with the cards on the table", size);
    expect(rules.left_over % rules.players == 0, "as many cards left over for each", rules.left_over);
    expect_between(rules.left_over, 0, sizes[0] * rules.players, "no more cards left over than there are");
}

/// The same, and that what there is to take is what the outcomes share out.
inline void check_search(const trick_rules& rules, const composition& parts = {}) {
    if (parts.partition || parts.points) expect_between(rules.sides, 2, 2, "two sides");
    if (parts.points) {
        expect(rules.stays.empty(), "no points that stay with players", 0);
        for (std::int32_t points : rules.points) expect_between(points, 0, 255, "cards of up to 255 points");
    }
    if (parts.partition) {
        expect_between(rules.players, 2, camps::most_seats, "2 to 4 players");
        expect(rules.counts_tricks, "tricks to count", 0);
    }
    const std::int64_t whole = to_share(rules);
    for (const auto& outcome : rules.outcomes) {
        const std::int64_t shared = std::accumulate(outcome.begin(), outcome.end(), std::int64_t{0});
        expect(shared == whole, "outcomes that share out what there is to take", shared);
    }
}

inline void check(const tree_rules& rules) {
    expect(!rules.nodes.empty(), "a tree with a root", 0);
    expect(!rules.payoffs.empty(), "outcomes", 0);
    const std::size_t players = rules.payoffs[0].size();
    expect_between(static_cast<std::int64_t>(players), 1, tree::sides, "1 to 16 players");
    const auto below = [](std::uint32_t number, std::size_t count, const char* what) {
        expect(number < count, what, number);
    };
    for (const auto& payoffs : rules.payoffs) expect_size(payoffs.size(), players, "a payoff for each player");
    for (const auto& known : rules.known_limits) {
        expect(known.empty() || known.size() == players, "limits for each player", static_cast<std::int64_t>(known.size()));
    }
    below(rules.root_limits, rules.known_limits.size(), "known limits");
    for (const tree_node& node : rules.nodes) {
        expect_between(node.mover, 0, static_cast<std::int64_t>(players) - 1, "a player to move");
        below(node.limits, rules.known_limits.size(), "known limits");
        for (std::uint32_t child : node.children) below(child, rules.nodes.size(), "known children");
        if (node.children.empty()) {
            expect_between(node.outcome, 0, static_cast<std::int64_t>(rules.payoffs.size()) - 1, "the outcome of a leaf");
        }
    }
}

inline void check(const chinese_checkers_rules& rules) {
    expect_between(rules.players, 2, most_seats, "2 to 6 players");
    const auto players = static_cast<std::size_t>(rules.players);
    expect_between(rules.rows, 2, most_rows, "triangles of 2 to 4 rows");
    expect_size(rules.seats.size(), players, "a seat for each player");
    for (int seat : rules.seats) expect_between(seat, 0, most_seats - 1, "seats of 0 to 5");
    expect_size(rules.pieces.size(), 2 * players, "pieces of each player");
    expect_between(rules.turn, 0, rules.players - 1, "a player to move");
    expect_between(rules.target, -1, rules.players - 1, "a player to keep low, or -1");
    points seen = 0;
    for (std::size_t player = 0; player < players; ++player) {
        const points pieces = points{rules.pieces[2 * player + 1]} << 64 | rules.pieces[2 * player];
        expect(pieces >> the_board(rules.rows).size == 0, "pieces on the points of the board", static_cast<std::int64_t>(player));
        expect(count_points(pieces) <= most_pieces, "at most 10 pieces each", count_points(pieces));
        expect((pieces & seen) == 0, "one piece on a point", static_cast<std::int64_t>(player));
        expect(
            !rules.way_home || count_points(pieces) == the_placements(rules.rows).pieces(), "all pieces for the way home",
            static_cast<std::int64_t>(player)
        );
        seen |= pieces;
    }
}

/// What games of standings have in common.
inline void check_standing(const standing_rules& rules) {
    expect_between(rules.players, 2, most_standing, "2 to 4 players");
    expect_between(rules.turn, 0, rules.players - 1, "a player to move");
    expect_between(rules.target, -1, rules.players - 1, "a player to keep low, or -1");
    expect_between(rules.lowest, -(1 << 26), 1 << 26, "scores below 2^26");
    expect_between(rules.highest, -(1 << 26), 1 << 26, "scores below 2^26");
}

inline void check(const rolit_rules& rules) {
    check_standing(rules);
    expect(rules.size == 4 || rules.size == 6 || rules.size == 8, "a size of 4, 6 or 8", rules.size);
    expect_size(rules.discs.size(), rolit::colours, "discs of four colours");
    squares board = 0, seen = 0;
    for (int row = 0; row < rules.size; ++row) board |= ((squares{1} << rules.size) - 1) << 8 * row;
    for (squares discs : rules.discs) {
        expect((discs & ~board) == 0, "discs on the board", static_cast<std::int64_t>(discs));
        expect((discs & seen) == 0, "one disc on a square", static_cast<std::int64_t>(discs & seen));
        seen |= discs;
    }
    expect(seen != 0, "a disc on the board", 0);
}

inline void check(const focus_rules& rules) {
    check_standing(rules);
    const auto players = static_cast<std::size_t>(rules.players);
    expect_size(rules.stacks.size(), focus_squares, "stacks of 64 squares");
    expect_size(rules.in_hand.size(), players, "what each player has in hand");
    expect_size(rules.captured.size(), players * players, "what each player has captured of each");
    std::array<int, most_standing> pieces{};  // of each owner, wherever they are
    for (int at = 0; at < focus_squares; ++at) {
        const int stack = rules.stacks[static_cast<std::size_t>(at)], height = stack >> 2 * focus_tallest;
        expect_between(height, 0, focus_board >> at & 1 ? focus_tallest : 0, "stacks of up to five on the board");
        expect((stack & ((1 << 2 * focus_tallest) - 1)) >> 2 * height == 0, "as many pieces as a stack is tall", stack);
        for (int piece = 0; piece < height; ++piece) {
            const int owner = stack >> 2 * piece & 3;
            expect_between(owner, 0, rules.players - 1, "pieces of the players");
            ++pieces[static_cast<std::size_t>(owner)];
        }
    }
    for (const auto* counts : {&rules.in_hand, &rules.captured}) {
        for (std::size_t at = 0; at < counts->size(); ++at) {
            expect_between((*counts)[at], 0, focus_own, "counts of 0 to 18 pieces");
            pieces[at % players] += (*counts)[at];
        }
    }
    for (int own : pieces) expect(own <= focus_own, "at most 18 pieces of a player", own);
    const int all = std::accumulate(pieces.begin(), pieces.end(), 0);
    expect(all <= focus_pieces, "at most 52 pieces", all);
}

inline void check(const blokus_rules& rules) {
    check_standing(rules);
    expect_between(rules.players, blokus::sides, blokus::sides, "4 players");
    expect_between(rules.size, 3, blokus_size, "a size of 3 to 20");
    expect_between(static_cast<std::int64_t>(rules.cells.size()), 1, blokus_ways, "1 to 91 ways to lay pieces");
    expect_size(rules.piece_of.size(), rules.cells.size(), "a piece for each way to lay it");
    for (int piece : rules.piece_of) expect_between(piece, 0, blokus_pieces - 1, "pieces of 0 to 20");
    for (const auto& cells : rules.cells) {
        expect_between(static_cast<std::int64_t>(cells.size()), 1, blokus_largest, "pieces of 1 to 5 squares");
        expect(std::ranges::any_of(cells, [](int cell) { return (cell & 7) == 0; }), "ways from the first column on", 0);
        expect(std::ranges::any_of(cells, [](int cell) { return cell >> 3 == 0; }), "ways from the first row on", 0);
        for (int cell : cells) {
            expect_between(cell >> 3, 0, blokus_largest - 1, "pieces of up to 5 rows");
            expect_between(cell & 7, 0, blokus_largest - 1, "pieces of up to 5 columns");
        }
    }
    const auto size = static_cast<std::size_t>(rules.size);
    expect_size(rules.rows.size(), blokus::sides * size, "the rows of each player");
    expect_size(rules.left.size(), blokus::sides, "pieces of each player");
    expect_size(rules.last.size(), blokus::sides, "the last piece of each player");
    for (std::size_t row = 0; row < size; ++row) {
        std::uint32_t seen = 0;
        for (std::size_t player = 0; player < blokus::sides; ++player) {
            const std::uint32_t own = rules.rows[player * size + row];
            expect(own >> size == 0, "squares of the board", own);
            expect((own & seen) == 0, "one piece on a square", own & seen);
            seen |= own;
        }
    }
    for (std::size_t player = 0; player < blokus::sides; ++player) {
        int covered = 0;
        for (std::size_t row = 0; row < size; ++row) covered += std::popcount(rules.rows[player * size + row]);
        expect_between(covered, 0, 89, "at most 89 squares of a player");
    }
}

/// The sizes and functions of a native game.
inline void check(const kibitz_native_game& game) {
    expect(game.version == KIBITZ_NATIVE_VERSION, "version 1 of a native game", game.version);
    expect_between(game.state_bytes, 1, most_state_bytes, "states of 1 to 1024 bytes");
    expect_between(game.most_moves, 1, most_native_moves, "1 to 65536 moves at most");
    expect_between(game.outcome_numbers, 1, most_outcome_numbers, "outcomes of 1 to 64 numbers");
    expect_between(game.key_words, game.key ? 1 : 0, game.key ? most_key_words : 0, "1 to 128 words of a key, or none without it");
    expect(
        game.start && game.over && game.turn && game.moves && game.play && game.outcome,
        "the functions start, over, turn, moves, play and outcome", 0
    );
    expect(!game.progress == !game.allows, "both progress and allows, or neither", 1);
}

inline void check_rows(const tree_rules& rules, const score_rows& scores) {
    check(scores, rules.payoffs.size(), rules.payoffs[0].size());
}

/// Their scores are no rows.
inline void check_rows(const chinese_checkers_rules&, const score_rows& scores) {
    check(scores, 0, 0);
}
inline void check_rows(const standing_rules&, const score_rows& scores) {
    check(scores, 0, 0);
}

/// Tables of how many cards of each kind each holder has.
inline void check_worlds(
    const std::vector<std::vector<int>>& kinds, const std::vector<int>& rows, const std::vector<int>& columns,
    const std::vector<std::vector<double>>& weights, bool by_holder
) {
    constexpr int bits = tables::count_bits;
    const auto& of_kinds = by_holder ? columns : rows;
    expect_size(kinds.size(), of_kinds.size(), "as many counts as kinds of cards");
    for (std::size_t at = 0; at < kinds.size(); ++at) {
        expect(static_cast<int>(kinds[at].size()) == of_kinds[at], "the number of cards of each kind", of_kinds[at]);
        for (int card : kinds[at]) expect_between(card, 0, most_cards - 1, "cards of 0 to 103");
    }
    for (const auto* counts : {&rows, &columns}) {
        for (int count : *counts) expect_between(count, 0, most_cards, "counts of 0 to 104");
    }
    const auto room = static_cast<int>(columns.size()) * bits + std::bit_width(rows.size());
    expect(room <= 128, "fewer columns", static_cast<std::int64_t>(columns.size()));
    expect_size(weights.size(), rows.size(), "a row of weights for each row");
    for (const auto& row : weights) expect_size(row.size(), columns.size(), "a weight for each column");
}

}  // namespace kibitz
