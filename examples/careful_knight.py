#!/usr/bin/env python3
"""Knights that are more careful than those of level 3: see players/teams.md.

    agentchess match "team:knight=examples/careful_knight.py,level=3" level:3
"""
import level3


class CarefulKnight(level3.Level3):
    def report(self, agent):
        """It goes only where a friend defends it or no opponent attacks, if it can."""
        moves = [move for move in agent["moves"]
                 if move["exposure"]["defended"] or move["exposure"]["cheapest"] == 0]
        return super().report({**agent, "moves": moves or agent["moves"]})


if __name__ == "__main__":
    CarefulKnight().run()
