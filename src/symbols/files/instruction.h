/* instruction.h - x86-64 machine code, decoded by Zydis: where control goes
 * after an instruction, and the few instructions whose results raddle cannot
 * control by interposing calls. */
#ifndef RDL_SYMBOLS_FILES_INSTRUCTION_H
#define RDL_SYMBOLS_FILES_INSTRUCTION_H

#include <stddef.h>
#include <stdint.h>

enum rdl_instruction_kind {
    RDL_INS_OTHER,
    RDL_INS_RDTSC,   /* also rdtscp */
    RDL_INS_RDRAND,  /* also rdseed */
    RDL_INS_SYSCALL, /* a system call outside libc */
    RDL_INS_INT80,   /* the same, as in 32-bit programs */
    RDL_N_INS
};

/* Where control goes after an instruction. */
enum rdl_instruction_flow {
    RDL_FLOW_NEXT,     /* to the next instruction; a call returns there */
    RDL_FLOW_BRANCH,   /* to `target` or to the next instruction */
    RDL_FLOW_JUMP,     /* to `target` */
    RDL_FLOW_INDIRECT, /* to an address in a register or memory */
    RDL_FLOW_RETURN,
    RDL_FLOW_STOP, /* nowhere: ud2, hlt */
};

struct rdl_instruction {
    size_t length;
    enum rdl_instruction_kind kind;
    enum rdl_instruction_flow flow;
    int64_t target; /* of a branch or jump, relative to code[0] */
};

const char *rdl_instruction_name(enum rdl_instruction_kind kind);

/* Decodes the instruction at code[0] and returns its length; 0 if it is invalid
 * or longer than `room` bytes. */
size_t rdl_instruction_decode(const uint8_t *code, size_t room,
                              struct rdl_instruction *out);

/* Calls found() for every instruction of the code that is not OTHER, with its
 * offset, in ascending order. */
void rdl_instruction_scan(const uint8_t *code, size_t size,
                          void (*found)(void *data,
                                        enum rdl_instruction_kind kind,
                                        size_t offset),
                          void *data);

#endif
