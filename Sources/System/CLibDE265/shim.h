#pragma once
#include <libde265/de265.h>
// For mallopt, by which memory that libde265 frees is overwritten.
#include <malloc.h>
