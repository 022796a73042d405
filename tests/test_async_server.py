#!/usr/bin/env python3
"""The server of asynchronous chess as programs meet it: two clients in processes of their own, many
spectators, and peers who behave as badly as they can while a game goes on."""

import hashlib
import json
import os
import resource
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time

from guardian import run_guarded, run_tests, wait_until

PROGRAM = os.environ.get("AGENTCHESS_PROGRAM", "")
CLIENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts", "async-client")
SECONDS = 60  # anything is given so long, on any machine
GROWTH_KB = 32 * 1024  # what the server may take more, whatever peers do
SPECTATORS = 50


def command(*arguments):
    return [PROGRAM, *map(str, arguments)]


def run(*arguments):
    """Runs the program to its end."""
    return subprocess.run(command(*arguments), text=True, capture_output=True, timeout=SECONDS,
                          check=False)


class Server:
    """A server; ended with the block."""

    def __init__(self, *arguments, prepare=None):
        environment = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")
                       + ":quarantine_size_mb=1"}
        self.process = subprocess.Popen(command("async-server", *arguments), text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment, preexec_fn=prepare)
        line = self.process.stdout.readline()
        assert line.startswith("listening on 127.0.0.1:"), line + self.process.stderr.read()
        self.port = int(line.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def end(self):
        """What it says until it ends: the exit status and both outputs."""
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err

    def memory_kb(self, what="VmRSS"):
        """What the process takes now, or "VmHWM", has taken at most; 0 when it has ended."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return next((int(line.split()[1]) for line in status if line.startswith(what)), 0)


class Peer:
    """A connection, line by line."""

    def __init__(self, server, colour=None, **more):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS)
        self.heard = b""
        self.answers = 0
        if colour is not None:
            self.say(type="hello", version=1, name="peer", colour=colour, **more)
            self.welcome = self.hear_until("welcome")

    def send(self, data):
        self.socket.sendall(data)

    def say(self, **message):
        self.send(json.dumps(message).encode() + b"\n")

    def hear(self):
        """The next message, None at the end."""
        while b"\n" not in self.heard:
            data = self.socket.recv(65536)
            if not data:
                assert not self.heard, f"it ends within {self.heard}"
                return None
            self.heard += data
        line, self.heard = self.heard.split(b"\n", 1)
        message = json.loads(line)
        self.answers += message["type"] == "answer"
        return message

    def hear_until(self, kind):
        while True:
            message = self.hear()
            assert message is not None, f"the end, and no {kind}"
            if message["type"] == kind:
                return message

    def command(self, origin, target):
        """Commands and hears the answer."""
        self.say(type="command", **{"from": origin, "to": target})
        return self.hear_until("answer")["answer"]

    def hear_end(self):
        """Hears all to the end; the reason of the bye."""
        reason = self.hear_until("bye").get("reason")
        assert self.hear() is None
        self.socket.close()
        return reason

    def reset(self):
        """Dies."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def start(*words):
    return subprocess.Popen(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def client(server, *arguments):
    return start(sys.executable, CLIENT, "--port", str(server.port), *map(str, arguments))


def end_well(process):
    """What @process has said; it must end with status 0."""
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, err
    return out


def assert_replays(path, words="the replay is identical, byte for byte"):
    replay = run("replay", path)
    assert replay.returncode == 0, replay.stderr
    assert words in replay.stdout, replay.stdout
    return replay.stdout


def commands_in(path, colour):
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.endswith("\n")]
    return sum(line["type"] == "answer" and line["colour"] == colour for line in lines)


def two_clients_in_processes_of_their_own_play_a_game_that_is_replayed_to_the_byte():
    with Server("--games", 1, "--speed", 100, "--set", "async.time-limit-ms=400000", "--record", "two.jsonl") as server:
        other = client(server, "--colour", "black", "--pause", 0.003, "--seed", 2)
        theirs = client(server, "--colour", "white", "--pause", 0.003, "--seed", 1)
        status, out, err = server.end()
        assert status == 0 and err == "", err
        result = out.splitlines()[-1]
        assert "wins: " in result or "draw: " in result, out
        assert "over: " in end_well(other)
        assert "over: " in end_well(theirs)
    assert result in assert_replays("two.jsonl")
    assert commands_in("two.jsonl", "white") > 5
    assert commands_in("two.jsonl", "black") > 5


def a_player_at_the_table_plays_with_a_client():
    with Server("--games", 1, "--speed", 100, "--set", "async.time-limit-ms=60000", "--black",
                "async-random:pause_ms=200", "--record", "table.jsonl") as server:
        theirs = client(server, "--pause", 0.01)
        assert server.end()[0] == 0
        assert "playing white" in end_well(theirs)
    assert "black async-random:pause_ms=200" in assert_replays("table.jsonl")


def listen_to_all(server, peers):
    """What each peer hears after its state, digested, how many bytes, and what the server took at
    most until the end."""
    most_kb = 0
    digests = {peer.socket: hashlib.sha256(peer.heard) for peer in peers}
    counts = {peer.socket: len(peer.heard) for peer in peers}
    with selectors.DefaultSelector() as selector:
        for peer in peers:
            selector.register(peer.socket, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(SECONDS)
            assert ready, "the game stands still"
            most_kb = max(most_kb, server.memory_kb("VmHWM"))
            for key, _ in ready:
                data = key.fileobj.recv(65536)
                digests[key.fileobj].update(data)
                counts[key.fileobj] += len(data)
                if not data:
                    selector.unregister(key.fileobj)
    return {digest.hexdigest() for digest in digests.values()}, set(counts.values()), most_kb


def fifty_spectators_hear_the_same_and_hold_nothing_up():
    with Server("--games", 1, "--speed", 100, "--set", "async.time-limit-ms=300000", "--record", "watched.jsonl") as server:
        before_kb = server.memory_kb()
        spectators = [Peer(server, "spectator") for _ in range(SPECTATORS)]
        for spectator in spectators:
            assert "token" not in spectator.welcome
            assert spectator.hear_until("state")["running"] is False
        players = [client(server, "--pause", 0.002, "--seed", seed) for seed in (1, 2)]
        wait_until("the game is on", lambda: os.path.getsize("watched.jsonl") > 0)
        heard, counts, watched_kb = listen_to_all(server, spectators)
        assert len(heard) == 1 and min(counts) > 1000, counts
        assert server.end()[0] == 0
        for player in players:
            end_well(player)
        assert watched_kb - before_kb < GROWTH_KB, f"{before_kb} kB became {watched_kb} kB"
        print(f"# {before_kb} kB became {watched_kb} kB with {SPECTATORS} spectators, "
              f"each of whom heard {max(counts)} bytes")
    assert_replays("watched.jsonl")


class Meeting:
    """A game of two peers that is slow, so that it goes on while others behave badly."""

    def __init__(self, *arguments):
        self.server = Server("--set", "async.time-limit-ms=3600000", *arguments)
        self.white, self.black = Peer(self.server, "white"), Peer(self.server, "black")
        self.token = self.white.welcome["token"]
        while not self.black.hear_until("state")["running"]:
            pass
        self.before_kb = self.server.memory_kb()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.server.__exit__(*exception)

    def assert_goes_on(self):
        """Black is answered, and the server has not grown."""
        assert self.black.command("e4", "e5") == "no piece is there"
        growth_kb = self.server.memory_kb() - self.before_kb
        assert growth_kb < GROWTH_KB, f"the server has grown by {growth_kb} kB"

    def stop(self, recording):
        self.server.process.send_signal(signal.SIGTERM)
        assert self.black.hear_end() == "the server was stopped"
        status, out, _ = self.server.end()
        assert status == 130 and "no side had won" in out
        return assert_replays(recording, "cut short: the server was stopped")


def whatever_peers_say_the_game_goes_on():
    with Meeting("--record", "hostile.jsonl") as game:
        long = Peer(game.server)
        long.send(b"x" * 100000)
        assert "longer than 1024 bytes" in long.hear_until("error")["message"]
        assert long.hear_end() == "a line is too long"
        game.assert_goes_on()

        odd = Peer(game.server)
        for line, words in ((b"hello", "invalid JSON"), (b"[1]", "not a JSON object"),
                            (b"\xff\xfe", "UTF-8"), (b"[" * 1000, "nested"),
                            (b'{"type":"hello"}', "version"),
                            (b'{"type":"command","from":"e2","to":"e4"}', "the first message must be 'hello'")):
            odd.send(line + b"\n")
            message = odd.hear_until("error")["message"]
            assert words in message, message
        odd.say(type="hello", version=1, name="a", colour="spectator", rating=3000)
        assert "the member 'rating' is unknown" in odd.hear_until("error")["message"]
        for _ in range(20):
            odd.send(b"{}\n")
        assert odd.hear_end() == "too many errors"
        game.assert_goes_on()

        assert game.white.command("e7", "e5") == "the piece is the opponent's"
        assert game.white.command("e2", "e4") == "accepted"
        assert game.white.command("e2", "e4") == "the piece is under way"
        game.assert_goes_on()
        assert "cut short" in game.stop("hostile.jsonl")


def a_flood_is_cut_off_and_the_game_goes_on():
    with Meeting("--lines-per-second", 20, "--record", "flood.jsonl") as game:
        line = b'{"type":"command","from":"e7","to":"e5"}\n'
        try:
            for _ in range(100):
                game.white.send(100 * line)
        except (BrokenPipeError, ConnectionResetError):
            pass  # cut off already
        wait_until("the flood is cut off", lambda: is_cut_off(game.white))
        game.assert_goes_on()
        game.stop("flood.jsonl")
    assert commands_in("flood.jsonl", "white") == 0
    assert os.path.getsize("flood.jsonl") < 10000


def a_flood_does_not_begin_anew_with_the_token():
    with Meeting("--lines-per-second", 20, "--record", "again.jsonl") as game:
        line = b'{"type":"command","from":"e7","to":"e5"}\n'
        begin = time.monotonic()
        peer = game.white
        answers = 0
        for _ in range(30):
            try:
                peer.send(100 * line)
            except (BrokenPipeError, ConnectionResetError):
                pass
            wait_until("the flood is cut off", lambda: is_cut_off(peer))
            answers += peer.answers
            peer = Peer(game.server, "white", token=game.token)
        most = 20 * (2 + time.monotonic() - begin) + 1
        game.assert_goes_on()
        time.sleep(0.5)  # ten lines
        again = Peer(game.server, "white", token=game.token)
        assert again.command("e2", "e4") == "accepted"
        game.stop("again.jsonl")
    assert answers <= most, (answers, most)
    assert os.path.getsize("again.jsonl") < 10000


def wrong_tokens_are_errors_and_keep_no_player_out():
    with Meeting() as game:
        guesser = Peer(game.server)
        for guess in range(20):
            guesser.say(type="hello", version=1, name="a", colour="any", token=f"{guess}")
            assert guesser.hear_until("error")["message"] == "token: no seat has this token"
        assert guesser.hear_end() == "too many errors"
        game.assert_goes_on()
        again = Peer(game.server, "white", token=game.token)
        assert again.command("e2", "e4") == "accepted"


def one_server_plays_game_after_game():
    with Server("--speed", 100, "--set", "async.time-limit-ms=20000", "--games", 3, "--seed", 5, "--record",
                "games.jsonl") as server:
        early = Peer(server)  # says no hello yet
        ours = client(server, "--colour", "black", "--pause", 0.01, "--seed", 2, "--games", 2)
        theirs = client(server, "--colour", "white", "--pause", 0.01, "--games", 2)
        assert end_well(ours).count("playing black") == 2
        assert end_well(theirs).count("playing white") == 2
        early.say(type="hello", version=1, name="a", colour="black")
        assert early.hear_until("welcome")["colour"] == "black"
        late = Peer(server, "any")
        assert late.welcome["colour"] == "white"
        assert late.hear_end() == early.hear_end() == "the game is over"
        status, out, err = server.end()
        assert status == 0 and err == "" and len(out.splitlines()) == 3, (out, err)
    for number, path in enumerate(("games.jsonl", "games-2.jsonl", "games-3.jsonl")):
        assert f"seed {5 + number}\n" in assert_replays(path)


def a_server_plays_until_it_is_stopped():
    with Server("--speed", 100000, "--set", "async.time-limit-ms=5000", "--white", "async-random", "--black",
                "async-random", "--record", "endless.jsonl") as server:
        wait_until("some games are played", lambda: os.path.exists("endless-4.jsonl"))
        server.process.send_signal(signal.SIGINT)
        assert server.end()[0] == 130
    for path in ("endless.jsonl", "endless-2.jsonl", "endless-3.jsonl"):
        assert_replays(path)


def is_cut_off(peer):
    """Whether the server has closed; what it has said is heard."""
    try:
        while peer.hear() is not None:
            pass
        return True
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def who_never_reads_is_cut_off_and_comes_back():
    with Meeting("--lines-per-second", 1000000, "--record", "deaf.jsonl") as game:
        line = b'{"type":"command","from":"e7","to":"e5"}\n'
        sent, most_kb = 0, 0
        try:
            while sent < 10000000:
                game.white.send(100 * line)
                sent += 100
                most_kb = max(most_kb, game.server.memory_kb())
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 10000000, "it is never cut off"
        assert most_kb - game.before_kb < GROWTH_KB, f"{game.before_kb} kB became {most_kb} kB"
        print(f"# {game.before_kb} kB became {most_kb} kB as one sent {sent} lines and read none")
        game.assert_goes_on()
        again = Peer(game.server, "white", token=game.token)
        assert again.command("e2", "e4") == "accepted"
        game.stop("deaf.jsonl")


def who_dies_in_the_midst_of_a_line_keeps_the_pieces_and_comes_back():
    with Meeting("--speed", 10, "--record", "dead.jsonl") as game:
        assert game.white.command("a2", "a4") == "accepted"
        game.white.send(b'{"type":"comm')
        game.white.reset()
        for _ in range(2):  # a2a3, a3a4
            while not game.black.hear_until("event")["entered"]:
                pass
        game.assert_goes_on()
        again = Peer(game.server, "any", token=game.token)
        assert again.welcome["colour"] == "white"
        state = again.hear_until("state")
        assert state["running"]
        assert "a4" in [piece["square"] for piece in state["pieces"]]
        assert again.command("a4", "a5") == "accepted"
        newer = Peer(game.server, "white", token=game.token)
        assert again.hear_end() == "another connection has used this token"
        assert newer.command("b2", "b4") == "accepted"
        game.stop("dead.jsonl")


def a_client_that_is_killed_is_followed_by_another_with_its_token():
    with Server("--record", "killed.jsonl") as server:
        first = client(server, "--colour", "white", "--pause", 0.1)
        token = first.stdout.readline().split()[-1]
        black = client(server, "--colour", "black", "--pause", 0.1, "--seed", 2)
        wait_until("the game is on", lambda: os.path.getsize("killed.jsonl") > 0)
        first.kill()
        first.communicate()
        again = client(server, "--token", token, "--pause", 0.02)
        assert again.stdout.readline() == f"playing white token {token}\n"
        before = commands_in("killed.jsonl", "white")
        wait_until("it commands", lambda: commands_in("killed.jsonl", "white") > before)
        server.process.send_signal(signal.SIGTERM)
        assert server.end()[0] == 130
        end_well(again)
        end_well(black)
    assert_replays("killed.jsonl")


def however_many_connect_a_player_comes_back():
    with Meeting("--record", "many.jsonl") as game:
        game.white.reset()
        crowd = [Peer(game.server) for _ in range(600)]
        again = Peer(game.server, "white", token=game.token)
        assert again.command("e2", "e4") == "accepted"
        files = len(os.listdir(f"/proc/{game.server.process.pid}/fd"))
        assert files < 300, f"the server has {files} files open"
        game.assert_goes_on()
        assert is_cut_off(crowd[0])
        game.stop("many.jsonl")


def who_says_no_hello_is_cut_off():
    with Server() as server:
        silent = Peer(server)
        begin = time.monotonic()
        assert silent.hear_end() == "the first message must be 'hello'"
        assert time.monotonic() - begin > 5


def assert_refused(result, status, words):
    assert result.returncode == status, result
    assert result.stdout == "" and words in result.stderr, result
    assert result.stderr.count("\n") == 1, result


def bad_input_is_refused_with_a_sentence():
    with Server() as server:
        assert_refused(run("async-server", "--port", server.port), 1, "cannot listen on 127.0.0.1")
    for arguments, words in (
            (("--port", "70000"), "--port is '70000'"), (("--bind", "home"), "--bind is 'home'"),
            (("--speed", "fast"), "--speed is 'fast'"), (("--speed", "nan"), "--speed is 'nan'"),
            (("--speed", "0"), "--speed is '0'"), (("--set", "async.head-on=kiss"), "'kiss' is not meet or pass"),
            (("--set", "async.ms-per-space=0"), "'0' is not a whole number from 1 to 1000000000"),
            (("--set", "async.cow-ms=5"), "there is no such key"),
            (("--set", "rules.max-plies=5"), "--set is 'rules.max-plies=5'"),
            (("--seed", "-1"), "--seed is '-1'"), (("--white", "level:7"), "does not play"),
            (("--black", "unknown"), "unknown"), (("--games", "0"), "--games is '0'"), (("--lines-per-second", "0"), "'0'")):
        assert_refused(run("async-server", *arguments), 2, words)


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def a_recording_is_never_replaced_and_one_that_cannot_be_written_ends_no_game():
    with open("old.jsonl", "w", encoding="utf-8") as file:
        file.write("mine\n")
    assert_refused(run("async-server", "--record", "old.jsonl"), 1, "cannot create the recording")
    with open("old.jsonl", encoding="utf-8") as file:
        assert file.read() == "mine\n"
    assert_refused(run("replay", "old.jsonl"), 1, "old.jsonl: line 1: invalid JSON")
    with Server("--games", 2, "--speed", 100, "--set", "async.time-limit-ms=100000", "--record", "full.jsonl",
                prepare=limit_files) as server:
        for _ in range(2):
            white, black = Peer(server, "white"), Peer(server, "black")
            for file in "abcdefgh":  # without waiting for the answers: the game takes one second
                white.say(type="command", **{"from": file + "2", "to": file + "4"})
                black.say(type="command", **{"from": file + "7", "to": file + "5"})
            assert white.hear_end() == black.hear_end() == "the game is over"
        status, out, err = server.end()
        assert status == 1 and len(out.splitlines()) == 2, out
        lines = err.splitlines()
        assert len(lines) == 2, err
        assert "cannot write the recording 'full.jsonl': File too large" in lines[0]
        assert "cannot write the recording 'full-2.jsonl': File too large" in lines[1]
    assert_replays("full.jsonl", "the recording does not contain the end of the game")
    assert_replays("full-2.jsonl", "the recording does not contain the end of the game")
    with Server("--record", "none.jsonl") as server:
        server.process.send_signal(signal.SIGINT)
        assert server.end()[0] == 130
    assert not os.path.exists("none.jsonl")


def few_descriptors():
    resource.setrlimit(resource.RLIMIT_NOFILE, (30, 30))


def a_server_without_descriptors_says_so_once_and_accepts_clients_again():
    with Server(prepare=few_descriptors) as server:
        silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
        time.sleep(2)
        with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
            ticks = sum(map(int, file.read().split()[13:15]))
        assert ticks < os.sysconf("SC_CLK_TCK") // 2, ticks
        for peer in silent:
            peer.close()
        assert Peer(server, "white").welcome["colour"] == "white"
        server.process.send_signal(signal.SIGINT)
        err = server.end()[2]
        assert err.count("there is no file descriptor for another") == 1, err


TESTS = (
    a_server_without_descriptors_says_so_once_and_accepts_clients_again,
    two_clients_in_processes_of_their_own_play_a_game_that_is_replayed_to_the_byte,
    a_player_at_the_table_plays_with_a_client,
    fifty_spectators_hear_the_same_and_hold_nothing_up,
    whatever_peers_say_the_game_goes_on,
    a_flood_is_cut_off_and_the_game_goes_on,
    a_flood_does_not_begin_anew_with_the_token,
    wrong_tokens_are_errors_and_keep_no_player_out,
    one_server_plays_game_after_game,
    a_server_plays_until_it_is_stopped,
    who_never_reads_is_cut_off_and_comes_back,
    who_dies_in_the_midst_of_a_line_keeps_the_pieces_and_comes_back,
    a_client_that_is_killed_is_followed_by_another_with_its_token,
    however_many_connect_a_player_comes_back,
    who_says_no_hello_is_cut_off,
    bad_input_is_refused_with_a_sentence,
    a_recording_is_never_replaced_and_one_that_cannot_be_written_ends_no_game,
)


def work(folder):
    """All of it, in @folder. The exit status."""
    os.chdir(folder)
    return 0 if run_tests("async_server", TESTS) else 1


if __name__ == "__main__":
    if not PROGRAM:
        sys.exit("AGENTCHESS_PROGRAM is not set: run this with 'meson test'")
    sys.exit(run_guarded(work, "async"))
