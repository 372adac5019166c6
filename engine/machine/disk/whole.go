package disk

// ReadFile returns the content of a file.
func (d *Disk) ReadFile(path string) ([]byte, error) {
	h, err := d.Open(path)
	if err != nil {
		return nil, err
	}
	defer d.Close(h)
	data := make([]byte, d.Size(h))
	if len(data) == 0 {
		return data, nil
	}
	_, err = d.ReadAt(h, data, 0)
	return data, err
}

// WriteFile replaces the content of a file, making it if needed. It is not atomic and syncs nothing.
func (d *Disk) WriteFile(path string, data []byte) error {
	h, err := d.Create(path)
	if err != nil {
		return err
	}
	defer d.Close(h)
	if err := d.Truncate(h, 0); err != nil {
		return err
	}
	_, err = d.WriteAt(h, data, 0)
	return err
}
