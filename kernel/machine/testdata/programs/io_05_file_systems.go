package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
	"time"
)

type memFS map[string]string

type memFile struct {
	name string
	r    *strings.Reader
	fs   memFS
	dir  bool
	off  int
}
type info struct{ f *memFile }

func (i info) Name() string { return path.Base(i.f.name) }
func (i info) Size() int64  { return int64(len(i.f.fs[i.f.name])) }
func (i info) Mode() fs.FileMode {
	if i.f.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
func (i info) ModTime() time.Time         { return time.Time{} }
func (i info) IsDir() bool                { return i.f.dir }
func (i info) Sys() any                   { return nil }
func (i info) Type() fs.FileMode          { return i.Mode().Type() }
func (i info) Info() (fs.FileInfo, error) { return i, nil }

func (f *memFile) Stat() (fs.FileInfo, error) { return info{f}, nil }
func (f *memFile) Read(b []byte) (int, error) { return f.r.Read(b) }
func (f *memFile) Close() error               { return nil }
func (f *memFile) ReadDir(n int) ([]fs.DirEntry, error) {
	seen := map[string]bool{}
	var r []fs.DirEntry
	var names []string
	for k := range f.fs {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, k := range names {
		rel := k
		if f.name != "." {
			var ok bool
			if rel, ok = strings.CutPrefix(k, f.name+"/"); !ok {
				continue
			}
		}
		first, _, more := strings.Cut(rel, "/")
		if !seen[first] {
			seen[first] = true
			r = append(r, info{&memFile{path.Join(f.name, first), nil, f.fs, more, 0}})
		}
	}
	return r, nil
}

func (m memFS) Open(name string) (fs.File, error) {
	if s, ok := m[name]; ok {
		return &memFile{name, strings.NewReader(s), m, false, 0}, nil
	}
	for k := range m {
		if name == "." || strings.HasPrefix(k, name+"/") {
			return &memFile{name, nil, m, true, 0}, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

type glob struct{ memFS }

func (g glob) Glob(p string) ([]string, error)    { return []string{"GLOB", p}, nil }
func (g glob) ReadFile(n string) ([]byte, error)  { return []byte("RF:" + n), nil }
func (g glob) Stat(n string) (fs.FileInfo, error) { return nil, errors.New("own stat") }

func main() {
	m := memFS{"a.txt": "A", "d/b.txt": "BB", "d/e/c.go": "package c"}
	b, err := fs.ReadFile(m, "d/b.txt")
	fmt.Println(string(b), err)
	es, err := fs.ReadDir(m, ".")
	fmt.Println(len(es), err)
	for _, e := range es {
		fmt.Println(e.Name(), e.IsDir())
	}
	err = fs.WalkDir(m, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == "e" {
			return fs.SkipDir
		}
		i, _ := d.Info()
		fmt.Print(p, ":", i.Size(), i.Mode(), " ")
		return nil
	})
	fmt.Println(err)
	_, err = fs.Stat(m, "nope")
	fmt.Println(err, errors.Is(err, fs.ErrNotExist))
	g, err := fs.Glob(m, "*.txt")
	fmt.Println(g, err)
	g, err = fs.Glob(glob{m}, "*.txt")
	fmt.Println(g, err)
	b, err = fs.ReadFile(glob{m}, "zz")
	fmt.Println(string(b), err)
	_, err = fs.Stat(glob{m}, "a.txt")
	fmt.Println(err)
	sub, err := fs.Sub(m, "d")
	b, err = fs.ReadFile(sub, "b.txt")
	fmt.Println(string(b), err)
	f, _ := m.Open("a.txt")
	_, isDir := f.(fs.ReadDirFile)
	_, isSeek := f.(io.Seeker)
	fmt.Println(isDir, isSeek)
	var fsys fs.FS = glob{m}
	_, ok := fsys.(fs.GlobFS)
	_, ok2 := fsys.(fs.SubFS)
	fmt.Println(ok, ok2)
}
