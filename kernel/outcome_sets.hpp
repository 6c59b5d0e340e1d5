// Whole deals of trick games, by sets of outcomes: the search of reference/outcome_sets.py.
//
// A question is a set of outcomes that would still matter above a node. The answer is a set that
// holds the outcome of the node, and either all of it is of one payoff class, which is the value,
// or none of it is asked for. The steps are those of the reference.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "control.hpp"
#include "games/deal.hpp"
#include "ordering.hpp"
#include "outcome_grid.hpp"
#include "set_table.hpp"

namespace kibitz {

enum class set_order { high, low, trick, suits };
enum class set_memory { none, bounds, sets };

/// The parts of a search by outcome sets, as `Parts` in the reference.
struct set_parts {
    set_order order = set_order::suits;
    int life = 6;
    set_memory table = set_memory::sets;
    bool relative = true;
    bool classes = true;
    bool sure = true;
    bool quick = true;
    bool look_ahead = true;
    bool every_move = false;  ///< Whether to value every move of the root.
    std::size_t table_mb = 256;
    int threads = 1;
};

struct set_statistics {
    std::uint64_t visited = 0, expanded = 0, leaves = 0, hits = 0, again = 0, empty = 0;

    void operator+=(const set_statistics& other) {
        visited += other.visited;
        expanded += other.expanded;
        leaves += other.leaves;
        hits += other.hits;
        again += other.again;
        empty += other.empty;
    }
};

/// What a search by outcome sets found; outcomes go by their numbers in the leaf-value table.
struct set_record {
    std::vector<int> possible;                ///< Outcomes that the root can have.
    std::vector<int> moves;                   ///< The cards that the root can play, in the listed order,
    std::vector<std::vector<int>> each;       ///< and the outcomes that each can have.
    std::vector<int> line;                    ///< Cards.
    set_statistics stats;
    std::uint64_t line_nodes = 0;             ///< Expanded for the line.
    stopped why = stopped::no;
};

/// What the threads of one search share, beside the table.
struct set_team {
    explicit set_team(int helpers) : helpers_(helpers) {}

    std::atomic<bool> stop{false};  ///< It is over, for whatever reason.

    /// For a helper, between two nodes: wait while the first thread needs the table for itself.
    void wait_if_paused() {
        if (!paused_.load(std::memory_order_acquire)) return;
        waiting_.fetch_add(1);
        while (paused_.load(std::memory_order_acquire) && !stop.load(std::memory_order_relaxed)) std::this_thread::yield();
        waiting_.fetch_sub(1);
    }

    /// For the first thread: let the others wait while something is done; not if it is over.
    template <class Act>
    void alone(const Act& act) {
        paused_.store(true, std::memory_order_release);
        while (waiting_.load() < helpers_ && !stop.load()) std::this_thread::yield();
        if (!stop.load()) act();
        paused_.store(false, std::memory_order_release);
        while (waiting_.load() > 0 && !stop.load()) std::this_thread::yield();
    }

    /// Which positions somebody is searching. It is a hint: a position may be missing.
    bool is_busy(std::uint64_t position) const {
        return busy_[position % busy_.size()].load(std::memory_order_relaxed) == position;
    }
    bool begin(std::uint64_t position) {
        std::uint64_t nobody = 0;
        return busy_[position % busy_.size()].compare_exchange_strong(nobody, position, std::memory_order_relaxed);
    }
    void end(std::uint64_t position) { busy_[position % busy_.size()].store(0, std::memory_order_relaxed); }

private:
    int helpers_;
    std::atomic<bool> paused_{false};
    std::atomic<int> waiting_{0};
    std::array<std::atomic<std::uint64_t>, 4096> busy_{};
};

/// Thrown where a search has become so large that several threads should share it.
struct too_much_for_one {};

/// The rules of a deal on lanes, and what does not change in a search.
template <int Players>
class set_game {
public:
    struct position {  // not set at first; `root` makes one
        lanes held;
        std::int32_t taken;    ///< Digits, see outcome_grid.
        std::uint32_t points;  ///< Of the cards on the table.
        std::uint8_t leader;
        std::uint8_t seat;     ///< Cards on the table.
        std::uint8_t led;
        std::uint8_t winning;  ///< The place of the winning card,
        std::uint8_t winner;   ///< and who played it.
        std::uint8_t left;     ///< Tricks, the present one included.
        std::uint8_t suits; ///< The order of the suits, two bits each.
        std::uint8_t broken;
        std::uint8_t begun;
    };

