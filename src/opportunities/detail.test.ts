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
import { createScannerSources } from '../../test/support/scanner-sources.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { opportunityId } from '../domain/ids.ts';
import type { CostTerms, OpportunityDetail } from '../domain/opportunity.ts';
import { snakeNamed } from '../domain/snake-case.ts';
import type { InstrumentTicker } from '../ports/venue-market.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createScanner } from './scanner.ts';

const EIGHT_O_CLOCK = Date.UTC(2026, 10, 21, 8);
const TERMS: CostTerms = {
	amount: fromInteger(1_000),
	horizonHours: fromInteger(24),
	leverage: fromInteger(1),
	mode: 'single-direct',
};

const bybit = instrumentOf('bybit', 'SOL');
const kucoin = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
const ID = opportunityId(bybit, kucoin);

/** Returns one leg's rates that settled up to `to`, from the 40 days that end at 16:00. */
function settled(intervalHours: number, rate: string, to = EIGHT_O_CLOCK): SettledRate[] {
	const last = EIGHT_O_CLOCK + 8 * HOUR_MS;
	return Array.from({ length: (40 * 24) / intervalHours }, (_, index) => ({
		settledAt: last - index * intervalHours * HOUR_MS,
		rate: parseDecimal(rate),
	})).filter(({ settledAt }) => settledAt <= to);
}

/**
 * Creates a fixture, by default at half past eight, with Bybit long (settles every hour) and KuCoin short (every 8
 * h). `short` is KuCoin's stored history.
 */
function fixture(options: { readonly short?: readonly SettledRate[]; readonly minutes?: number } = {}) {
	const startAt = EIGHT_O_CLOCK + (options.minutes ?? 30) * 60_000;
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	const clock = createVirtualClock(startAt);
	const history = createHeldHistory();
	history.put('bybit', bybit.symbol, settled(1, '0.00001', startAt));
	history.put('kucoin', kucoin.symbol, options.short ?? settled(8, '0.0004', startAt));
	const scanner = createScanner({
		market,
		clock,
		...createScannerSources(clock, history),
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(5),
		},
	});
	const feed = (change: Partial<InstrumentTicker> = {}): void => {
		const nextHour = (hours: number) => {
			const interval = hours * HOUR_MS;
			return EIGHT_O_CLOCK + (Math.floor((clock.now() - EIGHT_O_CLOCK) / interval) + 1) * interval;
		};
		const received = { tickerReceivedAt: clock.now(), bookReceivedAt: clock.now() };
		market.put(bybit, {
			...received,
			ticker: tickerOf(bybit.symbol, '100', fundingOf('0.00002', 1, nextHour(1))),
			book: bookOf([['99.99', '90']], [['100.01', '90']]),
		});
		market.put(kucoin, {
			...received,
			ticker: tickerOf(kucoin.symbol, '100.5', fundingOf('0.0005', 8, nextHour(8)), change),
			book: bookOf(
				Array.from({ length: 12 }, (_, index) => [(100.49 - index / 100).toFixed(2), '10'] as const),
				Array.from({ length: 12 }, (_, index) => [(100.51 + index / 100).toFixed(2), '10'] as const),
			),
		});
	};
	market.list(bybit);
	market.list(kucoin);
	feed();
	async function detail(terms: Partial<CostTerms> = {}): Promise<OpportunityDetail> {
		const found = await scanner.detail(ID, { ...TERMS, ...terms });
		if (found === undefined) throw new Error('The opportunity is gone.');
		return found;
	}
	/** Advances time by some seconds; both books are refreshed every second. */
	async function pass(seconds: number): Promise<void> {
		for (let second = 0; second < seconds; second += 1) {
			feed();
			const until = clock.now() + 1_000;
			clock.after(1_000, () => {});
			while (await clock.advance(until));
		}
	}
	return { market, scanner, history, feed, detail, pass };
}

const text = (value: Decimal | null): string | null => (value === null ? null : formatDecimal(value));
const codesOf = (detail: OpportunityDetail, field: string) =>
	detail.reasons.filter((reason) => reason.field === field).map((reason) => reason.code);

