// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	comm "polka/kernel/comm/host"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"
)

const posed = `-- seen/predict --
What?
-- seen/code --
fmt.Println(start + 1)
-- seen/choices --
+ 42
- 41 // nothing is added
-- typed/predict --
What?
-- typed/code --
start
-- typed/output --
41
-- total/parsons --
Order.
-- total/code --
func total(s []int) int {
	sum := 0
	for _, x := range s {
- for x := range s { // x is an index
		sum += x
	}
	return sum
}
-- total/uses --
func total(s []int) int
-- total/check --
if got := total([]int{2, 3}); got != 5 {
	return fmt.Errorf("total is %d", got)
}
-- last/bug --
Where?
-- last/code --
func last(s []int) int {
- 	return s[len(s)] // there is no such element
+ 	return s[len(s)-1]
}
-- last/uses --
func last(s []int) int
-- last/check --
if got := last([]int{2, 3}); got != 3 {
	return fmt.Errorf("last is %d", got)
}
-- fib/gap --
Fill.
-- fib/code --
func fib(n int) int {
	if «n < 2» {
- n < 1 // fib(1) needs fib(-1)
		return n
	}
	return fib(n-1) + fib(«n-2»)
}
-- fib/uses --
func fib(n int) int
-- fib/check --
if got := fib(10); got != 55 {
	return fmt.Errorf("fib is %d", got)
}
-- choose/vote --
Which?
-- choose/choices --
- a
- b
- none of them
`

// A posePage is a page that can load modules; it keeps the results that are sent to them.
type posePage struct {
	*widgetPage
	results chan map[string]any
}

func (p *posePage) Comm(m comm.Message) {
	var q struct {
		Content struct{ Result map[string]any }
	}
	if json.Unmarshal(m.Data, &q) == nil && q.Content.Result != nil {
		p.results <- q.Content.Result
	}
	p.widgetPage.Comm(m)
}

// custom sends a message to a module.
func (p *posePage) custom(s *session.Session, id, content string) {
	s.Comm(comm.Message{Kind: comm.Sent, ID: id, Data: json.RawMessage(`{"method":"custom","content":` + content + `}`)}, p)
}

// greet says that the page can load modules.
func (p *posePage) greet(s *session.Session) {
	greeter := ""
	p.mu.Lock()
	for id, state := range p.states {
		if source, _ := state["_esm"].(string); strings.Contains(source, "hello") {
			greeter = id
		}
	}
	p.mu.Unlock()
	p.custom(s, greeter, `{"hello":true}`)
}

