// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/internal/trace"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/render"
	"polka/stdlib"
)

// A debugClient speaks the Debug Adapter Protocol with a session.
type debugClient struct {
	t      *testing.T
	s      *session.Session
	seq    int
	events chan map[string]any
	out    recorder
}

// newDebugClient makes a session, and calls look with the values that it draws.
func newDebugClient(t *testing.T, look ...func(any)) *debugClient {
	t.Helper()
	draw := func(v any) any {
		for _, f := range look {
			f(v)
		}
		return render.Of(v)
	}
	s, err := session.New(session.Options{
		Symbols: []session.Symbols{stdlib.Symbols()}, Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(),
		Renderer: display.Renderer{Picture: draw}, Log: t.Logf,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := &debugClient{t: t, s: s, events: make(chan map[string]any, 1000)}
	s.DebugEvents(func(event []byte) {
		var e map[string]any
		if err := json.Unmarshal(event, &e); err != nil {
			panic(err)
		}
		c.events <- e
	})
	return c
}

// try sends a request and returns the response.
func (c *debugClient) try(command string, arguments any) (body map[string]any, message string) {
	c.t.Helper()
	c.seq++
	q, err := json.Marshal(map[string]any{"type": "request", "seq": c.seq, "command": command, "arguments": arguments})
	if err != nil {
		c.t.Fatal(err)
	}
	var r struct {
		Type       string         `json:"type"`
		RequestSeq int            `json:"request_seq"`
		Command    string         `json:"command"`
		Success    bool           `json:"success"`
		Message    string         `json:"message"`
		Body       map[string]any `json:"body"`
	}
	text := c.s.Debug(context.Background(), q)
	if err := json.Unmarshal(text, &r); err != nil || r.Type != "response" || r.RequestSeq != c.seq || r.Command != command || r.Success != (r.Message == "") {
		c.t.Fatalf("%s: %v: %s", command, err, text)
	}
	return r.Body, r.Message
}

func (c *debugClient) ask(command string, arguments any) map[string]any {
	c.t.Helper()
	body, message := c.try(command, arguments)
	if message != "" {
		c.t.Fatalf("%s %v: %s", command, arguments, message)
	}
	return body
}

type object = map[string]any

// start attaches the debugger.
func (c *debugClient) start() *debugClient {
	c.ask("initialize", object{"adapterID": "polka"})
	c.ask("attach", object{})
	return c
}

// breakpoints sets the breakpoints of a cell and returns their lines.
func (c *debugClient) breakpoints(code string, list ...object) (lines []int) {
	c.t.Helper()
	path := c.ask("dumpCell", object{"code": code})["sourcePath"]
	for _, b := range c.ask("setBreakpoints", object{"source": object{"path": path}, "breakpoints": list})["breakpoints"].([]any) {
		line := int(b.(object)["line"].(float64))
		if b.(object)["verified"] != true {
			line = -line
		}
		lines = append(lines, line)
	}
	return lines
}

// run starts a cell.
func (c *debugClient) run(number int, code string) (done chan engine.Reply) {
	done = make(chan engine.Reply, 1)
	go func() { done <- c.s.Execute(context.Background(), engine.Cell{Number: number, Code: code}, &c.out) }()
	return done
}

// await waits for an event of that kind, and returns its body.
func (c *debugClient) await(name string) object {
	for e := range c.events {
		if e["event"] == name {
			body, _ := e["body"].(object)
			return body
		}
	}
	return nil
}

// where is the stack of a thread: name and line of each frame, the innermost first.
func (c *debugClient) where(thread any) string {
	var list []string
	for _, f := range c.ask("stackTrace", object{"threadId": thread})["stackFrames"].([]any) {
		list = append(list, fmt.Sprintf("%v:%v", f.(object)["name"], f.(object)["line"]))
	}
	return strings.Join(list, " ")
}

// stopped waits until a goroutine stops, and says why and where.
func (c *debugClient) stopped() string {
	body := c.await("stopped")
	return fmt.Sprintf("%v at %s", body["reason"], c.where(body["threadId"]))
}

// frame is the number of a frame of thread 1.
func (c *debugClient) frame(n int) any {
	return c.ask("stackTrace", object{"threadId": 1})["stackFrames"].([]any)[n].(object)["id"]
}

// scope lists the variables of a scope of a frame.
func (c *debugClient) scope(frame int, name string) (ref any, text string) {
	c.t.Helper()
	for _, s := range c.ask("scopes", object{"frameId": c.frame(frame)})["scopes"].([]any) {
		if s.(object)["name"] == name {
			ref = s.(object)["variablesReference"]
			return ref, c.variables(object{"variablesReference": ref})
		}
	}
	return nil, "no scope"
}

func (c *debugClient) variables(arguments object) string {
	c.t.Helper()
	return list(c.ask("variables", arguments))
}

func list(body object) string {
	var b strings.Builder
	for _, v := range body["variables"].([]any) {
		fmt.Fprintf(&b, "%v %v = %v\n", v.(object)["name"], v.(object)["type"], v.(object)["value"])
	}
	return b.String()
}

func (c *debugClient) evaluate(expression string) string {
	body, message := c.try("evaluate", object{"expression": expression, "frameId": c.frame(0), "context": "repl"})
	if message != "" {
		return message
	}
	return body["result"].(string)
}

func (c *debugClient) is(what, got, want string) {
	c.t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		c.t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

const debugFunctions = `type point struct{ x, y int }

func area(p point) int {
	a := p.x * p.y
	return a
}

func total(list []point) (sum int) {
	for _, p := range list {
		sum += area(p)
	}
	return sum
}`

const debugCall = `points := []point{{1, 2}, {3, 4}}
names := map[string]*point{"first": &points[0]}
t := total(points)
fmt.Println(t, len(names))
t`

// TestDebug goes through two cells, of which the first ran before the debugger was attached.
func TestDebug(t *testing.T) {
	c := newDebugClient(t)
	if r := <-c.run(1, debugFunctions); r.Err != nil {
		t.Fatal(r.Err)
	}
	c.start()
	if got := c.breakpoints(debugCall, object{"line": 3}, object{"line": 9}); !cmp.Equal(got, []int{3, -9}) {
		t.Errorf("breakpoints at %v", got)
	}
	done := c.run(2, debugCall)
	c.is("first stop", c.stopped(), "breakpoint at cell 2:3")
	_, globals := c.scope(0, "Globals")
	c.is("globals", globals, "names map[string]*point = map[\"first\":&…]\npoints []point = [{x:1 y:2} {x:3 y:4}]\n")

	c.ask("stepIn", object{"threadId": 1})
	c.is("step into", c.stopped(), "step at total:9 cell 2:3")
	c.ask("next", object{"threadId": 1})
	c.is("step over", c.stopped(), "step at total:10 cell 2:3")
	ref, locals := c.scope(0, "Locals")
	c.is("locals", locals, "list []point = [{x:1 y:2} {x:3 y:4}]\nsum int = 0\np point = {x:1 y:2}\n")
	c.ask("stepIn", object{"threadId": 1})
	c.is("step into", c.stopped(), "step at area:4 total:10 cell 2:3")
	c.is("evaluate", c.evaluate("p.x + 40"), "41")
	c.is("evaluate a call", c.evaluate("area(point{5, 6})"), "30")
	c.is("a mistake", c.evaluate("nothing + 1"), "undefined: nothing")
	c.ask("next", object{"threadId": 1})
	c.stopped()
	aref, _ := c.scope(0, "Locals")
	c.is("set", fmt.Sprint(c.ask("setVariable", object{"variablesReference": aref, "name": "a", "value": "100"})["value"]), "100")
	c.ask("stepOut", object{"threadId": 1})
	c.is("step out", c.stopped(), "step at total:10 cell 2:3")
	_, locals = c.scope(0, "Locals")
	c.is("locals after it", locals, "list []point = [{x:1 y:2} {x:3 y:4}]\nsum int = 100\np point = {x:3 y:4}\n")
	if _, message := c.try("variables", object{"variablesReference": ref}); message == "" {
		t.Error("a reference from before the step is still known")
	}
	c.ask("continue", object{"threadId": 1})
	r := <-done
	if r.Err != nil || r.Value.Plain() != "112" {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
	c.is("inspectVariables", list(c.ask("inspectVariables", nil)), "names map[string]*point = map[\"first\":&…]\npoints []point = [{x:1 y:2} {x:3 y:4}]\nt int = 112\n")

	// Without the debugger the same cell runs through.
	c.ask("disconnect", object{})
	if r := <-c.run(3, debugCall); r.Err != nil || r.Value.Plain() != "14" {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
}

// TestDebugChildren looks into a value, page by page, and sets parts of it.
func TestDebugChildren(t *testing.T) {
	c := newDebugClient(t).start()
	code := "type node struct { name string; next *node; value any }\nfunc look(n *node, list []int) int {\n\treturn len(list)\n}\nlist := make([]int, 2000)\nn := &node{\"a\", &node{\"b\", nil, 7}, shapes.Monomino}\nlook(n, list)\n[]any{n.name, n.next.value, list[1999]}"
	code = strings.ReplaceAll(code, "shapes.Monomino", `node{"c", nil, nil}`)
	c.breakpoints(code, object{"line": 3})
	done := c.run(1, code)
	c.is("stop", c.stopped(), "breakpoint at look:3 cell 1:7")
	ref, _ := c.scope(0, "Locals")
	child := func(ref any, name string) (v object) {
		for _, x := range c.ask("variables", object{"variablesReference": ref})["variables"].([]any) {
			if x.(object)["name"] == name {
				v = x.(object)
			}
		}
		return v
	}
	n := child(ref, "n")
	c.is("fields", c.variables(object{"variablesReference": n["variablesReference"]}),
		"name string = \"a\"\nnext *node = &{name:\"b\" next:nil value:7}\nvalue interface {}(node) = {name:\"c\" next:nil value:nil}\n")
	big := child(ref, "list")
	if big["indexedVariables"] != 2000.0 {
		t.Errorf("the slice has %v elements", big["indexedVariables"])
	}
	all := c.ask("variables", object{"variablesReference": big["variablesReference"]})["variables"].([]any)
	if len(all) != 1001 || all[1000].(object)["name"] != "…" {
		t.Errorf("%d elements are listed", len(all))
	}
	c.is("a page", c.variables(object{"variablesReference": big["variablesReference"], "filter": "indexed", "start": 1998, "count": 5}), "[1998] int = 0\n[1999] int = 0\n")
	c.ask("setVariable", object{"variablesReference": big["variablesReference"], "name": "[1999]", "value": "5"})
	c.ask("setVariable", object{"variablesReference": n["variablesReference"], "name": "name", "value": `"new"`})
	next := child(n["variablesReference"], "next")
	c.ask("setVariable", object{"variablesReference": next["variablesReference"], "name": "value", "value": "8.5"})
	if _, message := c.try("setVariable", object{"variablesReference": n["variablesReference"], "name": "name", "value": "1"}); !strings.Contains(message, "cannot use 1") {
		t.Errorf("a number for a string: %q", message)
	}
	c.ask("continue", object{"threadId": 1})
	if r := <-done; r.Err != nil || r.Value.Plain() != `[new 8.5 5]` {
		t.Errorf("%v, %v", r.Value.Plain(), r.Err)
	}
}

// TestDebugBreakpoints tries conditions, hit counts and messages.
func TestDebugBreakpoints(t *testing.T) {
	loop := "sum := 0\nfor i := 0; i < 10; i++ {\n\tsum += i\n}\nsum"
	for _, test := range []struct {
		b      object
		stops  string // the values of i
		output string
	}{
		{object{"condition": "i == 3 || i > 7"}, "3 8 9 ", ""},
		{object{"hitCondition": "9"}, "8 9 ", ""},
		{object{"hitCondition": "== 2"}, "1 ", ""},
		{object{"hitCondition": "% 4"}, "3 7 ", ""},
		{object{"condition": "i%2 == 0", "hitCondition": ">= 4"}, "6 8 ", ""},
		{object{"logMessage": "i={i} sum={sum}", "condition": "i > 7"}, "", "i=8 sum=28\ni=9 sum=36\n"},
		{object{"condition": "nothing", "hitCondition": "<= 1"}, "0 ", "condition \"nothing\": undefined: nothing\n"},
	} {
		t.Run(fmt.Sprint(test.b), func(t *testing.T) {
			c := newDebugClient(t).start()
			test.b["line"] = 3
			c.breakpoints(loop, test.b)
			done := c.run(1, loop)
			var stops, output strings.Builder
			ended := false
			for !ended || len(c.events) > 0 {
				select {
				case e := <-c.events:
					body, _ := e["body"].(object)
					switch e["event"] {
					case "stopped":
						io.WriteString(&stops, c.evaluate("i")+" ")
						c.ask("continue", object{"threadId": 1})
					case "output":
						io.WriteString(&output, body["output"].(string))
					}
				case r := <-done:
					ended, done = true, nil
					if r.Err != nil || r.Value.Plain() != "45" {
						t.Errorf("%v, %v", r.Value, r.Err)
					}
				}
			}
			c.is("stops", stops.String(), test.stops)
			c.is("output", strings.ReplaceAll(output.String(), "line 1: ", ""), test.output)
		})
	}
}

// TestDebugMemory passes a breakpoint with a message and a condition many times: they are compiled
// once. Goroutines that have ended while the cell runs are forgotten.
func TestDebugMemory(t *testing.T) {
	loop := "for i := range 3000 {\n\t_ = i\n}"
	c := newDebugClient(t).start()
	c.breakpoints(loop, object{"line": 2, "logMessage": "{i} {i*i}", "condition": "i >= 0"})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := c.run(1, loop)
	for i := range 3000 {
		if text := c.await("output")["output"]; text != fmt.Sprintf("%d %d\n", i, i*i) {
			t.Fatalf("message %d: %q", i, text)
		}
	}
	<-done
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 120<<20 {
		t.Errorf("%d MB were allocated for 3000 messages", n>>20)
	}

	work := `func work(done chan bool) {
	big := make([]byte, 1<<20)
	big[0]++
	done <- true
}
done := make(chan bool)
for range 200 {
	go work(done)
	<-done
}
runtime.GC()
runtime.GC()
var m runtime.MemStats
runtime.ReadMemStats(&m)
int(m.HeapAlloc >> 20)`
	r := <-c.run(2, work)
	if n, err := strconv.Atoi(r.Value.Plain()); err != nil || n > 150 {
		t.Errorf("%s MB after 200 goroutines of 1 MB, %v", r.Value.Plain(), r.Err)
	}
}

// TestDebugWidget evaluates a widget, which the cell does not show.
func TestDebugWidget(t *testing.T) {
	code := "slider := widget.IntSlider(1, 3)\nfmt.Println(slider.Value())"
	c, p := newDebugClient(t).start(), newPage()
	c.breakpoints(code, object{"line": 2, "logMessage": "{slider}"})
	p.run(t, c.s, 1, code)
	c.is("message", c.await("output")["output"].(string), "IntSlider = 1\n")
	if len(p.shown) != 0 {
		t.Errorf("the cell shows %v", p.shown)
	}
}

// TestDebugPanics stops where a panic begins, or at the end of a goroutine.
func TestDebugPanics(t *testing.T) {
	code := "func index(list []int, i int) int {\n\treturn list[i]\n}\nfunc safe() {\n\tdefer func() { recover() }()\n\tpanic(\"caught\")\n}\nsafe()\nindex(nil, 3)"
	const text = "runtime error: index out of range [3] with length 0"
	c := newDebugClient(t).start()
	c.ask("setExceptionBreakpoints", object{"filters": []string{"panic"}})
	done := c.run(1, code)
	c.is("first", c.stopped(), "exception at safe:6 cell 1:8")
	c.is("text", fmt.Sprint(c.ask("exceptionInfo", object{"threadId": 1})["description"]), "caught")
	c.ask("continue", object{"threadId": 1})
	c.is("second", c.stopped(), "exception at index:2 cell 1:9")
	c.is("value", c.evaluate("i"), "3")
	c.ask("continue", object{"threadId": 1})
	if r := <-done; r.Err == nil || !strings.Contains(r.Err.Message, "index out of range") {
		t.Errorf("%v", r.Err)
	}
	c.ask("setExceptionBreakpoints", object{"filters": []string{"uncaught"}})
	done = c.run(2, code)
	c.is("uncaught", c.stopped(), "exception at index:2 cell 2:9")
	c.is("text", fmt.Sprint(c.ask("exceptionInfo", object{"threadId": 1})["description"]), text)
	c.is("value", c.evaluate("i + 1"), "4")
	c.ask("continue", object{"threadId": 1})
	if r := <-done; r.Err == nil {
		t.Error("no error")
	}
}

// TestDebugStop stops a cell that waits at a breakpoint: it ends, and variables stay.
func TestDebugStop(t *testing.T) {
	c := newDebugClient(t).start()
	code := "k := 5\nwg := sync.WaitGroup{}\nfor range 3 {\n\twg.Go(func() {\n\t\tfor { k++ }\n\t})\n}\nwg.Wait()\nk = 0"
	c.breakpoints(code, object{"line": 5})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan engine.Reply, 1)
	go func() { done <- c.s.Execute(ctx, engine.Cell{Number: 1, Code: code}, &c.out) }()
	if body := c.await("stopped"); body["threadId"] == 1.0 || body["allThreadsStopped"] != true {
		t.Errorf("%v", body)
	}
	if n := len(c.ask("threads", nil)["threads"].([]any)); n < 2 {
		t.Errorf("%d threads", n)
	}
	cancel()
	if r := <-done; r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Errorf("%v", r.Err)
	}
	c.await("continued")
	if r := <-c.run(2, "k > 4"); r.Err != nil || r.Value.Plain() != "true" {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
}

// TestDebugStopCondition stops a cell while the condition or the message of a breakpoint is
// evaluated, which would never end.
func TestDebugStopCondition(t *testing.T) {
	for _, b := range []object{{"line": 2, "condition": "forever()"}, {"line": 2, "logMessage": "{forever()}"}} {
		c := newDebugClient(t).start()
		if r := <-c.run(1, "func forever() bool {\n\tfmt.Println(1)\n\tfor {\n\t}\n}"); r.Err != nil {
			t.Fatal(r.Err)
		}
		code := "n := 1\nn++"
		c.breakpoints(code, b)
		ctx, cancel := context.WithCancel(context.Background())
		started := &signal{seen: make(chan struct{})}
		done := make(chan engine.Reply, 1)
		go func() { done <- c.s.Execute(ctx, engine.Cell{Number: 2, Code: code}, started) }()
		<-started.seen
		cancel()
		if r := <-done; r.Err == nil || r.Err.Name != engine.Interrupted {
			t.Errorf("%v: %v", b, r.Err)
		}
		c.ask("disconnect", object{})
		for len(c.events) > 0 {
			if e := <-c.events; e["event"] == "output" || e["event"] == "stopped" {
				t.Errorf("%v: %v", b, e)
			}
		}
		if r := <-c.run(3, "n"); r.Err != nil || r.Value.Plain() != "1" {
			t.Errorf("%v: %v, %v", b, r.Value, r.Err)
		}
	}
}

// TestDebugTraced stops in a function that a trace records. What the user evaluates there is not
// part of the trace.
func TestDebugTraced(t *testing.T) {
	var record *trace.Record
	c := newDebugClient(t, func(v any) {
		if r, ok := v.(*trace.Record); ok {
			record = r
		}
	}).start()
	code := "%%trace twice\nfunc twice(n int) int {\n\tm := n\n\treturn m + n\n}\ntwice(4)"
	c.breakpoints(code, object{"line": 4})
	done := c.run(1, code)
	c.is("stop", c.stopped(), "breakpoint at twice:4 cell 1:6")
	c.is("evaluation", c.evaluate("twice(m) + 1"), "9")
	c.ask("continue", object{"threadId": 1})
	if r := <-done; r.Err != nil {
		t.Fatal(r.Err)
	}
	if record == nil || len(record.Calls) != 1 || record.Calls[0].Result != "8" || record.Others != 0 {
		t.Errorf("%+v", record)
	}
}

// TestDebugPause stops a cell that computes.
func TestDebugPause(t *testing.T) {
	c := newDebugClient(t)
	if _, message := c.try("stackTrace", object{"threadId": 1}); message == "" {
		t.Error("a stack without a session")
	}
	c.start()
	if _, message := c.try("pause", object{"threadId": 1}); message != "no cell is running" {
		t.Errorf("pause: %q", message)
	}
	started := &signal{seen: make(chan struct{})}
	done := make(chan engine.Reply, 1)
	go func() {
		done <- c.s.Execute(context.Background(), engine.Cell{Number: 1, Code: "n, on := 0, true\nfmt.Println(\"on\")\nfor on {\n\tn++\n}\n!on"}, started)
	}()
	<-started.seen
	c.ask("pause", object{"threadId": 1})
	if got := c.stopped(); got != "pause at cell 1:3" && got != "pause at cell 1:4" {
		t.Errorf("pause: %s", got)
	}
	c.is("assignment", c.evaluate("on = false"), "")
	c.ask("continue", object{"threadId": 1})
	if r := <-done; r.Err != nil || r.Value.Plain() != "true" {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
}

// TestDebugLate attaches the debugger while a cell runs, which stops in the functions that it
// calls.
func TestDebugLate(t *testing.T) {
	c := newDebugClient(t)
	if r := <-c.run(1, "func count(n int) int {\n\treturn n + 1\n}"); r.Err != nil {
		t.Fatal(r.Err)
	}
	started := &signal{seen: make(chan struct{})}
	code := "on := true\nfmt.Println(\"on\")\nfor n := 0; on; {\n\tn = count(n)\n}"
	done := make(chan engine.Reply, 1)
	go func() { done <- c.s.Execute(context.Background(), engine.Cell{Number: 2, Code: code}, started) }()
	<-started.seen
	if _, message := c.try("inspectVariables", nil); message != "" {
		t.Errorf("inspectVariables while a cell runs: %s", message)
	}
	c.start().ask("pause", object{"threadId": 1})
	c.is("pause", c.stopped(), "pause at count:2")
	c.is("assignment", c.evaluate("on = false"), "")
	c.ask("continue", object{"threadId": 1})
	if r := <-done; r.Err != nil {
		t.Error(r.Err)
	}
	started = &signal{seen: make(chan struct{})}
	next := make(chan engine.Reply, 1)
	go func() { next <- c.s.Execute(context.Background(), engine.Cell{Number: 3, Code: code}, started) }()
	<-started.seen
	c.ask("pause", object{"threadId": 1})
	if body := c.await("stopped"); body["threadId"] != 1.0 {
		t.Errorf("the next cell is thread %v", body["threadId"])
	}
	c.evaluate("on = false")
	c.ask("disconnect", object{})
	if r := <-next; r.Err != nil {
		t.Error(r.Err)
	}
}

// TestDebugPictures asks for the picture of a variable, and copies it.
func TestDebugPictures(t *testing.T) {
	c := newDebugClient(t).start()
	code := "func show(s shapes.Shape) int {\n\treturn s.Size()\n}\nshow(shapes.Pentominoes()[0])"
	c.breakpoints(code, object{"line": 2})
	done := c.run(1, code)
	c.is("stop", c.stopped(), "breakpoint at show:2 cell 1:4")
	data := c.ask("richInspectVariables", object{"variableName": "s", "frameId": c.frame(0)})["data"].(object)
	if svg, _ := data["image/svg+xml"].(string); !strings.Contains(svg, "<svg") {
		t.Errorf("no picture: %v", data)
	}
	c.ask("copyToGlobals", object{"srcVariableName": "s", "dstVariableName": "s", "srcFrameId": c.frame(0)})
	c.ask("continue", object{"threadId": 1})
	<-done
	if r := <-c.run(2, "s.Size()"); r.Err != nil || r.Value.Plain() != "5" {
		t.Errorf("%v, %v", r.Value, r.Err)
	}
	data = c.ask("richInspectVariables", object{"variableName": "s"})["data"].(object)
	if _, ok := data["image/svg+xml"].(string); !ok {
		t.Errorf("no picture: %v", data)
	}
}
