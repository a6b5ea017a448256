/* list.h - every system call once, with all that the runtime must know about
 * it.
 *
 * SYSCALL(name, handler, buffers, effect, step)
 *
 * handler: which code answers it.
 *   IO(h)      the handler h of the descriptor family (io/handlers.h)
 *   OTHER      each family decides for itself (syscalls.h); calls that none
 *              handles go to the kernel
 *
 * buffers: the memory that the kernel writes for it, and what it reads:
 * buffers.h names each kind.
 *
 * effect: what it changes in the kernel (rewind/effects.c).
 *   LEAVES_NOTHING  no state, or state that is virtual here and hence memory
 *              (signals, timers, clocks, numbers, scheduling)
 *   SETTING, MAPPING(f)  a restorer undoes it; f informs that restorer
 *   MEMORY(f)  the same, and a failed call counts
 *   DESCRIPTOR(f)  the same, and a child of a fork server needs it too: it
 *              shares with the server what was open at main
 *   OUTSIDE(f) no isolation undoes it, if it still exists at the end
 *   PERSISTS(text)  no isolation undoes it
 *   FORK(text) it ends with the process: a child has its own
 *
 * step: what the call is to other threads, if no family handles it.
 *   ALONE      nothing
 *   SHARED     it reads or changes what threads share besides memory (the file
 *              system, the working directory): a step
 *   SHARED_BY_NAME  the same, unless its only operand is a descriptor
 *   BLOCKS     it may block, and no other thread runs meanwhile
 *
 * A call that is not here may write behind each argument, is ALONE, and only a
 * new process undoes what it does.  One that is here twice does not compile
 * (-Woverride-init).
 *
 * tests/rewind/kernel_writes.sh makes the calls and compares what they write
 * with the column of buffers. */
#define OWNER "it changes its capabilities or groups"
#define NAMESPACE "it moves to another root or namespace"
#define MACHINE "settings of the machine"
#define MOUNTS "what it mounts"
#define POLICY "it sets where its memory is to lie (NUMA)"

