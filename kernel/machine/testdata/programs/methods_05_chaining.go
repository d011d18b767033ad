// Chained calls on builders by value and by pointer.

package main

import (
	"fmt"
	"strings"
)

type query struct {
	table string
	cols  []string
	where []string
	limit int
}

func from(t string) *query { return &query{table: t, limit: -1} }
func (q *query) sel(c ...string) *query {
	q.cols = append(q.cols, c...)
	return q
}
func (q *query) filter(f string, args ...any) *query {
	q.where = append(q.where, fmt.Sprintf(f, args...))
	return q
}
func (q *query) top(n int) *query { q.limit = n; return q }
func (q *query) String() string {
	cols := "*"
	if len(q.cols) > 0 {
		cols = strings.Join(q.cols, ", ")
	}
	s := "SELECT " + cols + " FROM " + q.table
	if len(q.where) > 0 {
		s += " WHERE " + strings.Join(q.where, " AND ")
	}
	if q.limit >= 0 {
		s += fmt.Sprint(" LIMIT ", q.limit)
	}
	return s
}

type money struct{ cents int }

func (m money) plus(c int) money  { m.cents += c; return m }
func (m money) times(n int) money { m.cents *= n; return m }
func (m money) String() string    { return fmt.Sprintf("$%d.%02d", m.cents/100, m.cents%100) }

func main() {
	q := from("users").sel("id", "name").filter("age > %d", 30).filter("name LIKE %q", "a%").top(5)
	fmt.Println(q)
	fmt.Println(from("t"))
	m := money{250}
	n := m.plus(50).times(3).plus(1)
	fmt.Println(m, n, m.plus(1).plus(2).plus(3))
	fmt.Println(money{5}.times(2), (&m).times(2), []money{m, n}, map[string]money{"m": m})
}
