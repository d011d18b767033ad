// SPDX-License-Identifier: BSD-3-Clause

// Magics for files, the environment and the cells themselves.

package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"polka/internal/limit"
	"polka/internal/plural"
	"polka/kernel/cell/syntax"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session/part"
)

// A past cell is a cell that this session has run.
type past struct {
	number int
	code   string
}

// pastLimit is the maximum text of past cells that a session keeps, in bytes.
const pastLimit = 1 << 20

// remember keeps the text of a cell for %history and %save.
func (s *Session) remember(c engine.Cell) {
	if c.Silent || c.Script || c.Rerun {
		return
	}
	s.past = append(s.past, past{c.Number, c.Code})
	if s.pastSize += len(c.Code); s.pastSize > pastLimit {
		for len(s.past) > 1 && s.pastSize > pastLimit/2 {
			s.pastSize -= len(s.past[0].code)
			s.past = s.past[1:]
		}
		s.past = slices.Clone(s.past)
	}
}

// selected returns the past cells in a list such as "3", "2-5" or "1 4-6", or all if the list is
// empty, but never the running cell.
func (s *Session) selected(r *run, list string) ([]past, error) {
	cells := s.past
	if n := len(cells); n > 0 && cells[n-1].number == r.cell.Number {
		cells = cells[:n-1]
	}
	if list == "" {
		return cells, nil
	}
	var out []past
	for _, part := range strings.FieldsFunc(list, func(c rune) bool { return c == ' ' || c == ',' }) {
		from, to, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(to)
		}
		if err != nil || a > b {
			return nil, fmt.Errorf("%q: expected the numbers of cells, such as 3 or 2-5", part)
		}
		before := len(out)
		for _, p := range cells {
			if a <= p.number && p.number <= b {
				out = append(out, p)
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("this session has no cell %s", part)
		}
	}
	return out, nil
}

// magicHistory lists past cells.
func (s *Session) magicHistory(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	cells, err := s.selected(r, m.Arg)
	if err != nil {
		return engine.Declared{}, s.magicError(r, m, err.Error())
	}
	var b strings.Builder
	for _, p := range cells {
		lines := strings.Split(strings.TrimRight(p.code, "\n"), "\n")
		for i, line := range lines {
			label := ""
			if i == 0 {
				label = strconv.Itoa(p.number) + ":"
			}
			fmt.Fprintf(&b, "%5s %s\n", label, line)
		}
	}
	if b.Len() == 0 {
		b.WriteString("no cell has run before this one\n")
	}
	s.show(display.Text(strings.TrimSuffix(b.String(), "\n")))
	return engine.Declared{}, nil
}

// magicSave writes past cells into a file that polka run can run.
func (s *Session) magicSave(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	name, list, _ := strings.Cut(m.Arg, " ")
	if name == "" {
		return engine.Declared{}, s.magicError(r, m, "expected a file, as in %save session.go or %save session.go 2-5")
	}
	cells, err := s.selected(r, strings.TrimSpace(list))
	if err != nil {
		return engine.Declared{}, s.magicError(r, m, err.Error())
	}
	var b strings.Builder
	for i, p := range cells {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(p.code, "\n") + "\n")
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		return engine.Declared{}, s.magicFailure(r, m, fileError, err.Error())
	}
	s.show(display.Text(fmt.Sprintf("wrote %s to %s", plural.Count(len(cells), "cell"), name)))
	return engine.Declared{}, nil
}

// fileError is the name of the error of a magic that cannot read or write.
const fileError = "FileError"

// magicWritefile writes the lines below it into a file.
func (s *Session) magicWritefile(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	head, body, _ := strings.Cut(m.Arg, "\n")
	if !strings.Contains(r.cell.Code, "\n") {
		body = ""
	}
	name, isAppend := strings.CutPrefix(strings.TrimSpace(head), "-a ")
	name = strings.TrimSpace(name)
	if name == "" || !m.Whole {
		return engine.Declared{}, s.magicError(r, m, "expected %%writefile FILE, or %%writefile -a FILE, above the lines to write")
	}
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	mode, verb := os.O_TRUNC, "wrote"
	if isAppend {
		mode, verb = os.O_APPEND, "appended"
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|mode, 0o666)
	if err == nil {
		_, err = f.WriteString(body)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return engine.Declared{}, s.magicFailure(r, m, fileError, err.Error())
	}
	s.show(display.Text(fmt.Sprintf("%s %d bytes to %s", verb, len(body), name)))
	return engine.Declared{}, nil
}

// magicLoad puts the text of a file, or of a page, into the cell.
func (s *Session) magicLoad(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	if m.Arg == "" {
		return engine.Declared{}, s.magicError(r, m, "expected a file or an address, as in %load pieces.go")
	}
	text, err := load(r, m.Arg)
	if err != nil {
		return engine.Declared{}, s.magicFailure(r, m, fileError, err.Error())
	}
	screen{s}.SetNextInput("// %load "+m.Arg+"\n"+text, true)
	return engine.Declared{}, nil
}

func load(r *run, name string) (string, error) {
	var in io.ReadCloser
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		body, err := part.Fetch(r.ctx, name)
		if err != nil {
			return "", err
		}
		in = body
	} else {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		in = f
	}
	defer in.Close()
	text, err := limit.ReadAll(in, limit.Text)
	return string(text), err
}

// magicCd changes the directory, to the home directory if there is no argument, and shows it.
func (s *Session) magicCd(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	dir := m.Arg
	if home, err := os.UserHomeDir(); err == nil && (dir == "" || dir == "~" || strings.HasPrefix(dir, "~/")) {
		dir = filepath.Join(home, strings.TrimPrefix(dir, "~"))
	}
	err := os.Chdir(dir)
	if err == nil {
		dir, err = os.Getwd()
	}
	if err != nil {
		return engine.Declared{}, s.magicFailure(r, m, fileError, err.Error())
	}
	s.show(display.Text(dir))
	return engine.Declared{}, nil
}

// magicEnv shows the environment or a variable of it, or sets one.
func (s *Session) magicEnv(r *run, m *syntax.Magic) (engine.Declared, *engine.Error) {
	name, value, isSet := strings.Cut(m.Arg, "=")
	name = strings.TrimSpace(name)
	switch {
	case m.Arg == "":
		list := os.Environ()
		slices.Sort(list)
		s.show(display.Text(strings.Join(list, "\n")))
	case isSet:
		if err := os.Setenv(name, strings.TrimSpace(value)); err != nil {
			return engine.Declared{}, s.magicError(r, m, err.Error())
		}
	default:
		value, ok := os.LookupEnv(name)
		if !ok {
			return engine.Declared{}, s.magicError(r, m, "the environment has no variable "+name)
		}
		s.show(display.Text(value))
	}
	return engine.Declared{}, nil
}

// magicReset removes all that cells have defined.
func (s *Session) magicReset(*run, *syntax.Magic) (engine.Declared, *engine.Error) {
	s.stopTasks()
	s.compiling.Lock()
	s.reset()
	s.compiling.Unlock()
	s.show(display.Text("all definitions have been removed"))
	return engine.Declared{Reset: true}, nil
}
