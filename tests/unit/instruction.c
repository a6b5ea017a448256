/* instruction.c - lengths of machine instructions, and the few that matter. */
#include "symbols/files/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define CODE(...) { __VA_ARGS__ }, sizeof((uint8_t[]){ __VA_ARGS__ })

static const struct {
    const char *name;
    uint8_t code[16];
    size_t length;
    enum rdl_instruction_kind kind;
} known[] = {
    { "nop", CODE(0x90), RDL_INS_OTHER },
    { "ret", CODE(0xc3), RDL_INS_OTHER },
    { "mov %rsp,%rbp", CODE(0x48, 0x89, 0xe5), RDL_INS_OTHER },
    { "mov 8(%rsp),%eax", CODE(0x8b, 0x44, 0x24, 8), RDL_INS_OTHER },
    { "lea x(%rip),%rdi", CODE(0x48, 0x8d, 0x3d, 1, 2, 3, 4), RDL_INS_OTHER },
    { "mov x(,%rax,8),%ecx", CODE(0x8b, 0x0c, 0xc5, 1, 2, 3, 4),
      RDL_INS_OTHER },
    { "mov $x,%ax", CODE(0x66, 0xb8, 1, 2), RDL_INS_OTHER },
    { "movabs $x,%rax", CODE(0x48, 0xb8, 0x0f, 0x31, 0x0f, 0x05, 1, 2, 3, 4),
      RDL_INS_OTHER },
    { "movabs x,%al", CODE(0xa0, 1, 2, 3, 4, 5, 6, 7, 8), RDL_INS_OTHER },
    { "testb $1,(%rax)", CODE(0xf6, 0, 1), RDL_INS_OTHER },
    { "negb (%rax)", CODE(0xf6, 0x18), RDL_INS_OTHER },
    { "call x", CODE(0xe8, 0x0f, 0x05, 0, 0), RDL_INS_OTHER },
    { "jne x", CODE(0x0f, 0x85, 1, 2, 3, 4), RDL_INS_OTHER },
    { "pshufb", CODE(0x66, 0x0f, 0x38, 0x00, 0xc1), RDL_INS_OTHER },
    { "palignr", CODE(0x66, 0x0f, 0x3a, 0x0f, 0xc1, 8), RDL_INS_OTHER },
    { "vzeroupper", CODE(0xc5, 0xf8, 0x77), RDL_INS_OTHER },
    { "vpshufd", CODE(0xc5, 0xf9, 0x70, 0xc1, 2), RDL_INS_OTHER },
    { "vpternlogd", CODE(0x62, 0xf3, 0x75, 0x48, 0x25, 0xc2, 0xff),
      RDL_INS_OTHER },
    { "vprotd (XOP)", CODE(0x8f, 0xe8, 0x78, 0xc2, 0xec, 0x0e), RDL_INS_OTHER },
    { "two REX prefixes", CODE(0x4c, 0x48, 0x89, 0xe5), RDL_INS_OTHER },
    { "endbr64", CODE(0xf3, 0x0f, 0x1e, 0xfa), RDL_INS_OTHER },
    { "rdpid %rax", CODE(0xf3, 0x0f, 0xc7, 0xf8), RDL_INS_OTHER },
    { "cmpxchg8b (%rsi)", CODE(0x0f, 0xc7, 0x0e), RDL_INS_OTHER },
    { "rdtsc", CODE(0x0f, 0x31), RDL_INS_RDTSC },
    { "rdtscp", CODE(0x0f, 0x01, 0xf9), RDL_INS_RDTSC },
    { "rdrand %eax", CODE(0x0f, 0xc7, 0xf0), RDL_INS_RDRAND },
    { "rdrand %r9", CODE(0x49, 0x0f, 0xc7, 0xf1), RDL_INS_RDRAND },
    { "rdseed %rdx", CODE(0x48, 0x0f, 0xc7, 0xfa), RDL_INS_RDRAND },
    { "syscall", CODE(0x0f, 0x05), RDL_INS_SYSCALL },
    { "int $0x80", CODE(0xcd, 0x80), RDL_INS_INT80 },
    { "int $0x81", CODE(0xcd, 0x81), RDL_INS_OTHER },
};

