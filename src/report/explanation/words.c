/* words.c - operations and threads as a cause names them. */
#include "report/explanation/internal.h"

#include "base/text.h"
#include "symbols/stack.h"

void rdl_cause_line(struct cause_words *w, uintptr_t pc)
{
    struct rdl_place place;

    rdl_table_place(w->table, pc, &place);
    if (place.file != NULL && place.line != 0)
        rdl_append(&w->text, "%s:%u", rdl_text_base_name(place.file),
                   place.line);
    else
        rdl_append(&w->text, "%s+0x%lx",
                   place.module != NULL ? place.module : "",
                   (unsigned long)place.offset);
}

/* " (called at bank.c:40)": by a call, or where the compiler put the function's
 * code. */
static void words_call(struct cause_words *w, const struct rdl_event *e)
{
    struct rdl_place frames[8];
    const size_t n = rdl_symbols_frames(w->symbols, e->pc, frames, 8);
    size_t i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    if (i + 1 < n && frames[i].inlined && frames[i + 1].line != 0 &&
        frames[i + 1].file != NULL) {
        rdl_append(&w->text, " (called at %s:%u)",
                   rdl_text_base_name(frames[i + 1].file), frames[i + 1].line);
    } else if (e->value != 0) {
        rdl_append(&w->text, " (called at ");
        rdl_cause_line(w, e->value);
        rdl_append(&w->text, ")");
    }
}

void rdl_cause_op(struct cause_words *w, const struct rdl_event *e)
{
    char words[TABLE_NAME + 64];

    rdl_table_operation(w->table, e, words, sizeof(words));
    rdl_append(&w->text, "`");
    rdl_cause_line(w, e->pc);
    rdl_append(&w->text, " %s`", words);
    words_call(w, e);
}

void rdl_cause_thread(struct cause_words *w, rdl_tid tid)
{
    const char *function = rdl_table_function(w->table, tid);

    if (tid == 0)
        rdl_append(&w->text, "main");
    else if (function[0] != '\0')
        rdl_append(&w->text, "%s (thread %u)", function, tid);
    else
        rdl_append(&w->text, "thread %u", tid);
}

void rdl_cause_done(struct cause_words *w, const struct rdl_event *e)
{
    rdl_cause_op(w, e);
    rdl_append(&w->text, " of ");
    rdl_cause_thread(w, e->tid);
}
