/* read.c - see read.h. */
#include "store/read.h"

#include "store/backend.h"

#include <stdlib.h>

static enum rdl_store_reading read_from(const char *dir, bool aside,
                                        const struct rdl_store_reader *reader,
                                        struct rdl_store_summary *summary,
                                        char **why)
{
    enum rdl_store_reading result;

    *summary = (struct rdl_store_summary){ .program = NULL };
    *why = NULL;
    result = rdl_store_sqlite.read(dir, aside, reader, summary, why);
    if (result != RDL_STORE_READ)
        rdl_store_summary_free(summary);
    return result;
}

enum rdl_store_reading rdl_store_read(const char *dir,
                                      const struct rdl_store_reader *reader,
                                      struct rdl_store_summary *summary,
                                      char **why)
{
    return read_from(dir, /*aside=*/false, reader, summary, why);
}

enum rdl_store_reading
rdl_store_read_aside(const char *dir, const struct rdl_store_reader *reader,
                     struct rdl_store_summary *summary, char **why)
{
    return read_from(dir, /*aside=*/true, reader, summary, why);
}

void rdl_store_summary_free(struct rdl_store_summary *s)
{
    for (size_t i = 0; s->arguments != NULL && s->arguments[i] != NULL; i++)
        free(s->arguments[i]);
    free(s->arguments);
    free(s->program);
    free(s->build);
    free(s->how);
    free(s->pairs);
    free(s->recording);
    *s = (struct rdl_store_summary){ .program = NULL };
}
