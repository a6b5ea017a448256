/* report_page.c - what a report is made of: text as JSON can say it, source
 * files, the page. */
#include "report/formats/html.h"
#include "report/formats/json.h"
#include "report/formats/json_place.h"
#include "report/sources.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* --- Text ------------------------------------------------------------------
 */

static void assert_said(const char *text, const char *as)
{
    json_t *value = rdl_json_text(text);

    assert_string_equal(json_string_value(value), as);
    json_decref(value);
}

static void only_what_is_no_utf8_is_lost(void **state)
{
    (void)state;
    assert_said("", "");
    assert_said("caf\xc3\xa9 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xf0\x9f\x98\x80");
    assert_said("caf\xe9 caf\xc3\xa9", "caf? caf\xc3\xa9");
    assert_said("\xc0\xaf \xe0\x80\xaf", "?? ???"); /* too long */
    assert_said("\xed\xa0\x80 \xed\x9f\xbf",
                "??? \xed\x9f\xbf"); /* surrogate */
    assert_said("\xf4\x90\x80\x80 \xf4\x8f\xbf\xbf",
                "???? \xf4\x8f\xbf\xbf"); /* beyond the last */
    assert_said("\xff\xe2\x80", "???");   /* cut at the end */
    assert_true(json_is_null(rdl_json_text(NULL)));
}

/* Every two bytes, in front of a third: never NULL, and jansson agrees about
 * which need no mending. */
static void any_bytes_become_text(void **state)
{
    char text[5] = { 0, 0, (char)0x80, 'x', '\0' };

    (void)state;
    for (int i = 0; i < 0x10000; i++) {
        json_t *plain, *value;

        text[0] = (char)(i >> 8);
        text[1] = (char)i;
        plain = json_string(text);
        value = rdl_json_text(text);
        assert_non_null(value);
        assert_int_equal(json_string_length(value), strlen(text));
        if (plain != NULL)
            assert_string_equal(json_string_value(value), text);
        json_decref(plain);
        json_decref(value);
    }
}

/* --- Sources ---------------------------------------------------------------
 */

static char directory[] = "/tmp/raddle-sources-XXXXXX";

static void put(const char *name, const char *text, size_t size)
{
    char path[128];
    FILE *out;

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    out = fopen(path, "we");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    fclose(out);
}

static int setup(void **state)
{
    char path[128];

    (void)state;
    if (mkdtemp(directory) == NULL)
        return -1;
    put("a.c", "int a;\n", 7);
    put("b.c", "b\0\xff\n", 4);
    put("big.c", "0123456789", 10);
    snprintf(path, sizeof(path), "%s/fifo.c", directory);
    return mkfifo(path, 0600);
}

static int teardown(void **state)
{
    static const char *const names[] = { "a.c", "b.c", "big.c", "fifo.c" };
    char path[128];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", directory, names[i]);
        unlink(path);
    }
    return rmdir(directory);
}

static json_t *files_of(const char *name, const char *file)
{
    json_t *files = json_object();
    char path[128];

    snprintf(path, sizeof(path), "%s/%s", directory, file);
    rdl_json_path(files, name, path);
    return files;
}

static void add(struct rdl_sources *s, const char *name, const char *file)
{
    json_t *files = files_of(name, file);

    rdl_sources_add(s, files);
    json_decref(files);
}

static void assert_text(const json_t *texts, const char *name, const char *text)
{
    const json_t *value = json_object_get(texts, name);

    if (text == NULL)
        assert_null(value);
    else
        assert_string_equal(json_string_value(value), text);
}

static void the_first_have_the_room(void **state)
{
    struct rdl_sources s;
    json_t *texts;

    (void)state;
    rdl_sources_make(&s, 11);
    add(&s, "a.c", "a.c");
    add(&s, "big.c", "big.c");
    add(&s, "b.c", "b.c");
    add(&s, "a.c", "a.c"); /* costs nothing */
    add(&s, "gone.c", "gone.c");
    add(&s, "fifo.c", "fifo.c");
    assert_int_equal(s.left, 1);
    assert_int_equal(s.room, 0);
    texts = rdl_sources_take(&s);
    assert_int_equal(json_object_size(texts), 2);
    assert_text(texts, "a.c", "int a;\n");
    assert_text(texts, "b.c", "b??\n");
    json_decref(texts);
}

/* Rather no source than the wrong one. */
static void a_name_of_two_files_has_no_text(void **state)
{
    struct rdl_sources s;
    json_t *texts, *files = files_of("main.c", "a.c");

    (void)state;
    rdl_sources_make(&s, 100);
    add(&s, "main.c", "a.c");
    add(&s, "main.c", "big.c");
    add(&s, "main.c", "a.c");
    rdl_json_path(files, "other.c", "/tmp/x");
    rdl_json_path(files, "other.c", "/tmp/y");
    assert_true(json_is_null(json_object_get(files, "other.c")));
    rdl_sources_add(&s, files);
    rdl_sources_add(&s, NULL);
    texts = rdl_sources_take(&s);
    assert_int_equal(json_object_size(texts), 0);
    json_decref(texts);
    json_decref(files);
}

/* Nor one that was taken before it was known. */
static void what_is_newer_has_no_text(void **state)
{
    json_t *names = json_pack("[s]", "a.c"), *texts;
    struct rdl_sources s;

    (void)state;
    rdl_sources_make(&s, 100);
    add(&s, "a.c", "a.c");
    rdl_sources_newer(&s, names);
    rdl_sources_newer(&s, names);
    rdl_sources_newer(&s, NULL);
    add(&s, "a.c", "a.c");
    add(&s, "b.c", "b.c");
    assert_int_equal(json_array_size(s.newer), 1);
    texts = rdl_sources_take(&s);
    assert_text(texts, "a.c", NULL);
    assert_text(texts, "b.c", "b??\n");
    json_decref(texts);
    json_decref(names);
}

static void a_path_from_nowhere_is_not_read(void **state)
{
    json_t *files = json_pack("{ss}", "a.c", "a.c"), *texts;
    struct rdl_sources s;

    (void)state;
    assert_int_equal(chdir(directory), 0);
    rdl_sources_make(&s, 100);
    rdl_sources_add(&s, files);
    texts = rdl_sources_take(&s);
    assert_int_equal(json_object_size(texts), 0);
    json_decref(texts);
    json_decref(files);
}

/* --- The page --------------------------------------------------------------
 */

static void the_data_cannot_leave_its_element(void **state)
{
    static const char hostile[] =
        "</script><!--&\xe2\x80\xa8\xe2\x80\xa9\xe2\x82\xac\\\"";
    static const char begin[] = "id=\"data\">";
    json_t *data = json_pack("{ss}", hostile, hostile), *again;
    char *text = NULL, *from, *to;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    assert_true(rdl_html_write(out, data));
    fclose(out);
    from = strstr(text, begin);
    assert_non_null(from);
    from += strlen(begin);
    to = strstr(from, "</script>");
    assert_non_null(to);
    assert_null(strstr(from, "DATA<"));
    assert_ptr_equal(strchr(from, '<'), to);
    *to = '\0';
    again = json_loads(from, 0, NULL);
    assert_true(json_equal(again, data));
    json_decref(again);
    json_decref(data);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_no_utf8_is_lost),
        cmocka_unit_test(any_bytes_become_text),
        cmocka_unit_test(the_first_have_the_room),
        cmocka_unit_test(a_name_of_two_files_has_no_text),
        cmocka_unit_test(what_is_newer_has_no_text),
        cmocka_unit_test(a_path_from_nowhere_is_not_read),
        cmocka_unit_test(the_data_cannot_leave_its_element),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
