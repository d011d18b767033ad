// SPDX-License-Identifier: BSD-3-Clause

package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"polka/internal/pattern"
)

// A Target is the place of a kernelspec. The zero value is the name "polka" in the folder of the
// user who runs the program.
type Target struct {
	SysPrefix bool   // the active Python environment: $VIRTUAL_ENV or $CONDA_PREFIX
	Prefix    string // Prefix/share/jupyter, as in a container or a package; not together with SysPrefix
	Name      string // of the kernel: letters, digits, '-', '.' and '_'; Jupyter ignores its case
}

// DefaultName is the default name of the kernel. Notebooks refer to it.
const DefaultName = "polka"

var validName = pattern.New(`^[A-Za-z0-9._-]+$`)

// CheckName returns an error if name is not a valid name of a kernel.
func CheckName(name string) error {
	if !validName.MatchString(name) || strings.Trim(name, ".") == "" {
		return fmt.Errorf("kernel name %q: expected letters, digits, '-', '.' and '_'", name)
	}
	return nil
}

// Dir returns the folder of the kernelspec, which need not exist.
func (t Target) Dir() (string, error) {
	name := t.Name
	if name == "" {
		name = DefaultName
	}
	if err := CheckName(name); err != nil {
		return "", err
	}
	data, err := t.data()
	if err != nil {
		return "", err
	}
	return filepath.Join(data, "kernels", strings.ToLower(name)), nil
}

// data returns Jupyter's data folder for the target, the parent of "kernels".
func (t Target) data() (string, error) {
	switch {
	case t.SysPrefix && t.Prefix != "":
		return "", errors.New("sys-prefix and prefix exclude each other")
	case t.SysPrefix:
		prefix := environment()
		if prefix == "" {
			return "", errors.New("no Python environment is active ($VIRTUAL_ENV and $CONDA_PREFIX are empty): activate one, or name its folder with --prefix")
		}
		return shareOf(prefix), nil
	case t.Prefix != "":
		prefix, err := filepath.Abs(t.Prefix)
		if err != nil {
			return "", err
		}
		for _, tail := range []string{"share/jupyter/kernels", "share/jupyter", "share"} {
			if better, ok := strings.CutSuffix(filepath.ToSlash(prefix), "/"+tail); ok {
				return "", fmt.Errorf("--prefix %s: expected the folder above share/jupyter, that is --prefix %s", t.Prefix, filepath.FromSlash(better))
			}
		}
		return shareOf(prefix), nil
	}
	return userData()
}

// environment returns the folder of the active Python environment, or "" if there is none.
func environment() string {
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		return env
	}
	return os.Getenv("CONDA_PREFIX")
}

// prefixShare returns Jupyter's data folder below the prefix of a command.
func prefixShare(command string) string {
	dir, err := filepath.Abs(filepath.Dir(command))
	if err != nil {
		return ""
	}
	return shareOf(filepath.Dir(dir))
}

func shareOf(prefix string) string { return filepath.Join(prefix, "share", "jupyter") }

// userData returns Jupyter's data folder for the user, by the rules of jupyter_core.
func userData() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("APPDATA"); dir != "" {
			return filepath.Join(dir, "jupyter"), nil
		}
	case "darwin":
	default:
		if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
			return filepath.Join(dir, "jupyter"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("the folder of the user: %w; set JUPYTER_DATA_DIR, or choose another with --prefix", err)
	}
	switch runtime.GOOS {
	case "windows":
		return filepath.Join(home, ".jupyter", "data"), nil
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// searchPath lists the data folders in which Jupyter looks for kernels, best first: those of
// $JUPYTER_PATH, the environment's, the user's, those of the prefixes of the command jupyter in
// $PATH and beside this program, and the system's. Where JUPYTER_PREFER_ENV_PATH is false, the
// user's comes before the environment's.
func searchPath() []string {
	var dirs []string
	add := func(dir string) {
		if dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("JUPYTER_PATH")) {
		add(dir)
	}
	var user, env string
	if dir, err := userData(); err == nil {
		user = dir
	}
	if prefix := environment(); prefix != "" {
		env = shareOf(prefix)
	}
	switch strings.ToLower(os.Getenv("JUPYTER_PREFER_ENV_PATH")) {
	case "0", "no", "n", "off", "false":
		add(user)
		add(env)
	default:
		add(env)
		add(user)
	}
	if jupyter, err := exec.LookPath("jupyter"); err == nil {
		add(prefixShare(jupyter))
	}
	if program, err := os.Executable(); err == nil && exists(filepath.Join(filepath.Dir(program), "jupyter"+filepath.Ext(program))) {
		add(prefixShare(program))
	}
	if runtime.GOOS == "windows" {
		if dir := os.Getenv("PROGRAMDATA"); dir != "" {
			add(filepath.Join(dir, "jupyter"))
		}
		return dirs
	}
	for _, dir := range system {
		add(dir)
	}
	return dirs
}

// system are the folders for all users, except on Windows.
var system = []string{"/usr/local/share/jupyter", "/usr/share/jupyter"}
