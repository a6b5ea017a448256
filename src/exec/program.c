/* program.c - see program.h.  It reads the ELF headers itself, without a
 * library. */
#include "exec/program.h"

#include "util/alloc.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#endif

/* The file that execvp would run; NULL if there is none. */
static char *program_search(const char *name)
{
    const char *path = getenv("PATH");

    if (strchr(name, '/') != NULL)
        return rdl_strdup(name);
    if (path == NULL)
        path = "/usr/bin:/bin";
    for (const char *p = path;; p++) {
        const char *end = strchrnul(p, ':');
        char *file = end == p ? rdl_format("./%s", name)
                              : rdl_format("%.*s/%s", (int)(end - p), p, name);
        struct stat st;

        if (stat(file, &st) == 0 && S_ISREG(st.st_mode) &&
            access(file, X_OK) == 0)
            return file;
        free(file);
        if (*end == '\0')
            return NULL;
        p = end;
    }
}

static void program_script(struct rdl_program *out, const char *head,
                           size_t size)
{
    const char *from = head + 2;
    size_t n = 0;

    out->script = true;
    while (from < head + size && (*from == ' ' || *from == '\t'))
        from++;
    while (from + n < head + size && strchr(" \t\r\n", from[n]) == NULL &&
           n < sizeof(out->interpreter) - 1)
        n++;
    memcpy(out->interpreter, from, n);
}

/* The path of the dynamic loader, "" if the program has none. */
static void program_loader(int fd, const Elf64_Ehdr *elf, char *out,
                           size_t size)
{
    out[0] = '\0';
    for (int i = 0; i < elf->e_phnum; i++) {
        Elf64_Phdr part;
        off_t at = (off_t)(elf->e_phoff + (uint64_t)i * elf->e_phentsize);
        ssize_t n;

        if (pread(fd, &part, sizeof(part), at) != sizeof(part))
            return;
        if (part.p_type != PT_INTERP)
            continue;
        n = pread(fd, out, size - 1, (off_t)part.p_offset);
        out[n > 0 ? n : 0] = '\0';
        return;
    }
}

static bool program_elf(int fd, struct rdl_program *out, const Elf64_Ehdr *elf,
                        struct rdl_error *error)
{
    const char *name = out->name, *loader = out->loader;

    if (elf->e_type == ET_REL || elf->e_type == ET_CORE)
        return rdl_error_set(
            error, RDL_EXIT_USAGE, "%s is %s, not a program", name,
            elf->e_type == ET_REL ? "an object file (link it)" : "a core dump");
    if (elf->e_ident[EI_CLASS] != ELFCLASS64)
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "%s is a 32-bit program, and raddle controls only "
                             "64-bit ones: build it without -m32",
                             name);
    if (elf->e_machine != MACHINE)
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "%s is for another machine (ELF machine %u)", name,
                             elf->e_machine);
    program_loader(fd, elf, out->loader, sizeof(out->loader));
    if (loader[0] == '\0')
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "%s is statically linked, so raddle cannot "
                             "intercept its calls: link it without -static",
                             name);
    if (strstr(loader, "ld-musl") != NULL)
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "%s uses musl (%s), and raddle controls only "
                             "programs that use glibc",
                             name, loader);
    return true;
}

/* The loader ignores LD_PRELOAD for a program that gains privileges. */
static bool program_privileged(const char *path, const struct stat *st)
{
    return (st->st_mode & (S_ISUID | S_ISGID)) != 0 ||
           getxattr(path, "security.capability", NULL, 0) > 0;
}

static bool program_look(struct rdl_program *out, const char *name,
                         struct rdl_error *error)
{
    union {
        Elf64_Ehdr elf;
        char text[512];
    } head = { .text = "" };
    struct stat st;
    bool good = true;
    ssize_t n;
    int fd;

    if (stat(out->path, &st) != 0)
        return rdl_error_errno(error, RDL_EXIT_USAGE,
                               "cannot find the program %s", name);
    if (!S_ISREG(st.st_mode))
        return rdl_error_set(
            error, RDL_EXIT_USAGE, "%s is not a program but %s", name,
            S_ISDIR(st.st_mode) ? "a directory" : "a special file");
    if (access(out->path, X_OK) != 0)
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "%s is not executable (chmod +x it; a source file "
                             "is first built with raddle cc)",
                             name);
    if (program_privileged(out->path, &st))
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "%s is setuid, setgid or has file capabilities; "
                             "the loader refuses to preload into it: test a "
                             "copy without them (cp it)",
                             name);
    fd = open(out->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return true; /* the kernel may still execute it */
    n = read(fd, head.text, sizeof(head.text));
    if (n >= 2 && memcmp(head.text, "#!", 2) == 0)
        program_script(out, head.text, (size_t)n);
    else if (n >= (ssize_t)sizeof(head.elf) &&
             memcmp(head.elf.e_ident, ELFMAG, SELFMAG) == 0)
        good = program_elf(fd, out, &head.elf, error);
    else
        good = rdl_error_set(error, RDL_EXIT_USAGE,
                             "%s is neither an ELF program nor a script (#!)",
                             name);
    close(fd);
    return good;
}

bool rdl_program_find(const char *name, struct rdl_program *out,
                      struct rdl_error *error)
{
    char *file = program_search(name);
    char *absolute;

    *out = (struct rdl_program){ .name = rdl_strdup(name) };
    if (file == NULL && name[0] == '\0')
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "the name of the program is empty");
    if (file == NULL)
        return rdl_error_set(
            error, RDL_EXIT_USAGE, "cannot find the program %s in PATH%s", name,
            access(name, F_OK) == 0 ? " (a program in this directory is ./NAME)"
                                    : "");
    absolute = realpath(file, NULL);
    out->path = absolute != NULL ? absolute : rdl_strdup(file);
    free(file);
    return program_look(out, name, error);
}

/* A name without a slash is searched in PATH, as in a shell, not in the current
 * directory. */
static void program_other(const struct rdl_program *p,
                          const struct rdl_note_sink *notes)
{
    char *here = rdl_format("./%s", p->name);
    struct stat a, b;

    if (strchr(p->name, '/') == NULL && access(here, X_OK) == 0 &&
        stat(here, &a) == 0 && S_ISREG(a.st_mode) && stat(p->path, &b) == 0 &&
        (a.st_dev != b.st_dev || a.st_ino != b.st_ino))
        rdl_note_sink_say(
            notes,
            "this is %s, found in PATH; the program in this directory is "
            "%s",
            p->path, here);
    free(here);
}

void rdl_program_notes(const struct rdl_program *p,
                       const struct rdl_note_sink *notes)
{
    program_other(p, notes);
    if (p->script)
        rdl_note_sink_say(
            notes,
            "%s is a script: its interpreter %s is controlled, the "
            "programs that it starts are not",
            p->name, p->interpreter);
}

void rdl_program_free(struct rdl_program *p)
{
    free(p->name);
    free(p->path);
}
