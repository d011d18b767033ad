// SPDX-License-Identifier: BSD-3-Clause

// Exercises in other languages. The texts of an exercise are its hints, the question, the choices
// and reasons of a task, what is said about answers, and the messages in its checks. The code of a
// check stays the same; only its string literals that are messages are replaced.

package exercise

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"polka/internal/pattern"
)

// Translate returns a copy of e in which text has replaced each text. What has no words is not
// passed to text.
func (e *Exercise) Translate(text func(string) string) *Exercise {
	x := *e
	x.original = e.Original()
	markdown := func(s string) string { return TranslateMarkdown(s, text) }
	line := func(s string) string { return translateLine(s, text) }
	x.Hints = slices.Clone(e.Hints)
	for i, h := range x.Hints {
		x.Hints[i] = markdown(h)
	}
	x.Check, x.Hidden = TranslateCheck(e.Check, text), TranslateCheck(e.Hidden, text)
	x.Solution = TranslateComments(e.Solution, text)
	x.Why = markdown(e.Why)
	x.Wrong = slices.Clone(e.Wrong)
	for i, w := range x.Wrong {
		x.Wrong[i].About = markdown(w.About)
		x.Wrong[i].Message = translateMessage(w.Message, []string{e.Check, e.Hidden}, text)
	}
	if e.Task != nil {
		t := *e.Task
		t.Question = markdown(t.Question)
		t.Lines = slices.Clone(t.Lines)
		for i, l := range t.Lines {
			t.Lines[i].Why = line(l.Why)
		}
		t.Choices = slices.Clone(t.Choices)
		for i, c := range t.Choices {
			t.Choices[i].Text, t.Choices[i].Why = line(c.Text), line(c.Why)
		}
		x.Task = &t
	}
	return &x
}

// Original returns the exercise that Translate was called for, or e itself.
func (e *Exercise) Original() *Exercise {
	if e.original != nil {
		return e.original
	}
	return e
}

// notWords matches what is not text in Markdown: code, formulas, addresses.
var notWords = pattern.New("(?s)```.*?```|`[^`]*`|\\$[^$]+\\$|\\]\\([^)]*\\)|<[^>]*>")

// word matches a word of a language.
var word = pattern.New(`\pL{2,}`)

// hasWords reports whether a text in Markdown is more than code and formulas.
func hasWords(s string) bool { return word.MatchString(notWords.ReplaceAllString(s, " ")) }

// translateLine translates a text of one line.
func translateLine(s string, text func(string) string) string {
	if !hasWords(s) {
		return s
	}
	return text(s)
}

