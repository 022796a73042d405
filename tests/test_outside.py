"""Agents that are a program (players/teams.md): those of examples/level3.py are those of level 3,
and where programs misbehave the built-in agents answer. argv[1] is the program,
argv[2] examples/level3.c; with argv[3], "few", the games are few and short, and no test waits."""
import csv
import hashlib
import http.server
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(sys.argv[1])
EXAMPLE = ROOT / "examples" / "level3.py"
FEW = sys.argv[3:] == ["few"]
GAMES = 4 if FEW else 40
ALL = f"team:program=python3 {EXAMPLE},level=3"

# A program that is asked in all phases and answers what the built-in agents would. With argv[2] it
# changes that: "silent" agents offer nothing, "partial" ones vote for the actions of pawns, a
# "flank" master plays the move h2h4.
ECHO = """
import sys
sys.path.insert(0, sys.argv[1])
import level3
class Echo(level3.Level3):
    def answer(self, agent, action): return action["number"]
    def offer(self, agent, action): return None if "silent" in sys.argv else action["number"]
    def vote(self, agent, action):
        return action["number"] + 900 * ("partial" in sys.argv and action["by"].startswith("pawn"))
    def decide(self, agent, action):
        return int(action["move"] == "h2h4") if "flank" in sys.argv else action["number"]
Echo().run()
"""

