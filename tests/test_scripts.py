"""scripts/check and what it runs: what is counted, skipped and refused. Prints TAP."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from guardian import free_ports, run_tests
from newcomer import Newcomer
from readmes import ROOT, Command


def run(script, *words):
    return subprocess.run([os.path.join(ROOT, "scripts", script), *words], capture_output=True,
                          text=True, check=False)


def count(programs, *lines):
    """What count-tests prints of a log of @programs and of @lines."""
    with tempfile.TemporaryDirectory() as folder:
        logs = os.path.join(folder, "build", "meson-logs")
        os.makedirs(logs)
        log = os.path.join(logs, "testlog.json")
        results = os.path.join(folder, "results")
        with open(log, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(program) + "\n" for program in programs)
        with open(results, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in (log, *lines))
        return run("count-tests", results)


def program(name, stdout, result="OK", returncode=0):
    return {"name": f"agentchess:fast / {name}", "stdout": stdout, "result": result,
            "returncode": returncode}


def skipped_suites_are_listed_and_the_last_line_counts():
    done = count([program("fen", "ok 1 /a\nok 2 /b # SKIP no data\n1..2\n"),
                  program("slurm", "1..0 # SKIP no slurmctld\n", "SKIP", 77)],
                 "passed:clang-format", "skipped:packages:lintian is not installed")
    assert done.stdout == "2 passed, 0 failed, 3 skipped\n", done.stdout
    assert done.stderr.splitlines() == ["skipped: build: fen, 1 of 2: no data",
                                        "skipped: build: slurm, 1 of 1: no slurmctld",
                                        "skipped: packages, 1 of 1: lintian is not installed"]
    assert done.returncode == 0


def a_crash_and_a_failed_case_fail_and_say_why():
    done = count([program("fen", "ok 1 /a\nnot ok 2 /b\n# because\n# of c\nok 3 /d\n# a remark\n",
                          "FAIL", 1),
                  program("pgn", "ok 1 /a\n", "ERROR", -11)], "failed:packages")
    assert done.stdout == "3 passed, 3 failed, 0 skipped\n" and done.returncode == 1, done.stdout
    assert "failed: build: fen: not ok 2 /b\n    # because\n    # of c\n" in done.stderr, done.stderr
    assert "remark" not in done.stderr, done.stderr


def unknown_options_are_refused_and_nothing_is_installed():
    for script in ("check", "clean-root", "setup", "packages", "fuzz"):
        assert run(script, "--nosuch").returncode == 2, script


def help_is_printed_and_nothing_is_installed():
    for script in ("bench", "check", "clean-root", "demo", "fuzz", "list-files", "packages", "release",
                   "setup", "studio"):
        done = run(script, "--help")
        assert done.returncode == 0 and not done.stderr, script
        assert f"scripts/{script}" in done.stdout and "#" not in done.stdout, done.stdout


def a_client_without_a_server_says_so():
    port = str(free_ports(1)[0])
    done = run("async-client", "--port", port)
    assert done.stderr == f"async-client: 127.0.0.1 port {port}: Connection refused\n", done.stderr
    assert done.returncode == 1


def make_tree(folder, scripts, files):
    """A tree of these files and copies of @scripts."""
    os.makedirs(os.path.join(folder, "scripts"))
    for name in scripts:
        shutil.copy(os.path.join(ROOT, "scripts", name), os.path.join(folder, "scripts"))
    for name in files:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8"):
            pass


def files_of_a_tree_are_listed_with_git_and_without():
    with tempfile.TemporaryDirectory() as above:
        tree = os.path.join(above, "tree")
        make_tree(tree, ["list-files"], ["a.c", "b.c", "build-x/c.c", "results/README.md", "results/r/games.csv"])

        def listed(*options, path=os.environ["PATH"]):
            done = subprocess.run([os.path.join(tree, "scripts", "list-files"), *options],
                                  env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True)
            return sorted(done.stdout.rstrip("\0").split("\0"))

        def git(folder, *words):
            subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True)

        everything = ["a.c", "b.c", "results/README.md", "scripts/list-files"]
        assert listed() == everything, listed()
        if shutil.which("git") is None:
            return
        git(above, "init")  # whose files are not those of the tree
        assert listed() == everything, listed()
        git(tree, "init")
        git(tree, "add", "a.c", "b.c")
        os.remove(os.path.join(tree, "b.c"))
        assert listed() == ["a.c"], listed()
        assert "scripts/list-files" in listed("--others")
        without = os.path.join(above, "bin")
        os.mkdir(without)
        for name in ("dirname", "find"):
            os.symlink(shutil.which(name), os.path.join(without, name))
        assert listed(path=without) == [name for name in everything if name != "b.c"]


def a_format_of_no_files_fails():
    with tempfile.TemporaryDirectory() as tree:
        make_tree(tree, ["check", "list-files", "count-tests"], ["bin/meson", "scripts/setup"])
        for name in ("bin/meson", "bin/clang-format", "scripts/setup"):  # they do nothing, with success
            with open(os.path.join(tree, name), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n")
            os.chmod(os.path.join(tree, name), 0o755)
        environment = {**os.environ, "PATH": f"{tree}/bin:{os.environ['PATH']}"}
        for code, fails in (("", True), ("a.c", False)):
            if code:
                shutil.copy(os.path.join(tree, "scripts", "setup"), os.path.join(tree, code))
            done = subprocess.run([os.path.join(tree, "scripts", "check"), "--fast"], env=environment,
                                  capture_output=True, text=True, check=False)
            assert ("failed: clang-format" in done.stderr) == fails, done.stderr


def a_command_that_reads_what_a_skipped_one_writes_is_skipped():
    with tempfile.TemporaryDirectory() as folder:
        newcomer = Newcomer(folder, "/bin/true")
        command = lambda text, needs=None: Command("x.md", 1, text, None, needs)
        assert newcomer.lacks(command("agentchess suite -o results/x a", "suites")) == "suites"
        assert newcomer.lacks(command("agentchess report results/x > y.csv")) == "suites"
        assert newcomer.lacks(command("scripts/plot y.csv")) == "suites"
        assert newcomer.lacks(command("agentchess report results/xy")) is None
        assert newcomer.lacks(command("agentchess run z.ini -o results/x")) is None


if __name__ == "__main__":
    sys.exit(0 if run_tests("scripts", (skipped_suites_are_listed_and_the_last_line_counts,
                                        a_crash_and_a_failed_case_fail_and_say_why,
                                        unknown_options_are_refused_and_nothing_is_installed,
                                        help_is_printed_and_nothing_is_installed,
                                        a_client_without_a_server_says_so,
                                        files_of_a_tree_are_listed_with_git_and_without,
                                        a_format_of_no_files_fails,
                                        a_command_that_reads_what_a_skipped_one_writes_is_skipped))
             else 1)
