/* classes.h - requirements that a change of the program made possible, or that
 * it kept: what Recurve aims at (thesis, 5.3.3), one class after the other.
 *
 * The driver fills the classes when it has estimated what is possible.  Which
 * class is at work, and in which phase, is here and not in a worker: all
 * workers of a campaign go from class to class together.  The worker that ends
 * an execution moves it, under the memory's lock.
 *
 * This runs inside the target too: no libc. */
#ifndef RDL_COVERAGE_TABLES_CLASSES_H
#define RDL_COVERAGE_TABLES_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

enum rdl_class {
    RDL_CLASS_A,   /* estimated now, neither estimated nor covered before */
    RDL_CLASS_B,   /* estimated now, covered before */
    RDL_CLASS_C,   /* covered before, not estimated now */
    RDL_N_CLASSES, /* as the class at work: all of them */
};

/* Places for calls in changed code; three quarters of them can be used. */
#define RDL_CHANGED_CALLS (1 << 14)

/* In shared memory (memory.h); their sets are in rdl_requirements_arrays. */
struct rdl_classes {
    uint32_t set;              /* the driver has filled them */
    uint32_t n[RDL_N_CLASSES]; /* members */
    uint32_t stamp;            /* changes with the members and with `at` */
    uint32_t at;               /* the class at work */
    uint32_t combines;         /* the phase: 0 STP, 1 CTP */
    uint32_t dry;   /* executions in a row without a new singular requirement */
    uint32_t slow;  /* in a row that added less than 1 % of the pairs */
    uint32_t calls; /* in changed code */
};

struct rdl_coverage;
struct rdl_covering;

/* For the driver: adds a requirement, and has added all that are known.  It may
 * add more later.  Members stay; a class that was left is not begun again. */
void rdl_class_add(struct rdl_coverage *c, enum rdl_class to, uint32_t id);
void rdl_classes_filled(struct rdl_coverage *c);
/* The code at this location changed. */
void rdl_class_changed(struct rdl_coverage *c, uint32_t location);
/* This call (its return address, as a key: locations.h) is in changed code.
 * False: there is no room left. */
bool rdl_class_changed_call(struct rdl_coverage *c, uint64_t key);
/* Are there any?  Is this one? */
bool rdl_class_calls(const struct rdl_coverage *c);
bool rdl_class_call_changed(const struct rdl_coverage *c, uint64_t key);
/* How many of a class are covered. */
uint32_t rdl_class_covered(const struct rdl_coverage *c, enum rdl_class of);

/* Is it a member of the class at work (`together`: of any)?  id may be 0. */
bool rdl_class_has(const struct rdl_coverage *c, uint32_t id, bool together);
/* The same, and no execution has covered it since the class is at work,
 * including the current one. */
bool rdl_class_target(const struct rdl_coverage *c, uint32_t id, bool together);
/* An execution has ended, and its pairs are added: moves phase and class.
 * `metrics`: whose requirements are singular ones. */
void rdl_classes_advance(struct rdl_coverage *c, uint32_t metrics,
                         bool together);

#endif
