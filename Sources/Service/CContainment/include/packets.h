// Packets between processes, which may carry descriptors (unix(7), SCM_RIGHTS).
#ifndef CONTAINMENT_PACKETS_H
#define CONTAINMENT_PACKETS_H

#include <stddef.h>
#include <sys/types.h>

// Most descriptors of a packet.
#define CONTAINMENT_MOST_DESCRIPTORS 8

// Sends a packet whole, with descriptors if there are any. Gives its length; -1 and errno on failure. Never raises SIGPIPE.
ssize_t containment_send(
    int socket, const void *bytes, size_t count, const int descriptors[], size_t descriptor_count, int flags
);

// Receives a packet. `descriptor_count` is the room for descriptors and then how many came; NULL takes none, and the kernel
// closes them. Gives the packet's length, 0 at the end; -1 and errno on failure, EMSGSIZE for a packet that is longer than
// `capacity`.
ssize_t containment_receive(
    int socket, void *bytes, size_t capacity, int descriptors[], size_t *descriptor_count, int flags
);

#endif
