/* read.c - see read.h. */
#include "store/read.h"

#include "store/backend.h"

#include <stdlib.h>

enum rdl_store_reading rdl_store_read(const char *dir,
                                      const struct rdl_store_reader *reader,
                                      struct rdl_store_summary *summary,
                                      char **why)
{
    enum rdl_store_reading result;

    *summary = (struct rdl_store_summary){ .program = NULL };
    *why = NULL;
    result = rdl_store_sqlite.read(dir, reader, summary, why);
    if (result != RDL_STORE_READ)
        rdl_store_summary_free(summary);
    return result;
}

void rdl_store_summary_free(struct rdl_store_summary *s)
{
    for (size_t i = 0; s->arguments != NULL && s->arguments[i] != NULL; i++)
        free(s->arguments[i]);
    free(s->arguments);
    free(s->program);
    free(s->how);
    free(s->pairs);
    free(s->recording);
    *s = (struct rdl_store_summary){ .program = NULL };
}
