/* proc_text.c - see proc_text.h and proc(5).
 *
 * The kernel's text, in which each line's numbers are replaced.  A rule is a
 * letter for each number of the line: the table below says what it means.  The
 * last one counts for all that follow. */
#include "runtime/io/proc_text.h"

#include "base/text.h"
#include "runtime/core/identity.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/core/thread.h"
#include "runtime/io/call.h"
#include "runtime/io/proc_maps.h"
#include "runtime/machine/raw.h"
#include "runtime/sched/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <string.h>
#include <sys/syscall.h>

#define LONGEST 131072 /* of a file; a longer one is shown as it is */

/* What takes the place of a number. */
enum {
    KEEP = '=',
    ZERO = '0',
    ONE = '1',
    RUNS = 'R',           /* the state of the process */
    NOTHING = 'x',        /* a set in hexadecimal digits: an empty one */
    THREADS = 'T',        /* of the program */
    SOME = 's',           /* processes of the machine, as in machine_state.c */
    PID = 'p',            /* of the process */
    PARENT = 'P',         /* of its parent */
    TOTAL = 't',          /* itself: the total that HALF and ALL refer to */
    HALF = 'h',           /* half of the latest total */
    ALL = 'a',            /* all of it */
    PAGES = 'r',          /* the memory that the process uses, in pages */
    KILOBYTES = 'k',      /* the same in units of 1024 bytes */
    SIZE_BYTES = 'B',     /* of the address space */
    SIZE_KILOBYTES = 'K', /* the same in units of 1024 bytes */
    BOOT = 'b',           /* when the machine started */
};

#define PROCESSES 100
#define USED_PAGES 1024
#define SIZE (UINT64_C(8) << 30)

struct rule {
    const char *key; /* begins the line; NULL: any other line */
    const char *numbers;
};

static const struct rule uptime[] = { { NULL, "=" } };  /* made anew */
static const struct rule loadavg[] = { { NULL, "=" } }; /* made anew */
static const struct rule vmstat[] = { { NULL, "0" } };
static const struct rule machine_stat[] = {
    { "cpu ", "0" },      { "cpu", "=0" },          { "btime", "b" },
    { "processes", "s" }, { "procs_running", "1" }, { NULL, "0" },
};
static const struct rule meminfo[] = {
    { "MemTotal", "t" },     { "MemFree", "h" },   { "MemAvailable", "h" },
    { "SwapTotal", "t" },    { "SwapFree", "a" },  { "VmallocTotal", "=" },
    { "Hugepagesize", "=" }, { "DirectMap", "=" }, { NULL, "0" },
};
/* The id, and behind the name of the command and the state: parent, group,
 * session, terminal, its group, flags; faults and times (8); priority, nice
 * value, threads; two times; size, memory in use, its limit; five addresses,
 * which the kernel does not show to everybody either; four sets of signals
 * and three that are gone; a signal, the CPU, two of scheduling; times and
 * addresses. */
static const struct rule stat[] = {
    { NULL, "pPpp==0"
            "00000000"
            "==T00"
            "Br=000000000000=0==0" },
};
/* The size is true: programs limit it (RLIMIT_AS). */
static const struct rule statm[] = { { NULL, "=rr=0r0" } };
static const struct rule status[] = {
    { "State", "R" },
    { "Tgid", "p" },
    { "Pid", "p" },
    { "PPid", "P" },
    { "TracerPid", "0" },
    { "NStgid", "p" },
    { "NSpid", "p" },
    { "NSpgid", "p" },
    { "NSsid", "p" },
    { "VmPeak", "K" },
    { "VmSize", "K" },
    { "VmData", "K" },
    { "VmStk", "k" },
    { "VmHWM", "k" },
    { "VmRSS", "k" },
    { "RssAnon", "k" },
    { "RssFile", "0" },
    { "RssShmem", "0" },
    { "VmPTE", "0" },
    { "VmSwap", "0" },
    { "SigQ", "0=" },
    { "SigPnd", "x" },
    { "ShdPnd", "x" },
    { "SigBlk", "x" },
    { "SigIgn", "x" },
    { "SigCgt", "x" },
    { "FDSize", "s" },
    { "Threads", "T" },
    { "voluntary_ctxt_switches", "0" },
    { "nonvoluntary_ctxt_switches", "0" },
    { NULL, "=" },
};
static const struct rule io[] = { { NULL, "0" } };
static const struct rule maps[] = { { NULL, "=" } }; /* in proc_maps.c */

static const struct file {
    const char *name; /* without /proc/ and, of a process, without its id */
    const struct rule *rules;
    bool process;
} files[] = {
    { "uptime", uptime, false },
    { "loadavg", loadavg, false },
    { "stat", machine_stat, false },
    { "meminfo", meminfo, false },
    { "vmstat", vmstat, false },
    { "stat", stat, true },
    { "statm", statm, true },
    { "status", status, true },
    { "io", io, true },
    { "schedstat", io, true },
    { "maps", maps, true },
};
#define N_FILES (sizeof(files) / sizeof(files[0]))

/* --- The file ------------------------------------------------------------- */

