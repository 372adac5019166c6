package page

import (
	"strings"
	"syscall/js"

	"logarium/engine/share"
)

// FollowLinks opens the lab of a shared link: the one in the page's own address, and each that the address changes to. What is wrong
// with a link comes as a ready event, which the page shows. show gets what the link says that the screen shall show.
func FollowLinks(c *Client, show func(view string)) {
	follow := func() {
		if hash := js.Global().Get("location").Get("hash").String(); strings.HasPrefix(hash, share.Mark) {
			c.Open(hash, func(view string, err error) {
				if err == nil {
					show(view)
				}
			})
		}
	}
	js.Global().Call("addEventListener", "hashchange", js.FuncOf(func(js.Value, []js.Value) any {
		follow()
		return nil
	}))
	follow()
}
