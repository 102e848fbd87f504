import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	type HandDrivenMarket,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { createHeldHistory, type HeldHistory } from '../../test/support/held-history.ts';
import { expectInOrder } from '../../test/support/list-order.ts';
import { presentRecord } from '../../test/support/present-record.ts';
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { opportunityId } from '../domain/ids.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import { type OpportunityQuery, SORT_KEYS } from '../ports/opportunities.ts';
import { createVirtualClock, type VirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { blockingGuards } from './guards.ts';
import { createScanner, type Scanner } from './scanner.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);

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
	terms: {
		amount: fromInteger(1_000),
		horizonHours: undefined,
		leverage: fromInteger(1),
		mode: 'single-direct',
	},
};

type Fixture = {
	readonly market: HandDrivenMarket;
	readonly clock: VirtualClock;
	readonly history: HeldHistory;
	readonly sources: ReturnType<typeof createScannerSources>;
	readonly scanner: Scanner;
};

function fixture(venues: readonly string[] = ['bybit', 'kucoin']): Fixture {
	const market = createHandDrivenMarket(venues);
	const clock = createVirtualClock(T0);
	const history = createHeldHistory();
	const sources = createScannerSources(clock, history);
	const scanner = createScanner({
		market,
		clock,
		...sources,
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(5),
		},
	});
	return { market, clock, history, sources, scanner };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

/** Publishes all of a leg's inputs now. */
function feed(
	{ market, clock }: Fixture,
	instrument: Instrument,
	rate: string,
	change: { readonly price?: number; readonly intervalHours?: number; readonly size?: string } = {},
): void {
	const { price = 100, intervalHours = 8, size = '100' } = change;
	if (market.get(instrument.venue, instrument.symbol) === undefined) market.list(instrument);
	const funding = fundingOf(rate, intervalHours, T0 + (intervalHours * HOUR_MS) / 2);
	market.put(instrument, {
		ticker: tickerOf(instrument.symbol, String(price), funding),
		tickerReceivedAt: clock.now(),
		book: bookOf([[(price * 0.9999).toFixed(6), size]], [[(price * 1.0001).toFixed(6), size]]),
		bookReceivedAt: clock.now(),
	});
}

const sol = {
	bybit: instrumentOf('bybit', 'SOL'),
	kucoin: instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' }),
};

/** Requests a page and returns its records. */
async function listed(scanner: Scanner, query: OpportunityQuery = QUERY) {
	const { rows, pagination } = await scanner.list(query);
	return { data: rows.map(presentRecord), pagination };
}

const only = async (scanner: Scanner): Promise<Opportunity | undefined> => (await listed(scanner)).data[0];

describe('pairRows', () => {
	test('are long where funding is lower', async () => {
		const here = fixture();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const record = await only(here.scanner);
		expect([record?.longVenue, record?.shortVenue, record?.anomalyDirection]).toEqual([
			'bybit',
			'kucoin',
			false,
		]);
		expect(record?.opportunityId).toBe(opportunityId(sol.bybit, sol.kucoin));
		expect(record?.pairUid).toBe(record?.opportunityId);
	});

	test('two instruments of one coin on one venue do not pair with each other', async () => {
		const here = fixture();
		const perp = instrumentOf('bybit', 'SOL', { symbol: 'SOLPERP', quote: 'USDC' });
		for (const instrument of [sol.bybit, perp, sol.kucoin]) feed(here, instrument, '0.0001');
		const { data } = await listed(here.scanner);
		expect(new Set(data.map((record) => record.opportunityId)).size).toBe(2);
		expect(data.map((record) => [record.exchangepair, record.guards.includes('QUOTE_DEPEG')])).toEqual(
			expect.arrayContaining([
				['bybit-kucoin', false],
				['bybit-kucoin', true],
			]),
		);
	});

	test('three venues give three opportunities of one coin', async () => {
		const here = fixture(['bybit', 'kucoin', 'okx']);
		for (const instrument of [sol.bybit, sol.kucoin, instrumentOf('okx', 'SOL')])
			feed(here, instrument, '0.0001');
		expect((await listed(here.scanner)).data.map((record) => record.exchangepair)).toEqual(
			expect.arrayContaining(['bybit-kucoin', 'bybit-okx', 'kucoin-okx']),
		);
		expect((await listed(here.scanner, { ...QUERY, exchangepair: 'bybit-okx' })).pagination.totalCount).toBe(
			1,
		);
	});

	test('are the same if instruments are listed before or after the scanner starts', async () => {
		const clock = createVirtualClock(T0);
		const early = createHandDrivenMarket(['bybit', 'kucoin']);
		early.list(sol.bybit);
		early.list(sol.kucoin);
		const scanner = createScanner({
			market: early,
			clock,
			...createScannerSources(clock, createHeldHistory()),
			limits: {
				tickerStaleMs: 5_000,
				bookStaleMs: 5_000,
				maxAmountSlippageBps: fromInteger(15),
				stressMovePct: fromInteger(10),
				tooGoodApr: fromInteger(5),
			},
		});
		const late = fixture();
		late.market.list(sol.kucoin);
		late.market.list(sol.bybit);
		expect((await listed(scanner)).data.map(({ opportunityId: id }) => id)).toEqual(
			(await listed(late.scanner)).data.map(({ opportunityId: id }) => id),
		);
		expect((await listed(scanner)).pagination.totalCount).toBe(1);
	});
});

