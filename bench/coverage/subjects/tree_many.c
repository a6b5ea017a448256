/* tree_many.c - two tree sets behind their wrappers; nine threads, one call
 * each. */
#include "driver.h"
#include "tree.h"

static struct tree a, b;

JOB(add_a, stree_add(&a, 4))
JOB(add_b, stree_add(&b, 6))
JOB(remove_a, stree_remove(&a, 5))
JOB(contains_b, stree_contains(&b, 5))
JOB(first_a, stree_first(&a, 0))
JOB(size_b, stree_size(&b))
JOB(add_all, stree_add_all(&a, &b))
JOB(add_all_back, stree_add_all(&b, &a))
JOB(remove_all, stree_remove_all(&a, &b))

int main(void)
{
    const job jobs[] = { add_a,  add_b,   remove_a,     contains_b, first_a,
                         size_b, add_all, add_all_back, remove_all };

    stree_init(&a, 0, (const int[]){ 5, 3 }, 2);
    stree_init(&b, 1, (const int[]){ 5 }, 1);
    run_jobs(jobs, COUNT(jobs));
    assert(a.size <= 4 && b.size <= 4);
    return 0;
}
