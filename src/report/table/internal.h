/* internal.h - what the files of the table share. */
#ifndef RDL_REPORT_TABLE_INTERNAL_H
#define RDL_REPORT_TABLE_INTERNAL_H

#include "report/table/table.h"
#include "trace/wakeups.h"

#include <stdlib.h>

#define TABLE_NAME 96 /* bytes for the name of a variable */
#define TABLE_GAP 3   /* columns between texts of one line */

/* Why another thread ran after a step. */
enum table_end {
    TABLE_GOES_ON, /* none did */
    TABLE_PREEMPTED,
    TABLE_WAITS,
    TABLE_PASSED, /* it yields, or repeats the same steps */
    TABLE_ENDS,
};

struct table_act { /* a step, or an event after one: see table_behind */
    uint64_t step;
    struct rdl_event e; /* after a step: pc is that of the call */
    uint64_t after;     /* the value after a read-modify-write */
    bool has_after;
    bool shown;
    bool folded;    /* matters, but is one of many in a row of its thread */
    bool again;     /* matters, but repeats earlier ones: periods.h */
    bool stays;     /* is never folded: pin.c */
    bool named;     /* a step of the explanation: in every table */
    bool preempted; /* its thread was preempted after it: in every table */
    bool cut;       /* matters, but does not fit into the table */
    /* If > 0: from here on the `period` acts shown before it repeat `times`
     * times, which are the next `steps` acts that matter. */
    size_t times, period, steps;
    /* The next access there is another thread's, conflicts, and is unordered.
     */
    bool overtaken;
    uint8_t end; /* enum table_end */
    /* What happened in its course; empty for an event after a step. */
    const struct rdl_extra *extras;
    size_t n;
};

struct table_thread {
    bool seen;
    uintptr_t start; /* pc of its start function; 0: main or not known */
    size_t acts, shown;
};

struct table_named;  /* names.c */
struct table_placed; /* places.c */

struct rdl_table {
    struct rdl_symbols *symbols;
    const struct rdl_trace *trace;
    const struct rdl_finding *f; /* the trace's finding */
    size_t n_acts;
    struct table_act *acts;
    size_t n_threads; /* one past the highest number */
    struct table_thread *threads;
    struct table_named *names; /* hash table of addresses that were looked up */
    size_t n_names, room_names;  /* room: a power of two */
    struct table_placed *places; /* the same for places of acts */
    size_t n_places, room_places;
    /* Calls that have those around them behind them, by context; NULL until a
     * place is asked for. */
    const struct rdl_extra **contexts;
    size_t n_contexts;
    struct rdl_table_about about;
};

/* Is it not a step but an event after one: memory freed, or an allocation that
 * failed? */
static inline bool table_behind(enum rdl_op op)
{
    return op == RDL_OP_FREE || op == RDL_OP_NO_MEMORY;
}

/* choose.c: sets `shown` of the acts that matter, or of all (full), and counts
 * them for each thread. */
void rdl_table_choose(struct rdl_table *t, bool full);
/* Counts for `shown` of the threads. */
void rdl_table_count(struct rdl_table *t);
/* pin.c: sets `stays`, `named` and `preempted`; the latter two are always
 * shown. */
void rdl_table_stay(struct rdl_table *t);
/* fold.c: folds what repeats, and long turns, but not the latest rows; also
 * shows how the threads that matter were created. */
void rdl_table_fold(struct rdl_table *t);
/* "... 5 steps like these": the folded acts of from..to, all of one thread;
 * "... 5 steps: lock, read" if the acts shown before them differ. */
char *rdl_table_folded(const struct rdl_table *t, size_t from, size_t to,
                       char *out, size_t size);

/* cut.c: keeps rows in about `lines` lines: what the explanation names, where
 * threads are preempted, the latest rows, the first ones, and those at
 * switches.  Returns how many acts were left out. */
#define TABLE_LATEST 30 /* rows before the failure that are never folded */
size_t rdl_table_cut(struct rdl_table *t, size_t lines);
/* Are they acts of one row: of one thread at one line? */
bool rdl_table_same_row(struct rdl_table *t, const struct table_act *a,
                        const struct table_act *b);

/* step_window.c: selects at most `most` acts, those around switches; returns
 * how many. kept: one for each act. */
size_t rdl_table_part(const struct rdl_table *t, size_t most, bool *kept);

