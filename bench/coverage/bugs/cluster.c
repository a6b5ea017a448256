/* cluster.c - an inode of a file system that several nodes have mounted is
 * locked in the cluster: shared to look, exclusively to change, and no new one
 * may look while somebody waits to change.  Who asks for permission has it
 * shared, and if the access list is not in memory, reads that, which takes the
 * lock again.
 *
 * After Linux's OCFS2 (ocfs2_permission and ocfs2_iop_get_acl; b891fa5024a9,
 * "ocfs2: fix deadlock issue when taking inode lock at vfs entry points").
 *
 * CLASS: deadlock of a lock taken twice and who waits in between
 * FAILS: self-deadlock
 * CAUSE: cluster.c:61 `pthread_rwlock_rdlock(&i->lock);` by who may have it
 * CAUSE: cluster.c:72 `pthread_rwlock_rdlock(&i->lock);` and has, from here
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define OPENS 2
#define CHANGES 2

static struct inode {
    pthread_rwlock_t lock; /* the cluster's */
    int mode, disk_list;
    pthread_mutex_t cache_lock;
    bool cached;
    int list;
} inode = { .mode = 4,
            .disk_list = 4,
            .cache_lock = PTHREAD_MUTEX_INITIALIZER,
            .cached = true,
            .list = 4 };

static bool cache_get(struct inode *i, int *list)
{
    bool there;

    pthread_mutex_lock(&i->cache_lock);
    there = i->cached;
    *list = i->list;
    pthread_mutex_unlock(&i->cache_lock);
    return there;
}

static void cache_set(struct inode *i, bool cached, int list)
{
    pthread_mutex_lock(&i->cache_lock);
    i->cached = cached;
    i->list = list;
    pthread_mutex_unlock(&i->cache_lock);
}

/* Is an entry point of its own too, for who wants to see the list. */
static int get_acl(struct inode *i)
{
    int list;

    if (cache_get(i, &list))
        return list;
    pthread_rwlock_rdlock(&i->lock);
    list = i->disk_list;
    cache_set(i, true, list);
    pthread_rwlock_unlock(&i->lock);
    return list;
}

static bool permission(struct inode *i, int wanted)
{
    int mode;

    pthread_rwlock_rdlock(&i->lock);
    mode = i->mode | get_acl(i);
    pthread_rwlock_unlock(&i->lock);
    return (mode & wanted) == wanted;
}

static void change_mode(struct inode *i, int mode)
{
    pthread_rwlock_wrlock(&i->lock);
    i->mode = mode;
    i->disk_list = mode;
    cache_set(i, false, 0);
    pthread_rwlock_unlock(&i->lock);
}

static void *near_node(void *argument)
{
    for (int n = 0; n < OPENS; n++)
        assert(permission(argument, 4));
    return NULL;
}

static void *lister(void *argument)
{
    assert(get_acl(argument) & 4);
    assert(permission(argument, 4));
    return NULL;
}

static void *far_node(void *argument)
{
    for (int n = 0; n < CHANGES; n++)
        change_mode(argument, 4 + n);
    return NULL;
}

int main(void)
{
    pthread_rwlockattr_t attributes;
    pthread_t near, list, far;

    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes,
                                  PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&inode.lock, &attributes);
    pthread_create(&near, NULL, near_node, &inode);
    pthread_create(&list, NULL, lister, &inode);
    pthread_create(&far, NULL, far_node, &inode);
    pthread_join(near, NULL);
    pthread_join(list, NULL);
    pthread_join(far, NULL);
    assert(get_acl(&inode) == 4 + CHANGES - 1);
    return 0;
}
