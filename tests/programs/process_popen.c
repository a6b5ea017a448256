/* process_popen.c - reading from and writing to a command while another
 * thread prints.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static void *reader(void *unused)
{
    char line[64];
    FILE *f = popen("echo woven; exit 3", "r");
    int status;

    (void)unused;
    assert(f != NULL);
    assert(fgets(line, sizeof(line), f) != NULL);
    assert(strcmp(line, "woven\n") == 0);
    assert(fgets(line, sizeof(line), f) == NULL);
    status = pclose(f);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    return NULL;
}

static void *writer(void *unused)
{
    FILE *f = popen("read word && test \"$word\" = weft", "w");

    (void)unused;
    assert(f != NULL);
    assert(fputs("weft\n", f) >= 0);
    assert(pclose(f) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
