package stdlib

import (
	"strings"
	"sync"
)

// docs keeps what has been read: import path to name to declaration and comment.
var docs sync.Map // of string to map[string][2]string

// Doc returns the documentation of an exported name: "Println", "Builder.WriteString" for a method,
// "Request.Header" for a field, "" for the package itself; in package "builtin", names such as
// "append". The declaration is Go text without bodies and unexported parts, and the comment is text
// that go/doc/comment parses. The documentation of a package is decompressed when it is first
// needed. Doc may be called by several goroutines at once.
func Doc(path, name string) (decl, comment string, ok bool) {
	m, found := docs.Load(path)
	if !found {
		m, _ = docs.LoadOrStore(path, readDoc(path))
	}
	e, ok := m.(map[string][2]string)[name]
	return e[0], e[1], ok
}

// readDoc parses the documentation of a package: name, declaration and comment of each entry, every
// one ended by a zero byte.
func readDoc(path string) map[string][2]string {
	m := make(map[string][2]string)
	rest := string(fact("doc/" + path))
	for rest != "" {
		var name, decl, comment string
		name, rest, _ = strings.Cut(rest, "\x00")
		decl, rest, _ = strings.Cut(rest, "\x00")
		comment, rest, _ = strings.Cut(rest, "\x00")
		m[name] = [2]string{decl, comment}
	}
	return m
}
