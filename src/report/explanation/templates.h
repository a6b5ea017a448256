/* templates.h - the words for each kind of fact, once: TEMPLATE(kind,
 * beginning of the sentence, rest of it).  text.c interprets them:
 *
 *   {role}         the operation of that role and its thread
 *   {role:op}      the operation alone         {role:thread}  its thread alone
 *   {role:line}    its place                   {role:what}    its label
 *   {role:object}  what it is done to: the label without its verb
 *   {role:tid}     "thread 2", "main"          {role:verb}    "signal"
 *   {role:own}     the operation; "its own ..." if the fact's first step is of
 *                  the same thread
 *   {role:it}      the thread; "it" if the fact's first step is of that thread
 *   {role:waits}  "T waits at `file:line` for mutex m"
 *   {role:lock}    the lock that its thread holds in this fact
 *   {role:line2}   its place, if it differs from that of the first step
 *   {inner} {comes}  the one or two operations that ran between, and the verb
 *   {cycle}        what each thread holds and waits for, thread by thread
 *   {too}          " (thread 3 waits on it too)"
 *   {count}        the number, if it is more than 1
 *   {delay}        the length of time, "100 ms"
 *   [...]          printed only if the fact has everything named inside
 *   [=a!b|...]     printed only if the fact has a and does not have b;
 *                  `passes-after` may be one of these names
 */
#define GOES                                                                   \
    "{wait:thread} goes to {wait:op}{too}[ after {read:op}[, changed since "   \
    "by {changer:own}][ saw {writer:own}]]"
#define LAST_SIGNAL                                                            \
    "[=signal|; the last {signal:verb}, {signal:op}, woke "                    \
    "[=woken|only {woken:it}][{count} threads][!woken!count|nobody]]"          \
    "[=early-signal|; the last {early-signal:verb}, {early-signal}, came "     \
    "before that]"                                                             \
    "[; behind {last-change:op} the test at {test:line} keeps "                \
    "{last-change:tid} from that]"
#define WINDOW                                                                 \
    "{inner} {comes} between {outer-first:op}[, after {guard:op},] and "       \
    "{outer-last}[, with the test at {test:line} in between]"
#define SPURIOUS                                                               \
    "the wait of {wake:thread} at {wake:line} ends without a signal (a "       \
    "spurious wake-up, which POSIX allows)"

#define EVERY                                                                  \
    "every other [!count|access to {bare:object} holds][=count|function "      \
    "holds for {bare:object}]"

/* The delay is that of the shrunk execution; a shorter one may do with other
 * switches. */
#define ONLY_IF                                                                \
    "only if {delayed:thread} is delayed, here by more than {delay}: "         \
    "{expired} "
#define BEFORE "[ before {later:op}][!later| before {delayed:tid} goes on]"

TEMPLATE(EXPIRED_SLEEP, "", ONLY_IF "ends" BEFORE)
TEMPLATE(EXPIRED_WAIT, "", ONLY_IF "ends by a time-out" BEFORE)
TEMPLATE(EXPIRED_REQUEST, "",
         ONLY_IF "ends by a time-out, and {expired:tid} goes on without it")
TEMPLATE(LOST_UPDATE, "lost update: fails when ", WINDOW)
TEMPLATE(WINDOW, "atomicity violation: fails when ", WINDOW)
TEMPLATE(ORDER, "order violation: fails when ",
         "{earlier} comes before {later}[ in all {count} pairs of threads]")
TEMPLATE(BOUNDED_ORDER, "fails when ",
         "{earlier} comes before {later}; passes when [the latter comes "
         "between {bound-before:op} and {earlier:op}][the former comes "
         "between {later:op} and {bound-after:op}], not before or after both")
TEMPLATE(NO_RETEST, "[=changer|stolen wake-up: ]fails when ",
         "[{changer} comes after {wait:thread} was woken and before it is back "
         "from its wait at {wait:line}][" SPURIOUS
         "]: {read:object} ({read:line}) is not tested again")
TEMPLATE(
    TOO_MANY, "",
    "not explained: {count} preemptions are left, too many to tell which "
    "of them matter[=expired|; the same schedule passes if sleeps and "
    "time-outs, such as {expired}, do not end early (see --patient)]; `raddle "
    "shrink --effort 10` of the schedule may leave "
    "fewer, and then tells why")
TEMPLATE(PREEMPTION, "fails when ",
         "{outer-first:thread} loses the turn between {outer-first:op} and "
         "{outer-last:op}; without that switch it does not")
TEMPLATE(ENDLESS_WAIT, "[=blocked|deadlock: ][!blocked|lost wake-up: ]",
         GOES
         "[!signal!early-signal!woken|; nobody has signalled that condition[, "
         "nor does {silent:tid} after {silent:op}][, for "
         "{blocked:waits}]]" LAST_SIGNAL)
