/* A game as functions over plain memory, for every search of Kibitz.

   Fill the struct in C, C++, Rust or with Numba, and name it in Python by `kibitz.NativeGame`.
   A state is so many bytes without pointers: equal positions have equal bytes. Its memory is
   zeroed before `start`, and copied before `play`, which changes the copy. A move is any number;
   Kibitz only hands it back. The move at place k of the list is the move at place k of `moves()`
   of the Python position. Nothing may be thrown, and nothing kept between calls: several threads
   may call at once. */

#ifndef KIBITZ_NATIVE_H
#define KIBITZ_NATIVE_H

#include <stdint.h>

#define KIBITZ_NATIVE_VERSION 1

typedef struct kibitz_native_game {
    uint32_t version;        /* KIBITZ_NATIVE_VERSION */
    int32_t state_bytes;     /* of a state: 1 to 1024 */
    int32_t most_moves;      /* that a position can have: 1 to 65536 */
    int32_t outcome_numbers; /* that an outcome can have: 1 to 64 */
    int32_t key_words;       /* that `key` writes: 1 to 128; 0 without it */
    int32_t reserved;        /* 0 */

    /* Read a position from the numbers that `as_numbers()` of the Python position gives; 0 if they
       are none, which is refused. */
    int32_t (*start)(const int64_t *numbers, int32_t count, void *state);
    /* Whether the game has ended: not 0. */
    int32_t (*over)(const void *state);
    /* The player to move, before the end. */
    int32_t (*turn)(const void *state);
    /* List the moves, before the end; the answer is how many there are, at most `room`. */
    int32_t (*moves)(const void *state, int32_t *moves, int32_t room);
    /* Make one of them. */
    void (*play)(void *state, int32_t move);
    /* At the end, the outcome as the Python position has it: its numbers, and how many. */
    int32_t (*outcome)(const void *state, int64_t *numbers);

    /* All below may be null.

       All that the future depends on, as `key()` says it; without it the whole state. */
    void (*key)(const void *state, uint64_t *words);
    /* What `allows` depends on in one word, and whether an outcome can still come about then:
       not 0. Both or neither. */
    uint64_t (*progress)(const void *state);
    int32_t (*allows)(uint64_t progress, const int64_t *outcome, int32_t count);
    /* Put a list of moves into one of the own orders, by its place in `orders`. */
    void (*order)(const void *state, int32_t which, int32_t *moves, int32_t count);
    /* The outcome to expect, by one of the own rules, by its place in `estimates`. */
    int32_t (*estimate)(const void *state, int32_t which, int64_t *numbers);
    /* After how many moves the game is over, where that is certain; -1 where it is not. */
    int32_t (*plies_left)(const void *state);
    /* A state for people, in messages of `kibitz check`; how many characters, at most `room`. */
    int32_t (*text)(const void *state, char *text, int32_t room);
} kibitz_native_game;

#endif
