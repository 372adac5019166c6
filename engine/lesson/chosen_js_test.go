package lesson

// chosen leaves a few lessons: in a browser each takes several times as long, and what they run is tested there in any case.
func chosen(files []string) []string { return files[min(1, len(files)):min(4, len(files))] }