    struct move_list {
        int count = 0;
        std::array<std::uint8_t, 20> at;
        void add(int place) { at[count++] = static_cast<std::uint8_t>(place); }
    };

    set_game(const trick_rules& rules, const set_parts& parts)
        : deal(rules), rules_(rules), parts_(parts), players_(rules.players), trump_(rules.trump) {
        for (int suit = 0; suit < 4; ++suit) {
            for (int rank = 0; rank < suit_size; ++rank) {
                const int place = 16 * suit + rank;
                beaters_[place] = lane_of(suit) & (lane_bit(place) - 1);
                if (trump_ >= 0 && suit != trump_) beaters_[place] |= lane_of(trump_);
            }
        }
        closed_ = deal.places(rules.closed);
        breakers_ = deal.places(rules.breakers);
        alone_ = deal.places(rules.alone);
        if (std::popcount(alone_) != std::popcount(rules.alone)) alone_ = ~lanes{0};  // not in this deal
        first_lead_ = deal.places(rules.first_lead);
        first_not_ = deal.places(rules.first_not);
        if (!rules.points.empty()) {
            std::vector<int> worths(rules.points);
            std::sort(worths.begin(), worths.end());
            worths.erase(std::unique(worths.begin(), worths.end()), worths.end());
            for (int worth : worths) {
                hand cards = 0;
                for (int card = 0; card < deck_size; ++card) {
                    if (rules.points[card] == worth) cards |= bit(card);
                }
                worth_alike_.push_back(deal.places(cards));
            }
        }
        for (int player = 0; player < players(); ++player) side_of[player] = rules.side_of[player];
        counts_sure_ = parts.sure && trump_ >= 0 && rules.left_over == 0 && rules.counts_tricks;
    }

    int players() const { return Players ? Players : players_; }
    int trump() const { return trump_; }

    int turn(const position& here) const {
        const int next = here.leader + here.seat;
        return next < players() ? next : next - players();
    }

    position root() const {
        position here{};
        for (hand cards : rules_.hands) here.held |= deal.places(cards);
        int cards = 0;
        for (hand held : rules_.hands) cards += std::popcount(held);
        cards += static_cast<int>(rules_.table.size());
        here.left = static_cast<std::uint8_t>((cards - rules_.left_over) / players());
        here.leader = static_cast<std::uint8_t>(rules_.leader);
        here.broken = rules_.broken;
        here.begun = rules_.begun;
        lanes start = here.held;
        for (int card : rules_.table) start |= lane_bit(deal.place(card));
        here.suits = sorted_suits(start);
        here.held = start;
        const bool broken = here.broken;
        for (int card : rules_.table) put(here, deal.place(card));
        here.broken = broken;
        return here;
    }

    /// The suits as they are when a trick begins: trumps last, the others by their ids.
    std::uint8_t sorted_suits(lanes held) const {
        if (parts_.order != set_order::suits) return 0xE4;
        std::array<std::uint32_t, 4> ids;
        for (int suit = 0; suit < 4; ++suit) {
            ids[suit] = (suit == trump_ ? 1u << 20 : deal.facts(held, suit).id * 4u) + static_cast<std::uint32_t>(suit);
        }
        const auto order = [&ids](int one, int other) {
            const std::uint32_t low = std::min(ids[one], ids[other]), high = std::max(ids[one], ids[other]);
            ids[one] = low;
            ids[other] = high;
        };
        order(0, 1);
        order(2, 3);
        order(0, 2);
        order(1, 3);
        order(1, 2);
        return static_cast<std::uint8_t>((ids[0] & 3) | (ids[1] & 3) << 2 | (ids[2] & 3) << 4 | (ids[3] & 3) << 6);
    }

    /// Put a card of the player to move on the table.
    void put(position& here, int place) const {
        here.held &= ~lane_bit(place);
        const int player = turn(here);
        if (here.seat == 0) {
            here.led = static_cast<std::uint8_t>(place / 16);
            here.winning = static_cast<std::uint8_t>(place);
            here.winner = static_cast<std::uint8_t>(player);
        } else if (beaters_[here.winning] >> place & 1) {
            here.winning = static_cast<std::uint8_t>(place);
            here.winner = static_cast<std::uint8_t>(player);
        }
        here.broken |= static_cast<std::uint8_t>(breakers_ >> place & 1);
        if (!rules_.counts_tricks) here.points += static_cast<std::uint32_t>(rules_.points[deal.card(place)]);
        ++here.seat;
    }

