// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"polka/kernel/engine"
	"polka/kernel/session"
)

// stopAfter runs a cell, stops it once it has printed "ready", and returns the reply and how long
// the cell went on after that.
func stopAfter(t *testing.T, s *session.Session, code string) (engine.Reply, time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var at time.Time
	out := &trigger{recorder: new(recorder), word: "ready", f: func() { at = time.Now(); cancel() }}
	r := s.Execute(ctx, engine.Cell{Number: 2, Code: code}, out)
	return r, time.Since(at)
}

// trigger is an Output that calls f when word has been written.
type trigger struct {
	*recorder
	word string
	f    func()
}

func (o *trigger) Write(s engine.Stream, text []byte) {
	o.recorder.Write(s, text)
	if strings.Contains(string(text), o.word) {
		o.f()
	}
}

// timer begins cells that wait forever: while there is a timer, that is no deadlock.
const timer = "time.NewTimer(time.Hour)\n"

func TestStop(t *testing.T) {
	before := runtime.NumGoroutine()
	for name, code := range map[string]string{
		"loop":       "fmt.Println(\"ready\")\nfor { x++ }",
		"function":   "func spin() { for { x++ } }\nfmt.Println(\"ready\"); spin()",
		"method":     "type T struct{}\nfunc (T) Spin() { for { x++ } }\nfmt.Println(\"ready\"); T{}.Spin()",
		"sleep":      "fmt.Println(\"ready\")\ntime.Sleep(time.Hour)\nx = 99",
		"receive":    timer + "fmt.Println(\"ready\")\n<-make(chan int)\nx = 99",
		"send":       timer + "fmt.Println(\"ready\")\nmake(chan int) <- 1\nx = 99",
		"select":     timer + "fmt.Println(\"ready\")\nselect {}\nx = 99",
		"goroutines": "for i := range 10 { go func() { for { i++ } }() }\nfmt.Println(\"ready\")\nfor { }",
		"callback":   "fmt.Println(\"ready\")\nsort.Slice(make([]int, 1e4), func(i, j int) bool { x++; return false })\nfor { x++ }",
		"context":    "ctx, stop := context.WithCancel(context.Background())\ndefer stop()\n_ = ctx\nfmt.Println(\"ready\")\nfor { x++ }",
		"deferred":   "kept[0] = \"b\"\ndefer func() { kept[0] = \"a\" }() // it is called\nfmt.Println(\"ready\")\nfor { x++ }",
		"native": `var b strings.Builder
for i := range 24 { fmt.Fprintf(&b, "i%d ", i) }
fmt.Fprintln(&b)
for i := range 12 { for j := range 12 { fmt.Fprintf(&b, "i%d i%d\n", i, 12+j) } }
p, err := dlx.Parse(b.String())
if err != nil { panic(err) }
fmt.Println("ready")
p.Solver(dlx.Options{Engine: "links"}).Count()`,
		"wait group":       "var wg sync.WaitGroup\nfor range 4 { wg.Add(1); go func() { defer wg.Done(); for { var n int; n++ } }() }\nfmt.Println(\"ready\")\nwg.Wait()\nx = 99",
		"wait group go":    "var wg sync.WaitGroup\nfor range 4 { wg.Go(func() { for { var n int; n++ } }) }\nfmt.Println(\"ready\")\nwg.Wait()\nx = 99",
		"wait group alone": timer + "var wg sync.WaitGroup\nwg.Add(1)\nfmt.Println(\"ready\")\nwg.Wait()\nx = 99",
		"locked twice":     timer + "var mu sync.Mutex\nmu.Lock()\ndefer mu.Unlock()\nfmt.Println(\"ready\")\nmu.Lock()\nx = 99",
		"read lock":        timer + "var mu sync.RWMutex\nmu.Lock()\ndefer mu.Unlock()\nfmt.Println(\"ready\")\nmu.RLock()\nx = 99",
		"write lock":       timer + "var mu sync.RWMutex\nmu.RLock()\ndefer mu.RUnlock()\nfmt.Println(\"ready\")\nmu.Lock()\nx = 99",
		"condition":        timer + "var mu sync.Mutex\nc := sync.NewCond(&mu)\nmu.Lock()\ndefer mu.Unlock()\nfmt.Println(\"ready\")\nc.Wait()\nx = 99",
		"deferred unlocks": "for range 4 { go func() { for { func() { shared.Lock(); defer shared.Unlock() }() } }() }\nfmt.Println(\"ready\")\nfor { shared.Lock(); shared.Unlock() }",
		"unlocked inside":  "shared.Lock()\ndefer shared.Unlock()\nfmt.Println(\"ready\")\nfor { shared.Unlock(); for range 1000 { }; shared.Lock() }",
		"timer's function": "time.AfterFunc(time.Millisecond, func() { fmt.Println(\"ready\"); for { var n int; n++ } })\nfor { var n int; n++ }",
		"deferred callback": `defer func() { kept[0] = strings.Map(func(rune) rune { return 'a' }, kept[0]) }()
kept[0] = "b"
fmt.Println("ready")
for { x++ }`,
		"deferred wait": "done := make(chan bool)\ndefer func() { <-done; kept[0] = \"a\" }()\ngo func() { defer close(done); for { var n int; n++ } }()\nkept[0] = \"b\"\nfmt.Println(\"ready\")\nfor { x++ }",
		"after an end":  "for i := 0; i < 1e9; i++ { if i == 3 { fmt.Println(\"ready\") } }",
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			run(t, s, "x := 1\nkept := []string{\"a\"}\nvar shared sync.Mutex")
			r, took := stopAfter(t, s, code)
			if r.Err == nil || r.Err.Name != engine.Interrupted || strings.Contains(r.Err.Message, "but") {
				t.Fatalf("%+v", r.Err)
			}
			t.Logf("stopped after %v", took)
			// It does not go on later, and the session is as good as before.
			run(t, s, "y := x", "shared.Lock()\nshared.Unlock()", "if x != y { panic(x) }\nif kept[0] != \"a\" || x == 99 { panic(kept) }")
			out := new(recorder)
			if release := map[string]string{"condition": "c.Signal()", "wait group alone": "wg.Done()"}[name]; release != "" {
				run(t, s, release) // the goroutine in which the machine has made the call
			}
			if r := s.Execute(t.Context(), engine.Cell{Number: 9, Code: "fmt.Println(kept)\nlen(kept)"}, out); r.Err != nil || out.String() != "[a]\n" || r.Value.Plain() != "1" {
				t.Fatalf("%+v %s", r, out)
			}
			s.Close()
		})
	}
	waitForGoroutines(t, before)
}

