#include "scratch_memory.h"

#include <string.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>

#include "secure_memory.h"

namespace {

struct Part;

// Memory that is divided into parts.
struct alignas(SECURE_MEMORY_ALIGNMENT) Slab {
    // Bytes, this header included.
    size_t size;
    // Bytes from the start of which any were in use since it was taken.
    size_t writtenSize;
    Slab *next;

    Part *first() { return reinterpret_cast<Part *>(this + 1); }
};

// Header of a part, before its bytes, which keep the alignment of the slab.
struct alignas(SECURE_MEMORY_ALIGNMENT) Part {
    // Bytes, this header included.
    size_t size;
    Slab *slab;
    // Its neighbours in the slab; null at the ends.
    Part *before;
    Part *after;
    // Its neighbours in the list of free parts.
    Part *previous = nullptr;
    Part *next = nullptr;
    bool isFree = false;
    // Whether its bytes were in use since they were wiped.
    bool isWritten = false;

    Part(size_t size, Slab *slab, Part *before, Part *after)
        : size(size), slab(slab), before(before), after(after) {}

    char *base() { return reinterpret_cast<char *>(this); }

    // Bytes of the slab up to the end of the part.
    size_t end() { return base() + size - reinterpret_cast<char *>(slab); }
};

// Networks take hundreds of tensors, the largest of some ten megabytes, and hold a few at a time.
constexpr size_t slabSize = 16 << 20;
// Divisor of the size of slabs: a multiple of every size of pages.
constexpr size_t slabUnit = 64 << 10;
// A rest that is smaller stays with the part that it is the rest of.
constexpr size_t leastPart = 1 << 10;

struct Scratch : OrtAllocator {
    std::mutex mutex;
    const OrtMemoryInfo *info;
    Slab *slabs = nullptr;
    Part *freeParts = nullptr;
    // Bytes of slabs, and of the parts in use.
    size_t takenSize = 0, usedSize = 0;
    size_t takenLimit = SIZE_MAX, usedLimit = SIZE_MAX;

    void *allocate(size_t size) {
        std::lock_guard<std::mutex> lock(mutex);
        if (size > SIZE_MAX - slabSize) return nullptr;
        const size_t needed = (size + 2 * sizeof(Part) - 1) / sizeof(Part) * sizeof(Part);
        if (needed > usedLimit || usedSize > usedLimit - needed) return nullptr;
        Part *part = smallestFree(needed);
        if (part == nullptr) part = takeSlab(needed);
        if (part == nullptr) return nullptr;
        use(part, needed);
        return part + 1;
    }

    void free(void *bytes) {
        if (bytes == nullptr) return;
        std::lock_guard<std::mutex> lock(mutex);
        Part *part = static_cast<Part *>(bytes) - 1;
        usedSize -= part->size;
        if (part->after != nullptr && part->after->isFree) {
            unlink(part->after);
            part = merged(part, part->after);
        }
        if (part->before != nullptr && part->before->isFree) {
            unlink(part->before);
            part = merged(part->before, part);
        }
        link(part);
    }

    void limit(size_t size) {
        takenLimit = size > SIZE_MAX - takenSize ? SIZE_MAX : takenSize + size;
        usedLimit = size > SIZE_MAX - usedSize ? SIZE_MAX : usedSize + size;
    }

    // Gives back the slabs that nothing is in, and wipes what is free of the others.
    void wipe() {
        for (Slab **place = &slabs; *place != nullptr;) {
            Slab *slab = *place;
            Part *first = slab->first();
            if (first->isFree && first->after == nullptr) {
                unlink(first);
                *place = slab->next;
                takenSize -= slab->size;
                secure_memory_unmap(slab, slab->size, slab->writtenSize);
            } else {
                place = &slab->next;
            }
        }
        for (Part *part = freeParts; part != nullptr; part = part->next) {
            if (!part->isWritten) continue;
            const size_t unwritten = part->end() - std::min(part->end(), part->slab->writtenSize);
            explicit_bzero(part + 1, part->size - sizeof(Part) - unwritten);
            part->isWritten = false;
        }
    }

