#!/usr/bin/env python3
"""Files of every spec and outputs of reports, byte by byte.

    tests/spec_bytes.py PROGRAM           lists NAME SHA256 of every file and output
    tests/spec_bytes.py PROGRAM OTHER     compares two programs, exit status 1 if they differ
    --reports                             only the outputs of reports
    --numbers                             compares reports by the numbers in them
    --show                                prints the outputs that differ

Each spec of experiments/specs is played with few games and all files on, in one run, in shards that
are merged, and in formats that the specs do not have; games are replayed, reports printed in all
tables and formats. Members of run.json that describe the machine and the day are left out. The two
programs may differ in the form of their commands: REPORTS names a table, not options.
"""
import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SPECS = pathlib.Path(__file__).resolve().parent.parent / "experiments" / "specs"
ALL = ["record.material=on", "record.events=on"]
IN_TIME = ["record.material=on"]

# Name, spec, settings, games to replay.
RUNS = [
    ("ablation", "ablation.ini", ["experiment.games=6"], [1, 40]),
    ("antichess", "antichess.ini", ["experiment.games=5"] + ALL, [1, 70]),
    ("async", "async.ini", ["experiment.games=2"] + IN_TIME, [1, 91]),
    ("example", "example.ini", ["experiment.games=8"] + ALL, [3]),
    ("homeostatic", "homeostatic.ini", ["experiment.games=1"] + ALL, [2]),
    ("march", "march.ini", ["experiment.games=11"] + ALL, [2]),
    ("readings", "readings.ini", ["experiment.games=10"], [5]),
    ("search-parts", "search-parts.ini", ["experiment.games=1"], [1]),
    ("thesis", "thesis.ini", ["experiment.games=15"] + ALL, [17, 300]),
    ("threechess", "threechess.ini", ["experiment.games=3", "players.mcts=mcts:playouts=20",
                                      "record.material=on"], [1, 60]),
    ("seats", "threechess.ini", ["experiment.games=60", "experiment.format=random-seats",
                                 "players.mcts=greedy", "players.paranoid=paranoid:depth=1",
                                 "rules.rules=threechess", "openings.random-plies=3"], [7]),
    ("openings", "thesis.ini", ["experiment.games=7", "openings.random-plies=5"], [9]),
    ("sprt", "example.ini", ["experiment.games=400", "experiment.format=pairs",
                             "experiment.pairs=L1:L7"], []),
]
MOMENTARY = ["version", "commit", "compiler", "jobs", "finished", "seconds", "games_per_second",
             "host", "hash"]


