// A memory manager in the sense of libjpeg's "structure.txt": objects are freed by the pool, never one by one, and a
// failure is an error of the codec, never NULL. Whole pictures of coefficients ("virtual arrays") stay in memory: nothing
// is swapped to a file.
#include "jpeg_memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include <secure_memory.h>

#include <jerror.h>

enum { alignment = SECURE_MEMORY_ALIGNMENT };

struct jpeg_memory_block {
    jpeg_memory_block *next;
    // Bytes of the content.
    size_t size;
    // Bytes of the content that may have been written, and are wiped.
    size_t written;
    alignas(alignment) unsigned char content[];
};

// The coefficients of one component of a whole picture. What has not been accessed yet has not been written.
struct jvirt_barray_control {
    JBLOCKARRAY rows;
    jpeg_memory_block *block;
    JDIMENSION row_count;
    JDIMENSION blocks_in_row;
    JDIMENSION maximum_access;
    JDIMENSION accessed_rows;
    jvirt_barray_ptr next;
};

static jpeg_memory *memory_of(j_common_ptr codec) {
    return (jpeg_memory *)codec->mem;
}

static void check_pool(j_common_ptr codec, int pool) {
    if (pool < 0 || pool >= JPOOL_NUMPOOLS) ERREXIT1(codec, JERR_BAD_POOL_ID, pool);
}

static size_t multiply(j_common_ptr codec, size_t left, size_t right) {
    size_t product;
    if (__builtin_mul_overflow(left, right, &product)) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    return product;
}

static jpeg_memory_block *add_block(j_common_ptr codec, int pool, size_t size) {
    check_pool(codec, pool);
    // Vector code reads and writes whole registers, beyond the last byte that it needs.
    size_t padded = size / alignment * alignment + alignment;
    jpeg_memory_block *block = NULL;
    if (size < SIZE_MAX / 2) block = secure_memory_take(sizeof *block + padded);
    if (block == NULL) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    block->size = block->written = padded;
    block->next = memory_of(codec)->blocks[pool];
    memory_of(codec)->blocks[pool] = block;
    return block;
}

static void *allocate(j_common_ptr codec, int pool, size_t size) {
    return add_block(codec, pool, size)->content;
}

static JSAMPARRAY allocate_samples(j_common_ptr codec, int pool, JDIMENSION samples_in_row, JDIMENSION row_count) {
    // Doubling a row, as upsampling does, writes two registers at a time.
    size_t stride = ((size_t)samples_in_row + 2 * alignment - 1) / (2 * alignment) * (2 * alignment);
    JSAMPARRAY rows = allocate(codec, pool, multiply(codec, row_count, sizeof *rows));
    JSAMPROW samples = allocate(codec, pool, multiply(codec, row_count, stride));
    for (JDIMENSION row = 0; row < row_count; row++) rows[row] = samples + row * stride;
    return rows;
}

static jpeg_memory_block *add_coefficients(j_common_ptr codec, int pool, JDIMENSION blocks_in_row, JDIMENSION row_count,
                                           JBLOCKARRAY *rows) {
    *rows = allocate(codec, pool, multiply(codec, row_count, sizeof **rows));
    size_t stride = multiply(codec, blocks_in_row, sizeof ***rows);
    jpeg_memory_block *block = add_block(codec, pool, multiply(codec, row_count, stride));
    JBLOCKROW coefficients = (JBLOCKROW)block->content;
    for (JDIMENSION row = 0; row < row_count; row++) (*rows)[row] = coefficients + (size_t)row * blocks_in_row;
    return block;
}

static JBLOCKARRAY allocate_coefficients(j_common_ptr codec, int pool, JDIMENSION blocks_in_row,
                                         JDIMENSION row_count) {
    JBLOCKARRAY rows;
    add_coefficients(codec, pool, blocks_in_row, row_count, &rows);
    return rows;
}

// Whole pictures of samples are for the second pass of colour quantisation alone, which nobody here asks for.
static jvirt_sarray_ptr refuse_virtual_samples(j_common_ptr codec, int pool, boolean pre_zero,
                                               JDIMENSION samples_in_row, JDIMENSION row_count,
                                               JDIMENSION maximum_access) {
    (void)pool, (void)pre_zero, (void)samples_in_row, (void)row_count, (void)maximum_access;
    ERREXIT(codec, JERR_NOT_COMPILED);
    return NULL;
}

