/* heap_cxx_delete.cc - a list whose last node two threads may both delete, for
 * each looks before the other has taken it off.
 * EXPECT: double-free at 19
 * EXECUTIONS: 300
 */
#include <pthread.h>

struct node {
    node *next;
    int values[5];
};

static node *last;

static void *drop(void *)
{
    node *n = last;

    delete n;
    last = nullptr;
    return nullptr;
}

int main()
{
    pthread_t a, b;

    last = new node();
    pthread_create(&a, nullptr, drop, nullptr);
    pthread_create(&b, nullptr, drop, nullptr);
    pthread_join(a, nullptr);
    pthread_join(b, nullptr);
}
