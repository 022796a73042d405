#!/usr/bin/env python3
"""Layers and rooms use only those before them, and no headers include each other in a circle.

    tests/test_rooms.py [COMPILER...]    with a compiler, every header alone, too
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["board", "agents", "master", "players", "experiments", "app"]
# The rooms of the large layers, folders of their own; "" is the layer's folder itself.
ROOMS = {
    "players": ["memory", "", "search", "external", "level", "three", "async"],
    "experiments": ["tools", "numbers", "spec", "play", "tally", "tables", "run", "report"],
    "app": ["terminal", "explain", "sessions", "async", "commands", ""],
}
# What the library of "" is called.
OF_FOLDER = {"players": "seat", "app": "main"}
# Levels 1 to 8 as the thesis tells them are the files of these folders themselves. What they include of
# the folders within is the data of a percept.
CORE = ["agents", "master"]
DATA_OF_PERCEPT = "agents/boards/facts_chess.h"
# The table of all that rooms behind it hold.
ABOVE_ALL = ["players/player.c"]


def order_of(path):
    """Where a file stands: its layer, and in a large one its room."""
    layer = LAYERS.index(path.parts[0])
    rooms = ROOMS.get(path.parts[0])
    if rooms is None:
        return layer, 0
    return layer, len(rooms) if str(path) in ABOVE_ALL else rooms.index("/".join(path.parts[1:-1]))


def built_rooms(layer):
    """The rooms of a layer in the order in which its meson.build makes libraries of them."""
    rooms = re.search(r"foreach room : \[([^]]*)\]", (ROOT / layer / "meson.build").read_text())
    return re.findall(r"'(\w+)'", rooms.group(1))


def includes_of(path):
    for name in re.findall(r'^#include "([\w/]+\.h)"', (ROOT / path).read_text(), re.M):
        if (ROOT / name).exists() and name.split("/")[0] in LAYERS:
            yield pathlib.Path(name)


def find_circle(headers):
    """A circle of includes, as the headers on it; [] if there is none."""
    done = set()

    def visit(path, way):
        if path in way:
            return way[way.index(path):] + [path]
        if path in done:
            return []
        for name in includes_of(path):
            circle = visit(name, way + [path])
            if circle:
                return circle
        done.add(path)
        return []

    for header in headers:
        circle = visit(header, [])
        if circle:
            return circle
    return []


def beyond_core():
    """What the code of levels 1 to 8 includes of the code beyond them."""
    allowed = [*CORE, "board"]
    files = [path.relative_to(ROOT) for folder in CORE for path in (ROOT / folder).glob("*.[ch]")]
    return ["%s includes %s" % (path, name) for path in [*files, pathlib.Path(DATA_OF_PERCEPT)]
            for name in includes_of(path)
            if str(name.parent) not in allowed and str(name) != DATA_OF_PERCEPT]


# The functions of these headers are in files of the rooms or boards that implement them.
PER_BOARD = ["agents/percept.h", "agents/boards/percept_of64.h", "master/beyond/deciding.h"]
# Files that share a header, with a prefix in common: these are still to get one each.
OF_PREFIX = ["experiments/numbers", "experiments/play", "experiments/tally", "players/external"]
COMMENT_OR_MACRO = re.compile(r"/\*.*?\*/|^#(?:.*\\\n)*.*", re.S | re.M)
DECLARED = re.compile(r"^(?!static|typedef|extern|return)[A-Za-z_][\w *]*?\b(\w+)\([^;{}]*;", re.M)
DEFINED = re.compile(r"^(?!static|typedef|extern|return)[A-Za-z_][\w *]*?\b(\w+)\([^;{}]*\)\s*\n\{", re.M)


def functions(pattern, path):
    return pattern.findall(COMMENT_OR_MACRO.sub("", (ROOT / path).read_text()))


def misplaced(files):
    """Public functions that are not defined in the file of their header's name."""
    header = {name: path for path in files if path.suffix == ".h" and str(path) not in PER_BOARD
              for name in functions(DECLARED, path)}
    return ["%s of %s is in %s" % (name, header[name], path)
            for path in files if path.suffix == ".c" for name in functions(DEFINED, path)
            if name in header and path.with_suffix(".h") != header[name] and not (
                str(path.parent) in OF_PREFIX and path.parent == header[name].parent
                and (path.stem.startswith(header[name].stem) or header[name].stem.startswith(path.stem)))]


FILE_NAME = re.compile(r"\b[\w-]+\.[ch]\b(?!\()")


def missing_files(files):
    """Files that comments name and that do not exist."""
    known = {path.name for path in ROOT.rglob("*.[ch]")}
    return ["%s names %s" % (path, name) for path in files
            for comment in re.findall(r"/\*.*?\*/", (ROOT / path).read_text(), re.S)
            for name in FILE_NAME.findall(comment) if name not in known]


LIBRARIES = ["gio-unix-2.0", "json-glib-1.0", "gsl", "sqlite3"]


def flags_of_libraries():
    return subprocess.run(["pkg-config", "--cflags", *LIBRARIES], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()


def compiles_alone(header, compiler):
    done = subprocess.run([*compiler, "-std=gnu11", "-fsyntax-only", "-I", ROOT, "-x", "c",
                           "-include", header, "/dev/null"], cwd=ROOT, stderr=subprocess.PIPE)
    return done.returncode == 0


def main(compiler):
    files = [path.relative_to(ROOT) for layer in LAYERS
             for path in sorted((ROOT / layer).rglob("*.[ch]"))]
    headers = [path for path in files if path.suffix == ".h"]
    faults = ["%s includes %s" % (path, name) for path in files for name in includes_of(path)
              if order_of(name) > order_of(path)]
    circle = find_circle(headers)
    unlike = ["%s/meson.build builds %s" % (layer, " ".join(built)) for layer, built, rooms in
              ((layer, built_rooms(layer), rooms) for layer, rooms in ROOMS.items())
              if built != [room or OF_FOLDER[layer] for room in rooms][:len(built)]]
    unbuilt = [str(path) for path in files if path.suffix == ".c" and "'%s'" % pathlib.Path(
        *path.parts[1:]) not in (ROOT / path.parts[0] / "meson.build").read_text()]
    cases = [("no-room-uses-a-later-one", faults),
             ("no-headers-include-each-other-in-a-circle", [" -> ".join(map(str, circle))] if circle
              else []),
             ("rooms-are-libraries-in-their-order", unlike),
             ("every-source-is-built", unbuilt),
             ("levels-1-to-8-use-nothing-beyond-them", beyond_core()),
             ("public-functions-are-in-the-file-of-their-header", misplaced(files)),
             ("comments-name-files-that-exist", missing_files(files)),
             ("there-is-something-to-look-at", [] if len(files) > 200 else ["too few files"])]
    if compiler:
        compiler = compiler + flags_of_libraries()
        cases.append(("every-header-compiles-alone",
                      [str(path) for path in headers if not compiles_alone(path, compiler)]))
    print("1..%d" % len(cases))
    for number, (name, wrong) in enumerate(cases, 1):
        print("%s %d /rooms/%s" % ("not ok" if wrong else "ok", number, name))
        for line in wrong:
            print("# " + line)
    return 1 if any(wrong for _, wrong in cases) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
