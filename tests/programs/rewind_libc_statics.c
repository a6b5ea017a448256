/* rewind_libc_statics.c - what functions of the C library keep between their
 * calls is forgotten: strtok, getopt, hcreate, the time zone, error counts,
 * names.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <error.h>
#include <getopt.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char early[] = "begun early", words[] = "some words to be cut";
static char *name;
static int met;

__attribute__((constructor)) static void before_main(void)
{
    name = program_invocation_short_name;
    strtok(early, " ");
}

static void *meet(void *argument)
{
    met++;
    return argument;
}

int main(void)
{
    char *argv[] = { "p", "-ab", "x", "-c", NULL };
    pthread_t a, b;
    time_t then = 86400 * 200;

    assert(strcmp(strtok(NULL, " "), "early") == 0);
    assert(optind == 1 && opterr == 1 && optarg == NULL);
    assert(getopt(4, argv, "abc") == 'a');
    assert(error_message_count == 0 && program_invocation_short_name == name);
    assert(hcreate(10) != 0); /* 0 if there is a table already */
    assert(localtime(&then)->tm_hour == 0 && strcmp(tzname[0], "EST") != 0);
    pthread_create(&a, NULL, meet, NULL);
    pthread_create(&b, NULL, meet, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(strcmp(strtok(words, " "), "some") == 0);
    opterr = 0;
    assert(getopt(4, argv, "abc") == 'b'); /* and -c is left */
    optarg = words;
    hsearch((ENTRY){ .key = "key", .data = words }, ENTER);
    setenv("TZ", "EST5", 1);
    tzset();
    assert(localtime(&then)->tm_hour == 19);
    error_message_count = 3;
    program_invocation_short_name = "another";
    return 0;
}
