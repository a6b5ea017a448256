#!/usr/bin/env python3
"""Runs a command and looks at its children meanwhile.

    watch.py FILE COMMAND...

Writes to FILE, as JSON: for each child by process id its samples of resident
memory of its own (kB; pages of files come and go with the load of the machine),
mappings and descriptors in the order of time, and those of the
command itself.  Ends with the command's exit status.
"""
import json
import os
import subprocess
import sys
import time

PERIOD = 0.05


def sample(pid):
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    with open(f"/proc/{pid}/maps") as maps:
        mappings = len(maps.readlines())
    return {"time": time.monotonic(), "own": int(fields["RssAnon"].split()[0]),
            "mappings": mappings, "descriptors":
            len(os.listdir(f"/proc/{pid}/fd"))}


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return f.read().split()


def main():
    command = subprocess.Popen(sys.argv[2:])
    samples = {}
    while command.poll() is None:
        try:
            pids = [command.pid, *children(command.pid)]
        except OSError:
            pids = []
        for pid in pids:
            try:
                seen = sample(pid)
                samples.setdefault(int(pid), []).append(seen)
            except (OSError, KeyError):
                pass  # it has just ended
        time.sleep(PERIOD)
    with open(sys.argv[1], "w") as out:
        json.dump({"driver": samples.pop(command.pid, []),
                   "children": samples}, out)
    return command.returncode


if __name__ == "__main__":
    sys.exit(main())
