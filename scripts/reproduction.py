#!/usr/bin/env python3
"""Writes an HTML page that compares every table and figure of the thesis' chapter 3 with our results.

    scripts/reproduction.py [--program PROGRAM] [--tables DIR] FILE.html DIR ...

Each DIR is the folder of a finished run or of results of test suites. The page contains the number of
cells that agree, every table of the thesis with the prediction from our results, a check of the
thesis' statements about its figures, the pictures drawn by scripts/plot, and the seeds and specs of the
runs. 'agentchess thesis' makes the comparison. scripts/reproduce plays the runs that the page needs.
"""
import argparse
import base64
import csv
import html
import json
import math
import os
import re
import subprocess
import sys

TOP = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..")
BUILT = os.path.join(TOP, "build", "app", "agentchess")
Z = 1.959963984540054 # of 95 %
INSIDE = 0.05 # of results that are true, 5 % have a smaller p
MOST_LETTERS = 30 # cells of more are sentences
AT_MOVE = 40 # games of the levels are decided by then, and most of them last
MOVES = (10, 20, 40, 60, 80, 100)
BEGINNING = 25 # moves
LATE_SHARE = 0.1 # of the games: when only so many last, a curve says little
HOLDS, FAILS, OPEN = "holds", "does not hold", "open"
CRAFTY = "Crafty"

# Of a table: its number; for each kind of cell what its numbers are, the whole that they are shares
# of, and whether they are counts in 100 of it; and what the table needs.
GAMES = ("wins-losses-draws", "games", False)
DRAWS = ("draw wins-draw losses-other draws", "draws", False)
TABLES = (
    ("3.1", (GAMES,), "a run in which levels meet each other"),
    ("3.2", (DRAWS,), "a run of level 7"),
    ("3.3", (DRAWS,), "a run of level 8"),
    ("3.4", (DRAWS,), "a run of level 6"),
    ("3.5", (DRAWS,), "a run of levels against Crafty or its replacement, with draws"),
    ("3.6", (DRAWS,), "a run of level 5 against level 4"),
    ("3.7", (), None), # printed in table 3.4, too
    ("3.8", (("defence requests", "games", True),), "events_per_game.csv of a run"),
    ("3.9", (("move-attacks planned", "games", True), ("move-attacks performed", "planned", False)),
     "events_per_game.csv and move_attacks.csv of a run against Crafty or its replacement"),
    ("3.10", (("solved", "positions", False),), "suites.csv of 'agentchess suite --output'"),
)

STYLE = """body { font-family: sans-serif; line-height: 1.4; max-width: 66em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto }
td, th { padding: 0.1em 0.6em; text-align: right; white-space: nowrap; vertical-align: top }
td.sentences { white-space: normal; min-width: 12em }
.words, .sentences { text-align: left }
tr:nth-child(even) { background: #f2f2f2 }
th { border-bottom: 1px solid #404040 }
pre { overflow-x: auto; background: #f2f2f2; padding: 0.5em }
img { max-width: 100% }
"""


def escape(text):
    return html.escape(text).replace("&#x27;", "&apos;")


