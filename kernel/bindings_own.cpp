// Native and built games: a question is made of what Python says, and asked across the boundary
// of own_search.hpp. The lock is taken only to ask Python something.

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "checks.hpp"
#include "run_native.hpp"

namespace kibitz {
namespace {

/// What a library keeps for the next search, as long as the table lives.
struct kept_there {
    explicit kept_there(const own_entry* entry) : entry(entry), held(entry->keep()) {
        if (!held) throw std::bad_alloc();
    }
    kept_there(const kept_there&) = delete;
    kept_there& operator=(const kept_there&) = delete;
    ~kept_there() { entry->drop(held); }

    const own_entry* entry;
    void* held;
};

/// A question with the memory that it points into, and what was answered.
class own_call {
public:
    own_call(const nb::dict& rules, const nb::dict& scores, const nb::dict& parts, const nb::tuple& limits, const nb::object& watch)
        : watch_(watch), score_(rules["score"]) {
        position_ = field<std::vector<std::int64_t>>(rules, "numbers");
        side_of_ = field<std::vector<std::int32_t>>(rules, "side_of");
        question_.sides = field<std::size_t>(rules, "sides");
        expect_between(static_cast<std::int64_t>(question_.sides), 1, most_own_sides, "1 to 16 sides");
        expect(!side_of_.empty(), "players", 0);
        for (const std::int32_t side : side_of_) {
            expect_between(side, 0, static_cast<std::int64_t>(question_.sides) - 1, "sides that count from 0");
        }
        read_outcomes(field<std::vector<std::vector<std::int64_t>>>(rules, "outcomes"), read_scores(scores));
        question_.lowest = field<std::int32_t>(rules, "lowest");
        question_.highest = field<std::int32_t>(rules, "highest");
        question_.against = field<bool>(rules, "against");
        question_.own_order = field<std::int32_t>(rules, "own_order");
        question_.own_leaf = field<std::int32_t>(rules, "own_leaf");
        if (parts.size()) question_.parts = read_composition(parts);
        expect(question_.parts.leaf == leaf_rule::none || question_.own_leaf >= 0, "an estimate of the game", question_.own_leaf);
        expect(question_.parts.width >= 0, "a width of 0 or more", question_.parts.width);
        expect(
            !rows_.empty() || !(question_.parts.zero_window || question_.parts.narrows || question_.parts.test == test_rule::leaf_table),
            "outcomes for this search", 0
        );
        control limited;
        read_limits(limits, limited);
        question_.nodes = limited.nodes;
        question_.seconds = limited.seconds;
        question_.depth = limited.depth;
        question_.position = position_.data();
        question_.position_count = position_.size();
        question_.side_of = side_of_.data();
        question_.players = side_of_.size();
        choose(field<std::uintptr_t>(rules, "native"), field<std::uintptr_t>(rules, "entry"));
        question_.asker = this;
        question_.poll = [](void* me, std::uint64_t visited) noexcept { return of(me).poll(visited); };
        question_.score = [](void* me, const std::int64_t* outcome, std::size_t count, std::int32_t* scores) noexcept {
            return of(me).score(outcome, count, scores);
        };
        question_.found = [](void* me, const own_answer* answer) noexcept { of(me).keep(*answer); };
        question_.counted = [](void* me, std::uint64_t high, std::uint64_t low) noexcept {
            of(me).counts_.push_back({high, low});
        };
        question_.seen = [](void* me, const own_facts* facts) noexcept { of(me).keep(*facts); };
        question_.wrong = [](void* me, const char* message) noexcept { of(me).message_ = message; };
    }
    own_call(const own_call&) = delete;
    own_call& operator=(const own_call&) = delete;

    /// The record, and the scores of its answer, if that is an outcome, and of its other values.
    nb::tuple search(kept_table& kept) {
        ask(kept, [&] { return entry_->search(&question_); });
        return nb::make_tuple(written(found_, found_.line), scores_);
    }

