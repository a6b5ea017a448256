/* annotations.c - findings as GitHub Actions shows them beside the source:
 *
 *     ::error file=src/bank.c,line=48,col=5,title=raddle%3A assertion::...
 *
 * docs.github.com, "Workflow commands for GitHub Actions".  The escapes are
 * those that its toolkit reverses: data may contain anything but %, CR and LF;
 * a property neither colon nor comma. */
#include "report/formats/ci.h"

#include "util/alloc.h"
#include "util/shell_quote.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* The word that ends stop-commands; the program under test must not be able to
 * guess it.  Static, because atexit has no argument. */
static struct {
    uint64_t word[2];
    FILE *out; /* NULL: commands are active */
    pid_t owner;
} hold;

static void annotations_release(void)
{
    if (hold.out == NULL || hold.owner != getpid())
        return;
    fprintf(hold.out, "::%016" PRIx64 "%016" PRIx64 "::\n", hold.word[0],
            hold.word[1]);
    fflush(hold.out);
    hold.out = NULL;
}

bool rdl_annotations_hold(FILE *out, struct rdl_error *error)
{
    if (getrandom(hold.word, sizeof(hold.word), 0) != sizeof(hold.word))
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot get random bytes for --annotations");
    fprintf(out, "::stop-commands::%016" PRIx64 "%016" PRIx64 "\n",
            hold.word[0], hold.word[1]);
    fflush(out);
    hold.out = out;
    hold.owner = getpid();
    atexit(annotations_release);
    return true;
}

static void annotations_annotate_text(FILE *out, const char *text,
                                      bool property)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '%' || c == '\r' || c == '\n' ||
            (property && (c == ':' || c == ',')))
            fprintf(out, "%%%02X", c);
        else if (c < 0x20 || c == 0x7f)
            fputc('?', out);
        else
            fputc(c, out);
    }
}

static void annotations_annotate_place(FILE *out, const struct rdl_ci_place *p)
{
    if (p->file == NULL)
        return;
    fputs("file=", out);
    annotations_annotate_text(out, p->file, true);
    if (p->line > 0)
        fprintf(out, ",line=%u", p->line);
    if (p->line > 0 && p->column > 0)
        fprintf(out, ",col=%u", p->column);
    fputc(',', out);
}

static void annotations_annotate_finding(FILE *out, const struct rdl_ci_test *t,
                                         const struct rdl_ci_finding *f)
{
    fputs(f->warning ? "::warning " : "::error ", out);
    annotations_annotate_place(out, &f->place);
    fputs("title=raddle%3A ", out);
    annotations_annotate_text(out, f->kind, true);
    fputs("::", out);
    annotations_annotate_text(out, f->text[0] != '\0' ? f->text : f->kind,
                              false);
    fputs(" (", out);
    annotations_annotate_text(out, t->program, false);
    fputs(", at ", out);
    annotations_annotate_text(out, f->location, false);
    fputc(')', out);
    if (f->explanation != NULL) {
        fputs("%0A", out);
        annotations_annotate_text(out, f->explanation, false);
    }
    if (f->schedule != NULL) {
        char *quoted = rdl_quote(f->schedule);

        fputs("%0Areplay it with  raddle replay ", out);
        annotations_annotate_text(out, quoted, false);
        free(quoted);
    }
    fputc('\n', out);
}

bool rdl_annotations_write(FILE *out, const struct rdl_ci_test *t)
{
    annotations_release();
    for (size_t i = 0; i < t->n_findings; i++)
        annotations_annotate_finding(out, t, &t->findings[i]);
    for (size_t i = 0; i < t->n_warnings; i++)
        annotations_annotate_finding(out, t, &t->warnings[i]);
    if (t->n_findings == 0 && t->why != NULL) {
        fprintf(out, "::error title=raddle%%3A %s::",
                t->missed ? "goal not reached" : "nothing verified");
        annotations_annotate_text(out, t->program, false);
        fputs(": ", out);
        annotations_annotate_text(out, t->why, false);
        fputc('\n', out);
    }
    return fflush(out) == 0 && !ferror(out);
}