# A program that answers as level 3 does at first, and then as argv[2] says.
CULPRIT = """
import importlib.machinery, importlib.util, json, os, sys, time
loader = importlib.machinery.SourceFileLoader("example", sys.argv[1])
example = importlib.util.module_from_spec(importlib.util.spec_from_loader("example", loader))
loader.exec_module(example)
example = example.Level3()
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

WAITING = ("silence", "half", "children")
REASONS = {
    "silence": "has not answered for 300 ms", "garbage": "not a JSON object", "half": "has not answered",
    "flood": "not a JSON object", "exit": "has exited with status 3", "children": "",
    "illegal": "returned 'a1a1', which is not an action of the agent", "another": "which is not an action of the agent",
    "huge": "not a JSON object", "deep": "not a JSON object", "missing": "returned no member 'loss'",
    "none": "returned no report for", "late": "returned an id other than",
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
    match(folder, "ours", "level:3", "--games", f"{GAMES}", "--jobs", "2")
    games = match(folder, "theirs", ALL, "--games", f"{GAMES}", "--jobs", "1")
    assert all(game["faults"] == "0" for game in games)
    ours, theirs = moves_of(folder, "ours"), moves_of(folder, "theirs")
    assert len(ours) == GAMES and ours == theirs


def games_of_the_example_in_c_are_those_of_level_3(folder):
    match(folder, "ours", "level:3", "--games", f"{GAMES}", "--jobs", "2")
    games = match(folder, "theirs", f"team:program={os.path.abspath(sys.argv[2])},level=3",
                  "--games", f"{GAMES}", "--jobs", "1")
    assert all(game["faults"] == "0" for game in games)
    assert moves_of(folder, "ours") == moves_of(folder, "theirs")


def some_kinds_may_be_ours(folder):
    match(folder, "mixed", f"team:knight=python3 {EXAMPLE},king=python3 {EXAMPLE},level=3", "--games", "6")
    assert (folder / "mixed" / "games.pgn").read_text().count("[Result") == 6


def what_misbehaves_is_answered_for_and_counted(folder):
    """The built-in agents answer as level 3, so the games are those of level 3 all the same."""
    plies = 4 if FEW else 8
    short = ("--games", "1" if FEW else "2", "--jobs", "1", "--set", f"rules.max-plies={plies}")
    (folder / "culprit.py").write_text(textwrap.dedent(CULPRIT))
    match(folder, "ours", "level:3", *short)
    for how, reason in REASONS.items():
        if FEW and how in WAITING:
            continue
        answer_ms = 300 if how in WAITING else 30000
        games = match(folder, how, f"team:program=python3 culprit.py {EXAMPLE} {how},"
                      f"answer-ms={answer_ms},level=3", *short, status=1)
        log = (folder / how / "programs.log").read_text()
        assert moves_of(folder, how) == moves_of(folder, "ours"), how
        for game in games:
            # Every second answer is wrong, as the program is started anew after each; but a program
            # that has not come up in time is wrong earlier.
            assert int(game["faults"]) >= plies // 2 - 1, (how, game)
            assert f"game {game['game']}: " in log, (how, log)
        assert reason in log and "the built-in agents answered in" in log, (how, log)


def what_always_fails_is_asked_three_times_a_game(folder):
    program = "import sys; open(sys.argv[1], 'a').write('x'); sys.exit(1)"
    (folder / "exits.py").write_text(program)
    (folder / "asked").write_text("")
    games = match(folder, "exits", "team:program=python3 exits.py asked,level=3", "--games", "2",
                  "--jobs", "1", "--set", "rules.max-plies=20", status=1)
    assert [game["faults"] for game in games] == [game["plies"] for game in games], games
    assert len((folder / "asked").read_text()) == 12  # two sides in two games


def echo(folder, *words):
    (folder / "echo.py").write_text(ECHO)
    return " ".join(["python3 echo.py", str(EXAMPLE.parent), *words])


def played(folder, player, games=1 if FEW else 3):
    games = match(folder, "played", player, "--force", "--games", f"{games}", "--jobs", "1",
                  "--set", f"rules.max-plies={16 * games}")
    assert all(game["faults"] == "0" for game in games), (folder / "played/programs.log").read_text()
    return moves_of(folder, "played")


def what_agents_are_asked_is_what_ours_would_say(folder):
    """Also of single agents, by kind and by the square where they begin, and with lost messages."""
    program = echo(folder)
    for settings in ("level=6", "decision=vote,level=3", "decision=auction,level=6",
                     "hearing=2,message-loss=20,decision=vote,level=6", "sight=4,share=on,level=6"):
        ours = played(folder, f"team:{settings}")
        assert played(folder, f"team:program={program},{settings}") == ours, settings
        assert played(folder, f"team:knight={program},e2={program},{settings}") == ours, settings
    assert played(folder, f"team:master={program},level=6") == played(
        folder, "team:decision=auction,level=6")
    assert played(folder, f"team:program={program},level=7") == played(folder, ALL[:-1] + "7")


def what_a_program_says_counts(folder):
    careful = ROOT / "examples" / "careful_knight.py"
    assert played(folder, f"team:knight=python3 {careful},level=3", 3) != played(
        folder, "level:3", 3)
    assert played(folder, f"team:program={echo(folder, 'silent')},level=5") == played(
        folder, "team:level=4")  # level 5 adds requests alone
    for decision, counts in (("vote", True), ("auction", False)):
        voted = played(folder, f"team:knight={echo(folder, 'partial')},decision={decision},level=3")
        assert (voted != played(folder, f"team:decision={decision},level=3")) == counts, decision
    done = agentchess(folder, "explain", "--player",
                      f"team:knight={echo(folder)},e2={echo(folder)},level=3")
    assert [line.split(" is")[0].strip() for line in done.split("\n") if "is an external" in line] == [
        "knight b1", "knight g1", "pawn e2"], done
    done = agentchess(folder, "explain", "--player", f"team:master={echo(folder, 'flank')},level=3")
    assert "h2h4" in done.split("Decision")[1], done


ODD = """
    import sys

    sys.path.insert(0, sys.argv[1])
    import level3


    class Odd(level3.Level3):
        def report(self, agent):
            first = {"moves": [agent["moves"][0]["move"]], "profit": 250, "planned": True}
            return {**super().report(agent), "move": first}


    Odd().run()
"""


def why_not_quotes_the_program(folder):
    """Not what the built-in agent would say, nor a logic that the team cannot be without."""
    (folder / "odd.py").write_text(textwrap.dedent(ODD))
    said = agentchess(folder, "explain", "--parts", "--player",
                      f"team:knight=python3 odd.py {EXAMPLE.parent},level=4", "--why", "Nh3")
    assert "The knight on g1, an external program, does not suggest Nh3; its best move is Nf3, worth 250." in said, said
    assert "  g1h3    knight g1        -       -  move\n" in said and "plan 250" not in said, said
    assert "move-attack" not in said.split("Decision")[1], said


def an_agent_that_is_written_plays_where_it_lies(folder):
    """It imports agentchess and level3, whose folders the program adds to Python's module path."""
    careful = played(folder, f"team:knight={ROOT}/examples/careful_knight.py,level=3", 3)
    for name in ("mine.py", "the knight's.py"):
        command = agentchess(folder, "agent", name).splitlines()[1]
        player = shlex.split(command)[2]
        assert command in (folder / name).read_text().replace(" level:3", " level:3 --games 100"), command
        assert played(folder, player, 3) == careful, player
    text = (folder / "mine.py").read_bytes()
    agentchess(folder, "agent", "mine.py", status=1)  # the file exists
    assert (folder / "mine.py").read_bytes() == text
    for name in ("c,d.py", '"""e.py', "f\\.py", "g\nh.py"):
        agentchess(folder, "agent", name, status=2)
        assert not (folder / name).exists(), name
    shutil.copy(EXAMPLE, folder / "level3.py")
    assert played(folder, "team:knight=python3 level3.py,level=3") == played(folder, "level:3")


