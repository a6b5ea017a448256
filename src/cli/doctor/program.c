/* program.c - what raddle can control of a program, judged by its file and its
 * libraries. */
#include "cli/doctor/doctor.h"

#include "util/where.h"
#include "exec/program.h"
#include "cli/doctor/objects.h"
#include "symbols/files/noted.h"
#include "util/die.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void program_check_file(struct rdl_checkup *c,
                               const struct rdl_object *o)
{
    rdl_checkup_add(c, RDL_CHECK_OK, "file", NULL,
                    "64-bit ELF, dynamically linked (%s), %s", o->loader,
                    o->pie ? "position independent" : "fixed addresses");
    if (o->build_id[0] != '\0')
        rdl_checkup_add(c, RDL_CHECK_OK, "build-id", NULL, "build id %s",
                        o->build_id);
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "build-id",
                        "Link with -Wl,--build-id.",
                        "no build id: raddle cannot see that the program was "
                        "rebuilt since a schedule");
    if (o->lines)
        rdl_checkup_add(c, RDL_CHECK_OK, "debug-information", NULL,
                        "debug information: places are shown as file and line");
    else
        rdl_checkup_add(c, RDL_CHECK_NOTE, "debug-information",
                        "Compile with -g.",
                        "no debug information: places are shown as %s",
                        o->symbols ? "function names" : "mere offsets");
}

/* Can any part of it start a thread? */
static void program_check_threads(struct rdl_checkup *c,
                                  const struct rdl_objects *all)
{
    static const char *const calls[] = { "pthread_create", "thrd_create",
                                         "clone" };

    for (size_t i = 0; i < all->n; i++) {
        if (all->objects[i].system)
            continue;
        for (size_t k = 0; k < sizeof(calls) / sizeof(calls[0]); k++) {
            if (rdl_names_have(&all->objects[i].o.imports, calls[k]))
                return;
        }
    }
    /* std::thread starts them inside libstdc++. */
    if (rdl_names_have(&all->objects[0].o.imports,
                       "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_"
                       "StateESt14default_deleteIS1_EEPFvvE"))
        return;
    rdl_checkup_add(
        c, RDL_CHECK_NOTE, "threads",
        "raddle test needs a program that runs at least two "
        "threads.",
        "nothing in it starts a thread (a library that it loads later may)");
}

static void program_check_hooks(struct rdl_checkup *c,
                                const struct rdl_objects *all)
{
    char *with = rdl_objects_list(all, rdl_objects_is_instrumented);
    char *without = rdl_objects_list(all, rdl_objects_is_uninstrumented);

    if (with[0] != '\0')
        rdl_checkup_add(c, RDL_CHECK_OK, "instrumented", NULL,
                        "memory accesses are seen in %s", with);
    if (without[0] != '\0')
        rdl_checkup_add(c, RDL_CHECK_NOTE, "not-instrumented",
                        "Build the code under test with raddle cc; raddle "
                        "controls only the synchronisation of the rest.",
                        "memory accesses are not seen in %s", without);
    free(with);
    free(without);
}

/* Accesses of instrumented modules that raddle does not see nevertheless. */
static void program_check_accesses(struct rdl_checkup *c,
                                   const struct rdl_objects *all,
                                   const char *section, const char *kind,
                                   const char *what, const char *remedy)
{
    for (size_t i = 0; i < all->n; i++) {
        struct rdl_noted a = rdl_noted_read(all->objects[i].o.path, section);

        if (a.n > 0)
            rdl_checkup_add(c, RDL_CHECK_NOTE, kind, remedy,
                            "memory accesses %s are not seen in %s (%zu "
                            "place%s, one at %s)",
                            what, all->objects[i].name, a.n,
                            a.n == 1 ? "" : "s", a.first);
        rdl_noted_free(&a);
    }
}

static void program_check_heap(struct rdl_checkup *c,
                               const struct rdl_objects *all)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct rdl_linked *l = &all->objects[i];

        if (l->system || !rdl_names_have(&l->o.exports, "malloc"))
            continue;
        rdl_checkup_add(c, RDL_CHECK_NOTE, "own-malloc",
                        "Test a build without it if heap errors matter.",
                        "%s has its own malloc, and raddle does not replace "
                        "it: heap findings are off",
                        l->name);
        return;
    }
}

/* --- Calls -----------------------------------------------------------------
 */

enum call_kind {
    BLOCKS,
    VARIES,
    THREADS,
    TIMERS,
    /* raddle controls them, but needs a heavier isolation to undo what they
     * change, or cannot undo it. */
    FALLS_TO_FORK,
    PERSISTS,
    N_KINDS
};

static const struct {
    const char *name, *text, *advice;
    bool always; /* also if the runtime intercepts it */
} kinds[N_KINDS] = {
    [BLOCKS] = { "blocking-calls", "these may stop all threads while they wait",
                 "Do not let the test depend on them.", false },
    [VARIES] = { "varying-calls", "these return something else in each run",
                 "If a replay diverges, look there first.", false },
    [THREADS] = { "foreign-threads",
                  "these make threads or stacks that raddle does not schedule",
                  "Use pthread_create in the code under test.", false },
    [TIMERS] = { "real-timers", "these act at moments of real time",
                 "Do not let the test depend on them.", false },
    [FALLS_TO_FORK] = { "isolation-fork",
                        "isolation is fork from the first call of these on",
                        "It is slower, and finds the same.", true },
    [PERSISTS] = { "persists",
                   "the next execution sees what these leave behind",
                   "Let the test clean up before it begins.", true },
};

static const struct {
    const char *name;
    enum call_kind kind;
} calls[] = {
#define CALL(name, kind) { #name, kind },
#include "cli/doctor/calls.h"
#undef CALL
};

