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
 * buffers: where the call reads and writes memory (buffers.c).
 *   PLAIN      it may write a structure behind each of its arguments
 *   SILENT     it writes nothing, and knowing that saves work
 *   WRITES(at, count, unit)  argument `at` points to argument `count` units;
 *              unit 0: a byte for each page of memory
 *   READS(at, count)         the same in bytes, and the kernel reads them
 *   FILLS, DRAINS(at, count) to struct iovec, which it writes or reads
 *   MESSAGE(at, written), MESSAGES(at, count), CLONE(at)   to struct msghdr,
 *              mmsghdr, clone_args
 *   SCATTERED  it writes later, or through nested pointers
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
 * A call that is not here is PLAIN and ALONE, and only a new process undoes
 * what it does.  One that is here twice does not compile (-Woverride-init). */
#define OWNER "it changes its capabilities or groups"
#define NAMESPACE "it moves to another root or namespace"
#define MACHINE "settings of the machine"
#define MOUNTS "what it mounts"
#define POLICY "it sets where its memory is to lie (NUMA)"

/* --- Descriptors --- */
SYSCALL(open, IO(open), SILENT, OUTSIDE(opened), SHARED)
SYSCALL(openat, IO(openat), SILENT, OUTSIDE(opened), SHARED)
SYSCALL(openat2, OTHER, PLAIN, OUTSIDE(opened), SHARED)
SYSCALL(creat, IO(creat), PLAIN, OUTSIDE(opened), SHARED)
SYSCALL(open_by_handle_at, OTHER, PLAIN, OUTSIDE(opened), ALONE)
SYSCALL(socket, IO(socket), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(accept, IO(accept), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(accept4, IO(accept), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(eventfd, IO(eventfd), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(eventfd2, IO(eventfd), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(epoll_create, IO(epoll_create), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(epoll_create1, IO(epoll_create), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(inotify_init, IO(watch), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(inotify_init1, IO(watch), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(fanotify_init, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(timerfd_create, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(signalfd, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(signalfd4, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(memfd_create, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(memfd_secret, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(pidfd_open, IO(pidfd_open), PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(pidfd_getfd, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(userfaultfd, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(perf_event_open, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(landlock_create_ruleset, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(fsopen, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(fspick, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(open_tree, OTHER, PLAIN, DESCRIPTOR(made), ALONE)
SYSCALL(pipe, IO(pipe), PLAIN, DESCRIPTOR(pair), ALONE)
SYSCALL(pipe2, IO(pipe), PLAIN, DESCRIPTOR(pair), ALONE)
SYSCALL(socketpair, IO(socketpair), PLAIN, DESCRIPTOR(pair), ALONE)
SYSCALL(close, IO(close), SILENT, DESCRIPTOR(closed), ALONE)
SYSCALL(close_range, IO(close_range), PLAIN, DESCRIPTOR(closed_range), ALONE)
SYSCALL(dup, IO(dup), PLAIN, DESCRIPTOR(copied), ALONE)
SYSCALL(dup2, IO(dup2), PLAIN, DESCRIPTOR(duplicated), ALONE)
SYSCALL(dup3, IO(dup2), PLAIN, DESCRIPTOR(duplicated), ALONE)
SYSCALL(fcntl, IO(fcntl), PLAIN, DESCRIPTOR(controlled), ALONE)
SYSCALL(ioctl, IO(ioctl), PLAIN, DESCRIPTOR(ioctl), ALONE)
SYSCALL(flock, OTHER, PLAIN, DESCRIPTOR(locked), ALONE)

SYSCALL(read, IO(read), WRITES(1, 2, 1), DESCRIPTOR(used), ALONE)
SYSCALL(readv, IO(readv), FILLS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(write, IO(write), READS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(writev, IO(writev), DRAINS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(pwrite64, IO(at_once), READS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(pwritev, IO(at_once), DRAINS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(preadv2, IO(readv_at), FILLS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(pwritev2, IO(writev_at), DRAINS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(lseek, IO(at_once), PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(getdents, OTHER, WRITES(1, 2, 1), DESCRIPTOR(used), ALONE)
SYSCALL(getdents64, OTHER, WRITES(1, 2, 1), DESCRIPTOR(used), SHARED)
SYSCALL(ftruncate, IO(at_once), PLAIN, DESCRIPTOR(used), SHARED)
SYSCALL(fallocate, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(recvfrom, IO(recvfrom), WRITES(1, 2, 1), DESCRIPTOR(used), ALONE)
SYSCALL(sendmsg, IO(sendmsg), MESSAGE(1, false), DESCRIPTOR(used), ALONE)
SYSCALL(sendmmsg, IO(sendmmsg), PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(listen, IO(listen), PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(shutdown, IO(shutdown), PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(setsockopt, IO(setsockopt), PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(epoll_ctl, IO(epoll_ctl), PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(epoll_wait, IO(epoll_wait), WRITES(1, 2, sizeof(struct epoll_event)),
        DESCRIPTOR(used), ALONE)
SYSCALL(epoll_pwait, IO(epoll_wait), WRITES(1, 2, sizeof(struct epoll_event)),
        DESCRIPTOR(used), ALONE)
SYSCALL(epoll_pwait2, IO(epoll_pwait2),
        WRITES(1, 2, sizeof(struct epoll_event)), DESCRIPTOR(used), ALONE)
SYSCALL(inotify_add_watch, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(inotify_rm_watch, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(fanotify_mark, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(timerfd_settime, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(vmsplice, IO(vmsplice), FILLS(1, 2), DESCRIPTOR(used), ALONE)
SYSCALL(landlock_add_rule, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(fsconfig, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(recvmsg, IO(recvmsg), MESSAGE(1, true), DESCRIPTOR(received), ALONE)
SYSCALL(recvmmsg, IO(recvmmsg), MESSAGES(1, 2), DESCRIPTOR(received), ALONE)
SYSCALL(sendfile, IO(sendfile), PLAIN, DESCRIPTOR(both_used), ALONE)
SYSCALL(splice, IO(splice), PLAIN, DESCRIPTOR(both_used), ALONE)
SYSCALL(tee, IO(tee), PLAIN, DESCRIPTOR(both_used), ALONE)
SYSCALL(copy_file_range, OTHER, PLAIN, DESCRIPTOR(both_used), ALONE)
SYSCALL(bind, IO(bind), PLAIN, OUTSIDE(bound), ALONE)
SYSCALL(connect, IO(connect), PLAIN, OUTSIDE(connected), ALONE)
SYSCALL(sendto, IO(sendto), READS(1, 2), OUTSIDE(sent), ALONE)

SYSCALL(pread64, IO(at_once), WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(preadv, IO(at_once), FILLS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(poll, IO(poll_call), WRITES(0, 1, sizeof(struct pollfd)),
        LEAVES_NOTHING, ALONE)
SYSCALL(ppoll, IO(ppoll), WRITES(0, 1, sizeof(struct pollfd)), LEAVES_NOTHING,
        ALONE)
SYSCALL(select, IO(select), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(pselect6, IO(pselect), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(fsync, IO(at_once), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(fdatasync, IO(at_once), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sync, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(syncfs, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sync_file_range, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(readahead, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(fadvise64, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(cachestat, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getsockname, IO(getname), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getpeername, IO(getname), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getsockopt, IO(getsockopt), PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(timerfd_gettime, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(io_uring_setup, IO(uring), PLAIN, LEAVES_NOTHING,
        ALONE) /* answered with ENOSYS */
SYSCALL(io_uring_enter, OTHER, PLAIN, LEAVES_NOTHING, BLOCKS)
SYSCALL(io_uring_register, OTHER, PLAIN, LEAVES_NOTHING, ALONE)

/* --- Files --- */
SYSCALL(mkdir, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(mkdirat, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(mknod, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(mknodat, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(link, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(linkat, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(symlink, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(symlinkat, OTHER, PLAIN, OUTSIDE(named), SHARED)
SYSCALL(rename, OTHER, PLAIN, OUTSIDE(renamed), SHARED)
SYSCALL(renameat, OTHER, PLAIN, OUTSIDE(renamed), SHARED)
SYSCALL(renameat2, OTHER, PLAIN, OUTSIDE(renamed), SHARED)
SYSCALL(unlink, OTHER, SILENT, OUTSIDE(removed), SHARED)
SYSCALL(unlinkat, OTHER, PLAIN, OUTSIDE(removed), SHARED)
SYSCALL(rmdir, OTHER, PLAIN, OUTSIDE(removed), SHARED)
SYSCALL(truncate, OTHER, PLAIN, OUTSIDE(altered), SHARED)
SYSCALL(chmod, OTHER, PLAIN, OUTSIDE(altered), SHARED)
SYSCALL(fchmod, OTHER, PLAIN, OUTSIDE(altered), SHARED)
SYSCALL(fchmodat, OTHER, PLAIN, OUTSIDE(altered), SHARED)
SYSCALL(fchmodat2, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(chown, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(fchown, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(lchown, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(fchownat, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(utime, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(utimes, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(futimesat, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(utimensat, OTHER, PLAIN, OUTSIDE(altered), SHARED)
SYSCALL(setxattr, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(lsetxattr, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(fsetxattr, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(removexattr, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(lremovexattr, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(fremovexattr, OTHER, PLAIN, OUTSIDE(altered), ALONE)
SYSCALL(stat, OTHER, PLAIN, LEAVES_NOTHING, SHARED)
SYSCALL(fstat, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(lstat, OTHER, PLAIN, LEAVES_NOTHING, SHARED)
SYSCALL(newfstatat, OTHER, PLAIN, LEAVES_NOTHING, SHARED_BY_NAME)
SYSCALL(statx, OTHER, PLAIN, LEAVES_NOTHING, SHARED)
SYSCALL(statfs, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(fstatfs, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(ustat, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sysfs, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(access, OTHER, PLAIN, LEAVES_NOTHING, SHARED)
SYSCALL(faccessat, OTHER, PLAIN, LEAVES_NOTHING, SHARED)
SYSCALL(faccessat2, OTHER, PLAIN, LEAVES_NOTHING, SHARED)
SYSCALL(readlink, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, SHARED)
SYSCALL(readlinkat, OTHER, WRITES(2, 3, 1), LEAVES_NOTHING, SHARED)
SYSCALL(getcwd, OTHER, WRITES(0, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(getxattr, OTHER, WRITES(2, 3, 1), LEAVES_NOTHING, ALONE)
SYSCALL(lgetxattr, OTHER, WRITES(2, 3, 1), LEAVES_NOTHING, ALONE)
SYSCALL(fgetxattr, OTHER, WRITES(2, 3, 1), LEAVES_NOTHING, ALONE)
SYSCALL(listxattr, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(llistxattr, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(flistxattr, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(name_to_handle_at, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(lookup_dcookie, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(statmount, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(listmount, OTHER, PLAIN, LEAVES_NOTHING, ALONE)

/* --- Objects with names or numbers --- */
SYSCALL(shmget, OTHER, PLAIN, OUTSIDE(object), ALONE)
SYSCALL(semget, OTHER, PLAIN, OUTSIDE(object), ALONE)
SYSCALL(msgget, OTHER, PLAIN, OUTSIDE(object), ALONE)
SYSCALL(shmctl, OTHER, PLAIN, OUTSIDE(object_control), ALONE)
SYSCALL(semctl, OTHER, PLAIN, OUTSIDE(object_control), ALONE)
SYSCALL(msgctl, OTHER, PLAIN, OUTSIDE(object_control), ALONE)
SYSCALL(mq_open, OTHER, PLAIN, OUTSIDE(queue), ALONE)
SYSCALL(mq_unlink, OTHER, PLAIN, OUTSIDE(queue), ALONE)
SYSCALL(mq_timedsend, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(mq_timedreceive, OTHER, WRITES(1, 2, 1), DESCRIPTOR(used), ALONE)
SYSCALL(mq_notify, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(mq_getsetattr, OTHER, PLAIN, DESCRIPTOR(used), ALONE)
SYSCALL(semop, OTHER, PLAIN, LEAVES_NOTHING,
        ALONE) /* semget has reported the set */
SYSCALL(semtimedop, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(msgsnd, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(msgrcv, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(add_key, OTHER, PLAIN, PERSISTS("the keys that it adds (add_key)"),
        ALONE)
SYSCALL(request_key, OTHER, PLAIN,
        PERSISTS("the keys that it adds (request_key)"), ALONE)
SYSCALL(keyctl, OTHER, PLAIN, PERSISTS("what it does to keys (keyctl)"), ALONE)

/* --- Memory --- */
SYSCALL(mmap, OTHER, SILENT, MEMORY(mapped), ALONE)
SYSCALL(munmap, OTHER, SILENT, MEMORY(unmapped), ALONE)
SYSCALL(mremap, OTHER, SILENT, MEMORY(moved), ALONE)
SYSCALL(mprotect, OTHER, SILENT, MEMORY(protected), ALONE)
SYSCALL(pkey_mprotect, OTHER, PLAIN, MEMORY(protected), ALONE)
SYSCALL(madvise, OTHER, SILENT, MEMORY(advised), ALONE)
SYSCALL(brk, OTHER, PLAIN, MAPPING(break), ALONE)
SYSCALL(shmat, OTHER, PLAIN, MAPPING(attached), ALONE)
SYSCALL(shmdt, OTHER, PLAIN, MAPPING(detached), ALONE)
SYSCALL(mlock, OTHER, PLAIN, MAPPING(locked), ALONE)
SYSCALL(mlock2, OTHER, PLAIN, MAPPING(locked), ALONE)
SYSCALL(mlockall, OTHER, PLAIN, MAPPING(locked), ALONE)
SYSCALL(munlock, OTHER, PLAIN, MAPPING(locked), ALONE)
SYSCALL(munlockall, OTHER, PLAIN, MAPPING(locked), ALONE)
SYSCALL(msync, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(mincore, OTHER, WRITES(2, 1, 0), LEAVES_NOTHING, ALONE)
SYSCALL(membarrier, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(get_mempolicy, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(remap_file_pages, OTHER, PLAIN,
        FORK("it rearranges a mapping (remap_file_pages)"), ALONE)
SYSCALL(mbind, OTHER, PLAIN, FORK(POLICY), ALONE)
SYSCALL(set_mempolicy, OTHER, PLAIN, FORK(POLICY), ALONE)
SYSCALL(set_mempolicy_home_node, OTHER, PLAIN, FORK(POLICY), ALONE)
SYSCALL(migrate_pages, OTHER, PLAIN, FORK(POLICY), ALONE)
SYSCALL(move_pages, OTHER, WRITES(4, 1, sizeof(int)), FORK(POLICY), ALONE)
SYSCALL(pkey_alloc, OTHER, PLAIN,
        FORK("it takes a protection key (pkey_alloc)"), ALONE)
SYSCALL(pkey_free, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(process_madvise, OTHER, PLAIN,
        FORK("it advises on memory by process (process_madvise)"), ALONE)
SYSCALL(process_mrelease, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(process_vm_readv, OTHER, FILLS(1, 2), LEAVES_NOTHING, ALONE)
SYSCALL(process_vm_writev, OTHER, FILLS(3, 4), LEAVES_NOTHING, ALONE)

/* --- The process --- */
SYSCALL(chdir, OTHER, PLAIN, SETTING(directory), SHARED)
SYSCALL(fchdir, OTHER, PLAIN, SETTING(directory), SHARED)
SYSCALL(umask, OTHER, PLAIN, SETTING(umask), SHARED)
SYSCALL(setrlimit, OTHER, PLAIN, SETTING(limit), ALONE)
SYSCALL(prlimit64, OTHER, PLAIN, SETTING(limit), ALONE)
SYSCALL(setpriority, OTHER, PLAIN, SETTING(priority), ALONE)
SYSCALL(ioprio_set, OTHER, PLAIN, SETTING(io_priority), ALONE)
SYSCALL(personality, OTHER, PLAIN, SETTING(personality), ALONE)
SYSCALL(prctl, OTHER, PLAIN, SETTING(prctl), ALONE)
SYSCALL(setuid, OTHER, PLAIN, SETTING(owner), ALONE)
SYSCALL(setgid, OTHER, PLAIN, SETTING(owner), ALONE)
SYSCALL(setreuid, OTHER, PLAIN, SETTING(owner), ALONE)
SYSCALL(setregid, OTHER, PLAIN, SETTING(owner), ALONE)
SYSCALL(setresuid, OTHER, PLAIN, SETTING(owner), ALONE)
SYSCALL(setresgid, OTHER, PLAIN, SETTING(owner), ALONE)
SYSCALL(setfsuid, OTHER, PLAIN, FORK(OWNER), ALONE)
SYSCALL(setfsgid, OTHER, PLAIN, FORK(OWNER), ALONE)
SYSCALL(setgroups, OTHER, PLAIN, FORK(OWNER), ALONE)
SYSCALL(capset, OTHER, PLAIN, FORK(OWNER), ALONE)
SYSCALL(setsid, OTHER, PLAIN, FORK("it begins a session (setsid)"), ALONE)
SYSCALL(setpgid, OTHER, PLAIN, SETTING(group), ALONE)
SYSCALL(chroot, OTHER, PLAIN, FORK(NAMESPACE), ALONE)
SYSCALL(unshare, OTHER, PLAIN, FORK(NAMESPACE), ALONE)
SYSCALL(setns, OTHER, PLAIN, FORK(NAMESPACE), ALONE)
SYSCALL(pivot_root, OTHER, PLAIN, FORK(NAMESPACE), ALONE)
SYSCALL(seccomp, OTHER, PLAIN, FORK("it filters its system calls (seccomp)"),
        ALONE)
SYSCALL(landlock_restrict_self, OTHER, PLAIN,
        FORK("it restricts itself (landlock)"), ALONE)
SYSCALL(ptrace, OTHER, PLAIN, FORK("it traces, or has itself traced (ptrace)"),
        ALONE)
SYSCALL(arch_prctl, OTHER, PLAIN,
        FORK("it sets a register for ever (arch_prctl)"), ALONE)
SYSCALL(modify_ldt, OTHER, PLAIN, FORK("it changes its segments (modify_ldt)"),
        ALONE)
SYSCALL(iopl, OTHER, PLAIN, FORK("it takes rights on ports (iopl)"), ALONE)
SYSCALL(ioperm, OTHER, PLAIN, FORK("it takes rights on ports (ioperm)"), ALONE)
SYSCALL(set_tid_address, OTHER, PLAIN,
        FORK("it sets where the kernel reports its end (set_tid_address)"),
        ALONE)
SYSCALL(set_robust_list, OTHER, PLAIN,
        FORK("it sets its list of locks (set_robust_list)"), ALONE)
SYSCALL(rseq, OTHER, PLAIN, FORK("it registers restartable sequences (rseq)"),
        ALONE)
SYSCALL(io_setup, OTHER, PLAIN,
        FORK("it makes a context of asynchronous input and output"), ALONE)
SYSCALL(io_destroy, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(io_getevents, OTHER, WRITES(3, 2, DONE_SIZE), LEAVES_NOTHING, BLOCKS)
SYSCALL(io_pgetevents, OTHER, WRITES(3, 2, DONE_SIZE), LEAVES_NOTHING, BLOCKS)
SYSCALL(io_submit, OTHER, SCATTERED, LEAVES_NOTHING, ALONE)
SYSCALL(io_cancel, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(bpf, OTHER, PLAIN, FORK("it loads a program into the kernel (bpf)"),
        ALONE)
SYSCALL(timer_create, OTHER, PLAIN, FORK("it makes a timer of the kernel"),
        ALONE)
SYSCALL(timer_settime, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(timer_gettime, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(timer_getoverrun, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(timer_delete, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(get_robust_list, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getrlimit, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getrusage, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getpriority, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(ioprio_get, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getuid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getgid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(geteuid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getegid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getresuid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getresgid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getgroups, OTHER, WRITES(1, 0, sizeof(gid_t)), LEAVES_NOTHING, ALONE)
SYSCALL(getpgid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getpgrp, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getsid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(capget, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(kcmp, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(vhangup, OTHER, PLAIN, LEAVES_NOTHING, ALONE)

/* Children end with the execution (children.c). */
SYSCALL(fork, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(vfork, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(clone, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(clone3, OTHER, CLONE(0), LEAVES_NOTHING, ALONE)
SYSCALL(execve, OTHER, SILENT, LEAVES_NOTHING,
        ALONE) /* returns only if it failed */
SYSCALL(execveat, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(exit, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(exit_group, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(wait4, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(waitid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(kill, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(tkill, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(tgkill, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigqueueinfo, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_tgsigqueueinfo, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(pidfd_send_signal, OTHER, PLAIN, LEAVES_NOTHING, ALONE)

/* --- Virtual, or only asked --- */
SYSCALL(rt_sigaction, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigprocmask, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigreturn, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigpending, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigtimedwait, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(rt_sigsuspend, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sigaltstack, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(pause, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(futex, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(futex_waitv, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(futex_wake, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(futex_wait, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(futex_requeue, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(restart_syscall, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_yield, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_setparam, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_getparam, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_setscheduler, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_getscheduler, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_get_priority_max, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_get_priority_min, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_rr_get_interval, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_setaffinity, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sched_getaffinity, OTHER, WRITES(2, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(sched_getattr, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)
SYSCALL(sched_setattr, OTHER, PLAIN,
        FORK("it changes how it is scheduled (sched_setattr)"), ALONE)
SYSCALL(nanosleep, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(clock_nanosleep, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(clock_gettime, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(clock_getres, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(gettimeofday, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(time, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(times, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getitimer, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(setitimer, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(alarm, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getpid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getppid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(gettid, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getcpu, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(getrandom, OTHER, WRITES(0, 1, 1), LEAVES_NOTHING, ALONE)
SYSCALL(uname, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sysinfo, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(syslog, OTHER, WRITES(1, 2, 1), LEAVES_NOTHING, ALONE)

/* --- The machine --- */
SYSCALL(clock_settime, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(clock_adjtime, OTHER, PLAIN, LEAVES_NOTHING,
        ALONE) /* only asked, as a rule */
SYSCALL(settimeofday, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(adjtimex, OTHER, PLAIN, LEAVES_NOTHING, ALONE)
SYSCALL(sethostname, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(setdomainname, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(mount, OTHER, PLAIN, PERSISTS(MOUNTS), ALONE)
SYSCALL(umount2, OTHER, PLAIN, PERSISTS(MOUNTS), ALONE)
SYSCALL(move_mount, OTHER, PLAIN, PERSISTS(MOUNTS), ALONE)
SYSCALL(fsmount, OTHER, PLAIN, PERSISTS(MOUNTS), ALONE)
SYSCALL(mount_setattr, OTHER, PLAIN, PERSISTS(MOUNTS), ALONE)
SYSCALL(swapon, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(swapoff, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(acct, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(quotactl, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(quotactl_fd, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(init_module, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(finit_module, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(delete_module, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(kexec_load, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(kexec_file_load, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)
SYSCALL(reboot, OTHER, PLAIN, PERSISTS(MACHINE), ALONE)

#undef OWNER
#undef NAMESPACE
#undef MACHINE
#undef MOUNTS
#undef POLICY
