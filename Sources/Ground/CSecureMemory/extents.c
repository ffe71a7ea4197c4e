#include "extents.h"

#include <string.h>

static void remove_at(extents *extents, size_t index) {
    extents->count--;
    memmove(&extents->list[index], &extents->list[index + 1], (extents->count - index) * sizeof(extent));
}

static void insert_at(extents *extents, size_t index, extent inserted) {
    memmove(&extents->list[index + 1], &extents->list[index], (extents->count - index) * sizeof(extent));
    extents->list[index] = inserted;
    extents->count++;
}

size_t extents_take(extents *extents, size_t size) {
    for (size_t i = 0; i < extents->count; i++) {
        extent *found = &extents->list[i];
        if (found->size < size) continue;
        size_t offset = found->offset;
        found->offset += size;
        found->size -= size;
        if (found->size == 0) remove_at(extents, i);
        extents->size -= size;
        return offset;
    }
    return EXTENTS_NONE;
}

extent extents_take_last(extents *extents, size_t most) {
    if (extents->count == 0) return (extent){0, 0};
    extent *last = &extents->list[extents->count - 1];
    size_t size = last->size < most ? last->size : most;
    last->size -= size;
    extent taken = {last->offset + last->size, size};
    if (last->size == 0) extents->count--;
    extents->size -= size;
    return taken;
}

// The number of extents before `offset`.
static size_t count_before(const extents *extents, size_t offset) {
    size_t first = 0;
    size_t end = extents->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (extents->list[middle].offset < offset) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

bool extents_give(extents *extents, extent given) {
    size_t next = count_before(extents, given.offset);
    extent *after = next < extents->count ? &extents->list[next] : NULL;
    extent *before = next > 0 ? &extents->list[next - 1] : NULL;
    bool joins_after = after != NULL && given.offset + given.size == after->offset;
    bool joins_before = before != NULL && before->offset + before->size == given.offset;
    if (!joins_after && !joins_before && extents->count == EXTENTS_CAPACITY) return false;
    extents->size += given.size;
    if (joins_after) {
        given.size += after->size;
        remove_at(extents, next);
    }
    if (joins_before) {
        before->size += given.size;
    } else {
        insert_at(extents, next, given);
    }
    return true;
}
