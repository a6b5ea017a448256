/* figures.c - the concurrent programs of the paper on deriving inputs from
 * SYN-sequences, figures 1, 3 and 6, one event a statement as there: figures
 * FIGURE A B [C]. */
#include <pthread.h>
#include <stdlib.h>

static volatile int a, b, c, d;

static void *one_0(void *arg)
{
    if (b == 2)
        a = -2;
    else
        a = -1;
    return arg;
}
static void *one_1(void *arg)
{
    int t = a;

    if (t > 0)
        c = 1;
    else
        c = 0;
    return arg;
}

static void *three_0(void *arg)
{
    int t1 = c;

    if (t1 < 0)
        b = 1;
    else
        b = 2;
    return arg;
}
static void *three_1(void *arg)
{
    int t2 = a;
    int t3 = b;

    if (t2 > t3)
        c = 1;
    else
        c = -1;
    int t4 = b;
    (void)t4;
    return arg;
}
static void *three_2(void *arg)
{
    int t5 = a;
    int t6 = b;

    if (t5 < t6)
        b = 1;
    else
        b = -1;
    return arg;
}

static void *six_1(void *arg)
{
    int t2 = a;

    if (t2 > 0) {
        c = 1;
        int t3 = a;
        if (t3 == -2)
            d = 1;
        else
            d = 0;
    } else {
        c = 0;
    }
    return arg;
}

int main(int argc, char **argv)
{
    void *(*const figures[][3])(void *) = {
        { one_0, one_1, NULL },
        { three_0, three_1, three_2 },
        { one_0, six_1, NULL },
    };
    pthread_t threads[3];
    int figure, n = 0;

    if (argc < 4)
        return 2;
    figure = atoi(argv[1]) / 3; /* 1, 3, 6 */
    a = atoi(argv[2]);
    b = atoi(argv[3]);
    c = argc > 4 ? atoi(argv[4]) : 0;
    for (; n < 3 && figures[figure][n] != NULL; n++)
        pthread_create(&threads[n], NULL, figures[figure][n], NULL);
    while (n > 0)
        pthread_join(threads[--n], NULL);
    return 0;
}
