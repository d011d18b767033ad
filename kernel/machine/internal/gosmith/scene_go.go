// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func init() {
	scenes = append(scenes,
		scene{
			decls: `
func produce$N(n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			ch <- i * i
		}
	}()
	return ch
}

func square$N(in <-chan int, out chan<- int) {
	for x := range in {
		out <- x $op 3
	}
	close(out)
}`,
			body: `
out := make(chan int, 2)
go square$N(produce$N($pos), out)
for x := range out {
	trace("pipe", x)
}
results := make([]int, 5)
var wg sync.WaitGroup
for i := range results {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for k := range i + 1 {
			results[i] += k $op $pos
		}
	}()
}
wg.Wait()
trace("workers", results)
var mu sync.Mutex
counts := map[int]int{}
for i := range 6 {
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		counts[i%3]++
	})
}
wg.Wait()
trace("counts", counts)
done := make(chan struct{})
var shared $T
go func() {
	defer close(done)
	shared = $t
}()
<-done
_, open := <-done
trace("done", shared, open)
errs := make(chan error, 1)
go func() {
	defer func() { errs <- fmt.Errorf("goroutine: %v", recover()) }()
	var m map[string]int
	m["x"] = 1
}()
trace("recovered", <-errs)
var once sync.Once
for range 3 {
	once.Do(func() { trace("once") })
}
$more`},
		scene{body: `
ch := make(chan $T, 3)
ch <- $t
ch <- $t
trace("channel", len(ch), cap(ch))
x, ok := <-ch
close(ch)
y, ok2 := <-ch
z, ok3 := <-ch
trace("closed", x, ok, y, ok2, z, ok3)
var none chan int
select {
case v := <-none:
	trace("never", v)
case none <- 1:
	trace("never")
default:
	trace("default")
}
a, b := make(chan int, 1), make(chan string, 1)
for i := range $pos {
	if i % 2 == 0 {
		a <- i * $pos
	} else {
		b <- strconv.Itoa(i)
	}
	select {
	case v, ok := <-a:
		trace("a", v, ok)
		if v > 3 {
			break
		}
		trace("small", v)
	case s, ok := <-b:
		trace("b", s, ok)
	}
}
close(a)
select {
case _, ok := <-a:
	trace("a", ok)
case _, ok := <-b:
	trace("b", ok)
}
out := make(chan *[2]$T, 1)
arr := [2]$T{$t, $t}
select {
case out <- &arr:
	arr[0] = $t
}
got := <-out
trace("sent", *got, got == &arr)
fs := make(chan func(int) int, 2)
fs <- func(n int) int { return n $op $pos }
trace("func", (<-fs)($int))
ping, pong := make(chan int), make(chan int)
go func() {
	for n := range ping {
		pong <- n + 1
	}
	close(pong)
}()
n := $int
for range 3 {
	ping <- n
	n = <-pong
}
close(ping)
_, ok = <-pong
trace("ping", n, ok)
chans := []chan int{make(chan int, 1), make(chan int, 1)}
for i, c := range chans {
	c <- i
	close(c)
}
sum := 0
for _, c := range chans {
	for v := range c {
		sum += v + 1
	}
}
trace("sum", sum)
for _, bad := range []func(){
	func() { close(ch) },
	func() { ch <- $t },
	func() { close(none) },
} {
	try("bad", bad)
}`},
		scene{body: `
var m map[string]int
var p *struct{ a, b $T }
var s []int
var f func()
var e error
var i any = $e
zero, neg, big := 0, -1, 10
arr := [3]int{1, 2, 3}
cases := []func(){
	func() { m["a"] = 1 },
	func() { p.b = $t },
	func() { fmt.Println(*p) },
	func() { fmt.Println(s[zero]) },
	func() { arr[big%5+3]++ },
	func() { fmt.Println(arr[neg*neg+2:][1]) },
	func() { fmt.Println(arr[big:]) },
	func() { fmt.Println(arr[2:1+zero]) },
	func() { fmt.Println(s[:big], "x") },
	func() { fmt.Println("abc"[big]) },
	func() { fmt.Println("abc"[neg+1:big]) },
	func() { fmt.Println(arr[neg+zero+1:zero+2:neg+2]) },
	func() { f() },
	func() { fmt.Println(e.Error()) },
	func() { fmt.Println(1 / zero) },
	func() { fmt.Println(big % zero) },
	func() { fmt.Println(i.(interface{ Missing() })) },
	func() { fmt.Println(any(big).(string)) },
	func() { var x any; fmt.Println(x.(int)) },
	func() { _ = make([]int, neg) },
	func() { fmt.Println(1 << neg) },
	func() { fmt.Println([4]int(arr[:])) },
	func() { panic(fmt.Sprintf("custom %d", $int)) },
	func() { panic(errors.New($word)) },
	func() { panic($e) },
	func() { var a any = []int{1}; fmt.Println(a == a) },
	func() { a := map[any]int{}; a[func() {}] = 1 },
	func() { (*[2]int)(nil)[zero]++ },
	func() { for range (*[2]int)(nil) { trace("no elements") } },
	func() { fmt.Println(len((*[2]int)(nil))) },
	func() { defer func() { panic(fmt.Sprint("second ", recover())) }(); panic("first") },
	func() { defer func() { recover() }(); panic("silent") },
}
for n, c := range cases {
	func() {
		defer func() {
			r := recover()
			_, isRuntime := r.(runtime.Error)
			trace(strconv.Itoa(n), r, isRuntime)
		}()
		c()
	}()
}
trace("unchanged", arr, s == nil, len(m))`},
		scene{
			decls: `
var (
	a$N = b$N + c$N()
	b$N = d$N * $pos
	d$N = initial$N("d", $int)
	e$N, f$N = two$N()
	table$N = map[string]func() int{"a": c$N, "d": func() int { return d$N }}
	_ = initial$N("blank", a$N)
	list$N = []int{initial$N("first", 1), initial$N("second", b$N)}
)

func c$N() int { return initial$N("c", d$N) + g$N }

func two$N() (int, string) { return initial$N("two", len(h$N)), h$N }

var g$N = initial$N("g", $int)
var h$N = strings.Repeat("h", initial$N("h", $pos))

func initial$N(name string, n int) int {
	fmt.Println("init", name, n)
	return n
}

func init() {
	fmt.Println("init 1", a$N, b$N, d$N)
	a$N++
}

func init() {
	fmt.Println("init 2", a$N, e$N, f$N)
}`,
			body: `
trace("initialized", a$N, b$N, d$N, e$N, f$N, g$N, h$N, list$N, table$N["a"](), table$N["d"](), len(table$N))`},
	)
}