#define N_KNOWN (sizeof(known) / sizeof(known[0]))

static void each_has_its_length_and_kind(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_KNOWN; i++) {
        uint8_t padded[32];
        struct rdl_instruction ins;
        size_t n;

        memset(padded, 0x90, sizeof(padded));
        memcpy(padded, known[i].code, known[i].length);
        n = rdl_instruction_decode(padded, sizeof(padded), &ins);
        if (n != known[i].length || ins.kind != known[i].kind)
            fail_msg("%s: length %zu, kind %s; expected %zu, %s", known[i].name,
                     n, rdl_instruction_name(ins.kind), known[i].length,
                     rdl_instruction_name(known[i].kind));
    }
}

static void one_that_is_cut_off_is_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_KNOWN; i++) {
        struct rdl_instruction ins;

        for (size_t room = 0; room < known[i].length; room++)
            assert_int_equal(rdl_instruction_decode(known[i].code, room, &ins),
                             0);
    }
}

/* Targets are counted from the first byte. */
static const struct {
    const char *name;
    uint8_t code[16];
    size_t length;
    enum rdl_instruction_flow flow;
    int64_t target;
} flows[] = {
    { "mov", CODE(0x48, 0x89, 0xe5), RDL_FLOW_NEXT, 0 },
    { "call", CODE(0xe8, 1, 0, 0, 0), RDL_FLOW_NEXT, 0 },
    { "jne, short", CODE(0x75, 0x10), RDL_FLOW_BRANCH, 18 },
    { "jne, short, back", CODE(0x75, 0xf0), RDL_FLOW_BRANCH, -14 },
    { "jne, near", CODE(0x0f, 0x85, 0, 1, 0, 0), RDL_FLOW_BRANCH, 262 },
    { "bnd jne, short", CODE(0xf2, 0x75, 0x10), RDL_FLOW_BRANCH, 19 },
    { "bnd jne, near", CODE(0xf2, 0x0f, 0x85, 0, 1, 0, 0), RDL_FLOW_BRANCH,
      263 },
    { "jne with a hint", CODE(0x3e, 0x75, 0x10), RDL_FLOW_BRANCH, 19 },
    { "66 jne, near", CODE(0x66, 0x0f, 0x85, 0, 1, 0, 0), RDL_FLOW_BRANCH,
      263 },
    { "loop", CODE(0xe2, 0xfe), RDL_FLOW_BRANCH, 0 },
    { "jrcxz", CODE(0xe3, 5), RDL_FLOW_BRANCH, 7 },
    { "jmp, short", CODE(0xeb, 0xfe), RDL_FLOW_JUMP, 0 },
    { "jmp, near", CODE(0xe9, 0xfb, 0xff, 0xff, 0xff), RDL_FLOW_JUMP, 0 },
    { "bnd jmp, near", CODE(0xf2, 0xe9, 0, 1, 0, 0), RDL_FLOW_JUMP, 262 },
    { "66 jmp, near", CODE(0x66, 0xe9, 0, 1, 0, 0), RDL_FLOW_JUMP, 262 },
    { "jmp *%rax", CODE(0xff, 0xe0), RDL_FLOW_INDIRECT, 0 },
    { "notrack jmp *%rax", CODE(0x3e, 0xff, 0xe0), RDL_FLOW_INDIRECT, 0 },
    { "bnd jmp *x(%rip)", CODE(0xf2, 0xff, 0x25, 1, 2, 3, 4), RDL_FLOW_INDIRECT,
      0 },
    { "ret", CODE(0xc3), RDL_FLOW_RETURN, 0 },
    { "bnd ret", CODE(0xf2, 0xc3), RDL_FLOW_RETURN, 0 },
    { "rep ret", CODE(0xf3, 0xc3), RDL_FLOW_RETURN, 0 },
    { "ret $8", CODE(0xc2, 8, 0), RDL_FLOW_RETURN, 0 },
    { "ud2", CODE(0x0f, 0x0b), RDL_FLOW_STOP, 0 },
    { "hlt", CODE(0xf4), RDL_FLOW_STOP, 0 },
};

