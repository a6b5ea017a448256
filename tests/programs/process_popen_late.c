/* process_popen_late.c - a command that takes its time before it writes.  At a
 * replay what it wrote comes from the record; the pipe must stay open until it
 * has really been written, or the command ends by SIGPIPE.
 * EXPECT: clean
 * OPTIONS: --strategy=place
 * EXECUTIONS: 5
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static void *reader(void *unused)
{
    char line[64];
    FILE *f = popen("sleep 0.05; echo woven; exit 3", "r");
    int status;

    (void)unused;
    assert(f != NULL);
    assert(fgets(line, sizeof(line), f) != NULL);
    assert(strcmp(line, "woven\n") == 0);
    status = pclose(f);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    return NULL;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, reader, NULL);
    pthread_join(a, NULL);
}
