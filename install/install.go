// SPDX-License-Identifier: BSD-3-Clause

// Package install registers the kernel with Jupyter: it writes, finds and removes kernelspecs, the
// folders that describe to Jupyter how to start a kernel and how to present it.
//
// Beside a kernelspec it puts a small extension of JupyterLab (lab.go), and in Jupyter's settings
// the name of the language server (language.go).
//
// It does not move the program, unless that is in a temporary place. It never prompts, and changes
// a kernelspec that is not Polka's only on request.
//
//	r, err := install.Install(install.Options{})
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(r.Action, r.Dir) // installed /home/ann/.local/share/jupyter/kernels/polka
//
// The search path is that of jupyter_core, with the same use of the environment variables
// JUPYTER_DATA_DIR, JUPYTER_PATH, XDG_DATA_HOME, APPDATA, VIRTUAL_ENV and CONDA_PREFIX.
package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"polka/internal/replace"
)

// Options control what is installed. The zero value installs the running program for the user.
type Options struct {
	Target
	DisplayName string            // what Jupyter shows; DefaultDisplayName if empty
	Env         map[string]string // environment of the kernel
	Replace     bool              // replace even a kernelspec of that name that is not Polka's
	DryRun      bool              // only report what would be done
	Version     string            // of the program, kept in the kernelspec
	Executable  string            // the program; the running one if empty
}

// An Action is what was done, or would be done without DryRun.
type Action string

// The actions.
const (
	Installed Action = "installed"
	Updated   Action = "updated"
	Unchanged Action = "already up to date"
	Removed   Action = "removed"
	Absent    Action = "not installed"
)

// A Result describes what was done.
type Result struct {
	Action Action
	Dir    string // the folder of the kernelspec
	Spec   []byte // kernel.json, as written
	Copied bool   // the program was copied into Dir
}

// ErrForeign is the error of Install and Uninstall for a name whose kernelspec is not Polka's.
var ErrForeign = errors.New("there is a kernel of that name that is not Polka's")

// Files returns the files of a kernelspec by name, for a package that installs them itself. The
// program is named with "{resource_dir}" for the folder of the kernelspec. Some clients do not
// replace this, so on Unix the kernelspec also finds the program without it.
func Files(program, version string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, name := range logoNames {
		content, err := logos.ReadFile("logos/" + name)
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	var err error
	spec := newSpec(program, Options{Version: version})
	if !strings.HasSuffix(program, ".exe") {
		spec.Argv = []string{"/bin/sh", "-c", launcher, program, "{connection_file}"}
	}
	files[specFile], err = spec.bytes()
	return files, err
}

// Install writes a kernelspec. A second call with the same options changes nothing; with other
// options it changes what differs. It writes kernel.json last, so that Jupyter never finds an
// incomplete kernelspec.
func Install(o Options) (Result, error) {
	dir, err := o.Dir()
	if err != nil {
		return Result{}, err
	}
	r := Result{Dir: dir}
	program, transient, err := binary(o.Executable)
	if err != nil {
		return r, err
	}
	var files []file
	if transient {
		content, err := os.ReadFile(program)
		if err != nil {
			return r, err
		}
		program = filepath.Join(dir, copyName())
		files = append(files, file{copyName(), content, 0o755})
		r.Copied = true
	}
	for _, name := range logoNames {
		content, err := logos.ReadFile("logos/" + name)
		if err != nil {
			return r, err
		}
		files = append(files, file{name, content, 0o644})
	}
	if r.Spec, err = newSpec(program, o).bytes(); err != nil {
		return r, err
	}
	files = append(files, file{specFile, r.Spec, 0o644})

	foreign := false
	switch old, err := readSpec(dir); {
	case err == nil && old.ours():
		r.Action = Updated
		changed, err := o.installBeside(dir, program, true)
		if err != nil {
			return r, err
		}
		if same(dir, files) && !changed {
			r.Action = Unchanged
			return r, nil
		}
	case errors.Is(err, fs.ErrNotExist): // no kernelspec, though perhaps a folder
		r.Action = Installed
	default:
		if !o.Replace {
			return r, fmt.Errorf("%s: %w; --replace replaces it, --name gives this one another name", dir, ErrForeign)
		}
		foreign = true
		r.Action = Updated
	}
	if o.DryRun {
		return r, nil
	}
	if foreign {
		if err := os.RemoveAll(dir); err != nil {
			return r, err
		}
	}
	if _, err := o.installBeside(dir, program, false); err != nil {
		return r, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return r, err
	}
	for _, f := range files {
		if err := f.write(dir); err != nil {
			return r, err
		}
	}
	if !r.Copied {
		// An earlier copy is no longer needed.
		if err := os.Remove(filepath.Join(dir, copyName())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return r, err
		}
	}
	return r, nil
}

// Uninstall removes a kernelspec and the files that were copied into it. It is not an error if
// there is none.
func Uninstall(t Target, dryRun bool) (Result, error) {
	dir, err := t.Dir()
	if err != nil {
		return Result{}, err
	}
	r := Result{Dir: dir, Action: Removed}
	if !exists(dir) {
		r.Action = Absent
		return r, nil
	}
	if s, err := readSpec(dir); err != nil || !s.ours() {
		return r, fmt.Errorf("%s: %w; `jupyter kernelspec remove` removes it", dir, ErrForeign)
	}
	if dryRun {
		return r, nil
	}
	// Remove the file that makes it a kernelspec first, so that Jupyter never finds an incomplete
	// one.
	if err := os.Remove(filepath.Join(dir, specFile)); err != nil {
		return r, err
	}
	if err := os.RemoveAll(dir); err != nil {
		return r, err
	}
	return r, t.uninstallBeside(dir)
}

// installBeside installs what belongs to a kernelspec and is elsewhere: the extension of JupyterLab
// and the name of the language server. It reports whether anything changed.
func (o Options) installBeside(dir, program string, dryRun bool) (changed bool, err error) {
	extension, err := installExtension(dir, o.Version, dryRun)
	if err != nil {
		return false, err
	}
	language, err := o.installLanguage(program, dryRun)
	return extension || language, err
}

// uninstallBeside removes that if no kernelspec of Polka's beside dir needs it.
func (t Target) uninstallBeside(dir string) error {
	kernels := filepath.Dir(dir)
	entries, err := os.ReadDir(kernels)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if s, err := readSpec(filepath.Join(kernels, e.Name())); err == nil && s.ours() {
			return nil
		}
	}
	if err := os.RemoveAll(extensionDir(dir)); err != nil {
		return err
	}
	return t.uninstallLanguage()
}

