// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"html"
	"maps"
	"slices"
	"strings"

	"polka/kernel/display"
)

// markdownFile exports to Markdown. Code and text outputs are in fenced blocks; pictures are files
// if keep is not nil, and otherwise data URIs, which pandoc and editors show but GitHub does not.
func markdownFile(n *Notebook, keep func(extension string, data []byte) (address string)) []byte {
	address := func(mediaType, data string) string {
		file := []byte(data)
		if mediaType != "image/svg+xml" {
			var err error
			if file, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), "")); err != nil {
				file = nil
			}
		}
		if keep == nil || file == nil {
			return dataURI(mediaType, data)
		}
		return keep(pictureExtensions[mediaType], file)
	}
	var parts []string
	fence := func(language, text string) {
		text = strings.TrimRight(ansi.ReplaceAllString(text, ""), "\n")
		marks := "```"
		for strings.Contains(text, marks) {
			marks += "`"
		}
		parts = append(parts, marks+language+"\n"+text+"\n"+marks)
	}
	for _, c := range n.Cells {
		if c.Type != Code {
			if !c.blank() {
				parts = append(parts, withAttachments(c, address))
			}
			continue
		}
		if !c.blank() {
			fence("go", c.Source)
		}
		for _, o := range merge(c.Outputs) {
			switch o.Type {
			case StreamOutput:
				fence("", o.Text)
			case ErrorOutput:
				fence("", strings.Join(o.Traceback, "\n"))
			default:
				if s := markdownBundle(o.Data, address); s != "" {
					parts = append(parts, s)
				} else if s, ok := o.Data["text/plain"].(string); ok {
					fence("", s)
				}
			}
		}
	}
	return []byte(strings.Join(parts, "\n\n") + "\n")
}

// pictureExtensions are the ends of the names of picture files.
var pictureExtensions = map[string]string{"image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp", "image/gif": "gif"}

// withAttachments returns the source of a cell with the addresses of its attachments.
func withAttachments(c *Cell, address func(mediaType, data string) string) string {
	attachments, _ := c.extra["attachments"].(map[string]any)
	source := strings.TrimSpace(c.Source)
	for _, name := range slices.Sorted(maps.Keys(attachments)) {
		link := "(attachment:" + name + ")"
		if !strings.Contains(source, link) {
			continue
		}
		if mediaType, data := attached("attachment:"+name, attachments); mediaType != "" {
			source = strings.ReplaceAll(source, link, "("+address(mediaType, data)+")")
		}
	}
	return source
}

// markdownBundle returns the richest part of a bundle other than plain text, or "".
func markdownBundle(data map[string]any, address func(mediaType, data string) string) string {
	if s, ok := data["text/markdown"].(string); ok {
		return strings.TrimSpace(s)
	}
	for _, t := range pictureTypes {
		if s, ok := data[t].(string); ok {
			plain, _ := data["text/plain"].(string)
			alt := display.Bundle{Data: map[string][]byte{t: []byte(s), "text/plain": []byte(plain)}}.Alt()
			if alt == "" || strings.ContainsAny(alt, "\n[]") {
				alt = "picture"
			}
			return fmt.Sprintf("![%s](%s)", html.EscapeString(alt), address(t, s))
		}
	}
	for _, t := range []string{"text/html", "text/latex"} {
		if s, ok := data[t].(string); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// goFile exports to Go: a file that reads like one cell, in jupytext's percent format, with a
// marker before each cell. Markdown and cells of magics become comments, and display.Show shows the
// last expression of a cell that has a stored value.
func goFile(n *Notebook) []byte {
	parts := []string{goHeader}
	for _, c := range n.Cells {
		marker := "// %%"
		if tags, _ := c.Metadata["tags"].([]any); len(tags) > 0 && c.Type == Code {
			if text, err := json.Marshal(tags); err == nil {
				marker += " tags=" + string(text)
			}
		}
		switch {
		case c.blank():
		case c.Type == Code:
			source := strings.TrimRight(c.Source, " \t\n")
			switch {
			case strings.HasPrefix(strings.TrimSpace(source), "%%time"):
				source = "// " + strings.TrimSpace(source)
			case strings.HasPrefix(strings.TrimSpace(source), "%%"):
				if name, text, _ := strings.Cut(strings.TrimSpace(source)[2:], "\n"); !strings.ContainsAny(name, " \t") {
					marker += fmt.Sprintf(" language=%q", name)
					source = text
				}
				source = commented(source)
			case slices.ContainsFunc(c.Outputs, func(o *Output) bool { return o.Type == ResultOutput }):
				source = show(source)
			}
			parts = append(parts, marker+"\n"+source)
		default:
			parts = append(parts, marker+" ["+string(c.Type)+"]\n"+commented(strings.TrimSpace(c.Source)))
		}
	}
	return []byte(strings.Join(parts, "\n\n") + "\n")
}

// goHeader is jupytext's header, which names the kernel of the cells.
const goHeader = `// ---
// jupyter:
//   kernelspec:
//     display_name: Polka (Go)
//     language: go
//     name: polka
// ---`

// commented returns text as comments.
func commented(text string) string {
	var w strings.Builder
	for line := range strings.Lines(text) {
		w.WriteString(strings.TrimRight("// "+strings.TrimRight(line, "\r\n"), " ") + "\n")
	}
	return strings.TrimRight(w.String(), "\n")
}

// show turns the last expression of a cell, or the last list of expressions, into the arguments of
// a call of display.Show. The expression begins on a line before which a statement ends, and
// parses.
func show(source string) string {
	list := strings.SplitAfter(source, "\n")
	for i := len(list) - 1; i >= 0; i-- {
		before, last := strings.Join(list[:i], ""), strings.Join(list[i:], "")
		end := lastToken(last)
		e, err := parser.ParseExpr("f(" + last[:end] + ")")
		if err != nil || !ended(before) {
			continue
		}
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 && !call.Ellipsis.IsValid() && call.Lparen == 2 {
			begin := int(call.Args[0].Pos()) - 1 - len("f(")
			return before + last[:begin] + "display.Show(" + last[begin:end] + ")" + last[end:]
		}
	}
	return source
}

// lastToken returns the end of the last token of a text, before comments.
func lastToken(text string) int {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	end := 0
	for {
		p, t, lit := s.Scan()
		switch at := file.Offset(p); {
		case t == token.EOF:
			return end
		case t == token.SEMICOLON && lit != ";":
		case t == token.STRING && lit[0] == '`':
			end = at + measure(text[at:])
		case lit == "":
			end = at + len(t.String())
		default:
			end = at + len(lit)
		}
	}
}

// ended reports whether a statement ends with the text, outside of all brackets.
func ended(text string) bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), func(token.Position, string) {}, 0)
	depth, last := 0, token.SEMICOLON
	for {
		switch _, t, _ := s.Scan(); t {
		case token.EOF:
			return depth == 0 && last == token.SEMICOLON
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
			last = t
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
			last = t
		default:
			last = t
		}
	}
}
