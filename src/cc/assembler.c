/* assembler.c - notices inline assembler that accesses memory.
 *
 * An object does not show it: an access of the assembler looks like one of the
 * compiler.  But compilers mark inline assembler in assembly text, with its
 * place.  So a source that may have some, as its preprocessed text shows, is
 * compiled to assembly once more, and the places go into a section of the
 * object (symbols/files/assembler.h). */
#include "cc/cc.h"

#include "cc/asm_text.h"
#include "symbols/files/assembler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct places {
    char *text; /* strings with their NULs */
    size_t size;
};

/* The user's options, without those that name or make other files. */
static int assembler_run(const struct rdl_cc_compiler *c,
                         const struct rdl_words *options,
                         const struct rdl_cc_word *source, const char *stage,
                         const char *output)
{
    struct rdl_words w = { 0 };

    rdl_words_add_all(&w, options);
    rdl_words_add(&w, "-w");
    rdl_words_add(&w, stage);
    rdl_words_add(&w, "-o");
    rdl_words_add(&w, output);
    if (source->language != NULL) {
        rdl_words_add(&w, "-x");
        rdl_words_add(&w, source->language);
    }
    rdl_words_add(&w, source->text);
    return rdl_cc_run_quietly(&w, c->command.n);
}

/* The whole file, NULL if it cannot be read; the caller frees it. */
static char *assembler_read(const char *path)
{
    FILE *f = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;

    if (f != NULL && getdelim(&text, &size, '\0', f) < 0) {
        free(text);
        text = NULL;
    }
    if (f != NULL)
        fclose(f);
    return text;
}

static void assembler_found(void *data, const char *place)
{
    struct places *p = data;
    const size_t n = strlen(place) + 1;
    char *larger = rdl_words_room(p->size + n);

    for (size_t i = 0; i < p->size; i += strlen(p->text + i) + 1) {
        if (strcmp(p->text + i, place) == 0)
            return;
    }
    if (p->size > 0)
        memcpy(larger, p->text, p->size);
    memcpy(larger + p->size, place, n);
    p->text = larger;
    p->size += n;
}

void rdl_cc_assembler_note(const struct rdl_cc_compiler *c,
                           const struct rdl_words *options,
                           const struct rdl_cc_word *source, const char *object)
{
    char *path = rdl_cc_temporary("source");
    struct places places = { 0 };
    char *text = NULL;
    struct stat st;

    if (stat(source->text, &st) != 0 || !S_ISREG(st.st_mode))
        return; /* standard input can be read only once */
    if (assembler_run(c, options, source, "-E", path) == 0)
        text = assembler_read(path);
    unlink(path);
    if (text != NULL && rdl_asm_suspected(text)) {
        free(text);
        text = NULL;
        path = rdl_cc_temporary("assembly.s");
        if (assembler_run(c, options, source, "-S", path) == 0)
            text = assembler_read(path);
        unlink(path);
        if (text != NULL)
            rdl_asm_scan(text, assembler_found, &places);
    }
    free(text);
    if (places.size > 0)
        rdl_assembler_write(object, places.text, places.size);
}
