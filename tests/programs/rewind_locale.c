/* rewind_locale.c - the locale is "C" at main, for the process and for each
 * thread, and no half of a character is left from the last one.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int met;

static void fresh(void)
{
    assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
    assert(uselocale(0) == LC_GLOBAL_LOCALE);
    assert(MB_CUR_MAX == 1);
}

static void *thread(void *argument)
{
    locale_t mine = newlocale(LC_CTYPE_MASK, "C.UTF-8", 0);
    mbstate_t half = { 0 };
    wchar_t c;

    fresh();
    assert(mine != 0);
    uselocale(mine);
    assert(MB_CUR_MAX == 6);
    assert(mbrtowc(&c, "\xc3", 1, &half) == (size_t)-2);
    met++;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    fresh();
    assert(mbsinit(NULL) && mbrlen("a", 1, NULL) == 1);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(setlocale(LC_ALL, "C.UTF-8") != NULL);
    assert(mbrlen("\xe2\x82", 2, NULL) == (size_t)-2);
    return 0;
}
