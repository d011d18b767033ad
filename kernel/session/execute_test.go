// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"polka/kernel/display"
	"polka/kernel/engine"
)

func TestExpressions(t *testing.T) {
	s := newSession(t)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "x := 6\nfunc f() int { return []int{1}[x] }\nx", Expressions: map[string]string{
		"twice": "2 * x", "bad": "nope", "panics": "f()", "nothing": "x = 7",
	}}, engine.Discard)
	if r.Err != nil || r.Value.Plain() != "6" {
		t.Fatalf("%+v", r)
	}
	if v := r.Expressions["twice"]; v.Err != nil || v.Value.Plain() != "12" && v.Value.Plain() != "14" {
		t.Errorf("twice: %+v", v)
	}
	if v := r.Expressions["bad"]; v.Err == nil || v.Err.Name != engine.CompileError {
		t.Errorf("bad: %+v", v)
	}
	if v := r.Expressions["panics"]; v.Err == nil || v.Err.Name != engine.Panic || !strings.Contains(strings.Join(v.Err.Trace, "\n"), "cell 1, line 2") {
		t.Errorf("panics: %+v", v.Err)
	}
	if v := r.Expressions["nothing"]; v.Err != nil {
		t.Errorf("nothing: %+v", v)
	}
	// A cell that fails has none, and the text of a cell outlives its expressions.
	r = s.Execute(t.Context(), engine.Cell{Number: 2, Code: "f()", Expressions: map[string]string{"x": "x"}}, engine.Discard)
	if r.Err == nil || r.Expressions != nil || !strings.Contains(strings.Join(r.Err.Trace, "\n"), "func f() int { return []int{1}[x] }") {
		t.Errorf("%+v %v", r.Err, r.Expressions)
	}
}

func TestSilentAndDeclared(t *testing.T) {
	s := newSession(t)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "import \"fmt\"\ntype T struct{}\nx, y := 1, 2\nfmt.Sprint(x)", Silent: true}, engine.Discard)
	if r.Value != nil || r.Err != nil {
		t.Errorf("%+v", r)
	}
	if strings.Join(r.Declared.Variables, " ") != "x y" || len(r.Declared.Steps) != 1 || r.Declared.Steps[0].Source() != "import fmt \"fmt\"\ntype T struct{}\n" {
		t.Errorf("%+v", r.Declared)
	}
	// The declarations can be replayed in another session.
	other := newSession(t)
	run(t, other, r.Declared.Steps[0].Source(), "fmt.Sprint(T{})")
}

// asker is an Output that answers questions.
type asker struct {
	recorder
	answers []string
}

func (a *asker) Input(ctx context.Context, prompt string, secret bool) (string, error) {
	a.Write(engine.Stdout, []byte("["+prompt+"]"))
	if len(a.answers) == 0 {
		return "", io.EOF
	}
	line := a.answers[0]
	a.answers = a.answers[1:]
	return line, nil
}

func TestInput(t *testing.T) {
	s := newSession(t)
	out := &asker{answers: []string{"Ada", "7 8", "one"}}
	code := "name := display.Input(\"name? \")\nvar a, b int\nfmt.Scan(&a, &b)\nsc := bufio.NewScanner(os.Stdin)\n_ = sc\nname, a + b"
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: code, AllowInput: true}, out)
	if r.Err != nil || r.Value.Plain() != `"Ada", 15` {
		t.Errorf("%+v %s", r, out)
	}
	r = s.Execute(t.Context(), engine.Cell{Number: 2, Code: "display.Input(\"more? \")"}, out)
	if r.Err == nil || r.Err.Name != engine.InputError {
		t.Errorf("%+v", r.Err)
	}
}

func TestDisplayEvents(t *testing.T) {
	s := newSession(t)
	out := new(recorder)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "fmt.Println(1)\ndisplay.Show(2)\nfmt.Println(3)\ndisplay.Clear()\ndisplay.Page(\"long\")\ndisplay.SetNextInput(\"x\")\nh := display.Live(4)\nh.Update(5)"}, out)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if got, want := out.String(), "1\ndisplay: 2\n3\nclear\ndisplay: 4\ndisplay: 5\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(r.Payloads) != 2 || r.Payloads[0].Page.Plain() != `"long"` && r.Payloads[0].Page.Plain() != "long" || r.Payloads[1].SetNextInput.Text != "x" {
		t.Errorf("%+v", r.Payloads)
	}
}

// TestOutputBetweenCells lets a goroutine write after its cell has ended.
func TestOutputBetweenCells(t *testing.T) {
	s := newSession(t)
	first, second := new(recorder), new(recorder)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "gate, done := make(chan int), make(chan int)\ngo func() { <-gate; fmt.Println(\"late\"); close(done) }()"}, first)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if r := s.Execute(t.Context(), engine.Cell{Number: 2, Code: "close(gate)\n<-done"}, second); r.Err != nil {
		t.Fatal(r.Err)
	}
	if !strings.Contains(first.String(), "1 goroutine of this cell is still running") || second.String() != "late\n" {
		t.Errorf("%q %q", first, second)
	}
}

func TestDraw(t *testing.T) {
	s := newSession(t)
	r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "shapes.Pentominoes()"}, engine.Discard)
	if r.Err != nil || r.Value.Data[display.HTMLType] == nil {
		t.Errorf("%+v", r)
	}
}

// TestMethodAgain declares methods again that need larger frames: after calls, during a call, and
// while the argument of a call is evaluated.
func TestMethodAgain(t *testing.T) {
	for _, generic := range []bool{false, true} {
		cells := []string{
			`type T struct{ c chan int }
func (t T) Far(r rune) rune { if r > 1000 { return t.Far(r-1) + 1 }; return r }
func (t T) Pass(n int) int { t.c <- n; return <-t.c }
func (t T) Run() { x := t.Pass(1); y := t.Pass(<-t.c); t.c <- 100*x + y }`,
			`t := T{make(chan int)}
far := string(rune(5000))
if strings.Map(t.Far, far) != far { panic("before") }
go t.Run()
<-t.c // Run is in Pass`,
			`func (t T) Far(r rune) rune {
	a, b, c, d, e, f := r, r+1, r+2, r+3, r+4, r+5
	if r > 1000 { t.Far(r-1) }
	if b != a+1 || c != a+2 || d != a+3 || e != a+4 || f != a+5 { panic(r) }
	return a
}
func (t T) Pass(n int) int { a, b, c, d, e, f := n, n+1, n+2, n+3, n+4, n+5; return a+b+c+d+e+f }`,
			`if strings.Map(t.Far, far) != far { panic("after") }
t.c <- 7 // Run evaluates the argument of the second call`,
			`func (t T) Pass(n int) int { var a, b, c, d, e, f, g, h *int; if a != nil || b != c || d != e || f != g || h != nil { panic(1) }; return -n }`,
			`t.c <- 5
if n := <-t.c; n != 695 { panic(n) }
if n := t.Pass(3); n != -3 { panic(n) }`,
		}
		s := newSession(t)
		for i, code := range cells {
			if generic {
				code = strings.NewReplacer("type T struct", "type T[E any] struct", "(t T)", "(t T[E])", "T{make", "T[int]{make").Replace(code)
			}
			if r := s.Execute(t.Context(), engine.Cell{Number: i + 1, Code: code}, engine.Discard); r.Err != nil {
				t.Fatalf("cell %d: %v", i+1, r.Err)
			}
		}
	}
}
