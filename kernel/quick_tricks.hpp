// Tricks that need no search: those that the leader and a partner can take at once, and those
// that trumps take in every line. As reference/quick_tricks.py.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/camps.hpp"

namespace kibitz {

class quick_tricks {
public:
    explicit quick_tricks(const camps& deal) : deal_(deal) {
        if (counts_sure()) make_sure();
    }

    /// Whether the camp that does not lead is sure of so many tricks, and by which cards.
    bool others_sure(const camp_position& here, int wanted, lanes& ranks) const {
        if (!counts_sure()) return false;
        const bool first = !deal_.first_camp(here.leader);
        if (sure_of(here.held, first) < wanted) return false;
        ranks = sure_cards(here.held, first, wanted);
        return true;
    }

    /// Whether the camp that does not lead takes one trick at least, where no trumps are left.
    ///
    /// The other camp can lead suits in which its foes do not hold the highest card only as often as one of its
    /// hands has cards of them. If that is not to the end, it must lead another suit, whose highest card a foe has
    /// kept, unless it holds so many that it can be squeezed out of one.
    bool others_later(const camp_position& here, lanes& ranks) const {
        const int leader = here.leader, trump = deal_.trump();
        if (deal_.ends_early() || (trump >= 0 && (here.held & lane_of(trump)))) return false;
        int run = 0, safe_suits = 0, most = 0;
        std::array<int, camps::most_seats> highest{};
        lanes found = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const suit_view& view = deal_.view(here.held, suit);
            int longest = view.length(leader);
            for (const int partner : deal_.partners(leader)) longest = std::max(longest, view.length(partner));
            if (longest == 0) continue;
            if (deal_.friends(view.owner(0), leader)) {
                run += longest;
                ++safe_suits;
            } else {
                found |= deal_.top_card(here.held, suit, 1);
                most = std::max(most, ++highest[view.owner(0)]);
            }
        }
        if (run >= here.left || !keeps(most, 1 + deal_.partners(leader).count, safe_suits)) return false;
        ranks = found;
        return true;
    }

    /// Whether the camp that leads can take so many tricks before the other gets in.
    bool reaches(const camp_position& here, int goal, bool with_sure, lanes& ranks) const {
        if (deal_.is_closed(here)) return false;
        const int leader = here.leader, trump = deal_.trump();
        cashing own;
        auto& [views, runs, wins, limits, plain, drawn, kept, sure] = own;
        for (int suit = 0; suit < 4; ++suit) {
            const suit_view& view = deal_.view(here.held, suit);
            views[suit] = &view;
            if (view.top == leader) {
                runs[suit] = view.run;
                wins[suit] = view.wins;
            }
        }
        if (trump >= 0) {
            drawn = wins[trump];
            for (const int foe : deal_.foes(leader)) {
                if (views[trump]->length(foe) <= drawn) continue;
                for (int suit = 0; suit < 4; ++suit) {
                    if (suit != trump) limits[suit] = std::min(limits[suit], views[suit]->length(foe));
                }
            }
            for (int suit = 0; suit < 4; ++suit) wins[suit] = std::min(wins[suit], limits[suit]);
            for (const int partner : deal_.partners(leader)) kept = std::max(kept, views[trump]->length(partner));
        }
        plain = wins[0] + wins[1] + wins[2] + wins[3] - drawn;
        if (with_sure && counts_sure()) sure = sure_of(here.held, deal_.first_camp(leader));
        const int alone = std::min(plain, here.left - std::max(drawn, kept));
        if (alone + std::max(drawn, sure) >= goal) {
            int wanted = goal;
            lanes found = 0;
            if (sure > drawn) {
                wanted -= sure;
                found |= sure_cards(here.held, deal_.first_camp(leader), sure);
            } else if (trump >= 0) {
                wanted -= drawn;
                found |= tops(here, views, trump, leader, drawn, runs[trump]);
            }
            for (int suit = 0; suit < 4 && wanted > 0; ++suit) {
                if (suit == trump || wins[suit] == 0) continue;
                const int used = std::min(wins[suit], wanted);
                found |= tops(here, views, suit, leader, used, runs[suit]);
                wanted -= used;
            }
            ranks = found;
            return true;
        }
        for (const int partner : deal_.partners(leader)) {
            if (reaches_with(here, goal, partner, own, ranks)) return true;
        }
        return false;
    }

