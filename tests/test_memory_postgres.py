#!/usr/bin/env python3
"""Memories of positions in PostgreSQL: starts a server of its own on a free port of the loopback
device, as nobody if root asks for it, and has test_memory_postgres.c meet it. That program asks
through a pipe, a line at a time, for what only we can do to the server:

    database NAME   there is an empty database of that name
    kill            the server is killed by SIGKILL
    start           it runs again
    freeze          all its processes stand still
    thaw            they go on

and reads "ok" when it is done. Neither a process nor a file is left, whatever happens.
"""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import sys

from guardian import (CannotRun, become_unprivileged, children, free_ports, run_guarded,
                      wait_until)

PROGRAMS = ("initdb", "postgres", "psql")
GUARDED_USER, GUARDED_PASSWORD = "guarded", "p%40ss-w0rd"  # as a URL has it

# The first line that fits decides.
ACCESS = f"host all {GUARDED_USER} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"


def program_folder():
    """Where Debian and others have the newest server."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    for folder in [*reversed(found), *os.environ.get("PATH", os.defpath).split(":")]:
        if all(os.access(os.path.join(folder, name), os.X_OK) for name in PROGRAMS):
            return folder
    raise CannotRun("there is no server of PostgreSQL here; scripts/setup --all installs it")


class Server:
    """In the current folder, on one port as long as it lives."""

    def __init__(self):
        self.programs, self.port, self.process = program_folder(), free_ports(1)[0], None
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("PG")}
        self.environment["LC_ALL"] = "C"
        self.run("initdb", "-D", "data", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync",
                 "-U", "test")
        with open("data/pg_hba.conf", "w", encoding="utf-8") as file:
            file.write(ACCESS)
        self.start()
        self.ask(f"CREATE ROLE {GUARDED_USER} LOGIN SUPERUSER PASSWORD "
                 f"'{GUARDED_PASSWORD.replace('%40', '@')}'")

    def run(self, program, *arguments):
        """Runs a program of PostgreSQL that must succeed."""
        done = subprocess.run([os.path.join(self.programs, program), *arguments], text=True,
                              env=self.environment, check=False, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, f"{program}: {done.stdout}"

    def ask(self, sql):
        """Has the server do something."""
        self.run("psql", "-X", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "test", "-d",
                 "postgres", "-c", sql)

    def launch(self):
        """Starts it in the foreground. Whether it is ready soon; else it has ended."""
        with open("log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [os.path.join(self.programs, "postgres"), "-D", "data", "-p", str(self.port),
                 "-k", "", "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

        wait_until("the server is ready",
                   lambda: self.is_ready() or self.process.poll() is not None)
        return self.process.poll() is None

    def is_ready(self):
        """It says so in a file, behind its process id."""
        with contextlib.suppress(FileNotFoundError), \
                open("data/postmaster.pid", encoding="utf-8") as file:
            words = file.read().split()
            return words[:1] == [str(self.process.pid)] and words[-1] == "ready"
        return False

    def start(self):
        """While processes of one that was killed still live, a new one refuses to begin."""
        wait_until("the server starts", self.launch)

    def kill(self):
        """The end without any warning."""
        self.process.kill()
        self.process.wait()

    def signal_all(self, number):
        """To the server and its processes, the server first, so that there are no new ones."""
        for pid in [self.process.pid, *children(self.process.pid)]:
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(pid, number)

    def do(self, command):
        """What the program under test asks for."""
        word, _, name = command.partition(" ")
        if word == "database":
            self.ask(f'CREATE DATABASE "{name}"')
        elif word == "kill":
            self.kill()
        elif word == "start":
            self.start()
        elif word == "freeze":
            self.signal_all(signal.SIGSTOP)
        elif word == "thaw":
            self.signal_all(signal.SIGCONT)
        else:
            raise ValueError(command)


def run_tests(server, program):
    """Has @program meet @server. Its exit status."""
    asked, ask = os.pipe()
    told, tell = os.pipe()
    environment = {
        **server.environment,
        "AGENTCHESS_PROGRAM": os.path.abspath("agentchess"),
        "AGENTCHESS_TEST_POSTGRES": f"127.0.0.1:{server.port}",
        "AGENTCHESS_TEST_GUARDED": f"{GUARDED_USER}:{GUARDED_PASSWORD}",
        "AGENTCHESS_TEST_ASK": str(ask),
        "AGENTCHESS_TEST_TOLD": str(told),
    }
    tests = subprocess.Popen([program], env=environment, pass_fds=(ask, told))
    os.close(ask)
    os.close(told)
    with os.fdopen(asked, encoding="utf-8") as commands:
        for command in commands:
            server.do(command.strip())
            os.write(tell, b"ok\n")
    return tests.wait()


def work(folder):
    """All of it, in @folder. The exit status."""
    try:
        program_folder()
        for file in (os.environ["AGENTCHESS_PROGRAM"], sys.argv[1]):
            shutil.copy(file, folder)
        become_unprivileged(folder)
        os.chdir(folder)
        server = Server()
    except CannotRun as reason:
        print(f"1..0 # SKIP {reason}")
        return 0
    return run_tests(server, os.path.abspath(os.path.basename(sys.argv[1])))


if __name__ == "__main__":
    if "AGENTCHESS_PROGRAM" not in os.environ or len(sys.argv) != 2:
        sys.exit("AGENTCHESS_PROGRAM is not set: run this with 'meson test'")
    sys.exit(run_guarded(work, "postgres"))
