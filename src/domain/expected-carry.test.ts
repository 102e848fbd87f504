import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	type NaiveSettlement,
	naivePayback,
	naiveSettlements,
	naiveSum,
	type RawCarryLeg,
} from '../../test/support/naive-carry.ts';
import { isNear } from '../../test/support/near.ts';
import { settlementTermsOf } from '../venues/facts.ts';
import { breakEvenAt } from './break-even.ts';
import type { CarryForecast } from './carry.ts';
import { legForwardRates } from './carry-curve.ts';
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import { approximately, published } from './estimate.ts';
import {
	counts,
	expectedCarry,
	expectedSettlements,
	FORWARD_ENDS_HOURS,
	type LegCarry,
	laterSettlementsOf,
	type PairCarry,
	payback,
	RATE_UNITS_PER_ONE,
} from './expected-carry.ts';
import { HOUR_MS, type PredictedFunding } from './funding.ts';
import type { LegRole } from './ids.ts';
import type { SettlementTerms } from './venue-facts.ts';

/**
 * Builds a leg from its running estimate and the forecast rates. `forward` is the expected rate per hour in each
 * bucket.
 */
function legCarry(
	role: LegRole,
	terms: SettlementTerms,
	funding: PredictedFunding,
	bounds: Parameters<typeof laterSettlementsOf>[2],
	forward: ArrayLike<number>,
	passed: LegCarry['passed'],
): LegCarry {
	return {
		...laterSettlementsOf(terms, funding, bounds),
		role,
		estimate: approximately(funding.predictedRate),
		forward,
		passed,
		uncertaintyMs: terms.uncertaintyMs,
	};
}

const T0 = Date.UTC(2026, 10, 21, 8);
const VENUES = ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'];

/** Generates a rate with at most 13 decimal places. */
function rateText(): fc.Arbitrary<string> {
	return fc.oneof(
		fc.constantFrom('0', '0.0001', '-0.0001', '0.03', '-0.03', '0.04'),
		fc.integer({ min: -40_000, max: 40_000 }).map((units) => (units / 1e7).toFixed(7)),
		fc.integer({ min: -1e10, max: 1e10 }).map((units) => (units / 1e13).toFixed(13)),
	);
}

/**
 * Milliseconds from the entry to a leg's next settlement: on and next to the limits of the venues' uncertainties, and
 * far from them.
 */
const NEXT_AFTER_MS = fc.oneof(
	fc.constantFrom(-60_001, -60_000, -20_001, -20_000, -500, -1, 0, 1, 20_000, 20_001, 60_000, 60_001),
	fc.integer({ min: -70_000, max: 70_000 }),
	fc.integer({ min: 0, max: 8 * HOUR_MS }),
	fc.constantFrom(24 * HOUR_MS, 168 * HOUR_MS, 2_160 * HOUR_MS, 3_000 * HOUR_MS),
	fc.integer({ min: 90_000, max: 25 * 60_000 }).map((ms) => -7 * HOUR_MS - ms),
);

function rawLeg(entryAt: number): fc.Arbitrary<RawCarryLeg> {
	return fc
		.record({
			venue: fc.constantFrom(...VENUES),
			estimate: rateText(),
			cap: fc.constantFrom(null, '0.03', '0.0001', '0.0025000000001'),
			floor: fc.constantFrom(null, '-0.03', '-0.0001'),
			intervalMs: fc.constantFrom(0.5, 1, 2, 4, 8, 24).map((hours) => hours * HOUR_MS),
			nextAfterMs: NEXT_AFTER_MS,
			// The values are even, so that half an hour pays a whole number of units.
			forward: fc.array(
				fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).map((units) => 2 * units),
				{
					minLength: 8,
					maxLength: 8,
				},
			),
			passedRate: fc.option(rateText(), { nil: undefined }),
		})
		.map(({ nextAfterMs, passedRate, ...leg }) => {
			const nextAt = entryAt + nextAfterMs;
			const passed = passedRate === undefined ? undefined : { at: nextAt - leg.intervalMs, rate: passedRate };
			return { ...leg, nextAt, passed };
		});
}

