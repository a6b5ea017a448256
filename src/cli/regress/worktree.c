/* worktree.c - a git revision as the old build: see regress.h.
 *
 * The revision gets a worktree of its own below the campaign's directory, which
 * raddle removes when its campaign has ended, or has failed, or at Ctrl-C.  A
 * raddle that was killed leaves one; the next one removes all that are there.
 * The campaign stays: a later comparison with the same commit and command needs
 * no build. */
#include "cli/regress/regress.h"

#include "base/hash.h"
#include "base/text.h"
#include "cli/regress/child.h"
#include "store/store.h"
#include "util/die.h"
#include "util/dir.h"
#include "util/lock_dir.h"
#include "util/where.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TREE ".tree"
#define LAST_LINES 12

struct worktree {
    char *top, *prefix, *commit;
    char *all;  /* directory of old campaigns */
    char *path; /* of the worktree */
    char *log;  /* what the build printed */
};

/* A line that git prints; ends raddle with `why` if it does not. */
static char *worktree_git(const char *const *argv, const char *why)
{
    int status;
    char *line = rdl_child_line(argv, &status);

    if (status == 127)
        rdl_die(RDL_EXIT_USAGE,
                "--old needs git, which cannot be run: install it, or give "
                "--old-program");
    if (line == NULL)
        rdl_die(RDL_EXIT_USAGE, "%s", why);
    return line;
}

static void worktree_find(struct worktree *w, const char *revision)
{
    static const char *const top[] = { "git", "rev-parse", "--show-toplevel",
                                       NULL };
    static const char *const prefix[] = { "git", "rev-parse", "--show-prefix",
                                          NULL };
    char *name = rdl_format("%s^{commit}", revision);
    const char *const commit[] = { "git",     "rev-parse", "--verify",
                                   "--quiet", name,        NULL };
    char *why =
        rdl_format("there is no commit --old %s in this repository", revision);

    w->top = worktree_git(top, "--old needs a git repository: this directory "
                               "is not in one (--old-program needs none)");
    w->prefix = worktree_git(prefix, "cannot ask git where this directory is");
    w->commit = worktree_git(commit, why);
    free(why);
    free(name);
}

/* The worktree and what git knows of it; it may be half there. */
static void worktree_remove(const struct worktree *w, const char *path)
{
    const struct rdl_child how = { .dir = w->top, .finishes = true };
    const char *const away[] = { "git",     "worktree", "remove",
                                 "--force", path,       NULL };
    const char *const rm[] = { "rm", "-rf", "--", path, NULL };
    const char *const prune[] = { "git", "worktree", "prune", NULL };

    rdl_child_run(&how, away);
    rdl_child_run(&how, rm);
    rdl_child_run(&how, prune);
}

static void worktree_remove_all(const struct worktree *w)
{
    DIR *list = opendir(w->all);
    struct dirent *entry;

    while (list != NULL && (entry = readdir(list)) != NULL) {
        const size_t n = strlen(entry->d_name), end = strlen(TREE);
        char *path;

        if (n <= end || strcmp(entry->d_name + n - end, TREE) != 0)
            continue;
        path = rdl_format("%s/%s", w->all, entry->d_name);
        worktree_remove(w, path);
        free(path);
    }
    if (list != NULL)
        closedir(list);
}

/* Ends raddle if Ctrl-C has ended the latest command. */
static void worktree_look(const struct worktree *w)
{
    if (!rdl_child_interrupted())
        return;
    worktree_remove(w, w->path);
    rdl_child_release();
}

static void worktree_add(const struct worktree *w, const char *revision)
{
    const struct rdl_child how = { .dir = w->top, .log = w->log };
    const char *const add[] = { "git",     "worktree", "add",     "--detach",
                                "--force", w->path,    w->commit, NULL };
    const int status = rdl_child_run(&how, add);
    char *said;

    worktree_look(w);
    if (status == 0)
        return;
    worktree_remove(w, w->path);
    said = rdl_child_tail(w->log, LAST_LINES);
    rdl_die(RDL_EXIT_NOTHING, "git cannot make a worktree of %s:\n%s", revision,
            said);
}

