package main

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-playground/validator/v10"
)

type Address struct {
	Street string `validate:"required"`
	Zip    string `validate:"len=5,numeric"`
}

type User struct {
	Name  string    `validate:"required,min=2" json:"name"`
	Email string    `validate:"required,email"`
	Age   uint8     `validate:"gte=18,lte=130"`
	Role  Role      `validate:"role"`
	Home  []Address `validate:"dive"`
}

type Role string

func main() {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("json") })
	fmt.Println(v.RegisterValidation("role", func(fl validator.FieldLevel) bool { return fl.Field().Interface().(Role) == "admin" }))
	v.RegisterStructValidation(func(sl validator.StructLevel) {
		if u := sl.Current().Interface().(User); u.Name == "root" {
			sl.ReportError(u.Name, "Name", "Name", "noroot", "")
		}
	}, User{})
	fmt.Println(v.Struct(User{"ada", "a@b.org", 36, "admin", []Address{{"s", "12345"}}}))
	err := v.Struct(&User{Name: "root", Email: "x", Role: "guest", Home: []Address{{}}})
	var list validator.ValidationErrors
	if errors.As(err, &list) {
		for _, e := range list {
			fmt.Println(e.Namespace(), e.Tag(), e.Param(), e.Kind(), e.Type(), e.Error())
		}
	}
	fmt.Printf("%T %v\n", v.Struct(3), v.Struct(3))
}
