// What the C library's Swift module leaves out of <malloc.h>.
#pragma once
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Gives memory that was freed back to the system. Other libraries than glibc do so by themselves.
static inline void give_back_freed_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}
