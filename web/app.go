package web

import (
	"slices"

	"logarium/engine/message"
	"logarium/web/view"
	"logarium/web/words"
)

// App is the state of the screen. All methods run on the screen's goroutine: what comes from elsewhere goes through Host.Post.
type App struct {
	client Client
	host   Host

	Ready  *message.Ready
	Broken string // why the worker cannot answer any more

	Lab       message.Lab
	Clock     message.Clock
	Schedule  message.Schedule
	Cluster   message.Cluster
	Files     message.Files
	Part      message.Partition
	Segments  message.Segments
	Verdicts  message.Verdicts
	Batches   map[int64]message.Batches // first ones of the segments in headers
	headers   message.Headers
	Hex       message.Hex
	before    message.Hex // the same before the last step
	Fields    message.Fields
	Index     message.Fields // entries of the offset index near what is visible
	IndexHex  message.Hex
	Log       message.ServerLog
	Events    message.Events
	Journal   message.Journal // all that the rail shows
	JournalAt message.Journal // the window of the journal panel
	Lookup    message.Lookup
	Config    message.Config
	Consumers message.Consumers
	Replicas  message.Replicas
	Metrics   message.Metrics
	Sweep     message.Sweep
	Life      message.Follow
	Cleaning  message.Cleaning
	Diff      message.Diff
	Then      message.Hex // the visible bytes at the first of two moments

	Sel  Selection
	Tale Tale
	back []Selection
	UI   UI

	Console  Console
	Produce  view.Produce
	play     play
	frozen   int64 // the clock when a drag of the rail's head began
	look     look
	moments  moments
	toShow   toShow // what a link wants to be shown
	set      settings
	motion   motion
	leaves   []view.Span // of the fields that begin here
	leavesOf *message.Field
	sources  []*source
	era      int // how often another partition was chosen
	Desk     Desk
	progress *message.Progress
	heard    float64 // real time in ms of the last progress event
	running  map[int64]string
	began    map[int64]float64 // real time in ms at which they were sent
	paces    []pace
	since    int    // journal position before the latest command
	most     int    // segments that the screen knows at a time
	segments int64  // offset that the window of segments lies around, -1: their end
	arrived  func() // what waits for the segments around it
}

// UI is what a person set up on the screen. None of it belongs to the lab.
type UI struct {
	Theme          string // "", light, dark
	Phone          bool   // one view at a time
	Narrow         bool   // one column, longer than the window
	Small          bool   // within another page
	Frame          Frame  // what that one asks for
	Present, Blank bool
	Size           map[string]int // px of parts that somebody has resized
	Spot           bool           // of all only what lies around the pointer is bright
	Stage          int            // of stages
	PhoneView      string         // tank | bytes | files | console | more
	Tool           string         // one of tools
	ToolTop        int            // first row of a long tool panel
	ToolRows       int
	Drawer         string // console | log | events | journal
	DrawerOpen     bool
	ByTopic        bool
	Closed         map[string]bool // nodes of the tree
	Opened         map[string]bool // groups of the file list
	OpenFields     map[string]bool
	Raw            bool
	Axis           string
	Zoom, Scroll   float64
	Scale          float64 // of the page, --u; sizes of canvases are in px divided by it
	StripW         float64
	StripH         float64
	RailW          float64
	HexTop         int64
	HexRows        int64
	HexCols        int
	TreeTop        int
	TreeRows       int
	FilesTop       int
	FilesRows      int
	FilesMost      int // the most so far: what comes and goes above the list shall not ask for its lines again
	PanelRows      int // rows of the drawer
	FieldsTop      int
	RowsTop        map[string]int
	RowsFollow     map[string]bool
	Text           map[string]string // of text fields, by name
	Level          string
	FullLines      bool
	Hover          [2]int64
	Toast          string
	ToastBad       bool
	Announce       string
	Keys           bool // key help is open
	TreeOpen       bool // where the tree is a pop-over
	SingleKeys     bool
	Goto           bool
	GotoErr        string
	ProduceErr     string
	DismissBanner  bool
	Dismissed      string // the words that were closed; others come up again
	zoomed         bool
	panelChosen    bool // somebody has opened a panel of the drawer
}

// New makes the state of a screen and begins to listen to the client.
func New(client Client, host Host) *App {
	a := &App{client: client, host: host, running: map[int64]string{}, began: map[int64]float64{},
		Sel: Selection{Base: -1, From: -1}, Produce: view.NewProduce()}
	a.UI = UI{PhoneView: "tank", Tool: "why", Drawer: "log", DrawerOpen: true, Axis: "bytes", Zoom: 1, HexCols: 16, HexRows: 20, TreeRows: 16, FilesRows: 24, PanelRows: 9, ToolRows: 20, Scale: 1, Level: "INFO",
		Closed: map[string]bool{}, Opened: map[string]bool{}, OpenFields: map[string]bool{}, RowsTop: map[string]int{},
		RowsFollow: map[string]bool{"console": true, "log": true, "events": true, "journal": true}, Text: map[string]string{}, SingleKeys: true, Hover: [2]int64{-1, -1}}
	a.look.at = -1
	a.play.speed, a.since, a.segments, a.most = 1, -1, -1, 120
	a.restore()
	a.sources = a.plan()
	client.On(func(e message.Event) { host.Post(func() { a.event(e) }) })
	return a
}

// restore reads the settings kept from the last visit.
func (a *App) restore() {
	a.UI.Theme = a.host.Kept("theme")
	a.play.pauses = a.host.Kept("pauses")
	a.UI.SingleKeys = a.host.Kept("keys") != "off"
	a.UI.DrawerOpen = a.host.Kept("drawer") != "closed"
	for _, t := range tools() {
		if t.Name == a.host.Kept("tool") {
			a.UI.Tool = t.Name
		}
	}
	if d := a.host.Kept("panel"); d == "console" || d == "events" || d == "journal" {
		a.UI.Drawer = d
	}
	a.UI.panelChosen = a.host.Kept("panel") != ""
	a.restoreSizes()
}

// event takes what the worker pushes.
func (a *App) event(e message.Event) {
	switch e.Name {
	case "ready":
		a.Ready, a.Broken = e.Ready, ""
		a.all()
	case "changed":
		a.changed(e.Changed)
	case "saved":
		a.Lab.Saved, a.Lab.Dirty = e.Position, false
		a.relink()
	case "progress":
		a.progress, a.heard = e.Progress, a.host.Real()
	case "log":
		a.pauseOn(e.Lines)
	case "broken":
		a.stop(words.T("the worker stopped"))
	}
	a.host.Frame()
}

// stop says that the worker cannot answer any more.
func (a *App) stop(why string) {
	a.Broken = why
	a.play.on, a.Tale.busy = false, false
	a.running, a.began = map[int64]string{}, map[int64]float64{}
	a.progress = nil
	a.host.Frame()
}

// segment finds a segment by its base offset, nil if it is not here.
func (a *App) segment(base int64) *message.Segment {
	for i := range slices.Backward(a.Segments.Segments) { // renamed ones come first: the cleaner may have put another in their place
		if a.Segments.Segments[i].Base == base {
			return &a.Segments.Segments[i]
		}
	}
	return nil
}

// active is the segment that is written to.
func (a *App) active() *message.Segment {
	for i := len(a.Segments.Segments) - 1; i >= 0; i-- {
		if a.Segments.Segments[i].State == "active" {
			return &a.Segments.Segments[i]
		}
	}
	return nil
}
