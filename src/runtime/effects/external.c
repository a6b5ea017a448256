/* external.c - see external.h. */
#include "runtime/effects/external.h"

#include "base/text.h"
#include "runtime/core/modules.h"
#include "runtime/observe/isolation.h"
#include "runtime/observe/unwind.h"
#include "runtime/core/persistent.h"

static bool said; /* about something that persists */
static bool met;  /* about something that parallel executions share */

RDL_PERSISTENT(said);
RDL_PERSISTENT(met);

void rdl_external_effects_say(const char *what, uintptr_t pc)
{
    if (said)
        return;
    said = true;
    rdl_rewind_persists(what, pc != 0 ? rdl_unwind_place(pc) : 0);
}

void rdl_external_effects_meet(const char *what, uintptr_t pc)
{
    struct rdl_external_name *meets = &rdl_shared->meets;

    if (met || rdl_child)
        return;
    met = true;
    rdl_text_copy(meets->what, what, sizeof(meets->what));
    meets->pc = rdl_unwind_place(pc);
    rdl_module_of(meets->pc); /* so that the driver can name it */
}

bool rdl_external_effects_said(void)
{
    return said;
}
