/* io_printf_lines.c - four threads print to one stream: lines come whole, each
 * thread's in its own order.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 4
#define LINES 4

static FILE *stream;

static void *prints(void *argument)
{
    for (long i = 0; i < LINES; i++)
        fprintf(stream, "thread %ld prints %s %ld\n", (long)argument, "line",
                i);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    int p[2], next[THREADS] = { 0 }, lines = 0;
    char all[4096] = "", *save, *line;
    size_t used = 0;
    ssize_t n;

    assert(pipe(p) == 0);
    stream = fdopen(p[1], "w");
    setvbuf(stream, NULL, _IOLBF, 0);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, prints, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    fclose(stream);
    while ((n = read(p[0], all + used, sizeof(all) - 1 - used)) > 0)
        used += (size_t)n;
    for (line = strtok_r(all, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        long who, what;

        assert(sscanf(line, "thread %ld prints line %ld", &who, &what) == 2);
        assert(who >= 0 && who < THREADS && what == next[who]);
        next[who]++;
        lines++;
    }
    assert(lines == THREADS * LINES);
}
