#define _GNU_SOURCE
#include "counted_code.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <image_codecs.h>

typedef struct {
    uintptr_t start;
    uintptr_t end;
} code_range;

enum { MAXIMUM_LIBRARY_RANGES = 16 };

static code_range libraries[MAXIMUM_LIBRARY_RANGES];
static size_t library_count;
static code_range executable;
static code_range codecs;

static bool is_counted_library(const char *path) {
    static const char *const names[] = {"/libpng", "/libjpeg", "/libz.", "/libdeflate", "/libisal", "/liblcms2"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strstr(path, names[i]) != NULL) return true;
    }
    return false;
}

static int add_object(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    bool is_executable = object->dlpi_name[0] == '\0';
    if (!is_executable && !is_counted_library(object->dlpi_name)) return 0;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        code_range range = {start, start + segment->p_memsz};
        if (is_executable) {
            executable = range;
        } else if (library_count < MAXIMUM_LIBRARY_RANGES) {
            libraries[library_count++] = range;
        }
    }
    return 0;
}

// The objects of a target stand side by side in an executable, so its C code lies between those of its functions that
// stand first and last.
static void find_codecs(void) {
    const uintptr_t functions[] = {
        (uintptr_t)png_reader_create,         (uintptr_t)png_reader_destroy,
        (uintptr_t)jpeg_reader_create,        (uintptr_t)jpeg_reader_destroy,
        (uintptr_t)jpeg_writer_create,        (uintptr_t)jpeg_writer_destroy,
        (uintptr_t)coefficient_writer_create, (uintptr_t)coefficient_writer_destroy,
    };
    codecs = (code_range){functions[0], functions[0]};
    for (size_t i = 1; i < sizeof functions / sizeof functions[0]; i++) {
        if (functions[i] < codecs.start) codecs.start = functions[i];
        if (functions[i] > codecs.end) codecs.end = functions[i];
    }
}

static bool contains(code_range range, const void *address) {
    return (uintptr_t)address >= range.start && (uintptr_t)address < range.end;
}

void find_counted_code(void) {
    if (library_count > 0) return;
    dl_iterate_phdr(add_object, NULL);
    find_codecs();
}

bool is_counted_code(const void *address) {
    if (contains(codecs, address)) return true;
    for (size_t i = 0; i < library_count; i++) {
        if (contains(libraries[i], address)) return true;
    }
    return false;
}

bool is_executable_code(const void *address) {
    return contains(executable, address);
}
