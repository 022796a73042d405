#!/usr/bin/env python3
"""datapackage.json of every kind of run, checked by the profiles of Frictionless Data, version 1.

    tests/test_profiles.py PROGRAM

The profiles are JSON schemas of the npm package datapackage. They are looked for where
AGENTCHESS_PROFILES says, or in tests/profiles, where scripts/setup --all brings them.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    jsonschema = None

TOP = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(sys.argv[1])
PROFILES = pathlib.Path(os.environ.get("AGENTCHESS_PROFILES", TOP / "tests" / "profiles"))
RUNS = {
    "a match": ["[experiment]", "games=4", "[players]", "A=level:7", "B=random",
                "[record]", "material=on", "events=on", "expectations=on"],
    "an asynchronous game": ["[experiment]", "game=async", "games=2", "[players]", "A=async-random",
                       "B=async-random:pause_ms=400"],
    "a game of three": ["[experiment]", "game=threechess", "games=2", "[rules]", "max-plies=30",
                        "[players]", "A=random", "B=random", "C=random"],
}


TUNING = ["[experiment]", "format=tune", "games=2", "[tune]",
          "player=search:depth=1,piece-squares=off", "iterations=2", "[parameters]",
          "freedom=1; 0; 40; 4", "[rules]", "max-plies=20"]


def play(folder, lines, command="run", *options):
    spec = folder / "spec.ini"
    spec.write_text("\n".join(lines) + "\n")
    subprocess.run([PROGRAM, command, str(spec), "--output", str(folder / "run"), *options],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / "run"


def tune(folder, lines):
    return play(folder, lines, "tune")


def compress(folder, lines):
    return play(folder, lines, "run", "--gzip")


def solve(folder, _):
    subprocess.run([PROGRAM, "suite", str(TOP / "tests" / "data" / "suite.epd"), "--output",
                    str(folder / "s")], check=True, stdout=subprocess.DEVNULL)
    return folder / "s"


def faults_of(package):
    """What the profiles find wrong in it."""
    def check(name, value):
        schema = json.loads((PROFILES / f"{name}.json").read_text())
        return [f"{name}: {list(fault.absolute_path)}: {fault.message[:200]}"
                for fault in jsonschema.Draft4Validator(schema).iter_errors(value)]

    faults = check(package["profile"], package)
    for resource in package["resources"]:
        faults += check(resource["profile"], resource)
    return faults


def main():
    tests = [(name, play, lines) for name, lines in RUNS.items()]
    tests += [("a tuning", tune, TUNING), ("a compressed match", compress, RUNS["a match"]),
              ("answers to a suite", solve, None)]
    if jsonschema is None or not PROFILES.is_dir():
        print("1..0 # SKIP python3-jsonschema is missing" if jsonschema is None else
              "1..0 # SKIP the profiles are missing; scripts/setup --all brings them")
        return 0
    print(f"1..{len(tests) + 1}")
    failed = 0
    package = {}
    for number, (name, make, lines) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as place:
            folder = make(pathlib.Path(place), lines)
            package = json.loads((folder / "datapackage.json").read_text())
        faults = faults_of(package)
        print("not ok" if faults else "ok", number, name)
        for fault in faults:
            print("#", fault)
        failed |= bool(faults)
    package["resources"][0]["schema"]["fields"][0].pop("name")
    broken = faults_of(package)
    print("ok" if broken else "not ok", len(tests) + 1, "a field without a name is found")
    return failed or not broken


if __name__ == "__main__":
    sys.exit(main())
