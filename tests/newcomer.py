"""A person that types commands in a fresh copy of the tree: for tests of READMEs and --help."""

import os
import re
import shutil
import subprocess

from guardian import free_ports, wait_until
from readmes import ROOT, difference, fresh_copy

DATA = os.environ.get("AGENTCHESS_DATA") or os.path.join(ROOT, "..", "shared", "data")
USERS_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"

# External programs that commands start: words of the command, the program.
PROGRAMS = (
    ("scripts/plot", "gnuplot"),
    ("scripts/demo", "gnuplot"),
    ("engine:sjeng", "sjeng"),
    ("engine:phalanx", "phalanx"),
    ("engine:gnuchess", "gnuchess"),
    ("fairymax", "fairymax"),
)

# Debian's, which has Debian's pandas.
PYTHON = "/usr/bin/python3"

# The files and folders a command writes.
WRITES = re.compile(r"(?:-o|--output|--record|--messages-file|>)[ =]?([\w./-]+)")

# The port in all examples; what else listens on this machine may have it.
PORT = re.compile(r"(--port |127\.0\.0\.1:)4000\b")

# What runs say of themselves while they last, where a machine is slow: how long, and how far.
WAITING = re.compile(r"\d+/\d+ games\b.*\n|\d+ games?, (more than|(at most )?about) .* sample games?\)\n")


class Newcomer:
    """A person that types in the folder @tree, and starts with no more than the program."""

    def __init__(self, folder, program):
        self.tree = os.path.join(folder, "agentchess")
        self.port = str(free_ports(1)[0])
        self.behind = []  # commands that run in the background, with their output
        self.unwritten = {}  # what skipped commands would have written, and what they lack
        self.given = set(fresh_copy(self.tree))  # what is there before anything is typed
        modules = os.path.join(ROOT, "studio", "node_modules")
        if os.path.exists(modules):  # installed, as the packages of Debian are: nothing is fetched
            os.symlink(modules, os.path.join(self.tree, "studio", "node_modules"))
        build = os.path.join(self.tree, "build")
        os.makedirs(os.path.join(build, "app"))
        os.symlink(program, os.path.join(build, "app", "agentchess"))
        with open(os.path.join(build, "build.ninja"), "w", encoding="utf-8"):
            pass
        words = os.path.join(folder, "bin")
        os.mkdir(words)
        os.symlink(program, os.path.join(words, "agentchess"))
        for name in ("meson", "ninja"):
            os.symlink("/bin/true", os.path.join(words, name))
        if os.path.exists(PYTHON):
            os.symlink(PYTHON, os.path.join(words, "python3"))
        home = os.path.join(folder, "home")
        os.mkdir(home)
        self.environment = {"PATH": f"{words}:{USERS_PATH}", "HOME": home, "LC_ALL": "C.UTF-8",
                            **{name: value for name, value in os.environ.items()
                               if name.endswith("SAN_OPTIONS")}}

    def lacks(self, command):
        """What @command needs and is not here. If it is skipped, so are the commands that read what
        it would have written."""
        lacking = self.lacks_itself(command) or self.lacks_input(command)
        if lacking:
            self.unwritten.update(dict.fromkeys(WRITES.findall(command.text), lacking))
        return lacking

    def lacks_input(self, command):
        """What the skipped command lacks that writes a file @command reads."""
        written = WRITES.findall(command.text)
        return next((lacking for path, lacking in self.unwritten.items() if path not in written
                     and re.search(rf"(?<![\w./-]){re.escape(path)}(?![\w-])", command.text)
                     and not os.path.exists(os.path.join(self.tree, path))), None)

    def lacks_itself(self, command):
        if command.needs is not None:
            return command.needs
        if re.match(r"(meson|ninja) ", command.text):
            return "a build, which is not repeated"
        for words, program in PROGRAMS:
            if words in command.text and shutil.which(program, path=USERS_PATH) is None:
                return f"{program}, which is not installed"
        if "import agentchess" in command.text and not self.has_pandas():
            return "pandas and matplotlib, which are not installed"
        for name in re.findall(r"[\w./-]+\.epd", command.text):
            if not os.path.exists(os.path.join(self.tree, name)):
                given = os.path.join(DATA, "epd", name)
                if not os.path.exists(given):
                    return f"{name}, which is not at hand"
                shutil.copy(given, self.tree)
                self.given.add(name)
        return None

    def files_left(self):
        """What the commands have written where .gitignore does not expect it."""
        return sorted(name for name in (os.path.relpath(os.path.join(folder, each), self.tree)
                                        for folder, _, names in os.walk(self.tree) for each in names)
                      if name not in self.given
                      and not re.match(r"(build[^/]*|results)/|.*__pycache__/", name))

    def has_pandas(self):
        return self.start("python3 -c 'import matplotlib, pandas'",
                          stderr=subprocess.DEVNULL).wait() == 0

    def write(self, name, text):
        with open(os.path.join(self.tree, name), "w", encoding="utf-8") as file:
            file.write(text)

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
        told_too = "".join(line for line in errors.splitlines(True) if not WAITING.fullmatch(line))
        return (difference(told, shown.splitlines())
                and difference(told, (shown + told_too).splitlines()))