    /// The position after a card; the suits stay in order until the next trick is looked at.
    position play(const position& here, int place) const {
        position next = here;
        put(next, place);
        if (next.seat == players()) {
            next.taken += radix[next.winner] * static_cast<std::int32_t>(rules_.counts_tricks ? 1 : next.points);
            next.leader = next.winner;
            next.seat = 0;
            next.points = 0;
            next.begun = 1;
            --next.left;
        }
        return next;
    }

    /// Whether nobody has a choice any more, between tricks.
    bool is_forced(const position& here) const { return here.left == 1 && rules_.left_over == 0; }

    /// The end of a game in which everybody has one card.
    position last_trick(position here) const {
        for (int seat = 0; seat < players(); ++seat) {
            here = play(here, std::countr_zero(here.held & deal.own(turn(here))));
        }
        return here;
    }

    lanes legal(const position& here, lanes hand) const {
        lanes cards = hand;
        if (here.seat) {
            const lanes follows = cards & lane_of(here.led);
            cards = follows ? follows : cards;
        } else {
            const lanes first = cards & first_lead_;
            if (!here.begun && first) return rules_.first_lowest ? std::bit_floor(first) : first;
            const lanes open = cards & ~closed_;
            cards = here.broken || open == 0 || open == alone_ ? cards : open;
        }
        const lanes clean = cards & ~first_not_;
        return here.begun || !clean ? cards : clean;
    }

    /// Legal cards; those with no live card of another between them once, by the highest.
    lanes merged(const position& here) const {
        const lanes hand = here.held & deal.own(turn(here));
        const lanes playable = legal(here, hand);
        if (rules_.alike == alike_rule::none) return playable;
        lanes between = here.seat ? here.held | lane_bit(here.winning) : here.held;
        if (rules_.alike == alike_rule::next) between = all_lanes;
        const lanes others = between & ~hand, starts = lane_tops | others << 1;
        if (worth_alike_.empty()) return first_of_groups(playable, others, starts);
        lanes found = 0;
        for (lanes alike : worth_alike_) found |= first_of_groups(playable & alike, others, starts);
        return found;
    }

    void moves(const position& here, move_list& found) const {
        const lanes all = merged(here);
        if (parts_.order == set_order::high) return high_to_low(all, found);
        if (parts_.order == set_order::low) return low_to_high(all, found);
        const bool by_suits = parts_.order == set_order::suits;
        const lanes wins = all & (here.seat ? beaters_[here.winning] : unbeaten(here));
        const lanes trumps = trump_ >= 0 && by_suits ? lane_of(trump_) : 0;
        if (here.seat == 0 && by_suits) {
            lead(wins & ~trumps, here.suits, found);
            lead(all & ~wins & ~trumps, here.suits, found);
            return high_to_low(all & trumps, found);
        }
        if (by_suits && here.seat + 1 == players()) {
            low_to_high(wins, found);
        } else {
            high_to_low(wins, found);
        }
        const lanes losing = all & ~wins;
        if (!by_suits || (losing & ~lane_of(here.led)) == 0) return low_to_high(losing, found);
        weakest_first(losing & ~trumps, here, found);
        low_to_high(losing & trumps, found);
    }

    /// What all sides have secured, as digits.
    std::int32_t secured(const position& here) const {
        if (!counts_sure_) return here.taken;
        const std::uint32_t mask = here.held >> 16 * trump_ & 0x1FFF;
        if (here.seat == 0 || here.winning / 16 != trump_) return here.taken + sure_digits_[mask];
        const std::uint32_t before = deal.facts(here.held | lane_bit(here.winning), trump_).sure;
        const std::uint32_t after = deal.facts(here.held, trump_).sure;
        std::int32_t found = here.taken;
        for (int seat = 0, player = here.leader; seat < players(); ++seat) {
            const bool beaten = seat < here.seat && player != here.winner;
            found += radix[player] * nibble(beaten ? after : before, player);
            player = player + 1 == players() ? 0 : player + 1;
        }
        return found;
    }

