package web

import sjs "syscall/js"

// Language tells readers and speakers of the page in which language it is.
func (s *screen) Language(code string) {
	s.document.Get("documentElement").Set("lang", code)
}

// asked is a parameter of the page's address, behind the ? or the #; empty if it is not there.
func (s *screen) asked(name string) string {
	place := s.window.Get("location")
	if v := param(s.window.Get("URLSearchParams").New(place.Get("search")), name); v != "" {
		return v
	}
	hash := place.Get("hash").String()
	if len(hash) < 2 {
		return ""
	}
	return param(s.window.Get("URLSearchParams").New(hash[1:]), name)
}

// browserLanguages are the tags of the browser's languages, the best first.
func (s *screen) browserLanguages() (tags []string) {
	list := s.window.Get("navigator").Get("languages")
	if list.Type() != sjs.TypeObject {
		return nil
	}
	for i := range list.Length() {
		tags = append(tags, list.Index(i).String())
	}
	return tags
}
