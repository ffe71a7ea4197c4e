// The files of the playground, as they lie in the program: the server opens no file once it serves.

#pragma once

#include <stddef.h>

/// A file of the playground. All of it is constant and never freed.
struct playground_file {
    /// Its name within `Page`, ended by a zero: "main.js".
    const char *_Nonnull name;
    /// Its bytes; 1 or more.
    const unsigned char *_Nonnull bytes;
    /// How many bytes it has.
    size_t count;
};

/// The file at `index`, counted from 0; NULL past the last.
const struct playground_file *_Nullable playground_file(size_t index);