describe('a detail', () => {
	test('has the record with prices, averages and books', async () => {
		const here = fixture();
		const detail = await here.detail();
		const { reasons, ...record } = here.scanner.record(ID, TERMS) ?? { reasons: [] };
		expect(detail).toMatchObject(record);
		expect(detail.reasons).toEqual(expect.arrayContaining([...reasons]));
		expect([text(detail.longMarkPrice), text(detail.shortIndexPrice)]).toEqual(['100', '100.5']);
		expect([text(detail.long24hVolume), text(detail.shortOpenInterest)]).toEqual(['1000000', '500000']);
		// The spread is 0.0004 per 8 h minus 8 × 0.00001.
		for (const average of [detail.avgSpread24h, detail.avgSpread7d, detail.avgSpread30d])
			expect(text(average)).toBe('0.00032');
		expect([text(detail.spreadSd7d), text(detail.spreadSd30d)]).toEqual(['0', '0']);
		expect(text(detail.spreadStability)).toBe('1');
		expect([detail.books.short?.bids.length, detail.books.long?.asks.length]).toEqual([10, 1]);
	});

	test('has a history of both clocks, newest first', async () => {
		const { fundingHistory: rows } = await fixture().detail();
		expect(rows.slice(0, 2)).toEqual([
			{
				timestamp: EIGHT_O_CLOCK / 1_000,
				longRate: parseDecimal('0.00001'),
				shortRate: parseDecimal('0.0004'),
				spread: parseDecimal('0.00032'),
			},
			{
				timestamp: EIGHT_O_CLOCK / 1_000 - 3_600,
				longRate: parseDecimal('0.00001'),
				shortRate: null,
				spread: null,
			},
		]);
		expect(rows.length).toBe(31 * 24);
	});

	test('has a reason for every null figure, and never NaN', async () => {
		const here = fixture();
		here.feed({ mark: null, index: null, volume24h: null, openInterest: null, problems: ['The mark is 0.'] });
		const detail = await here.detail();
		const named = new Set(detail.reasons.map((reason) => reason.field));
		const nulls = Object.entries(snakeNamed(detail) as object).filter(
			([name, value]) => value === null && name !== 'anomaly_reason',
		);
		expect(nulls.map(([name]) => name)).toEqual(
			expect.arrayContaining(['short_mark_price', 'short_24h_volume', 'track_record']),
		);
		expect(nulls.filter(([name]) => !named.has(name))).toEqual([]);
		const mark = detail.reasons.find((reason) => reason.field === 'short_mark_price');
		expect(textOf(mark?.message ?? '')).toContain('The mark is 0.');
	});

	test('has the expected carry and costs in USD', async () => {
		const detail = await fixture().detail();
		const { cash, net } = detail;
		if (cash === null) throw new Error('No cash.');
		expect([text(cash.quantity), text(cash.legNotional)]).toEqual(['4.975', '497.5']);
		const near = (usd: Decimal | null, share: Decimal | null) =>
			expect(Number(text(usd))).toBeCloseTo(Number(text(share)) * 497.5, 7);
		near(cash.expectedCarry, net.expectedCarry);
		near(cash.total, net.cost.total);
		near(cash.entryFees, net.cost.entryFees);
		near(cash.basis, net.cost.basis);
		near(cash.expectedNet, net.expectedNet);
		const dust = await fixture().detail({ amount: parseDecimal('0.01') });
		expect(dust.cash).toBeNull();
		expect(codesOf(dust, 'cash')).toEqual(['NOTIONAL_UNKNOWN']);
	});

	test('has the mean of the price basis used for the cost, and its history', async () => {
		const here = fixture();
		const nothing = await here.detail();
		expect([nothing.basisMean, nothing.basisSd, nothing.basisHistory]).toEqual([null, null, []]);
		expect([...codesOf(nothing, 'basis_mean'), ...codesOf(nothing, 'basis_history')]).toEqual([
			'BASIS_MEAN_UNKNOWN',
			'NOT_SEEN_YET',
		]);
		await here.pass(90);
		const detail = await here.detail();
		expect(text(detail.basisMean)).toBe('0.005');
		expect(text(detail.basisSd)).toBe('0');
		const { net, priceBasis: present } = detail;
		expect(net.cost.basis).toBe((detail.basisMean ?? 0n) - (present ?? 0n));
		expect(text(detail.basisObservedHours)).toBe('0.02');
		const minute = (EIGHT_O_CLOCK + 31 * 60_000) / 1_000;
		expect(detail.basisHistory).toEqual([
			{ timestamp: minute, basis: parseDecimal('0.005') },
			{ timestamp: minute - 60, basis: parseDecimal('0.005') },
		]);
		expect(codesOf(detail, 'basis_history')).toEqual([]);
	});

	test('has a cost curve up to max_amount whose slippage never falls', async () => {
		const detail = await fixture().detail();
		expect(detail.costCurve).toHaveLength(8);
		expect(detail.costCurve.at(-1)?.amount).toBe(detail.maxAmount);
		detail.costCurve.slice(1).forEach((point, index) => {
			const before = detail.costCurve[index];
			expect(before !== undefined && before.amount < point.amount).toBe(true);
			for (const part of ['entrySlippage', 'exitSlippage'] as const)
				expect((before?.[part] ?? 1n) <= (point[part] ?? 0n)).toBe(true);
		});
	});

	test('is undefined for an unknown opportunity, or one that reverses while the history is read', async () => {
		const here = fixture();
		expect(await here.scanner.detail('opp_never', TERMS)).toBeUndefined();
		const waits: (() => void)[] = [];
		here.history.onEnsure(() => new Promise((resolve) => waits.push(resolve)));
		const pending = here.scanner.detail(ID, TERMS);
		here.feed({ funding: fundingOf('-0.001', 8, EIGHT_O_CLOCK + 8 * HOUR_MS) });
		for (const arrive of waits) arrive();
		expect(await pending).toBeUndefined();
		expect(here.scanner.find(ID)).toBe('expired');
	});
});

