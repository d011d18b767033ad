// Package burr reads and writes XMPuzzle, the files of BurrTools by Andreas Röver.
//
// It reads all grids of BurrTools: cubes, triangular prisms, spheres, rhombic tetrahedra, and
// tetrahedra with octahedra. Cubes in one layer become squares, and prisms in one layer triangles:
// pieces may be turned over, as BurrTools turns them in space. On the grids that package shapes
// does not have, cells are those of the lattice of cubes with the coordinates of the file; the ways
// in which pieces lie and the symmetries are those of the grid. A file holds shapes and several
// problems; each of them becomes a puzzle of package cover:
//
//	file, err := burr.Read(os.Stdin)
//	for _, p := range file.Problems {
//		fmt.Println(p.Name, p.Puzzle)
//	}
//
// Solutions and disassemblies that a file may hold are left out.
package burr
