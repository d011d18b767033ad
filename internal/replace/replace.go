// Package replace writes files that are whole at every moment.
//
// The text goes into a new file in the same folder, which gets the name when it is on the disk. Who reads the file
// meanwhile, or after the program or the machine has been stopped, finds what was there before or all of the new text:
//
//	err := replace.File("big.token", text, 0o644)
package replace

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
)

// File writes a file with these permissions. If that fails, what was there is as it was.
func File(name string, text []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = cmp.Or(err, f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
