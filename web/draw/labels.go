package draw

// Labels places texts on one line greedily, most important first: a text that would touch one already placed
// is dropped. The zero value is ready.
type Labels struct{ taken [][2]float64 }

// Take reserves [from, to] and reports whether it was free.
func (l *Labels) Take(from, to float64) bool {
	for _, t := range l.taken {
		if from < t[1] && to > t[0] {
			return false
		}
	}
	l.taken = append(l.taken, [2]float64{from, to})
	return true
}
