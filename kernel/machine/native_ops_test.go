// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

package machine_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/gosmith"
)

// TestNativeOperations holds machine code to the Go compiler, operation by operation: for each
// numeric type all operators, comparisons and conversions, with operands that are variables of all
// kinds and constants, for values at the limits of the types. Each function prints a hash of its
// results. A long test does this for all types.
func TestNativeOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if !code.Enabled() {
		t.Skip(code.Why())
	}
	list := []string{"int", "int8", "uint32", "uint64", "float64"}
	if os.Getenv("POLKA_LONG") != "" {
		list = numericTypes
	}
	var sources []string
	for _, typ := range list {
		sources = append(sources, operations(typ), conversions(typ, list))
	}
	thresholds := []string{"always", "7"}
	ways := make([][]gosmith.Outcome, len(sources))
	for _, threshold := range thresholds {
		t.Setenv("POLKA_NATIVE", threshold)
		for i, src := range sources {
			got := runScript(src)
			if got.Panic != "" || strings.Count(got.Output, "\n") < 10 {
				t.Errorf("program %d prints %q and ends with %q", i, got.Output, got.Panic)
			}
			ways[i] = append(ways[i], got)
		}
	}
	for i, want := range compiled(t, sources, ways) {
		if want.Panic != "" || strings.Count(want.Output, "\n") < 10 {
			t.Fatalf("the compiled program prints %q and ends with %q", want.Output, want.Panic)
		}
		for k, got := range ways[i] {
			lines := strings.Split(got.Output, "\n")
			for n, line := range strings.Split(want.Output, "\n") {
				if n >= len(lines) || lines[n] != line {
					t.Errorf("program %d, POLKA_NATIVE=%s: %s is different", i, thresholds[k], line)
				}
			}
		}
	}
}

var numericTypes = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "float64", "float32"}

func isFloat(typ string) bool { return strings.HasPrefix(typ, "float") }

// variables are kinds of variables of type T: what declares one, with the value x if possible, and
// the expression.
var variables = []struct{ name, declare, variable string }{
	{"local", "v := x", "v"},
	{"global", "global = x", "global"},
	{"slice", "s := []T{1, x, 3, x}", "s[i]"},
	{"array", "a := [4]T{x, 2, x, 4}", "a[i]"},
	{"arrayPointer", "p := &[4]T{x, 2, x, 4}", "p[i]"},
	{"arrayPointerOdd", "p := &[4]struct{ a, b, v T }{{1, x, x}, {2, 3, x}}", "p[i].v"},
	{"field", "p := &record{a: 1, f: x}", "p.f"},
	{"localField", "r := record{a: 1, f: x}", "r.f"},
	{"fieldArray", "p := &record{}; p.arr[i] = x", "p.arr[i]"},
	{"localFieldArray", "r := record{}; r.arr[i] = x", "r.arr[i]"},
	{"fieldSlice", "p := &record{s: []T{x, x, 1, x}}", "p.s[i]"},
	{"localFieldSlice", "r := record{s: []T{x, 5, x, x}}", "r.s[i]"},
	{"records", "s := []record{{f: x}, {f: x, a: 2}, {f: 1}, {f: x}}", "s[i].f"},
	{"recordsArray", "s := make([]record, 4); s[i].arr[j] = x", "s[i].arr[j]"},
	{"slices", "s := [][]T{{x, 1, x, x}, {x, x, 2, x}, {3, x, x, 4}, {x, 1, 2, x}}", "s[i][j]"},
	{"arrays", "a := [4][4]T{{x, 1, x, x}, {x, x, 2, x}}", "a[i][j]"},
	{"arraySlices", "a := [4][]T{{x, 1, x, x}, {x, x, 2, x}, {1, 2, x, x}, {x, x, x, x}}", "a[i][j]"},
	{"sliceArrays", "s := [][4]T{{x, 1, x, x}, {x, x, 2, x}, {1, 2, x, x}, {x, x, x, x}}", "s[i][j]"},
	{"pointers", "s := []*record{{f: x}, {f: 2}, {f: x}, {f: x, a: 3}}", "s[i].f"},
	{"pointer", "v := x; p := &v", "*p"},
	{"nested", "p := &outer{in: record{f: x}, p: &record{f: x}}", "p.in.f"},
	{"chain", "p := &outer{in: record{f: x}, p: &record{f: x}}", "p.p.f"},
	{"globalSlice", "globals[i] = x", "globals[i]"},
	{"globalArray", "globalArray[i] = x", "globalArray[i]"},
	{"captured", "v := x; func() { v++ }()", "v"},
	{"entry", "m := map[int]T{i: x}", "m[i]"},
}

