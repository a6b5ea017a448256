/* families.c - the table of sched/family.h. */
#include "runtime/sched/family.h"

#define FAMILY(name) extern const struct rdl_family rdl_family_##name;
#include "runtime/start/families_list.h"
#undef FAMILY

#define FAMILY(name) &rdl_family_##name,
const struct rdl_family *const rdl_families[] = {
#include "runtime/start/families_list.h"
    NULL
};
#undef FAMILY
