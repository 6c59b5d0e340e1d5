/* A game with all that a native game can have, for test_built.py: in turn players go 1 to 3 steps. */

#include <kibitz/native.h>

enum { MOST = 6 };

typedef struct {
    int32_t players, left, turn, last;
    int32_t steps[MOST];
} state;

static int32_t start(const int64_t *numbers, int32_t count, void *memory) {
    state *s = memory;
    if (count < 4 || numbers[0] > MOST || count != 4 + numbers[0]) return 0;
    s->players = numbers[0], s->left = numbers[1], s->turn = numbers[2], s->last = numbers[3];
    for (int at = 0; at < s->players; ++at) s->steps[at] = numbers[4 + at];
    return 1;
}

static int32_t over(const void *memory) { return ((const state *)memory)->left == 0; }
static int32_t turn(const void *memory) { return ((const state *)memory)->turn; }
static int32_t plies_left(const void *memory) { return ((const state *)memory)->left; }

/* Not as many steps as the player before. */
static int32_t moves(const void *memory, int32_t *found, int32_t room) {
    const state *s = memory;
    int count = 0;
    for (int steps = 1; steps <= 3 && count < room; ++steps) {
        if (steps != s->last) found[count++] = steps;
    }
    return count;
}

static void play(void *memory, int32_t move) {
    state *s = memory;
    s->steps[s->turn] = (s->steps[s->turn] + move) % 5;
    s->last = move;
    s->turn = (s->turn + 1) % s->players;
    --s->left;
}

static int32_t outcome(const void *memory, int64_t *numbers) {
    const state *s = memory;
    for (int at = 0; at < s->players; ++at) numbers[at] = s->steps[at];
    return s->players;
}

/* Steps so far; or as if all went one more. */
static int32_t estimate(const void *memory, int32_t which, int64_t *numbers) {
    const int count = outcome(memory, numbers);
    for (int at = 0; at < count; ++at) numbers[at] = (numbers[at] + which) % 5;
    return count;
}

/* Long steps first; or two steps first. */
static void order(const void *memory, int32_t which, int32_t *found, int32_t count) {
    (void)memory;
    for (int at = 1; at < count; ++at) {
        for (int to = at; to > 0; --to) {
            const int32_t one = found[to - 1], two = found[to];
            if (which == 0 ? one >= two : one == 2 || two != 2) break;
            found[to - 1] = two, found[to] = one;
        }
    }
}

static int32_t text(const void *memory, char *text, int32_t room) {
    const char digit = '0' + ((const state *)memory)->left % 10;
    if (room > 0) text[0] = digit;
    return 1;
}

const kibitz_native_game kibitz_game = {
    .version = KIBITZ_NATIVE_VERSION,
    .state_bytes = sizeof(state),
    .most_moves = 3,
    .outcome_numbers = MOST,
    .start = start,
    .over = over,
    .turn = turn,
    .moves = moves,
    .play = play,
    .outcome = outcome,
    .order = order,
    .estimate = estimate,
    .plies_left = plies_left,
    .text = text,
};