const prelude = `package main

import "fmt"

type record struct {
	a   byte
	f   T
	arr [4]T
	s   []T
}
type outer struct {
	n  int8
	in record
	p  *record
}

var global T
var globals = make([]T, 4)
var globalArray [4]T

func same(x T) T { return x }

// mix adds a value to a hash. What is not a number is always the same value.
func mix(h uint64, x T) uint64 {
	if x != x {
		return h*31 + 7
	}
	return BITS
}
func mixBool(h uint64, b bool) uint64 {
	if b {
		return h*1099511628211 + 1
	}
	return h*1099511628211 + 2
}
`

// operations is a program for the operators of a type.
func operations(typ string) string {
	var b strings.Builder
	var calls []string
	bits := "h*1099511628211 ^ uint64(x)"
	if isFloat(typ) {
		bits = "h*1099511628211 ^ bits(x)"
	}
	b.WriteString(strings.NewReplacer("BITS", bits).Replace(prelude))
	if isFloat(typ) {
		b.WriteString("func bits(x T) uint64 { return uint64(int64(x*8)) ^ uint64(int64(x/1048576))<<1 }\n")
	}
	function := func(name, body string) {
		fmt.Fprintf(&b, "func %s(x, y T, i, j int) (h uint64) {\n\t%s\n\treturn h\n}\n", name, body)
		calls = append(calls, name)
	}
	names := map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "quo", "%": "rem", "&": "and", "|": "or", "^": "xor", "&^": "andnot", "<<": "shl", ">>": "shr",
		"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
	ops := []string{"+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>"}
	constants := []string{"1", "2", "3", "8", "100", "127"}
	if isFloat(typ) {
		ops = ops[:4]
		constants = append(constants, "0.5", "-3.25", "1e30")
	} else if strings.HasPrefix(typ, "int") {
		constants = append(constants, "-1", "-8", "-128")
	}
	switch typ {
	case "int", "int64":
		constants = append(constants, "7", "1<<31", "1<<31-1", "1000003", "1<<40", "-1<<63", "1<<63-1", "-1<<31-1")
	case "uint", "uint64", "uintptr":
		constants = append(constants, "1<<31", "1<<32-1", "1<<63", "1<<64-1")
	case "uint32":
		constants = append(constants, "1<<31", "1<<32-1")
	case "int32":
		constants = append(constants, "-1<<31", "1<<31-1")
	case "uint8":
		constants = append(constants, "200", "255", "128")
	case "uint16":
		constants = append(constants, "0x8000", "0xffff")
	}
	for i, c := range constants {
		constants[i] = "(" + c + ")"
	}
	guarded := func(op, text string) string {
		if (op == "/" || op == "%") && !isFloat(typ) {
			return "if y != 0 {\n\t" + text + "\n\t}"
		}
		return text
	}
	for _, op := range ops {
		shift := op == "<<" || op == ">>"
		operand, second := "y", "(y+x)"
		if shift {
			operand, second = "(uint(y)%70)", "(uint8(y) % 80)"
		}
		for _, v := range variables {
			if v.name == "entry" || v.name == "captured" { // x+1
				function(names[op]+"_"+v.name, v.declare+"\n\t"+guarded(op, fmt.Sprintf("%s %s= %s\n\th = mix(h, %[1]s)", v.variable, op, operand)))
				continue
			}
			text := fmt.Sprintf("%[1]s %[2]s= %[3]s\n\th = mix(h, %[1]s)\n\tz := %[1]s %[2]s %[3]s\n\th = mix(h, z)\n\th = mix(h, x %[2]s %[3]s)", v.variable, op, operand)
			function(names[op]+"_"+v.name, v.declare+"\n\t"+guarded(op, text))
			if shift || op == "/" || op == "%" {
				continue
			}
			// The variable on the right, and a call beside it.
			function(names[op]+"_right_"+v.name, v.declare+fmt.Sprintf("\n\th = mix(h, y %[2]s %[1]s)\n\tz := y\n\tz %[2]s= %[1]s\n\th = mix(h, z)\n\th = mix(h, same(y) %[2]s %[1]s)\n\th = mix(h, (y %[2]s %[1]s) %[2]s (x %[2]s same(%[1]s)))\n\t%[1]s = %[1]s %[2]s same(z)\n\th = mix(h, %[1]s)", v.variable, op))
		}
		function(names[op]+"_second", guarded(op, guardedSecond(op, typ, fmt.Sprintf("h = mix(h, x %s %s)\n\th = mix(h, (x %[1]s %[3]s) %[1]s %[3]s)", op, second, operand))))
		for k, c := range constants {
			if shift && strings.ContainsAny(c, "-.e<x") {
				continue
			}
			function(fmt.Sprintf("%s_constant_%d", names[op], k), fmt.Sprintf("v := x\n\tv %[1]s= %[2]s\n\th = mix(h, v)\n\th = mix(h, x %[1]s %[2]s)\n\tglobals[i] = y\n\tglobals[i] %[1]s= %[2]s\n\th = mix(h, globals[i])", op, c))
			if op != "/" && op != "%" && !shift {
				function(fmt.Sprintf("%s_left_%d", names[op], k), fmt.Sprintf("var c T = %[2]s\n\th = mix(h, %[2]s %[1]s x)\n\th = mix(h, c %[1]s y)", op, c))
			} else if !shift {
				function(fmt.Sprintf("%s_left_%d", names[op], k), guarded(op, fmt.Sprintf("h = mix(h, %[2]s %[1]s y)", op, c)))
			}
		}
	}
	for _, op := range []string{"==", "!=", "<", "<=", ">", ">="} {
		for _, v := range variables {
			function(names[op]+"_"+v.name, v.declare+fmt.Sprintf("\n\tif %[1]s %[2]s y {\n\t\th++\n\t}\n\th = mixBool(h, y %[2]s %[1]s)\n\tb := %[1]s %[2]s x && y %[2]s x || x %[2]s y\n\th = mixBool(h, b)\n\th = mixBool(h, !(%[1]s %[2]s y))\n\tfor k := 0; k < 3 && !(%[1]s %[2]s y); k++ {\n\t\th++\n\t}", v.variable, op))
		}
		for k, c := range constants {
			function(fmt.Sprintf("%s_constant_%d", names[op], k), fmt.Sprintf("globals[i] = y\n\tif x %[1]s %[2]s || %[2]s %[1]s y {\n\t\th++\n\t}\n\th = mixBool(h, globals[i] %[1]s %[2]s)\n\th = mixBool(h, %[2]s %[1]s globals[i])", op, c))
		}
	}
	function("unary", "h = mix(h, -x)\n\th = mix(h, +y)\n\tglobal = x\n\tglobal++\n\th = mix(h, global)\n\tglobals[i] = y\n\tglobals[i]--\n\th = mix(h, globals[i])")
	function("extremes", "h = mix(h, min(x, y))\n\th = mix(h, max(x, y, 3))\n\th = mix(h, min(x, y, x+y))")
	if !isFloat(typ) {
		function("complement", "h = mix(h, ^x)\n\tv := y\n\tv = ^v\n\th = mix(h, v)")
		function("switches", "switch x {\n\tcase 0, 1:\n\t\th = 1\n\tcase y:\n\t\th = 2\n\t\tfallthrough\n\tcase 100:\n\t\th += 3\n\tdefault:\n\t\th = 4\n\t}\n\tfor k := range x {\n\t\tif k > 50 {\n\t\t\tbreak\n\t\t}\n\t\tif k%2 == 1 {\n\t\t\tcontinue\n\t\t}\n\t\th = mix(h, k)\n\t}")
	}
	fmt.Fprintf(&b, "var values = []T{%s}\n", strings.Join(edges(typ), ", "))
	b.WriteString("\nfunc main() {\n\tfor _, f := range []struct {\n\t\tname string\n\t\tf    func(x, y T, i, j int) uint64\n\t}{\n")
	for _, name := range calls {
		fmt.Fprintf(&b, "\t\t{%q, %s},\n", name, name)
	}
	b.WriteString("\t} {\n\t\th := uint64(14695981039346656037)\n\t\tfor k, x := range values {\n\t\t\tfor l, y := range values {\n\t\t\t\th = h*1099511628211 ^ f.f(x, y, (k+l)%4, (k*l+1)%4)\n\t\t\t}\n\t\t}\n\t\tfmt.Println(f.name, h)\n\t}\n}\n")
	return withType(b.String(), typ)
}

