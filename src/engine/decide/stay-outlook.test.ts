import { expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	tickerOf,
} from '../../../test/support/hand-driven-market.ts';
import { runningExecution } from '../../../test/support/running-execution.ts';
import { parseDecimal as d } from '../../domain/decimal.ts';
import type { OutlookAnswer } from '../../domain/stay-advice.ts';
import type { InstrumentInputs } from '../../ports/market.ts';
import { textOf } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { createStayNet, createStayOutlook } from './stay-outlook.ts';

type Options = Parameters<typeof createStayOutlook>[0];

const NOW = Date.UTC(2026, 10, 21, 1, 0);
const AGES = { tickerStaleMs: 5_000, bookStaleMs: 5_000 };
const EXPECTED = { expectedMonth: -0.0031, monthMean: -0.04 };

/** Creates an execution with ten coins per leg at 100 USD. The order books are 2 bp wide around 100 and 100.5. */
function createFixture(options: Partial<Pick<Options, 'outlook' | 'takerFee'>> = {}) {
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	const state = runningExecution({ openedAt: NOW });
	const put = (leg: 'long' | 'short', change: Partial<InstrumentInputs>): void =>
		market.put(state.plan.legs[leg].instrument, change);
	for (const [leg, bid, ask] of [
		['long', '99.99', '100.01'],
		['short', '100.49', '100.51'],
	] as const) {
		const { instrument } = state.plan.legs[leg];
		market.list(instrument);
		put(leg, {
			ticker: tickerOf(instrument.symbol, '100', fundingOf('0.0001', 8, NOW + HOUR_MS)),
			tickerReceivedAt: NOW,
			book: bookOf([[bid, '100']], [[ask, '100']]),
			bookReceivedAt: NOW,
		});
	}
	const read = createStayOutlook({
		market,
		outlook: () => EXPECTED,
		takerFee: () => undefined,
		ages: AGES,
		...options,
	});
	return { state, put, read };
}

test('reads the forecast of the held direction and the round-trip cost at the current books', () => {
	const asked: unknown[] = [];
	const { state, read } = createFixture({
		outlook: (...legs) => {
			asked.push(...legs);
			return EXPECTED;
		},
		takerFee: (_user, venue) => (venue === 'bybit' ? d('0.0004') : d('0.0006')),
	});
	const { long, short } = state.plan.legs;
	const outlook = read(state, NOW);
	if ('unknown' in outlook) throw new Error(textOf(outlook.unknown));
	expect(asked).toEqual([long, short].map(({ venue, instrument }) => ({ venue, symbol: instrument.symbol })));
	expect(outlook).toMatchObject({ expectedMonth: -0.0031, monthMean: -0.04 });
	// Each leg's taker fee for entry and exit, plus half a bid-ask spread for each of the four fills.
	expect(outlook.roundTrip).toBeCloseTo(0.002 + 2 * (0.01 / 100) + 2 * (0.01 / 100.5), 12);
	expect(outlook.exitGap).toBeCloseTo(100.51 / 99.99 - 1, 12);
});

test('takes the base-tier fees when the account has none of its own', () => {
	const { state, read } = createFixture();
	const base = read(state, NOW);
	const own = createFixture({ takerFee: () => d('0.01') });
	const known = own.read(own.state, NOW);
	if ('unknown' in base || 'unknown' in known) throw new Error('Both are known.');
	expect(known.roundTrip - base.roundTrip).toBeGreaterThan(0.03);
});

function whyUnknown(outlook: OutlookAnswer): string | undefined {
	return 'unknown' in outlook ? textOf(outlook.unknown) : undefined;
}

test('reports why the forecast is unknown', () => {
	const none = createFixture({ outlook: () => ({ unknown: 'The history has not been read yet.' }) });
	expect(none.read(none.state, NOW)).toEqual({ unknown: 'The history has not been read yet.' });
	const { state, put, read } = createFixture();
	const { venue, instrument } = state.plan.legs.short;
	expect(whyUnknown(read(state, NOW + 5_001))).toMatch(/order book of Bybit/);
	put('short', { book: undefined, bookReceivedAt: undefined });
	expect(whyUnknown(read(state, NOW))).toBe(
		`There is no current order book of ${shownNameOf(venue)} ${instrument.symbol}.`,
	);
	put('short', { book: bookOf([['100.49', '9']], [['100.51', '9']]), bookReceivedAt: NOW });
	expect(whyUnknown(read(state, NOW))).toBe('The order books are too thin for a round trip.');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('treats a mean of %d as unknown', (monthMean) => {
	const { state, read } = createFixture({ outlook: () => ({ ...EXPECTED, monthMean }) });
	expect(whyUnknown(read(state, NOW))).toBe('A figure that the forecast needs is unknown.');
});

test('the net of staying is the carry of the time that is left, minus half a round trip, per year', () => {
	const { state } = createFixture();
	const asked: number[] = [];
	const stayNet = createStayNet({
		stayOutlook: () => ({ monthMean: 0, expectedMonth: 0, roundTrip: 0.002, exitGap: 0 }),
		expectedCarry: (_long, _short, horizonMs) => {
			asked.push(horizonMs);
			return { carry: 0.004 };
		},
	});
	expect(stayNet(state, NOW)).toBeCloseTo((0.003 * 8_760) / 720, 12);
	const ending = { ...state, openedAt: NOW, exit: { ...state.exit, maxHours: d('24') } };
	expect(stayNet(ending, NOW)).toBeCloseTo(0.003 * 365, 12);
	expect(asked).toEqual([720 * HOUR_MS, 24 * HOUR_MS]);
	expect(stayNet(ending, NOW + 24 * HOUR_MS)).toBeUndefined();
});

test('the net of staying is unknown while the outlook or the carry is', () => {
	const { state } = createFixture();
	const known = { monthMean: 0, expectedMonth: 0, roundTrip: 0.002, exitGap: 0 };
	const unknown = { unknown: 'Not known.' };
	for (const [outlook, carry] of [
		[unknown, { carry: 0.004 }],
		[known, unknown],
	] as const)
		expect(
			createStayNet({ stayOutlook: () => outlook, expectedCarry: () => carry })(state, NOW),
		).toBeUndefined();
});
