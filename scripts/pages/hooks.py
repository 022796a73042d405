"""What MkDocs does otherwise for this site: names of pages become links, links to the studio lead to
the one of the site, folded answers are Markdown, and the search works from the disk."""
import json
import os
import pathlib
import re

STUDIO = re.compile(r"(?:\.\./)*build/studio/agentchess-studio\.html")
# `FOLDER/PAGE.md`, where it is not the text of a link already.
NAME = re.compile(r"(?<!\[)`([\w.-]+(?:/[\w.-]+)*\.(?:md|txt))`(?!\])")


def link_names(text, page, files):
    """Names of pages in running text as links to them."""
    here = os.path.dirname(page.file.src_path)

    def link(found):
        name = {"README.md": "about.md"}.get(found[1], found[1])
        for target in (name, f"{name}.md", os.path.join(here, name)):
            if files.get_file_from_path(target) is not None:
                return f"[`{found[1]}`]({os.path.relpath(target, here)})"
        return found[0]

    return "\n".join(line if line.startswith(("    ", "#")) else NAME.sub(link, line)
                     for line in text.split("\n"))


def on_page_markdown(markdown, page, files, **_):
    here = os.path.dirname(page.file.src_path)
    text = STUDIO.sub(os.path.relpath("studio.html", here or "."), markdown)
    text = text.replace("<details>", '<details markdown="1">')
    return link_names(text, page, files)


def on_page_content(html, **_):
    """Blocks of text that are wider than the page can be scrolled with the keyboard."""
    return html.replace("<pre><code>", '<pre><code tabindex="0">')


def on_post_page(output, **_):
    """What the theme leaves out for readers without a mouse or a screen."""
    output = output.replace('data-md-component="search" role="dialog"',
                            'data-md-component="search" role="dialog" aria-label="Search"')
    return output.replace('class="md-search__scrollwrap"', 'class="md-search__scrollwrap" tabindex="0"')


def on_post_build(config, **_):
    site = pathlib.Path(config["site_dir"])
    worker = next(site.glob("assets/javascripts/workers/search.*.js")).read_text()
    index = (site / "search" / "search_index.json").read_text()
    (site / "search" / "offline.js").write_text(
        "__search = {index: Promise.resolve(" + index + "),\n"
        "  worker: URL.createObjectURL(new Blob([" + json.dumps(worker) + "]))};\n")
    for path in site.rglob("*.map"):
        path.unlink()
