#include "CMicroHTTPDShim.h"

#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#ifdef __linux__
#include <linux/tcp.h>
#include <netinet/in.h>
#endif

/* The library passes the data of chunks on, and drops what is around them without a word: this is all that came. */
int64_t cmh_bytes_read(int descriptor) {
#ifdef __linux__
    struct tcp_info info;
    socklen_t size = sizeof info;
    int unread = 0;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
    if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return -1;
    if (ioctl(descriptor, FIONREAD, &unread) != 0) return -1;
    return (int64_t)info.tcpi_bytes_received - unread;
#else
    (void)descriptor;
    return -1;
#endif
}
