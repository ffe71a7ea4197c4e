#include "extents.h"

#include <string.h>

void extents_open(extents *extents, size_t size) {
    extents->free[0] = (extent){0, size};
    extents->free_count = size > 0;
    extents->taken_count = 0;
}

static void remove_free(extents *extents, size_t index) {
    extents->free_count--;
    memmove(&extents->free[index], &extents->free[index + 1], (extents->free_count - index) * sizeof(extent));
}

static void insert_free(extents *extents, size_t index, extent inserted) {
    memmove(&extents->free[index + 1], &extents->free[index], (extents->free_count - index) * sizeof(extent));
    extents->free[index] = inserted;
    extents->free_count++;
}

size_t extents_take(extents *extents, size_t size) {
    if (extents->taken_count == EXTENTS_CAPACITY - 1) return EXTENTS_NONE;
    for (size_t i = 0; i < extents->free_count; i++) {
        extent *found = &extents->free[i];
        if (found->size < size) continue;
        size_t offset = found->offset;
        found->offset += size;
        found->size -= size;
        if (found->size == 0) remove_free(extents, i);
        extents->taken_count++;
        return offset;
    }
    return EXTENTS_NONE;
}

// The number of free extents before `offset`.
static size_t count_before(const extents *extents, size_t offset) {
    size_t first = 0;
    size_t end = extents->free_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (extents->free[middle].offset < offset) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

void extents_give(extents *extents, extent taken) {
    size_t next = count_before(extents, taken.offset);
    extent *after = next < extents->free_count ? &extents->free[next] : NULL;
    extent *before = next > 0 ? &extents->free[next - 1] : NULL;
    extents->taken_count--;
    if (after != NULL && taken.offset + taken.size == after->offset) {
        taken.size += after->size;
        remove_free(extents, next);
    }
    if (before != NULL && before->offset + before->size == taken.offset) {
        before->size += taken.size;
    } else {
        insert_free(extents, next, taken);
    }
}
