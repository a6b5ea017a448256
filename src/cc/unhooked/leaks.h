/* leaks.h - local variables whose address other threads may have.
 *
 * A function gives an address away if it stores it outside its frame, or in a
 * variable whose address it gives away or that it copies, hands it to a new
 * thread, or to a function that may give it away: one that this object does not
 * define and that is not in a library, or that is called through a pointer.  A
 * function of a library may copy what its arguments point to (memcpy, write).
 * What a function of this object does with its parameters is known when all are
 * checked. */
#ifndef RDL_CC_UNHOOKED_LEAKS_H
#define RDL_CC_UNHOOKED_LEAKS_H

#include "cc/unhooked/state.h"

#define RDL_LEAKS_ARGUMENTS 6
/* The registers of arguments, in their order. */
extern const int rdl_leaks_arguments[RDL_LEAKS_ARGUMENTS];

#define RDL_LEAKS_OPEN INT64_MAX /* a size that is not known */

/* Of one function. */
struct rdl_leaks {
    unsigned parameters; /* those that it gives away itself, as bits */
    /* Addresses in its frame, or parameters, that a function of this object
     * gets. */
    struct rdl_leaks_given {
        uint64_t goal;
        unsigned argument;
        int value;
    } * given;
    /* Where it stores in its frame without a hook: what it reads there is its
     * own. */
    struct rdl_leaks_stored {
        int address;
        int64_t size;
    } * stored;
    /* Values that it stores in its frame.  If with a hook, who has the address
     * of the variable has the value. */
    struct rdl_leaks_kept {
        int address, value;
        bool hooked;
    } * kept;
    /* What it copies, from its frame to who knows where. */
    struct rdl_leaks_stored *copied;
    size_t n_given, n_stored, n_kept, n_copied;
};

struct rdl_leaks_reports {
    void *data;
    /* The function's parameter (0 to 5) goes to the function at `goal` as this
     * argument.  goal 0: other threads may get it. */
    void (*gives)(void *data, unsigned parameter, uint64_t goal,
                  unsigned argument);
    /* It may return its parameter. */
    void (*returns)(void *data, unsigned parameter);
    /* The function at `goal` gets the address of a local variable as this
     * argument.  goal 0: other threads may get it. */
    void (*shares)(void *data, uint64_t goal, unsigned argument);
    /* It reads a local variable without a hook.  The function at `goal` gets
     * the address of that as this argument. */
    void (*reads)(void *data, uint64_t at, uint64_t goal, unsigned argument);
    /* Does the function at `goal` return a structure?  Then its first argument
     * is where it writes that. */
    bool (*returns_structure)(void *data, uint64_t goal);
};

/* It calls the function at `goal`, of this object. */
void rdl_leaks_call(struct rdl_leaks *l, const struct rdl_values *v,
                    const int *reg, uint64_t goal);
void rdl_leaks_store(struct rdl_leaks *l, int address, int64_t size);
void rdl_leaks_keep(struct rdl_leaks *l, const struct rdl_values *v,
                    int address, int value, bool hooked);
void rdl_leaks_copy(struct rdl_leaks *l, const struct rdl_values *v,
                    int address, int64_t size);
/* Does it copy what begins there? */
bool rdl_leaks_copied(const struct rdl_leaks *l, const struct rdl_values *v,
                      int address);
/* The parameters that the value is made of, as bits. */
unsigned rdl_leaks_parameters(const struct rdl_values *v, int value);
/* Does the function keep something of its own there? */
bool rdl_leaks_own(const struct rdl_leaks *l, const struct rdl_values *v,
                   int address, int64_t size);
/* May an access there be one to the variable that begins at `from`, or has a
 * part there?  Where a variable ends is not known. */
bool rdl_leaks_behind(const struct rdl_values *v, int from, int address,
                      int64_t size);
/* Is the function in a library that raddle knows? */
bool rdl_leaks_library(const char *name);
/* Says what becomes of its parameters; `returned`: those that it may return, as
 * bits. */
void rdl_leaks_report(const struct rdl_leaks *l, const struct rdl_values *v,
                      unsigned returned, const struct rdl_leaks_reports *r);
void rdl_leaks_clear(struct rdl_leaks *l);

#endif
