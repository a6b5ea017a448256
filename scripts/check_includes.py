#!/usr/bin/env python3
"""Checks which rooms of src/ include which, against src/rooms.

    check_includes.py [--graph]

A room is a folder that src/rooms names; a file belongs to the innermost one.
Fails when a file includes a room that its line does not allow, when the
allowed edges form a cycle, when a folder belongs to no room, and when a line
allows what no file needs any more.  Fails too when a room other than cli and cc
ends the process or prints an error: the library returns errors (util/error.h).
--graph prints what includes what.
"""
import pathlib
import re
import sys

SRC = pathlib.Path(__file__).resolve().parent.parent / "src"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)

# Where the process may end.  The runtime and the hooks are in the target.
ENDS = ("cli/", "cc/", "genread/", "gen/driver/", "runtime/", "hooks/", "util/die.", "util/fatal.c")
END = re.compile(r"\b(rdl_die\w*|rdl_warn|exit|abort)\s*\(")
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)


def read_rules():
    """room -> the rooms that it may include."""
    rules = {}
    for line in (SRC / "rooms").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            room, _, allowed = line.partition(":")
            rules[room.strip()] = allowed.split()
    return rules


def room_of(path, rules):
    """The innermost room that holds path, which is relative to src/."""
    for folder in pathlib.PurePath(path).parents:
        if str(folder) in rules:
            return str(folder)
    return None


def read_edges(rules, wrong):
    """(room, room) -> the lines that include so."""
    edges = {}
    for file in sorted(SRC.rglob("*")):
        if file.suffix not in (".c", ".h", ".S"):
            continue
        path = file.relative_to(SRC)
        room = room_of(path, rules)
        if room is None:
            wrong.append(f"src/{path}: its folder is not a room of src/rooms")
            continue
        for name in INCLUDE.findall(file.read_text()):
            target = room_of(name, rules)
            if not (SRC / name).exists():
                wrong.append(f'src/{path}: "{name}" is not a path below src/')
            elif target not in (None, room):
                edges.setdefault((room, target), []).append(f"{path}: {name}")
    return edges


def find_ends(wrong):
    """Calls that end the process, in rooms that return errors."""
    for file in sorted(SRC.rglob("*.[ch]")):
        path = str(file.relative_to(SRC))
        if path.startswith(ENDS):
            continue
        code = NO_CODE.sub("", file.read_text())
        for name in sorted(set(END.findall(code))):
            wrong.append(f"src/{path}: {name}() is for cli and cc: return an "
                         "error (util/error.h)")


def find_cycle(graph):
    """The rooms of one cycle, in order; None if there is none."""
    done, path = set(), []

    def visit(room):
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return None
        path.append(room)
        for target in graph.get(room, ()):
            cycle = visit(target)
            if cycle:
                return cycle
        done.add(path.pop())
        return None

    for room in graph:
        cycle = visit(room)
        if cycle:
            return cycle
    return None


def main():
    rules = read_rules()
    wrong = []
    edges = read_edges(rules, wrong)
    find_ends(wrong)
    if "--graph" in sys.argv:
        for (room, target), lines in sorted(edges.items()):
            print(f"{room} -> {target} ({len(lines)})")
            for line in lines[: 3 if "--all" not in sys.argv else None]:
                print(f"    {line}")
    for room, allowed in rules.items():
        for target in allowed:
            if target not in rules:
                wrong.append(f"src/rooms: {room} may include {target}, "
                             "which is not a room")
            elif (room, target) not in edges:
                wrong.append(f"src/rooms: {room} does not include {target} "
                             "any more: take it off its line")
    for (room, target), lines in sorted(edges.items()):
        if target not in rules[room]:
            wrong.append(f"src/{room} may not include {target}:")
            wrong += [f"    src/{line}" for line in lines]
    cycle = find_cycle(rules)
    if cycle:
        wrong.append("rooms in a cycle: " + " -> ".join(cycle))
    for line in wrong:
        print(f"check-includes: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
