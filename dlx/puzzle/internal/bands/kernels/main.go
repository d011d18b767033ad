// SPDX-License-Identifier: BSD-3-Clause

// Kernels generates the assembly code of package bands: the propagation of a sudoku with the
// vectors of AVX-512. What it computes is described there, in vectors.go.
//
//	go generate ./dlx/puzzle/internal/bands
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The lanes of a vector, one for each cell of a band; the last five are zero.
const (
	cells = 27
	lanes = 32
)

// notEqual is a comparison.
const notEqual = 4

func main() {
	ConstraintExpr("amd64,!purego")
	settle()
	Generate()
}

// rotation returns a table of lanes: of each cell, the one that is so many rows, boxes of the row
// and columns of the box further, where each of the three is counted modulo 3.
func rotation(rows, boxes, columns int) Mem {
	name := "rotation" + string(rune('0'+rows)) + string(rune('0'+boxes)) + string(rune('0'+columns))
	m := GLOBL(name, RODATA|NOPTR)
	for i := range lanes {
		at := i
		if i < cells {
			at = (i/9+rows)%3*9 + (i/3%3+boxes)%3*3 + (i%3+columns)%3
		}
		DATA(2*i, U8(2*at))
		DATA(2*i+1, U8(2*at+1))
	}
	return m
}

// places returns a table of lanes, for gathering sets of three lanes into four lanes each. In a
// set, lanes are step apart, from lane 0 on; but if step is 1, set 4 follows set 3, and set 5
// follows that.
func places(name string, step int) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range lanes {
		at := 0
		if i%4 < 3 {
			at = i % 4 * step
			if step == 1 {
				at += max(0, i/4-3) * 3
			}
		}
		DATA(2*i, U16(at))
	}
	return m
}

// everywhere returns a table with a number in the lanes of the cells.
func everywhere(name string, number uint16) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range lanes {
		if i >= cells {
			number = 0
		}
		DATA(2*i, U16(number))
	}
	return m
}

// logic computes a function of the bits of a, b and c, and stores it into a.
func logic(f func(a, b, c bool) bool, a, b, c Op) {
	table := uint64(0)
	for i := range 8 {
		if f(i&4 != 0, i&2 != 0, i&1 != 0) {
			table |= 1 << i
		}
	}
	VPTERNLOGQ(Imm(table), c, b, a)
}

func or(a, b, c bool) bool       { return a || b || c }
func and(a, b, c bool) bool      { return a && b && c }
func without(a, b, c bool) bool  { return a && !b && !c }
func orBoth(a, b, c bool) bool   { return a || b && c }
func orDiffer(a, b, c bool) bool { return a || b != c }

// rotate returns a vector rotated by a table.
func rotate(table, v Op) VecVirtual {
	r := ZMM()
	VPERMB(v, table, r)
	return r
}

// copyOf returns a copy of a vector.
func copyOf(v Op) VecVirtual {
	r := ZMM()
	VMOVDQA64(v, r)
	return r
}

// loaded returns a vector with the contents of memory.
func loaded(m Op) VecVirtual {
	r := ZMM()
	VMOVDQU64(m, r)
	return r
}

// union returns a new vector with the bits of three.
func union(a, b, c Op) VecVirtual {
	r := copyOf(a)
	logic(or, r, b, c)
	return r
}

