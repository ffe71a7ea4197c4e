#ifndef DEED_H
#define DEED_H

#include <stddef.h>

typedef struct {
    const char *name;
    // Negative, with errno, if it fails.
    long (*call)(const char *path);
} deed;

// What programs do that are not of this project.
extern const deed program_deeds[];
extern const size_t program_deed_count;

#endif
