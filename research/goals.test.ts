import { expect, test } from 'vitest';
import { atLeast, atMost, between, isMet, whollyAbove } from './goals.ts';

function exactly(value: number, low = value, high = value) {
	return { value, interval: { low, high } };
}

test('a goal includes both of its ends', () => {
	expect(isMet({ goal: between(0.9, 1.1), ours: exactly(0.9) })).toBe(true);
	expect(isMet({ goal: between(0.9, 1.1), ours: exactly(1.1) })).toBe(true);
	expect(isMet({ goal: atLeast(0.9), ours: exactly(0.89) })).toBe(false);
	expect(isMet({ goal: atMost(0.03), ours: exactly(0.031) })).toBe(false);
});

test('a goal for the interval needs the whole interval above the limit', () => {
	expect(isMet({ goal: whollyAbove(0), ours: exactly(0.2, 0.01, 0.4) })).toBe(true);
	expect(isMet({ goal: whollyAbove(0), ours: exactly(0.2, -0.01, 0.4) })).toBe(false);
	expect(isMet({ goal: whollyAbove(0), ours: exactly(0) })).toBe(false);
});

test('a score without a goal or without a value is neither met nor missed', () => {
	expect(isMet({ goal: atLeast(0.9), ours: exactly(Number.NaN) })).toBeUndefined();
	expect(isMet({ goal: null, ours: exactly(1) })).toBeUndefined();
});