func newPoseSession(t *testing.T) *session.Session {
	s, err := session.New(session.Options{
		Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(),
		Log: t.Logf, Exercises: fstest.MapFS{"my.txtar": {Data: []byte(posed)}}, CheckTime: 2 * time.Second,
		Languages: fstest.MapFS{"fr/x.po": {Data: []byte("msgid \"none of them\"\nmsgstr \"aucun\"\n\n" +
			"msgid \"Your vote was sent to the class (%s). You can change it while the vote is open.\"\nmsgstr \"envoyé (%s)\"\n")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestPose answers an exercise of each kind in its widget.
func TestPose(t *testing.T) {
	s := newPoseSession(t)
	p := &posePage{newPage(), make(chan map[string]any, 10)}
	number := 0
	run := func(code string) {
		t.Helper()
		number++
		if r := s.Execute(context.Background(), engine.Cell{Number: number, Code: code, Comms: true}, p); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	run("start := 41")
	run("%exercise choose")
	p.greet(s)
	ask := func(answer string) map[string]any {
		p.custom(s, p.model("AnyModel"), `{"Answer":`+answer+`}`)
		return <-p.results
	}
	for _, c := range []struct{ name, answer, verdict, message, output string }{
		{"choose", `{"Choice":1}`, "right", "Your vote", ""},
		{"seen", `{"Choice":0}`, "right", "", "42"},
		{"seen", `{"Choice":1}`, "wrong", "", "42"},
		{"typed", `{"Text":" 41\n"}`, "right", "", "41"},
		{"typed", `{"Text":"start"}`, "wrong", "", "41"},
		{"total", `{"Order":[0,1,2,4,5,6,7]}`, "right", "right", ""},
		{"total", `{"Order":[0,1,3,4,5,6,7]}`, "wrong", "total is 1", ""},
		{"total", `{"Order":[0,1,2,4,6,5,7]}`, "wrong", "the program does not run: missing return", ""},
		{"total", `{"Order":[1,2,0]}`, "wrong", "the program does not run: ", ""},
		{"total", `{"Order":[0,0]}`, "wrong", "each line at most once", ""},
		{"last", `{"Line":1}`, "right", "right", ""},
		{"last", `{"Line":0}`, "wrong", "this line is correct; panic: index out of range", ""},
		{"fib", `{"Gaps":["n <= 1","n - 2"]}`, "right", "right", ""},
		{"fib", `{"Gaps":["n < 2","n"]}`, "wrong", "", ""},
		{"fib", `{"Gaps":["n < 2"]}`, "wrong", "expected 2 texts", ""},
	} {
		run("%exercise " + c.name)
		got := ask(c.answer)
		if got["right"] != (c.verdict == "right") || !strings.Contains(got["message"].(string), c.message) || got["output"] != c.output {
			t.Errorf("%s, %s: %v", c.name, c.answer, got)
		}
	}
	run("%check")
	for _, line := range []string{"my: 6 of 6 exercises solved", "✓ total, 1 answer", "✓ choose, 1 answer"} {
		if !strings.Contains(p.String(), line) {
			t.Errorf("no line %q in %s", line, p)
		}
	}
	run("total([]int{4, 5})") // the answer remains, as that in a cell
	// A program that does not end is stopped, and cells run afterwards.
	run("%exercise fib")
	if got := ask(`{"Gaps":["func() bool { for {} }()","n-2"]}`); got["right"] != false || !strings.Contains(got["message"].(string), "did not end") {
		t.Errorf("%v", got)
	}
	run("start")
}

// TestPredictCell: the code below %%exercise runs after it was predicted, and at once where nobody
// can predict it.
func TestPredictCell(t *testing.T) {
	s := newPoseSession(t)
	p := &posePage{newPage(), make(chan map[string]any, 10)}
	const code = "%%exercise seen\nfmt.Println(\"ran\")\nlater := 2"
	run := func(code string, live bool) *engine.Error {
		return s.Execute(context.Background(), engine.Cell{Number: 1, Code: code, Comms: live}, p).Err
	}
	if err := run(code, true); err != nil || strings.Contains(p.String(), "ran") {
		t.Fatalf("%v, %s", err, p)
	}
	if err := run("later", true); err == nil {
		t.Error("the code has run")
	}
	p.greet(s)
	p.custom(s, p.model("AnyModel"), `{"Answer":{"Choice":1}}`)
	if got := <-p.results; got["message"] != "Now run the cell again." {
		t.Errorf("%v", got)
	}
	if err := run(code, true); err != nil || !strings.Contains(p.String(), "ran") || !strings.Contains(p.String(), "predicted: 41\nnothing is added") {
		t.Errorf("%v, %s", err, p)
	}
	if err := run("later", true); err != nil {
		t.Error(err)
	}
	if err := run("%reset", true); err != nil {
		t.Error(err)
	}
	if err := run(code, false); err != nil || run("later", false) != nil {
		t.Errorf("without a page: %v", err)
	}
	for code, want := range map[string]string{
		"%exercise":           "expected the name of an exercise",
		"%exercise none":      "there is no exercise named none",
		"%%exercise total\n1": "total is not a prediction",
		"%check choose":       "choose has no check; %exercise choose shows it",
	} {
		if err := run(code, true); err == nil || !strings.Contains(err.Message, want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}
