// How the opponents of the root may reply in a search of two sides: as reference/replies.py.
//
// Both are games of their own, which `two_sided` searches as it does any other: the moves that
// are left out are not among the children, and what a path has used up is part of the position.

#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "ordering.hpp"
#include "rooted.hpp"
#include "table.hpp"

namespace kibitz {

/// The first so many children of a node; and which of them count as replies that were chosen freely.
template <class Children>
struct first_children {
    struct chosen {
        int move;
        bool free;
    };

    Children all;
    std::uint32_t left;    ///< How many of them are still to be seen.
    std::uint32_t others;  ///< From this number on a reply is free.

    bool any_unseen() const { return left != 0 && all.any_unseen(); }
    int next_unseen() {
        --left;
        return all.next_unseen();
    }
    int take_number(std::uint32_t number) {
        --left;
        return all.take_number(number);
    }
    bool before(int child, int other) const { return all.before(child, other); }
    std::uint32_t number(int child) const { return all.number(child); }
    chosen move(int child) const { return {all.move(child), others != every && all.number(child) >= others}; }

    static constexpr std::uint32_t every = ~std::uint32_t{0};
};

/// backup=opps: between two turns of the root, so many replies of opponents are any of the first
/// `moves`, and all further ones are of the first `others`.
template <class Game>
class few_replies : public Game {
public:
    using children = first_children<typename Game::children>;
    struct position : Game::position {
        std::uint32_t spent = 0;  ///< Free replies since the last turn of the root.
    };
    struct key_type : table_key<std::tuple_size_v<decltype(Game::key_type::words)> + 1> {
        int height() const {
            typename Game::key_type key;
            std::copy(this->words.begin() + 1, this->words.end(), key.words.begin());
            return key.height();
        }
    };

    few_replies(const Game& game, const composition& parts)
        : Game(game), opponents_(parts.opponents), moves_(limited(parts.moves)), others_(limited(parts.others)) {
        root_side_ = game.is_over(game.root()) ? 0 : game.side(game.root());
    }

    position root() const { return {Game::root(), 0}; }

    children moves(const position& here) const {
        if (is_root(here)) return {Game::moves(here), children::every, children::every};
        return {Game::moves(here), here.spent < opponents_ ? moves_ : others_, others_};
    }

    position play(const position& here, typename children::chosen chosen) const {
        return {Game::play(here, chosen.move), spent_after(here, chosen.free)};
    }

    position play_number(const position& here, std::uint32_t number) const {
        return {Game::play_number(here, number), spent_after(here, number >= others_)};
    }

    key_type key(const position& here, std::uint32_t plies) const {
        key_type found;
        const auto key = Game::key(here, plies);
        found.words[0] = is_root(here) ? 0 : here.spent;
        std::copy(key.words.begin(), key.words.end(), found.words.begin() + 1);
        return found;
    }

private:
    static std::uint32_t limited(std::uint32_t count) { return count ? count : children::every; }
    bool is_root(const position& here) const { return this->side(here) == root_side_; }
    std::uint32_t spent_after(const position& here, bool free) const { return is_root(here) ? 0 : here.spent + free; }

    std::uint32_t opponents_, moves_, others_;
    int root_side_;
};

/// Whether a pass can be imagined in a game.
template <class Game>
concept skippable = requires(const Game game, const typename Game::position here) {
    { game.skip(here) } -> std::same_as<typename Game::position>;
};

/// A move of one of the opponents, after the passes of those before it.
struct imagined_move {
    std::uint32_t passes;
    int move;
};

/// The moves of one player, or of all opponents in turn.
class imagined_children : public numbered_children {
public:
    imagined_children() : numbered_children(0) {}

    template <class Children>
    void add(std::uint32_t passes, Children&& children) {
        while (children.any_unseen()) moves_.push_back({passes, children.move(children.next_unseen())});
        count_ = static_cast<std::uint32_t>(moves_.size());
    }

    imagined_move move(int child) const { return moves_[static_cast<std::size_t>(child)]; }

private:
    std::vector<imagined_move> moves_;
};

/// backup=brs: between two turns of the root one opponent moves, and all others pass.
template <skippable Game>
class one_reply : public Game {
public:
    using position = typename Game::position;
    using children = imagined_children;
    using move_number = std::uint32_t;

    one_reply(const Game& game, const composition& parts) : Game(game), opponents_(parts.opponents) {
        root_side_ = game.is_over(game.root()) ? 0 : game.side(game.root());
    }

    children moves(const position& here) const {
        children found;
        position next = here;
        std::uint32_t passes = 0;
        do {
            found.add(passes, Game::moves(next));
            if (is_root(here) || ++passes >= opponents_) break;
            next = this->skip(next);
        } while (!this->is_over(next) && !is_root(next));
        return found;
    }

    position play(const position& here, imagined_move chosen) const {
        position next = here;
        std::uint32_t passes = 0;
        while (passes++ < chosen.passes) next = this->skip(next);
        next = Game::play(next, chosen.move);
        if (is_root(here)) return next;
        while (passes++ < opponents_ && !this->is_over(next) && !is_root(next)) next = this->skip(next);
        return next;
    }

    position play_number(const position& here, std::uint32_t number) const {
        return play(here, moves(here).move(static_cast<int>(number)));
    }

    /// The last move and the passes around it can have changed what is feasible.
    static bool progresses(const position&) { return true; }

private:
    bool is_root(const position& here) const { return this->side(here) == root_side_; }

    std::uint32_t opponents_;
    int root_side_;
};

}  // namespace kibitz