static void each_goes_where_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(flows) / sizeof(flows[0]); i++) {
        struct rdl_instruction ins;

        rdl_instruction_decode(flows[i].code, flows[i].length, &ins);
        if (ins.length != flows[i].length || ins.flow != flows[i].flow ||
            ins.target != flows[i].target)
            fail_msg("%s: length %zu, flow %d, target %ld; expected %zu, %d, "
                     "%ld",
                     flows[i].name, ins.length, ins.flow, (long)ins.target,
                     flows[i].length, flows[i].flow, (long)flows[i].target);
    }
}

struct seen {
    size_t n, offset[8];
    enum rdl_instruction_kind kind[8];
};

static void see(void *data, enum rdl_instruction_kind kind, size_t offset)
{
    struct seen *s = data;

    assert_true(s->n < 8);
    s->kind[s->n] = kind;
    s->offset[s->n++] = offset;
}

static void a_scan_is_not_fooled_by_constants(void **state)
{
    /* movabs with their bytes; rdtsc; push of their bytes; syscall */
    static const uint8_t code[] = { 0x48, 0xb8, 0x0f, 0x31, 0x0f, 0x05, 0x0f,
                                    0xc7, 0xf0, 0x90, 0x0f, 0x31, 0x68, 0x0f,
                                    0x05, 0x0f, 0x31, 0x0f, 0x05 };
    struct seen s = { .n = 0 };

    (void)state;
    rdl_instruction_scan(code, sizeof(code), see, &s);
    assert_int_equal(s.n, 2);
    assert_int_equal(s.kind[0], RDL_INS_RDTSC);
    assert_int_equal(s.offset[0], 10);
    assert_int_equal(s.kind[1], RDL_INS_SYSCALL);
    assert_int_equal(s.offset[1], 17);
}

/* Behind code that the scan skips, and twice in a row: each is reported once.
 */
static void a_scan_finds_what_is_far_behind(void **state)
{
    static uint8_t code[100000];
    struct seen s = { .n = 0 };

    (void)state;
    /* movabs with the bytes of a syscall as far as the last four bytes */
    for (size_t i = 0; i + 14 <= sizeof(code); i += 10)
        memcpy(code + i, known[7].code, 10);
    memset(code + sizeof(code) - 10, 0x90, 10);
    memcpy(code + sizeof(code) - 4, "\x0f\x31\x0f\x05", 4);
    rdl_instruction_scan(code, sizeof(code), see, &s);
    assert_int_equal(s.n, 2);
    assert_int_equal(s.offset[0], sizeof(code) - 4);
    assert_int_equal(s.offset[1], sizeof(code) - 2);
    s.n = 0;
    memset(code, 0x90, sizeof(code) - 4);
    memcpy(code + 50000, "\x66\x0f\xc7\xf0", 4);
    rdl_instruction_scan(code, sizeof(code), see, &s);
    assert_int_equal(s.n, 3);
    assert_int_equal(s.kind[0], RDL_INS_RDRAND);
    assert_int_equal(s.offset[0], 50000);
}

/* Any bytes at all: ends, and stays inside (under ASan). */
static void a_scan_survives_noise(void **state)
{
    uint8_t noise[4096];
    uint32_t x = 1;
    struct seen s;

    (void)state;
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof(noise); i++) {
            x = x * 1664525 + 1013904223;
            noise[i] = x >> 24;
        }
        s.n = 0;
        rdl_instruction_scan(noise, 64, see, &s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_its_length_and_kind),
        cmocka_unit_test(each_goes_where_it_says),
        cmocka_unit_test(one_that_is_cut_off_is_none),
        cmocka_unit_test(a_scan_is_not_fooled_by_constants),
        cmocka_unit_test(a_scan_finds_what_is_far_behind),
        cmocka_unit_test(a_scan_survives_noise),
    };

    return cmocka_run_group_tests_name("instructions", tests, NULL, NULL);
}
