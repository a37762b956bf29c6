// Nettle, and what of it does not reach Swift alike in every version: nettle 4 dropped the length of a digest from every
// function that makes one.
#pragma once
#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

#if NETTLE_VERSION_MAJOR >= 4
#define LATCHKEY_DIGEST(function, context, length, digest) function(context, digest)
#else
#define LATCHKEY_DIGEST(function, context, length, digest) function(context, length, digest)
#endif

static inline void latchkey_sha256(size_t length, const uint8_t *bytes, uint8_t *digest) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    LATCHKEY_DIGEST(sha256_digest, &context, SHA256_DIGEST_SIZE, digest);
}

static inline void latchkey_sha224(size_t length, const uint8_t *bytes, uint8_t *digest) {
    struct sha224_ctx context;
    sha224_init(&context);
    sha224_update(&context, length, bytes);
    LATCHKEY_DIGEST(sha224_digest, &context, SHA224_DIGEST_SIZE, digest);
}

static inline void latchkey_hmac_sha1(
    size_t key_length, const uint8_t *key, size_t length, const uint8_t *bytes, uint8_t *digest) {
    struct hmac_sha1_ctx context;
    hmac_sha1_set_key(&context, key_length, key);
    hmac_sha1_update(&context, length, bytes);
    LATCHKEY_DIGEST(hmac_sha1_digest, &context, SHA1_DIGEST_SIZE, digest);
}
