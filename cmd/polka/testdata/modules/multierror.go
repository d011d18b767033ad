package main

import (
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/hashicorp/go-multierror"
)

type Code int

func (c Code) Error() string { return fmt.Sprintf("code %d", int(c)) }

func (c Code) Is(target error) bool { return target == io.EOF && c == 0 }

type Detail struct {
	Op  string
	Err error
}

func (d *Detail) Error() string { return d.Op + ": " + d.Err.Error() }

func (d *Detail) Unwrap() error { return d.Err }

func main() {
	var result *multierror.Error
	fmt.Println(result.ErrorOrNil())
	result = multierror.Append(result, Code(3), &Detail{"read", Code(0)})
	fmt.Println(result.Len(), result)
	var d *Detail
	fmt.Println(errors.As(result, &d), d.Op, errors.Is(result, io.EOF), errors.Is(result, Code(3)), errors.Is(result, Code(4)))
	result.ErrorFormat = func(list []error) string { return fmt.Sprint(len(list), " errors") }
	fmt.Println(result)
	sort.Sort(sort.Reverse(result))
	fmt.Printf("%T\n", result.WrappedErrors()[0])
	fmt.Println(multierror.Prefix(result, "p:").(*multierror.Error).Errors)
	var g multierror.Group
	g.Go(func() error { return Code(7) })
	fmt.Println(g.Wait().Errors[0])
}
