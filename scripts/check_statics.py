#!/usr/bin/env python3
"""Checks that the rewind does not copy large variables of the runtime.

    check_statics.py BUILD

A rewind restores every variable of the runtime that is not marked
(src/runtime/core/persistent.h).  Fails if one of more than MOST bytes is
neither marked nor in RESTORED with a reason, and if a name there is not
needed; and if libraddle.so has one that is not marked among those that the
linker puts together, where gaps are not restored.  Reads the symbols of the
object files in BUILD/runtime.
"""
import pathlib
import re
import subprocess
import sys

MOST = 1024

# file: variable -> why a rewind copies all of it.
RESTORED = {
    "runtime/signals/signals.c: actions":
        "handlers change at any signal, so no part of it is `in use`",
    "runtime/io/signal_fd.c: descriptors":
        "any entry may be free, so no part of it is `in use`",
}

# A line of objdump -t: address, flags, section, size, name.
SYMBOL = re.compile(r"^[0-9a-f]+ .{7} (\S+)\t([0-9a-f]+) +(?:\.hidden )?(\S+)$",
                    re.M)


def variables(path):
    """name -> bytes of what is written in an object; the names marked."""
    text = subprocess.run(["objdump", "-t", path], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    found, marked = {}, set()
    for section, size, name in SYMBOL.findall(text):
        name = name.split(".")[0]  # that of a function has a number behind it
        if section == "rdl_persistents":
            marked.add(name.removeprefix("keep_"))
        elif (re.match(r"\.(bss|data)", section) and
              not section.startswith(".data.rel.ro")):
            found[name] = max(int(size, 16), found.get(name, 0))
    return found, marked


def together(build, marked):
    """Names among the marked variables that are not marked themselves."""
    text = subprocess.run(["nm", "-n", build / "libraddle.so"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    names = [line.split()[-1] for line in text.splitlines()]
    if "rdl_kept_begin" not in names:
        return []  # built by clang
    between = names[names.index("rdl_kept_begin") + 1:
                    names.index("rdl_kept_end")]
    return [n for n in between if n.split(".")[0] not in marked] or \
        ([] if between else ["nothing"])


def main():
    build = pathlib.Path(sys.argv[1])
    objects = build / "runtime" / "src"
    unneeded, wrong, all_marked = set(RESTORED), 0, set()
    for path in sorted(objects.rglob("*.o")):
        source = path.relative_to(objects).with_suffix(".c")
        found, marked = variables(path)
        all_marked |= marked
        for name, size in sorted(found.items()):
            where = f"{source}: {name}"
            if size <= MOST or name in marked:
                continue
            if where in unneeded:
                unneeded.remove(where)
                continue
            print(f"src/{where}: every rewind copies its {size} bytes: mark it "
                  "(src/runtime/core/persistent.h), or name it with a reason "
                  "in RESTORED of scripts/check_statics.py")
            wrong = 1
    for name in together(build, all_marked):
        print(f"libraddle.so: {name} lies between rdl_kept_begin and "
              "rdl_kept_end: no rewind would restore it")
        wrong = 1
    for where in sorted(unneeded):
        print(f"scripts/check_statics.py: RESTORED names {where}, which is "
              "small, marked or gone")
        wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
