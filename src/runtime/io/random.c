/* random.c - randomness that is the same in every execution.
 *
 * rand, random and the drand48 family need nothing: their seeds are constants
 * or derive from clocks and pids, which are virtual.  Calls that ask the kernel
 * or the CPU get a stream derived from the campaign's seed. */
#include "runtime/io/random.h"

#include "runtime/core/persistent.h"
#include "runtime/machine/raw.h"
#include "runtime/recur/needs.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A thread's stream is the campaign's seed mixed with its purpose. */
#define FOR_BYTES UINT64_C(0x72616e646f6d) /* "random" */
#define FOR_NAMES UINT64_C(0x6e616d6573)   /* "names" */
#define NO_THREAD UINT32_MAX

/* Length of the replacement for /dev/urandom. */
#define DEVICE_SIZE ((size_t)1 << 20)
#define ENTROPY_MOST 256 /* of one getentropy() */

RDL_REAL(ssize_t, getrandom, void *, size_t, unsigned);
RDL_REAL(int, getentropy, void *, size_t);
RDL_REAL(uint32_t, arc4random, void);
RDL_REAL(void, arc4random_buf, void *, size_t);
RDL_REAL(uint32_t, arc4random_uniform, uint32_t);
RDL_REAL(unsigned, _ZNSt13random_device9_M_getvalEv, void *);
RDL_REAL(unsigned, _ZNSt13random_device16_M_getval_pretr1Ev, void *);

static struct stream {
    struct rdl_rng rng;
    uint64_t names; /* drawn so far */
    uint64_t lineage;
    bool begun;
    bool child; /* started in a child of the target: has its own stream */
} streams[RDL_MAX_THREADS + 1]; /* by tid + 1; the first for before main */
static size_t n_streams;

RDL_KEEP_USED(streams, n_streams);

static uint64_t random_seed_for(uint64_t purpose, const struct stream *s)
{
    return rdl_mix(
        rdl_mix(rdl_rng_part(rdl_shared->config.seed, purpose), s->lineage),
        s->child);
}

static struct stream *random_stream(void)
{
    bool controlled = rdl_controlled();
    uint64_t lineage = controlled ? rdl_self->lineage : NO_THREAD;
    size_t i = controlled ? rdl_self->tid + 1u : 0;
    struct stream *s = &streams[i];

    if (i >= n_streams)
        n_streams = i + 1;
    if (!s->begun || s->lineage != lineage || s->child != rdl_child) {
        *s = (struct stream){ .lineage = lineage,
                              .begun = true,
                              .child = rdl_child };
        s->rng.state = random_seed_for(FOR_BYTES, s);
    }
    return s;
}

/* The next bytes of the calling thread's stream. */
static void random_fill(void *out, size_t size)
{
    struct rdl_rng *rng = &random_stream()->rng;
    char *to = out;

    while (size > 0) {
        uint64_t value = rdl_rng_next(rng);
        size_t n = size < sizeof(value) ? size : sizeof(value);

        memcpy(to, &value, n);
        to += n;
        size -= n;
    }
}

uint64_t rdl_random_state(const struct rdl_thread *t, uint64_t state)
{
    const struct stream *s = &streams[t->tid + 1u];

    return s->begun ? rdl_fold(rdl_fold(state, s->rng.state), s->names) : state;
}

uint64_t rdl_random_name(void)
{
    struct stream *s = random_stream();

    return rdl_mix(random_seed_for(FOR_NAMES, s), ++s->names);
}

static int random_file(int flags)
{
    return (int)rdl_raw(SYS_memfd_create, "random",
                        (flags & O_CLOEXEC) != 0 ? MFD_CLOEXEC : 0);
}

int rdl_random_open_uuid(int flags)
{
    static const char digits[] = "0123456789abcdef";
    char text[] = "xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx\n"; /* RFC 9562, 5.4 */
    int fd = random_file(flags);

    for (char *c = text; *c != '\0'; c++) {
        unsigned char byte;

        if (*c != 'x')
            continue;
        random_fill(&byte, 1);
        *c = digits[byte % 16];
    }
    if (fd >= 0)
        rdl_raw(SYS_pwrite64, fd, text, sizeof(text) - 1, 0);
    return fd;
}

