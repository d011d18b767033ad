// SPDX-License-Identifier: BSD-3-Clause

package assist

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// mostFiles is how many names of files are offered.
const mostFiles = 500

// fileNames lists the files and directories with which the path at the end of before, in a string
// that is being written, can continue. The path is relative to the directory of the notebook, or
// absolute. Hidden files are left out unless a dot is typed. Start is the offset of the last
// element of the path.
func (a *Assistant) fileNames(before string) (start int, list []Match) {
	text, ok := openString(before)
	if !ok || a.o.ReadDir == nil || strings.ContainsAny(text, "\\\n") || strings.Contains(text, "//") {
		return 0, nil
	}
	dir, begun := path.Split(text)
	entries, err := a.o.ReadDir(dir)
	if err != nil {
		return 0, nil
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, begun) || begun == "" && strings.HasPrefix(name, ".") || strings.ContainsAny(name, "\"`\\\n") {
			continue
		}
		m := Match{Text: name, Kind: "file"}
		if e.IsDir() {
			m = Match{Text: name + "/", Kind: "folder"}
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Match) int { return strings.Compare(a.Text, b.Text) })
	return len(before) - len(begun), list[:min(len(list), mostFiles)]
}

// openString returns the text of a string that begins in code and does not end there.
func openString(code string) (text string, ok bool) {
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			return text, ok
		}
		if t == token.SEMICOLON && lit == "\n" {
			continue
		}
		ok = t == token.STRING && file.Offset(p)+len(lit) == len(code) && (len(lit) == 1 || lit[len(lit)-1] != lit[0] || escaped(lit))
		if ok {
			text = lit[1:]
		}
	}
}

// escaped reports whether the quotation mark at the end of lit is part of the text.
func escaped(lit string) bool {
	body := lit[:len(lit)-1]
	return lit[0] == '"' && (len(body)-len(strings.TrimRight(body, `\`)))%2 == 1
}

// ReadDir is the type of functions that list a directory, which is "" for that of the notebook.
type ReadDir func(dir string) ([]fs.DirEntry, error)
