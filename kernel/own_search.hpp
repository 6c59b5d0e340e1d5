// Searches of games that do not come with the kernel, behind a boundary in C.
//
// A question is plain numbers and functions, so a library that `kibitz build` made can answer it
// as the kernel itself does for native games. Nothing is thrown across; what Python throws
// when it is asked waits on its side.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "control.hpp"
#include "lines.hpp"
#include "memory.hpp"
#include "native.h"
#include "own_outcomes.hpp"
#include "run_with.hpp"

namespace kibitz {

/// What was found: an answer with its scores if it is an outcome, else a score.
struct own_answer {
    std::int64_t answer = nil;
    const std::int32_t* scores = nullptr;  ///< Of it and of other values, so many; none if it is a score.
    std::size_t score_rows = 0;
    const std::uint32_t* line = nullptr;
    std::size_t plies = 0;
    std::int32_t depth = 0;
    std::int32_t why = 0;
    statistics stats;
    const std::int64_t* numbers = nullptr;  ///< What else is known, where it is no answer.
    std::size_t number_count = 0;
};

/// One position, for checks.
struct own_facts {
    std::int32_t over = 0;
    std::int32_t side = 0;                    ///< To move, before the end.
    std::int32_t plies_left = -1;
    const std::int32_t* scores = nullptr;     ///< At the end, or where there is an estimate.
    const std::uint8_t* allowed = nullptr;    ///< Of each listed outcome, whether it can still come about.
    const std::uint64_t* key = nullptr;
    std::size_t key_words = 0;
    const std::uint8_t* states = nullptr;     ///< Of the position, and after each move.
    std::size_t state_bytes = 0;
    std::size_t children = 0;
    const char* text = "";
};

/// The position that a search begins with, and what it is asked.
struct own_question {
    std::size_t size = sizeof(own_question);  ///< The first thing that is looked at.
    const kibitz_native_game* native = nullptr;
    const std::int64_t* position = nullptr;
    std::size_t position_count = 0;
    const std::int32_t* side_of = nullptr;    ///< Of each player.
    std::size_t players = 0;
    std::size_t sides = 0;
    const std::int64_t* outcomes = nullptr;   ///< If they are listed: how many numbers, then these, and so on.
    const std::int32_t* rows = nullptr;       ///< Their scores, one after the other.
    std::size_t outcome_count = 0;
    std::int32_t max_sum = 0;
    std::int32_t delta = 1;
    std::int32_t lowest = 0;                  ///< The payoff whose score is 0, if outcomes are not listed,
    std::int32_t highest = 0;                 ///< and the highest score.
    bool against = false;                     ///< combine=against
    std::int32_t own_order = -1;              ///< Its place in `orders`; -1 is none of them.
    std::int32_t own_leaf = -1;               ///< Its place in `estimates`.
    composition parts;
    std::uint64_t nodes = ~std::uint64_t{0};
    double seconds = 0;
    std::int32_t depth = 0;
    void* kept = nullptr;                     ///< By `keep`.
    void* asker = nullptr;                    ///< Handed to all that is called:
    std::int32_t (*poll)(void* asker, std::uint64_t visited) = nullptr;  ///< What stops it, if anything.
    /// The scores of an outcome that is not listed; 0 is to give up.
    std::int32_t (*score)(void* asker, const std::int64_t* outcome, std::size_t count, std::int32_t* scores) = nullptr;
    void (*found)(void* asker, const own_answer*) = nullptr;
    void (*counted)(void* asker, std::uint64_t high, std::uint64_t low) = nullptr;
    void (*seen)(void* asker, const own_facts*) = nullptr;
    void (*wrong)(void* asker, const char* message) = nullptr;
};

/// How a call ended.
enum class own_end : std::int32_t { well, refused, too_deep, stopped, no_memory, failed };

/// What a library offers.
struct own_entry {
    std::size_t question_size;
    std::int32_t sides;      ///< At most.
    std::int32_t orders;     ///< How many of its own it has; those of native games say that themselves.
    std::int32_t estimates;
    std::int32_t (*search)(const own_question*);
    std::int32_t (*count)(const own_question*, std::int32_t depth);
    std::int32_t (*look)(const own_question*);
    void* (*keep)();
    void (*drop)(void*);
};

/// What outlives a search: a table, and the outcomes that its answers stand for.
struct own_kept {
    kept_table table;
    kept_table book;
};

/// What a game of one's own is made from.
template <int Sides>
struct opening {
    const kibitz_native_game* native = nullptr;
    numbers position;                        ///< As `as_numbers()` of the Python position gives them.
    std::span<const std::int32_t> side_of;   ///< Of each player.
    order_rule order = order_rule::high;
    int own_order = -1;                      ///< Its place in `orders`, or -1.
    int own_leaf = -1;                       ///< Its place in `estimates`, or -1.
    int width = 0;                           ///< How many moves are listed; 0 is all of them.
    bool narrows = false;                    ///< heuristic=taken
    bool against = false;                    ///< combine=against
    std::int32_t lowest = 0;                 ///< The payoff whose score is 0, if outcomes are not listed,
    std::int32_t highest = 0;                ///< and the highest score.
    outcome_book<Sides>& book;
    typename outcome_book<Sides>::asked ask; ///< For `book.find`.
};

/// Python gave an error when it was asked, which waits there.
struct asker_failed {};

/// One question of a game of this type; `Game` is made from an opening.
template <class Game>
class own_search {
public:
    static constexpr int sides = Game::sides;

