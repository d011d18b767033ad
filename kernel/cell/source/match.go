// SPDX-License-Identifier: BSD-3-Clause

package source

import (
	"go/ast"
	"go/build/constraint"
	"runtime"
	"strconv"
	"strings"
)

// The names that mean an operating system or an architecture at the end of the name of a file, as
// the go command knows them.
const (
	systems = " aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos "
	arches  = " 386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le " +
		"riscv riscv64 s390 s390x sparc sparc64 wasm "
	unixes = " aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris "
)

func in(list, name string) bool { return strings.Contains(list, " "+name+" ") }

// matches reports whether the name of a file and its build constraints select it.
func (f *Finder) matches(name string, header *ast.File) bool {
	if !f.goodName(name) {
		return false
	}
	old := true // the lines of Go before 1.17
	for _, group := range header.Comments {
		if group.Pos() > header.Package {
			break
		}
		for _, c := range group.List {
			x, err := constraint.Parse(c.Text)
			switch {
			case constraint.IsGoBuild(c.Text):
				return err == nil && x.Eval(f.has)
			case err == nil && group != header.Doc:
				old = old && x.Eval(f.has)
			}
		}
	}
	return old
}

// goodName returns the rule for names such as exec_linux_amd64.go.
func (f *Finder) goodName(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	i := strings.Index(name, "_")
	if i < 0 {
		return true
	}
	parts := strings.Split(name[i+1:], "_")
	n := len(parts)
	last := parts[n-1]
	if n > 1 && in(systems, parts[n-2]) && in(arches, last) {
		return f.has(parts[n-2]) && f.has(last)
	}
	return !in(systems, last) && !in(arches, last) || f.has(last)
}

// has reports whether a build tag is set.
func (f *Finder) has(tag string) bool {
	if f.tags[tag] {
		return true
	}
	switch {
	case tag == "unix":
		return in(unixes, runtime.GOOS)
	case tag == "linux":
		return runtime.GOOS == "android"
	case tag == "darwin":
		return runtime.GOOS == "ios"
	case tag == "solaris":
		return runtime.GOOS == "illumos"
	}
	if minor, ok := strings.CutPrefix(tag, "go1."); ok {
		n, err := strconv.Atoi(minor)
		return err == nil && n <= release()
	}
	return false
}

// release returns the number of Go's release: 26 for go1.26.
func release() int {
	v, _ := strings.CutPrefix(runtime.Version(), "go1.")
	end := strings.IndexFunc(v, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		v = v[:end]
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		return 26 // a development version: at least what this module requires
	}
	return n
}
