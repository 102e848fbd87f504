/** What is computed fast, for lists, against what is computed exactly, for records; and what is kept against what is new. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../test/support/hand-driven-market.ts';
import { createRandomMarket, type RandomMarket } from '../../test/support/random-market.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import { presentRecord, SORT_KEYS, type SortKey } from '../ports/opportunities.ts';
import { blockingGuards } from './guards.ts';
import { createScanner, type Scanner } from './scanner.ts';

/** Around settlements and beside them; the hour's new forecasts come 45 s after it. */
const STARTS = ['07:59:20', '07:58:30', '08:00:03', '08:00:40', '10:17:00', '23:59:50'];
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

/** The neutral model with other weights. */
function otherModel(): CarryModel {
	const { horizons, ...rest } = neutralCarryModel();
	return {
		...rest,
		horizons: horizons.map((horizon) => ({ ...horizon, recalibration: 0.7, zeroShare: 0.2 })),
	};
}

function scannerOf({ market, clock, history }: RandomMarket, model: CarryModel): Scanner {
	return createScanner({
		market,
		clock,
		...createScannerSources(clock, history),
		model,
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 4_000,
			maxAmountSlippageBps: fromInteger(15),
			tooGoodApr: parseDecimal('4.38'),
		},
	});
}

async function everything(
	scanner: Scanner,
	sortby: SortKey,
	terms: CostTerms,
	tradableOnly = false,
): Promise<readonly Opportunity[]> {
	const query = { exchangepair: undefined, limit: 100, page: 1, q: undefined };
	const { rows, pagination } = await scanner.list({ ...query, sortby, terms, tradableOnly });
	expect(pagination.total_count).toBe(rows.length);
	return rows.map(presentRecord);
}

/** Smallest first, as the list is to be; null is unknown. */
const ORDER_VALUES: Readonly<Record<SortKey, (record: Opportunity) => bigint | number | string | null>> = {
	spread: (record) => negated(record.spread),
	apr: (record) => negated(record.apr),
	net_apr: (record) => negated(record.net.net_apr),
	funding_delta: (record) => negated(record.funding_delta),
	epoch_hours: (record) => record.epoch_hours,
	break_even_hours: (record) => record.net.break_even_hours,
	risk_score: (record) => record.risk_score,
	liquidity_score: (record) => negated(record.liquidity_score),
	max_amount: (record) => negated(record.max_amount),
	next_funding_time: (record) => record.next_funding_timestamp,
	symbol: (record) => record.symbol,
};

function negated(value: Decimal | null): bigint | null {
	return value === null ? null : -value;
}

function expectInOrder(records: readonly Opportunity[], key: SortKey): void {
	records.slice(1).forEach((after, index) => {
		const before = records[index] as Opportunity;
		const [left, right] = [ORDER_VALUES[key](before), ORDER_VALUES[key](after)];
		const place = `${key}: ${left} of ${before.symbol} ${before.venues} before ${right} of ${after.symbol} ${after.venues}`;
		if (left === right) {
			expect(before.symbol <= after.symbol, place).toBe(true);
			if (before.symbol === after.symbol)
				expect(before.opportunity_id < after.opportunity_id, place).toBe(true);
		} else expect(right === null || (left !== null && left < right), place).toBe(true);
	});
}

/** A kept record is up to a second old, and these two are counted from the entry. */
function withoutHoursFromEntry(record: Opportunity) {
	return { ...record, net: { ...record.net, break_even_hours: null, best_horizon_hours: null } };
}

