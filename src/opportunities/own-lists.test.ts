/**
 * Compares lists at callers' own terms with a simple reference that computes and filters all records. No omitted
 * record may rank before a shown one.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectInOrder } from '../../test/support/list-order.ts';
import { createRandomMarket } from '../../test/support/random-market.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import { type CostTerms, DEFAULT_TERMS, type Opportunity, VERDICTS } from '../domain/opportunity.ts';
import { LIST_ORDERS, type OpportunityQuery, SORT_KEYS } from '../ports/opportunities.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { blockingGuards } from './guards.ts';
import { createScanner, type Scanner } from './scanner.ts';

const STARTED_AT = Date.parse('2026-11-21T07:58:30Z');
const COINS = 24;
const ROUNDS = 8;
const CHANGES = 60;
const PASS_MS = [0, 3, 900, 45_000] as const;
const SHOWN = 7;

type Random = ReturnType<typeof seededRandom>;

function drawnTerms(random: Random): CostTerms {
	const horizons = ['1', '5.5', '8', '72', '100.25', '336', '719', '720', '721', '2000', undefined] as const;
	const horizon = horizons[random.below(horizons.length)];
	return {
		amount: parseDecimal((10 ** (1 + random.below(500) / 100)).toFixed(2)),
		horizonHours: horizon === undefined ? undefined : parseDecimal(horizon),
		leverage: parseDecimal(['1', '1.7', '4', '20'][random.below(4)] ?? '1'),
		mode: DEFAULT_TERMS.mode,
	};
}

function drawnQuery(random: Random, terms: CostTerms): Omit<OpportunityQuery, 'sortby' | 'page'> {
	const isJudged = random.below(3) === 0;
	const coins =
		random.below(4) === 0 ? Array.from({ length: 9 }, () => `C${random.below(COINS)}`) : undefined;
	return {
		exchangepair: undefined,
		limit: SHOWN,
		q: undefined,
		maxMinAmount: random.below(4) === 0 ? fromInteger(1 + random.below(200)) : undefined,
		order: LIST_ORDERS[random.below(2)] ?? 'best_first',
		isByCoin: random.below(3) === 0,
		coins,
		tradableOnly: random.below(3) === 0,
		verdict: isJudged ? VERDICTS[random.below(VERDICTS.length)] : undefined,
		terms,
	};
}

const EVERYTHING = {
	exchangepair: undefined,
	limit: 100,
	sortby: 'symbol',
	order: 'best_first',
	isByCoin: false,
	coins: undefined,
	q: undefined,
	maxMinAmount: undefined,
	tradableOnly: false,
	verdict: undefined,
} as const;

function fits(
	record: Opportunity,
	{ coins, maxMinAmount, tradableOnly, verdict }: ReturnType<typeof drawnQuery>,
): boolean {
	if (coins?.includes(record.base) === false) return false;
	if (tradableOnly && blockingGuards(record).length > 0) return false;
	if (verdict !== undefined && record.net.verdict !== verdict) return false;
	return maxMinAmount === undefined || (record.minAmount !== null && record.minAmount <= maxMinAmount);
}

async function everyRecord(scanner: Scanner, terms: CostTerms): Promise<readonly Opportunity[]> {
	const records: Opportunity[] = [];
	for (let page = 1; ; page += 1) {
		const found = await scanner.list({ ...EVERYTHING, terms, page });
		for (const { record } of found.rows) {
			const whole = scanner.record(record.opportunityId, terms);
			if (whole !== undefined) records.push(whole);
		}
		if (!found.pagination.hasNext) return records;
	}
}

async function expectBest(
	scanner: Scanner,
	random: Random,
	seen: { shown: number; leftOut: number; grouped: number },
): Promise<void> {
	const terms = drawnTerms(random);
	const all = await everyRecord(scanner, terms);
	for (const sortby of SORT_KEYS) {
		const query = drawnQuery(random, terms);
		const pages = [];
		for (const page of [1, 2, 3]) pages.push(await scanner.list({ ...query, sortby, page }));
		const shown = pages.flatMap(({ rows }) => rows.map(({ record }) => record));
		const fitting = all.filter((record) => fits(record, query));
		const rowCount = query.isByCoin ? new Set(fitting.map(({ base }) => base)).size : fitting.length;
		expect(pages.map(({ pagination }) => pagination.totalCount)).toEqual(pages.map(() => rowCount));
		expect(shown).toHaveLength(Math.min(rowCount, 3 * SHOWN));
		expectInOrder(shown, sortby, query.order);
		expect(pages.flatMap(({ coinCounts }) => coinCounts ?? [])).toEqual(
			query.isByCoin
				? shown.map(({ base }) => ({
						coin: base,
						count: fitting.filter((other) => other.base === base).length,
					}))
				: [],
		);
		const ids = new Set(shown.map(({ opportunityId }) => opportunityId));
		const last = shown.at(-1);
		const leftOut = fitting.filter(({ opportunityId }) => !ids.has(opportunityId));
		expect(leftOut.length).toBe(fitting.length - shown.length);
		for (const other of leftOut) {
			const before = (query.isByCoin && shown.find(({ base }) => base === other.base)) || last;
			if (before !== undefined) expectInOrder([before, other], sortby, query.order);
		}
		seen.grouped += query.isByCoin ? leftOut.length : 0;
		seen.shown += shown.length;
		seen.leftOut += leftOut.length;
	}
}

test('a page has the best records by every key, at any terms and with any filter', async () => {
	const seen = { shown: 0, leftOut: 0, grouped: 0 };
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
			const world = createRandomMarket(seed, STARTED_AT, COINS);
			const random = seededRandom(seed + 1);
			const scanner = createScanner({
				market: world.market,
				clock: world.clock,
				...createScannerSources(world.clock, world.history),
				model: neutralCarryModel(),
				limits: {
					tickerStaleMs: 50_000,
					bookStaleMs: 40_000,
					maxAmountSlippageBps: fromInteger(15),
					stressMovePct: fromInteger(10),
					tooGoodApr: parseDecimal('4.38'),
				},
			});
			await world.pass(5_000);
			world.receiveAll();
			for (let round = 0; round < ROUNDS; round += 1) {
				for (let count = 0; count < CHANGES; count += 1) world.change();
				await world.pass(PASS_MS[random.below(PASS_MS.length)] ?? 0);
				await expectBest(scanner, random, seen);
			}
			scanner.close();
		}),
		{ numRuns: 4 },
	);
	expect(seen.shown).toBeGreaterThan(1_000);
	expect(seen.leftOut).toBeGreaterThan(1_000);
	expect(seen.grouped).toBeGreaterThan(100);
});
