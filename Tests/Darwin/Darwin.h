// What of Darwin's C library the sources for Darwin use, declared as its manual pages say, with the nullability of its headers:
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/. `test_darwin.py` checks the types of
// these sources against it on Linux. Only types count: the values of constants and the layout of structures are not Darwin's.
#pragma once
#include <stddef.h>
#include <stdint.h>

// close(2), fcntl(2), intro(2). Swift's overlay declares `errno`, `environ`, and `fcntl` with a number.
static const int32_t F_SETFD = 2, FD_CLOEXEC = 1, EINTR = 4;
#define VARIABLE __attribute__((swift_attr("nonisolated(unsafe)")))
extern int errno VARIABLE;
extern char *_Nullable *_Nonnull environ VARIABLE;
int close(int);
int fcntl(int, int, int);
void free(void *_Nullable);
char *_Nullable strdup(const char *_Nonnull);

// stat(2), clock_gettime(3)
typedef int32_t pid_t;
typedef uint16_t mode_t;
typedef int64_t off_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
struct timespec {
    long tv_sec;
    long tv_nsec;
};
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    ino_t st_ino;
    struct timespec st_mtimespec;
    off_t st_size;
};
typedef enum { CLOCK_REALTIME } clockid_t;

// socket(2)
static const int32_t SOCK_STREAM = 1, SOCK_DGRAM = 2;

// getrlimit(2)
static const int32_t RLIMIT_NOFILE = 8, RLIMIT_AS = 5;

// pthread_create(3), pthread_join(3)
typedef struct _opaque_pthread_t *pthread_t;
struct _opaque_pthread_t {
    long __sig;
};
typedef struct _opaque_pthread_attr_t {
    long __sig;
} pthread_attr_t;
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);

// posix_spawn(2), posix_spawnattr_init(3), sigsetops(3)
typedef void *posix_spawnattr_t;
typedef uint32_t sigset_t;
static const int32_t POSIX_SPAWN_SETPGROUP = 2, POSIX_SPAWN_SETSIGMASK = 8;
int posix_spawnattr_init(posix_spawnattr_t _Nullable *_Nonnull);
int posix_spawnattr_destroy(posix_spawnattr_t _Nullable *_Nonnull);
int posix_spawnattr_setsigmask(posix_spawnattr_t _Nullable *_Nonnull, const sigset_t *_Nonnull);
int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable *_Nonnull, pid_t);
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable *_Nonnull, short);
int posix_spawn(
    pid_t *_Nullable, const char *_Nonnull, const void *_Nullable, const posix_spawnattr_t _Nullable *_Nullable,
    char *const _Nullable *_Nonnull, char *const _Nullable *_Nullable);
int posix_spawnp(
    pid_t *_Nullable, const char *_Nonnull, const void *_Nullable, const posix_spawnattr_t _Nullable *_Nullable,
    char *const _Nullable *_Nonnull, char *const _Nullable *_Nullable);
// waitpid(2)
pid_t waitpid(pid_t, int *_Nullable, int);
int sigemptyset(sigset_t *_Nonnull);

// kqueue(2)
struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *_Nullable udata;
};
static const int32_t EVFILT_READ = -1, EVFILT_WRITE = -2, EV_ADD = 1, EV_DELETE = 2;
int kqueue(void);
int kevent(
    int, const struct kevent *_Nullable, int, struct kevent *_Nullable, int, const struct timespec *_Nullable);
