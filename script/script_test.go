// SPDX-License-Identifier: BSD-3-Clause

package script_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/constant"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	"polka/script"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t testing.TB, o script.Options) *script.Session {
	t.Helper()
	s, err := script.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func use(t testing.TB, s *script.Session, path string, symbols map[string]any) {
	t.Helper()
	if err := s.Use(path, symbols); err != nil {
		t.Fatal(err)
	}
}

// eval is the value of code as the program has it.
func eval(t testing.TB, s *script.Session, code string) any {
	t.Helper()
	v, err := s.Eval(t.Context(), code)
	if err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	return v.Interface()
}

type stack[T any] struct{ items []T }

func (s *stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s *stack[T]) Pop() (x T, err error) {
	if len(s.items) == 0 {
		return x, io.ErrUnexpectedEOF
	}
	x = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, nil
}

type id int

func (i id) String() string { return fmt.Sprintf("#%d", int(i)) }

type base struct{ ID id }

func (b base) Key() string { return "key" + b.ID.String() }

type node struct {
	base
	Name     string
	Children []*node
	Parent   *node
	hidden   map[string]int
	On       func(event string, n *node) error
	Extra    any
	Inner    struct {
		base
		N int
	}
	Any interface{ Key() string }
}

func (n *node) Add(name string) *node {
	c := &node{Name: name, Parent: n, base: base{n.ID + 1}}
	n.Children = append(n.Children, c)
	return c
}

func (n node) Count() int {
	k := 1
	for _, c := range n.Children {
		k += c.Count()
	}
	return k
}

type point struct {
	X, Y int
	tag  string
}

