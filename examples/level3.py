#!/usr/bin/env python3
"""The agents of level 3 as an external program. players/teams.md explains the protocol.

    agentchess match "team:program=examples/level3.py,level=3" level:3

Each agent reports its loss on its square, all of its equally good best attacks and all of its
equally good best moves. Values are in hundredths of a pawn. Change report() to write your own agents.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
import agentchess


def loss(value, exposure):
    """Loss of a piece whose cheapest attacker has the value 'cheapest' (0 means no attacker)."""
    if exposure["cheapest"] == 0:
        return 0
    if not exposure["defended"]:
        return value
    return max(0, value - exposure["cheapest"])


def profit_of_attack(agent, attack):
    """The gain of the capture and the promotion, minus the loss on the target square."""
    return (attack["captures"] + attack["value"] - agent["value"]
            - loss(attack["value"], attack["exposure"]))


def profit_of_move(agent, move):
    """Profit, and whether the move plans an attack, which requires a safe target square and no loss."""
    danger = loss(move["value"], move["exposure"])
    if danger > 0:
        return -danger, False
    plans = [target["value"] - loss(agent["value"], {"cheapest": target["cheapest"],
                                                     "defended": target["backed"]})
             for target in move["targets"]]
    best = max(plans, default=-1)
    return max(best, 0), best >= 0


def equally_good(actions, judge):
    """The best actions according to judge(), with their profit; None if there are no actions."""
    judged = [(judge(action), action["move"]) for action in actions]
    if not judged:
        return None
    (profit, planned) = max(judgement for judgement, _ in judged)
    moves = [move for judgement, move in judged if judgement == (profit, planned)]
    return {"moves": moves, "profit": profit, "planned": planned}


class Level3(agentchess.Agents):
    def report(self, agent):
        return {
            "agent": agent["agent"],
            "loss": loss(agent["value"], agent["exposure"]),
            "attack": equally_good(agent["attacks"],
                                   lambda attack: (profit_of_attack(agent, attack), False)),
            "move": equally_good(agent["moves"], lambda move: profit_of_move(agent, move)),
        }


if __name__ == "__main__":
    Level3().run()
