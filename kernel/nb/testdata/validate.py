# Validate notebooks with Python's nbformat, and write each as nbformat would, with ".nbformat" appended to its name.
import sys
from pathlib import Path

import nbformat

for name in sys.argv[1:]:
    notebook = nbformat.reads(Path(name).read_bytes().decode("utf-8"), as_version=4)
    nbformat.validate(notebook)
    Path(name + ".nbformat").write_bytes((nbformat.writes(notebook) + "\n").encode("utf-8"))
