// Lets allocations of the codecs and of our own code fail, for tests of what happens then.
//
// The test executable's malloc and its kin, and mmap, stand in front of the C library's. They count an allocation only if it was
// asked for by CImageCodecs, libpng, libjpeg, zlib, libdeflate or Little CMS, or as wiped memory: Swift code, its runtime
// and Foundation end the process where other memory is missing, and are never refused any. Off until a count begins.
#ifndef ALLOCATION_FAULTS_H
#define ALLOCATION_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

// What became of the allocations of one count.
typedef struct {
    // Allocations that were asked for, those that failed among them.
    size_t asked;
    // Those that failed.
    size_t failed;
    // Those that succeeded and were not freed.
    size_t live;
} allocation_count;

// Whether this executable can count: not on other systems than glibc, nor under a sanitizer, which has a malloc of its own.
bool allocation_faults_available(void);

// Starts a count, on all threads. The allocation of this index fails, counted from 0; with `lasting`, all after it as well.
// SIZE_MAX lets none fail. One count at a time.
void allocation_faults_begin(size_t index, bool lasting);

// Ends the count.
allocation_count allocation_faults_end(void);

#endif
