package lab

import "iter"

// rows yields the window of a ring that the parameters ask for. Without a filter (all) it goes straight to the place;
// otherwise every row that is kept is looked at. total counts the rows that match, from says which the window begins
// with.
func rows[T any](k *look, all bool, last int64, ascend func(int64) iter.Seq2[int64, T], match func(T) bool, add func(int64, T)) (total, from int64, err error) {
	oldest := last + 1
	for n := range ascend(0) {
		oldest = n
		break
	}
	var numbers []int64
	total = last + 1 - oldest
	if !all {
		for n, row := range ascend(oldest) {
			if match(row) {
				numbers = append(numbers, n)
			}
		}
		total = int64(len(numbers))
	}
	start := k.p.From
	if start == nil {
		tail := -int64(defaultLines)
		start = &tail
	}
	from, to := window(start, min(k.p.Limit, maxRows), defaultLines, total)
	if from == to {
		return total, from, nil
	}
	number := func(i int64) int64 {
		if all {
			return oldest + i
		}
		return numbers[i]
	}
	for n, row := range ascend(number(from)) {
		if n > number(to-1) {
			break
		}
		if all || match(row) {
			add(n, row)
		}
	}
	return total, from, nil
}
