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
import { createHeldHistory } from '../../test/support/held-history.ts';
import { createVirtualClock, type VirtualClock } from '../../test/support/virtual-clock.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import { opportunityId } from '../domain/ids.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import { type OpportunityQuery, SORT_KEYS, type SortKey } from '../ports/opportunities.ts';
import { blockingGuards } from './guards.ts';
import { createScanner, type Scanner } from './scanner.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);

const QUERY: OpportunityQuery = {
	exchangepair: undefined,
	limit: 100,
	page: 1,
	sortby: 'spread',
	q: undefined,
	tradableOnly: false,
	terms: {
		amount: fromInteger(1_000),
		horizonHours: fromInteger(168),
		leverage: fromInteger(1),
		mode: 'single-direct',
	},
};

type Stage = { readonly market: HandDrivenMarket; readonly clock: VirtualClock; readonly scanner: Scanner };

function stage(venues: readonly string[] = ['bybit', 'kucoin']): Stage {
	const market = createHandDrivenMarket(venues);
	const clock = createVirtualClock(T0);
	const scanner = createScanner({
		market,
		clock,
		fundingHistory: createHeldHistory(),
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			tooGoodApr: fromInteger(5),
		},
	});
	return { market, clock, scanner };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

/** Everything that a leg needs, received now. */
function feed(
	{ market, clock }: Stage,
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
const only = (scanner: Scanner): Opportunity | undefined => scanner.list(QUERY).data[0];

describe('slots', () => {
	test('are long where funding is lower', () => {
		const here = stage();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const record = only(here.scanner);
		expect([record?.long_venue, record?.short_venue, record?.anomaly_direction]).toEqual([
			'bybit',
			'kucoin',
			false,
		]);
		expect(record?.opportunity_id).toBe(opportunityId(sol.bybit, sol.kucoin));
		expect(record?.pair_uid).toBe(record?.opportunity_id);
	});

	test('two instruments of one coin on one venue make two opportunities, and none with each other', () => {
		const here = stage();
		const perp = instrumentOf('bybit', 'SOL', { symbol: 'SOLPERP', quote: 'USDC' });
		for (const instrument of [sol.bybit, perp, sol.kucoin]) feed(here, instrument, '0.0001');
		const { data } = here.scanner.list(QUERY);
		expect(new Set(data.map((record) => record.opportunity_id)).size).toBe(2);
		expect(data.map((record) => [record.exchangepair, record.guards.includes('QUOTE_DEPEG')])).toEqual(
			expect.arrayContaining([
				['bybit-kucoin', false],
				['bybit-kucoin', true],
			]),
		);
	});

	test('three venues make three opportunities of one coin', () => {
		const here = stage(['bybit', 'kucoin', 'okx']);
		for (const instrument of [sol.bybit, sol.kucoin, instrumentOf('okx', 'SOL')])
			feed(here, instrument, '0.0001');
		expect(here.scanner.list(QUERY).data.map((record) => record.exchangepair)).toEqual(
			expect.arrayContaining(['bybit-kucoin', 'bybit-okx', 'kucoin-okx']),
		);
		expect(here.scanner.list({ ...QUERY, exchangepair: 'bybit-okx' }).pagination.total_count).toBe(1);
	});

	test('the same whether instruments come before or after the scanner', () => {
		const early = createHandDrivenMarket(['bybit', 'kucoin']);
		early.list(sol.bybit);
		early.list(sol.kucoin);
		const scanner = createScanner({
			market: early,
			clock: createVirtualClock(T0),
			fundingHistory: createHeldHistory(),
			limits: {
				tickerStaleMs: 5_000,
				bookStaleMs: 5_000,
				maxAmountSlippageBps: fromInteger(15),
				tooGoodApr: fromInteger(5),
			},
		});
		const late = stage();
		late.market.list(sol.kucoin);
		late.market.list(sol.bybit);
		expect(scanner.list(QUERY).data.map(({ opportunity_id: id }) => id)).toEqual(
			late.scanner.list(QUERY).data.map(({ opportunity_id: id }) => id),
		);
		expect(scanner.list(QUERY).pagination.total_count).toBe(1);
	});
});

describe('ids', () => {
	test('stay inside half a basis point around zero and turn beyond it', () => {
		const here = stage();
		const { scanner } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.00011');
		const first = only(scanner)?.opportunity_id ?? '';
		feed(here, sol.kucoin, '0.00005');
		const negative = scanner.record(first, QUERY.terms);
		expect(
			negative?.spread === undefined || negative.spread === null ? null : formatDecimal(negative.spread),
		).toBe('-0.00005');
		expect([negative?.anomaly_direction, typeof negative?.anomaly_reason]).toEqual([true, 'string']);
		feed(here, sol.kucoin, '0.000049');
		expect(scanner.find(first)).toBe('expired');
		expect(scanner.record(first, QUERY.terms)).toBeUndefined();
		const second = only(scanner)?.opportunity_id ?? '';
		expect(second).toBe(opportunityId(sol.kucoin, sol.bybit));
		feed(here, sol.kucoin, '0.00015');
		expect(scanner.find(second)).toEqual({ long: sol.kucoin, short: sol.bybit });
		feed(here, sol.kucoin, '0.000151');
		expect(scanner.find(first)).toEqual({ long: sol.bybit, short: sol.kucoin });
	});

	test('the first direction is the sign alone, and a missing estimate keeps the last', async () => {
		const here = stage();
		feed(here, sol.bybit, '0.00010001');
		feed(here, sol.kucoin, '0.0001');
		expect(only(here.scanner)?.long_venue).toBe('kucoin');
		here.market.put(sol.bybit, { ticker: tickerOf('SOLUSDT', '100', null) });
		await pass(here.clock, 100);
		expect(only(here.scanner)?.long_venue).toBe('kucoin');
		expect(only(here.scanner)?.spread).toBeNull();
	});

	test('a shown id of a delisted instrument is expired, one never issued unknown, one relisted back', async () => {
		const here = stage();
		const { scanner, market } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const id = only(scanner)?.opportunity_id ?? '';
		const other = opportunityId(sol.kucoin, sol.bybit);
		expect(scanner.find(other)).toBe('expired');
		market.delist(sol.kucoin);
		expect([scanner.find(id), scanner.find(other), scanner.find('opp_never')]).toEqual([
			'expired',
			'unknown',
			'unknown',
		]);
		expect(scanner.list(QUERY).pagination.total_count).toBe(0);
		expect(await scanner.detail(id, QUERY.terms)).toBeUndefined();
		feed(here, sol.kucoin, '0.0003');
		expect(scanner.find(id)).toEqual({ long: sol.bybit, short: sol.kucoin });
	});
});

describe('the kept view', () => {
	test('takes a change at most 100 ms late, and a turn at once', async () => {
		const here = stage();
		const { scanner, clock } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const before = scanner.version;
		const rate = () => formatDecimal(only(scanner)?.short_rate ?? fromInteger(-1));
		feed(here, sol.kucoin, '0.0004');
		expect([rate(), scanner.version]).toEqual(['0.0003', before]);
		await pass(clock, 100);
		expect([rate(), scanner.version]).toEqual(['0.0004', before + 1]);
		feed(here, sol.kucoin, '0');
		expect([only(scanner)?.long_venue, scanner.version]).toEqual(['kucoin', before + 2]);
	});

	test('a single record is always of this instant', () => {
		const here = stage();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const id = only(here.scanner)?.opportunity_id ?? '';
		feed(here, sol.kucoin, '0.0004');
		expect(here.scanner.record(id, QUERY.terms)?.short_rate).toBe(parseDecimal('0.0004'));
	});

	test('does not change while nothing changes, ages all the same, and turns stale by itself', async () => {
		const here = stage();
		const { scanner, clock } = here;
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const id = only(scanner)?.opportunity_id ?? '';
		await pass(clock, 900);
		const version = scanner.version;
		expect(only(scanner)?.age_ms).toBe(900);
		expect(scanner.version).toBe(version);
		await pass(clock, 4_100);
		expect([only(scanner)?.age_ms, only(scanner)?.guards]).toEqual([5_000, []]);
		expect(only(scanner)?.age_ms).toBe(scanner.record(id, QUERY.terms)?.age_ms);
		const fresh = scanner.version;
		await pass(clock, 100);
		expect(only(scanner)?.guards).toEqual(['QUOTE_STALE']);
		expect(scanner.version).toBeGreaterThan(fresh);
		const stale = scanner.version;
		await pass(clock, 10_000);
		expect([only(scanner)?.age_ms, scanner.version]).toEqual([15_100, stale]);
	});

	test('a venue that goes down guards its records at once', () => {
		const here = stage();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		expect(only(here.scanner)?.guards).toEqual([]);
		here.market.setStatus('kucoin', { state: 'down', reason: 'No answer for 30 s.' });
		expect(only(here.scanner)?.guards).toEqual(['VENUE_DOWN']);
		expect(here.scanner.pairs()[0]).toMatchObject({
			active: false,
			reason: 'kucoin is down: No answer for 30 s.',
			tradable_opportunities: 0,
			best_apr: null,
		});
	});

	test('the price basis is sampled once a second from fresh books only', async () => {
		const here = stage();
		const { scanner, clock } = here;
		const basis = () => only(scanner)?.net.cost.basis ?? null;
		for (let second = 0; second < 60; second += 1) {
			feed(here, sol.bybit, '0.0001');
			feed(here, sol.kucoin, '0.0003', { price: second < 30 ? 100 : 101 });
			expect(basis() === null).toBe(second < 5);
			await pass(clock, 1_000);
		}
		feed(here, sol.kucoin, '0.0003', { price: 100 });
		await pass(clock, 100);
		const cost = basis();
		// Half the time at 0 and half at 1 %, now at 0: coming back to the mean costs half a percent.
		expect(Number(formatDecimal(cost ?? fromInteger(0)))).toBeCloseTo(0.005, 5);
		await pass(clock, 60_000);
		const reasons = only(scanner)?.reasons.filter(({ code }) => code === 'BASIS_MEAN_SHORT');
		// Five more seconds were fresh; then the books were stale and said nothing.
		expect(reasons?.[0]?.message).toContain('over 1 minutes');
	});

	test('is let go of by close', async () => {
		const here = stage();
		feed(here, sol.bybit, '0.0001');
		feed(here, sol.kucoin, '0.0003');
		const version = here.scanner.version;
		here.scanner.close();
		feed(here, sol.kucoin, '0');
		expect(here.scanner.version).toBe(version);
		await expect(here.clock.advance(T0 + 10_000)).resolves.toBe(false);
	});
});

describe('lists', () => {
	/** Coins of every kind: ties, missing estimates, missing books, different clocks. */
	function crowd(count: number): Stage {
		const here = stage(['bybit', 'kucoin', 'okx']);
		for (let index = 0; index < count; index += 1) {
			for (const venue of ['bybit', 'kucoin', ...(index % 3 === 0 ? ['okx'] : [])]) {
				const instrument = instrumentOf(venue, `C${index % 10}${index}`);
				here.market.list(instrument);
				if (index % 7 === 3) continue;
				const rate = venue === 'bybit' ? '0' : `0.000${index % 4}`;
				feed(here, instrument, rate, {
					intervalHours: index % 5 === 0 ? 4 : 8,
					size: String(1 + (index % 6) * 20),
				});
				if (index % 11 === 5) here.market.put(instrument, { book: undefined });
				if (index % 13 === 6)
					here.market.put(instrument, { ticker: tickerOf(instrument.symbol, '100', null) });
			}
		}
		return here;
	}

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
	const negated = (value: bigint | null): bigint | null => (value === null ? null : -value);

	const { scanner } = crowd(40);
	const all = scanner.list(QUERY);

	test('the crowd has ties and unknowns', () => {
		expect(all.data).toHaveLength(40 + 2 * 14);
		expect(all.data.filter((record) => record.spread === null).length).toBeGreaterThan(5);
		expect(new Set(all.data.map((record) => String(record.spread))).size).toBeLessThan(15);
	});

	test('pages of any size cover every record exactly once, best first, for every key and terms', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...SORT_KEYS),
				fc.integer({ min: 1, max: 40 }),
				fc.constantFrom('1', '2').map(parseDecimal),
				fc.constantFrom('1000', '1500').map(parseDecimal),
				(sortby, limit, leverage, amount) => {
					const query = { ...QUERY, sortby, limit, terms: { ...QUERY.terms, leverage, amount } };
					const records: Opportunity[] = [];
					for (let page = 1; ; page += 1) {
						const { data, pagination } = scanner.list({ ...query, page });
						records.push(...data);
						expect(pagination).toEqual({
							current_page: page,
							per_page: limit,
							total_count: all.data.length,
							total_pages: Math.ceil(all.data.length / limit),
							has_next: page * limit < all.data.length,
							has_previous: page > 1,
						});
						expect(data.length).toBeLessThanOrEqual(limit);
						if (!pagination.has_next) break;
					}
					expect(records.map(({ opportunity_id: id }) => id).sort()).toEqual(
						all.data.map(({ opportunity_id: id }) => id).sort(),
					);
					for (const record of records) {
						expect(record).toEqual(scanner.record(record.opportunity_id, query.terms));
						expect(record.net.leverage).toBe(leverage);
					}
					records.slice(1).forEach((record, index) => {
						const before = records[index];
						if (before !== undefined) expectOrder(before, record, ORDER_VALUES[sortby]);
					});
				},
			),
			{ numRuns: 60 },
		);
	});

	function expectOrder(
		before: Opportunity,
		after: Opportunity,
		value: (record: Opportunity) => bigint | number | string | null,
	): void {
		const [left, right] = [value(before), value(after)];
		if (left === null) expect(right).toBeNull();
		if (left !== null && right !== null) expect(left <= right).toBe(true);
		if (left !== right) return;
		expect(before.symbol <= after.symbol).toBe(true);
		if (before.symbol === after.symbol) expect(before.opportunity_id < after.opportunity_id).toBe(true);
	}

	test('a page past the end is empty', () => {
		const { data, pagination } = scanner.list({ ...QUERY, page: 9 });
		expect([data, pagination.has_next, pagination.has_previous]).toEqual([[], false, true]);
		const nothing = scanner.list({ ...QUERY, q: 'NOTHING' });
		expect(nothing.pagination).toMatchObject({ total_count: 0, total_pages: 0, has_next: false });
	});

	test('q is a part of the symbol in any case', () => {
		const found = scanner.list({ ...QUERY, q: 'c33us' }).data;
		expect(found.map((record) => record.symbol)).toEqual(['C33USDT', 'C33USDT', 'C33USDT']);
	});

	test('tradable_only is judged at the terms asked for', () => {
		for (const amount of ['1000', '10000', '0.1']) {
			const terms = { ...QUERY.terms, amount: parseDecimal(amount) };
			const found = scanner.list({ ...QUERY, tradableOnly: true, terms });
			const expected = scanner
				.list({ ...QUERY, terms })
				.data.filter((record) => blockingGuards(record).length === 0);
			expect(found.data).toEqual(expected);
			expect(found.pagination.total_count).toBe(expected.length);
		}
		const counts = ['1000', '10000', '0.1'].map(
			(amount) =>
				scanner.list({
					...QUERY,
					tradableOnly: true,
					terms: { ...QUERY.terms, amount: parseDecimal(amount) },
				}).pagination.total_count,
		);
		expect(counts[0]).toBeGreaterThan(counts[1] ?? 0);
		expect(counts[1]).toBeGreaterThan(0);
		expect(counts[2]).toBe(0);
	});
});

describe('exchange pairs', () => {
	test('a row for every pair of venues, and another coin of the same ticker counts for nothing', async () => {
		const here = stage(['okx', 'kucoin', 'bybit']);
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
			symbols: 1,
			opportunities: 3,
			tradable_opportunities: 1,
			best_apr: parseDecimal('0.219'),
			best_net_apr: null,
			updated_at: new Date(T0).toISOString(),
		});
		expect(rows[1]).toMatchObject({ active: true, symbols: 0, opportunities: 0, best_apr: null });
		await pass(here.clock, 3_000);
		expect(here.scanner.pairs()[0]?.updated_at).toBe(new Date(T0).toISOString());
	});
});
