// The interpreter's name of an instance.
//
// An instance is a generic function or type together with its type arguments: Map[int, string], or
// Stack[float64]. For the interpreter it is an ordinary function or type, so it has a name of its own,
// which is an identifier. Users see these names in traces and in the fields of printed structs, so the
// identifier is what Go would print, with letters that look like the signs:
//
//	Pair[int,string]    Pairᐸintꓹstringᐳ       a type, with its arguments
//	Map[...]            Mapᐸᐧᐧᐧᐳ               a function; Go does not print the arguments either
//
// and Plain turns them back. A second instance of the same spelling gets a number, as any second symbol.
//
// Two instances are one if they have the same generic declaration and identical type arguments. That is
// asked of go/types, by a walk through the instances of the declaration: there are seldom more than a
// few, and the comparison of different types ends at once.

package cell

import (
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// An instance is a generic function or type with type arguments.
type instance struct {
	origin types.Object // what the declaration declares: a *types.Func or a *types.TypeName
	args   []types.Type
	sym    string

	// Of types:
	named   *types.Named
	methods map[string]*method // declared ones, by name
}

// A method is a declared method of an instance of a generic type.
type method struct {
	sym      string // the function, as method.go makes it
	dispatch string // the variable through which the method calls it
}

// instanceNames turns the signs of Go's types into letters, and instanceSigns turns them back.
var (
	instanceNames = strings.NewReplacer("[", "ᐸ", "]", "ᐳ", ",", "ꓹ", "*", "ꞏ", ".", "ᐧ", "interface {}", "any")
	instanceSigns = strings.NewReplacer("ᐸ", "[", "ᐳ", "]", "ꓹ", ",", "ꞏ", "*", "ᐧ", ".")
)

// maxInstanceName bounds the names that are spelled out.
const maxInstanceName = 60

// title is how Go writes the instance of a type.
func title(t types.Type) string {
	return goTypeString(t, func(p *types.Package) string {
		if p.Path() == world {
			return ""
		}
		return p.Name()
	})
}

// goTypeString writes a type as a Go program does, which has no spaces between type arguments.
func goTypeString(t types.Type, q types.Qualifier) string {
	s := types.TypeString(t, q)
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	var inArgs []bool // of the brackets and parentheses around
	for i, r := range s {
		switch r {
		case '[', '(', '{':
			before := ' '
			if i > 0 {
				before = rune(s[i-1])
			}
			inArgs = append(inArgs, r == '[' && (unicode.IsLetter(before) || unicode.IsDigit(before) || before == '_') && !strings.HasSuffix(s[:i], "map"))
		case ']', ')', '}':
			inArgs = inArgs[:max(len(inArgs)-1, 0)]
		case ' ':
			if n := len(inArgs); n > 0 && inArgs[n-1] && s[i-1] == ',' {
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// functionTitle is how Go writes the instances of the function of that name.
func functionTitle(name string) string { return name + "[...]" }

// symbolFor is an identifier for what is written as title.
func (c *Compiler) symbolFor(name, title string) string {
	s := instanceNames.Replace(title)
	letters := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	if len(title) > maxInstanceName || strings.ContainsFunc(s, func(r rune) bool { return !letters(r) }) {
		s = instanceNames.Replace(functionTitle(name))
	}
	return c.newSymbol(s)
}

// find is the instance of origin for args among list, or nil.
func find(list []*instance, args []types.Type) *instance {
	for _, i := range list {
		if slices.EqualFunc(i.args, args, types.Identical) {
			return i
		}
	}
	return nil
}

// instance is the known instance of origin for args, or nil.
func (e *emitter) instance(origin types.Object, args []types.Type) *instance {
	if i := find(e.p.instances[origin], args); i != nil {
		return i
	}
	return find(e.c.instances[origin], args)
}

// typeInstance is the known instance that t is, or nil.
func (e *emitter) typeInstance(t *types.Named) *instance {
	if t.TypeArgs().Len() == 0 {
		return nil
	}
	return e.instance(e.c.written(t.Origin().Obj()), slices.Collect(t.TypeArgs().Types()))
}

// methodInstance is the declared method that f, a method of an instance of a generic type, stands for.
func (e *emitter) methodInstance(f *types.Func) *method {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil
	}
	n := namedType(recv.Type())
	if n == nil {
		return nil
	}
	if i := e.typeInstance(n); i != nil {
		return i.methods[f.Name()]
	}
	return nil
}

// nesting is how deep types are nested in t by their type arguments, elements and the like.
func nesting(t types.Type) int {
	n := 0
	for u := range parts(t) {
		n = max(n, nesting(u))
	}
	return 1 + n
}