// TranslateMarkdown replaces each block of a text in Markdown: a paragraph, a heading, a list or a
// table. Its lines are joined before, so that line breaks do not matter. Blocks of code stay.
func TranslateMarkdown(s string, text func(string) string) string {
	var out, block []string
	fence := false
	flush := func() {
		switch {
		case len(block) == 0:
		case strings.HasPrefix(block[0], "    ") || strings.HasPrefix(block[0], "\t"): // code
			out = append(out, block...)
		default:
			out = append(out, translateLine(unwrap(block), text))
		}
		block = nil
	}
	for line := range strings.SplitSeq(s, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			if !fence {
				flush()
			}
			fence = !fence
			out = append(out, line)
		case fence:
			out = append(out, line)
		case strings.TrimSpace(line) == "":
			flush()
			out = append(out, line)
		case strings.HasPrefix(line, "#"):
			flush()
			block = []string{line}
			flush()
		default:
			block = append(block, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

// item matches the beginning of a line that stays one: a list, a table, a quotation, or code.
var item = pattern.New(`^(\s*([-*+]|\d+[.)])\s|\||>|    |\t|\$\$)`)

// unwrap joins the lines of a block.
func unwrap(lines []string) string {
	text := lines[0]
	for i, line := range lines[1:] {
		if before := lines[i]; item.MatchString(line) || strings.HasPrefix(before, "$$") || strings.HasPrefix(before, "|") || strings.HasSuffix(before, "  ") {
			text += "\n" + line
		} else {
			text += " " + strings.TrimSpace(line)
		}
	}
	return text
}

// TranslateCheck replaces the messages in the code of a check: the texts of errors, and other
// string literals with at least two words. Literals that are compared, or passed to other functions
// than errors.New, fmt.Errorf and fmt.Sprintf, are data.
func TranslateCheck(code string, text func(string) string) string {
	const head, tail = "package p; func _() error {", "\nreturn nil }"
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", head+code+tail, 0)
	if code == "" || err != nil {
		return code
	}
	errorTexts, data := make(map[ast.Node]bool), make(map[ast.Node]bool)
	type edit struct {
		from, to int
		text     string
	}
	var edits []edit
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			for i, arg := range n.Args {
				switch name := callee(n.Fun); {
				case (name == "fmt.Errorf" || name == "errors.New") && i == 0:
					errorTexts[arg] = true
				case name != "fmt.Sprintf" || i > 0:
					data[arg] = true
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				data[n.X], data[n.Y] = true, true
			}
		case *ast.BasicLit:
			if n.Kind != token.STRING || data[n] {
				return true
			}
			s, err := strconv.Unquote(n.Value)
			if err != nil || !isMessage(s, errorTexts[n]) {
				return true
			}
			if t := text(s); t != s {
				at := files.Position(n.Pos()).Offset - len(head)
				edits = append(edits, edit{at, at + len(n.Value), strconv.Quote(t)})
			}
		}
		return true
	})
	for _, e := range slices.Backward(edits) {
		code = code[:e.from] + e.text + code[e.to:]
	}
	return code
}

// callee returns the name of a function that is called, such as fmt.Errorf, or "".
func callee(f ast.Expr) string {
	if f, ok := f.(*ast.SelectorExpr); ok {
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

var (
	verb     = pattern.New(`%[-+# 0-9.\[\]*]*[a-zA-Z%]`)
	twoWords = pattern.New(`[a-z]{2}(.*[^a-z])?[^a-z][a-z]{2}`)
)

// isMessage reports whether a string literal of a check is a message. One that is the text of an
// error may have one word.
func isMessage(s string, isError bool) bool {
	s = verb.ReplaceAllString(s, " ")
	return twoWords.MatchString(s) || isError && word.MatchString(s)
}

// translateMessage translates a part of what a check says. If it is a part of one
// message only, the parts of that message between its verbs stand for it.
func translateMessage(part string, checks []string, text func(string) string) string {
	found, several := "", false
	for _, check := range checks {
		TranslateCheck(check, func(s string) string {
			if strings.Contains(s, part) {
				found, several = s, several || found != "" && found != s
			}
			return s
		})
	}
	if found == "" || several {
		return translateLine(part, text)
	}
	t := text(found)
	if t == found {
		return part
	}
	return strings.TrimLeft(verb.ReplaceAllString(t, "…"), ":; \u00a0")
}

// TranslateComments replaces the comments in Go code. Comments in lines that follow each other are
// one text, without its slashes. Directives and comments without words stay.
func TranslateComments(code string, text func(string) string) string {
	type comment struct {
		from, to int
		text     string
		own      bool // nothing is before it in its line
	}
	var list []comment
	for _, c := range commentsIn(code) {
		start := strings.LastIndexByte(code[:c.from], '\n') + 1
		own := strings.TrimSpace(code[start:c.from]) == ""
		body := strings.TrimSpace(code[c.from+2 : c.to])
		if last := len(list) - 1; own && last >= 0 && list[last].own && strings.Count(code[list[last].to:c.from], "\n") == 1 && strings.TrimSpace(code[list[last].to:c.from]) == "" {
			list[last].to = c.to
			list[last].text += " " + body
			continue
		}
		list = append(list, comment{c.from, c.to, body, own})
	}
	for _, c := range slices.Backward(list) {
		if !hasWords(c.text) {
			continue
		}
		t := text(c.text)
		if t == c.text {
			continue
		}
		start := strings.LastIndexByte(code[:c.from], '\n') + 1
		if !c.own {
			code = code[:c.from] + "// " + t + code[c.to:]
			continue
		}
		indent := code[start:c.from]
		lines := fill(t, commentWidth-4*len(indent)-len("// "))
		code = code[:c.from] + "// " + strings.Join(lines, "\n"+indent+"// ") + code[c.to:]
	}
	return code
}

// commentWidth is how wide a line with a comment may be, in columns; a tab has four.
const commentWidth = 74

// fill breaks a text into lines.
func fill(text string, width int) (lines []string) {
	line := ""
	for w := range strings.FieldsSeq(text) {
		if line != "" && len([]rune(line))+1+len([]rune(w)) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	return append(lines, line)
}
