"""A private Slurm cluster on this machine: slurmctld and two slurmd with four processors each, on
free ports of the loopback device, without munge, cgroups or root."""

import contextlib
import os
import shutil
import socket
import subprocess

from guardian import (CannotRun, become_unprivileged, children, free_ports, kill_descendants,
                      wait_until)

PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo")
NODES = ("n1", "n2")

# AuthInfo: a job that is queued again begins after twice so many seconds, and one. A busy machine is
# patiently waited for: a node that is late is not down (SlurmdTimeout), a run that is stopped has the
# time to write its games (KillWait), and questions are answered (MessageTimeout).
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000
InactiveLimit=0
KillWait=60
MessageTimeout=60
MinJobAge=3600
ReturnToService=2
SlurmctldTimeout=300
SlurmdTimeout=300
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdPidFile={folder}/%n.pid
SlurmdLogFile={folder}/%n.log
SlurmdSpoolDir={folder}/%n
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=4
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=4
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


def search_path():
    return os.environ.get("PATH", os.defpath) + ":/usr/sbin"  # where Debian has daemons


CGROUPS = "/sys/fs/cgroup"


class Cluster:
    """With @folder as the current one, and copies of @files there, which its user can read."""

    def __init__(self, folder, files):
        missing = [name for name in PROGRAMS if shutil.which(name, path=search_path()) is None]
        if missing:
            raise CannotRun(f"there is no {missing[0]} here; scripts/setup --all installs it")
        if not os.path.isdir(CGROUPS) or not os.listdir(CGROUPS):
            raise CannotRun(f"there is no {CGROUPS} here, without which slurmd cannot start")
        for file in files:
            shutil.copy(file, folder)
        self.daemons, self.folder = {}, folder
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("SLURM", "SBATCH", "SQUEUE", "SCANCEL"))}
        self.environment.update(PATH=search_path(), SLURM_CONF=os.path.join(folder, "slurm.conf"))
        user = become_unprivileged(folder)
        os.chdir(folder)
        self.start(user)

    def start(self, user):
        """Another process may take a port that was free, so there is more than one try."""
        host = socket.gethostname().partition(".")[0]
        os.mkdir("state")
        for tries_left in (2, 1, 0):
            with open("slurm.conf", "w", encoding="utf-8") as file:
                file.write(CONFIGURATION.format(folder=self.folder, host=host, user=user,
                                                ports=free_ports(3)))
            self.spawn("slurmctld", "-c")
            for node in NODES:
                self.spawn("slurmd", "-N", node)
            try:
                wait_until("all nodes are idle", self.is_idle, 20)
                return
            except AssertionError as error:
                kill_descendants()
                if tries_left == 0:
                    raise AssertionError(f"{error}; {self.log_tails()}") from None

    def spawn(self, program, *arguments):
        """Starts a daemon in the foreground."""
        name = arguments[-1] if program == "slurmd" else program
        self.daemons[name] = subprocess.Popen(
            [program, "-D", *arguments], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_idle(self):
        if any(daemon.poll() is not None for daemon in self.daemons.values()):
            raise AssertionError("a daemon has ended")
        return self.run("sinfo", "--noheader", "--format=%D %t").stdout == "2 idle\n"

    def log_tails(self):
        """What the daemons said last."""
        lines = []
        for name in ("slurmctld", *NODES):
            with contextlib.suppress(OSError), open(f"{name}.log", encoding="utf-8") as file:
                lines += [f"{name}: {line.strip()}" for line in file.readlines()[-5:]]
        return "; ".join(lines)

    def run(self, *command):
        """Runs a command for the cluster and keeps what it says."""
        return subprocess.run(command, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def ask(self, *command):
        """What a command says that must succeed."""
        done = self.run(*command)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def states(self):
        """The states of all jobs, of an array its tasks': {"12_3": "RUNNING"}."""
        lines = self.ask("squeue", "--noheader", "--array", "--states=all", "--format=%i %T")
        return dict(line.split() for line in lines.splitlines())

    def requeue(self, task):
        """Has Slurm stop a task of an array, "12_3", and queue it again."""
        self.ask("scontrol", "requeue", task)

    def warn(self, task):
        """Sends a task the signal that its time is nearly up. While tasks of the array are pending
        scancel believes that it failed, and does it again and again."""
        self.ask("scancel", "--batch", "--signal=USR1", task)

    def stop(self):
        """Ends the daemons in good order. No process is left then, not even an orphan."""
        def running():
            found = {**children(os.getpid()), **children(os.getppid())}
            return [pid for pid, state in found.items() if state != "Z" and pid != os.getpid()]
        assert len(running()) >= len(self.daemons), running()
        for daemon in self.daemons.values():
            daemon.terminate()
        for daemon in self.daemons.values():
            daemon.wait(20)
        wait_until("no process is left", lambda: not running(), 5)
