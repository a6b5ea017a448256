/* sources.h - whole source files, for a self-contained report. */
#ifndef RDL_REPORT_SOURCES_H
#define RDL_REPORT_SOURCES_H

#include <jansson.h>
#include <stddef.h>

struct rdl_sources {
    json_t *texts; /* name -> text of the files that could be read */
    json_t *paths; /* name -> path; null: two files have that name */
    /* Names of files that are left out because they are newer than the program.
     */
    json_t *newer;
    size_t room; /* bytes that are left for texts */
    size_t left; /* files that did not fit */
};

/* `most`: limit of all texts, in bytes. */
void rdl_sources_make(struct rdl_sources *s, size_t most);
/* Names of files to leave out, as in json_place.h. */
void rdl_sources_newer(struct rdl_sources *s, const json_t *names);
/* `files`: as in json_place.h.  The first files get the room. */
void rdl_sources_add(struct rdl_sources *s, const json_t *files);
/* Returns the texts and frees the rest. */
json_t *rdl_sources_take(struct rdl_sources *s);

#endif
