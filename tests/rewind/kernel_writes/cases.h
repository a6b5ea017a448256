/* cases.h - CASE(call, variant, arguments) makes a call of writes.c; a variant
 * is a command, or `library` for a call through the C library.
 * WHY(call, variant, reason) says why there is none. */

/* --- Descriptors --- */
CASE(accept, _, a[0] = listener(); a[1] = out(128); a[2] = GIVEN((int){ 128 }))
CASE(accept4, _, a[0] = listener(); a[1] = out(128); a[2] = GIVEN((int){ 128 }))
CASE(pipe, _, a[0] = out(8))
CASE(pipe2, _, a[0] = out(8))
CASE(socketpair, _, a[0] = AF_UNIX; a[1] = SOCK_STREAM; a[3] = out(8))
CASE(fcntl, F_GETLK, a[0] = opened("sample"); a[1] = F_GETLK;
     a[2] = GIVEN((struct flock){ .l_type = F_WRLCK }))
CASE(fcntl, F_OFD_GETLK, a[0] = opened("sample"); a[1] = F_OFD_GETLK;
     a[2] = GIVEN((struct flock){ .l_type = F_WRLCK }))
CASE(fcntl, F_GETOWN_EX, a[0] = pipe_with("x"); a[1] = F_GETOWN_EX;
     a[2] = out(8))
WHY(fcntl, F_GETOWNER_UIDS, "only in kernels with checkpoints")
CASE(fcntl, F_GET_RW_HINT, a[0] = opened("sample"); a[1] = F_GET_RW_HINT;
     a[2] = out(8))
WHY(fcntl, F_GET_FILE_RW_HINT, "the kernel has dropped it")
CASE(ioctl, FIONREAD, a[0] = pipe_with("xyz"); a[1] = FIONREAD; a[2] = out(4))
CASE(ioctl, TIOCGWINSZ, a[0] = pseudo_terminal(); a[1] = TIOCGWINSZ;
     a[2] = out(8))
WHY(ioctl, TIOCGPGRP, "there is no controlling terminal")
CASE(ioctl, TIOCOUTQ, a[0] = pseudo_terminal(); a[1] = TIOCOUTQ; a[2] = out(4))
CASE(ioctl, TCGETS, a[0] = pseudo_terminal(); a[1] = TCGETS; a[2] = out(60))
CASE(ioctl, TIOCGPTN, a[0] = pseudo_terminal(); a[1] = (long)TIOCGPTN;
     a[2] = out(4))
WHY(ioctl, UFFDIO_COPY, "a program that has such descriptors handles faults")
WHY(ioctl, UFFDIO_ZEROPAGE,
    "a program that has such descriptors handles faults")
CASE(read, _, a[0] = pipe_with("some bytes"); a[1] = out(40); a[2] = 40)
CASE(read, library, long b = out(40);
     MADE(read(pipe_with("some bytes"), (void *)b, 40)))
CASE(readv, _, a[0] = pipe_with("some bytes"); a[1] = (long)parts(3, 40);
     a[2] = 2)
CASE(preadv2, _, a[0] = opened("sample"); a[1] = (long)parts(3, 5000); a[2] = 2)
/* Room for one entry: a signal that is pending, such as the watchdog's on a busy
 * machine, ends these calls behind the first. */
CASE(getdents, _, a[0] = early ? -1 : open("directory", O_RDONLY);
     a[1] = out(24); a[2] = 24)
CASE(getdents64, _, a[0] = early ? -1 : open("directory", O_RDONLY);
     a[1] = out(24); a[2] = 24)
CASE(recvfrom, _, a[0] = socket_with("bytes", 1); a[1] = out(9); a[2] = 9;
     a[4] = out(128); a[5] = GIVEN((int){ 128 }))
CASE(sendmmsg, _, a[0] = socket_with("", 0);
     a[1] = GIVEN((struct mmsghdr[2]){
         { .msg_hdr = { .msg_iov = parts(4, 6), .msg_iovlen = 2 } },
         { .msg_hdr = { .msg_iov = parts(4, 7), .msg_iovlen = 2 } } });
     a[2] = 2)
