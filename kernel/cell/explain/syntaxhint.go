// SPDX-License-Identifier: BSD-3-Clause

// Syntax errors, worded for cells.
//
// The parser sees a file that contains the cell, and reports what it expected there. Messages about
// the surrounding file are reworded, and common causes, such as the syntax of other languages, get
// a line of their own.

package explain

import (
	"regexp"
	"strings"
	"sync"

	"polka/kernel/cell/syntax"
)

// noExceptions is the hint for try and catch.
const noExceptions = "Go has no exceptions: functions return an error, which if err != nil checks"

// syntaxHints are tried in order on the message and on the line of the error.
var syntaxHints = []struct{ message, source, hint string }{
	{`illegal character U\+0023`, ``, "a comment begins with //"},
	{`unexpected comma; expecting ]`, `^\s*(\w+\s*:?=)?\s*\[`, "lists are slices in Go: []int{1, 2, 3}"},
	{`expected operand, found '\{'`, `\bvar\s+\w+\s+\S+\s*=\s*\{`, "repeat the type before the {, as in a := []int{1, 2, 3}"},
	{`found then`, `^\s*(else\s+)?if\b.*\bthen\b`, "Go has no then: the { follows the condition on the same line"},
	{`expected ';', found 'if'`, `\S\s+if\b.*\belse\b`, "Go has no conditional expression: use if and else as statements"},
	{`import path must be a string`, `import\s+\w+\s+as\b`, "the new name comes first, and the path is in quotes: import str \"strings\""},
	{`import path must be a string`, ``, "an import path is in quotes: import \"strings\""},
	{``, `^\s*from\s+\S+\s+import\b`, "an import names the package, in quotes: import \"math\"; its functions are used as math.Sqrt"},
	{`found 'for'`, `\[.*\bfor\b.*\bin\b.*\]`, "Go has no comprehensions: make a slice with a loop and append"},
	{``, `\blambda\b.*:`, "a function without a name is written func(x int) int { return x }"},
	{`found (and|or)$`, ``, "&& is Go's and, || its or"},
	{``, `\bnot\s+\w`, "! is Go's not: !x"},
	{`expected ';', found \w+`, `^\s*(int|float64|float|double|string|bool|char|auto|const)\s+\w+\s*=`, "the name comes first: x := 5, or var x int = 5"},
	{`expected ';', found`, `^\s*(len|print|println|append|cap|fmt\.\w+|display\.\w+)\s+["\w]`, "arguments are in parentheses, as in len(xs)"},
	{`expected ';', found ','`, `\bstruct\b`, "the fields of a struct are on lines of their own, or have ; between them"},
	{`illegal character U\+003F '\?'`, ``, "Go has no operator ?: use if and else"},
	{``, `^\s*%%\w`, "a magic with %% must be the first line of its cell"},
	{`found '%'|expected statement`, `^\s*%`, "a magic command must be outside all braces"},
	{``, `^\s+!\s*\w+\s+[\w./-]`, "a shell command must be outside all braces"},
	{`expected declaration, found`, ``, "a cell with a package clause is a Go file; remove the clause to write statements"},
	{``, `^\s*while\b`, "Go has no while: write for and the condition"},
	{``, `^\s*until\b`, "Go has no until: write for and the condition"},
	{``, `^\s*(def|fn|fun|function)\b`, "a function begins with func"},
	{``, `^\s*class\b`, "Go has no classes: type T struct { ... } holds the fields, func (t T) Name() is a method"},
	{``, `^\s*(let|val)\s+\w+\s*=`, "a variable is defined by name := value"},
	{``, `^\s*(try|catch|except)\b`, noExceptions},
	{``, `\b(elif|elsif|elseif)\b`, "write else if"},
	{``, `^\s*for\s*\(?\s*\w+\s+in\s+range\s*\(`, "write for i := range 10, which counts from 0 to 9"},
	{``, `^\s*(foreach\b|for\s*\(?.*\bin\b)`, "write for i, x := range xs"},
	{`expected statement, found 'else'`, ``, "else goes on the line of the brace that closes the if: } else {"},
	{`found '(\+\+|--)'`, `(\+\+|--)\s*\w`, "++ and -- follow the variable: x++"},
	{`found '(\+\+|--)'`, ``, "x++ is a statement and has no value"},
	{`found '\+'`, `(\+\+|--)`, "x++ is a statement and has no value"},
	{`expected boolean expression, found assignment`, ``, "== compares; = assigns"},
	{`missing import path`, `import\s+\w`, "an import path is in quotes: import \"strings\""},
	{`rune literal`, ``, "single quotes hold one character; text goes in double quotes"},
	{`string literal not terminated`, ``, "text of several lines goes in backquotes"},
	{`missing ',' before newline in (argument|parameter) list`, ``, "or is a ) missing? If the ) is on a line of its own, the line before it ends with a comma"},
	{`missing ',' before newline in composite literal`, ``, "the last line before the } ends with a comma too"},
	{`must be function call`, ``, "write () after the function to call it"},
	{`expected 'IDENT', found '(func|type|range|map|var|import|package|interface|select|struct|switch|chan|const|go|goto|return|defer|default|fallthrough|for|if|else|case|break|continue)'`, ``, "this word is a keyword of Go and cannot be a name"},
	{`expected ';', found`, `^\s*\w+\s+(int|float64|string|bool|rune|byte)\s*:?=`, "write x := 5, or var x int = 5"},
	{`expected ';', found`, `^\s*(if|for)\b[^{]*\)\s*[\pL_]`, "the statements of an if or for are in braces: if x > 1 { ... }"},
	{`expected '\{', found newline|unexpected newline, expecting \{|unexpected semicolon or newline before \{`, ``, "the { goes on the same line"},
}

