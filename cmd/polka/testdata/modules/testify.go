package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/mock"
)

type T struct{ failed int }

func (t *T) Errorf(format string, args ...any) {
	t.failed++
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		if strings.Contains(l, "Error:") {
			fmt.Println(strings.Join(strings.Fields(l), " "))
		}
	}
}

func (t *T) Logf(format string, args ...any) {}

func (t *T) FailNow() { panic("failed now") }

type Pair struct {
	A int
	B []string
}

type NotFound struct{ Name string }

func (e *NotFound) Error() string { return e.Name + " not found" }

type Store struct{ mock.Mock }

func (s *Store) Get(key string) (Pair, error) {
	args := s.MethodCalled("Get", key)
	return args.Get(0).(Pair), args.Error(1)
}

func main() {
	t := new(T)
	fmt.Println(assert.Equal(t, Pair{1, []string{"a"}}, Pair{1, []string{"a"}}))
	fmt.Println(assert.ElementsMatch(t, []Pair{{A: 1}, {A: 2}}, []Pair{{A: 2}, {A: 1}}))
	err := fmt.Errorf("wrapped: %w", &NotFound{"x"})
	var nf *NotFound
	fmt.Println(assert.ErrorAs(t, err, &nf), nf.Name, assert.ErrorIs(t, err, errors.ErrUnsupported))
	fmt.Println(assert.IsType(t, Pair{}, &Pair{}))
	fmt.Println(assert.Implements(t, (*error)(nil), &NotFound{}), t.failed)
	s := new(Store)
	s.On("Get", "k").Return(Pair{A: 7}, nil).Once()
	fmt.Println(s.Get("k"))
	fmt.Println(s.AssertExpectations(t), s.AssertNumberOfCalls(t, "Get", 1))
}
