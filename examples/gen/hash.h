/* hash.h - a table of numbers for several threads: GLib's GHashTable behind a
 * lock. */
#ifndef HASH_H
#define HASH_H

struct hash;

struct hash *hash_new(void);
void hash_free(struct hash *h);
/* 1: the key is new. */
int hash_put(struct hash *h, int key, int value);
int hash_get(struct hash *h, int key); /* -1: it is not there */
int hash_remove(struct hash *h, int key);
/* Puts the value if the key is not there; the value that is there then. */
int hash_put_first(struct hash *h, int key, int value);
int hash_size(struct hash *h);
void hash_clear(struct hash *h);

#endif
