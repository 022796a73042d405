"""Every command of every README, typed in the order in which people meet them, in a fresh copy of
the tree: it has to succeed and to show what stands below it, numbers exactly, times and paths not.

    python3 tests/test_readmes.py PROGRAM [FILE.md ...]

types all files, or only those named. Says TAP. What is built is there already: `meson` and `ninja`
do nothing."""

import contextlib
import os
import sys

from guardian import run_guarded
from newcomer import Newcomer
from readmes import commands_of, difference, readmes, specs_of
from tally import Tally

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


def type_file(newcomer, path, tally):
    """Types the commands of one file."""
    commands = commands_of(path)
    specs = list(specs_of(path))
    for command in commands:
        for first, name, text in specs:
            if first < command.line:
                newcomer.write(name, text)
        lacking = newcomer.lacks(command)
        fault = None
        try:
            if not lacking:
                fault = newcomer.type(command)
            if command is commands[-1]:
                fault = fault or newcomer.end_what_is_behind()
        except AssertionError as error:  # waited in vain
            fault = str(error)
        name = command.text.split("   #")[0]
        tally.report(f"/readmes/{command.where} {name[:60].strip()}", command.text, fault, lacking)


def work(folder):
    differences_are_found()
    tally = Tally()
    only = sys.argv[2:]
    newcomer = Newcomer(folder, PROGRAM)
    for path in readmes():
        if not only or path in only:
            type_file(newcomer, path, tally)
    left = newcomer.files_left()
    tally.report("/readmes/nothing is left in the tree", "git status", ", ".join(left), None)
    return tally.close()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(run_guarded(work, "readmes"))
