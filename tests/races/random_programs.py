#!/usr/bin/env python3
"""Random programs whose racing pairs of lines brute force knows: raddle reports
exactly these, with the same proof.

usage: random_programs.py RADDLE DIR SEED N [--executions N] [--prove]

A program has main and two or three threads with plain accesses, atomics of all
orders, fences, locks, a condition, and tests of what was read.  The model runs
every interleaving.  A pair of lines is *seen* if in some state two threads
stand at conflicting accesses there, not both atomic.  It is one of *memory
order* if it is never seen, and in some execution the two accesses are ordered
if every atomic counts as seq_cst, but not by happens-before of C11.  (Orders
are sets of events, not vector clocks: the model shares nothing with raddle.)

All programs are one C file: a function for each thread, a line for each
operation.  A compiler that optimises would leave accesses out."""
import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys

LOAD = ("relaxed", "acquire", "seq_cst")
STORE = ("relaxed", "release", "seq_cst")
BOTH = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
FENCE = ("acquire", "release", "acq_rel", "seq_cst")
ACQUIRES = ("acquire", "acq_rel", "seq_cst")
RELEASES = ("release", "acq_rel", "seq_cst")
MOST = 12000  # steps that the model may take for a program


# --- Programs ---------------------------------------------------------------
# An operation: (kind, object, order or value).  A test ("if", object, order,
# value, [operations]) loads an atomic (order) or a plain variable (None).

def operations(rng, n, depth=0):
    made = []
    while n > 0:
        what = rng.random()
        if what < 0.42:
            made.append((rng.choice(("read", "write")), f"x{rng.randrange(2)}"))
            n -= 1
        elif what < 0.58:
            kind = rng.choice(("load", "store", "store", "add"))
            orders = {"load": LOAD, "store": STORE, "add": BOTH}[kind]
            made.append((kind, f"a{rng.randrange(2)}", rng.choice(orders)))
            n -= 1
        elif what < 0.62:
            made.append(("fence", "", rng.choice(FENCE)))
            n -= 1
        elif what < 0.80 and depth == 0 and n > 1:
            inside = operations(rng, rng.randrange(1, 3), 1)
            lock = f"m{rng.randrange(2)}"
            made += [("lock", lock), *inside, ("unlock", lock)]
            n -= 2
        elif what < 0.96 and n > 1:
            if rng.random() < 0.8:
                test = (f"a{rng.randrange(2)}", rng.choice(LOAD))
            else:
                test = (f"x{rng.randrange(2)}", None)
            made.append(("if", *test, operations(rng, rng.randrange(1, 3), 1)))
            n -= 2
        elif depth == 0:
            made.append((rng.choice(("set", "await")), "g"))
            n -= 2
    return made


def message(rng):
    """What one thread does and another one: a write, handed on by a flag."""
    x, a = f"x{rng.randrange(3)}", f"a{rng.randrange(2)}"
    give = [(rng.choice(("write", "write", "read")), x)]
    take = [(rng.choice(("read", "write")), x)]
    if rng.random() < 0.3:
        give.append(("fence", "", rng.choice(FENCE)))
    if rng.random() < 0.3:
        take.insert(0, ("fence", "", rng.choice(FENCE)))
    if rng.random() < 0.3:
        give.append(("add", a, rng.choice(BOTH)))
    else:
        give.append(("store", a, rng.choice(STORE)))
    return give, [("if", a, rng.choice(LOAD), take)]


def flat(ops, kind):
    return any(o[0] == kind or (o[0] == "if" and flat(o[3], kind))
               for o in ops)


