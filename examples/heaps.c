/* Heaps at native speed, for fast_heaps.py: a shared library with one struct.

   cc -O2 -shared -fPIC -I$(python -c "import kibitz; print(kibitz.include_folder())") heaps.c -o heaps.so */

#include <kibitz/native.h>

enum { MOST = 8 }; /* heaps and players */

typedef struct {
    int8_t heaps, players, turn;
    int8_t heap[MOST], won[MOST];
} state;

/* As as_numbers(): how many heaps, how many players, the turn, then heaps and won. */
static int32_t start(const int64_t *numbers, int32_t count, void *memory) {
    state *s = memory;
    if (count < 3 || numbers[0] > MOST || numbers[1] > MOST || count != 3 + numbers[0] + numbers[1]) return 0;
    for (int at = 0; at < count; ++at) {
        if (numbers[at] < 0 || numbers[at] > 100) return 0;
    }
    s->heaps = numbers[0], s->players = numbers[1], s->turn = numbers[2];
    for (int at = 0; at < s->heaps; ++at) s->heap[at] = numbers[3 + at];
    for (int at = 0; at < s->players; ++at) s->won[at] = numbers[3 + s->heaps + at];
    return 1;
}

static int32_t over(const void *memory) {
    const state *s = memory;
    for (int at = 0; at < s->heaps; ++at) {
        if (s->heap[at]) return 0;
    }
    return 1;
}

static int32_t turn(const void *memory) { return ((const state *)memory)->turn; }

/* A move is twice the size of a heap, and 1 more if two stones are taken. */
static int32_t moves(const void *memory, int32_t *found, int32_t room) {
    const state *s = memory;
    int count = 0;
    (void)room; /* there are never more than 2 * MOST */
    for (int last = 0, size = 0; size < 127; last = size) {
        size = 127; /* the next larger one */
        for (int at = 0; at < s->heaps; ++at) {
            if (s->heap[at] > last && s->heap[at] < size) size = s->heap[at];
        }
        if (size < 127) found[count++] = 2 * size;
        if (size < 127 && size > 1) found[count++] = 2 * size + 1;
    }
    return count;
}

static void play(void *memory, int32_t move) {
    state *s = memory;
    const int size = move / 2, taken = move % 2 + 1;
    int at = 0;
    while (s->heap[at] != size) ++at;
    s->heap[at] -= taken;
    s->won[s->turn] += size == taken;
    s->turn = (s->turn + 1) % s->players;
}

static int32_t outcome(const void *memory, int64_t *numbers) {
    const state *s = memory;
    for (int at = 0; at < s->players; ++at) numbers[at] = s->won[at];
    return s->players;
}

/* What follows is optional. The places of the heaps do not matter: sorted they are the key. */
static void key(const void *memory, uint64_t *words) {
    state s = *(const state *)memory;
    words[0] = words[1] = words[2] = 0;
    for (int at = 1; at < s.heaps; ++at) {
        for (int to = at; to > 0 && s.heap[to - 1] > s.heap[to]; --to) {
            const int8_t larger = s.heap[to - 1];
            s.heap[to - 1] = s.heap[to], s.heap[to] = larger;
        }
    }
    for (int at = 0; at < s.heaps; ++at) words[0] |= (uint64_t)s.heap[at] << 8 * at;
    for (int at = 0; at < s.players; ++at) words[1] |= (uint64_t)s.won[at] << 8 * at;
    words[2] = s.turn;
}

/* Nobody loses a heap that was won. */
static uint64_t progress(const void *memory) {
    uint64_t won = 0;
    for (int at = 0; at < MOST; ++at) won |= (uint64_t)((const state *)memory)->won[at] << 8 * at;
    return won;
}

static int32_t allows(uint64_t progress, const int64_t *end, int32_t count) {
    for (int at = 0; at < count; ++at) {
        if (end[at] < (int64_t)(progress >> 8 * at & 0xFF)) return 0;
    }
    return 1;
}

const kibitz_native_game kibitz_game = {
    .version = KIBITZ_NATIVE_VERSION,
    .state_bytes = sizeof(state),
    .most_moves = 2 * MOST,
    .outcome_numbers = MOST,
    .key_words = 3,
    .start = start,
    .over = over,
    .turn = turn,
    .moves = moves,
    .play = play,
    .outcome = outcome,
    .key = key,
    .progress = progress,
    .allows = allows,
};