describe('ids', () => {
	test('keep their direction within half a basis point of zero and reverse beyond it', async () => {
		const here = fixture();
		const { scanner } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.00011');
		const first = (await only(scanner))?.opportunityId ?? '';
		feed(here, sol.kucoin, '0.00005');
		const negative = scanner.record(first, QUERY.terms);
		expect(
			negative?.spread === undefined || negative.spread === null ? null : formatDecimal(negative.spread),
		).toBe('-0.00005');
		expect([negative?.anomalyDirection, typeof negative?.anomalyReason]).toEqual([true, 'object']);
		feed(here, sol.kucoin, '0.000049');
		expect(scanner.find(first)).toBe('expired');
		expect(scanner.record(first, QUERY.terms)).toBeUndefined();
		const second = (await only(scanner))?.opportunityId ?? '';
		expect(second).toBe(opportunityId(sol.kucoin, sol.bybit));
		feed(here, sol.kucoin, '0.00015');
		expect(scanner.find(second)).toEqual({ long: sol.kucoin, short: sol.bybit });
		feed(here, sol.kucoin, '0.000151');
		expect(scanner.find(first)).toEqual({ long: sol.bybit, short: sol.kucoin });
	});

	test('the first direction is the sign of the spread, and a missing rate keeps the last one', async () => {
		const here = fixture();
		feed(here, sol.bybit, '0.00010001');
		feed(here, sol.kucoin, '0.0001');
		expect((await only(here.scanner))?.longVenue).toBe('kucoin');
		here.market.put(sol.bybit, { ticker: tickerOf('SOLUSDT', '100', null) });
		await pass(here.clock, 100);
		expect((await only(here.scanner))?.longVenue).toBe('kucoin');
		expect((await only(here.scanner))?.spread).toBeNull();
	});

	test('the shown id of a delisted instrument is expired, a never issued one unknown, and a relisted one valid again', async () => {
		const here = fixture();
		const { scanner, market } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const id = (await only(scanner))?.opportunityId ?? '';
		const other = opportunityId(sol.kucoin, sol.bybit);
		expect(scanner.find(other)).toBe('expired');
		market.delist(sol.kucoin);
		expect([scanner.find(id), scanner.find(other), scanner.find('opp_never')]).toEqual([
			'expired',
			'unknown',
			'unknown',
		]);
		expect((await listed(scanner)).pagination.totalCount).toBe(0);
		expect(await scanner.detail(id, QUERY.terms)).toBeUndefined();
		feed(here, sol.kucoin, '0.0003');
		expect(scanner.find(id)).toEqual({ long: sol.bybit, short: sol.kucoin });
	});
});