    /// The sure tricks of each side at the root; what is secured counts from there.
    std::vector<int> base(const position& root) const {
        std::vector<int> found(rules_.taken);
        if (!counts_sure_) return found;
        const bool ruffed = root.seat && root.winning / 16 == trump_;
        const lanes with = ruffed ? root.held | lane_bit(root.winning) : root.held;
        for (int seat = 0; seat < players(); ++seat) {
            const int player = (root.leader + seat) % players();
            const bool beaten = seat < root.seat && player != root.winner;
            found[side_of[player]] += nibble(deal.facts(beaten ? root.held : with, trump_).sure, player);
        }
        return found;
    }

    /// How many tricks more than the sure ones the leader can take at once.
    int quick_tricks(const position& here) const {
        if (!rules_.counts_tricks || !here.begun) return 0;
        const int leader = here.leader;
        const lanes hand = here.held & deal.own(leader), shut = here.broken ? 0 : hand & closed_;
        if (shut & ~(trump_ >= 0 ? lane_of(trump_) : 0)) return 0;
        std::uint32_t trumps = 0;
        int drawn = 0, sure = 0;
        if (trump_ >= 0) {
            const suit_facts& facts = deal.facts(here.held, trump_);
            trumps = facts.lengths;
            if (facts.top == leader && (!shut || !(hand & ~closed_))) drawn = top_run(here.held, trump_);
            if (counts_sure_) sure = nibble(facts.sure, leader);
        }
        int quick = std::max(drawn, sure);
        for (int suit = 0; suit < 4; ++suit) {
            if (suit == trump_) continue;
            const suit_facts& facts = deal.facts(here.held, suit);
            if (facts.top != leader) continue;
            int most = facts.run;
            for (int player = 0; player < players(); ++player) {
                if (player != leader && nibble(trumps, player) > drawn) most = std::min(most, nibble(facts.lengths, player));
            }
            quick += most;
        }
        return std::min<int>(quick, here.left) - sure;
    }

    set_key key(const position& here, std::uint32_t wants) const {
        set_key found;
        found.number = (wants * 2 + here.begun) * chunks;
        if (!parts_.relative || rules_.alike == alike_rule::next) {
            found.word = here.held | lanes{here.leader} << 13 | lanes{here.broken} << 29;
            found.hash = set_table::hash(found.word);
            return found;
        }
        found.word = std::uint64_t{here.leader} << 60 | std::uint64_t{here.broken} << 63;
        for (int at = 0; at < 4; ++at) {
            found.word |= std::uint64_t{deal.facts(here.held, here.suits >> 2 * at & 3).id} << 15 * at;
        }
        found.hash = set_table::hash(found.word);
        return found;
    }

    /// Once it is known what counts how much.
    void set_radix(const std::array<std::int32_t, most_players>& by_player) {
        radix = by_player;
        if (!counts_sure_) return;
        sure_digits_.resize(1 << 13);
        for (std::uint32_t mask = 0; mask < sure_digits_.size(); ++mask) {
            if (lanes{mask} << 16 * trump_ & ~dealt()) continue;
            const std::uint32_t sure = deal.facts(lanes{mask} << 16 * trump_, trump_).sure;
            for (int player = 0; player < players(); ++player) sure_digits_[mask] += radix[player] * nibble(sure, player);
        }
    }

    fixed_deal deal;
    std::array<int, most_players> side_of{};
    std::array<std::int32_t, most_players> radix{};
    std::uint32_t chunks = 1;  ///< Entries of a table that a set may need.

private:
    lanes dealt() const {
        lanes found = 0;
        for (int player = 0; player < players(); ++player) found |= deal.own(player);
        return found;
    }

    /// How many of the highest cards of a suit belong to one player.
    int top_run(lanes held, int suit) const {
        const lanes cards = held & lane_of(suit);
        const lanes others = cards & ~deal.own(deal.facts(held, suit).top);
        const lanes above = others ? (others & -others) - 1 : ~lanes{0};
        return std::popcount(cards & above);
    }

    /// Cards of the player to move of which no other holds a higher one of their suit.
    lanes unbeaten(const position& here) const {
        lanes found = 0;
        const lanes hand = here.held & deal.own(turn(here));
        for (int suit = 0; suit < 4; ++suit) {
            const lanes others = here.held & ~hand & lane_of(suit);
            found |= hand & lane_of(suit) & (others ? (others & -others) - 1 : ~lanes{0});
        }
        return found;
    }

