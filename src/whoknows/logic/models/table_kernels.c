/* Loops for tables of millions of worlds: what a group knows, D and C.

   Labels are of 32 or 64 bits; what depends on that is in `table_label_kernels.h`, included
   once for each.  Twins in numpy: `spread_jointly` and `components` of `table.py`. */
#include "kernels.h"

#define FACTOR 0x9E3779B97F4A7C15u /* odd, its bits well mixed: 2^64 over the golden ratio */
#define PIECE_BITS 8               /* rows with larger labels are parted by so many bits */
#define PIECES (1 << PIECE_BITS)
#define SWEEPS 4                   /* over rows that nothing has reached, before chains */

static inline bool is_marked(const uint64_t *marks, uint64_t cell) {
    return marks[cell >> 6] >> (cell & 63) & 1;
}

static inline void mark(uint64_t *marks, uint64_t cell) {
    marks[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

/* The cell that stands for all cells joined to one; the way to it is made shorter. */
static inline uint32_t root(uint32_t *parent, uint32_t cell) {
    while (parent[cell] != cell) {
        parent[cell] = parent[parent[cell]];
        cell = parent[cell];
    }
    return cell;
}

#define LABEL int32_t
#define NAME(name) name##_32
#include "table_label_kernels.h"
#undef LABEL
#undef NAME
#define LABEL int64_t
#define NAME(name) name##_64
#include "table_label_kernels.h"

/* Find the rows of a piece whose key a row of `fails` has, in an empty hash table. */
static void share_in(
    const int64_t *keys, const uint32_t *rows, int64_t count, int64_t *table, int bits,
    uint8_t *found
) {
    const uint64_t last = ((uint64_t)1 << bits) - 1;
    for (uint32_t wanted = 1; wanted < 2; wanted--) { /* first put `fails` in, then ask */
        for (int64_t k = 0; k < count; k++) {
            if ((rows[k] & 1) != wanted) continue;
            uint64_t slot = ((uint64_t)keys[k] * FACTOR << PIECE_BITS) >> (64 - bits);
            while (table[slot] != -1 && table[slot] != keys[k]) slot = (slot + 1) & last;
            if (wanted) table[slot] = keys[k];
            else found[rows[k] >> 1] = table[slot] == keys[k];
        }
    }
}

/* How many rows each piece has, into `starts`: where the pieces start; the largest one. */
KERNEL int64_t count_pieces(const int64_t *labels, int64_t *starts, int64_t rows) {
    int64_t largest = 0;
    memset(starts, 0, (PIECES + 1) * sizeof *starts);
    for (int64_t row = 0; row < rows; row++)
        starts[((uint64_t)labels[row] * FACTOR >> (64 - PIECE_BITS)) + 1]++;
    for (int piece = 1; piece <= PIECES; piece++) {
        if (starts[piece] > largest) largest = starts[piece];
        starts[piece] += starts[piece - 1];
    }
    return largest;
}

/* The rows that share a label, by a hash table of 2^bits slots for each of many pieces. */
KERNEL void by_pieces(
    const uint8_t *fails, const int64_t *labels, const int64_t *starts, int64_t *keys,
    uint32_t *order, int64_t *table, uint8_t *found, int64_t bits, int64_t rows
) {
    int64_t place[PIECES];
    memcpy(place, starts, sizeof place);
    for (int64_t row = 0; row < rows; row++) {
        uint64_t home = (uint64_t)labels[row] * FACTOR >> (64 - PIECE_BITS);
        keys[place[home]] = labels[row];
        order[place[home]++] = (uint32_t)row << 1 | (fails[row] != 0); /* a bool may be 255 */
    }
    for (int64_t row = 0; row < rows; row++) found[row] = fails[row] != 0;
    for (int piece = 0; piece < PIECES; piece++) {
        int64_t start = starts[piece];
        memset(table, 0xff, sizeof *table << bits);
        share_in(keys + start, order + start, starts[piece + 1] - start, table, (int)bits, found);
    }
}
