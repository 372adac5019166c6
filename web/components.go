package web

import "logarium/web/view"

// The components. Each draws what its models say; what a control does stands in data-act, see App.Do.

// AppShell is the whole screen.
type AppShell struct{ A *App }

// TopBar holds the clock and the controls of time.
type TopBar struct{ T Top }

// Banner says what is unusual: memory only, read only, a broken worker.
type Banner struct{ B Notice }

// TimeRail is the journal behind the head and the schedule ahead, on a canvas.
type TimeRail struct{ R RailHead }

// ClusterTree lists brokers, log directories and partitions.
type ClusterTree struct{ P ClusterPane }

// FileList lists the files of the selected partition.
type FileList struct{ F FilesPane }

// DiskMeter shows du, df and the page cache.
type DiskMeter struct{ Meters []view.Meter }

// LogStrip is the strip's frame; a canvas shows the log.
type LogStrip struct {
	H    StripHead
	Axis string
}

// HexPane is the frame of the byte view; a canvas shows the dump.
type HexPane struct {
	H BytesHead
	G GotoBox
	T TreePane
}

// FieldTree names the bytes of the selected item.
type FieldTree struct{ T TreePane }

// IndexCompanion shows the offset index entries that point near what is visible.
type IndexCompanion struct{ H BytesHead }

// ToolTabs holds the tool panels.
type ToolTabs struct{ A *App }

// ToolPanel draws a tool panel that is made of blocks.
type ToolPanel struct{ Blocks []view.Block }

// ProducePanel writes records.
type ProducePanel struct {
	F     view.ProduceForm
	Err   string
	Busy  string
	Focus string
}

// WhyPanel says why the selected segment is still here.
type WhyPanel struct{ W view.Why }

// LabsMenu lists the labs that this browser keeps.
type LabsMenu struct{ M LabsModel }

// OwnBar stands above a visitor's own files.
type OwnBar struct{ B OwnModel }

// Drawer holds console, server.log, events and journal.
type Drawer struct {
	D DrawerHead
	G GripState
}

// ConsolePane is the command line.
type ConsolePane struct{ C ConsoleView }

// RowsPane is a windowed list of lines.
type RowsPane struct{ R RowsView }

// PresentBar is the line below the stage in present mode.
type PresentBar struct{ F PresentFoot }

// KeyHelp lists the keys.
type KeyHelp struct{ Single bool }

// GripBar is the separator at the edge of a part.
type GripBar struct{ G GripState }

// PhoneBar holds the controls of time and the views, on a phone.
type PhoneBar struct {
	T    Top
	V    string
	Tale bool // a lesson is open
}