    static lanes first_of_groups(lanes playable, lanes others, lanes starts) {
        const lanes between = all_lanes & ~(others | playable);
        return playable & (starts | ((starts & between) + between));
    }

    /// The last suit first, each from high to low.
    static void lead(lanes cards, std::uint8_t suits, move_list& found) {
        for (int at = 3; at >= 0 && cards; --at) high_to_low(cards & lane_of(suits >> 2 * at & 3), found);
    }

    /// Cards with most cards above them first.
    void weakest_first(lanes cards, const position& here, move_list& found) const {
        std::array<int, 20> above;
        const int first = found.count;
        for (int at = 0; at < 4; ++at) {
            const lanes suit = lane_of(here.suits >> 2 * at & 3);
            for (lanes left = cards & suit; left;) {
                const int place = 63 - std::countl_zero(left);
                left ^= lane_bit(place);
                const int higher = std::popcount(here.held & suit & (lane_bit(place) - 1));
                int to = found.count++;
                for (; to > first && above[to - 1] < higher; --to) {
                    above[to] = above[to - 1];
                    found.at[to] = found.at[to - 1];
                }
                above[to] = higher;
                found.at[to] = static_cast<std::uint8_t>(place);
            }
        }
    }

    static void high_to_low(lanes cards, move_list& found) {
        for (; cards; cards &= cards - 1) found.add(std::countr_zero(cards));
    }

    static void low_to_high(lanes cards, move_list& found) {
        while (cards) {
            const int place = 63 - std::countl_zero(cards);
            found.add(place);
            cards ^= lane_bit(place);
        }
    }

    trick_rules rules_;
    set_parts parts_;
    int players_;
    int trump_;
    bool counts_sure_ = false;
    lanes closed_ = 0, breakers_ = 0, alone_ = 0, first_lead_ = 0, first_not_ = 0;
    std::array<lanes, 64> beaters_{};
    std::vector<lanes> worth_alike_;
    std::vector<std::int32_t> sure_digits_;
};

template <int Players, int Words>
class outcome_sets {
public:
    using set = bit_set<Words>;
    using game_type = set_game<Players>;
    using position = typename game_type::position;
    using move_list = typename game_type::move_list;

    outcome_sets(
        const game_type& game, const outcome_grid<Words>& grid, set_table& table, const set_parts& parts,
        watch* clock, const position& root
    )
        : game_(game), grid_(grid), table_(table), parts_(parts), watch_(clock), root_(root) {
        game_.moves(root, root_moves_);
        root_possible_ = grid_.from(game_.secured(root)).outcomes;
        root_sets_.assign(root_moves_.count, root_possible_);
    }

    /// Value the root, and if that is asked for every move of it.
    void run() {
        if (parts_.every_move) {
            for (int at = 0; at < root_moves_.count; ++at) {
                from_[1] = 1;
                root_sets_[at] &= node(game_.play(root_, root_moves_.at[at]), nullptr, grid_.everything(), 1);
            }
        }
        from_[0] = 0;
        root_possible_ &= node(root_, nullptr, grid_.everything(), 0);
    }

    /// The same with others, who have the table in common; who is done first stops them all.
    void run_with(set_team& team) {
        team_ = &team;
        run();
        team.stop = true;
    }

    /// Work alone again.
    void leave() { team_ = nullptr; }

    /// Take over what another search of the same root found.
    void add(const outcome_sets& other) {
        root_possible_ &= other.root_possible_;
        for (std::size_t at = 0; at < root_sets_.size(); ++at) root_sets_[at] &= other.root_sets_[at];
        stats_ += other.stats_;
    }

    /// What was found, and the line if the search came to its end.
    set_record record(stopped why) {
        set_record found;
        found.why = why;
        if (why == stopped::no) {
            const std::uint64_t before = stats_.expanded;
            try {
                found.line = line(root_);
            } catch (stopped late) {
                found.why = late;
            }
            found.line_nodes = stats_.expanded - before;
        }
        found.possible = grid_.numbers(root_possible_);
        for (int at = 0; at < root_moves_.count; ++at) {
            found.moves.push_back(game_.deal.card(root_moves_.at[at]));
            found.each.push_back(grid_.numbers(root_sets_[at]));
        }
        found.stats = stats_;
        return found;
    }

private:
    static constexpr int deepest = deck_size + 4;
    static constexpr int shared_tricks = 5;               ///< With fewer left, everybody goes alone.
    static constexpr std::size_t alone_buckets = 1 << 16;  ///< With a larger table, others help.

