/**
 * Tests lists while the market moves. Each list must show a single instant, its `as_of`, and be sorted by the figures
 * that it shows.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded } from '../../client/folding.ts';
import { expectInOrder } from '../../test/support/list-order.ts';
import { presentRecord } from '../../test/support/present-record.ts';
import { createRandomMarket, type RandomMarket } from '../../test/support/random-market.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { writePage } from '../api/rpc/written-page.ts';
import { listSource } from '../api/streams/opportunity-sources.ts';
import { createSnapshotRegistry } from '../api/streams/snapshot.ts';
import { createWorkQueue } from '../api/streams/work-queue.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import { type OpportunityPage, type OpportunityQuery, SORT_KEYS } from '../ports/opportunities.ts';
import { blockingGuards } from './guards.ts';
import { createScanner, type Scanner } from './scanner.ts';

const STARTED_AT = Date.parse('2026-11-21T07:58:30Z');
const COINS = 45;
const RUNS = 1;
/** Market changes per millisecond; 2 per millisecond are 2,000 a second. */
const CHANGES_PER_MS = 2;
/** How far each read of the clock advances it, ms. A slice therefore ends after a few reads. */
const WORK_MS = 0.4;

const OWN_TERMS: CostTerms = {
	amount: parseDecimal('2500'),
	horizonHours: fromInteger(72),
	leverage: fromInteger(2),
	mode: 'single-direct',
};

/**
 * Upper limit that a query sets on pairs' minimum amounts, USD. Some pairs' minimum amounts are below it, and others
 * move across it.
 */
const MOST = fromInteger(500);

const QUERY: OpportunityQuery = {
	exchangepair: undefined,
	limit: 100,
	page: 1,
	sortby: 'spread',
	q: undefined,
	maxMinAmount: undefined,
	order: 'best_first',
	isByCoin: false,
	coins: undefined,
	tradableOnly: false,
	verdict: undefined,
	terms: DEFAULT_TERMS,
};

/** Creates a clock on which work takes time, so that lists are built in slices. */
function workingClock(clock: Clock): Clock {
	let workedMs = 0;
	return {
		...clock,
		monotonic() {
			workedMs += WORK_MS;
			return clock.monotonic() + workedMs;
		},
	};
}

/** Runs a test in a generated market. Set `CARRYWIRE_PROPERTY_SEED` for a different market. */
function inMovingMarket(run: (world: RandomMarket, scanner: Scanner) => Promise<void>): Promise<void> {
	const seeds = fc.integer({ min: 0, max: 2 ** 31 });
	return fc.assert(
		fc.asyncProperty(seeds, async (seed) => {
			const { world, scanner } = await movingMarket(seed);
			await run(world, scanner);
			scanner.close();
		}),
		{ numRuns: RUNS },
	);
}

async function movingMarket(seed: number) {
	const world = createRandomMarket(seed, STARTED_AT, COINS);
	const scanner = createScanner({
		market: world.market,
		clock: workingClock(world.clock),
		...createScannerSources(world.clock, world.history),
		model: neutralCarryModel(),
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 4_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: parseDecimal('4.38'),
		},
	});
	await world.pass(5_000);
	world.receiveAll();
	return { world, scanner };
}

/** Advances the market millisecond by millisecond until the list is ready. */
async function whileMoving<T>({ clock, change }: RandomMarket, list: Promise<T>): Promise<T> {
	let answer: { readonly value: T } | undefined;
	let isFailed = false;
	const answered = list.then(
		(value) => {
			answer = { value };
		},
		(error: unknown) => {
			isFailed = true;
			throw error;
		},
	);
	while (answer === undefined && !isFailed) {
		for (let count = 0; count < CHANGES_PER_MS; count += 1) change();
		clock.leap(clock.now() + 1);
		await clock.advance(clock.now());
	}
	await answered;
	if (answer === undefined) throw new Error('There is no answer.');
	return answer.value;
}

/** Requests a list; returns its page, duration and records. */
async function listed(world: RandomMarket, scanner: Scanner, query: OpportunityQuery) {
	const requestedAt = world.clock.now();
	const page: OpportunityPage = await whileMoving(world, scanner.list(query));
	const asOf = Date.parse(page.asOf);
	expect(asOf).toBeGreaterThanOrEqual(requestedAt);
	expect(asOf).toBeLessThanOrEqual(world.clock.now());
	return { page, asOf, records: page.rows.map(presentRecord), tookMs: world.clock.now() - requestedAt };
}

