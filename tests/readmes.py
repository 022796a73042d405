"""What stands in the Markdown of the project, as people meet it: the commands to type and the files
to write. Tests try them in a fresh copy of the tree.

A block of commands begins with one: `$ COMMAND`, with what is shown below it, or lines that are
nothing but commands, which may end in a comment. `...` in what is shown stands for lines left out,
`> TEXT` for what is typed while the command runs. What cannot be typed says in a comment what it
needs, on its line or, for the whole block, on the first: `# needs a cluster`. A block below a line
that ends with the name of a spec, `results/NAME.ini`:, is written to that file. What is written stands
below results/, so that nothing is left in the tree.
"""

import dataclasses
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# What commands of a block without prompts begin with; others have to have the prompt.
WORDS = r"agentchess|scripts/\S+|build/\S+|cp|chmod|mkdir|meson|ninja|xboard|cutechess-cli"
COMMAND = re.compile(rf"(?P<prompt>\$ )?(?P<command>(?(prompt)\S|(?:{WORDS})(?: |$)).*)")
NEEDS = re.compile(r"(?:^|\s)#.*\bneeds? (?P<what>.+)")


# What differs from time to time and place to place.
VARYING = (
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"(?<!\S)/(?!/)\S+"), "PATH"),
    (re.compile(r"\bgames/s \d+"), "games/s N"),
    (re.compile(r"\b\d+(\.\d+)?( games/s| ?s)\b"), r"N\2"),
    (re.compile(r"\b\w+ wins: \w+ king killed at \d+ ms$"), "END"),  # by the wall clock
    (re.compile(r"\b\d+ commands, \d+ events$"), "N commands, N events"),
    (re.compile(r"\btoken [0-9a-f]{32}\b"), "token T"),
)


@dataclasses.dataclass
class Command:
    """What is typed, and what is shown then. @shown is None if that is not told, @needs what must
    be had to type it, if there is such a thing."""

    path: str
    line: int
    text: str
    shown: list | None
    needs: str | None

    @property
    def where(self):
        return f"{self.path}:{self.line}"


def blocks_of(path, root=ROOT):
    """The indented blocks of a file: the line each begins with, and its lines."""
    blocks = []
    block = None
    blank = True
    with open(os.path.join(root, path), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        assert not line.startswith("```"), f"{path}:{number}: blocks are indented, not fenced"
        if line.startswith("    ") and (block is not None or blank):
            if block is None:
                block = (number, [])
                blocks.append(block)
            block[1].extend([""] * (number - block[0] - len(block[1])) + [line[4:]])
        elif line:
            block = None
        blank = not line
    return blocks


def commands_of_block(path, first, lines):
    """The commands of a block; none if it is something else."""
    whole = NEEDS.match(lines[0])
    rest = list(enumerate(lines, first))[1 if lines[0].startswith("#") else 0:]
    begins = COMMAND.match(rest[0][1]) if rest else None
    if begins is None:
        return []
    commands = []
    continued = False
    for number, line in rest:
        typed = COMMAND.match(line)
        if continued:
            commands[-1].text += "\n" + line
        elif typed and typed["prompt"] == begins["prompt"]:
            own = NEEDS.search(line)
            needs = whole or own
            commands.append(Command(path, number, typed["command"],
                                    [] if typed["prompt"] else None,
                                    needs["what"] if needs else None))
        elif begins["prompt"]:
            commands[-1].shown.append(line)
            continue
        elif line:
            raise AssertionError(f"{path}:{number}: no command: '{line}'")
        continued = line.endswith("\\")
    return commands


def specs_of(path, root=ROOT):
    """The specs that a page tells to write: the line each begins on, its file, its text."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        lines = [""] + file.read().splitlines()
    for first, block in blocks_of(path, root):
        above = next((line for line in reversed(lines[:first]) if line), "")
        name = re.search(r"`([\w./-]+\.ini)`:$", above)
        if name:
            yield first, name[1], "\n".join(block) + "\n"


def commands_of(path, root=ROOT):
    return [command for first, lines in blocks_of(path, root)
            for command in commands_of_block(path, first, lines)]


def files_of_tree():
    """What belongs to the project, relative to its root; not what its users have written there."""
    listed = subprocess.run([os.path.join(ROOT, "scripts", "list-files")], capture_output=True,
                            text=True, check=True)
    return listed.stdout.rstrip("\0").split("\0")


def fresh_copy(folder):
    """A copy of the tree in the new @folder, without what was built or played. Its files."""
    files = files_of_tree()
    for name in files:
        target = os.path.join(folder, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, name), target)
    return files


def readmes():
    """The Markdown of the project in the order in which people meet it: README.md, what it names,
    the rest."""
    found = sorted(name for name in files_of_tree() if name.endswith(".md"))
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        named = re.findall(r"\]\(([\w./-]+\.md)\)", file.read())
    return list(dict.fromkeys(["README.md", *(name for name in named if name in found), *found]))


def comparable(line):
    line = line.rstrip()
    for pattern, replacement in VARYING:
        line = pattern.sub(replacement, line)
    return line


def find(segment, lines, start):
    """Where the lines of @segment stand in @lines, one after the other; -1: nowhere."""
    places = range(start, len(lines) - len(segment) + 1)
    return next((at for at in places if lines[at:at + len(segment)] == segment), -1)


def difference(expected, shown):
    """What is wrong with what was @shown: the empty text if nothing is. '...' stands for lines left
    out."""
    expected = [comparable(line) for line in expected]
    shown = [comparable(line) for line in shown]
    while expected and not expected[-1]:
        expected.pop()
    while shown and not shown[-1]:
        shown.pop()
    at = 0
    segments = [[]]
    for line in expected:
        if line == "...":
            segments.append([])
        else:
            segments[-1].append(line)
    for number, segment in enumerate(segments):
        is_last = number == len(segments) - 1
        if number == 0:
            place = 0 if shown[:len(segment)] == segment else -1
        elif is_last:
            place = max(at, len(shown) - len(segment))
            place = place if shown[place:] == segment else -1
        else:
            place = find(segment, shown, at)
        if place < 0 or is_last and place + len(segment) != len(shown):
            return "\n".join(["told:", *segment, "shown:", *shown[at:at + 60]])
        at = place + len(segment)
    return ""
