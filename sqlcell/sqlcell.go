// SPDX-License-Identifier: BSD-3-Clause

package sqlcell

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"polka/frame"
	"polka/internal/sqltext"
)

// session is the database of the cells.
var session struct {
	sync.Mutex
	db     *sql.DB
	conn   *sql.Conn
	driver string // its name; "" if Go code has opened the database
	names  []Name // for completion
}

// A Name is a table with its columns.
type Name struct {
	Table   string
	Columns []string
}

// SQLite is what a cell requires for SQLite.
const SQLite = "%require github.com/ncruces/go-sqlite3/driver"

// A choice is a list of drivers for a kind of data source.
type choice struct {
	names   []string
	require string // the line that adds one
	whole   bool   // the driver gets the first part of the source, too
}

// driversOf returns the drivers for the first part of a data source; there are no names if it is
// not known.
func driversOf(kind string) choice {
	switch kind {
	case "sqlite", "file":
		return choice{[]string{"sqlite3", "sqlite"}, SQLite, kind == "file"}
	case "postgres":
		return choice{[]string{"pgx", "postgres"}, "%require github.com/jackc/pgx/v5/stdlib", true}
	case "mysql":
		return choice{[]string{"mysql"}, "%require github.com/go-sql-driver/mysql", false}
	case "duckdb":
		return choice{[]string{"duckdb"}, "", false}
	}
	return choice{}
}

// Open opens the database that the SQL of cells uses, and closes the one before. The source is the
// name of a file of SQLite or :memory:, or a driver's name, a colon and what the driver expects.
// It panics with a *StatementError if there is no such driver or database.
func Open(ctx context.Context, source string) {
	name, dsn := driverOf(source)
	db, err := sql.Open(name, dsn)
	if err != nil {
		panic(&StatementError{Message: fmt.Sprintf("%s: %v", source, err)})
	}
	if err := use(ctx, db, name); err != nil {
		db.Close()
		panic(&StatementError{Message: fmt.Sprintf("%s: %v", source, err)})
	}
}

// Use makes the SQL of cells run on db. It panics with a *StatementError if the database cannot be
// reached.
func Use(ctx context.Context, db *sql.DB) {
	if err := use(ctx, db, ""); err != nil {
		panic(&StatementError{Message: err.Error()})
	}
}

func use(ctx context.Context, db *sql.DB, name string) error {
	conn, err := db.Conn(ctx)
	if err == nil {
		err = conn.PingContext(ctx)
	}
	if err != nil {
		return err
	}
	session.Lock()
	old, oldConn, opened := session.db, session.conn, session.driver != ""
	session.db, session.conn, session.driver = db, conn, name
	session.Unlock()
	if old != nil && old != db {
		oldConn.Close()
		if opened { // here, and not by Go code
			old.Close()
		}
	}
	readNames(ctx, conn)
	return nil
}

// driverOf finds the driver for a source, and what to pass to it. It panics with a *StatementError
// if the program has no such driver.
func driverOf(source string) (name, dsn string) {
	kind, rest, ok := strings.Cut(source, ":")
	if kind == "postgresql" {
		kind = "postgres"
	}
	if slices.Contains(sql.Drivers(), kind) && driversOf(kind).names == nil {
		return kind, rest
	}
	d := driversOf(kind)
	if !ok || d.names == nil {
		if ok && source != ":memory:" && !isVolume(kind) {
			panic(&StatementError{Message: fmt.Sprintf("there is no driver %s; expected a file of SQLite, or one of %s with a colon", kind, strings.Join(sql.Drivers(), ", "))})
		}
		d, rest = driversOf("sqlite"), source
		if source != ":memory:" {
			rest = filepath.Clean(source)
		}
	} else if d.whole {
		rest = source
	}
	for _, n := range d.names {
		if slices.Contains(sql.Drivers(), n) {
			return n, rest
		}
	}
	message := "the program has no driver for " + source
	if d.require != "" {
		message += "; run this line first: " + d.require
	}
	panic(&StatementError{Message: message})
}

// isVolume reports whether the part of a source before a colon is the letter of a disk.
func isVolume(kind string) bool { return len(kind) == 1 }

// current returns the connection of the cells.
func current() (conn *sql.Conn, name string) {
	session.Lock()
	defer session.Unlock()
	if session.conn == nil {
		message := "no database is open; expected a line such as %sql games.db before"
		if len(sql.Drivers()) == 0 {
			message += ", and " + SQLite + " for its driver"
		}
		panic(&StatementError{Message: message})
	}
	return session.conn, session.driver
}

// A Query has the values of the parameters of statements.
type Query struct{ values []any }

// Args returns a query with the values of the parameters, in the order in which the statements
// mention them. One that is mentioned twice has two values.
func Args(values ...any) Query { return Query{values} }

