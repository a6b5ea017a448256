/* panel.c - see panel.h.  The line consists of parts of fixed order;
 * panel_parts() makes them, rdl_panel_format() leaves out the least important
 * ones until the rest fits.  If all fit, a bar takes the remaining width. */
#include "report/panel.h"

#include "base/text.h"
#include "base/time.h"
#include "util/colour.h"
#include "util/width.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PERIOD_NS 100000000 /* ten times a second */
#define SHORTEST_BAR 8
#define LONGEST_BAR 40
#define COLUMNS 80 /* of a terminal of unknown width */

void rdl_panel_make(struct rdl_panel *p, bool wanted)
{
    const char *terminal = getenv("TERM");

    *p = (struct rdl_panel){
        .on = wanted && isatty(STDERR_FILENO) &&
              (terminal == NULL || strcmp(terminal, "dumb") != 0),
        .colour = rdl_colour_wanted(stderr),
    };
}

/* How much of the budget is spent, 0 to 1, by the limit that is nearer. */
static double panel_spent(const struct rdl_panel_view *v)
{
    double by_count = v->most_executions != 0
                          ? (double)v->executions / (double)v->most_executions
                          : 0;
    double by_time =
        v->most_ns != 0 ? (double)v->elapsed_ns / (double)v->most_ns : 0;
    double spent = by_count > by_time ? by_count : by_time;

    return spent > 1 ? 1 : spent;
}

/* 950, 12.3k, 4.5M */
static void panel_number(uint64_t n, char *out, size_t size)
{
    static const char units[] = " kMGTPE";
    double value = (double)n;
    size_t unit = 0;

    while (value >= 999.95 && unit + 2 < sizeof(units)) {
        value /= 1000;
        unit++;
    }
    if (unit == 0)
        snprintf(out, size, "%llu", (unsigned long long)n);
    else
        snprintf(out, size, "%.1f%c", value, units[unit]);
}

static void panel_time(double seconds, char *out, size_t size)
{
    if (seconds < 90)
        snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 5400)
        snprintf(out, size, "%.0f min", seconds / 60);
    else
        snprintf(out, size, "%.1f h", seconds / 3600);
}

/* An order of magnitude, for the total is no more than that. */
static const char *panel_magnitude(double seconds)
{
    return seconds < 60             ? "seconds"
           : seconds < 3600         ? "minutes"
           : seconds < 86400        ? "hours"
           : seconds < 30 * 86400.0 ? "days"
                                    : "months";
}

/* How much of an exploration is left. */
static void panel_exploration(const struct rdl_panel_view *v, double running,
                              char *total, char *left, size_t size)
{
    char number[16];
    const double rest =
        v->total > v->executions ? (double)(v->total - v->executions) : 0;

    panel_number(v->least, number, sizeof(number));
    snprintf(total, size, "at least %s", number);
    if (v->executions > 0)
        snprintf(left, size, "%s left",
                 panel_magnitude(rest * running / (double)v->executions));
}

/* The parts of the line are in this order; if it is too narrow, the part with
 * the highest number is left out first. */
#define PARTS 5
static const int spare[PARTS] = { 1, 3, 4, 0, 2 };
typedef char panel_part[32];

static void panel_parts(const struct rdl_panel_view *v, double spent,
                        panel_part parts[PARTS])
{
    double seconds = (double)v->elapsed_ns / 1e9;
    double running = (double)(v->elapsed_ns - v->aside_ns) / 1e9;
    char steps[16], rate[16], left[16] = "?";

    panel_number(v->steps, steps, sizeof(steps));
    panel_number(running > 0 ? (uint64_t)((double)v->executions / running) : 0,
                 rate, sizeof(rate));
    if (spent > 0)
        panel_time(seconds / spent - seconds, left, sizeof(left));
    snprintf(parts[0], sizeof(*parts), "%llu execution%s",
             (unsigned long long)v->executions, v->executions == 1 ? "" : "s");
    snprintf(parts[1], sizeof(*parts), "%s/s", rate);
    snprintf(parts[2], sizeof(*parts), "%s steps", steps);
    snprintf(parts[3], sizeof(*parts), "%zu finding%s", v->findings,
             v->findings == 1 ? "" : "s");
    snprintf(parts[4], sizeof(*parts), "%s left", left);
    if (v->total > 0)
        panel_exploration(v, running, parts[2], parts[4], sizeof(*parts));
}

