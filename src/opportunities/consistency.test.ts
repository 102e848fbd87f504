/**
 * Compares the fast figures in lists with the exact figures in records, and the state of a running scanner with that
 * of a new one.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { createHeldHistory } from '../../test/support/held-history.ts';
import { expectInOrder } from '../../test/support/list-order.ts';
import { presentRecord } from '../../test/support/present-record.ts';
import { createRandomMarket, type RandomMarket } from '../../test/support/random-market.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import {
	type CostTerms,
	DEFAULT_TERMS,
	type Opportunity,
	VERDICTS,
	type Verdict,
} from '../domain/opportunity.ts';
import { DIRECTION_HOURS } from '../domain/verdict.ts';
import type { Market } from '../ports/market.ts';
import { SORT_KEYS, type SortKey } from '../ports/opportunities.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { blockingGuards } from './guards.ts';
import { createScanner, type Scanner } from './scanner.ts';

/** Start times near settlements and between them. New forecasts come 45 s after each hour. */
const STARTS = ['07:59:20', '07:58:30', '08:00:03', '08:00:40', '10:17:00', '23:59:50'];
const T0 = Date.UTC(2026, 10, 21, 8, 30);
const PAUSES_MS = [0, 1, 50, 300, 1_000, 1_000, 4_000, 9_000, 21_000];

const TERMS: readonly CostTerms[] = [
	DEFAULT_TERMS,
	termsOf('1500', '8', '2'),
	termsOf('30000', '720', '1'),
	termsOf('0.5', '168', '1'),
	termsOf('400', '1.1', '3'),
	termsOf('2000', '2160', '1'),
];

function termsOf(amount: string, horizonHours: string, leverage: string): CostTerms {
	return {
		amount: parseDecimal(amount),
		horizonHours: parseDecimal(horizonHours),
		leverage: parseDecimal(leverage),
		mode: 'single-direct',
	};
}

type World = Pick<RandomMarket, 'clock' | 'history'> & { readonly market: Market };

/** Returns the neutral model with different weights. */
function otherModel(): CarryModel {
	const { horizons, ...rest } = neutralCarryModel();
	return {
		...rest,
		horizons: horizons.map((horizon) => ({
			...horizon,
			recalibration: 0.7,
			tieShareLevel: 0.4,
			tieShareMoving: 0.1,
			oddsWeights: horizon.oddsWeights.map((_, index) => (index % 2 === 0 ? 0.6 : -0.3)),
		})),
	};
}

function scannerOf({ market, clock, history }: World, model: CarryModel): Scanner {
	return createScanner({
		market,
		clock,
		...createScannerSources(clock, history),
		model,
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 4_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: parseDecimal('4.38'),
		},
	});
}

async function everything(
	scanner: Scanner,
	sortby: SortKey,
	terms: CostTerms,
	{
		tradableOnly = false,
		verdict,
		maxMinAmount,
	}: { tradableOnly?: boolean; verdict?: Verdict; maxMinAmount?: Decimal } = {},
): Promise<readonly Opportunity[]> {
	const query = { exchangepair: undefined, limit: 100, page: 1, q: undefined };
	const { rows, pagination } = await scanner.list({
		...query,
		sortby,
		terms,
		order: 'best_first',
		isByCoin: false,
		coins: undefined,
		tradableOnly,
		verdict,
		maxMinAmount,
	});
	expect(pagination.totalCount).toBe(rows.length);
	return rows.map(presentRecord);
}

/** Removes two figures that are counted from the entry, because a cached record may be up to a second old. */
function withoutHoursFromEntry(record: Opportunity) {
	return { ...record, net: { ...record.net, breakEvenHours: null, bestHorizonHours: null } };
}

async function expectListsOfRecords(scanner: Scanner, keys: readonly SortKey[], terms: CostTerms) {
	const all = await everything(scanner, 'spread', terms);
	const exact = new Map(
		all.map(({ opportunityId: id }) => {
			const record = scanner.record(id, terms);
			if (record === undefined) throw new Error(`${id} is listed but has no record.`);
			return [id, record] as const;
		}),
	);
	for (const record of all)
		expect(withoutHoursFromEntry(record)).toEqual(
			withoutHoursFromEntry(exact.get(record.opportunityId) as Opportunity),
		);
	const exactOf = (records: readonly Opportunity[]) =>
		records.map(({ opportunityId: id }) => exact.get(id) as Opportunity);
	for (const key of keys) {
		const ordered = exactOf(await everything(scanner, key, terms));
		expect(new Set(ordered).size).toBe(exact.size);
		expectInOrder(ordered, key);
		const tradable = exactOf(await everything(scanner, key, terms, { tradableOnly: true }));
		expect(tradable.map(nameOf)).toEqual(
			ordered.filter((record) => blockingGuards(record).length === 0).map(nameOf),
		);
		for (const verdict of VERDICTS)
			expect(
				exactOf(await everything(scanner, key, terms, { verdict })).map(nameOf),
				`verdict ${verdict} by ${key}`,
			).toEqual(ordered.filter((record) => record.net.verdict === verdict).map(nameOf));
	}
	await expectBoundByMinAmount(scanner, all, terms);
	return all;
}