static bool proc_text_skip(const char **path, const char *what)
{
    const size_t n = strlen(what);

    if (strncmp(*path, what, n) != 0)
        return false;
    *path += n;
    return true;
}

static bool proc_text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A number and a slash. */
static bool proc_text_skip_id(const char **path, long id)
{
    const char *at = *path;
    long n = 0;

    while (proc_text_is_digit(*at) && n < 1000000000)
        n = n * 10 + (*at++ - '0');
    if (at == *path || *at != '/' || (id != 0 && n != id))
        return false;
    *path = at + 1;
    return true;
}

static const struct file *proc_text_file(const char *path)
{
    bool process;

    if (path == NULL || !proc_text_skip(&path, "/proc/"))
        return NULL;
    process = proc_text_skip(&path, "self/") ||
              proc_text_skip(&path, "thread-self/") ||
              proc_text_skip_id(&path, rdl_raw(SYS_getpid));
    if (process && proc_text_skip(&path, "task/") &&
        !proc_text_skip_id(&path, 0))
        return NULL;
    for (size_t i = 0; i < N_FILES; i++) {
        if (files[i].process == process && strcmp(files[i].name, path) == 0)
            return &files[i];
    }
    return NULL;
}

/* --- Its text ------------------------------------------------------------- */

static char from[LONGEST + 1], shown[LONGEST * 2];
RDL_PERSISTENT(from);
RDL_PERSISTENT(shown);

struct text {
    size_t n; /* of `shown` */
    uint64_t total;
};

static void proc_text_add(struct text *t, char c)
{
    if (t->n < sizeof(shown))
        shown[t->n++] = c;
}

static void proc_text_copy(struct text *t, const char *at, const char *end)
{
    while (at < end)
        proc_text_add(t, *at++);
}

static void proc_text_words(struct text *t, const char *words)
{
    for (; *words != '\0'; words++)
        proc_text_add(t, *words);
}

/* The kernel aligns numbers, so it shows the length of those that are gone. */
static void proc_text_align(struct text *t)
{
    const size_t before = t->n;

    while (t->n > 0 && shown[t->n - 1] == ' ')
        t->n--;
    if (t->n < before && (t->n == 0 || shown[t->n - 1] != '\t'))
        t->n++;
}

static void proc_text_number(struct text *t, uint64_t number)
{
    char digits[24] = "";

    rdl_text_number(digits, number);
    proc_text_words(t, digits);
}

static uint64_t proc_text_seconds(clockid_t clock)
{
    return (uint64_t)rdl_clock_shows(clock, rdl_virtual_ns).tv_sec;
}

static uint64_t proc_text_threads(void)
{
    uint64_t n = 0;

    for (size_t i = 0; i < rdl_thread_limit(); i++)
        n += rdl_thread_at((rdl_tid)i)->live;
    return n;
}

static uint64_t proc_text_value(struct text *t, char kind, uint64_t is)
{
    switch (kind) {
    case THREADS:
        return proc_text_threads();
    case ONE:
        return 1;
    case SOME:
        return PROCESSES;
    case PID:
        return (uint64_t)rdl_identity_pid();
    case PARENT:
        return (uint64_t)rdl_identity_parent();
    case TOTAL:
        return t->total = is;
    case HALF:
        return t->total / 2;
    case ALL:
        return t->total;
    case PAGES:
        return USED_PAGES;
    case KILOBYTES:
        return USED_PAGES * 4;
    case SIZE_BYTES:
        return SIZE;
    case SIZE_KILOBYTES:
        return SIZE / 1024;
    case BOOT:
        return proc_text_seconds(CLOCK_REALTIME) -
               proc_text_seconds(CLOCK_BOOTTIME);
    default:
        return 0;
    }
}

/* Where the numbers of the line begin. */
static const char *proc_text_values(const struct rule *r, const char *line,
                                    const char *end)
{
    if (r->key != NULL)
        return line + strlen(r->key);
    for (const char *c = line; c < end && !proc_text_is_digit(*line); c++) {
        if (*c == ' ' || *c == '\t')
            return c;
    }
    return line;
}

/* Behind a name in brackets, which may have spaces, numbers and brackets. */
static const char *proc_text_behind_name(const char *c, const char *end)
{
    while (end > c && *end != ')')
        end--;
    return end;
}

static void proc_text_line(struct text *t, const struct rule *r,
                           const char *line, const char *end)
{
    const char *values, *kind, *copied = line;

    while (r->key != NULL && strncmp(line, r->key, strlen(r->key)) != 0)
        r++;
    values = proc_text_values(r, line, end);
    kind = r->numbers;
    if (*kind == NOTHING || *kind == RUNS) {
        proc_text_copy(t, line, values);
        proc_text_words(t, *kind == RUNS ? ":\tR (running)\n"
                                         : ":\t0000000000000000\n");
        return;
    }
    for (const char *c = line; c < end;) {
        const char *start = c;
        uint64_t is = 0;

        while (c < end && proc_text_is_digit(*c))
            is = is * 10 + (uint64_t)(*c++ - '0');
        if (c == start || start < values) {
            c += c == start;
            if (r == stat && *start == '(') {
                c = proc_text_behind_name(c, end);
                proc_text_copy(t, copied, c);
                proc_text_words(t, ") R");
                copied = c = c + strlen(") R");
            }
            continue;
        }
        if (*kind != KEEP) {
            proc_text_copy(t, copied, start);
            proc_text_align(t);
            proc_text_number(t, proc_text_value(t, *kind, is));
            copied = c;
        }
        kind += kind[1] != '\0';
    }
    proc_text_copy(t, copied, end);
    proc_text_add(t, '\n');
}

