#!/usr/bin/env python3
"""Pieces whose mind is a language model behind an address that follows OpenAI's chat completions.

    agentchess match "team:queen=examples/language_model.py --url http://127.0.0.1:8080/v1 --model m,level=3" level:3

Each piece sends one question a decision: its square, its legal actions, and what can happen on each square. The
model answers with one of these actions and what it is worth; with decision=vote it also scores what the other
agents suggest. If an answer is late, broken or not a legal action, the built-in agent answers, and the turn counts
among the failures that match and report print beside the score. --log FILE receives a line of JSON for each
game: requests, failures by kind, tokens, seconds.

Nothing is sent anywhere without --url, and redirections are not followed. The key of the service, if it needs
one, is read from the environment variable that --key-variable names. players/teams.md explains the protocol.
"""
import argparse
import collections
import concurrent.futures
import http.client
import json
import os
import pathlib
import time
import urllib.error
import urllib.request

import level3  # makes agentchess known to Python, too
import agentchess

ANSWER_BYTES = 1 << 20
RULES = ("You are one piece in a game of chess; your side's master chooses among what its pieces suggest. Values are in "
         "hundredths of a pawn. Answer with one JSON object and nothing else.")


class Failure(agentchess.NoAnswer):
    """An answer that cannot be used; its text is the kind of failure that is counted."""


class NoRedirection(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Model:
    """A chat of one question and one answer; threads can share it."""

    def __init__(self, options):
        self.address = options.url.rstrip("/") + "/chat/completions"
        self.name, self.seconds = options.model, options.seconds
        key = os.environ.get(options.key_variable)
        self.headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        self.opener = urllib.request.build_opener(NoRedirection)

    def ask(self, question):
        """The object that the model answers, and the tokens that the service has counted; raises Failure."""
        body = {"model": self.name, "temperature": 0,
                "messages": [{"role": "system", "content": RULES}, {"role": "user", "content": question}]}
        request = urllib.request.Request(self.address, json.dumps(body).encode(), self.headers)
        deadline = time.monotonic() + self.seconds
        try:
            with self.opener.open(request, timeout=self.seconds) as response:
                text = b""
                while part := response.read1(ANSWER_BYTES):
                    text += part
                    if len(text) > ANSWER_BYTES:
                        raise Failure("too long")
                    if time.monotonic() > deadline:
                        raise Failure("late")
            answer = json.loads(text)
            content = answer["choices"][0]["message"]["content"]
            said = json.loads(content[content.index("{"):content.rindex("}") + 1])
            used = answer.get("usage") or {}
            tokens = {name: int(used.get(name, 0)) for name in ("prompt_tokens", "completion_tokens")}
        except TimeoutError:
            raise Failure("late") from None
        except urllib.error.URLError as error:
            raise Failure("late" if isinstance(error.reason, TimeoutError) else "no answer") from None
        except (OSError, http.client.HTTPException):
            raise Failure("no answer") from None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise Failure("broken") from None
        return said, tokens


def number(said, name):
    """The number of that name, as a whole one in the range of the protocol; raises Failure."""
    value = said.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -900 <= value <= 900:
        raise Failure("broken")
    return round(value)


def describe(agent):
    """The actions of an agent, one a line, with what can be told of each from its square."""
    for action in agent["attacks"] + agent["moves"]:
        danger = level3.loss(action["value"], action["exposure"])
        facts = [f"takes {action['captures']}"] if action.get("captures") else []
        facts += [f"may lose {danger}"] if danger else []
        facts += [f"attacks the {target['agent']}" for target in action.get("targets", ())]
        yield f"{action['move']}: {', '.join(facts) or 'nothing else'}"


class LanguageAgents(level3.Level3):
    def __init__(self, model, log):
        self.model, self.log = model, log
        self.counts = collections.Counter()

    def begin(self):
        self.counts.clear()

    def ask(self, question, read):
        """read() of the model's answer; raises Failure, which is counted."""
        begun = time.monotonic()
        try:
            said, tokens = self.model.ask(question)
            self.counts.update(tokens)
            return read(said)
        except Failure as failure:
            self.counts[f"failures: {failure}"] += 1
            raise
        finally:
            self.counts["requests"] += 1
            self.counts["seconds"] += time.monotonic() - begun

    def reports(self, agents):
        with concurrent.futures.ThreadPoolExecutor(len(agents)) as pool:
            return list(pool.map(self.report_or_fault, agents))

    def report(self, agent):
        usual = super().report(agent)
        codes = {action["move"]: kind for kind in ("attacks", "moves") for action in agent[kind]}

        def read(said):
            if said.get("action") not in codes:
                raise Failure("not a legal action")
            suggestion = {"moves": [said["action"]], "profit": number(said, "worth"), "planned": False}
            kind = codes[said["action"]]
            return {**usual, "attack": suggestion if kind == "attacks" else None,
                    "move": suggestion if kind == "moves" else None}

        if not codes:
            return usual
        return self.ask(
            f"You are the {agent['agent']} in {self.position}. Staying may lose {usual['loss']}.\nYour actions:\n"
            + "\n".join(describe(agent))
            + '\nAnswer {"action": "one of them", "worth": what it is worth, from -900 to 900}.', read)

    def vote(self, agent, action):
        """In numbers(): one question for all suggestions."""

    def numbers(self, phase, agent):
        suggested = "\n".join(f"{action['move']} by the {action['by']}, a {action['kind']}" for action in agent["about"])
        return self.ask(
            f"You are the {agent['agent']} in {self.position}. The pieces suggest:\n{suggested}\n"
            'Answer {"MOVE": score, ...} with a score from -900 to 900 for each of them.',
            lambda said: [number(said, action["move"]) for action in agent["about"]])

    def end(self, result):
        if self.log is not None:
            with self.log.open("a", encoding="utf-8") as lines:
                print(json.dumps({"result": result, **{name: round(count, 3) for name, count in sorted(self.counts.items())}}),
                      file=lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--url", required=True, help="the address before /chat/completions")
    parser.add_argument("--model", required=True, help="the name of the model at this address")
    parser.add_argument("--seconds", type=float, default=10, help="the longest time of an answer (10)")
    parser.add_argument("--log", type=pathlib.Path, help="a file that receives a line for each game")
    parser.add_argument("--key-variable", default="OPENAI_API_KEY", metavar="NAME",
                        help="the environment variable with the key of the service (OPENAI_API_KEY)")
    options = parser.parse_args()
    if not options.url.startswith(("http://", "https://")):
        parser.error(f"--url {options.url}: an address begins with http:// or https://")
    LanguageAgents(Model(options), options.log).run()


if __name__ == "__main__":
    main()
