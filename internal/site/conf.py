# SPDX-License-Identifier: BSD-3-Clause

# The configuration of Sphinx for the documentation site. `make docs` prepares the pages in build/docs/source.
import os
import re

from docutils import nodes

project = "Polka"
author = "The Polka Authors"
copyright = "The Polka Authors"
release = version = os.environ.get("POLKA_VERSION", "")
extensions = ["myst_nb"]
templates_path = ["templates"]
exclude_patterns = []
html_theme = "furo"
html_title = "Polka"
html_static_path = ["static"]
html_css_files = ["polka.css"]
# The background of pictures in the dark theme.
html_theme_options = {"dark_css_variables": {"color-background-primary": "#161616"}}
html_js_files = ["live.js"]
html_use_index = False
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
pygments_style = "tango"
pygments_dark_style = "github-dark"
highlight_language = "none"  # of code that names no language
smartquotes = False  # they would change code in text

# Outputs are the stored ones; nothing is run.
nb_execution_mode = "off"
nb_merge_streams = True
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
suppress_warnings = [
    "mystnb.unknown_mime_type",  # Vega-Lite: the page has the SVG of the same output
    "misc.highlighting_failure",  # commands such as %time in cells are not Go
]


def anchors(app, doctree):
    """Make the element with an ID in the title of a section the first anchor of the section."""
    for section in doctree.findall(nodes.section):
        title = section[0]
        for raw in list(title.findall(nodes.raw)):
            found = re.fullmatch(r'<a id="([^"]+)">', raw.astext())
            if found:
                section["ids"].insert(0, found[1])
            title.remove(raw)


def breaks(app, page, template, context, doctree):
    """Allow lines to break after the slashes of paths in tables, except in the first column, instead of inside words;
    and name the language of translated notebooks."""
    def slashes(code):
        return re.sub(r"(?<=[\w.~])/(?=[\w.~])", "/<wbr>", code[0])

    def row(found):
        first, end, rest = found[0].partition("</td>")
        return first + end + re.sub(r'(?<=<span class="pre">)[^<]+', slashes, rest)

    language = re.match(r"notebooks/(\w+)/", page)
    if language:
        context["language"] = language[1]
    if "body" in context:
        context["body"] = re.sub(r"<tr\b.*?</tr>", row, context["body"], flags=re.DOTALL)


def setup(app):
    app.connect("doctree-read", anchors, priority=100)
    app.connect("html-page-context", breaks)
