"""What `meson install` brings: run with the build folder; says TAP. Everything goes to a folder of
this test's own."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from guardian import CannotRun, run_tests

BUILD = sys.argv[1]
# How a shell is asked what follows a line: the script with its completion, and its folder. Bash wants
# only what follows the last = or : of a word; Zsh is given its variables and a builtin by hand.
SHELLS = {
    "bash": ("""
source "$1"
compopt() { :; }
COMP_LINE=$2 COMP_POINT=${#2}
_agentchess
word=${2##* }
kept=${word%"${word##*[=:]}"}
printf '%s\\n' "${COMPREPLY[@]/#/"$kept"}"
""", "agentchess", "/completions"),
    "zsh": ("""
compadd() { shift ${@[(i)--]}; print -rl -- "$@"; }
_files() { :; }
words=("${(@s: :)2}") CURRENT=${#words}
complete() { source "$1"; }
complete "$1"
""", "_agentchess", "/site-functions"),
    "fish": ("""
source $argv[1]
complete -C $argv[2] | string replace -r '\\t.*' ''
""", "agentchess.fish", "/vendor_completions.d"),
}


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, **options)


def find(root, name, folder=""):
    """The one file called @name below @root, in a folder called @folder if one is named."""
    found = [os.path.join(path, name) for path, _, files in os.walk(root)
             if name in files and path.endswith(folder)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def program_of(root):
    return find(root, "agentchess", "/bin")


def commands_of(program):
    text = run(program, "--help").stdout.split("Commands:")[1].split("\n\n")[0]
    return re.findall(r"^  (\S+)", text, re.M)


def the_program_runs_where_it_is_installed(root):
    version = run(program_of(root), "--version").stdout
    assert version.startswith("agentchess "), version


def every_command_has_a_manual_page(root):
    program = program_of(root)
    names = [*commands_of(program), "plot"]
    pages = ["agentchess"] + ["agentchess-" + name for name in names]
    for page in pages:
        path = find(root, page + ".1")
        text = open(path, encoding="utf-8").read()
        assert text.startswith(f".TH {page.upper()} 1"), page
        assert ".SH SYNOPSIS" in text and ".SH DESCRIPTION" in text, page
        if shutil.which("man") is not None:
            seen = run("man", "--warnings", "-l", path, env={**os.environ, "LC_ALL": "C.UTF-8"})
            assert seen.returncode == 0 and not seen.stderr, f"{page}: {seen.stderr}"


def complete(root, shell, line):
    path = os.path.dirname(program_of(root))
    text, script, folder = SHELLS[shell]
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "HOME": root}
    words = [shell, "-c", text] + (["-"] if shell != "fish" else [])
    with tempfile.TemporaryDirectory() as here:
        return run(*words, find(root, script, folder), line, env=environment,
                   cwd=here).stdout.splitlines()


def every_shell_completes_what_the_program_knows(root, shell):
    def offered(line):
        return complete(root, shell, "agentchess " + line)

    assert offered("ma") == ["match"], offered("ma")
    assert offered("help ma") == ["match"]
    changes = ["level:7-defence-consideration", "level:7-defence-request"]
    assert sorted(offered("match level:7-de")) == changes, offered("match level:7-de")
    assert offered("match random lev") == ["level:"]
    assert offered("memory exp") == ["export"]
    assert sorted(offered("run thesis-")) == ["thesis-external", "thesis-fitted"]
    assert "--games=" in offered("match --g")
    games = ["antichess", "chess", "threechess"]
    for before in ("--game ", "--game="):
        known = before.removesuffix(" ") if before.endswith("=") else ""
        assert sorted(offered("play " + before)) == [known + name for name in games], before
    assert len(offered("explain --player ")) == len(offered("explain --player=")) > 10
    assert offered("explain --player l") == ["level:"]
    keys = ["experiment.game=", "experiment.games="]
    assert sorted(offered("run --set experiment.g")) == keys
    assert sorted(offered("run --set=experiment.g")) == ["--set=" + key for key in keys]
    assert sorted(offered("run --set rules.repetition=o")) == ["rules.repetition=off",
                                                               "rules.repetition=on"]
    for before, known in (("--progress ", ""), ("--progress=", "--progress=")):
        assert sorted(offered("run thesis " + before)) == [known + name
                                                           for name in ("line", "none", "plain")]
    assert sorted(offered("compare --format ")) == ["csv", "json", "markdown", "text"]


def in_shell(shell):
    def test(root):
        if shutil.which(shell) is None:
            raise CannotRun(f"{shell} is not installed")
        every_shell_completes_what_the_program_knows(root, shell)

    test.__name__ = f"{shell}_completes_what_the_program_knows"
    return test


def specs_and_what_draws_runs_are_there(root):
    assert find(root, "thesis.ini").endswith("share/agentchess/specs/thesis.ini")
    assert os.path.islink(os.path.join(os.path.dirname(program_of(root)),
                                       "agentchess-plot"))
    help_text = run(os.path.join(os.path.dirname(program_of(root)),
                                 "agentchess-plot"), "--help")
    assert help_text.stdout.startswith("usage:"), help_text.stderr


def specs_tables_and_suites_are_found_from_any_folder(root):
    program = program_of(root)
    listed = run(program, "specs").stdout.splitlines()
    specs = os.path.dirname(find(root, "thesis.ini", "/specs"))
    assert [line.split()[0] for line in listed] == sorted(
        name.removesuffix(".ini") for name in os.listdir(specs) if name.endswith(".ini")), listed
    assert all(re.match(r"\S+  +[A-Z].{20,70}[.?]$", line) for line in listed), listed
    with tempfile.TemporaryDirectory() as folder:
        here = {"cwd": folder}
        few = ("--set", "experiment.games=2", "--progress=none")
        for name in ("thesis", "thesis.ini", "experiments/specs/thesis.ini"):
            played = run(program, "run", name, *few, "--force", **here)
            assert played.returncode == 0, played.stderr
            assert os.path.exists(os.path.join(folder, "results/thesis/games.csv")), name
        compared = run(program, "thesis", "results/thesis", **here)
        assert "Table 3.1" in compared.stdout, compared.stderr
        solved = run(program, "suite", "mates", "--draws", "1", **here)
        assert solved.stdout.startswith("mates.epd level:7"), solved.stderr
        unknown = run(program, "run", "thesi", **here)
        assert unknown.returncode == 1 and "did you mean 'thesis'?" in unknown.stderr, unknown
        own = run(program, "specs", "thesis", **here)
        with open(os.path.join(folder, "thesis.ini"), "w", encoding="utf-8") as file:
            file.write(own.stdout)
        checked = run(program, "run", "thesis", "--check", *few, **here)
        assert checked.stdout.startswith("thesis: 8 players"), checked.stdout


def help_names_pages_where_they_lie(root):
    program = program_of(root)
    pages = os.path.normpath(os.path.join(os.path.dirname(program), "../share/doc/agentchess"))
    for words in ((), ("run",)):
        told = run(program, *words, "--help").stdout
        assert re.search(r"(?<![\w/])[a-z]+/[\w/-]+\.md", told), told
    os.makedirs(pages)
    try:
        for words in ((), ("run",)):
            told = run(program, *words, "--help").stdout
            named = re.findall(r"\S+\.md", told)
            assert named and all(name.startswith(pages + "/") for name in named), named
    finally:
        os.removedirs(pages)


TESTS = (
    help_names_pages_where_they_lie,
    the_program_runs_where_it_is_installed,
    every_command_has_a_manual_page,
    *map(in_shell, SHELLS),
    specs_and_what_draws_runs_are_there,
    specs_tables_and_suites_are_found_from_any_folder,
)


def main():
    with tempfile.TemporaryDirectory() as folder:
        installed = run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir",
                        folder)
        assert installed.returncode == 0, installed.stderr
        return 0 if run_tests("install", TESTS, folder) else 1


sys.exit(main())
