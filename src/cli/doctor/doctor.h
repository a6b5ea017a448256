/* doctor.h - the parts of raddle doctor.  Each part examines one thing and adds
 * lines to a checkup.  A problem prevents testing a program at all; a note is
 * something that the user should know, for instance what raddle does not see or
 * control, with advice. */
#ifndef RDL_CLI_DOCTOR_DOCTOR_H
#define RDL_CLI_DOCTOR_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum rdl_level { RDL_CHECK_OK, RDL_CHECK_NOTE, RDL_CHECK_PROBLEM };

struct rdl_check {
    const char *group; /* "machine" or "program" */
    const char *name;  /* stable, kebab-case, for JSON and tests */
    enum rdl_level level;
    char *text;
    char *advice; /* NULL if there is nothing to do */
};

struct rdl_checkup {
    const char *program; /* as typed, NULL: the machine alone */
    const char *group;   /* of the lines that are added next */
    struct rdl_check *checks;
    size_t n;
};

/* `advice` may be NULL. */
void rdl_checkup_add(struct rdl_checkup *c, enum rdl_level level,
                     const char *name, const char *advice, const char *format,
                     ...) __attribute__((format(printf, 5, 6)));
bool rdl_checkup_problems(const struct rdl_checkup *c);
void rdl_checkup_free(struct rdl_checkup *c);

void rdl_checkup_print(FILE *out, const struct rdl_checkup *c, bool colour);
/* False if the stream failed (errno). */
bool rdl_checkup_json(FILE *out, const struct rdl_checkup *c);

void rdl_doctor_machine(struct rdl_checkup *c);
/* False if there is no such program (it adds a problem). */
bool rdl_doctor_program(struct rdl_checkup *c, const char *name);

/* The standard output of the command, at most `size` - 1 bytes; false if it
 * cannot be run or fails. */
bool rdl_doctor_run(char *const argv[], char *out, size_t size);

#endif