TEMPLATE(UNWOKEN_WAIT, "lost wake-up: ",
         GOES ", and its time is over before anybody wakes it" LAST_SIGNAL)
TEMPLATE(TIMED_OUT, "time-out: ", GOES ", and its time is over before {signal}")
TEMPLATE(UNHEARD_SIGNAL, "lost wake-up: ",
         "{signal} wakes nobody: the time of {wait:thread} at {wait:op} is "
         "over[, and the test at {test:line} comes later][; "
         "{blocked:waits}]")
TEMPLATE(HANDLED_SIGNAL, "lost signal: ",
         "{wait:thread} goes to {wait:op} after {read:op}, changed since by "
         "{handler:op} of its handler[; {sender} came before that "
         "wait[=passes-after|; passes when it comes after]]")
TEMPLATE(LOCK_CYCLE, "lock-order deadlock: ",
         "{cycle}[; and so on: {count} threads, each waiting for the next "
         "and the last for the first]")
TEMPLATE(CYCLE, "deadlock: ",
         "{cycle}[; and so on: {count} threads, each waiting for the next "
         "and the last for the first]")
TEMPLATE(HOLDS_AND_WAITS, "deadlock: ", "{cycle}")
TEMPLATE(SELF_DEADLOCK, "self-deadlock: ", "{cycle}")
TEMPLATE(ENDED_HOLDING, "deadlock: ",
         "{holds:thread} has ended with {holds:what}, taken at {holds:line}[, "
         "after {latest:op}]; {waits:thread} waits at {waits:line} for it")
TEMPLATE(SPURIOUS_WAKEUP, "fails when ", SPURIOUS)
TEMPLATE(LATE_SPURIOUS, "fails when ",
         SPURIOUS ", though the thread tests again")
TEMPLATE(FAILED_ALLOCATION, "fails when ",
         "the allocation at {allocation:line} in {allocation:thread} fails "
         "(--fail-malloc): check the result of each allocation")
TEMPLATE(POINTER_FROM, "",
         "{pointer:thread} has the pointer from {pointer:op}[, before "
         "{changer}][, after {freer}]")
TEMPLATE(CAME_BEFORE, "before that came ", "{writer} and then {reader}")
TEMPLATE(JOINED_OTHER, "",
         "{join:thread} had waited at {join:line} for the end of "
         "[{joined:thread}][!joined|another thread], not of {user:thread}")
TEMPLATE(DIFFERENT_LOCKS, "not the same lock: ",
         "{outer-lock:thread} holds {outer-lock:what}, taken at "
         "{outer-lock:line}, and {inner-lock:thread} holds "
         "{inner-lock:what}, taken at {inner-lock:line}[; {chosen-by:lock} was "
         "asked for after {chosen-by:op}, changed since by {changer}]")
TEMPLATE(ONLY_SHARED, "",
         "both hold {outer-lock:what} only for reading, taken at "
         "{outer-lock:line}[ and at {inner-lock:line2}]")
TEMPLATE(NO_LOCK, "", "{bare:line} is without {lock:what}, which " EVERY)
TEMPLATE(WRONG_LOCK, "",
         "{bare:line} is under {wrong-lock:what}, not under {lock:what}, "
         "which " EVERY)
TEMPLATE(GIVES_UP, "",
         "{unlock:thread} gives up {unlock:object} in between, at "
         "{unlock:line}")
TEMPLATE(RACE, "",
         "nothing orders {earlier} and {later}: either may come first")
TEMPLATE(WEAK_ORDER, "",
         "{earlier} comes before {later} only because of [{writer:op} and "
         "{reader:op}][!writer|atomics], whose memory orders do not order them")
TEMPLATE(BROKEN_BLOCK, "",
         "{inner} {comes} between {outer-first:op} and {outer-last}, which are "
         "one operation[, and {earlier} before the latter]")
TEMPLATE(APART, "",
         "nothing orders {earlier} and {later}, whose variables belong "
         "together")
TEMPLATE(DOUBLE_CHECKED, "double-checked locking without atomics: ",
         "{bare} tests without {lock:object} what {writer:op} changes under it")
TEMPLATE(SAW, "then ", "{reader} sees {writer:own}")
TEMPLATE(
    WRONG_WAITER, "",
    "{signal} wakes {other-wait:thread}, which waits at {other-wait:line}, "
    "not {wait:thread} at {wait:line}")
TEMPLATE(MISSING_SIGNAL, "when it passes, ",
         "{signal}[ wakes {wait:thread}][!wait| comes][, but here "
         "{blocked:waits}][, but here {ended:tid} ends][, but here "
         "{instead:tid} goes on to {instead:op}][, but here {decision:tid} "
         "does otherwise after {decision:op}]")

#undef GOES
#undef LAST_SIGNAL
#undef WINDOW
#undef SPURIOUS
#undef EVERY
#undef ONLY_IF