var compiledHints = sync.OnceValue(func() (list [][2]*regexp.Regexp) {
	for _, h := range syntaxHints {
		list = append(list, [2]*regexp.Regexp{regexp.MustCompile(h.message), regexp.MustCompile(h.source)})
	}
	return list
})

// Syntax returns the error of a cell that does not parse.
func Syntax(cell int, src string, list syntax.Errors) *Error {
	e := &Error{Kind: SyntaxError}
	for _, err := range list {
		d := Diagnostic{Cell: cell, Line: err.Line, Col: err.Col, Source: shortLine(src, err.Line)}
		d.Message = syntaxMessage(err, d.Source)
		if hint := unclosedList(err, src); hint != "" {
			head, _, _ := strings.Cut(d.Message, "\n")
			d.Message = head + "\n" + hint
			e.List = append(e.List, d)
			break // the parser has lost its place
		}
		if hint := unclosedHint(err, src); hint != "" && !strings.Contains(d.Message, "\n") {
			d.Message += "\n" + hint
		}
		e.List = append(e.List, d)
	}
	e.List = withoutEnds(e.List, src)
	return e
}

// shortLine is line n of src, or "" if nobody could read it.
func shortLine(src string, n int) string {
	if s := syntax.Line(src, n); len(s) < 1<<16 {
		return s
	}
	return ""
}

// syntaxMessage returns what is wrong in a line of source.
func syntaxMessage(err syntax.Error, source string) string {
	s := unwrapped(err.Message, err.AtEnd)
	for i, h := range compiledHints() {
		if h[0].MatchString(err.Message) && h[1].MatchString(source) {
			return s + "\n" + syntaxHints[i].hint
		}
	}
	return s
}

// unwrapped returns the parser's message without mentions of the surrounding file.
func unwrapped(s string, atEnd bool) string {
	s = strings.ReplaceAll(s, "found 'EOF'", "found the end of the cell")
	s = strings.ReplaceAll(s, "found newline", "found the end of the line")
	s = strings.TrimSuffix(s, " (missing parentheses around composite literal?)")
	if atEnd {
		s = strings.ReplaceAll(s, "found '}'", "found the end of the cell")
	}
	if s == "expected 1 expression" {
		s = "a list of values can only stand at the end of a cell"
	}
	return s
}
