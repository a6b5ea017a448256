/* cfg.c - ways between two places of machine code, asked about this very
 * program: jumps in all their forms, with prefixes. */
#include "symbols/code/cfg.h"
#include "modules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static struct rdl_module modules[RDL_MAX_MODULES];

static int set_up(void **state)
{
    const size_t n = test_modules_read(modules);

    *state = rdl_symbols_new(modules, n);
    return 0;
}

static int tear_down(void **state)
{
    rdl_symbols_free(*state);
    return 0;
}

/* Each has labels NAME_from and NAME_to; the places behind its conditional
 * jumps are NAME_1, NAME_2.  What lies between a jump and its target is ud2:
 * only who takes the jump gets to the end. */
__asm__(
    ".text\n"
    ".macro begin name\n.globl \\name\\()_from\n\\name\\()_from:\n.endm\n"
    ".macro place name\n.globl \\name\n\\name:\n.endm\n"
    ".macro end name\nnop\n.globl \\name\\()_to\n\\name\\()_to: ret\n.endm\n"
    "begin bnd_jump\n .byte 0xf2\n jmp 1f\n ud2\n1: end bnd_jump\n"
    "begin wide_jump\n .byte 0x66,0xe9,2,0,0,0\n ud2\n end wide_jump\n"
    "begin bnd_branch\n .byte 0xf2\n jne 1f\n place bnd_branch_1\n ud2\n"
    "1: end bnd_branch\n"
    "begin near_branch\n .byte 0x0f,0x85,2,0,0,0\n place near_branch_1\n"
    " ud2\n end near_branch\n"
    "begin hint_branch\n .byte 0x3e,0x75,2\n place hint_branch_1\n ud2\n"
    " end hint_branch\n"
    "begin two\n jne 1f\n place two_1\n ud2\n1: jrcxz 2f\n place two_2\n"
    " ud2\n2: end two\n"
    "begin notrack\n notrack jmp *%rax\n end notrack\n"
    "begin returns\n .byte 0xf2\n ret\n end returns\n"
    "begin stops\n ud2\n end stops\n"
    ".purgem begin\n.purgem place\n.purgem end\n");

#define CODE(name) extern const char name##_from[], name##_to[]
CODE(bnd_jump);
CODE(wide_jump);
CODE(bnd_branch);
CODE(near_branch);
CODE(hint_branch);
CODE(two);
CODE(notrack);
CODE(returns);
CODE(stops);
extern const char bnd_branch_1[], near_branch_1[], hint_branch_1[], two_1[],
    two_2[];

static const struct {
    const char *name, *from, *to;
    enum rdl_cfg_found found;
    const char *jumps[2];
} ways[] = {
    { "bnd_jump", bnd_jump_from, bnd_jump_to, RDL_BRANCH_WAY, { NULL } },
    { "wide_jump", wide_jump_from, wide_jump_to, RDL_BRANCH_WAY, { NULL } },
    { "bnd_branch",
      bnd_branch_from,
      bnd_branch_to,
      RDL_BRANCH_WAY,
      { bnd_branch_1 } },
    { "near_branch",
      near_branch_from,
      near_branch_to,
      RDL_BRANCH_WAY,
      { near_branch_1 } },
    { "hint_branch",
      hint_branch_from,
      hint_branch_to,
      RDL_BRANCH_WAY,
      { hint_branch_1 } },
    { "two", two_from, two_to, RDL_BRANCH_WAY, { two_1, two_2 } },
    { "notrack", notrack_from, notrack_to, RDL_BRANCH_UNKNOWN, { NULL } },
    { "returns", returns_from, returns_to, RDL_BRANCH_NONE, { NULL } },
    { "stops", stops_from, stops_to, RDL_BRANCH_NONE, { NULL } },
};

static void each_way_is_found_with_its_tests(void **state)
{
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        const struct rdl_event from = { .pc = (uintptr_t)ways[i].from };
        const struct rdl_event to = { .pc = (uintptr_t)ways[i].to };
        const struct rdl_cfg way = { .from = &from, .to = &to };
        uintptr_t jumps[2] = { 0 };
        enum rdl_cfg_found found;
        size_t n, expected = 0;

        while (expected < 2 && ways[i].jumps[expected] != NULL)
            expected++;
        found = rdl_cfg_way(*state, &way, jumps, 2, &n);
        if (found != ways[i].found || n != expected)
            fail_msg("%s: found %d, %zu tests; expected %d, %zu", ways[i].name,
                     found, n, ways[i].found, expected);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(jumps[k], (uintptr_t)ways[i].jumps[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_is_found_with_its_tests),
    };

    return cmocka_run_group_tests_name("ways through code", tests, set_up,
                                       tear_down);
}
