# SPDX-License-Identifier: BSD-3-Clause

"""Files to print and cut, read by programs that are not ours.

trimesh reads STL and 3MF, svgelements SVG, ezdxf DXF, and pypdf PDF. What the files should hold is calculated here from the definition of a piece: its cells as boxes or
polygons, and distances to them.
"""

from __future__ import annotations

import math
import os
import random
import subprocess
from pathlib import Path
from typing import Iterator

import ezdxf
import networkx
import numpy as np
import pypdf
import pytest
import shapely
import svgelements
import trimesh

from conftest import ROOT

pytestmark = pytest.mark.polka

UNIT = 10.0
SEED = 36

Cell = tuple[int, int, int]


def polka(*args: object, directory: Path) -> str:
    binary = os.environ.get("POLKA_BINARY", str(ROOT / "bin/polka"))
    done = subprocess.run([binary, *map(str, args)], cwd=directory, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def text_of(lattice: str, cells: list[Cell]) -> str:
    listed = ", ".join("(" + ",".join(map(str, c if lattice in ("cube", "triangle", "kite") else c[:2])) + ")" for c in cells)
    return f"{lattice} [{listed}]\n"


STEPS = {
    "cube": lambda c: [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)],
    "square": lambda c: [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)],
    "hexagon": lambda c: [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (1, -1, 0), (-1, 1, 0)],
    "triangle": lambda c: [(0, 0, 1), (-1, 0, 1), (0, -1, 1)] if c[2] == 0 else [(0, 0, -1), (1, 0, -1), (0, 1, -1)],
}


def random_piece(r: random.Random, lattice: str, size: int) -> list[Cell]:
    """A connected piece, grown cell by cell."""
    cells = [(0, 0, 0)]
    while len(cells) < size:
        c = r.choice(cells)
        d = r.choice(STEPS[lattice](c))
        n = (c[0] + d[0], c[1] + d[1], c[2] + d[2])
        if n not in cells:
            cells.append(n)
    return cells


def make(directory: Path, lattice: str, pieces: list[list[Cell]], output: str, **options: object) -> None:
    (directory / "pieces.txt").write_text("".join(text_of(lattice, p) for p in pieces))
    flags = [f"--{name}={value}" for name, value in options.items()]
    polka("make", "pieces.txt", "--output", output, f"--cell={UNIT}", *flags, directory=directory)


def solids(path: Path) -> dict[str, trimesh.Trimesh]:
    """The solids of a 3MF file by their names, each checked."""
    scene = trimesh.load(path)
    assert scene.units == "millimeter"
    for mesh in scene.geometry.values():
        check(mesh)
    return dict(scene.geometry)


def check(mesh: trimesh.Trimesh) -> None:
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.is_volume
    assert mesh.area_faces.min() > 0


def blocks(cells: list[Cell], inset: float) -> np.ndarray:
    """Boxes whose union has the points that are at least inset away, along the axes, from the outside of cells."""
    present = set(cells)
    boxes = []
    for cell in cells:
        for mask in np.ndindex(2, 2, 2):
            around = [tuple(c + k * m for c, k, m in zip(cell, corner, mask)) for corner in np.ndindex(2, 2, 2)]
            if present.issuperset(around):
                low = [UNIT * (c + 1) - inset if m else UNIT * c + inset for c, m in zip(cell, mask)]
                high = [UNIT * (c + 1) + inset if m else UNIT * (c + 1) - inset for c, m in zip(cell, mask)]
                boxes.append((low, high))
    return np.array(boxes)


def apart(points: np.ndarray, boxes: np.ndarray, norm: int) -> np.ndarray:
    """The distances of points from the union of boxes."""
    least = np.full(len(points), np.inf)
    for low, high in boxes:
        beyond = np.maximum(np.maximum(low - points, points - high), 0)
        least = np.minimum(least, np.linalg.norm(beyond, ord=norm, axis=1))
    return least


def at_home(mesh: trimesh.Trimesh, cells: list[Cell], gap: float) -> Iterator[np.ndarray]:
    """The vertices moved and turned to the cells, in all rotations that fit. Y is down in cells, and up in files."""
    goal = np.array(cells, dtype=float) * [1, -1, 1]
    low = goal.min(axis=0) * UNIT - [0, UNIT, 0]
    size = (goal.max(axis=0) - goal.min(axis=0) + 1) * UNIT
    for turn in ROTATIONS:
        v = mesh.vertices @ turn.T
        v = v - v.min(axis=0) + low + gap / 2
        if np.allclose(v.max(axis=0) - v.min(axis=0), size - gap, atol=1e-3):
            yield v * [1, -1, 1]


