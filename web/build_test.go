package web

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"

	"logarium/web/words"
)

// shown is a screen with a page that is patched from render to render, as in a browser.
type shown struct {
	*bench
	builds builds
	page   *sheet
	root   *standing
}

func show(t *testing.T) *shown {
	s := &shown{bench: open(t), page: &sheet{}}
	s.render()
	return s
}

// render brings the page up to date, and counts the components that were built and the things that were touched for it.
func (s *shown) render() (built, touched int) {
	before := s.builds.built
	s.page.touched = 0
	n := s.builds.build(&AppShell{A: s.App}).out.Out[0]
	p := patch{page: s.page, parts: s.builds.parts}
	if s.root == nil {
		s.root = p.make(n)
	}
	p.update(s.root, n)
	return s.builds.built - before, s.page.touched
}

// fresh is the page as it is where nothing stood before.
func (s *shown) fresh() string {
	var b builds
	n := b.build(&AppShell{A: s.App}).out.Out[0]
	p := patch{page: &sheet{}, parts: b.parts}
	return as(p.make(n).node).String()
}

// acts are what the controls on the screen do.
func (s *shown) acts() []string {
	all := map[string]bool{}
	for _, m := range s.builds.parts {
		for _, n := range m.out.Out {
			_ = n.Walk(func(n *vugu.VGNode) error {
				for _, a := range n.Attr {
					if a.Key == "data-act" && a.Val != "" {
						all[a.Val] = true
					}
				}
				return nil
			})
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// TestARenderBuildsWhatChanged: nothing where nothing has, and after a command what shows the time, the log and the numbers.
func TestARenderBuildsWhatChanged(t *testing.T) {
	s := show(t)
	if built, touched := s.render(); built > 2 || touched > 0 {
		t.Errorf("%d components are built and %d things touched for nothing", built, touched)
	}
	s.UI.Announce = "said"
	if built, touched := s.render(); built > 2 || touched != 1 {
		t.Errorf("%d components are built and %d things touched for a sentence", built, touched)
	}
	all := len(s.builds.parts)
	s.Do("advance:1000")
	s.settle()
	if built, touched := s.render(); built > all*2/3 || touched == 0 || touched > 160 {
		t.Errorf("%d of %d components are built and %d things touched for a second", built, all, touched)
	}
}

// TestALanguageIsSpokenEverywhere: also by components that were given nothing new.
func TestALanguageIsSpokenEverywhere(t *testing.T) {
	defer words.Set("en")
	s := show(t)
	words.Set("zh")
	if s.render(); as(s.root.node).String() != s.fresh() {
		t.Error("something still speaks English")
	}
	words.Learn("")
	defer words.Learn(chinese)
	if s.render(); as(s.root.node).String() != s.fresh() {
		t.Error("something speaks what is not there")
	}
	words.Learn(chinese) // as it comes from the net, while the language is chosen already
	if s.render(); as(s.root.node).String() != s.fresh() || !strings.Contains(s.fresh(), words.T("Undo")) || words.T("Undo") == "Undo" {
		t.Error("something still speaks English where the words came late")
	}
}

// TestARenderIsAsGoodAsAFreshPage: whatever somebody does, what was left alone is what would be built.
func TestARenderIsAsGoodAsAFreshPage(t *testing.T) {
	defer words.Set("en")
	s := show(t)
	done := map[string]bool{}
	for range 75 {
		acts := slices.DeleteFunc(s.acts(), func(act string) bool { return done[act] })
		if len(acts) == 0 {
			break
		}
		act := acts[len(done)*7%len(acts)]
		done[act] = true
		s.Do(act)
		if len(done)%3 > 0 { // else the answers come later
			s.settle()
		}
		s.render()
		if got, want := as(s.root.node).String(), s.fresh(); got != want {
			t.Fatalf("after %s the page is\n%s\nnot\n%s", act, got, want)
		}
	}
	if len(done) < 60 {
		t.Errorf("only %d controls were tried", len(done))
	}
}

// TestComponentsHoldNoState: what is compared with what a component was given before must not be a look into the screen's state.
func TestComponentsHoldNoState(t *testing.T) {
	s := show(t)
	s.UI.Present, s.UI.Phone, s.Desk.On, s.Tale.On, s.Tale.List = true, true, true, true, true
	s.render()
	for c := range s.builds.parts {
		if !ofFields(c.(vugu.Builder)) {
			continue
		}
		of := reflect.TypeOf(c).Elem()
		for i := range of.NumField() {
			if kind := of.Field(i).Type.Kind(); kind == reflect.Pointer || kind == reflect.Map || kind == reflect.Func || kind == reflect.Interface {
				t.Errorf("%s.%s is a %s", of.Name(), of.Field(i).Name, kind)
			}
		}
	}
}
