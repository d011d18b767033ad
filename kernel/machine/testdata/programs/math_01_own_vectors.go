// Vectors as arrays with methods, operators through functions, and matrices times vectors.

package main

import "fmt"

type v3 [3]float64
type m3 [3]v3

func (a v3) add(b v3) (c v3) {
	for i := range a {
		c[i] = a[i] + b[i]
	}
	return
}
func (a v3) dot(b v3) (s float64) {
	for i, x := range a {
		s += x * b[i]
	}
	return
}
func (a v3) cross(b v3) v3 {
	return v3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func (a *v3) scale(k float64) *v3 {
	for i := range a {
		a[i] *= k
	}
	return a
}
func (m m3) mul(v v3) (out v3) {
	for i, row := range m {
		out[i] = row.dot(v)
	}
	return
}
func (m *m3) transpose() {
	for i := range m {
		for j := range i {
			m[i][j], m[j][i] = m[j][i], m[i][j]
		}
	}
}

func main() {
	a, b := v3{1, 2, 3}, v3{4, 5, 6}
	fmt.Println(a.add(b), a.dot(b), a.cross(b), a)
	c := *a.scale(2)
	c[0] = 100
	fmt.Println(a, c, a == v3{2, 4, 6})
	m := m3{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	n := m
	m.transpose()
	m[0].scale(10)
	fmt.Println(m, n.mul(v3{1, 0, 1}), n[0])
	rows := n[:2]
	rows[0][0] = -1
	fmt.Println(n[0], len(rows), m3{} == m3{{}, {0: 0}})
}