def rotations() -> list[np.ndarray]:
    found = []
    for axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)):
        for signs in np.ndindex(2, 2, 2):
            m = np.zeros((3, 3))
            for i, (axis, sign) in enumerate(zip(axes, signs)):
                m[i, axis] = 1 - 2 * sign
            if np.linalg.det(m) > 0:
                found.append(m)
    return found


ROTATIONS = rotations()


@pytest.mark.parametrize("gap", [0.0, 0.5])
def test_cubes(tmp_path: Path, gap: float) -> None:
    """Random polycubes with sharp edges: their volumes are those of cells without half of the gap at each face."""
    r = random.Random(SEED)
    pieces = [random_piece(r, "cube", r.randint(1, 12)) for _ in range(60)]
    make(tmp_path, "cube", pieces, "pieces.3mf", gap=gap, plate="600x600")
    meshes = solids(tmp_path / "pieces.3mf")
    assert len(meshes) == len(pieces)
    for i, cells in enumerate(pieces):
        want = sum(np.prod(high - low) for low, high in blocks(cells, gap / 2))
        # Cells that touch along an edge only are separated by a hundredth of a millimeter.
        assert meshes[f"piece {i + 1}"].volume == pytest.approx(want, rel=1e-6 if gap else 4e-3), cells
    make(tmp_path, "cube", pieces, "pieces.stl", gap=gap, plate="600x600")
    together = trimesh.load(tmp_path / "pieces.stl")
    check(together)
    assert together.volume == pytest.approx(sum(m.volume for m in meshes.values()), rel=1e-5)
    assert together.bounds[0][2] == 0 and max(together.extents[:2]) <= 600
    if gap:
        assert networkx.number_connected_components(networkx.Graph(together.edges.tolist())) == len(pieces)


@pytest.mark.parametrize("chamfer", [False, True])
def test_edges_of_cubes(tmp_path: Path, chamfer: bool) -> None:
    """With rounded edges every vertex has the distance of the radius from the core of the piece, in a rotation of it."""
    r = random.Random(SEED)
    gap, edge = 0.4, 1.5
    pieces = [random_piece(r, "cube", r.randint(1, 9)) for _ in range(40)]
    make(tmp_path, "cube", pieces, "pieces.3mf", gap=gap, edge=edge, plate="600x600", segments=16, **({"chamfer": "true"} if chamfer else {}))
    meshes = solids(tmp_path / "pieces.3mf")
    norm = 1 if chamfer else 2
    points = np.random.default_rng(SEED).random((40000, 3))
    for i, cells in enumerate(pieces):
        mesh = meshes[f"piece {i + 1}"]
        core = blocks(cells, gap / 2 + edge)
        errors = [np.abs(apart(v, core, norm) - edge).max() for v in at_home(mesh, cells, gap)]
        assert errors and min(errors) < 1e-3, cells
        low, high = np.array(cells).min(axis=0) * UNIT, (np.array(cells).max(axis=0) + 1) * UNIT
        share = (apart(low + points * (high - low), core, norm) <= edge).mean()
        spread = 5 * math.sqrt(share * (1 - share) / len(points)) + 1e-3
        assert mesh.volume / np.prod(high - low) == pytest.approx(share, abs=spread), cells


# The steps of lattices of space, and the areas of faces by the squares of the distances between the cells that share them.
SOLIDS = {
    "rhombic-dodecahedron": (((1, 1, 0), (-1, 1, 0), (0, 1, 1)), {2: math.sqrt(0.5)}),
    "truncated-octahedron": (((2, 0, 0), (0, 2, 0), (1, 1, 1)), {3: 0.75 * math.sqrt(3), 4: 0.5}),
    "hexagonal-prism": (((math.sqrt(3), 0, 0), (math.sqrt(0.75), 1.5, 0), (0, 0, 1)), {3: 1.0, 1: 1.5 * math.sqrt(3)}),
}


