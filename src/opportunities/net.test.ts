import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	bookOf,
	freshStatus,
	fundingOf,
	HOUR_MS,
	inputsOf,
	instrumentOf,
	tickerOf,
	unknownRate,
} from '../../test/support/hand-driven-market.ts';
import type { CarryForecast } from '../domain/carry.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from '../domain/carry-model.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { type Decimal, formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { expectedCarry, type PairCarry } from '../domain/expected-carry.ts';
import { type CostTerms, ENTRY_TIME_MS, horizonMsOf, type Opportunity } from '../domain/opportunity.ts';
import { snakeName } from '../domain/snake-case.ts';
import { textOf } from '../sentences/sentence.ts';
import { type Expectation, pairExpectation } from './expectation.ts';
import { blockingGuards, type LegInputs } from './guards.ts';
import { readPair } from './pair-reading.ts';
import { opportunityOf, type RecordInputs } from './record.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const UNIT = 10n ** 18n;

/** All inputs of a verdict. */
type Case = {
	readonly forecast: CarryForecast;
	readonly rates: readonly [string, string];
	readonly basis: { readonly mean: string; readonly sd: number; readonly count: number };
	readonly terms: CostTerms;
	readonly isTrading: boolean;
	readonly bookSize: string;
};

/** Hourly rate, up to 0.001 % in either direction. */
const carryRate = fc.integer({ min: -100, max: 100 }).map((units) => units / 1e7);

const CASE: fc.Arbitrary<Case> = fc.record({
	forecast: fc
		.record({
			perHour: fc.array(carryRate, { minLength: 6, maxLength: 6 }),
			sdPerHour: fc.constantFrom(0, 1e-7, 5e-6),
			shift: fc.constantFrom(0, 0.7, -1.2),
			tie: fc.constantFrom(0, 0.3),
			firstMean: carryRate.map((rate) => 3 * rate),
			secondMean: carryRate,
			headlineScales: fc.constant(0),
			hasLikeClocks: fc.boolean(),
			basis: fc.constantFrom('own_history' as const, 'own_history' as const, 'pooled_prior' as const),
			observations: fc.integer({ min: 1, max: 9_000 }),
			calibrated: fc.boolean(),
		})
		.map(({ perHour, sdPerHour, shift, tie, ...rest }) => ({
			...rest,
			monthMean: rest.firstMean - rest.secondMean,
			expected: CARRY_HORIZONS_HOURS.map((hours, index) => hours * (perHour[index] as number)),
			sd: CARRY_HORIZONS_HOURS.map((hours) => hours * sdPerHour),
			odds: CARRY_HORIZONS_HOURS.map(() => ({ shift, tie })),
		})),
	rates: fc.tuple(
		fc.constantFrom('0', '0.0001', '-0.0002', '0.0000125'),
		fc.constantFrom('0', '0.0001', '0.003', '0.0004'),
	),
	basis: fc.record({
		mean: fc.constantFrom('0', '0.0001', '-0.004', '0.002'),
		sd: fc.constantFrom(0, 0.0003),
		count: fc.constantFrom(4, 60, 60),
	}),
	terms: fc.record({
		amount: fc.constantFrom('1000', '250.5', '40000').map(parseDecimal),
		horizonHours: fc.constantFrom(
			undefined,
			...['1', '1.1', '8', '24', '100', '168', '720', '2160'].map(parseDecimal),
		),
		leverage: fc.constantFrom('1', '1.5', '3').map(parseDecimal),
		mode: fc.constant('single-direct'),
	}),
	isTrading: fc.constantFrom(true, true, true, false),
	bookSize: fc.constantFrom('1000', '1000', '1'),
});

const MODEL: CarryModel = neutralCarryModel();

function leg(venue: string, rate: string, { isTrading, bookSize }: Case): LegInputs {
	const instrument = instrumentOf(venue, 'SOL');
	return {
		...inputsOf(instrument, {
			ticker: tickerOf(instrument.symbol, '100', fundingOf(rate, 8, NOW + 2 * HOUR_MS), {
				tradable: isTrading,
			}),
			tickerReceivedAt: NOW,
			book: bookOf([['99.99', bookSize]], [['100.01', bookSize]]),
			bookReceivedAt: NOW,
		}),
		status: freshStatus(venue),
	};
}

function inputsFor(drawn: Case, expectation?: Expectation): RecordInputs {
	const { mean, ...basis } = drawn.basis;
	return {
		opportunityId: 'opp_1',
		long: leg('bybit', drawn.rates[0], drawn),
		short: leg('kucoin', drawn.rates[1], { ...drawn, isTrading: true }),
		// The canonical direction is short the first leg, long the second.
		firstIsLong: false,
		expectation: expectation ?? pairExpectation(MODEL, drawn.forecast, Math.floor(NOW / HOUR_MS)),
		passed: { long: undefined, short: undefined },
		basis: { mean: Number(mean), spanMs: 24 * HOUR_MS, ...basis },
		now: NOW,
		limits: {
			tickerStaleMs: 5_000,
			bookStaleMs: 5_000,
			maxAmountSlippageBps: fromInteger(15),
			stressMovePct: fromInteger(10),
			tooGoodApr: fromInteger(5),
		},
		quoteRate: unknownRate,
	};
}

/**
 * Reference implementation. Interpolates between the error quantiles to find the fraction of forecast errors at or
 * below a value, limited to between 1/200 and 199/200. Then applies the pair's own odds.
 */
function naiveBelow(
	odds: CarryForecast['odds'],
	hours: number,
	expected: number,
	sd: number,
	threshold: number,
): number {
	const at = CARRY_HORIZONS_HOURS.findIndex((end) => end >= hours);
	const { errorQuantiles } = MODEL.horizons.at(at) as CarryModel['horizons'][number];
	const { shift, tie } = odds.at(at) as CarryForecast['odds'][number];
	if (sd === 0) return expected <= threshold ? 1 : 0;
	const side = expected < 0 ? -1 : 1;
	const value = (side * (threshold - expected)) / sd;
	const steps = errorQuantiles.length - 1;
	let share = value < (errorQuantiles[0] as number) ? 0 : 1;
	for (let step = 0; step < steps; step += 1) {
		const [from, to] = [errorQuantiles[step] as number, errorQuantiles[step + 1] as number];
		if (from <= value && value < to) share = (step + (value - from) / (to - from)) / steps;
	}
	share = Math.min(0.995, Math.max(0.005, share));
	const above = side === 1 ? 1 - share : share;
	const shifted = Math.exp(Math.log(above / (1 - above)) + shift);
	const moving = (1 - tie) * (1 - shifted / (1 + shifted));
	return threshold < 0 ? moving : moving + tie;
}

const asNumber = (value: Decimal | null): number =>
	value === null ? Number.NaN : Number(formatDecimal(value));
const places = (value: number, count: number): Decimal => parseDecimal(value.toFixed(count));
/** Returns a × b / c, rounded toward zero. */
const ratio = (a: bigint, b: bigint, c: bigint): bigint => (a * b) / c;

/** Checks the relations between figures that the API specification defines. */
function expectFigures(record: Opportunity, inputs: RecordInputs, drawn: Case): void {
	const { net } = record;
	const carry = readPair(inputs).carry();
	if (carry === undefined || net.expectedCarry === null) throw new Error('The carry is known.');
	const { leverage } = drawn.terms;
	const horizonHours = drawn.terms.horizonHours ?? bestHorizonOf(carry);
	expect(net.horizonHours).toBe(horizonHours);
	const horizonMs = horizonMsOf({ horizonHours });
	expect(net.expectedCarry).toBe(published(expectedCarry(carry, NOW + ENTRY_TIME_MS, horizonMs)));
	expectNear(record.chosenPerEpoch, ratio(net.expectedCarry, 8n * UNIT, horizonHours));
	const hours = asNumber(horizonHours);
	const expected = asNumber(net.expectedCarry);
	const sd = asNumber(net.carrySd);
	expect(Math.abs(sd - naiveSd(drawn.forecast, hours))).toBeLessThan(1e-12);
	const below = (spread: number, threshold: number) =>
		naiveBelow(drawn.forecast.odds, hours, expected, spread, threshold);
	expectClose(net.reversalProbability, sd === 0 ? Number(expected < 0) : below(sd, -1e-300));
	const { total, ...parts } = net.cost;
	const known = Object.values(parts).filter((part) => part !== null);
	if (total === null) {
		expect(known.length).toBeLessThan(5);
		return;
	}
	expectNear(
		total,
		known.reduce((before, part) => before + part, 0n),
	);
	expect(known).toHaveLength(5);
	const left = net.expectedCarry - total;
	const apr = ratio(net.expectedNet ?? 0n, 8_760n * UNIT, horizonHours);
	expectNear(net.expectedNet, left);
	expectNear(net.netApr, apr);
	expectNear(net.netAprOnCapital, ratio(apr, leverage, 2n * UNIT));
	const spread = Math.hypot(sd, drawn.basis.sd);
	expectClose(net.probabilityPositive, 1 - below(spread, asNumber(total)));
}

/**
 * Compares figures with a tolerance of 1e-12, which is how precisely the identities between published figures hold.
 */
function expectNear(shown: Decimal | null, expected: bigint): void {
	expect(shown).not.toBeNull();
	expect(Math.abs(asNumber(((shown ?? 0n) - expected) as Decimal))).toBeLessThan(1e-12);
}

/** Returns the horizon with the highest net, or the shortest of several equal ones. */
function bestHorizonOf(carry: PairCarry): Decimal {
	const all = CARRY_HORIZONS_HOURS.map((hours) => ({
		hours,
		carry: expectedCarry(carry, NOW + ENTRY_TIME_MS, hours * HOUR_MS),
	}));
	const most = Math.max(...all.map(({ carry }) => carry));
	return fromInteger(all.find(({ carry }) => carry === most)?.hours ?? Number.NaN);
}

/** Compares statistics to within one unit of the fourth decimal place. */
function expectClose(shown: Decimal | null, expected: number): void {
	expect(shown).not.toBeNull();
	expect(Math.abs(asNumber(shown) - expected)).toBeLessThanOrEqual(0.000_1);
	expect(asNumber(shown)).toBeGreaterThanOrEqual(0);
	expect(asNumber(shown)).toBeLessThanOrEqual(1);
	expect(places(asNumber(shown), 4)).toBe(shown);
}

/**
 * Returns the deviation for any horizon. These forecasts grow linearly with the hours, so a power law through both
 * ends is a straight line.
 */
function naiveSd({ sd }: CarryForecast, hours: number): number {
	return Math.max(hours, 8) * ((sd[0] as number) / 8);
}

function expectVerdict(record: Opportunity, drawn: Case): void {
	const { net } = record;
	const blocked = blockingGuards(record).length > 0;
	if (net.expectedNet === null || net.probabilityPositive === null) {
		expect(net.verdict).toBe('unknown');
		return;
	}
	const isTrade =
		!blocked &&
		net.expectedNet > 0n &&
		net.probabilityPositive >= parseDecimal('0.6') &&
		drawn.forecast.monthMean * 8_760 > 0.05 &&
		drawn.forecast.basis === 'own_history';
	expect(net.verdict).toBe(isTrade ? 'trade' : 'no_trade');
}

describe('the expected net', () => {
	test('follows from carry, cost and terms within 1e-12, and the verdict from it', () => {
		const verdicts = { trade: 0, no_trade: 0, unknown: 0 };
		fc.assert(
			fc.property(CASE, (drawn) => {
				const inputs = inputsFor(drawn);
				const record = opportunityOf(inputs, drawn.terms);
				expectFigures(record, inputs, drawn);
				expectVerdict(record, drawn);
				const { net } = record;
				expect(net.reasons.length).toBeGreaterThan(0);
				expect(net.reasons.every((sentence) => textOf(sentence).endsWith('.'))).toBe(true);
				expect(net.model).toEqual({
					basis: drawn.forecast.basis,
					observations: drawn.forecast.observations,
					calibrated: drawn.forecast.calibrated,
				});
				expect([net.amount, net.leverage]).toEqual([drawn.terms.amount, drawn.terms.leverage]);
				const explained = new Set(record.reasons.map(({ field }) => field));
				for (const [name, value] of [...Object.entries(net), ...Object.entries(net.cost)].map(
					([member, figure]) => [snakeName(member), figure] as const,
				))
					if (value === null)
						expect(explained.has(`net.${name}`) || explained.has(`net.cost.${name}`)).toBe(true);
				verdicts[net.verdict] += 1;
			}),
			{ numRuns: 1_000 },
		);
		expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(20);
	});

	test('is unknown without a forecast, and the sentence says why', () => {
		fc.assert(
			fc.property(CASE, (drawn) => {
				const record = opportunityOf(inputsFor(drawn, { unknown: 'No history is known.' }), drawn.terms);
				const { amount, horizonHours, leverage, cost, verdict, reasons, ...figures } = record.net;
				expect(Object.values(figures).every((value) => value === null)).toBe(true);
				expect(verdict).toBe('unknown');
				expect(reasons.map(textOf)[0]).toBe('The verdict is unknown. No history is known.');
				const explained = record.reasons.filter(({ code }) => code === 'EXPECTATION_UNKNOWN');
				expect(explained.map(({ field }) => field)).toEqual(
					expect.arrayContaining(Object.keys(figures).map((name) => `net.${snakeName(name)}`)),
				);
				expect(cost.entryFees).not.toBeNull();
			}),
			{ numRuns: 50 },
		);
	});
});

const STEADY: Case = {
	forecast: {
		// The forecast is 1 bp per 8 h in the direction of the legs, with little noise.
		expected: CARRY_HORIZONS_HOURS.map((hours) => (hours * 0.0001) / 8),
		sd: CARRY_HORIZONS_HOURS.map((hours) => hours * 1e-7),
		odds: CARRY_HORIZONS_HOURS.map(() => ({ shift: 0, tie: 0 })),
		// This mean is 11 % a year.
		firstMean: 0.0001 / 8,
		secondMean: 0,
		monthMean: 0.0001 / 8,
		headlineScales: 0,
		hasLikeClocks: true,
		basis: 'own_history',
		observations: 720,
		calibrated: true,
	},
	rates: ['0', '0.0001'],
	basis: { mean: '0', sd: 0, count: 60 },
	terms: {
		amount: fromInteger(1_000),
		horizonHours: fromInteger(720),
		leverage: fromInteger(1),
		mode: 'single-direct',
	},
	isTrading: true,
	bookSize: '1000',
};

function netOfCase(change: Partial<Case>, forecast: Partial<CarryForecast> = {}) {
	const drawn = { ...STEADY, ...change, forecast: { ...STEADY.forecast, ...forecast } };
	const { net } = opportunityOf(inputsFor(drawn), drawn.terms);
	return { ...net, reasons: net.reasons.map(textOf) };
}

describe('worked examples', () => {
	test('90 settlements of 1 bp minus four fees of 6 bp and four slippages of 1 bp', () => {
		const net = netOfCase({});
		expect([net.expectedCarry, net.cost.total, net.expectedNet]).toEqual(
			['0.009', '0.0028', '0.0062'].map(parseDecimal),
		);
		expect(formatDecimal(net.netApr ?? fromInteger(0))).toBe('0.0754333333333333');
		// The first settlement is in 2 h, less the entry time; the 28th is 27 × 8 h = 216 h later and covers the
		// costs of 28 bp. After 720 h, a settlement pays 0.8 bp, more than the average net of 0.62 % / 714 h × 8 h =
		// 0.69 bp. A longer horizon is therefore better. After 1,440 h, it pays 0.64 bp, less than 1.34 % / 1,434 h ×
		// 8 h = 0.75 bp.
		expect([net.breakEvenHours, net.bestHorizonHours].map((value) => asNumber(value))).toEqual([218, 1434]);
		expect(net).toMatchObject({
			verdict: 'trade',
			reasons: ['Net +0.62 % (funding 0.90 % − costs 0.28 %), 99.5 % chance of profit.'],
			probabilityPositive: parseDecimal('0.995'),
			reversalProbability: parseDecimal('0.005'),
		});
	});

	test('each rule alone blocks the trade, with its sentence', () => {
		const short = { ...STEADY.terms, horizonHours: fromInteger(24) };
		expect(netOfCase({ terms: short }).reasons).toEqual([
			'Expected net -0.25 %: funding of 0.03 % does not exceed costs of 0.28 %.',
			'0.5 % chance of profit; 60 % required.',
		]);
		const doubtful = { odds: CARRY_HORIZONS_HOURS.map(() => ({ shift: -6, tie: 0 })) };
		expect(netOfCase({}, doubtful)).toMatchObject({
			verdict: 'no_trade',
			reasons: [expect.stringMatching(/^33 % chance of profit; 60 % required\.$/)],
		});
		expect(netOfCase({}, { monthMean: Number.NaN })).toMatchObject({
			verdict: 'no_trade',
			reasons: [
				'Settlements from the last 30 days are missing, so their average is unknown; more than 5 % a year is required.',
			],
		});
		expect(netOfCase({}, { monthMean: 0.00003 / 8 })).toMatchObject({
			verdict: 'no_trade',
			reasons: ['Funding over the last 30 days in this direction: 3.29 % a year; more than 5 % required.'],
		});
		expect(netOfCase({}, { basis: 'pooled_prior', observations: 719 })).toMatchObject({
			verdict: 'no_trade',
			reasons: ['The legs have 29 days of settled history in common; 30 required.'],
		});
		expect(netOfCase({ isTrading: false })).toMatchObject({
			verdict: 'no_trade',
			reasons: ['Bybit SOLUSDT is not trading.'],
		});
		expect(netOfCase({ basis: { mean: '0', sd: 0, count: 4 } })).toMatchObject({
			verdict: 'unknown',
			expectedCarry: parseDecimal('0.009'),
			expectedNet: null,
			reasons: ['Part of the cost is unknown, so the expected net is unknown.'],
		});
	});

	test('two coins with one ticker are not a trade and have no expected net', () => {
		const inputs = inputsFor(STEADY);
		const dear = {
			...inputs.short,
			ticker: tickerOf('SOLUSDTM', '1700', fundingOf('0.0001', 8, NOW + HOUR_MS)),
		};
		const apart =
			'The index prices of Bybit SOLUSDT and KuCoin SOLUSDTM differ by 1600.00 % (limit 2.00 %). The ticker probably stands for two different coins.';
		const unknown: Expectation = { unknown: 'No history is known.' };
		for (const [expectation, carry] of [
			[inputs.expectation, parseDecimal('0.009')],
			[unknown, null],
		] as const) {
			const { net, priceBasis, reasons } = opportunityOf(
				{
					...inputs,
					short: { ...dear, instrument: instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' }) },
					expectation,
				},
				STEADY.terms,
			);
			expect(net).toMatchObject({ verdict: 'no_trade', reasons: [{ text: apart }], expectedCarry: carry });
			expect([net.expectedNet, net.netApr, net.probabilityPositive, net.cost.total]).toEqual(
				Array(4).fill(null),
			);
			expect(priceBasis).toBe(0n);
			const why = reasons.filter(({ field }) => field === 'net.cost.basis');
			expect(why).toEqual([
				{
					field: 'net.cost.basis',
					code: 'PRICE_MISMATCH',
					message: expect.objectContaining({
						text: 'The prices are too far apart for one coin, so the price basis at the exit cannot be estimated.',
					}),
				},
			]);
		}
	});

	test('a carry of exactly zero is neither a reversal nor a profit', () => {
		const idle = { expected: [0, 0, 0, 0, 0, 0] };
		const often = netOfCase(
			{ rates: ['0', '0'] },
			{ ...idle, odds: CARRY_HORIZONS_HOURS.map(() => ({ shift: 0, tie: 0.3 })) },
		);
		const never = netOfCase({ rates: ['0', '0'] }, idle);
		expect([often.reversalProbability, never.reversalProbability]).toEqual(['0.35', '0.5'].map(parseDecimal));
		const certain = netOfCase({ rates: ['0', '0'] }, { ...idle, sd: [0, 0, 0, 0, 0, 0] });
		expect([certain.reversalProbability, certain.probabilityPositive]).toEqual([0n, 0n]);
	});
});
