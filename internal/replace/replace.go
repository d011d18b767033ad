// SPDX-License-Identifier: BSD-3-Clause

// Package replace writes files atomically.
//
// The text goes into a new file in the same folder, which is renamed when it is on disk. Readers,
// even after the program or the machine has been stopped, find either the old contents or the
// complete new text:
//
//	err := replace.Save("big.token", text, 0o666)
//
// New files that a killed program has left are removed by the next one that writes a file of that
// name. They are recognized by their names, and by their locks: the system releases the locks of a
// process that ends.
package replace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// File writes the file of that very name, with these permissions. A symbolic link is replaced. If
// that fails, the old contents are unchanged.
func File(name string, text []byte, mode fs.FileMode) error { return write(name, text, mode, true) }

// Save writes a file that belongs to the user. It follows a symbolic link, and an existing file
// keeps its permissions; a new one gets these, limited by the umask. If the name is not that of a
// file (but of a folder, a device, a pipe), or the file is not writable, Save returns an error and
// changes nothing.
func Save(name string, text []byte, mode fs.FileMode) error {
	target, err := follow(name)
	if err != nil {
		return err
	}
	info, err := writable(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return write(target, text, mode, false)
	case err != nil:
		return err
	}
	return write(target, text, info.Mode().Perm(), true)
}

// Output is Save, but writes directly to what is not a regular file.
func Output(name string, text []byte, mode fs.FileMode) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, text, mode)
	}
	return Save(name, text, mode)
}

// mostLinks is the maximum number of symbolic links that are followed.
const mostLinks = 40

// follow returns the target of a symbolic link, which need not exist.
func follow(name string) (string, error) {
	for range mostLinks {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		target, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Dir(name) + string(filepath.Separator) + target // not Join: .. in a link may lead elsewhere
		}
		name = target
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many symbolic links")}
}

// writable returns the description of a file, or an error if the file is not writable.
func writable(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is %s, expected a file", name, kind(info.Mode()))
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	return info, f.Close()
}

// kind describes what is not a regular file.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "not a regular file"
}

// write writes a file; the permissions are exactly these, or these limited by the umask.
func write(name string, text []byte, mode fs.FileMode, exactly bool) (err error) {
	defer func() { err = titled(name, err) }()
	clean(name)
	f, err := create(name, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if exactly {
		err = cmp.Or(err, f.Chmod(mode))
	}
	err = cmp.Or(err, f.Sync())
	if onlyWhenClosed {
		err = cmp.Or(f.Close(), err)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	f.Close()
	return err
}

// titled changes the name in an error of a new file to the final name.
func titled(name string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return &fs.PathError{Op: "write", Path: name, Err: path.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: name, Err: link.Err}
	}
	return err
}

// The names of new files: a dot, the name, a number, and the ending. Long names are shortened,
// since all systems limit them.
const (
	ending      = ".polka"
	longestName = 200
)

// beside returns the prefix of the names of files that belong to a file.
func beside(name string) string {
	base := filepath.Base(name)
	return filepath.Join(filepath.Dir(name), "."+base[:min(len(base), longestName)]+".")
}

// create creates a new file, and locks it while it is open.
func create(name string, mode fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(fmt.Sprintf("%s%d%s", beside(name), rand.Uint64(), ending), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		} else if err != nil {
			return nil, err
		}
		if lock(f) && same(f) { // otherwise another program has removed it as left over
			return f, nil
		}
		f.Close()
		os.Remove(f.Name())
	}
}

// same reports whether an open file still has its name.
func same(f *os.File) bool {
	open, err1 := f.Stat()
	named, err2 := os.Lstat(f.Name())
	return err1 == nil && err2 == nil && os.SameFile(open, named)
}

// cleaned has the names whose leftovers this process has removed.
var cleaned sync.Map

// clean removes what killed programs have left of a file. It does so once per process and name.
func clean(name string) {
	begin := beside(name)
	if _, done := cleaned.LoadOrStore(begin, true); done {
		return
	}
	list, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return
	}
	for _, entry := range list {
		middle, ok := strings.CutPrefix(entry.Name(), filepath.Base(begin))
		middle, ours := strings.CutSuffix(middle, ending)
		if !ok || !ours || middle == "" || strings.Trim(middle, "0123456789") != "" || !entry.Type().IsRegular() {
			continue
		}
		f, err := os.OpenFile(filepath.Join(filepath.Dir(name), entry.Name()), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if lock(f) {
			os.Remove(f.Name())
		}
		f.Close()
	}
}
