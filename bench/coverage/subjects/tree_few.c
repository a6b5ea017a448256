/* tree_few.c - two tree sets behind their wrappers; three threads, four calls
 * each, some of which depend on what the ones before have seen. */
#include "driver.h"
#include "tree.h"

static struct tree a, b;

static void *grower(void *unused)
{
    stree_add(&a, 4);
    stree_add_all(&b, &a);
    stree_remove(&a, 5);
    stree_add(&b, 2);
    return unused;
}

static void *cutter(void *unused)
{
    stree_remove_all(&b, &a);
    stree_remove(&b, stree_first(&a, 3));
    stree_add_all(&a, &b);
    return unused;
}

static void *looker(void *unused)
{
    if (!stree_contains(&b, 4))
        stree_add(&b, 6);
    if (stree_size(&a) > 2)
        stree_remove_all(&a, &b);
    return unused;
}

int main(void)
{
    const job jobs[] = { grower, cutter, looker };

    stree_init(&a, 0, (const int[]){ 5, 3 }, 2);
    stree_init(&b, 1, (const int[]){ 5 }, 1);
    run_jobs(jobs, COUNT(jobs));
    assert(a.size <= 5 && b.size <= 5);
    return 0;
}
