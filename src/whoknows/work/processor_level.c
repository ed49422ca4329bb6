/* Whether this processor has all that the library of level x86-64-v3 uses. */
#include "kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>

KERNEL int64_t is_wide(void) {
    unsigned a, b, c, d, wide, low, high;
    const unsigned first = bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_FMA
                           | bit_MOVBE | bit_F16C | bit_OSXSAVE | bit_AVX;
    if (!__get_cpuid_count(7, 0, &a, &wide, &c, &d)) return 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first) return 0;
    if ((wide & (bit_AVX2 | bit_BMI | bit_BMI2)) != (bit_AVX2 | bit_BMI | bit_BMI2)) return 0;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & bit_LZCNT)) return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6;   /* the system keeps the wide registers */
}
#else
KERNEL int64_t is_wide(void) { return 0; }
#endif
