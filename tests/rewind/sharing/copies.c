/* copies.c - ranges: of a structure and a string of many granules only one is
 * shared, and only sometimes. */
#include "state.h"

#include <string.h>

static struct record {
    long filler[6];
    long field;
    char text[40];
} record, versions[3];
static int published, saw_field, saw_text;

static void *writer(void *unused)
{
    memcpy(&record, &versions[1], sizeof(record));
    published = 1;
    memcpy(&record, &versions[2], sizeof(record));
    strcpy(record.text, "ccc and a long rest of it");
    return unused;
}

static void *reader(void *unused)
{
    if (published) {
        saw_field = (int)record.field;
        saw_text = strchr("abc", record.text[1]) - "abc" + 1;
    }
    return unused;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        versions[i].field = i;
        strcpy(versions[i].text, i == 1 ? "aaa" : "bbb");
    }
    both(writer, reader, NULL);
    ended(saw_field * 4 + saw_text);
}