@pytest.mark.parametrize("lattice", SOLIDS)
def test_polyhedra(tmp_path: Path, lattice: str) -> None:
    """Solids of other cells than cubes: their volumes are those of the cells, without half of the gap at each face of the surface."""
    r = random.Random(SEED)
    steps, areas = SOLIDS[lattice]
    near = {}
    for n in np.ndindex(5, 5, 5):
        d = np.array(n) - 2
        square = round(float(np.sum((d @ np.array(steps)) ** 2)), 6)
        if square in areas:
            near[tuple(int(x) for x in d)] = areas[square]
    assert len(near) == {"rhombic-dodecahedron": 12, "truncated-octahedron": 14, "hexagonal-prism": 8}[lattice]
    pieces = []
    for _ in range(12):
        cells, size = [(0, 0, 0)], r.randint(1, 10)
        while len(cells) < size:
            cells.append(tuple(a + b for a, b in zip(r.choice(cells), r.choice(list(near)))))
            cells = list(dict.fromkeys(cells))
        pieces.append(cells)
    (tmp_path / "pieces.txt").write_text("".join(f"{lattice} [{', '.join(str(c).replace(' ', '') for c in p)}]\n" for p in pieces))
    for gap in (0.0, 0.2):
        for suffix in ("3mf", "stl"):
            polka("make", "pieces.txt", "--output", f"pieces.{suffix}", f"--cell={UNIT}", f"--gap={gap}", "--plate=500x500", directory=tmp_path)
        meshes = solids(tmp_path / "pieces.3mf")
        for i, cells in enumerate(pieces):
            surface = sum(a for c in cells for d, a in near.items() if tuple(x + y for x, y in zip(c, d)) not in cells)
            want = UNIT**3 * len(cells) * abs(np.linalg.det(np.array(steps))) - UNIT**2 * surface * gap / 2
            assert meshes[f"piece {i + 1}"].volume == pytest.approx(want, rel=3e-3), cells
        together = trimesh.load(tmp_path / "pieces.stl")
        check(together)
        assert together.volume == pytest.approx(sum(m.volume for m in meshes.values()), rel=1e-5)
        assert together.bounds[0][2] == 0


POLYHEDRA = ["rhombic-dodecahedron", "truncated-octahedron", "hexagonal-prism", "elongated-dodecahedron", "triangular-prism", "tetrahedral-octahedral", "gyrobifastigium"]


def pieces(directory: Path, lattice: str, threes: int, fours: int) -> tuple[int, int]:
    """Write pieces.txt: the cells, and some pieces of three and of four. It returns the number of cells, which are convex, and of all pieces."""
    lines = polka("enum", lattice, 1, directory=directory)
    convex = lines.count("\n")
    for cells, most in ((3, threes), (4, fours)):
        lines += polka("enum", lattice, cells, "--one-sided", f"--limit={most}", directory=directory)
    (directory / "pieces.txt").write_text(lines)
    return convex, lines.count("\n")


def made(directory: Path, name: str, *options: str) -> list[trimesh.Trimesh]:
    """The solids of pieces.txt, in its order."""
    polka("make", "pieces.txt", f"--output={name}", f"--cell={UNIT}", "--plate=600x600", *options, directory=directory)
    return [solid for _, solid in sorted(solids(directory / name).items(), key=lambda item: int(item[0].split()[-1]))]


@pytest.mark.parametrize("lattice", POLYHEDRA)
def test_rounded_polyhedra(tmp_path: Path, lattice: str) -> None:
    """Solids with rounded edges: a convex one has the volume of Steiner's formula for its core, others lose a quarter as much with half the radius."""
    convex, count = pieces(tmp_path, lattice, 2, 1)
    gap, radius = 0.2, 0.5
    exact = lattice != "gyrobifastigium"  # the moved faces at its corners do not meet in a point, and the core is a little too small there

    sharp = made(tmp_path, "sharp.3mf", f"--gap={gap}")
    core = made(tmp_path, "core.3mf", f"--gap={gap + 2 * radius}")
    rounded = made(tmp_path, "rounded.3mf", f"--gap={gap}", f"--edge={radius}", "--segments=12")
    smaller = made(tmp_path, "smaller.3mf", f"--gap={gap}", f"--edge={radius / 2}", "--segments=12")
    assert len(sharp) == len(rounded) == count
    for i, (outside, inside, half, mesh) in enumerate(zip(sharp, core, smaller, rounded)):
        lost = outside.volume - mesh.volume
        assert inside.volume < mesh.volume < half.volume < outside.volume
        assert (3.5 if exact else 2.2) < lost / (outside.volume - half.volume) < 4.2
        if i < convex:
            lengths = np.linalg.norm(np.diff(inside.vertices[inside.face_adjacency_edges], axis=1)[:, 0], axis=1)
            curvature = lengths @ inside.face_adjacency_angles / 2
            want = inside.volume + inside.area * radius + curvature * radius**2 + 4 / 3 * math.pi * radius**3
            assert mesh.volume == pytest.approx(want, abs=(0.06 if exact else 0.1) * lost)
    polka("make", "pieces.txt", "--output=rounded.stl", f"--cell={UNIT}", "--plate=600x600", f"--gap={gap}", f"--edge={radius}", directory=tmp_path)
    together = trimesh.load(tmp_path / "rounded.stl")
    check(together)
    assert together.volume == pytest.approx(sum(mesh.volume for mesh in rounded), rel=2e-3)


