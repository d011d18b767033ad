package cell

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Declared gives Go text that makes the imports, types, functions and constants of p again, and the names
// of the variables that p defines, as far as its first reached definitions go.
func (c *Compiler) Declared(p *Program, reached int) (source string, variables []string) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.imports)) {
		e := p.imports[name]
		if _, dot := e.obj.(interface{ Imported() any }); dot {
			continue
		}
		fmt.Fprintf(&b, "import %s %s\n", name, strconv.Quote(e.path))
	}
	seen := make(map[*declaration]bool)
	for _, d := range p.decls {
		if decl := d.e.decl; decl != nil && !seen[decl] {
			seen[decl] = true
			b.WriteString(decl.text + "\n")
		}
	}
	for _, d := range p.defs {
		if d.after <= reached && !slices.Contains(variables, d.e.name) {
			variables = append(variables, d.e.name)
		}
	}
	return b.String(), variables
}
