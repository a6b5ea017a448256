/* copies.c - a page of a file is mapped privately, and who writes there gets a
 * copy.  A debugger may write even if the mapping is for reading only: it asks
 * for the page to write to until there is one, and when the copy has been made
 * it asks for the page to read, because that one cannot be had for writing.  If
 * the copy is thrown away in between it gets the file's.
 *
 * After Linux's get_user_pages (CVE-2016-5195, "Dirty COW"; 19be0eaffa3a, "mm:
 * remove gup_flags FOLL_WRITE games from __get_user_pages()").
 *
 * CLASS: atomicity, what was done is undone before it is relied upon
 * FAILS: assertion
 * CAUSE: copies.c:80 `*flags &= ~WRITE;` though the copy may go again
 * CAUSE: copies.c:55 `if (!(flags & WRITE) || pte.writable)` any page then
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define ORIGINAL 7
#define POKES 2
#define DROPS 3
#define READS 2

enum { WRITE = 1, FORCE = 2 };
enum { NOTHING, BROKEN }; /* was the sharing broken? */

struct page {
    int data;
    bool anonymous;
};
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct page *page;
    bool writable; /* never, of this mapping */
} pte;
static struct page file = { .data = ORIGINAL };
static struct page copies[POKES * DROPS + DROPS];
static int n_copies;

static struct page *copy_of(const struct page *p)
{
    struct page *c = &copies[n_copies++];

    c->data = p->data;
    c->anonymous = true;
    return c;
}

static struct page *follow_page(unsigned flags)
{
    struct page *p = NULL;

    pthread_mutex_lock(&table_lock);
    if (!(flags & WRITE) || pte.writable)
        p = pte.page;
    pthread_mutex_unlock(&table_lock);
    return p;
}

static int handle_fault(unsigned flags)
{
    int did = NOTHING;

    pthread_mutex_lock(&table_lock);
    if (pte.page == NULL) {
        pte.page = flags & WRITE ? copy_of(&file) : &file;
    } else if (flags & WRITE) {
        if (!pte.page->anonymous)
            pte.page = copy_of(pte.page);
        did = BROKEN;
    }
    pthread_mutex_unlock(&table_lock);
    return did;
}

static void fault_in(unsigned *flags)
{
    if (handle_fault(*flags) == BROKEN && (*flags & FORCE))
        *flags &= ~WRITE;
}

static struct page *get_user_page(unsigned flags)
{
    struct page *p;

    while ((p = follow_page(flags)) == NULL)
        fault_in(&flags);
    return p;
}

static void *debugger(void *unused)
{
    for (int i = 0; i < POKES; i++)
        get_user_page(WRITE | FORCE)->data = 100 + i;
    return unused;
}

/* Does not need the page any more: madvise(MADV_DONTNEED). */
static void *forgetful(void *unused)
{
    for (int i = 0; i < DROPS; i++) {
        pthread_mutex_lock(&table_lock);
        pte.page = NULL;
        pthread_mutex_unlock(&table_lock);
    }
    return unused;
}

static void *reader(void *unused)
{
    for (int i = 0; i < READS; i++) {
        int seen = get_user_page(0)->data;

        assert(seen == ORIGINAL || seen >= 100);
    }
    return unused;
}

int main(void)
{
    pthread_t d, f, r;

    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&d, NULL, debugger, NULL);
    pthread_create(&f, NULL, forgetful, NULL);
    pthread_join(r, NULL);
    pthread_join(d, NULL);
    pthread_join(f, NULL);
    assert(file.data == ORIGINAL);
    return 0;
}
