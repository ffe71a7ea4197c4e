#include <nettle/chacha.h>
#include <nettle/sha2.h>
