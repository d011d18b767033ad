// Wrappers of file systems and files.
//
// Package io/fs asks a file system for methods that it need not have: fs.ReadFile looks for
// ReadFile, and reads the file that Open returns if there is none. A wrapper must have all methods
// that its value may have, so for those that the value does not have it does what package io/fs
// would do.

package machine

import (
	"io/fs"
	"unsafe"
)

// A fileSystem wraps a value of a cell as an fs.FS.
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

// wrapFS makes the function that wraps values of the type vt as file systems.
func (m *Machine) wrapFS(vt *Type) func(any) iface {
	methods := methodFields[fileSystem](m, vt)
	return func(v any) iface {
		f := &fileSystem{v: v}
		m.setMethods(unsafe.Pointer(f), v, methods)
		i := fs.FS(f)
		return *(*iface)(unsafe.Pointer(&i))
	}
}

// wrapFile makes the function that wraps values of the type vt as files.
func (m *Machine) wrapFile(vt *Type) func(any) iface {
	methods := methodFields[file](m, vt)
	return func(v any) iface {
		f := &file{v: v}
		m.setMethods(unsafe.Pointer(f), v, methods)
		i := fs.File(f)
		switch {
		case f.readDir != nil && f.seek != nil:
			i = bothFile{seekFile{f}}
		case f.readDir != nil:
			i = dirFile{f}
		case f.seek != nil:
			i = seekFile{f}
		}
		return *(*iface)(unsafe.Pointer(&i))
	}
}