// TestTypes uses functions, variables and types of the program in code.
func TestTypes(t *testing.T) {
	s := open(t, script.Options{})
	root := &node{Name: "root", base: base{7}, hidden: map[string]int{"a": 1}}
	root.Inner.N = 5
	root.Any = base{3}
	counter := 1
	use(t, s, "example.org/tree/v2", map[string]any{
		"Node":     (*node)(nil),
		"ID":       (*id)(nil),
		"IntStack": (*stack[int])(nil),
		"Point":    (*point)(nil),
		"Root":     root,
		"Counter":  reflect.ValueOf(&counter).Elem(),
		"Big":      constant.MakeInt64(1 << 40),
		"NewStack": func() *stack[string] { return new(stack[string]) },
		"P":        func(x, y int, tag string) point { return point{x, y, tag} },
		"Keyed":    func(k interface{ Key() string }) string { return "<" + k.Key() + ">" },
		"Apply": func(ctx context.Context, list []int, f func(int) (int, error)) (sum int, err error) {
			for _, x := range list {
				y, err := f(x)
				if err != nil {
					return sum, fmt.Errorf("apply: %w", err)
				}
				sum += y
			}
			return sum, ctx.Err()
		},
	})
	if got := eval(t, s, "tree.Counter"); got != 1 {
		t.Errorf("without an import, a variable is %v", got)
	}
	for _, c := range []struct {
		code string
		want any
	}{
		{`tree.Root.Add("a").Add("b"); tree.Root.Count()`, 3},
		{`tree.Root.Children[0].Children[0].Key()`, "key#9"},
		{`tree.Root.ID.String()`, "#7"},
		{`fmt.Sprint(tree.Root.ID)`, "#7"},
		{`tree.Root.Inner.N + int(tree.Root.Inner.ID)`, 5},
		{`tree.Root.Any.Key()`, "key#3"},
		{`tree.Keyed(*tree.Root)`, "<key#7>"},
		{`tree.Counter += 41; tree.Counter`, 42},
		{`tree.Big / 1024`, 1 << 30},
		{`s := tree.NewStack(); s.Push("x"); s.Push("y"); v, _ := s.Pop(); v`, "y"},
		{`var is tree.IntStack; is.Push(3); v, _ := is.Pop(); v`, 3},
		{`var is tree.IntStack; _, err := is.Pop(); errors.Is(err, io.ErrUnexpectedEOF)`, true},
		{`tree.P(1, 2, "a") == tree.P(1, 2, "a"), tree.P(1, 2, "a") == tree.P(1, 2, "b")`, []any{true, false}},
		{`m := map[tree.Point]string{tree.P(1, 2, "a"): "one"}; m[tree.P(1, 2, "a")], m[tree.Point{X: 1, Y: 2}]`, []any{"one", ""}},
		{`p := tree.Point{X: 3}; q := &p; q.Y = 4; *q`, point{3, 4, ""}},
		{`list := []tree.Point{{X: 1}, {X: 2}}; list`, []point{{X: 1}, {X: 2}}},
		{`var x any = tree.ID(5); x.(fmt.Stringer).String()`, "#5"},
		{`switch v := any(tree.Root).(type) { case *tree.Node: print(v.Name); default: panic("no") }; 1`, 1},
		{`tree.Apply([]int{1, 2, 3}, func(n int) (int, error) { return n * 10, nil })`, 60},
		{`_, err := tree.Apply([]int{1}, func(int) (int, error) { return 0, io.EOF }); errors.Is(err, io.EOF)`, true},
		{`func() (r any) { defer func() { r = recover() }(); tree.Apply([]int{1}, func(int) (int, error) { panic("inside") }); return nil }()`, "inside"},
		{`tree.Root.On = func(event string, n *tree.Node) error { return fmt.Errorf("%s of %s", event, n.Name) }; 0`, 0},
		{`type mine struct{ tree.Point; Z int }; m := mine{tree.Point{X: 1}, 2}; m.X + m.Z`, 3},
		{`type keyed string; func (k keyed) Key() string { return string(k) }; tree.Root.Extra = 1; 1`, 1},
		{`func largest[T cmp.Ordered](list ...T) T { return slices.Max(list) }; largest(tree.ID(3), tree.ID(8))`, id(8)},
	} {
		if got := eval(t, s, c.code); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n%#v, want %#v", c.code, got, c.want)
		}
	}
	if err := root.On("click", root.Children[0]); err == nil || err.Error() != "click of a" {
		t.Errorf("a function of the code in a field of the program: %v", err)
	}
	if len(root.hidden) != 1 {
		t.Error("an unexported field has changed")
	}
	if counter != 42 {
		t.Errorf("the variable of the program is %d", counter)
	}
	for code, want := range map[string]string{
		`tree.Root.hidden`:    "hidden",
		`tree.Nothing`:        "Nothing",
		`tree.P(1, "2", "")`:  `"2"`,
		`tree.Root.Name = 5`:  "string",
		`var p tree.ID = "x"`: "ID",
	} {
		_, err := s.Eval(t.Context(), code)
		if e, ok := errors.AsType[*script.Error](err); !ok || e.Kind != script.CompileError || !strings.Contains(e.Message, want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestFunctions passes functions, channels and errors in both directions.
func TestFunctions(t *testing.T) {
	s := open(t, script.Options{})
	var stored func(int) string
	ch := make(chan int)
	sentinel := errors.New("sentinel")
	use(t, s, "host", map[string]any{
		"Store":  func(f func(int) string) { stored = f },
		"Values": (<-chan int)(ch),
		"Fail":   func() error { return fmt.Errorf("wrapped: %w", sentinel) },
		"Panic":  func(v any) { panic(v) },
		"Err":    sentinel,
		"Call": func(name string, args ...any) any {
			list, err := s.Call(context.Background(), name, args...)
			if err != nil {
				return err
			}
			return list[0].Interface()
		},
		"Eval": func() error { _, err := s.Eval(context.Background(), "1"); return err },
	})

	eval(t, s, `n := 0; host.Store(func(k int) string { n += k; return fmt.Sprint("n is ", n) })`)
	if got := stored(5) + "; " + stored(6); got != "n is 5; n is 11" {
		t.Errorf("a stored function gives %s", got)
	}
	eval(t, s, `host.Store(func(k int) string { panic(fmt.Sprint("bad ", k)) })`)
	func() {
		defer func() {
			if r := recover(); fmt.Sprint(r) != "bad 3" {
				t.Errorf("the panic of a stored function is %v", r)
			}
		}()
		stored(3)
	}()

	done := make(chan bool)
	go func() {
		defer close(done)
		for i := range 3 {
			ch <- i + 1
		}
		close(ch)
	}()
	if got := eval(t, s, `sum := 0; for x := range host.Values { sum += x }; sum`); got != 6 {
		t.Errorf("the code has received %v", got)
	}
	<-done
	out := eval(t, s, `c := make(chan string, 1); c`).(chan string)
	go func() { out <- "from the program" }()
	if got := eval(t, s, `<-c`); got != "from the program" {
		t.Errorf("the code has received %v", got)
	}

	_, err := s.Eval(t.Context(), `host.Fail()`)
	if !errors.Is(err, sentinel) {
		t.Errorf("the error of a call is %v", err)
	}
	_, err = s.Eval(t.Context(), `host.Panic(host.Err)`)
	if e, ok := errors.AsType[*script.Error](err); !ok || e.Kind != script.Panic || e.Line != 1 || !errors.Is(err, sentinel) {
		t.Errorf("the panic of a function of the program is %#v", err)
	}
	if got := eval(t, s, `func() (r any) { defer func() { r = recover() }(); host.Panic(7); return nil }()`); got != 7 {
		t.Errorf("code recovers %v", got)
	}
	_, err = s.Eval(t.Context(), `type broken struct{ Code int }; func (b broken) Error() string { return fmt.Sprint("code ", b.Code) }; func() error { return broken{4} }()`)
	if err == nil || err.Error() != "code 4" {
		t.Errorf("an error of a type of the code is %v", err)
	}

	eval(t, s, `func twice(n int) int { return 2 * n }; func fails() { panic("deep") }`)
	if got := eval(t, s, `host.Call("twice", 21)`); got != 42 {
		t.Errorf("a nested call gives %v", got)
	}
	if got := fmt.Sprint(eval(t, s, `host.Call("nothing")`)); !strings.Contains(got, "undefined: nothing") {
		t.Errorf("a nested call of nothing gives %v", got)
	}
	_, err = s.Eval(t.Context(), `host.Call("fails")`)
	if e, ok := errors.AsType[*script.Error](err); !ok || e.Value != "deep" {
		t.Errorf("a nested call that panics gives %v", err)
	}
	if got := fmt.Sprint(eval(t, s, `fmt.Sprint(host.Eval())`)); !strings.Contains(got, "use Call") {
		t.Errorf("a nested Eval gives %v", got)
	}
}

func TestCall(t *testing.T) {
	s := open(t, script.Options{})
	eval(t, s, `
		type Item struct{ Name string; Price cents; tags []string }
		type cents int
		func (c cents) String() string { return fmt.Sprintf("%d.%02d", int(c)/100, int(c)%100) }
		type Named interface{ GetName() string }
		func (i Item) GetName() string { return i.Name }
		func total(items []Item, rates map[string]cents) (sum cents) {
			for _, i := range items { sum += i.Price + rates[i.Name] }
			return sum
		}
		func name(n Named) string { return n.GetName() }
		func item() Item { return Item{"tea", 350, nil} }
		func pair() (int, string) { return 1, "a" }
		func nothing() {}
		func apply(f func(int) int, list ...int) []int { for i := range list { list[i] = f(list[i]) }; return list }
		func small(n int8, f float32) string { return fmt.Sprint(n, f) }
		func whatever(x any) string { return fmt.Sprintf("%T %v", x, x) }
		func ptr(p *int) { *p++ }
		func fails(n int) (int, error) { if n < 0 { return 0, errors.New("negative") }; return n, nil }
		func index(n int) int { return []int{1}[n] }
		v := 3`)
	type myItem struct {
		Name  string
		Price int
		tags  []string
	}
	items := []myItem{{"tea", 300, nil}, {"cake", 425, []string{"x"}}}
	n := 1
	teapot, err := s.Call(t.Context(), "item")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []any
		want string
	}{
		{"total", []any{items, map[string]int{"tea": 50}}, "[7.75]"},
		{"total", []any{nil, nil}, "[0.00]"},
		{"name", []any{teapot[0]}, `["tea"]`},
		{"name", []any{5}, "argument 1 of name: int is not main.Named: it has no method GetName; it is func(main.Named) string"},
		{"pair", nil, `[1 "a"]`},
		{"nothing", nil, "[]"},
		{"apply", []any{func(n int) int { return n * n }, 2, 3}, "[[4 9]]"},
		{"apply", []any{func(n int) int { return n }}, "[[]]"},
		{"apply", []any{func(s string) int { return 0 }}, "argument 1 of apply: func(string) int is not func(int) int; it is func(func(int) int, ...int) []int"},
		{"small", []any{100, 0.5}, `["100 0.5"]`},
		{"small", []any{200, 0.5}, "argument 1 of small: 200 does not fit into int8; it is func(int8, float32) string"},
		{"small", []any{1.5, 0.5}, "argument 1 of small: 1.5 does not fit into int8; it is func(int8, float32) string"},
		{"small", []any{"x", 0.5}, "argument 1 of small: string is not int8; it is func(int8, float32) string"},
		{"small", []any{nil, 0.5}, "argument 1 of small: nil is not int8; it is func(int8, float32) string"},
		{"small", []any{1}, "not enough arguments in call to small; it is func(int8, float32) string"},
		{"small", []any{1, 2, 3}, "too many arguments in call to small; it is func(int8, float32) string"},
		{"whatever", []any{teapot[0]}, `["main.Item {tea 3.50 []}"]`},
		{"whatever", []any{id(4)}, `["script_test.id #4"]`},
		{"whatever", []any{nil}, `["<nil> <nil>"]`},
		{"ptr", []any{&n}, "[]"},
		{"fails", []any{3}, "[3]"},
		{"fails", []any{-1}, "negative"},
		{"none", nil, "undefined: none"},
		{"v", nil, "v is not a function that can be called by its name"},
		{"index", []any{4}, "index out of range [4] with length 1"},
	} {
		list, err := s.Call(t.Context(), c.name, c.args...)
		got := fmt.Sprint(list)
		if e, ok := errors.AsType[*script.Error](err); ok {
			got = e.Message
		} else if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s%v: %s, want %s", c.name, c.args, got, c.want)
		}
	}
	if n != 2 {
		t.Errorf("the variable behind a pointer is %d", n)
	}
	var other struct{ Name, Price string }
	if err := teapot[0].To(&other); err == nil || err.Error() != "script: main.Item is not struct { Name string; Price string }: it has a field tags" {
		t.Errorf("To gives %v and %v", other, err)
	}
	var str fmt.Stringer
	v, _ := s.Eval(t.Context(), "cents(199)")
	if err := v.To(&str); err != nil || str.String() != "1.99" {
		t.Errorf("a value with a method String is %v, %v", str, err)
	}
	var got myItem
	if err := teapot[0].To(&got); err != nil || got.Name != "tea" || got.Price != 350 {
		t.Errorf("To gives %v, %v", got, err)
	}
}

