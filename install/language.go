// SPDX-License-Identifier: BSD-3-Clause

package install

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"polka/internal/replace"
)

// languageFile is where the extension jupyterlab-lsp finds which program is the language server of
// Go: a file of the settings of Jupyter's server, below a folder of config.
const languageFile = "jupyter_server_config.d/polka-lsp.json"

// config returns the folder of Jupyter's settings that belongs to the target, by the rules of
// jupyter_core.
func (t Target) config() (string, error) {
	if t.SysPrefix || t.Prefix != "" {
		data, err := t.data()
		return filepath.Join(data, "..", "..", "etc", "jupyter"), err
	}
	if dir := os.Getenv("JUPYTER_CONFIG_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".jupyter"), err
}

// languageServer describes the language server for jupyter-lsp, with the names of its version 2.
// The module language of the Python package has the same.
func languageServer(program string) map[string]any {
	return map[string]any{
		"version":                    2,
		"argv":                       []string{program, "lsp"},
		"languages":                  []string{"go", "dlx"},
		"mime_types":                 []string{"text/x-go", "text/x-dlx"},
		"display_name":               "polka lsp",
		"requires_documents_on_disk": false,
	}
}

// installLanguage writes the file of a target, and reports whether anything changed.
func (t Target) installLanguage(program string, dryRun bool) (changed bool, err error) {
	dir, err := t.config()
	if err != nil {
		return false, err
	}
	servers := map[string]any{"polka": languageServer(program)}
	content, err := json.MarshalIndent(map[string]any{"LanguageServerManager": map[string]any{"language_servers": servers}}, "", "  ")
	if err != nil {
		return false, err
	}
	name := filepath.Join(dir, filepath.FromSlash(languageFile))
	old, err := os.ReadFile(name)
	if changed = err != nil || !bytes.Equal(old, content); !changed || dryRun {
		return changed, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return true, err
	}
	return true, replace.File(name, content, 0o644)
}

// uninstallLanguage removes the file of a target.
func (t Target) uninstallLanguage() error {
	dir, err := t.config()
	if err != nil {
		return err
	}
	name := filepath.Join(dir, filepath.FromSlash(languageFile))
	if !exists(name) {
		return nil
	}
	return os.Remove(name)
}
