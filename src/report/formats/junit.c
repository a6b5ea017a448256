/* junit.c - the result as JUnit's XML, in the form that Jenkins, GitLab and
 * others read (there is no standard): one suite, with a test case for each case
 * of the program's suite, or one for the program with its arguments.  It has at
 * most one <failure> or <error>, because several readers look only at the
 * first; its text has all findings. "Nothing verified" is an error, never a
 * pass. */
#include "report/formats/ci.h"
#include "util/alloc.h"

#include "util/shell_quote.h"
#include "util/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Length of the UTF-8 character at `s` if XML permits it, else 0: no control
 * characters, neither U+FFFE nor U+FFFF. */
static size_t junit_xml_character(const char *s)
{
    const size_t n = rdl_utf8_length(s);

    if (n == 1 && (unsigned char)s[0] < 0x20 && s[0] != '\t' && s[0] != '\n')
        return 0;
    if (strncmp(s, "\xef\xbf\xbe", 3) == 0 ||
        strncmp(s, "\xef\xbf\xbf", 3) == 0)
        return 0;
    return n;
}

static void junit_xml_text(FILE *out, const char *s)
{
    while (*s != '\0') {
        size_t n = junit_xml_character(s);

        switch (n == 1 ? *s : 'x') {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\n':
            fputs("&#10;", out);
            break;
        default:
            if (n == 0)
                fputc('?', out);
            else
                fwrite(s, 1, n, out);
        }
        s += n > 0 ? n : 1;
    }
}

static void junit_xml_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    junit_xml_text(out, value);
    fputc('"', out);
}

char *rdl_ci_command(const struct rdl_ci_test *t)
{
    char *text = NULL;
    size_t size;
    FILE *out = rdl_alloc_stream(&text, &size);

    fputs(t->program, out);
    for (char *const *a = t->arguments; *a != NULL; a++)
        fprintf(out, " %s", *a);
    fclose(out);
    return text;
}

static void junit_counts(FILE *out, const struct rdl_ci_test *tests, size_t n,
                         double seconds)
{
    size_t failed = 0, erred = 0, skipped = 0;

    for (size_t i = 0; i < n; i++) {
        const struct rdl_ci_test *t = &tests[i];

        if (t->n_findings > 0)
            failed++;
        else if (t->left_out != NULL)
            skipped++;
        else if (t->why != NULL)
            erred++;
    }
    fprintf(out,
            " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" "
            "time=\"%.3f\"",
            n, failed, erred, skipped, seconds);
}

static void junit_properties(FILE *out, const struct rdl_ci_test *t)
{
    fputs("    <properties>\n", out);
    fprintf(out,
            "      <property name=\"executions\" value=\"%llu\"/>\n"
            "      <property name=\"steps\" value=\"%llu\"/>\n"
            "      <property name=\"seed\" value=\"%llu\"/>\n"
            "      <property name=\"suppressed\" value=\"%llu\"/>\n",
            (unsigned long long)t->executions, (unsigned long long)t->steps,
            (unsigned long long)t->seed, (unsigned long long)t->suppressed);
    fputs("      <property name=\"strategy\"", out);
    junit_xml_attribute(out, "value", t->strategy);
    fputs("/>\n    </properties>\n", out);
}

/* "assertion: Assertion `x' failed. at bank.c:48:5 (main)" */
static void junit_finding(FILE *out, const struct rdl_ci_finding *f)
{
    junit_xml_text(out, f->kind);
    fputs(": ", out);
    junit_xml_text(out, f->text);
    fputs(" at ", out);
    junit_xml_text(out, f->location);
}

/* "step 12: outer-first, thread 2, bank.c:21 read balance" */
static void junit_steps(FILE *out, const struct rdl_explanation *x)
{
    for (size_t i = 0; i < x->n; i++) {
        for (size_t k = 0; k < x->facts[i].n_steps; k++) {
            const struct rdl_fact_step *s = &x->facts[i].steps[k];

            if (s->step == RDL_FACT_NO_STEP)
                continue;
            fprintf(out, "step %llu: %s, thread %u, ",
                    (unsigned long long)s->step, rdl_role_name(s->role),
                    s->tid);
            junit_xml_text(out, s->place.file);
            if (s->place.line != 0)
                fprintf(out, ":%u", s->place.line);
            fputc(' ', out);
            junit_xml_text(out, s->what);
            fputc('\n', out);
        }
    }
}