async function expectBoundByMinAmount(scanner: Scanner, all: readonly Opportunity[], terms: CostTerms) {
	const bound = all.find(({ minAmount: least }) => least !== null)?.minAmount ?? fromInteger(100);
	for (const maxMinAmount of [bound, (bound - 1n) as Decimal])
		expect((await everything(scanner, 'spread', terms, { maxMinAmount })).map(nameOf)).toEqual(
			all.filter(({ minAmount: least }) => least !== null && least <= maxMinAmount).map(nameOf),
		);
}

function nameOf(record: Opportunity): string {
	return `${record.longVenue} ${record.longSymbol} ${record.shortVenue} ${record.shortSymbol}`;
}

function pairName({ longVenue, longSymbol, shortVenue, shortSymbol }: Opportunity): string {
	return [`${longVenue} ${longSymbol}`, `${shortVenue} ${shortSymbol}`].sort().join(', ');
}

const HALF_BASIS_POINT = 0.00005;
/** Default terms at the horizon whose carry decides the direction. */
const DIRECTION_TERMS = { ...DEFAULT_TERMS, horizonHours: fromInteger(DIRECTION_HOURS) };

/** Removes the price basis, which depends on past samples. Everything else follows from current inputs. */
function withoutBasis(record: Opportunity) {
	const { net, riskScore: _score, reasons, ...rest } = record;
	const { amount, expectedCarry, carrySd, reversalProbability, model, cost } = net;
	const { basis: _basis, total: _total, ...parts } = cost;
	return {
		...rest,
		guardReasons: reasons.filter(({ field }) => field === 'guards'),
		net: { amount, expectedCarry, carrySd, reversalProbability, model, cost: parts },
	};
}

/**
 * Compares pairs and counts those whose direction differs. Within the dead band, or if a rate is missing, a running
 * scanner keeps the previous direction; otherwise both directions must agree.
 */
function expectSamePairs(
	kept: readonly Opportunity[],
	made: readonly Opportunity[],
	directionCarry: (id: string) => Decimal | null,
): number {
	const fresh = new Map(made.map((record) => [pairName(record), record]));
	expect(kept.map(pairName).sort()).toEqual([...fresh.keys()].sort());
	let otherDirection = 0;
	for (const record of kept) {
		const other = fresh.get(pairName(record)) as Opportunity;
		if (nameOf(other) === nameOf(record)) {
			expect(withoutBasis(record)).toEqual(withoutBasis(other));
			continue;
		}
		otherDirection += 1;
		if (record.spread === null) continue;
		expect(Math.abs(Number(formatDecimal(record.spread)))).toBeLessThanOrEqual(HALF_BASIS_POINT);
		const [here, there] = [directionCarry(record.opportunityId), directionCarry(other.opportunityId)];
		expect(here === null).toBe(there === null);
		if (here === null || there === null) continue;
		const lean = Number(formatDecimal((here - there) as Decimal)) / 2;
		expect(Math.abs(lean)).toBeLessThan(HALF_BASIS_POINT);
	}
	return otherDirection;
}

describe('after any market changes', () => {
	test('lists are in the order of their exact records, at any terms, and equal those of a new scanner', async () => {
		const seen = { verdicts: new Set<string>(), guards: new Set<string>(), records: 0, otherDirection: 0 };
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 2 ** 31 }),
				fc.constantFrom(...STARTS),
				async (seed, start) => {
					const startedAt = Date.parse(`2026-11-21T${start}Z`);
					const world = createRandomMarket(seed, startedAt);
					let model = neutralCarryModel();
					const scanner = scannerOf(world, model);
					await world.pass(5_000);
					world.receiveAll();
					for (let step = 0; step < 12; step += 1) {
						for (let count = world.random.below(12); count >= 0; count -= 1) world.change();
						if (world.random.chance(0.05)) {
							model = otherModel();
							scanner.takeModel(model);
						}
						await world.pass(world.pick(PAUSES_MS));
						if (world.random.chance(0.7)) world.receiveAll();
						for (const terms of [DEFAULT_TERMS, world.pick(TERMS)]) {
							const keys = [world.pick(SORT_KEYS), world.pick(SORT_KEYS), world.pick(SORT_KEYS)];
							await expectListsOfRecords(scanner, keys, terms);
						}
						const kept = await everything(scanner, 'spread', DEFAULT_TERMS);
						seen.records += kept.length;
						for (const { net, guards } of kept) {
							seen.verdicts.add(net.verdict);
							for (const code of guards) seen.guards.add(code);
						}
						// In the first 45 s of an hour, the running scanner may still have the previous hour's
						// forecasts, so skip the comparison.
						const sinceHour = world.clock.now() % HOUR_MS;
						if (sinceHour <= 45_000 && sinceHour < world.clock.now() - startedAt) continue;
						const fresh = scannerOf(world, model);
						await world.pass(0);
						seen.otherDirection += expectSamePairs(
							await everything(scanner, 'spread', DEFAULT_TERMS),
							await expectListsOfRecords(fresh, ['spread'], DEFAULT_TERMS),
							(id) =>
								(scanner.record(id, DIRECTION_TERMS) ?? fresh.record(id, DIRECTION_TERMS))?.net
									.expectedCarry ?? null,
						);
						fresh.close();
					}
					scanner.close();
				},
			),
			{ numRuns: 30 },
		);
		// The generated cases include every verdict and nearly every guard.
		expect([...seen.verdicts].sort()).toEqual(['no_trade', 'trade', 'unknown']);
		expect(seen.guards.size).toBeGreaterThan(18);
		expect(seen.records).toBeGreaterThan(2_000);
		expect(seen.otherDirection).toBeGreaterThan(0);
	});
});

