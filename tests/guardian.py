"""Tests that need servers: run_guarded() sees to it that nothing they start outlives them, and root
becomes an unprivileged user."""

import contextlib
import ctypes
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

UNPRIVILEGED = "nobody"
PR_SET_CHILD_SUBREAPER = 36


class CannotRun(Exception):
    """A test cannot run here, and why."""


def wait_until(what, is_true, seconds=60):
    """Waits for something that is to come, longer where AGENTCHESS_PATIENCE says so."""
    seconds *= float(os.environ.get("AGENTCHESS_PATIENCE") or 1)
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain until {what}")
        time.sleep(0.02)


def run_tests(suite, tests, *arguments):
    """Calls each of @tests with @arguments and prints the results as TAP. Whether all is well."""
    good = True
    print(f"1..{len(tests)}", flush=True)
    for number, test in enumerate(tests, 1):
        result, remark, why = "ok", "", ""
        try:
            test(*arguments)
        except CannotRun as reason:
            remark = f" # SKIP {reason}"
        except Exception:
            result, good, why = "not ok", False, traceback.format_exc()
        print(f"{result} {number} /{suite}/{test.__name__.replace('_', '-')}{remark}")
        print("".join(f"# {line}\n" for line in why.splitlines()), end="", flush=True)
    return good


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def become_unprivileged(folder):
    """Root gives @folder to an unprivileged user and becomes that user. The user's name."""
    if os.geteuid() == 0:
        try:
            user = pwd.getpwnam(UNPRIVILEGED)
        except KeyError:
            raise CannotRun(f"root has no user '{UNPRIVILEGED}' to become") from None
        os.chown(folder, user.pw_uid, user.pw_gid)
        reach = subprocess.run(["test", "-w", folder], check=False, user=user.pw_uid,
                               group=user.pw_gid, extra_groups=[])
        if reach.returncode != 0:
            raise CannotRun(f"the user '{UNPRIVILEGED}' cannot reach {folder}; TMPDIR can name "
                            "another place")
        os.setgroups([])
        os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
        os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        raise CannotRun(f"the user {os.geteuid()} has no name") from None


def children(parent):
    """The process ids of its children, with the letter of their state: Z has ended."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                state, its_parent = file.read().rpartition(") ")[2].split()[:2]
            if int(its_parent) == parent:
                found[int(pid)] = state
    return found


def kill_descendants():
    """The children of each one that is killed become ours, and their turn comes."""
    while found := children(os.getpid()):
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        for pid in found:
            os.waitpid(pid, 0)


def work_in_child(work, folder):
    """The process that does @work."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = work(folder)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(status)
    return child


def guard(work, caller, name):
    """Until it has ended, or no process is left that could write to @caller. Its exit status."""
    os.setsid()  # signals to the caller's group are not for us
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # we adopt our descendants' orphans
    folder = tempfile.mkdtemp(prefix=f"agentchess-{name}-")
    child = work_in_child(work, folder)
    ended, status = 0, 0
    while not ended and not select.select([caller], [], [], 0.05)[0]:
        ended, status = os.waitpid(child, os.WNOHANG)
    kill_descendants()
    shutil.rmtree(folder, ignore_errors=True)
    return os.waitstatus_to_exitcode(status) & 0xff


def run_guarded(work, name):
    """The exit status of @work(folder), which has a process and a folder of its own. When it ends,
    or this process is ended, be it by SIGKILL, a guardian kills all that it has started."""
    caller, ours = os.pipe()
    guardian = os.fork()
    if guardian == 0:
        os.close(ours)
        os._exit(guard(work, caller, name))
    os.close(caller)
    return os.waitstatus_to_exitcode(os.waitpid(guardian, 0)[1])