/* The place at pc of the program itself, not of a library that it calls. */
void rdl_table_place(struct rdl_table *t, uintptr_t pc, struct rdl_place *out);
/* The same for an act.  If it is in a function of a library header that was
 * built with the program, the nearest call around it in the program's own code,
 * as far as calls are known.  Valid as long as the table. */
const struct rdl_place *rdl_table_act_place(struct rdl_table *t,
                                            const struct table_act *a);
void rdl_table_places_free(struct rdl_table *t);
bool rdl_table_same_line(const struct rdl_place *a, const struct rdl_place *b);

/* The first of an act's extras of that kind, or NULL. */
const struct rdl_extra *rdl_table_extra(const struct table_act *a,
                                        enum rdl_extra_kind kind);

/* block_origins.c: "account#1 made at bank.c:22 (called at bank.c:48); ..." for
 * the numbered blocks that shown acts, the explanation or other printed text
 * (`said`, or NULL) name; "" if there are none.  The caller frees it. */
char *rdl_table_made(struct rdl_table *t, const char *said);

/* names.c: "balance", "list->head", "account#2.id", "block+8". */
const char *rdl_table_name(struct rdl_table *t, uintptr_t addr);
/* The object that begins there, not its first member: "*list", "account#2". */
char *rdl_table_whole(struct rdl_table *t, uintptr_t addr, char *out,
                      size_t size);
void rdl_table_names_free(struct rdl_table *t);
/* A value of what `e` accesses, as the program's source might write it. */
char *rdl_table_value(struct rdl_table *t, const struct rdl_event *e,
                      uint64_t value, char *out, size_t room);
/* The start function of that thread: "deposit"; "" if not known. */
const char *rdl_table_function(struct rdl_table *t, rdl_tid tid);

/* words.c: what the act does: "read balance = 100". */
char *rdl_table_words(struct rdl_table *t, const struct table_act *a, char *out,
                      size_t size);
/* The same without its result: "signal c", as an explanation names it. */
char *rdl_table_operation(struct rdl_table *t, const struct rdl_event *e,
                          char *out, size_t size);

/* wakes.c: how the wait before that act ended (trace/wakeups.h); `by`: the
 * thread that ended it, if one did. */
enum rdl_wakeup rdl_table_woken(const struct rdl_table *t,
                                const struct table_act *a, rdl_tid *by);
/* "signal c: wakes thread 2"; `none_counts`: say so if it wakes nobody. */
struct rdl_append;
void rdl_table_wakes(struct rdl_append *w, struct rdl_table *t,
                     const struct table_act *a, const char *verb,
                     bool none_counts);
/* "woken by thread 3" */
void rdl_table_wakes_up(struct rdl_append *w, struct rdl_table *t,
                        const struct table_act *a);
/* The end of the thread's own wait, if time ended it while another thread could
 * run; else NULL. */
const struct rdl_extra *rdl_table_early(const struct table_act *a);
/* ": 100 ms passed while thread 1 could run", if that is so. */
void rdl_table_time_passed(struct rdl_append *w, const struct table_act *a);

/* reason.c: why another thread ran after it, given the locks at that moment. */
char *rdl_table_reason(struct rdl_table *t, const struct table_act *a,
                       char *out, size_t size);
/* The locks that its thread holds after the act, in the order in which it took
 * them, at most TABLE_LOCKS; returns how many. */
#define TABLE_LOCKS 64
size_t rdl_table_held(const struct rdl_table *t, const struct table_act *a,
                      uintptr_t *locks);
/* The same as "holds a, b"; "" if there are none. */
char *rdl_table_holds(struct rdl_table *t, const struct table_act *a, char *out,
                      size_t size);

/* cell.c: lines of a cell. */
#define TABLE_PARTS 4
struct table_line {
    size_t n; /* parts, TABLE_GAP columns apart */
    struct table_part {
        char *text;
        int style; /* enum rdl_colour */
    } parts[TABLE_PARTS];
};
struct table_cell {
    size_t n, room;
    struct table_line *lines;
};
/* Breaks the text into lines of at most `width` columns, the first indented by
 * `indent` and the others by `hang`; at most `most` lines, the last one cut. */
void rdl_table_cell_add(struct table_cell *c, int style, size_t width,
                        size_t indent, size_t hang, size_t most,
                        const char *text);
/* Appends the text to the last line, if there is room. */
bool rdl_table_cell_beside(struct table_cell *c, int style, size_t width,
                           const char *text);
size_t rdl_table_line_width(const struct table_line *line);
void rdl_table_cell_clear(struct table_cell *c);

#endif
