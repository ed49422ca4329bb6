/* The loops that read labels of one size; see `table_kernels.c`. */

/* The rows that share a label with a row of `fails`, each label being a bit of `bits`. */
KERNEL void NAME(by_bits)(
    const uint8_t *fails, const LABEL *labels, uint64_t *bits, uint8_t *found, int64_t rows
) {
    for (int64_t row = 0; row < rows; row++)
        if (fails[row]) mark(bits, (uint64_t)labels[row]);
    for (int64_t row = 0; row < rows; row++) found[row] = is_marked(bits, (uint64_t)labels[row]);
}

static inline uint64_t NAME(cell)(
    const LABEL *const *views, const int64_t *starts, int64_t agent, int64_t row
) {
    return (uint64_t)(starts[agent] + views[agent][row]);
}

/* Mark the cells with a row of `fails`; the rows that may still be reached, in `left`. */
static int64_t NAME(spread_once)(
    const uint8_t *fails, const LABEL *const *views, const int64_t *starts, uint64_t *marks,
    uint32_t *left, int64_t rows, int64_t agents
) {
    int64_t count = 0;
    for (int64_t row = 0; row < rows; row++) {
        if (fails[row])
            for (int64_t a = 0; a < agents; a++) mark(marks, NAME(cell)(views, starts, a, row));
        else
            left[count++] = (uint32_t)row;
    }
    return count;
}

/* Mark all cells of rows that are in a marked one; how many rows are in none. */
static int64_t NAME(swept)(
    uint32_t *left, int64_t many, const LABEL *const *views, const int64_t *starts,
    uint64_t *marks, int64_t agents
) {
    int64_t count = 0;
    for (int64_t k = 0; k < many; k++) {
        bool is_reached = false;
        for (int64_t a = 0; a < agents; a++)
            is_reached |= is_marked(marks, NAME(cell)(views, starts, a, left[k]));
        if (is_reached)
            for (int64_t a = 0; a < agents; a++)
                mark(marks, NAME(cell)(views, starts, a, left[k]));
        else
            left[count++] = left[k];
    }
    return count;
}

/* Mark the cells that chains of the rows left join to a marked one. */
static void NAME(join)(
    const uint32_t *left, int64_t count, const LABEL *const *views, const int64_t *starts,
    uint64_t *marks, uint32_t *parent, int64_t agents
) {
    for (int64_t cell = 0; cell < starts[agents]; cell++) parent[cell] = (uint32_t)cell;
    for (int64_t k = 0; k < count; k++) {
        uint32_t first = root(parent, (uint32_t)NAME(cell)(views, starts, 0, left[k]));
        for (int64_t a = 1; a < agents; a++) {
            uint32_t other = root(parent, (uint32_t)NAME(cell)(views, starts, a, left[k]));
            if (first == other) continue;
            if (is_marked(marks, other)) mark(marks, first);
            parent[other] = first;
        }
    }
    for (int64_t k = 0; k < count; k++)
        if (is_marked(marks, root(parent, (uint32_t)NAME(cell)(views, starts, 0, left[k]))))
            for (int64_t a = 0; a < agents; a++)
                mark(marks, NAME(cell)(views, starts, a, left[k]));
}

/* Mark what needs no chains to be joined; how many rows are left, or -1 if all is done. */
KERNEL int64_t NAME(sweep)(
    const uint8_t *fails, const LABEL *const *views, const int64_t *starts, uint64_t *marks,
    uint32_t *left, int64_t rows, int64_t agents
) {
    int64_t count = NAME(spread_once)(fails, views, starts, marks, left, rows, agents);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        int64_t before = count;
        count = NAME(swept)(left, before, views, starts, marks, agents);
        if (count == before) return -1;
    }
    return count;
}

/* Join the chains of the rows left. */
KERNEL void NAME(chains)(
    const uint32_t *left, const LABEL *const *views, const int64_t *starts, uint64_t *marks,
    uint32_t *parent, int64_t count, int64_t agents
) {
    NAME(join)(left, count, views, starts, marks, parent, agents);
}

/* The rows whose cell is marked, by the view that has the first cells. */
KERNEL void NAME(in_marked)(
    const LABEL *view, const uint64_t *marks, uint8_t *found, int64_t rows
) {
    for (int64_t row = 0; row < rows; row++) found[row] = is_marked(marks, (uint64_t)view[row]);
}
