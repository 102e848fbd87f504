import fc from 'fast-check';
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
import {
	naiveFigures,
	naiveLegTenths,
	naiveRoundTrip,
	type RawLeg,
} from '../../test/support/naive-record.ts';
import { isNear } from '../../test/support/near.ts';
import { NO_BASIS } from '../../test/support/no-basis.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { CostTerms } from '../domain/opportunity.ts';
import { snakeName } from '../domain/snake-case.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { textOf } from '../sentences/sentence.ts';
import type { LegInputs } from './guards.ts';
import { opportunityOf, type RecordInputs } from './record.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const LIMITS = {
	tickerStaleMs: 5_000,
	bookStaleMs: 4_000,
	maxAmountSlippageBps: fromInteger(15),
	stressMovePct: fromInteger(10),
	tooGoodApr: fromInteger(5),
};
const SLIPPAGE_MAX = '0.0015';
const TERMS: CostTerms = {
	amount: fromInteger(1_000),
	horizonHours: fromInteger(168),
	leverage: fromInteger(1),
	mode: 'single-direct',
};

function rawLeg(): fc.Arbitrary<RawLeg> {
	const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 150 })), {
		minLength: 1,
		maxLength: 5,
	});
	return fc
		.record({
			mid: fc.integer({ min: 9_950, max: 10_050 }),
			half: fc.integer({ min: 1, max: 12 }),
			down: steps,
			up: steps,
			rate: fc.integer({ min: -3_000, max: 3_000 }),
			intervalHours: fc.constantFrom(1, 2, 4, 8),
			lotTenths: fc.constantFrom(1, 2, 3, 7),
			taker: fc.integer({ min: 0, max: 100 }),
			tickerAgeMs: fc.integer({ min: 0, max: 5_000 }),
			bookAgeMs: fc.integer({ min: 0, max: 4_000 }),
		})
		.map(({ mid, half, down, up, ...rest }) => {
			const levels = (best: number, sign: 1 | -1, moves: readonly (readonly [number, number])[]) => {
				let price = best;
				return moves.map(([step, size], index): [number, number] => {
					if (index > 0) price += sign * step;
					return [price, size];
				});
			};
			return { ...rest, bids: levels(mid - half, -1, down), asks: levels(mid + half, 1, up) };
		});
}

function legOf(venue: string, raw: RawLeg): LegInputs {
	const lot = parseDecimal((raw.lotTenths / 10).toFixed(1));
	const instrument = instrumentOf(venue, 'SOL', {
		lotSize: lot,
		quantityMin: lot,
		notionalMin: fromInteger(0),
	});
	const level = ([price, size]: readonly [number, number]) =>
		[parseDecimal((price / 100).toFixed(2)), parseDecimal((size / 10).toFixed(1))] as const;
	const funding = fundingOf(
		(raw.rate / 1e6).toFixed(6),
		raw.intervalHours,
		NOW + raw.intervalHours * HOUR_MS,
	);
	return {
		...inputsOf(instrument, {
			ticker: tickerOf(instrument.symbol, '100', funding),
			tickerReceivedAt: NOW - raw.tickerAgeMs,
			book: { bids: raw.bids.map(level), asks: raw.asks.map(level) },
			bookReceivedAt: NOW - raw.bookAgeMs,
			fees: { taker: parseDecimal((raw.taker / 1e5).toFixed(5)), maker: fromInteger(0) },
		}),
		status: freshStatus(venue),
	};
}

function inputsFor(long: LegInputs, short: LegInputs, change: Partial<RecordInputs> = {}): RecordInputs {
	return {
		opportunityId: 'opp_1',
		long,
		short,
		firstIsLong: true,
		expectation: { unknown: 'No history is known.' },
		passed: { long: undefined, short: undefined },
		basis: NO_BASIS,
		now: NOW,
		limits: LIMITS,
		quoteRate: unknownRate,
		...change,
	};
}

/**
 * Compares figures with a tolerance, because estimates are doubles and the second computation rounds costs up at the
 * 18th decimal place.
 */
