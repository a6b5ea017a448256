/* spec.c - the lines of a spec file, as words. */
#include "gen/table/spec.h"

#include "util/alloc.h"
#include "util/regular_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *form, *meaning;
    size_t least;
} directives[] = {
#define DIRECTIVE(id, name, least, form, meaning)                              \
    { name, form, meaning, least },
#include "gen/table/spec_directives.h"
#undef DIRECTIVE
};

#define N_DIRECTIVES (sizeof(directives) / sizeof(directives[0]))

/* The end of a word: a blank outside quotes and brackets. */
static const char *spec_word_end(const char *p)
{
    int depth = 0;
    char quote = '\0';

    for (; *p != '\0'; p++) {
        if (quote != '\0') {
            if (*p == '\\' && p[1] != '\0')
                p++;
            else if (*p == quote)
                quote = '\0';
        } else if (*p == '"' || *p == '\'') {
            quote = *p;
        } else if (strchr("([{", *p) != NULL) {
            depth++;
        } else if (strchr(")]}", *p) != NULL) {
            depth--;
        } else if (isspace((unsigned char)*p) && depth <= 0) {
            break;
        }
    }
    return p;
}

static const char *spec_skip_blanks(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

static bool spec_add_line(struct rdl_gen_spec *s, unsigned number,
                          const char *directive, char *const *words,
                          size_t n_words, struct rdl_error *e)
{
    struct rdl_gen_spec_line *line;
    size_t d = 0;

    while (d < N_DIRECTIVES && strcmp(directives[d].name, directive) != 0)
        d++;
    if (d == N_DIRECTIVES)
        return rdl_error_set(e, RDL_EXIT_USAGE,
                             "%s:%u: '%s' is not a line of a spec; raddle gen "
                             "--help-spec lists them",
                             s->name, number, directive);
    if (n_words < directives[d].least)
        return rdl_error_set(e, RDL_EXIT_USAGE, "%s:%u: write '%s %s'", s->name,
                             number, directive, directives[d].form);
    s->lines = rdl_grow(s->lines, (s->n_lines + 1) * sizeof(*s->lines));
    line = &s->lines[s->n_lines++];
    *line = (struct rdl_gen_spec_line){ .number = number, .directive = (int)d };
    for (size_t i = 0; i < n_words; i++)
        rdl_gen_text_add(&line->words, &line->n_words, words[i]);
    return true;
}

/* `made-by f ended-by g` is two lines in one. */
static bool spec_add_makers(struct rdl_gen_spec *s, unsigned number,
                            char *const *words, size_t n, struct rdl_error *e)
{
    for (size_t i = 0; i < n; i += 2) {
        if (strcmp(words[i], "made-by") != 0 &&
            strcmp(words[i], "ended-by") != 0 &&
            strcmp(words[i], "retained-by") != 0)
            return rdl_error_set(e, RDL_EXIT_USAGE,
                                 "%s:%u: '%s' is one function too many; write "
                                 "'made-by F' once for each",
                                 s->name, number, words[i]);
        if (!spec_add_line(s, number, words[i], words + i + 1,
                           i + 1 < n ? 1 : 0, e))
            return false;
    }
    return true;
}

static bool spec_add_text(struct rdl_gen_spec *s, unsigned number,
                          const char *text, struct rdl_error *e)
{
    const char *p = spec_skip_blanks(text), *rest;
    char **words = NULL;
    size_t n = 0;
    bool good = true;

    while (*p != '\0' && *p != '#') {
        const char *end = spec_word_end(p);
        char *word = rdl_format("%.*s", (int)(end - p), p);

        rdl_gen_text_add(&words, &n, word);
        free(word);
        rest = spec_skip_blanks(end);
        /* C text is not split, and a # in it is C's. */
        if (n == 1 && strcmp(words[0], "wrap") == 0) {
            if (*rest != '\0')
                rdl_gen_text_add(&words, &n, rest);
            break;
        }
        p = rest;
    }
    if (n > 0 && strlen(words[0]) > 3 &&
        strcmp(words[0] + strlen(words[0]) - 3, "-by") == 0)
        good = spec_add_makers(s, number, words, n, e);
    else if (n > 0)
        good = spec_add_line(s, number, words[0], words + 1, n - 1, e);
    rdl_gen_text_clear(&words, &n);
    return good;
}

struct rdl_gen_spec *rdl_gen_spec_parse(const char *name, const char *text,
                                        struct rdl_error *e)
{
    struct rdl_gen_spec *s = rdl_alloc(sizeof(*s));
    unsigned number = 0;

    s->name = rdl_strdup(name);
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        char *line = rdl_format("%.*s", (int)n, text);
        const bool good = spec_add_text(s, ++number, line, e);

        free(line);
        if (!good) {
            rdl_gen_spec_free(s);
            return NULL;
        }
        text += n + (text[n] == '\n');
    }
    return s;
}

struct rdl_gen_spec *rdl_gen_spec_read(const char *path, struct rdl_error *e)
{
    const char *why;
    const int fd = rdl_regular_file_open(path, RDL_PLAIN_SOURCE, &why);
    FILE *in = fd >= 0 ? fdopen(fd, "r") : NULL;
    struct rdl_gen_spec *s;
    char *text = NULL;
    size_t size = 0;

    if (in == NULL) {
        if (fd >= 0)
            close(fd);
        rdl_error_set(e, RDL_EXIT_USAGE, "cannot read the spec %s: %s", path,
                      fd >= 0 ? "out of memory" : why);
        return NULL;
    }
    if (getdelim(&text, &size, '\0', in) < 0)
        text[0] = '\0';
    fclose(in);
    s = rdl_gen_spec_parse(path, text, e);
    free(text);
    return s;
}

void rdl_gen_spec_free(struct rdl_gen_spec *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n_lines; i++)
        rdl_gen_text_clear(&s->lines[i].words, &s->lines[i].n_words);
    free(s->lines);
    free(s->name);
    free(s);
}

char *rdl_gen_spec_wraps(const struct rdl_gen_spec *s)
{
    char *all = NULL;

    for (size_t i = 0; s != NULL && i < s->n_lines; i++) {
        const struct rdl_gen_spec_line *line = &s->lines[i];
        char *more;

        if (strcmp(directives[line->directive].name, "wrap") != 0)
            continue;
        more = rdl_format("%s#line %u \"%s\"\n%s\n", all != NULL ? all : "",
                          line->number, s->name, line->words[0]);
        free(all);
        all = more;
    }
    return all;
}

void rdl_gen_spec_help(FILE *out)
{
    fputs("A spec says what types do not say; # begins a comment. raddle gen "
          "--list HEADER\nwrites one: edit that. F and G are functions; F... "
          "can be patterns (q_*).\n\n",
          out);
    for (size_t i = 0; i < N_DIRECTIVES; i++)
        fprintf(out, "  %s %-*s %s\n", directives[i].name,
                (int)(24 - strlen(directives[i].name)), directives[i].form,
                directives[i].meaning);
}
