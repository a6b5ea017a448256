/* libuv_pool.c - runs one of libuv's own tests of the thread pool in this process
 * (its runner starts a process for each). */
#include <stdio.h>
#include <string.h>

#include "runner.h"

TEST_DECLARE(threadpool_queue_work_simple)
TEST_DECLARE(threadpool_cancel_single)

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "queue_work_simple") == 0)
        return run_test_threadpool_queue_work_simple();
    if (argc == 2 && strcmp(argv[1], "cancel_single") == 0)
        return run_test_threadpool_cancel_single();
    fprintf(stderr, "usage: pool queue_work_simple|cancel_single\n");
    return 2;
}
