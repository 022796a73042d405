"""scripts/check and what it runs: what is counted, skipped and refused. Prints TAP."""

import json
import os
import subprocess
import sys
import tempfile

from guardian import run_tests
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


def a_crash_and_a_failed_case_fail():
    done = count([program("fen", "ok 1 /a\nnot ok 2 /b\n", "FAIL", 1),
                  program("pgn", "ok 1 /a\n", "ERROR", -11)], "failed:packages")
    assert done.stdout == "2 passed, 3 failed, 0 skipped\n" and done.returncode == 1, done.stdout
    assert "failed: build: fen: not ok 2 /b\n" in done.stderr, done.stderr


def unknown_options_are_refused_and_nothing_is_installed():
    for script in ("check", "setup", "packages", "fuzz"):
        assert run(script, "--nosuch").returncode == 2, script


def help_is_printed_and_nothing_is_installed():
    for script in ("bench", "check", "demo", "fuzz", "packages", "release", "setup", "studio"):
        done = run(script, "--help")
        assert done.returncode == 0 and not done.stderr, script
        assert f"scripts/{script}" in done.stdout and "#" not in done.stdout, done.stdout


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
                                        a_crash_and_a_failed_case_fail,
                                        unknown_options_are_refused_and_nothing_is_installed,
                                        help_is_printed_and_nothing_is_installed,
                                        a_command_that_reads_what_a_skipped_one_writes_is_skipped))
             else 1)