class Page:
    """HTML, appended in order. Its strings are plain text."""

    def __init__(self, title):
        self.text = ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
                     '<meta name="viewport" content="width=device-width">\n'
                     f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n")
        self.line("h1", title)

    def line(self, tag, text):
        self.text += f"<{tag}>{escape(text)}</{tag}>\n"

    def heading(self, text):
        self.line("h2", text)

    def paragraph(self, text):
        self.line("p", text)

    def lines(self, text):
        self.line("pre", text.rstrip())

    def table(self, rows):
        """Rows of texts, the head first."""
        def kind(i):
            cells = [row[i] for row in rows[1:]]
            letters = max((len(cell.encode()) for cell in cells), default=0)
            numbers = sum(bool(re.match(r"[-+<>= ]*[0-9]", cell)) for cell in cells)
            words = sum(cell != "" for cell in cells) - numbers
            if letters > MOST_LETTERS:
                return ' class="sentences"'
            return ' class="words"' if i == 0 or words > numbers else ""

        kinds = [kind(i) for i in range(len(rows[0]))]
        self.text += "<table>\n"
        for row in rows:
            tag = "th" if row is rows[0] else "td"
            cells = (f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, row))
            self.text += f"<tr>{''.join(cells)}</tr>\n"
        self.text += "</table>\n"

    def picture(self, folder, name, caption):
        """A picture of scripts/plot; a missing one is left out."""
        path = os.path.join(folder, "plots", re.sub(r"[^A-Za-z0-9._-]", "_", name) + ".svg")
        if not os.path.exists(path):
            return
        with open(path, "rb") as file:
            data = base64.b64encode(file.read()).decode()
        self.text += (f'<p><img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}">'
                      "</p>\n")


def fixed(value, decimals=1):
    """Halves away from zero, as the program writes them."""
    if math.isinf(value):
        return "infinity" if value > 0 else "-infinity"
    unit = 10 ** decimals
    return f"{math.copysign(math.floor(abs(value) * unit + 0.5), value) / unit + 0.0:.{decimals}f}"


def signed(value):
    text = fixed(value)
    return "+" + text if value > 0 and text != fixed(0) else text


def format_p(p):
    return "<0.001" if p < 0.001 else fixed(p, 3)


class Estimate:
    """A number and its 95 % interval, if it has one."""

    def __init__(self, value, low=None, high=None):
        self.value, self.low, self.high = value, low, high
        self.known = low is not None

    def __sub__(self, other):
        return Estimate(self.value - other.value,
                        self.value - other.value - math.hypot(self.value - self.low,
                                                              other.high - other.value),
                        self.value - other.value + math.hypot(self.high - self.value,
                                                              other.value - other.low))

    def __neg__(self):
        return Estimate(-self.value, -self.high, -self.low) if self.known else Estimate(-self.value)

    def text(self, write=signed):
        if not self.known:
            return write(self.value)
        return f"{write(self.value)} ({write(self.low)} to {write(self.high)})"

    def is_positive(self):
        if not self.known:
            return OPEN
        return HOLDS if self.low > 0 else FAILS if self.high < 0 else OPEN


def share(part, whole):
    """In per cent, with Wilson's interval."""
    if whole == 0:
        return None
    p, z2 = part / whole, Z * Z / whole
    middle, half = p + z2 / 2, Z * math.sqrt(p * (1 - p) / whole + z2 / (4 * whole))
    return Estimate(100 * p, 100 * (middle - half) / (1 + z2) if part > 0 else 0,
                    100 * (middle + half) / (1 + z2) if part < whole else 100)


class Cell:
    """A cell of a table of the thesis; the program prints one row for each of its numbers."""

    def __init__(self, row):
        self.table, self.label = row["table"], row["cell"]
        self.parts, self.ours, self.thesis, self.predicted = [], [], [], []
        self.our_whole, self.whole = row["our_whole"], row["thesis_whole"]
        self.p, self.holm, self.deviance = (float(row[name]) for name in ("p", "holm", "deviance"))
        self.inside, self.certain = self.p >= INSIDE, self.holm < INSIDE
        self.stands_in = row["stands_in"] == "yes"

    def add(self, row):
        whole = int(self.whole)
        self.parts.append(row["part"])
        self.ours.append(row["ours"])
        self.thesis.append(row["thesis"])
        self.predicted.append("-".join(str(round(float(row[end]) * whole / 100))
                                       for end in ("low", "high")))

    def meaning(self):
        return "-".join(self.parts)

    def row(self):
        return [self.label, "-".join(self.ours), self.our_whole, "-".join(self.thesis), self.whole,
                ", ".join(self.predicted), format_p(self.p), format_p(self.holm),
                fixed(self.deviance), "inside" if self.inside else "outside"]


