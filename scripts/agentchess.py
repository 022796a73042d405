"""Loads the tables of AgentChess into pandas with the right types, and draws one figure as an example.

    import sys; sys.path.append("scripts")
    import agentchess
    run = agentchess.Run("results/thesis")
    run.games                       # a DataFrame; so are run.pairings, run.material_mean, ...
    agentchess.material(run, "L7")  # a matplotlib Figure; scripts/plot draws all pictures
    agentchess.messages("messages.jsonl", ["game", "ply", "piece", "played.worth"], ["decision"])
    agentchess.decide("6k1/2qp4/8/8/3N4/8/8/6K1 w - - 0 1", "level:3")   # "d4b5"
    agentchess.shares(fen, "level:7")     # {"e2e4": 0.5, ...}; explain() has all messages

    class Mine(agentchess.Agents): ...    # a program for agents of a team: players/teams.md

datapackage.json defines the types, including those of empty columns: whole numbers are Int64, other
numbers Float64, and texts string; a missing value is pandas.NA. The module requires only Debian's
python3-pandas and python3-matplotlib.
"""
import atexit
import gzip
import json
import pathlib
import subprocess
import sys
import threading

# The apostrophe before a text that a spreadsheet would interpret as a formula.
GUARD = r"^'('*[=+\-@\t\r])"
TYPES = {"integer": "Int64", "number": "Float64", "string": "string"}

# Members of messages that are not texts; lists and objects are not converted.
MESSAGE_TYPES = {
    "game": "Int64", "ply": "Int64", "seed": "Int64", "attackers": "Int64",
    "cheapest_attacker": "Int64", "loss": "Int64", "worst_loss": "Int64", "worth": "Int64", "may_ask": "boolean",
    "defended": "boolean", "wants_attack": "boolean", "wants_defence": "boolean",
}

class _Pandas:
    """Imported on first use, because agents of a team do not need it."""

    def __getattr__(self, name):
        import pandas as module
        return getattr(module, name)


pandas = _Pandas()

LEAST_SHARE = 0.1  # of the games: curves end when fewer are in progress


