"""Reads what AgentChess writes into pandas, with the right types, and draws the thesis' figures.

    import sys; sys.path.append("scripts")
    import agentchess
    run = agentchess.Run("results/thesis")
    run.games                       # a DataFrame; so are run.pairings, run.material_mean, ...
    agentchess.figure_3_1(run)      # a matplotlib Figure
    agentchess.messages("talk.jsonl")

Types are those that datapackage.json says, also of columns that are all empty: whole numbers are
Int64, others Float64, texts string; what is missing is pandas.NA. Debian's python3-pandas and
python3-matplotlib are all it needs.
"""
import json
import pathlib
import subprocess

import pandas

TYPES = {"integer": "Int64", "number": "Float64", "string": "string"}

# Members of messages that are no texts; what is a list or an object stays one.
MESSAGE_TYPES = {
    "game": "Int64", "ply": "Int64", "seed": "Int64", "attackers": "Int64",
    "cheapest_attacker": "Int64", "loss": "Int64", "worst_loss": "Int64", "may_ask": "boolean",
    "defended": "boolean", "wants_attack": "boolean", "wants_defence": "boolean",
}

LEAST_SHARE = 0.1  # of the games: curves end where fewer are left


class Run:
    """A finished run. Its tables are attributes, by the names of their files without .csv."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.about = json.loads((self.folder / "run.json").read_text())
        package = json.loads((self.folder / "datapackage.json").read_text())
        self.name = package["title"]
        self.resources = {resource["name"]: resource for resource in package["resources"]
                          if "schema" in resource}
        self._tables = {}

    def table(self, name):
        """The table as a DataFrame, read when it is first asked for."""
        if name not in self.resources:
            raise KeyError(f"{self.folder} has no table {name}; it has "
                           + ", ".join(self.resources))
        if name not in self._tables:
            resource = self.resources[name]
            types = {field["name"]: TYPES[field["type"]]
                     for field in resource["schema"]["fields"]}
            self._tables[name] = pandas.read_csv(
                self.folder / resource["path"], dtype=types, keep_default_na=False,
                na_values={column: [""] for column in types})
        return self._tables[name]

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

    Units tell which columns are texts, so the JSON of the report is read."""
    done = subprocess.run([program, "report", *map(str, folders), "--json", "--table", table,
                           *options], capture_output=True, text=True, check=True)
    return pandas.DataFrame(json.loads(done.stdout)[table]).convert_dtypes()


def messages(path):
    """The messages of 'agentchess run --messages-file', a row each; a member has one type in all rows."""
    with open(path, encoding="utf-8") as lines:
        frame = pandas.DataFrame([json.loads(line) for line in lines], dtype="object")
    for name in frame.columns:
        values = frame[name]
        holds_text = values.map(lambda value: isinstance(value, str) or value != value
                                or value is None).all()
        if name in MESSAGE_TYPES:
            frame[name] = values.astype(MESSAGE_TYPES[name])
        elif holds_text and values.notna().any():
            frame[name] = values.astype("string")
        else:
            frame[name] = values.where(values.map(lambda value: value == value), None)
    return frame