  private:
    Part *smallestFree(size_t needed) {
        Part *best = nullptr;
        for (Part *part = freeParts; part != nullptr; part = part->next) {
            if (part->size >= needed && (best == nullptr || part->size < best->size)) best = part;
        }
        return best;
    }

    // A new slab, which is a single free part; null if there is no memory.
    Part *takeSlab(size_t needed) {
        const size_t least = (sizeof(Slab) + needed + slabUnit - 1) / slabUnit * slabUnit;
        size_t size = least < slabSize ? slabSize : least;
        if (size > takenLimit - takenSize) {
            // Slabs that nothing is in make way.
            wipe();
            size = least;
        }
        if (size > takenLimit - takenSize) return nullptr;
        void *memory = secure_memory_map(size);
        if (memory == nullptr) return nullptr;
        takenSize += size;
        slabs = new (memory) Slab{size, sizeof(Slab) + sizeof(Part), slabs};
        Part *part = new (slabs->first()) Part(size - sizeof(Slab), slabs, nullptr, nullptr);
        link(part);
        return part;
    }

    // Takes `needed` bytes at the start of a free part.
    void use(Part *part, size_t needed) {
        unlink(part);
        if (part->size - needed >= leastPart) {
            Part *rest = new (part->base() + needed) Part(part->size - needed, part->slab, part, part->after);
            rest->isWritten = part->isWritten;
            if (rest->after != nullptr) rest->after->before = rest;
            part->size = needed;
            part->after = rest;
            link(rest);
        }
        part->isWritten = true;
        // With the header of the rest.
        part->slab->writtenSize = std::max(part->slab->writtenSize, std::min(part->end() + sizeof(Part), part->slab->size));
        usedSize += part->size;
    }

    // One part of two that are next to each other and in no list.
    static Part *merged(Part *part, Part *after) {
        part->size += after->size;
        part->after = after->after;
        if (part->after != nullptr) part->after->before = part;
        part->isWritten = part->isWritten || after->isWritten;
        return part;
    }

    void link(Part *part) {
        part->isFree = true;
        part->previous = nullptr;
        part->next = freeParts;
        if (freeParts != nullptr) freeParts->previous = part;
        freeParts = part;
    }

    void unlink(Part *part) {
        part->isFree = false;
        (part->previous != nullptr ? part->previous->next : freeParts) = part->next;
        if (part->next != nullptr) part->next->previous = part->previous;
    }
};

// Whether this thread was refused memory since it asked last.
thread_local bool wasRefused = false;

Scratch *scratch(OrtAllocator *allocator) { return static_cast<Scratch *>(allocator); }

void *allocate(OrtAllocator *allocator, size_t size) {
    void *bytes = scratch(allocator)->allocate(size);
    if (bytes != nullptr) return bytes;
    wasRefused = true;
    throw std::bad_alloc();
}

void release(OrtAllocator *allocator, void *bytes) { scratch(allocator)->free(bytes); }

const OrtMemoryInfo *information(const OrtAllocator *allocator) {
    return static_cast<const Scratch *>(allocator)->info;
}

}  // namespace

OrtAllocator *scratch_memory_create(const OrtMemoryInfo *info) {
    Scratch *scratch = new (std::nothrow) Scratch;
    if (scratch == nullptr) return nullptr;
    scratch->version = ORT_VERSION_NEEDED;
    scratch->Alloc = allocate;
    scratch->Free = release;
    scratch->Info = information;
    scratch->info = info;
    return scratch;
}

void scratch_memory_limit(OrtAllocator *allocator, size_t size) {
    std::lock_guard<std::mutex> lock(scratch(allocator)->mutex);
    scratch(allocator)->limit(size);
}

bool scratch_memory_was_refused(void) {
    const bool answer = wasRefused;
    wasRefused = false;
    return answer;
}

void scratch_memory_wipe(OrtAllocator *allocator) {
    std::lock_guard<std::mutex> lock(scratch(allocator)->mutex);
    scratch(allocator)->wipe();
}
