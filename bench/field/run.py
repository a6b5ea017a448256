#!/usr/bin/env python3
"""Tests published programs with raddle and prints what came out, as a table.

    run.py RADDLE --work DIR [--only GLOB] [--report FILE]

projects/*.sh says how a package of Debian's sources is built with raddle-cc and
what is run; seeds/*.patch are bugs put into a copy of one (README.md has the
form of both).  Sources come with apt-get, which gets a list, a state and a cache
of its own below DIR, so nothing of the system's changes.  Sources and builds are
kept there for the next time.

It fails (exit status 1) if something did not build or did not come out as
expected.  Rates are printed and never judged.
"""
import argparse
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source
HERE = pathlib.Path(__file__).resolve().parent
SOURCES = "deb-src http://deb.debian.org/debian bookworm main\n"
# One job, so that the executions are the same each time.
BUDGET = ("--jobs=1", "--executions=2000", "--time=60s")
MAX_LINES = 100  # of the table of a seeded bug
FIELD = re.compile(r"^(?:# ?)?([A-Z]+): (.*)$")


class Failure(Exception):
    pass


class Run:
    """One command that is tested, and what is expected of it."""

    def __init__(self, command):
        self.words = shlex.split(command)
        self.kind, self.place, self.notes, self.cause = "", "", [], ""

    def expect(self, text):
        what, *notes = text.split(", note ")
        self.kind, _, self.place = what.partition(" at ")
        self.notes = notes


class Description:
    """The fields of a project or of a seed: lines that begin with a word in
    capitals; RUN begins a run, to which EXPECT and CAUSE then belong."""

    def __init__(self, path):
        self.path, self.name = path, path.stem
        self.fields, self.runs = {}, []
        for line in path.read_text().splitlines():
            if line.startswith("--- "):
                break
            match = FIELD.match(line)
            if not match:
                continue
            key, value = match.groups()
            if key == "RUN":
                self.runs.append(Run(value))
            elif key == "EXPECT":
                self.runs[-1].expect(value)
            elif key == "CAUSE":
                self.runs[-1].cause = value
            else:
                self.fields[key] = value


def call(log, command, **options):
    with log.open("a") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, check=False, **options)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))} failed: see {log}")


class Sources:
    """Packages as unpacked sources below one directory."""

    def __init__(self, work):
        self.work = work / "sources"
        self.apt = work / "apt"
        self.updated = False

    def _apt(self, *words):
        for folder in ("lists/partial", "cache/archives/partial"):
            (self.apt / folder).mkdir(parents=True, exist_ok=True)
        (self.apt / "sources.list").write_text(SOURCES)
        call(self.apt / "log", (
            "apt-get", "-q",
            "-o", f"Dir::Etc::sourcelist={self.apt}/sources.list",
            "-o", "Dir::Etc::sourceparts=-",
            "-o", f"Dir::State::lists={self.apt}/lists",
            "-o", f"Dir::Cache={self.apt}/cache",
            "-o", "APT::Sandbox::User=", *words), cwd=self.work)

    def get(self, package):
        """The package's source and its version."""
        self.work.mkdir(parents=True, exist_ok=True)
        if not self._found(package):
            if not self.updated:
                self._apt("update")
                self.updated = True
            self._apt("source", package)
        return self._found(package)

    def _found(self, package):
        for dsc in self.work.glob(f"{package}_*.dsc"):
            version = re.search(r"^Version: (?:\d+:)?(.*)$", dsc.read_text(),
                                re.MULTILINE)[1]
            upstream = version.rsplit("-", 1)[0]
            tree = self.work / f"{package}-{upstream}"
            if tree.is_dir():
                return tree, version
        return None


class Field:
    def __init__(self, raddle, work):
        self.raddle = raddle.resolve()
        self.work = work.resolve()
        self.sources = Sources(self.work)

    def fingerprint(self, project, patch):
        """Of everything that goes into a build; not of what is expected."""
        script = "\n".join(line for line in project.path.read_text().split("\n")
                           if not line.startswith("#"))
        drivers = [d for d in sorted((HERE / "drivers").iterdir())
                   if d.name in script]
        digest = hashlib.sha256(script.encode())
        for path in (self.raddle.parent / "libraddle_hooks.a", *drivers,
                     *filter(None, [patch])):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def build(self, name, project, patch):
        """Builds a copy of the project; returns it and the version.  A build of
        the same description and the same raddle cc is kept."""
        source, version = self.sources.get(project.fields["PACKAGE"])
        tree = self.work / "build" / name
        stamp = tree / ".built"
        digest = self.fingerprint(project, patch)
        if stamp.exists() and stamp.read_text() == digest:
            return tree, version
        shutil.rmtree(tree, ignore_errors=True)
        tree.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, tree, symlinks=True)
        log = self.work / "build" / f"{name}.log"
        log.unlink(missing_ok=True)
        if patch:
            call(log, ("patch", "-p1", "-i", patch), cwd=tree)
        env = dict(os.environ, CC="raddle-cc", CXX="raddle-c++",
                   DRIVERS=str(HERE / "drivers"),
                   PATH=f"{self.raddle.parent}:{os.environ['PATH']}")
        call(log, ("sh", "-eu", project.path), cwd=tree, env=env)
        stamp.write_text(digest)
        return tree, version

    def test(self, tree, run):
        """The campaign's JSON object, and the lines that raddle printed."""
        options, command = split(run.words)
        result = tree / "field.json"
        result.unlink(missing_ok=True)
        done = subprocess.run(
            (self.raddle, "test", *BUDGET, "--fresh", f"--json={result}",
             f"--out={tree / 'field-out'}", *options, "--", *command),
            cwd=tree, capture_output=True, text=True, errors="replace",
            check=False, stdin=subprocess.DEVNULL)
        text = done.stdout + done.stderr
        if not result.exists() or not result.stat().st_size:
            raise Failure(f"raddle ended with {done.returncode}:\n{text}")
        return json.loads(result.read_text()), text


