// What an event loop needs of the system and Swift's Glibc module leaves out.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/syscall.h>

// glibc shows it to GNU's extensions alone.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
#endif

/// Takes a connection that neither blocks nor is inherited; -1 with `errno` where there is none.
static inline int accept_connection(int listening, struct sockaddr *address, socklen_t *length) {
#if defined(__linux__)
    return accept4(listening, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    int descriptor = accept(listening, address, length);
    if (descriptor < 0) return -1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
#if defined(SO_NOSIGPIPE)
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    return descriptor;
#endif
}

/// Acknowledges what has arrived at once instead of with the next data, for clients that wait for it (RFC 9293, section 3.7.4).
static inline void acknowledge_at_once(int descriptor) {
#if defined(__linux__)
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
#endif
}

/// The number of processors that this process may run on, fewer than the machine has where a container or `taskset` allows
/// fewer; 0 where the system does not say. (The C library's own call is one that only GNU's extensions show.)
static inline unsigned int allowed_processors(void) {
    unsigned int count = 0;
#if defined(__linux__)
    unsigned long mask[128] = {0};
    long length = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    for (long index = 0; index < length / (long) sizeof *mask; index++) {
        count += (unsigned int) __builtin_popcountl(mask[index]);
    }
#endif
    return count;
}

// The flags of an interface, which are macros on one system and an enumeration on the other.
static inline unsigned int interface_is_up(void) { return IFF_UP; }
static inline unsigned int interface_is_private(void) { return IFF_LOOPBACK | IFF_POINTOPOINT; }