CASE(epoll_wait, _, a[0] = ready_set(); a[1] = out(36); a[2] = 3)
CASE(epoll_pwait, _, a[0] = ready_set(); a[1] = out(36); a[2] = 3)
CASE(epoll_pwait2, _, a[0] = ready_set(); a[1] = out(36); a[2] = 3)
CASE(timerfd_settime, _, a[0] = timer_fd();
     a[2] = GIVEN((struct itimerspec){ .it_value.tv_sec = 1000 });
     a[3] = out(sizeof(struct itimerspec)))
CASE(timerfd_gettime, _, a[0] = timer_fd();
     a[1] = out(sizeof(struct itimerspec)))
CASE(vmsplice, _, a[0] = pipe_with("bytes"); a[1] = (long)parts(2, 9); a[2] = 2)
CASE(recvmsg, _, a[0] = socket_with("some bytes", 1);
     a[1] = message(20, 60, 64))
CASE(sendmsg, _, a[0] = socket_with("", 0); a[1] = message(0, 10, 0))
CASE(recvmmsg, _, a[0] = socket_with("some bytes", 2);
     a[1] = GIVEN((struct mmsghdr[2]){
         { .msg_hdr = { .msg_iov = parts(4, 20), .msg_iovlen = 2 } },
         { .msg_hdr = { .msg_iov = parts(4, 20), .msg_iovlen = 2 } } });
     a[2] = 2; a[4] = GIVEN((struct timespec){ 0, 0 }))
CASE(sendfile, _, a[0] = pipe_end(); a[1] = opened("sample");
     a[2] = GIVEN((long){ 7 }); a[3] = 100)
CASE(splice, _, a[0] = opened("sample"); a[1] = GIVEN((long){ 7 });
     a[2] = pipe_end(); a[4] = 100)
CASE(copy_file_range, _, a[0] = opened("sample"); a[1] = GIVEN((long){ 7 });
     a[2] = opened("other"); a[3] = GIVEN((long){ 9 }); a[4] = 100)
CASE(pread64, _, a[0] = opened("sample"); a[1] = out(5000); a[2] = 5000)
CASE(preadv, _, a[0] = opened("sample"); a[1] = (long)parts(3, 5000); a[2] = 2)
CASE(poll, _, ready(); a[0] = GIVEN((struct pollfd){ READY, POLLIN, 0x77 });
     a[1] = 1)
CASE(ppoll, _, ready(); a[0] = GIVEN((struct pollfd){ READY, POLLIN, 0x77 });
     a[1] = 1; a[2] = GIVEN((struct timespec){ 0, 0 }))
CASE(select, _, a[0] = ready(); a[1] = set_of(READY); a[2] = set_of(READY);
     a[3] = set_of(READY); a[4] = GIVEN((struct timeval){ 0, 0 }))
CASE(pselect6, _, a[0] = ready(); a[1] = set_of(READY); a[2] = set_of(READY);
     a[3] = set_of(READY); a[4] = GIVEN((struct timespec){ 0, 0 }))
CASE(cachestat, _, a[0] = opened("sample"); a[1] = GIVEN((long[2]){ 0, 0 });
     a[2] = out(40))
CASE(getsockname, _, a[0] = connected(); a[1] = out(128);
     a[2] = GIVEN((int){ 128 }))
CASE(getpeername, _, a[0] = connected(); a[1] = out(128);
     a[2] = GIVEN((int){ 128 }))
CASE(getsockopt, _, a[0] = connected(); a[1] = SOL_SOCKET; a[2] = SO_SNDBUF;
     a[3] = out(4); a[4] = GIVEN((int){ 4 }))
WHY(io_uring_setup, _, "answered with ENOSYS")
WHY(io_uring_enter, _, "there are no rings")
WHY(io_uring_register, _, "there are no rings")

/* --- Files --- */
CASE(stat, _, a[0] = (long)"sample"; a[1] = out(sizeof(struct stat)))
CASE(fstat, _, a[0] = opened("sample"); a[1] = out(sizeof(struct stat)))
CASE(lstat, _, a[0] = (long)"sample"; a[1] = out(sizeof(struct stat)))
CASE(newfstatat, _, a[0] = AT_FDCWD; a[1] = (long)"sample";
     a[2] = out(sizeof(struct stat)))