    explicit own_search(const own_question& question)
        : question_(question),
          kept_(*static_cast<own_kept*>(question.kept)),
          from_{
              question.native,
              {question.position, question.position_count},
              {question.side_of, question.players},
              question.parts.order,
              question.own_order,
              question.own_leaf,
              question.parts.width,
              question.parts.narrows,
              question.against,
              question.lowest,
              question.highest,
              kept_.book.as<outcome_book<sides>>(),
              [this](numbers outcome) { return asked(outcome); },
          } {
        if (question.sides > static_cast<std::size_t>(sides)) throw refused("expected fewer sides: " + std::to_string(question.sides));
        fill();
    }

    void search() {
        const Game game(from_);
        const control limits = limited();
        const score_rows scores{rows_, question_.max_sum, question_.delta};
        const composition& parts = question_.parts;
        const record found = parts.test == test_rule::leaf_table
            ? run_with<Game, leaf_table<dynamic_set, sides>>(game, scores, parts, limits, kept_.table)
            : run_with<Game, by_player<sides>>(game, scores, parts, limits, kept_.table);
        own_answer answer{
            found.answer, nullptr, 0, found.line.data(), found.line.size(), found.depth,
            static_cast<std::int32_t>(found.why), found.stats, nullptr, 0,
        };
        if (found.answer == nil) {
            answer.numbers = found.values.data();
            answer.number_count = found.values.size();
        }
        std::vector<std::int32_t> values;
        const auto add = [&](std::int64_t value) {
            const row<sides> scores = scores_of(game, value);
            values.insert(values.end(), scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(question_.sides));
            ++answer.score_rows;
        };
        if (found.answer != nil && !parts.two_sided) {
            add(found.answer);
            for (const auto value : found.values) add(static_cast<std::int64_t>(value));
            answer.scores = values.data();
        }
        question_.found(question_.asker, &answer);
    }

    void count(int depth) {
        const Game game(from_);
        watch watch(limited());
        if (depth > 0) add(game, game.root(), 0, static_cast<std::size_t>(depth), watch, stack_guard());
        for (const wide total : totals_) {
            question_.counted(question_.asker, static_cast<std::uint64_t>(total >> 64), static_cast<std::uint64_t>(total));
        }
    }

    void look() {
        const Game game(from_);
        const auto here = game.root();
        const auto key = game.key(here, 0);
        own_facts facts;
        facts.over = game.is_over(here);
        facts.plies_left = game.plies_left(here);
        facts.key = key.words.data();
        facts.key_words = key.words.size();
        std::vector<std::uint8_t> states, allowed;
        append(game, here, states);
        facts.state_bytes = states.size();
        if (!facts.over) {
            facts.side = game.side(here);
            auto children = game.moves(here);
            for (; children.any_unseen(); ++facts.children) {
                append(game, game.play(here, children.move(children.next_unseen())), states);
            }
        }
        facts.states = states.data();
        row<sides> scores;
        if (facts.over || question_.own_leaf >= 0) {
            const feasible<no_set, sides> any;
            scores = scores_of(game, facts.over ? game.outcome(here, any) : estimate(game, here));
            facts.scores = scores.data();
        }
        if constexpr (requires { game.allows(std::uint64_t{}, std::size_t{}); }) {
            for (std::size_t at = 0; at < rows_.size(); ++at) allowed.push_back(game.allows(Game::progress(here), at));
            if (!allowed.empty()) facts.allowed = allowed.data();
        }
        std::string text;
        if constexpr (requires { game.text_of(here); }) text = game.text_of(here);
        facts.text = text.c_str();
        question_.seen(question_.asker, &facts);
    }

private:
    /// The listed outcomes: their scores, and a book that holds them in this order.
    void fill() {
        const std::int64_t* next = question_.outcomes;
        const bool is_new = from_.book.empty();
        for (std::size_t at = 0; at < question_.outcome_count; ++at) {
            const std::int32_t* scores = question_.rows + at * question_.sides;
            rows_.emplace_back(scores, scores + question_.sides);
            row<sides> padded{};
            std::copy(scores, scores + question_.sides, padded.begin());
            const auto size = static_cast<std::size_t>(*next++);
            if (is_new) from_.book.add({next, size}, padded);
            next += size;
        }
    }

