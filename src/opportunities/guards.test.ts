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
import { textOf } from '../sentences/sentence.ts';
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

/** Builds a complete leg to which no guard applies. */
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

/** The guard applies to Bybit's leg; the other leg is KuCoin's. */
const CASES: readonly (readonly [GuardCode, RegExp, () => LegInputs])[] = [
	[
		'VENUE_DOWN',
		/(?:bybit|Bybit) is stale/,
		() => ({ ...goodLeg('bybit'), status: { ...freshStatus('bybit'), state: 'stale' } }),
	],
	['VENUE_MAINTENANCE', /^Bybit reports .*: Upgrade of the engine\.$/, () => maintenance(NOW, null)],
	['VENUE_MAINTENANCE', /until 21 Nov, 08:30 UTC/, () => maintenance(NOW - 1, NOW + 1)],
	['MAINTENANCE_PLANNED', /from 22 Nov, 08:30 UTC/, () => maintenance(NOW + DAY_MS, null)],
	[
		'NOT_TRADABLE',
		/SOLUSDT is not trading. It is being settled/,
		() => withTicker({ tradable: false, problems: ['It is being settled.'] }),
	],
	[
		'DELISTING',
		/Bybit will delist SOLUSDT on 23 Nov, 08:30 UTC/,
		() => withTicker({ delistingAt: NOW + 48 * HOUR_MS }),
	],
	['DELISTING', /will delist SOLUSDT on 21 Nov, 08:29 UTC/, () => withTicker({ delistingAt: NOW - 60_000 })],
	[
		'DELISTING_ANNOUNCED',
		/Bybit will delist SOLUSDT/,
		() => withTicker({ delistingAt: NOW + 48 * HOUR_MS + 1 }),
	],
	[
		'QUOTE_STALE',
		/ticker of Bybit SOLUSDT is stale: last received 21 Nov, 08:29:54 UTC \(maximum age 5\.0 s\)/,
		() => goodLeg('bybit', { tickerReceivedAt: NOW - 5_001 }),
	],
	[
		'QUOTE_STALE',
		/book of Bybit SOLUSDT is stale.*maximum age 4\.0 s/,
		() => goodLeg('bybit', { bookReceivedAt: NOW - 4_001 }),
	],
	['QUOTE_STALE', /at an unknown time/, () => goodLeg('bybit', { bookReceivedAt: undefined })],
	['BOOK_MISSING', /no current order book of Bybit SOLUSDT/, () => goodLeg('bybit', { book: undefined })],
	[
		'BOOK_MISSING',
		/no usable price on one side/,
		() => goodLeg('bybit', { book: bookOf([], [['100', '1']]) }),
	],
	[
		'BOOK_CROSSED',
		/bid 100, ask 99\.5/,
		() => goodLeg('bybit', { book: bookOf([['100', '1']], [['99.5', '1']]) }),
	],
	[
		'BOOK_CROSSED',
		/bid 100, ask 100/,
		() => goodLeg('bybit', { book: bookOf([['100', '1']], [['100', '1']]) }),
	],
	[
		'FUNDING_MISSING',
		/SOLUSDT is unknown\. The rate is not a number/,
		() =>
			goodLeg('bybit', {
				ticker: tickerOf('SOLUSDT', '100', null, { problems: ['The rate is not a number.'] }),
			}),
	],
	[
		'FUNDING_MISSING',
		/SOLUSDT is unknown/,
		() => goodLeg('bybit', { ticker: undefined, tickerReceivedAt: undefined }),
	],
	[
		'FUNDING_CLOCK_PAST',
		/publishes 21 Nov, 08:29 UTC as the next settlement/,
		() => withFunding('0.0001', 8, -60_000),
	],
	[
		'SETTLEMENT_NEAR',
		/SOLUSDT settles in 21 s\. A position opened within 20 s may not be counted/,
		() => withFunding('0.0001', 8, 20_500),
	],
	['SETTLEMENT_NEAR', /settled 20 s ago/, () => withFunding('0.0001', 1, HOUR_MS - 19_500)],
	[
		'RATE_CAPPED',
		/is 0\.3000 %, at its limit \(minimum none, maximum 0\.3000 %\)/,
		() => withFunding('0.003', 8, HOUR_MS, { fundingCap: parseDecimal('0.003') }),
	],
	[
		'RATE_CAPPED',
		/is -0\.3100 %, at its limit \(minimum -0\.3000 %, maximum none\)/,
		() => withFunding('-0.0031', 8, HOUR_MS, { fundingFloor: parseDecimal('-0.003') }),
	],
	[
		'MARK_DIVERGED',
		/mark price of Bybit SOLUSDT is 2\.01 % off its index price/,
		() => withTicker({ mark: parseDecimal('102.01') }),
	],
	['MARK_DIVERGED', /-2\.01 % off/, () => withTicker({ mark: parseDecimal('97.99') })],
	['TOO_GOOD', /headline APR is -(500|501) % \(limit 500 %\)/, () => withFunding('0.0046663', 8, HOUR_MS)],
	['TOO_GOOD', /headline APR is 511 % \(limit 500 %\)/, () => withFunding('-0.000571', 1, HOUR_MS / 2)],
	[
		'TOO_GOOD',
		/rate of Bybit SOLUSDT alone is 500 % a year \(limit 500 %\)/,
		() => withFunding('0.0045663', 8, HOUR_MS),
	],
	[
		'PRICE_MISMATCH',
		/index prices of .* differ by 2\.01 % \(limit 2\.00 %\)\. The ticker probably stands for two different coins/,
		() => withTicker({ index: parseDecimal('102.01'), mark: parseDecimal('102.01') }),
	],
	[
		'PRICE_MISMATCH',
		/differ by a factor of about 1000\. They are probably the same coin/,
		() => withTicker({ index: parseDecimal('0.1003'), mark: parseDecimal('0.1003') }),
	],
	[
		'NAME_MISMATCH',
		/Bybit calls SOL Solace, KuCoin calls SOL Solana/,
		() => noticed({ coinNames: new Map([['SOL', 'Solace']]) }),
	],
	[
		'QUOTE_DEPEG',
		/quoted in .*USDC.* The rate of .* was not put in/,
		() => goodLeg('bybit', {}, { symbol: 'SOLPERP', quote: 'USDC' }),
	],
	[
		'TRANSFERS_SUSPENDED',
		/Bybit has suspended withdrawals of USDT.*cannot be moved out/,
		() => noticed({ transfers: new Map([['USDT', { deposit: true, withdrawal: false }]]) }),
	],
	[
		'TRANSFERS_SUSPENDED',
		/suspended deposits and withdrawals of USDT.*cannot be moved in or out/,
		() => noticed({ transfers: new Map([['USDT', { deposit: false, withdrawal: false }]]) }),
	],
	[
		'BELOW_MIN_NOTIONAL',
		/^1,000\.00 USD is too small for this pair\. Use at least 1,113\.40 USD\.$/,
		() => goodLeg('bybit', {}, { notionalMin: fromInteger(501) }),
	],
	[
		'BELOW_MIN_NOTIONAL',
		/Use at least 1,000\.20 USD/,
		() => goodLeg('bybit', {}, { quantityMin: parseDecimal('5.001') }),
	],
];

