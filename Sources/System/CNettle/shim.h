#include <nettle/aes.h>
#include <nettle/ctr.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
