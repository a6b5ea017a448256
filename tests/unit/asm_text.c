/* asm_text.c - which inline assembler accesses memory. */
#include "cc/asm_text.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void instructions_with_memory_operands_access_it(void **unused)
{
    static const char *const access[] = {
        "movl %eax,(%rdi)",
        "\tmovl turn(%rip), %eax",
        "lock",
        "lock cmpxchgl %ecx, -4(%rbp)",
        "1: lock xaddl %eax, 8(%rdi,%rcx,4)",
        "xchgl %eax, (%rbp)",
        "movl counter, %eax",
        "rep movsb",
        "rep stosq",
        "mov DWORD PTR [rdi], eax",
        "incl %gs:(%rax)",
    };
    static const char *const none[] = {
        "",
        "\t",
        "pause",
        "rep nop",
        "rep; nop",
        "nop",
        "nopw 0(%rax,%rax,1)",
        "mfence",
        "rdtsc",
        "cpuid",
        "bswap %eax",
        "addl $3, %eax",
        "xchgl %eax, %ebx",
        "leaq 8(%rdi), %rax",
        "prefetcht0 (%rdi)",
        "fnstcw -2(%rsp)",
        "stmxcsr -8(%rbp)",
        "mov DWORD PTR [rbp-4], eax",
        "fstp %st(1)",
        "jne 1b",
        "call *%rax",
        "syscall",
        "movq %fs:0, %rax",
        "movq raddle_rt_yield_point@GOTPCREL(%rip), %rax",
        "mov rax, QWORD PTR [rip+name@GOTPCREL]",
        ".pushsection .text",
        ".long 1b - .",
        "label:",
        "# a comment (%rdi)",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof(access) / sizeof(access[0]); i++) {
        if (!rdl_asm_accesses(access[i]))
            fail_msg("%s", access[i]);
    }
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        if (rdl_asm_accesses(none[i]))
            fail_msg("%s", none[i]);
    }
}

static void only_statements_that_can_access_memory_are_suspected(void **unused)
{
    (void)unused;
    assert_true(rdl_asm_suspected(
        "void f(int *p) { __asm__ volatile(\"incl %0\" : \"+m\"(*p)); }"));
    assert_true(rdl_asm_suspected("asm goto (\"lock; xaddl %0,(%1)\" :: "
                                  "\"r\"(x), \"r\"(p) : \"memory\" : l);"));
    assert_true(rdl_asm_suspected("int n = 1'000; asm(\"lock; incl n\");"));
    assert_false(rdl_asm_suspected("__asm__ volatile(\"\" ::: \"memory\");"));
    assert_false(
        rdl_asm_suspected("int scan(void) __asm__ (\"\" \"__isoc99_scanf\");"));
    assert_false(rdl_asm_suspected("asm(\"bswap %0\" : \"+r\"(x));"));
    assert_false(rdl_asm_suspected("char *s = \"asm(\\\"incl %0\\\" : "
                                   "\\\"+m\\\"(x))\"; int asmx; asm"));
    assert_false(rdl_asm_suspected("asm volatile("));
}

static char told[200];

static void tell(void *data, const char *place)
{
    (void)data;
    strcat(strcat(told, place), " ");
}

static const char *places(const char *assembly)
{
    char text[1000];

    snprintf(text, sizeof(text), "%s", assembly);
    told[0] = '\0';
    rdl_asm_scan(text, tell, NULL);
    return told;
}

static void places_come_from_marks_of_gcc(void **unused)
{
    (void)unused;
    assert_string_equal(places("\t.loc 1 2 59 view .LVU3\n"
                               "\tmovl (%rdi), %eax\n"
                               "#APP\n# 2 \"a.c\" 1\n\tmovl %eax,(%rdi)\n"
                               "# 0 \"\" 2\n#NO_APP\n"
                               "#APP\n# 4 \"a.c\" 1\n\tpause\n# 0 \"\" 2\n"
                               "\t.loc 1 4 73 view .LVU6\n"
                               "# 5 \"x/b.h\" 1\n\tlock; xaddl %eax,g(%rip)\n"
                               "\tincl (%rdi)\n# 0 \"\" 2\n#NO_APP\n"
                               "\tmovl (%rdi), %eax\n"),
                        "a.c:2 x/b.h:5 ");
}

static void places_come_from_comments_of_clang(void **unused)
{
    (void)unused;
    assert_string_equal(places("\t.loc\t0 2 59 prologue_end  # a.c:2:59\n"
                               "\t#APP\n\tmovl\t%eax, (%rdi)\n\t#NO_APP\n"
                               "\t.loc\t0 4 33  # a.c:4:33\n"
                               "\t#APP\n\tpause\n\t#NO_APP\n"
                               "\t.loc\t1 9 3  # ./x/b.h:9:3\n"
                               "\t#APP\n\tlock\n\txaddl\t%eax, g(%rip)\n"
                               "\t#NO_APP\n"),
                        "a.c:2 ./x/b.h:9 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_with_memory_operands_access_it),
        cmocka_unit_test(only_statements_that_can_access_memory_are_suspected),
        cmocka_unit_test(places_come_from_marks_of_gcc),
        cmocka_unit_test(places_come_from_comments_of_clang),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