// TestStopFirst stops the first cell of a session while it waits for a channel.
func TestStopFirst(t *testing.T) {
	s := newSession(t)
	if r, _ := stopAfter(t, s, timer+"fmt.Println(\"ready\")\n<-make(chan int)"); r.Err == nil || r.Err.Name != engine.Interrupted || strings.Contains(r.Err.Message, "but") {
		t.Fatalf("%+v", r.Err)
	}
}

// TestStopServer stops cells that serve HTTP. The address is free afterwards, and a server that the
// cell has made can be used again.
func TestStopServer(t *testing.T) {
	s := newSession(t)
	cert, key := filepath.Join(t.TempDir(), "cert"), filepath.Join(t.TempDir(), "key")
	run(t, s, fmt.Sprintf("cert, key := %q, %q", cert, key), `import ("crypto/x509"; "encoding/pem"; "fmt"; "io"; "net"; "net/http"; "net/http/httptest"; "os"; "time")
l, err := net.Listen("tcp", "127.0.0.1:0")
if err != nil { panic(err) }
addr := l.Addr().String()
l.Close()
server := &http.Server{Addr: addr}
tls := httptest.NewTLSServer(nil)
client, certificate := tls.Client(), tls.TLS.Certificates[0]
tls.Close()
der, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
if err != nil { panic(err) }
os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]}), 0o600)
os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600)
type Hello string
func (h Hello) ServeHTTP(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, string(h)) }
scheme := "http://"
func get() string {
	for {
		if r, err := client.Get(scheme + addr); err == nil {
			b, _ := io.ReadAll(r.Body)
			r.Body.Close()
			return string(b)
		}
	}
}
func hear() { if get() != "hello" { panic("no hello") }; fmt.Println("ready") }`)
	for range 2 {
		for _, code := range []string{
			"scheme = \"http://\"\ngo hear()\nhttp.ListenAndServe(addr, Hello(\"hello\"))",
			"server.Handler = Hello(\"hello\")\ngo hear()\nserver.ListenAndServe()",
			"l, err = net.Listen(\"tcp\", addr)\nif err != nil { panic(err) }\ngo hear()\nserver.Serve(l)",
			"l, err = net.Listen(\"tcp\", addr)\nif err != nil { panic(err) }\ngo hear()\nhttp.Serve(l, Hello(\"hello\"))",
			"scheme = \"https://\"\ngo hear()\nhttp.ListenAndServeTLS(addr, cert, key, Hello(\"hello\"))",
			"go hear()\nserver.ListenAndServeTLS(cert, key)",
			"l, err = net.Listen(\"tcp\", addr)\nif err != nil { panic(err) }\ngo hear()\nserver.ServeTLS(l, cert, key)",
			"l, err = net.Listen(\"tcp\", addr)\nif err != nil { panic(err) }\ngo hear()\nhttp.ServeTLS(l, Hello(\"hello\"), cert, key)",
		} {
			if r, _ := stopAfter(t, s, code); r.Err == nil || r.Err.Message != "the cell was stopped" {
				t.Fatalf("%s: %v", code, r.Err)
			}
		}
	}
	// A connection that has sent nothing is closed too, and not only answered by the old server
	// later.
	early := `var early net.Conn
scheme = "http://"
go func() {
	client.CloseIdleConnections()
	for early == nil { early, _ = net.Dial("tcp", addr) }
	hear() // accepted after the connection
}()
http.ListenAndServe(addr, Hello("hello"))`
	if r, _ := stopAfter(t, s, early); r.Err == nil || r.Err.Message != "the cell was stopped" {
		t.Fatal(r.Err)
	}
	run(t, s, "early.Write([]byte(\"GET / HTTP/1.0\\r\\n\\r\\n\"))\nif b, _ := io.ReadAll(early); len(b) > 0 { panic(string(b)) }")
	const background = "scheme = \"http://\"\ngo http.ListenAndServe(addr, Hello(\"hello\"))\nget()"
	first, again := outcome(t, s, 3, background), outcome(t, s, 4, background)
	if !strings.HasSuffix(first, "= \"hello\"\n") || !strings.Contains(again, "1 goroutine that this cell started before, as cell 3, is still running; %stop ends it") {
		t.Errorf("%s\n%s", first, again)
	}
	if got := outcome(t, s, 5, "%stop"); got != "display: 1 goroutine ended\n" {
		t.Error(got)
	}
	if got := outcome(t, s, 6, background); strings.Contains(got, "before") {
		t.Error(got)
	}
}

