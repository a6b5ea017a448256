/* panel.c - see panel.h. */
#include "report/panel.h"

#include "base/time.h"
#include "report/colour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PERIOD_NS 100000000 /* ten times a second */
#define BAR 20

void rdl_panel_make(struct rdl_panel *p, bool wanted)
{
    const char *terminal = getenv("TERM");

    *p = (struct rdl_panel){
        .on = wanted && isatty(STDERR_FILENO) &&
              (terminal == NULL || strcmp(terminal, "dumb") != 0),
        .colour = rdl_colour_wanted(stderr),
    };
}

/* How much of the budget is spent, 0 to 1: whichever bound is nearer. */
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

void rdl_panel_format(const struct rdl_panel_view *v, char *out, size_t size)
{
    double seconds = (double)v->elapsed_ns / 1e9;
    double spent = panel_spent(v);
    char bar[BAR + 1], steps[16], rate[16], left[16] = "?";

    for (int i = 0; i < BAR; i++)
        bar[i] = i < (int)(spent * BAR) ? '#' : '.';
    bar[BAR] = '\0';
    panel_number(v->steps, steps, sizeof(steps));
    panel_number(seconds > 0 ? (uint64_t)((double)v->executions / seconds) : 0,
                 rate, sizeof(rate));
    if (spent > 0)
        panel_time(seconds / spent - seconds, left, sizeof(left));
    snprintf(out, size,
             "[%s] %llu executions  %s/s  %s steps  %zu finding%s  %s left",
             bar, (unsigned long long)v->executions, rate, steps, v->findings,
             v->findings == 1 ? "" : "s", left);
}

void rdl_panel_update(struct rdl_panel *p, const struct rdl_panel_view *view)
{
    struct winsize window = { .ws_col = 80 };
    const char *begin =
        rdl_colour(p->colour, view->findings > 0 ? RDL_BAD : RDL_DIM);
    char line[256];
    uint64_t now;

    if (!p->on)
        return;
    now = rdl_time_ns();
    if (p->drawn_ns != 0 && now - p->drawn_ns < PERIOD_NS)
        return;
    p->drawn_ns = now;
    p->drawn = true;
    rdl_panel_format(view, line, sizeof(line));
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 &&
        strlen(line) >= window.ws_col)
        line[window.ws_col - 1] = '\0'; /* a wrapped line cannot be redrawn */
    fprintf(stderr, "\r%s%s%s\033[K", begin, line,
            rdl_colour(p->colour, RDL_PLAIN));
    fflush(stderr);
}

void rdl_panel_hide(struct rdl_panel *p)
{
    if (!p->drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    p->drawn = false;
}
