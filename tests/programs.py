"""The corpus: every program of tests/programs, built with gcc and clang, on both
engines and all isolations, against the expectation in its first comment.
tests/run.py runs it.

For each program:
  expect        the verdict (and place) that EXPECT names, within EXECUTIONS, on
                fibers that are rewound and on kernel threads;
  deterministic execution 0 repeated N times has one event hash, the same in
                every way of running it, though on one of them an environment
                of another size has moved main's stack;
  replay        a finding's schedule repeats N of N times, rewound and on kernel
                threads.

Which compiler made the hooks does not matter to engines and isolations: what
clang built is rewound only, and must be as expected.  In make check N is 20; a
process costs as much as a hundred rewinds, so where each execution has its own
two repetitions and 30 executions without a failure have to do.  Programs about
hooks and one of each kind are run in all ways and built with clang too; the
others are rewound and run on kernel threads.  make corpus-full: everything, 100
times.
"""
import fnmatch
import json
import os
import pathlib
import re
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COMPILERS = ("gcc", "clang")
CLEAN, FOUND = 0, 1


# Names of programs that are about what a compiler makes of memory accesses.
HOOKS = ("c11_*", "cxx_*", "double_*", "futex_inline*", "memory_*", "public_*")


class Way:
    """A way of running executions."""

    def __init__(self, engine, isolation, few=True, moved=False):
        self.engine, self.isolation = engine, isolation
        self.few = few  # executions cost a process each
        self.moved = moved  # addresses on main's stack are others
        self.options = [f"--engine={engine}", f"--isolation={isolation}"]

    def __str__(self):
        return f"{self.engine}-{self.isolation}"

    def repeat(self, n):
        return max(2, n // 10) if self.few else n


REWIND = Way("fiber", "rewind", few=False)
KERNEL = Way("kernel", "fork", moved=True)
OTHERS = (KERNEL, Way("fiber", "fork"), Way("fiber", "exec"))


class Failure(Exception):
    pass


class Program:
    """A corpus program and the directives of its first comment."""

    def __init__(self, path):
        self.path = path
        head = path.read_text().split("*/", 1)[0]
        field = dict(re.findall(r"^ \* ([A-Z]+): *(.*?) *$", head, re.M))
        if "EXPECT" not in field:
            raise SystemExit(f"{path}: no EXPECT in the first comment")
        self.expect = field.pop("EXPECT")
        self.executions = field.pop("EXECUTIONS", "200")
        self.options = shlex.split(field.pop("OPTIONS", ""))
        self.has_peer = any(o.startswith("--peer") for o in self.options)
        self.builds = [shlex.split(flags) for flags
                       in field.pop("CFLAGS", "").split(";")]
        self.libs = shlex.split(field.pop("LIBS", ""))
        self.args = shlex.split(field.pop("ARGS", ""))
        self.compilers = shlex.split(field.pop("COMPILERS",
                                               " ".join(COMPILERS)))
        if not set(self.compilers) <= set(COMPILERS):
            raise SystemExit(f"{path}: unknown compiler in COMPILERS")
        # Where --isolation=rewind ends: what tests the rewind is to stay.
        stays = "rewind" if path.stem.startswith("rewind_") else None
        self.isolation = field.pop("ISOLATION", stays)
        # "same": it looks at what the environment leaves of main's stack.
        self.moves = field.pop("ENVIRONMENT", "any") != "same"
        if field:
            raise SystemExit(f"{path}: unknown directives {sorted(field)}")


def run(command, timeout=300, **more):
    return subprocess.run(
        [str(c) for c in command], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", timeout=timeout, **more)


def build(raddle, program, compiler, flags, work):
    out = work / program.path.stem
    frontend = "cxx" if program.path.suffix == ".cc" else "cc"
    done = run([raddle, frontend, f"--cc={compiler}", "-g", "-O1", "-pthread",
                *flags, program.path, "-o", out, *program.libs])
    if done.returncode != 0:
        raise Failure(f"does not build:\n{done.stdout}")
    return out


def test(raddle, program, binary, way, work, *options):
    report = work / f"{way}.json"
    report.unlink(missing_ok=True)
    environment = dict(os.environ)
    if way.moved and program.moves:
        environment["MOVES_THE_STACK"] = "x" * 8192
    done = run([raddle, "test", "--quiet", "--fresh", "--jobs=1", *way.options,
                f"--out={work / str(way)}", f"--json={report}",
                *options, *program.options, "--", binary, *program.args],
               cwd=work, env=environment)
    if not report.exists():
        raise Failure(f"{way}: no report, exit {done.returncode}:\n"
                      f"{done.stdout}")
    return done, json.loads(report.read_text())


def check_verdict(program, way, done, report):
    if program.expect == "clean":
        if done.returncode != CLEAN:
            raise Failure(f"{way}: expected clean, exit {done.returncode}:"
                          f"\n{done.stdout}")
        return None
    match = re.fullmatch(r"(\S+)(?: at (\d+))?", program.expect)
    kind, line = match.groups()
    if done.returncode != FOUND or not report["findings"]:
        raise Failure(f"{way}: expected {program.expect}, exit "
                      f"{done.returncode}:\n{done.stdout}")
    finding = report["findings"][0]
    if finding["kind"] != kind:
        raise Failure(f"{way}: expected {kind}, found {finding['kind']}:\n"
                      f"{done.stdout}")
    place = f"{program.path.name}:{line}"
    if line and not re.search(re.escape(place) + r"\b", finding["location"]):
        raise Failure(f"{way}: expected at {place}, found at "
                      f"{finding['location']}")
    if not finding["replayed"]:
        raise Failure(f"{way}: the finding did not replay")
    return finding["schedule"]


def check_replay(raddle, schedule, ways, repeat):
    for way in ways:
        done = run([raddle, "replay", *way.options,
                    f"--times={way.repeat(repeat)}", schedule],
                   cwd=pathlib.Path(schedule).parent)
        if done.returncode != FOUND:
            raise Failure(f"replay on {way}: exit {done.returncode}:\n"
                          f"{done.stdout}")


def event_hash(raddle, program, binary, way, work, repeat):
    """Of execution 0, which must be the same whenever it is repeated."""
    repeat = way.repeat(repeat)
    # What is learned about memory in one execution shows in the next; so does
    # what a strategy remembers, of a first try at another isolation level for one.  What
    # is covered changes no event, and a million accesses take their time.
    done, report = test(raddle, program, binary, way, work, "--executions=1",
                        "--strategy=random", "--no-learn", "--no-shrink",
                        "--metrics=none", f"--determinism={repeat}")
    if not report["deterministic"]:
        raise Failure(f"{way}: event hashes differ:\n{done.stdout}")
    # A comparison that was not made shows nothing.
    if not program.has_peer and report["compared"] != repeat:
        raise Failure(f"{way}: {report['compared']} of {repeat} "
                      f"repetitions were compared:\n{done.stdout}")
    return report["event_hash"]


class Case:
    """A program, built in one way; `full`: everything, at any cost."""

    def __init__(self, program, compiler, number, full, sampled):
        self.program, self.compiler, self.full = program, compiler, full
        self.ways = (REWIND, *OTHERS) if sampled else (REWIND, KERNEL)
        self.flags = program.builds[number]
        self.place = f"{compiler}/{program.path.stem}-{number}"
        self.repeat = 100 if full else 20

    def __str__(self):
        return (f"{self.program.path.name} "
                f"({' '.join([self.compiler, *self.flags])})")

    def executions(self, way):
        """Where nothing is to be found, fewer of those that cost much."""
        n = int(self.program.executions)
        dear = way.few and self.program.expect == "clean"
        return min(n, 30) if dear and not self.full else n

    def verdict(self, raddle, binary, way, work):
        """The schedule of what was found; None if that is nothing."""
        # One shrunk schedule is enough to be replayed.
        shrink = () if way is REWIND else ("--no-shrink",)
        done, report = test(raddle, self.program, binary, way, work,
                            f"--executions={self.executions(way)}", *shrink)
        schedule = check_verdict(self.program, way, done, report)
        if any(n["kind"] == "worker-restarted" for n in report["notes"]):
            raise Failure(f"{way}: the worker died:\n{done.stdout}")
        if not report["deterministic"]:
            raise Failure(f"{way}: an execution differs when repeated:\n"
                          f"{done.stdout}")
        wanted = self.program.isolation
        if way is REWIND and wanted and report["isolation"] != wanted:
            raise Failure(f"{way}: isolation {report['isolation']}, not "
                          f"{wanted}:\n{done.stdout}")
        return schedule

    def check(self, raddle, work):
        """Raises Failure, or returns nothing."""
        work.mkdir(parents=True, exist_ok=True)
        binary = build(raddle, self.program, self.compiler, self.flags, work)
        first = self.compiler == self.program.compilers[0]
        schedule = self.verdict(raddle, binary, REWIND, work)
        if schedule:
            ways = (REWIND, KERNEL) if first else (REWIND,)
            check_replay(raddle, schedule, ways, self.repeat)
        if first:
            self.verdict(raddle, binary, KERNEL, work)
        if first or self.full:
            self.check_hashes(raddle, binary, self.ways if first else
                              (REWIND,), work)

    def check_hashes(self, raddle, binary, ways, work):
        hashes = {str(way): event_hash(raddle, self.program, binary, way, work,
                                       self.repeat) for way in ways}
        # When a peer's signal or input comes is no choice of ours: there only
        # a replay can be equal.
        if not self.program.has_peer and len(set(hashes.values())) != 1:
            raise Failure(f"event hashes differ: {hashes}")


def sample(programs):
    """Those about hooks; and of each family, verdict, option and isolation the
    first."""
    seen, chosen = set(), set()
    for p in programs:
        kinds = {p.path.stem.split("_")[0], p.path.suffix,
                 p.expect.split()[0], p.isolation, *p.options}
        if (kinds - seen or any(fnmatch.fnmatch(p.path.stem, pattern)
                                for pattern in HOOKS)):
            chosen.add(p)
        seen |= kinds
    return chosen


def cases(only, full):
    programs = [Program(p) for p in sorted((HERE / "programs").iterdir())
                if p.suffix in (".c", ".cc")]
    chosen = programs if full else sample(programs)
    for program in programs:
        if not fnmatch.fnmatch(program.path.stem, only):
            continue
        # Whoever asks for one by its name wants to know.
        sampled = program in chosen or only != "*"
        for compiler in program.compilers:
            if compiler == program.compilers[0] or sampled:
                for number in range(len(program.builds)):
                    yield Case(program, compiler, number, full, sampled)
