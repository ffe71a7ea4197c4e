#include "digests.h"

#include <string.h>

// FIPS 180-4, 4.2.2.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t value, int count) {
    return value >> count | value << (32 - count);
}

static inline uint32_t load(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline void store(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(value >> (24 - 8 * index));
}

// FIPS 180-4, 6.2.2, for each block of `count`.
static void add_blocks(uint32_t *state, const uint8_t *bytes, size_t count) {
    uint32_t words[64];
    for (; count > 0; count--, bytes += 64) {
        for (int t = 0; t < 16; t++) words[t] = load(bytes + 4 * t);
        for (int t = 16; t < 64; t++) {
            uint32_t early = words[t - 15], late = words[t - 2];
            uint32_t sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3;
            uint32_t sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10;
            words[t] = sigma1 + words[t - 7] + sigma0 + words[t - 16];
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int t = 0; t < 64; t++) {
            uint32_t sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
            uint32_t first = h + sum1 + ((e & f) ^ (~e & g)) + constants[t] + words[t];
            uint32_t sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
            uint32_t second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first;
            d = c, c = b, b = a, a = first + second;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
    explicit_bzero(words, sizeof words);
}

void digest_sha256_start(digest_sha256 *digest) {
    // FIPS 180-4, 5.3.3.
    static const uint32_t start[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    memset(digest, 0, sizeof *digest);
    memcpy(digest->state, start, sizeof start);
}

void digest_sha256_add(digest_sha256 *digest, const void *data, size_t count) {
    const uint8_t *bytes = data;
    if (count == 0) return;
    size_t used = digest->count % sizeof digest->block;
    digest->count += count;
    if (used > 0) {
        size_t room = sizeof digest->block - used, part = count < room ? count : room;
        memcpy(digest->block + used, bytes, part);
        if (part < room) return;
        add_blocks(digest->state, digest->block, 1);
        bytes += part, count -= part;
    }
    size_t blocks = count / sizeof digest->block;
    add_blocks(digest->state, bytes, blocks);
    memcpy(digest->block, bytes + blocks * sizeof digest->block, count % sizeof digest->block);
}

void digest_sha256_finish(digest_sha256 *digest, uint8_t *result) {
    // FIPS 180-4, 5.1.1: a one, zeros up to 8 bytes before the end of a block, and the length in bits.
    static const uint8_t padding[64] = {0x80};
    uint64_t bits = digest->count * 8;
    size_t used = digest->count % sizeof digest->block;
    uint8_t length[8];
    store(length, (uint32_t)(bits >> 32));
    store(length + 4, (uint32_t)bits);
    digest_sha256_add(digest, padding, (used < 56 ? 56 : 120) - used);
    digest_sha256_add(digest, length, sizeof length);
    for (int index = 0; index < 8; index++) store(result + 4 * index, digest->state[index]);
    explicit_bzero(digest, sizeof *digest);
}