@pytest.mark.parametrize("lattice", POLYHEDRA)
def test_chamfered_polyhedra(tmp_path: Path, lattice: str) -> None:
    """Solids with chamfers: a convex one is convex and has the planes that it should have, others lose a quarter as much with half the width."""
    convex, count = pieces(tmp_path, lattice, 2, 3)
    gap, width = 0.2, 0.5

    sharp = made(tmp_path, "sharp.3mf", f"--gap={gap}")
    core = made(tmp_path, "core.3mf", f"--gap={gap + 2 * width}")
    rounded = made(tmp_path, "rounded.3mf", f"--gap={gap}", f"--edge={width}")
    flat = made(tmp_path, "flat.3mf", f"--gap={gap}", f"--edge={width}", "--chamfer")
    smaller = made(tmp_path, "smaller.3mf", f"--gap={gap}", f"--edge={width / 2}", "--chamfer")
    assert len(sharp) == len(flat) == count
    exact = lattice != "gyrobifastigium"  # see above
    for i, (outside, inside, arcs, half, mesh) in enumerate(zip(sharp, core, rounded, smaller, flat)):
        lost = outside.volume - mesh.volume
        assert inside.volume < mesh.volume < arcs.volume < outside.volume and mesh.volume < half.volume
        assert (3.5 if exact else 2.2) < lost / (outside.volume - half.volume) < 4.2
        if i < convex and exact:
            above = (mesh.vertices[None] * mesh.face_normals[:, None]).sum(axis=2) - (mesh.triangles[:, 0] * mesh.face_normals).sum(axis=1)[:, None]
            assert above[mesh.area_faces > 1e-3].max() < 1e-2  # it is convex
            # Plates on the faces, wedges at the edges, and at each corner a pyramid with a point of each plate.
            lengths = np.linalg.norm(np.diff(inside.vertices[inside.face_adjacency_edges], axis=1)[:, 0], axis=1)
            want = inside.volume + inside.area * width + lengths @ np.sin(inside.face_adjacency_angles) / 2 * width**2
            for corner in range(len(inside.vertices)):
                normals = inside.face_normals[(inside.faces == corner).any(axis=1)]
                axis = normals.mean(axis=0)
                side = np.cross(axis, normals[0])
                normals = normals[np.argsort(np.arctan2(normals @ np.cross(axis / np.linalg.norm(axis), side), normals @ side))]
                want += sum(abs(np.linalg.det(normals[[0, k, k + 1]])) for k in range(1, len(normals) - 1)) / 6 * width**3
            assert mesh.volume == pytest.approx(want, abs=0.005 * lost)
    polka("make", "pieces.txt", "--output=flat.stl", f"--cell={UNIT}", "--plate=600x600", f"--gap={gap}", f"--edge={width}", "--chamfer", directory=tmp_path)
    together = trimesh.load(tmp_path / "flat.stl")
    check(together)
    assert together.volume == pytest.approx(sum(mesh.volume for mesh in flat), rel=1e-4)


