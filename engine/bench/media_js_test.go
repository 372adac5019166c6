package bench

// media: a page has no files.
func media() []string { return []string{inMemory} }
