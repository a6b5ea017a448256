/* hand_over_hand.c - a list whose nodes are locked one after the other; the
 * twin writes to a node when it has given its lock back.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

#define NODES 3
struct node {
    pthread_mutex_t lock;
    int value;
} nodes[NODES];

THREAD(walk)
{
    pthread_mutex_lock(&nodes[0].lock);
    for (int i = 0; i < NODES; i++) {
        if (i + 1 < NODES)
            pthread_mutex_lock(&nodes[i + 1].lock);
        if (TWO(1, 0))
            nodes[i].value++;
        pthread_mutex_unlock(&nodes[i].lock);
        if (TWO(0, 1))
            nodes[i].value++;
    }
    return NULL;
}

int main(void)
{
    for (int i = 0; i < NODES; i++)
        pthread_mutex_init(&nodes[i].lock, NULL);
    run(walk, walk);
    return 0;
}
