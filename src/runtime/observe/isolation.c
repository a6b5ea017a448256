/* isolation.c - see isolation.h. */
#include "runtime/observe/isolation.h"

#include "base/text.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/modules.h"
#include "runtime/observe/unwind.h"

#include <string.h>

void rdl_rewind_cannot(enum rdl_isolation_level level, const char *why,
                       uintptr_t pc)
{
    struct rdl_downgrade *fall = &rdl_shared->fall;

    if (rdl_child || level <= rdl_isolation_now ||
        fall->level >= (uint32_t)level)
        return;
    fall->level = level;
    rdl_text_copy(fall->why, why, sizeof(fall->why));
    if (pc == 0)
        return;
    fall->pc = rdl_unwind_place(pc);
    rdl_module_of(fall->pc); /* so that the driver can name it */
}

void rdl_rewind_persists(const char *what, uintptr_t pc)
{
    char text[200] = "persists between executions: ";

    if (rdl_child)
        return;
    rdl_text_copy(text + strlen(text), what, sizeof(text) - strlen(text));
    rdl_note(RDL_NOTE_PERSISTS, text, pc);
}
