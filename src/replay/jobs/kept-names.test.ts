import { expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { keepNames } from './kept-names.ts';

test('reads the names in data once in ten minutes, and counts a fault as none', async () => {
	const clock = createVirtualClock(0);
	const read: string[] = [];
	const names = { exchanges: ['bybit'], coins: ['BTC'] };
	const kept = keepNames(async (path) => {
		read.push(path);
		if (path === 'gone') throw new Error('The folder is gone.');
		return names;
	}, clock);
	expect(await Promise.all([kept('a'), kept('a'), kept('gone')])).toEqual([names, names, undefined]);
	expect(read).toEqual(['a', 'gone']);
	clock.advanceTo(10 * 60_000);
	expect(await kept('a')).toEqual(names);
	expect(read).toEqual(['a', 'gone', 'a']);
});
