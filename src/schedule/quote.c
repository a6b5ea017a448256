/* quote.c - see quote.h. */
#include "schedule/quote.h"

#include "util/alloc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    char letter, byte;
} escapes[] = {
    { 'n', '\n' }, { 'r', '\r' }, { 't', '\t' }, { '\\', '\\' }, { '"', '"' },
};
#define N_ESCAPES (sizeof(escapes) / sizeof(escapes[0]))

static void quote_byte(FILE *out, unsigned char byte)
{
    for (size_t i = 0; i < N_ESCAPES; i++) {
        if (byte == (unsigned char)escapes[i].byte) {
            fputc('\\', out);
            fputc(escapes[i].letter, out);
            return;
        }
    }
    if (byte >= 0x20 && byte < 0x7f)
        fputc(byte, out);
    else
        fprintf(out, "\\x%02x", byte);
}

void rdl_quote_write(FILE *out, const void *data, size_t size)
{
    const unsigned char *bytes = data;

    fputc('"', out);
    for (size_t i = 0; i < size; i++)
        quote_byte(out, bytes[i]);
    fputc('"', out);
}

static int quote_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte after a backslash at *at, or -1. */
static int quote_escape(const char **at, const char *end)
{
    const char *p = *at;

    if (p < end && *p == 'x') {
        int high = end - p >= 3 ? quote_digit(p[1]) : -1;
        int low = end - p >= 3 ? quote_digit(p[2]) : -1;

        *at = p + 3;
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
    for (size_t i = 0; p < end && i < N_ESCAPES; i++) {
        if (*p == escapes[i].letter) {
            *at = p + 1;
            return (unsigned char)escapes[i].byte;
        }
    }
    return -1;
}

bool rdl_quote_read(const char **at, const char *end, struct rdl_bytes *out)
{
    const char *p = *at;
    size_t n = 0;
    char *data;

    if (p == end || *p != '"')
        return false;
    data = rdl_alloc((size_t)(end - p) + 1);
    for (p++; p < end && *p != '"';) {
        int byte = (unsigned char)*p++;

        if (byte == '\\')
            byte = quote_escape(&p, end);
        else if (byte < 0x20 || byte >= 0x7f)
            byte = -1;
        if (byte < 0)
            break;
        data[n++] = (char)byte;
    }
    if (p >= end || *p != '"') {
        free(data);
        return false;
    }
    *at = p + 1;
    *out = (struct rdl_bytes){ .data = data, .size = n };
    return true;
}

static bool quote_percent_plain(unsigned char c)
{
    return isalnum(c) || (c != '\0' && strchr("._-+", c) != NULL);
}

void rdl_percent_write(FILE *out, const char *name)
{
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;

        fprintf(out, quote_percent_plain(c) ? "%c" : "%%%02x", c);
    }
}

bool rdl_percent_equal(const char *encoded, size_t size, const char *name)
{
    char *text;
    size_t n;
    bool equal;
    FILE *out = rdl_alloc_stream(&text, &n);

    rdl_percent_write(out, name);
    fclose(out);
    equal = n == size && memcmp(text, encoded, n) == 0;
    free(text);
    return equal;
}