describe('cached records', () => {
	test('reflects every change at once', async () => {
		const here = fixture();
		const { scanner } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const before = scanner.version;
		expect((await only(scanner))?.shortRate).toBe(parseDecimal('0.0003'));
		expect(scanner.version).toBe(before);
		feed(here, sol.kucoin, '0.0004');
		expect(scanner.version).toBeGreaterThan(before);
		expect((await only(scanner))?.shortRate).toBe(parseDecimal('0.0004'));
		feed(here, sol.kucoin, '0');
		expect((await only(scanner))?.longVenue).toBe('kucoin');
	});

	test('returns the same record while nothing changes', async () => {
		const here = fixture();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const first = (await here.scanner.list(QUERY)).rows[0];
		expect((await here.scanner.list(QUERY)).rows[0]?.record).toBe(first?.record);
		feed(here, sol.kucoin, '0.0003');
		expect((await here.scanner.list(QUERY)).rows[0]?.record).not.toBe(first?.record);
	});

	test('a single record is always current', async () => {
		const here = fixture();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const id = (await only(here.scanner))?.opportunityId ?? '';
		feed(here, sol.kucoin, '0.0004');
		expect(here.scanner.record(id, QUERY.terms)?.shortRate).toBe(parseDecimal('0.0004'));
	});

	test('keeps its version without changes, but ages and becomes stale by itself', async () => {
		const here = fixture();
		const { scanner, clock } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const id = (await only(scanner))?.opportunityId ?? '';
		await pass(clock, 900);
		const version = scanner.version;
		expect((await only(scanner))?.ageMs).toBe(900);
		expect(scanner.version).toBe(version);
		await pass(clock, 4_100);
		expect([(await only(scanner))?.ageMs, (await only(scanner))?.guards]).toEqual([5_000, []]);
		expect((await only(scanner))?.ageMs).toBe(scanner.record(id, QUERY.terms)?.ageMs);
		const fresh = scanner.version;
		await pass(clock, 100);
		expect((await only(scanner))?.guards).toEqual(['QUOTE_STALE']);
		expect(scanner.version).toBeGreaterThan(fresh);
		const stale = scanner.version;
		await pass(clock, 10_000);
		expect([(await only(scanner))?.ageMs, scanner.version]).toEqual([15_100, stale]);
	});

	test('a venue that goes down blocks its records at once', async () => {
		const here = fixture();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		expect((await only(here.scanner))?.guards).toEqual([]);
		here.market.setStatus('kucoin', { state: 'down', reason: 'No answer for 30 s.' });
		expect((await only(here.scanner))?.guards).toEqual(['VENUE_DOWN']);
		expect(here.scanner.pairs()[0]).toMatchObject({
			active: false,
			reason: { text: expect.stringMatching(/kucoin is down: No answer for 30 s\.$/i) },
			tradableOpportunities: 0,
			bestApr: null,
		});
		here.market.setStatus('bybit', { state: 'stale', reason: 'Its prices are old.' });
		expect(textOf(here.scanner.pairs()[0]?.reason ?? '')).toMatch(
			/bybit is stale: Its prices are old\. .*kucoin is down: No answer for 30 s\.$/i,
		);
	});

	test('the price basis is sampled once a second from fresh books only', async () => {
		const here = fixture();
		const { scanner, clock } = here;
		const basis = async () => (await only(scanner))?.net.cost.basis ?? null;
		for (let second = 0; second < 60; second += 1) {
			feed(here, sol.bybit, '0.0001');
			feed(here, sol.kucoin, '0.0003', { price: second < 30 ? 100 : 101 });
			expect((await basis()) === null).toBe(second < 5);
			await pass(clock, 1_000);
		}
		feed(here, sol.kucoin, '0.0003', { price: 100 });
		await pass(clock, 100);
		const cost = await basis();
		// The basis was 0 half of the time and 1 % otherwise. It is 0 now, so the return to the mean costs half a
		// percent.
		expect(Number(formatDecimal(cost ?? fromInteger(0)))).toBeCloseTo(0.005, 5);
		await pass(clock, 60_000);
		const reasons = (await only(scanner))?.reasons.filter(({ code }) => code === 'BASIS_MEAN_SHORT');
		// Books remain fresh for only five more seconds, and stale books are not sampled, so the mean still covers
		// about one minute.
		expect(textOf(reasons?.[0]?.message ?? '')).toContain('covers only 1 min');
	});

	test('is released by close', async () => {
		const here = fixture();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const version = here.scanner.version;
		here.scanner.close();
		here.sources.forecasts.close();
		here.sources.lives.close();
		feed(here, sol.kucoin, '0');
		expect(here.scanner.version).toBe(version);
		await expect(here.clock.advance(T0 + 10_000)).resolves.toBe(false);
	});
});