    using from_here = typename outcome_grid<Words>::from_here;

    /// A position between tricks, and what is known of it but for the table.
    struct start {
        position at;
        set outcomes;
        set_key key;
        const from_here* from;
        bool over;
    };

    /// What can still come of the moves of a node.
    struct choice {
        int mover, least, first;  ///< The rank that the mover has at least, and the first move with it.
        int count;
        set within;
        std::array<set, 20> sets;
    };

    set node(const position& here, const start* prepared, const set& asked, int depth) {
        // Step 1. The end, the last trick, or what is known without a search.
        if (team_) meet_team();
        if (watch_) watch_->before(stats_.visited);
        ++stats_.visited;
        start own;
        choice choose;
        const from_here* from;
        if (here.seat == 0) {
            if (!prepared) {
                count(here, own);
                if (!own.over) locate(own);
                prepared = &own;
            }
            if (prepared->over) {
                ++stats_.leaves;
                return prepared->outcomes;
            }
            choose.within = known(*prepared);
            from = prepared->from;
        } else {
            from = &grid_.from(game_.secured(here));
            choose.within = from->outcomes;
        }
        if (decided(choose.within, asked)) {
            ++stats_.hits;
            return choose.within;
        }

        // Step 2. The moves, and what is known of them.
        ++stats_.expanded;
        const position& at = prepared ? prepared->at : here;
        move_list moves;
        game_.moves(at, moves);
        choose.count = moves.count;
        choose.mover = game_.side_of[game_.turn(at)];
        choose.least = grid_.least_from(*from, choose.mover);
        choose.first = 0;
        std::array<start, 20> starts;
        const bool looks = look_at_moves(choose, at, *from, moves, starts);
        set found = possible(choose);
        bool done = decided(found, asked);
        if (looks && !done) {
            look_ahead(choose, starts);
            found = possible(choose);
            done = decided(found, asked);
        }

        // Step 3. Ask each move about what could come of it, until that is one class or not asked.
        // With others at work, a move that somebody is at waits, but not the first.
        const bool shares = team_ && at.left >= shared_tricks;
        bool waits = false, later = false;
        for (int child = 0; !done; ++child) {
            if (child == moves.count) {
                if (!waits) break;
                waits = later = false;
                child = 0;
            }
            const set counting = part(choose, child);
            if (!counting.meets(asked) || grid_.one_class(choose.sets[child])) continue;
            if (later && is_busy(at, moves.at[child])) {
                waits = true;
                continue;
            }
            later = shares && !waits;
            chain_[depth] = counting;
            from_[depth + 1] = std::max(from_[depth], depth + 1 - parts_.life);
            set question = counting;
            for (int above = from_[depth + 1]; above < depth; ++above) question &= chain_[above];
            ask(choose, at, moves, child, looks ? &starts[child] : nullptr, question, depth);
            if (shares && at.seat == 0) choose.within &= known(*prepared);
            found = possible(choose);
            done = decided(found, asked);
        }

        // Step 4. One move has an outcome that is asked for; the others may still spoil it.
        waits = false;
        later = shares;
        for (int child = 0; !done; ++child) {
            if (child == moves.count) {
                if (!waits) break;
                waits = later = false;
                child = 0;
            }
            const set counting = part(choose, child);
            if (counting.none() || grid_.one_class(choose.sets[child])) continue;
            if (later && is_busy(at, moves.at[child])) {
                waits = true;
                continue;
            }
            ++stats_.again;
            chain_[depth] = counting;
            from_[depth + 1] = depth;
            ask(choose, at, moves, child, looks ? &starts[child] : nullptr, counting, depth);
            if (shares && at.seat == 0) choose.within &= known(*prepared);
            found = possible(choose);
            done = decided(found, asked);
        }

        // Step 5. Remember what is left.
        stats_.empty += found.none();
        if (at.seat == 0) keep(*prepared, found);
        return found;
    }

    /// The moves, with what sure and quick tricks say of each; whether the table can be asked.
    bool look_at_moves(
        choice& choose, const position& at, const from_here& from, const move_list& moves, std::array<start, 20>& starts
    ) const {
        if (!parts_.look_ahead || at.seat + 1 != game_.players()) {
            for (int child = 0; child < moves.count; ++child) choose.sets[child] = from.outcomes;
            return false;
        }
        for (int child = 0; child < moves.count; ++child) {
            count(game_.play(at, moves.at[child]), starts[child]);
            choose.sets[child] = starts[child].outcomes;
            note(choose, child);
        }
        return true;
    }

