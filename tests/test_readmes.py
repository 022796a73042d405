"""Every command of every README, typed in the order in which people meet them, in a fresh copy of
the tree: it has to succeed and to show what stands below it, numbers exactly, times and paths not.

    python3 tests/test_readmes.py PROGRAM [FILE.md ...]

types all files, or only those named. Says TAP. What is built is there already: `meson` and `ninja`
do nothing."""

import contextlib
import os
import re
import resource
import sys

from guardian import run_guarded
from newcomer import Newcomer
from readmes import commands_of, difference, readmes

PROGRAM = os.path.abspath(sys.argv[1])


def differences_are_found():
    """The comparison itself: what must be equal, and what must not."""
    told = ["a 1", "...", "games/s 5", "b 2"]
    assert not difference(told, ["a 1", "x", "games/s 7", "b 2", ""])
    assert not difference(told, ["a 1", "games/s 7", "b 2"])
    assert not difference(["in /home/me/x, 3.5 s"], ["in /tmp/y, 10 s"])
    assert not difference(["a 1", "..."], ["a 1", "x"])
    for shown in (["a 2", "games/s 7", "b 2"], ["a 1", "games/s 7", "b 3"], ["a 1", "b 2"],
                  ["a 1", "games/s 7", "b 2", "c"], ["c", "a 1", "games/s 7", "b 2"], []):
        assert difference(told, shown), shown
    assert difference(["a 1"], ["a 1", "x"]) and difference(["a 1", "x"], ["a 1"])


def report(number, command, fault=None, skip=None):
    name = re.sub(r"\s+", " ", command.text.split("   #")[0]).replace("#", "")
    print(f"{'not ok' if fault else 'ok'} {number} /readmes/{command.where} {name[:60].strip()}"
          + (f" # SKIP needs {skip}" if skip else ""), flush=True)
    if fault:
        print(f"# {command.where}: $ {command.text}")
        print("".join(f"#   {line}\n" for line in fault.splitlines()), end="", flush=True)


def type_file(newcomer, path, counts):
    """Types the commands of one file."""
    commands = commands_of(path)
    for command in commands:
        number = sum(counts.values()) + 1
        lacking = newcomer.lacks(command)
        fault = None
        try:
            if not lacking:
                fault = newcomer.type(command)
            if command is commands[-1]:
                fault = fault or newcomer.end_what_is_behind()
        except AssertionError as error:  # waited in vain
            fault = str(error)
        counts["skipped" if lacking else "failed" if fault else "typed"] += 1
        report(number, command, fault, lacking)


def work(folder):
    differences_are_found()
    counts = {"typed": 0, "failed": 0, "skipped": 0}
    only = sys.argv[2:]
    newcomer = Newcomer(folder, PROGRAM)
    for path in readmes():
        if not only or path in only:
            type_file(newcomer, path, counts)
    print(f"1..{sum(counts.values())}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"# {counts['typed']} typed, {counts['failed']} failed, {counts['skipped']} skipped, in "
          f"{used.ru_utime + used.ru_stime:.0f} s of processor time")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(run_guarded(work, "readmes"))
