/* footer.c - the lines under a table: how much of the execution it shows, and
 * which heap blocks its names mean. */
#include "report/table/page.h"

#include "base/text.h"
#include "util/alloc.h"
#include "util/colour.h"
#include "util/shell_quote.h"
#include "report/finding/wording.h"

#include <limits.h>

bool rdl_table_has_column(const struct table_page *p, rdl_tid tid)
{
    return tid < p->t->n_threads && p->n_columns > 0 &&
           p->columns[rdl_table_column(p, tid)] == tid;
}

static void footer_text(const struct table_page *p, const char *text)
{
    struct table_cell cell = { 0 };

    rdl_table_cell_add(&cell, RDL_PLAIN, p->view->width, 0, 4, SIZE_MAX, text);
    for (size_t i = 0; i < cell.n; i++)
        fprintf(p->out, "%s\n", cell.lines[i].parts[0].text);
    rdl_table_cell_clear(&cell);
    free(cell.lines);
}

static bool footer_again(const struct rdl_table *t)
{
    for (size_t i = 0; i < t->n_acts; i++) {
        if (t->acts[i].again)
            return true;
    }
    return false;
}

/* " (all: raddle show --full FILE)" */
static int footer_command(const struct rdl_table *t, char *out, size_t size)
{
    char *file = t->about.schedule != NULL ? rdl_quote(t->about.schedule)
                                           : rdl_strdup("FILE");
    const int n = snprintf(out, size, " (all: raddle show --full %s)", file);

    free(file);
    return n < (int)size ? n : (int)size - 1;
}

void rdl_table_foot(const struct table_page *p, size_t gone, const char *said)
{
    const struct rdl_table *t = p->t;
    rdl_tid *others = rdl_alloc((t->n_threads + 1) * sizeof(rdl_tid));
    size_t shown = 0, outcomes = 0, n = 0;
    char text[PATH_MAX + 1024], list[512], *made = rdl_table_made(p->t, said);
    int used = 0;

    for (size_t i = 0; i < t->n_acts; i++) {
        const bool behind = table_behind((enum rdl_op)t->acts[i].e.op);

        shown += t->acts[i].shown && !behind;
        outcomes += t->acts[i].shown && behind;
    }
    for (size_t i = 0; i < t->n_threads; i++) {
        if (t->threads[i].seen && t->threads[i].shown == 0 &&
            !rdl_table_has_column(p, (rdl_tid)i))
            others[n++] = (rdl_tid)i;
    }
    text[0] = '\0';
    /* A table of outcomes alone, such as an allocation that fails, has rows
     * with numbers of steps: "0 of 10" would puzzle. */
    if (shown > 0 || gone > 0 || outcomes == 0)
        used = snprintf(text, sizeof(text), "%zu of %zu steps", shown,
                        t->trace->n_steps);
    if (gone > 0)
        used += snprintf(text + used, sizeof(text) - (size_t)used,
                         ", %zu that matter%s left out", gone,
                         gone == 1 ? "s" : "");
    if (gone > 0 || footer_again(t))
        used += footer_command(t, text + used, sizeof(text) - (size_t)used);
    if (p->file != NULL)
        snprintf(text + used, sizeof(text) - (size_t)used, "%slines are of %s",
                 used > 0 ? "; " : "", rdl_text_base_name(p->file));
    if (text[0] != '\0')
        footer_text(p, text);
    if (made[0] != '\0')
        footer_text(p, made);
    free(made);
    if (n > 0 && !p->view->full) {
        snprintf(text, sizeof(text), "not shown: thread%s %s", n > 1 ? "s" : "",
                 rdl_wording_tids(others, n, list, sizeof(list)));
        footer_text(p, text);
    }
    free(others);
}
