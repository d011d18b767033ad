package cell

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"polka/kernel/cell/syntax"
)

// Declared gives Go text that makes the imports, types, functions and constants of p again, and the
// names of the variables that p defines, as far as its first reached definitions go.
func (c *Compiler) Declared(p *Program, reached int) (source string, variables []string) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.imports)) {
		e := p.imports[name]
		line := fmt.Sprintf("import %s %q\n", name, e.Path)
		if _, ok := e.Obj.(*types.PkgName); !ok {
			line = fmt.Sprintf("import . %q\n", e.Path)
		}
		if !strings.Contains(b.String(), line) {
			b.WriteString(line)
		}
	}
	seen := make(map[*syntax.Declaration]bool)
	for _, d := range p.decls {
		if decl := d.e.Decl; decl != nil && !seen[decl] {
			seen[decl] = true
			b.WriteString(decl.Text + "\n")
		}
	}
	for _, d := range p.defs {
		if d.after <= reached && !slices.Contains(variables, d.e.Name) {
			variables = append(variables, d.e.Name)
		}
	}
	return b.String(), variables
}
