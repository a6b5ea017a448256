/* program.c - see program.h. */
#include "exec/program.h"

#include "util/die.h"

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

/* Where execvp would find it; NULL if nowhere. */
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

static enum rdl_program_trouble program_script(struct rdl_program *out,
                                               const char *head, size_t size)
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
    return RDL_PROGRAM_OK;
}

/* The name of the dynamic loader, "" if the program has none. */
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

static enum rdl_program_trouble program_elf(int fd, struct rdl_program *out,
                                            const Elf64_Ehdr *elf, char **why)
{
    const char *name = out->name, *loader = out->loader;

    if (elf->e_type == ET_REL || elf->e_type == ET_CORE) {
        *why = rdl_format("%s is %s, not a program", name,
                          elf->e_type == ET_REL ? "an object file (link it)"
                                                : "a core dump");
        return RDL_PROGRAM_MISSING;
    }
    if (elf->e_ident[EI_CLASS] != ELFCLASS64) {
        *why = rdl_format("%s is a 32-bit program, and only 64-bit ones can be "
                          "controlled: build it without -m32",
                          name);
        return RDL_PROGRAM_UNCONTROLLED;
    }
    if (elf->e_machine != MACHINE) {
        *why = rdl_format("%s is for another machine (ELF machine %u)", name,
                          elf->e_machine);
        return RDL_PROGRAM_UNCONTROLLED;
    }
    program_loader(fd, elf, out->loader, sizeof(out->loader));
    if (loader[0] == '\0') {
        *why = rdl_format("%s is statically linked, so its calls cannot be "
                          "intercepted: link it without -static",
                          name);
        return RDL_PROGRAM_UNCONTROLLED;
    }
    if (strstr(loader, "ld-musl") != NULL) {
        *why = rdl_format("%s uses musl (%s), and only programs on glibc can "
                          "be controlled",
                          name, loader);
        return RDL_PROGRAM_UNCONTROLLED;
    }
    return RDL_PROGRAM_OK;
}

/* The loader ignores LD_PRELOAD for a program that gains privileges. */
static bool program_privileged(const char *path, const struct stat *st)
{
    return (st->st_mode & (S_ISUID | S_ISGID)) != 0 ||
           getxattr(path, "security.capability", NULL, 0) > 0;
}

static enum rdl_program_trouble program_look(struct rdl_program *out,
                                             const char *name, char **why)
{
    union {
        Elf64_Ehdr elf;
        char text[512];
    } head = { .text = "" };
    struct stat st;
    enum rdl_program_trouble trouble;
    ssize_t n;
    int fd;

    if (stat(out->path, &st) != 0) {
        *why =
            rdl_format("cannot find the program %s: %s", name, strerror(errno));
        return RDL_PROGRAM_MISSING;
    }
    if (!S_ISREG(st.st_mode)) {
        *why =
            rdl_format("%s is not a program but %s", name,
                       S_ISDIR(st.st_mode) ? "a directory" : "a special file");
        return RDL_PROGRAM_MISSING;
    }
    if (access(out->path, X_OK) != 0) {
        *why = rdl_format("%s is not executable (chmod +x it; a source file "
                          "is first built with raddle cc)",
                          name);
        return RDL_PROGRAM_MISSING;
    }
    if (program_privileged(out->path, &st)) {
        *why = rdl_format("%s is setuid, setgid or has file capabilities; the "
                          "loader refuses to preload into it: test a copy "
                          "without them (cp it)",
                          name);
        return RDL_PROGRAM_UNCONTROLLED;
    }
    fd = open(out->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return RDL_PROGRAM_OK; /* may be executed all the same */
    n = read(fd, head.text, sizeof(head.text));
    if (n >= 2 && memcmp(head.text, "#!", 2) == 0) {
        trouble = program_script(out, head.text, (size_t)n);
    } else if (n >= (ssize_t)sizeof(head.elf) &&
               memcmp(head.elf.e_ident, ELFMAG, SELFMAG) == 0) {
        trouble = program_elf(fd, out, &head.elf, why);
    } else {
        *why =
            rdl_format("%s is neither an ELF program nor a script (#!)", name);
        trouble = RDL_PROGRAM_MISSING;
    }
    close(fd);
    return trouble;
}

enum rdl_program_trouble rdl_program_find(const char *name,
                                          struct rdl_program *out, char **why)
{
    char *file = program_search(name);
    char *absolute;

    *out = (struct rdl_program){ .name = rdl_strdup(name) };
    *why = NULL;
    if (file == NULL) {
        const char *hint = access(name, F_OK) == 0
                               ? " (a program in this directory is ./NAME)"
                               : "";

        *why = name[0] == '\0'
                   ? rdl_strdup("the name of the program is empty")
                   : rdl_format("cannot find the program %s in PATH%s", name,
                                hint);
        return RDL_PROGRAM_MISSING;
    }
    absolute = realpath(file, NULL);
    out->path = absolute != NULL ? absolute : rdl_strdup(file);
    free(file);
    return program_look(out, name, why);
}

void rdl_program_free(struct rdl_program *p)
{
    free(p->name);
    free(p->path);
}