function expectNear(
	shown: Readonly<Record<string, Decimal | null>>,
	expected: Readonly<Record<string, string | null>>,
): void {
	expect(Object.keys(shown).sort()).toEqual(Object.keys(expected).sort());
	for (const [name, text] of Object.entries(expected)) {
		const isFigure = ['longPrice', 'shortPrice', 'entryFees', 'exitFees', 'maxAmount'].includes(name);
		const value = text === null ? null : parseDecimal(text);
		const found = isNear(shown[name] ?? null, value, isFigure ? 'figure' : 'difference');
		expect(found, `${name}: ${shown[name]} for ${text}`).toBe(true);
	}
}

const texts = (values: Readonly<Record<string, Decimal | null>>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, value === null ? null : formatDecimal(value)]),
	);

describe('figures', () => {
	test('equal a second computation from raw inputs', () => {
		const seen = { thin: 0, small: 0, whole: 0 };
		fc.assert(
			fc.property(
				rawLeg(),
				rawLeg(),
				fc.integer({ min: 1, max: 4_000 }),
				fc.integer({ min: 1, max: 3 }),
				fc.integer({ min: -900, max: 900 }),
				fc.integer({ min: 58, max: 62 }),
				(long, short, amountUsd, leverage, meanUnits, count) => {
					const mean = (meanUnits / 1e5).toFixed(5);
					const record = opportunityOf(
						inputsFor(legOf('bybit', long), legOf('kucoin', short), {
							basis: { mean: Number(mean), sd: 0, count, spanMs: 24 * HOUR_MS },
						}),
						{ ...TERMS, amount: fromInteger(amountUsd), leverage: fromInteger(leverage) },
					);
					const { spread, apr, epochHours, longPrice, shortPrice, priceBasis, maxAmount } = record;
					const shown = { spread, apr, epochHours, longPrice, shortPrice, priceBasis, maxAmount };
					const basisMean = count < 5 ? null : mean;
					const expected = naiveFigures(long, short, {
						amountUsd,
						leverage,
						slippageMax: SLIPPAGE_MAX,
						basisMean,
					});
					expectNear({ ...shown, ...record.net.cost }, expected);
					expect(record.fundingDelta).toBe(spread);
					const tenths = naiveLegTenths(long, short, BigInt(amountUsd * 100), leverage);
					const isThin = tenths > 0 && naiveRoundTrip(long, short, tenths).includes(undefined);
					expect(record.guards.includes('BELOW_MIN_NOTIONAL')).toBe(tenths === 0);
					expect(record.guards.some((code) => code === 'THIN_BOOK' || code === 'THIN_EXIT')).toBe(isThin);
					seen[tenths === 0 ? 'small' : isThin ? 'thin' : 'whole'] += 1;
				},
			),
			{ numRuns: 400 },
		);
		// The generated cases reach every branch.
		expect(Math.min(seen.thin, seen.small, seen.whole)).toBeGreaterThan(10);
	});

	test('fees and slippages are never negative', () => {
		fc.assert(
			fc.property(rawLeg(), rawLeg(), fc.integer({ min: 1, max: 6_000 }), (long, short, amountUsd) => {
				const { net } = opportunityOf(inputsFor(legOf('bybit', long), legOf('kucoin', short)), {
					...TERMS,
					amount: fromInteger(amountUsd),
				});
				const { entryFees, exitFees, entrySlippage, exitSlippage } = net.cost;
				for (const part of [entryFees, exitFees, entrySlippage, exitSlippage])
					expect(part === null || part >= 0n).toBe(true);
			}),
		);
	});

	test('max_amount is within the slippage limit on every fill, and one cent more is not', () => {
		fc.assert(
			fc.property(rawLeg(), rawLeg(), fc.integer({ min: 1, max: 5 }), (long, short, leverage) => {
				const inputs = inputsFor(legOf('bybit', long), legOf('kucoin', short));
				const amount = opportunityOf(inputs, {
					...TERMS,
					leverage: fromInteger(leverage),
				}).maxAmount;
				fc.pre(amount !== null && amount > 0n);
				const cents = (amount ?? 0n) / 10n ** 16n;
				const isInside = (centCount: bigint) =>
					naiveRoundTrip(long, short, naiveLegTenths(long, short, centCount, leverage)).every(
						(fill) => fill !== undefined && parseDecimal(fill.slippage) <= parseDecimal(SLIPPAGE_MAX),
					);
				expect([isInside(cents), isInside(cents + 1n)]).toEqual([true, false]);
			}),
		);
	});

	test('age and expiry are those of the oldest input', () => {
		fc.assert(
			fc.property(rawLeg(), rawLeg(), (long, short) => {
				const record = opportunityOf(inputsFor(legOf('bybit', long), legOf('kucoin', short)), TERMS);
				const ages = [long, short].flatMap((leg) => [leg.tickerAgeMs, leg.bookAgeMs]);
				expect(record.ageMs).toBe(Math.max(...ages));
				expect(record.updatedAt).toBe(Math.floor((NOW - Math.min(...ages)) / 1_000));
				const leftMs = [long, short].flatMap((leg) => [5_000 - leg.tickerAgeMs, 4_000 - leg.bookAgeMs]);
				expect(record.expiresAt).toBe(new Date(NOW + Math.min(...leftMs)).toISOString());
			}),
		);
	});
});

