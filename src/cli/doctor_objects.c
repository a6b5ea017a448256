/* doctor_objects.c - a program with the libraries it is linked to.  Which ones
 * the loader says itself: it alone knows its search paths. */
#include "cli/doctor_objects.h"

#include "base/text.h"
#include "cli/doctor.h"
#include "driver/die.h"
#include "report/stack.h"

#include <stdlib.h>
#include <string.h>

#define MOST_OUTPUT (256 * 1024)

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_system(const char *name)
{
    static const char *const names[] = {
        "libc.so",   "ld-linux",  "libm.so",    "libpthread.", "libdl.so",
        "librt.so",  "libgcc_s.", "libstdc++.", "libmvec.",    "libresolv.",
        "libanl.so", "libc++",    "libutil.so",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (begins(name, names[i]))
            return true;
    }
    return false;
}

static int objects_add(struct rdl_objects *all, const char *path)
{
    struct rdl_linked *l;
    int error;

    all->objects = rdl_grow(all->objects, (all->n + 1) * sizeof(*all->objects));
    l = &all->objects[all->n];
    error = rdl_object_read(path, &l->o);
    if (error != 0) {
        rdl_object_free(&l->o);
        return error;
    }
    l->name = rdl_text_base_name(l->o.path);
    l->system = all->n > 0 && is_system(l->name);
    l->own = all->n == 0 || rdl_object_instrumented(&l->o) ||
             !(begins(path, "/lib") || begins(path, "/usr/lib"));
    all->n++;
    return 0;
}

/* Lines of `ld.so --list`: "<tab>libm.so.6 => /lib/libm.so.6 (0x...)". */
static void add_libraries(struct rdl_objects *all, char *listed)
{
    char *line, *rest = NULL;

    for (line = strtok_r(listed, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *path = strstr(line, "=> "), *end;

        if (path == NULL)
            continue; /* the vdso, and the loader itself */
        path += 3;
        end = strrchr(path, '(');
        if (end == NULL || end == path)
            continue;
        end[-1] = '\0';
        objects_add(all, path);
    }
}

int rdl_objects_read(const char *program, struct rdl_objects *out)
{
    char *argv[] = { NULL, (char *)"--list", (char *)program, NULL };
    char *listed;
    int error;

    *out = (struct rdl_objects){ .n = 0 };
    error = objects_add(out, program);
    if (error != 0) {
        free(out->objects);
        return error;
    }
    if (out->objects[0].o.loader[0] == '\0')
        return 0;
    listed = rdl_alloc(MOST_OUTPUT);
    argv[0] = rdl_strdup(out->objects[0].o.loader); /* the array moves */
    if (rdl_doctor_run(argv, listed, MOST_OUTPUT))
        add_libraries(out, listed);
    free(argv[0]);
    free(listed);
    return 0;
}

void rdl_objects_free(struct rdl_objects *all)
{
    for (size_t i = 0; i < all->n; i++)
        rdl_object_free(&all->objects[i].o);
    free(all->objects);
}

bool rdl_objects_is_instrumented(const struct rdl_linked *l)
{
    return rdl_object_instrumented(&l->o);
}

bool rdl_objects_is_blind(const struct rdl_linked *l)
{
    return !l->system && !rdl_object_instrumented(&l->o);
}

char *rdl_objects_list(const struct rdl_objects *all,
                       bool (*wanted)(const struct rdl_linked *))
{
    char *list = rdl_strdup("");

    for (size_t i = 0; i < all->n; i++) {
        char *longer;

        if (!wanted(&all->objects[i]))
            continue;
        longer = rdl_format("%s%s%s", list, list[0] != '\0' ? ", " : "",
                            all->objects[i].name);
        free(list);
        list = longer;
    }
    return list;
}

char *rdl_objects_place(const struct rdl_object *o, uint64_t address, char *out,
                        size_t size)
{
    struct rdl_module module = { .start = 0, .end = UINTPTR_MAX };
    struct rdl_symbols *symbols;
    struct rdl_place frames[8];
    size_t n, i = 0;

    strncpy(module.path, o->path, sizeof(module.path) - 1);
    symbols = rdl_symbols_new(&module, 1);
    n = rdl_symbols_frames(symbols, address + 1, frames, 8);
    /* An instruction is mostly inlined from a header of the compiler. */
    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    rdl_place_format(&frames[i], out, size);
    rdl_symbols_free(symbols);
    return out;
}
