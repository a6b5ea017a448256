/* own_target.h - campaigns whose target is the unit test itself, called with
 * the argument "target". */
#ifndef RDL_TESTS_UNIT_OWN_TARGET_H
#define RDL_TESTS_UNIT_OWN_TARGET_H

#include "campaign/loop.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char order[3];

static void *append(void *letter)
{
    pthread_mutex_lock(&mutex);
    order[strlen(order)] = *(const char *)letter;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

/* Fails if the second thread comes first. */
static int target(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, append, "a");
    pthread_create(&b, NULL, append, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (strcmp(order, "ba") == 0)
        abort();
    return 0;
}

static char self[PATH_MAX], runtime[PATH_MAX + 32], out[64];

/* Beside the folder of the unit tests. */
static bool find_runtime(void)
{
    const ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    char *slash;

    if (n < 0)
        return false;
    strcpy(runtime, self);
    for (unsigned i = 0; i < 2; i++) {
        slash = strrchr(runtime, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    strcat(runtime, "/libraddle.so");
    return access(runtime, R_OK) == 0;
}

static int set_up(void **state)
{
    (void)state;
    strcpy(out, "/tmp/raddle-unit-XXXXXX");
    return mkdtemp(out) == NULL;
}

static int tear_down(void **state)
{
    char command[96];

    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", out);
    return system(command);
}

static struct rdl_campaign_options own_options(unsigned jobs)
{
    static char *argv[] = { self, "target", NULL };

    return (struct rdl_campaign_options){
        .worker = {
            .path = self,
            .argv = argv,
            .runtime = runtime,
            .isolation = rdl_isolation_at(RDL_ISOLATION_REWIND),
            .max_steps = 100000,
            .coverage = -1,
        },
        .config = {
            .seed = 1,
            .max_steps = 100000,
            .depth = 3,
            .timeout_ms = 60000,
            .strategy = "random",
            .engine = "fiber",
            .tracker = "auto",
        },
        .program = self,
        .executions = 1000,
        .goal = { .window = RDL_WINDOW },
        .keep_going = true,
        .out = out,
        .jobs = jobs,
        .jobs_given = true,
    };
}

#endif
