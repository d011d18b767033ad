// SPDX-License-Identifier: BSD-3-Clause

// Sources for nbgrader.
//
// A source has the solution between comments, and nbgrader replaces it by a stub when it makes the
// version for students. Therefore the solution is put inside the functions of the stub: the body of
// the solution, and after it the stub's own panic("to do"), which is what remains. Functions that
// the solution adds follow in a second region. A variable is set in a region after its definition.
//
// The check is a cell that students cannot change. The lines that they do not see are the check
// itself and further tests; with these lines, %%check runs them, and without them the check of the
// course. So a student who has changed the exercises on their computer has changed nothing in the
// grading.

package notebooks

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"polka/internal/pattern"
	"polka/kernel/exercise"
	"polka/kernel/nb"
)

// graderConfig is nbgrader_config.py.
const graderConfig = `# Settings of nbgrader for the course. Kernel and language of the notebooks are Go.
c = get_config()
c.CourseDirectory.course_id = "polka"
# What students see in place of a solution. The line after it is panic("to do").
c.ClearSolutions.code_stub = {"go": "// your code here"}
# A cell that does not end is stopped. %check has a limit of 20 seconds of its own.
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.interrupt_on_timeout = True
`

const (
	beginSolution = "// BEGIN SOLUTION"
	endSolution   = "// END SOLUTION"
	beginHidden   = "// BEGIN HIDDEN TESTS"
	endHidden     = "// END HIDDEN TESTS"
)

// Graded returns the notebook of l as a source for nbgrader, without outputs.
func (l *Lesson) Graded() (*nb.Notebook, error) {
	n := l.bare()
	relink(n, "", true) // each lesson has a directory of its own
	for _, e := range l.Exercises {
		answer, check := n.Cells[e.Cell], n.Cells[e.Cell+1]
		source, err := withRegions(answer.Source, e.Solution)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		answer.Source = source
		answer.Metadata = gradeMetadata(e.Name, map[string]any{"solution": true})
		lines := []string{"%%check --strict " + e.Name, beginHidden}
		for _, name := range e.Forbid { // here, since files beside the notebook can hide those of the course
			lines = append(lines, exercise.ForbidLine(name))
		}
		lines = append(lines, closure(e.Check))
		if e.Hidden != "" {
			lines = append(lines, closure(e.Hidden))
		}
		check.Source = strings.Join(append(lines, endHidden), "\n")
		check.Metadata = gradeMetadata("check-"+e.Name, map[string]any{"grade": true, "locked": true, "points": e.Points()})
	}
	return n, nil
}

// closure makes a check a statement of another one.
func closure(check string) string {
	return "if err := func() error {\n" + strings.TrimRight(check, "\n") + "\nreturn nil\n}(); err != nil {\n\treturn err\n}"
}

// gradeMetadata returns the metadata of a cell of nbgrader.
func gradeMetadata(id string, members map[string]any) map[string]any {
	m := map[string]any{"schema_version": 3, "grade_id": id, "grade": false, "solution": false, "locked": false, "task": false}
	for k, v := range members {
		m[k] = v
	}
	return map[string]any{"nbgrader": m}
}

// Points returns what the exercise counts in nbgrader: one point for each ten of its rating.
func (e Exercise) Points() int {
	n, _ := strconv.Atoi(strings.TrimLeft(e.Rating, "HM"))
	return (n + 9) / 10
}

// A piece is a function, or the lines between two functions.
type piece struct {
	head string   // of the function, up to its opening brace, "" for other lines
	doc  []string // the comment before it
	body []string // without head and closing brace
}

// name identifies a function: its name, with the receiver's type for a method.
func (p piece) name() string {
	m := functionHead.FindStringSubmatch(p.head)
	if m == nil {
		return ""
	}
	return m[1] + "." + m[2]
}

var (
	functionHead = pattern.New(`^func (?:\(\w* ?\*?(\w+)[^)]*\) )?(\w+)`)
	definition   = pattern.New(`^(?:var )?(\w+)(?: [^=]*)?:?= `)
)

// pieces splits code that gofmt has formatted.
func pieces(code string) (list []piece, err error) {
	var rest piece
	flush := func() {
		if strings.TrimSpace(strings.Join(rest.body, "")) != "" {
			list = append(list, rest)
		}
		rest = piece{}
	}
	lines := strings.Split(strings.TrimRight(code, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "func ") {
			rest.body = append(rest.body, lines[i])
			continue
		}
		p := piece{head: lines[i]}
		for i+1 < len(lines) && (strings.HasSuffix(p.head, "(") || strings.HasSuffix(p.head, ",")) {
			i++
			p.head += "\n" + lines[i]
		}
		if !strings.HasSuffix(p.head, "{") {
			return nil, fmt.Errorf("%q: expected the body of the function in lines of its own", p.head)
		}
		for n := len(rest.body); n > 0 && strings.HasPrefix(rest.body[n-1], "//"); n-- {
			p.doc = append([]string{rest.body[n-1]}, p.doc...)
			rest.body = rest.body[:n-1]
		}
		flush()
		for i++; i < len(lines) && lines[i] != "}"; i++ {
			p.body = append(p.body, lines[i])
		}
		if i == len(lines) {
			return nil, fmt.Errorf("%q: the function does not end with a brace in a line of its own", p.head)
		}
		list = append(list, p)
	}
	flush()
	return list, nil
}

// returns reports whether the function with a head has results.
func returns(head string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+head+"}", 0)
	if err != nil || len(f.Decls) == 0 {
		return false
	}
	d, ok := f.Decls[0].(*ast.FuncDecl)
	return ok && d.Type.Results != nil
}

// withRegions puts the solution into the stub.
func withRegions(stub, solution string) (string, error) {
	stubs, err := pieces(stub)
	if err != nil {
		return "", err
	}
	answers, err := pieces(solution)
	if err != nil {
		return "", err
	}
	var lines []string
	used := make([]bool, len(answers))
	defined := make(map[string]bool) // variables of the stub
	for _, s := range stubs {
		if s.head == "" {
			for _, line := range s.body {
				if m := definition.FindStringSubmatch(line); m != nil {
					defined[m[1]] = true
				}
			}
			lines = append(lines, s.body...)
			continue
		}
		lines = append(append(lines, s.doc...), s.head)
		for i, a := range answers {
			if a.head != "" && a.name() == s.name() && !used[i] {
				used[i] = true
				lines = append(lines, "\t"+beginSolution)
				lines = append(lines, a.body...)
				if !returns(s.head) {
					lines = append(lines, "\treturn") // the panic after it must not run
				}
				lines = append(lines, "\t"+endSolution)
			}
		}
		lines = append(append(lines, s.body...), "}")
	}
	var more []string
	for i, a := range answers {
		switch {
		case used[i]:
		case a.head != "":
			more = append(append(append(append(more, a.doc...), a.head), a.body...), "}")
		default:
			for _, line := range a.body {
				if m := definition.FindStringSubmatch(line); m != nil && defined[m[1]] {
					line = m[1] + " = " + line[len(m[0]):]
				}
				more = append(more, line)
			}
		}
	}
	if len(more) > 0 {
		lines = append(append(append(lines, beginSolution), more...), endSolution)
	}
	return strings.Join(lines, "\n"), nil
}
