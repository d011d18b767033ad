// Every verb with values of every kind of declared type, and many flags.
package main

import "fmt"

type (
	Bool   bool
	Int    int
	Int8   int8
	Int16  int16
	Int32  int32
	Int64  int64
	Uint   uint
	Byte   uint8
	Uint16 uint16
	Uint32 uint32
	Uint64 uint64
	Addr   uintptr
	F32    float32
	F64    float64
	C64    complex64
	C128   complex128
	Str    string
	Bytes  []byte
	Bytes2 []Byte
	Ints   []int
	Arr    [3]Int
	BArr   [3]byte
	Map    map[string]Int
	Point  struct{ X, Y int }
	Pair   struct {
		Name  Str
		value F64
		p     *Int
		any   any
		Tags  []Str
	}
	Empty  struct{}
	Func   func(int) string
	Chan   chan Int
	PInt   *Int
	Shape  interface{ Area() float64 }
	Holder struct {
		S   Shape
		E   error
		A   any
		Any []any
	}
)

func main() {
	values := []any{
		Bool(true), Bool(false), Int(0), Int(-42), Int(65), Int8(-128), Int16(300), Int32('世'), Int64(1 << 40), Uint(7), Byte(200), Uint16(65535),
		Uint32(1 << 31), Uint64(1<<64 - 1), Addr(4096), F32(1.5), F64(-2.25), F64(1e21), F64(1e-7), F64(100000000), C64(1 + 2i), C128(-1.5 - 2i), Str("hi\n\"there\""), Str(""),
		Str("日本"), Bytes("go\x00"), Bytes(nil), Bytes{}, Bytes2{1, 200}, Ints{1, -2, 3}, Ints(nil), Ints{}, Arr{1, 2, 3}, BArr{65, 66, 67},
		Map{"b": 2, "a": 1}, Map(nil), Map{}, Point{1, -2}, &Point{3, 4}, Pair{}, Pair{"n", 1.5, nil, Int(3), []Str{"x", "y"}}, &Pair{any: Point{5, 6}},
		Empty{}, &Empty{}, (*Point)(nil), Func(nil), Chan(nil), PInt(nil), Holder{}, &Holder{A: Int(1), Any: []any{1, "a", nil, Str("b"), Point{}, []any{Int(2)}}},
		[]Int{1, 2}, []Point{{1, 2}, {3, 4}}, map[Int]Str{3: "c", 1: "a"}, map[Str]Point{"q": {1, 2}}, [2]Bool{true, false}, [][]Int{{1}, nil, {}},
		&Ints{1}, &Arr{4}, &Map{"z": 26}, struct {
			A Int
			b Str
		}{1, "q"},
		[]any{1, "a", Int(5), nil, 'x', 2.5, true, []byte("ab"), []Byte("ab"), []string{"p", "q"}}, map[string]any{"k": Int(1), "j": []Int{2}, "i": nil},
		[]Shape{nil}, []error{nil}, [3]any{1, nil, Str("z")}, []*Point{nil}, []Bytes{Bytes("ab"), nil}, [][]byte{[]byte("ab"), nil}, []F64{1, 2.5}, []C128{1i},
	}
	verbs := "vdsqxXtcUbogGeEfFOwz"
	for i, v := range values {
		fmt.Printf("%d %T\n", i, v)
		fmt.Printf(" v %v|%+v|%#v|%+#v\n", v, v, v, v)
		for _, c := range verbs {
			fmt.Printf(" %c "+fmt.Sprintf("%%%c\n", c), c, v)
		}
		for _, f := range []string{"%6v", "%-6v|", "%06v", "%#6v", "%+6v", "% v", "%.2v", "%8.2v", "%-08v|", "%x", "% x", "%# x", "%#x", "%#X", "%#o", "%#b", "%#q", "%+q", "%#U", "%+d", "% d", "%05d", "%-5d|",
			"%.3d", "%8.3d", "%+.1f", "%08.2f", "%-8.1f|", "%5s|", "%-5s|", "%.1s", "%5.1s|", "%05s", "%5t|", "%-6q|", "%6c|", "%.10x", "%10x", "%#g", "%#v", "%+e", "%G", "%#.3v", "%#-8v|", "%#08v", "%+t", "%#t", "%#s", "%5T|"} {
			fmt.Println("", f, fmt.Sprintf(f, v))
		}
	}
}
