/* source.c - lines of the program's source, for quoting.  It reads the file
 * again for each line: a report quotes only a few dozen. */
#include "symbols/source.h"

#include "util/regular_file.h"
#include "symbols/symbol.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The line without its indentation, printable; false if it cannot be read. */
static bool source_line(const char *path, unsigned line, char *out, size_t size)
{
    char *text = NULL;
    size_t room = 0, n = 0;
    FILE *file;
    int fd;

    if (path == NULL || line == 0 || size == 0)
        return false;
    fd = rdl_regular_file_open(path, RDL_PLAIN_SOURCE, NULL);
    file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (file == NULL) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    while (line > 0 && getline(&text, &room, file) > 0)
        line--;
    fclose(file);
    if (line == 0) {
        const char *from = text + strspn(text, " \t\f\v");

        while (*from != '\0' && *from != '\n' && n + 1 < size) {
            unsigned char c = (unsigned char)*from++;

            out[n++] = c == '\t' ? ' ' : iscntrl(c) ? '?' : (char)c;
        }
        while (n > 0 && (out[n - 1] == ' ' || out[n - 1] == '?'))
            n--;
    }
    free(text);
    out[n] = '\0';
    return n > 0;
}

bool rdl_source_quote(const struct rdl_place *place, char *out, size_t size)
{
    return !place->newer && source_line(place->path, place->line, out, size);
}
