"""scripts/agentchess.py: types, a figure, and the notebook that shows it. argv[1] is the program."""
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1
                          else os.environ["AGENTCHESS_PROGRAM"])

try:
    import matplotlib
    import pandas
except ImportError as missing:
    print(f"1..0 # SKIP {missing}: Debian has it as python3-pandas and python3-matplotlib")
    sys.exit(0)
matplotlib.use("Agg")
sys.path.insert(0, str(ROOT / "scripts"))
import agentchess  # noqa: E402

SPEC = """[experiment]
games = 20
[players]
L4 = level:4
L5 = level:5
L7 = level:7
NA = random
[record]
material = on
events = on
"""


def run_program(folder, *arguments):
    return subprocess.run([PROGRAM, *arguments], cwd=folder, check=True, capture_output=True,
                          text=True)


def every_column_has_the_type_that_is_said(run, folder):
    for name, resource in run.resources.items():
        frame = run.table(name)
        for field in resource["schema"]["fields"]:
            assert str(frame[field["name"]].dtype) == agentchess.TYPES[field["type"]], field
    assert run.games["reason"].isna().all()  # no player forfeited, and it is a column of texts
    assert str(run.games["reason"].dtype) == "string"
    assert len(run.games) == 6 * 20
    assert "NA" in set(run.games["white"])  # a name, not a missing value


FIVE_SHARES = "6k1/8/8/3p4/r2P4/8/8/6NK w - - 0 1"


def questions_are_answered_by_one_process(run, folder):
    shares = agentchess.shares(FIVE_SHARES, "level:5", program=PROGRAM)
    assert shares["h1g2"] == 0.25 and abs(sum(shares.values()) - 1) < 1e-9
    process = agentchess.PROGRAMS[PROGRAM].process
    for seed in range(20):
        assert agentchess.decide(FIVE_SHARES, "level:5", seed=seed, program=PROGRAM) in shares
    told = agentchess.explain(FIVE_SHARES, "level:5", program=PROGRAM)
    assert told["move"] in shares and told["messages"][0]["kind"] == "order"
    assert agentchess.PROGRAMS[PROGRAM].process is process
    try:
        agentchess.decide("nothing", program=PROGRAM)
        assert False
    except ValueError as error:
        assert "FEN" in str(error)


def tables_say_what_the_report_says(run, folder):
    games = run.games
    table = agentchess.report(run.folder, table="pairings", program=PROGRAM)
    assert len(table) == 6
    for row in table.itertuples():
        both = games[games["white"].isin([row.player, row.opponent])
                     & games["black"].isin([row.player, row.opponent])]
        won = both[((both["white"] == row.player) & (both["result"] == "1-0"))
                   | ((both["black"] == row.player) & (both["result"] == "0-1"))]
        assert (len(both), len(won)) == (row.games, row.wins), row


def a_compressed_run_reads_alike(run, folder):
    run_program(folder, "run", "s.ini", "--output", "z", "--gzip")
    pandas.testing.assert_frame_equal(run.games, agentchess.Run(folder / "z").games)


def members_of_messages_have_one_type(run, folder):
    frame = agentchess.messages(folder / "talk.jsonl")
    for name in frame.columns:
        kinds = {type(value) for value in frame[name].dropna()}
        kinds.discard(type(None))
        assert len(kinds) == 1, (name, kinds)
    assert str(frame["seed"].dtype) == "Int64"
    assert str(frame["may_ask"].dtype) == "boolean"
    assert str(frame["move"].dtype) == "string"
    assert (frame["kind"] == "start").sum() == 2


def messages_are_read_by_columns_and_kinds(run, folder):
    all_of_them = agentchess.messages(folder / "talk.jsonl")
    decisions = all_of_them[all_of_them["kind"] == "decision"]
    some = agentchess.messages(folder / "talk.jsonl", ["game", "piece", "played.worth"], ["decision"])
    assert list(some.columns) == ["game", "piece", "played.worth"] and len(some) == len(decisions) > 10
    assert list(some["played.worth"]) == [played["worth"] for played in decisions["played"]]
    assert list(map(str, some.dtypes)) == ["Int64", "string", "Int64"]
    with gzip.open(folder / "talk.jsonl.gz", "wb") as packed:
        packed.write((folder / "talk.jsonl").read_bytes())
    pandas.testing.assert_frame_equal(some, agentchess.messages(
        folder / "talk.jsonl.gz", ["game", "piece", "played.worth"], ["decision"]))


