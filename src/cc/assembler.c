/* assembler.c - notices inline assembler that accesses memory.
 *
 * An object does not show it: an access of the assembler looks like one of the
 * compiler.  But compilers mark inline assembler in assembly text, with its
 * place.  So a source that may have some, as its preprocessed text shows, is
 * compiled to assembly once more, and the places go into a section of the
 * object (symbols/files/noted.h). */
#include "cc/cc.h"

#include "cc/asm_text.h"
#include "symbols/files/noted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

void rdl_cc_assembler_note(const struct rdl_cc_compiler *c,
                           const struct rdl_words *options,
                           const struct rdl_cc_word *source, const char *object)
{
    char *path = rdl_cc_temporary("source");
    struct rdl_cc_places places = { 0 };
    char *text = NULL;
    struct stat st;

    if (stat(source->text, &st) != 0 || !S_ISREG(st.st_mode))
        return; /* standard input can be read only once */
    if (rdl_cc_run_on(c, options, source, "-E", path) == 0)
        text = assembler_read(path);
    unlink(path);
    if (text != NULL && rdl_asm_suspected(text)) {
        free(text);
        text = NULL;
        path = rdl_cc_temporary("assembly.s");
        if (rdl_cc_run_on(c, options, source, "-S", path) == 0)
            text = assembler_read(path);
        unlink(path);
        if (text != NULL)
            rdl_asm_scan(text, rdl_cc_places_add, &places);
    }
    free(text);
    if (places.size > 0)
        rdl_noted_write(object, RDL_NOTED_ASSEMBLER, places.text, places.size);
}
