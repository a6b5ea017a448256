/* sources.h - whole source files, for a report that stands alone. */
#ifndef RDL_REPORT_SOURCES_H
#define RDL_REPORT_SOURCES_H

#include <jansson.h>
#include <stddef.h>

struct rdl_sources {
    json_t *texts; /* name -> text, of those that could be read */
    json_t *paths; /* name -> path; null: two files have that name */
    json_t *newer; /* names of files that are left out: they are newer than the
                      program */
    size_t room;   /* bytes that may still be taken */
    size_t left;   /* files for which there was no room */
};

/* `most`: bytes of all texts. */
void rdl_sources_make(struct rdl_sources *s, size_t most);
/* Names of files that are to be left out, as in json_place.h. */
void rdl_sources_newer(struct rdl_sources *s, const json_t *names);
/* `files`: as in json_place.h.  What comes first has the room. */
void rdl_sources_add(struct rdl_sources *s, const json_t *files);
/* The texts; the rest is gone. */
json_t *rdl_sources_take(struct rdl_sources *s);

#endif
