/* objects.c - a program with the libraries it is linked to.  The loader itself
 * lists them, because only it knows its search paths. */
#include "cli/doctor/objects.h"

#include "base/text.h"
#include "util/system_library.h"
#include "cli/doctor/doctor.h"
#include "util/die.h"
#include "symbols/files/needed.h"
#include "symbols/stack.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_OUTPUT (256 * 1024)

static int objects_add(struct rdl_objects *all, const char *path)
{
    struct rdl_linked *l;
    int error;

    all->objects = rdl_grow(all->objects, (all->n + 1) * sizeof(*all->objects));
    l = &all->objects[all->n];
    error = rdl_object_read(path, &l->o);
    if (error != 0)
        return error;
    l->name = rdl_text_base_name(l->o.path);
    l->system = all->n > 0 && rdl_system_library_is_c(l->name);
    l->own = all->n == 0 || rdl_object_instrumented(&l->o) ||
             !rdl_system_library_at(path);
    all->n++;
    return 0;
}

/* Lines of `ld.so --list`: "<tab>libm.so.6 => /lib/libm.so.6 (0x...)", or
 * "<tab>./libqueue.so (0x...)" if the program was linked with that path. */
static void objects_listed_each(char *listed, const char *loader,
                                void (*each)(void *data, const char *path),
                                void *data)
{
    char *line, *rest = NULL;

    for (line = strtok_r(listed, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *path = strstr(line, "=> "), *end;

        path = path != NULL ? path + 3 : line + 1;
        end = strrchr(path, '(');
        if (end == NULL || end <= path)
            continue;
        end[-1] = '\0';
        /* Skips the vdso and the loader itself. */
        if (strchr(path, '/') != NULL && strcmp(path, loader) != 0)
            each(data, path);
    }
}

void rdl_objects_libraries(const char *loader, const char *program,
                           void (*each)(void *data, const char *path),
                           void *data)
{
    char *argv[] = { (char *)loader, (char *)"--list", (char *)program, NULL };
    char *listed = rdl_alloc(MOST_OUTPUT);

    if (rdl_doctor_run(argv, listed, MOST_OUTPUT))
        objects_listed_each(listed, loader, each, data);
    free(listed);
}

/* The C libraries need only each other; others come in by preloading. */
bool rdl_objects_only_c(const char *program)
{
    const char *preloaded = getenv("LD_PRELOAD");

    return (preloaded == NULL || preloaded[0] == '\0') &&
           access("/etc/ld.so.preload", F_OK) != 0 &&
           rdl_needed_all(program, rdl_system_library_is_c);
}

static void objects_library(void *data, const char *path)
{
    objects_add(data, path);
}

int rdl_objects_read(const char *program, struct rdl_objects *out)
{
    char *loader;
    int error;

    *out = (struct rdl_objects){ .n = 0 };
    error = objects_add(out, program);
    if (error != 0) {
        free(out->objects);
        return error;
    }
    loader = rdl_strdup(out->objects[0].o.loader); /* the array moves */
    if (loader[0] != '\0')
        rdl_objects_libraries(loader, program, objects_library, out);
    free(loader);
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

bool rdl_objects_is_uninstrumented(const struct rdl_linked *l)
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
    /* Such an instruction is mostly inlined from a header of the compiler. */
    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    rdl_place_format(&frames[i], out, size);
    rdl_symbols_free(symbols);
    return out;
}
