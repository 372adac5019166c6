package worker

import (
	"io"

	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

// Shelf is where labs are kept, and the door through which files come in and go out.
type Shelf interface {
	// List tells the labs that are kept, in the order of their names.
	List() ([]message.StoredLab, error)
	// Delete removes a lab that nobody has open.
	Delete(name string) error
	// Room is how much the browser keeps of this page, and how much it would; 0 if it does not say.
	Room() (usage, quota int64, persisted bool)
	// Script is the script of a lab that comes with the page. Error: there is none of this name.
	Script(name string) ([]byte, error)
	// Given are files that the page has handed over under a key.
	Given(key string) ([]lab.OwnFile, error)
	// Give begins a file that the page is to hand to the visitor.
	Give(name string) (Parcel, error)
	// Spool is room for bytes that are too many for memory.
	Spool() Spool
	// Time is real time, in ms since 1970.
	Time() int64
}

// Parcel is a file on its way to the visitor.
type Parcel interface {
	io.Writer
	// Close ends the file and says where the page finds it.
	Close() (message.Outgoing, error)
}

// Spool takes bytes in order and gives them back from any place.
type Spool interface {
	io.Writer
	Done() (io.ReaderAt, error)
}

// Packer is a Lab that can leave: as a lab file, or as the files of one of its log directories.
type Packer interface {
	WriteFile(out io.Writer, program string) error
	WriteZip(out io.Writer, broker int32, dir string) error
}

// Importer is the part of a Host that makes labs of files. Its functions may be nil.
type Importer struct {
	// Read reads a lab file into an empty store, and says what the lab is called.
	Read func(in io.Reader, storage Storage) (lab Lab, name string, err error)
	// Own makes a lab around a visitor's own files; stopped says why no broker runs on them.
	Own func(options Options, own lab.Own) (l Lab, blocks store.Blocks, stopped string, err error)
}