def polygon(lattice: str, cell: Cell) -> shapely.Polygon:
    """A cell with a side of UNIT, y up."""
    x, y, z = cell
    high = math.sqrt(3) / 2
    if lattice == "square":
        corners = [(x, -y), (x + 1, -y), (x + 1, -y - 1), (x, -y - 1)]
    elif lattice == "triangle":
        a = x + y / 2
        corners = [(a, -y * high), (a + 1, -y * high), (a + 0.5, -(y + 1) * high)] if z == 0 else [
            (a + 1, -y * high), (a + 1.5, -(y + 1) * high), (a + 0.5, -(y + 1) * high)]
    else:
        a, b = (x + y / 2) * 2 * high, -1.5 * y
        corners = [(a + math.sin(k * math.pi / 3), b + math.cos(k * math.pi / 3)) for k in range(6)]
    return shapely.Polygon([(UNIT * u, UNIT * v) for u, v in corners])


def area(lattice: str, cells: list[Cell]) -> shapely.Polygon:
    return shapely.union_all([polygon(lattice, c) for c in cells], grid_size=1e-6)


@pytest.mark.parametrize("lattice", ["square", "triangle", "hexagon"])
def test_polygons(tmp_path: Path, lattice: str) -> None:
    """Random pieces of the plane: volumes with sharp edges, and distances from the core with rounded ones."""
    r = random.Random(SEED)
    pieces = [random_piece(r, lattice, r.randint(1, 12)) for _ in range(40)]
    for gap, edge in (0.0, 0.0), (0.4, 0.0), (0.4, 1.0):
        pieces = pieces[:12] if edge else pieces
        make(tmp_path, lattice, pieces, "pieces.3mf", gap=gap, edge=edge, thickness=4, segments=16, plate="1500x1500")
        meshes = solids(tmp_path / "pieces.3mf")
        for i, cells in enumerate(pieces):
            mesh = meshes[f"piece {i + 1}"]
            whole = area(lattice, cells)
            assert mesh.bounds[0][2] == 0 and mesh.bounds[1][2] == pytest.approx(4)
            if edge == 0:
                want = whole.buffer(-gap / 2, join_style="mitre", mitre_limit=10).area * 4
                assert mesh.volume == pytest.approx(want, rel=1e-5 if gap else 3e-3), cells
                continue
            core = whole.buffer(-gap / 2 - edge, join_style="mitre", mitre_limit=10)
            assert min(errors(mesh, core, edge)) < 3e-3, cells  # an arc may miss the side of its box by that


def errors(mesh: trimesh.Trimesh, core: shapely.Polygon, edge: float) -> list[float]:
    """How much the distances of the vertices from the core of a flat piece differ from the radius, in each rotation."""
    found = []
    home = core.buffer(edge, quad_segs=256).bounds
    top = mesh.bounds[1][2]
    for turns in range(4):
        angle = turns * math.pi / 2
        c, s = round(math.cos(angle)), round(math.sin(angle))
        v = mesh.vertices[:, :2] @ np.array([[c, s], [-s, c]])
        v = v - v.min(axis=0) + home[:2]
        beyond = np.maximum(np.maximum(edge - mesh.vertices[:, 2], mesh.vertices[:, 2] - (top - edge)), 0)
        distance = np.hypot(shapely.distance(shapely.points(v), core), beyond)
        found.append(float(np.abs(distance - edge).max()))
    return found


def test_all_lattices(tmp_path: Path) -> None:
    """Pieces of every lattice of polygons are closed solids."""
    lattices = polka("enum", "--help", directory=tmp_path).split("The lattices are\n\n")[1].split("\n\n")[0].split()
    solid = {*SOLIDS, "cube", "elongated-dodecahedron", "triangular-prism", "tetrahedral-octahedral", "quarter-cubic", "gyrobifastigium", "tesseract"}
    assert len(lattices) > 24 and solid < set(lattices)
    for lattice in lattices:
        if lattice in solid | {"king", "stick"}:
            continue  # pieces are not of the plane, may fall apart, or have no volume
        (tmp_path / "list").write_text(polka("enum", lattice, 3 if lattice != "tan" else 2, "--limit=20", directory=tmp_path))
        for options in ["--gap=0.3"], ["--edge=1", "--gap=0.2"], ["--edge=1", "--chamfer"]:
            polka("make", "list", "--output=list.3mf", "--plate=2000x2000", "--cell=20", *options, directory=tmp_path)
            assert solids(tmp_path / "list.3mf")


Line = list[tuple[float, float]]