class Run:
    """A finished run. Its tables are attributes, by the names of their files without .csv."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ("run.json", "datapackage.json"):
            if not (self.folder / name).exists():
                raise ValueError(f"'{folder}' contains no finished run: {name} is missing")
        self.about = json.loads((self.folder / "run.json").read_text())
        package = json.loads((self.folder / "datapackage.json").read_text())
        self.name = package["title"]
        self.resources = {resource["name"]: resource for resource in package["resources"]
                          if "schema" in resource}
        self._tables = {}

    def table(self, name):
        """The table as a DataFrame, read on first access."""
        if name not in self.resources:
            raise KeyError(f"{self.folder} has no table {name}; it has "
                           + ", ".join(self.resources))
        if name not in self._tables:
            resource = self.resources[name]
            types = {field["name"]: TYPES[field["type"]]
                     for field in resource["schema"]["fields"]}
            table = pandas.read_csv(
                self._file(resource["path"]), dtype=types, keep_default_na=False,
                na_values={column: [""] for column in types})
            for column in table.select_dtypes("string"):
                table[column] = table[column].str.replace(GUARD, r"\1", regex=True)
            self._tables[name] = table
        return self._tables[name]

    def _file(self, name):
        """The file, also if it was compressed or unpacked after the run."""
        other = name[:-len(".gz")] if name.endswith(".gz") else name + ".gz"
        return next((self.folder / each for each in (name, other)
                     if (self.folder / each).exists()), self.folder / name)

    def units(self, name):
        """The unit of each column of a table, "" where it has none."""
        return {field["name"]: field.get("unit", "")
                for field in self.resources[name]["schema"]["fields"]}

    def __getattr__(self, name):
        if name.startswith("_") or name not in self.__dict__.get("resources", {}):
            raise AttributeError(f"a run has no {name}")
        return self.table(name)

    def __dir__(self):
        return [*super().__dir__(), *self.resources]


def report(*folders, table="pairings", program="agentchess", options=()):
    """A table of 'agentchess report' of one or more runs, as a DataFrame.

    The JSON of the report is read, because it distinguishes texts from numbers."""
    done = subprocess.run([program, "report", *map(str, folders), "--format=json", "--table", table,
                           *options], capture_output=True, text=True, check=True)
    return pandas.DataFrame(json.loads(done.stdout)[table]).convert_dtypes()


class Program:
    """A process of 'agentchess ask', which answers questions one at a time. Threads can share it."""

    def __init__(self, program="agentchess"):
        self.process = subprocess.Popen([program, "ask"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.lock = threading.Lock()

    def ask(self, kind, **question):
        """The answer to a question of the given kind; raises ValueError with the program's error message."""
        with self.lock:
            try:
                self.process.stdin.write(json.dumps({kind: question}) + "\n")
                self.process.stdin.flush()
                line = self.process.stdout.readline()
            except BrokenPipeError:
                line = ""
        if not line:
            raise RuntimeError("'agentchess ask' has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer[kind]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


PROGRAMS = {}  # those that are running, by their names


def ask(kind, program="agentchess", **question):
    """Asks a process that is started on first use; 'agentchess ask --help' describes the questions."""
    if program not in PROGRAMS or PROGRAMS[program].process.poll() is not None:
        PROGRAMS[program] = Program(program)
        atexit.register(PROGRAMS[program].close)
    return PROGRAMS[program].ask(kind, **question)


def decide(fen, player="level:7", **more):
    """The move that a player plays, in coordinates. Further members: game, moves, seed."""
    return ask("decide", fen=fen, player=player, **more)


def explain(fen, player="level:7", **more):
    """The reports, requests, candidates, shares and messages of a decision. More: game, moves (of the
    game before the position), seed, without, why (a move: "why_not" says why it is not played)."""
    return ask("explain", fen=fen, player=player, **more)


def shares(fen, player="level:7", **more):
    """The probability of each move, {"e2e4": 0.5, ...}. More: game, moves, seed, draws."""
    return ask("shares", fen=fen, player=player, **more)


class NoAnswer(Exception):
    """Raised by an agent that has no answer, with the reason: the built-in agent answers in its place, and the turn
    counts among the failures beside the score."""


class Agents:
    """Agents of a team that think in this program (players/teams.md): derive a class, write the
    methods that you need, and call run(). The built-in agents replace the methods that you do not
    write. Values are in hundredths of a pawn. Two attributes say where the game is: position (a FEN in
    chess) and played, the moves since its first position, in coordinates."""

    PHASES = {"consult": "answer", "request": "offer", "vote": "vote", "end": "end"}

    def report(self, agent):
        """The report of an agent: {"agent": ..., "loss": ..., "attack": ..., "move": ...}."""
        raise NotImplementedError

    def report_or_fault(self, agent):
        """The agent's report, or why it has none."""
        try:
            return self.report(agent)
        except NoAnswer as fault:
            return {"agent": agent["agent"], "fault": str(fault)}

    def reports(self, agents):
        """The reports of agents. By default one after the other."""
        return [self.report_or_fault(agent) for agent in agents]

    def answer(self, agent, action):
        """The agent's loss after another agent's action; action["number"] is the answer of the built-in agent."""
        return action["number"]

    def offer(self, agent, action):
        """The net of an action with which the agent helps the most threatened agent; None: no offer."""
        return action["number"]

    def vote(self, agent, action):
        """The agent's score for a suggestion of any agent."""
        return action["number"]

    def decide(self, agent, action):
        """The worth that a master gives the agent's suggestion; the suggestion of greatest worth is played."""
        return action["number"]

    def begin(self):
        """A game begins for these agents."""

    def end(self, result):
        """The game has ended with "win", "loss" or "draw"."""

    def numbers(self, phase, agent):
        """The agent's numbers for the actions in agent["about"]. By default those of the phase's method."""
        judge = getattr(self, self.PHASES.get(phase, "decide"))
        return [judge(agent, action) for action in agent["about"]]

    def numbers_or_fault(self, phase, agent):
        """The agent's answer: its numbers, or why it has none."""
        try:
            return {"agent": agent["agent"], "numbers": self.numbers(phase, agent)}
        except NoAnswer as fault:
            return {"agent": agent["agent"], "fault": str(fault)}

    def wants_help(self, agents):
        """Whether a master lets the most threatened agent ask for help before the master decides."""
        return True

    def _answer(self, question):
        self.played = question.get("played", getattr(self, "played", ()))
        if question["phase"] == "end":
            self.end(question["result"])
            return {}
        if question["phase"] == "report":
            self.position = question["position"]
            if question["id"] == 1:
                self.begin()
            phases = [phase for phase, method in self.PHASES.items()
                      if getattr(type(self), method) is not getattr(Agents, method)]
            return {"reports": self.reports(question["agents"]), "phases": phases}
        if question["phase"] == "master" and "worst" in question and self.wants_help(question["agents"]):
            return {"help": True}
        return {"answers": [self.numbers_or_fault(question["phase"], agent) for agent in question["agents"]]}

    def run(self):
        """Answers questions until the input ends."""
        for line in sys.stdin:
            question = json.loads(line)
            print(json.dumps({"id": question["id"], **self._answer(question)}), flush=True)


def open_text(path):
    """A text file, which may be compressed."""
    return gzip.open(path, "rt", encoding="utf-8") if str(path).endswith(".gz") else open(path, encoding="utf-8")


def each_message(path, kinds=None):
    """The messages of 'agentchess run --messages-file' one after the other, as dictionaries; only those of kinds."""
    with open_text(path) as lines:
        for line in lines:
            message = json.loads(line)
            if kinds is None or message["kind"] in kinds:
                yield message


def _member(message, name):
    """The member of that name, or "played.worth", the member of a member; None if there is none."""
    for part in name.split("."):
        message = message.get(part) if isinstance(message, dict) else None
    return message


def _typed(values, name):
    """Values as a column: texts as string, lists and objects as they are."""
    if name.split(".")[-1] in MESSAGE_TYPES:
        return pandas.array(values, dtype=MESSAGE_TYPES[name.split(".")[-1]])
    if all(value is None or isinstance(value, str) for value in values) and any(values):
        return pandas.array(values, dtype="string")
    return pandas.Series(values, dtype="object")


def messages(path, columns=None, kinds=None):
    """These messages as a DataFrame, one row each; a member has the same type in all rows. The file is read line
    by line: columns, such as ["game", "ply", "piece", "played.worth"], and kinds, such as ["decision"], keep only
    what is needed of a file that is larger than the memory."""
    rows = each_message(path, kinds)
    if columns is None:
        rows = list(rows)
        columns = list(dict.fromkeys(name for row in rows for name in row))
    values = {name: [] for name in columns}
    for row in rows:
        for name in columns:
            values[name].append(_member(row, name))
    return pandas.DataFrame({name: _typed(values.pop(name), name) for name in columns})


def material(run, player):
    """Draws the mean of the player's material minus each opponent's, in pawns, by move number (figure
    3.1 of the thesis), with its 95 % interval. The mean is over all games; a game that has ended counts
    with its last difference. A curve ends when fewer than a tenth of the games are in progress."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    figure = Figure(figsize=(6.3, 3.9), layout="constrained")
    FigureCanvasAgg(figure)  # draws to a file, which needs no window
    axes = figure.add_subplot(xlabel="move", ylabel="mean difference in pawns",
                              title=f"Material of {player} minus that of")
    rows = run.material_mean[run.material_mean["player"] == player]
    if rows.empty:
        raise ValueError(f"{player} has no games")
    for opponent, curve in rows.groupby("opponent", sort=False):
        curve = curve[curve["running"] >= LEAST_SHARE * curve["running"].iloc[0]].astype(
            {name: float for name in ("mean_all", "low_all", "high_all")})
        line, = axes.plot(curve["move"], curve["mean_all"] / 100, label=opponent)
        axes.fill_between(curve["move"].astype(float), curve["low_all"] / 100,
                          curve["high_all"] / 100, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.grid(color="0.9")
    axes.legend(frameon=False, fontsize="small")
    return figure
