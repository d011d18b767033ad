package debug

import (
	"encoding/binary"
	"go/ast"
	"go/token"
	"strconv"

	"polka/kernel/cell/syntax"
)

// Jupyter finds the source of a breakpoint by a hash of the text of the cell, which the frontend
// computes too.
const hashSeed = 0xc70f6907

// hash is MurmurHash2 for 32 bits, by Austin Appleby.
func hash(text string, seed uint32) uint32 {
	const m = 0x5bd1e995
	data := []byte(text)
	h := seed ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		k ^= k >> 24
		h = h*m ^ k*m
	}
	switch len(data) {
	case 3:
		h ^= uint32(data[2]) << 16
		fallthrough
	case 2:
		h ^= uint32(data[1]) << 8
		fallthrough
	case 1:
		h ^= uint32(data[0])
		h *= m
	}
	h ^= h >> 13
	h *= m
	return h ^ h>>15
}

// CellPath returns the path of the source of a cell, which is no file.
func CellPath(prefix, text string) string {
	return prefix + strconv.FormatUint(uint64(hash(text, hashSeed)), 10) + ".go"
}

// firstStatements gives for each line of a cell on which a statement begins the column of the first
// one.
func firstStatements(text string) map[int]int {
	lines := make(map[int]int)
	steps := []syntax.Step{{Go: text}}
	if !syntax.IsProgram(text) {
		steps = syntax.Steps(text)
	}
	for _, s := range steps {
		if s.Query != nil || s.Shell != nil {
			continue
		}
		if s.Magic != nil {
			s.Go = s.Magic.Code()
		}
		fset := token.NewFileSet()
		t, err := syntax.Parse(fset, 1, s.Go)
		if err != nil {
			continue
		}
		add := func(n ast.Node) {
			p := fset.Position(n.Pos())
			if col, ok := lines[p.Line]; p.Line > 0 && (!ok || p.Column < col) {
				lines[p.Line] = p.Column
			}
		}
		for _, x := range t.Values {
			add(x)
		}
		t.Walk(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.LabeledStmt, *ast.EmptyStmt, *ast.CaseClause, *ast.CommClause:
			case *ast.DeclStmt:
				if g, ok := n.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
					add(n)
				}
			case ast.Stmt:
				add(n)
			}
			return true
		})
	}
	return lines
}
