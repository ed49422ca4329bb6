/* The loops over all words of a table of worlds; twins in numpy: `world_kernels.py`.

   A table seen along one axis has three sides, before x stacks x after.  `once` has seen a
   world, `twice` a second one, for 64 rows at a time. */
#include "kernels.h"

#define BLOCK 16    /* words of rows whose two accumulators stay in registers */
#define NARROW 256  /* words of rows whose accumulators stay in the fastest memory */

KERNEL void ask(
    uint64_t *words, const int32_t *states, const uint64_t *block, int64_t prefixes,
    int64_t row, int64_t state_count
) {
    (void)state_count;
    for (int64_t p = 0; p < prefixes; p++) {
        uint64_t *restrict seen = words + p * row;
        const uint64_t *restrict kept = block + states[p] * row;
        for (int64_t k = 0; k < row; k++) seen[k] &= kept[k];
    }
}

/* The sole worlds of `width` rows of bits whose words lie `after` apart. */
static inline void sole_block(
    const uint64_t *words, uint64_t *found, int64_t stacks, int64_t after, int64_t width
) {
    uint64_t once[NARROW], twice[NARROW];
    memset(once, 0, width * sizeof *once);
    memset(twice, 0, width * sizeof *twice);
    for (int64_t s = 0; s < stacks; s++)
        for (int64_t b = 0; b < width; b++) {
            uint64_t seen = words[s * after + b];
            twice[b] |= once[b] & seen;
            once[b] |= seen;
        }
    for (int64_t b = 0; b < width; b++) found[b] = once[b] & ~twice[b];
}

KERNEL void sole(
    const uint64_t *words, uint64_t *found, int64_t before, int64_t stacks, int64_t after
) {
    for (int64_t a = 0; a < before; a++) {
        const uint64_t *from = words + a * stacks * after;
        uint64_t *to = found + a * after;
        if (after == 1) { /* in registers */
            sole_block(from, to, stacks, 1, 1);
            continue;
        }
        int64_t b = 0;
        if (after > NARROW) /* in registers too */
            for (; b + BLOCK <= after; b += BLOCK) sole_block(from + b, to + b, stacks, after, BLOCK);
        if (b < after) sole_block(from + b, to + b, stacks, after, after - b);
    }
}

/* A word of ones for every row of bits that holds exactly one world. */
KERNEL void sole_last(const uint64_t *words, uint64_t *found, int64_t rows, int64_t count) {
    if (count == 1) { /* many rows at a stroke */
        for (int64_t a = 0; a < rows; a++)
            found[a] = words[a] && !(words[a] & (words[a] - 1)) ? ~(uint64_t)0 : 0;
        return;
    }
    for (int64_t a = 0; a < rows; a++) {
        uint64_t once = 0, twice = 0;
        for (int64_t k = 0; k < count; k++) {
            uint64_t seen = words[a * count + k];
            twice |= (seen & (seen - 1)) | (once && seen);
            once |= seen;
        }
        found[a] = once && !twice ? ~(uint64_t)0 : 0;
    }
}

/* Keep the worlds of `mask` in a row; those that went. */
static inline uint64_t keep_in(
    uint64_t *restrict row, const uint64_t *restrict mask, uint64_t flip, int64_t width
) {
    uint64_t gone = 0;
    for (int64_t b = 0; b < width; b++) {
        uint64_t kept = row[b] & (mask[b] ^ flip);
        gone |= row[b] ^ kept;
        row[b] = kept;
    }
    return gone;
}

/* Keep the worlds of one word in a row; those that went. */
static inline uint64_t keep_same(uint64_t *row, uint64_t mask, int64_t width) {
    uint64_t gone = 0;
    for (int64_t k = 0; k < width; k++) {
        uint64_t kept = row[k] & mask;
        gone |= row[k] ^ kept;
        row[k] = kept;
    }
    return gone;
}

KERNEL int64_t keep(
    uint64_t *words, const uint64_t *sole, int64_t solved, int64_t before, int64_t stacks,
    int64_t after
) {
    const uint64_t flip = solved ? 0 : ~(uint64_t)0;
    uint64_t gone = 0;
    for (int64_t a = 0; a < before; a++) {
        uint64_t *from = words + a * stacks * after;
        if (after == 1) {
            gone |= keep_same(from, sole[a] ^ flip, stacks);
            continue;
        }
        for (int64_t s = 0; s < stacks; s++)
            gone |= keep_in(from + s * after, sole + a * after, flip, after);
    }
    return gone != 0;
}

/* Where the stacks are the bits of the words: one mask for each row of them. */
KERNEL int64_t keep_last(
    uint64_t *words, const uint64_t *sole, int64_t solved, int64_t rows, int64_t count
) {
    const uint64_t flip = solved ? 0 : ~(uint64_t)0;
    uint64_t gone = 0;
    if (count == 1) return keep_in(words, sole, flip, rows) != 0;
    for (int64_t a = 0; a < rows; a++)
        gone |= keep_same(words + a * count, sole[a] ^ flip, count);
    return gone != 0;
}

/* Let the middle coordinate be anything, wherever it could be `stack`. */
KERNEL void free_stack(
    uint64_t *words, int64_t stack, int64_t before, int64_t stacks, int64_t after
) {
    for (int64_t a = 0; a < before; a++) {
        uint64_t *row = words + a * stacks * after;
        if (after == 1) {
            const uint64_t kept = row[stack];
            for (int64_t s = 0; s < stacks; s++) row[s] = kept;
            continue;
        }
        for (int64_t s = 0; s < stacks; s++)
            if (s != stack)
                for (int64_t b = 0; b < after; b++) row[s * after + b] = row[stack * after + b];
    }
}