def split(words):
    """Options of raddle and the command: what begins with a - and comes first
    is raddle's."""
    first = next(i for i, w in enumerate(words) if not w.startswith("-"))
    return words[:first], words[first:]


def table_lines(text):
    """Lines of the first table in what raddle printed: from its head to the line
    that says how many steps it has."""
    head = None
    for number, line in enumerate(text.splitlines()):
        if head is None and re.match(r" *step[ |]", line):
            head = number
        if head is not None and re.match(r"[\d,]+ of [\d,]+ steps", line):
            return number - head
    return 0


def wrong(run, result, seeded, lines):
    """What is not as expected, in words."""
    bad = []
    if run.kind == "clean":
        if result["verdict"] != "clean":
            bad.append(f"{result['verdict']}, not clean")
    elif not any(f["kind"] == run.kind and run.place in f["location"]
                 for f in result["findings"]):
        bad.append(f"no {run.kind} at {run.place}")
    kinds = {n["kind"] for n in result["notes"]}
    bad += [f"no note {n}" for n in run.notes if n not in kinds]
    if not result["deterministic"] and "not-deterministic" not in run.notes:
        bad.append("not deterministic")
    bad += [f"{f['kind']} does not replay" for f in result["findings"]
            if not f["replayed"] and f["checked"]]
    if run.cause and not re.search(run.cause, cause(result)):
        bad.append("another cause")
    if seeded and lines > MAX_LINES:
        bad.append(f"a table of more than {MAX_LINES} lines")
    return ", ".join(bad)


def cause(result):
    """The first finding's explanation in one line."""
    said = [(f["explanation"] or {}).get("text", "") for f in result["findings"]]
    return " ".join((said or [""])[0].split())


def row(name, version, seeded, run, result, text):
    executions = result["executions"]
    lines = table_lines(text)
    found = [f"{f['kind']} at " + re.sub(r"\S*/", "", f["location"])
             for f in result["findings"] if f["severity"] == "error"]
    expected = ", note ".join([run.kind + (f" at {run.place}" if run.place
                                           else ""), *run.notes])
    return {
        "project": name, "version": version, "command": shlex.join(run.words),
        "executions": executions,
        "rate": round(result["executions_per_second"]),
        "steps": round(result["steps"] / max(executions, 1)),
        "found": "; ".join(found) or result["verdict"],
        "notes": ", ".join(sorted({n["kind"] for n in result["notes"]})) or "none",
        "lines": len(text.splitlines()), "table": lines, "seeded": seeded,
        "expected": expected, "cause": cause(result),
        "wrong": wrong(run, result, seeded, lines) or "as expected",
    }


COLUMNS = ("project", "version", "command", "executions", "rate", "steps",
           "found", "notes", "lines", "table", "expected", "wrong")
TITLES = {"rate": "executions/s", "steps": "steps each",
          "lines": "lines printed",
          "table": "of the table", "wrong": "result"}


def markdown(rows):
    yield "| " + " | ".join(TITLES.get(c, c) for c in COLUMNS) + " |"
    yield "|" + " --- |" * len(COLUMNS)
    for r in rows:
        yield "| " + " | ".join(str(r[c]).replace("|", "\\|")
                                for c in COLUMNS) + " |"
    for r in rows:
        if r["seeded"]:
            yield f"\n**{r['project']}**: {r['cause'] or 'not explained'}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="*", help="projects and seeds")
    parser.add_argument("--report", type=pathlib.Path, help="the table's file")
    args = parser.parse_args()
    field = Field(args.raddle, args.work)

    projects = {p.stem: Description(p)
                for p in sorted((HERE / "projects").glob("*.sh"))}
    todo = [(p.name, p, None, p.runs) for p in projects.values()]
    for patch in sorted((HERE / "seeds").glob("*.patch")):
        seed = Description(patch)
        todo.append((seed.name, projects[seed.fields["PROJECT"]],
                     patch, seed.runs))

    rows, failed = [], 0
    for name, project, patch, runs in todo:
        if not fnmatch.fnmatch(name, args.only):
            continue
        try:
            print(f"{name}: building", flush=True)
            tree, version = field.build(name, project, patch)
            for number, run in enumerate(runs):
                result, text = field.test(tree, run)
                kept = tree.with_suffix(f".{number}.txt")
                kept.write_text(text)
                r = row(name, version, patch is not None, run, result, text)
                rows.append(r)
                failed += r["wrong"] != "as expected"
                print(f"{name}: {r['command']}: {r['found']}, "
                      f"{r['executions']} executions, {r['rate']}/s, "
                      f"{r['steps']} steps each, {r['lines']} lines "
                      f"({kept}): {r['wrong']}", flush=True)
        except Failure as why:
            failed += 1
            print(f"{name}: {why}", flush=True)
    report = args.report or args.work / "field.md"
    report.write_text("\n".join(markdown(rows)) + "\n")
    print("\n".join(markdown(rows)))
    print(f"\n{len(rows)} runs, {failed} not as expected; the table is in {report}")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
