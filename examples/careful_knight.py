#!/usr/bin/env python3
"""Knights that are more careful than those of level 3. players/teams.md explains what report() is told and returns.

    agentchess match "team:knight=examples/careful_knight.py,level=3" level:3
"""
import level3


class CarefulKnight(level3.Level3):
    def report(self, agent):
        """Considers only squares that no opponent attacks, if there are any."""
        safe = {kind: [action for action in agent[kind] if action["exposure"]["cheapest"] == 0]
                for kind in ("attacks", "moves")}
        return super().report({**agent, **safe} if any(safe.values()) else agent)


if __name__ == "__main__":
    CarefulKnight().run()
