/** Tests what an order means on its data, and what is assumed where the data say nothing. */
import { describe, expect, test } from 'vitest';
import { datasetOf, QUIET, RECORDED_FROM } from '../../../test/support/replayed-market.ts';
import { parseDecimal as d } from '../../domain/decimal.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { DataError, type Dataset, type Track } from '../data/dataset.ts';
import { DEFAULT_ORDER, type ReplayOrder } from './order.ts';
import { pairsOf, planOrder, withMainContracts } from './order-plan.ts';

const DATASET = datasetOf(QUIET);
const UNTIL = RECORDED_FROM + 40 * DAY_MS;

function plan(order: Partial<ReplayOrder> = {}, dataset: Dataset = DATASET) {
	return planOrder({ ...DEFAULT_ORDER, data: ['folder'], policy: 'hold', ...order }, dataset);
}

function faultOf(order: Partial<ReplayOrder>, dataset?: Dataset): DataError {
	try {
		plan(order, dataset);
	} catch (error) {
		if (error instanceof DataError) return error;
		throw error;
	}
	throw new Error('The plan has no fault.');
}

const track = (venue: string, coin: string, quote: string): Track => ({
	...(DATASET.tracks[0] as Track),
	...{ venue, coin, quote, symbol: `${coin}${quote}` },
});

describe('the span', () => {
	test('begins 30 days after the data and ends with them', () => {
		expect(plan()).toMatchObject({ from: RECORDED_FROM + 30 * DAY_MS, until: UNTIL });
	});

	test('is the one of the order, up to a day beyond the data', () => {
		const span = { from: RECORDED_FROM + DAY_MS, until: UNTIL + DAY_MS };
		expect(plan(span)).toMatchObject(span);
	});

	test.each([
		['before the data', { from: RECORDED_FROM - 1 }],
		['more than a day beyond the data', { until: UNTIL + DAY_MS + 1 }],
		['empty', { from: UNTIL, until: UNTIL }],
		['backwards', { from: UNTIL, until: RECORDED_FROM }],
	])('is refused if it is %s', (_name, span) => {
		const { fault, message } = faultOf(span);
		expect(fault).toBe('DATA_RANGE');
		expect(message).toContain('the data reaches from 2026-01-01 00:00 to 2026-02-10 00:00');
	});

	test('is refused for data of less than 30 days without --from', () => {
		const short = { ...DATASET, until: RECORDED_FROM + 20 * DAY_MS };
		expect(faultOf({}, short).fault).toBe('DATA_RANGE');
	});
});

describe('the pairs', () => {
	test('are one per coin and two exchanges, in order', () => {
		const tracks = [
			track('hyperliquid', 'AAA', 'USDC'),
			track('kraken', 'AAA', 'USD'),
			track('binance', 'AAA', 'USDT'),
			track('binance', 'BBB', 'USDT'),
		];
		expect(pairsOf(tracks)).toEqual([
			{ coin: 'AAA', exchanges: ['binance', 'hyperliquid'] },
			{ coin: 'AAA', exchanges: ['binance', 'kraken'] },
			{ coin: 'AAA', exchanges: ['hyperliquid', 'kraken'] },
		]);
	});

	test('are made of main contracts only', () => {
		const tracks = [
			track('binance', 'AAA', 'USDC'),
			track('binance', 'AAA', 'USDT'),
			track('kraken', 'AAA', 'USD'),
		];
		expect(withMainContracts({ ...DATASET, tracks }).tracks.map(({ symbol }) => symbol)).toEqual([
			...['AAAUSDT', 'AAAUSD'],
		]);
	});

	test('leave out contracts that a traded exchange does not settle in its own currency', () => {
		const tracks = [track('binance', 'AAA', 'USDC'), track('bybit', 'AAA', 'USDT')];
		expect(pairsOf(tracks)).toEqual([]);
	});

	test('are one user each if the order says so, with half of the capital at each exchange', () => {
		const { pairs, depositUsd } = plan({ users: 'pairs', capitalUsd: 5_000 });
		expect(pairs.map((pair) => pair?.coin)).toEqual(['AAA', 'BBB']);
		expect(depositUsd).toBe(d('2500'));
	});

	test('are one user otherwise, with the capital split over all exchanges', () => {
		const three = { ...DATASET, tracks: [...DATASET.tracks, track('kraken', 'AAA', 'USD')] };
		const { pairs, depositUsd, exchanges } = plan({}, three);
		expect([pairs, exchanges]).toEqual([[undefined], ['bybit', 'hyperliquid', 'kraken']]);
		expect(depositUsd).toBe(d('3333.33333333'));
	});

	test('are refused if there are none', () => {
		const alone = { ...DATASET, tracks: DATASET.tracks.filter(({ venue }) => venue === 'bybit') };
		expect(faultOf({}, alone).message).toContain('no coin at two of them');
	});
});

describe('the assumptions', () => {
	test('say that the service refuses openings at a slippage above its limit', () => {
		expect(plan({ slippageBp: 10 }).assumptions.join('\n')).not.toContain('refuses every opening');
		expect(plan({ slippageBp: 10.5 }).assumptions).toContain(
			'The assumed slippage of 10.5 bp is above the service’s limit of 10 bp, so the service refuses every opening that sets no higher max_slippage_bps. Lower the slippage, or use a policy file that sets this param.',
		);
	});

	test('have the fees of the order, else of the exchange, else of neither', () => {
		const { feesOf } = plan({ feesBp: { kraken: { taker: 4, maker: 1.5 } } }).assumed;
		expect(feesOf('kraken')).toEqual({ taker: d('0.0004'), maker: d('0.00015') });
		expect(feesOf('bybit')).toMatchObject({ taker: d('0.00055') });
		expect(feesOf('my-exchange')).toEqual({ taker: d('0.0005'), maker: d('0.0002') });
	});

	test('have distances as fractions and the lag in milliseconds', () => {
		const { assumed } = plan({ slippageBp: 0.3, impactBp: 1.1, priceUsd: 0.5, publicationLagS: 7 });
		expect(assumed).toMatchObject({
			...{ halfSpread: d('0.00003'), impact: d('0.00011') },
			...{ price: d('0.5'), publicationLagMs: 7_000 },
		});
	});

	test('are stated, each in a sentence', () => {
		const { assumptions } = plan();
		expect(assumptions.join('\n')).not.toContain('refuses every opening');
		expect(assumptions.join('\n')).toContain('Bybit 5.5/2');
		expect(assumptions.join('\n')).toContain('Every price is 100 USD');
		expect(assumptions.join('\n')).toContain('does not grow with the size');
		for (const sentence of assumptions) expect(sentence).toMatch(/^[A-Z].*\.$/);
	});

	test('say how the cost grows if the data have volumes', () => {
		const prices = {
			at: Float64Array.of(RECORDED_FROM),
			marks: Float64Array.of(1),
			volumesUsd: Float64Array.of(1),
		};
		const priced: Dataset = {
			...DATASET,
			grade: 'B',
			tracks: DATASET.tracks.map((one) => ({ ...one, prices })),
		};
		const text = plan({ impactBp: 3 }, priced).assumptions.join('\n');
		expect(text).toContain('costs 3 bp more');
		expect(text).not.toContain('Every price is');
	});
});
