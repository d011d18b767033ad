// SPDX-License-Identifier: BSD-3-Clause

// Package burr reads and writes XMPuzzle files, which BurrTools by Andreas Röver uses.
//
// It reads all grids of BurrTools: cubes, triangular prisms, spheres, rhombic tetrahedra, and
// tetrahedra with octahedra. Cubes in one layer become squares, and prisms in one layer
// triangles; pieces may be reflected then, because BurrTools rotates them in space. For grids
// that package shapes does not have, a cell is a cube with the coordinates of the file;
// placements and symmetries are those of the grid. A file contains shapes and problems. Each
// problem becomes a puzzle of package cover:
//
//	file, err := burr.Read(os.Stdin)
//	for _, p := range file.Problems {
//		fmt.Println(p.Name, p.Puzzle)
//	}
//
// Weights and groups of pieces are read and written, and so are solutions with their disassemblies,
// on all grids. [Problem.Each] takes the assemblies of a puzzle apart, of cubes and prisms as
// BurrTools does, and of tetrahedra and octahedra. [Problem.Sets] finds the sets of pieces that
// have assemblies.
package burr
