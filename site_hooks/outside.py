"""Pages of the site for files that lie outside docs and for notebooks, so that every link leads somewhere without a network.

A link from a page to a file of the repository, such as ``../README.md``, leads to a page under ``repository/`` that shows it;
what such a page links to becomes a page in turn. A notebook of docs becomes a page beside it.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
FOLDER = "repository"
#: Files in the navigation to which no page of docs need link.
ALWAYS = ("README.md", "CONTRIBUTING.md")
LANGUAGES = {".py": "python", ".toml": "toml", ".yml": "yaml", ".json": "json"}
#: A code block or code within a line, in which nothing is a link; or a link, of which the target and its anchor are taken.
LINK = re.compile(
    r"(?P<code>^```.*?^```|`[^`\n]+`)|(?<=\]\()(?P<target>[^)#\s:]+)(?P<anchor>#[^)\s]*)?(?=\))",
    re.DOTALL | re.MULTILINE,
)


def page_path_of(path: str) -> str:
    """Return the path, within docs, of the site's page for a file, given its path within the repository."""
    if path.endswith(".ipynb"):
        return f"{path.removeprefix('docs/').removesuffix('.ipynb')}.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"{FOLDER}/{path}" if path.endswith(".md") else f"{FOLDER}/{path}.md"


def with_site_links(text: str, path: str) -> tuple[str, set[str]]:
    """Return a page with links to the pages of the site, and the files they lead to, as paths within the repository.

    `path` is that of the page's file within the repository.
    """
    folder = posixpath.dirname(page_path_of(path))
    linked_files = set()

    def site_link(match: re.Match[str]) -> str:
        """Return a match of `LINK` as the site has it: code as it is, a target as the path from this page to its page."""
        if match["code"] is not None:
            return match["code"]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), match["target"]))
        if not (ROOT / target).is_file():
            raise PluginError(f"{path} links to {match['target']}, which is no file")
        linked_files.add(target)
        return posixpath.relpath(page_path_of(target), folder or ".") + (match["anchor"] or "")

    return LINK.sub(site_link, text), linked_files


def text_of(path: str) -> str:
    """Return a file of the repository as a page in Markdown."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text
    if path.endswith(".ipynb"):
        return f"{notebook_text(text)}\n"
    return f"# {path}\n\n```{LANGUAGES.get(Path(path).suffix, 'text')}\n{text}\n```\n"


def notebook_text(text: str) -> str:
    """Return the cells of a notebook as Markdown, code as code."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    texts = (source if cell_type == "markdown" else f"```python\n{source}\n```" for cell_type, source in cells if source)
    return "\n\n".join(texts)


def is_page_of_its_own(path: str) -> bool:
    """Return whether the page of a file is made here: it lies outside docs, or is a notebook."""
    return path.endswith(".ipynb") or not path.startswith("docs/")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for every file that a page links to and that docs has no page for."""
    unread_paths = {*ALWAYS, *(f"docs/{path.name}" for path in Path(config.docs_dir).glob("*.md"))}
    read_paths: set[str] = set()
    while unread_paths:
        path = unread_paths.pop()
        read_paths.add(path)
        if is_page_of_its_own(path) or path.endswith(".md"):
            text, linked_files = with_site_links(text_of(path), path)
            unread_paths |= linked_files - read_paths
            if is_page_of_its_own(path):
                files.append(File.generated(config, page_path_of(path), content=text))
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.remove(notebook)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links of a page of docs into those of the site."""
    if page.file.generated_by is not None:
        return markdown
    return with_site_links(markdown, f"docs/{os.path.normpath(page.file.src_uri)}")[0]
