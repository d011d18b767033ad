// A bank simulation with accounts, errors, transactions and a ledger.

package main

import (
	"errors"
	"fmt"
)

type cents int64

func (c cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s$%d.%02d", sign, int64(c)/100, int64(c)%100)
}

type insufficient struct{ have, need cents }

func (e insufficient) Error() string { return fmt.Sprintf("have %v, need %v", e.have, e.need) }

type account struct {
	id      string
	balance cents
	history []entry
}
type entry struct {
	what   string
	amount cents
}
type bank struct {
	accounts map[string]*account
	fee      func(cents) cents
}

var errNoAccount = errors.New("no such account")

func (b *bank) get(id string) (*account, error) {
	a, ok := b.accounts[id]
	if !ok {
		return nil, fmt.Errorf("%w: %q", errNoAccount, id)
	}
	return a, nil
}

func (a *account) apply(what string, amt cents) error {
	if a.balance+amt < 0 {
		return insufficient{a.balance, -amt}
	}
	a.balance += amt
	a.history = append(a.history, entry{what, amt})
	return nil
}

func (b *bank) transfer(from, to string, amt cents) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("transfer %v: %w", amt, err)
		}
	}()
	src, err := b.get(from)
	if err != nil {
		return err
	}
	dst, err := b.get(to)
	if err != nil {
		return err
	}
	if err := src.apply("to "+to, -(amt + b.fee(amt))); err != nil {
		return err
	}
	return dst.apply("from "+from, amt)
}

func main() {
	b := &bank{accounts: map[string]*account{}, fee: func(c cents) cents { return c / 100 }}
	for _, id := range []string{"ann", "bob"} {
		b.accounts[id] = &account{id: id, balance: 10000}
	}
	for _, t := range []struct {
		from, to string
		amt      cents
	}{{"ann", "bob", 2550}, {"bob", "ann", 99999}, {"ann", "zed", 1}, {"bob", "bob", 100}} {
		err := b.transfer(t.from, t.to, t.amt)
		var ins insufficient
		switch {
		case errors.As(err, &ins):
			fmt.Println("short by", ins.need-ins.have, "|", err)
		case errors.Is(err, errNoAccount):
			fmt.Println("unknown |", err)
		default:
			fmt.Println("ok", err)
		}
	}
	for _, id := range []string{"ann", "bob"} {
		a := b.accounts[id]
		fmt.Println(a.id, a.balance, a.history)
	}
}
