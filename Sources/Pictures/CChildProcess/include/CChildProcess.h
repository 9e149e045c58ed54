/*
 * Processes of this machine that are talked to over one socket, and what such a process gives up of its rights.
 *
 * A child belongs to one thread at a time.
 */
#ifndef CCHILDPROCESS_H
#define CCHILDPROCESS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CCP_ENUM __attribute__((enum_extensibility(closed)))
#define CCP_NAME(name) __attribute__((swift_name(#name)))

typedef enum CCP_ENUM ccp_code {
    CCP_OK CCP_NAME(ok) = 0,
    CCP_TIMED_OUT CCP_NAME(timedOut) = 1, /* nothing could be sent, or nothing came, within the time given */
    CCP_ENDED CCP_NAME(ended) = 2, /* the other side has closed the socket */
    CCP_FAILED CCP_NAME(failed) = 3 /* the system refused; errno has its reason */
} ccp_code;

/* ---- for the process that starts another ---- */

typedef struct ccp_child {
    int process;
    int socket; /* its standard input and output */
} ccp_child;

/* The way a process has ended: both 0 after a normal end, and where the system does not tell. */
typedef struct ccp_end {
    int signal; /* 0 where it ended itself */
    int code; /* of its exit */
} ccp_end;

/*
 * Starts a program. `words` are `count` texts, at least one, each with its final zero, one behind the other: the path
 * of the program, then its arguments. What it prints as errors is dropped.
 */
ccp_code ccp_start(const char *words, size_t count, ccp_child *child);
/* The same for a program of somebody else: it prints its errors where this process prints its own. */
ccp_code ccp_start_heard(const char *words, size_t count, ccp_child *child);
/* Sends bytes as soon as any can be, and waits for that no longer than `seconds`; `sent` is their number. */
ccp_code ccp_send(ccp_child child, const uint8_t *bytes, size_t count, double seconds, size_t *sent);
/* Tells the child that nothing more comes. */
void ccp_finish_sending(ccp_child child);
/* Receives bytes as soon as any are there, and waits for that no longer than `seconds`; `got` is their number. */
ccp_code ccp_receive(ccp_child child, uint8_t *bytes, size_t count, double seconds, size_t *got);
/* Kills a process that ccp_end_child has not ended. Any thread may call it. */
void ccp_kill(ccp_child child);
/* Ends the child, whatever it does. Tells how a child that had closed its socket has ended; else by signal 9. */
ccp_end ccp_end_child(ccp_child child);

/* ---- for the process that was started ---- */

/*
 * The socket to the process that started this one, apart from standard input and output, which are empty from now on:
 * a library that prints does not disturb it. Closes all other descriptors from 3 on; call it before any is opened.
 * -1 where the system refuses.
 */
int ccp_take_socket(void);
/* Blocks until the process that started this one has ended or closed its socket. */
void ccp_await_close(int socket);
/*
 * Gives up rights for ever: no other process, no network, no signal to others, no writing and no change of files, 256
 * descriptors, an address space of `memory` bytes (0 for any), and the first to end where memory is short. Reading
 * files, threads and memory go on as before. Call it before a second thread begins. Where the system lacks a means the
 * others hold all the same: CCP_FAILED.
 */
ccp_code ccp_confine(uint64_t memory);

#pragma clang assume_nonnull end
#endif
