/* parse.h - the reader's state and its basic functions.
 *
 * Every function returns false after rdl_parse_fail(), which stores the first
 * complaint.  The reader repairs and skips nothing. */
#ifndef RDL_SCHEDULE_PARSE_H
#define RDL_SCHEDULE_PARSE_H

#include "schedule/schedule.h"
#include "util/error.h"

struct rdl_parse {
    struct rdl_schedule *s;
    struct rdl_schedule_error *error;
    const char *next, *end; /* lines not read yet */
    unsigned long line;     /* number of the current line, from 1 */
    const char *at, *stop;  /* the unread part of it */
    bool failed;
    uint64_t seen; /* bit set of header keys */
    /* Room in the growing arrays of `s`. */
    size_t modules_room, sites_room, switches_room, choices_room, steps_room;
    size_t inputs_room;
    uint64_t steps_said; /* as the header states */
};

bool rdl_parse_fail(struct rdl_parse *p, const char *format, ...)
    RDL_PRINTF(2, 3);
/* Goes to the next line; false at the end of the file or if the line is cut. */
bool rdl_parse_line(struct rdl_parse *p);
/* Expects exactly this text. */
bool rdl_parse_text(struct rdl_parse *p, const char *text);
bool rdl_parse_space(struct rdl_parse *p);
bool rdl_parse_end_of_line(struct rdl_parse *p);
bool rdl_parse_number(struct rdl_parse *p, uint64_t most, uint64_t *out);
/* Exactly `digits` lower-case digits; 0: as many as there are, 1 to 16. */
bool rdl_parse_hex(struct rdl_parse *p, int digits, uint64_t *out);
bool rdl_parse_quoted(struct rdl_parse *p, struct rdl_bytes *out);
/* Quoted text without NUL inside. */
bool rdl_parse_string(struct rdl_parse *p, char **out);
/* Letters, digits and dashes, copied into `out`. */
bool rdl_parse_name(struct rdl_parse *p, char *out, size_t size);
/* Room for one more element. */
void *rdl_parse_room(void *array, size_t n, size_t *room, size_t size);

/* read_head.c: parses the header line at p->at, after its key. */
bool rdl_parse_header(struct rdl_parse *p, const char *key);
/* Were all required keys there? */
bool rdl_parse_header_complete(struct rdl_parse *p);
/* read_sites.c: the same for a site. */
bool rdl_parse_site(struct rdl_parse *p);
/* read_facts.c: the same for the lines of an explanation. */
bool rdl_parse_fact(struct rdl_parse *p);
bool rdl_parse_fact_step(struct rdl_parse *p);
bool rdl_parse_fact_thread(struct rdl_parse *p);
/* Are its steps steps of the schedule? */
bool rdl_parse_facts_fit(struct rdl_parse *p);
/* read_steps.c: a line of steps, or its continuation. */
bool rdl_parse_steps(struct rdl_parse *p, bool continued);

#endif
