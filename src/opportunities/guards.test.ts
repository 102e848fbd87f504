import { describe, expect, test } from 'vitest';
import {
	bookOf,
	freshStatus,
	fundingOf,
	HOUR_MS,
	inputsOf,
	instrumentOf,
	NOTHING_NOTICED,
	tickerOf,
	unknownRate,
} from '../../test/support/hand-driven-market.ts';
import { NO_BASIS } from '../../test/support/no-basis.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { QuoteRate } from '../domain/quote-rate.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import type { VenueNotices } from '../ports/venue-notices.ts';
import {
	blockingGuards,
	GUARDS,
	type GuardCode,
	type GuardContext,
	type GuardFinding,
	type LegInputs,
} from './guards.ts';
import { legGuards } from './leg-guards.ts';
import { guardsHoldUntil, inputGuards, pairGuards } from './pair-guards.ts';
import { readPair } from './pair-reading.ts';
import { tradeCost } from './trade-cost.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const DAY_MS = 24 * HOUR_MS;
const CONTEXT: GuardContext = {
	now: NOW,
	horizonMs: 48 * HOUR_MS,
	limits: { tickerStaleMs: 5_000, bookStaleMs: 4_000, tooGoodApr: fromInteger(5) },
	quoteRate: unknownRate,
};
const TERMS = {
	amount: fromInteger(1_000),
	horizonHours: fromInteger(48),
	leverage: fromInteger(1),
	mode: 'single-direct',
};
const AN_HOUR = fundingOf('0.0001', 8, NOW + HOUR_MS);

/** A leg of which all is known and nothing stands against a trade. */
function goodLeg(
	venue: string,
	change: Partial<InstrumentInputs> = {},
	instrument: Partial<Instrument> = {},
): LegInputs {
	const listed = instrumentOf(venue, 'SOL', instrument);
	return {
		...inputsOf(listed, {
			ticker: tickerOf(listed.symbol, '100', AN_HOUR),
			tickerReceivedAt: NOW - 1_000,
			book: bookOf([['99.99', '100']], [['100.01', '100']]),
			bookReceivedAt: NOW - 500,
			...change,
		}),
		status: freshStatus(venue),
	};
}

const withTicker = (change: Parameters<typeof tickerOf>[3], funding = AN_HOUR): LegInputs =>
	goodLeg('bybit', { ticker: tickerOf('SOLUSDT', '100', funding, change) });
const withFunding = (
	rate: string,
	intervalHours: number,
	inMs: number,
	change: Parameters<typeof tickerOf>[3] = {},
) => withTicker(change, fundingOf(rate, intervalHours, NOW + inMs));
const noticed = (change: Partial<VenueNotices>, venue = 'bybit'): LegInputs => ({
	...goodLeg(venue),
	status: { ...freshStatus(venue), notices: { ...NOTHING_NOTICED, ...change } },
});
const maintenance = (from: number, until: number | null) =>
	noticed({ maintenance: [{ title: 'Upgrade of the engine', from, until }] });

function findings(
	long: LegInputs,
	short: LegInputs = goodLeg('kucoin'),
	context: Partial<GuardContext> = {},
): readonly GuardFinding[] {
	const inputs = {
		long,
		short,
		firstIsLong: true,
		expectation: { unknown: 'No history is known.' },
		passed: { long: undefined, short: undefined },
		basis: NO_BASIS,
		now: NOW,
		quoteRate: CONTEXT.quoteRate,
		limits: {
			...CONTEXT.limits,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
		},
	};
	const pair = readPair(inputs);
	return [
		...inputGuards(long, short, { ...CONTEXT, ...context }),
		...tradeCost(inputs, pair, pair.at(TERMS), TERMS).findings,
	];
}

const codes = (...args: Parameters<typeof findings>): readonly GuardCode[] =>
	findings(...args).map(({ code }) => code);