// A Kernel is a kernelspec of Polka's that Jupyter finds.
type Kernel struct {
	Name    string
	Dir     string
	Spec    Spec
	Problem string // why it would not start, or ""
}

// Find returns Polka's kernelspecs in the order in which Jupyter searches. Of several with one name
// it lists the first, which is the one that Jupyter uses.
func Find() []Kernel {
	var found []Kernel
	for _, data := range searchPath() {
		entries, err := os.ReadDir(filepath.Join(data, "kernels"))
		if err != nil {
			continue // Jupyter also skips kernelspecs that it cannot read
		}
		for _, e := range entries {
			dir := filepath.Join(data, "kernels", e.Name())
			s, err := readSpec(dir)
			if err != nil || !s.ours() || slices.ContainsFunc(found, func(k Kernel) bool { return k.Name == e.Name() }) {
				continue
			}
			k := Kernel{Name: e.Name(), Dir: dir, Spec: s, Problem: "its kernel.json has no argv"}
			for i, arg := range s.Argv { // as Jupyter does
				s.Argv[i] = strings.ReplaceAll(arg, "{resource_dir}", dir)
			}
			if len(s.Argv) > 0 {
				k.Problem = executableProblem(s.Program())
			}
			found = append(found, k)
		}
	}
	return found
}

// A file is a file in the folder of a kernelspec.
type file struct {
	name    string
	content []byte
	mode    fs.FileMode
}

// write replaces the file atomically, so that a reader sees the old or the new one, and a kernel
// that runs from the old one continues.
func (f file) write(dir string) error {
	return replace.File(filepath.Join(dir, f.name), f.content, f.mode)
}

// same reports whether the folder contains all the files with these contents, and no unnecessary
// copy of the program.
func same(dir string, files []file) bool {
	hasCopy := false
	for _, f := range files {
		hasCopy = hasCopy || f.name == copyName()
		content, err := os.ReadFile(filepath.Join(dir, f.name))
		if err != nil || !bytes.Equal(content, f.content) {
			return false
		}
	}
	return hasCopy || !exists(filepath.Join(dir, copyName()))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