CASE(statx, _, a[0] = AT_FDCWD; a[1] = (long)"sample"; a[3] = STATX_ALL;
     a[4] = out(sizeof(struct statx)))
CASE(statfs, _, a[0] = (long)"/"; a[1] = out(sizeof(struct statfs)))
CASE(fstatfs, _, a[0] = opened("sample"); a[1] = out(sizeof(struct statfs)))
WHY(ustat, _, "needs the number of a mounted device")
CASE(sysfs, _, a[0] = 2; a[2] = out(64))
CASE(readlink, _, a[0] = (long)"link"; a[1] = out(100); a[2] = 100)
CASE(readlinkat, _, a[0] = AT_FDCWD; a[1] = (long)"link"; a[2] = out(100);
     a[3] = 100)
CASE(getcwd, _, a[0] = out(PAGE); a[1] = PAGE)
CASE(getxattr, _, a[0] = (long)"sample"; a[1] = (long)"user.writes";
     a[2] = out(64); a[3] = 64)
CASE(lgetxattr, _, a[0] = (long)"sample"; a[1] = (long)"user.writes";
     a[2] = out(64); a[3] = 64)
CASE(fgetxattr, _, a[0] = opened("sample"); a[1] = (long)"user.writes";
     a[2] = out(64); a[3] = 64)
CASE(listxattr, _, a[0] = (long)"sample"; a[1] = out(256); a[2] = 256)
CASE(llistxattr, _, a[0] = (long)"sample"; a[1] = out(256); a[2] = 256)
CASE(flistxattr, _, a[0] = opened("sample"); a[1] = out(256); a[2] = 256)
CASE(name_to_handle_at, _, a[0] = AT_FDCWD; a[1] = (long)"sample";
     a[2] = GIVEN((unsigned[34]){ 128 }); a[3] = out(4))
WHY(lookup_dcookie, _, "the kernel has dropped it")
WHY(statmount, _, "newer than many kernels, and needs the number of a mount")
WHY(listmount, _, "newer than many kernels")

/* --- Objects --- */
CASE(shmctl, IPC_STAT, a[0] = segment(); a[1] = IPC_STAT;
     a[2] = out(sizeof(struct shmid_ds)))
WHY(shmctl, SHM_STAT, "takes an index, which depends on the machine")
WHY(shmctl, SHM_STAT_ANY, "takes an index, which depends on the machine")
CASE(shmctl, IPC_INFO, a[1] = IPC_INFO; a[2] = out(sizeof(struct shminfo)))
CASE(shmctl, SHM_INFO, a[1] = SHM_INFO; a[2] = out(sizeof(struct shm_info)))
CASE(semctl, IPC_STAT, a[0] = semaphores(); a[2] = IPC_STAT;
     a[3] = out(sizeof(struct semid_ds)))
WHY(semctl, SEM_STAT, "takes an index, which depends on the machine")
WHY(semctl, SEM_STAT_ANY, "takes an index, which depends on the machine")
CASE(semctl, IPC_INFO, a[2] = IPC_INFO; a[3] = out(sizeof(struct seminfo)))
CASE(semctl, SEM_INFO, a[2] = SEM_INFO; a[3] = out(sizeof(struct seminfo)))
CASE(semctl, GETALL, a[0] = semaphores(); a[2] = GETALL; a[3] = out(10))
CASE(msgctl, IPC_STAT, a[0] = message_queue(); a[1] = IPC_STAT;
     a[2] = out(sizeof(struct msqid_ds)))
WHY(msgctl, MSG_STAT, "takes an index, which depends on the machine")
WHY(msgctl, MSG_STAT_ANY, "takes an index, which depends on the machine")
CASE(msgctl, IPC_INFO, a[1] = IPC_INFO; a[2] = out(sizeof(struct msginfo)))
CASE(msgctl, MSG_INFO, a[1] = MSG_INFO; a[2] = out(sizeof(struct msginfo)))
CASE(mq_timedreceive, _, a[0] = posix_queue(); a[1] = out(64); a[2] = 64;
     a[3] = out(4))
