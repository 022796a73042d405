#!/usr/bin/env python3
"""Runs on a disk that fails and on a machine that loses its power, resumed: their files are those of
a run that nothing disturbed.

The disk: failing_calls.c makes the k-th write, sync or rename fail, for every k of a small run. The
power: a run writes to a file system in an image on a loop device, the image is copied at random
instants, and each copy is mounted and resumed. AGENTCHESS_SNAPSHOTS says how many copies (4).
"""

import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

from guardian import CannotRun, run_guarded, run_tests

PROGRAM, SHIM = map(os.path.abspath, sys.argv[1:3])
SNAPSHOTS = int(os.environ.get("AGENTCHESS_SNAPSHOTS") or 4)
MOST_LOST_S = 10
SMALL = """[players]\nA=random\nB=level:1\n[experiment]\nseed=5\ngames=12\n
[rules]\nmax-plies=60\n[record]\nevents=on\nmaterial=on\n"""
LONG = """[players]\nA=random\nB=level:1\nC=homeostatic:depth=1\n[experiment]\nseed=5\ngames=%d\n
[record]\nevents=on\n"""


def run(spec, folder, *options, environment=None, **others):
    return subprocess.run([PROGRAM, "run", spec, "-o", folder, "--progress=none", *options],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, **(environment or {})}, **others)


def files_of(folder):
    """All but the file that tells runs apart."""
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read() if name != "run.json" else b""
    return found


def assert_resumes(spec, folder, whole, *options):
    done = run(spec, folder, "--resume", *options)
    assert done.returncode == 0, done.stderr
    files, expected = files_of(folder), files_of(whole)
    assert files.keys() == expected.keys(), f"{sorted(files)} instead of {sorted(expected)}"
    for name, content in files.items():
        assert content == expected[name], f"{name} has {len(content)} bytes that differ"
    return done


def every_call_of(kind, *options):
    """Lets each call of @kind fail in turn."""
    with open("small.ini", "w", encoding="utf-8") as file:
        file.write(SMALL)
    environment = {"LD_PRELOAD": SHIM, "FAIL_CALL": kind}
    count = run("small.ini", "whole", "--force", *options,
                environment={**environment, "FAIL_COUNT": "count"})
    assert count.returncode == 0, count.stderr
    calls = os.path.getsize("count")
    os.remove("count")
    assert calls > 0
    for number in range(1, calls + 1):
        failed = run("small.ini", "failed", *options,
                     environment={**environment, "FAIL_AT": str(number)})
        words = f"{kind} {number} of {calls}: {failed.returncode}, {failed.stderr}"
        assert failed.returncode == 1, words
        assert failed.stderr.startswith("agentchess run: cannot "), words
        assert_resumes("small.ini", "failed", "whole", *options)
        shutil.rmtree("failed")


def a_write_that_fails_ends_with_a_sentence_and_can_be_resumed():
    every_call_of("write")
    every_call_of("write", "--gzip")


def a_sync_that_fails_ends_with_a_sentence_and_can_be_resumed():
    every_call_of("sync")
    every_call_of("sync", "--gzip")


def a_rename_that_fails_ends_with_a_sentence_and_can_be_resumed():
    every_call_of("rename")
    every_call_of("rename", "--gzip")


def run_without_memory_ends_and_can_be_resumed():
    assert run("small.ini", "whole", "--force").returncode == 0
    for kilobytes in range(52000, 80000, 500):
        def limit(bytes=kilobytes * 1024):
            resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        shutil.rmtree("poor", ignore_errors=True)
        ended = run("small.ini", "poor", "--jobs=2", preexec_fn=limit)
        if "ReserveShadowMemoryRange" in ended.stderr:
            raise CannotRun("AddressSanitizer needs more address space than the limit")
        words = f"{kilobytes} kB: {ended.returncode}, {ended.stderr}"
        assert ended.returncode in (0, 1, 127, -signal.SIGSEGV), words
        assert ended.returncode not in (1, 127) or ended.stderr, words
        assert_resumes("small.ini", "poor", "whole")


def streams_that_are_closed_do_not_become_files_of_the_run():
    for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
        shutil.rmtree("closed", ignore_errors=True)
        subprocess.run(["sh", "-c", f'exec "$0" run small.ini -o closed {closed}', PROGRAM],
                       capture_output=True, check=False)
        files, expected = files_of("closed"), files_of("whole")
        assert files == expected, f"{closed}: {sorted(files)}"


