// SPDX-License-Identifier: BSD-3-Clause

package sqlcell_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"polka/sqlcell"
)

// A fake driver records statements and answers with rows that a test has set. What SQLite itself
// does is tested in kernel/conformance, with the prebuilt modules.
type fake struct {
	said   []string
	names  []string
	rows   [][]driver.Value
	failed error
}

var now = new(fake)

func init() {
	sql.Register("fake", fakeDriver{})
	sql.Register("pgx", fakeDriver{})
}

type fakeDriver struct{}

func (fakeDriver) Open(string) (driver.Conn, error) { return fakeConn{}, nil }

type fakeConn struct{}

func (fakeConn) Prepare(string) (driver.Stmt, error) { return nil, errors.New("not used") }
func (fakeConn) Close() error                        { return nil }
func (fakeConn) Begin() (driver.Tx, error)           { return nil, errors.New("not used") }

func (fakeConn) ExecContext(_ context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	now.note(q, args)
	return driver.RowsAffected(7), now.failed
}

func (fakeConn) QueryContext(_ context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	if strings.Contains(q, "sqlite_master") {
		return &fakeRows{names: []string{"t", "n", "k"}, rows: [][]driver.Value{{"game", "name", "TEXT"}, {"game", "size", "INT"}}}, nil
	}
	now.note(q, args)
	return &fakeRows{names: now.names, rows: now.rows}, now.failed
}

func (f *fake) note(q string, args []driver.NamedValue) {
	for _, a := range args {
		q += fmt.Sprintf(" [%s%v]", a.Name, a.Value)
	}
	f.said = append(f.said, q)
}

type fakeRows struct {
	names []string
	rows  [][]driver.Value
}

func (r *fakeRows) Columns() []string { return r.names }
func (r *fakeRows) Close() error      { return nil }
func (r *fakeRows) Next(row []driver.Value) error {
	if len(r.rows) == 0 {
		return io.EOF
	}
	copy(row, r.rows[0])
	r.rows = r.rows[1:]
	return nil
}

// failure returns the error with which f panics.
func failure(t *testing.T, f func()) (e *sqlcell.StatementError) {
	t.Helper()
	defer func() {
		var ok bool
		if e, ok = recover().(*sqlcell.StatementError); !ok {
			t.Fatal("expected a panic with an error of SQL")
		}
	}()
	f()
	return nil
}

func TestRun(t *testing.T) {
	ctx := t.Context()
	if e := failure(t, func() { sqlcell.Run(ctx, "select 1") }); !strings.Contains(e.Message, "no database is open; expected a line such as %sql games.db") {
		t.Error(e)
	}
	sqlcell.Open(ctx, "fake:anything")
	*now = fake{names: []string{"n", "x", "mixed", "text", "when", "yes"}, rows: [][]driver.Value{
		{int64(1), 1.5, int64(1), []byte("a"), time.Unix(0, 0).UTC(), true}, {nil, int64(2), "b", nil, nil, false},
	}}
	f := sqlcell.Args(3, "x;y", 3).Run(ctx, "insert into t values (:n, ':n');\nselect *, :text from t where n = $n;")
	if want := "insert into t values (?, ':n') [3]|select *, ? from t where n = ? [x;y] [3]"; strings.Join(now.said, "|") != want {
		t.Errorf("it ran %q", now.said)
	}
	var types []string
	for _, c := range f.Columns() {
		types = append(types, c.Type.String())
	}
	if got := strings.Join(types, " "); got != "int float string string time bool" || f.NumRows() != 2 {
		t.Errorf("%d rows of %s", f.NumRows(), got)
	}
	if !f.Column("n").Missing(1) || f.Floats("x")[1] != 2 || f.Strings("mixed")[0] != "1" {
		t.Errorf("%v", f.Rows())
	}
	changed := sqlcell.Run(ctx, "create table t (n int); update t set n = 1")
	if got := fmt.Sprint(changed.Strings("statement"), changed.Ints("rows changed")); got != "[CREATE TABLE UPDATE T] [0 7]" {
		t.Error(got)
	}
	if n := sqlcell.Names(); len(n) != 1 || n[0].Table != "game" || len(n[0].Columns) != 2 {
		t.Errorf("names %v", n)
	}
	if tables := sqlcell.Tables(ctx); fmt.Sprint(tables.Strings("column")) != "[name size]" {
		t.Error(tables.Rows())
	}
}

// sqliteError is what SQLite's driver gives: it has the rest of the statement.
type sqliteError struct{ text, rest string }

func (e sqliteError) Error() string { return e.text }
func (e sqliteError) SQL() string   { return e.rest }

// pgError is what PostgreSQL's driver gives.
type pgError struct {
	text     string
	Position int32
}

func (e *pgError) Error() string { return e.text }

func TestErrors(t *testing.T) {
	ctx := t.Context()
	for _, test := range []struct {
		source, text string
		err          error
		want         string
	}{
		{"fake:", "\nselct 2", sqliteError{`sqlite3: SQL logic error: near "selct": syntax error`, "selct 2"}, `line 2, column 1: near "selct": syntax error; did you mean SELECT?`},
		{"fake:", "select 1 whre size > 2", sqliteError{`near "size": syntax error`, "size > 2"}, `line 1, column 15: near "size": syntax error; did you mean WHERE?`},
		{"fake:", "select 1\nfrom gmae", errors.New("no such table: gmae"), "line 2, column 6: no such table: gmae; did you mean game?"},
		{"fake:", "select 1 from other", errors.New("no such table: other"), "line 1, column 15: no such table: other; the tables are game"},
		{"fake:", "select siz from game", sqliteError{"no such column: siz", ""}, "line 1, column 8: no such column: siz; did you mean size?"},
		{"pgx:", "select :n,\n  bad", &pgError{`column "bad" does not exist`, 14}, `line 2, column 3: column "bad" does not exist`},
		{"fake:", "select 1;\n\n  select 2", errors.New("disk full"), "line 1, column 1: disk full"},
	} {
		*now = fake{}
		sqlcell.Open(ctx, test.source)
		now.failed = test.err
		q := sqlcell.Args()
		if strings.Contains(test.text, ":n") {
			q = sqlcell.Args(1)
		}
		e := failure(t, func() { q.Run(ctx, test.text) })
		if e.Error() != test.want || !errors.Is(e, test.err) {
			t.Errorf("%q: %v\nwant %s", test.text, e, test.want)
		}
	}
	*now = fake{}
}

func TestOpen(t *testing.T) {
	for source, want := range map[string]string{
		"games.db":    "run this line first: " + sqlcell.SQLite,
		":memory:":    "run this line first: " + sqlcell.SQLite,
		"mysql:a@b/c": "run this line first: %require github.com/go-sql-driver/mysql",
		"nothing:x":   "there is no driver nothing; expected a file of SQLite, or one of fake, pgx with a colon",
	} {
		if e := failure(t, func() { sqlcell.Open(t.Context(), source) }); !strings.Contains(e.Message, want) {
			t.Errorf("%s: %s", source, e.Message)
		}
	}
	db, err := sql.Open("fake", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sqlcell.Use(t.Context(), db)
	*now = fake{names: []string{"n"}, rows: [][]driver.Value{{int64(5)}}}
	if got := sqlcell.Run(t.Context(), "select 5").Ints("n"); len(got) != 1 || got[0] != 5 {
		t.Error(got)
	}
}