    /// Ask the table about the moves that still count.
    void look_ahead(choice& choose, std::array<start, 20>& starts) {
        std::array<bool, 20> counts;
        for (int child = 0; child < choose.count; ++child) {
            counts[child] = !part(choose, child).none() && !grid_.one_class(choose.sets[child]);
            if (counts[child]) locate(starts[child]);
        }
        if (parts_.table == set_memory::none) return;
        for (int child = 0; child < choose.count; ++child) {
            if (!counts[child] || part(choose, child).none()) continue;
            choose.sets[child] = known(starts[child]);
            note(choose, child);
        }
    }

    void ask(
        choice& choose, const position& at, const move_list& moves, int child, const start* prepared, const set& question, int depth
    ) {
        const bool shares = team_ && at.left >= shared_tricks;
        const std::uint64_t mine = shares ? position_hash(at, moves.at[child]) : 0;
        const bool first = shares && team_->begin(mine);
        const set answer = prepared ? node(prepared->at, prepared, question, depth + 1)
                                    : node(game_.play(at, moves.at[child]), nullptr, question, depth + 1);
        if (first) team_->end(mine);
        choose.sets[child] &= answer;
        stats_.empty += choose.sets[child].none();
        note(choose, child);
        if (depth == 0) {
            for (int each = 0; each < moves.count; ++each) root_sets_[each] &= choose.sets[each];
            root_possible_ = possible(choose);
        }
    }

    void meet_team() {
        if (team_->stop.load(std::memory_order_relaxed)) throw stopped::others;
        if (!watch_) team_->wait_if_paused();
    }

    /// More room for the table, once it is full; the first thread sees to that.
    void make_room() {
        if (!watch_ || !table_.is_full()) return;
        const auto grow = [this] { table_.grow(table_.size() * 4, [this] { watch_->look(); }); };
        if (team_) {
            team_->alone(grow);
        } else {
            if (parts_.threads > 1 && table_.size() >= alone_buckets) throw too_much_for_one();
            grow();
        }
    }

    /// A number for the position after a move, for the others to know it by.
    static std::uint64_t position_hash(const position& at, int place) {
        const std::uint64_t trick = lane_bit(place) | std::uint64_t{at.winning} << 13 | std::uint64_t{at.winner} << 29 |
                                    std::uint64_t{at.seat} << 45 | std::uint64_t{at.leader} << 61;
        return set_table::hash(at.held ^ set_table::hash(trick)) | 1;
    }

    bool is_busy(const position& at, int place) const { return team_->is_busy(position_hash(at, place)); }

    /// Take note of what the mover has at least with a move.
    void note(choice& choose, int child) const {
        const int least = grid_.least(choose.mover, choose.sets[child], choose.least);
        if (least > choose.least) {
            choose.least = least;
            choose.first = child;
        } else if (child < choose.first && choose.sets[child].within(grid_.at_least(choose.mover, least))) {
            choose.first = child;
        }
    }

    /// The outcomes of a move that can be the node's: after the first with the rank, only better.
    set part(const choice& choose, int child) const {
        return choose.sets[child] & choose.within &
               grid_.at_least(choose.mover, choose.least + (child > choose.first));
    }

    set possible(const choice& choose) const {
        set early = set::nothing(), late = set::nothing();
        for (int child = 0; child <= choose.first; ++child) early |= choose.sets[child];
        for (int child = choose.first + 1; child < choose.count; ++child) late |= choose.sets[child];
        early &= grid_.at_least(choose.mover, choose.least);
        late &= grid_.at_least(choose.mover, choose.least + 1);
        return (early | late) & choose.within;
    }

    bool decided(const set& outcomes, const set& asked) const {
        return !outcomes.meets(asked) || grid_.one_class(outcomes);
    }

