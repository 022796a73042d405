#!/usr/bin/env python3
"""Experiments on a Slurm cluster, through scripts/slurm/submit: the files are those of a run in one
piece, also when tasks are stopped in their midst and queued again."""

import filecmp
import os
import re
import shutil
import sys

from guardian import CannotRun, run_guarded, run_tests, wait_until
from slurm_cluster import Cluster

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts", "slurm")
ENDED = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY"}
SCRIPT_FILES = ("submit", "tournament.sbatch", "merge.sbatch")

SPEC = """\
[experiment]
seed = 11
games = {games}
[players]
L5 = level:5
L7 = level:7
march = march
[openings]
random-plies = 4
[record]
pgn = off
"""
PAIRINGS = 3
SHARDS = 8  # all at once
SHARD_SECONDS = 3  # on a processor of its own; there is a checkpoint a second
STOPPED, WARNED = 2, 3

SMALL_SPEC = "[experiment]\ngames = 20\n[players]\nA = random\nB = level:1\n"
FAULTY_SPEC = "[experiment]\ngames = many\n[players]\nA = random\nB = level:1\n"

# What is wrong, exit status, words of the sentence.
BAD_INPUT = (
    ([], 2, "SPEC is missing"),
    (["small.ini", "--output", "o"], 2, "--shards N is missing"),
    (["small.ini", "--shards", "2"], 2, "--output DIR is missing"),
    (["small.ini", "--output", "o", "--shards"], 2, "--shards needs a value"),
    (["small.ini", "--output", "o", "--shards", "0"], 2, "--shards is '0', not a whole number from 2 to"),
    (["small.ini", "--output", "o", "--shards", "1"], 2, "--shards is '1'"),
    (["small.ini", "--output", "o", "--shards", "08"], 2, "--shards is '08'"),
    (["small.ini", "--output", "o", "--shards", "-3"], 2, "--shards is '-3'"),
    (["small.ini", "--output", "o", "--shards=eight"], 2, "--shards is 'eight'"),
    (["small.ini", "--output", "o", "--shards=100001"], 2, "--shards is '100001'"),
    (["small.ini", "--output", "o", "--shards=9" + 30 * "0"], 2, "--shards is '90"),
    (["small.ini", "--output", "o", "--shards=2", "--at-once=0"], 2, "--at-once is '0'"),
    (["small.ini", "--output", "o", "--shard=2"], 2, "unknown option '--shard=2'"),
    (["small.ini", "--output", "o", "--shards=2", "b.ini"], 2, "unexpected argument 'b.ini'"),
    (["small.ini", "--output", "o", "--shards=2", "--", "--array=1-9"], 2, "'--array=1-9'"),
    (["small.ini", "--output", "o", "--shards=2", "--", "-o", "log"], 2, "'-o'"),
    (["small.ini", "--output", "a\\b", "--shards=2"], 2, "with a backslash"),
    (["none.ini", "--output", "o", "--shards=2"], 1, "there is no spec 'none.ini'"),
    (["faulty.ini", "--output", "o", "--shards=2"], 1, "games: 'many'"),
    (["small.ini", "--output", "state", "--shards=2"], 1, "the folder 'state' is not empty"),
    (["small.ini", "--output", "small.ini", "--shards=2"], 1, "'small.ini' is not a folder"),
    (["small.ini", "--output", "old", "--shards=2"], 1, "shard-1-of-3' is not one of the 2 shards"),
    (["small.ini", "--output", "o", "--shards=2", "--program=none"], 1, "no program '"),
    (["small.ini", "--output", "o", "--shards=2", "--program=/bin/true"], 1, "is not agentchess"),
    (["small.ini", "--output", "o", "--shards=2", "--", "--partition=none"], 1,
     "sbatch rejected the shards"),
)