def the_figure_draws_what_the_table_holds(run, folder):
    figure = agentchess.material(run, "L7")
    lines = {line.get_label(): line for line in figure.axes[0].get_lines()}
    rows = run.material_mean
    rows = rows[(rows["player"] == "L7") & (rows["opponent"] == "L4")]
    rows = rows[rows["running"] >= 2]
    assert list(lines["L4"].get_ydata()) == [value / 100 for value in rows["mean_all"]]
    assert len(figure.axes[0].get_legend().get_texts()) == 3
    figure.savefig(folder / "figure.png")
    assert (folder / "figure.png").stat().st_size > 5000


def what_is_not_there_is_named(run, folder):
    for ask, words in ((lambda: run.table("commands"), "has no table commands"),
                       (lambda: agentchess.material(run, "L9"), "L9 has no games"),
                       (lambda: run.commands, "a run has no commands")):
        try:
            ask()
        except (KeyError, ValueError, AttributeError) as error:
            assert words in str(error), error
        else:
            raise AssertionError(words)


def names_that_look_like_numbers_stay_names(run, folder):
    (folder / "names.ini").write_text("[experiment]\ngames = 2\n[players]\n1e5 = random\n007 = random\n"
                                      "true = random\n[rules]\nmax-plies = 4\n")
    run_program(folder, "run", "names.ini", "--output", "names")
    games = agentchess.Run(folder / "names").games
    assert set(games["white"]) == {"1e5", "007", "true"}, games
    table = agentchess.report(folder / "names", program=PROGRAM)
    assert set(table["player"]) | set(table["opponent"]) == {"1e5", "007", "true"}, table


def a_file_compressed_or_unpacked_after_the_run_reads_alike(run, folder):
    for name, change in (("z", ["gunzip", "games.csv.gz"]), ("r-later", ["gzip", "games.csv"])):
        copy = folder / f"{name}-copy"
        shutil.copytree(folder / name if name == "z" else run.folder, copy)
        subprocess.run(change, cwd=copy, check=True)
        pandas.testing.assert_frame_equal(run.games, agentchess.Run(copy).games)


def an_unfinished_run_is_named(run, folder):
    for name in ("run.json", "datapackage.json"):
        copy = folder / f"without-{name}"
        shutil.copytree(run.folder, copy)
        (copy / name).unlink()
        try:
            agentchess.Run(copy)
            assert False
        except ValueError as error:
            assert str(error) == f"'{copy}' contains no finished run: {name} is missing", error


def the_notebook_runs_where_it_lies(run, folder):
    """As Jupyter runs it: in its folder, of a tree in which scripts/demo has been called."""
    tree = folder / "tree"
    for place, target in (("scripts/agentchess.py", ROOT / "scripts/agentchess.py"),
                          ("experiments/notebooks", ROOT / "experiments/notebooks"),
                          ("build/app/agentchess", PROGRAM), ("results/thesis", run.folder)):
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        if place == "experiments/notebooks":
            shutil.copytree(target, tree / place)
        else:
            (tree / place).symlink_to(target)
    notebook = json.loads((tree / "experiments/notebooks/thesis.ipynb").read_text())
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 3 and notebook["nbformat"] == 4
    assert not any(cell["outputs"] for cell in cells)
    code = "\n".join("".join(cell["source"]) for cell in cells) + "\nassert len(best) == 4\n"
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("AGENTCHESS_RUN", "AGENTCHESS", "PYTHONPATH")}
    done = subprocess.run([sys.executable, "-B", "-c", code], env=environment, text=True, check=False,
                          cwd=tree / "experiments/notebooks", stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr


TESTS = (every_column_has_the_type_that_is_said, questions_are_answered_by_one_process, tables_say_what_the_report_says,
         a_compressed_run_reads_alike, members_of_messages_have_one_type, messages_are_read_by_columns_and_kinds,
         the_figure_draws_what_the_table_holds, what_is_not_there_is_named,
         names_that_look_like_numbers_stay_names, a_file_compressed_or_unpacked_after_the_run_reads_alike,
         an_unfinished_run_is_named, the_notebook_runs_where_it_lies)


def main():
    failed = 0
    print(f"1..{len(TESTS)}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "s.ini").write_text(SPEC)
        run_program(folder, "run", "s.ini", "--output", "r", "--messages-file", "talk.jsonl",
                    "--messages-games", "1-2")
        run = agentchess.Run(folder / "r")
        for number, test in enumerate(TESTS, 1):
            try:
                test(run, folder)
                print(f"ok {number} - {test.__name__}")
            except Exception as error:  # the next test is tried all the same
                failed += 1
                print(f"not ok {number} - {test.__name__}\n# {type(error).__name__}: {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
