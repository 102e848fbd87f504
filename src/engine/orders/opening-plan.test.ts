import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookOf, instrumentOf } from '../../../test/support/hand-driven-market.ts';
import {
	add,
	type Decimal,
	divDown,
	formatDecimal,
	fromInteger,
	isMultipleOf,
	max,
	min,
	mulDown,
	mulUp,
	parseDecimal,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import { textOf } from '../../sentences/sentence.ts';
import { draftExecution } from '../decide/plan.ts';
import type { ProposedTrade } from '../risk/facts.ts';
import { smallestTrade } from '../risk/minimums.ts';
import { levelsOf, type OpeningLimits, type OpeningTerms, openingPlan } from './opening-plan.ts';

const LIMITS: OpeningLimits = {
	unhedgedMaxUsd: fromInteger(5_000),
	childDepthSharePct: fromInteger(25),
	stressMovePct: fromInteger(10),
	makerMs: 30_000,
	gridMs: 14_400_000,
};
const TERMS: OpeningTerms = { mode: 'auto', maxSlippageBps: fromInteger(10), basisSd: undefined };
const FEES = { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') };

type Market = {
	readonly amount: string;
	/** Coins on the single level of each side of the long leg's order book. */
	readonly longSize: string;
	/** Coins on the single level of each side of the short leg's order book. */
	readonly shortSize: string;
	readonly longLot?: string;
	readonly shortLot?: string;
	readonly quantityMin?: string;
	readonly shortMid?: string;
};

/** Builds a trade. Both mid prices are 100 unless `shortMid` is set, and the bid-ask spread is 2 cents. */
function tradeOf(market: Market): ProposedTrade {
	const leg = (venue: string, lot: string, size: string, mid: string) => ({
		instrument: instrumentOf(venue, 'SOL', {
			lotSize: parseDecimal(lot),
			quantityMin: parseDecimal(market.quantityMin ?? lot),
		}),
		book: bookOf(
			[[formatDecimal(sub(parseDecimal(mid), parseDecimal('0.01'))), size]],
			[[formatDecimal(add(parseDecimal(mid), parseDecimal('0.01'))), size]],
		),
		fees: FEES,
		intervalHours: 8,
	});
	const draft = draftExecution(
		leg('bybit', market.longLot ?? '0.1', market.longSize, '100'),
		leg('kucoin', market.shortLot ?? '0.1', market.shortSize, market.shortMid ?? '100'),
		{ amount: parseDecimal(market.amount), leverage: fromInteger(1), maxSlippageBps: TERMS.maxSlippageBps },
	);
	if (draft === undefined) throw new Error('Both books have a mid price.');
	return draft;
}

const texts = (values: readonly (Decimal | null)[]): readonly (string | null)[] =>
	values.map((value) => (value === null ? null : formatDecimal(value)));

describe('auto', () => {
	test.each([
		[
			'an amount that is small against the books',
			{ amount: '2000', longSize: '40', shortSize: '40' },
			'single-direct',
			null,
		],
		[
			'one lot above a quarter of the book',
			{ amount: '2020', longSize: '40', shortSize: '40' },
			'single-delay',
			'long',
		],
		[
			'one lot above a quarter of a thinner short book',
			{ amount: '2020', longSize: '41', shortSize: '40' },
			'single-delay',
			'short',
		],
		['the whole thinner book', { amount: '8000', longSize: '40', shortSize: '900' }, 'single-delay', 'long'],
		['more than the thinner book', { amount: '8020', longSize: '40', shortSize: '900' }, 'grid', null],
		[
			'a leg at the unhedged cap',
			{ amount: '10000', longSize: '900', shortSize: '900' },
			'single-direct',
			null,
		],
		['a leg above the unhedged cap', { amount: '10020', longSize: '900', shortSize: '900' }, 'grid', null],
	] as const)('%s: %j is opened as %s', (_what, market, mode, firstLeg) => {
		const plan = openingPlan(tradeOf(market), TERMS, LIMITS);
		expect([plan.mode, plan.firstLeg, plan.fault]).toEqual([mode, firstLeg, null]);
		expect(textOf(plan.message)).toMatch(/\w+.*\.$/);
	});
});

describe('single modes', () => {
	test('open the whole amount and state their time limit', () => {
		const trade = tradeOf({ amount: '2000', longSize: '900', shortSize: '400' });
		const direct = openingPlan(trade, { ...TERMS, mode: 'single-direct' }, LIMITS);
		expect([direct.makerMs, direct.openWithinMs, direct.firstLeg]).toEqual([0, 60_000, null]);
		const delay = openingPlan(trade, { ...TERMS, mode: 'single-delay' }, LIMITS);
		expect([delay.makerMs, delay.openWithinMs, delay.firstLeg]).toEqual([30_000, 90_000, 'short']);
		for (const { children } of [direct, delay])
			expect(children).toEqual([{ quantity: fromInteger(10), basisMin: null }]);
	});
});

describe('a grid', () => {
	const grid: OpeningTerms = { ...TERMS, mode: 'grid' };

	test('gives a small trade one child per level, half a deviation apart, from the present basis less the guard', () => {
		const trade = tradeOf({ amount: '2000', longSize: '900', shortSize: '900', shortMid: '100.5' });
		const plan = openingPlan(trade, { ...grid, basisSd: parseDecimal('0.0004') }, LIMITS);
		expect(texts(plan.children.map(({ quantity }) => quantity))).toEqual([
			...Array(3).fill('1.3'),
			...Array(5).fill('1.2'),
		]);
		expect(texts(plan.children.map(({ basisMin }) => basisMin))).toEqual([
			'0.004',
			'0.0052',
			'0.0054',
			'0.0056',
			'0.0058',
			'0.006',
			'0.0062',
			'0.0064',
		]);
		expect(plan.openWithinMs).toBe(14_400_000);
	});

	test('opens everything at about the present basis when the deviation is unknown', () => {
		const trade = tradeOf({ amount: '30000', longSize: '100', shortSize: '100' });
		const plan = openingPlan(trade, grid, LIMITS);
		expect(levelsOf(plan.children)).toEqual([
			{ children: 8, quantity: fromInteger(150), basisMin: parseDecimal('-0.001') },
		]);
		expect(textOf(plan.message)).toContain('at about the current price basis');
	});

	test.each([
		['no depth', { amount: '1000', longSize: '0.1', shortSize: '900' }, /at most 0\. The unhedged cap/],
		[
			'a child below the smallest order',
			{ amount: '1000', longSize: '5', shortSize: '900', quantityMin: '3' },
			/at least 3 coins .* at most 1\.2\. /,
		],
		[
			'too many children',
			{ amount: '60000', longSize: '4', shortSize: '900' },
			/300 slices .* at most 200 slices/,
		],
		[
			'an indivisible quantity',
			{ amount: '500', longSize: '9', shortSize: '900', quantityMin: '1.5' },
			/2.5 coins do not divide into slices of 1.5 to 2.2/,
		],
	] as const)('reports %s as a fault and opens the whole amount', (_what, market, sentence) => {
		const trade = tradeOf(market);
		const plan = openingPlan(trade, grid, LIMITS);
		expect(plan.fault && textOf(plan.fault)).toMatch(sentence);
		expect(plan.children).toEqual([{ quantity: trade.quantity, basisMin: null }]);
	});

	test('keeps the previewed number of children while that is possible', () => {
		const thick = tradeOf({ amount: '2000', longSize: '900', shortSize: '900' });
		const bound = { mode: 'grid', children: 5 } as const;
		expect(openingPlan(thick, { ...TERMS, bound }, LIMITS).children).toHaveLength(5);
		const thin = tradeOf({ amount: '2000', longSize: '4', shortSize: '900' });
		expect(openingPlan(thin, { ...TERMS, bound }, LIMITS).children).toHaveLength(10);
	});

	test('is balanced, within the caps and above the minimums in every market', () => {
		const lot = fc.constantFrom('0.001', '0.1', '0.3', '1', '2.5');
		const size = fc
			.integer({ min: 1, max: 50_000 })
			.map((tenths) => formatDecimal(divDown(fromInteger(tenths), fromInteger(10))));
		const markets = fc.record({
			amount: fc.integer({ min: 1, max: 400_000 }).map(String),
			longSize: size,
			shortSize: size,
			longLot: lot,
			shortLot: lot,
		});
		const deviation = fc.option(fc.constantFrom('0', '0.000001', '0.0003'), { nil: undefined });
		let made = 0;
		fc.assert(
			fc.property(markets, deviation, (market, sd) => {
				const trade = tradeOf(market);
				const basisSd = sd === undefined ? undefined : parseDecimal(sd);
				const plan = openingPlan(trade, { ...grid, basisSd }, LIMITS);
				const quantities = plan.children.map(({ quantity }) => quantity);
				expect(quantities.reduce<Decimal>(add, ZERO)).toBe(trade.quantity);
				if (plan.fault !== null || trade.quantity < smallestTrade(trade, LIMITS.stressMovePct)) return;
				made += 1;
				expect(plan.children.length).toBeLessThanOrEqual(200);
				expect(levelsOf(plan.children).length).toBeLessThanOrEqual(8);
				const { long, short } = trade;
				const price = max(long.plan.decisionMid, short.plan.decisionMid);
				const thinnest = min(min(long.depth, short.depth), min(long.exitDepth, short.exitDepth));
				for (const quantity of quantities) {
					expect(isMultipleOf(quantity, trade.commonLot)).toBe(true);
					expect(quantity >= smallestTrade(trade, LIMITS.stressMovePct)).toBe(true);
					expect(mulUp(quantity, price) <= LIMITS.unhedgedMaxUsd).toBe(true);
					expect(quantity <= mulDown(thinnest, parseDecimal('0.25'))).toBe(true);
				}
				const bases = plan.children.map(({ basisMin }) => basisMin ?? ZERO);
				expect([...bases].sort((a, b) => Number(a - b))).toEqual(bases);
			}),
			{ numRuns: 500 },
		);
		expect(made).toBeGreaterThan(100);
	});
});

describe('the resting leg', () => {
	const can = { kind: 'yes', said: 'the exchange cancels within 20 s' } as const;
	const cannot = { kind: 'no', said: 'the exchange has no dead-man switch' } as const;
	const delay = (market: Market, switches: OpeningTerms['switches']) =>
		openingPlan(tradeOf(market), { ...TERMS, mode: 'single-delay', switches }, LIMITS);
	const thinLong = { amount: '2000', longSize: '15', shortSize: '40' };

	test('is the leg with the thinner book, and the message mentions its dead-man switch', () => {
		const plan = delay(thinLong, { long: can, short: cannot });
		expect(plan.firstLeg).toBe('long');
		expect(textOf(plan.message)).toMatch(/Dead-man switch: the exchange cancels within 20 s\.$/);
		expect(delay(thinLong, { long: cannot, short: cannot }).firstLeg).toBe('long');
		expect(textOf(delay(thinLong, undefined).message)).not.toMatch(/switch/);
	});

	test('is the other leg when only the other exchange has a switch', () => {
		const plan = delay(thinLong, { long: cannot, short: can });
		expect(plan.firstLeg).toBe('short');
		expect(textOf(plan.message)).toMatch(
			/^the short leg first on KuCoin, .+ It rests there because the exchange has no/,
		);
	});

	test('stays the thinner leg when its book is too thin to take from, and the message says so', () => {
		const plan = delay({ ...thinLong, longSize: '5' }, { long: cannot, short: can });
		expect(plan.firstLeg).toBe('long');
		expect(textOf(plan.message)).toMatch(
			/No dead-man switch: .+ the order stays on the book and may fill without a hedge\.$/,
		);
	});
});
