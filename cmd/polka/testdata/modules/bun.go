package main

import (
	"context"
	"database/sql"
	"fmt"

	_ "github.com/glebarez/go-sqlite"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
)

type Shop struct {
	bun.BaseModel `bun:"table:shops,alias:s"`

	ID    int64   `bun:",pk,autoincrement"`
	Name  string  `bun:",notnull"`
	Meta  Meta    `bun:"type:json"`
	Goods []*Good `bun:"rel:has-many,join:id=shop_id"`
}

type Meta struct {
	Open bool   `json:"open"`
	Note string `json:"note,omitempty"`
}

type Good struct {
	ID     int64 `bun:",pk,autoincrement"`
	ShopID int64
	Price  float64
}

func (s *Shop) BeforeAppendModel(ctx context.Context, q bun.Query) error {
	if _, ok := q.(*bun.InsertQuery); ok && s.Meta.Note == "" {
		s.Meta.Note = "new"
	}
	return nil
}

func main() {
	ctx := context.Background()
	raw, err := sql.Open("sqlite", ":memory:")
	raw.SetMaxOpenConns(1)
	db := bun.NewDB(raw, sqlitedialect.New())
	fmt.Println(err, db.NewCreateTable().Model((*Shop)(nil)))
	for _, m := range []any{(*Shop)(nil), (*Good)(nil)} {
		_, err := db.NewCreateTable().Model(m).Exec(ctx)
		fmt.Println(err)
	}
	s := &Shop{Name: "one", Meta: Meta{Open: true}}
	_, err = db.NewInsert().Model(s).Exec(ctx)
	fmt.Println(err, s.ID)
	_, err = db.NewInsert().Model(&[]Good{{ShopID: 1, Price: 2.5}, {ShopID: 1, Price: 3}}).Exec(ctx)
	fmt.Println(err)
	var back Shop
	fmt.Println(db.NewSelect().Model(&back).Relation("Goods").Where("s.id = ?", 1).Scan(ctx))
	fmt.Println(back.Name, back.Meta, len(back.Goods), *back.Goods[1])
	fmt.Println(db.NewSelect().Model(&back).Where("name = ?", "none").Scan(ctx))
	_, err = db.NewUpdate().Model(&Shop{ID: 1, Name: "two"}).Column("name").WherePK().Exec(ctx)
	fmt.Println(err)
	var names []string
	fmt.Println(db.NewSelect().Model((*Shop)(nil)).Column("name").Scan(ctx, &names), names)
	_, err = db.NewSelect().Model(3).Exec(ctx)
	fmt.Println(err)
}
