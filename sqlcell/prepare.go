// SPDX-License-Identifier: BSD-3-Clause

package sqlcell

import (
	"database/sql"
	"fmt"
	"strings"

	"polka/internal/sqltext"
)

// A prepared statement is one as the driver expects it.
type prepared struct {
	text string
	args []any
	from int   // where the statement begins in the text of the cell
	at   []int // the place in the cell's statement of each byte of text, nil if they are the same
}

// prepare writes the parameters of a statement as a driver expects them. SQLite knows :name, and
// text and positions stay as they are.
func prepare(text string, st sqltext.Statement, driverName string, values []any) prepared {
	p := prepared{text: text[st.From:st.To], from: st.From}
	if strings.HasPrefix(driverName, "sqlite") {
		known := make(map[string]bool)
		for i, param := range st.Params {
			if !known[param.Name] {
				known[param.Name] = true
				p.args = append(p.args, sql.Named(param.Name, values[i]))
			}
		}
		return p
	}
	if len(st.Params) == 0 {
		return p
	}
	var b strings.Builder
	done := st.From
	for i, param := range st.Params {
		p.keep(&b, text, done, param.From)
		for range placeholder(driverName, i+1) {
			p.at = append(p.at, param.From-st.From)
		}
		b.WriteString(placeholder(driverName, i+1))
		done = param.To
	}
	p.keep(&b, text, done, st.To)
	p.text, p.args = b.String(), values
	return p
}

// keep writes text[from:to] as it is.
func (p *prepared) keep(b *strings.Builder, text string, from, to int) {
	for i := from; i < to; i++ {
		p.at = append(p.at, i-p.from)
	}
	b.WriteString(text[from:to])
}

// placeholder is the n-th parameter for a driver.
func placeholder(driverName string, n int) string {
	switch driverName {
	case "pgx", "postgres", "cloudsqlpostgres":
		return fmt.Sprintf("$%d", n)
	case "sqlserver":
		return fmt.Sprintf("@p%d", n)
	case "oracle", "godror":
		return fmt.Sprintf(":%d", n)
	}
	return "?"
}

// place returns the position in the text of the cell of a byte of the prepared text.
func (p prepared) place(at int) int {
	if len(p.at) > 0 {
		at = p.at[min(at, len(p.at)-1)]
	}
	return p.from + at
}