static void worktree_build(const struct worktree *w, const char *revision,
                           const char *command)
{
    const char *const argv[] = { "sh", "-c", command, NULL };
    char *dir = rdl_format("%s/%s", w->path, w->prefix);
    char cc[4096], *said, *how_ended;
    const struct rdl_child how = {
        .dir = dir,
        .log = w->log,
        .cc = rdl_where_file("raddle-cc", cc, sizeof(cc)) ? cc : "raddle-cc",
        .guarded = true,
    };
    const int status = rdl_child_run(&how, argv);

    free(dir);
    worktree_look(w);
    if (status == 0)
        return;
    worktree_remove(w, w->path);
    said = rdl_child_tail(w->log, LAST_LINES);
    how_ended = status < 0 ? rdl_format("a signal ended it")
                           : rdl_format("status %d", status);
    rdl_die(RDL_EXIT_NOTHING, "%s does not build with --build '%s' (%s)%s%s",
            revision, command, how_ended, said[0] != '\0' ? ":\n" : "", said);
}

/* Where the program is in the worktree; the caller frees it. */
static char *worktree_program(const struct worktree *w, const char *typed)
{
    const size_t n = strlen(w->top);

    if (typed[0] != '/')
        return rdl_format("%s/%s%s", w->path, w->prefix, typed);
    if (strncmp(typed, w->top, n) == 0 && typed[n] == '/')
        return rdl_format("%s%s", w->path, typed + n);
    worktree_remove(w, w->path);
    rdl_die(RDL_EXIT_USAGE,
            "%s is not in the repository %s: --old cannot find it in another "
            "revision",
            typed, w->top);
}

static void worktree_test(struct rdl_regress *r,
                          const struct rdl_test_options *o,
                          const struct worktree *w, const char *dir)
{
    char *program;

    worktree_add(w, r->revision);
    worktree_build(w, r->revision, r->build);
    program = worktree_program(w, o->command[0]);
    if (access(program, X_OK) != 0) {
        worktree_remove(w, w->path);
        rdl_die(RDL_EXIT_NOTHING,
                "--build '%s' of %s did not make %s: that is where the program "
                "is in this revision",
                r->build, r->revision, o->command[0]);
    }
    rdl_regress_run(r, o, program, dir);
    worktree_look(w);
    if (!r->keep)
        worktree_remove(w, w->path);
    free(program);
}

char *rdl_regress_revision(struct rdl_regress *r,
                           const struct rdl_test_options *o)
{
    struct worktree w;
    struct rdl_lock_dir lock;
    const uint64_t hash =
        rdl_mix(rdl_hash_text(r->build), rdl_regress_conditions(r, o));
    char *below = rdl_format("%s/.old", o->out), *dir;
    pid_t holder;

    worktree_find(&w, r->revision);
    if (rdl_dir_make(below) != 0 || (w.all = realpath(below, NULL)) == NULL)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot make the directory %s", below);
    if (rdl_lock_dir_take(&lock, w.all, &holder) != 0)
        rdl_die(RDL_EXIT_USAGE,
                "another raddle regress is at work in %s: wait for it, or use "
                "another --out",
                o->out);
    dir = rdl_format("%s/%.12s-%08x", w.all, w.commit, (unsigned)(hash >> 32));
    w.path = rdl_format("%s" TREE, dir);
    w.log = rdl_format("%s.log", dir);
    rdl_child_hold();
    worktree_remove_all(&w);
    if (!rdl_store_there(dir))
        worktree_test(r, o, &w, dir);
    rdl_child_release();
    r->with = rdl_format("%s (%.7s)", r->revision, w.commit);
    rdl_lock_dir_free(&lock);
    r->tree = rdl_format("/.old/%s/", rdl_text_base_name(w.path));
    r->top = rdl_format("%s/", w.top);
    free(w.top);
    free(w.prefix);
    free(w.commit);
    free(w.all);
    free(w.path);
    free(w.log);
    free(below);
    return dir;
}