const otherLeg = () => noticed({ coinNames: new Map([['SOL', 'Solana']]) }, 'kucoin');

describe('guards', () => {
	test('none applies to complete legs', () => {
		expect(findings(goodLeg('bybit'))).toEqual([]);
	});

	test.each(CASES)('%s applies alone, with a sentence that matches %s', (code, sentence, leg) => {
		const found = findings(leg(), otherLeg());
		expect(found.map((finding) => finding.code)).toEqual([code]);
		expect(textOf(found[0]?.message() ?? '')).toMatch(sentence);
		// The guard applies whether the leg is long or short.
		expect(codes(otherLeg(), leg())).toEqual([code]);
	});

	test('THIN_BOOK and THIN_EXIT apply if a side of the book does not hold the leg', () => {
		const thinBids = goodLeg('bybit', { book: bookOf([['99.99', '4.9']], [['100.01', '100']]) });
		expect(findings(thinBids).map(({ code, message }) => [code, textOf(message())])).toEqual([
			['THIN_EXIT', expect.stringMatching(/Bybit SOLUSDT is too thin to fill [\d.]+ SOL on exit/)],
		]);
		expect(
			findings(goodLeg('kucoin'), thinBids).map(({ code, message }) => [code, textOf(message())]),
		).toEqual([
			['THIN_BOOK', expect.stringMatching(/Bybit SOLUSDT is too thin to fill [\d.]+ SOL on entry/)],
		]);
	});

	test('DATA_ONLY blocks a leg at an exchange that is only read', () => {
		const found = findings(goodLeg('gate'), otherLeg());
		expect(found.map(({ code, message }) => [code, textOf(message())])).toEqual([
			['DATA_ONLY', 'The service reads data from gate but does not trade there.'],
		]);
		expect(blockingGuards({ guards: ['DATA_ONLY'] })).toEqual(['DATA_ONLY']);
	});

	test('every guard of the table has a test case', () => {
		const tested = new Set<string>([
			...CASES.map(([code]) => code),
			...['DATA_ONLY', 'THIN_BOOK', 'THIN_EXIT'],
		]);
		expect(tested).toEqual(new Set(Object.keys(GUARDS)));
	});

	test('these are the warnings, and an unknown code blocks', () => {
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

	test('none applies exactly at a limit', () => {
		const atLimit = (leg: LegInputs): void => expect(codes(leg)).toEqual([]);
		atLimit(goodLeg('bybit', { tickerReceivedAt: NOW - 5_000, bookReceivedAt: NOW - 4_000 }));
		atLimit(withTicker({ index: parseDecimal('102'), mark: parseDecimal('102') }));
		atLimit(withTicker({ mark: parseDecimal('98') }));
		// 500 % a year with 8 h intervals: first as the difference from the other leg's 0.01 %, then as one leg's
		// rate alone.
		atLimit(withFunding('-0.004466210045662100', 8, HOUR_MS));
		atLimit(withFunding('0.004566210045662100', 8, HOUR_MS));
		atLimit(withFunding('0.0001', 8, 20_501));
		atLimit(withFunding('0.0029', 8, HOUR_MS, { fundingCap: parseDecimal('0.003') }));
		atLimit(maintenance(NOW + DAY_MS + 1, null));
		atLimit(maintenance(NOW - 2, NOW));
		atLimit(noticed({ transfers: new Map([['USDC', { deposit: false, withdrawal: false }]]) }));
	});

	test('no findings is a shared list, so that checks allocate nothing', () => {
		expect(legGuards(goodLeg('bybit'), CONTEXT)).toBe(legGuards(goodLeg('kucoin'), CONTEXT));
		expect(pairGuards(goodLeg('bybit'), goodLeg('kucoin'), CONTEXT)).toBe(
			legGuards(goodLeg('bybit'), CONTEXT),
		);
	});

	test('OKX may count a position for a minute', () => {
		const okx = goodLeg('okx', { ticker: tickerOf('SOLUSDT', '100', fundingOf('0.0001', 8, NOW + 60_500)) });
		expect(codes(okx)).toEqual(['SETTLEMENT_NEAR']);
	});

	test('names that differ only in capitals and punctuation are equal', () => {
		const leg = (venue: string, name: string) => noticed({ coinNames: new Map([['SOL', name]]) }, venue);
		expect(codes(leg('bybit', 'Sol-ana'), leg('kucoin', 'SOL ANA'))).toEqual([]);
		expect(codes(leg('bybit', 'Solana'), noticed({}, 'kucoin'))).toEqual([]);
	});

	test('compares index prices, else mark prices, else mid prices', () => {
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

	test('block while the rate is more than half a percent from par, stale or unknown', () => {
		expect(codesAt(known('1.005'))).toEqual([]);
		expect(codesAt(known('0.995', NOW - 5_000))).toEqual([]);
		expect(codesAt(known('1.005000000000000001'))).toEqual(['QUOTE_DEPEG']);
		expect(codesAt(known('0.994999999999999999'))).toEqual(['QUOTE_DEPEG']);
		expect(codesAt(known('1', NOW - 5_001))).toEqual(['QUOTE_DEPEG']);
		expect(codesAt({ rate: null, reason: 'Too few coins.' })).toEqual(['QUOTE_DEPEG']);
	});

	test.each([
		[known('0.97'), /1 USDT = 0\.9700 USDC, more than 0\.5 % from par/],
		[known('1', NOW - 5_001), /rate between them is stale.*maximum age 5\.0 s/],
		[{ rate: null, reason: 'Too few coins.' }, /quoted in USDC and USDT\. Too few coins\./],
	] as const)('state why: %s', (rate, sentence) => {
		const found = findings(usdc, goodLeg('kucoin'), { quoteRate: () => rate });
		expect(textOf(found[0]?.message() ?? '')).toMatch(sentence);
	});

	test('request the short quote in units of the long one', () => {
		const requested: string[] = [];
		codes(usdc, goodLeg('kucoin'), {
			quoteRate(from, to) {
				requested.push(`${from} in ${to}`);
				return known('1');
			},
		});
		expect(new Set(requested)).toEqual(new Set(['USDT in USDC']));
	});
});

describe('guards hold', () => {
	const codesOfTime = (long: LegInputs, short: LegInputs, now: number, context: Partial<GuardContext>) =>
		inputGuards(long, short, { ...CONTEXT, ...context, now }).map(({ code }) => code);

	test.each([
		[
			'the ticker becomes stale',
			goodLeg('bybit', { tickerReceivedAt: NOW - 2_000, bookReceivedAt: NOW }),
			{},
		],
		['the book becomes stale', goodLeg('bybit', { tickerReceivedAt: NOW, bookReceivedAt: NOW - 2_000 }), {}],
		['a settlement is near', withFunding('0.0001', 8, 22_000), {}],
		['a settlement passes', withFunding('0.0001', 8, 1_000), {}],
		['a settlement is no longer near', withFunding('0.0001', 1, HOUR_MS - 19_000), {}],
		['maintenance is announced', maintenance(NOW + DAY_MS + 1_500, null), {}],
		['maintenance begins', maintenance(NOW + 1_500, null), {}],
		['maintenance ends', maintenance(NOW - 1_500, NOW + 1_500), {}],
		['a delisting enters the horizon', withTicker({ delistingAt: NOW + 48 * HOUR_MS + 1_500 }), {}],
		[
			'the rate between the quotes becomes stale',
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

	test('indefinitely if time changes nothing', () => {
		const leg = (venue: string) =>
			goodLeg(venue, { ticker: undefined, tickerReceivedAt: undefined, book: undefined });
		expect(guardsHoldUntil(leg('bybit'), leg('kucoin'), CONTEXT)).toBe(Number.POSITIVE_INFINITY);
	});
});