static void junit_failure(FILE *out, const struct rdl_ci_test *t)
{
    const struct rdl_ci_finding *first = &t->findings[0];

    fputs("      <failure", out);
    junit_xml_attribute(out, "type", first->kind);
    fputs(" message=\"", out);
    junit_finding(out, first);
    if (t->n_findings > 1)
        fprintf(out, " (and %zu more)", t->n_findings - 1);
    fputs("\">", out);
    for (size_t i = 0; i < t->n_findings; i++) {
        const struct rdl_ci_finding *f = &t->findings[i];

        junit_finding(out, f);
        if (f->baseline != NULL)
            fprintf(out, "\ncompared with the old build: %s", f->baseline);
        if (f->before)
            fputs("\nknown from an earlier session\n", out);
        else
            fprintf(out, "\nfound in execution %llu\n",
                    (unsigned long long)f->nth);
        if (f->explanation != NULL) {
            junit_xml_text(out, f->explanation);
            fputc('\n', out);
        }
        junit_steps(out, f->why);
        if (f->schedule != NULL) {
            char *quoted = rdl_quote(f->schedule);

            fputs("replay it with  raddle replay ", out);
            junit_xml_text(out, quoted);
            fputc('\n', out);
            free(quoted);
        }
    }
    fputs("</failure>\n", out);
}

/* What does not make the test fail: warnings and notes. */
static void junit_notes(FILE *out, const struct rdl_ci_test *t)
{
    if (t->n_notes + t->n_warnings == 0)
        return;
    fputs("      <system-err>", out);
    for (size_t i = 0; i < t->n_warnings; i++) {
        fputs("warning: ", out);
        junit_finding(out, &t->warnings[i]);
        fputc('\n', out);
    }
    for (size_t i = 0; i < t->n_notes; i++) {
        fputs("note: ", out);
        junit_xml_text(out, t->notes[i].text);
        fputc('\n', out);
    }
    fputs("</system-err>\n", out);
}

static void junit_case(FILE *out, const struct rdl_ci_test *t)
{
    char *command = rdl_ci_command(t);

    fputs("    <testcase", out);
    junit_xml_attribute(out, "classname",
                        t->part != NULL ? t->program : "raddle");
    junit_xml_attribute(out, "name", t->part != NULL ? t->part : command);
    fprintf(out, " time=\"%.3f\"", t->seconds);
    if (t->n_findings > 0 && t->findings[0].place.file != NULL) {
        junit_xml_attribute(out, "file", t->findings[0].place.file);
        fprintf(out, " line=\"%u\"", t->findings[0].place.line);
    }
    fputs(">\n", out);
    if (t->n_findings > 0) {
        junit_failure(out, t);
    } else if (t->left_out != NULL) {
        fputs("      <skipped", out);
        junit_xml_attribute(out, "message", t->left_out);
        fputs("/>\n", out);
    } else if (t->why != NULL) {
        fprintf(out, "      <error type=\"%s\"",
                t->missed ? "goal-not-reached" : "nothing-verified");
        junit_xml_attribute(out, "message", t->why);
        fputs("/>\n", out);
    }
    junit_notes(out, t);
    fputs("    </testcase>\n", out);
    free(command);
}

bool rdl_junit_write(FILE *out, const struct rdl_ci_test *whole,
                     const struct rdl_ci_test *tests, size_t n)
{
    char when[32] = "";
    time_t now = time(NULL);
    struct tm utc;

    if (gmtime_r(&now, &utc) != NULL)
        strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &utc);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
    junit_xml_attribute(out, "name", "raddle");
    junit_counts(out, tests, n, whole->seconds);
    fputs(">\n  <testsuite", out);
    junit_xml_attribute(out, "name", "raddle");
    junit_counts(out, tests, n, whole->seconds);
    junit_xml_attribute(out, "timestamp", when);
    fputs(">\n", out);
    junit_properties(out, whole);
    for (size_t i = 0; i < n; i++)
        junit_case(out, &tests[i]);
    fputs("  </testsuite>\n</testsuites>\n", out);
    return fflush(out) == 0 && !ferror(out);
}