/** Bybit's leg is the one that is not good; the other is KuCoin's. */
const CASES: readonly (readonly [GuardCode, RegExp, () => LegInputs])[] = [
	[
		'VENUE_DOWN',
		/bybit is stale/,
		() => ({ ...goodLeg('bybit'), status: { ...freshStatus('bybit'), state: 'stale' } }),
	],
	['VENUE_MAINTENANCE', /^bybit says .*Upgrade of the engine\.$/, () => maintenance(NOW, null)],
	['VENUE_MAINTENANCE', /until 2026-11-21T08:30:00.001Z/, () => maintenance(NOW - 1, NOW + 1)],
	['MAINTENANCE_PLANNED', /from 2026-11-22T08:30:00.000Z/, () => maintenance(NOW + DAY_MS, null)],
	[
		'NOT_TRADABLE',
		/SOLUSDT is not trading. It is being settled/,
		() => withTicker({ tradable: false, problems: ['It is being settled.'] }),
	],
	[
		'DELISTING',
		/bybit closes SOLUSDT at 2026-11-23T08:30/,
		() => withTicker({ delistingAt: NOW + 48 * HOUR_MS }),
	],
	['DELISTING', /closes SOLUSDT at 2026-11-21T08:29/, () => withTicker({ delistingAt: NOW - 60_000 })],
	['DELISTING_ANNOUNCED', /bybit closes SOLUSDT/, () => withTicker({ delistingAt: NOW + 48 * HOUR_MS + 1 })],
	[
		'QUOTE_STALE',
		/ticker of bybit SOLUSDT is stale.*limit of its age is 5000 ms/,
		() => goodLeg('bybit', { tickerReceivedAt: NOW - 5_001 }),
	],
	[
		'QUOTE_STALE',
		/book of bybit SOLUSDT is stale.*limit of its age is 4000 ms/,
		() => goodLeg('bybit', { bookReceivedAt: NOW - 4_001 }),
	],
	['QUOTE_STALE', /at an unknown time/, () => goodLeg('bybit', { bookReceivedAt: undefined })],
	['BOOK_MISSING', /No current book of bybit SOLUSDT/, () => goodLeg('bybit', { book: undefined })],
	['BOOK_MISSING', /no usable price on a side/, () => goodLeg('bybit', { book: bookOf([], [['100', '1']]) })],
	[
		'BOOK_CROSSED',
		/100 is bid and 99.5 asked/,
		() => goodLeg('bybit', { book: bookOf([['100', '1']], [['99.5', '1']]) }),
	],
	[
		'BOOK_CROSSED',
		/100 is bid and 100 asked/,
		() => goodLeg('bybit', { book: bookOf([['100', '1']], [['100', '1']]) }),
	],
	[
		'FUNDING_MISSING',
		/SOLUSDT is not known. The rate is no number/,
		() =>
			goodLeg('bybit', {
				ticker: tickerOf('SOLUSDT', '100', null, { problems: ['The rate is no number.'] }),
			}),
	],
	[
		'FUNDING_MISSING',
		/SOLUSDT is not known/,
		() => goodLeg('bybit', { ticker: undefined, tickerReceivedAt: undefined }),
	],
	['FUNDING_CLOCK_PAST', /stated as 2026-11-21T08:29:00.000Z/, () => withFunding('0.0001', 8, -60_000)],
	['SETTLEMENT_NEAR', /within 20 s of it: a long leg would pay/, () => withFunding('0.0001', 8, 20_500)],
	['SETTLEMENT_NEAR', /a short leg would pay/, () => withFunding('-0.0001', 8, 20_500)],
	[
		'SETTLEMENT_NEAR',
		/settles at 2026-11-21T08:29:40.500Z/,
		() => withFunding('0.0001', 1, HOUR_MS - 19_500),
	],
	[
		'RATE_CAPPED',
		/is 0\.3000 %, at its bound \(floor none, cap 0\.3000 %\)/,
		() => withFunding('0.003', 8, HOUR_MS, { fundingCap: parseDecimal('0.003') }),
	],
	[
		'RATE_CAPPED',
		/is -0\.3100 %, at its bound \(floor -0\.3000 %, cap none\)/,
		() => withFunding('-0.0031', 8, HOUR_MS, { fundingFloor: parseDecimal('-0.003') }),
	],
	[
		'MARK_DIVERGED',
		/mark of bybit SOLUSDT is 2\.01 % off its index/,
		() => withTicker({ mark: parseDecimal('102.01') }),
	],
	['MARK_DIVERGED', /-2\.01 % off/, () => withTicker({ mark: parseDecimal('97.99') })],
	['TOO_GOOD', /headline APR is -(500|501) %, limit 500 %/, () => withFunding('0.0046663', 8, HOUR_MS)],
	['TOO_GOOD', /headline APR is 511 %, limit 500 %/, () => withFunding('-0.000571', 1, HOUR_MS / 2)],
	[
		'TOO_GOOD',
		/estimate of bybit SOLUSDT alone is 500 % a year, limit 500 %/,
		() => withFunding('0.0045663', 8, HOUR_MS),
	],
	[
		'PRICE_MISMATCH',
		/index prices of .* are 2\.01 % apart, limit 2\.00 %: probably one ticker for two coins/,
		() => withTicker({ index: parseDecimal('102.01'), mark: parseDecimal('102.01') }),
	],
	[
		'PRICE_MISMATCH',
		/a factor of about 1000 apart: probably the same coin in other multiples/,
		() => withTicker({ index: parseDecimal('0.1003'), mark: parseDecimal('0.1003') }),
	],
	[
		'NAME_MISMATCH',
		/bybit calls SOL Solace, kucoin calls SOL Solana/,
		() => noticed({ coinNames: new Map([['SOL', 'Solace']]) }),
	],
	[
		'QUOTE_DEPEG',
		/quoted in .*USDC.* The rate of .* was not put in/,
		() => goodLeg('bybit', {}, { symbol: 'SOLPERP', quote: 'USDC' }),
	],
	[
		'TRANSFERS_SUSPENDED',
		/bybit has suspended withdrawals of USDT/,
		() => noticed({ transfers: new Map([['USDT', { deposit: true, withdrawal: false }]]) }),
	],
	[
		'TRANSFERS_SUSPENDED',
		/suspended deposits and withdrawals of USDT/,
		() => noticed({ transfers: new Map([['USDT', { deposit: false, withdrawal: false }]]) }),
	],
	[
		'BELOW_MIN_NOTIONAL',
		/^1,000\.00 USD is too small for this pair: the smallest amount is 1,113\.40 USD\.$/,
		() => goodLeg('bybit', {}, { notionalMin: fromInteger(501) }),
	],
	[
		'BELOW_MIN_NOTIONAL',
		/the smallest amount is 1,000\.20 USD/,
		() => goodLeg('bybit', {}, { quantityMin: parseDecimal('5.001') }),
	],
];