/** Builds a complete leg to which no guard applies. */
function goodLeg(
	venue: string,
	change: Partial<InstrumentInputs> = {},
	instrument: Partial<Instrument> = {},
): LegInputs {
	const listed = instrumentOf(venue, 'SOL', instrument);
	const book = bookOf([['99.99', '100']], [['100.01', '100']]);
	return {
		...inputsOf(listed, {
			ticker: tickerOf(listed.symbol, '100', fundingOf('0.0001', 8, NOW + HOUR_MS)),
			tickerReceivedAt: NOW - 1_000,
			book,
			bookReceivedAt: NOW - 500,
			...change,
		}),
		status: freshStatus(venue),
	};
}

function recordOf(
	long: LegInputs,
	short: LegInputs = goodLeg('kucoin'),
	terms: Partial<CostTerms> = {},
	change: Partial<RecordInputs> = {},
) {
	return opportunityOf(inputsFor(long, short, change), { ...TERMS, ...terms });
}

describe('guards', () => {
	test('none applies to a complete leg', () => {
		expect(recordOf(goodLeg('bybit')).guards).toEqual([]);
	});

	test('each code is listed once, each finding has its sentence, and blocking ones are reasons of the verdict', () => {
		const noBooks = (venue: string) => goodLeg(venue, { book: undefined, bookReceivedAt: undefined });
		const notices = {
			...NOTHING_NOTICED,
			transfers: new Map([['USDT', { deposit: false, withdrawal: true }]]),
		};
		const long = { ...noBooks('bybit'), status: { ...freshStatus('bybit'), notices } };
		const record = recordOf(long, noBooks('kucoin'));
		expect(record.guards).toEqual(['TRANSFERS_SUSPENDED', 'BOOK_MISSING']);
		const sentences = record.reasons.filter((reason) => reason.field === 'guards');
		expect(sentences.map(({ code, message }) => [code, textOf(message)])).toEqual([
			['TRANSFERS_SUSPENDED', expect.stringMatching(/^Bybit has suspended deposits of USDT/)],
			['BOOK_MISSING', 'There is no current order book of Bybit SOLUSDT.'],
			['BOOK_MISSING', 'There is no current order book of KuCoin SOLUSDT.'],
		]);
		expect(record.net.reasons.slice(1)).toEqual(sentences.slice(1).map(({ message }) => message));
	});

	test('unknown announcements have a sentence', () => {
		const unknown = ['The state of deposits and withdrawals at Bybit is unknown: a key is required.'];
		const long = {
			...goodLeg('bybit'),
			status: { ...freshStatus('bybit'), notices: { ...NOTHING_NOTICED, unknown } },
		};
		const short = { ...goodLeg('kucoin'), status: { ...freshStatus('kucoin'), notices: null } };
		const record = recordOf(long, short);
		expect(record.guards).toEqual([]);
		expect(record.reasons.filter(({ code }) => code === 'NOTICES_UNKNOWN')).toEqual([
			{ field: 'guards', code: 'NOTICES_UNKNOWN', message: unknown[0] },
			{
				field: 'guards',
				code: 'NOTICES_UNKNOWN',
				message: expect.objectContaining({
					text: 'The announcements of KuCoin have not been read yet.',
				}),
			},
		]);
	});
});

