/** Searches for squeezes over settled rates in a list and a real history of mid prices. */
import { describe, expect, test } from 'vitest';
import {
	createHandDrivenMarket,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createSqueezes } from './squeezes.ts';

const NOW = Date.UTC(2026, 1, 19, 17);
const inj = instrumentOf('bybit', 'INJ');

function search({
	rates = [],
	limits = {},
	move,
}: {
	readonly rates?: readonly (readonly [hoursAgo: number, rate: string])[];
	readonly limits?: { readonly fundingCap?: string; readonly fundingFloor?: string };
	readonly move?: { readonly at: number; readonly move: number };
}) {
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	market.list(inj);
	const given = Object.fromEntries(
		Object.entries(limits).map(([name, limit]) => [name, parseDecimal(limit)]),
	);
	market.put(inj, { ticker: tickerOf(inj.symbol, '4', null, given) });
	const settled: readonly SettledRate[] = rates.map(([hoursAgo, rate]) => ({
		settledAt: NOW - hoursAgo * HOUR_MS,
		rate: parseDecimal(rate),
	}));
	return createSqueezes({
		market,
		history: {
			settled: async (_venue, _symbol, from, to) =>
				settled.filter(({ settledAt }) => settledAt >= from && settledAt <= to),
		},
		moves: { largeMove: async () => move },
		clock: createVirtualClock(NOW),
	}).recent([inj]);
}

describe('the recent squeezes of a contract', () => {
	test('include a settlement at the highest or the lowest rate', async () => {
		const limits = { fundingCap: '0.01', fundingFloor: '-0.01' };
		expect(
			await search({
				limits,
				rates: [
					[9, '0.01'],
					[1, '-0.004'],
				],
			}),
		).toEqual([[{ kind: 'limit', at: NOW - 9 * HOUR_MS, rate: 0.01 }]]);
		expect(await search({ limits, rates: [[1, '-0.01']] })).toEqual([
			[{ kind: 'limit', at: NOW - HOUR_MS, rate: -0.01 }],
		]);
	});

	test('are none after a day, inside the limits, or without known limits', async () => {
		const limits = { fundingCap: '0.01', fundingFloor: '-0.01' };
		expect(
			await search({
				limits,
				rates: [
					[25, '0.01'],
					[1, '0.0099'],
				],
			}),
		).toEqual([[]]);
		expect(await search({ rates: [[1, '0.5']] })).toEqual([[]]);
	});

	test('are the settlement at the limit and the large move, the later one first', async () => {
		const limits = { fundingCap: '0.01' };
		const rates = [[2, '0.01']] as const;
		const late = { at: NOW - HOUR_MS, move: -0.2 };
		const early = { at: NOW - 3 * HOUR_MS, move: -0.2 };
		expect(await search({ limits, rates, move: late })).toMatchObject([
			[{ kind: 'move', ...late }, { kind: 'limit' }],
		]);
		expect(await search({ limits, rates, move: early })).toMatchObject([
			[{ kind: 'limit' }, { kind: 'move', ...early }],
		]);
	});
});