def a_run_says_which_files_have_played(folder):
    match(folder, "run", ALL, "--games", "1", "--set", "rules.max-plies=2")
    programs = json.loads((folder / "run" / "run.json").read_text())["program_sha256"]
    digest = hashlib.sha256(EXAMPLE.read_bytes()).hexdigest()
    assert programs["A"][str(EXAMPLE)] == digest and "python3" in programs["A"], programs


def shards_and_resumed_runs_are_the_whole(folder):
    spec = f"""[experiment]
games = 6
[players]
A = team:knight=python3 {EXAMPLE},message-loss=30,level=6
B = {ALL}
[openings]
random-plies = 4
[rules]
max-plies = 40
"""
    (folder / "t.ini").write_text(spec)
    run = ("run", "t.ini", "--progress", "none", "--jobs", "1")
    agentchess(folder, *run, "-o", "whole")
    for shard in ("1/2", "2/2"):
        agentchess(folder, *run, "-o", "parts", "--shard", shard)
    agentchess(folder, "merge", "--output", "merged", "parts/shard-1-of-2", "parts/shard-2-of-2")
    with subprocess.Popen([PROGRAM, *run, "-o", "resumed"], cwd=folder,
                          stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as stopped:
        time.sleep(0.5)
        stopped.send_signal(signal.SIGINT)
    agentchess(folder, *run, "-o", "resumed", "--resume")
    for name in ("games.csv", "games.pgn", "pairings.csv", "requests.csv"):
        whole = (folder / "whole" / name).read_bytes()
        for other in ("merged", "resumed"):
            assert (folder / other / name).read_bytes() == whole, (other, name)


# Writes when a game begins and ends for it.
DIARY = """
import sys
sys.path.insert(0, sys.argv[1])
import level3
class Diary(level3.Level3):
    def write(self, *words): print(*words, file=open(sys.argv[2], "a"))
    def begin(self): self.write("begin", len(self.played))
    def end(self, result): self.write(result, len(self.played))
Diary().run()
"""


def programs_are_told_how_a_game_ends(folder):
    """Also if none of their pieces is left."""
    (folder / "diary.py").write_text(DIARY)
    games = match(folder, "told", f"team:queen=python3 diary.py {EXAMPLE.parent} ./told.txt,level=3", "--games", "4",
                  "--jobs", "1", "--set", "rules.max-plies=150")
    told = (folder / "told.txt").read_text().splitlines()
    assert len(told) == 16 and set(told[::4] + told[1::4]) == {"begin 0", "begin 1"}, told
    both = {"1-0": ["loss", "win"], "0-1": ["loss", "win"], "1/2-1/2": ["draw", "draw"]}
    for game, first, second in zip(games, told[2::4], told[3::4]):
        expected = [f"{result} {game['plies']}" for result in both[game["result"]]]
        assert sorted((first, second)) == expected, (game, first, second)


def the_learner_learns_the_same_from_the_same_games(folder):
    if subprocess.run(["python3", "-c", "import numpy"], capture_output=True, check=False).returncode != 0:
        return "python3-numpy is missing"
    for name in ("first", "second"):
        for more in ("", " --frozen"):
            agentchess(folder, "match", f"team:program=python3 {ROOT}/examples/learner.py ./{name}.json{more},level=3",
                       "level:3", "--games", "3", "--jobs", "1", "--output", f"{name}{more}", "--progress", "none")
    first, second = ((folder / f"{name}.json").read_text() for name in ("first", "second"))
    learned = json.loads(first)
    assert first == second and learned["games"] == 3 and any(learned["weights"]["queen"]), first
    assert moves_of(folder, "first --frozen") == moves_of(folder, "second --frozen") != moves_of(folder, "first")


class Service(http.server.BaseHTTPRequestHandler):
    """A language model that plays the first action, or misbehaves as the model's name says."""
    asked = 0
    redirected = 0

    def do_POST(self):
        Service.asked += 1
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        how, question = body["model"], body["messages"][1]["content"]
        codes = [line.split(":")[0].split(" ")[0] for line in question.splitlines() if line[1:2].isdigit()]
        said = {"action": codes[0], "worth": 50} if "Your actions" in question else dict.fromkeys(codes, 10)
        said = {"illegal": {**said, "action": "a1a1"}, "worth": {**said, "worth": "much"}}.get(how, said)
        answer = {"choices": [{"message": {"content": f"Of course: {json.dumps(said)}."}}],
                  "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
        data = json.dumps({} if how == "empty" else answer).encode()
        data = {"half": data[:30], "huge": b" " * (1 << 21), "deep": b"[" * 100000}.get(how, data)
        if how == "slow":
            time.sleep(0.7)
        self.send_response({"refuse": 429, "redirect": 307}.get(how, 200))
        if how == "redirect":
            self.send_header("Location", "/elsewhere")
            Service.redirected += self.path == "/elsewhere"
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except OSError:
            pass  # the client has had enough

    def log_message(self, *_):
        pass


FAILURES = {"illegal": "not a legal action", "worth": "broken", "empty": "broken", "half": "broken",
            "deep": "broken", "huge": "too long", "refuse": "no answer",
            "redirect": "no answer", "slow": "late"}


def language_models_play_and_their_failures_are_counted(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    model = f"python3 {ROOT}/examples/language_model.py --url http://127.0.0.1:{server.server_port}/v1 --seconds 0.5"
    vote = "decision=vote,"
    for how, kinds, more in (("good", "queen", ""), ("vote", "knight", vote), *((how, "king", "") for how in FAILURES)):
        games = match(folder, how, f"team:{kinds}={model} --model {how} --log ./{how}.log,{more}level=3", "--games", "1",
                      "--jobs", "1", "--set", "rules.max-plies=8", status=int(how in FAILURES))
        failed = how in FAILURES and (folder / how / "programs.log").read_text()
        assert (int(games[0]["faults"]) > 0) == bool(failed), (how, games[0])
        assert not failed or f"reported a failure: {FAILURES[how]}" in failed, failed
        for line in map(json.loads, (folder / f"{how}.log").read_text().splitlines()):
            failed = {name: count for name, count in line.items() if name.startswith("failures")}
            expected = {f"failures: {FAILURES[how]}": line["requests"]} if how in FAILURES else {}
            assert failed == expected and line["requests"] > 0, (how, line)
            assert how in FAILURES or line["prompt_tokens"] == 7 * line["requests"], line
    assert Service.redirected == 0
    asked = Service.asked
    for arguments in (("--model", "m"), ("--model", "m", "--url", "file:///etc/passwd")):
        done = subprocess.run(["python3", f"{ROOT}/examples/language_model.py", *arguments], capture_output=True,
                              text=True, input="", check=False)
        assert done.returncode == 2 and "--url" in done.stderr.splitlines()[-1], done.stderr
    assert Service.asked == asked
    server.shutdown()


TESTS = (the_example_decides_as_level_3, games_of_the_example_are_those_of_level_3,
         games_of_the_example_in_c_are_those_of_level_3, some_kinds_may_be_ours, what_misbehaves_is_answered_for_and_counted,
         what_always_fails_is_asked_three_times_a_game,
         what_agents_are_asked_is_what_ours_would_say, what_a_program_says_counts,
         why_not_quotes_the_program, an_agent_that_is_written_plays_where_it_lies, a_run_says_which_files_have_played, shards_and_resumed_runs_are_the_whole,
         programs_are_told_how_a_game_ends, the_learner_learns_the_same_from_the_same_games,
         language_models_play_and_their_failures_are_counted)
FEW_TESTS = (games_of_the_example_in_c_are_those_of_level_3, some_kinds_may_be_ours,
             what_misbehaves_is_answered_for_and_counted,
             what_agents_are_asked_is_what_ours_would_say, what_a_program_says_counts,
             why_not_quotes_the_program, an_agent_that_is_written_plays_where_it_lies, a_run_says_which_files_have_played)


def main():
    failed = 0
    tests = FEW_TESTS if FEW else TESTS
    print(f"1..{len(tests)}", flush=True)
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                skipped = test(pathlib.Path(folder))
                print(f"ok {number} - {test.__name__}{f' # SKIP {skipped}' if skipped else ''}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"# {error}\nnot ok {number} - {test.__name__}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
