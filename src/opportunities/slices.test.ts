import { expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { createSlices } from './slices.ts';

/** Creates a fixture in which the test sets how long work takes and ends the turns of the event loop. */
function fixture() {
	let now = 0;
	const due: (() => void)[] = [];
	const clock: Clock = {
		now: () => now,
		monotonic: () => now,
		after(_delayMs, task) {
			due.push(task);
			return () => {};
		},
		every: () => () => {},
	};
	const slices = createSlices(clock);
	const log: string[] = [];
	async function work(name: string, pieces: number, pieceMs: number): Promise<void> {
		for (let piece = 0; piece < pieces; piece += 1) {
			const pause = slices.pause();
			if (pause !== undefined) await pause;
			now += pieceMs;
			log.push(name);
		}
	}
	/** Ends one turn and returns the work done in it. */
	async function turn(): Promise<string> {
		const from = log.length;
		due.shift()?.();
		for (let tick = 0; tick < 100; tick += 1) await undefined;
		return log.slice(from).join('');
	}
	return { work, turn, log, due };
}

test('does short work at once', async () => {
	const { work, log } = fixture();
	await work('a', 3, 0.5);
	expect(log.join('')).toBe('aaa');
});

test('gives all work together one slice per turn, one caller after another', async () => {
	const { work, turn, log, due } = fixture();
	const all = Promise.all([work('a', 6, 0.5), work('b', 6, 0.5), work('c', 1, 0.5)]);
	expect(log.join('')).toBe('aaaa');
	expect(await turn()).toBe('aa');
	expect(await turn()).toBe('bbbb');
	expect(await turn()).toBe('c');
	expect(await turn()).toBe('bb');
	await all;
	expect(await turn()).toBe('');
	expect(due).toHaveLength(0);
});

test('ends the turn after a piece longer than a slice', async () => {
	const { work, turn, log } = fixture();
	const long = work('a', 3, 5);
	expect(log.join('')).toBe('a');
	expect(await turn()).toBe('a');
	expect(await turn()).toBe('a');
	await long;
});
