/* instruction.h - machine code, read just well enough to find the few
 * instructions whose results no interposed call can control. */
#ifndef RDL_SYMBOLS_INSTRUCTION_H
#define RDL_SYMBOLS_INSTRUCTION_H

#include <stddef.h>
#include <stdint.h>

enum rdl_instruction {
    RDL_INS_OTHER,
    RDL_INS_RDTSC,   /* also rdtscp */
    RDL_INS_RDRAND,  /* also rdseed */
    RDL_INS_SYSCALL, /* a system call that is not libc's */
    RDL_INS_INT80,   /* the same, as 32-bit programs make it */
    RDL_N_INS
};

const char *rdl_instruction_name(enum rdl_instruction i);

/* The length of the x86-64 instruction at code[0], 0 if there is none within
 * `room` bytes; *kind says which it is. */
size_t rdl_instruction_decode(const uint8_t *code, size_t room,
                              enum rdl_instruction *kind);

/* Walks over the code from its start and calls found() for every instruction
 * that is not OTHER, with its offset. */
void rdl_instruction_scan(const uint8_t *code, size_t size,
                          void (*found)(void *data, enum rdl_instruction kind,
                                        size_t offset),
                          void *data);

#endif