describe('lists', async () => {
	/**
	 * Creates coins with ties, missing rates, missing books, different settlement times and delistings, with and
	 * without settled history.
	 */
	async function crowd(count: number): Promise<Fixture> {
		const here = fixture(['bybit', 'kucoin', 'okx']);
		for (let index = 0; index < count; index += 1) {
			for (const venue of ['bybit', 'kucoin', ...(index % 3 === 0 ? ['okx'] : [])]) {
				const instrument = instrumentOf(venue, `C${index % 10}${index}`);
				here.market.list(instrument);
				if (index % 7 === 3) continue;
				const rate = venue === 'bybit' ? '0' : `0.00${index % 4}`;
				if (index % 4 !== 1) here.history.put(venue, instrument.symbol, settledEvery8h(rate));
				feed(here, instrument, rate, {
					intervalHours: index % 5 === 0 ? 4 : 8,
					size: String(1 + (index % 6) * 20),
				});
				if (index % 11 === 5) here.market.put(instrument, { book: undefined });
				if (index % 9 === 4 && venue === 'kucoin')
					closes(here, instrument, T0 + (index % 2 ? 30 : 90) * HOUR_MS);
				if (index % 13 === 6)
					here.market.put(instrument, { ticker: tickerOf(instrument.symbol, '100', null) });
			}
		}
		await pass(here.clock, 5_000);
		for (const inputs of here.market.inputs())
			here.market.put(inputs.instrument, {
				...(inputs.ticker === undefined ? {} : { tickerReceivedAt: here.clock.now() }),
				...(inputs.book === undefined ? {} : { bookReceivedAt: here.clock.now() }),
			});
		return here;
	}

	function closes({ market }: Fixture, instrument: Instrument, delistingAt: number): void {
		const ticker = market.get(instrument.venue, instrument.symbol)?.ticker;
		if (ticker !== undefined) market.put(instrument, { ticker: { ...ticker, delistingAt } });
	}

	/** Builds forty days of settlements at one rate. */
	function settledEvery8h(rate: string): SettledRate[] {
		return Array.from({ length: 120 }, (_, index) => ({
			settledAt: T0 - HOUR_MS / 2 - index * 8 * HOUR_MS,
			rate: parseDecimal(rate),
		}));
	}

	const { scanner } = await crowd(40);
	const all = await listed(scanner);

	test('the test market has ties and unknown values', async () => {
		expect(all.data).toHaveLength(40 + 2 * 14);
		expect(all.data.filter((record) => record.spread === null).length).toBeGreaterThan(5);
		expect(new Set(all.data.map((record) => String(record.spread))).size).toBeLessThan(15);
		expect(new Set(all.data.map((record) => record.net.verdict)).size).toBe(3);
	});

	test('pages of any size cover every record exactly once, best first, for every key and terms', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...SORT_KEYS),
				fc.integer({ min: 1, max: 40 }),
				fc.constantFrom('1', '2').map(parseDecimal),
				fc.constantFrom('1000', '1500').map(parseDecimal),
				async (sortby, limit, leverage, amount) => {
					const query = { ...QUERY, sortby, limit, terms: { ...QUERY.terms, leverage, amount } };
					const records: Opportunity[] = [];
					for (let page = 1; ; page += 1) {
						const { data, pagination } = await listed(scanner, { ...query, page });
						records.push(...data);
						expect(pagination).toEqual({
							currentPage: page,
							perPage: limit,
							totalCount: all.data.length,
							totalPages: Math.ceil(all.data.length / limit),
							hasNext: page * limit < all.data.length,
							hasPrevious: page > 1,
						});
						expect(data.length).toBeLessThanOrEqual(limit);
						if (!pagination.hasNext) break;
					}
					expect(records.map(({ opportunityId: id }) => id).sort()).toEqual(
						all.data.map(({ opportunityId: id }) => id).sort(),
					);
					for (const record of records) {
						expect(record).toEqual(scanner.record(record.opportunityId, query.terms));
						expect(record.net.leverage).toBe(leverage);
					}
					expectInOrder(records, sortby);
				},
			),
			{ numRuns: 60 },
		);
	});

	test('a page past the end is empty', async () => {
		const { data, pagination } = await listed(scanner, { ...QUERY, page: 9 });
		expect([data, pagination.hasNext, pagination.hasPrevious]).toEqual([[], false, true]);
		const nothing = await listed(scanner, { ...QUERY, q: 'NOTHING' });
		expect(nothing.pagination).toMatchObject({ totalCount: 0, totalPages: 0, hasNext: false });
	});

	test('q matches part of the symbol, ignoring case', async () => {
		const found = (await listed(scanner, { ...QUERY, q: 'c33us' })).data;
		expect(found.map((record) => record.symbol)).toEqual(['C33USDT', 'C33USDT', 'C33USDT']);
	});

	test("q matches part of either exchange's own symbol, or of the symbol with either quote, in both directions", async () => {
		const { market, scanner } = fixture(['bybit', 'hyperliquid']);
		market.list(instrumentOf('bybit', 'WIF'));
		market.list(instrumentOf('hyperliquid', 'WIF', { symbol: 'kWIF', quote: 'USDC' }));
		for (const q of ['wif', 'WIFUSDT', 'wifusdc', 'KWIF']) {
			const { data, pagination } = await listed(scanner, { ...QUERY, q });
			expect([q, data.length, pagination.totalCount]).toEqual([q, 1, 1]);
		}
		// A search does not match across two symbols.
		for (const q of ['USDTWIF', 'T\nW', 'WIFUSD\n'])
			expect((await listed(scanner, { ...QUERY, q })).data).toEqual([]);
	});

	test('tradable_only applies at the requested terms', async () => {
		for (const amount of ['1000', '10000', '0.1']) {
			const terms = { ...QUERY.terms, amount: parseDecimal(amount) };
			const found = await listed(scanner, { ...QUERY, tradableOnly: true, terms });
			const everything = await listed(scanner, { ...QUERY, terms });
			const expected = everything.data.filter((record) => blockingGuards(record).length === 0);
			expect(found.data).toEqual(expected);
			expect(found.pagination.totalCount).toBe(expected.length);
		}
		const counts: number[] = [];
		for (const amount of ['1000', '10000', '0.1']) {
			const terms = { ...QUERY.terms, amount: parseDecimal(amount) };
			const { pagination } = await listed(scanner, { ...QUERY, tradableOnly: true, terms });
			counts.push(pagination.totalCount);
		}
		expect(counts[0]).toBeGreaterThan(counts[1] ?? 0);
		expect(counts[1]).toBeGreaterThan(0);
		expect(counts[2]).toBe(0);
	});
});