    row<sides> asked(numbers outcome) {
        row<sides> scores{};
        if (question_.outcome_count) {
            std::string listed;
            for (const std::int64_t number : outcome) listed += (listed.empty() ? "" : ", ") + std::to_string(number);
            throw refused("expected an outcome among the outcomes() of the root: (" + listed + ")");
        }
        if (!question_.score(question_.asker, outcome.data(), outcome.size(), scores.data())) throw asker_failed();
        return scores;
    }

    control limited() const {
        control limits;
        limits.nodes = question_.nodes;
        limits.seconds = question_.seconds;
        limits.depth = question_.depth;
        limits.poll = [this](std::uint64_t visited) {
            return static_cast<stopped>(question_.poll(question_.asker, visited));
        };
        return limits;
    }

    row<sides> scores_of(const Game& game, std::int64_t answer) const {
        const auto table = padded<sides>({rows_, question_.max_sum, question_.delta});
        watch watch{control{}};
        const typename Game::template scores_type<no_set> scores(game, table, watch);
        const auto held = scores.of(answer);
        return see(held);
    }

    std::int64_t estimate(const Game& game, const typename Game::position& here) const {
        const auto table = padded<sides>({rows_, question_.max_sum, question_.delta});
        watch watch{control{}};
        typename Game::template scores_type<no_set> scores(game, table, watch);
        return game.estimate(here, scores);
    }

    /// Count what is below a position that so many moves lead to.
    void add(
        const Game& game, const typename Game::position& here, std::size_t made, std::size_t most, watch& watch,
        const stack_guard& stack
    ) {
        if (game.is_over(here)) return;
        watch.before(visited_++);
        stack.check();
        if (made == totals_.size()) totals_.push_back(0);
        auto children = game.moves(here);
        while (children.any_unseen()) {
            const int child = children.next_unseen();
            ++totals_[made];
            if (made + 1 < most) add(game, game.play(here, children.move(child)), made + 1, most, watch, stack);
        }
    }

    /// A state as it is, or what it is known by.
    static void append(const Game& game, const typename Game::position& here, std::vector<std::uint8_t>& states) {
        const auto put = [&](const void* from, std::size_t size) {
            const auto* bytes = static_cast<const std::uint8_t*>(from);
            states.insert(states.end(), bytes, bytes + size);
        };
        if constexpr (requires { game.bytes_of(here); }) {
            const auto bytes = game.bytes_of(here);
            put(bytes.data(), bytes.size());
        } else {
            const auto key = game.key(here, 0);
            put(key.words.data(), key.words.size() * sizeof(std::uint64_t));
        }
    }

    const own_question& question_;
    own_kept& kept_;
    const opening<sides> from_;
    std::vector<std::vector<std::int32_t>> rows_;
    std::vector<wide> totals_;
    std::uint64_t visited_ = 0;
};

/// Do what is asked, and say how it ended; nothing is thrown.
template <class Do>
std::int32_t without_throwing(const own_question& question, Do what) noexcept {
    own_end end = own_end::well;
    try {
        if (question.size != sizeof(own_question)) throw refused("expected a library that this version of Kibitz has built");
        what();
    } catch (const refused& error) {
        question.wrong(question.asker, error.what());
        end = own_end::refused;
    } catch (const too_deep&) {
        end = own_end::too_deep;
    } catch (stopped) {
        end = own_end::stopped;
    } catch (const asker_failed&) {
        end = own_end::stopped;
    } catch (const std::bad_alloc&) {
        end = own_end::no_memory;
    } catch (...) {
        end = own_end::failed;
    }
    return static_cast<std::int32_t>(end);
}

/// The functions of a library for games of this type.
template <searchable Game>
struct own_functions {
    static std::int32_t search(const own_question* question) noexcept {
        return without_throwing(*question, [&] { own_search<Game>(*question).search(); });
    }
    static std::int32_t count(const own_question* question, std::int32_t depth) noexcept {
        return without_throwing(*question, [&] { own_search<Game>(*question).count(depth); });
    }
    static std::int32_t look(const own_question* question) noexcept {
        return without_throwing(*question, [&] { own_search<Game>(*question).look(); });
    }
    static void* keep() noexcept { return new (std::nothrow) own_kept; }
    static void drop(void* kept) noexcept { delete static_cast<own_kept*>(kept); }

    static constexpr std::int32_t orders = [] {
        if constexpr (requires { Game::orders; }) return Game::orders;
        else return 0;
    }();
    static constexpr std::int32_t estimates = [] {
        if constexpr (requires { Game::estimates; }) return Game::estimates;
        else return 0;
    }();
    static constexpr own_entry entry{sizeof(own_question), Game::sides, orders, estimates, search, count, look, keep, drop};
};

}  // namespace kibitz