    /// Whether the camp that does not lead is sure to win the trick that was just begun, by the highest card of
    /// its suit, and can take so many tricks, with this one, before the other gets in.
    bool second_reaches(const camp_position& here, int goal, bool with_sure, lanes& ranks) const {
        const int leader = here.leader, led = here.led, trump = deal_.trump();
        const suit_view& suit = deal_.view(here.held, led);
        const int taker = suit.top;
        if (taker == suit_view::nobody || deal_.friends(taker, leader)) return false;
        if (above_all(here.held & lane_of(led)) & lane_bit(here.winning)) return false;
        const bool plain_led = trump >= 0 && led != trump;
        if (plain_led) {  // which a partner of the leader must not ruff
            const suit_view& trumps = deal_.view(here.held, trump);
            for (const int foe : deal_.partners(leader)) {
                if (suit.length(foe) == 0 && trumps.length(foe)) return false;
            }
        }
        if (goal == 1) {
            ranks = deal_.top_card(here.held, led, 1);
            return true;
        }
        std::array<const suit_view*, 4> views;
        std::array<int, 4> runs{}, wins{};
        for (int at = 0; at < 4; ++at) {
            views[at] = &deal_.view(here.held, at);
            if (views[at]->top != taker) continue;
            runs[at] = views[at]->run;
            wins[at] = views[at]->wins;
        }
        const int sure = with_sure && plain_led && counts_sure() ? sure_of(here.held, deal_.first_camp(taker)) : 0;
        if (wins[0] + wins[1] + wins[2] + wins[3] + sure < goal || deal_.is_closed(here)) return false;

        // The leader has led one card more of the suit, as it were.
        const auto length = [&](int at, int player) { return views[at]->length(player) + (at == led && player == leader); };
        const int longest = std::max(suit.longest_other(taker), length(led, leader));
        if (runs[led] < longest) wins[led] = runs[led];
        int drawn = 0, kept = 0;
        if (trump >= 0) {
            drawn = wins[trump];
            for (const int foe : deal_.foes(taker)) {
                if (length(trump, foe) <= drawn) continue;
                for (int at = 0; at < 4; ++at) {
                    if (at != trump) wins[at] = std::min(wins[at], length(at, foe));
                }
            }
            for (const int partner : deal_.partners(taker)) kept = std::max(kept, views[trump]->length(partner));
        }
        const int plain = wins[0] + wins[1] + wins[2] + wins[3] - drawn;
        const int alone = std::min(plain, here.left - std::max(drawn, kept));
        if (alone + std::max(drawn, sure) < goal || (plain_led && alone < 1)) return false;
        int wanted = goal;
        lanes found = deal_.top_card(here.held, led, 1);
        const auto rest_on = [&](int at, int used) {
            const int other = at == led ? longest : views[at]->longest_other(taker);
            found |= deal_.top_card(here.held, at, std::min({used, runs[at], other}));
            wanted -= used;
        };
        if (sure > drawn) {
            found |= sure_cards(here.held, deal_.first_camp(taker), sure);
            wanted -= sure;
        } else if (trump >= 0) {
            rest_on(trump, drawn);
        }
        if (led != trump && wanted > 0) rest_on(led, std::min(wins[led], wanted));
        for (int at = 0; at < 4 && wanted > 0; ++at) {
            if (at != led && at != trump) rest_on(at, std::min(wins[at], wanted));
        }
        ranks = found;
        return true;
    }

private:
    /// Whether a player with so many highest cards always keeps one that is led, against so many hands, which can
    /// lead so many suits in safety.
    static bool keeps(int highest, int hands, int safe_suits) {
        return highest <= 2 || hands == 1 || safe_suits == 0 || (highest == 3 && hands == 2 && safe_suits == 1);
    }

    /// Trumps may be left over if play ends early.
    bool counts_sure() const { return deal_.trump() >= 0 && !deal_.ends_early(); }

    /// What the leader can cash.
    struct cashing {
        std::array<const suit_view*, 4> views;
        std::array<int, 4> runs{};                  ///< Of the highest cards of each suit,
        std::array<int, 4> wins{};                  ///< and the tricks that they take
        std::array<int, 4> limits{13, 13, 13, 13};  ///< before a foe can ruff.
        int plain = 0;                              ///< Tricks in other suits than trumps,
        int drawn = 0;                              ///< and in trumps.
        int kept = 0;                               ///< Trumps of a partner, who must not have to ruff.
        int sure = 0;                               ///< Tricks that trumps take in every line.
    };