function legOf(role: 'long' | 'short', raw: RawCarryLeg): LegCarry {
	const funding = {
		predictedRate: parseDecimal(raw.estimate),
		intervalMs: raw.intervalMs,
		nextSettlementAt: raw.nextAt,
	};
	const bounds = {
		cap: raw.cap === null ? null : parseDecimal(raw.cap),
		floor: raw.floor === null ? null : parseDecimal(raw.floor),
	};
	const passed = raw.passed === undefined ? undefined : { at: raw.passed.at, rate: Number(raw.passed.rate) };
	const forward = raw.forward.map((units) => units / RATE_UNITS_PER_ONE);
	return legCarry(role, settlementTermsOf(raw.venue), funding, bounds, forward, passed);
}

/** A pair, an entry, and a forecast made at the start of the entry's hour or of the hour before. */
const SCENE = fc
	.tuple(fc.integer({ min: 0, max: HOUR_MS - 1 }), fc.constantFrom(0, 1))
	.chain(([afterHourMs, hoursBefore]) => {
		const entryAt = T0 + afterHourMs;
		return fc.record({
			entryAt: fc.constant(entryAt),
			forecastAt: fc.constant(T0 - hoursBefore * HOUR_MS),
			long: rawLeg(entryAt),
			short: rawLeg(entryAt),
		});
	});

type Scene = { entryAt: number; forecastAt: number; long: RawCarryLeg; short: RawCarryLeg };

function pairOf({ long, short, forecastAt }: Scene): PairCarry {
	return { long: legOf('long', long), short: legOf('short', short), forecastAt };
}

function naive({ long, short, forecastAt, entryAt }: Scene, horizonMs: number): NaiveSettlement[] {
	const endAt = entryAt + horizonMs;
	return [
		...naiveSettlements('long', long, forecastAt, entryAt, endAt),
		...naiveSettlements('short', short, forecastAt, entryAt, endAt),
	];
}

const inOrder = (a: { at: number; role: string; received: bigint }, b: typeof a) =>
	a.at - b.at || (a.role < b.role ? -1 : a.role > b.role ? 1 : Number(a.received - b.received));

const HORIZON_MS = fc.oneof(
	fc.constantFrom(1, 8, 24, 72, 168, 336, 720, 1_440, 2_160).map((hours) => hours * HOUR_MS),
	fc.integer({ min: HOUR_MS, max: 800 * HOUR_MS }),
);

describe('expected carry', () => {
	test('is the sum of its settlements, equal to a second computation to the unit and the millisecond', () => {
		const seen = { empty: 0, near: 0, hourly: 0 };
		fc.assert(
			fc.property(SCENE, HORIZON_MS, (scene, horizonMs) => {
				const expected = naive(scene, horizonMs);
				const pair = pairOf(scene);
				const settlements = expectedSettlements(pair, scene.entryAt, horizonMs);
				expect(
					settlements
						.map(({ at, role, received }) => ({ at, role, received: BigInt(published(received)) }))
						.sort(inOrder),
				).toEqual([...expected].sort(inOrder));
				expect(settlements.map(({ at }) => at)).toEqual(
					settlements.map(({ at }) => at).sort((a, b) => a - b),
				);
				const carry = expectedCarry(pair, scene.entryAt, horizonMs);
				expect(isNear(carry, naiveSum(expected) as Decimal)).toBe(true);
				expect(carry).toBeCloseTo(
					settlements.reduce((sum, { received }) => sum + received, 0),
					12,
				);
				for (const { role, rate, received } of settlements)
					expect(received).toBe(role === 'long' ? 0 - rate : rate);
				if (expected.length === 0) seen.empty += 1;
				if (expected.some(({ at }) => Math.abs(at - scene.entryAt) <= 20_000)) seen.near += 1;
				if (pair.long.laterIntervalMs < scene.long.intervalMs) seen.hourly += 1;
			}),
			{ numRuns: 600 },
		);
		expect(Math.min(seen.empty, seen.near, seen.hourly)).toBeGreaterThan(3);
	});

	test('equals the model at each of its horizons when estimates follow the model', () => {
		const small = (max: number) => fc.double({ min: -max, max, noNaN: true });
		const clock = fc.constantFrom(1, 2, 4, 8).chain((hours) =>
			fc.record({
				intervalMs: fc.constant(hours * HOUR_MS),
				phaseMs: fc.oneof(fc.constant(hours * HOUR_MS), fc.integer({ min: 60_001, max: hours * HOUR_MS })),
			}),
		);
		fc.assert(
			fc.property(
				fc.array(small(0.02), { minLength: 6, maxLength: 6 }),
				small(1e-4),
				small(1e-4),
				clock,
				clock,
				fc.constantFrom(...CARRY_HORIZONS_HOURS.entries()),
				(expected, firstMean, secondMean, first, second, [index, hours]) => {
					const forecast: CarryForecast = {
						expected,
						firstMean,
						secondMean,
						sd: [],
						odds: [],
						headlineScales: 0,
						hasLikeClocks: true,
						monthMean: 0,
						basis: 'own_history',
						observations: 720,
						calibrated: false,
					};
					const leg = (
						role: 'long' | 'short',
						{ intervalMs, phaseMs }: { intervalMs: number; phaseMs: number },
					) => {
						const side = role === 'short' ? 'first' : 'second';
						const forward = FORWARD_ENDS_HOURS.map((end) => legForwardRates(forecast, end)[side]);
						const estimate = ((forward[0] ?? 0) * (intervalMs / HOUR_MS)).toFixed(13);
						const funding = {
							predictedRate: parseDecimal(estimate),
							intervalMs,
							nextSettlementAt: T0 + phaseMs,
						};
						return legCarry(
							role,
							settlementTermsOf('okx'),
							funding,
							{ cap: null, floor: null },
							forward,
							undefined,
						);
					};
					const pair = { long: leg('long', second), short: leg('short', first), forecastAt: T0 };
					const carry = expectedCarry(pair, T0, hours * HOUR_MS);
					const settlementCount = hours * (HOUR_MS / first.intervalMs + HOUR_MS / second.intervalMs);
					const rounding = (0.5 * settlementCount + 1) / RATE_UNITS_PER_ONE;
					expect(Math.abs(carry - (expected[index] as number))).toBeLessThanOrEqual(rounding + 1e-14);
				},
			),
			{ numRuns: 500 },
		);
	});
});

