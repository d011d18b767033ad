// SPDX-License-Identifier: BSD-3-Clause

package gosmith

// The helpers are functions that generated programs call. A program has those that it uses.
var helpers = []helper{
	{"spent(", `// spent takes one unit of fuel and reports whether there was none left.
func spent() bool {
	fuel--
	return fuel < 0
}`},
	{"fuel", `var fuel int`},
	{"trace(", `func trace(tag string, values ...any) {
	if traced++; traced > 300 {
		return
	}
	fmt.Print(tag, ":")
	for _, v := range values {
		fmt.Printf(" %v", v)
	}
	fmt.Println()
}`},
	{"traced", `var traced int`},
	{"try(", `// try calls f and reports a panic.
func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panicked:", r)
		}
	}()
	f()
}`},
	{"run(", `// run calls a test with new fuel.
func run(name string, f func()) {
	fuel = 120
	try(name, f)
}`},
	{"idx(", `// idx returns an index below n that depends on i.
func idx(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}`},
	{"id(", `func id[T any](x T) T { return x }`},
	{"cond(", `func cond[T any](b bool, x, y T) T {
	if b {
		return x
	}
	return y
}`},
	{"inRange(", `// inRange returns x if it is between lo and hi, else 0.
func inRange(x, lo, hi float64) float64 {
	if lo <= x && x <= hi {
		return x
	}
	return 0
}`},
	{"clip(", `// clip keeps strings from growing without limit.
func clip[S ~string](s S) S {
	if len(s) > 24 {
		return s[:24]
	}
	return s
}`},
	{"gather(", `func gather(values ...any) { trace("gather", values...) }`},
	{"upTo(", `// upTo returns an iterator over 0, 1, ..., n-1.
func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}`},
	{"Integer", constraints},
	{"Number", constraints},
}
