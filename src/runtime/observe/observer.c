/* observer.c - the observers of list.h. */
#include "runtime/observe/observer.h"

#define OBSERVER(id) extern const struct rdl_observer rdl_observer_##id;
#include "runtime/observe/list.h"
#undef OBSERVER

#define OBSERVER(id) &rdl_observer_##id,
const struct rdl_observer *const rdl_observers[] = {
#include "runtime/observe/list.h"
    NULL,
};
#undef OBSERVER

_Static_assert(sizeof(rdl_observers) / sizeof(rdl_observers[0]) <=
                   RDL_MAX_OBSERVERS + 1,
               "RDL_MAX_OBSERVERS");
