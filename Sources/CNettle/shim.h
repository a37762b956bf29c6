// Nettle 4 dropped the length of a digest from every function that makes one.
#pragma once
#include <nettle/sha2.h>
#include <nettle/version.h>

static inline void sha256_of(size_t length, const uint8_t *bytes, uint8_t *digest) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, bytes);
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(&context, digest);
#else
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
#endif
}
