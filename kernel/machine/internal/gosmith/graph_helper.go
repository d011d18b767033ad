// SPDX-License-Identifier: BSD-3-Clause

package gosmith

// graphHelpers are the functions that type programs call. A program has those that it uses.
var graphHelpers = []helper{
	{"part(", `// part runs a part of the program with counters of its own.
func part(name string, f func()) {
	fmt.Println("==", name)
	counter, budget, lines = 0, 200, 0
	attempt(name, f)
}`},
	{"counter", `// counter gives the numbers that fill values.
var counter int`},
	{"budget", `// budget is how many calls may still fill and dump.
var budget int`},
	{"lines", `// lines is how many lines the part has printed.
var lines int`},
	{"next(", `func next() int {
	counter++
	return counter
}`},
	{"word(", `func word() string { return fmt.Sprint("w", next()) }`},
	{"at(", `func at(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }`},
	{"leaf(", `func leaf(path string, x any) { say(path, "=", x) }`},
	{"say(", `// say prints a line, up to a limit for each part.
func say(values ...any) {
	if lines++; lines <= 250 {
		fmt.Println(values...)
	}
}`},
	{"show(", `// show prints values in a format, without addresses.
func show(format string, values ...any) {
	if lines++; lines <= 250 {
		fmt.Println(clean(fmt.Sprintf(format, values...)))
	}
}`},
	{"clean(", `func clean(s string) string { return address.ReplaceAllString(s, "ADDRESS") }`},
	{"address", "var address = regexp.MustCompile(`\\b0x[0-9a-f]{6,}\\b|\\bc0[0-9a-f]{8}\\b|\\b824[0-9]{9}\\b`)"},
	{"attempt(", `// attempt calls f and reports a panic.
func attempt(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			show("%s panics: %v", name, r)
		}
	}()
	f()
}`},
	{"digest(", `// digest returns a number that depends on the value of x, but on no address.
func digest(x any) int { return digestOf(reflect.ValueOf(x), 2) }

func digestOf(v reflect.Value, d int) int {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return int(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return int(v.Uint() % 1000)
	case reflect.Float32, reflect.Float64:
		return int(v.Float())
	case reflect.String, reflect.Slice, reflect.Map, reflect.Chan:
		return v.Len()
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && d > 0 {
			return 3 + digestOf(v.Elem(), d-1)
		}
	case reflect.Array:
		n := v.Len()
		for i := range v.Len() {
			n = n*3 + digestOf(v.Index(i), d-1)
		}
		return n % 1000
	case reflect.Struct:
		n := v.NumField()
		for i := range v.NumField() {
			n = n*3 + digestOf(v.Field(i), d-1)
		}
		return n % 1000
	}
	return 0
}`},
	{"stir(", `// stir fills the variable that p points to by reflection.
func stir(p any) { stirValue(reflect.ValueOf(p).Elem(), 1) }`},
	{"stirValue(", `func stirValue(v reflect.Value, d int) {
	if !v.CanSet() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(next()%2 == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(next() % 100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(next() % 100))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(next()) + 0.5)
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(next()), 1))
	case reflect.String:
		v.SetString(word())
	case reflect.Pointer:
		if d > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			stirValue(v.Elem(), d-1)
		}
	case reflect.Slice:
		if d > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 3))
			stirValue(v.Index(0), d-1)
			v.Set(reflect.Append(v, v.Index(0)))
		}
	case reflect.Array:
		for i := range v.Len() {
			stirValue(v.Index(i), d)
		}
	case reflect.Map:
		if d > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			stirValue(k, d-1)
			stirValue(e, d-1)
			v.SetMapIndex(k, e)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != "" && v.Type().PkgPath() != home {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				stirValue(v.Field(i), d)
			}
		}
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf(next()))
		}
	}
}`},
	{"home", `// home is the path of this package.
var home = reflect.TypeFor[homeType]().PkgPath()

type homeType struct{}`},
	{"distance(", `// distance returns how many bytes b lies behind a.
func distance[A, B any](a *A, b *B) uintptr {
	return uintptr(unsafe.Pointer(b)) - uintptr(unsafe.Pointer(a))
}`},
	{"walk(", `// walk prints a value by reflection.
func walk(path string, v reflect.Value, d int) {
	if d < 0 {
		return
	}
	if !v.IsValid() {
		say(path, "invalid")
		return
	}
	t := v.Type().String()
	switch v.Kind() {
	case reflect.Bool:
		say(path, t, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		say(path, t, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		say(path, t, v.Uint())
	case reflect.Float32, reflect.Float64:
		say(path, t, v.Float())
	case reflect.Complex64, reflect.Complex128:
		say(path, t, v.Complex())
	case reflect.String:
		say(path, t, v.String())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			say(path, t, "nil")
		} else {
			walk(path+"*", v.Elem(), d-1)
		}
	case reflect.Slice, reflect.Array:
		say(path, t, v.Len())
		for i := range v.Len() {
			walk(at(path, i), v.Index(i), d-1)
		}
	case reflect.Map:
		say(path, t, v.Len(), v.IsNil())
		if v.Len() == 1 {
			for it := v.MapRange(); it.Next(); {
				walk(path+".key", it.Key(), d-1)
				walk(path+".elem", it.Value(), d-1)
			}
		}
	case reflect.Struct:
		say(path, t, v.NumField())
		if v.Type().PkgPath() != "" && v.Type().PkgPath() != home {
			return
		}
		for i := range v.NumField() {
			walk(path+"."+v.Type().Field(i).Name, v.Field(i), d-1)
		}
	default:
		say(path, t, v.IsNil())
	}
}`},
	{"typeGraph", `// A typeGraph numbers the types that it meets.
type typeGraph struct {
	numbers map[reflect.Type]int
	queue   []reflect.Type
}

// id returns the name and the number of a type.
func (g *typeGraph) id(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	if t.PkgPath() != "" && t.PkgPath() != home {
		return t.String()
	}
	n, ok := g.numbers[t]
	if !ok {
		n = len(g.numbers)
		g.numbers[t] = n
		g.queue = append(g.queue, t)
	}
	return fmt.Sprintf("%v#%d", t, n)
}

// print prints all types that can be reached.
func (g *typeGraph) print() {
	for len(g.queue) > 0 {
		t := g.queue[0]
		g.queue = g.queue[1:]
		say(g.id(t), "name", t.Name(), "path", t.PkgPath(), t.Kind(), "size", t.Size(), "align", t.Align(), t.FieldAlign(),
			"comparable", t.Comparable(), "methods", t.NumMethod())
		switch t.Kind() {
		case reflect.Struct:
			for i := range t.NumField() {
				f := t.Field(i)
				say(" field", f.Name, f.PkgPath, g.id(f.Type), string(f.Tag), f.Offset, f.Index, f.Anonymous, f.IsExported())
			}
		case reflect.Map:
			say(" key", g.id(t.Key()), "elem", g.id(t.Elem()))
		case reflect.Func:
			for p := range t.Ins() {
				say(" in", g.id(p))
			}
			for p := range t.Outs() {
				say(" out", g.id(p))
			}
			say(" variadic", t.IsVariadic())
		case reflect.Pointer, reflect.Slice:
			say(" elem", g.id(t.Elem()))
		case reflect.Array:
			say(" elem", g.id(t.Elem()), t.Len())
		case reflect.Chan:
			say(" elem", g.id(t.Elem()), t.ChanDir())
		}
		for i := range t.NumMethod() {
			m := t.Method(i)
			byName, ok := t.MethodByName(m.Name)
			say(" method", m.Name, m.PkgPath, g.id(m.Type), m.Index, m.IsExported(), m.Func.IsValid(), ok, byName.Index == i)
		}
		if t.Name() != "" && t.Kind() != reflect.Interface {
			g.id(reflect.PointerTo(t))
		}
	}
}`},
	{"cleaner", `// cleaner is a writer that prints text without addresses.
type cleaner struct{}

func (cleaner) Write(b []byte) (int, error) {
	say(clean(string(b)))
	return len(b), nil
}`},
	{"genericName[", `func genericName[T any]() string {
	var z T
	return fmt.Sprintf("%v %T", reflect.TypeFor[T](), &z)
}`},
	{"genericList[", `type genericList[T any] struct {
	head *genericNode[T]
	n    int
}

type genericNode[T any] struct {
	value T
	next  *genericNode[T]
	list  *genericList[T]
}

func (l *genericList[T]) Push(x T) {
	l.head = &genericNode[T]{x, l.head, l}
	l.n++
}

func (l genericList[T]) Len() int { return l.n }

func (l *genericList[T]) Each() func(func(int, T) bool) {
	return func(yield func(int, T) bool) {
		for i, n := 0, l.head; n != nil && yield(i, n.value); i, n = i+1, n.next {
		}
	}
}`},
	{"genericIs[", `func genericIs[T any](x any) bool {
	_, ok := x.(T)
	return ok
}`},
	{"genericBox(", `func genericBox[T any](x T) any {
	type box struct{ V T }
	return box{x}
}`},
	{"genericPair[", `type genericPair[A, B any] struct {
	First  A
	Second B
	more   *genericPair[A, B]
}

func (p genericPair[A, B]) Swap() genericPair2[B, A] { return genericPair2[B, A]{p.Second, p.First} }

type genericPair2[A, B any] struct {
	First  A
	Second B
}`},
	{"genericMap(", `func genericMap[S, T any](list []S, f func(S) T) (out []T) {
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}`},
	{"genericCount(", `func genericCount[K comparable](keys ...K) int {
	m := map[K]int{}
	for _, k := range keys {
		m[k]++
	}
	return len(m)
}`},
	{"genericCall_Area(", `func genericCall_Area[T interface{ Area() string }](x T) string { return x.Area() }`},
	{"genericCall_String(", `func genericCall_String[T fmt.Stringer](x T) string { return x.String() }`},
}
