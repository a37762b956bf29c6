// getopt_long keeps its state in globals, which Swift 6 rightly refuses to touch, and the C libraries differ in how a
// scan begins afresh; both stay behind these functions.
#pragma once
#include <getopt.h>

static inline void getopt_begin(void) {
#if defined(__APPLE__) || defined(__FreeBSD__)
    optreset = 1;
    optind = 1;
#else
    // Glibc and musl take 0 for "forget the last scan".
    optind = 0;
#endif
    opterr = 0;
}

static inline int getopt_index(void) { return optind; }
static inline void getopt_skip(void) { optind++; }
static inline int getopt_rejected(void) { return optopt; }
static inline const char *getopt_value(void) { return optarg; }

// The variables of the process, which C libraries keep in a global too.
#if defined(__APPLE__)
#include <crt_externs.h>
static inline char **process_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;
static inline char **process_environment(void) { return environ; }
#endif