describe('an unknown figure is null with a reason', () => {
	/** Returns the paths of all fields that are null. */
	function nullPaths(value: unknown, path = ''): string[] {
		if (value === null) return [path];
		if (typeof value !== 'object' || value === undefined || Array.isArray(value)) return [];
		return Object.entries(value).flatMap(([name, member]) =>
			nullPaths(member, path === '' ? snakeName(name) : `${path}.${snakeName(name)}`),
		);
	}

	const partial = (venue: string) =>
		fc
			.record({
				ticker: fc.constantFrom('whole', 'no funding', 'none'),
				book: fc.constantFrom('whole', 'thin', 'empty', 'none'),
				received: fc.boolean(),
			})
			.map(({ ticker, book, received }) =>
				goodLeg(venue, {
					ticker:
						ticker === 'none'
							? undefined
							: tickerOf('SOLUSDT', '100', ticker === 'whole' ? fundingOf('0.0001', 8, NOW + HOUR_MS) : null),
					tickerReceivedAt: received && ticker !== 'none' ? NOW : undefined,
					book:
						book === 'none'
							? undefined
							: book === 'empty'
								? bookOf([], [])
								: bookOf([['99.99', book === 'thin' ? '0.1' : '100']], [['100.01', '100']]),
					bookReceivedAt: received && book !== 'none' ? NOW : undefined,
				}),
			);

	test('every null member has a reason with its name, for any missing inputs', () => {
		fc.assert(
			fc.property(
				partial('bybit'),
				partial('kucoin'),
				fc.constantFrom('0.01', '1000').map(parseDecimal),
				fc.constantFrom(0, 60),
				(long, short, amount, count) => {
					const basis = { mean: 0, sd: 0, count, spanMs: 60_000 };
					const record = recordOf(long, short, { amount }, { basis });
					const explained = new Set(record.reasons.map((reason) => reason.field));
					const unexplained = nullPaths(record).filter(
						(path) => path !== 'anomaly_reason' && !explained.has(path),
					);
					expect(unexplained).toEqual([]);
					expect(record.net.verdict).toBe('unknown');
					expect(record.net.reasons.length).toBeGreaterThan(0);
				},
			),
		);
	});

	test('the basis cost is unknown below 5 samples, and has a reason below 24 hours', () => {
		const basisOf = (count: number, spanMs: number) => {
			const record = recordOf(
				goodLeg('bybit'),
				goodLeg('kucoin'),
				{},
				{
					basis: { mean: 0.0002, sd: 0, count, spanMs },
				},
			);
			const codes = record.reasons.filter(({ field }) => field === 'net.cost.basis').map(({ code }) => code);
			return [record.net.cost.basis === null ? null : formatDecimal(record.net.cost.basis), codes];
		};
		expect(basisOf(4, 3_000)).toEqual([null, ['BASIS_MEAN_UNKNOWN']]);
		expect(basisOf(5, 4_000)).toEqual(['0.0002', ['BASIS_MEAN_SHORT']]);
		expect(basisOf(86_401, 24 * HOUR_MS)).toEqual(['0.0002', []]);
	});

	test('a visible book that ends before the slippage limit gives max_amount a reason', () => {
		const codes = (leg: LegInputs) =>
			recordOf(leg)
				.reasons.filter(({ field }) => field === 'max_amount')
				.map(({ code }) => code);
		expect(codes(goodLeg('bybit'))).toEqual(['BOOK_EXHAUSTED']);
		const deep = bookOf(
			[
				['99.99', '10'],
				['98', '1000'],
			],
			[
				['100.01', '10'],
				['102', '1000'],
			],
		);
		expect(codes(goodLeg('bybit', { book: deep }))).toEqual([]);
	});
});

