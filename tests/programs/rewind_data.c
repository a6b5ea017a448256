/* rewind_data.c - every execution finds initialised and zeroed data as the
 * program file has them, whatever the one before left there.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>

static int zero, set = 7;
static char pages[5][4096], text[] = "as compiled";
static const char *pointer = text;
static int *grown = &set;

static int calls(void)
{
    static int n = 1;

    return n++;
}

static void *change(void *argument)
{
    zero++;
    set--;
    pages[zero % 5][4095] = 1;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(zero == 0 && set == 7 && calls() == 1);
    assert(text[0] == 'a' && pointer == text && grown == &set);
    for (int i = 0; i < 5; i++)
        assert(pages[i][0] == 0 && pages[i][4095] == 0);
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 5; i++)
        pages[i][0] = 2;
    text[0] = 'b';
    pointer = "another";
    grown = &zero;
    return 0;
}