class Comparison:
    """The output of 'agentchess thesis': notes, and cells by table and meaning."""

    def __init__(self, program, arguments):
        command = [program, "thesis", "--format=json", *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr.strip())
        answer = json.loads(done.stdout, parse_float=str, parse_int=str)
        self.notes, self.cells = answer["notes"], []
        seen = {}
        for row in answer["agreement"]:
            several = row["part"] in ("wins", "losses", "draws", "draw wins", "draw losses",
                                      "other draws")
            key = row["table"], row["cell"], "" if several else row["part"]
            if key not in seen:
                seen[key] = Cell(row)
                self.cells.append(seen[key])
            seen[key].add(row)

    def of(self, number, meaning=None):
        return [cell for cell in self.cells
                if cell.table == number and meaning in (None, cell.meaning())]


def binomial_at_most(count, p, tries):
    return sum(math.comb(tries, k) * p ** k * (1 - p) ** (tries - k) for k in range(count + 1))


def judge(cells):
    """The number of cells that fit, and whether chance explains the rest."""
    inside, certain = sum(c.inside for c in cells), sum(c.certain for c in cells)
    count = len(cells)
    if count == 1:
        return ("The cell fits." if inside else "The cell does not fit, and chance does not explain this."
                if certain else "The cell does not fit, but chance can explain this.")
    if inside == count:
        return f"All {count} cells fit."
    p = binomial_at_most(inside, 1 - INSIDE, count)
    return (f"{inside} of {count} cells fit. If our players were those of the thesis, about "
            f"{fixed((1 - INSIDE) * count)} would fit; the probability of so few is {format_p(p)}. "
            + ("Chance can explain the difference." if p >= INSIDE and certain == 0 else
               "Chance does not explain the difference." if certain == 0 else
               "Chance does not explain the difference: one cell is outside even after Holm's correction."
               if certain == 1 else
               "Chance does not explain the difference: some cells are outside even after Holm's "
               "correction."))


def add_verdict(page, comparison):
    page.heading("Agreement with the thesis")
    page.paragraph(
        "A cell fits if the thesis' numbers lie inside the 95 % region that our results predict "
        "for as many games, draws, plans or positions as in the thesis. p is the probability of "
        "results at least as unusual as those of the thesis; Holm is p corrected for all cells. "
        "The deviance measures how much worse our results predict those of the thesis than the thesis' "
        "own frequencies do. If our players were those of the thesis, the deviance would be about 2 per "
        "cell of results or draws, and 1 per cell of shares or counts.")
    rows = [["table", "quantity", "cells", "fit", "after Holm", "deviance"]]
    for number, kinds, _ in TABLES:
        for meaning, _, _ in kinds:
            cells = comparison.of(number, meaning)
            if cells:
                rows.append([number, meaning, str(len(cells)), str(sum(c.inside for c in cells)),
                             str(sum(not c.certain for c in cells)),
                             fixed(sum(c.deviance for c in cells))])
    page.table(rows)
    own = [cell for cell in comparison.cells if not cell.stands_in]
    foreign = [cell for cell in comparison.cells if cell.stands_in]
    if own:
        page.paragraph(f"All tables: {judge(own)}")
    for note in comparison.notes:
        page.paragraph(f"{note}.")
    if foreign:
        page.paragraph("Cells in which another program replaces Crafty, and whose results therefore also "
                       f"depend on that program: {judge(foreign)}")
    misfits = [[c.label, c.table, "-".join(c.ours), "-".join(c.thesis), format_p(c.holm)]
               for c in comparison.cells if c.certain]
    if not misfits:
        page.paragraph("After Holm's correction every cell fits.")
        return
    page.paragraph("Cells that do not fit even after Holm's correction, in percent or per 100 games:")
    page.table([["", "table", "ours", "thesis", "Holm"], *misfits])


