# SPDX-License-Identifier: BSD-3-Clause

"""Checks certificates of shapes that do not tile the plane.

    python3 plane.py FILE.cert

It prints what each certificate in the file proves and ends with status 0. If one is wrong, it prints
what is wrong and ends with status 1. It follows docs/certificates.md and needs nothing but Python.
"""

import hashlib
import re
import sys

# A cell is (x, y, kind). CORNERS has, for each lattice, the distance of two cells and the corners of
# the cells at the origin by kind.
CORNERS = {
    "square": (1, [[(0, 0), (1, 0), (0, 1), (1, 1)]]),
    "hexagon": (3, [[(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)]]),
    "triangle": (1, [[(0, 0), (1, 0), (0, 1)], [(1, 0), (0, 1), (1, 1)]]),
    "tan": (
        2,
        [
            [(-1, -1), (1, -1), (0, 0)],
            [(1, -1), (1, 1), (0, 0)],
            [(1, 1), (-1, 1), (0, 0)],
            [(-1, 1), (-1, -1), (0, 0)],
        ],
    ),
    "kite": (
        6,
        [
            [(0, 0), (0, -3), (2, -4), (3, -3)],
            [(0, 0), (3, -3), (4, -2), (3, 0)],
            [(0, 0), (3, 0), (2, 2), (0, 3)],
            [(0, 0), (0, 3), (-2, 4), (-3, 3)],
            [(0, 0), (-3, 3), (-4, 2), (-3, 0)],
            [(0, 0), (-3, 0), (-2, -2), (0, -3)],
        ],
    ),
}

# The rotation that, with the exchange of x and y, generates the symmetries of a lattice.
TURN = {
    "square": lambda x, y, kind: (-y, x, 0),
    "hexagon": lambda x, y, kind: (-y, x + y, 0),
    "triangle": lambda x, y, kind: (-y - 1, x + y + kind, 1 - kind),
    "tan": lambda x, y, kind: (-y, x, (kind + 1) % 4),
    "kite": lambda x, y, kind: (-y, x + y, (kind + 1) % 6),
}

# The kinds of cells after the exchange of x and y.
EXCHANGED = {"square": [0], "hexagon": [0], "triangle": [0, 1], "tan": [3, 2, 1, 0], "kite": [4, 3, 2, 1, 0, 5]}


class Wrong(Exception):
    """What is wrong with a certificate."""


def images(lattice, *shapes):
    """Yields the images of some lists of cells under all symmetries, each list in order."""
    for _ in range(2):
        for _ in range(6):
            yield [tuple(sorted(s)) for s in shapes]
            shapes = [[TURN[lattice](*c) for c in s] for s in shapes]
        shapes = [[(y, x, EXCHANGED[lattice][kind]) for x, y, kind in s] for s in shapes]


def moved(cells, dx, dy):
    """Returns cells after a translation."""
    return tuple((x + dx, y + dy, kind) for x, y, kind in cells)