func guardedSecond(op, typ, text string) string {
	if (op == "/" || op == "%") && !isFloat(typ) {
		return "if y+x != 0 {\n\t" + text + "\n\t}"
	}
	return text
}

// edges are values at the limits of a type, and some between.
func edges(typ string) []string {
	switch typ {
	case "int", "int64":
		return []string{"0", "1", "2", "3", "7", "-1", "-2", "100", "-100", "1 << 31", "-1 << 31", "1<<32 - 1", "1<<63 - 1", "-1 << 63", "0x123456789abcdef"}
	case "int32":
		return []string{"0", "1", "2", "7", "-1", "-3", "100", "-1 << 31", "1<<31 - 1", "0x1234567"}
	case "int16":
		return []string{"0", "1", "2", "7", "-1", "-3", "100", "-1 << 15", "1<<15 - 1", "0x1234"}
	case "int8":
		return []string{"0", "1", "2", "7", "-1", "-3", "100", "-128", "127", "-127", "64"}
	case "uint", "uint64", "uintptr":
		return []string{"0", "1", "2", "3", "7", "100", "1 << 31", "1<<32 - 1", "1 << 63", "1<<63 - 1", "1<<64 - 1", "0x123456789abcdef"}
	case "uint32":
		return []string{"0", "1", "2", "7", "100", "1 << 31", "1<<32 - 1", "0x1234567"}
	case "uint16":
		return []string{"0", "1", "2", "7", "100", "1 << 15", "1<<16 - 1", "0x1234"}
	case "uint8":
		return []string{"0", "1", "2", "7", "100", "128", "255", "200"}
	}
	return []string{"0", "1", "-1", "0.5", "-2.75", "3", "1e10", "-1e10", "1e-20", "3.5e18"}
}

