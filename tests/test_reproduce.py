#!/usr/bin/env python3
"""The scripts that compare with the thesis: scripts/reproduce whole, with few games, and what
scripts/rank-readings needs to know of the program and of the printed tables.

    tests/test_reproduce.py PROGRAM
"""
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(sys.argv[1])


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(TOP / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def the_page_has_every_table():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([str(TOP / "scripts" / "reproduce"), "--program", PROGRAM, "--games", "2",
                        "--jobs", "1", "--output", folder], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={**os.environ, "AGENTCHESS": PROGRAM})
        text = (pathlib.Path(folder) / "reproduction.html").read_text()
        for words in ("Table 3.1", "Table 3.2", "Table 3.8", "Figure 3.3", "Figure 3.5",
                      "All tables", "thesis: L7 L8", "external: Crafty L8", "games=2",
                      "search:depth=1 takes the place of", "coin"):
            assert words in text, f"{words} is not in the page"


def ranking_knows_all_readings_and_cells():
    rank = load("rank-readings")
    program = rank.Program(PROGRAM, 1)
    cells = rank.read_cells([])
    assert "checks-overrule" in program.switches and "repetition" in program.switches
    assert set(rank.BY_THE_TEXT) <= set(program.switches)
    assert len(set(rank.factorial(rank.BY_THE_TEXT))) == 2 ** len(rank.BY_THE_TEXT)
    assert [cell.table for cell in cells].count("3.1") == 24
    assert program.variant(2, {"level-2-shuns-checks"}) == "level:2,level-2-shuns-checks=on"
    assert program.variant(3, {"level-2-shuns-checks"}) == "level:3"


def effects_that_add_up_are_predicted():
    rank = load("rank-readings")

    class Switches:
        switches = ["a", "b", "c", "level-2-hunts-king", "level-2-shuns-checks"]

    effect = {"a": -5, "b": 3, "c": -1, "level-2-hunts-king": 2, "level-2-shuns-checks": 4}
    deviances = {c: 100 + sum(effect[name] for name in c) for c in rank.design(Switches)}
    assert rank.Prediction(Switches, deviances).best(2) == [frozenset("ac"), frozenset("a")]


TESTS = [ranking_knows_all_readings_and_cells, effects_that_add_up_are_predicted,
         the_page_has_every_table]


def main():
    print(f"1..{len(TESTS)}")
    failed = 0
    for number, test in enumerate(TESTS, 1):
        try:
            test()
            print("ok", number, test.__name__.replace("_", " "))
        except (AssertionError, subprocess.CalledProcessError) as error:
            failed = 1
            print("not ok", number, test.__name__.replace("_", " "), "-", error)
    return failed


if __name__ == "__main__":
    sys.exit(main())