class Checker:
    """Checks one certificate."""

    def __init__(self, lines):
        self.lines, self.at = lines, 2
        if len(lines) < 4 or lines[0] != "polka plane certificate 1":
            raise Wrong('expected the first line "polka plane certificate 1"')
        self.lattice = lines[1].removeprefix("lattice ")
        if not lines[1].startswith("lattice ") or self.lattice not in CORNERS:
            raise Wrong(f"line 2: expected a lattice, found {lines[1]!r}")
        self.shape = self.cells("shape ")
        self.forms = []
        for (s,) in images(self.lattice, self.shape):
            form = moved(s, -s[0][0], -s[0][1])
            if form not in self.forms:
                self.forms.append(form)
        self.related = {}  # by relative position: None if copies overlap, or whether they touch
        self.excluded = {}  # by relative position: the number of coronas that a pair cannot have

    def cells(self, prefix):
        """Reads a line of different cells after a prefix, and returns them in order."""
        if self.at == len(self.lines):
            raise Wrong("the certificate ends too soon")
        line = self.lines[self.at]
        self.at += 1
        words = line.removeprefix(prefix).split(" ")
        kinds = len(CORNERS[self.lattice][1])
        size = min(1 + kinds, 3)
        if not line.startswith(prefix) or len(words) % size or len(words) > 1000 * size:
            raise Wrong(f"line {self.at}: expected {prefix!r} and at most 1000 cells")
        if not all(re.fullmatch(r"0|-?[1-9][0-9]{0,5}", w) for w in words):
            raise Wrong(f"line {self.at}: expected numbers")
        numbers = [int(w) for w in words]
        cells = [tuple(numbers[i : i + size]) for i in range(0, len(numbers), size)]
        cells = sorted(c if size == 3 else (*c, 0) for c in cells)
        if len(set(cells)) < len(cells) or any(not 0 <= kind < kinds for _, _, kind in cells):
            raise Wrong(f"line {self.at}: expected different cells")
        return tuple(cells)

    def place(self, cells):
        """Returns cells as a copy of the shape: an orientation and a translation."""
        x, y = cells[0][:2]
        form = moved(cells, -x, -y)
        if form not in self.forms:
            raise Wrong(f"line {self.at}: these cells are no copy of the shape")
        return self.forms.index(form), x, y

    def corners(self, cell):
        """Returns the corners of a cell."""
        x, y, kind = cell
        scale, corners = CORNERS[self.lattice]
        return {(scale * x + u, scale * y + v) for u, v in corners[kind]}

    def relate(self, a, b):
        """Returns None if two copies overlap, or whether they touch."""
        key = pair(a, b)
        if key not in self.related:
            own, other = self.forms[a[0]], moved(self.forms[b[0]], *key[2:])
            if set(own) & set(other):
                self.related[key] = None
            else:
                corners = set().union(*map(self.corners, own))
                self.related[key] = not corners.isdisjoint(set().union(*map(self.corners, other)))
        return self.related[key]

    def check(self):
        """Checks all sections, and returns the number of coronas that are excluded."""
        while True:
            if self.at == len(self.lines):
                raise Wrong("the certificate ends too soon")
            match = re.fullmatch(r"(coronas|pair) ([1-9][0-9]{0,2})( .*)?", self.lines[self.at])
            if not match or (match[1] == "pair") != bool(match[3]):
                raise Wrong(f"line {self.at + 1}: expected a section")
            coronas = int(match[2])
            copies = [(self.place(self.shape), 0)]
            if match[1] == "coronas":
                self.at += 1
                self.nodes(copies, coronas)
                break
            other = self.cells(f"pair {coronas} ")
            copies.append((self.place(other), 0))
            if self.relate(copies[0][0], copies[1][0]) is not True:
                raise Wrong(f"line {self.at}: the two copies do not touch, or overlap")
            self.nodes(copies, coronas)
            for s, o in images(self.lattice, self.shape, other):
                a, b = self.place(s), self.place(o)
                for key in pair(a, b), pair(b, a):
                    self.excluded[key] = min(coronas, self.excluded.get(key, coronas))
        if self.at < len(self.lines):
            raise Wrong(f"line {self.at + 1}: expected the digest")
        return coronas

    def nodes(self, copies, coronas):
        """Checks a tree that begins with some copies, each with its level."""
        waiting = [copies]
        while waiting:
            copies = waiting.pop()
            cells = self.cells("")
            near, corners = False, self.corners(cells[0])
            for (form, x, y), level in copies:
                for c in moved(self.forms[form], x, y):
                    if c in cells:
                        raise Wrong(f"line {self.at}: the cell is covered already")
                    near = near or level < coronas and not corners.isdisjoint(self.corners(c))
            if not near or len(cells) > 1:
                raise Wrong(f"line {self.at}: it is not known that the cell must be covered")
            children = []
            for form, form_cells in enumerate(self.forms):
                for x, y, kind in form_cells:
                    if kind == cells[0][2]:
                        copy = form, cells[0][0] - x, cells[0][1] - y
                        level = self.fits(copy, copies, coronas)
                        if level is not None:
                            children.append((moved(form_cells, *copy[1:]), copy, level))
            for _, copy, level in sorted(children, reverse=True):
                waiting.append([*copies, (copy, level)])

    def fits(self, copy, copies, coronas):
        """Returns the level of a copy, or None if it cannot be added."""
        level = coronas + 1
        for other, its in copies:
            touches = self.relate(other, copy)
            if touches is None:
                return None
            if touches:
                level = min(level, its + 1)
        for other, its in copies:
            depth = self.excluded.get(pair(other, copy))
            if depth and max(level, its) + depth <= coronas:
                return None
        return level


def pair(a, b):
    """Returns what names the relative position of two copies."""
    return a[0], b[0], b[1] - a[1], b[2] - a[2]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: plane.py FILE.cert")
    with open(sys.argv[1], "rb") as f:
        text = f.read()
    if not text:
        raise Wrong("the file is empty")
    while text:
        body, sha, rest = text.partition(b"\nsha256 ")
        digest, end, text = rest.partition(b"\n")
        body += b"\n"
        if not sha or not end or hashlib.sha256(body).hexdigest().encode() != digest:
            raise Wrong("the digest at the end is missing or wrong")
        checker = Checker(body.decode("ascii", "replace").split("\n")[:-1])
        coronas = checker.check()
        print(f"{checker.lattice} [{checker.lines[2].removeprefix('shape ')}]: coronas excluded: {coronas}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, Wrong) as e:
        sys.exit(f"plane.py: {e}")
