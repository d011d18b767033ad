// SPDX-License-Identifier: BSD-3-Clause

// Package sqlcell runs the SQL of %sql and %%sql, on any database for which package database/sql
// has a driver.
//
//	%require github.com/ncruces/go-sqlite3/driver
//	%sql games.db
//
//	%%sql rows <<
//	select name, size from game where size > :least
//
// The first word after %sql names the database: a file of SQLite, :memory:, or DRIVER:SOURCE, such
// as postgres://localhost/games. %sql alone lists the tables. Statements follow each other with
// semicolons; the result is that of the last one that has rows, as a *frame.Frame, or the numbers
// of rows that were changed. :least stands for the variable least of the cells, and is passed as a
// value, never as text.
//
// The magics are calls of Open, Tables and Run, which other Go code can use, too. All statements
// run on one connection, so that transactions and temporary tables last from cell to cell. Use
// sets a database that Go code has opened.
package sqlcell
