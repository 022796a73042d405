#!/usr/bin/env python3
"""What every spec writes, byte by byte.

    tests/spec_bytes.py PROGRAM           lists SPEC FILE SHA256 of every file
    tests/spec_bytes.py PROGRAM OTHER     compares two programs, exit status 1 if they differ

Each spec of experiments/specs is played with few games and all files on, in one run, in shards that
are merged, and in formats that the specs do not have; games are replayed, reports printed. What
tells of the machine and the day is left out of run.json.
"""
import hashlib
import json
import pathlib
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
    for form in ([], ["--csv=pairings"], ["--json"], ["--markdown"]):
        said = call(program, "report", folder, *form)
        yield "%s/report %s" % (name, " ".join(form)), said.replace(str(place), "").encode()


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


def list_bytes(program):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for run in RUNS:
            yield from play(program, run, place)
        for run in RUNS:
            if run[0] in ("async", "thesis", "seats", "threechess"):
                yield from merge(program, run, place)


def main(programs):
    lists = [dict(list_bytes(program)) for program in programs]
    if len(lists) == 1:
        for name, data in lists[0].items():
            print(name, digest(data))
        return 0
    differ = [name for name in {**lists[0], **lists[1]}
              if lists[0].get(name) != lists[1].get(name)]
    for name in differ:
        print("differs:", name)
        for data in (lists[0].get(name), lists[1].get(name)):
            print("   ", digest(data) if data is not None else "missing")
    print("%d of %d differ" % (len(differ), len({**lists[0], **lists[1]})))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
