"""What the program prints on terminals: nothing wraps at 60 columns, NO_COLOR and TERM=dumb are
heeded, and --progress=plain writes over nothing. Called with the program."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios

COLUMNS = 60
POSITION = "6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1"
ESCAPE = "\033"

# A name that sets the title of a terminal, one that erases its line, one that turns text around, one
# with a control character of ISO 8859, and one that is not UTF-8.
HOSTILE = [b"a\033]0;t\007", b"b\033[2K\r", "c\u202ed".encode(), "e\u009b5mf".encode(), b"g\xe9h"]
OBEYED = [0x1b, 0x07, 0x0d, 0x202e, 0x9b]

program = sys.argv[1]


def on_terminal(arguments, typed="", **environment):
    """What `agentchess ARGUMENTS` writes to a terminal of COLUMNS columns."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    variables = {"PATH": os.environ.get("PATH", ""), "TERM": "xterm", **environment}
    process = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=follower,
                               stderr=follower, env=variables)
    os.close(follower)
    process.stdin.write(typed.encode())
    process.stdin.close()
    written = b""
    ends = 0
    while ends < 2:  # the last lines may come just after the first time that it says so
        try:
            part = os.read(leader, 65536)
        except OSError:  # the writers have ended
            part = b""
        ends += not part
        written += part
    os.close(leader)
    process.wait()
    return written.decode().replace("\r\n", "\n")


def too_wide(text):
    """The lines that wrap, but for examples to be copied and words that cannot be broken."""
    return [line for line in text.split("\n")
            if len(line) > COLUMNS and not line.lstrip().startswith("agentchess ")
            and " " in line.strip()]


def check_hostile_names(folder):
    """Names of a PGN file in tables, errors and data."""
    path = os.path.join(folder, "names.pgn")
    with open(path, "wb") as file:
        for name in HOSTILE:
            file.write(b'[White "' + name + b'"]\n[Black "x"]\n[Result "1-0"]\n\n1-0\n\n')
    piped = subprocess.run([program, "report", path], capture_output=True, check=False)
    for where, shown in (("a terminal", on_terminal(["report", path])),
                         ("a pipe", piped.stdout.decode()),
                         ("an error", on_terminal(["report", path + "\033]0;t\007\u202e"]))):
        check(f"{where} gets no characters that a terminal obeys",
              "\ufffd" in shown and not any(chr(code) in shown for code in OBEYED), shown)
    csv = [program, "report", "--format=csv", path]
    shown = subprocess.run(csv, capture_output=True, check=False).stdout
    check("data in a pipe keep their bytes", HOSTILE[0] in shown and HOSTILE[2] in shown, shown)
    shown = on_terminal(csv[1:])
    check("data on a terminal are printed like text", ESCAPE not in shown, shown)


results = []


def check(name, is_right, shown=""):
    results.append(is_right)
    print("ok" if is_right else "not ok", len(results), "-", name, flush=True)
    if not is_right:
        print("\n".join("# " + line for line in repr(shown).split("\\n")), file=sys.stderr)


def main():
    general = on_terminal(["--help"])
    check("the list of commands fits", not too_wide(general), too_wide(general))
    listed = general.split("Commands:\n")[1].split("\n\n")[0]
    names = [line.split()[0] for line in listed.split("\n") if line[2] != " "]
    check("the list of commands is whole", "specs" in names and len(names) > 20, names)
    for name in names:
        shown = on_terminal([name, "--help"])
        check(f"the help of {name} fits", shown and not too_wide(shown), too_wide(shown))
    specs = on_terminal(["specs"])
    check("the list of specs fits", "thesis" in specs and not too_wide(specs), too_wide(specs))

    plain = {"NO_COLOR": "1"}
    explain = ["explain", "--fen", POSITION]
    for arguments in (["players"], explain, [*explain, "--why", "Rxd6"],
                      [*explain, "--against", "level:5"], ["match", "level:2", "random", "--games",
                                                           "2", "--progress=none"]):
        shown = on_terminal(arguments, **plain)
        check(f"{' '.join(arguments[-2:])} fits", shown and not too_wide(shown), too_wide(shown))
        check(f"{' '.join(arguments[-2:])} has no colour", ESCAPE not in shown, shown)

    shown = on_terminal(["play"], "e4\nwhy\nwhy d6\nmessages\nhelp\n", **plain)
    check("play fits", "Candidates" in shown and not too_wide(shown), too_wide(shown))
    check("play has no colour", ESCAPE not in shown, shown)
    board = ["play", "--game", "threechess"]
    check("a board has colour where it may", ESCAPE in on_terminal(board))
    check("a dumb terminal gets none", ESCAPE not in on_terminal(board, TERM="dumb"))

    with tempfile.TemporaryDirectory() as folder:
        check_hostile_names(folder)
        spec = os.path.join(folder, "e.ini")
        with open(spec, "w", encoding="utf-8") as file:
            file.write("[experiment]\ngames=2\n[players]\n")
            file.writelines(f"player-{i}=level:{i}\n" for i in range(1, 9))
        run = ["run", spec, "--output"]
        shown = on_terminal([*run, os.path.join(folder, "line")])
        check("a terminal has a line that is written over", "\r" in shown, shown)
        for name, environment, more in (("plain progress", {}, ["--progress=plain"]),
                                        ("a dumb terminal", {"TERM": "dumb"}, [])):
            shown = on_terminal([*run, os.path.join(folder, name), *more], **environment)
            check(f"{name} writes over nothing", "\r" not in shown and ESCAPE not in shown, shown)
        table = shown[shown.index("\n") + 1:]
        check("a cross table fits", "player-8" in table and not too_wide(table), too_wide(table))
        shown = on_terminal(["report", os.path.join(folder, "line")], **plain)
        check("a report fits", "player-8" in shown and not too_wide(shown), too_wide(shown))
    print(f"1..{len(results)}")
    return 0 if all(results) else 1


sys.exit(main())
