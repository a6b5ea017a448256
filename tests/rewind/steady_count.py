"""Counts the calls and signals of one thread in a file that strace wrote.

What depends on the machine's load does not count:
- the watchdog's ticks: its signal (`WATCHDOG`), and in the handler the clock;
- a call that a tick interrupted: the kernel makes it again, and that counts;
- the bytes by which driver and target talk about every batch of executions;
- waiting for a kernel thread that starts or ends, because a thread that was
  fast is not waited for.  Such a wait needs a thread that was created, so they
  may be three for each; every futex call beyond that counts.
"""
import re
import sys

WATCHDOG = "SIGRT_32"  # src/runtime/start/watchdog.c
IN_TICK = {"gettid", "clock_gettime"}
WAITS_OF_A_THREAD = 3


def calls(lines):
    """The name of each call that ended, or of each signal."""
    handlers = []
    talk = None
    for line in lines:
        if line.startswith("---"):
            name = line.split()[1]
            handlers.append(name)
            if name != WATCHDOG:
                yield name
            continue
        call = re.match(r"(\w+)\((\w*)", line)
        if not call or "= ? ERESTART" in line or "<unfinished" in line:
            continue
        name, first = call.groups()
        if name == "rt_sigreturn" and handlers:
            handlers.pop()
            continue
        if handlers and handlers[-1] == WATCHDOG and name in IN_TICK:
            continue
        if name == "write" and line.startswith(f'write({first}, "D", 1)'):
            talk = first
        if name in ("read", "write") and first == talk:
            continue
        yield name


def count(lines):
    names = list(calls(lines))
    created = sum(n.startswith("clone") for n in names)
    waits = names.count("futex")
    return len(names) - min(waits, WAITS_OF_A_THREAD * created)


if __name__ == "__main__":
    with open(sys.argv[1], errors="replace") as f:
        print(count(f))