int rdl_random_open(int flags)
{
    int fd = random_file(flags);
    long at;

    if (fd < 0)
        return fd;
    at = rdl_raw(SYS_ftruncate, fd, DEVICE_SIZE);
    if (at == 0)
        at = rdl_raw(SYS_mmap, NULL, DEVICE_SIZE, PROT_READ | PROT_WRITE,
                     MAP_SHARED, fd, 0);
    if (rdl_raw_failed(at)) {
        rdl_raw(SYS_close, fd);
        return (int)at;
    }
    random_fill((void *)at, DEVICE_SIZE);
    rdl_raw(SYS_munmap, at, DEVICE_SIZE);
    return fd;
}

/* AT_RANDOM, which the kernel gives the process.  The loader has used it
 * already: machine/secrets.h. */
__attribute__((constructor(102))) static void fix_auxiliary_bytes(void)
{
    void *bytes = (void *)getauxval(AT_RANDOM);

    if (!rdl_alone() && bytes != NULL)
        random_fill(bytes, 16);
}

static long random_get(void *out, size_t size, unsigned flags, uintptr_t pc)
{
    const unsigned known = GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE;

    if ((flags & ~known) != 0 || (flags & (GRND_RANDOM | GRND_INSECURE)) ==
                                     (GRND_RANDOM | GRND_INSECURE))
        return -EINVAL;
    rdl_call_writes(out, size, pc);
    random_fill(out, size);
    return (long)size;
}

static bool random_is_ours(void)
{
    return !rdl_alone();
}

RDL_EXPORT ssize_t getrandom(void *out, size_t size, unsigned flags)
{
    if (!random_is_ours())
        return REAL(getrandom)(out, size, flags);
    if (rdl_controlled())
        rdl_cancel_point();
    return rdl_answer(random_get(out, size, flags, RDL_PC));
}

RDL_EXPORT int getentropy(void *out, size_t size)
{
    if (!random_is_ours())
        return REAL(getentropy)(out, size);
    if (size > ENTROPY_MOST) {
        errno = EIO;
        return -1;
    }
    rdl_call_writes(out, size, RDL_PC);
    random_fill(out, size);
    return 0;
}

static uint32_t random_draw32(void)
{
    uint32_t value;

    random_fill(&value, sizeof(value));
    return value;
}

RDL_EXPORT uint32_t arc4random(void)
{
    return random_is_ours() ? random_draw32() : REAL(arc4random)();
}

RDL_EXPORT void arc4random_buf(void *out, size_t size)
{
    if (!random_is_ours()) {
        REAL(arc4random_buf)(out, size);
        return;
    }
    rdl_call_writes(out, size, RDL_PC);
    random_fill(out, size);
}

RDL_EXPORT uint32_t arc4random_uniform(uint32_t bound)
{
    if (!random_is_ours())
        return REAL(arc4random_uniform)(bound);
    return (uint32_t)((uint64_t)random_draw32() * bound >> 32);
}

/* std::random_device::operator(), whatever source its constructor chose. */
unsigned _ZNSt13random_device9_M_getvalEv(void *device);
unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void *device);

RDL_EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *device)
{
    return random_is_ours() ? random_draw32()
                            : REAL(_ZNSt13random_device9_M_getvalEv)(device);
}

RDL_EXPORT unsigned _ZNSt13random_device16_M_getval_pretr1Ev(void *device)
{
    return random_is_ours()
               ? random_draw32()
               : REAL(_ZNSt13random_device16_M_getval_pretr1Ev)(device);
}

bool rdl_syscalls_random(const struct rdl_syscall *call, long *result)
{
    if (call->number != SYS_getrandom)
        return false;
    *result = random_get((void *)call->arg[0], (size_t)call->arg[1],
                         (unsigned)call->arg[2], call->pc);
    return true;
}
