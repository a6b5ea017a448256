/* sources.h - whole source files, for a report that stands alone. */
#ifndef RDL_REPORT_SOURCES_H
#define RDL_REPORT_SOURCES_H

#include <jansson.h>
#include <stddef.h>

struct rdl_sources {
    json_t *texts; /* name -> text, of those that could be read */
    json_t *paths; /* name -> path; null: two files have that name */
    size_t room;   /* bytes that may still be taken */
    size_t left;   /* files for which there was no room */
};

/* `most`: bytes of all texts. */
void rdl_sources_make(struct rdl_sources *s, size_t most);
/* `files`: as in json_place.h.  What comes first has the room. */
void rdl_sources_add(struct rdl_sources *s, const json_t *files);
/* The texts; the rest is gone. */
json_t *rdl_sources_take(struct rdl_sources *s);

#endif