def program(rng):
    """Threads as lists of operations; main is the last."""
    n = rng.choice((2, 2, 2, 3))
    threads = [operations(rng, rng.randrange(2, 5) if n == 2 else
                          rng.randrange(1, 4)) for _ in range(n)]
    if rng.random() < 0.7:
        give, take = message(rng)
        threads[0] = give + operations(rng, rng.randrange(2))
        threads[1] = operations(rng, rng.randrange(2)) + take
    if n == 3 and rng.random() < 0.7:
        give, take = message(rng)
        threads[1] += give
        threads[2] = take
    creates = [("create", i) for i in range(n)]
    joins = [("join", i) for i in range(n)]
    rng.shuffle(joins)
    early, between, late = (operations(rng, 1, 1) if rng.random() < p else []
                            for p in (0.3, 0.3, 0.3))
    main = [*early, *creates, *between, *joins, *late]
    # Who awaits is set free: by main, between, unless a thread does it.
    if any(flat(t, "await") for t in threads):
        main = [*early, *creates, ("set", "g"), *joins, *late]
        threads = [[o for o in t if o[0] != "set"] for t in threads]
    return threads + [main]


# --- The C file -------------------------------------------------------------
class Writer:
    def __init__(self):
        self.lines = []

    def put(self, text):
        self.lines.append(text)
        return len(self.lines)

    def operation(self, o, p):
        """Writes it; returns it with its line: (line, kind, ...)."""
        kind, x = o[0], f"p{p}_{o[1]}" if isinstance(o[1], str) else o[1]
        order = f"memory_order_{o[2]}" if len(o) > 2 else ""
        if kind == "read":
            return self.put(f"r += {x};"), *o
        if kind == "write":
            return self.put(f"{x} = 1;"), *o
        if kind == "load":
            return self.put(f"r += atomic_load_explicit(&{x}, {order});"), *o
        if kind == "store":
            return self.put(f"atomic_store_explicit(&{x}, 1, {order});"), *o
        if kind == "add":
            return self.put(f"atomic_fetch_add_explicit(&{x}, 1, {order});"), *o
        if kind == "fence":
            return self.put(f"atomic_thread_fence({order});"), *o
        if kind in ("lock", "unlock"):
            return self.put(f"pthread_mutex_{kind}(&{x});"), *o
        if kind == "create":
            return self.put(f"pthread_create(&t[{x}], 0, p{p}_{x}, 0);"), *o
        if kind == "join":
            return self.put(f"pthread_join(t[{x}], 0);"), *o
        if kind == "set":
            return self.put(f"pthread_mutex_lock(&p{p}_mg); {x} = 1; "
                            f"pthread_cond_broadcast(&p{p}_c); "
                            f"pthread_mutex_unlock(&p{p}_mg);"), *o
        if kind == "await":
            return self.put(f"pthread_mutex_lock(&p{p}_mg); while (!{x}) "
                            f"pthread_cond_wait(&p{p}_c, &p{p}_mg); "
                            f"pthread_mutex_unlock(&p{p}_mg);"), *o
        assert kind == "if"
        value = x if o[2] is None else f"atomic_load_explicit(&{x}, {order})"
        line = self.put(f"if ({value}) {{")
        inside = [self.operation(i, p) for i in o[3]]
        self.put("}")
        return line, "if", o[1], o[2], inside

    def program(self, threads, p):
        """The same with lines; main is run by main()."""
        self.put(f"static int p{p}_x0, p{p}_x1, p{p}_x2, p{p}_g;")
        self.put(f"static atomic_int p{p}_a0, p{p}_a1;")
        for m in "m0", "m1", "mg":
            self.put(f"static pthread_mutex_t p{p}_{m} = "
                     "PTHREAD_MUTEX_INITIALIZER;")
        self.put(f"static pthread_cond_t p{p}_c = PTHREAD_COND_INITIALIZER;")
        made = []
        for i, ops in enumerate(threads):
            name = f"p{p}_{i}" if i < len(threads) - 1 else f"p{p}_main"
            self.put(f"static void *{name}(void *unused)")
            self.put("{")
            self.put("int r = 0;")
            if ops is threads[-1]:
                self.put("pthread_t t[4];")
                # Atomics that nobody was seen to write order everything.
                self.put(f"atomic_store(&p{p}_a0, 0);")
                self.put(f"atomic_store(&p{p}_a1, 0);")
            made.append([self.operation(o, p) for o in ops])
            self.put(f"out[{i}] = r;")
            self.put("return unused;")
            self.put("}")
        return made


