// What of libmicrohttpd does not reach Swift: variadic functions, and constants behind deprecation macros.
#pragma once
#include <microhttpd.h>
#include <stdint.h>

/// Everything that a daemon of ours is started with.
struct listener_setup {
    /// Bound, listening and not blocking; the daemon closes it.
    int socket;
    unsigned int threads;
    unsigned int connections;
    /// Seconds without a byte until a connection is closed.
    unsigned int idle;
    /// Bytes for the head of a request and of its answer.
    size_t memory;
    void *(*target)(void *, const char *, struct MHD_Connection *);
    MHD_AccessHandlerCallback answer;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *context;
};

static inline struct MHD_Daemon *listener_start(const struct listener_setup *setup) {
    // Threads of the daemon's own, woken through a descriptor so that suspended connections go on at once; epoll where
    // there is one. TURBO reads a new connection before asking whether there is something to read.
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_SUSPEND_RESUME;
    if (MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES) {
        flags |= MHD_USE_EPOLL | MHD_USE_TURBO;
    } else {
        flags |= MHD_USE_POLL;
    }
    struct MHD_OptionItem pool[] = {
        {setup->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, setup->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        flags, 0, NULL, NULL, setup->answer, setup->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket) setup->socket,
        MHD_OPTION_CONNECTION_LIMIT, setup->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, setup->idle,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->memory,
        MHD_OPTION_URI_LOG_CALLBACK, setup->target, setup->context,
        MHD_OPTION_NOTIFY_COMPLETED, setup->completed, setup->context,
        MHD_OPTION_NOTIFY_CONNECTION, setup->connection, setup->context,
        MHD_OPTION_ARRAY, pool,
        MHD_OPTION_END);
}

/// The pointer that the connection callback left with a connection.
static inline void *listener_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static inline int listener_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int) info->connect_fd : -1;
}

static inline const struct sockaddr *listener_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// The length of the request's head in bytes.
static inline size_t listener_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline void listener_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, each, context);
}

/// A response with a copy of the bytes.
static inline struct MHD_Response *listener_response(const void *bytes, size_t length) {
    return MHD_create_response_from_buffer(length, (void *) (uintptr_t) bytes, MHD_RESPMEM_MUST_COPY);
}

static inline struct MHD_Response *listener_stream(
    MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback free) {
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read, context, free);
}

static inline int listener_is_start(enum MHD_ConnectionNotificationCode change) {
    return change == MHD_CONNECTION_NOTIFY_STARTED;
}

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// The number of processors that this process may run on, fewer than the machine has where a container or `taskset` allows
/// fewer; 0 where the system does not say. (The C library's own call is one that only GNU's extensions show.)
static inline unsigned int listener_processors(void) {
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
