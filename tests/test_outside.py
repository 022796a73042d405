"""Agents that are a program (players/teams.md): those of scripts/example-agents are those of level 3,
and where programs misbehave the built-in agents answer. argv[1] is the program."""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(sys.argv[1])
EXAMPLE = ROOT / "scripts" / "example-agents"
ALL = f"team:program=python3 {EXAMPLE},level=3"

# A program that answers as level 3 does at first, and then as argv[2] says.
CULPRIT = """
import importlib.machinery, importlib.util, json, os, sys, time
loader = importlib.machinery.SourceFileLoader("example", sys.argv[1])
example = importlib.util.module_from_spec(importlib.util.spec_from_loader("example", loader))
loader.exec_module(example)
how, asked = sys.argv[2], 0
for line in sys.stdin:
    question = json.loads(line)
    reports = [example.report(agent) for agent in question["agents"]]
    answer = {"id": question["id"], "reports": reports}
    asked += 1
    mover = next(report for report in reports if report["move"])
    if asked > 1:
        if how == "silence":
            time.sleep(60)
        elif how == "garbage":
            answer = "level 3"
        elif how == "half":
            sys.stdout.write(json.dumps(answer)[:40]); sys.stdout.flush(); time.sleep(60)
        elif how == "flood":
            while True:
                print("x" * 1000)
        elif how == "exit":
            sys.exit(3)
        elif how == "children":
            if os.fork() == 0:
                time.sleep(60)
            sys.exit(0)
        elif how == "illegal":
            mover["move"]["moves"] = ["a1a1"]
        elif how == "another":
            other = next(report for report in reports if report["move"] and report is not mover)
            mover["move"]["moves"] = other["move"]["moves"]
        elif how == "huge":
            answer["more"] = "x" * 1000000
        elif how == "deep":
            answer = "[" * 30000
        elif how == "missing":
            del reports[0]["loss"]
        elif how == "none":
            reports.pop()
        elif how == "late":
            answer["id"] -= 1
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""

REASONS = {
    "silence": "has not answered in 300 ms", "garbage": "not a JSON object", "half": "has not answered",
    "flood": "not a JSON object", "exit": "has exited with status 3", "children": "",
    "illegal": "answers 'a1a1', which is none of the agent's", "another": "which is none of the agent's",
    "huge": "not a JSON object", "deep": "not a JSON object", "missing": "answers without a number 'loss'",
    "none": "answers without a report of", "late": "answers another question than",
}


def agentchess(folder, *arguments, status=0, typed=""):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True,
                          input=typed)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done.stdout


def shares(folder, player, positions):
    questions = ({"shares": {"player": player, "fen": position}} for position in positions)
    return agentchess(folder, "ask", typed="".join(json.dumps(line) + "\n" for line in questions))


def match(folder, name, player, *arguments, status=0):
    agentchess(folder, "match", player, player, "--output", name, "--seed", "5", "--progress",
               "none", "--set", "openings.random-plies=4", *arguments, status=status)
    with open(folder / name / "games.csv", newline="", encoding="utf-8") as games:
        return list(csv.DictReader(games))


def moves_of(folder, name):
    return (folder / name / "games.pgn").read_text().split("\n\n")[1::2]


def the_example_decides_as_level_3(folder):
    rows = (ROOT / "tests" / "data" / "decisions.tsv").read_text().splitlines()[1:]
    positions = sorted({row.split("\t")[0] for row in rows})
    ours, theirs = (shares(folder, player, positions) for player in ("level:3", ALL))
    assert ours.count('{"shares":{"') > 20 and ours == theirs


def games_of_the_example_are_those_of_level_3(folder):
    match(folder, "ours", "level:3", "--games", "40", "--jobs", "2")
    match(folder, "theirs", ALL, "--games", "40", "--jobs", "1")
    ours, theirs = moves_of(folder, "ours"), moves_of(folder, "theirs")
    assert len(ours) == 40 and ours == theirs


def some_kinds_may_be_ours(folder):
    match(folder, "mixed", ALL.replace("level=", "outside=knight king,level="), "--games", "6")
    assert (folder / "mixed" / "games.pgn").read_text().count("[Result") == 6


def what_misbehaves_is_answered_for_and_counted(folder):
    """The built-in agents answer as level 3, so the games are those of level 3 all the same."""
    short = ("--games", "2", "--jobs", "1", "--set", "rules.max-plies=8")
    (folder / "culprit.py").write_text(textwrap.dedent(CULPRIT))
    match(folder, "ours", "level:3", *short)
    for how, reason in REASONS.items():
        answer_ms = 300 if how in ("silence", "half", "children") else 30000
        games = match(folder, how, f"team:program=python3 culprit.py {EXAMPLE} {how},"
                      f"answer-ms={answer_ms},level=3", *short)
        log = (folder / how / "programs.log").read_text()
        assert moves_of(folder, how) == moves_of(folder, "ours"), how
        for game in games:
            # Every second answer is wrong, as the program is started anew after each; but a program
            # that has not come up in time is wrong earlier.
            assert int(game["faults"]) >= 3, (how, game)
            assert f"game {game['game']}: " in log, (how, log)
        assert reason in log and "the built-in agents answered in" in log, (how, log)


def what_always_fails_is_asked_three_times_a_game(folder):
    program = "import sys; open(sys.argv[1], 'a').write('x'); sys.exit(1)"
    (folder / "exits.py").write_text(program)
    (folder / "asked").write_text("")
    games = match(folder, "exits", "team:program=python3 exits.py asked,level=3", "--games", "2",
                  "--jobs", "1", "--set", "rules.max-plies=20")
    assert [game["faults"] for game in games] == [game["plies"] for game in games], games
    assert len((folder / "asked").read_text()) == 12  # two sides in two games


TESTS = (the_example_decides_as_level_3, games_of_the_example_are_those_of_level_3,
         some_kinds_may_be_ours, what_misbehaves_is_answered_for_and_counted,
         what_always_fails_is_asked_three_times_a_game)


def main():
    failed = 0
    print(f"1..{len(TESTS)}", flush=True)
    for number, test in enumerate(TESTS, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
                print(f"ok {number} - {test.__name__}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"# {error}\nnot ok {number} - {test.__name__}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