def source(programs):
    w = Writer()
    w.put("#include <pthread.h>")
    w.put("#include <stdatomic.h>")
    w.put("#include <stdlib.h>")
    w.put("int out[4];")
    made = [w.program(t, p) for p, t in enumerate(programs)]
    w.put("int main(int argc, char **argv)")
    w.put("{")
    w.put("static void *(*const all[])(void *) = {")
    for p in range(len(programs)):
        w.put(f"p{p}_main,")
    w.put("};")
    w.put("all[argc > 1 ? atoi(argv[1]) : 0](0);")
    w.put("return 0;")
    w.put("}")
    return "\n".join(w.lines) + "\n", made


# --- The model --------------------------------------------------------------
class TooLarge(Exception):
    pass


READS = {"read": True, "load": True, "add": True, "if": True}
WRITES = {"write": True, "store": True, "add": True}


def plain(o):
    return o[1] in ("read", "write") or (o[1] == "if" and o[3] is None)


def conflict(a, b):
    return (a[1] in READS or a[1] in WRITES) and \
        (b[1] in READS or b[1] in WRITES) and a[2] == b[2] and \
        (a[1] in WRITES or b[1] in WRITES) and (plain(a) or plain(b))


class State:
    """One prefix of an execution.  `left` has what each thread still does;
    orders are sets of events, as bits of an integer."""

    def __init__(self, threads):
        self.left = [()] * (len(threads) - 1) + [tuple(threads[-1])]
        self.bodies = threads
        self.begun = {len(threads) - 1}
        self.memory = {}
        self.held = {}
        n = len(threads)
        # Two orders: [0] of C11, [1] with every atomic seq_cst.
        self.known = [[0] * n, [0] * n]
        self.released = [{}, {}]
        self.releaser = {}
        self.fence_release, self.fence_acquire = [0] * n, [0] * n
        self.events = ()

    def copy(self):
        s = State.__new__(State)
        s.left, s.bodies, s.begun = self.left[:], self.bodies, set(self.begun)
        s.memory, s.held = dict(self.memory), dict(self.held)
        s.known = [k[:] for k in self.known]
        s.released = [dict(r) for r in self.released]
        s.releaser = dict(self.releaser)
        s.fence_release = self.fence_release[:]
        s.fence_acquire = self.fence_acquire[:]
        s.events = self.events
        return s

    def can(self, t):
        if not self.left[t]:
            return False
        o = self.left[t][0]
        if o[1] == "lock":
            return o[2] not in self.held
        if o[1] == "join":
            return o[2] in self.begun and not self.left[o[2]]
        if o[1] == "await":
            return bool(self.memory.get("g"))
        return True

    def acquire(self, t, x):
        for k in 0, 1:
            self.known[k][t] |= self.released[k].get(x, 0)

    def release(self, t, x):
        for k in 0, 1:
            self.released[k][x] = self.released[k].get(x, 0) | self.known[k][t]

    def load(self, t, x, order):
        got = self.released[0].get(x, 0)
        if order in ACQUIRES:
            self.known[0][t] |= got
        else:
            self.fence_acquire[t] |= got
        self.known[1][t] |= self.released[1].get(x, 0)

    def store(self, t, x, order, rmw):
        mine = self.known[0][t] if order in RELEASES else self.fence_release[t]
        old = self.released[0].get(x, 0)
        if not rmw and self.releaser.get(x) != t:
            old = 0
        if not rmw:
            self.releaser[x] = t
        self.released[0][x] = old | mine
        self.released[1][x] = self.known[1][t]

    def step(self, t, ordered):
        """Thread t takes its next operation.  Adds the pairs of lines that only
        the second order orders."""
        o, self.left[t] = self.left[t][0], self.left[t][1:]
        kind, x = o[1], o[2]
        number = len(self.events)
        for i, (by, e) in enumerate(self.events):
            if by != t and conflict(e, o) and \
                    not self.known[0][t] >> i & 1 and \
                    self.known[1][t] >> i & 1:
                ordered.add(tuple(sorted((e[0], o[0]))))
        self.events += ((t, o),)
        for k in 0, 1:
            self.known[k][t] |= 1 << number
        if kind == "write":
            self.memory[x] = 1
        elif kind == "load":
            self.load(t, x, o[3])
        elif kind == "store":
            self.store(t, x, o[3], False)
            self.memory[x] = 1
        elif kind == "add":
            self.load(t, x, o[3])
            self.store(t, x, o[3], True)
            self.memory[x] = self.memory.get(x, 0) + 1
        elif kind == "fence":
            if o[3] in ACQUIRES:
                self.known[0][t] |= self.fence_acquire[t]
            if o[3] in RELEASES:
                self.fence_release[t] = self.known[0][t]
        elif kind == "lock":
            self.held[x] = t
            self.acquire(t, x)
        elif kind == "unlock":
            del self.held[x]
            self.release(t, x)
        elif kind in ("set", "await"):
            self.acquire(t, "mg")
            self.release(t, "mg")
            self.memory["g"] = 1
        elif kind == "create":
            self.begun.add(x)
            self.left[x] = tuple(self.bodies[x])
            for k in 0, 1:
                self.known[k][x] = self.known[k][t]
        elif kind == "join":
            for k in 0, 1:
                self.known[k][t] |= self.known[k][x]
        elif kind == "if":
            if o[3] is not None:
                self.load(t, x, o[3])
            if self.memory.get(x, 0):
                self.left[t] = tuple(o[4]) + self.left[t]