describe('exactly at limits', () => {
	/** Creates a scanner over one coin per case on two venues, with the given inputs for both legs. */
	function market(
		coins: readonly { readonly price: number; readonly lot: string; readonly change: LegChange }[],
	) {
		const hand = createHandDrivenMarket(['bybit', 'kucoin']);
		const clock = createVirtualClock(T0);
		const history = createHeldHistory();
		const scanner = scannerOf({ market: hand, clock, history }, neutralCarryModel());
		for (const [index, { price, lot, change }] of coins.entries())
			for (const venue of ['bybit', 'kucoin'] as const) {
				const terms = change(venue);
				const instrument = instrumentOf(venue, `C${index}`, {
					lotSize: parseDecimal(lot),
					quantityMin: parseDecimal(terms.quantityMin ?? lot),
					notionalMin: parseDecimal(terms.notionalMin ?? '0'),
				});
				hand.list(instrument);
				const text = (price / 100).toFixed(2);
				const levels = terms.levels ?? ['100000'];
				hand.put(instrument, {
					ticker: tickerOf(instrument.symbol, text, fundingOf(terms.rate ?? '0', 8, T0 + 4 * HOUR_MS), {
						index: parseDecimal(terms.index ?? text),
					}),
					tickerReceivedAt: T0,
					book: bookOf(
						levels.map((size, level) => [((price - 1 - level) / 100).toFixed(2), size]),
						levels.map((size, level) => [((price + 1 + level) / 100).toFixed(2), size]),
					),
					bookReceivedAt: T0,
				});
			}
		return scanner;
	}

	type LegChange = (venue: 'bybit' | 'kucoin') => {
		readonly quantityMin?: string;
		readonly notionalMin?: string;
		readonly index?: string;
		readonly rate?: string;
		readonly levels?: readonly string[];
	};

	const cents = fc.integer({ min: 101, max: 99_999 });
	const lots = fc.constantFrom('0.001', '0.01', '0.1', '0.7', '1');
	/** Parts that a number of lots is split into, one per book level. */
	const splits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
	const times = (count: number, lot: string): string =>
		formatDecimal((parseDecimal(lot) * BigInt(count)) as Decimal);

	test('agree on minimum quantity and notional, a book that ends with the leg, prices 2 % apart, and an APR at its limit', async () => {
		let tradable = 0;
		const drawn = fc
			.tuple(cents, lots, splits, fc.integer({ min: 1, max: 5 }), fc.constantFrom(0, 0, 1))
			.map(([price, lot, split, kind, beyond]) => {
				const quantity = Math.floor(500 / (price / 100) / Number(lot) + 1e-9);
				const exact = times(quantity, lot);
				const notional = formatDecimal(
					((parseDecimal(exact) * BigInt(price + beyond) * 9n) / 1_000n) as Decimal,
				);
				const shares = split.reduce((total, share) => total + share, 0);
				const first = Math.floor(quantity / shares);
				const parts = split.map((share) => first * share).filter((part) => part > 0);
				const rest = quantity - parts.reduce((total, part) => total + part, 0) - beyond;
				const change: LegChange = (venue) => {
					if (kind === 1) return { quantityMin: times(quantity + beyond, lot) };
					if (kind === 2) return { notionalMin: notional };
					if (kind === 3)
						return { levels: [...parts, ...(rest > 0 ? [rest] : [])].map((count) => times(count, lot)) };
					if (kind === 4)
						return {
							index: venue === 'bybit' ? times(price, '0.01') : times(price * 102 + beyond, '0.0001'),
						};
					// A difference of 0.4 % per 8 h is 438 % a year, the limit in this test.
					return { rate: venue === 'bybit' ? '0.0017' : beyond === 0 ? '0.0057' : '0.0057000001' };
				};
				return { price, lot, change };
			});
		await fc.assert(
			fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 40 }), async (coins) => {
				const scanner = market(coins);
				const records = await expectListsOfRecords(scanner, ['symbol', 'max_amount'], DEFAULT_TERMS);
				expect(records).toHaveLength(coins.length);
				tradable += records.filter((record) => blockingGuards(record).length === 0).length;
				scanner.close();
			}),
			{ numRuns: 60 },
		);
		expect(tradable).toBeGreaterThan(100);
	});

	test('a settlement that enters the horizon changes cached figures at that time, without new inputs', async () => {
		const hand = createHandDrivenMarket(['bybit', 'kucoin']);
		const clock = createVirtualClock(T0);
		const history = createHeldHistory();
		const scanner = scannerOf({ market: hand, clock, history }, neutralCarryModel());
		for (const [venue, rate] of [
			['bybit', '0'],
			['kucoin', '0.0004'],
		] as const) {
			const instrument = instrumentOf(venue, 'SOL');
			history.put(
				venue,
				instrument.symbol,
				Array.from({ length: 120 }, (_, index) => ({
					settledAt: T0 - index * 5 * HOUR_MS,
					rate: parseDecimal(rate),
				})),
			);
			hand.list(instrument);
			hand.put(instrument, {
				// The 144th settlement enters the horizon in 10 s. The inputs are stale by then.
				ticker: tickerOf('SOLUSDT', '100', fundingOf(rate, 5, T0 + 5 * HOUR_MS + 10_000)),
				tickerReceivedAt: T0,
				book: bookOf([['99.99', '100']], [['100.01', '100']]),
				bookReceivedAt: T0,
			});
		}
		const pass = async (until: number) => {
			clock.after(until - clock.now(), () => {});
			while (await clock.advance(until));
			return {
				version: scanner.version,
				carry: (await everything(scanner, 'net_apr', DEFAULT_TERMS))[0]?.net.expectedCarry,
			};
		};
		const before = await pass(T0 + 9_499);
		const after = await pass(T0 + 9_500);
		expect(after.version).toBeGreaterThan(before.version);
		expect(after.carry).toBeGreaterThan(before.carry as bigint);
		expect((await pass(T0 + 20_000)).version).toBe(after.version);
		scanner.close();
	});

	test('a rate published just after its settlement counts as a payment for an entry now', async () => {
		const settledAt = Date.UTC(2026, 10, 21, 8);
		const hand = createHandDrivenMarket(['bybit', 'kucoin']);
		const clock = createVirtualClock(settledAt + 5_000);
		const history = createHeldHistory();
		const { horizons, ...rest } = neutralCarryModel();
		const nothing = { ...rest, horizons: horizons.map((horizon) => ({ ...horizon, recalibration: 0 })) };
		const scanner = scannerOf({ market: hand, clock, history }, nothing);
		for (const [venue, rate] of [
			['bybit', '0'],
			['kucoin', '0.00004'],
		] as const) {
			const instrument = instrumentOf(venue, 'SOL');
			history.put(
				venue,
				instrument.symbol,
				Array.from({ length: 90 }, (_, index) => ({
					settledAt: settledAt - (index + 1) * 8 * HOUR_MS,
					rate: parseDecimal('0'),
				})),
			);
			hand.list(instrument);
			hand.put(instrument, {
				ticker: tickerOf('SOLUSDT', '100', fundingOf(rate, 8, settledAt + 8 * HOUR_MS)),
				tickerReceivedAt: clock.now(),
			});
		}
		const only = async () => {
			while (await clock.advance(clock.now()));
			const [record] = await everything(scanner, 'spread', DEFAULT_TERMS);
			return record;
		};
		expect(await only()).toMatchObject({
			longVenue: 'bybit',
			net: { expectedCarry: parseDecimal('0.00004') },
		});
		history.put('kucoin', 'SOLUSDT', [{ settledAt, rate: parseDecimal('-0.0002') }]);
		// Long Bybit, short KuCoin would still pay 2 bp. The reverse direction would not receive them.
		expect(await only()).toMatchObject({
			longVenue: 'kucoin',
			net: { expectedCarry: parseDecimal('-0.00004') },
		});
		history.put('bybit', 'SOLUSDT', [{ settledAt: settledAt + 1_000, rate: parseDecimal('-0.0005') }]);
		expect(await only()).toMatchObject({
			longVenue: 'bybit',
			net: { expectedCarry: parseDecimal('-0.00016') },
		});
		scanner.close();
	});
});
