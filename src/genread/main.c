/* main.c - raddle-gen: a header in, a table of functions as JSON out. */
#include "genread/genread.h"

#include "util/alloc.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static char *main_read(const char *path)
{
    FILE *in = fopen(path, "r");
    size_t size = 0;
    char *text = NULL;

    if (in == NULL || getdelim(&text, &size, '\0', in) < 0) {
        fprintf(stderr, "raddle-gen: cannot read %s\n", path);
        exit(RDL_EXIT_USAGE);
    }
    fclose(in);
    return text;
}

static void main_options(int argc, char **argv, struct rdl_gr_request *r)
{
    static const struct option options[] = {
        { "only", required_argument, NULL, 'o' },
        { "append", required_argument, NULL, 'a' },
        { 0 },
    };
    int key;

    while ((key = getopt_long(argc, argv, "+", options, NULL)) != -1) {
        if (key == 'o')
            rdl_gen_text_add(&r->only, &r->n_only, optarg);
        else if (key == 'a')
            r->append = main_read(optarg);
        else
            exit(RDL_EXIT_USAGE);
    }
    for (; optind < argc && argv[optind][0] != '-'; optind++)
        rdl_gen_text_add(&r->headers, &r->n_headers, argv[optind]);
    if (optind < argc)
        optind++; /* -- */
    r->cflags = (const char *const *)argv + optind;
    r->n_cflags = argc - optind;
    if (r->n_headers == 0) {
        fputs("raddle-gen is a part of raddle: see raddle gen --help\n",
              stderr);
        exit(RDL_EXIT_USAGE);
    }
}

static struct rdl_gen_table *main_table(const struct rdl_gr_request *r,
                                        const struct rdl_gr_unit *u)
{
    struct rdl_gen_table *t = rdl_gen_table_new();

    t->header = rdl_strdup(r->headers[0]);
    for (size_t i = 0; i < r->n_headers; i++) {
        char *line = rdl_gr_include(r->headers[i]);

        rdl_gen_text_add(&t->includes, &t->n_includes, line);
        free(line);
    }
    for (size_t i = 0; i < u->n_functions; i++)
        rdl_gr_function(t, u, u->functions[i]);
    for (size_t i = 0; i < u->n_macros; i++)
        rdl_gen_table_macro(t, u->macros[i].name, u->macros[i].n_params);
    rdl_gr_roles(t);
    return t;
}

int main(int argc, char **argv)
{
    struct rdl_gr_request r = { .append = NULL };
    struct rdl_gr_unit u = { .unit = NULL };
    int status = RDL_EXIT_NOTHING;

    main_options(argc, argv, &r);
    if (rdl_gr_parse(&r, &u)) {
        struct rdl_gen_table *t = main_table(&r, &u);
        json_t *json = rdl_gen_table_to_json(t);

        if (json_dumpf(json, stdout, JSON_INDENT(1)) == 0 &&
            fflush(stdout) == 0)
            status = RDL_EXIT_CLEAN;
        json_decref(json);
        rdl_gen_table_free(t);
    }
    rdl_gr_free(&u);
    rdl_gen_text_clear(&r.headers, &r.n_headers);
    rdl_gen_text_clear(&r.only, &r.n_only);
    free(r.append);
    return status;
}
