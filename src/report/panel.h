/* panel.h - one live line on a terminal while a campaign runs. */
#ifndef RDL_REPORT_PANEL_H
#define RDL_REPORT_PANEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_panel { /* zeroed: off */
    bool on;
    bool colour;
    bool drawn; /* the line is on the screen */
    uint64_t drawn_ns;
};

struct rdl_panel_view {
    uint64_t executions, steps;
    size_t findings;
    uint64_t elapsed_ns;
    uint64_t aside_ns;        /* time of that spent on findings */
    uint64_t most_executions; /* budget; 0: no limit */
    uint64_t most_ns;         /* budget; 0: no limit */
    /* Of an exploration: how many executions it will take, about and at least;
     * 0: not known. */
    uint64_t total, least;
};

/* On if standard error is a terminal and the user wants it. */
void rdl_panel_make(struct rdl_panel *p, bool wanted);
/* Draws at most ten times a second, so that callers may call it often. */
void rdl_panel_update(struct rdl_panel *p, const struct rdl_panel_view *view);
/* Shows these words in its place, until the next update or hide. */
void rdl_panel_say(struct rdl_panel *p, const char *text);
/* Removes it from the screen, before anything else is printed. */
void rdl_panel_hide(struct rdl_panel *p);

/* The line itself, without colour, at most `width` columns; also for tests. */
#define RDL_PANEL_SIZE 256
void rdl_panel_format(const struct rdl_panel_view *view, size_t width,
                      char out[RDL_PANEL_SIZE]);

#endif
