// SPDX-License-Identifier: BSD-3-Clause

// Operations on channels. An operation that waits also waits for the end of the run.

package run

import (
	"reflect"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// chanOps send and receive elements of one size. A stop ends what waits.
type chanOps interface {
	Send(t *Thread, c, v unsafe.Pointer)
	Recv(t *Thread, c, dst unsafe.Pointer) bool
}

type chanOf[T any] struct{}

func (*chanOf[T]) Send(t *Thread, c, v unsafe.Pointer) {
	ch := *(*chan T)(unsafe.Pointer(&c))
	x := *(*T)(v)
	if ch != nil {
		select {
		case ch <- x:
			return
		default:
		}
	} else {
		t.Forever()
	}
	t.Wait()
	select {
	case ch <- x:
		t.Waited()
	case <-t.Stops():
		t.Waited()
		t.End()
	}
}

func (*chanOf[T]) Recv(t *Thread, c, dst unsafe.Pointer) bool {
	ch := *(*chan T)(unsafe.Pointer(&c))
	if ch != nil {
		select {
		case x, ok := <-ch:
			*(*T)(dst) = x
			return ok
		default:
		}
	} else {
		t.Forever()
	}
	t.Wait()
	select {
	case x, ok := <-ch:
		t.Waited()
		*(*T)(dst) = x
		return ok
	case <-t.Stops():
		t.Waited()
		t.End()
		return false
	}
}

// A bare is a pointer. It has a name because reflect.ChanOf copies the descriptor of chan
// unsafe.Pointer, which must not know a type *chan unsafe.Pointer: ChanOf does not clear that, and
// reflect.PointerTo then fails (Go 1.26).
type bare unsafe.Pointer

// reflectChan is for elements of any size.
type reflectChan struct{ t, elem reflect.Type }

func (r reflectChan) value(c unsafe.Pointer) reflect.Value {
	p := new(unsafe.Pointer)
	*p = c
	return reflect.NewAt(r.t, unsafe.Pointer(p)).Elem()
}

func (r reflectChan) Send(t *Thread, c, v unsafe.Pointer) {
	x := reflect.NewAt(r.elem, v).Elem()
	if c == nil {
		t.Forever()
	}
	if r.value(c).TrySend(x) {
		return
	}
	t.Wait()
	cases := []reflect.SelectCase{{Dir: reflect.SelectSend, Chan: r.value(c), Send: x}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.Stops())}}
	i, _, _ := reflect.Select(cases)
	t.Waited()
	if i == 1 {
		t.End()
	}
}

func (r reflectChan) Recv(t *Thread, c, dst unsafe.Pointer) bool {
	d := reflect.NewAt(r.elem, dst).Elem()
	if c != nil {
		if x, ok := r.value(c).TryRecv(); x.IsValid() {
			d.Set(x)
			return ok
		}
	} else {
		t.Forever()
	}
	t.Wait()
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: r.value(c)}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.Stops())}}
	i, x, ok := reflect.Select(cases)
	t.Waited()
	if i == 1 {
		t.End()
	}
	d.Set(x)
	return ok
}

// ChanOpsOf returns the operations on channels of elements of type t.
func ChanOpsOf(t *memory.Type) chanOps {
	switch {
	case t.Size == 0:
		return &chanOf[struct{}]{}
	case !t.Pointers:
		switch t.Size {
		case 1:
			return &chanOf[uint8]{}
		case 4:
			return &chanOf[uint32]{}
		case 8:
			return &chanOf[uint64]{}
		case 16:
			return &chanOf[[2]uint64]{}
		case 24:
			return &chanOf[[3]uint64]{}
		}
	case t.Size == memory.Word:
		return &chanOf[bare]{}
	case t.Rep == memory.RepString:
		return &chanOf[string]{}
	case t.Rep == memory.RepSlice:
		return &chanOf[memory.Slice]{}
	case t.Rep == memory.RepEface || t.Rep == memory.RepIface:
		return &chanOf[memory.Iface]{}
	}
	return reflectChan{reflect.ChanOf(reflect.BothDir, t.Reflect), t.Reflect}
}
