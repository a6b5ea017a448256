/* schedule.h - a recorded execution, in memory and as a text file.
 *
 * The file names the program and its input, then every step: the thread, the
 * operator and the place.  docs/schedule-format.md describes the format.  The
 * reader accepts exactly what the writer writes.  It refuses a file that was
 * cut, edited or is from a later version, with the line and the reason. */
#ifndef RDL_SCHEDULE_SCHEDULE_H
#define RDL_SCHEDULE_SCHEDULE_H

#include "base/shared.h"
#include "explain/facts/explanation.h"
#include "util/error.h"

#include <stdbool.h>
#include <stdio.h>

#define RDL_SCHEDULE_MAGIC "raddle-schedule " /* start of a file */
#define RDL_SCHEDULE_VERSION 2

/* The kind of the finding of an execution that passes. */
#define RDL_SCHEDULE_PASSES "none"

struct rdl_bytes {
    char *data; /* with a NUL at its end that is not counted */
    size_t size;
};

struct rdl_schedule_module {
    char *path;
    uint8_t build_id[20];
    uint8_t build_id_size;
};

struct rdl_schedule { /* owns all it points to */
    char *program;    /* as typed */
    char *path;       /* absolute */
    char *directory;  /* working directory */
    size_t n_arguments;
    char **arguments; /* without the program's name */
    size_t n_variables;
    char **variables; /* NAME=VALUE, or NAME if it was not set: see
                         environment.h */
    uint64_t stdin_size, stdin_hash;
    bool has_stdin; /* stdin_bytes holds the whole input */
    struct rdl_bytes stdin_bytes;
    struct rdl_bytes payload; /* of the execution; empty: none */
    struct rdl_config config; /* without RDL_CFG_REPLAY */
    char kind[32];            /* of the finding */
    uint64_t id;
    char *location, *text;
    char *shrunk_from; /* file name of the original; NULL: it is original */
    uint64_t preemptions, switches_from; /* of this; of the original */
    struct rdl_explanation *why;         /* NULL: unknown */
    uint64_t event_hash;
    size_t n_modules;
    struct rdl_schedule_module *modules;
    size_t n_sites;
    struct rdl_site *sites;
    char **places; /* of each site, for people; NULL if unknown */
    size_t n_steps;
    uint32_t *steps; /* index of its site */
    size_t n_switches;
    struct rdl_switch *switches;
    size_t n_choices;
    struct rdl_taken_choice *choices;
    struct rdl_bytes inputs; /* as in RDL_TRACE_INPUTS */
};

void rdl_schedule_free(struct rdl_schedule *s);

/* All but the last line; false if the stream failed (errno). */
bool rdl_schedule_write(const struct rdl_schedule *s, FILE *out);
/* write_facts.c: the lines of an explanation. */
void rdl_schedule_write_facts(const struct rdl_explanation *x, FILE *out);
/* Saves atomically: writes beside, syncs and renames, so that `path` is never
 * half a schedule.  -errno. */
int rdl_schedule_save(const struct rdl_schedule *s, const char *path);

struct rdl_schedule_error { /* an error in a text */
    unsigned long line;     /* 0: not about a line */
    char text[256];
};

/* On failure of either function *s needs no freeing. */
bool rdl_schedule_parse(struct rdl_schedule *s, const char *text, size_t size,
                        struct rdl_schedule_error *error);
/* The error names the file, and what the user can do. */
bool rdl_schedule_load(struct rdl_schedule *s, const char *path,
                       struct rdl_error *error);

/* Hash of a file's bytes before its last line. */
uint64_t rdl_schedule_checksum(const char *text, size_t size);

/* Names of the choices in the file, by enum rdl_choice_kind. */
extern const char *const rdl_schedule_choices[];

#endif
