// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"sync"
	"testing"

	"polka/kernel/machine"
)

// TestStopBehindLock stops a run at the moment at which a statement has locked. The next one, which
// unlocks or defers that, is run.
func TestStopBehindLock(t *testing.T) {
	for _, body := range []string{
		"mu.Lock(); defer mu.Unlock(); for {}",
		"mu.Lock(); mu.Unlock(); for {}",
		"mu.Lock(); n++; n--; mu.Unlock(); for {}",
		"mu.RLock(); defer mu.RUnlock(); for {}",
		"l.Lock(); defer l.Unlock(); for {}",
		"mu.Lock(); defer func() { mu.Unlock() }(); for {}",
	} {
		p, u, err := check("p.go", "package main\nimport \"sync\"\nvar mu = new(sync.RWMutex)\nvar l sync.Locker = mu\nvar n int\nfunc main() { "+body+" }")
		if err != nil {
			t.Fatal(err)
		}
		u.Steps = u.Steps[:len(u.Steps)-1] // without the call of main, whose statements become steps
		for _, d := range u.Decls {
			for i, s := range d.Body.List {
				u.Steps = append(u.Steps, machine.Step{Stmt: s, Reached: i + 1})
			}
		}
		u.Decls = nil
		if p.code, err = p.m.Compile(u); err != nil {
			t.Fatal(err)
		}
		r := p.m.Start()
		r.Reached = func(n int) {
			if n == 1 {
				r.Stop()
			}
		}
		if err := r.Do(p.code); err != machine.ErrStopped {
			t.Errorf("%s: %v", body, err)
		}
		mu, _ := p.m.Global("mu")
		if !mu.Any.(*sync.RWMutex).TryLock() {
			t.Errorf("%s: the lock is still held", body)
		}
	}
}