def _axes(axes):
    """@axes, or those of a new figure. What draws to a file needs no window."""
    if axes is not None:
        return axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    figure = Figure(figsize=(6.3, 3.9), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
DASHES = ("-", "--", "-.", ":")


def _style(index):
    """Colours that the colour-blind tell apart (Okabe and Ito), and dashes for print."""
    return {"color": COLOURS[index % len(COLOURS)],
            "linestyle": DASHES[index // len(COLOURS) % len(DASHES)]}


def _finish(axes, title, ylabel, place="best"):
    axes.set_title(title, fontsize="medium")
    axes.set_xlabel("move")
    axes.set_ylabel(ylabel)
    axes.grid(color="0.9")
    axes.spines[["top", "right"]].set_visible(False)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(frameon=False, fontsize="small", loc=place)
    return axes.figure


def material(run, player, opponents=None, axes=None):
    """The mean material difference of a player from each opponent, in pawns, by move number.

    Thick: over all games, those that have ended with their last difference. Thin, with its 95 %
    interval: over the games still running, while they are a tenth of all."""
    axes = _axes(axes)
    rows = run.material_mean[run.material_mean["player"] == player]
    if opponents is None:
        opponents = list(dict.fromkeys(rows["opponent"]))
    for index, opponent in enumerate(opponents):
        curve = rows[rows["opponent"] == opponent]
        if curve.empty:
            raise ValueError(f"{player} has no games against {opponent}")
        running = curve[curve["running"] >= LEAST_SHARE * curve["running"].iloc[0]]
        style = _style(index)
        axes.plot(curve["move"], curve["mean_all"] / 100, linewidth=2, label=opponent, **style)
        axes.plot(running["move"], running["mean"] / 100, linewidth=0.7, **style)
        axes.fill_between(running["move"].astype(float), running["low"].astype(float) / 100,
                          running["high"].astype(float) / 100, color=style["color"], alpha=0.15,
                          linewidth=0)
    axes.axhline(0, color="0.6", linewidth=0.8)
    return _finish(axes, f"Material of {player} less that of", "mean difference in pawns")


def figure_3_1(run, player="L7", axes=None):
    """Figure 3.1: the material difference of level 7 from each of its opponents."""
    return material(run, player, axes=axes)


def figure_3_2(run, player="Crafty", axes=None):
    """Figure 3.2: the same of an engine, as Crafty, from each level."""
    return material(run, player, axes=axes)


def figure_3_4(run, player="L5", opponent="L4", axes=None):
    """Figure 3.4: the same of level 5 from level 4."""
    return material(run, player, [opponent], axes=axes)


def figure_3_3(run, player="L5", opponent="L4", axes=None):
    """Figure 3.3: attack requests performed by move number, and moves of the threatened itself."""
    axes = _axes(axes)
    rows = run.requests[(run.requests["player"] == player)
                        & (run.requests["opponent"] == opponent)]
    if rows.empty:
        raise ValueError(f"{player} has no agents' requests against {opponent}")
    axes.vlines(rows["move"].astype(float), 0, rows["attack_requests"].astype(float),
                color=COLOURS[0], label="attack requests performed")
    axes.vlines(rows["move"].astype(float), 0, -rows["own_moves"].astype(float),
                color=COLOURS[1], label="moves of the threatened itself (downwards)")
    axes.axhline(0, color="0.6", linewidth=0.8)
    return _finish(axes, f"Requests of {player} against {opponent}", "how often, in all games",
                   "lower right")


def figure_3_5(run, player="L7", opponent=None, axes=None):
    """Figure 3.5: captures that the captured had not foreseen, for each reply of the opponent."""
    axes = _axes(axes)
    rows = run.threats[run.threats["player"] == player]
    if opponent is not None:
        rows = rows[rows["opponent"] == opponent]
    if rows.empty:
        raise ValueError(f"{player} has no threats to show")
    sums = rows.groupby("move")[["replies", "unthreatened"]].sum()
    sums = sums[sums["replies"] >= LEAST_SHARE * sums["replies"].iloc[0]]
    share = sums["unthreatened"].astype(float) / sums["replies"].astype(float)
    axes.plot(sums.index, share, **_style(0))
    axes.set_ylim(bottom=0)
    whom = opponent if opponent is not None else "all"
    return _finish(axes, f"Captures that {player} had not foreseen, against {whom}",
                   "share of replies")


def break_even(run, last_word=-1):
    """Of a grid in time: where the score of a player falls below one half, by its last number.

    A row a player without that number, opponent and pace: the number at which a line between the
    two neighbours crosses 0.5, and the 95 % interval of normally distributed scores there."""
    table = run.pairings
    table = table[table["player"].str.split().str[last_word].str.fullmatch(r"[0-9.]+")]
    rows = []
    keys = [table["player"].str.rsplit(n=1).str[0], "opponent"]
    if "ms_per_space" in table:
        keys.append("ms_per_space")
    for key, cells in table.groupby(keys, sort=False):
        x = cells["player"].str.split().str[last_word].astype(float)
        games = cells["games"].astype(float)
        score = (cells["wins"].astype(float) + cells["draws"].astype(float) / 2) / games
        error = (score * (1 - score) / games) ** 0.5
        points = sorted(zip(x, score, error))
        for (x0, y0, e0), (x1, y1, e1) in zip(points, points[1:]):
            if y0 >= 0.5 > y1:
                slope = (y1 - y0) / (x1 - x0)
                part = (y0 - 0.5) / (y0 - y1)
                at = (1 - part) ** 2 * e0 ** 2 + part ** 2 * e1 ** 2
                margin = 1.959964 * at ** 0.5 / abs(slope)
                middle = x0 + part * (x1 - x0)
                rows.append((*key, middle, middle - margin, middle + margin))
                break
    names = ["player", "opponent", "ms_per_space"][:len(keys)]
    return pandas.DataFrame(rows, columns=[*names, "even", "low", "high"])