    /// What sure and quick tricks say of a position between tricks; the last trick is played out.
    void count(const position& here, start& found) const {
        found.at = here;
        found.over = here.left == 0 || game_.is_forced(here);
        if (found.over) {
            const position end = here.left ? game_.last_trick(here) : here;
            found.outcomes = set::one(grid_.from(end.taken).place);
            return;
        }
        found.from = &grid_.from(game_.secured(here));
        found.outcomes = found.from->outcomes;
        if (!parts_.quick) return;
        const int more = game_.quick_tricks(here);
        if (more <= 0) return;
        const int side = game_.side_of[here.leader];
        found.outcomes &= grid_.at_least(side, grid_.least_after(*found.from, side, more));
    }

    /// Where the table would have it, which goes by the suits in order.
    void locate(start& found) const {
        found.at.suits = game_.sorted_suits(found.at.held);
        if (parts_.table == set_memory::none) return;
        found.key = game_.key(found.at, found.from->wants);
        table_.prefetch(found.key, grid_.chunks(found.from->left));
    }

    /// What is known of a position between tricks.
    set known(const start& at) {
        set found = at.outcomes;
        if (parts_.table == set_memory::none) return found;
        std::array<std::uint64_t, Words> words;
        if (table_.look(at.key, grid_.chunks(at.from->left), words.data())) {
            found &= grid_.unpack(words.data(), *at.from);
            stats_.empty += found.none();
        }
        return found;
    }

    void keep(const start& at, const set& found) {
        if (parts_.table == set_memory::none) return;
        std::array<std::uint64_t, Words> words;
        if (parts_.table == set_memory::sets) {
            grid_.pack(found, *at.from, words.data());
        } else {
            grid_.pack(grid_.range_of(found) & at.from->outcomes, *at.from, words.data());
        }
        const int chunks = grid_.chunks(at.from->left);
        stats_.empty += !table_.keep(at.key, chunks, words.data(), at.at.left, fresh_);
        if (fresh_ >= 64) {
            table_.add_used(std::exchange(fresh_, 0));
            make_room();
        }
    }

    /// The moves that plain max^n makes, found by asking along them.
    std::vector<int> line(position here) {
        std::vector<int> cards;
        int depth = 0;
        while (here.left) {
            if (here.seat == 0) here.suits = game_.sorted_suits(here.held);
            move_list moves;
            game_.moves(here, moves);
            const int at = moves.count > 1 ? first_best(here, moves, depth) : 0;
            cards.push_back(game_.deal.card(moves.at[at]));
            here = game_.play(here, moves.at[at]);
            ++depth;
        }
        return cards;
    }

    /// The number of the move that plain max^n makes.
    int first_best(const position& here, const move_list& moves, int depth) {
        ++stats_.visited;
        ++stats_.expanded;
        choice choose;
        choose.count = moves.count;
        choose.mover = game_.side_of[game_.turn(here)];
        const from_here& from = grid_.from(game_.secured(here));
        choose.least = grid_.least_from(from, choose.mover);
        choose.first = 0;
        choose.within = from.outcomes;
        if (here.seat == 0) {
            start own;
            count(here, own);
            locate(own);
            choose.within = known(own);
        }
        std::array<start, 20> starts;
        if (look_at_moves(choose, here, from, moves, starts)) look_ahead(choose, starts);
        for (int child = 0; child < moves.count; ++child) {
            const set counting = part(choose, child);
            bool alone = true;
            for (int other = 0; other < moves.count; ++other) alone &= other == child || part(choose, other).none();
            if (counting.none() || alone || grid_.one_class(choose.sets[child])) continue;
            chain_[depth] = counting;
            from_[depth + 1] = depth;
            const set answer = node(game_.play(here, moves.at[child]), nullptr, counting, depth + 1);
            choose.sets[child] &= answer;
            note(choose, child);
        }
        int found = -1;
        for (int child = 0; child < moves.count; ++child) {
            if (part(choose, child).none()) continue;
            if (found >= 0) ++stats_.empty;
            if (found < 0) found = child;
        }
        if (found < 0) ++stats_.empty;
        return std::max(found, 0);
    }

    const game_type& game_;
    const outcome_grid<Words>& grid_;
    set_table& table_;
    set_parts parts_;
    watch* watch_;        ///< None for those who only help.
    set_team* team_ = nullptr;
    position root_;
    set_statistics stats_;
    std::size_t fresh_ = 0;  ///< Entries that are not yet counted as used.
    std::array<set, deepest> chain_{};
    std::array<int, deepest> from_{};
    move_list root_moves_;
    std::vector<set> root_sets_;
    set root_possible_;
};

}  // namespace kibitz