// conversions is a program for the conversions of a type to others.
func conversions(typ string, to []string) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n)\n\nvar cells = make([]T, 4)\nvar zero = math.Float64frombits(0)\n")
	values := append(edges(typ), "0")
	if isFloat(typ) {
		values = append(values, "T(1/zero)", "T(-1/zero)", "T(math.NaN())", "127.9", "-128.9", "128", "255.5", "256", "-0.9", "32768", "65535.5", "65536", "2147483647", "2147483648", "-2147483648", "-2147483904", "4294967295", "4294967296", "9.2e18", "9.3e18", "1.8e19", "1.9e19", "-9.3e18")
	}
	var calls []string
	for _, u := range to {
		compare := "v > 100 || v == 0"
		fmt.Fprintf(&b, "func to_%[1]s(x T, i int) (%[1]s, %[1]s, bool, bool) {\n\tv := %[1]s(x)\n\tcells[i] = x\n\tb := %[1]s(cells[i])+1 > 100\n\treturn v, %[1]s(cells[i]), %[2]s, b\n}\n", u, compare)
		calls = append(calls, u)
	}
	fmt.Fprintf(&b, "\nfunc main() {\n\tfor k, x := range []T{%s} {\n\t\tfmt.Println(k, float64(x) > 0)\n", strings.Join(values, ", "))
	for _, u := range calls {
		fmt.Fprintf(&b, "\t\tfmt.Print(%q, \" \")\n\t\tfmt.Println(to_%s(x, k%%4))\n", u, u)
	}
	b.WriteString("\t}\n}\n")
	return withType(b.String(), typ)
}

// withType adds a declaration of T.
func withType(text, typ string) string { return text + "\ntype T = " + typ + "\n" }