describe('legs in two quote currencies', () => {
	const usdc = goodLeg('bybit', {}, { symbol: 'SOLPERP', quote: 'USDC' });
	const basis = { mean: 0, sd: 0, count: 60, spanMs: 24 * HOUR_MS };

	test('have a price basis at the live rate', () => {
		const record = recordOf(
			usdc,
			goodLeg('kucoin'),
			{},
			{
				basis,
				quoteRate: (from, to) => ({
					rate: parseDecimal(`${from}/${to}` === 'USDT/USDC' ? '0.998' : '9'),
					at: NOW,
				}),
			},
		);
		expect(texts({ now: record.priceBasis, cost: record.net.cost.basis })).toEqual({
			now: '-0.002',
			cost: '0.002',
		});
	});

	test('have none while the rate is unknown', () => {
		const record = recordOf(usdc, goodLeg('kucoin'), {}, { basis });
		expect([record.priceBasis, record.net.cost.basis, record.net.cost.total]).toEqual([null, null, null]);
		const why = record.reasons.filter(({ code }) => code === 'QUOTE_RATE_UNKNOWN');
		expect(why.map(({ field }) => field)).toEqual(['price_basis', 'net.cost.basis']);
		expect(textOf(why[0]?.message ?? '')).toMatch(/USDT in USDC/);
	});
});

describe('names', () => {
	test('a thousand-coin contract and a one-coin contract are both counted in coins', () => {
		const pepe = (venue: string, change: Partial<Instrument>, price: string) => {
			const instrument = instrumentOf(venue, 'PEPE', { notionalMin: fromInteger(5), ...change });
			return {
				...goodLeg(venue),
				instrument,
				ticker: tickerOf(instrument.symbol, price, fundingOf('0.0001', 8, NOW + HOUR_MS)),
				book: bookOf([['0.00000999', '90000000']], [['0.00001001', '90000000']]),
			};
		};
		const long = pepe(
			'bybit',
			{
				symbol: '1000PEPEUSDT',
				coinsPerOrderUnit: fromInteger(1_000),
				coinsPerPriceUnit: fromInteger(1_000),
				lotSize: fromInteger(100_000),
				quantityMin: fromInteger(100_000),
			},
			'0.00001',
		);
		const short = pepe(
			'kucoin',
			{ symbol: 'PEPEUSDTM', lotSize: fromInteger(30_000), quantityMin: fromInteger(30_000) },
			'0.00001',
		);
		const record = recordOf(long, short);
		expect([record.symbol, record.base, record.longSymbol, record.shortSymbol]).toEqual([
			'PEPEUSDT',
			'PEPE',
			'1000PEPEUSDT',
			'PEPEUSDTM',
		]);
		expect(record.direction).toBe('Long Bybit / Short KuCoin');
		expect([record.exchangepair, record.venues]).toEqual(['bybit-kucoin', 'bybit-kucoin']);
		expect(record.guards).toEqual([]);
		// The book shows 90,000,000 coins, which is 300 common lots of 300,000. The maximum amount is the highest one
		// that does not buy another lot.
		expect(record.maxAmount === null ? null : formatDecimal(record.maxAmount)).toBe('1805.99');
	});

	test('the symbol has the quote of the long leg', () => {
		const usdc = goodLeg('bybit', {}, { symbol: 'SOLPERP', quote: 'USDC' });
		expect([recordOf(usdc).symbol, recordOf(goodLeg('kucoin'), usdc).symbol]).toEqual(['SOLUSDC', 'SOLUSDT']);
	});
});