// TestStop stops code in many states; variables keep their values, and functions that the program
// keeps can be called afterwards.
func TestStop(t *testing.T) {
	s := open(t, script.Options{})
	ready := make(chan bool, 100)
	var stored func() int
	use(t, s, "host", map[string]any{
		"Ready": func() { ready <- true },
		"Store": func(f func() int) { stored = f },
		"Call":  func(f func()) { f() },
	})
	eval(t, s, "x := 1; host.Store(func() int { return x })\nfunc spin() { host.Ready(); for { x |= 2 } }")
	for name, code := range map[string]string{
		"loop":       "host.Ready(); for { x |= 2 }",
		"function":   "spin()",
		"callback":   "host.Call(spin)",
		"sleep":      "x |= 2; host.Ready(); time.Sleep(time.Hour)",
		"receive":    "x |= 2; host.Ready(); <-make(chan int)",
		"lock":       "x |= 2; var mu sync.Mutex; mu.Lock(); host.Ready(); mu.Lock()", // it is unlocked below
		"goroutines": "x |= 2; for range 10 { go func() { host.Ready(); for { } }() }; select {}",
		"deferred":   "defer func() { x |= 2 }(); host.Ready(); for { }",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-ready; cancel() }()
		_, err := s.Eval(ctx, code)
		if e, ok := errors.AsType[*script.Error](err); !ok || e.Kind != script.Interrupted || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if got := eval(t, s, "x"); got != 3 {
			t.Errorf("%s: x is %v", name, got)
		}
		for len(ready) > 0 {
			<-ready
		}
		if stored() != 3 {
			t.Errorf("%s: a function that the program keeps gives %d", name, stored())
		}
	}
	eval(t, s, "mu.Unlock()")
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-ready; cancel() }()
	if _, err := s.Call(ctx, "spin"); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that is stopped: %v", err)
	}
	if stored() != 3 {
		t.Error("after a call that was stopped, a function gives", stored())
	}
	cancel()
	if _, err := s.Eval(ctx, "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}

func TestLimits(t *testing.T) {
	var out bytes.Buffer
	s := open(t, script.Options{Stdout: &out, MaxOutput: 1000, Imports: []string{"fmt", "slices"}, Stdin: strings.NewReader("")})
	if _, err := s.Eval(t.Context(), `for { fmt.Println("spam") }`); !errors.Is(err, script.ErrOutput) || out.Len() != 1000 {
		t.Errorf("%v after %d bytes", err, out.Len())
	}
	if got := eval(t, s, "list := []int{2, 1}; slices.Sort(list); list"); !reflect.DeepEqual(got, []int{1, 2}) {
		t.Errorf("a package that is allowed gives %v", got)
	}
	for _, code := range []string{`import "os"`, `os.Exit(1)`, `import "unsafe"`, `import "example.org/x"`} {
		if _, err := s.Eval(t.Context(), code); err == nil {
			t.Errorf("%s is possible", code)
		}
	}
	late, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := open(t, script.Options{}).Eval(late, "for {}"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v at the end of the time", err)
	}
	free := open(t, script.Options{})
	for code, want := range map[string]string{
		"func f(n int) int { return f(n+1) + 1 }; f(0)": "stack overflow",
		"<-make(chan int)": "deadlock",
		"panic(io.EOF)":    "EOF",
		"os.Exit(3)":       "os.Exit(3)",
		"f(":               "expected",
	} {
		if _, err := free.Eval(t.Context(), code); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestStreams(t *testing.T) {
	var out, errs bytes.Buffer
	var shown []script.Event
	s := open(t, script.Options{
		Stdout: &out, Stderr: &errs, Stdin: strings.NewReader("4 5\nlast"), Args: []string{"prog", "-n", "3"},
		Show: func(e script.Event) { shown = append(shown, e) },
	})
	eval(t, s, `
		n := flag.Int("n", 0, ""); flag.Parse()
		var a, b int; fmt.Scanln(&a, &b)
		sc := bufio.NewScanner(os.Stdin); sc.Scan()
		fmt.Println(a+b, sc.Text(), sc.Scan(), *n)
		fmt.Fprintln(os.Stderr, "oops"); println("p")
		json.NewEncoder(os.Stdout).Encode([]int{1})
		w := bufio.NewWriter(os.Stdout); fmt.Fprint(w, "w, "); w.Flush()
		os.Stdout.WriteString("s, "); write := os.Stdout.Write; write([]byte("b, "))
		var log strings.Builder; io.MultiWriter(os.Stdout, &log).Write([]byte("m"+log.String()+"\n"))
		display.Show(shapes.MustParse("X"))`)
	if out.String() != "9 last false 3\n[1]\nw, s, b, m\n" || errs.String() != "oops\np\n" {
		t.Errorf("%q and %q", &out, &errs)
	}
	if len(shown) != 1 || len(shown[0].Bundle.Data["image/svg+xml"]) == 0 {
		t.Errorf("shown: %v", shown)
	}
}

// TestSources imports packages from source, which change, have mistakes, and may import only what
// the program allows.
func TestSources(t *testing.T) {
	const counter = "package counter\n\nvar n int\n\nfunc Next() int { n += %d; return n }\n\nfunc Fail() { panic(\"inside\") }\n"
	files := fstest.MapFS{}
	write := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text)} }
	write("go.mod", "module example.org/app\n\nrequire example.org/lib v1.2.3\n")
	write("counter/counter.go", fmt.Sprintf(counter, 1))
	write("internal/word/word.go", "package word\n\nimport \"strings\"\n\nfunc Up(s string) string { return strings.ToUpper(s) }\n")
	write("vendor/example.org/lib/lib.go", "package lib\n\nconst Name = \"vendored\"\n")
	write("files/files.go", "package files\n\nimport \"os\"\n\nvar Env = os.Environ\n")
	s := open(t, script.Options{Imports: []string{"strings"}, Sources: files})
	for _, test := range []struct{ code, want, err string }{
		{`import "./counter"; counter.Next() + counter.Next()`, "3", ""},
		{`import "example.org/app/counter"; counter.Next()`, "3", ""},
		{`import "example.org/app/internal/word"; word.Up("x")`, `"X"`, ""},
		{`import "example.org/lib"; lib.Name`, `"vendored"`, ""},
		{`counter.Fail()`, "", "counter/counter.go:7:15: Panic: inside"},
		{`import "./files"`, "", "files/files.go:3:8: CompileError: package os is not available here: the program does not allow it"},
		{`import "./cuonter"`, "", "CompileError: there is no directory ./cuonter"},
		{`import "../counter"`, "", "CompileError: there is no directory ../counter"},
	} {
		v, err := s.Eval(t.Context(), test.code)
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasSuffix(err.Error(), test.err)) {
			t.Errorf("%s: error %v, not %s", test.code, err, test.err)
		} else if v.String() != test.want {
			t.Errorf("%s is %v, not %s", test.code, v, test.want)
		}
	}
	write("counter/counter.go", fmt.Sprintf(counter, 10))
	if v, err := s.Eval(t.Context(), `import "./counter"; counter.Next()`); err != nil || v.String() != "10" {
		t.Errorf("after the change: %v, %v", v, err)
	}
	write("counter/counter.go", "package counter\n\nfunc Next() int { return x }\n")
	_, err := s.Eval(t.Context(), `import "./counter"`)
	var e *script.Error
	if !errors.As(err, &e) || e.File != "counter/counter.go" || e.Line != 3 || e.Column != 26 || e.Cell != 0 {
		t.Errorf("the mistake is %#v", err)
	}
	none := open(t, script.Options{})
	if _, err := none.Eval(t.Context(), `import "./counter"`); err == nil || !strings.Contains(err.Error(), "directories cannot be imported here") {
		t.Error(err)
	}
}

