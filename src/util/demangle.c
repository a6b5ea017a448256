/* demangle.c - see demangle.h. */
#include "util/demangle.h"

#include "util/alloc.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef char *demangler(const char *, char *, size_t *, int *);

/* libstdc++ is loaded only for a C++ symbol, so that a machine without it loses
 * only the demangled name. */
static demangler *demangle_function(void)
{
    static demangler *found;
    static bool asked;
    void *library;

    if (asked)
        return found;
    asked = true;
    library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL)
        *(void **)&found = dlsym(library, "__cxa_demangle");
    return found;
}

char *rdl_demangle(const char *name)
{
    demangler *demangle =
        strncmp(name, "_Z", 2) == 0 ? demangle_function() : NULL;
    int status;

    return demangle != NULL ? demangle(name, NULL, NULL, &status) : NULL;
}

#define ALLOCATOR ", std::allocator<"

/* If the last argument of a template is an allocator: what is behind it.  A
 * function may have one among its parameters. */
static const char *demangle_allocator(const char *text)
{
    if (strncmp(text, ALLOCATOR, strlen(ALLOCATOR)) != 0)
        return NULL;
    text += strlen(ALLOCATOR);
    for (int depth = 1; *text != '\0' && depth > 0; text++)
        depth += *text == '<' ? 1 : *text == '>' ? -1 : 0;
    text += text[0] == ' ' && text[1] == '>';
    return *text == '>' || *text == '\0' ? text : NULL;
}

void rdl_demangle_plain(char *text)
{
    static const struct {
        const char *is, *plain;
    } names[] = {
        { "std::__cxx11::basic_string<char, std::char_traits<char>, "
          "std::allocator<char> >",
          "std::string" },
        { "std::__cxx11::", "std::" },
    };
    enum { N = sizeof(names) / sizeof(names[0]) };
    char *to = text;
    const char *from = text;

    while (*from != '\0') {
        const char *behind = demangle_allocator(from);
        size_t i = 0;

        if (behind != NULL) {
            from = behind;
            continue;
        }
        while (i < N && strncmp(from, names[i].is, strlen(names[i].is)) != 0)
            i++;
        if (i == N) {
            *to++ = *from++;
            continue;
        }
        memcpy(to, names[i].plain, strlen(names[i].plain));
        to += strlen(names[i].plain);
        from += strlen(names[i].is);
        from += from[0] == ' ' && from[1] == '>';
    }
    *to = '\0';
}

/* How many bytes of `text` are "operator" and its signs; 0: it is not an
 * operator. */
static size_t demangle_operator(const char *text)
{
    static const char word[] = "operator";
    size_t n = sizeof(word) - 1;

    if (strncmp(text, word, n) != 0 || isalnum((unsigned char)text[n]) ||
        text[n] == '_')
        return 0;
    if (strncmp(text + n, "()", 2) == 0)
        return n + 2;
    return n + strspn(text + n, "+-*/%^&|~!=<>,[]");
}

char *rdl_demangle_short(const char *name)
{
    char *text = rdl_demangle(name), *to = text, *from = text;
    int depth = 0;
    bool is_operator = false;

    if (text == NULL)
        return rdl_strdup(name);
    for (; *from != '\0' && (*from != '(' || depth > 0); from++) {
        const size_t n =
            depth == 0 && !is_operator ? demangle_operator(from) : 0;

        if (n > 0) {
            memmove(to, from, n);
            to += n;
            from += n - 1;
            is_operator = true;
        } else if (*from == '<' || *from == '(') {
            depth++;
        } else if (*from == '>' || *from == ')') {
            depth--;
        } else if (depth == 0 && *from == ' ' && !is_operator) {
            to = text; /* that was the type of the result */
        } else if (depth == 0) {
            *to++ = *from;
        }
    }
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
    return text;
}
