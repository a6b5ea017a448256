/* old.c - which build is the old one, and its campaign: see regress.h. */
#include "cli/regress/regress.h"

#include "base/text.h"
#include "exec/program.h"
#include "regress/gather.h"
#include "store/build.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

#define HINT                                                                   \
    "raddle regress compares with the build before, so that one must have "    \
    "been tested (raddle test); or give --old-store, --old-program or --old"

/* Can the campaign be compared with another? */
static void old_check(const struct rdl_regress *r, const char *dir,
                      const struct rdl_program *program)
{
    const struct rdl_old *o = &r->old;
    const char *lost = rdl_places_without_text(&o->places);

    if ((o->summary.recorded & rdl_metrics_named(RDL_REGRESS_METRIC)) == 0 ||
        o->places.n_sources == 0)
        rdl_die(RDL_EXIT_USAGE,
                "the campaign of the old build in %s has no places to compare: "
                "it was made by an older raddle, with --metrics none, or from "
                "a program without debug information (-g)",
                dir);
    if (lost != NULL)
        rdl_die(RDL_EXIT_USAGE,
                "the campaign of the old build in %s does not have the source "
                "%s: it was gone, or newer than the program, when that "
                "campaign ended; build and test the old version again",
                dir, lost);
    /* The user names a program: it may have another name. */
    if (r->old_program == NULL &&
        strcmp(rdl_text_base_name(o->summary.program),
               rdl_text_base_name(program->path)) != 0)
        rdl_die(RDL_EXIT_USAGE,
                "the campaign in %s is one of another program, %s: give one of "
                "%s",
                dir, o->summary.program, program->path);
}

static void old_read(struct rdl_regress *r, const char *dir, bool aside)
{
    char *why;

    switch (rdl_old_read(&r->old, dir, aside, &why)) {
    case RDL_STORE_UNREADABLE:
        rdl_die(RDL_EXIT_USAGE, "%s; " HINT, why);
    case RDL_STORE_DAMAGED:
        rdl_die(RDL_EXIT_NOTHING, "%s", why);
    case RDL_STORE_READ:
        break;
    }
}

/* The store of the build before: the one in the directory, or if that is of
 * this build, the one that was put aside. */
static bool old_before(struct rdl_regress *r, const char *dir,
                       const char *build)
{
    struct rdl_old aside;
    char *why = NULL;

    old_read(r, dir, /*aside=*/false);
    if (strcmp(r->old.summary.build, build) != 0)
        return true;
    if (rdl_old_read(&aside, dir, /*aside=*/true, &why) != RDL_STORE_READ) {
        free(why);
        rdl_old_free(&aside);
        return false;
    }
    rdl_old_free(&r->old);
    r->old = aside;
    return strcmp(r->old.summary.build, build) != 0;
}

/* "build id 1467dd88.." */
static char *old_name(const struct rdl_regress *r)
{
    const char *build = r->old.summary.build, *colon = strchr(build, ':');

    return rdl_format("%.8s..", colon != NULL ? colon + 1 : build);
}

bool rdl_regress_old(struct rdl_regress *r, const struct rdl_test_options *o,
                     const struct rdl_program *program)
{
    char *build = rdl_store_build_of(program->path), *dir, *name;
    bool other;

    if (build == NULL)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot read %s", program->path);
    if (r->old_program != NULL) {
        char *was = rdl_store_build_of(r->old_program);

        if (was == NULL)
            rdl_die_errno(RDL_EXIT_USAGE, "cannot read --old-program %s",
                          r->old_program);
        other = strcmp(was, build) != 0;
        dir = rdl_format("%s/.old/%.24s-%08x", o->out, strchr(was, ':') + 1,
                         (unsigned)(rdl_regress_conditions(r, o) >> 32));
        if (other)
            rdl_regress_run(r, o, r->old_program, dir);
        r->with = rdl_strdup(r->old_program);
        free(was);
    } else if (r->revision != NULL) {
        dir = rdl_regress_revision(r, o);
        other = true;
    } else {
        dir = rdl_strdup(r->old_store != NULL ? r->old_store : o->out);
        other = true;
    }
    if (r->old_program == NULL && r->revision == NULL)
        other = old_before(r, dir, build);
    else if (other) {
        old_read(r, dir, /*aside=*/false);
        other = strcmp(r->old.summary.build, build) != 0;
        if (r->tree != NULL)
            rdl_places_move(&r->old.places, r->tree, r->top);
    }
    if (other)
        old_check(r, dir, program);
    if (r->with == NULL) {
        name = old_name(r);
        r->with = r->old_store != NULL
                      ? rdl_format("%s (build %s)", r->old_store, name)
                      : rdl_format("the build before (%s)", name);
        free(name);
    }
    free(dir);
    free(build);
    return other;
}
