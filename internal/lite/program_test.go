// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const small = `package main

import "fmt"

type shape interface{ area() int }
type square struct{ side int }
type grid [][]int

func (s square) area() int { return s.side * s.side }
func (g grid) area() int   { return len(g) * len(g[0]) }

func choose(n int) (s string) {
	for i := range n {
		switch i % 5 {
		case 0: s += "a"
		case 1: s += fmt.Sprint(i)
		case 2: defer func() { s += "c" }()
		default: s += string(rune('d' + i))
		}
	}
	return s
}

func main() {
	sum := make(chan int)
	for _, s := range []shape{square{3}, grid{{1, 2}, {3, 4}}} {
		go func() { sum <- s.area() }()
	}
	fmt.Println(<-sum + <-sum, choose(12))
	panic("the end")
}
`

// unpackProgram is a program of Node.js that unpacks a file, which arrives in pieces of some size.
const unpackProgram = `
const fs = require("fs"), vm = require("vm");
const [script, from, to, size] = process.argv.slice(1);
const Unpack = vm.runInThisContext("(() => {" + fs.readFileSync(script, "utf8") + "; return Unpack; })()");
const text = fs.readFileSync(from), unpack = new Unpack(), parts = [];
for (let end = 0; end < text.length; ) {
  end = Math.min(end + Number(size), text.length);
  parts.push(Buffer.from(unpack.push(text, end, end === text.length)));
}
fs.writeFileSync(to, Buffer.concat(parts));
`

// The script of the page makes the same module from the text of a program, in pieces of any size,
// and the module does what it should. Its traces name functions, and no lines.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("needs Node.js, which make test installs")
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string, content []byte) {
		if err := os.WriteFile(file(name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("small.go", []byte(small))
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", file("small.wasm"), file("small.go"))
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	module, err := os.ReadFile(file("small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	text, want, err := packProgram(module)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > len(module) {
		t.Errorf("the text has %d bytes, the module %d", len(text), len(module))
	}
	write("small.txt", text)
	script, err := filepath.Abs("../../cmd/lite/web/unpack.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []string{"1000000000", "50000", "7001"} {
		if out, err := exec.Command("node", "-e", unpackProgram, script, file("small.txt"), file("again.wasm"), piece).CombinedOutput(); err != nil {
			t.Fatalf("node: %v\n%s", err, out)
		}
		if got, err := os.ReadFile(file("again.wasm")); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("in pieces of %s bytes the module differs: %d bytes, want %d (%v)", piece, len(got), len(want), err)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string) (line, trace string) {
		starter := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
		out, err := exec.Command("node", starter, file(name)).CombinedOutput()
		if err == nil {
			t.Errorf("%s has not failed", name)
		}
		line, trace, _ = strings.Cut(string(out), "\n")
		return line, trace
	}
	wantLine, _ := run("small.wasm")
	line, trace := run("again.wasm")
	if line != wantLine || !strings.HasPrefix(line, "13 a1") {
		t.Errorf("the module printed %q, want %q", line, wantLine)
	}
	if !strings.Contains(trace, "panic: the end") || !strings.Contains(trace, "main.main()\n\t?:0") {
		t.Errorf("the trace is\n%s", trace)
	}

	// A module that is cut off is an error.
	for _, size := range []int{0, 8, 1000, len(module) / 2, len(module) - 100_000} {
		if _, _, err := packProgram(module[:size]); err == nil {
			t.Errorf("no error with %d of %d bytes", size, len(module))
		}
	}
	write("half.txt", text[:len(text)/2])
	if out, err := exec.Command("node", "-e", unpackProgram, script, file("half.txt"), file("again.wasm"), "50000").CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "the program is not complete") {
		t.Errorf("half of the text: %v\n%s", err, out)
	}
}
