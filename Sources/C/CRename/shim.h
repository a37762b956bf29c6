// A rename that refuses to replace: Linux and Darwin spell it differently, and the C libraries' Swift modules leave both
// spellings out.
#pragma once
#include <errno.h>
#include <stdio.h>

#if defined(__APPLE__)
int renamex_np(const char *, const char *, unsigned int);
#else
int renameat2(int, const char *, int, const char *, unsigned int);
#endif

static inline int rename_exclusively(const char *from, const char *to) {
#if defined(__APPLE__)
    return renamex_np(from, to, 0x00000004 /* RENAME_EXCL */);
#else
    return renameat2(-100 /* AT_FDCWD */, from, -100, to, 1 /* RENAME_NOREPLACE */);
#endif
}
