import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	adlReductions,
	allReductions,
	isAdlGuarded,
	marginReductions,
	type PairLeg,
	type ReduciblePair,
} from './margin-reduction.ts';

const leg = (exchange: string, change: Partial<PairLeg> = {}): PairLeg => ({
	exchange,
	cost: 0.001,
	adlRank: null,
	...change,
});
const pair = (executionId: string, change: Partial<ReduciblePair> = {}): ReduciblePair => ({
	executionId,
	coin: 'BTC',
	notional: 1_000,
	long: leg('okx'),
	short: leg('bybit'),
	expectedCarry: 0.01,
	...change,
});
const strained = (equity: number, gross: number) => ({ exchange: 'okx', equity, gross, target: 0.5 });

describe('reductions for margin', () => {
	test('close the pair that loses least first, and only as much as needed', () => {
		const pairs = [
			pair('dear', { expectedCarry: 0.05 }),
			pair('cheap', { expectedCarry: -0.01 }),
			pair('other', { long: leg('kucoin'), short: leg('bybit') }),
		];
		const [first, ...rest] = marginReductions(strained(280, 2_000), pairs);
		expect(rest).toEqual([]);
		expect(first).toMatchObject({ executionId: 'cheap', exchange: 'okx', reason: 'margin', isWhole: false });
		const closed = first?.notional ?? 0;
		expect((280 - closed * 0.001) / (2_000 - closed)).toBeCloseTo(0.255, 9);
		expect(first?.cost).toBeCloseTo(closed * 0.002, 9);
		expect(first?.carryLost).toBeCloseTo(-closed * 0.01, 9);
	});

	test('do nothing above 0.5/L, and close everything if that is not enough', () => {
		expect(marginReductions(strained(260, 1_000), [pair('a')])).toEqual([]);
		expect(
			marginReductions(strained(-50, 2_000), [pair('a'), pair('b')]).map(({ isWhole }) => isWhole),
		).toEqual([true, true]);
	});

	test('count no carry of a leg that the exchange would take anyway', () => {
		const pairs = [
			pair('a', { expectedCarry: 0.02 }),
			pair('b', { expectedCarry: 0.04, long: leg('okx', { adlRank: 0.9 }) }),
		];
		expect(marginReductions(strained(280, 2_000), pairs)[0]?.executionId).toBe('b');
	});

	const drawnPairs = fc.array(
		fc.record({
			notional: fc.double({ min: 10, max: 1_000, noNaN: true }),
			expectedCarry: fc.double({ min: 0, max: 0.1, noNaN: true }),
			cost: fc.double({ min: 0, max: 0.01, noNaN: true }),
		}),
		{ minLength: 1, maxLength: 4 },
	);

	test('bring the share above 0.5/L at a loss that no random other way beats', () => {
		fc.assert(
			fc.property(
				drawnPairs,
				fc.double({ min: 0, max: 0.15, noNaN: true }),
				fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
				(drawn, share, parts) => {
					const pairs = drawn.map(({ notional, expectedCarry, cost }, index) =>
						pair(`p${index}`, { notional, expectedCarry, long: leg('okx', { cost }) }),
					);
					const gross = pairs.reduce((sum, one) => sum + one.notional, 0);
					const account = strained(share * gross, gross);
					const shareAfter = (closed: readonly number[]) => {
						const equity = pairs.reduce(
							(sum, one, at) => sum - one.long.cost * (closed[at] ?? 0),
							account.equity,
						);
						const left = closed.reduce((sum, usd) => sum - usd, gross);
						return left < 1e-9 ? Number.POSITIVE_INFINITY : equity / left;
					};
					const loss = (closed: readonly number[]) =>
						pairs.reduce(
							(sum, one, at) =>
								sum + (closed[at] ?? 0) * ((one.expectedCarry ?? 0) + one.long.cost + one.short.cost),
							0,
						);
					const done = marginReductions(account, pairs);
					const ours = pairs.map(
						({ executionId }) => done.find((one) => one.executionId === executionId)?.notional ?? 0,
					);
					const theirs = pairs.map((one, at) => one.notional * (parts[at] ?? 0));
					fc.pre(shareAfter(pairs.map((one) => one.notional * 0.999)) > 0.26);
					expect(shareAfter(ours)).toBeGreaterThan(0.25);
					if (shareAfter(theirs) >= 0.255) expect(loss(ours)).toBeLessThanOrEqual(loss(theirs) + 1e-6);
				},
			),
		);
	});

	test('see what earlier exchanges closed', () => {
		const accounts = [
			{ ...strained(100, 1_000), level: 'reduce' as const },
			{ exchange: 'bybit', equity: 140, gross: 1_000, target: 0.5, level: 'reduce' as const },
			{ exchange: 'gate', equity: 0, gross: 1_000, target: 0.5, level: 'ok' as const },
		];
		const done = allReductions(accounts, [pair('a')]);
		// A reduction for OKX relieves Bybit too.
		expect(done.map(({ exchange }) => exchange)).toEqual(['okx']);
	});
});

describe('auto-deleveraging', () => {
	test('forbids to enlarge a pair with a leg at the front of the queue', () => {
		const at = (adlRank: number | null) => isAdlGuarded(pair('a', { short: leg('bybit', { adlRank }) }));
		expect([null, 0, 0.79, 0.8, 1].map(at)).toEqual([false, false, false, true, true]);
	});

	test('halves such a pair in a squeeze of its coin, before the exchange closes one leg', () => {
		const first = pair('a', { short: leg('bybit', { adlRank: 0.8 }) });
		expect(adlReductions([first, pair('b')], new Set(['BTC']))).toMatchObject([
			{ executionId: 'a', notional: 500, reason: 'adl', exchange: 'bybit', isWhole: false },
		]);
		expect(adlReductions([first], new Set(['ETH']))).toEqual([]);
	});
});