CASE(mq_timedreceive, library, long b = out(64); long p = out(4);
     MADE(mq_receive(posix_queue(), (void *)b, 64, (void *)p)))
CASE(mq_getsetattr, _, a[0] = posix_queue(); a[2] = out(sizeof(struct mq_attr)))
CASE(msgrcv, _, a[0] = message_queue(); a[1] = out(100); a[2] = 92)
CASE(msgrcv, library, long b = out(100);
     MADE(msgrcv(message_queue(), (void *)b, 92, 0, 0)))
WHY(keyctl, KEYCTL_DESCRIBE, "keys outlive the program")
WHY(keyctl, KEYCTL_READ, "keys outlive the program")
WHY(keyctl, KEYCTL_GET_SECURITY, "keys outlive the program")
WHY(keyctl, KEYCTL_DH_COMPUTE, "keys outlive the program")
WHY(keyctl, KEYCTL_CAPABILITIES, "often forbidden in containers")
WHY(keyctl, KEYCTL_PKEY_QUERY, "keys outlive the program")
WHY(keyctl, KEYCTL_PKEY_ENCRYPT, "keys outlive the program")
WHY(keyctl, KEYCTL_PKEY_DECRYPT, "keys outlive the program")
WHY(keyctl, KEYCTL_PKEY_SIGN, "keys outlive the program")

/* --- Memory --- */
WHY(mremap, _, "tests/programs/rewind_mremap_early.c")
CASE(madvise, MADV_POPULATE_WRITE, a[0] = (long)next; a[1] = 2 * PAGE;
     a[2] = MADV_POPULATE_WRITE)
CASE(mincore, _, a[0] = (long)area[0]; a[1] = 50 * PAGE; a[2] = out(50))
CASE(get_mempolicy, _, a[0] = out(4); a[1] = out(128); a[2] = 1024)
WHY(move_pages, _, "what it answers depends on the machine")
CASE(process_vm_readv, _, a[0] = early ? -1 : getpid();
     a[1] = (long)parts(4, 20); a[2] = 2;
     a[3] = GIVEN((struct iovec){ (void *)area, 24 }); a[4] = 1)
CASE(process_vm_writev, _, a[0] = early ? -1 : getpid();
     a[1] = GIVEN((struct iovec){ (void *)"some bytes of text", 18 }); a[2] = 1;
     a[3] = (long)parts(4, 20); a[4] = 2)

/* --- The process --- */
CASE(prlimit64, _, a[1] = RLIMIT_CORE; a[3] = out(16))
CASE(getrlimit, _, a[0] = RLIMIT_CORE; a[1] = out(16))
CASE(prctl, PR_GET_PDEATHSIG, a[0] = PR_GET_PDEATHSIG; a[1] = out(4))
CASE(prctl, PR_GET_NAME, a[0] = PR_GET_NAME; a[1] = out(16))
CASE(prctl, library, long b = out(16); MADE(prctl(PR_GET_NAME, b)))
CASE(prctl, name, long b = out(16);
     MADE(pthread_getname_np(pthread_self(), (void *)b, 16)))
CASE(prctl, PR_GET_TSC, a[0] = PR_GET_TSC; a[1] = out(4))
CASE(prctl, PR_GET_CHILD_SUBREAPER, a[0] = PR_GET_CHILD_SUBREAPER;
     a[1] = out(4))
WHY(prctl, PR_GET_TID_ADDRESS, "only in kernels with checkpoints")
CASE(prctl, PR_GET_AUXV, a[0] = 0x41555856; a[1] = out(64); a[2] = 64)
WHY(prctl, PR_SCHED_CORE, "only on machines with hyperthreads")
CASE(seccomp, SECCOMP_GET_NOTIF_SIZES, a[0] = SECCOMP_GET_NOTIF_SIZES;
     a[2] = out(6))
