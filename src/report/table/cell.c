/* cell.c - lines of a cell: see internal.h. */
#include "report/table/internal.h"

#include "util/alloc.h"
#include "util/width.h"

#include <ctype.h>
#include <string.h>

/* If `at` is inside an address, where that address begins, because nobody can
 * search for half of one; 0 if it is not, or if the address begins the line. */
static size_t cell_number_at(const char *text, size_t at)
{
    while (at > 0 && isxdigit((unsigned char)text[at]))
        at--;
    if (at > 0 && text[at] == 'x' && text[at - 1] == '0')
        return at - 1;
    return 0;
}

/* Where a line of at most `columns` ends: at a space, otherwise after a
 * character that ends a word of a program, otherwise in the middle. */
static size_t cell_break_at(const char *text, size_t columns)
{
    size_t most = rdl_width_fit(text, columns), i;

    if (text[most] == '\0' || text[most] == ' ')
        return most;
    i = cell_number_at(text, most);
    if (i > 0)
        return i;
    for (i = most; i > most / 3; i--) {
        if (text[i - 1] == ' ')
            return i;
    }
    for (i = most; i > most / 3; i--) {
        if (strchr("(,;=>.)&|+", text[i - 1]) != NULL)
            return i;
    }
    for (i = most; i > most / 3; i--) {
        if (text[i - 1] == '_')
            return i;
    }
    return most;
}

static void cell_add_line(struct table_cell *c, int style, size_t indent,
                          const char *text, size_t n, bool cut)
{
    char *line = rdl_alloc(indent + n + 4);

    while (n > 0 && text[n - 1] == ' ')
        n--;
    memset(line, ' ', indent);
    memcpy(line + indent, text, n);
    strcpy(line + indent + n, cut ? "..." : "");
    if (c->n == c->room) {
        c->room = c->room * 2 + 8;
        c->lines = rdl_grow(c->lines, c->room * sizeof(*c->lines));
    }
    c->lines[c->n++] = (struct table_line){ 1, { { line, style } } };
}

void rdl_table_cell_add(struct table_cell *c, int style, size_t width,
                        size_t indent, size_t hang, size_t most,
                        const char *text)
{
    for (size_t line = 0; line < most && *text != '\0'; line++) {
        size_t before = line == 0 ? indent : hang;
        size_t room = width > before + 4 ? width - before : 4;
        bool last = line + 1 == most;
        bool cut = last && rdl_width(text) > room;
        size_t n =
            cut ? rdl_width_fit(text, room - 3) : cell_break_at(text, room);

        cell_add_line(c, style, before, text, n, cut);
        text += n;
        text += strspn(text, " ");
    }
}

size_t rdl_table_line_width(const struct table_line *line)
{
    size_t width = 0;

    for (size_t i = 0; i < line->n; i++)
        width += (i > 0 ? TABLE_GAP : 0) + rdl_width(line->parts[i].text);
    return width;
}

bool rdl_table_cell_beside(struct table_cell *c, int style, size_t width,
                           const char *text)
{
    struct table_line *last = c->n > 0 ? &c->lines[c->n - 1] : NULL;

    if (last == NULL || last->n == TABLE_PARTS ||
        rdl_table_line_width(last) + TABLE_GAP + rdl_width(text) > width)
        return false;
    last->parts[last->n++] = (struct table_part){ rdl_strdup(text), style };
    return true;
}

void rdl_table_cell_clear(struct table_cell *c)
{
    for (size_t i = 0; i < c->n; i++) {
        for (size_t k = 0; k < c->lines[i].n; k++)
            free(c->lines[i].parts[k].text);
    }
    c->n = 0;
}