const otherLeg = () => noticed({ coinNames: new Map([['SOL', 'Solana']]) }, 'kucoin');

describe('guards', () => {
	test('none stands against legs of which all is known', () => {
		expect(findings(goodLeg('bybit'))).toEqual([]);
	});

	test.each(CASES)('%s stands, alone, with a sentence that matches %s', (code, sentence, leg) => {
		const found = findings(leg(), otherLeg());
		expect(found.map((finding) => finding.code)).toEqual([code]);
		expect(found[0]?.message()).toMatch(sentence);
		// What is found does not hang on the side.
		expect(codes(otherLeg(), leg())).toEqual([code]);
	});

	test('THIN_BOOK and THIN_EXIT stand where a side of the book does not hold the leg', () => {
		const thinBids = goodLeg('bybit', { book: bookOf([['99.99', '4.9']], [['100.01', '100']]) });
		expect(findings(thinBids).map(({ code, message }) => [code, message()])).toEqual([
			['THIN_EXIT', expect.stringMatching(/bybit SOLUSDT does not hold [\d.]+ coins for the exit/)],
		]);
		expect(findings(goodLeg('kucoin'), thinBids).map(({ code, message }) => [code, message()])).toEqual([
			['THIN_BOOK', expect.stringMatching(/bybit SOLUSDT does not hold [\d.]+ coins for the entry/)],
		]);
	});

	test('DATA_ONLY stands against a leg at an exchange that is read and not traded at, and forbids the trade', () => {
		const found = findings(goodLeg('gate'), otherLeg());
		expect(found.map(({ code, message }) => [code, message()])).toEqual([
			['DATA_ONLY', 'gate is read for its prices and funding only: the service does not trade there.'],
		]);
		expect(blockingGuards({ guards: ['DATA_ONLY'] })).toEqual(['DATA_ONLY']);
	});

	test('every guard of the table has a case', () => {
		const tested = new Set<string>([
			...CASES.map(([code]) => code),
			...['DATA_ONLY', 'THIN_BOOK', 'THIN_EXIT'],
		]);
		expect(tested).toEqual(new Set(Object.keys(GUARDS)));
	});

	test('those that only have to be known are these; a code that the table does not know forbids the trade', () => {
		const warnings = (Object.keys(GUARDS) as GuardCode[]).filter((code) => !GUARDS[code].blocking);
		expect(warnings).toEqual([
			'MAINTENANCE_PLANNED',
			'DELISTING_ANNOUNCED',
			'FUNDING_CLOCK_PAST',
			'SETTLEMENT_NEAR',
			'RATE_CAPPED',
			'MARK_DIVERGED',
			'NAME_MISMATCH',
			'TRANSFERS_SUSPENDED',
		]);
		expect(blockingGuards({ guards: [...warnings, 'NEW_GUARD', 'constructor'] })).toEqual([
			'NEW_GUARD',
			'constructor',
		]);
	});

	test('at their limit nothing stands yet', () => {
		const atLimit = (leg: LegInputs): void => expect(codes(leg)).toEqual([]);
		atLimit(goodLeg('bybit', { tickerReceivedAt: NOW - 5_000, bookReceivedAt: NOW - 4_000 }));
		atLimit(withTicker({ index: parseDecimal('102'), mark: parseDecimal('102') }));
		atLimit(withTicker({ mark: parseDecimal('98') }));
		// 500 % a year over 8 hours: beside the other leg's 0.01 %, and alone.
		atLimit(withFunding('-0.004466210045662100', 8, HOUR_MS));
		atLimit(withFunding('0.004566210045662100', 8, HOUR_MS));
		atLimit(withFunding('0.0001', 8, 20_501));
		atLimit(withFunding('0.0029', 8, HOUR_MS, { fundingCap: parseDecimal('0.003') }));
		atLimit(maintenance(NOW + DAY_MS + 1, null));
		atLimit(maintenance(NOW - 2, NOW));
		atLimit(noticed({ transfers: new Map([['USDC', { deposit: false, withdrawal: false }]]) }));
	});

	test('nothing found is one and the same list, so that looking makes no object', () => {
		expect(legGuards(goodLeg('bybit'), CONTEXT)).toBe(legGuards(goodLeg('kucoin'), CONTEXT));
		expect(pairGuards(goodLeg('bybit'), goodLeg('kucoin'), CONTEXT)).toBe(
			legGuards(goodLeg('bybit'), CONTEXT),
		);
	});

	test('OKX may count a position for a minute', () => {
		const okx = goodLeg('okx', { ticker: tickerOf('SOLUSDT', '100', fundingOf('0.0001', 8, NOW + 60_500)) });
		expect(codes(okx)).toEqual(['SETTLEMENT_NEAR']);
	});

	test('names that differ in capitals and signs alone are one name', () => {
		const leg = (venue: string, name: string) => noticed({ coinNames: new Map([['SOL', name]]) }, venue);
		expect(codes(leg('bybit', 'Sol-ana'), leg('kucoin', 'SOL ANA'))).toEqual([]);
		expect(codes(leg('bybit', 'Solana'), noticed({}, 'kucoin'))).toEqual([]);
	});

	test('prices are compared like with like: marks where an index is missing, mids where both are', () => {
		const far = parseDecimal('150');
		expect(codes(withTicker({ mark: far, index: null }))).toEqual(['PRICE_MISMATCH']);
		expect(codes(withTicker({ mark: far }))).toEqual(['MARK_DIVERGED']);
		const farBook = bookOf([['149.99', '100']], [['150.01', '100']]);
		const onlyBook = { ...withTicker({ mark: null, index: null }), book: farBook };
		expect(codes(onlyBook)).toEqual(['PRICE_MISMATCH']);
	});
});

