package session

// importerOverrides returns the functions of go/importer, which does not exist in the browser.
func importerOverrides() map[string]any { return nil }
