package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

// largestWindow is the largest that every browser takes: 16 MiB, so that a whole program lies within it.
const largestWindow = 24

// sizes of one file in bytes: as it is, and as a browser fetches it when the server compresses.
type sizes struct {
	name              string
	raw, gzip, brotli int64
}

// pack compresses every file below dir and returns their sizes, ordered by name.
func pack(dir string, withBrotli bool) (all []sizes, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || packed(path) {
			return err
		}
		one, err := packFile(path, withBrotli)
		if err != nil {
			return err
		}
		one.name, err = filepath.Rel(dir, path)
		all = append(all, one)
		return err
	})
	return all, err
}

func packed(path string) bool {
	return strings.HasSuffix(path, ".gz") || strings.HasSuffix(path, ".br")
}

func packFile(path string, withBrotli bool) (s sizes, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	s.raw = int64(len(data))
	s.gzip, err = write(path+".gz", data, func(w io.Writer) io.WriteCloser {
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is valid
		return z
	})
	s.brotli = s.gzip
	switch {
	case err == nil && !withBrotli:
		err = remove(path + ".br")
	case err == nil:
		s.brotli, err = write(path+".br", data, func(w io.Writer) io.WriteCloser {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: largestWindow})
		})
	}
	return s, err
}

// write stores the compressed form if it is smaller, else takes an older one away, and returns the smaller size.
func write(path string, data []byte, compressor func(io.Writer) io.WriteCloser) (int64, error) {
	var small bytes.Buffer
	w := compressor(&small)
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	if small.Len() >= len(data) {
		return int64(len(data)), remove(path)
	}
	return int64(small.Len()), os.WriteFile(path, small.Bytes(), 0o644)
}

// remove takes away what an earlier run may have left: a server would send it in the place of what is there now.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
