/**
 * Compares 218 funding payments that Hyperliquid recorded for one account in 2023 with the payments that the
 * opportunity detail forecasts.
 *
 * Each row has a size, a rate and a payment, from which the test computes the oracle price. A row with three samples
 * has the sum of three payments and their mean size, so its price is a mean as well. The test compares these prices
 * with the account's own fills.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { fundingAmount } from '../../simulator/core/money-rounding.ts';
import {
	abs,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	neg,
	parseDecimal,
	sub,
	toNumber,
} from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import { DEFAULT_TERMS } from '../../src/domain/opportunity.ts';
import { createScanner, type Scanner } from '../../src/opportunities/scanner.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../support/hand-driven-market.ts';
import { createHeldHistory } from '../support/held-history.ts';
import { createScannerSources } from '../support/scanner-sources.ts';
import { lastAnswer } from './recorded-exchanges.ts';
import { RECORDED_LIMITS } from './recorded-market.ts';

const PAYMENTS = 218;
/** Unit of the recorded payments: a millionth of a USD. */
const CASH_UNIT = parseDecimal('0.000001');
/** Time of the last payment, the only one with a single sample per row. The recorded fills followed within minutes. */
const SINGLE_SAMPLES_AT = Date.UTC(2023, 4, 5);

type Row = {
	readonly time: number;
	readonly delta: {
		readonly coin: string;
		readonly fundingRate: string;
		readonly nSamples: number;
		readonly szi: string;
		readonly usdc: string;
	};
};
type Fill = { readonly coin: string; readonly px: string; readonly time: number };

type Payment = {
	readonly at: number;
	readonly coin: string;
	readonly size: Decimal;
	readonly rate: Decimal;
	readonly samples: number;
	/** Payment in USD per sample; positive if received. */
	readonly cash: Decimal;
	/** Oracle price, USD per coin: −cash / (size × rate). */
	readonly price: Decimal;
};

let payments: readonly Payment[] = [];

beforeAll(() => {
	const rows = lastAnswer('test_user_funding_history_without_end_time') as readonly Row[];
	payments = rows.map(({ time, delta }) => {
		const size = parseDecimal(delta.szi);
		const rate = parseDecimal(delta.fundingRate);
		const cash = divTrunc(parseDecimal(delta.usdc), fromInteger(delta.nSamples));
		const price = divTrunc(neg(cash), mulTrunc(size, rate));
		return { at: time, coin: delta.coin, size, rate, samples: delta.nSamples, cash, price };
	});
});

/**
 * Returns the payment that the opportunity detail forecasts for this settlement, for a position of this size on
 * Hyperliquid with a hedge elsewhere.
 */
async function expectedCash({ size, rate, price }: Payment): Promise<Decimal | null> {
	const now = SINGLE_SAMPLES_AT - HOUR_MS;
	const quantity = { lotSize: parseDecimal('0.00000001'), quantityMin: parseDecimal('0.00000001') };
	const leg = instrumentOf('hyperliquid', 'APE', { ...quantity, notionalMin: fromInteger(0) });
	const hedge = instrumentOf('bybit', 'APE', { ...quantity, notionalMin: fromInteger(0) });
	const market = createHandDrivenMarket(['hyperliquid', 'bybit']);
	const text = toNumber(price).toFixed(8);
	const sell = toNumber(price) * 0.9999;
	const received = { tickerReceivedAt: now, bookReceivedAt: now };
	const book = bookOf([[sell.toFixed(8), '1000000']], [[(toNumber(price) * 1.0001).toFixed(8), '1000000']]);
	const put = (instrument: typeof leg, funding: ReturnType<typeof fundingOf>, mark: string) => {
		market.list(instrument);
		const ticker = tickerOf(instrument.symbol, text, funding, { index: price, mark: parseDecimal(mark) });
		market.put(instrument, { ticker, book, ...received });
	};
	const isLong = size > 0n;
	const funding = { ...fundingOf('0', 8, SINGLE_SAMPLES_AT), predictedRate: rate };
	// The mark price is half a percent above the oracle price. If the forecast used the mark price, it would not
	// match the payment.
	put(leg, funding, (toNumber(price) * 1.005).toFixed(8));
	put(hedge, fundingOf(isLong ? '0.004' : '-0.004', 8, SINGLE_SAMPLES_AT), text);
	const clock = createVirtualClock(now);
	const scanner = createScanner({
		market,
		clock,
		...createScannerSources(clock, createHeldHistory()),
		limits: RECORDED_LIMITS,
	});
	const cash = await cashOf(
		scanner,
		isLong ? opportunityId(leg, hedge) : opportunityId(hedge, leg),
		mulTrunc(abs(size), price),
	);
	scanner.close();
	return cash;
}

/**
 * Returns the forecast payment for an amount that gives each leg this notional. The amount is rounded up slightly, so
 * that rounding to lots does not lower the size.
 */
async function cashOf(scanner: Scanner, id: string, notional: Decimal): Promise<Decimal | null> {
	const amount = mulTrunc(notional, parseDecimal('2.00000001'));
	const detail = await scanner.detail(id, { ...DEFAULT_TERMS, amount });
	return detail?.settlements.find(({ exchange }) => exchange === 'hyperliquid')?.expectedCash ?? null;
}

const isWithin = (a: Decimal, b: Decimal, tolerance: Decimal): boolean => abs(sub(a, b)) <= tolerance;

describe('what Hyperliquid paid', () => {
	test('equals the forecast of a detail: size × oracle price × rate, with its sign', async () => {
		const off: string[] = [];
		for (const payment of payments) {
			const cash = await expectedCash(payment);
			if (cash === null || !isWithin(cash, payment.cash, CASH_UNIT))
				off.push(`${payment.coin} ${payment.at}: ${cash}, paid ${payment.cash}`);
		}
		expect(payments).toHaveLength(PAYMENTS);
		expect(off).toEqual([]);
	});

	test('equals the payment that the simulated exchanges book', () => {
		const off = payments.filter(
			({ size, rate, price, cash }) => !isWithin(fundingAmount(size, price, rate), cash, CASH_UNIT),
		);
		expect(off).toEqual([]);
	});
});

describe('the oracle prices that follow from the payments', () => {
	test('match the prices of the account’s trades minutes later', () => {
		const fills = lastAnswer('test_get_user_fills') as readonly Fill[];
		const single = payments.filter(({ at }) => at === SINGLE_SAMPLES_AT);
		const compared = single.flatMap(({ coin, price, samples }) => {
			const prices = fills.flatMap((fill) => (fill.coin === coin ? [Number(fill.px)] : []));
			const mean = prices.reduce((total, each) => total + each, 0) / prices.length;
			return prices.length === 0 ? [] : [{ coin, samples, apart: Math.abs(toNumber(price) / mean - 1) }];
		});
		expect(compared.length).toBeGreaterThanOrEqual(10);
		expect(compared.filter(({ samples, apart }) => samples !== 1 || apart > 0.02)).toEqual([]);
	});

	test('continue from three-sample rows to single-sample rows', () => {
		const single = payments.filter(({ samples }) => samples === 1);
		const jumps = single.map(({ coin, price }) => {
			const before = payments.findLast((each) => each.coin === coin && each.samples === 3);
			return before === undefined ? Number.NaN : Math.abs(toNumber(price) / toNumber(before.price) - 1);
		});
		expect(single).toHaveLength(15);
		expect(jumps.filter((jump) => !(jump < 0.1))).toEqual([]);
	});
});