// TestMethodsAfterClose calls a method of a value of the code before and after Close.
func TestMethodsAfterClose(t *testing.T) {
	s, err := script.New(script.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := eval(t, s, "type word string; func (w word) String() string { return \"the word \" + string(w) }; word(\"x\")").(fmt.Stringer)
	if got := fmt.Sprintf("%v, %T", v, v); got != "the word x, main.word" {
		t.Error(got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("the method of a session that is closed has returned")
		}
	}()
	_ = v.String()
}

func TestUseErrors(t *testing.T) {
	s := open(t, script.Options{})
	f := func() {}
	for path, symbols := range map[string]map[string]any{
		"fmt":          {"F": f},
		"main":         {"F": f},
		"a/b-c":        {"F": f},
		"example/low":  {"f": f},
		"example/nil":  {"F": nil},
		"example/nilf": {"F": (func())(nil)},
	} {
		if err := s.Use(path, symbols); err == nil {
			t.Errorf("Use(%q, %v) is possible", path, symbols)
		}
	}
	use(t, s, "example/again", map[string]any{"F": func() int { return 1 }})
	eval(t, s, `func g() int { return again.F() }; g()`)
	use(t, s, "example/again", map[string]any{"F": func() int { return 2 }, "G": 5})
	if got := eval(t, s, `again.F() + again.G`); got != 7 {
		t.Errorf("the second function gives %v", got)
	}
	if err := s.Use("example/again", map[string]any{"F": func() string { return "" }}); err == nil {
		t.Error("a name can get another type")
	}
}

// TestConcurrent runs eight sessions at the same time, and stops them.
func TestConcurrent(t *testing.T) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s := open(t, script.Options{})
			ready := make(chan bool, 1)
			if err := s.Use("example.org/host", map[string]any{
				"Node":  (*node)(nil),
				"I":     i,
				"Ready": func() { ready <- true },
			}); err != nil {
				t.Error(err)
				return
			}
			for k := range 20 {
				v, err := s.Eval(t.Context(), fmt.Sprintf(`
					type local struct{ K int }
					c := make(chan local)
					go func() { c <- local{%d} }()
					n := host.Node{Name: strconv.Itoa(host.I)}
					n.Add("x")
					(<-c).K + n.Count() + host.I`, k))
				if err != nil || v.Interface() != k+2+i {
					t.Errorf("session %d, cell %d: %v, %v", i, k, v, err)
					return
				}
				ctx, cancel := context.WithCancel(t.Context())
				go func() { <-ready; cancel() }()
				if _, err := s.Eval(ctx, "host.Ready(); for {}"); !errors.Is(err, context.Canceled) {
					t.Errorf("session %d: %v", i, err)
				}
			}
		})
	}
	all.Wait()
}