describe('legs in two quote currencies', () => {
	const usdc = goodLeg('bybit', {}, { symbol: 'SOLPERP', quote: 'USDC' });
	const codesAt = (rate: QuoteRate) => codes(usdc, goodLeg('kucoin'), { quoteRate: () => rate });
	const known = (rate: string, at = NOW): QuoteRate => ({ rate: parseDecimal(rate), at });

	test('are held apart where the rate is more than half a percent from par, stale or unknown', () => {
		expect(codesAt(known('1.005'))).toEqual([]);
		expect(codesAt(known('0.995', NOW - 5_000))).toEqual([]);
		expect(codesAt(known('1.005000000000000001'))).toEqual(['QUOTE_DEPEG']);
		expect(codesAt(known('0.994999999999999999'))).toEqual(['QUOTE_DEPEG']);
		expect(codesAt(known('1', NOW - 5_001))).toEqual(['QUOTE_DEPEG']);
		expect(codesAt({ rate: null, reason: 'Too few coins.' })).toEqual(['QUOTE_DEPEG']);
	});

	test.each([
		[known('0.97'), /one USDT is 0\.9700 USDC: more than 0\.5 % from par/],
		[known('1', NOW - 5_001), /rate is stale.*limit of its age is 5000 ms/],
		[{ rate: null, reason: 'Too few coins.' }, /quoted in USDC and USDT\. Too few coins\./],
	] as const)('say why: %s', (rate, sentence) => {
		const found = findings(usdc, goodLeg('kucoin'), { quoteRate: () => rate });
		expect(found[0]?.message()).toMatch(sentence);
	});

	test('ask for the short quote in units of the long one', () => {
		const asked: string[] = [];
		codes(usdc, goodLeg('kucoin'), {
			quoteRate(from, to) {
				asked.push(`${from} in ${to}`);
				return known('1');
			},
		});
		expect(new Set(asked)).toEqual(new Set(['USDT in USDC']));
	});
});

