package lab

import "logarium/engine/store"

// counted counts the bytes in a block store. Of the blocks that were there before, only the number is known without
// reading them all; they count as full.
type counted struct {
	store.Blocks
	bytes int64
}

func count(b store.Blocks) (*counted, error) {
	ids, err := b.List()
	return &counted{b, int64(len(ids)) * store.BlockSize}, err
}

// Commit passes the blocks on and counts them.
func (c *counted) Commit(blocks []store.Block, root []byte) error {
	err := c.Blocks.Commit(blocks, root)
	if err == nil {
		for _, b := range blocks {
			c.bytes += int64(len(b.Data))
		}
	}
	return err
}

// Sweep passes the ids on; what went counts as full, too.
func (c *counted) Sweep(ids []uint64) error {
	err := c.Blocks.Sweep(ids)
	if err == nil {
		c.bytes = max(0, c.bytes-int64(len(ids))*store.BlockSize)
	}
	return err
}