    /// With the tricks that a partner takes once the leader, who cashes its own before, gives it
    /// the lead.
    bool reaches_with(const camp_position& here, int goal, int partner, const cashing& own, lanes& ranks) const {
        const auto& [views, runs, wins, limits, plain, drawn, kept, sure] = own;
        const int leader = here.leader, trump = deal_.trump();
        std::array<int, 4> more{}, rests{};
        bool reached = false, by_trumps = false;
        int theirs = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const suit_view& view = *views[suit];
            const int run = runs[suit];
            if (wins[suit] != run) continue;  // ruffed, or led out to the end
            if ((run ? view.second : view.top) != partner) continue;
            const int next = run ? view.next : view.run;
            const int length = view.length(partner), longest = view.longest_other(partner);
            const int most = run + next < longest ? std::min(length, run + next) : length;
            more[suit] = std::max(0, std::min(most, limits[suit]) - run);
            if (more[suit] == 0) continue;
            rests[suit] = std::min(run + more[suit], longest);
            const bool leads_to = view.length(leader) > run;
            reached |= leads_to;
            if (suit == trump) by_trumps = leads_to;
            else theirs += more[suit];
        }
        if (!reached) return false;
        int in_trumps = 0, room = here.left;
        if (trump >= 0) {
            in_trumps = drawn + more[trump];
            room -= std::max({drawn, kept, views[trump]->length(leader)});
        }
        theirs = std::min(theirs, room - plain);
        if (theirs < 0 || (theirs == 0 && !by_trumps)) return false;
        if (plain + theirs + std::max(in_trumps, sure) < goal) return false;
        lanes found = 0;
        for (int suit = 0; suit < 4; ++suit) {
            if (suit == trump && sure > in_trumps) found |= sure_cards(here.held, deal_.first_camp(leader), sure);
            else if (more[suit]) found |= deal_.top_card(here.held, suit, rests[suit]);
            else found |= tops(here, views, suit, leader, wins[suit], runs[suit]);
        }
        ranks = found;
        return true;
    }

    /// The cards that so many tricks of a suit rest on.
    lanes tops(
        const camp_position& here, const std::array<const suit_view*, 4>& views, int suit, int leader, int used, int run
    ) const {
        return deal_.top_card(here.held, suit, std::min({used, run, views[suit]->longest_other(leader)}));
    }

    /// How many tricks trumps are sure to take for a camp.
    int sure_of(lanes held, bool first_camp) const {
        return sure_[first_camp][held >> 16 * deal_.trump() & 0x1FFF];
    }

    /// The trump down to which so many sure tricks rest on ranks.
    lanes sure_cards(lanes held, bool first_camp, int wanted) const {
        const suit_view& view = deal_.view(held, deal_.trump());
        std::array<int, camps::most_seats> of{};
        int against = 0;
        for (int at = 0;; ++at) {
            const int owner = view.owner(at);
            if (deal_.first_camp(owner) != first_camp) ++against;
            else if (++of[owner] - against >= wanted) return deal_.top_card(held, deal_.trump(), at + 1);
        }
    }

    /// Of a player's trumps from the highest down to one, each is beaten only by a higher one of the
    /// other camp, and each of those beats one. So as many win as they outnumber those.
    void make_sure() {
        const int trump = deal_.trump();
        const std::size_t size = std::size_t{1} << std::popcount(deal_.dealt() & lane_of(trump));
        for (auto& each : sure_) each.resize(size);
        for (std::size_t mask = 1; mask < size; ++mask) {
            const suit_view& view = deal_.view(lanes{mask} << 16 * trump, trump);
            std::array<int, camps::most_seats> held{};
            std::array<int, 2> of_camp{};
            for (int at = 0; at < view.count; ++at) {
                const int owner = view.owner(at);
                const bool first = deal_.first_camp(owner);
                ++held[owner];
                ++of_camp[first];
                const int tricks = held[owner] - of_camp[!first];
                if (tricks > sure_[first][mask]) sure_[first][mask] = static_cast<std::uint8_t>(tricks);
            }
        }
    }

    const camps& deal_;
    std::array<std::vector<std::uint8_t>, 2> sure_;  ///< By camp and mask of trumps.
};

}  // namespace kibitz