def add_counts(page, program, arguments, comparison):
    """Tables 3.2 to 3.6, for four ways of counting draw wins."""
    rows = [["draw wins", "bare kings", "cells", "fit", "deviance"]]
    for wins, won in (("player", "of the player"), ("coin", "divided evenly")):
        for kings, bared in (("fifty-moves", "in draws by fifty moves"), ("all", "in all draws")):
            same = (wins, kings) == ("player", "fifty-moves")
            counted = comparison if same else Comparison(
                program, [*arguments, "--draw-wins", wins, "--bare-kings", kings])
            cells = [c for c in counted.cells if c.meaning() == DRAWS[0]]
            rows.append([won, bared, str(len(cells)), str(sum(c.inside for c in cells)),
                         fixed(sum(c.deviance for c in cells))])
    page.heading("Draw wins, counted in four ways")
    page.paragraph(
        "The side that is the first to have a bare king should depend on the strength of the players. "
        "The draw wins and draw losses of the thesis, 223 and 228, do not depend on strength: their "
        "numbers are consistent with tosses of a fair coin. Tables 3.2 to 3.6 are therefore compared in four "
        "ways. Draw wins belong to the player whose opponent was the first to have a bare king, or are divided "
        "evenly. They are counted in draws by the fifty-move rule, or in all draws.")
    page.table(rows)


def add_tables(page, comparison):
    for number, kinds, needs in TABLES:
        if not comparison.of(number):
            page.heading(f"Table {number}")
            page.paragraph(f"Not compared: the comparison needs {needs}." if needs else
                           "All its cells are also in table 3.4.")
        for meaning, whole, is_count in kinds:
            cells = comparison.of(number, meaning)
            if not cells:
                continue
            page.heading(f"Table {number}: {meaning} in {'100' if is_count else 'percent of the'} "
                         f"{whole}")
            page.table([["", "ours", whole, "thesis", whole, "predicted", "p", "Holm", "deviance",
                         ""], *(cell.row() for cell in cells)])
            page.paragraph(f"Table {number}: {judge(cells)}")


class View:
    """A player of a run against another, with the rows of a table."""

    def __init__(self, run, player, opponent, rows):
        self.folder, self.player, self.opponent = run.folder, player, opponent
        self.rows = [row for row in rows
                     if row["player"] == player and row["opponent"] == opponent]

    def lead(self, move, least=0.0):
        """The last row up to the move that a share of the games has: move, share of the games, and
        the leads in pawns over all games and over those that last; None if there is no row."""
        found, games = None, 0
        for row in self.rows:
            running = int(row["running"])
            games = games or running
            if int(row["move"]) > move or games == 0 or running < least * games:
                break
            found = int(row["move"]), running / games, row
        if found is None:
            return None
        at, lasting, row = found
        return (at, lasting, *(self.pawns(row, suffix) for suffix in ("_all", "")))

    @staticmethod
    def pawns(row, suffix):
        cells = [row.get(name + suffix, "") for name in ("mean", "low", "high")]
        if cells[0] == "":
            return None
        return Estimate(*(float(cell) / 100 for cell in (cells if "" not in cells else cells[:1])))

    def events(self, part, whole, first, last=math.inf):
        rows = [row for row in self.rows if first <= int(row["move"]) <= last]
        return sum(int(row[part]) for row in rows), sum(int(row[whole]) for row in rows)