def lines_of_svg(path: Path) -> dict[str, list[tuple[Line, bool]]]:
    """The lines of each layer with whether they are closed, in millimeters, y down."""
    layers: dict[str, list[tuple[Line, bool]]] = {}
    for group in svgelements.SVG.parse(str(path), ppi=25.4):  # so that the unit is a millimeter
        if isinstance(group, svgelements.Group):
            for shape in group:
                segments = [s for s in shape if isinstance(s, (svgelements.Line, svgelements.Close))]
                points = [(segments[0].start.x, segments[0].start.y)] + [(s.end.x, s.end.y) for s in segments]
                layers.setdefault(group.id, []).append((points, isinstance(segments[-1], svgelements.Close)))
    return layers


def lines_of_dxf(path: Path) -> dict[str, list[tuple[Line, bool]]]:
    document = ezdxf.readfile(path)
    assert not document.audit().errors and document.header["$INSUNITS"] == 4
    assert {"CUT", "ENGRAVE"} <= {layer.dxf.name for layer in document.layers}
    layers: dict[str, list[tuple[Line, bool]]] = {}
    for entity in document.modelspace():
        points = [(v.dxf.location.x, v.dxf.location.y) for v in entity.vertices]
        closed = entity.is_closed
        layers.setdefault(entity.dxf.layer.lower(), []).append((points + points[:1] if closed else points, closed))
    return layers


def pieces_of(cuts: list[tuple[Line, bool]]) -> list[shapely.Polygon]:
    """The polygons that are cut out, holes without their insides."""
    rings = [shapely.Polygon(points) for points, closed in cuts if closed]
    assert all(r.is_valid for r in rings)
    rings.sort(key=lambda r: -r.area)
    found: list[shapely.Polygon] = []
    for ring in rings:
        for i, outer in enumerate(found):
            if outer.contains(ring):
                found[i] = outer.difference(ring)
                break
        else:
            found.append(ring)
    return found


@pytest.mark.parametrize("lattice", ["square", "triangle", "hexagon"])
def test_sheets(tmp_path: Path, lattice: str) -> None:
    """The areas and outlines of cut pieces, with half of the kerf, apart from each other and within the sheet."""
    r = random.Random(SEED)
    pieces = [random_piece(r, lattice, r.randint(1, 14)) for _ in range(30)]
    for kerf in 0.0, 0.4:
        want = [area(lattice, cells).buffer(kerf / 2, join_style="mitre", mitre_limit=10) for cells in pieces]
        make(tmp_path, lattice, pieces, "cut.svg", kerf=kerf, sheet="400x400", spacing=3)
        make(tmp_path, lattice, pieces, "cut.dxf", kerf=kerf, sheet="400x400", spacing=3)
        read = lines_of_svg(tmp_path / "cut.svg"), lines_of_dxf(tmp_path / "cut.dxf")
        for layers in read:
            found = pieces_of(layers["cut"])
            assert sorted(p.area for p in found) == pytest.approx(sorted(p.area for p in want), rel=1e-4)
            assert sorted(p.length for p in found) == pytest.approx(sorted(p.length for p in want), rel=1e-4)
            for i, p in enumerate(found):
                assert min(p.bounds) > 2.9 and max(p.bounds) < 397.1
                assert all(p.distance(q) > 2.99 for q in found[:i])


def test_layers_and_tabs(tmp_path: Path) -> None:
    """Letters are on a layer of their own, within the pieces, and tabs are places that are not cut."""
    polka("make", "pentominoes", "--output=cut.dxf", "--kerf=0.2", directory=tmp_path)
    whole = lines_of_dxf(tmp_path / "cut.dxf")
    pieces = pieces_of(whole["cut"])
    assert len(pieces) == 12 and all(closed for _, closed in whole["cut"])
    strokes = [shapely.LineString(points) for points, _ in whole["engrave"]]
    assert len(strokes) >= 12 and all(sum(p.contains(s) for p in pieces) == 1 for s in strokes)
    polka("make", "pentominoes", "--output=cut.dxf", "--kerf=0.2", "--tabs=3", "--tab-width=1.5", "--no-letters", directory=tmp_path)
    tabbed = lines_of_dxf(tmp_path / "cut.dxf")
    assert "engrave" not in tabbed and len(tabbed["cut"]) == 36 and not any(closed for _, closed in tabbed["cut"])
    length = sum(shapely.LineString(points).length for points, _ in tabbed["cut"])
    assert length == pytest.approx(sum(p.length for p in pieces) - 36 * 1.5, abs=0.01)


