/* findings.c - see findings.h.  First the id of a finding, then the comparison
 * of two places in one statement. */
#include "schedule/findings.h"

#include "detect/detector.h"

#include "base/hash.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int findings_compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* A hash of module and offset, independent of load addresses. */
static uint64_t findings_place(const struct rdl_shared *s, uintptr_t pc)
{
    const struct rdl_module *m = rdl_shared_module(s, pc);

    if (m == NULL)
        return 0;
    return rdl_mix(m->name, pc - m->base);
}

/* Does a thread wait for something other than another thread's end? */
static bool findings_beside_joins(const struct rdl_finding *f)
{
    for (int i = 0; i < f->n_threads; i++) {
        if (f->threads[i].state == RDL_WAITING &&
            f->threads[i].wait != RDL_WAIT_JOIN)
            return true;
    }
    return false;
}

/* Outside a cycle, a thread that joins a stuck thread is only a consequence.
 * Which of several stuck threads it joins first makes no difference to the
 * finding (an unrolled loop has one call for each). */
static bool findings_waits(const struct rdl_finding *f,
                           const struct rdl_thread_view *v)
{
    for (int i = 0; i < f->n_cycle; i++) {
        if (f->cycle[i] == v->tid)
            return true;
    }
    return f->n_cycle == 0 && v->state == RDL_WAITING &&
           (v->wait != RDL_WAIT_JOIN || !findings_beside_joins(f));
}

/* No thread could run: the finding is the places of all threads. */
static bool findings_stuck(const struct rdl_finding *f)
{
    for (int i = 0; i < f->n_threads; i++) {
        if (f->threads[i].state == RDL_READY)
            return false;
    }
    return f->n_threads > 0;
}

bool rdl_found_warns(const char *kind)
{
    return rdl_detector_severity(kind) == RDL_WARNING;
}

/* A warning is about its place, also if the program is stuck by then. */
static bool findings_of_waiters(const struct rdl_finding *f)
{
    return !rdl_found_warns(f->kind) && (f->n_cycle > 0 || findings_stuck(f));
}

/* Hashes the set of places where threads wait.  The number of threads at each
 * place, and their tids, differ from schedule to schedule. */
static uint64_t findings_waiters(const struct rdl_shared *s, uint64_t h)
{
    const struct rdl_finding *f = &s->finding;
    uint64_t places[RDL_MAX_VIEWS];
    size_t n = 0;

    for (int i = 0; i < f->n_threads; i++) {
        if (findings_waits(f, &f->threads[i]))
            places[n++] = findings_place(s, f->threads[i].pc);
    }
    qsort(places, n, sizeof(places[0]), findings_compare);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || places[i] != places[i - 1])
            h = rdl_mix(h, places[i]);
    }
    return h;
}

uint64_t rdl_found_id(const struct rdl_shared *s)
{
    const struct rdl_finding *f = &s->finding;
    uint64_t h = rdl_hash_text(f->kind);

    if (f->key != 0)
        h = rdl_mix(h, f->key);
    else if (f->line != 0)
        h = rdl_mix(rdl_mix(h, rdl_hash_text(f->file)), f->line);
    else if (findings_of_waiters(f))
        h = findings_waiters(s, h);
    else
        h = rdl_mix(rdl_mix(h, findings_place(s, f->pc)), (uint32_t)f->code);
    if (s->config.part[0] != '\0')
        h = rdl_mix(h, rdl_hash_text(s->config.part));
    return h != 0 ? h : 1;
}

/* --- The same statement --------------------------------------------------- */

/* The colon before the digits that end at `end`; NULL: none. */
static const char *findings_number(const char *text, const char *end)
{
    const char *c = end;

    while (c > text && isdigit((unsigned char)c[-1]))
        c--;
    return c < end && c > text && c[-1] == ':' ? c - 1 : NULL;
}

/* The end of "file:line"; NULL: there is no line.  Names of files and of C++
 * functions may contain " (" themselves: the one after a number counts. */
static const char *findings_line_end(const char *text, const char **function)
{
    const char *end = strstr(text, " ("), *line, *column;

    while (end != NULL && findings_number(text, end) == NULL)
        end = strstr(end + 1, " (");
    if (end == NULL)
        end = text + strlen(text);
    *function = end;
    column = findings_number(text, end);
    line = column != NULL ? findings_number(text, column) : NULL;
    return line != NULL ? column : column != NULL ? end : NULL;
}

bool rdl_found_place(const char *location, struct rdl_found_place *out)
{
    const char *function, *end = findings_line_end(location, &function);
    const char *colon = end != NULL ? findings_number(location, end) : NULL;
    const size_t n = colon != NULL ? strlen(function) : 0;

    if (colon == NULL)
        return false;
    *out = (struct rdl_found_place){
        .file = location,
        .n_file = (size_t)(colon - location),
        .line = (unsigned)strtoul(colon + 1, NULL, 10),
        .column = end < function ? (unsigned)strtoul(end + 1, NULL, 10) : 0,
    };
    if (n > 3 && function[n - 1] == ')') {
        out->function = function + 2;
        out->n_function = n - 3;
    }
    return true;
}

bool rdl_found_same_line(const char *a, const char *b)
{
    const char *a_function, *b_function;
    const char *a_end = findings_line_end(a, &a_function);
    const char *b_end = findings_line_end(b, &b_function);

    return a_end != NULL && b_end != NULL && a_end - a == b_end - b &&
           memcmp(a, b, (size_t)(a_end - a)) == 0 &&
           strcmp(a_function, b_function) == 0;
}

/* Whichever of two accesses came first. */
static bool findings_same_lines(const struct rdl_finding_summary *a,
                                const struct rdl_finding_summary *b)
{
    if (a->other[0] == '\0' || b->other[0] == '\0')
        return a->other[0] == b->other[0] &&
               rdl_found_same_line(a->location, b->location);
    return (rdl_found_same_line(a->location, b->location) &&
            rdl_found_same_line(a->other, b->other)) ||
           (rdl_found_same_line(a->location, b->other) &&
            rdl_found_same_line(a->other, b->location));
}

bool rdl_found_alike(const struct rdl_found *f, const struct rdl_shared *s,
                     const struct rdl_finding_summary *said)
{
    return !findings_of_waiters(&s->finding) &&
           strcmp(f->kind, s->finding.kind) == 0 &&
           (f->before || f->code == s->finding.code) &&
           findings_same_lines(&f->said, said);
}
