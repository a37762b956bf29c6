// What the C library's Swift module leaves out of <malloc.h>, and calls that it cannot make.
#pragma once
#include <stdlib.h>
#include <sys/resource.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Gives memory that was freed back to the system. Other libraries than glibc do so by themselves.
static inline void give_back_freed_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

/// Gives memory back when it is freed, from 1 MB on. By itself glibc keeps twice the largest array that was ever freed in each of
/// its arenas, and merges the small pieces only by chance: 14 MB after loading 2,000 apps.
static inline void keep_little_freed_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_MXFAST, 0);
#endif
}

/// Allocates from one arena. Each further one reserves 64 MB of addresses whatever it holds, so that under a limit on addresses
/// it depends on chance whether the process has them left.
static inline void allocate_from_one_arena(void) {
#if defined(__GLIBC__)
    mallopt(M_ARENA_MAX, 1);
#endif
}

/// Has the system write no core of the process, whose memory holds what clients sent.
static inline void forbid_core_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#if defined(__linux__)
    // A program that cores are piped to is not held by the limit.
    prctl(PR_SET_DUMPABLE, 0);
#endif
}