// race says that the race detector is on. It lets goroutines run in a random order.
var race bool

// TestStopBusy counts what other sessions compute while one of them is stopped: little, since they
// yield. Without that, each of them computes for as long as Go lets a goroutine run.
func TestStopBusy(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const n = 8
	var counts [n]int64
	total := func() (sum int64) {
		for i := range counts {
			sum += atomic.LoadInt64(&counts[i])
		}
		return sum
	}
	ended := make(chan bool)
	start := func(ctx context.Context, s *script.Session, i int) {
		go func() {
			s.Call(ctx, "work", &counts[i])
			ended <- true
		}()
		for was := atomic.LoadInt64(&counts[i]); atomic.LoadInt64(&counts[i]) == was; {
			runtime.Gosched()
		}
	}
	sessions := make([]*script.Session, n)
	all, stopAll := context.WithCancel(t.Context())
	for i := range sessions {
		sessions[i] = open(t, script.Options{})
		eval(t, sessions[i], "func work(n *int64) { for { atomic.AddInt64(n, 1) } }")
		if i > 0 {
			start(all, sessions[i], i)
		}
	}
	var turns, stops []int64
	for range 5 {
		ctx, stop := context.WithCancel(all)
		start(ctx, sessions[0], 0)
		before := total()
		runtime.Gosched() // all others get their turn
		between := total()
		stop()
		<-ended
		turns, stops = append(turns, between-before), append(stops, total()-between)
	}
	slices.Sort(turns)
	slices.Sort(stops)
	if stops[2] > turns[2]/100 && !race {
		t.Errorf("during a stop, the sessions counted to %d; when each of them has its turn, to %d", stops[2], turns[2])
	}
	stopAll()
	for range n - 1 {
		<-ended
	}
}

