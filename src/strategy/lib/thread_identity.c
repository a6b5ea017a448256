/* thread_identity.c - see thread_identity.h. */
#include "strategy/lib/thread_identity.h"

#include "base/hash.h"

static unsigned identity_number_of(struct rdl_thread_identity *f, uint64_t path,
                                   unsigned parent)
{
    unsigned i = 0;

    while (i < f->n && f->of[i].path != path)
        i++;
    if (i == f->n && i < RDL_FAMILY) {
        f->of[i].path = path;
        f->of[i].parent = parent;
        f->n++;
    }
    return i < RDL_FAMILY ? i : RDL_FAMILY - 1;
}

void rdl_thread_identity_begin(struct rdl_thread_identity *f,
                               struct rdl_relatives *r)
{
    if (f->n > RDL_FAMILY) /* a wild write of the target */
        f->n = 0;
    r->number[0] = (uint8_t)(identity_number_of(f, 1, 0) + 1);
    r->running[0] = true;
}

void rdl_thread_identity_expect(const struct rdl_thread_identity *f,
                                struct rdl_relatives *r)
{
    /* A parent's number is lower than its child's. */
    for (unsigned i = f->n; i-- > 1;) {
        if (f->of[i].parent < i)
            r->left[f->of[i].parent] += r->left[i];
    }
}

rdl_tid rdl_thread_identity_meet(struct rdl_thread_identity *f,
                                 struct rdl_relatives *r,
                                 const struct rdl_choice *c, rdl_tid t)
{
    const rdl_tid parent = r->number[c->current] != 0 ? c->current : 0;
    const unsigned p = rdl_thread_identity_number(r, parent);
    const unsigned i =
        identity_number_of(f, rdl_mix(f->of[p].path, ++r->children[p]), p);

    r->number[t] = (uint8_t)(i + 1);
    if (i != p)
        r->left[p] -= r->left[i] < r->left[p] ? r->left[i] : r->left[p];
    return parent;
}