/* --- Descriptors --- */
SYSCALL(open, IO(open), TEXT(0), OUTSIDE(opened), SHARED)
SYSCALL(openat, IO(openat), TEXT(1), OUTSIDE(opened), SHARED)
SYSCALL(openat2, OTHER, TEXT(1), OUTSIDE(opened), SHARED)
SYSCALL(creat, IO(creat), TEXT(0), OUTSIDE(opened), SHARED)
SYSCALL(open_by_handle_at, OTHER, NOTHING, OUTSIDE(opened), ALONE)
SYSCALL(socket, IO(socket), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(accept, IO(accept), ADDRESS(1, 2), DESCRIPTOR(made), ALONE)
SYSCALL(accept4, IO(accept), ADDRESS(1, 2), DESCRIPTOR(made), ALONE)
SYSCALL(eventfd, IO(eventfd), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(eventfd2, IO(eventfd), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(epoll_create, IO(epoll_create), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(epoll_create1, IO(epoll_create), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(inotify_init, IO(watch), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(inotify_init1, IO(watch), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(fanotify_init, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(timerfd_create, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(signalfd, OTHER, READS(1, 2), DESCRIPTOR(made), ALONE)
SYSCALL(signalfd4, OTHER, READS(1, 2), DESCRIPTOR(made), ALONE)
SYSCALL(memfd_create, OTHER, TEXT(0), DESCRIPTOR(made), ALONE)
SYSCALL(memfd_secret, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(pidfd_open, IO(pidfd_open), NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(pidfd_getfd, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(userfaultfd, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(perf_event_open, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(landlock_create_ruleset, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(fsopen, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(fspick, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(open_tree, OTHER, NOTHING, DESCRIPTOR(made), ALONE)
SYSCALL(pipe, IO(pipe), OUT(0, int[2]), DESCRIPTOR(pair), ALONE)
SYSCALL(pipe2, IO(pipe), OUT(0, int[2]), DESCRIPTOR(pair), ALONE)
SYSCALL(socketpair, IO(socketpair), OUT(3, int[2]), DESCRIPTOR(pair), ALONE)
SYSCALL(close, IO(close), NOTHING, DESCRIPTOR(closed), ALONE)
SYSCALL(close_range, IO(close_range), NOTHING, DESCRIPTOR(closed_range), ALONE)
SYSCALL(dup, IO(dup), NOTHING, DESCRIPTOR(copied), ALONE)
SYSCALL(dup2, IO(dup2), NOTHING, DESCRIPTOR(duplicated), ALONE)
SYSCALL(dup3, IO(dup2), NOTHING, DESCRIPTOR(duplicated), ALONE)
SYSCALL(fcntl, IO(fcntl), BY(1), DESCRIPTOR(controlled), ALONE)
SYSCALL(ioctl, IO(ioctl), IOCTL(1, 2), DESCRIPTOR(ioctl), ALONE)
SYSCALL(flock, OTHER, NOTHING, DESCRIPTOR(locked), ALONE)

SYSCALL(read, IO(read), WRITES(1, 2, 1), DESCRIPTOR(used), ALONE)
SYSCALL(readv, IO(readv), FILLS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(write, IO(write), READS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(writev, IO(writev), DRAINS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(pwrite64, IO(at_once), READS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(pwritev, IO(at_once), DRAINS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(preadv2, IO(readv_at), FILLS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(pwritev2, IO(writev_at), DRAINS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(lseek, IO(at_once), NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(getdents, OTHER, WRITES(1, 2, 1), DESCRIPTOR(used), ALONE)
SYSCALL(getdents64, OTHER, WRITES(1, 2, 1), DESCRIPTOR(used), SHARED)
SYSCALL(ftruncate, IO(at_once), NOTHING, DESCRIPTOR(used), SHARED)
SYSCALL(fallocate, OTHER, NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(recvfrom, IO(recvfrom), WRITES(1, 2, 1) ADDRESS(4, 5), DESCRIPTOR(used),
        ALONE)
SYSCALL(sendmsg, IO(sendmsg), MESSAGE(1, false), DESCRIPTOR(used), ALONE)
SYSCALL(sendmmsg, IO(sendmmsg), WRITES(1, 2, sizeof(struct mmsghdr)),
        DESCRIPTOR(used), ALONE)
SYSCALL(listen, IO(listen), NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(shutdown, IO(shutdown), NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(setsockopt, IO(setsockopt), READS(3, 4), DESCRIPTOR(used), ALONE)
SYSCALL(epoll_ctl, IO(epoll_ctl), IN(3, struct epoll_event), DESCRIPTOR(used),
        ALONE)
SYSCALL(epoll_wait, IO(epoll_wait), WRITES(1, 2, sizeof(struct epoll_event)),
        DESCRIPTOR(used), ALONE)
SYSCALL(epoll_pwait, IO(epoll_wait),
        READS(4, 5) WRITES(1, 2, sizeof(struct epoll_event)), DESCRIPTOR(used),
        ALONE)
SYSCALL(epoll_pwait2, IO(epoll_pwait2),
        IN(3, struct timespec) READS(4, 5)
            WRITES(1, 2, sizeof(struct epoll_event)),
        DESCRIPTOR(used), ALONE)
SYSCALL(inotify_add_watch, OTHER, TEXT(1), DESCRIPTOR(used), ALONE)
SYSCALL(inotify_rm_watch, OTHER, NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(fanotify_mark, OTHER, NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(timerfd_settime, OTHER,
        IN(2, struct itimerspec) OUT(3, struct itimerspec), DESCRIPTOR(used),
        ALONE)
SYSCALL(vmsplice, IO(vmsplice), FILLS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(landlock_add_rule, OTHER, NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(fsconfig, OTHER, NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(recvmsg, IO(recvmsg), MESSAGE(1, true), DESCRIPTOR(received), ALONE)
SYSCALL(recvmmsg, IO(recvmmsg), MESSAGES(1, 2) OUT(4, struct timespec),
        DESCRIPTOR(received), ALONE)
SYSCALL(sendfile, IO(sendfile), GIVEN(2, off_t) OUT(2, off_t),
        DESCRIPTOR(both_used), ALONE)
SYSCALL(splice, IO(splice), OUT(1, off_t) OUT(3, off_t), DESCRIPTOR(both_used),
        ALONE)
SYSCALL(tee, IO(tee), NOTHING, DESCRIPTOR(both_used), ALONE)
SYSCALL(copy_file_range, OTHER, OUT(1, off_t) OUT(3, off_t),
        DESCRIPTOR(both_used), ALONE)
SYSCALL(bind, IO(bind), READS(1, 2), OUTSIDE(bound), ALONE)
SYSCALL(connect, IO(connect), READS(1, 2), OUTSIDE(connected), ALONE)
SYSCALL(sendto, IO(sendto), READS(4, 5) READS(1, 2), OUTSIDE(sent), ALONE)

SYSCALL(pread64, IO(at_once), WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(preadv, IO(at_once), FILLS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(poll, IO(poll_call), WRITES(0, 1, sizeof(struct pollfd)),
        LEAVES_NOTHING, ALONE)
SYSCALL(ppoll, IO(ppoll),
        READS(3, 4) WRITES(0, 1, sizeof(struct pollfd)) OUT(2, struct timespec),
        LEAVES_NOTHING, ALONE)
SYSCALL(select, IO(select),
        BITS(1, 0) BITS(2, 0) BITS(3, 0) OUT(4, struct timeval), LEAVES_NOTHING,
        ALONE)
SYSCALL(pselect6, IO(pselect),
        BITS(1, 0) BITS(2, 0) BITS(3, 0) OUT(4, struct timespec),
        LEAVES_NOTHING, ALONE)
SYSCALL(fsync, IO(at_once), NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(fdatasync, IO(at_once), NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sync, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(syncfs, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sync_file_range, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(readahead, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(fadvise64, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(cachestat, OTHER, BYTES(2, 40), LEAVES_NOTHING, ALONE)
SYSCALL(getsockname, IO(getname), ADDRESS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(getpeername, IO(getname), ADDRESS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(getsockopt, IO(getsockopt), UP_TO(3, RDL_PAGE) OUT(4, socklen_t),
        LEAVES_NOTHING, ALONE)
SYSCALL(timerfd_gettime, OTHER, OUT(1, struct itimerspec), LEAVES_NOTHING,
        ALONE)
SYSCALL(io_uring_setup, IO(uring), BYTES(1, 120), LEAVES_NOTHING,
        ALONE) /* answered with ENOSYS */
SYSCALL(io_uring_enter, OTHER, SCATTERED, LEAVES_NOTHING, BLOCKS)
SYSCALL(io_uring_register, OTHER, SCATTERED, LEAVES_NOTHING, ALONE)

/* --- Files --- */
SYSCALL(mkdir, OTHER, TEXT(0), OUTSIDE(named), SHARED)
SYSCALL(mkdirat, OTHER, TEXT(1), OUTSIDE(named), SHARED)
SYSCALL(mknod, OTHER, TEXT(0), OUTSIDE(named), SHARED)
SYSCALL(mknodat, OTHER, TEXT(1), OUTSIDE(named), SHARED)
SYSCALL(link, OTHER, TEXT(0) TEXT(1), OUTSIDE(named), SHARED)
SYSCALL(linkat, OTHER, TEXT(1) TEXT(3), OUTSIDE(named), SHARED)
SYSCALL(symlink, OTHER, TEXT(0) TEXT(1), OUTSIDE(named), SHARED)
SYSCALL(symlinkat, OTHER, TEXT(0) TEXT(2), OUTSIDE(named), SHARED)
SYSCALL(rename, OTHER, TEXT(0) TEXT(1), OUTSIDE(renamed), SHARED)
SYSCALL(renameat, OTHER, TEXT(1) TEXT(3), OUTSIDE(renamed), SHARED)
SYSCALL(renameat2, OTHER, TEXT(1) TEXT(3), OUTSIDE(renamed), SHARED)
SYSCALL(unlink, OTHER, TEXT(0), OUTSIDE(removed), SHARED)
SYSCALL(unlinkat, OTHER, TEXT(1), OUTSIDE(removed), SHARED)
SYSCALL(rmdir, OTHER, TEXT(0), OUTSIDE(removed), SHARED)
SYSCALL(truncate, OTHER, TEXT(0), OUTSIDE(altered), SHARED)
SYSCALL(chmod, OTHER, TEXT(0), OUTSIDE(altered), SHARED)
SYSCALL(fchmod, OTHER, NOTHING, OUTSIDE(altered), SHARED)
SYSCALL(fchmodat, OTHER, TEXT(1), OUTSIDE(altered), SHARED)
SYSCALL(fchmodat2, OTHER, TEXT(1), OUTSIDE(altered), ALONE)
SYSCALL(chown, OTHER, TEXT(0), OUTSIDE(altered), ALONE)
SYSCALL(fchown, OTHER, NOTHING, OUTSIDE(altered), ALONE)
SYSCALL(lchown, OTHER, TEXT(0), OUTSIDE(altered), ALONE)
SYSCALL(fchownat, OTHER, TEXT(1), OUTSIDE(altered), ALONE)
SYSCALL(utime, OTHER, TEXT(0) IN(1, time_t[2]), OUTSIDE(altered), ALONE)
SYSCALL(utimes, OTHER, TEXT(0) IN(1, struct timeval[2]), OUTSIDE(altered),
        ALONE)
SYSCALL(futimesat, OTHER, TEXT(1) IN(2, struct timeval[2]), OUTSIDE(altered),
        ALONE)
SYSCALL(utimensat, OTHER, TEXT(1) IN(2, struct timespec[2]), OUTSIDE(altered),
        SHARED)
SYSCALL(setxattr, OTHER, TEXT(0) TEXT(1) READS(2, 3), OUTSIDE(altered), ALONE)
SYSCALL(lsetxattr, OTHER, TEXT(0) TEXT(1) READS(2, 3), OUTSIDE(altered), ALONE)
SYSCALL(fsetxattr, OTHER, TEXT(1) READS(2, 3), OUTSIDE(altered), ALONE)
SYSCALL(removexattr, OTHER, TEXT(0) TEXT(1), OUTSIDE(altered), ALONE)
SYSCALL(lremovexattr, OTHER, TEXT(0) TEXT(1), OUTSIDE(altered), ALONE)
SYSCALL(fremovexattr, OTHER, TEXT(1), OUTSIDE(altered), ALONE)
SYSCALL(stat, OTHER, TEXT(0) OUT(1, struct stat), LEAVES_NOTHING, SHARED)
SYSCALL(fstat, OTHER, OUT(1, struct stat), LEAVES_NOTHING, ALONE)
SYSCALL(lstat, OTHER, TEXT(0) OUT(1, struct stat), LEAVES_NOTHING, SHARED)
SYSCALL(newfstatat, OTHER, TEXT(1) OUT(2, struct stat), LEAVES_NOTHING,
        SHARED_BY_NAME)
SYSCALL(statx, OTHER, TEXT(1) OUT(4, struct statx), LEAVES_NOTHING, SHARED)
SYSCALL(statfs, OTHER, TEXT(0) OUT(1, struct statfs), LEAVES_NOTHING, ALONE)
SYSCALL(fstatfs, OTHER, OUT(1, struct statfs), LEAVES_NOTHING, ALONE)
SYSCALL(ustat, OTHER, BYTES(1, 32), LEAVES_NOTHING, ALONE)
SYSCALL(sysfs, OTHER, UP_TO(2, 64), LEAVES_NOTHING, ALONE)
SYSCALL(access, OTHER, TEXT(0), LEAVES_NOTHING, SHARED)
SYSCALL(faccessat, OTHER, TEXT(1), LEAVES_NOTHING, SHARED)
SYSCALL(faccessat2, OTHER, TEXT(1), LEAVES_NOTHING, SHARED)
SYSCALL(readlink, OTHER, TEXT(0) WRITES(1, 2, 1), LEAVES_NOTHING, SHARED)
SYSCALL(readlinkat, OTHER, TEXT(1) WRITES(2, 3, 1), LEAVES_NOTHING, SHARED)
SYSCALL(getcwd, OTHER, WRITES(0, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(getxattr, OTHER, TEXT(0) TEXT(1) WRITES(2, 3, 1), LEAVES_NOTHING, ALONE)
SYSCALL(lgetxattr, OTHER, TEXT(0) TEXT(1) WRITES(2, 3, 1), LEAVES_NOTHING,
        ALONE)
SYSCALL(fgetxattr, OTHER, TEXT(1) WRITES(2, 3, 1), LEAVES_NOTHING, ALONE)
SYSCALL(listxattr, OTHER, TEXT(0) WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(llistxattr, OTHER, TEXT(0) WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(flistxattr, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(name_to_handle_at, OTHER, UP_TO(2, 8 + MAX_HANDLE_SZ) OUT(3, int),
        LEAVES_NOTHING, ALONE)
SYSCALL(lookup_dcookie, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(statmount, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(listmount, OTHER, WRITES(1, 2, 8), LEAVES_NOTHING, ALONE)

/* --- Objects with names or numbers --- */
SYSCALL(shmget, OTHER, NOTHING, OUTSIDE(object), ALONE)
SYSCALL(semget, OTHER, NOTHING, OUTSIDE(object), ALONE)
SYSCALL(msgget, OTHER, NOTHING, OUTSIDE(object), ALONE)
SYSCALL(shmctl, OTHER, BY(1), OUTSIDE(object_control), ALONE)
SYSCALL(semctl, OTHER, BY(2), OUTSIDE(object_control), ALONE)
SYSCALL(msgctl, OTHER, BY(1), OUTSIDE(object_control), ALONE)
SYSCALL(mq_open, OTHER, TEXT(0), OUTSIDE(queue), ALONE)
SYSCALL(mq_unlink, OTHER, TEXT(0), OUTSIDE(queue), ALONE)
SYSCALL(mq_timedsend, OTHER, READS(1, 2) IN(4, struct timespec),
        DESCRIPTOR(used), ALONE)
SYSCALL(mq_timedreceive, OTHER,
        IN(4, struct timespec) WRITES(1, 2, 1) OUT(3, unsigned),
        DESCRIPTOR(used), ALONE)
SYSCALL(mq_notify, OTHER, NOTHING, DESCRIPTOR(used), ALONE)
SYSCALL(mq_getsetattr, OTHER, IN(1, struct mq_attr) OUT(2, struct mq_attr),
        DESCRIPTOR(used), ALONE)
SYSCALL(semop, OTHER, COUNTS(1, 2, sizeof(struct sembuf)), LEAVES_NOTHING,
        ALONE) /* semget has reported the set */
SYSCALL(semtimedop, OTHER,
        COUNTS(1, 2, sizeof(struct sembuf)) IN(3, struct timespec),
        LEAVES_NOTHING, ALONE)
SYSCALL(msgsnd, OTHER, READS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(msgrcv, OTHER, RECORD(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(add_key, OTHER, NOTHING, PERSISTS("the keys that it adds (add_key)"),
        ALONE)
SYSCALL(request_key, OTHER, NOTHING,
        PERSISTS("the keys that it adds (request_key)"), ALONE)
SYSCALL(keyctl, OTHER, BY(0), PERSISTS("what it does to keys (keyctl)"), ALONE)

/* --- Memory --- */
SYSCALL(mmap, OTHER, NOTHING, MEMORY(mapped), ALONE)
SYSCALL(munmap, OTHER, NOTHING, MEMORY(unmapped), ALONE)
SYSCALL(mremap, OTHER, KEEPS(0, 1), MEMORY(moved), ALONE)
SYSCALL(mprotect, OTHER, NOTHING, MEMORY(protected), ALONE)
SYSCALL(pkey_mprotect, OTHER, NOTHING, MEMORY(protected), ALONE)
SYSCALL(madvise, OTHER, BY(2), MEMORY(advised), ALONE)
SYSCALL(brk, OTHER, NOTHING, MAPPING(break), ALONE)
SYSCALL(shmat, OTHER, NOTHING, MAPPING(attached), ALONE)
SYSCALL(shmdt, OTHER, NOTHING, MAPPING(detached), ALONE)
SYSCALL(mlock, OTHER, NOTHING, MAPPING(locked), ALONE)
SYSCALL(mlock2, OTHER, NOTHING, MAPPING(locked), ALONE)
SYSCALL(mlockall, OTHER, NOTHING, MAPPING(locked), ALONE)
SYSCALL(munlock, OTHER, NOTHING, MAPPING(locked), ALONE)
SYSCALL(munlockall, OTHER, NOTHING, MAPPING(locked), ALONE)
SYSCALL(msync, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(mincore, OTHER, PAGES(2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(membarrier, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(get_mempolicy, OTHER, OUT(0, int) BITS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(remap_file_pages, OTHER, NOTHING,
        FORK("it rearranges a mapping (remap_file_pages)"), ALONE)
SYSCALL(mbind, OTHER, NOTHING, FORK(POLICY), ALONE)
SYSCALL(set_mempolicy, OTHER, NOTHING, FORK(POLICY), ALONE)
SYSCALL(set_mempolicy_home_node, OTHER, NOTHING, FORK(POLICY), ALONE)
SYSCALL(migrate_pages, OTHER, NOTHING, FORK(POLICY), ALONE)
SYSCALL(move_pages, OTHER, WRITES(4, 1, sizeof(int)), FORK(POLICY), ALONE)
SYSCALL(pkey_alloc, OTHER, NOTHING,
        FORK("it takes a protection key (pkey_alloc)"), ALONE)
SYSCALL(pkey_free, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(process_madvise, OTHER, NOTHING,
        FORK("it advises on memory by process (process_madvise)"), ALONE)
SYSCALL(process_mrelease, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(process_vm_readv, OTHER, FILLS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(process_vm_writev, OTHER, FILLS(3, 4), LEAVES_NOTHING, ALONE)

/* --- The process --- */
SYSCALL(chdir, OTHER, TEXT(0), SETTING(directory), SHARED)
SYSCALL(fchdir, OTHER, NOTHING, SETTING(directory), SHARED)
SYSCALL(umask, OTHER, NOTHING, SETTING(umask), SHARED)
SYSCALL(setrlimit, OTHER, IN(1, struct rlimit), SETTING(limit), SHARED)
SYSCALL(prlimit64, OTHER, IN(2, struct rlimit) OUT(3, struct rlimit),
        SETTING(limit), SHARED)
SYSCALL(setpriority, OTHER, NOTHING, SETTING(priority), ALONE)
SYSCALL(ioprio_set, OTHER, NOTHING, SETTING(io_priority), ALONE)
SYSCALL(personality, OTHER, NOTHING, SETTING(personality), ALONE)
SYSCALL(prctl, OTHER, BY(0), SETTING(prctl), SHARED)
SYSCALL(setuid, OTHER, NOTHING, SETTING(owner), ALONE)
SYSCALL(setgid, OTHER, NOTHING, SETTING(owner), ALONE)
SYSCALL(setreuid, OTHER, NOTHING, SETTING(owner), ALONE)
SYSCALL(setregid, OTHER, NOTHING, SETTING(owner), ALONE)
SYSCALL(setresuid, OTHER, NOTHING, SETTING(owner), ALONE)
SYSCALL(setresgid, OTHER, NOTHING, SETTING(owner), ALONE)
SYSCALL(setfsuid, OTHER, NOTHING, FORK(OWNER), ALONE)
SYSCALL(setfsgid, OTHER, NOTHING, FORK(OWNER), ALONE)
SYSCALL(setgroups, OTHER, NOTHING, FORK(OWNER), ALONE)
SYSCALL(capset, OTHER, NOTHING, FORK(OWNER), ALONE)
SYSCALL(setsid, OTHER, NOTHING, FORK("it begins a session (setsid)"), ALONE)
SYSCALL(setpgid, OTHER, NOTHING, SETTING(group), ALONE)
SYSCALL(chroot, OTHER, NOTHING, FORK(NAMESPACE), ALONE)
SYSCALL(unshare, OTHER, NOTHING, FORK(NAMESPACE), ALONE)
SYSCALL(setns, OTHER, NOTHING, FORK(NAMESPACE), ALONE)
SYSCALL(pivot_root, OTHER, NOTHING, FORK(NAMESPACE), ALONE)
SYSCALL(seccomp, OTHER, BY(0), FORK("it filters its system calls (seccomp)"),
        ALONE)
SYSCALL(landlock_restrict_self, OTHER, NOTHING,
        FORK("it restricts itself (landlock)"), ALONE)
SYSCALL(ptrace, OTHER, BY(0), SETTING(traced), ALONE)
SYSCALL(arch_prctl, OTHER, BY(0),
        FORK("it sets a register for ever (arch_prctl)"), ALONE)
SYSCALL(modify_ldt, OTHER, BY(0), FORK("it changes its segments (modify_ldt)"),
        ALONE)
SYSCALL(iopl, OTHER, NOTHING, FORK("it takes rights on ports (iopl)"), ALONE)
SYSCALL(ioperm, OTHER, NOTHING, FORK("it takes rights on ports (ioperm)"),
        ALONE)
SYSCALL(set_tid_address, OTHER, NOTHING,
        FORK("it sets where the kernel reports its end (set_tid_address)"),
        ALONE)
SYSCALL(set_robust_list, OTHER, NOTHING,
        FORK("it sets its list of locks (set_robust_list)"), ALONE)
SYSCALL(rseq, OTHER, UP_TO(0, 32),
        FORK("it registers restartable sequences (rseq)"), ALONE)
SYSCALL(io_setup, OTHER, OUT(1, long),
        FORK("it makes a context of asynchronous input and output"), ALONE)
SYSCALL(io_destroy, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(io_getevents, OTHER, WRITES(3, 2, DONE_SIZE), LEAVES_NOTHING, BLOCKS)
SYSCALL(io_pgetevents, OTHER, WRITES(3, 2, DONE_SIZE), LEAVES_NOTHING, BLOCKS)
SYSCALL(io_submit, OTHER, SCATTERED, LEAVES_NOTHING, ALONE)
SYSCALL(io_cancel, OTHER, BYTES(2, DONE_SIZE), LEAVES_NOTHING, ALONE)
SYSCALL(bpf, OTHER, SCATTERED, FORK("it loads a program into the kernel (bpf)"),
        ALONE)
SYSCALL(timer_create, OTHER, IN(1, struct sigevent) OUT(2, int),
        FORK("it makes a timer of the kernel"), ALONE)
SYSCALL(timer_settime, OTHER,
        IN(2, struct itimerspec) OUT(3, struct itimerspec), LEAVES_NOTHING,
        ALONE)
SYSCALL(timer_gettime, OTHER, OUT(1, struct itimerspec), LEAVES_NOTHING, ALONE)
SYSCALL(timer_getoverrun, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(timer_delete, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(get_robust_list, OTHER, OUT(1, void *) OUT(2, size_t), LEAVES_NOTHING,
        ALONE)
SYSCALL(getrlimit, OTHER, OUT(1, struct rlimit), LEAVES_NOTHING, SHARED)
SYSCALL(getrusage, OTHER, OUT(1, struct rusage), LEAVES_NOTHING, ALONE)
SYSCALL(getpriority, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(ioprio_get, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getuid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getgid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(geteuid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getegid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getresuid, OTHER, OUT(0, int) OUT(1, int) OUT(2, int), LEAVES_NOTHING,
        ALONE)
SYSCALL(getresgid, OTHER, OUT(0, int) OUT(1, int) OUT(2, int), LEAVES_NOTHING,
        ALONE)
SYSCALL(getgroups, OTHER, WRITES(1, 0, sizeof(gid_t)), LEAVES_NOTHING, ALONE)
SYSCALL(getpgid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getpgrp, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getsid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(capget, OTHER, BYTES(0, 8) BYTES(1, 24), LEAVES_NOTHING, ALONE)
SYSCALL(kcmp, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(vhangup, OTHER, NOTHING, LEAVES_NOTHING, ALONE)

/* Children end with the execution (children.c). */
SYSCALL(fork, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(vfork, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(clone, OTHER, UP_TO(2, sizeof(int)) UP_TO(3, sizeof(int)),
        LEAVES_NOTHING, ALONE)
SYSCALL(clone3, OTHER, CLONE(0), LEAVES_NOTHING, ALONE)
SYSCALL(execve, OTHER, NOTHING, LEAVES_NOTHING,
        ALONE) /* returns only if it failed */
SYSCALL(execveat, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(exit, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(exit_group, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(wait4, OTHER, OUT(1, int) OUT(3, struct rusage), LEAVES_NOTHING, ALONE)
SYSCALL(waitid, OTHER, OUT(2, siginfo_t) OUT(4, struct rusage), LEAVES_NOTHING,
        ALONE)
SYSCALL(kill, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(tkill, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(tgkill, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigqueueinfo, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(rt_tgsigqueueinfo, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(pidfd_send_signal, OTHER, NOTHING, LEAVES_NOTHING, ALONE)

/* --- Virtual, or only asked --- */
SYSCALL(rt_sigaction, OTHER, BYTES_IN(1, 32) BYTES(2, 32), LEAVES_NOTHING,
        ALONE)
SYSCALL(rt_sigprocmask, OTHER, READS(1, 3) WRITES(2, 3, 1), LEAVES_NOTHING,
        ALONE)
SYSCALL(rt_sigreturn, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigpending, OTHER, WRITES(0, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigtimedwait, OTHER,
        READS(0, 3) IN(2, struct timespec) OUT(1, siginfo_t), LEAVES_NOTHING,
        ALONE)
SYSCALL(rt_sigsuspend, OTHER, READS(0, 1), LEAVES_NOTHING, ALONE)
SYSCALL(sigaltstack, OTHER, IN(0, stack_t) OUT(1, stack_t), LEAVES_NOTHING,
        ALONE)
SYSCALL(pause, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(futex, OTHER, UP_TO(0, 4) UP_TO(4, 4), LEAVES_NOTHING, ALONE)
SYSCALL(futex_waitv, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(futex_wake, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(futex_wait, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(futex_requeue, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(restart_syscall, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sched_yield, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sched_setparam, OTHER, IN(1, struct sched_param), LEAVES_NOTHING, ALONE)
SYSCALL(sched_getparam, OTHER, OUT(1, struct sched_param), LEAVES_NOTHING,
        ALONE)
SYSCALL(sched_setscheduler, OTHER, IN(2, struct sched_param), LEAVES_NOTHING,
        ALONE)
SYSCALL(sched_getscheduler, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sched_get_priority_max, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sched_get_priority_min, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(sched_rr_get_interval, OTHER, OUT(1, struct timespec), LEAVES_NOTHING,
        ALONE)
SYSCALL(sched_setaffinity, OTHER, READS(2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(sched_getaffinity, OTHER, WRITES(2, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(sched_getattr, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(sched_setattr, OTHER, UP_TO(1, 4),
        FORK("it changes how it is scheduled (sched_setattr)"), ALONE)
SYSCALL(nanosleep, OTHER, OUT(1, struct timespec), LEAVES_NOTHING, ALONE)
SYSCALL(clock_nanosleep, OTHER, OUT(3, struct timespec), LEAVES_NOTHING, ALONE)
SYSCALL(clock_gettime, OTHER, OUT(1, struct timespec), LEAVES_NOTHING, ALONE)
SYSCALL(clock_getres, OTHER, OUT(1, struct timespec), LEAVES_NOTHING, ALONE)
SYSCALL(gettimeofday, OTHER, OUT(0, struct timeval) OUT(1, struct timezone),
        LEAVES_NOTHING, ALONE)
SYSCALL(time, OTHER, OUT(0, time_t), LEAVES_NOTHING, ALONE)
SYSCALL(times, OTHER, OUT(0, struct tms), LEAVES_NOTHING, ALONE)
SYSCALL(getitimer, OTHER, OUT(1, struct itimerval), LEAVES_NOTHING, ALONE)
SYSCALL(setitimer, OTHER, IN(1, struct itimerval) OUT(2, struct itimerval),
        LEAVES_NOTHING, ALONE)
SYSCALL(alarm, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getpid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getppid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(gettid, OTHER, NOTHING, LEAVES_NOTHING, ALONE)
SYSCALL(getcpu, OTHER, OUT(0, unsigned) OUT(1, unsigned), LEAVES_NOTHING, ALONE)
SYSCALL(getrandom, OTHER, WRITES(0, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(uname, OTHER, OUT(0, struct utsname), LEAVES_NOTHING, ALONE)
SYSCALL(sysinfo, OTHER, OUT(0, struct sysinfo), LEAVES_NOTHING, ALONE)
SYSCALL(syslog, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)

/* --- The machine --- */
SYSCALL(clock_settime, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(clock_adjtime, OTHER, OUT(1, struct timex), LEAVES_NOTHING,
        ALONE) /* only asked, as a rule */
SYSCALL(settimeofday, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(adjtimex, OTHER, OUT(0, struct timex), LEAVES_NOTHING, ALONE)
SYSCALL(sethostname, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(setdomainname, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(mount, OTHER, NOTHING, PERSISTS(MOUNTS), ALONE)
SYSCALL(umount2, OTHER, NOTHING, PERSISTS(MOUNTS), ALONE)
SYSCALL(move_mount, OTHER, NOTHING, PERSISTS(MOUNTS), ALONE)
SYSCALL(fsmount, OTHER, NOTHING, PERSISTS(MOUNTS), ALONE)
SYSCALL(mount_setattr, OTHER, NOTHING, PERSISTS(MOUNTS), ALONE)
SYSCALL(swapon, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(swapoff, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(acct, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(quotactl, OTHER, UP_TO(3, RDL_PAGE), PERSISTS(MACHINE), ALONE)
SYSCALL(quotactl_fd, OTHER, UP_TO(3, RDL_PAGE), PERSISTS(MACHINE), ALONE)
SYSCALL(init_module, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(finit_module, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(delete_module, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(kexec_load, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(kexec_file_load, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)
SYSCALL(reboot, OTHER, NOTHING, PERSISTS(MACHINE), ALONE)

#undef OWNER
#undef NAMESPACE
#undef MACHINE
#undef MOUNTS
#undef POLICY