/** Creates a short leg at bybit that settles every 8 h, next in one hour. The long leg pays nothing. */
function shortAlone(change: Partial<RawCarryLeg> = {}): Scene {
	const idle: RawCarryLeg = {
		venue: 'kucoin',
		estimate: '0',
		cap: null,
		floor: null,
		intervalMs: 8 * HOUR_MS,
		nextAt: T0 + 8 * HOUR_MS,
		forward: [0, 0, 0, 0, 0, 0, 0, 0],
		passed: undefined,
	};
	// 1 bp per 8 h is 125,000,000 units per hour.
	const forward = Array.from({ length: 8 }, () => 125_000_000);
	const short = { ...idle, venue: 'bybit', estimate: '0.0003', nextAt: T0 + HOUR_MS, forward, ...change };
	return { entryAt: T0, forecastAt: T0, long: idle, short };
}

const carryOf = (scene: Scene, hours: number) => expectedCarry(pairOf(scene), scene.entryAt, hours * HOUR_MS);
const decimals = (...values: readonly string[]): number[] => values.map(Number);

describe('known cases', () => {
	test('uses the estimate for the next settlement, the model for later ones, and includes the end', () => {
		const scene = shortAlone();
		// The leg settles after 1, 9, 17, 25 … hours.
		expect([carryOf(scene, 1), carryOf(scene, 8.999), carryOf(scene, 9), carryOf(scene, 17)]).toEqual(
			decimals('0.0003', '0.0003', '0.0004', '0.0005'),
		);
		// 168 h contain 21 settlements and 2,160 h contain 270.
		expect([carryOf(scene, 168), carryOf(scene, 2_160)]).toEqual(decimals('0.0023', '0.0272'));
	});

	test('assigns a settlement at the end of a bucket to that bucket', () => {
		const forward = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 125_000_000);
		const scene = shortAlone({ nextAt: T0, intervalMs: 8 * HOUR_MS, forward });
		// The settlements pay 1 bp after 8 h, 2 bp after 16 and after 24 h, and 3 bp after 32 h. The one at the entry
		// would be a receipt, so it does not count.
		expect([carryOf(scene, 8), carryOf(scene, 24), carryOf(scene, 32)]).toEqual(
			decimals('0.0001', '0.0005', '0.0008'),
		);
	});

	test('makes later settlements hourly after an estimate at its cap or floor, if the venue does so', () => {
		const capped = { estimate: '0.02', cap: '0.02', floor: '-0.02' };
		// One settlement of 2 % after an hour, then 7 hourly settlements of an eighth of a basis point.
		expect(carryOf(shortAlone(capped), 8)).toBe(0.0200875);
		expect(carryOf(shortAlone({ ...capped, estimate: '-0.02' }), 8)).toBe(-0.0199125);
		expect(carryOf(shortAlone({ ...capped, estimate: '0.0199' }), 9)).toBe(0.02);
		expect(carryOf(shortAlone({ ...capped, venue: 'okx' }), 9)).toBe(0.0201);
		// An interval that is already shorter than an hour stays as it is.
		expect(carryOf(shortAlone({ ...capped, intervalMs: HOUR_MS / 2 }), 2)).toBe(0.0200125);
	});

	test('keeps later rates within the bounds', () => {
		expect(carryOf(shortAlone({ cap: '0.00005', estimate: '0', floor: '-1' }), 17)).toBe(0.0001);
		const falling = Array.from({ length: 8 }, () => -125_000_000);
		expect(carryOf(shortAlone({ floor: '-0.00002', cap: '1', estimate: '0', forward: falling }), 17)).toBe(
			-0.00004,
		);
	});

	test.each([
		['bybit', 20_000],
		['okx', 60_000],
	])('counts payments but no receipts within its uncertainty %s', (venue, uncertaintyMs) => {
		const at = (afterMs: number, estimate: string) =>
			carryOf(shortAlone({ venue, nextAt: T0 + afterMs, estimate }), 1);
		for (const afterMs of [-uncertaintyMs, -1, 0, 1, uncertaintyMs])
			expect([at(afterMs, '0.001'), at(afterMs, '-0.001')]).toEqual(decimals('0', '-0.001'));
		expect([at(uncertaintyMs + 1, '0.001'), at(uncertaintyMs + 1, '-0.001')]).toEqual(
			decimals('0.001', '-0.001'),
		);
		expect([at(-uncertaintyMs - 1, '0.001'), at(-uncertaintyMs - 1, '-0.001')]).toEqual(decimals('0', '0'));
	});

	test('pays a settlement that has just passed at its settled rate', () => {
		const passed = (rate: string, afterMs: number) =>
			carryOf(shortAlone({ nextAt: T0 + 8 * HOUR_MS, passed: { at: T0 + afterMs, rate } }), 1);
		expect([passed('-0.001', -20_000), passed('0.001', -20_000), passed('-0.001', -20_001)]).toEqual(
			decimals('-0.001', '0', '0'),
		);
		const [row] = expectedSettlements(
			pairOf(shortAlone({ passed: { at: T0 - 1_000, rate: '-0.001' } })),
			T0,
			HOUR_MS,
		);
		expect([row?.at, row?.source, row?.rate]).toEqual([T0 - 1_000, 'settled', -0.001]);
	});

	test('the bounds of an instant', () => {
		expect([counts(100, false, 0, 99, 20), counts(99, false, 0, 99, 20)]).toEqual([false, true]);
		expect([counts(Number.NaN, true, 0, 99, 20), counts(-21, true, 0, 99, 20)]).toEqual([false, false]);
	});
});

