package web

// Host is what the state of the screen needs from the browser around it. None of its methods block.
type Host interface {
	// Post runs f on the screen's own goroutine before the next frame.
	Post(f func())
	// Frame asks for a frame in which the screen is drawn again.
	Frame()
	// Canvas asks for a frame in which only the canvases are drawn again.
	Canvas()
	// Focus moves the focus to the element with that id, after the next frame.
	Focus(id string)
	// Scroll sets the scroll position of an element, after the next frame.
	Scroll(id string, top float64)
	// Theme switches the page's colours: light, dark or empty for the system's.
	Theme(name string)
	// Language says in which language the page is.
	Language(code string)
	// Present makes everything large for a room, or as it was.
	Present(on bool)
	// Keep and Kept remember a setting of the screen on this computer.
	Keep(key, value string)
	Kept(key string) string
	// Real is real time in ms, for play only.
	Real() float64
	// Copy puts text on the clipboard.
	Copy(text string)
	// Save hands text to the visitor as a file.
	Save(name, text string)
	// Fetch reads a text of the program's folder and hands it to done, on any goroutine.
	Fetch(path string, done func([]byte, error))
	// Agent is what the browser says of itself.
	Agent() string
	// Address is where this page lies, without what follows a #.
	Address() string
}
