import { expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createRotation } from './rotation.ts';

async function run(clock: ReturnType<typeof createVirtualClock>, until: number): Promise<void> {
	while (await clock.advance(until));
}

test('keeps a row of bounded age for every watched contract, and drops it if reads fail', async () => {
	const clock = createVirtualClock(0);
	const read: string[] = [];
	const failed: string[] = [];
	let down = false;
	const rotation = createRotation({
		clock,
		refreshMs: 10_000,
		ageMsMax: 30_000,
		read: async (symbol) => {
			if (down) throw new Error('away');
			read.push(symbol);
			return `row of ${symbol}`;
		},
		onFailure: (symbol) => failed.push(symbol),
	});
	await run(clock, 5_000);
	expect(read).toEqual([]);
	rotation.watch(['A', 'B', 'C']);
	await run(clock, 9_000);
	expect(read).toEqual(['A', 'B', 'C']);
	await run(clock, 31_000);
	expect(read.filter((symbol) => symbol === 'B').length).toBeGreaterThanOrEqual(3);
	expect(rotation.get('B')).toBe('row of B');
	down = true;
	await run(clock, 50_000);
	expect(rotation.get('B')).toBe('row of B');
	await run(clock, 70_000);
	expect(rotation.get('B')).toBeUndefined();
	expect(failed.length).toBeGreaterThan(3);
	down = false;
	await run(clock, 90_000);
	expect(rotation.get('B')).toBe('row of B');
	rotation.close();
});
