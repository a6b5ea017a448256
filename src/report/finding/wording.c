/* wording.c - pieces of text that the parts of a finding's report share. */
#include "report/finding/wording.h"

#include "detect/waits.h"
#include "symbols/stack.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SHORTEST_RUN 5 /* shortest range written as "3-7" */

char *rdl_wording_clean(char *out, size_t size, const char *from,
                        size_t from_size)
{
    size_t n = 0;

    while (n + 1 < size && n < from_size && from[n] != '\0') {
        unsigned char c = (unsigned char)from[n];

        out[n++] = isspace(c) ? ' ' : iscntrl(c) ? '?' : (char)c;
    }
    out[n] = '\0';
    return out;
}

char *rdl_wording_thread(const struct rdl_finding *f, rdl_tid tid, char *out,
                         size_t size)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, tid);
    char name[sizeof(v->name) + 1];

    if (tid == RDL_NO_TID) {
        snprintf(out, size, "no thread");
        return out;
    }
    snprintf(out, size, "thread %u", tid);
    if (v == NULL || v->name[0] == '\0')
        return out;
    snprintf(out, size, "thread %u \"%s\"", tid,
             rdl_wording_clean(name, sizeof(name), v->name, sizeof(v->name)));
    return out;
}

/* How many of tids[0..n) count up one by one from the first. */
static size_t wording_run_length(const rdl_tid *tids, size_t n)
{
    size_t k = 1;

    while (k < n && tids[k] == tids[k - 1] + 1)
        k++;
    return k;
}

char *rdl_wording_tids(const rdl_tid *tids, size_t n, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (size_t i = 0; i < n && used + 1 < size;) {
        size_t run = wording_run_length(tids + i, n - i);
        const char *before;

        if (run < SHORTEST_RUN)
            run = 1;
        before = i == 0 ? "" : i + run < n ? ", " : " and ";
        if (run > 1)
            used += (size_t)snprintf(out + used, size - used, "%s%u-%u", before,
                                     tids[i], tids[i + run - 1]);
        else
            used += (size_t)snprintf(out + used, size - used, "%s%u", before,
                                     tids[i]);
        i += run;
    }
    return out;
}

char *rdl_wording_object(struct rdl_symbols *s, const char *what,
                         uintptr_t addr, char *out, size_t size)
{
    char name[128];

    if (addr == 0)
        snprintf(out, size, "%s", what);
    else if (rdl_symbols_data(s, addr, name, sizeof(name)))
        snprintf(out, size, "%s %s", what, name);
    else
        snprintf(out, size, "%s at 0x%lx", what, (unsigned long)addr);
    return out;
}

char *rdl_wording_awaited(struct rdl_symbols *s,
                          const struct rdl_thread_view *v, char *out,
                          size_t size)
{
    static const char *const usual[] = {
        [RDL_WAIT_NONE] = "nothing",        [RDL_WAIT_LOCK] = "lock",
        [RDL_WAIT_CONDITION] = "condition", [RDL_WAIT_SEMAPHORE] = "semaphore",
        [RDL_WAIT_BARRIER] = "barrier",     [RDL_WAIT_ONCE] = "once",
        [RDL_WAIT_FUTEX] = "futex",
    };
    char what[sizeof(v->what) + 1];

    rdl_wording_clean(what, sizeof(what), v->what, sizeof(v->what));
    switch (v->wait) {
    case RDL_WAIT_NONE:
    case RDL_WAIT_LOCK:
    case RDL_WAIT_CONDITION:
    case RDL_WAIT_SEMAPHORE:
    case RDL_WAIT_BARRIER:
    case RDL_WAIT_ONCE:
    case RDL_WAIT_FUTEX:
        return rdl_wording_object(s, what[0] != '\0' ? what : usual[v->wait],
                                  v->wait_object, out, size);
    case RDL_WAIT_JOIN:
        if (v->holder == RDL_NO_TID)
            snprintf(out, size, "the end of a thread");
        else
            snprintf(out, size, "the end of thread %u", v->holder);
        return out;
    case RDL_WAIT_SLEEP:
        snprintf(out, size, "time to pass");
        return out;
    case RDL_WAIT_DESCRIPTOR:
        if (what[0] != '\0') /* "3, to read" */
            snprintf(out, size, "descriptor %s", what);
        else
            snprintf(out, size, "a descriptor");
        return out;
    case RDL_WAIT_SIGNAL:
        snprintf(out, size, "a signal");
        return out;
    case RDL_WAIT_PROCESS:
        snprintf(out, size, "a process");
        return out;
    default:
        snprintf(out, size, "something");
        return out;
    }
}

char *rdl_wording_doing(struct rdl_symbols *s, const struct rdl_thread_view *v,
                        char *out, size_t size)
{
    char awaited[192];

    switch (v->state) {
    case RDL_ENDED:
        snprintf(out, size, "has ended");
        return out;
    case RDL_WAITING:
        snprintf(out, size, "waits for %s%s",
                 rdl_wording_awaited(s, v, awaited, sizeof(awaited)),
                 v->timed ? ", with a deadline" : "");
        return out;
    default:
        snprintf(out, size, "%s",
                 v->spins ? "repeats the same steps" : "could run");
        return out;
    }
}
