"""The walks of CONTRIBUTING.md, "... step by step": the files and lines that they tell to write are
written into a fresh copy of the tree, what they need is built, their tests are run and their
commands typed. Says TAP."""

import os
import re
import subprocess
import sys

from guardian import run_guarded, run_tests
from readmes import ROOT, blocks_of, commands_of_block, difference, fresh_copy

PAGE = "CONTRIBUTING.md"
HEADING = re.compile(r"## .*, step by step$")
NEW_FILE = re.compile(r"`([\w./-]+)`[^`]*(?:\(`chmod \+x [^`]+`\))?:$")
# What is built of the copy, and the tests that say whether what the walks add is in order.
PROGRAM = os.path.join("app", "agentchess")
TESTS_OF_WALKS = {"tests/test_players": "/player", "tests/test_agents": "/logic",
                  "tests/test_master": "/master"}


def walks():
    """The blocks below each heading of a walk: the heading, and of each block the number of its
    first line, its lines, and the line of text above it."""
    with open(os.path.join(ROOT, PAGE), encoding="utf-8") as file:
        text = file.read().splitlines()
    found = []
    for first, lines in blocks_of(PAGE):
        before = [line for line in text[:first - 1] if line]
        heading = next(line for line in reversed(before) if line.startswith("## "))
        if HEADING.match(heading):
            if not found or found[-1][0] != heading:
                found.append((heading, []))
            found[-1][1].append((first, lines, before[-1]))
    return found


def write_file(tree, path, lines):
    target = os.path.join(tree, path)
    assert not os.path.exists(target), f"{path} is there already"
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os.chmod(target, 0o755)


def add_lines(tree, where, path, hunk):
    """Adds the lines with a '+' of @hunk where its other lines stand, one after the other."""
    target = os.path.join(tree, path)
    with open(target, encoding="utf-8") as file:
        lines = file.read().splitlines()
    old = [line[1:] for line in hunk if not line.startswith("+")]
    new = [line[1:] for line in hunk if not line.startswith("-")]
    places = [at for at in range(len(lines) - len(old) + 1) if lines[at:at + len(old)] == old]
    assert len(places) == 1, f"{where}: these lines stand {len(places)} times in {path}: {old}"
    lines[places[0]:places[0] + len(old)] = new
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def change_files(tree, where, lines):
    path, hunk = None, []
    for line in [*lines, "@@"]:
        if line.startswith("--- ") or line == "@@":
            if hunk:
                add_lines(tree, where, path, hunk)
            hunk = []
            path = line[4:] if line != "@@" else path
        else:
            hunk.append(line)


class Walker:
    """Who follows all walks in one copy of the tree, and builds it once."""

    def __init__(self, folder):
        self.tree = os.path.join(folder, "agentchess")
        self.build = os.path.join(self.tree, "build")
        self.commands = []
        fresh_copy(self.tree)

    def run(self, *words, **options):
        done = subprocess.run(words, cwd=self.tree, capture_output=True, text=True, check=False,
                              **options)
        assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def files_are_written_as_the_walks_say(self):
        for _, blocks in walks():
            for first, lines, above in blocks:
                where = f"{PAGE}:{first}"
                commands = commands_of_block(PAGE, first, lines)
                if commands:
                    self.commands += commands
                elif lines[0].startswith("--- "):
                    change_files(self.tree, where, lines)
                else:
                    name = NEW_FILE.search(above)
                    assert name, f"{where}: which file is this?"
                    write_file(self.tree, name[1], lines)
        assert self.commands, "the walks tell to type nothing"

    def what_they_need_is_built(self):
        self.run("meson", "setup", self.build, "-Dwerror=true", "-Dbuildtype=debug",
                 "-Doptimization=0", "-Ddebug=false", "-Db_lto=false", "-Dstudio=disabled",
                 "-Dfuzz=disabled")
        self.run("ninja", "-C", self.build, PROGRAM, "tests/toy_engine", *TESTS_OF_WALKS)

    def their_tests_pass(self):
        environment = {**os.environ, "G_TEST_SRCDIR": os.path.join(self.tree, "tests"),
                       "G_TEST_BUILDDIR": os.path.join(self.build, "tests")}
        for test, cases in TESTS_OF_WALKS.items():
            self.run(os.path.join(self.build, test), "-r", cases, env=environment)

    def a_term_is_refused_in_games_that_its_row_does_not_name(self):
        player = "level:7+king-shelter"
        done = subprocess.run([os.path.join(self.build, PROGRAM), "explain", "--game", "threechess",
                               "--player", player], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (
            2, f"agentchess explain: player '{player}': the game 'threechess' does not have the "
               "logic 'king-shelter'\n"), done

    def their_commands_show_what_they_say(self):
        environment = {**os.environ,
                       "PATH": f"{os.path.join(self.build, 'app')}:{os.environ['PATH']}"}
        faults = []
        for command in self.commands:
            shown = self.run("bash", "-c", command.text, env=environment)
            fault = command.shown and difference(command.shown, shown.splitlines())
            faults += [f"{command.where}: $ {command.text}\n{fault}"] if fault else []
        assert not faults, "\n".join(faults)


def work(folder):
    walker = Walker(folder)
    return 0 if run_tests("walks", (walker.files_are_written_as_the_walks_say,
                                    walker.what_they_need_is_built,
                                    walker.their_tests_pass,
                                    walker.a_term_is_refused_in_games_that_its_row_does_not_name,
                                    walker.their_commands_show_what_they_say)) else 1


if __name__ == "__main__":
    sys.exit(run_guarded(work, "walks"))
