package main

import (
	"errors"
	"fmt"

	"github.com/glebarez/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

type User struct {
	ID    uint
	Name  string `gorm:"uniqueIndex;size:40"`
	Age   int
	Posts []Post
}

func (u *User) BeforeCreate(tx *gorm.DB) error {
	if u.Age < 0 {
		return errors.New("age is negative")
	}
	return nil
}

type Post struct {
	ID     uint
	UserID uint
	Title  string
}

func (Post) TableName() string { return "articles" }

func main() {
	db, err := gorm.Open(sqlite.Open(":memory:"), &gorm.Config{Logger: logger.Default.LogMode(logger.Silent)})
	fmt.Println(err)
	fmt.Println(db.AutoMigrate(&User{}, &Post{}))
	var tables []string
	db.Raw("SELECT sql FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%' ORDER BY name").Scan(&tables)
	for _, t := range tables {
		fmt.Println(t)
	}
	fmt.Println(db.Create(&User{Name: "ada", Age: 36, Posts: []Post{{Title: "one"}, {Title: "two"}}}).Error)
	fmt.Println(db.Create(&User{Name: "bob", Age: -1}).Error)
	fmt.Println(db.Create(&User{Name: "ada"}).Error)
	var u User
	fmt.Println(db.Preload("Posts").First(&u, "name = ?", "ada").Error)
	fmt.Printf("%+v\n", u)
	fmt.Println(db.Model(&u).Update("age", 37).RowsAffected)
	var all []User
	fmt.Println(db.Where("age > ?", 30).Find(&all).RowsAffected, all[0].Age)
	err = db.First(&u, 99).Error
	fmt.Println(errors.Is(err, gorm.ErrRecordNotFound), err)
	var rows []struct {
		Name  string
		Total int
	}
	db.Model(&User{}).Select("users.name, count(articles.id) as total").Joins("JOIN articles ON articles.user_id = users.id").Group("users.name").Scan(&rows)
	fmt.Println(rows)
}