WHY(ptrace, PTRACE_PEEKTEXT, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_PEEKDATA, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_PEEKUSER, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GETREGS, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GETFPREGS, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GETSIGINFO, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GETEVENTMSG, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GETSIGMASK, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GET_SYSCALL_INFO, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_GETREGSET, "a tracer waits for its child to stop")
WHY(ptrace, PTRACE_PEEKSIGINFO, "a tracer waits for its child to stop")
CASE(arch_prctl, ARCH_GET_FS, a[0] = ARCH_GET_FS; a[1] = out(8))
CASE(arch_prctl, ARCH_GET_GS, a[0] = ARCH_GET_GS; a[1] = out(8))
CASE(arch_prctl, ARCH_GET_XCOMP_SUPP, a[0] = 0x1021; a[1] = out(8))
CASE(arch_prctl, ARCH_GET_XCOMP_PERM, a[0] = 0x1022; a[1] = out(8))
CASE(modify_ldt, 0 /* read */, a[0] = 0; a[1] = out(16); a[2] = 16)
WHY(modify_ldt, 2 /* read the default */, "not in kernels of 64 bits")
WHY(rseq, _, "the C library has registered it")
CASE(io_setup, _, a[0] = 2; a[1] = GIVEN((long){ 0 }))
WHY(io_getevents, _, "its results come when the device likes")
WHY(io_pgetevents, _, "its results come when the device likes")
WHY(io_submit, _, "its results come when the device likes")
WHY(io_cancel, _, "its results come when the device likes")
WHY(bpf, _, "forbidden in containers")
CASE(timer_create, library, long b = out(8);
     MADE(timer_create(CLOCK_MONOTONIC, NULL, (void *)b)))
CASE(timer_settime, library,
     long n = GIVEN((struct itimerspec){ .it_value.tv_sec = 1000 });
     long b = out(sizeof(struct itimerspec));
     MADE(timer_settime(timer(), 0, (void *)n, (void *)b)))
CASE(timer_gettime, library, long b = out(sizeof(struct itimerspec));
     MADE(timer_gettime(timer(), (void *)b)))
CASE(get_robust_list, _, a[1] = out(8); a[2] = out(8))
CASE(getrusage, _, a[1] = out(sizeof(struct rusage)))
CASE(getresuid, _, a[0] = out(4); a[1] = out(4); a[2] = out(4))
CASE(getresgid, _, a[0] = out(4); a[1] = out(4); a[2] = out(4))
CASE(getgroups, _, a[0] = 200; a[1] = out(800))
CASE(capget, _, a[0] = GIVEN((int[2]){ 0x20080522, 0 }); a[1] = out(24))
CASE(
    clone, _, a[0] = SIGCHLD | CLONE_PARENT_SETTID; a[2] = out(4); if (!early) {
        long c = syscall(SYS_clone, a[0], 0, a[2], 0, 0);
        if (c == 0)
            _exit(0);
        MADE(c > 0 ? 0 : c);
    })
CASE(
    clone3, _,
    struct clone_args c = { .flags = CLONE_PARENT_SETTID,
                            .exit_signal = SIGCHLD };
    c.parent_tid = (uint64_t)out(4); a[0] = given(&c, sizeof(c));
    a[1] = sizeof(c); if (!early) {
        long p = syscall(SYS_clone3, a[0], a[1]);
        if (p == 0)
            _exit(0);
        MADE(p > 0 ? 0 : p);
    })
CASE(wait4, _, a[0] = ended_child(); a[1] = out(4);
     a[3] = out(sizeof(struct rusage)))
CASE(wait4, library, long s = out(4); long u = out(sizeof(struct rusage));
     MADE(wait4(ended_child(), (void *)s, 0, (void *)u)))
CASE(waitid, _, a[0] = P_PID; a[1] = ended_child();
     a[2] = out(sizeof(siginfo_t)); a[3] = WEXITED;
     a[4] = out(sizeof(struct rusage)))
CASE(waitid, library, long s = out(sizeof(siginfo_t));
     MADE(waitid(P_PID, (id_t)ended_child(), (void *)s, WEXITED)))

