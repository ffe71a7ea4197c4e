#include <nettle/aes.h>
#include <nettle/ctr.h>
#include <nettle/sha2.h>