    /// High and low half of each count; none of them if it was stopped.
    nb::object count(int depth) {
        kept_table kept;
        if (!ask(kept, [&] { return entry_->count(&question_, depth); })) return nb::none();
        nb::list halves;
        for (const auto& [high, low] : counts_) halves.append(nb::make_tuple(high, low));
        return halves;
    }

    nb::dict look() {
        kept_table kept;
        question_.parts.narrows = true;
        ask(kept, [&] { return entry_->look(&question_); });
        nb::dict facts;
        facts["over"] = over_;
        facts["side"] = side_;
        facts["plies_left"] = plies_left_;
        facts["scores"] = scores_;
        facts["allowed"] = allowed_;
        facts["key"] = key_;
        facts["state"] = states_.empty() ? nb::bytes("", 0) : states_[0];
        nb::list after;
        for (std::size_t at = 1; at < states_.size(); ++at) after.append(states_[at]);
        facts["after"] = after;
        facts["text"] = nb::steal(PyUnicode_DecodeUTF8(text_.data(), static_cast<Py_ssize_t>(text_.size()), "replace"));
        return facts;
    }

private:
    static own_call& of(void* me) { return *static_cast<own_call*>(me); }

    void read_outcomes(const std::vector<std::vector<std::int64_t>>& outcomes, const score_rows& scores) {
        check(scores, outcomes.size(), question_.sides);
        for (const auto& outcome : outcomes) {
            outcomes_.push_back(static_cast<std::int64_t>(outcome.size()));
            outcomes_.insert(outcomes_.end(), outcome.begin(), outcome.end());
        }
        for (const auto& row : scores.rows) rows_.insert(rows_.end(), row.begin(), row.end());
        question_.outcomes = outcomes_.data();
        question_.rows = rows_.data();
        question_.outcome_count = outcomes.size();
        question_.max_sum = scores.max_sum;
        question_.delta = scores.delta;
    }

    /// A native game, whose functions are checked, or a library that was built.
    void choose(std::uintptr_t native, std::uintptr_t entry) {
        expect((native == 0) != (entry == 0), "a native game or a built one", 0);
        if (native) {
            native_ = *reinterpret_cast<const kibitz_native_game*>(native);
            check(native_);
            expect(question_.own_order < 0 || native_.order, "the function order", question_.own_order);
            expect(question_.own_leaf < 0 || native_.estimate, "the function estimate", question_.own_leaf);
            question_.native = &native_;
            entry_ = &native_entry(native_, question_.sides);
            return;
        }
        entry_ = reinterpret_cast<const own_entry*>(entry);
        expect(entry_->question_size == sizeof(own_question), "a library that this version has built", static_cast<std::int64_t>(entry_->question_size));
        expect(static_cast<std::int64_t>(question_.sides) <= entry_->sides, "fewer sides", static_cast<std::int64_t>(question_.sides));
        expect(question_.own_order < entry_->orders, "orders of the built game", question_.own_order);
        expect(question_.own_leaf < entry_->estimates, "estimates of the built game", question_.own_leaf);
    }

    /// Whether it came to an end; what went wrong is thrown.
    template <class Call>
    bool ask(kept_table& kept, Call call) {
        stack_guard().check();
        if (kept.as<kept_there>(entry_).entry != entry_) kept = kept_table();  // of another library
        question_.kept = kept.as<kept_there>(entry_).held;
        std::int32_t ended;
        {
            const nb::gil_scoped_release unlock;
            ended = call();
        }
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        switch (static_cast<own_end>(ended)) {
            case own_end::well: return true;
            case own_end::stopped: return false;
            case own_end::refused: throw refused(message_);
            case own_end::too_deep: throw too_deep();
            case own_end::no_memory: throw std::bad_alloc();
            case own_end::failed: break;
        }
        throw refused("expected a game that throws nothing");
    }

