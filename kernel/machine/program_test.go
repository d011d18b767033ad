// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/machine"
	"polka/stdlib"
)

// A program is a Go program in the machine.
type program struct {
	m    *machine.Machine
	out  bytes.Buffer
	mu   sync.Mutex
	code *machine.Code
}

func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// native is the number of calls from which the programs are translated to machine code; 0 leaves
// that to the environment.
var native int

// load checks and compiles the program in src.
func load(name, src string) (*program, error) {
	_, compile := loadLater(name, src)
	return compile()
}

// loadLater checks the program in src. Before it is compiled, more can be done with the machine.
func loadLater(name, src string) (*machine.Machine, func() (*program, error)) {
	p, u, err := check(name, src)
	if err != nil {
		return nil, func() (*program, error) { return nil, err }
	}
	return p.m, func() (*program, error) {
		p.code, err = p.m.Compile(u)
		return p, err
	}
}

// check checks the program in src.
func check(name, src string) (*program, *machine.Unit, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
	}
	conf := types.Config{Importer: stdlib.Importer(), Sizes: types.SizesFor("gc", runtime.GOARCH)}
	pkg, err := conf.Check("main", fset, []*ast.File{f}, info)
	if err != nil {
		return nil, nil, err
	}
	p := &program{}
	p.m = machine.New(machine.Options{
		Symbols: stdlib.Table,
		Own:     func(q *types.Package) bool { return q == pkg },
		Stdout:  p, Stderr: io.Discard, Fset: fset, Native: native,
		Override: func(path, name string) (reflect.Value, bool) {
			switch path + "." + name {
			case "fmt.Println":
				return reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(p, a...) }), true
			case "fmt.Printf":
				return reflect.ValueOf(func(f string, a ...any) (int, error) { return fmt.Fprintf(p, f, a...) }), true
			case "fmt.Print":
				return reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprint(p, a...) }), true
			}
			return reflect.Value{}, false
		},
	})
	u := &machine.Unit{Info: info, End: f.End(), Symbol: func(o types.Object) (string, bool) {
		if o.Parent() == pkg.Scope() {
			return o.Name(), true
		}
		return "", false
	}}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		obj := info.Defs[fn.Name].(*types.Func)
		d := &machine.Decl{Obj: obj, Type: fn.Type, Body: fn.Body, Info: info, Title: fn.Name.Name, Sig: obj.Signature()}
		for p := range obj.Signature().TypeParams().TypeParams() {
			d.TypeParams = append(d.TypeParams, p)
		}
		if r := obj.Signature().Recv(); r != nil {
			vars := []*types.Var{r}
			for v := range obj.Signature().Params().Variables() {
				vars = append(vars, v)
			}
			d.Sig = types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), obj.Signature().Results(), obj.Signature().Variadic())
			for p := range obj.Signature().RecvTypeParams().TypeParams() {
				d.TypeParams = append(d.TypeParams, p)
			}
		}
		if fn.Recv != nil {
			typ := *fn.Type
			typ.Params = &ast.FieldList{List: append(append([]*ast.Field(nil), fn.Recv.List...), fn.Type.Params.List...)}
			d.Type = &typ
		} else {
			d.Symbol = fn.Name.Name
		}
		u.Decls = append(u.Decls, d)
	}
	for _, i := range info.InitOrder {
		spec := &ast.ValueSpec{Values: []ast.Expr{i.Rhs}}
		for _, v := range i.Lhs {
			id := &ast.Ident{NamePos: v.Pos(), Name: v.Name()}
			info.Defs[id] = v
			spec.Names = append(spec.Names, id)
		}
		u.Steps = append(u.Steps, machine.Step{Stmt: &ast.DeclStmt{Decl: &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{spec}}}})
	}
	mainID := &ast.Ident{NamePos: f.End(), Name: "main"}
	info.Uses[mainID] = pkg.Scope().Lookup("main")
	info.Types[mainID] = types.TypeAndValue{Type: info.Uses[mainID].Type()}
	u.Steps = append(u.Steps, machine.Step{Stmt: &ast.ExprStmt{X: &ast.CallExpr{Fun: mainID, Lparen: f.End(), Rparen: f.End()}}})
	return p, u, nil
}

// run runs the program and gives what it has printed.
func (p *program) run() string {
	r := p.m.Start()
	done := make(chan any, 1)
	failed := make(chan any, 1)
	r.Failed = func(e any) { failed <- e }
	go func() {
		err := errors.New("goexit")
		var res any = err
		defer func() { done <- res }()
		res = r.Do(p.code)
	}()
	var e any
	select {
	case e = <-done:
	case e = <-failed:
	case <-time.After(2 * time.Minute):
		r.Stop()
		e = fmt.Sprint("timeout ", <-done)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e != nil {
		if x, ok := e.(interface{ ExitCode() int }); ok {
			if x.ExitCode() != 0 {
				return p.out.String() + fmt.Sprintf("exit status %d\n", x.ExitCode())
			}
			return p.out.String()
		}
		return p.out.String() + "exit status 2\n"
	}
	return p.out.String()
}

// testPrograms runs the programs of a directory. The .out files have what the programs print when
// they are compiled: go run x.go > x.out.
func testPrograms(t *testing.T, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(f, ".go") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			p, err := load(f, string(src))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), p.run()); d != "" {
				t.Errorf("the machine prints something else (+) than Go (-):\n%s", d)
			}
		})
	}
}
