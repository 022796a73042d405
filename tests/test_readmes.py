"""Every command of every README, typed in the order in which people meet them, in a fresh copy of
the tree: it has to succeed and to show what stands below it, numbers exactly, times and paths not.

    python3 tests/test_readmes.py PROGRAM [FILE.md ...]

types all files, or only those named. Says TAP. What is built is there already: `meson` and `ninja`
do nothing."""

import contextlib
import os
import re
import resource
import shutil
import subprocess
import sys

from guardian import free_ports, run_guarded, wait_until
from readmes import ROOT, commands_of, difference, fresh_copy, readmes

PROGRAM = os.path.abspath(sys.argv[1])
DATA = os.environ.get("AGENTCHESS_DATA") or os.path.join(ROOT, "..", "shared", "data")
USERS_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"

# Programs of others that commands start: words of the command, the program.
PROGRAMS = (
    ("scripts/plot", "gnuplot"),
    ("scripts/demo", "gnuplot"),
    ("engine:sjeng", "sjeng"),
    ("fairymax", "fairymax"),
)

# The port in all examples; what else listens on this machine may have it.
PORT = re.compile(r"(--port |127\.0\.0\.1:)4000\b")

class Newcomer:
    """Who types in the folder @tree, and starts with no more than the program."""

    def __init__(self, folder):
        self.tree = os.path.join(folder, "agentchess")
        self.port = str(free_ports(1)[0])
        self.behind = []  # commands that run in the background, with their output
        fresh_copy(self.tree)
        build = os.path.join(self.tree, "build")
        os.makedirs(os.path.join(build, "app"))
        os.symlink(PROGRAM, os.path.join(build, "app", "agentchess"))
        with open(os.path.join(build, "build.ninja"), "w", encoding="utf-8"):
            pass
        words = os.path.join(folder, "bin")
        os.mkdir(words)
        os.symlink(PROGRAM, os.path.join(words, "agentchess"))
        for name in ("meson", "ninja"):
            os.symlink("/bin/true", os.path.join(words, name))
        home = os.path.join(folder, "home")
        os.mkdir(home)
        self.environment = {"PATH": f"{words}:{USERS_PATH}", "HOME": home, "LC_ALL": "C.UTF-8",
                            **{name: value for name, value in os.environ.items()
                               if name.endswith("SAN_OPTIONS")}}

    def lacks(self, command):
        """What @command needs and is not here."""
        if command.needs is not None:
            return command.needs
        if re.match(r"(meson|ninja) ", command.text):
            return "a build, which is not repeated"
        for words, program in PROGRAMS:
            if words in command.text and shutil.which(program, path=USERS_PATH) is None:
                return f"{program}, which is not installed"
        for name in re.findall(r"[\w./-]+\.epd", command.text):
            if not os.path.exists(os.path.join(self.tree, name)):
                given = os.path.join(DATA, "epd", name)
                if not os.path.exists(given):
                    return f"{name}, which is not at hand"
                shutil.copy(given, self.tree)
        return None

    def start(self, text, **options):
        return subprocess.Popen(["bash", "--noprofile", "--norc", "-c", text], cwd=self.tree,
                                env=self.environment, text=True, **options)

    def start_behind(self, text, expected):
        """What goes on while others are typed; we wait until it has shown what it shows."""
        path = os.path.join(self.tree, "..", f"behind-{len(self.behind)}")
        with open(path, "w", encoding="utf-8") as file:
            process = self.start("exec " + text.rstrip("& "), stdin=subprocess.DEVNULL, stdout=file,
                                 stderr=subprocess.STDOUT)
        self.behind.append((text, process, path))

        def is_shown():
            with open(path, encoding="utf-8") as file:
                return process.poll() is not None or not difference(expected + ["..."],
                                                                    file.read().splitlines())
        if expected:
            wait_until(f"'{text}' shows '{expected[-1]}'", is_shown)
        return self.fault_behind(text, process, path) if process.poll() is not None else ""

    @staticmethod
    def fault_behind(text, process, path):
        if process.returncode == 0:
            return ""
        with open(path, encoding="utf-8") as file:
            return f"'{text}' has ended with status {process.returncode}:\n" + file.read()

    def end_what_is_behind(self):
        """Waits for the commands in the background. What is wrong with them."""
        faults = []
        for text, process, path in self.behind:
            wait_until(f"'{text}' has ended", lambda process=process: process.poll() is not None)
            faults.append(self.fault_behind(text, process, path))
        self.behind = []
        return "".join(faults)

    def type(self, command):
        """Types a command, and what is told to be typed while it runs. What is wrong with it."""
        text = PORT.sub(rf"\g<1>{self.port}", command.text)
        told = [PORT.sub(rf"\g<1>{self.port}", line) for line in command.shown or []]
        if text.endswith("&"):
            return self.start_behind(text, told)
        typed = [line[2:] for line in told if line.startswith("> ")]
        process = self.start(text, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        shown, errors = process.communicate("".join(line + "\n" for line in typed))
        if process.returncode != 0:
            return f"status {process.returncode}\n{shown[-2000:]}{errors[-2000:]}"
        if command.shown is None or not told:
            return ""
        ends_open = told[-1].startswith("> ")
        told = [line for line in told if not line.startswith("> ")] + (["..."] if ends_open else [])
        if typed:
            shown = re.sub(r"^(> )+", "", shown, flags=re.M)
        return (difference(told, shown.splitlines())
                and difference(told, (shown + errors).splitlines()))


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
    newcomer = Newcomer(folder)
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