@contextlib.contextmanager
def mounted(image, folder):
    os.makedirs(folder, exist_ok=True)
    done = subprocess.run(["mount", "-o", "loop", image, folder], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise CannotRun(f"no image can be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def make_image():
    with open("disk", "wb") as file:
        file.truncate(2 << 30)  # sparse; what a run of some seconds writes depends on the machine
    done = subprocess.run(["mkfs.ext4", "-q", "-F", "disk"], capture_output=True, text=True,
                          check=False, env={**os.environ, "PATH": os.environ["PATH"] + ":/sbin"})
    if done.returncode != 0:
        raise CannotRun(f"no file system can be made here: {done.stderr.strip()}")


def long_enough_spec():
    """Some checkpoints long. The name of its file, and the seconds that it takes."""
    games, seconds = 100, 0.0
    while seconds < 5:
        games = int(games * min(8, 6 / max(seconds, 0.01)))
        with open("long.ini", "w", encoding="utf-8") as file:
            file.write(LONG % games)
        begin = time.monotonic()
        assert run("long.ini", "long", "--force").returncode == 0
        seconds = time.monotonic() - begin
    return "long.ini", seconds


def copy_at(process, seconds, name):
    """What is on the disk after @seconds, when the power fails. The time, and when the run went on
    after the copy; None: it had ended."""
    time.sleep(seconds)
    if process.poll() is not None:
        return None
    process.send_signal(signal.SIGSTOP)
    instant = time.time()
    subprocess.run(["cp", "--sparse=always", "disk", name], check=True)
    process.send_signal(signal.SIGCONT)
    return instant, time.time()


def assert_little_lost(folder, begun, instant):
    """The last checkpoint that reached the disk is young; @begun is when the run began, or went on
    after it was stopped."""
    path = os.path.join(folder, "checkpoint")
    saved = max(os.path.getmtime(path) if os.path.exists(path) else 0, begun)
    assert instant - saved <= MOST_LOST_S, f"{instant - saved:.1f} s are lost"


def the_disk_of_a_machine_without_power_is_resumed_to_the_same_files():
    make_image()
    spec, seconds = long_enough_spec()
    taken, names = 0, []
    while taken < SNAPSHOTS:
        with mounted("disk", "live"):
            shutil.rmtree("live/run", ignore_errors=True)
            begun = time.time()
            with subprocess.Popen([PROGRAM, "run", spec, "-o", "live/run", "--progress=none"],
                                  stderr=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL) as process:
                names, went_on = [], begun
                while len(names) < 4:
                    name = f"copy{len(names)}"
                    times = copy_at(process, random.uniform(0.0, seconds / 4), name)
                    if times is None:
                        break
                    names.append((name, went_on, times[0]))
                    went_on = times[1]
                process.kill()
        for name, went_on, instant in names:
            with mounted(name, "copy"):
                if os.path.isdir("copy/run"):
                    assert_little_lost("copy/run", went_on, instant)
                else:
                    assert instant - begun <= MOST_LOST_S, "a run has left nothing"
                assert_resumes(spec, "copy/run", "long")
            os.remove(name)
        taken += len(names)
    print(f"# {taken} snapshots of a run of {seconds:.1f} s")


def work(folder):
    os.chdir(folder)
    tests = [a_write_that_fails_ends_with_a_sentence_and_can_be_resumed,
             a_sync_that_fails_ends_with_a_sentence_and_can_be_resumed,
             a_rename_that_fails_ends_with_a_sentence_and_can_be_resumed,
             run_without_memory_ends_and_can_be_resumed,
             streams_that_are_closed_do_not_become_files_of_the_run]
    if "power" in sys.argv[3:]:
        tests = [the_disk_of_a_machine_without_power_is_resumed_to_the_same_files]
        try:
            make_image()
            with mounted("disk", "live"):
                pass
        except (CannotRun, OSError) as reason:
            print(f"1..0 # SKIP {reason}")
            return 0
    return 0 if run_tests("power", tests) else 1


if __name__ == "__main__":
    sys.exit(run_guarded(work, "power"))
