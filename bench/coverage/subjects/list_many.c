/* list_many.c - two lists behind their wrappers; ten threads, one call each. */
#include "driver.h"
#include "list.h"

static struct list a, b;

JOB(add_a, slist_add(&a, 7))
JOB(add_b, slist_add(&b, 8))
JOB(remove_a, slist_remove(&a, 1))
JOB(contains_b, slist_contains(&b, 2))
JOB(size_a, slist_size(&a))
JOB(clear_b, slist_clear(&b))
JOB(add_all, slist_add_all(&a, &b))
JOB(add_all_back, slist_add_all(&b, &a))
JOB(remove_all, slist_remove_all(&a, &b))
JOB(contains_all, slist_contains_all(&b, &a))

int main(void)
{
    const job jobs[] = { add_a,      add_b,       remove_a, contains_b,
                         size_a,     clear_b,     add_all,  add_all_back,
                         remove_all, contains_all };

    slist_init(&a, 0, 3);
    slist_init(&b, 1, 2);
    run_jobs(jobs, COUNT(jobs));
    for (int i = 0; i < a.size; i++)
        assert(a.item[i] >= 0 && a.item[i] <= 8);
    return 0;
}
