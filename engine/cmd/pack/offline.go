package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// listName is the script that tells the service worker (static/sw.js) what belongs to this build.
const listName = "files.js"

// fileList is what it says. Version changes when any file does.
type fileList struct {
	Version string            `json:"version"`
	Files   map[string]string `json:"files"` // sha-256, the first 16 digits, by the name relative to the folder
}

// writeList lists the files that the machine and the lessons need. Documents are left to the network.
func writeList(dir string) error {
	list := fileList{Files: map[string]string{}}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if name = filepath.ToSlash(name); err != nil || !kept(name) {
			return err
		}
		data, err := os.ReadFile(path)
		list.Files[name] = digest(data)
		return err
	})
	if err != nil {
		return err
	}
	all, err := json.Marshal(list.Files) // in the order of the names
	if err != nil {
		return err
	}
	list.Version = digest(all)
	if all, err = json.Marshal(list); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, listName), []byte("self.logariumFiles = "+string(all)+";\n"), 0o644)
}

// kept tells whether a file is needed without a network.
func kept(name string) bool {
	return !packed(name) && partOf(name) != documentsPart && name != listName && name != "sw.js" && !strings.HasSuffix(name, ".d.ts")
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
