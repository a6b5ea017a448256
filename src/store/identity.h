/* identity.h - is the program the one that a store is about?
 *
 * Numbers of executions and requirements are valid for one build of the program
 * and of the libraries that have locations in the store, run with one list of
 * arguments.  Strategy, seed and metrics may change from session to session. */
#ifndef RDL_STORE_IDENTITY_H
#define RDL_STORE_IDENTITY_H

#include "store/store.h"

struct rdl_identity {   /* as a store records it; owns all it points to */
    char *path, *build; /* of the program; see build.h, "" if not known */
    size_t n_arguments;
    char **arguments;
    size_t n_modules;
    struct rdl_identity_module {
        char *path, *build;
    } * modules;
};

void rdl_identity_argument(struct rdl_identity *id, const char *argument);
void rdl_identity_module(struct rdl_identity *id, const char *path,
                         const char *build);
void rdl_identity_free(struct rdl_identity *id);

/* What has changed: a sentence that the caller frees; NULL if nothing has. */
char *rdl_identity_change(const struct rdl_identity *was,
                          const struct rdl_store_opening *is);

#endif