static bool program_imported(const struct rdl_objects *all, const char *name)
{
    for (size_t i = 0; i < all->n; i++) {
        if (all->objects[i].own &&
            rdl_names_have(&all->objects[i].o.imports, name))
            return true;
    }
    return false;
}

static void program_check_calls(struct rdl_checkup *c,
                                const struct rdl_objects *all)
{
    char runtime_path[4096];
    struct rdl_object runtime;

    if (!rdl_where_file("libraddle.so", runtime_path, sizeof(runtime_path)))
        return; /* reported already */
    if (rdl_object_read(runtime_path, &runtime) != 0) {
        rdl_checkup_add(c, RDL_CHECK_PROBLEM, "runtime",
                        "Install raddle anew (make install).",
                        "the runtime is damaged: %s", runtime_path);
        return;
    }
    for (int kind = 0; kind < N_KINDS; kind++) {
        char *list = rdl_strdup("");

        for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
            char *longer;

            if ((int)calls[i].kind != kind ||
                !program_imported(all, calls[i].name) ||
                (!kinds[kind].always &&
                 rdl_names_have(&runtime.exports, calls[i].name)))
                continue;
            longer = rdl_format("%s%s%s", list, list[0] != '\0' ? ", " : "",
                                calls[i].name);
            free(list);
            list = longer;
        }
        if (list[0] != '\0')
            rdl_checkup_add(c, RDL_CHECK_NOTE, kinds[kind].name,
                            kinds[kind].advice, "%s%s (%s)",
                            kinds[kind].always ? "" : "not controlled: ", list,
                            kinds[kind].text);
        free(list);
    }
    rdl_object_free(&runtime);
}

/* --- Instructions -----------------------------------------------------------
 */

static void program_check_instructions(struct rdl_checkup *c,
                                       const struct rdl_objects *all)
{
    static const char *const advice[RDL_N_INS] = {
        [RDL_INS_RDTSC] = "It reads real time: a decision that depends on it "
                          "differs from run to run.",
        [RDL_INS_RDRAND] = "It reads a random number: a decision that depends "
                           "on it differs from run to run.",
        [RDL_INS_SYSCALL] = "raddle catches such calls where Syscall User "
                            "Dispatch works (--engine=fiber).",
        [RDL_INS_INT80] = "raddle does not control such calls.",
    };

    for (int kind = RDL_INS_OTHER + 1; kind < RDL_N_INS; kind++) {
        for (size_t i = 0; i < all->n; i++) {
            const struct rdl_linked *l = &all->objects[i];
            char place[512];

            if (!l->own || l->o.instructions[kind].count == 0)
                continue;
            rdl_checkup_add(
                c, RDL_CHECK_NOTE, rdl_instruction_name(kind), advice[kind],
                "%s may execute %s itself (%zu in its code, one at %s)",
                l->name, rdl_instruction_name(kind),
                l->o.instructions[kind].count,
                rdl_objects_place(&l->o, l->o.instructions[kind].first, place,
                                  sizeof(place)));
        }
    }
}

/* --- The program ------------------------------------------------------------
 */

/* Examines the ELF file that will run: the program, or the interpreter of a
 * script. */
static void program_check_elf(struct rdl_checkup *c, const char *path)
{
    struct rdl_objects all;
    int error = rdl_objects_read(path, &all);

    if (error != 0) {
        rdl_checkup_add(c, RDL_CHECK_NOTE, "file", NULL, "cannot read %s: %s",
                        path, strerror(-error));
        return;
    }
    program_check_file(c, &all.objects[0].o);
    program_check_hooks(c, &all);
    program_check_accesses(c, &all, RDL_NOTED_ASSEMBLER, "assembler",
                           "in assembler",
                           "Use the compiler's atomics there; many projects "
                           "have an option for it.");
    program_check_accesses(c, &all, RDL_NOTED_UNHOOKED, "unhooked",
                           "without a hook of the compiler",
                           "raddle prove cannot say \"complete\" of it: see "
                           "docs/prove-limits.md.");
    program_check_threads(c, &all);
    program_check_heap(c, &all);
    program_check_calls(c, &all);
    program_check_instructions(c, &all);
    rdl_objects_free(&all);
}

static bool program_check_script(struct rdl_checkup *c,
                                 const struct rdl_program *p)
{
    struct rdl_program interpreter;
    struct rdl_error error;
    bool ok;

    rdl_checkup_add(c, RDL_CHECK_NOTE, "script",
                    "Give raddle the program that the script starts.",
                    "a script: its interpreter %s is what is controlled, the "
                    "programs that it starts are not",
                    p->interpreter);
    ok = rdl_program_find(p->interpreter, &interpreter, &error);
    if (!ok)
        rdl_checkup_add(c, RDL_CHECK_PROBLEM, "interpreter", NULL, "%s",
                        error.text);
    else if (!interpreter.script)
        program_check_elf(c, interpreter.path);
    rdl_program_free(&interpreter);
    return ok || error.code == RDL_EXIT_NOTHING;
}

bool rdl_doctor_program(struct rdl_checkup *c, const char *name)
{
    struct rdl_program program;
    struct rdl_error error;
    bool found = true;

    c->group = "program";
    if (!rdl_program_find(name, &program, &error)) {
        found = error.code == RDL_EXIT_NOTHING;
        rdl_checkup_add(c, RDL_CHECK_PROBLEM,
                        found ? "uncontrolled" : "missing", NULL, "%s",
                        error.text);
    } else if (program.script) {
        found = program_check_script(c, &program);
    } else {
        program_check_elf(c, program.path);
    }
    rdl_program_free(&program);
    return found;
}
