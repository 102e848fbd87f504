import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHeld, type Persistence, persisted } from './exit-persistence.ts';

const LIMITS = { checkGapMsMax: 2_000, forgetMs: 60_000 };

/** Runs checks at the given times, in order, and returns the persistence after the last one. */
function after(
	checks: readonly (readonly [at: number, holds: boolean | undefined])[],
): Persistence | undefined {
	let kept: Persistence | undefined;
	for (const [at, holds] of checks) kept = persisted(kept, holds, at, LIMITS);
	return kept;
}

const seconds = (from: number, to: number, holds: boolean | undefined) =>
	Array.from({ length: to - from + 1 }, (_, index) => [1_000 * (from + index), holds] as const);

test('counts five seconds of a lasting state, and restarts after one check to the contrary', () => {
	expect(hasHeld(after(seconds(0, 4, true)), 5_000)).toBe(false);
	expect(hasHeld(after(seconds(0, 5, true)), 5_000)).toBe(true);
	const broken = [...seconds(0, 4, true), [4_500, false] as const, ...seconds(5, 9, true)];
	expect(hasHeld(after(broken), 5_000)).toBe(false);
	expect(hasHeld(after([...broken, [10_000, true]]), 5_000)).toBe(true);
});

test('neither breaks nor counts on unknown checks', () => {
	const gap = [...seconds(0, 3, true), ...seconds(4, 20, undefined)];
	expect(after(gap)).toEqual({ heldMs: 3_000, seenAt: 3_000, isRunning: false });
	const again = [...gap, ...seconds(21, 22, true)];
	expect(hasHeld(after(again), 5_000)).toBe(false);
	expect(hasHeld(after([...again, [23_000, true]]), 5_000)).toBe(true);
});

test('has not held while the last check is unknown', () => {
	const held = seconds(0, 9, true);
	expect(hasHeld(after(held), 5_000)).toBe(true);
	expect(hasHeld(after([...held, [10_000, undefined]]), 5_000)).toBe(false);
});

test('forgets the counted time after a minute of unknown checks', () => {
	const before = seconds(0, 4, true);
	expect(after([...before, [64_000, undefined]])).toBeDefined();
	expect(after([...before, [64_001, undefined]])).toBeUndefined();
	expect(after([...before, [64_001, true]])?.heldMs).toBe(0);
});

test('counts a clock jump as one gap between checks, in either direction', () => {
	expect(
		after([
			[0, true],
			[50_000, true],
		])?.heldMs,
	).toBe(2_000);
	expect(
		after([
			[50_000, true],
			[0, true],
		])?.heldMs,
	).toBe(0);
});

test('never counts more time than passed, and none before a check to the contrary', () => {
	const checks = fc.array(
		fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom(true, false, undefined)),
		{ maxLength: 40 },
	);
	fc.assert(
		fc.property(checks, (steps) => {
			let now = 0;
			let since = 0;
			let kept: Persistence | undefined;
			for (const [gap, holds] of steps) {
				now += gap;
				if (kept === undefined) since = now;
				kept = persisted(kept, holds, now, LIMITS);
				if (holds === false) expect(kept).toBeUndefined();
				if (kept !== undefined) expect(kept.heldMs).toBeLessThanOrEqual(now - since);
			}
		}),
	);
});