describe('settlements inside the horizon', () => {
	const rowsOf = async (minutes: number, horizonHours = 8) => {
		const { settlements } = await fixture({ minutes }).detail({ horizonHours: fromInteger(horizonHours) });
		return settlements.map(
			({ timestamp, exchange, expectedRate, expectedCash }) =>
				[
					(timestamp - EIGHT_O_CLOCK / 1_000) / 3_600,
					exchange,
					text(expectedRate),
					text(expectedCash),
				] as const,
		);
	};

	test('are of both legs in order of time; without a forecast only the next one of a leg has a rate', async () => {
		// The leg quantity is 500 / 100.5 rounded down to 0.001, which is 4.975 coins, valued at each venue's mark
		// price.
		expect(await rowsOf(30)).toEqual([
			[1, 'bybit', '0.00002', '-0.00995'],
			...[2, 3, 4, 5, 6, 7].map((hour) => [hour, 'bybit', null, null]),
			[8, 'bybit', null, null],
			[8, 'kucoin', '0.0005', '0.24999375'],
		]);
	});

	test('near the entry, a payment counts and a receipt does not', async () => {
		const at16 = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
			rows.filter(([hour]) => hour === 8).map(([, exchange, rate]) => [exchange, rate]);
		const seconds = (count: number) => 8 * 60 + count / 60;
		// The assumed entry is half a second after the call. A call 20 s before the settlement is therefore within
		// the uncertainty of 20 s, and a call 21 s before is not.
		expect(at16(await rowsOf(seconds(-21)))).toEqual([
			['bybit', '0.00002'],
			['kucoin', '0.0005'],
		]);
		expect(at16(await rowsOf(seconds(-20)))).toEqual([['bybit', '0.00002']]);
		// After the settlement, the settled rate decides who paid.
		expect(at16(await rowsOf(seconds(10)))).toEqual([['bybit', '0.00001']]);
		expect(at16(await rowsOf(seconds(20)))).toEqual([]);
	});

	test('shows a settlement that has just passed while its rate is unpublished, because it may be a payment', async () => {
		const here = fixture({ minutes: 0.1, short: settled(8, '0.0004', EIGHT_O_CLOCK - 1) });
		const detail = await here.detail();
		expect(detail.settlements.slice(0, 2)).toEqual([
			{
				timestamp: EIGHT_O_CLOCK / 1_000,
				exchange: 'bybit',
				expectedRate: parseDecimal('0.00001'),
				expectedCash: parseDecimal('-0.004975'),
			},
			{ timestamp: EIGHT_O_CLOCK / 1_000, exchange: 'kucoin', expectedRate: null, expectedCash: null },
		]);
		expect(codesOf(detail, 'settlements.expected_rate')).toEqual([
			'EXPECTATION_UNKNOWN',
			'SETTLEMENT_UNCERTAIN',
		]);
	});

	test('reports omitted settlements, and unknown cash without books', async () => {
		const here = fixture();
		here.market.put(kucoin, { book: undefined });
		const detail = await here.detail({ horizonHours: fromInteger(2_160) });
		expect(detail.settlements).toHaveLength(1_000);
		expect(codesOf(detail, 'settlements')).toEqual(['SETTLEMENTS_CUT']);
		expect(codesOf(detail, 'settlements.expected_cash')).toEqual(['BOOK_MISSING']);
		expect(detail.settlements[0]?.expectedCash).toBeNull();
		expect([detail.costCurve, detail.books.short]).toEqual([[], null]);
	});
});

