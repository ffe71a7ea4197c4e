#pragma once
#include <stddef.h>

/// The first byte of the function in JavaScript that tells what a page shows: the one of the kit for Python.
const unsigned char *page_script_start(void);
extern const size_t page_script_length;
