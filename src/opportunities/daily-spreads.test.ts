import { expect, test } from 'vitest';
import { instrumentOf } from '../../test/support/hand-driven-market.ts';
import { createHeldHistory } from '../../test/support/held-history.ts';
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createDailySpreads } from './daily-spreads.ts';

const HOUR = 3_600_000;
const STARTED_AT = Date.parse('2026-11-21T08:30:00Z');
const LAST = Date.parse('2026-11-21T08:00:00Z');
const LEGS = { long: instrumentOf('bybit', 'SOL'), short: instrumentOf('kucoin', 'SOL') };

function settlements(count: number, rate: string): SettledRate[] {
	return Array.from({ length: count }, (_, index) => ({
		settledAt: LAST - (count - 1 - index) * 8 * HOUR,
		rate: parseDecimal(rate),
	}));
}

function fixture() {
	const history = createHeldHistory();
	const clock = createVirtualClock(STARTED_AT);
	let reads = 0;
	const daily = createDailySpreads({
		history: {
			...history,
			settled(...asked) {
				reads += 1;
				return history.settled(...asked);
			},
		},
		clock,
		find: (id) => (id === 'opp' ? LEGS : id === 'gone' ? 'expired' : 'unknown'),
	});
	const put = (leg: keyof typeof LEGS, rates: readonly SettledRate[]) =>
		history.put(LEGS[leg].venue, LEGS[leg].symbol, rates);
	const texts = async () => {
		const [row] = (await daily.read(['opp'])).rows;
		if (row === undefined || 'missing' in row) throw new Error('The opportunity has no spreads.');
		return row.spreads.map((spread) => (spread === null ? null : formatDecimal(spread)));
	};
	return { daily, put, texts, clock, reads: () => reads };
}

test('gives 30 days up to the last full hour, oldest first', async () => {
	const { daily, put, texts } = fixture();
	put('long', settlements(120, '0.0001'));
	put('short', settlements(30, '0.0004'));
	const { from, to } = await daily.read([]);
	expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual([
		'2026-10-23T08:00:00.000Z',
		'2026-11-21T08:00:00.000Z',
	]);
	// 30 settlements reach back for 9 whole days and 16 hours, and the first one's interval is unknown.
	expect(await texts()).toEqual([...new Array(21).fill(null), ...new Array(9).fill('0.0003')]);
});

test('reads a leg again only after an hour or after its rates have changed', async () => {
	const { put, texts, clock, reads } = fixture();
	put('long', settlements(120, '0.0001'));
	put('short', settlements(120, '0.0004'));
	await texts();
	await texts();
	expect(reads()).toBe(2);
	put('short', [{ settledAt: LAST - 4 * HOUR, rate: parseDecimal('0.0015') }]);
	expect((await texts()).at(-1)).toBe('0.0008');
	expect(reads()).toBe(3);
	clock.advanceTo(STARTED_AT + HOUR);
	await texts();
	expect(reads()).toBe(5);
});

test('says for each id why it has no spreads', async () => {
	const { daily } = fixture();
	expect(
		(await daily.read(['gone', 'never', 'opp'])).rows.map((row) => 'missing' in row && row.missing),
	).toEqual(['expired', 'unknown', false]);
});

test('tries a failed read again', async () => {
	const history = createHeldHistory();
	let isBroken = true;
	const daily = createDailySpreads({
		history: {
			...history,
			settled: (...asked) =>
				isBroken ? Promise.reject(new Error('The disk is full.')) : history.settled(...asked),
		},
		clock: createVirtualClock(STARTED_AT),
		find: () => LEGS,
	});
	await expect(daily.read(['opp'])).rejects.toThrow('The disk is full.');
	isBroken = false;
	expect((await daily.read(['opp'])).rows).toHaveLength(1);
});