class Run:
    """A finished run, and its players by their names in the thesis."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
            self.about = json.load(file)
        self.names = {name: self.name_of(name, text)
                      for name, text in self.about["spec"]["players"].items()}
        self.tables = {}

    @staticmethod
    def name_of(name, text):
        level = re.match(r"level:([1-8])(?![0-9])", text)
        if level:
            return f"Level {level[1]}"
        return CRAFTY if name == CRAFTY or text.startswith("engine:") else None

    def rows(self, file):
        if file not in self.tables:
            path, rows = os.path.join(self.folder, file), []
            if os.path.exists(path):
                with open(path, newline="", encoding="utf-8") as table:
                    rows = list(csv.DictReader(table))
            for row in rows: # the apostrophe before what a spreadsheet would take for a formula
                for name in ("player", "opponent"):
                    row[name] = re.sub(r"^'('*[=+\-@\t\r])", r"\1", row[name])
            self.tables[file] = rows
        return self.tables[file]

    def view(self, player, opponent, file):
        rows = self.rows(file)
        for result in self.about["results"]:
            pair = result["player"], result["opponent"]
            for first, second in (pair, pair[::-1]):
                if rows and (self.names.get(first), self.names.get(second)) == (player, opponent):
                    return View(self, first, second, rows)
        return None


class Figure:
    """A figure of the thesis: its statements about it, and our results."""

    def __init__(self, page, runs, title):
        self.page, self.runs = page, runs
        self.claims = [["statement of the thesis", "our results", ""]]
        page.heading(title)

    def view(self, player, opponent, file="material_mean.csv"):
        return next((view for view in (run.view(player, opponent, file) for run in self.runs)
                     if view), None)

    def claim(self, thesis, ours, verdict):
        self.claims.append([thesis, ours, verdict])

    def lead_at(self, player, opponent, move=AT_MOVE):
        """The lead in all games, or before the move if all have ended; None without interval."""
        view = self.view(player, opponent)
        lead = view.lead(move) if view else None
        if lead is None:
            return None
        of_all, left = lead[2:]
        best = of_all if of_all and of_all.known else left
        return best if best and best.known else None

    def claim_lead(self, thesis, who, player, opponent):
        lead = self.lead_at(player, opponent)
        if lead:
            self.claim(thesis, f"at move {AT_MOVE} {who} leads by {lead.text()} pawns",
                       lead.is_positive())
        return lead

    def leads(self, meetings):
        """The leads of the first players over the second ones; the last meeting, if there is one."""
        rows, last = [["", *(f"move {move}" for move in MOVES)]], None
        for player, opponent in meetings:
            view = self.view(player, opponent)
            if not view:
                continue
            leads, last = [(move, view.lead(move)) for move in MOVES], view
            rows.append([f"{player} against {opponent}",
                         *("" if not lead else lead[2].text() if lead[2] else "?"
                           for _, lead in leads)])
            rows.append(["games in progress, %",
                         *(fixed(100 * lead[1]) if lead and lead[0] == move else "0.0"
                           for move, lead in leads)])
        if last:
            self.page.paragraph(
                "Mean material lead of the first player in pawns, over all games, with its 95 % interval "
                "in parentheses; games that have ended count with their last difference.")
            self.page.table(rows)
        return last

    def end(self, view, needs, picture, caption, of_opponent=False):
        """@needs names the missing data of a figure without a view."""
        if view is None:
            self.page.paragraph(f"Not compared: the comparison needs {needs}.")
            return
        player = view.opponent if of_opponent else view.player
        self.page.picture(view.folder, f"{picture}_{player}", caption)
        if len(self.claims) > 1:
            self.page.table(self.claims)


def add_figure_1(page, runs):
    figure = Figure(page, runs, "Figure 3.1: material of level 7")
    view = figure.leads([("Level 7", f"Level {level}") for level in range(1, 7)])
    for level in (1, 2, 3):
        figure.claim_lead(f"clearly superior to Level {level}", "it", "Level 7", f"Level {level}")
    for other in ("Level 4", "Level 5"):
        more, less = figure.lead_at("Level 7", "Level 6"), figure.lead_at("Level 7", other)
        if more and less:
            figure.claim(f"level 6 is a worse opponent than {other}",
                         f"at move {AT_MOVE} level 7 leads level 6 by {(more - less).text()} pawns "
                         "more", (more - less).is_positive())
    against = figure.view("Level 7", "Level 5")
    late = against.lead(math.inf, LATE_SHARE) if against else None
    if late and late[3]:
        figure.claim("at the end of long games level 5 leads level 7",
                     f"at move {late[0]}, in the {fixed(100 * late[1])} % of the games still in progress, "
                     f"level 7 leads by {late[3].text()} pawns", (-late[3]).is_positive())
    figure.end(view, "a run of level 7", "material", "Figure 3.1: material of level 7 by move number")


def add_figure_2(page, runs):
    figure = Figure(page, runs, "Figure 3.2: material of Crafty and levels 1 to 7")
    view = figure.leads([(f"Level {level}", CRAFTY) for level in range(1, 8)])
    leads = [figure.lead_at(f"Level {level}", CRAFTY) for level in (5, 6, 7)]
    values = [lead.value for lead in leads if lead]
    if values and max(values) > min(values):
        apart = max(values) - min(values)
        figure.claim("material against Crafty is about the same for levels 5, 6 and 7",
                     f"at move {AT_MOVE} their leads differ by {fixed(apart)} pawns",
                     HOLDS if apart <= 1 else FAILS)
    # "Nevertheless, we can see a noticeable increase of material after about 100 moves in the games
    # of level 6 ... when about 90 percent of the games have already ended."
    of_6 = figure.view("Level 6", CRAFTY)
    middle, late = (of_6.lead(50), of_6.lead(100)) if of_6 else (None, None)
    if middle and late:
        figure.claim("about 90 % of level 6's games have ended at move 100",
                     f"{fixed(100 * late[1] if late[0] == 100 else 0)} % are still in progress",
                     HOLDS if late[1] <= 2 * LATE_SHARE else FAILS)
        if late[3] and late[3].known and middle[3] and middle[3].known:
            gain = late[3] - middle[3]
            figure.claim("in the remaining games level 6 has gained material",
                         f"by {gain.text()} pawns from move {middle[0]} to move {late[0]}",
                         gain.is_positive())
    figure.end(view, "a run against Crafty or its replacement", "material",
               "Figure 3.2: material of Crafty by move number", of_opponent=True)


def add_figure_3(page, runs):
    figure = Figure(page, runs, "Figure 3.3: attack requests of level 5 against level 4")
    view = figure.view("Level 5", "Level 4", "requests.csv")
    if view:
        early = share(*view.events("attack_requests", "decisions", 1, BEGINNING))
        late = share(*view.events("attack_requests", "decisions", BEGINNING + 1))
        asked, alone = (view.events(part, "decisions", 1)[0]
                        for part in ("attack_requests", "own_moves"))
        if early and late:
            figure.claim("requests are more useful at the beginning of the game",
                         f"performed in {early.text(fixed)} % of the decisions up to move "
                         f"{BEGINNING}, in {late.text(fixed)} % later", (early - late).is_positive())
        figure.claim("requests are rare compared with moves to safety",
                     f"{asked} requests performed, {alone} own moves of the threatened agent",
                     HOLDS if asked < alone else FAILS)
    figure.end(view, "requests.csv of level 5 against level 4", "requests",
               "Figure 3.3: requests of level 5 by move number")


def add_figure_4(page, runs):
    figure = Figure(page, runs, "Figure 3.4: material of level 5 against level 4")
    view = figure.leads([("Level 5", "Level 4")])
    lead = figure.claim_lead("level 5 has the advantage", "it", "Level 5", "Level 4")
    if lead:
        figure.claim("the advantage is limited", f"less than a knight at move {AT_MOVE}",
                     HOLDS if lead.high < 3 else FAILS if lead.low > 3 else OPEN)
    figure.end(view, "a run of level 5 against level 4", "material",
               "Figure 3.4: material of level 5 by move number")


def add_figure_5(page, runs):
    figure = Figure(page, runs, "Figure 3.5: incorrect threats of level 7 against Crafty")
    view = figure.view("Level 7", CRAFTY, "threats.csv")
    if view:
        rows = [["moves", "captured unexpectedly, % of Crafty's moves", "except pieces just moved",
                 "% of all captured"]]
        for first, last in ((1, 5), (6, 10), (11, 20), (21, 40), (41, math.inf)):
            unforeseen, replies = view.events("unthreatened", "replies", first, last)
            movers, captured = view.events("movers_unthreatened", "captured", first, last)
            shares = (share(unforeseen, replies), share(unforeseen - movers, replies),
                      share(unforeseen, captured))
            rows.append([f"{first} to {last}" if last < math.inf else f"from {first}",
                         *(each.text(fixed) if each else "?" for each in shares)])
        first = share(*view.events("unthreatened", "replies", 1, 10))
        if first:
            figure.claim("in the first moves about 20 % of Crafty's moves capture a piece that had "
                         "reported no threat", f"{first.text(fixed)} % in moves 1 to 10",
                         HOLDS if first.low <= 25 and first.high >= 15 else FAILS)
        page.table(rows)
    figure.end(view, "threats.csv of level 7 against Crafty or its replacement",
               "threats", "Figure 3.5: wrong threat estimates of level 7")


def add_figures(page, runs):
    page.heading("Figures")
    page.paragraph("The thesis' figures are diagrams without numbers. Its statements about the figures are "
                   "therefore compared with our results. A statement is open if our interval contains "
                   "both results that agree with it and results that do not.")
    for add_figure in (add_figure_1, add_figure_2, add_figure_3, add_figure_4, add_figure_5):
        add_figure(page, runs)


def add_runs(page, runs, suites):
    page.heading("Runs")
    for run in runs:
        about = run.about
        page.paragraph(f"{run.folder}: {about['games']} games, seed {about['seed']}, agentchess "
                       f"{about['version']} ({about['commit']}), identity {about['identity'][:16]}. "
                       "'agentchess run' repeats the run with this spec:")
        idle = {"async"} if about["spec"]["experiment"]["game"] != "async" else set()
        if about["spec"]["experiment"]["format"] != "sprt":
            idle.add("sprt")
        groups = ("\n".join([f"[{group}]", *(f"{key}={value}" for key, value in keys.items()
                                             if value != "")])
                  for group, keys in about["spec"].items()
                  if group not in idle and any(keys.values()))
        page.lines("\n\n".join(groups))
    for folder in suites:
        page.paragraph(f"{folder}: results of test suites, written by 'agentchess suite'.")


def write(path, folders, program, tables=None):
    """Writes the page; @tables is another folder of the thesis' tables."""
    arguments = [*([f"--tables={tables}"] if tables else []), *folders]
    comparison = Comparison(program, arguments)
    runs = [Run(folder) for folder in folders if os.path.exists(os.path.join(folder, "run.json"))]
    suites = [folder for folder in folders if os.path.exists(os.path.join(folder, "suites.csv"))]
    page = Page("The thesis' tables and figures compared with our results")
    page.paragraph("H. Fransson: AgentChess, an agent chess approach. Can agents play chess? "
                   "Master's thesis MSE-2003-02, Blekinge Institute of Technology, January 2003, "
                   "chapter 3, compared with results of this program.")
    add_verdict(page, comparison)
    add_counts(page, program, arguments, comparison)
    for run in runs:
        page.picture(run.folder, "agreement", "Table 3.1 of the thesis and the prediction from our results")
    add_tables(page, comparison)
    add_figures(page, runs)
    add_runs(page, runs, suites)
    with open(path, "w", encoding="utf-8") as file:
        file.write(page.text + "</body>\n</html>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", default=BUILT if os.path.exists(BUILT) else "agentchess",
                        help="the program (build/app/agentchess, or agentchess on PATH)")
    parser.add_argument("--tables", metavar="DIR", help="folder with the thesis' tables, if not results/published")
    parser.add_argument("file", metavar="FILE.html", help="the page to write")
    parser.add_argument("folders", metavar="DIR", nargs="+",
                        help="folder of a finished run or of results of test suites")
    arguments = parser.parse_args()
    try:
        write(arguments.file, arguments.folders, arguments.program, arguments.tables)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"reproduction.py: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
