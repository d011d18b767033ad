package main

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	_ "github.com/glebarez/go-sqlite"
	"github.com/jmoiron/sqlx"
)

type Tags []string

func (t Tags) Value() (driver.Value, error) { return strings.Join(t, ","), nil }

func (t *Tags) Scan(src any) error {
	s, ok := src.(string)
	if !ok {
		return fmt.Errorf("tags of %T", src)
	}
	*t = strings.Split(s, ",")
	return nil
}

type Book struct {
	ID     int    `db:"id"`
	Title  string `db:"title"`
	Tags   Tags   `db:"tags"`
	Author `db:"author"`
}

type Author struct {
	Name string `db:"name"`
}

func main() {
	db, err := sqlx.Open("sqlite", ":memory:")
	fmt.Println(err)
	db.SetMaxOpenConns(1)
	db.MustExec("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE, tags, name TEXT)")
	r, err := db.NamedExec("INSERT INTO books (title, tags, name) VALUES (:title, :tags, :author.name)", []Book{{Title: "a", Tags: Tags{"x", "y"}, Author: Author{"ada"}}, {Title: "b", Tags: Tags{"z"}}})
	n, _ := r.RowsAffected()
	fmt.Println(n, err)
	var books []Book
	fmt.Println(db.Select(&books, "SELECT id, title, tags, name AS \"author.name\" FROM books ORDER BY id"))
	fmt.Printf("%+v\n", books)
	var one Book
	fmt.Println(db.Get(&one, "SELECT id, title FROM books WHERE title = ?", "b"), one.ID)
	fmt.Println(db.Get(&one, "SELECT id FROM books WHERE title = ?", "none"))
	fmt.Println(db.Get(&one, "SELECT 1 AS wrong"))
	fmt.Println(db.Get(&one, "SELECT 3 AS tags"))
	_, err = db.Exec("INSERT INTO books (title) VALUES ('a')")
	fmt.Println(err)
	q, args, err := sqlx.In("SELECT title FROM books WHERE id IN (?)", []int{1, 2})
	var titles []string
	fmt.Println(q, args, errors.Join(err, db.Select(&titles, q, args...)), titles)
}
