// What of nettle changes or does not reach Swift: nettle 4 dropped the length of a digest from every function that makes
// one.
#pragma once
#include <nettle/pbkdf2.h>
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

// A macro renames the function, which keeps its name from Swift.
static inline void pbkdf2_sha256_of(
    size_t key_length, const uint8_t *key, unsigned iterations, size_t salt_length, const uint8_t *salt, size_t length,
    uint8_t *derived
) {
    pbkdf2_hmac_sha256(key_length, key, iterations, salt_length, salt, length, derived);
}

static inline void sha224_of(size_t length, const uint8_t *bytes, uint8_t *digest) {
    struct sha224_ctx context;
    sha224_init(&context);
    sha224_update(&context, length, bytes);
#if NETTLE_VERSION_MAJOR >= 4
    sha224_digest(&context, digest);
#else
    sha224_digest(&context, SHA224_DIGEST_SIZE, digest);
#endif
}