/* The time, and how long its CPUs were idle. */
static void proc_text_uptime(struct text *t)
{
    const uint64_t seconds = proc_text_seconds(CLOCK_BOOTTIME);

    proc_text_number(t, seconds);
    proc_text_words(t, ".00 ");
    proc_text_number(t, seconds);
    proc_text_words(t, ".00\n");
}

/* Loads, threads that run of all, the latest process. */
static void proc_text_load(struct text *t)
{
    proc_text_words(t, "0.00 0.00 0.00 1/");
    proc_text_number(t, PROCESSES);
    proc_text_words(t, " ");
    proc_text_number(t, (uint64_t)rdl_identity_pid());
    proc_text_words(t, "\n");
}

static size_t proc_text_show(const struct file *f)
{
    struct text t = { 0 };

    if (f->rules == maps)
        return rdl_proc_maps_show(from, shown);
    if (f->rules == uptime || f->rules == loadavg) {
        (f->rules == uptime ? proc_text_uptime : proc_text_load)(&t);
        return t.n;
    }
    for (const char *line = from; *line != '\0';) {
        const char *end = line;

        while (*end != '\n' && *end != '\0')
            end++;
        proc_text_line(&t, f->rules, line, end);
        line = *end == '\n' ? end + 1 : end;
    }
    return t.n;
}

/* False if it cannot be read, or is too long. */
static bool proc_text_read(const struct file *f, const char *path)
{
    size_t size = 0;
    long fd, n;

    if (f->rules == maps)
        rdl_proc_maps_prepare();
    fd = rdl_raw(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    do {
        n = rdl_raw(SYS_read, fd, from + size, LONGEST - size);
        size += n > 0 ? (size_t)n : 0;
    } while (n > 0);
    rdl_raw(SYS_close, fd);
    from[size] = '\0';
    return n == 0 && size > 0 && size < LONGEST;
}

/* What was read is the text of fd.  0, or -errno. */
static long proc_text_give(const struct file *f, int fd, uintptr_t pc)
{
    size_t size;
    long n;

    if (f->process) /* it counts the threads */
        rdl_call_unseen(RDL_UNSEEN "/proc/self/status and the like", pc);
    size = proc_text_show(f);
    n = rdl_raw(SYS_pwrite64, fd, shown, size, 0);
    if (n != (long)size)
        return n < 0 ? n : -ENOSPC;
    return rdl_raw(SYS_ftruncate, fd, size);
}

bool rdl_proc_text_open(const char *path, int flags, struct rdl_proc_text *text,
                        uintptr_t pc)
{
    const struct file *f = proc_text_file(path);
    long result;

    if (f == NULL || (flags & O_ACCMODE) != O_RDONLY ||
        (flags & (O_PATH | O_DIRECTORY)) != 0 || !proc_text_read(f, path))
        return false;
    *text = (struct rdl_proc_text){
        .fd = (int)rdl_raw(SYS_memfd_create, "proc",
                           (flags & O_CLOEXEC) != 0 ? MFD_CLOEXEC : 0),
        .shows = strstr(path, "/task/") == NULL ? (unsigned)(f - files) + 1 : 0,
    };
    if (text->fd < 0)
        return true;
    result = proc_text_give(f, text->fd, pc);
    if (result < 0) {
        rdl_raw(SYS_close, text->fd);
        text->fd = (int)result;
    }
    return true;
}

static bool proc_text_from_beginning(const struct rdl_io *call)
{
    switch (call->number) {
    case SYS_pread64:
    case SYS_preadv:
        return call->arg[3] == 0;
    case SYS_preadv2:
        if (call->arg[3] != -1)
            return call->arg[3] == 0;
        /* fall through */
    case SYS_read:
    case SYS_readv:
        return rdl_raw(SYS_lseek, call->arg[0], 0, SEEK_CUR) == 0;
    default:
        return false;
    }
}

void rdl_proc_text_reads(const struct rdl_io *call, unsigned shows)
{
    const struct file *f = &files[shows - 1];
    char path[64] = "/proc/";

    if (!proc_text_from_beginning(call))
        return;
    if (f->rules == uptime) /* a program may wait for it */
        rdl_clock_read(call->pc);
    rdl_text_copy(path + strlen(path), f->process ? "self/" : "",
                  sizeof(path) - strlen(path));
    rdl_text_copy(path + strlen(path), f->name, sizeof(path) - strlen(path));
    if (proc_text_read(f, path))
        proc_text_give(f, (int)call->arg[0], call->pc);
}
