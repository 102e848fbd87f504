/**
 * Tests hours of the recorded year in which a naive scanner goes wrong. They contain a crash, the delisting of a coin
 * on one venue after another, and missing settlements.
 */

import { describe, expect, test } from 'vitest';
import { add, type Decimal, formatDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import type { Opportunity } from '../../src/domain/opportunity.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { HOUR_MS, instrumentOf } from '../support/hand-driven-market.ts';
import {
	boundedBy,
	createRecordedMarket,
	lastMark,
	type RecordedInstrument,
	type RecordedMarket,
	UNBOUNDED,
	WEEK_TERMS,
} from './recorded-market.ts';
import { readSettlements } from './recorded-settlements.ts';

const HALF_HOUR_MS = HOUR_MS / 2;
const DAY_MS = 24 * HOUR_MS;

const rowsOf = readSettlements(['APT', 'SEI', 'TIA', 'SOL', 'TON', 'ORDI', 'WIF']);

function recorded(
	venue: string,
	coin: string,
	bounds: Pick<RecordedInstrument, 'cap' | 'floor'> = UNBOUNDED,
): RecordedInstrument {
	const isHyperliquid = venue === 'hyperliquid';
	const symbol = isHyperliquid ? coin : `${coin}USDT`;
	return {
		instrument: instrumentOf(venue, coin, isHyperliquid ? { symbol, quote: 'USDC' } : { symbol }),
		rows: rowsOf(venue, symbol),
		price: lastMark(rowsOf('binance', `${coin}USDT`), 0),
		...bounds,
	};
}

function known(market: RecordedMarket, a: RecordedInstrument, b: RecordedInstrument): Opportunity {
	const record = market.recordOf(a, b);
	if (record === undefined) throw new Error('There is no opportunity of these two now.');
	return record;
}

async function listedIds({ scanner }: RecordedMarket): Promise<readonly string[]> {
	const page = {
		exchangepair: undefined,
		limit: 100,
		page: 1,
		sortby: 'spread',
		q: undefined,
		maxMinAmount: undefined,
	} as const;
	const { rows } = await scanner.list({
		...page,
		order: 'best_first',
		isByCoin: false,
		coins: undefined,
		tradableOnly: false,
		verdict: undefined,
		terms: WEEK_TERMS,
	});
	return rows.map(({ record }) => record.opportunityId);
}

const text = (value: Decimal | null): string => (value === null ? 'null' : formatDecimal(value));

const hasGuard = (record: Opportunity, code: string): boolean => record.guards.includes(code);

describe('the crash of 2025-10-10 and its midnight settlement', () => {
	const MIDNIGHT = Date.UTC(2025, 9, 11);
	const hyperliquid = ['APT', 'TIA', 'SOL'];
	// Bybit's lower bounds for the funding rate, written as positive fractions. At that midnight Bybit settled at
	// exactly these bounds, each the coin's lowest rate of the year.
	const floors = { APT: '0.01', SEI: '0.01', TIA: '0.01', SOL: '0.005' };
	const coins = Object.entries(floors).map(([coin, floor]) => ({
		coin,
		bybit: recorded('bybit', coin, boundedBy(floor)),
		others: [
			recorded('binance', coin),
			...(hyperliquid.includes(coin) ? [recorded('hyperliquid', coin, boundedBy('0.04'))] : []),
		],
	}));
	const all = coins.flatMap(({ bybit, others }) => [bybit, ...others]);
	const play = () => createRecordedMarket(all, MIDNIGHT - 3 * HOUR_MS);

	test('reports four coins at Bybit’s lower bound and recommends no trade', async () => {
		const market = play();
		await market.goTo(MIDNIGHT - HALF_HOUR_MS);
		const pairs = coins.flatMap(({ bybit, others }) => others.map((other) => known(market, bybit, other)));
		expect(pairs).toHaveLength(7);
		for (const record of pairs)
			expect([
				record.symbol,
				hasGuard(record, 'RATE_CAPPED'),
				hasGuard(record, 'TOO_GOOD'),
				record.net.verdict,
			]).toEqual([record.symbol, true, true, 'no_trade']);
		market.scanner.close();
	});

	test('blocks only SOL’s Hyperliquid pairs in its extreme hour', async () => {
		const market = play();
		await market.goTo(Date.UTC(2025, 9, 10, 21, 30));
		const [sol] = coins.filter(({ coin }) => coin === 'SOL');
		const [binance, onHyperliquid] = sol?.others ?? [];
		if (sol === undefined || binance === undefined || onHyperliquid === undefined)
			throw new Error('SOL is on three venues.');
		const record = known(market, binance, onHyperliquid);
		const rates = [record.longRate, record.shortRate].map(text);
		expect(rates).toContain('-0.0020514108');
		expect([hasGuard(record, 'TOO_GOOD'), hasGuard(record, 'RATE_CAPPED'), record.net.verdict]).toEqual([
			true,
			false,
			'no_trade',
		]);
		market.scanner.close();
	});

	test('continues after the prints with the intervals that the venues state', async () => {
		const market = play();
		await market.goTo(MIDNIGHT - HALF_HOUR_MS);
		await market.goTo(MIDNIGHT + HALF_HOUR_MS);
		for (const { coin, bybit, others } of coins) {
			const [binance] = others;
			if (binance === undefined) throw new Error(`${coin} is on Binance.`);
			const record = known(market, bybit, binance);
			const detail = await market.detailOf(record);
			const instants = detail.settlements.flatMap(({ exchange, timestamp }) =>
				exchange === 'bybit' ? [timestamp * 1_000] : [],
			);
			const came = bybit.rows
				.map(({ at }) => at)
				.filter((at) => at > MIDNIGHT && at <= MIDNIGHT + 7 * DAY_MS);
			expect([coin, instants]).toEqual([coin, came]);
			expect([coin, hasGuard(record, 'RATE_CAPPED')]).toEqual([coin, false]);
		}
		market.scanner.close();
	});
});

describe('TON leaves Bybit on 2026-06-15 and Binance on 2026-06-23, and stays on Hyperliquid', () => {
	const LAST_ON_BYBIT = Date.UTC(2026, 5, 15, 8);
	const LAST_ON_BINANCE = Date.UTC(2026, 5, 23, 8);
	const hyperliquid = recorded('hyperliquid', 'TON', boundedBy('0.04'));
	// The recording has no announcements. The test therefore assumes that each instrument's last settlement was
	// announced, from the start, as its delisting.
	const bybit = { ...recorded('bybit', 'TON'), delistingAt: LAST_ON_BYBIT };
	const binance = { ...recorded('binance', 'TON'), delistingAt: LAST_ON_BINANCE };
	const play = (startAt: number) => createRecordedMarket([bybit, binance, hyperliquid], startAt);
	const guardsOf = (record: Opportunity) => record.guards.filter((code) => code.startsWith('DELISTING'));

	test('blocks a leg that closes inside the horizon and only mentions a later close', async () => {
		const market = play(LAST_ON_BYBIT - 10 * DAY_MS);
		await market.goTo(LAST_ON_BYBIT - 7 * DAY_MS - HALF_HOUR_MS);
		expect(guardsOf(known(market, bybit, hyperliquid))).toEqual(['DELISTING_ANNOUNCED']);
		await market.goTo(LAST_ON_BYBIT - 7 * DAY_MS + HALF_HOUR_MS);
		const record = known(market, bybit, hyperliquid);
		expect([guardsOf(record), record.net.verdict]).toEqual([['DELISTING'], 'no_trade']);
		expect(guardsOf(known(market, binance, hyperliquid))).toEqual(['DELISTING_ANNOUNCED']);
		market.scanner.close();
	});

	test('forecasts nothing for either leg after one has closed', async () => {
		const market = play(LAST_ON_BYBIT - 4 * DAY_MS);
		await market.goTo(LAST_ON_BYBIT - 3 * DAY_MS - HALF_HOUR_MS);
		const record = known(market, bybit, hyperliquid);
		const { settlements } = await market.detailOf(record);
		const last = Math.max(...settlements.map(({ timestamp }) => timestamp * 1_000));
		expect(last).toBe(LAST_ON_BYBIT);
		expect(settlements).toHaveLength(3 * 24 + 1 + 3 * 6 + 1);
		const sum = settlements.reduce((total, { exchange, expectedRate: rate }) => {
			if (rate === null) throw new Error('A settlement has no expected rate.');
			return exchange === record.longVenue ? sub(total, rate) : add(total, rate);
		}, ZERO);
		expect(text(record.net.expectedCarry)).toBe(text(sum));
		market.scanner.close();
	});

	test('offers no pair with a closed leg and expires earlier ones', async () => {
		const market = play(LAST_ON_BYBIT - DAY_MS);
		await market.goTo(LAST_ON_BYBIT - HALF_HOUR_MS);
		const before = await listedIds(market);
		expect(before).toHaveLength(3);
		await market.goTo(LAST_ON_BYBIT + HALF_HOUR_MS);
		expect(market.recordOf(bybit, hyperliquid)).toBeUndefined();
		expect(market.recordOf(bybit, binance)).toBeUndefined();
		const found = before.map((id) => market.scanner.find(id));
		expect(found.filter((each) => each === 'expired').length).toBeGreaterThanOrEqual(2);
		expect(await listedIds(market)).toEqual([known(market, binance, hyperliquid).opportunityId]);
		await market.goTo(LAST_ON_BINANCE + HALF_HOUR_MS);
		expect(await listedIds(market)).toEqual([]);
		expect(market.market.get('hyperliquid', 'TON')?.ticker?.tradable).toBe(true);
		market.scanner.close();
	});

	test('recommends no trade if the venue still lists the leg without trading or settling it', async () => {
		const left = { ...recorded('bybit', 'TON'), staysListed: true };
		const market = createRecordedMarket([left, hyperliquid], LAST_ON_BYBIT - DAY_MS);
		await market.goTo(LAST_ON_BYBIT + HALF_HOUR_MS);
		const record = known(market, left, hyperliquid);
		expect([...record.guards].sort()).toEqual(['FUNDING_CLOCK_PAST', 'NOT_TRADABLE']);
		expect(record.net.verdict).toBe('no_trade');
		market.scanner.close();
	});
});

describe('ORDI, TIA and WIF lack one Binance print on 2026-06-24', () => {
	const HOLE = { from: '2026-06-24T00:00:00.000Z', to: '2026-06-24T08:00:00.000Z' };
	const HOLE_TEXT = '24 Jun, 00:00 UTC – 24 Jun, 08:00 UTC';
	const coins = ['ORDI', 'TIA', 'WIF'];

	test('keeps four-hour intervals around the gap and names it in the detail', async () => {
		const legs = coins.map((coin) => ({
			binance: recorded('binance', coin),
			bybit: recorded('bybit', coin),
		}));
		const at = Date.parse(HOLE.to) + 5 * HOUR_MS - HALF_HOUR_MS;
		const market = createRecordedMarket(
			legs.flatMap(({ binance, bybit }) => [binance, bybit]),
			at - DAY_MS,
		);
		await market.goTo(at);
		for (const { binance, bybit } of legs) {
			const record = known(market, binance, bybit);
			const detail = await market.detailOf(record);
			const { symbol } = binance.instrument;
			const gaps = detail.reasons
				.filter(({ code }) => code === 'HISTORY_GAP')
				.map(({ message }) => textOf(message));
			expect(gaps).toEqual([`Settlements of Binance ${symbol} are missing: ${HOLE_TEXT}.`]);
			expect(text(record.epochHours)).toBe('4');
			const onBinance = detail.settlements.flatMap(({ exchange, timestamp }) =>
				exchange === 'binance' ? [timestamp] : [],
			);
			const apart = onBinance.slice(1).map((each, index) => each - (onBinance[index] ?? 0));
			expect(new Set(apart)).toEqual(new Set([4 * 3_600]));
		}
		market.scanner.close();
	});
});
