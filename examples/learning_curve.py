#!/usr/bin/env python3
"""Do the agents of learner.py learn? Blocks of games in which they learn, each followed by a check in which
they do not, as rows of CSV: the games learned, the check's wins, losses and draws, its score and 95 % interval.

    examples/learning_curve.py --blocks 5 --games 200 --check 400 > curve.csv

What was learned is in learned.json in the folder --folder, which must be empty or new.
"""
import argparse
import pathlib
import re
import subprocess

LEARNER = pathlib.Path(__file__).resolve().parent / "learner.py"
RESULT = re.compile(r"^wins-losses-draws (\d+)-(\d+)-(\d+)$.*^score (\S+) \[(\S+), (\S+)\]$", re.M | re.S)


def match(options, learned, games, seed, *more):
    """The result of a match against level 3: wins, losses, draws, score and the ends of its interval."""
    player = f"team:program={LEARNER} {learned} {' '.join(more)},level=3"
    done = subprocess.run([options.program, "match", player, "level:3", "--games", str(games), "--seed", str(seed),
                           "--progress", "none", *([] if more else ["--jobs", "1"])],
                          stdout=subprocess.PIPE, text=True, check=True)
    return RESULT.search(done.stdout).groups()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--blocks", type=int, default=5, help="blocks of games that are learned from (5)")
    parser.add_argument("--games", type=int, default=200, help="games in a block (200)")
    parser.add_argument("--check", type=int, default=400, help="games in a check (400)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first block (1)")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("results/learner"))
    parser.add_argument("--program", default="agentchess", help="the agentchess to play with")
    options = parser.parse_args()
    learned = options.folder.resolve() / "learned.json"
    options.folder.mkdir(parents=True, exist_ok=True)
    if learned.exists():
        parser.error(f"{learned} exists: choose another folder, or remove it")
    print("games,wins,losses,draws,score,low,high", flush=True)
    for block in range(options.blocks + 1):
        if block > 0:
            match(options, learned, options.games, options.seed + block)
        checked = match(options, learned, options.check, options.seed + 1000000 + block, "--frozen")
        print(",".join([str(block * options.games), *checked]), flush=True)


if __name__ == "__main__":
    main()