/* --- Virtual, or only asked --- */
CASE(rt_sigaction, _, a[0] = SIGUSR1; a[2] = out(32); a[3] = 8)
CASE(rt_sigprocmask, _, a[2] = out(8); a[3] = 8)
CASE(rt_sigpending, _, a[0] = out(8); a[1] = 8)
CASE(
    rt_sigtimedwait, _,
    if (!early) {
        sigset_t s;
        sigemptyset(&s);
        sigaddset(&s, SIGUSR1);
        sigprocmask(SIG_BLOCK, &s, NULL);
        raise(SIGUSR1);
    } a[0] = GIVEN((long){ 1 << (SIGUSR1 - 1) });
    a[1] = out(sizeof(siginfo_t)); a[3] = 8)
CASE(sigaltstack, _, a[1] = out(sizeof(stack_t)))
WHY(futex, _, "the runtime answers it and writes the words itself")
CASE(sched_getparam, _, a[1] = out(4))
CASE(sched_getparam, library, long b = out(4);
     MADE(sched_getparam(child(), (void *)b)))
CASE(sched_rr_get_interval, _, a[1] = out(16))
CASE(sched_rr_get_interval, library, long b = out(16);
     MADE(sched_rr_get_interval(child(), (void *)b)))
CASE(sched_getaffinity, _, a[1] = 128; a[2] = out(128))
CASE(sched_getaffinity, library, long b = out(128);
     MADE(sched_getaffinity(child(), 128, (void *)b)))
CASE(sched_getattr, _, a[1] = out(48); a[2] = 48)
WHY(sched_setattr, _, "writes only where its argument is too long")
CASE(nanosleep, _, a[0] = GIVEN((struct timespec){ 0, 1 }); a[1] = out(16))
CASE(clock_nanosleep, _, a[0] = CLOCK_MONOTONIC;
     a[2] = GIVEN((struct timespec){ 0, 1 }); a[3] = out(16))
CASE(clock_gettime, _, a[0] = CLOCK_REALTIME; a[1] = out(16))
CASE(clock_gettime, library, long b = out(16); clockid_t c = 0;
     if (!early) clock_getcpuclockid(child(), &c);
     MADE(clock_gettime(c, (void *)b)))
CASE(clock_getres, _, a[0] = CLOCK_REALTIME; a[1] = out(16))
CASE(clock_getres, library, long b = out(16); clockid_t c = 0;
     if (!early) clock_getcpuclockid(child(), &c);
     MADE(clock_getres(c, (void *)b)))
CASE(gettimeofday, _, a[0] = out(16); a[1] = out(8))
CASE(time, _, a[0] = out(8))
CASE(times, _, a[0] = out(sizeof(struct tms)))
CASE(getitimer, _, a[1] = out(sizeof(struct itimerval)))
CASE(setitimer, _, a[0] = ITIMER_VIRTUAL;
     a[1] = GIVEN((struct itimerval){ .it_value.tv_sec = 1000 });
     a[2] = out(sizeof(struct itimerval)))
CASE(getcpu, _, a[0] = out(4); a[1] = out(4))
CASE(getrandom, _, a[0] = out(5000); a[1] = 5000)
CASE(uname, _, a[0] = out(sizeof(struct utsname)))
CASE(sysinfo, _, a[0] = out(sizeof(struct sysinfo)))
WHY(syslog, _, "needs privileges that containers do not give")
WHY(clock_adjtime, _, "virtual: the runtime shows a clock that is not steered")
WHY(adjtimex, _, "virtual: the runtime shows a clock that is not steered")
WHY(quotactl, _, "needs a file system with quotas")
WHY(quotactl_fd, _, "needs a file system with quotas")

/* Last: for this one the tracker opens all memory. */
CASE(ioctl, SIOCGIFCONF, a[0] = early ? -1 : socket(AF_INET, SOCK_DGRAM, 0);
     a[1] = SIOCGIFCONF; a[2] = GIVEN((struct ifconf){
                             .ifc_len = sizeof(struct ifreq),
                             .ifc_buf = (void *)out(sizeof(struct ifreq)) }))
