#ifdef __linux__
#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void ccp_restrict_files(void) {
    /* Numbers of calls that are younger than some headers; they are the same on all machines. */
    const long create_ruleset = 444, restrict_self = 446;
    const uint64_t execute = 1, write_file = 1 << 1, remove_and_make = 0x1FF0;
    const uint64_t handled = execute | write_file | remove_and_make;
    /* Without a rule nothing of what is handled is allowed. */
    const long ruleset = syscall(create_ruleset, &handled, sizeof handled, 0);
    if (ruleset < 0) return;
    syscall(restrict_self, ruleset, 0);
    close((int)ruleset);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* Calls that are refused whatever their arguments. */
static const uint16_t refused[] = {
    /* The network. */
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    /* Other programs and processes. */
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_unshare, SYS_setns, 424 /* pidfd_send_signal */,
    434 /* pidfd_open */, 438 /* pidfd_getfd */, 440 /* process_madvise */,
    /* Names, rights and sizes of files. */
    SYS_unlinkat, SYS_renameat2, SYS_mkdirat, SYS_mknodat, SYS_linkat, SYS_symlinkat, SYS_truncate, SYS_fchmod,
    SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 452 /* fchmodat2 */,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef __x86_64__
    SYS_fork, SYS_vfork, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_mknod, SYS_link, SYS_symlink, SYS_chmod,
    SYS_chown, SYS_lchown, SYS_creat, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    /* The system, and ways around this filter. */
    SYS_mount, SYS_umount2, SYS_chroot, SYS_pivot_root, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key,
    SYS_request_key, SYS_keyctl, SYS_open_by_handle_at, 425 /* io_uring_setup */, 426 /* io_uring_enter */,
    427 /* io_uring_register */};

/* Calls whose arguments lie in memory, where a filter cannot look: the callers go on to the older ones. */
static const uint16_t absent[] = {435 /* clone3 */, 437 /* openat2 */};

#define COUNT(list) (sizeof list / sizeof *list)
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, member))
/* The lower half of an argument: descriptors, processes and flags have no upper one. */
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define UNLESS_EQUAL(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skipped))
#define IF_EQUAL(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (skipped), 0)
#define IF_ANY_BIT(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (skipped), 0)
#define UNLESS_ANY_BIT(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (skipped))
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)

/* The call is allowed where an argument has, or lacks, a value. Four steps; the number of the call is loaded before. */
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
#define ONLY_TO_READ(call, index) UNLESS_EQUAL(call, 4), LOAD_ARGUMENT(index), UNLESS_ANY_BIT(WRITES, 1), REFUSE, ALLOW
#define ONLY_FOR(call, process) UNLESS_EQUAL(call, 4), LOAD_ARGUMENT(0), IF_EQUAL(process, 1), REFUSE, ALLOW

int ccp_filter_calls(void) {
    const uint32_t own = (uint32_t)getpid();
    const struct sock_filter head[] = {
        LOAD(arch), IF_EQUAL(ARCHITECTURE, 1), ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr),
#ifdef __x86_64__
        /* The same calls under other numbers. */
        UNLESS_ANY_BIT(0x40000000, 1), REFUSE, ONLY_TO_READ(SYS_open, 1),
#endif
        ONLY_TO_READ(SYS_openat, 2), ONLY_FOR(SYS_kill, own), ONLY_FOR(SYS_tgkill, own),
        /* Limits of itself: as number 0, or by its own. */
        UNLESS_EQUAL(SYS_prlimit64, 5), LOAD_ARGUMENT(0), IF_EQUAL(0, 2), IF_EQUAL(own, 1), REFUSE, ALLOW,
        /* Threads, but no processes. */
        UNLESS_EQUAL(SYS_clone, 4), LOAD_ARGUMENT(0), IF_ANY_BIT(CLONE_THREAD, 1), REFUSE, ALLOW};
    struct sock_filter filter[COUNT(head) + 2 * (COUNT(refused) + COUNT(absent)) + 1];
    size_t count = 0;
    for (; count < COUNT(head); count++) filter[count] = head[count];
    for (size_t i = 0; i < COUNT(refused) + COUNT(absent); i++) {
        const int is_absent = i >= COUNT(refused);
        const uint32_t call = is_absent ? absent[i - COUNT(refused)] : refused[i];
        filter[count++] = (struct sock_filter)UNLESS_EQUAL(call, 1);
        filter[count++] = (struct sock_filter)ANSWER(SECCOMP_RET_ERRNO | (uint32_t)(is_absent ? ENOSYS : EPERM));
    }
    filter[count++] = (struct sock_filter)ALLOW;
    const struct sock_fprog program = {(unsigned short)count, filter};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else
int ccp_filter_calls(void) { return -1; }
#endif
#endif