static size_t panel_length(panel_part parts[PARTS], int most_spare)
{
    size_t length = 0;

    for (int i = 0; i < PARTS; i++) {
        if (spare[i] <= most_spare)
            length += rdl_width(parts[i]) + (length > 0 ? 2 : 0);
    }
    return length;
}

/* The bar takes the width that the words leave; returns how much it took. */
static size_t panel_bar(double spent, size_t room, char *out)
{
    size_t n = room > 3 ? room - 3 : 0, full;

    if (n < SHORTEST_BAR)
        return 0;
    n = n < LONGEST_BAR ? n : LONGEST_BAR;
    full = (size_t)(spent * (double)n);
    *out++ = '[';
    memset(out, '#', full);
    memset(out + full, '.', n - full);
    memcpy(out + n, "] ", 3);
    return n + 3;
}

void rdl_panel_format(const struct rdl_panel_view *v, size_t width,
                      char out[RDL_PANEL_SIZE])
{
    double spent = panel_spent(v);
    panel_part parts[PARTS];
    int most_spare = PARTS - 1;
    size_t used = 0;

    if (width > RDL_PANEL_SIZE - 1)
        width = RDL_PANEL_SIZE - 1;
    panel_parts(v, spent, parts);
    while (most_spare > 0 && panel_length(parts, most_spare) > width)
        most_spare--;
    if (most_spare == PARTS - 1)
        used = panel_bar(spent, width - panel_length(parts, most_spare), out);
    for (int i = 0, n = 0; i < PARTS; i++) {
        if (spare[i] <= most_spare)
            used += (size_t)snprintf(out + used, RDL_PANEL_SIZE - used, "%s%s",
                                     n++ > 0 ? "  " : "", parts[i]);
    }
    if (rdl_width(out) > width) /* narrower than the shortest form */
        out[rdl_width_fit(out, width)] = '\0';
}

/* A line that wraps cannot be redrawn, and some terminals wrap a full one. */
static size_t panel_width(void)
{
    struct winsize window = { 0 };

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0)
        return COLUMNS - 1;
    return window.ws_col - 1;
}

static void panel_draw(struct rdl_panel *p, const char *line,
                       enum rdl_colour colour)
{
    p->drawn = true;
    fprintf(stderr, "\r%s%s%s\033[K", rdl_colour(p->colour, colour), line,
            rdl_colour(p->colour, RDL_PLAIN));
    fflush(stderr);
}

void rdl_panel_say(struct rdl_panel *p, const char *text)
{
    char line[RDL_PANEL_SIZE];
    const size_t width = panel_width();

    if (!p->on)
        return;
    rdl_text_copy(line, text, sizeof(line));
    rdl_text_clean(line);
    if (rdl_width(line) > width)
        line[rdl_width_fit(line, width)] = '\0';
    panel_draw(p, line, RDL_BAD);
}

void rdl_panel_update(struct rdl_panel *p, const struct rdl_panel_view *view)
{
    char line[RDL_PANEL_SIZE];
    uint64_t now;

    if (!p->on)
        return;
    now = rdl_time_ns();
    if (p->drawn_ns != 0 && now - p->drawn_ns < PERIOD_NS)
        return;
    p->drawn_ns = now;
    rdl_panel_format(view, panel_width(), line);
    panel_draw(p, line, view->findings > 0 ? RDL_BAD : RDL_DIM);
}

void rdl_panel_hide(struct rdl_panel *p)
{
    if (!p->drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    p->drawn = false;
}
