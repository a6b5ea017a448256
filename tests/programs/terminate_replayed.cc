/* terminate_replayed.cc - as terminate_caught.cc, and a failure behind it: what a
 * function wrote to its own variables is no part of a replay after its end.
 * EXPECT: assertion
 * EXECUTIONS: 100
 */
#define HOLDS(condition) (!(condition))
#include "terminate_caught.cc"
