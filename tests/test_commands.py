"""What commands print, as it stands in the files of tests/commands:

    # a sentence that is true
    $ agentchess perft 3 --fen "$KIWIPETE"
    nodes 97862
    $ agentchess play
    > e5
    ...
    'e5' is not a legal move...
    $ agentchess perft 3x
    ! agentchess perft: DEPTH is '3x', not a whole number from 0 on
    [2]

A case is typed in a folder of its own, by bash if need be; `$DATA` is tests/data, `$TOY` the
engine of the tests, `$SCRIPTS` scripts/. Below a command stand what is
typed while it runs (`> `), all that it prints, all that it says on standard error (`! `), and its
status if it is not 0. `...` stands for any lines, and in a line for any text. A command goes on
behind a backslash at the end of its line.

    python3 tests/test_commands.py PROGRAM FILE [NEEDED...]

says TAP, or skips the file without the programs NEEDED. With AGENTCHESS_UPDATE_GOLDEN=1 it writes into FILE what differs: read the diff then."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from tally import Tally

# A signal that the caller ignores, as nohup does, would be ignored by all commands.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

TESTS = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(TESTS, "data")
SCRIPTS = os.path.join(os.path.dirname(TESTS), "scripts")
TOY = os.path.join(os.environ["G_TEST_BUILDDIR"], "toy_engine")
# What bash would only pass on; without it, such a command takes two thirds of the time.
PLAIN = re.compile(r"""agentchess[\w .,:=+/'"-]*""")
UPDATE = os.environ.get("AGENTCHESS_UPDATE_GOLDEN") == "1"


class Step:
    """A command, and the lines below it: typed, printed, said on standard error, the status."""

    def __init__(self, command, typed, out, err, status=0):
        self.command, self.typed, self.out, self.err = command, typed, out, err
        self.status = status

    def lines(self):
        return [*("$ " + self.command).split("\n"), *("> " + line for line in self.typed),
                *self.out, *("! " + line for line in self.err),
                *([f"[{self.status}]"] if self.status else [])]


def read_cases(path):
    """The cases of a file: the sentence and the steps of each."""
    cases = []
    continued = False
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            step = cases[-1][1][-1] if cases and cases[-1][1] else None
            if continued:
                step.command += "\n" + line
            elif line.startswith("# "):
                cases.append((line[2:], []))
            elif line.startswith("$ "):
                cases[-1][1].append(Step(line[2:], [], [], []))
            elif line.startswith("> ") or line == ">":
                step.typed.append(line[2:])
            elif line.startswith("! "):
                step.err.append(line[2:])
            elif re.fullmatch(r"\[\d+\]", line):
                step.status = int(line[1:-1])
            elif step is not None:
                step.out.append(line)
            continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    for _, steps in cases:
        if steps[-1].out and not steps[-1].out[-1]:  # between two cases
            steps[-1].out.pop()
    return cases


def is_as_told(told, shown):
    """Whether the lines @shown are those @told."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else
                      ".*".join(re.escape(part) for part in line.split("...")) + "\n"
                      for line in told)
    return re.fullmatch(pattern, "".join(line + "\n" for line in shown)) is not None


def type_step(step, folder, environment):
    """Types a command. What it did, as a step."""
    words = (shlex.split(step.command) if PLAIN.fullmatch(step.command) else
             ["bash", "--noprofile", "--norc", "-c", step.command])
    done = subprocess.run(words, cwd=folder, env=environment,
                          input="".join(line + "\n" for line in step.typed),
                          capture_output=True, text=True, errors="replace", check=False)
    out, err = (text.replace(DATA, "$DATA").replace(TOY, "$TOY").replace(SCRIPTS, "$SCRIPTS").split("\n") for text in (done.stdout, done.stderr))
    return Step(step.command, step.typed, *(lines if lines[-1] else lines[:-1] for lines in (out, err)),
                done.returncode)


def fault_of(step, shown):
    """What differs, as lines; "" if nothing does. An update keeps what is as told."""
    faults = []
    for part in ("out", "err"):
        if not is_as_told(getattr(step, part), getattr(shown, part)):
            faults += ["told:", *getattr(step, part), "shown:", *getattr(shown, part)]
            setattr(step, part, getattr(shown, part))
    if step.status != shown.status:
        faults += [f"status {shown.status}, not {step.status}", *shown.err]
        step.status = shown.status
    return "\n".join(faults)


def main(program, path):
    cases = read_cases(path)
    tally = Tally()
    name = os.path.splitext(os.path.basename(path))[0]
    with tempfile.TemporaryDirectory() as home:
        os.symlink(os.path.abspath(program), os.path.join(home, "agentchess"))
        environment = {**os.environ, "PATH": f"{home}:{os.environ['PATH']}", "HOME": home,
                       "LC_ALL": "C.UTF-8", "DATA": DATA, "TOY": TOY, "SCRIPTS": SCRIPTS,
                       "AGENTCHESS": os.path.join(home, "agentchess")}
        for sentence, steps in cases:
            with tempfile.TemporaryDirectory() as folder:
                faults = [(step.command, fault_of(step, type_step(step, folder, environment)))
                          for step in steps]
            wrong = next(((command, fault) for command, fault in faults if fault),
                         (steps[0].command, ""))
            tally.report(f"/{name}/{sentence.replace(' ', '-')}", *wrong, None)
    if UPDATE:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join("".join(line + "\n" for line in
                                         ["# " + sentence, *(line for step in steps
                                                             for line in step.lines())])
                                 for sentence, steps in cases))
    return tally.close()


if __name__ == "__main__":
    for needed in sys.argv[3:]:
        if shutil.which(needed) is None:
            print(f"1..0 # SKIP no {needed}")
            sys.exit(0)
    sys.exit(main(sys.argv[1], sys.argv[2]))
