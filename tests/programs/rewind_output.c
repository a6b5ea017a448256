/* rewind_output.c - what an execution writes to its standard output and error
 * is its own: the next one finds the file empty.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int first;

static void *say(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    printf("thread %d\n", (int)(long)argument);
    return NULL;
}

int main(void)
{
    static const char text[] = "by another way\n";
    struct stat st;
    pthread_t a, b;

    assert(fstat(1, &st) == 0 && S_ISREG(st.st_mode));
    assert(st.st_size == 0);
    assert(lseek(1, 0, SEEK_CUR) == 0);
    pthread_create(&a, NULL, say, (void *)1);
    pthread_create(&b, NULL, say, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (first == 1) {
        assert(write(open("/dev/stdout", O_WRONLY), text, strlen(text)) > 0);
        return 0;
    }
    if (fork() == 0)
        fputs(text, stderr);
    else
        wait(NULL);
    return 0;
}
