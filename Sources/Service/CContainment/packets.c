#define _GNU_SOURCE
#include "packets.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

typedef union {
    char bytes[CMSG_SPACE(CONTAINMENT_MOST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr aligned;
} ancillary;

ssize_t containment_send(
    int socket, const void *bytes, size_t count, const int descriptors[], size_t descriptor_count, int flags
) {
    if (descriptor_count > CONTAINMENT_MOST_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    ancillary control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, descriptor_count * sizeof(int));
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, flags | MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent;
}

// Takes the descriptors of a message, as many as there is room for; the others are closed.
static size_t take_descriptors(struct msghdr *message, int descriptors[], size_t room) {
    size_t count = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        const size_t sent = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < sent; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
            if (count < room) {
                descriptors[count++] = descriptor;
            } else {
                close(descriptor);
            }
        }
    }
    return count;
}

ssize_t containment_receive(
    int socket, void *bytes, size_t capacity, int descriptors[], size_t *descriptor_count, int flags
) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    ancillary control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    // With no room for descriptors, the kernel closes those that come.
    if (descriptor_count != NULL) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
    }
    ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    if (descriptor_count != NULL) *descriptor_count = take_descriptors(&message, descriptors, *descriptor_count);
    if ((message.msg_flags & MSG_TRUNC) == 0) return received;
    for (size_t i = 0; descriptor_count != NULL && i < *descriptor_count; i++) close(descriptors[i]);
    errno = EMSGSIZE;
    return -1;
}
