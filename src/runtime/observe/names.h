/* names.h - names for addresses that are the same in every environment, as
 * hashes: they enter the event hash. */
#ifndef RDL_RUNTIME_OBSERVE_NAMES_H
#define RDL_RUNTIME_OBSERVE_NAMES_H

#include "runtime/core/interceptor.h"
#include "runtime/machine/secrets.h"

/* Sets the program's path and forgets its code, unless the process is
 * rewound. */
void rdl_names_program(const char *path);
/* Control begins; main_frame is the frame of main. */
void rdl_names_begin(void *main_frame);
/* Code was unloaded: other code may be loaded at its address.  Forgets the
 * modules too. */
void rdl_names_forget(void);
uint64_t rdl_name_of_data(uintptr_t addr);
/* The name of what addr lies in (a block, a stack, a module's data), and where
 * in it: *offset grows with the address. */
uint64_t rdl_name_of_region(uintptr_t addr, uint64_t *offset);
/* Does addr lie above main's frame: arguments, environment, the loader's
 * data? */
bool rdl_name_is_initial(uintptr_t addr);
/* Values enter the hash unless they look like pointers, plain or as the C
 * library disguises them. */
static inline bool rdl_looks_like_pointer(uint64_t value)
{
    return value >> 32 != 0 &&
           (value >> 47 == 0 || rdl_secrets_disguised(value));
}

/* Direct-mapped: code addresses repeat. */
#define RDL_CODE_NAMES 4096
extern struct rdl_code_name {
    uintptr_t pc;
    uint64_t name;
} rdl_code_names[RDL_CODE_NAMES] RDL_HIDDEN;

/* Computes the name and enters it into the table. */
uint64_t rdl_name_new_code(uintptr_t pc);

static inline uint64_t rdl_name_of_code(uintptr_t pc)
{
    const struct rdl_code_name *c =
        &rdl_code_names[(pc ^ pc >> 12) % RDL_CODE_NAMES];

    return likely(c->pc == pc) ? c->name : rdl_name_new_code(pc);
}

#endif