describe('guards hold', () => {
	const codesOfTime = (long: LegInputs, short: LegInputs, now: number, context: Partial<GuardContext>) =>
		inputGuards(long, short, { ...CONTEXT, ...context, now }).map(({ code }) => code);

	test.each([
		['the ticker grows stale', goodLeg('bybit', { tickerReceivedAt: NOW - 2_000, bookReceivedAt: NOW }), {}],
		['the book grows stale', goodLeg('bybit', { tickerReceivedAt: NOW, bookReceivedAt: NOW - 2_000 }), {}],
		['a settlement comes near', withFunding('0.0001', 8, 22_000), {}],
		['a settlement passes', withFunding('0.0001', 8, 1_000), {}],
		['a settlement is behind', withFunding('0.0001', 1, HOUR_MS - 19_000), {}],
		['maintenance is near enough to be told of', maintenance(NOW + DAY_MS + 1_500, null), {}],
		['maintenance begins', maintenance(NOW + 1_500, null), {}],
		['maintenance ends', maintenance(NOW - 1_500, NOW + 1_500), {}],
		['a delisting comes inside the horizon', withTicker({ delistingAt: NOW + 48 * HOUR_MS + 1_500 }), {}],
		[
			'the rate between the quotes grows stale',
			goodLeg('bybit', { tickerReceivedAt: NOW, bookReceivedAt: NOW }, { quote: 'USDC' }),
			{ quoteRate: () => ({ rate: parseDecimal('1'), at: NOW - 3_000 }) },
		],
	])('until %s, to the millisecond', (_what, leg, context) => {
		const fresh = { tickerReceivedAt: NOW, bookReceivedAt: NOW };
		const long = leg;
		const short = goodLeg('kucoin', fresh);
		const until = guardsHoldUntil(long, short, { ...CONTEXT, ...context });
		expect(until).toBeGreaterThan(NOW);
		const now = codesOfTime(long, short, NOW, context);
		expect(codesOfTime(long, short, until - 1, context)).toEqual(now);
		expect(codesOfTime(long, short, until, context)).not.toEqual(now);
	});

	test('for ever where time changes nothing', () => {
		const leg = (venue: string) =>
			goodLeg(venue, { ticker: undefined, tickerReceivedAt: undefined, book: undefined });
		expect(guardsHoldUntil(leg('bybit'), leg('kucoin'), CONTEXT)).toBe(Number.POSITIVE_INFINITY);
	});
});