// Run runs statements without parameters; see Query.Run.
func Run(ctx context.Context, text string) *frame.Frame { return Query{}.Run(ctx, text) }

// Run runs statements that are separated by semicolons. It returns the rows of the last one that
// has any, or else a table of the statements with the numbers of rows that they have changed. All
// rows are read into memory. It panics with a *StatementError at the first statement that fails;
// those before it have been done.
func (q Query) Run(ctx context.Context, text string) *frame.Frame {
	conn, driverName := current()
	var result *frame.Frame
	var done []string
	var changed []int64
	values, modified := q.values, false
	for _, st := range sqltext.Split(text) {
		if len(values) < len(st.Params) {
			panic(&StatementError{Message: fmt.Sprintf("expected a value for each parameter, got %d", len(q.values))})
		}
		p := prepare(text, st, driverName, values[:len(st.Params)])
		values = values[len(st.Params):]
		if st.Rows() {
			rows, err := conn.QueryContext(ctx, p.text, p.args...)
			if err == nil {
				result, err = read(rows)
			}
			if err != nil {
				panic(describe(ctx, text, p, err))
			}
			continue
		}
		r, err := conn.ExecContext(ctx, p.text, p.args...)
		if err != nil {
			panic(describe(ctx, text, p, err))
		}
		n, err := r.RowsAffected()
		if err != nil || !slices.Contains([]string{"INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "WITH"}, st.Words[0]) {
			n = 0
		}
		done, changed = append(done, strings.Join(st.Words[:min(2, len(st.Words))], " ")), append(changed, n)
		modified = true
	}
	if modified {
		readNames(ctx, conn)
	}
	if result == nil {
		result = frame.New(frame.NewColumn("statement", done), frame.NewColumn("rows changed", changed))
	}
	return result
}

// read reads all rows of a result.
func read(rows *sql.Rows) (*frame.Frame, error) {
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	columns := make([][]any, len(names))
	row, places := make([]any, len(names)), make([]any, len(names))
	for i := range row {
		places[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		for i, v := range row {
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			columns[i] = append(columns[i], v)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	list := make([]frame.Column, len(names))
	for i, name := range names {
		list[i] = column(name, columns[i])
	}
	return frame.New(list...), nil
}

// Tables lists the tables of the database, their columns and the types of these.
func Tables(ctx context.Context) *frame.Frame {
	conn, _ := current()
	table, name, kind, err := schema(ctx, conn)
	if err != nil {
		panic(&StatementError{Message: err.Error()})
	}
	return frame.New(frame.NewColumn("table", table), frame.NewColumn("column", name), frame.NewColumn("type", kind))
}

// schemas are queries for the tables, the columns and their types; a database knows one of them.
var schemas = []string{
	"select m.name, p.name, p.type from sqlite_master m, pragma_table_info(m.name) p where m.type in ('table', 'view') order by m.name, p.cid",
	"select table_name, column_name, data_type from information_schema.columns where table_schema not in ('information_schema', 'pg_catalog', 'mysql', 'performance_schema', 'sys') order by table_name, ordinal_position",
}

// schema reads the tables, columns and types. In a transaction that has failed, nothing can be
// read.
func schema(ctx context.Context, conn *sql.Conn) (table, name, kind []string, err error) {
	for _, query := range schemas {
		var rows *sql.Rows
		if rows, err = conn.QueryContext(ctx, query); err != nil {
			continue
		}
		defer rows.Close()
		for rows.Next() {
			var t, n, k string
			if err := rows.Scan(&t, &n, &k); err != nil {
				return nil, nil, nil, err
			}
			table, name, kind = append(table, t), append(name, n), append(kind, k)
		}
		return table, name, kind, rows.Err()
	}
	if errors.Is(err, driver.ErrBadConn) {
		return nil, nil, nil, fmt.Errorf("the connection to the database has ended; %%sql opens it again: %w", err)
	}
	return nil, nil, nil, err
}

// readNames notes the names for completion. If they cannot be read, there are none.
func readNames(ctx context.Context, conn *sql.Conn) {
	table, name, _, err := schema(ctx, conn)
	var list []Name
	for i, t := range table {
		if err != nil {
			break
		}
		if len(list) == 0 || list[len(list)-1].Table != t {
			list = append(list, Name{Table: t})
		}
		last := &list[len(list)-1]
		last.Columns = append(last.Columns, name[i])
	}
	session.Lock()
	session.names = list
	session.Unlock()
}

// Names returns the tables and columns of the database as they were after the last statement that
// was not a query. It does not wait for the database.
func Names() []Name {
	session.Lock()
	defer session.Unlock()
	return slices.Clone(session.names)
}