describe('settled history', () => {
	test('waits for the read, and uses inputs that arrive meanwhile', async () => {
		const here = fixture({ short: [] });
		here.history.onEnsure(async (venue, symbol) => {
			if (venue === 'kucoin') here.history.put(venue, symbol, settled(8, '0.0004'));
		});
		expect(text((await here.detail()).avgSpread30d)).toBe('0.00032');
	});

	test('gives a reason for an unreadable history, and keeps the rest of the answer', async () => {
		const here = fixture({ short: [] });
		here.history.fail('kucoin', kucoin.symbol, 'kucoin answered 503.');
		const detail = await here.detail();
		const reason = detail.reasons.find(({ field }) => field === 'funding_history');
		expect([reason?.code, textOf(reason?.message ?? '')]).toEqual([
			'HISTORY_UNAVAILABLE',
			'Cannot read the settled rates of KuCoin SOLUSDTM. kucoin answered 503.',
		]);
		expect([detail.avgSpread24h, detail.avgSpread30d, detail.spreadStability]).toEqual([null, null, null]);
		expect(codesOf(detail, 'avg_spread_7d')).toEqual(['HISTORY_SHORT']);
		expect([detail.spreadSd30d, ...codesOf(detail, 'spread_sd_30d')]).toEqual([null, 'HISTORY_SHORT']);
		expect(detail.fundingHistory[0]).toMatchObject({ longRate: parseDecimal('0.00001'), shortRate: null });
		expect(detail.settlements.length).toBeGreaterThan(0);
	});

	test('gives a reason while there is no settlement', async () => {
		const detail = await fixture({ short: [] }).detail();
		expect(codesOf(detail, 'funding_history')).toEqual(['HISTORY_SHORT']);
	});

	test('lists holes in the shown history, but no older ones', async () => {
		const missing = [3, 100].map((count) => EIGHT_O_CLOCK - count * 8 * HOUR_MS);
		const here = fixture({
			short: settled(8, '0.0004').filter(({ settledAt }) => !missing.includes(settledAt)),
		});
		const detail = await here.detail();
		const reasons = detail.reasons.filter(({ code }) => code === 'HISTORY_GAP');
		expect(reasons.map(({ message }) => textOf(message))).toEqual([
			'Settlements of KuCoin SOLUSDTM are missing: 20 Nov, 00:00 UTC – 20 Nov, 16:00 UTC.',
		]);
		expect(text(detail.avgSpread30d)).toBe('0.00032');
	});
});