// TestStopRefused stops a cell that waits in compiled code forever. It is left behind, and what it
// does later ends with the return of the compiled code.
func TestStopRefused(t *testing.T) {
	s := newSession(t)
	r, _ := stopAfter(t, s, "x := 1\nr, w := io.Pipe()\ndefer func() { x = 2 }()\ngo func() { time.Sleep(20 * time.Millisecond); fmt.Println(\"ready\") }()\nio.Copy(io.Discard, r)\nx = 3")
	if r.Err == nil || r.Err.Name != engine.Interrupted || !strings.Contains(r.Err.Message, "1 of its goroutines is in code that cannot be stopped") {
		t.Fatalf("%+v", r.Err)
	}
	if got := outcome(t, s, 3, "%goroutines"); got != "display:    1 from cell 2, which was stopped in compiled code\n" {
		t.Error(got)
	}
	run(t, s, "if x != 1 { panic(x) }", "w.Close()")
	for end := time.Now().Add(5 * time.Second); outcome(t, s, 4, "%goroutines") != "display: no goroutines of cells are running\n"; {
		if time.Now().After(end) {
			t.Fatal("it does not end")
		}
	}
	run(t, s, "if x != 2 { panic(x) }") // the deferred call
}

// TestStopCallback stops a cell in compiled code that comes back to a function of the cell only
// when another cell runs.
func TestStopCallback(t *testing.T) {
	s := newSession(t)
	run(t, s, "late := 0\nr, w := io.Pipe()\nended := make(chan bool)",
		"type slow struct{ io.Reader }\nfunc (s slow) Read(b []byte) (int, error) { n, err := s.Reader.Read(b); late++; return n, err }")
	if r, _ := stopAfter(t, s, "defer close(ended)\ngo func() { time.Sleep(20 * time.Millisecond); fmt.Println(\"ready\") }()\nio.ReadAll(slow{r})"); r.Err == nil || !strings.Contains(r.Err.Message, "1 of its goroutines") {
		t.Fatalf("%+v", r.Err)
	}
	run(t, s, "w.Write([]byte(\"abc\"))\n<-ended\nif late != 0 { panic(late) }")
}

func TestContextEndedBefore(t *testing.T) {
	s := newSession(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Execute(ctx, engine.Cell{Number: 1, Code: "x := 1"}, engine.Discard); r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Fatalf("%+v", r)
	}
	run(t, s, "x := 2", "x")
}

// TestCloseStops closes the session while a cell runs.
func TestCloseStops(t *testing.T) {
	s := newSession(t)
	out := &trigger{recorder: new(recorder), word: "ready", f: func() { go s.Close() }}
	if r := s.Execute(t.Context(), engine.Cell{Number: 1, Code: "fmt.Println(\"ready\")\nfor {}"}, out); r.Err == nil || r.Err.Name != engine.Interrupted {
		t.Fatalf("%+v", r)
	}
	if r := s.Execute(t.Context(), engine.Cell{Number: 2, Code: "1"}, engine.Discard); r.Err == nil {
		t.Fatal("a closed session runs cells")
	}
}

// waitForGoroutines waits until there are no more goroutines than before.
func waitForGoroutines(t *testing.T, before int) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}
