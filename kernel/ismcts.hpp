// One tree over many worlds of a trick game, as `Tree` in players/ismcts.py.

#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "chances.hpp"
#include "control.hpp"
#include "games/trick_taking.hpp"
#include "playouts.hpp"

namespace kibitz {

/// The cards that were tried, how often they were and could have been, and what they gained.
class grown_worlds {
public:
    struct choice {
        std::int64_t gain = 0;
        std::uint32_t visits = 0;
        std::uint32_t available = 1;
        std::uint32_t first = 0;  ///< Its first child; 0 is none.
        std::uint32_t next = 0;   ///< The next child of its parent.
        std::int16_t card = -1;
        std::int16_t side = -1;
    };

    grown_worlds() = default;
    grown_worlds(const grown_worlds&) = delete;
    grown_worlds& operator=(const grown_worlds&) = delete;
    virtual ~grown_worlds() = default;

    const std::vector<choice>& choices() const { return tree_; }

    /// Walk down in a world, which is the hands of all players, by a first card or -1 for any; add
    /// a card, play out, back up. The outcome.
    virtual std::int32_t iterate(const std::vector<card_set>& hands, int first) = 0;

protected:
    std::vector<choice> tree_ = std::vector<choice>(1);
};

/// The same in a game with this kind of pack.
template <class Pack>
class world_tree final : public grown_worlds {
public:
    using hand = typename Pack::word;
    using game_type = trick_taking<0, Pack>;
    using position = typename game_type::position;

    /// `rows` are the payoffs of each outcome, counted from somewhere; gains count from `low`. With a
    /// patience it is grown and played out by rules, else at random.
    world_tree(
        trick_rules rules, std::vector<std::vector<std::int64_t>> rows, std::vector<std::int64_t> low,
        std::vector<std::int64_t> span, double c, std::uint64_t seed, int patience
    )
        : rules_(std::move(rules)),
          game_(rules_, order_rule::high, 0, keys_rule::absolute, probe_rule::card, leaf_rule::none),
          guided_(game_, rules_.wants, rules_.step),
          patience_(patience),
          root_(game_.root()),
          rows_(std::move(rows)),
          low_(std::move(low)),
          span_(std::move(span)),
          c_(c),
          chances_(seed) {
        if (low_.size() != static_cast<std::size_t>(rules_.sides) || span_.size() != low_.size() || rows_.size() != rules_.outcomes.size()) {
            throw refused("expected a range of payoffs for each side, and a row for each outcome");
        }
        for (const auto& row : rows_) {
            if (row.size() != low_.size()) throw refused("expected a payoff for each side");
        }
    }

    std::int32_t iterate(const std::vector<card_set>& hands, int first) override {
        position here = root_;
        if (hands.size() != static_cast<std::size_t>(rules_.players)) throw refused("expected a hand for each player");
        card_set seen = 0;
        for (std::size_t player = 0; player < hands.size(); ++player) {
            const card_set own = hands[player];
            if (own & seen || own & ~rules_.pack.whole() || count_cards(own) != count_cards(root_.hands[player])) {
                throw refused("expected hands of other cards, as many as in the first world");
            }
            seen |= own;
            here.hands[player] = static_cast<hand>(own);
        }
        path_.assign(1, 0);
        while (!game_.is_over(here)) {
            hand legal = game_.legal(here);
            if (first >= 0) {
                if (first >= rules_.pack.size() || !(legal >> first & 1)) throw refused("expected a legal card");
                legal = bit<hand>(std::exchange(first, -1));
            }
            hand untried = legal;
            std::array<std::uint32_t, Pack::most> child;
            for (std::uint32_t at = tree_[path_.back()].first; at; at = tree_[at].next) {
                const int card = tree_[at].card;
                untried &= ~bit<hand>(card);
                child[static_cast<std::size_t>(card)] = at;
            }
            if (untried && !adds(path_.back(), count_cards(legal & ~untried))) {
                legal &= ~untried;
                untried = 0;
            }
            std::uint32_t to;
            if (untried) to = add(path_.back(), next_of(untried, here), game_.side(here));
            else to = selected(legal, child);
            here = game_.play(here, tree_[to].card);
            path_.push_back(to);
            if (untried) break;
        }
        while (!game_.is_over(here)) here = game_.play(here, patience_ ? guided_.card(here) : any_of(game_.legal(here)));
        const std::int32_t outcome = game_.outcome_of(game_type::progress(here));
        if (outcome < 0) throw refused("expected every outcome among those of the first world");
        const auto& payoffs = rows_[static_cast<std::size_t>(outcome)];
        for (const std::uint32_t at : path_) {
            choice& one = tree_[at];
            ++one.visits;
            if (one.side >= 0) one.gain += payoffs[static_cast<std::size_t>(one.side)] - low_[static_cast<std::size_t>(one.side)];
        }
        return outcome;
    }

private:
    /// Whether a node with so many cards that can be played takes another.
    bool adds(std::uint32_t node, int tried) const {
        return static_cast<std::uint64_t>(patience_) * static_cast<std::uint64_t>(tried * tried) <= tree_[node].visits;
    }

    /// The card to add: that by rules first, then any.
    int next_of(hand untried, const position& here) {
        if (patience_) {
            const int card = guided_.card(here);
            if (untried >> card & 1) return card;
        }
        return any_of(untried);
    }

    std::uint32_t add(std::uint32_t parent, int card, int side) {
        const auto made = static_cast<std::uint32_t>(tree_.size());
        choice& one = tree_.emplace_back();
        one.card = static_cast<std::int16_t>(card);
        one.side = static_cast<std::int16_t>(side);
        one.next = std::exchange(tree_[parent].first, made);
        return made;
    }

    /// The card that is worth most to who plays it; all that were legal were available once more.
    std::uint32_t selected(hand legal, const std::array<std::uint32_t, Pack::most>& child) {
        std::uint32_t best = 0;
        double most = 0;
        for (hand left = legal; left; left &= left - 1) {
            const std::uint32_t at = child[static_cast<std::size_t>(first_card(left))];
            choice& one = tree_[at];
            const std::int64_t span = span_[static_cast<std::size_t>(one.side)];
            const auto visits = static_cast<double>(one.visits);
            const double worth = static_cast<double>(one.gain) / static_cast<double>(one.visits * span) +
                                 c_ * std::sqrt(std::log(static_cast<double>(one.available)) / visits);
            ++one.available;
            if (!best || worth > most) {
                best = at;
                most = worth;
            }
        }
        return best;
    }

    /// One of some cards, each as likely as every other.
    int any_of(hand cards) {
        const auto count = static_cast<std::uint32_t>(count_cards(cards));
        for (std::uint32_t skip = count > 1 ? chances_.below(count) : 0; skip; --skip) cards &= cards - 1;
        return first_card(cards);
    }

    trick_rules rules_;
    game_type game_;
    playouts<game_type> guided_;
    int patience_;
    position root_;
    std::vector<std::vector<std::int64_t>> rows_;
    std::vector<std::int64_t> low_, span_;
    double c_;
    chances chances_;
    std::vector<std::uint32_t> path_;
};

}  // namespace kibitz