def call(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    return "%d\n%s" % (done.returncode, done.stdout) if done.returncode <= 1 else (
        "%d\n%s%s" % (done.returncode, done.stdout, done.stderr))


def without_moment(path):
    members = json.loads(path.read_text())
    for name in MOMENTARY:
        members.pop(name, None)
    return json.dumps(members, indent=1).encode()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def files_of(name, folder):
    """A program that does not know a key of the spec makes no folder, which its output tells."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        data = without_moment(path) if path.name == "run.json" else path.read_bytes()
        yield "%s/%s" % (name, path.name), data


def play(program, run, place):
    name, spec, settings, games = run
    folder = place / name
    settings = [word for setting in settings for word in ("--set", setting)]
    said = call(program, "run", SPECS / spec, *settings, "--jobs", 2, "--output", folder)
    yield name + "/stdout", said.replace(str(place), "").encode()
    yield from files_of(name, folder)
    for game in games:
        said = call(program, "replay", folder, "--game", game)
        yield "%s/replay %d" % (name, game), said.replace(str(place), "").encode()


def merge(program, run, place):
    name, spec, settings, _ = run
    settings = [word for setting in settings for word in ("--set", setting)]
    parts = [place / ("%s-%d" % (name, part)) for part in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        call(program, "run", SPECS / spec, *settings, "--shard", "%d/3" % number, "--jobs", 1,
             "--output", part)
    folder = place / (name + "-merged")
    call(program, "merge", *parts, "--output", folder)
    yield from files_of(name + "-merged", folder)


# Runs that reports are printed of.
REPORTED = [
    ("r-thesis", "thesis.ini", ["experiment.games=12", "experiment.seed=5"]),
    ("r-again", "thesis.ini", ["experiment.games=12", "experiment.seed=6"]),
    ("r-async", "async.ini", ["experiment.games=2", "record.material=on"]),
    ("r-seats", "threechess.ini", ["experiment.games=30", "experiment.format=random-seats",
                                   "players.mcts=greedy", "players.paranoid=paranoid:depth=1",
                                   "rules.rules=threechess"]),
    ("r-sprt", "example.ini", ["experiment.games=300", "experiment.format=pairs",
                               "experiment.pairs=L1:L7"]),
    ("r-sweep", "ablation.ini", ["experiment.games=4"]),
]
STANDINGS = ["pairings", "ratings", "residuals", "pairs"]
PICTURES = ["run", "requests", "threats"]
FORMATS = ["text", "markdown", "csv", "json"]
# Kind of report, runs, table.
REPORTS = (
    [("report", ["r-thesis"], table) for table in [None] + STANDINGS + PICTURES] +
    [("report", ["r-async"], table) for table in [None] + STANDINGS[:2] +
     ["run", "requests"]] +
    [("report", ["r-seats"], table) for table in [None, "seats", "run", "pairings", "material"]] +
    [("report", ["r-sprt"], table) for table in [None, "sprt", "scores", "seats"]] +
    [("report", ["r-sweep"], table) for table in [None, "ratings", "nothing"]] +
    [("report", ["r-thesis", "r-again"], table) for table in [None, "ratings"]] +
    [("report", ["r-async"], "scores")] +
    [("compare", ["r-thesis", "r-again"], None), ("compare", ["r-sprt", "r-seats"], None)] +
    [("by", ["r-thesis"], factor) for factor in ("colour", "termination", "opening-set")] +
    [("interactions", ["r-thesis"], "colour"), ("thesis", ["r-thesis"], None),
     ("thesis", ["r-sprt", "r-sweep"], None)])
PUBLISHED = SPECS.parent.parent / "results" / "published"
HELPS = ["report", "compare", "thesis", "effects", "run", "merge", "suite", "tune"]


def report_words(program, kind, folders, table, form):
    """The words of the command, as @program knows it."""
    new = call(program, "compare", "--help").startswith("0")
    form = (["--format", form] if new else [] if form == "text" else ["--" + form])
    if kind == "report":
        return ["report", *folders] + (["--table", table] if table else []) + form
    if kind == "compare":
        return (["compare"] if new else ["report", "--compare"]) + folders + form
    if kind == "thesis":
        return (["thesis"] if new else ["report", "--against", PUBLISHED]) + folders + form
    more = []
    if kind == "interactions":
        more = ["--interactions"] if new else ["--table", "interactions"]
    return ["compare" if new else "report", "--by", table, *folders] + more + form


def list_reports(program, place):
    for name, spec, settings in REPORTED:
        settings = [word for setting in settings for word in ("--set", setting)]
        call(program, "run", SPECS / spec, *settings, "--jobs", 2, "--output", place / name)
    for kind, runs, table in REPORTS:
        for form in FORMATS:
            folders = [place / run for run in runs]
            said = call(program, *report_words(program, kind, folders, table, form))
            yield ("%s %s %s %s" % (kind, "+".join(runs), table, form),
                   said.replace(str(place), "").encode())


def list_bytes(program, only_reports):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for run in RUNS if not only_reports else []:
            yield from play(program, run, place)
        for run in RUNS if not only_reports else []:
            if run[0] in ("async", "thesis", "seats", "threechess"):
                yield from merge(program, run, place)
        yield from list_reports(program, place)
        for name in HELPS:
            yield "help " + name, call(program, name, "--help").encode()


def is_report(name):
    return name.split(" ")[0] in ("report", "compare", "by", "interactions", "thesis")


def numbers_of(data):
    return [float(text) for text in re.findall(rb"\d+(?:\.\d+)?", data)]


def is_same(name, one, other, as_numbers):
    if one is None or other is None or not as_numbers or not is_report(name):
        return one == other
    return numbers_of(one) == numbers_of(other)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--reports", action="store_true")
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    lists = [dict(list_bytes(program, options.reports)) for program in options.programs]
    if len(lists) == 1:
        for name, data in lists[0].items():
            print(name, digest(data))
        return 0
    names = {**lists[0], **lists[1]}
    differ = [name for name in names if not is_same(name, lists[0].get(name), lists[1].get(name),
                                                    options.numbers)]
    for name in differ:
        print("differs:", name)
        for data in (lists[0].get(name), lists[1].get(name)):
            print("   ", digest(data) if data is not None else "missing")
            if options.show and data is not None:
                print(data.decode(errors="replace"))
    print("%d of %d differ" % (len(differ), len(names)))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
