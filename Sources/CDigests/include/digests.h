// SHA-256 (FIPS 180-4), for files that are told apart by it and for what `sha256sum` is to check.
#ifndef DIGESTS_H
#define DIGESTS_H

#include <stddef.h>
#include <stdint.h>

#define DIGEST_SHA256_BYTES 32

// What was hashed so far. To be wiped by `digest_sha256_finish`, as it holds the end of what was hashed.
typedef struct {
    uint32_t state[8];
    uint8_t block[64];
    uint64_t count;
} digest_sha256;

// Starts with no bytes.
void digest_sha256_start(digest_sha256 *digest);

// Hashes `count` bytes more.
void digest_sha256_add(digest_sha256 *digest, const void *bytes, size_t count);

// Writes the digest of all bytes to `result`, which has DIGEST_SHA256_BYTES, and wipes what was hashed.
void digest_sha256_finish(digest_sha256 *digest, uint8_t *result);

#endif