describe('exchange pairs', () => {
	test('with an exchange that is only read are listed as inactive', () => {
		const here = fixture(['bybit', 'gate']);
		feed(here, sol.bybit, '0.0001');
		feed(here, instrumentOf('gate', 'SOL'), '0.0009');
		expect(here.scanner.pairs()).toEqual([
			expect.objectContaining({
				exchangepair: 'bybit-gate',
				active: false,
				reason: expect.objectContaining({
					text: 'The service reads data from gate but does not trade there.',
				}),
				dataOnly: ['gate'],
				opportunities: 1,
				tradableOpportunities: 0,
				bestApr: null,
			}),
		]);
	});

	test('has a row for every pair of venues, and ignores another coin with the same ticker', async () => {
		const here = fixture(['okx', 'kucoin', 'bybit']);
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		feed(here, instrumentOf('bybit', 'ABC'), '0');
		feed(here, instrumentOf('kucoin', 'ABC'), '0.02', { price: 3 });
		const eth = instrumentOf('kucoin', 'ETH');
		feed(here, instrumentOf('bybit', 'ETH'), '0');
		feed(here, eth, '0.01');
		here.market.put(eth, {
			ticker: tickerOf('ETHUSDT', '100', fundingOf('0.01', 8, T0 + HOUR_MS), { tradable: false }),
		});
		const rows = here.scanner.pairs();
		expect(rows.map(({ exchangepair }) => exchangepair)).toEqual(['bybit-kucoin', 'bybit-okx', 'kucoin-okx']);
		expect(rows[0]).toEqual({
			exchangepair: 'bybit-kucoin',
			exchanges: ['bybit', 'kucoin'],
			active: true,
			reason: null,
			dataOnly: [],
			symbols: 1,
			opportunities: 3,
			tradableOpportunities: 1,
			bestApr: parseDecimal('0.219'),
			bestNetApr: null,
			updatedAt: new Date(T0).toISOString(),
		});
		expect(rows[1]).toMatchObject({ active: true, symbols: 0, opportunities: 0, bestApr: null });
		await pass(here.clock, 3_000);
		expect(here.scanner.pairs()[0]?.updatedAt).toBe(new Date(T0).toISOString());
	});
});