def page_lines(page: pypdf.PageObject) -> list[tuple[Line, bool]]:
    """The lines of a page in millimeters, and whether they are closed; dashed and thin lines are left out."""
    lines: list[tuple[Line, bool]] = []
    current: Line = []
    closed, plain, width = False, True, 0.0

    def visit(operator: bytes, operands: list, matrix: list, text: list) -> None:
        nonlocal current, closed, plain, width
        if operator == b"q":
            plain = True
        elif operator == b"w":
            width = float(operands[0])
        elif operator == b"d":
            plain = False
        elif operator == b"m":
            current, closed = [tuple(map(float, operands))], False
        elif operator == b"l":
            current.append(tuple(map(float, operands)))
        elif operator == b"h":
            closed = True
        elif operator == b"S" and plain and width > 0.15:
            assert matrix[0] == pytest.approx(72 / 25.4, rel=1e-6)
            lines.append((current + current[:1] if closed else current, closed))

    page.extract_text(visitor_operand_before=visit)
    return lines


def test_pages(tmp_path: Path) -> None:
    """Pages have the size of the paper, a line of 100 mm, letters that can be read, and pieces at true scale."""
    polka("make", "pentominoes", "--output=a.pdf", "--cell=18", "--board=6x10", directory=tmp_path)
    reader = pypdf.PdfReader(tmp_path / "a.pdf", strict=True)
    assert [round(float(x) / 72 * 25.4) for x in reader.pages[0].mediabox] == [0, 0, 210, 297]
    text = "".join(page.extract_text() for page in reader.pages)
    assert set("FILNPTUVWXYZ") <= set(text) and "100 mm" in text
    lines = [line for page in reader.pages for line in page_lines(page)]
    areas = sorted(shapely.Polygon(points).area for points, closed in lines if closed)
    assert areas == pytest.approx([5 * 18**2] * 12 + [60 * 18**2], rel=1e-4)
    scale = [points for points, closed in lines if not closed and abs(points[0][0] - points[1][0]) > 50]
    assert len(scale) == len(reader.pages) and all(points[1][0] - points[0][0] == pytest.approx(100) for points in scale)
    polka("make", "monomino", "--output=b.pdf", "--paper=Letter", "--board=hexagon 3 3 3", "--board=20x30", directory=tmp_path)
    reader = pypdf.PdfReader(tmp_path / "b.pdf", strict=True)
    assert [float(x) for x in reader.pages[0].mediabox] == pytest.approx([0, 0, 612, 792], abs=0.01)
    assert len(reader.pages) > 4  # the last board is divided


def test_nets(tmp_path: Path) -> None:
    """The squares and tabs of nets do not overlap, and there are as many squares as faces."""
    r = random.Random(SEED)
    for _ in range(12):
        cells = random_piece(r, "cube", r.randint(1, 6))
        make(tmp_path, "cube", [cells], "net.pdf")
        faces = sum(tuple(c + d for c, d in zip(cell, step)) not in cells for cell in cells for step in STEPS["cube"](cell))
        drawn = []
        for page in pypdf.PdfReader(tmp_path / "net.pdf", strict=True).pages:
            edges = [shapely.LineString(points) for points, _ in all_lines(page) if points[0][1] > 16]
            drawn.extend(shapely.get_parts(shapely.polygonize(list(shapely.get_parts(shapely.union_all(edges, grid_size=1e-4))))))
        squares = [p for p in drawn if p.area == pytest.approx(UNIT**2, rel=1e-3)]
        tabs = [p for p in drawn if p.area == pytest.approx(0.1875 * UNIT**2, rel=1e-3)]
        assert len(squares) == faces and len(tabs) >= faces / 2, cells  # other polygons are gaps within nets
        assert shapely.union_all(squares + tabs).area == pytest.approx(sum(p.area for p in squares + tabs), rel=1e-6)


def all_lines(page: pypdf.PageObject) -> list[tuple[Line, bool]]:
    """All lines of a page, dashed and thin ones too."""
    lines: list[tuple[Line, bool]] = []
    current: Line = []

    def visit(operator: bytes, operands: list, matrix: list, text: list) -> None:
        nonlocal current
        if operator == b"m":
            current = [tuple(map(float, operands))]
        elif operator == b"l":
            current.append(tuple(map(float, operands)))
        elif operator == b"S":
            lines.append((current, False))

    page.extract_text(visitor_operand_before=visit)
    return lines