/** Checks that no input on the list was received after its `as_of`. */
function expectOfOneInstant(records: readonly Opportunity[], asOf: number): void {
	for (const { updatedAt, ageMs: age } of records) {
		expect(updatedAt * 1_000).toBeLessThanOrEqual(asOf);
		if (age !== null) expect(age).toBeGreaterThanOrEqual(0);
	}
}

describe.each([
	['default terms', DEFAULT_TERMS],
	['own terms', OWN_TERMS],
])('at %s', (_, terms) => {
	test.each(SORT_KEYS)('a page by %s is in the order of its figures', async (sortby) => {
		await inMovingMarket(async (world, scanner) => {
			let tookMs = 0;
			for (let round = 0; round < 2; round += 1)
				for (const page of [1, 2]) {
					const made = await listed(world, scanner, { ...QUERY, sortby, terms, page });
					expect(made.records).toHaveLength(
						Math.min(100, made.page.pagination.totalCount - 100 * (page - 1)),
					);
					expect(made.records.length).toBeGreaterThan(20);
					expectInOrder(made.records, sortby);
					expectOfOneInstant(made.records, made.asOf);
					tookMs += made.tookMs;
				}
			// The list took long enough for the market to move.
			expect(tookMs).toBeGreaterThan(4);
		});
	});

	test('a filtered page has the matching rows in order', async () => {
		await inMovingMarket(async (world, scanner) => {
			let seen = 0;
			let seenSmall = 0;
			for (let round = 0; round < 4; round += 1)
				for (const sortby of ['net_apr', 'risk_score'] as const) {
					const tradable = await listed(world, scanner, { ...QUERY, sortby, terms, tradableOnly: true });
					expectInOrder(tradable.records, sortby);
					expect(tradable.records.flatMap((record) => blockingGuards(record))).toEqual([]);
					const judged = await listed(world, scanner, { ...QUERY, sortby, terms, verdict: 'no_trade' });
					expectInOrder(judged.records, sortby);
					expect(new Set(judged.records.map(({ net }) => net.verdict))).toEqual(new Set(['no_trade']));
					expect(judged.page.pagination.totalCount).toBeGreaterThanOrEqual(judged.records.length);
					const small = await listed(world, scanner, { ...QUERY, sortby, terms, maxMinAmount: MOST });
					expectInOrder(small.records, sortby);
					for (const { minAmount: least } of small.records) {
						expect(least).not.toBeNull();
						expect(least).toBeLessThanOrEqual(MOST);
					}
					seenSmall += small.records.length;
					seen += tradable.records.length + judged.records.length + small.records.length;
				}
			expect(seen).toBeGreaterThan(100);
			expect(seenSmall).toBeGreaterThan(20);
		});
	});
});

test('a subscriber reconstructs each list in order from changes', async () => {
	await inMovingMarket(async (world, scanner) => {
		let changes = 0;
		for (const [sortby, terms] of [
			['max_amount', DEFAULT_TERMS],
			['net_apr', OWN_TERMS],
		] as const) {
			const query = { ...QUERY, sortby, terms, page: 2 };
			let page: OpportunityPage | undefined;
			const book = {
				...scanner,
				get version() {
					return scanner.version;
				},
				async list(query: OpportunityQuery) {
					page = await scanner.list(query);
					return page;
				},
			};
			const clock = workingClock(world.clock);
			const source = listSource({ book, clock, periodMs: 200 }, createWorkQueue(clock), query);
			const snapshots = createSnapshotRegistry(100);
			let known: unknown;
			for (let round = 0; round < 5; round += 1) {
				const shownRows = await whileMoving(world, Promise.resolve(source.read(true)));
				if (shownRows?.kind !== 'rows' || page === undefined)
					throw new Error('The list must be a snapshot of rows.');
				const before = snapshots.revision;
				snapshots.take(shownRows);
				known =
					before === 0
						? JSON.parse(snapshots.snapshot())
						: folded('opportunities', known, JSON.parse(snapshots.changesSince(before)));
				expectInOrder(page.rows.map(presentRecord), sortby);
				expect(withoutAges(known)).toEqual(withoutAges(JSON.parse(writePage(page))));
				changes += snapshots.revision - before;
			}
		}
		expect(changes).toBeGreaterThan(8);
	});
});

/** Removes ages, because a row is not sent again if only its age has changed. */
function withoutAges(page: unknown): unknown {
	const { data, ...rest } = page as { readonly data: readonly object[] };
	return { ...rest, data: data.map((row) => ({ ...row, age_ms: null })) };
}
