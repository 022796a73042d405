"""What `meson install` brings: run with the build folder; says TAP. Everything goes to a folder of
this test's own."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from guardian import run_tests

BUILD = sys.argv[1]
BASH = """
source "$1"
compopt() { :; }
COMP_LINE=$2 COMP_POINT=${#2}
_agentchess
printf '%s\\n' "${COMPREPLY[@]}"
"""


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


def complete(root, line):
    path = os.path.dirname(program_of(root))
    script = find(root, "agentchess", "/completions")
    environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"}
    return run("bash", "-c", BASH, "-", script, line, env=environment).stdout.split()


def bash_completes_what_the_program_knows(root):
    assert complete(root, "agentchess ma") == ["match"]
    changes = complete(root, "agentchess match level:7-de")
    assert changes == ["7-defence-request", "7-defence-consideration"], changes
    assert complete(root, "agentchess run --set=rules.repetition=o") == ["off", "on"]
    assert complete(root, "agentchess memory exp") == ["export"]
    assert "--games=" in complete(root, "agentchess match --g")


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
        compared = run(program, "report", "--against", "results/published", "results/thesis", **here)
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


TESTS = (
    the_program_runs_where_it_is_installed,
    every_command_has_a_manual_page,
    bash_completes_what_the_program_knows,
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