static JSAMPARRAY refuse_sample_access(j_common_ptr codec, jvirt_sarray_ptr array, JDIMENSION start, JDIMENSION count,
                                       boolean writable) {
    (void)array, (void)start, (void)count, (void)writable;
    ERREXIT(codec, JERR_NOT_COMPILED);
    return NULL;
}

static jvirt_barray_ptr request_virtual_coefficients(j_common_ptr codec, int pool, boolean pre_zero,
                                                     JDIMENSION blocks_in_row, JDIMENSION row_count,
                                                     JDIMENSION maximum_access) {
    // All of them begin as zeros.
    (void)pre_zero;
    if (pool != JPOOL_IMAGE) ERREXIT1(codec, JERR_BAD_POOL_ID, pool);
    jvirt_barray_ptr array = allocate(codec, pool, sizeof *array);
    *array = (struct jvirt_barray_control){
        .row_count = row_count,
        .blocks_in_row = blocks_in_row,
        .maximum_access = maximum_access,
        .next = memory_of(codec)->coefficients,
    };
    memory_of(codec)->coefficients = array;
    return array;
}

static void realize_virtual_arrays(j_common_ptr codec) {
    for (jvirt_barray_ptr array = memory_of(codec)->coefficients; array != NULL; array = array->next) {
        if (array->rows != NULL) continue;
        array->block = add_coefficients(codec, JPOOL_IMAGE, array->blocks_in_row, array->row_count, &array->rows);
        // The header of a file may promise far more than its scans bring.
        array->block->written = 0;
    }
}

static JBLOCKARRAY access_virtual_coefficients(j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION start,
                                               JDIMENSION count, boolean writable) {
    (void)writable;
    if (array->rows == NULL || count > array->maximum_access || start > array->row_count ||
        count > array->row_count - start) {
        ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    }
    size_t row_size = array->blocks_in_row * sizeof(JBLOCK);
    while (array->accessed_rows < start + count) {
        memset(array->rows[array->accessed_rows], 0, row_size);
        array->accessed_rows++;
    }
    array->block->written = array->accessed_rows * row_size;
    return array->rows + start;
}

JCOEF *jpeg_memory_blocks(jvirt_barray_ptr coefficients, size_t *stride) {
    *stride = (size_t)coefficients->blocks_in_row * DCTSIZE2;
    return coefficients->rows[0][0];
}

void jpeg_memory_discard(jvirt_barray_ptr coefficients, JDIMENSION first_row, JDIMENSION row_count) {
    jpeg_memory_block *block = coefficients->block;
    size_t row_size = coefficients->blocks_in_row * sizeof(JBLOCK);
    size_t offset = sizeof *block + first_row * row_size;
    (void)secure_memory_discard(block, sizeof *block + block->size, offset, row_count * row_size);
}

static void free_pool(j_common_ptr codec, int pool) {
    check_pool(codec, pool);
    jpeg_memory *memory = memory_of(codec);
    if (pool == JPOOL_IMAGE) memory->coefficients = NULL;
    while (memory->blocks[pool] != NULL) {
        jpeg_memory_block *block = memory->blocks[pool];
        memory->blocks[pool] = block->next;
        secure_memory_release(block, sizeof *block + block->size, sizeof *block + block->written);
    }
}

static void self_destruct(j_common_ptr codec) {
    for (int pool = JPOOL_NUMPOOLS - 1; pool >= 0; pool--) free_pool(codec, pool);
    codec->mem = memory_of(codec)->original;
    codec->mem->self_destruct(codec);
}

void jpeg_memory_install(jpeg_memory *memory, j_common_ptr codec) {
    *memory = (jpeg_memory){.manager = *codec->mem, .original = codec->mem};
    struct jpeg_memory_mgr *manager = &memory->manager;
    manager->alloc_small = manager->alloc_large = allocate;
    manager->alloc_sarray = allocate_samples;
    manager->alloc_barray = allocate_coefficients;
    manager->request_virt_sarray = refuse_virtual_samples;
    manager->request_virt_barray = request_virtual_coefficients;
    manager->realize_virt_arrays = realize_virtual_arrays;
    manager->access_virt_sarray = refuse_sample_access;
    manager->access_virt_barray = access_virtual_coefficients;
    manager->free_pool = free_pool;
    manager->self_destruct = self_destruct;
    codec->mem = manager;
}
