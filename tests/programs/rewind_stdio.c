/* rewind_stdio.c - the standard streams are new in each execution: nothing
 * pending, no buffer chosen, no orientation, no character pushed back, no end
 * of file seen, and each is itself.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <wchar.h>

static char buffer[100], memory[100];
static FILE *began, *opened;
static size_t size;
static char *text;

__attribute__((constructor)) static void before_main(void)
{
    began = stdout;
    opened = fmemopen(memory, sizeof(memory), "w+");
    fputs("early", opened); /* stays in its buffer */
}

static void *print(void *argument)
{
    printf("half a line of %s ", (const char *)argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    assert(stdout == began && __fbufsize(stdout) == 0);
    assert(fwide(stdout, 0) == 0 && fwide(stderr, 0) == 0);
    assert(__fpending(stdout) == 0 && __fpending(opened) == 5);
    assert(!feof(stdin) && !ferror(stdin) && getchar() == EOF && feof(stdin));
    setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
    pthread_create(&a, NULL, print, "a");
    pthread_create(&b, NULL, print, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(__fpending(stdout) > 10);
    fputs("late", opened);
    fwide(stderr, 1);
    ungetc('x', stdin);
    /* A stream that is never closed. */
    stdout = open_memstream(&text, &size);
    printf("into memory\n");
    return 0;
}
