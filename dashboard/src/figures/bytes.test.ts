import { expect, test } from 'vitest';
import { size } from './bytes.ts';

test.each([
	[null, '—'],
	[0, '0 B'],
	[999, '999 B'],
	[4_194_304, '4.2 MB'],
	[52_428_800_000, '52.4 GB'],
	[815_000_000_000, '815 GB'],
	[9_100_000_000_000_000, '9,100 TB'],
])('writes %s bytes as %s', (bytes, text) => {
	expect(size(bytes)).toBe(text);
});
