// Package burr reads and writes XMPuzzle, the files of BurrTools by Andreas Röver.
//
// Of the grids of BurrTools it knows cubes, and triangular prisms that lie in one layer, which are triangles. Cubes in one
// layer are squares: pieces may be turned over, as BurrTools turns them in space. A file holds shapes and several problems;
// each of them becomes a puzzle of package cover:
//
//	file, err := burr.Read(os.Stdin)
//	for _, p := range file.Problems {
//		fmt.Println(p.Name, p.Puzzle)
//	}
//
// Solutions and disassemblies that a file may hold are left out.
package burr