def expected(threads):
    """{pair of lines: proof}"""
    seen, ordered = set(), set()
    todo, steps = [State(threads)], 0
    while todo:
        s = todo.pop()
        able = [t for t in range(len(s.left)) if s.can(t)]
        for t, u in itertools.combinations(able, 2):
            a, b = s.left[t][0], s.left[u][0]
            if conflict(a, b):
                seen.add(tuple(sorted((a[0], b[0]))))
        for t in able:
            steps += 1
            if steps > MOST:
                raise TooLarge
            after = s.copy()
            after.step(t, ordered)
            todo.append(after)
    return {p: "seen" if p in seen else "memory-order" for p in seen | ordered}


# --- Comparison --------------------------------------------------------------
def line(place):
    return int(place.split(":")[1])


def reported(options, path, p):
    report = options.dir / "report"
    command = ["prove"] if options.prove else \
        ["test", f"-n{options.executions}", "--strategy=random"]
    r = subprocess.run(
        [options.raddle, *command, "-q", "-k", "-j1", "--fresh", "--no-shrink",
         "--metrics=none", f"--out={options.dir / 'out'}", f"--json={report}",
         path, str(p)], capture_output=True, text=True)
    try:
        found = json.loads(report.read_text())["findings"]
    except (OSError, ValueError):
        sys.exit(f"{path} {p}: {r.stdout}{r.stderr}")
    return {tuple(sorted((line(f["location"]), line(f["race"]["other"])))):
            f["race"]["proof"] for f in found if f["kind"] == "data-race"}, \
        [f["kind"] for f in found if f["kind"] != "data-race"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle")
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("n", type=int)
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--prove", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    options.dir.mkdir(parents=True, exist_ok=True)
    programs = []
    while len(programs) < options.n:
        threads = program(rng)
        _, made = source([threads])
        try:
            expected(made[0])
        except TooLarge:
            continue
        programs.append(threads)
    text, made = source(programs)
    path = options.dir / "programs.c"
    path.write_text(text)
    subprocess.run([options.raddle, "cc", "-g1", "-O0", "-w", "-pthread", path,
                    "-o", options.dir / "programs"], check=True)
    wrong = 0
    pairs = {"seen": 0, "memory-order": 0}
    for p, threads in enumerate(made):
        want = expected(threads)
        got, others = reported(options, options.dir / "programs", p)
        for proof in want.values():
            pairs[proof] += 1
        if got != want or others:
            wrong += 1
            print(f"program {p}: missing {sorted(want.items() - got.items())}, "
                  f"not there {sorted(got.items() - want.items())} {others}")
    print(f"{len(made)} programs from seed {options.seed}: {pairs['seen']} "
          f"pairs seen, {pairs['memory-order']} of memory order, {wrong} "
          "programs wrong")
    return 1 if wrong or 0 in pairs.values() else 0


if __name__ == "__main__":
    sys.exit(main())
