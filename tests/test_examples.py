"""Every example of every --help, typed in a fresh copy of the tree: it has to end with status 0.
What an example speaks of (a run, a spec of the reader's own, a file of positions) is made first,
small.

    python3 tests/test_examples.py PROGRAM [COMMAND ...]

types the examples of all commands, or only of those named. Says TAP."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys

from guardian import run_guarded, wait_until
from newcomer import Newcomer
from readmes import Command
from tally import Tally

PROGRAM = os.path.abspath(sys.argv[1])

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
TWO_AT_RANDOM = """[experiment]
games = 12
[players]
A = random
B = random
[rules]
max-plies = 4
"""
A_TUNING = """[experiment]
format = tune
games = 2
[tune]
player = search:depth=1
iterations = 3
[parameters]
queen = 900; 500; 1300; 50
[rules]
max-plies = 4
"""
THESIS = "agentchess run experiments/specs/thesis.ini --set experiment.games=2"
IN_TIME = "--set experiment.game=async --set async.time-limit-ms=61000"

# What examples speak of and how it comes about: the text of a file, or a command. Where a command
# needs something else under that name, it comes first.
MADE = {
    "tune my.ini": A_TUNING,
    "my.ini": TWO_AT_RANDOM,
    "mine.ini": TWO_AT_RANDOM.replace("B = random", "B = engine:mine,depth=1"),
    "thesis.ini": "$ cp experiments/specs/thesis.ini .",
    "positions.fen": START + "\n",
    "perftsuite.epd": START + " ;D1 20 ;D2 400\n",
    "games.pgn": f"$ {THESIS} -o results/source && cp results/source/games.pgn .",
    "mine": "#!/bin/sh\nexec agentchess xboard\n",
    "memory.db": "$ agentchess match search:depth=2,memory=memory.db random --games 1",
    "memory.csv": "$ agentchess memory export memory.db > memory.csv",
    "game.jsonl": f"$ agentchess match async-random async-random {IN_TIME} --games 1 -o results/one"
                  " && agentchess replay results/one --game 1 --record game.jsonl",
    "results/thesis": f"$ {THESIS}",
    "results/march": "$ agentchess run experiments/specs/march.ini --set experiment.games=2",
    "results/march-2": "$ agentchess run experiments/specs/march.ini --set experiment.games=2"
                       " --set experiment.seed=2 -o results/march-2",
    "results/other-rules": f"$ {THESIS} --set rules.max-plies=100 -o results/other-rules",
    "results/ablation": "$ agentchess run experiments/specs/ablation.ini --set experiment.games=2",
    "results/async": f"$ agentchess match async-random async-random {IN_TIME} --games 20"
                     " -o results/async",
    "results/suites": "$ agentchess suite --player=level:{1..7} -o results/suites WAC.epd",
    "results/study": f"$ echo '{START}' > a.fen && cp a.fen b.fen && {THESIS}"
                     " --set 'openings.sets=a.fen; b.fen' -o results/study",
}

# What a --help would take too long to show in full; the file prevails over what came with the
# program.
SHORTER = {
    "tune-search.ini": [(r"^iterations = .*", "iterations = 3"),
                        (r"^check-games = .*", "check-games = 4")],
}

NEEDS = (
    (r"^xboard ", "a display"),
    (r"^agentchess studio", "the page of the studio and a browser"),
    (r"postgresql://", "a server"),
)


def call(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def commands():
    listed = call("--help").split("\nCommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


def examples_of(name):
    """The examples of a --help, each as one text; a line that ends in a backslash goes on."""
    text = call(name, "--help").partition("\nExamples:\n")[2].split("\n\n")[0]
    text = text.replace("\\\n", "\n\\")
    found = []
    for line in text.splitlines():
        if line.startswith("\\"):
            found[-1] += "\\\n" + line[1:]
        elif re.match(r"  \S", line):
            found.append(line[2:])
    return found


class Reader(Newcomer):
    """A newcomer that has what the examples speak of."""

    def __init__(self, folder, program):
        super().__init__(folder, program)
        for name, changes in SHORTER.items():
            text = call("specs", name)
            for pattern, replacement in changes:
                text, count = re.subn(pattern, replacement, text, flags=re.M)
                assert count == 1, (name, pattern)
            with open(os.path.join(self.tree, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.fresh = set(self.files())

    def files(self):
        return [name for folder in (".", "results")
                for name in (os.path.join(folder, each)
                             for each in os.listdir(os.path.join(self.tree, folder)))]

    def tidy(self):
        """Removes what examples have made."""
        for name in set(self.files()) - self.fresh:
            path = os.path.join(self.tree, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def prepare(self, text):
        """Makes what the example @text speaks of. What is wrong, or "". What cannot be made here is
        noted as unwritten (Newcomer.lacks)."""
        for what, how in MADE.items():
            name = what.split()[-1]
            path = os.path.join(self.tree, name)
            if text == how:
                continue
            writes = re.search(rf"(-o|--output|>|--record|--messages-file) ?{re.escape(name)}\b", text)
            spoken_of = re.search(rf"(^|[\s=]|\./){re.escape(what)}(?![\w/])", text)
            if os.path.exists(path) or writes or not spoken_of:
                continue
            if how.startswith("$ "):
                making = self.command(how[2:])
                fault = self.prepare(how)
                lacking = None if fault else self.lacks(making)
                if lacking:
                    self.unwritten[name] = lacking
                    continue
                fault = fault or super().type(making)
                if fault:
                    return f"'{how}': {fault}"
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(how)
                os.chmod(path, 0o755 if how.startswith("#!") else 0o644)
        return ""

    @staticmethod
    def command(text, needs=None):
        return Command("", 0, text, None, needs)

    def serve_while(self, arguments, act):
        """Calls @act while a server is there."""
        text = f"agentchess async-server --port {self.port} {arguments}"
        fault = self.start_behind(text, ["listening on 127.0.0.1:" + self.port])
        _, server, _ = self.behind.pop()
        try:
            return fault or act()
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGINT)
            server.wait()

    def type_server(self, text):
        """Types what serves until Ctrl-C."""
        arguments = re.sub(r"agentchess async-server --port \d+ ?", "", text)
        return self.serve_while(arguments, lambda: "")

    def type(self, command):
        if command.text.startswith("agentchess async-server"):
            return self.type_server(command.text)
        return super().type(command)


def work(folder):
    reader = Reader(folder, PROGRAM)
    tally = Tally()
    for name in sys.argv[2:] or commands():
        for text in examples_of(name):
            needs = next((what for pattern, what in NEEDS if re.search(pattern, text)), None)
            command = reader.command(text, needs)
            lacking = None
            try:
                fault = "" if needs else reader.prepare(text)
                lacking = None if fault else reader.lacks(command)
                fault = fault or ("" if lacking else reader.type(command))
            except AssertionError as error:  # waited in vain
                fault = str(error)
            tally.report(f"/examples/{name} {text}", text, fault, lacking)
        reader.tidy()
    return tally.close()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(run_guarded(work, "examples"))