describe('an invalid interval or clock', () => {
	test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
		'has only the next settlement at interval %d',
		(intervalMs) => {
			const scene = shortAlone({ intervalMs });
			expect(carryOf(scene, 2_160)).toBe(0.0003);
			expect(
				expectedSettlements(pairOf(scene), T0, 2_160 * HOUR_MS).filter(({ role }) => role === 'short'),
			).toHaveLength(1);
			expect(payback(pairOf(scene), T0, 0.0003).breakEvenHours).toBe(1);
		},
	);

	test('has no settlement if the next one is at no valid time', () => {
		const scene = shortAlone({ nextAt: Number.NaN });
		expect(carryOf(scene, 2_160)).toBe(0);
		expect(payback(pairOf(scene), T0, 0.0001).breakEvenHours).toBeNull();
	});
});

describe('payback', () => {
	const shown = (hours: number | null) => (hours === null ? null : hours.toFixed(2));
	const totals = fc.oneof(
		fc.constantFrom('0', '0.0001', '-0.0001', '0.0035'),
		fc.integer({ min: -2e10, max: 2e11 }).map((units) => (units / 1e13).toFixed(13)),
	);
	/**
	 * Shifts the short leg's rates up, so that carry rises but swings. It then covers a cost, falls below it and
	 * covers it again.
	 */
	const swinging = fc
		.record({ scene: SCENE, tilt: fc.integer({ min: 0, max: 3_000_000_000 }) })
		.map(({ scene, tilt }) => ({
			...scene,
			short: {
				...scene.short,
				forward: scene.short.forward.map((units) => units / 2 - (units % 4) / 2 + 2 * tilt),
			},
		}));

	test('computes break-even and best horizon equal to a second computation', () => {
		const seen = { covered: 0, never: 0, atOnce: 0, best: 0 };
		fc.assert(
			fc.property(swinging, totals, (scene, totalText) => {
				const total = parseDecimal(totalText);
				const paid = payback(pairOf(scene), scene.entryAt, approximately(total));
				const expected = naivePayback(naive(scene, 2_160 * HOUR_MS), scene.entryAt, total);
				expect({ breakEven: shown(paid.breakEvenHours), best: shown(paid.bestHorizonHours) }).toEqual(
					expected,
				);
				if (expected.breakEven === null) seen.never += 1;
				else if (expected.breakEven === '0.00') seen.atOnce += 1;
				else seen.covered += 1;
				if (expected.best !== null) seen.best += 1;
			}),
			{ numRuns: 120 },
		);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(3);
	});

	test('finds the same break-even by counting as by walking', () => {
		const seen = { never: 0, atEntry: 0, first: 0, later: 0 };
		const closings = fc.oneof(fc.constant(undefined), fc.integer({ min: -120_000, max: 1_000 * HOUR_MS }));
		const scenes = fc.record({ scene: fc.oneof(SCENE, swinging), isOneClock: fc.boolean() });
		fc.assert(
			fc.property(scenes, totals, closings, ({ scene: drawn, isOneClock }, totalText, closesIn) => {
				const { nextAt, intervalMs } = drawn.long;
				const scene = isOneClock ? { ...drawn, short: { ...drawn.short, nextAt, intervalMs } } : drawn;
				const { entryAt } = scene;
				const total = Number(totalText);
				const closesAt = closesIn === undefined ? undefined : entryAt + closesIn;
				const walked = payback(pairOf(scene), entryAt, total, closesAt).breakEvenAt;
				expect(breakEvenAt(pairOf(scene), entryAt, total, closesAt)).toBe(walked);
				if (walked === null) seen.never += 1;
				else if (walked === entryAt) seen.atEntry += 1;
				else if (walked <= entryAt + 24 * HOUR_MS) seen.first += 1;
				else seen.later += 1;
			}),
			{ numRuns: 1_000 },
		);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
	});

	test('breaks even at the settlement that covers the cost, rounded up to include it', () => {
		const scene = shortAlone();
		expect(payback(pairOf(scene), T0, 0.0003)).toEqual({
			breakEvenHours: 1,
			breakEvenAt: T0 + HOUR_MS,
			bestHorizonHours: 2_153,
		});
		expect(payback(pairOf(scene), T0, 0.000300000000001).breakEvenHours).toBe(9);
		expect(payback(pairOf(scene), T0 - 1, 0.0003).breakEvenHours).toBe(1.01);
		expect(payback(pairOf(scene), T0 + 1, 0.0003).breakEvenHours).toBe(1);
		// 1.1 h must count as 110 hundredths, although the double may be slightly more.
		const later = shortAlone({ nextAt: T0 + 1.1 * HOUR_MS });
		expect(payback(pairOf(later), T0, 0.0003).breakEvenHours).toBe(1.1);
	});

	test('does not count a payback that is lost again, and pays back a zero cost at once', () => {
		const forward = [125, 125, 125, -125, -125, -125, -125, -125].map((n) => n * 1_000_000);
		const scene = shortAlone({ forward });
		expect(payback(pairOf(scene), T0, 0.0005).breakEvenHours).toBeNull();
		expect(payback(pairOf(scene), T0, 0.0005).bestHorizonHours).toBe(65);
		expect(payback(pairOf(shortAlone()), T0, 0)).toMatchObject({
			breakEvenHours: 0,
			breakEvenAt: T0,
			bestHorizonHours: 1,
		});
		expect(payback(pairOf(shortAlone()), T0, 1)).toEqual({
			breakEvenHours: null,
			breakEvenAt: null,
			bestHorizonHours: null,
		});
	});

	test('prefers the shortest of horizons with equal pay per hour', () => {
		const scene = shortAlone({ estimate: '0.0000125', intervalMs: HOUR_MS });
		expect(payback(pairOf(scene), T0, 0).bestHorizonHours).toBe(1);
	});
});
