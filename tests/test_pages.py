"""The Markdown of the project as pages: links lead to what is there, the tutorial has the form from
which the studio reads its tour, the glossary has a source for every word. Says TAP."""

import os
import re
import sys

from readmes import ROOT, files_of_tree

LEVELS = "agents/levels"
LINK = re.compile(r"(?<!\\)\[[^]\n]*\]\(([^)\s]+)\)")
STUDIO = "build/studio/agentchess-studio.html"  # is there once it is built


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def text_of(path):
    """A page without its indented blocks and its code."""
    lines = [line for line in read(path).splitlines() if not line.startswith("    ")]
    return re.sub(r"`[^`\n]*`", "", "\n".join(lines))


def anchors_of(path):
    """The fragments of a page: its headings as GitHub and mkdocs write them."""
    headings = re.findall(r"^#+ (.*)$", read(path), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def faults_of_links(pages):
    for page in pages:
        for link in LINK.findall(text_of(page)):
            if re.match(r"https?:|mailto:", link):
                continue
            path, _, fragment = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if target == STUDIO:
                continue
            if not os.path.exists(os.path.join(ROOT, target)):
                yield f"{page}: {link}: there is no {target}"
            elif fragment and target.endswith(".md") and fragment not in anchors_of(target):
                yield f"{page}: {link}: no heading of {target} is called so"


def faults_of_tutorial(pages):
    """Title, idea, the players without and with the logic in a position of logics.tsv, a question."""
    rows = [line.split("\t") for line in read("tests/data/logics.tsv").splitlines()
            if not line.startswith("#")]
    positions = {row[1] for row in rows}
    for page in pages:
        text = read(page)
        parts = re.split(r"^## ", text, flags=re.M)
        if not re.match(r"# Levels? \d.*: .*\n\n\*\*The thesis\*\* (.|\n)*\*\*In other words:\*\* ", parts[0]):
            yield f"{page}: no title, or not the idea in the thesis' words and ours"
        shown = [re.search(r'--player (\S+) --fen "([^"]+)"', part) for part in parts
                 if part.startswith(("Without `", "With `"))]
        if len(shown) != 2 or None in shown:
            yield f"{page}: it has not one part without the logic and one with it"
        elif shown[0][2] != shown[1][2] or shown[1][2] not in positions:
            yield f"{page}: not one position of logics.tsv"
        elif f"{STUDIO}#/agents?position={shown[1][2].replace(' ', '+')}&player=" not in text:
            yield f"{page}: no link to the studio there"
        if not re.search(r"^## Question\n(.|\n)*<details><summary>Answer</summary>\n\n(.|\n)*^</details>$",
                         text, re.M):
            yield f"{page}: no question with a folded answer"


def faults_of_questions():
    """Ten questions, about positions that the tutorial does not use."""
    used = re.compile(r'--fen "([^"]+)"|position=([^&]+)&')
    asked = {found[0] for found in used.findall(read(f"{LEVELS}/questions.md"))}
    taught = {(found[0] or found[1]).replace("+", " ") for page in tutorial()
              for found in used.findall(read(page))}
    if len(asked) != 10:
        yield f"there are {len(asked)} questions"
    yield from (f"the tutorial has {position}" for position in asked & taught)


def faults_of_glossary():
    for section in re.split(r"^## ", read("app/glossary.md"), flags=re.M)[1:]:
        rows = [[cell.strip() for cell in line.strip("|").split("|")]
                for line in section.splitlines() if line.startswith("| ")][2:]
        words = [row[0].lower() for row in rows]
        if words != sorted(words):
            yield "not sorted: " + ", ".join(words)
        yield from (f"no meaning or no source: {row[0]}" for row in rows if len(row) != 3 or not all(row))


def faults_of_versions():
    built = re.search(r"^  version: '(.*)',$", read("meson.build"), re.M)[1]
    cited = {"README.md": r"^ *version = \{(.*)\},$", "CITATION.cff": "^version: (.*)$"}
    yield from (f"{page}: not {built}" for page, pattern in cited.items()
                if re.findall(pattern, read(page), re.M) != [built])


def tutorial():
    return sorted(f"{LEVELS}/{name}" for name in os.listdir(os.path.join(ROOT, LEVELS))
                  if re.match(r"\d-", name))


def main():
    pages = sorted(name for name in files_of_tree() if name.endswith(".md"))
    lines = read("README.md").count("\n")
    cases = [("links-lead-to-what-is-there", list(faults_of_links(pages))),
             ("there-is-a-page-for-each-level-and-one-beyond",
              [] if len(tutorial()) == 9 else tutorial()),
             ("each-page-of-the-tutorial-has-its-parts", list(faults_of_tutorial(tutorial()))),
             ("ten-questions-are-about-other-positions", list(faults_of_questions())),
             ("the-glossary-is-sorted-and-has-sources", list(faults_of_glossary())),
             ("all-pages-cite-the-version-that-is-built", list(faults_of_versions())),
             ("readme-has-at-most-100-lines", [] if lines <= 100 else [f"{lines} lines"])]
    print(f"1..{len(cases)}")
    for number, (name, faults) in enumerate(cases, 1):
        print(f"{'not ok' if faults else 'ok'} {number} /pages/{name}")
        print("".join(f"# {fault}\n" for fault in faults), end="")
    return any(faults for _, faults in cases)


if __name__ == "__main__":
    sys.exit(main())
