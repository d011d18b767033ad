// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func init() {
	scenes = append(scenes,
		scene{body: `
var a, b $I = $n, $n
for i := range 6 {
	a, b = a*b + $I(i), b ^ a >> 3
	trace("mixed", a+b, a-b, a*b, a&^b, -a, ^b, a<<(uint(b)&15), b>>(uint(a)&7), a/(b|1), a%(b|1))
}
var i8 int8 = -128
i8--
trace("int8", i8, -i8, i8*2, i8/(-1*i8/i8), i8>>1, uint8(i8)>>1, uint32(i8), int64(i8)<<60)
var u8 uint8 = 255
u8 += $pos
trace("uint8", u8, ^u8, -u8, u8<<7>>7, int8(u8<<7), uint16(u8)<<12)
var u32 uint32 = 1<<32 - 1
u32 *= $pos
trace("uint32", u32, int32(u32), u32+1, uint64(u32)+1, u32<<31, u32>>$int)
var i64 int64 = -1 << 63
trace("int64", -i64, i64-1, i64/-1, i64%-1, uint64(i64), int32(i64>>20), i64>>63)
var low int = -1 << 63
n := 64 + $int
trace("shift", 1<<n, low>>n, uint16(n)<<15<<1, int16(n)<<15, 1.0*float64(low))
for _, k := range []uint{0, 1, 31, 32, 63, 64, 200} {
	trace("count", a<<k, a>>k, uint64(1)<<k, int32(-8)>>k)
}
var s uint8 = $int
var w int64 = 1 << s
x := make([]int, 1.0<<s)
trace("untyped", w, len(x), uint8(1<<s), 1<<s == 2<<s, uint16(1)<<s<<s)
$more`},
		scene{body: `
f := []float64{0, 1.5, -2.75, 1e300, 1e-300, 100.125}
zero := 0.0
inf := 1 / zero
nan := zero / zero
trace("special", inf, -inf, nan, nan == nan, nan != nan, nan < 1, inf > 1e308, -zero, 1/(-zero), math.Signbit(-zero), min(nan, 1), max(zero, -1))
for i, x := range f {
	y := f[(i+1)%len(f)]
	trace("float", x+y, x-y, float64(x*y), x/(y+0.5), float32(x), float32(x)+float32(y), x $cmp y)
}
for _, x := range []float64{0, 1.9, -1.9, 255.5, -128.9, 65535.99} {
	trace("truncate", int(x), int32(x), int64(x), math.Trunc(x))
}
var g float32 = 16777216
trace("float32", g+1, g+1 == g, float32(0.1), float64(float32(0.1)), float32(float32(0.1)*3))
var h float32 = 0.1
trace("float32", float64(h) == 0.1, h == 0.1, h+0.2)
fmt.Printf("%v %g %e %.3f %8.2f| %6v %T\n", f[1], f[2], f[3], f[5], f[2], h, h)
c := complex($int, $pos)
d := complex64(complex(1.5, -2))
trace("complex", c, real(c), imag(c), c+1, c-2i, c == complex(real(c), imag(c)), d, -d, d == complex64(1.5-2i), c*1i)
fmt.Printf("%v %.1f %T %T\n", c, c, c, d)
trace("uint64", float64(uint64(1<<63)), uint64(f[5]), float32(uint64(1)<<40+1), float64(int64(-1<<62)))`},
		scene{
			decls: `
type weekday$N int

const (
	sun$N weekday$N = iota + $int
	mon$N
	_
	wed$N
)

const (
	kb$N = 1 << (10 * (iota + 1))
	mb$N
	big$N  = 1 << 100
	half$N = 1.0 / 2
	text$N = "const" + $word
	char$N = 'a' + iota
)

const (
	a$N, b$N = iota, -iota
	c$N, d$N
	e$N, f$N = text$N, len(text$N)
)

var names$N = [...]string{sun$N: "Sun", mon$N: "Mon", wed$N: "Wed"}

func (d weekday$N) String() string {
	if int(d) < len(names$N) {
		return names$N[d]
	}
	return "day " + strconv.Itoa(int(d))
}`,
			body: `
trace("constants", kb$N, mb$N, big$N>>98, half$N, text$N, char$N, a$N, b$N, c$N, d$N, e$N, f$N)
trace("days", sun$N, mon$N, wed$N, wed$N+20, len(names$N), []weekday$N{sun$N}, map[weekday$N]int{mon$N: 1})
fmt.Printf("%v %d %s %q %x %T %#v %+v\n", mon$N, mon$N, mon$N, mon$N, mon$N, mon$N, mon$N, struct{ D weekday$N }{wed$N})
fmt.Printf("%v %+v\n", struct{ d weekday$N }{wed$N}, []any{mon$N, &names$N[0] == nil})
const local, typed uint8 = iota + 200, 'x'
var x float32 = big$N >> 90
var r rune = char$N
var f = half$N * $pos
trace("untyped", local+55, typed, x, r, f, 7/2, 7/2.0, -7%3, 1<<3|1, "s"[0], len([3]int{}), 'a'*2, 5.0/2*2)
var i8 int8 = -1 << 7
var u = ^uint16(0)
trace("limits", i8, u, math.MaxInt64, uint64(math.MaxUint64), math.MinInt8, float32(math.MaxFloat32))
fmt.Printf("%T %T %T %T %T %T\n", 'a', 1, 1.0, 1i, half$N, mon$N)`},
	)
}
