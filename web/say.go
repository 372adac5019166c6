package web

import "logarium/web/words"

// tr is words.T for the templates.
func tr(english string) string { return words.T(english) }