    std::int32_t poll(std::uint64_t visited) noexcept {
        try {
            return static_cast<std::int32_t>(ask_whether_to_stop(watch_, visited));
        } catch (...) {
            error_ = std::current_exception();
            return static_cast<std::int32_t>(stopped::cancel);
        }
    }

    std::int32_t score(const std::int64_t* outcome, std::size_t count, std::int32_t* scores) noexcept {
        const nb::gil_scoped_acquire lock;
        try {
            const std::vector<std::int64_t> numbers(outcome, outcome + count);
            const auto found = number<std::vector<std::int32_t>>(score_(numbers), "scores");
            expect_size(found.size(), question_.sides, "a score for each side");
            for (const std::int32_t each : found) expect_between(each, 0, 1 << 28, "scores of 0 to 2^28");
            std::copy(found.begin(), found.end(), scores);
            return 1;
        } catch (...) {
            error_ = std::current_exception();
            return 0;
        }
    }

    void keep(const own_answer& answer) {
        found_.answer = answer.answer;
        found_.line.assign(answer.line, answer.line + answer.plies);
        found_.depth = answer.depth;
        found_.why = static_cast<stopped>(answer.why);
        found_.stats = answer.stats;
        found_.values.assign(answer.numbers, answer.numbers + answer.number_count);
        if (answer.scores) scores_.assign(answer.scores, answer.scores + answer.score_rows * question_.sides);
    }

    void keep(const own_facts& facts) {
        const nb::gil_scoped_acquire lock;
        over_ = facts.over != 0;
        side_ = facts.side;
        plies_left_ = facts.plies_left;
        if (facts.scores) scores_.assign(facts.scores, facts.scores + question_.sides);
        if (facts.allowed) allowed_.assign(facts.allowed, facts.allowed + question_.outcome_count);
        key_.assign(facts.key, facts.key + facts.key_words);
        for (std::size_t at = 0; at <= facts.children; ++at) {
            states_.push_back(nb::bytes(facts.states + at * facts.state_bytes, facts.state_bytes));
        }
        text_ = facts.text;
    }

    nb::object watch_, score_;
    std::vector<std::int64_t> position_, outcomes_;
    std::vector<std::int32_t> side_of_, rows_;
    kibitz_native_game native_{};
    const own_entry* entry_ = nullptr;
    own_question question_;
    std::exception_ptr error_;
    std::string message_, text_;
    record found_;
    std::vector<int> scores_, allowed_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts_;
    std::vector<std::uint64_t> key_;
    std::vector<nb::bytes> states_;
    bool over_ = false;
    int side_ = 0, plies_left_ = -1;
};

nb::tuple no_limits() { return nb::make_tuple(~std::uint64_t{0}, 0.0, 0, true); }

}  // namespace

void define_own(nb::module_& module) {
    module.def(
        "search_own",
        [](const nb::dict& rules, const nb::dict& scores, const nb::dict& parts, const nb::tuple& limits,
           const nb::object& watch, kept_table& kept) {
            return own_call(rules, scores, parts, limits, watch).search(kept);
        },
        nb::arg("rules"), nb::arg("scores"), nb::arg("parts"), nb::arg("limits"), nb::arg("watch"), nb::arg("table")
    );
    module.def(
        "count_own",
        [](const nb::dict& rules, const nb::dict& scores, int depth, const nb::object& watch) {
            expect(depth >= 0, "a depth of 0 and more", depth);
            return own_call(rules, scores, nb::dict(), no_limits(), watch).count(depth);
        },
        nb::arg("rules"), nb::arg("scores"), nb::arg("depth"), nb::arg("watch")
    );
    module.def(
        "look_own",
        [](const nb::dict& rules, const nb::dict& scores) {
            return own_call(rules, scores, nb::dict(), no_limits(), nb::none()).look();
        },
        nb::arg("rules"), nb::arg("scores")
    );
}

}  // namespace kibitz