def read(path):
    """What stands in a file; nothing if there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def assert_same_files(whole, merged):
    """The same bytes, but for run.json."""
    names = sorted(os.listdir(whole))
    assert names == sorted(os.listdir(merged)), f"{names} and {sorted(os.listdir(merged))}"
    compared = [name for name in names if name != "run.json"]
    _, different, unread = filecmp.cmpfiles(whole, merged, compared, shallow=False)
    assert "games.csv" in compared and not different + unread, f"different: {different + unread}"


class Tests:
    """They share a cluster and its folder, where they are; each finds what those before it left."""

    def __init__(self, cluster):
        self.cluster = cluster
        cluster.environment["AGENTCHESS"] = os.path.abspath("agentchess")
        write("small.ini", SMALL_SPEC)
        write("faulty.ini", FAULTY_SPEC)

    def agentchess(self, *arguments):
        done = self.cluster.run("./agentchess", *arguments)
        assert done.returncode == 0, done.stderr
        return done

    def submit(self, *arguments):
        """The numbers of the jobs that play and merge."""
        done = self.cluster.run("./submit", *arguments)
        jobs = re.findall(r": job (\d+),", done.stdout)
        assert done.returncode == 0 and len(jobs) == 2, done.stdout + done.stderr
        return jobs

    def wait_for(self, jobs):
        """The states in which the jobs end, without those that are COMPLETED."""
        def states():
            return {job: state for job, state in self.cluster.states().items()
                    if job.partition("_")[0] in jobs}
        wait_until(f"the jobs {jobs} have ended",
                   lambda: states() and ENDED >= set(states().values()), 240)
        return {job: state for job, state in states().items() if state != "COMPLETED"}

    def wait_for_games(self, *shards):
        """A run writes a checkpoint when it begins; when the next one is there it has games."""
        files = [f"merged-shards/shard-{shard}-of-{SHARDS}/checkpoint" for shard in shards]
        wait_until("shards have begun", lambda: all(os.path.exists(file) for file in files))
        begun = {file: os.stat(file).st_mtime_ns for file in files}
        wait_until("shards have games",
                   lambda: all(os.stat(file).st_mtime_ns != begun[file] for file in files))

    def count_games(self):
        """Games of a pairing that make shards long enough to be stopped in their midst."""
        write("spec.ini", SPEC.format(games=200))
        said = self.agentchess("run", "spec.ini", "--jobs=1", "--output=trial").stderr
        rate = int(re.search(r"(\d+) games/s", said)[1])
        return rate * SHARD_SECONDS * SHARDS // PAIRINGS

    def bad_input_is_refused_with_a_sentence_and_queues_nothing(self):
        os.makedirs("old-shards/shard-1-of-3")
        before = sorted(os.listdir())
        for arguments, status, words in BAD_INPUT:
            done = self.cluster.run("./submit", *arguments)
            lines = done.stderr.splitlines()
            assert done.returncode == status and not done.stdout, f"{arguments}: {done}"
            assert lines and words in lines[-1], f"{arguments}: {done.stderr}"
            assert len(lines) == 1 or "sbatch rejected" in words, f"{arguments}: {done.stderr}"
        assert sorted(os.listdir()) == before
        assert not self.cluster.states()

    def tasks_stopped_in_their_midst_leave_the_files_of_a_run_in_one_piece(self):
        games = self.count_games()
        write("spec.ini", SPEC.format(games=games))
        jobs = self.submit("spec.ini", f"--shards={SHARDS}", "--output=merged")
        self.wait_for_games(STOPPED, WARNED)
        self.cluster.warn(f"{jobs[0]}_{WARNED}")
        self.cluster.requeue(f"{jobs[0]}_{STOPPED}")
        self.agentchess("run", "spec.ini", "--output=whole")
        ended = self.wait_for(jobs)
        assert not ended, f"{ended}: {read('merged-shards/logs/merge.log')}"
        assert_same_files("whole", "merged")

    def a_task_queued_again_goes_on_where_it_was(self):
        for shard in range(1, SHARDS + 1):
            log = read(f"merged-shards/logs/shard-{shard}.log")
            again = shard in (STOPPED, WARNED)
            stops = re.findall(r"^stopped after (\d+) of (\d+) games", log, re.MULTILINE)
            played = re.findall(r"^(\d+) games in ", log, re.MULTILINE)
            restarts = re.findall(r"restarted (\d+) times", log)
            assert restarts == (["0", "1"] if again else ["0"]), f"{shard}: {log}"
            assert len(stops) == again and len(played) == 1, f"{shard}: {log}"
            for before, total in stops:
                assert 0 < int(before) < int(total), log
                assert int(before) + int(played[0]) == int(total), log
            assert ("the time limit is near" in log) == (shard == WARNED), f"{shard}: {log}"

    def the_report_is_that_of_the_run_in_one_piece(self):
        report = self.agentchess("report", "whole").stdout
        assert "Ratings of all players" in report, report
        assert read("merged-shards/report.txt") == report
        assert report in read("merged-shards/logs/merge.log")

    def a_task_that_fails_lets_nothing_be_merged_and_the_same_command_goes_on(self):
        command = ("small.ini", "--shards", "2", "--output", "a run/50% of it", "--at-once", "1",
                   "--", "--cpus-per-task=2", "--job-name=small")
        os.makedirs("a run/50% of it-shards/shard-1-of-2")
        write("a run/50% of it-shards/shard-1-of-2/mine", "not yours\n")
        jobs = self.submit(*command)
        throttle = self.cluster.ask("scontrol", "show", "job", jobs[0])
        ended = self.wait_for(jobs)
        log = read("a run/50% of it-shards/logs/shard-1.log")
        assert ended == {f"{jobs[0]}_1": "FAILED", jobs[1]: "CANCELLED"}, f"{ended}: {log}"
        assert "ArrayTaskThrottle=1" in throttle and "JobName=small" in throttle, throttle
        assert "2 games at a time" in log and "shard-1-of-2" in log.splitlines()[-1], log
        assert not os.path.exists("a run/50% of it")

        shutil.rmtree("a run/50% of it-shards/shard-1-of-2")
        ended = self.wait_for(self.submit(*command))
        log = read("a run/50% of it-shards/logs/shard-2.log")
        assert not ended, f"{ended}: {log}"
        assert re.findall(r"^(\d+) games in ", log, re.MULTILINE) == ["10", "0"], log
        self.agentchess("run", "small.ini", "--output=small")
        assert_same_files("small", "a run/50% of it")

    def an_unfinished_shard_is_not_merged(self):
        os.makedirs("part-shards")
        self.agentchess("run", "small.ini", "--shard=1/2", "--output=part-shards")
        here = os.getcwd()
        job = self.cluster.run("sbatch", "--parsable", "--output=part.log", "merge.sbatch",
                               f"{here}/agentchess", f"{here}/part-shards", f"{here}/part")
        ended = self.wait_for([job.stdout.strip()])
        assert list(ended.values()) == ["FAILED"], f"{ended}: {job.stderr}"
        assert "shard 2/2 is missing" in read("part.log"), read("part.log")
        assert not os.path.exists("part") and not os.path.exists("part-shards/report.txt")

    def the_daemons_end_and_leave_no_process(self):
        self.cluster.stop()


TESTS = (
    Tests.bad_input_is_refused_with_a_sentence_and_queues_nothing,
    Tests.tasks_stopped_in_their_midst_leave_the_files_of_a_run_in_one_piece,
    Tests.a_task_queued_again_goes_on_where_it_was,
    Tests.the_report_is_that_of_the_run_in_one_piece,
    Tests.a_task_that_fails_lets_nothing_be_merged_and_the_same_command_goes_on,
    Tests.an_unfinished_shard_is_not_merged,
    Tests.the_daemons_end_and_leave_no_process,
)


def work(folder):
    """All of it, in @folder. The exit status."""
    scripts = [os.path.join(SCRIPTS, name) for name in SCRIPT_FILES]
    try:
        cluster = Cluster(folder, [os.environ["AGENTCHESS_PROGRAM"], *scripts])
    except CannotRun as reason:
        print(f"1..0 # SKIP {reason}")
        return 0
    return 0 if run_tests("slurm", TESTS, Tests(cluster)) else 1


if __name__ == "__main__":
    if "AGENTCHESS_PROGRAM" not in os.environ:
        sys.exit("AGENTCHESS_PROGRAM is not set: run this with 'meson test'")
    sys.exit(run_guarded(work, "slurm"))
