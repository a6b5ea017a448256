/* wire.h - the bytes of a generated test, and what driver.c and the interpreter
 * owe each other.
 *
 * Three parts make the program that raddle gen runs:
 *   - the module, compiled by raddle cc;
 *   - driver.c, generated from the table of functions: one C function for each
 *     entry, which decodes arguments, calls the function and reports results;
 *   - the interpreter (gen/driver/interpreter.c), always the same: it decodes a
 *     payload, runs prefix, threads and tail, and answers with all results.
 * The last two are compiled by plain cc: they are not what is tested, and
 * without hooks an execution has a quarter of the steps.  This file is plain C
 * and includes nothing of raddle but base/payload.h.
 *
 * All numbers are in the byte order of the machine. */
#ifndef RDL_GEN_DRIVER_WIRE_H
#define RDL_GEN_DRIVER_WIRE_H

#include "base/payload.h"

#include <stddef.h>
#include <stdint.h>

#define RDL_WIRE_VERSION 3
#define RDL_WIRE_ARGUMENTS 8
#define RDL_WIRE_PREFIX 12  /* calls of a prefix, at most */
#define RDL_WIRE_SUFFIXES 3 /* threads, at most */
#define RDL_WIRE_SUFFIX 6   /* calls of a suffix, at most */
#define RDL_WIRE_TAIL 8     /* calls after the join, at most */
#define RDL_WIRE_CALLS                                                         \
    (RDL_WIRE_PREFIX + RDL_WIRE_SUFFIXES * RDL_WIRE_SUFFIX + RDL_WIRE_TAIL)
#define RDL_WIRE_OBJECTS 8 /* objects that a prefix makes, at most */
#define RDL_WIRE_VALUES 6  /* values that a call reports, at most */

/* --- The payload: raddle to the target ----------------------------------- */

/* One call.  `function` is its index in the table (and in rdl_gen_calls).  An
 * argument is a number whose meaning depends on the kind of the parameter
 * (table.h): of a HANDLE the number of an object (the k-th that the prefix
 * made, from 0), of others a choice below rdl_gen_choices(); the last choice is
 * null where null is allowed. */
struct rdl_wire_call {
    uint16_t function;
    uint8_t arguments[RDL_WIRE_ARGUMENTS];
};

/* The calls follow each other: prefix, each suffix, tail. */
struct rdl_wire_test {
    struct rdl_payload_head head; /* the order of a linearisation */
    uint8_t version;              /* RDL_WIRE_VERSION */
    uint8_t n_prefix;
    uint8_t n_suffixes; /* 0: prefix and tail only, in one thread */
    uint8_t n_suffix[RDL_WIRE_SUFFIXES];
    uint8_t n_tail;
    uint8_t unused;
    struct rdl_wire_call calls[RDL_WIRE_CALLS];
};

/* --- The answer: the target to raddle ------------------------------------ */

enum rdl_wire_kind {
    RDL_WIRE_NUMBER,    /* value: as int64_t or uint64_t */
    RDL_WIRE_FLOAT,     /* value: the bits of a double */
    RDL_WIRE_NULL,      /* a null pointer */
    RDL_WIRE_TOKEN,     /* value: which of the token addresses */
    RDL_WIRE_OBJECT,    /* value: which object of the prefix */
    RDL_WIRE_FRESH,     /* any other pointer; value: the address.  Compared by
                           which results are equal to each other */
    RDL_WIRE_TEXT,      /* value: the first 8 bytes of a string; hash: of all */
    RDL_WIRE_BYTES,     /* value: the first 8 bytes; hash: of all */
    RDL_WIRE_UNWRITTEN, /* an out-parameter that the call did not write */
    RDL_WIRE_N_KINDS
};

struct rdl_wire_value {
    uint64_t value;
    uint32_t hash; /* TEXT, BYTES; else 0 */
    uint8_t kind;  /* enum rdl_wire_kind */
    uint8_t unused[3];
};

/* What became of one call: at its index in the payload. */
struct rdl_wire_result {
    /* The call began and returned as the n-th such moment of the execution,
     * from 1; 0: it did not happen. */
    uint16_t called, returned;
    uint8_t n_values; /* return value first, then out-parameters in order */
    uint8_t unused[3];
    struct rdl_wire_value values[RDL_WIRE_VALUES];
};

enum rdl_wire_state {
    RDL_WIRE_NOTHING,   /* the interpreter was not reached */
    RDL_WIRE_BEGUN,     /* it was, and did not get to the end */
    RDL_WIRE_DONE,      /* all calls returned */
    RDL_WIRE_ABANDONED, /* a call of the prefix made no object: nothing was
                           called from there on */
    RDL_WIRE_MALFORMED, /* the payload is not a test */
};

struct rdl_wire_answer {
    uint8_t state;   /* enum rdl_wire_state */
    uint8_t n_calls; /* of the payload */
    uint8_t n_objects;
    uint8_t unused[5];
    struct rdl_wire_result results[RDL_WIRE_CALLS];
};

_Static_assert(sizeof(struct rdl_wire_test) <= RDL_PAYLOAD_BYTES, "fits");
_Static_assert(sizeof(struct rdl_wire_answer) <= RDL_ANSWER_BYTES, "fits");

/* --- What driver.c defines ------------------------------------------------ */

struct rdl_gen_frame; /* one call under way */

/* By the index of the function in the table; NULL for those left out.  An entry
 * does, in this order: take the arguments, rdl_gen_begin(), the call itself,
 * rdl_gen_end(), report the values. */
extern void (*const rdl_gen_calls[])(struct rdl_gen_frame *f);
extern const unsigned rdl_gen_n_calls;
/* Calls the global initialisers.  Once, at main, before the prefix. */
void rdl_gen_start(void);

/* --- What the interpreter gives to driver.c ------------------------------- */

/* The choice for a parameter (numbered from 0), below n. */
unsigned rdl_gen_choice(const struct rdl_gen_frame *f, unsigned parameter,
                        unsigned n);
/* The object for a parameter of kind HANDLE. */
void *rdl_gen_object(const struct rdl_gen_frame *f, unsigned parameter);
/* One of the token addresses; nobody may dereference it. */
void *rdl_gen_token(unsigned k);
/* Marks: the next instruction is the call; the call has returned. */
void rdl_gen_begin(struct rdl_gen_frame *f);
void rdl_gen_end(struct rdl_gen_frame *f);
/* The call made an object, or null.  In a prefix it gets the next number; the
 * value is reported too (NULL or FRESH). */
void rdl_gen_made(struct rdl_gen_frame *f, void *object);
/* Report values. */
void rdl_gen_signed(struct rdl_gen_frame *f, int64_t value);
void rdl_gen_unsigned(struct rdl_gen_frame *f, uint64_t value);
void rdl_gen_float(struct rdl_gen_frame *f, double value);
void rdl_gen_pointer(struct rdl_gen_frame *f, const void *p);
void rdl_gen_text(struct rdl_gen_frame *f, const char *text);
/* An out-parameter, after the call.  For an integer of up to 8 bytes
 * `is_signed` is 1 or 0, for anything else (a struct, a buffer) -1: then its
 * bytes count. */
void rdl_gen_out(struct rdl_gen_frame *f, const void *out, size_t size,
                 int is_signed);
/* One that has what it had before the call. */
void rdl_gen_unwritten(struct rdl_gen_frame *f);

#endif
