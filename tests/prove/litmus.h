/* litmus.h - the classics of weak memory, for counting.c: under sequential
 * consistency they have known numbers of interleavings too. */
/* The classics; n says which. */
THREAD(litmus_first)
{
    switch (n) {
    case 1: /* store buffering */
        ST(x, 1);
        LD(y);
        break;
    case 2: /* message passing */
    case 7: /* R */
        ST(x, 1);
        ST(y, 1);
        break;
    case 3: /* load buffering */
        LD(x);
        ST(y, 1);
        break;
    case 4: /* 2+2W */
        ST(x, 1);
        ST(y, 2);
        break;
    case 6: /* S */
        ST(x, 2);
        ST(y, 1);
        break;
    default:
        ST(x, 1);
    }
    return arg;
}
THREAD(litmus_second)
{
    switch (n) {
    case 1:
        ST(y, 1);
        LD(x);
        break;
    case 2:
        LD(y);
        LD(x);
        break;
    case 3:
    case 6:
        LD(y);
        ST(x, 1);
        break;
    case 4:
        ST(y, 1);
        ST(x, 2);
        break;
    case 7:
        ST(y, 2);
        LD(x);
        break;
    case 5: /* IRIW */
        ST(y, 1);
        break;
    default: /* CoRR2 */
        ST(x, 2);
    }
    return arg;
}
THREAD(litmus_reader)
{
    if (n == 8 || ME == 0)
        LD(x);
    if (n == 5)
        LD(y);
    if (n == 8 || ME == 1)
        LD(x);
    return 0;
}
static void litmus(void)
{
    go(litmus_first, 0);
    go(litmus_second, 0);
    if (n == 5 || n == 8) {
        go(litmus_reader, 0);
        go(litmus_reader, 1);
    }
}