func settle() {
	TEXT("settle512", NOSPLIT, "func(to, from *uint16, ways *uint64, drop *uint32, digit uint32) uint64")
	Doc("settle512 is settle with AVX-512.")
	Pragma("noescape")
	to := Load(Param("to"), GP64())
	from := Load(Param("from"), GP64())
	drop := Load(Param("drop"), GP64())
	digit := Load(Param("digit"), GP32())
	column1, column2 := loaded(rotation(0, 0, 1)), loaded(rotation(0, 0, 2))
	row1, row2 := loaded(rotation(1, 0, 0)), loaded(rotation(2, 0, 0))
	even1, even2 := loaded(rotation(1, 1, 0)), loaded(rotation(2, 2, 0))
	odd1, odd2 := loaded(rotation(1, 2, 0)), loaded(rotation(2, 1, 0))
	full := loaded(everywhere("full", 511))
	minus := ZMM() // -1 in each lane
	VPTERNLOGQ(Imm(255), minus, minus, minus)
	all := K()
	mask := GP32()
	MOVL(U32(1<<cells-1), mask)
	KMOVD(mask, all)

	// Take the digit from the cells of drop.
	var x [3]VecVirtual
	for b := range x {
		k, t := K(), ZMM()
		KMOVD(Mem{Base: drop, Disp: 4 * b}, k)
		VPBROADCASTW_Z(digit, k, t)
		x[b] = ZMM()
		VPANDNQ(Mem{Base: from, Disp: 64 * b}, t, x[b])
	}

	Label("pass")
	for b := range x {
		VMOVDQU64(x[b], Mem{Base: to, Disp: 64 * b})
	}
	dead := K()
	KXORD(dead, dead, dead)
	// The bands are processed in step, since the processor does not look far ahead.
	var c1, c2, p, r1, r2, m, n, o, t [3]VecVirtual
	var kh [3]Register
	each := func(stages ...func(b int)) {
		for _, stage := range stages {
			for b := range x {
				stage(b)
			}
		}
	}
	each(
		// The pieces, and what other cells of the box have.
		func(b int) { c1[b], c2[b] = rotate(column1, x[b]), rotate(column2, x[b]) },
		func(b int) { p[b] = union(x[b], c1[b], c2[b]) },
		func(b int) { r1[b], r2[b] = rotate(row1, p[b]), rotate(row2, p[b]) },
		func(b int) {
			logic(or, c1[b], c2[b], r1[b])
			logic(or, r1[b], r2[b], p[b])
			k := K()
			VPCMPUW(Imm(notEqual), full, r1[b], k)
			KORD(k, dead, dead)
		},
		func(b int) {
			// The only cell of a digit in its box has no other digit.
			h, k := copyOf(x[b]), K()
			logic(without, h, c1[b], r2[b])
			VPTESTMW(h, h, k)
			VPBLENDMW(h, full, k, h)
			t[b], kh[b] = h, k
		},
		// The arrangements in the band.
		func(b int) { m[b], n[b] = rotate(even1, p[b]), rotate(even2, p[b]) },
		func(b int) {
			VPANDQ(n[b], m[b], m[b])
			n[b], o[b] = rotate(odd1, p[b]), rotate(odd2, p[b])
		},
		func(b int) { logic(orBoth, m[b], n[b], o[b]) },
		func(b int) { logic(and, x[b], m[b], t[b]) },
		// The only digit of a cell is in no other cell of the box.
		func(b int) {
			single, empty := K(), K()
			n[b] = ZMM()
			VPADDW(minus, x[b], n[b])
			VPTESTNMW(n[b], x[b], all, single)
			VMOVDQU16_Z(x[b], single, n[b])
			KANDND(kh[b], single, kh[b])
			KORD(kh[b], dead, dead)
			VPTESTNMW(x[b], x[b], all, empty)
			KORD(empty, dead, dead)
		},
		func(b int) { c1[b], c2[b] = rotate(column1, n[b]), rotate(column2, n[b]) },
		func(b int) {
			logic(or, n[b], c1[b], c2[b])
			logic(without, x[b], c1[b], c2[b])
		},
		func(b int) { r1[b], r2[b] = rotate(row1, n[b]), rotate(row2, n[b]) },
		func(b int) { logic(without, x[b], r1[b], r2[b]) },
		// The columns of the band.
		func(b int) { r1[b], r2[b] = rotate(row1, x[b]), rotate(row2, x[b]) },
		func(b int) { logic(or, r1[b], r2[b], x[b]) },
		func(b int) { c1[b], c2[b] = rotate(column1, r1[b]), rotate(column2, r1[b]) },
	)
	columns, columns1, columns2 := r1, c1, c2
	// The arrangements in the stacks.
	for b := range x {
		c, d := (b+1)%3, (b+2)%3
		m[b] = ZMM()
		VPANDQ(columns1[c], columns2[d], m[b])
		logic(orBoth, m[b], columns2[c], columns1[d])
	}
	for b := range x {
		VPANDQ(m[b], x[b], x[b])
	}
	KORTESTD(dead, dead)
	JNZ(LabelRef("dead"))
	changes := func() {
		d := ZMM()
		VPXORQ(Mem{Base: to}, x[0], d)
		logic(orDiffer, d, x[1], Mem{Base: to, Disp: 64})
		logic(orDiffer, d, x[2], Mem{Base: to, Disp: 128})
		k := K()
		VPTESTMQ(d, d, k)
		KORTESTB(k, k)
		JNZ(LabelRef("pass"))
	}
	changes()
	// All cells are settled if none has a second candidate.
	for b := range x {
		m[b] = ZMM()
		VPADDW(minus, x[b], m[b])
		VPANDQ(x[b], m[b], m[b])
	}
	logic(or, m[0], m[1], m[2])
	open := K()
	VPTESTMQ(m[0], m[0], open)
	KORTESTB(open, open)
	JZ(LabelRef("solved"))

	// If only three digits can be in a piece, they are.
	ways := Load(Param("ways"), GP64())
	// count finds the pieces with fewer than three digits, and with three or fewer.
	count := func(p VecVirtual) (fewer, three Register) {
		n, m, fewer, three := ZMM(), ZMM(), K(), K()
		VPADDW(minus, p, n)
		VPANDQ(p, n, n) // without the first
		VPADDW(minus, n, m)
		VPANDQ(m, n, n) // without the second
		VPTESTNMW(n, n, all, fewer)
		VPADDW(minus, n, m)
		VPTESTNMW(m, n, all, three)
		return fewer, three
	}
	must := func(p VecVirtual) VecVirtual {
		fewer, three := count(p)
		n := ZMM()
		KORD(fewer, dead, dead)
		VMOVDQU16_Z(p, three, n)
		return n
	}
	// If three digits must be in a piece, no others can.
	only := func(sure, x VecVirtual) {
		fewer, three := count(sure)
		KXORD(all, three, three)
		KORD(three, dead, dead)
		KORD(three, fewer, fewer)
		VPBLENDMW(full, sure, fewer, sure)
		VPANDQ(sure, x, x)
	}
	// The arrangements of each band and stack, in four lanes.
	even, odd := ZMM(), ZMM()
	VPXORQ(even, even, even)
	VPXORQ(odd, odd, odd)
	boxes, first := loaded(places("boxes", 3)), loaded(places("first", 1))
	gather := func(e, o, from VecVirtual, lanes uint32) {
		r, k := GP32(), K()
		MOVL(U32(lanes), r)
		KMOVD(r, k)
		VPERMW(e, from, k, even)
		VPERMW(o, from, k, odd)
	}
	box1, box2 := rotation(0, 1, 0), rotation(0, 2, 0)
	for b := range x {
		p := union(x[b], rotate(column1, x[b]), rotate(column2, x[b]))
		e, o := rotate(even1, p), rotate(odd1, p)
		logic(and, e, rotate(even2, p), p)
		logic(and, o, rotate(odd2, p), p)
		gather(e, o, boxes, 7<<(4*b))
		n := must(p)
		logic(without, x[b], rotate(row1, n), rotate(row2, n))
		t, u := loaded(box1), loaded(box2)
		logic(without, x[b], rotate(t, n), rotate(u, n))
		logic(without, p, rotate(t, p), rotate(u, p))
		only(p, x[b])
	}
	right, left := copyOf(columns[0]), copyOf(columns[0])
	logic(and, right, columns1[1], columns2[2])
	logic(and, left, columns2[1], columns1[2])
	gather(right, left, first, 0x777<<12)
	VMOVDQU64(even, Mem{Base: ways})
	VMOVDQU64(odd, Mem{Base: ways, Disp: 64})
	for b := range x {
		p := copyOf(columns[b])
		logic(without, p, columns[(b+1)%3], columns[(b+2)%3])
		only(p, x[b])
		n := must(columns[b])
		logic(without, x[b], rotate(column1, n), rotate(column2, n))
		logic(without, x[(b+1)%3], n, n)
		logic(without, x[(b+2)%3], n, n)
	}
	KORTESTD(dead, dead)
	JNZ(LabelRef("dead"))
	changes()
	finish := func(result uint64) {
		r := GP64()
		MOVQ(U64(result), r)
		VZEROUPPER()
		Store(r, ReturnIndex(0))
		RET()
	}
	finish(1)
	Label("solved")
	finish(2)
	Label("dead")
	finish(0)
}
