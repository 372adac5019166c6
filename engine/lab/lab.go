// Package lab is a machine with its history: the journal of the commands that changed it, and the state after each
// of them, so that undo and redo are swaps. It runs command lines, stores the whole in a block store and brings it
// back, and answers the views that a screen asks for.
//
// Nothing here knows a screen or a browser. One goroutine uses a Lab.
package lab

import (
	"errors"
	"fmt"

	"logarium/engine/cluster"
	"logarium/engine/cow"
	"logarium/engine/message"
	"logarium/engine/shell"
	"logarium/engine/store"
)

// Limits of a lab.
const (
	maxJournal = 100_000 // commands
	keptStates = 2_000   // of these, how many can be undone
	maxLine    = 1 << 20 // bytes of a command line

	loadedStates = 32 // behind the position, that stay in memory once they are stored
)

// DefaultName is the name of a lab that got none.
const DefaultName = "lab"

// Lab is a machine with its history.
type Lab struct {
	store  *store.Store
	blocks *counted
	kind   string // of the store, for display
	shell  *shell.Shell
	bare   *shell.Shell // only what the machine has, and nothing that acts on the lab

	// The history. Commands are numbered from 1; state n is the machine after command n, state 0 before the first.
	// Commands behind the position are undone.
	journal     cow.Map[int, Command]
	states      cow.Map[int, *machine]
	marks       cow.Map[string, int] // checkpoints by name
	position    int
	savedUpTo   int // commands that the stored journal has in common with this one
	dropped     int // states below are not in memory
	uncommitted bool
	base        base

	running *run
	halt    *halt // the command that waits in the middle; nil: none
	points  []string
	swept   message.Sweep     // the latest sweep
	census  map[int32]*census // of the brokers' disks, for views
	agenda  agenda            // for views
}

// machine is all that commands change. Once it is in the history it stays as it is; commands work on forks.
type machine struct {
	piece   store.Piece
	name    string
	cluster *cluster.Cluster // nil: stored and not loaded
}

// run is a command on its way.
type run struct {
	line    string
	played  bool // an advance of play
	control *cluster.Control
	work    *machine
	number  int     // that the command gets in the journal
	jump    *int    // undo, redo, goto: where to, instead of a change
	resume  *resume // step at a break, or into a task: how, instead of a change
}

// Command is a line of the journal.
type Command struct {
	Line   string
	At     int64 // virtual time at which it began and ended, in ms
	After  int64
	Played bool // an advance of play, which the next one joins
}

// Options describe a new lab.
type Options struct {
	Name    string
	Kind    string // of the store: indexeddb, memory
	Cluster cluster.Options
}

// New makes a lab with a fresh machine in a store that is empty. Error: the machine does not start with these
// options, or the store is not empty.
func New(blocks store.Blocks, o Options) (*Lab, error) {
	l, err := connect(blocks, o.Kind)
	if err != nil {
		return nil, err
	}
	if !l.store.Empty() {
		return nil, errors.New("the store holds a lab already")
	}
	m, err := fresh(o.Name, o.Cluster)
	if err != nil {
		return nil, err
	}
	l.states.Set(0, m)
	l.uncommitted = true
	return l, nil
}

// Open takes up a stored lab where it was. Error: the store is empty, fails, or holds something else.
func Open(blocks store.Blocks, kind string) (l *Lab, err error) {
	defer store.Catch(&err)
	l, err = connect(blocks, kind)
	if err != nil {
		return nil, err
	}
	if l.store.Empty() {
		return nil, errors.New("the store holds no lab")
	}
	if err := l.store.Load(l.code); err != nil {
		return nil, fmt.Errorf("the stored lab cannot be read: %w", err)
	}
	if _, ok := l.states.Get(l.position); !ok {
		return nil, fmt.Errorf("the stored lab has no state %d", l.position)
	}
	l.savedUpTo = l.position
	return l, nil
}

func connect(blocks store.Blocks, kind string) (*Lab, error) {
	counted, err := count(blocks)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(counted)
	if err != nil {
		return nil, err
	}
	if kind == "" {
		kind = "memory"
	}
	l := &Lab{store: s, blocks: counted, kind: kind}
	s.SetMemory(keptPages)
	l.shell, l.bare = shell.New(l.commands()...), shell.New()
	return l, nil
}

// fresh makes a machine.
func fresh(name string, o cluster.Options) (*machine, error) {
	if name == "" {
		name = DefaultName
	}
	c, err := cluster.New(o)
	if err != nil {
		return nil, err
	}
	return &machine{name: name, cluster: c}, nil
}

func (m *machine) fork() *machine {
	m.load()
	return &machine{name: m.name, cluster: m.cluster.Fork()}
}

// load brings a stored state back into memory.
func (m *machine) load() {
	if m.cluster == nil {
		m.piece.Load(m.code)
	}
}

func (m *machine) code(c *store.Coder) {
	c.Version(1)
	c.String(&m.name)
	if c.Reading() {
		m.cluster = new(cluster.Cluster)
	}
	m.cluster.Code(c)
}

// current is the machine at the position: not to be changed.
func (l *Lab) current() *machine {
	m, _ := l.states.Get(l.position)
	m.load()
	return m
}

// visible is what views show: the work of a command that is running, or that waits at a break, otherwise the machine at the position.
func (l *Lab) visible() *machine {
	if l.running != nil && l.running.work != nil {
		return l.running.work
	}
	if l.running == nil && l.halt != nil {
		return l.halt.work
	}
	return l.current()
}

// Position is the number of commands up to now, one that is running included.
func (l *Lab) Position() int {
	if l.running != nil && l.running.work != nil {
		return l.position + 1
	}
	return l.position
}

// total is the number of commands in the journal, undone ones included.
func (l *Lab) total() int { return l.journal.Len() }

// oldest is the first state that is kept.
func (l *Lab) oldest() int {
	n, _, _ := l.states.Min()
	return n
}

// Name is the name of the lab.
func (l *Lab) Name() string { return l.visible().name }