// TestTurns uses one session from many goroutines.
func TestTurns(t *testing.T) {
	s := open(t, script.Options{})
	eval(t, s, "n := 0; func inc() int { n++; return n }")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if _, err := s.Call(t.Context(), "inc"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := eval(t, s, "n"); got != 400 {
		t.Errorf("n is %v", got)
	}
}

func TestClose(t *testing.T) {
	s, err := script.New(script.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ready := make(chan bool)
	s.Use("host", map[string]any{"Ready": func() { close(ready) }})
	failed := make(chan error)
	go func() {
		_, err := s.Eval(context.Background(), "go func() { select {} }(); host.Ready(); for {}")
		failed <- err
	}()
	<-ready
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-failed; !errors.Is(err, script.ErrClosed) {
		t.Errorf("the running Eval: %v", err)
	}
	if _, err := s.Call(context.Background(), "f"); !errors.Is(err, script.ErrClosed) {
		t.Errorf("Call: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// BenchmarkStop is the time from the end of the context to the return of Eval.
func BenchmarkStop(b *testing.B) {
	s := open(b, script.Options{})
	ready := make(chan bool, 1)
	use(b, s, "host", map[string]any{"Ready": func() { ready <- true }})
	var took time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		var at time.Time
		go func() { <-ready; at = time.Now(); cancel() }()
		s.Eval(ctx, "host.Ready(); for {}")
		took += time.Since(at)
	}
	b.ReportMetric(float64(took.Microseconds())/float64(b.N), "µs/stop")
}

// BenchmarkStopBusy is the median of these times while seven other sessions compute, and the median
// where a deadline ends the context.
func BenchmarkStopBusy(b *testing.B) {
	for _, cancels := range []bool{true, false} {
		b.Run(map[bool]string{true: "cancel", false: "deadline"}[cancels], func(b *testing.B) {
			all, stop := context.WithCancel(b.Context())
			var busy sync.WaitGroup
			for range 7 {
				s := open(b, script.Options{})
				busy.Go(func() { s.Eval(all, "for n := 0; ; n++ { }") })
			}
			s := open(b, script.Options{})
			var stopped func()
			var at time.Time
			use(b, s, "host", map[string]any{"Ready": func() {
				if cancels {
					go func() { at = time.Now(); stopped() }()
				} else {
					at = time.Now().Add(time.Millisecond)
					time.AfterFunc(time.Millisecond, stopped)
				}
			}})
			var list []time.Duration
			for b.Loop() {
				ctx, cancel := context.WithCancel(all)
				stopped = cancel
				s.Eval(ctx, "host.Ready(); for n := 0; ; n++ { }")
				list = append(list, time.Since(at))
				cancel()
			}
			slices.Sort(list)
			b.ReportMetric(float64(list[len(list)/2].Microseconds()), "µs/stop")
			b.ReportMetric(float64(list[len(list)*9/10].Microseconds()), "µs/90%")
			stop()
			busy.Wait()
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		s, _ := script.New(script.Options{})
		s.Close()
	}
}

func BenchmarkCall(b *testing.B) {
	s := open(b, script.Options{})
	eval(b, s, "func inc(n int) int { return n + 1 }")
	for b.Loop() {
		s.Call(b.Context(), "inc", 1)
	}
}
