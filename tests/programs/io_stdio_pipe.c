/* io_stdio_pipe.c - stdio on a pipe: fgets of one thread waits inside the C
 * library, its stream locked, while others print; nothing stops.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINES 4

static FILE *in, *out;
static int read_lines;

static void *reader(void *argument)
{
    char line[64], want[64];

    for (int i = 0; i < LINES; i++) {
        assert(fgets(line, sizeof(line), in) == line);
        snprintf(want, sizeof(want), "line %d of the pipe\n", i);
        assert(strcmp(line, want) == 0);
        read_lines++;
    }
    assert(fgets(line, sizeof(line), in) == NULL && feof(in) && !ferror(in));
    return argument;
}

static void *printer(void *argument)
{
    for (int i = 0; i < 3; i++)
        printf("still printing %d\n", i);
    fflush(stdout);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    int p[2];

    assert(pipe(p) == 0);
    in = fdopen(p[0], "r");
    out = fdopen(p[1], "w");
    assert(in != NULL && out != NULL);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, printer, NULL);
    for (int i = 0; i < LINES; i++) {
        assert(fprintf(out, "line %d of the pipe\n", i) > 0);
        assert(fflush(out) == 0);
    }
    assert(fclose(out) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(read_lines == LINES && fclose(in) == 0);
}
