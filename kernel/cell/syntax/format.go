// SPDX-License-Identifier: BSD-3-Clause

// The layout of a cell. Package go/format lays out files, lists of declarations and lists of
// statements, but a cell may mix them, and it may have lines that are not Go. So a cell is cut into
// parts, each of one kind, and each part is laid out alone:
//
//	%time f(3)              a line that is not Go stays as it is
//	import "fmt"            imports and declarations that follow each other are a part,
//	func f() {}
//	x := 1                  and so are statements;
//	x, x + 1                a list of values is laid out as the arguments of a call
//
// A part has the comments before it, and the one at the end of its last line. Between two parts
// is at most one blank line, as between two statements.
//
// go/format drops semicolons at the ends of lines. The one at the end of a cell means that its
// value is not shown, so it is put back.

package syntax

import (
	"errors"
	"go/format"
	"go/token"
	"strings"
)

// Format returns a cell in the layout of gofmt. Lines that are not Go stay as they are, but the
// code that a magic such as %%time runs gets the layout, too. There is no blank line at the
// beginning and no end of a line at the end, except that a program ends with one, as every Go file
// does.
//
// The error is of type Errors if the cell cannot be parsed.
func Format(src string) (string, error) {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	if _, err := Parse(token.NewFileSet(), 0, onlyGo(src)); err != nil {
		return "", err
	}
	if IsProgram(src) {
		text, err := format.Source([]byte(src))
		return string(text), err
	}
	l := layout{src: src}
	from := 0
	for _, r := range asking(src) {
		if err := l.code(from, r.from); err != nil {
			return "", err
		}
		text, err := formatRequest(src, r)
		if err != nil {
			return "", err
		}
		l.add(r.from, text)
		from = r.to
	}
	if err := l.code(from, len(src)); err != nil {
		return "", err
	}
	return l.out.String(), nil
}

// formatRequest returns the text of a line that is not Go, with the code below it if it is a magic
// that runs code. Code that begins in the line itself stays as it is.
func formatRequest(src string, r request) (string, error) {
	text := src[r.from:r.to]
	m := r.step.Magic
	if m == nil || !m.Whole {
		return text, nil
	}
	m.Go = blank(src[:r.arg]) + src[r.arg:r.to]
	first, below, _ := strings.Cut(text, "\n")
	if m.Code() == "" {
		return text, nil
	}
	out, err := Format(below)
	var errs Errors
	switch {
	case err == nil:
		return first + "\n" + out, nil
	case r.arg < r.from+len(strings.TrimRight(first, " \t")):
		return text, nil
	case errors.As(err, &errs):
		for i := range errs {
			errs[i].Line += m.Line
		}
	}
	return "", err
}

// A layout collects the parts of a cell.
type layout struct {
	src string
	out strings.Builder
}

// add adds the text of a part that begins, perhaps with blanks, at byte from of the cell.
func (l *layout) add(from int, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if l.out.Len() > 0 {
		rest := l.src[from:]
		before := l.src[:len(l.src)-len(strings.TrimLeft(rest, " \t\r\n"))]
		l.out.WriteByte('\n')
		if blanks := before[len(strings.TrimRight(before, " \t\r\n")):]; strings.Count(blanks, "\n") > 1 {
			l.out.WriteByte('\n')
		}
	}
	l.out.WriteString(text)
}

// code adds src[from:to], which is Go.
func (l *layout) code(from, to int) error {
	text := l.src[from:to]
	chunks := split(text)
	if len(chunks) == 0 {
		l.add(from, text) // comments
		return nil
	}
	last := len(chunks) - 1
	values := chunks[last].comma && isValues(text[chunks[last].first:chunks[last].end])
	kind := func(i int) int {
		switch {
		case chunks[i].section != statements:
			return filePart
		case i == last && values:
			return valuesPart
		}
		return bodyPart
	}
	begin := 0
	for i := range chunks {
		if i < last && kind(i) == kind(i+1) {
			continue
		}
		end := len(text)
		if i < last {
			end = lineComment(text, chunks[i].end)
		}
		part, err := formatPart(kind(i), text[begin:end])
		if err != nil {
			return err
		}
		if i == last && chunks[i].section == statements && chunks[i].semi {
			part = withSemicolon(part)
		}
		l.add(from+begin, part)
		begin = end
	}
	return nil
}

// isValues reports whether text is a list of values rather than a statement.
func isValues(text string) bool {
	_, err := format.Source([]byte("f(" + text + ")"))
	return err == nil
}

// lineComment returns where a comment ends that begins behind byte end of text, in the same line,
// and end if there is none.
func lineComment(text string, end int) int {
	line, _, _ := strings.Cut(text[end:], "\n")
	if rest := strings.TrimLeft(line, " \t;"); strings.HasPrefix(rest, "//") ||
		strings.HasPrefix(rest, "/*") && strings.HasSuffix(strings.TrimRight(rest, " \t"), "*/") {
		return end + len(line)
	}
	return end
}

// The kinds of parts.
const (
	filePart   = iota // imports and declarations
	bodyPart          // statements
	valuesPart        // a list of values
)

// formatPart lays out a part with its comments.
func formatPart(kind int, text string) (string, error) {
	text = strings.Trim(text, " \t\n;")
	switch kind {
	case filePart:
		const clause = "package p\n\n"
		out, err := format.Source([]byte(clause + text))
		return strings.TrimPrefix(string(out), clause), err
	case bodyPart:
		out, err := format.Source([]byte(text))
		return string(out), err
	}
	const call = "f("
	c := split(text)[0]
	out, err := format.Source([]byte(text[:c.first] + call + text[c.first:c.end] + ")" + text[c.end:]))
	if err != nil {
		return "", err
	}
	text = string(out)
	c = split(text)[0]
	return text[:c.first] + strings.TrimRight(text[c.first+len(call):c.end-1], " \t\n,") + text[c.end:], nil
}

// withSemicolon puts a semicolon behind the last statement of text.
func withSemicolon(text string) string {
	chunks := split(text)
	end := chunks[len(chunks)-1].end
	return text[:end] + ";" + text[end:]
}
