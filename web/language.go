package web

import "logarium/web/words"

// speak chooses the language: what the address asks for, what somebody chose before, or the first of the browser's that there is.
func (a *App) speak(asked string, browser ...string) {
	for _, tag := range append([]string{asked, a.host.Kept("lang")}, browser...) {
		if words.Set(tag) {
			break
		}
	}
	a.host.Language(words.Lang())
}

// fetchWords brings the texts of the screen's language. Until they are there, or if they cannot be fetched, the screen speaks English.
func (a *App) fetchWords() {
	if !words.Lacks() {
		return
	}
	a.host.Fetch(words.File(), func(data []byte, err error) {
		a.host.Post(func() {
			if err == nil {
				words.Learn(string(data))
				a.host.Frame()
			}
		})
	})
}

// otherLanguage is the one that the switch goes to.
func otherLanguage() words.Language {
	all := words.Languages()
	for i, l := range all {
		if l.Code == words.Lang() {
			return all[(i+1)%len(all)]
		}
	}
	return all[0]
}

// doLanguage switches to the next language, or to a named one.
func (a *App) doLanguage(name, arg string) bool {
	if name != "lang" {
		return false
	}
	if arg == "" {
		arg = otherLanguage().Code
	}
	if words.Set(arg) {
		a.UI.Announce = ""
		a.host.Keep("lang", words.Lang())
		a.host.Language(words.Lang())
		a.fetchWords()
	}
	return true
}