async function expectListsOfRecords(scanner: Scanner, keys: readonly SortKey[], terms: CostTerms) {
	const all = await everything(scanner, 'spread', terms);
	const exact = new Map(
		all.map(({ opportunity_id: id }) => {
			const record = scanner.record(id, terms);
			if (record === undefined) throw new Error(`${id} is listed and has no record.`);
			return [id, record] as const;
		}),
	);
	for (const record of all)
		expect(withoutHoursFromEntry(record)).toEqual(
			withoutHoursFromEntry(exact.get(record.opportunity_id) as Opportunity),
		);
	const exactOf = (records: readonly Opportunity[]) =>
		records.map(({ opportunity_id: id }) => exact.get(id) as Opportunity);
	for (const key of keys) {
		const ordered = exactOf(await everything(scanner, key, terms));
		expect(new Set(ordered).size).toBe(exact.size);
		expectInOrder(ordered, key);
		const tradable = exactOf(await everything(scanner, key, terms, true));
		expect(tradable.map(nameOf)).toEqual(
			ordered.filter((record) => blockingGuards(record).length === 0).map(nameOf),
		);
	}
	return all;
}

function nameOf(record: Opportunity): string {
	return `${record.long_venue} ${record.long_symbol} ${record.short_venue} ${record.short_symbol}`;
}

function slotName({ long_venue, long_symbol, short_venue, short_symbol }: Opportunity): string {
	return [`${long_venue} ${long_symbol}`, `${short_venue} ${short_symbol}`].sort().join(', ');
}

const HALF_BASIS_POINT = 0.00005;

/** The price basis is of what was observed; all else follows from the inputs of the instant. */
function withoutBasis(record: Opportunity) {
	const { net, risk_score: _score, reasons, ...rest } = record;
	const { amount, expected_carry, carry_sd, reversal_probability, model, cost } = net;
	const { basis: _basis, total: _total, ...parts } = cost;
	return {
		...rest,
		guardReasons: reasons.filter(({ field }) => field === 'guards'),
		net: { amount, expected_carry, carry_sd, reversal_probability, model, cost: parts },
	};
}

/** Inside the dead band, and while an estimate is missing, a direction is kept; else both stand the same way. */
function expectSameSlots(kept: readonly Opportunity[], made: readonly Opportunity[]): number {
	const fresh = new Map(made.map((record) => [slotName(record), record]));
	expect(kept.map(slotName).sort()).toEqual([...fresh.keys()].sort());
	let otherWay = 0;
	for (const record of kept) {
		const other = fresh.get(slotName(record)) as Opportunity;
		if (nameOf(other) === nameOf(record)) {
			expect(withoutBasis(record)).toEqual(withoutBasis(other));
			continue;
		}
		otherWay += 1;
		if (record.spread === null) continue;
		expect(Math.abs(Number(formatDecimal(record.spread)))).toBeLessThanOrEqual(HALF_BASIS_POINT);
		const [here, there] = [record.net.expected_carry, other.net.expected_carry];
		expect(here === null).toBe(there === null);
		if (here === null || there === null) continue;
		const lean = Number(formatDecimal((here - there) as Decimal)) / 2;
		expect(Math.abs(lean)).toBeLessThan(HALF_BASIS_POINT);
	}
	return otherWay;
}

describe('after any changes of the market', () => {
	test('every list is in the order of its exact records, at any terms, and equal to that of a new scanner', async () => {
		const seen = { verdicts: new Set<string>(), guards: new Set<string>(), records: 0, otherWay: 0 };
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
						// In the first 45 s of an hour forecasts are still those of the hour before.
						const sinceHour = world.clock.now() % HOUR_MS;
						if (sinceHour <= 45_000 && sinceHour < world.clock.now() - startedAt) continue;
						const fresh = scannerOf(world, model);
						await world.pass(0);
						seen.otherWay += expectSameSlots(
							await everything(scanner, 'spread', DEFAULT_TERMS),
							await expectListsOfRecords(fresh, ['spread'], DEFAULT_TERMS),
						);
						fresh.close();
					}
					scanner.close();
				},
			),
			{ numRuns: 40 },
		);
		// The draws reach every verdict and nearly every guard.
		expect([...seen.verdicts].sort()).toEqual(['no_trade', 'trade', 'unknown']);
		expect(seen.guards.size).toBeGreaterThan(18);
		expect(seen.records).toBeGreaterThan(2_000);
		expect(seen.otherWay).toBeGreaterThan(0);
	}, 120_000);
});
