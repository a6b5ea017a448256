/* map_many.c - two hash maps behind their wrappers; nine threads, one call
 * each. */
#include "driver.h"
#include "map.h"

static struct map a, b;

JOB(put_a, smap_put(&a, 1, 201))
JOB(put_b, smap_put(&b, 5, 205))
JOB(get_a, smap_get(&a, 5, 0))
JOB(absent_b, smap_put_if_absent(&b, 1, 301))
JOB(remove_a, smap_remove(&a, 0))
JOB(size_b, smap_size(&b))
JOB(put_all, smap_put_all(&a, &b))
JOB(put_all_back, smap_put_all(&b, &a))
JOB(remove_all, smap_remove_all(&b, &a))

int main(void)
{
    const job jobs[] = { put_a,  put_b,   get_a,        absent_b,  remove_a,
                         size_b, put_all, put_all_back, remove_all };

    smap_init(&a, 0, 2);
    smap_init(&b, 1, 1);
    run_jobs(jobs, COUNT(jobs));
    assert(a.size <= 4 && b.size <= 4);
    return 0;
}
