/* map_few.c - two hash maps behind their wrappers; three threads, four calls
 * each, some of which depend on what the ones before have seen. */
#include "driver.h"
#include "map.h"

static struct map a, b;

static void *writer(void *unused)
{
    smap_put(&a, 4, 204);
    smap_put_if_absent(&b, 0, 300);
    smap_put_all(&b, &a);
    smap_remove(&a, 1);
    return unused;
}

static void *mover(void *unused)
{
    int seen = smap_get(&a, 4, 0);

    smap_put(&b, 4, seen);
    smap_remove_all(&a, &b);
    smap_put_all(&a, &b);
    return unused;
}

static void *looker(void *unused)
{
    if (smap_size(&a) < 2)
        smap_put(&a, 2, 402);
    if (smap_get(&b, 4, 0) == 0)
        smap_remove_all(&b, &a);
    return unused;
}

int main(void)
{
    const job jobs[] = { writer, mover, looker };

    smap_init(&a, 0, 2);
    smap_init(&b, 1, 1);
    run_jobs(jobs, COUNT(jobs));
    assert(a.size <= 5 && b.size <= 5);
    return 0;
}
