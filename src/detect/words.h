/* words.h - builds short texts for findings inside the target, where raddle
 * must not call printf.  Cuts off what does not fit. */
#ifndef RDL_DETECT_WORDS_H
#define RDL_DETECT_WORDS_H

#include "base/finding.h"

#include <string.h>

static inline void rdl_words_add(struct rdl_finding *f, const char *words)
{
    size_t used = strnlen(f->text, sizeof(f->text) - 1);
    size_t room = sizeof(f->text) - 1 - used;
    size_t n = strnlen(words, room);

    memcpy(f->text + used, words, n);
    f->text[used + n] = '\0';
}

static inline void rdl_words_add_number(struct rdl_finding *f, uint64_t value,
                                        unsigned base)
{
    char digits[24];
    size_t at = sizeof(digits) - 1;

    digits[at] = '\0';
    do {
        digits[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    rdl_words_add(f, digits + at);
}

#endif
