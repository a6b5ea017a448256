/* rewind_iconv.c - modules that libc loads for itself (of iconv, of the
 * unwinder) are no obstacle: every execution finds them or loads them again.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <execinfo.h>
#include <iconv.h>
#include <pthread.h>

static void *convert(void *argument)
{
    iconv_t cd = iconv_open("UTF-16LE", argument);
    char in[] = "text", out[20], *from = in, *to = out;
    size_t left = 4, room = sizeof(out);

    assert(cd != (iconv_t)-1);
    assert(iconv(cd, &from, &left, &to, &room) == 0);
    assert(left == 0 && room == sizeof(out) - 8 && out[6] == 't');
    /* Never closed. */
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *frames[8];

    pthread_create(&a, NULL, convert, "ISO-8859-15");
    pthread_create(&b, NULL, convert, "KOI8-R");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(backtrace(frames, 8) >= 2);
    return 0;
}
