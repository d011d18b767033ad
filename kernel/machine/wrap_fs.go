// Wrappers of file systems and files.
//
// Package io/fs asks a file system for methods that it need not have: fs.ReadFile looks for
// ReadFile, and reads the file that Open returns if there is none. A wrapper must have all methods
// that its value may have, so for those that the value does not have it does what package io/fs
// would do.

package machine

import (
	"go/types"
	"io/fs"
	"reflect"
	"unsafe"
)

// A fileSystem wraps a value of a cell as an fs.FS. The functions are nil if it does not have the
// method.
type fileSystem struct {
	v        any
	open     func(string) (fs.File, error)
	stat     func(string) (fs.FileInfo, error)
	readDir  func(string) ([]fs.DirEntry, error)
	readFile func(string) ([]byte, error)
	glob     func(string) ([]string, error)
	sub      func(string) (fs.FS, error)
}

// An opener is a file system without the methods that it need not have.
type opener struct{ f *fileSystem }

// A statReader is a file system without Glob and Sub.
type statReader struct{ opener }

func (f *fileSystem) machineValue() any { return f.v }

func (o opener) Open(name string) (fs.File, error) { return o.f.open(name) }

func (s statReader) Stat(name string) (fs.FileInfo, error)      { return s.f.Stat(name) }
func (s statReader) ReadDir(name string) ([]fs.DirEntry, error) { return s.f.ReadDir(name) }
func (s statReader) ReadFile(name string) ([]byte, error)       { return s.f.ReadFile(name) }
func (f *fileSystem) Open(name string) (fs.File, error)         { return f.open(name) }

// Stat is for fs.Stat.
func (f *fileSystem) Stat(name string) (fs.FileInfo, error) {
	if f.stat == nil {
		return fs.Stat(opener{f}, name)
	}
	return f.stat(name)
}

// ReadDir is for fs.ReadDir.
func (f *fileSystem) ReadDir(name string) ([]fs.DirEntry, error) {
	if f.readDir == nil {
		return fs.ReadDir(opener{f}, name)
	}
	return f.readDir(name)
}

// ReadFile is for fs.ReadFile.
func (f *fileSystem) ReadFile(name string) ([]byte, error) {
	if f.readFile == nil {
		return fs.ReadFile(opener{f}, name)
	}
	return f.readFile(name)
}

// Glob is for fs.Glob.
func (f *fileSystem) Glob(pattern string) ([]string, error) {
	if f.glob == nil {
		return fs.Glob(statReader{opener{f}}, pattern)
	}
	return f.glob(pattern)
}

// Sub is for fs.Sub.
func (f *fileSystem) Sub(dir string) (fs.FS, error) {
	if f.sub == nil {
		return fs.Sub(statReader{opener{f}}, dir)
	}
	return f.sub(dir)
}

// A file wraps a value of a cell as an fs.File.
type file struct {
	v       any
	stat    func() (fs.FileInfo, error)
	read    func([]byte) (int, error)
	close   func() error
	readDir func(int) ([]fs.DirEntry, error)
	seek    func(int64, int) (int64, error)
}

// The wrappers of files, by the methods that they have.
type (
	dirFile  struct{ *file }
	seekFile struct{ *file }
	bothFile struct{ seekFile }
)

func (f *file) machineValue() any          { return f.v }
func (f *file) Stat() (fs.FileInfo, error) { return f.stat() }
func (f *file) Read(b []byte) (int, error) { return f.read(b) }
func (f *file) Close() error               { return f.close() }

func (f dirFile) ReadDir(n int) ([]fs.DirEntry, error)  { return f.readDir(n) }
func (f bothFile) ReadDir(n int) ([]fs.DirEntry, error) { return f.readDir(n) }

func (f seekFile) Seek(offset int64, whence int) (int64, error) { return f.seek(offset, whence) }

// methodField makes the function that stores the method of a value in a field of type T; nil if vt
// does not have it, or not with this type. The caller holds m.mu.
func methodField[T any](m *Machine, vt *Type, name string) func(v any, field *T) {
	f := m.plainMethod(vt, name)
	if f == nil {
		return nil
	}
	sig := types.NewSignatureType(nil, nil, nil, f.Signature().Params(), f.Signature().Results(), f.Signature().Variadic())
	if rt, _ := m.rtype(sig); rt != reflect.TypeFor[T]() {
		return nil
	}
	fn, pc := m.bound(vt, f.Pkg(), name, sig), m.shimPC(sig)
	return func(v any, field *T) {
		*(*unsafe.Pointer)(unsafe.Pointer(field)) = m.callable(bind(fn, pc, v), sig)
	}
}

// set stores a method in a field, if there is one.
func set[T any](method func(any, *T), v any, field *T) {
	if method != nil {
		method(v, field)
	}
}

// wrapFS makes the function that wraps values of the type vt as file systems.
func (m *Machine) wrapFS(vt *Type) func(any) iface {
	open := methodField[func(string) (fs.File, error)](m, vt, "Open")
	stat := methodField[func(string) (fs.FileInfo, error)](m, vt, "Stat")
	readDir := methodField[func(string) ([]fs.DirEntry, error)](m, vt, "ReadDir")
	readFile := methodField[func(string) ([]byte, error)](m, vt, "ReadFile")
	glob := methodField[func(string) ([]string, error)](m, vt, "Glob")
	sub := methodField[func(string) (fs.FS, error)](m, vt, "Sub")
	return func(v any) iface {
		f := &fileSystem{v: v}
		set(open, v, &f.open)
		set(stat, v, &f.stat)
		set(readDir, v, &f.readDir)
		set(readFile, v, &f.readFile)
		set(glob, v, &f.glob)
		set(sub, v, &f.sub)
		i := fs.FS(f)
		return *(*iface)(unsafe.Pointer(&i))
	}
}

// wrapFile makes the function that wraps values of the type vt as files.
func (m *Machine) wrapFile(vt *Type) func(any) iface {
	stat := methodField[func() (fs.FileInfo, error)](m, vt, "Stat")
	read := methodField[func([]byte) (int, error)](m, vt, "Read")
	closes := methodField[func() error](m, vt, "Close")
	readDir := methodField[func(int) ([]fs.DirEntry, error)](m, vt, "ReadDir")
	seek := methodField[func(int64, int) (int64, error)](m, vt, "Seek")
	return func(v any) iface {
		f := &file{v: v}
		set(stat, v, &f.stat)
		set(read, v, &f.read)
		set(closes, v, &f.close)
		set(readDir, v, &f.readDir)
		set(seek, v, &f.seek)
		i := fs.File(f)
		switch {
		case readDir != nil && seek != nil:
			i = bothFile{seekFile{f}}
		case readDir != nil:
			i = dirFile{f}
		case seek != nil:
			i = seekFile{f}
		}
		return *(*iface)(unsafe.Pointer(&i))
	}
}
