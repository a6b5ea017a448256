/* elf_symbol.c - the runtime's own look-up of names gives what dlsym gives. */
#include "runtime/machine/elf_symbol.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Among them: chosen for the processor (memcpy, strlen, time), of several
 * versions (pthread_cond_wait, realpath, posix_spawn, memcpy, fmemopen,
 * sched_getaffinity, regexec), data, names of the loader, weak names, none. */
static const char *const names[] = {
    "memcpy",
    "memmove",
    "strlen",
    "time",
    "gettimeofday",
    "clock_gettime",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_timedwait",
    "pthread_create",
    "pthread_mutex_lock",
    "sem_open",
    "realpath",
    "posix_spawn",
    "fmemopen",
    "sched_getaffinity",
    "regexec",
    "nftw",
    "malloc",
    "free",
    "fork",
    "_Fork",
    "vfork",
    "system",
    "execvpe",
    "read",
    "__read",
    "open64",
    "syscall",
    "exit",
    "_exit",
    "__libc_start_main",
    "environ",
    "stdout",
    "__rseq_size",
    "_thread_db_sizeof_pthread",
    "_thread_db_pthread_tid",
    "_dl_get_tls_static_info",
    "__tls_get_addr",
    "dlopen",
    "_Unwind_Backtrace",
    "sys_siglist",
    "no_such_name",
    "",
};

static const struct {
    const char *name, *version;
} versioned[] = {
    { "pthread_cond_wait", "GLIBC_2.2.5" },
    { "pthread_cond_wait", "GLIBC_2.3.2" },
    { "pthread_cond_wait", "GLIBC_2.34" },
    { "memcpy", "GLIBC_2.2.5" },
    { "memcpy", "GLIBC_2.14" },
    { "realpath", "GLIBC_2.2.5" },
    { "realpath", "GLIBC_2.3" },
    { "malloc", "GLIBC_2.2.5" },
    { "malloc", "NO_SUCH_VERSION" },
    { "no_such_name", "GLIBC_2.2.5" },
};

static void names_are_those_of_dlsym(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        assert_ptr_equal(rdl_elf_symbol_next(names[i], NULL),
                         dlsym(RTLD_NEXT, names[i]));
        assert_ptr_equal(rdl_elf_symbol_default(names[i]),
                         dlsym(RTLD_DEFAULT, names[i]));
    }
}

static void versions_are_those_of_dlvsym(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(versioned) / sizeof(versioned[0]); i++)
        assert_ptr_equal(
            rdl_elf_symbol_next(versioned[i].name, versioned[i].version),
            dlvsym(RTLD_NEXT, versioned[i].name, versioned[i].version));
}

static void one_object_is_asked_alone(void **state)
{
    void *library = dlopen("libc.so.6", RTLD_NOW);

    (void)state;
    assert_ptr_equal(rdl_elf_symbol_in("libc.so.6", "qsort"),
                     dlsym(library, "qsort"));
    assert_null(rdl_elf_symbol_in("libc.so.6", "_Unwind_Backtrace"));
    assert_null(rdl_elf_symbol_in("no such object", "qsort"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_dlsym),
        cmocka_unit_test(versions_are_those_of_dlvsym),
        cmocka_unit_test(one_object_is_asked_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
