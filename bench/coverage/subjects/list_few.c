/* list_few.c - two lists behind their wrappers; three threads, four or five
 * calls each. */
#include "driver.h"
#include "list.h"

static struct list a, b;

static void *collector(void *unused)
{
    slist_add(&a, 7);
    slist_add_all(&a, &b);
    slist_remove(&a, 0);
    slist_add_all(&b, &a);
    return unused;
}

static void *cleaner(void *unused)
{
    slist_remove_all(&a, &b);
    if (!slist_contains(&a, 7))
        slist_add(&b, 9);
    slist_remove_all(&b, &a);
    slist_clear(&a);
    return unused;
}

static void *looker(void *unused)
{
    if (slist_contains_all(&a, &b))
        slist_remove(&b, 1);
    if (slist_size(&a) > slist_size(&b))
        slist_add(&b, 8);
    slist_contains_all(&b, &a);
    return unused;
}

int main(void)
{
    const job jobs[] = { collector, cleaner, looker };

    slist_init(&a, 0, 2);
    slist_init(&b, 1, 2);
    run_jobs(jobs, COUNT(jobs));
    for (int i = 0; i < b.size; i++)
        assert(b.item[i] >= 0 && b.item[i] <= 9);
    return 0;
}
