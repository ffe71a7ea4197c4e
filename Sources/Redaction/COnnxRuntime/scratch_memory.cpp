#include "scratch_memory.h"

#include <cstdint>
#include <mutex>
#include <new>

#include "secure_memory.h"

namespace {

// What stands before the bytes of a block. The bytes keep the alignment of the block.
struct alignas(SECURE_MEMORY_ALIGNMENT) Block {
    // Bytes that were taken, this header included.
    size_t size;
    Block *next;
};

struct Scratch : OrtAllocator {
    std::mutex mutex;
    const OrtMemoryInfo *info;
    // Blocks that are not in use, the last one that was given back first.
    Block *idle = nullptr;
    size_t takenSize = 0;
    size_t idleSize = 0;
    size_t limit = SIZE_MAX;
    bool wasRefused = false;

    void *allocate(size_t size) {
        std::lock_guard<std::mutex> lock(mutex);
        if (size > SIZE_MAX - 2 * sizeof(Block)) return nullptr;
        const size_t needed = (size + 2 * sizeof(Block) - 1) / sizeof(Block) * sizeof(Block);
        Block *block = takeIdle(needed);
        if (block == nullptr) block = takeNew(needed);
        return block == nullptr ? nullptr : block + 1;
    }

    void free(void *bytes) {
        if (bytes == nullptr) return;
        std::lock_guard<std::mutex> lock(mutex);
        Block *block = static_cast<Block *>(bytes) - 1;
        block->next = idle;
        idle = block;
        idleSize += block->size;
    }

    // The smallest block that is large enough, unless a quarter of it would lie idle.
    Block *takeIdle(size_t needed) {
        Block **best = nullptr;
        for (Block **place = &idle; *place != nullptr; place = &(*place)->next) {
            if ((*place)->size < needed || (*place)->size - needed > needed / 3) continue;
            if (best == nullptr || (*place)->size < (*best)->size) best = place;
        }
        if (best == nullptr) return nullptr;
        Block *block = *best;
        *best = block->next;
        idleSize -= block->size;
        return block;
    }

    Block *takeNew(size_t needed) {
        if (needed > limit || takenSize > limit - needed) wipe();
        if (needed > limit || takenSize > limit - needed) return nullptr;
        void *memory = secure_memory_take(needed);
        if (memory == nullptr) return nullptr;
        takenSize += needed;
        return new (memory) Block{needed, nullptr};
    }

    void wipe() {
        while (idle != nullptr) {
            Block *block = idle;
            const size_t size = block->size;
            idle = block->next;
            secure_memory_release(block, size, size);
            takenSize -= size;
        }
        idleSize = 0;
    }
};

Scratch *scratch(OrtAllocator *allocator) { return static_cast<Scratch *>(allocator); }

void *allocate(OrtAllocator *allocator, size_t size) {
    void *bytes = scratch(allocator)->allocate(size);
    if (bytes != nullptr) return bytes;
    {
        std::lock_guard<std::mutex> lock(scratch(allocator)->mutex);
        scratch(allocator)->wasRefused = true;
    }
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
    Scratch *memory = scratch(allocator);
    std::lock_guard<std::mutex> lock(memory->mutex);
    const size_t used = memory->takenSize - memory->idleSize;
    memory->limit = size > SIZE_MAX - used ? SIZE_MAX : used + size;
}

bool scratch_memory_was_refused(OrtAllocator *allocator) {
    std::lock_guard<std::mutex> lock(scratch(allocator)->mutex);
    const bool wasRefused = scratch(allocator)->wasRefused;
    scratch(allocator)->wasRefused = false;
    return wasRefused;
}

void scratch_memory_wipe(OrtAllocator *allocator) {
    std::lock_guard<std::mutex> lock(scratch(allocator)->mutex);
    scratch(allocator)->wipe();
}
