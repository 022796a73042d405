#!/usr/bin/env python3
"""Agents of level 3 that learn from their games which of their equally good moves to suggest.

    agentchess match "team:program=examples/learner.py learned.json,level=3" level:3 --games 400 --jobs 1
    agentchess match "team:program=examples/learner.py learned.json --frozen,level=3" level:3 --games 400

The first command learns, the second plays with what was learned. learning_curve.py does both in turn.
players/teams.md explains the protocol. Needs python3-numpy.

All losses and profits are those of level 3, so only the choice among moves of equal profit is learned. A
move has features, FEATURES below; an agent suggests the move with probability softmax(w · features), where
the weights w belong to its kind, and, when frozen, the moves of greatest probability. When a game ends, each
kind moves its weights along the gradient of the logarithm of the probability of its moves that were played, by
the material that was won after them, counted less the later it was won: the rule REINFORCE of R. J. Williams,
"Simple statistical gradient-following algorithms for connectionist reinforcement learning", Machine Learning 8,
1992, section 4. Random numbers come from the number of games learned, so that the same games in the same
order (--jobs 1) give the same weights.
"""
import argparse
import json
import pathlib

import numpy

import level3

FEATURES = ("forward", "to the centre", "towards their king", "attacked", "targets", "from the edge")
VALUES = {"p": 1, "n": 3, "b": 3.5, "r": 5, "q": 9}
MATE = 10        # pawns that a win or loss is worth
RATE = 0.02      # of learning, for a pawn
DISCOUNT = 0.8   # of what is won one own move later
FORGETS = 0.999  # of the mean return, against which a return is good or bad


def square(name):
    return numpy.array([ord(name[0]) - ord("a"), int(name[1]) - 1])


def king_square(position, letter):
    """The square of the king that a FEN writes as letter."""
    for row, text in enumerate(position.split()[0].split("/")):
        line = "".join("." * int(each) if each.isdigit() else each for each in text)
        if letter in line:
            return numpy.array([line.index(letter), 7 - row])
    raise ValueError(f"{position}: there is no king {letter}")


def balance(position):
    """The material of White minus that of Black in a FEN, in pawns."""
    pieces = position.split()[0]
    return sum(value * (pieces.count(letter.upper()) - pieces.count(letter)) for letter, value in VALUES.items())


def off_centre(place):
    return numpy.abs(place - 3.5).max()


def on_edge(place):
    return bool(numpy.isin(place, (0, 7)).any())


def features(move, is_white, king):
    """The features of a move, each from about -1 to 1."""
    start, end = square(move["move"][:2]), square(move["move"][2:4])
    return numpy.array([
        (end - start)[1] / 7 * (1 if is_white else -1),
        (off_centre(start) - off_centre(end)) / 3.5,
        (numpy.abs(start - king).max() - numpy.abs(end - king).max()) / 7,
        move["exposure"]["cheapest"] > 0,
        min(len(move["targets"]), 3) / 3,
        on_edge(start) - on_edge(end),
    ], dtype=float)


class Learner(level3.Level3):
    def __init__(self, path, is_frozen):
        self.path, self.is_frozen = path, is_frozen
        known = json.loads(path.read_text()) if path.exists() else {}
        self.games = known.get("games", 0)
        self.mean = known.get("mean", 0.0)  # return of a move
        self.weights = {kind: numpy.array(values) for kind, values in known.get("weights", {}).items()}

    def begin(self):
        self.random = numpy.random.default_rng(self.games)
        self.suggested = {}  # ply and move: the kind, and the gradient of the logarithm of its probability
        self.balances = {}   # ply: the material of this side minus that of the other

    def report(self, agent):
        report = super().report(agent)
        if report["move"] is None:
            return report
        kind = agent["agent"].split()[0]
        is_white = self.position.split()[1] == "w"
        self.balances[len(self.played)] = balance(self.position) * (1 if is_white else -1)
        king = king_square(self.position, "k" if is_white else "K")
        best = [move for move in agent["moves"] if move["move"] in report["move"]["moves"]]
        rows = numpy.array([features(move, is_white, king) for move in best])
        logits = rows @ self.weights.setdefault(kind, numpy.zeros(len(FEATURES)))
        if self.is_frozen:
            report["move"]["moves"] = [best[i]["move"] for i in numpy.flatnonzero(logits == logits.max())]
            return report
        chances = numpy.exp(logits - logits.max())
        chances /= chances.sum()
        drawn = self.random.choice(len(best), p=chances)
        move = best[drawn]["move"]
        self.suggested[len(self.played), move] = kind, rows[drawn] - chances @ rows
        report["move"]["moves"] = [move]
        return report

    def end(self, result):
        if self.is_frozen:
            return
        plies = sorted(self.balances)
        after = self.balances[plies[-1]] + {"win": MATE, "draw": 0, "loss": -MATE}[result]
        value = 0.0  # of the last move: what is won from it to the end
        returns = {}
        for ply in reversed(plies):
            value = after - self.balances[ply] + DISCOUNT * value
            after = self.balances[ply]
            returns[ply] = value
        for (ply, move), (kind, gradient) in self.suggested.items():
            if self.played[ply:ply + 1] == [move]:
                self.weights[kind] += RATE * (returns[ply] - self.mean) * gradient
                self.mean = FORGETS * self.mean + (1 - FORGETS) * returns[ply]
        self.games += 1
        self.path.write_text(json.dumps({
            "games": self.games, "mean": self.mean, "features": FEATURES,
            "weights": {kind: list(values) for kind, values in sorted(self.weights.items())}}, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("learned", type=pathlib.Path, help="a file with what was learned")
    parser.add_argument("--frozen", action="store_true", help="play, and learn nothing")
    options = parser.parse_args()
    Learner(options.learned, options.frozen).run()


if __name__ == "__main__":
    main()
