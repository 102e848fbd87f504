import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { monthMeanPerYear, probabilityBelow } from '../src/domain/carry.ts';
import { CARRY_HORIZONS_HOURS } from '../src/domain/carry-model.ts';
import { neutralCarryModel } from '../src/domain/carry-prior.ts';
import { bestHorizon, obstacles } from '../src/domain/verdict.ts';
import { forecastCarry } from '../test/support/forecast-carry.ts';
import { recordedLeg } from '../test/support/recorded-legs.ts';
import { noisyLeg } from '../test/support/settled-legs.ts';
import { type SettledLeg, scoredSeries } from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';
import { shippedVerdict } from './verdicts.ts';
import { type WalkForward, walkForward } from './walk-forward.ts';

const TO = 5_000;

function noisy(venue: string, seed: number, interval: number, mean: number): SettledLeg {
	const leg = noisyLeg({ seed, interval, from: 0, to: TO, mean, noise: 4e-5 });
	return { ...recordedLeg(venue, interval, 0, TO, () => 0), rates: leg.rates };
}

/** Three legs with noise, whose pairs have spreads of about 4, 9 and 13 % a year. */
const LEGS = [noisy('a', 1, 8, 1.5e-5), noisy('b', 2, 8, 1e-5), noisy('c', 3, 1, 0)];

let walked: WalkForward | undefined;
function walk(): WalkForward {
	walked ??= walkForward(scoredSeries(LEGS), neutralCarryModel(), () => undefined);
	return walked;
}

test('every verdict of a walk is the answer of the shipped rules', () => {
	const { decisions } = walk();
	const found = new Set<string>();
	for (const { series, stated, verdict } of decisions) {
		expect(verdict.side).toBe((stated[5] as number) < 0 ? -1 : 1);
		const expected = stated.map((carry) => verdict.side * carry);
		expect(verdict.horizon).toBe(bestHorizon(expected));
		const netBp = (expected[verdict.horizon] as number) - roundTripCostBp(series);
		expect(1e4 * verdict.facts.expectedNet).toBeCloseTo(netBp, 9);
		const against = obstacles(verdict.facts);
		expect(verdict.isTrade).toBe(against.length === 0);
		for (const obstacle of verdict.isTrade ? ['trade'] : against) found.add(obstacle);
	}
	expect(decisions.length).toBeGreaterThan(1_000);
	expect([...found].sort()).toEqual(['monthMean', 'nothingLeft', 'odds', 'trade']);
});

test('the entries for trading are the verdicts of the same hours', () => {
	const { decisions, hourly } = walk();
	const entriesOf = new Map(hourly.map((signals) => [signals.series, signals]));
	for (const { series, hour, verdict } of decisions) {
		const signals = entriesOf.get(series);
		const entry = signals?.entries[hour - signals.from];
		expect(entry).toBe(verdict.isTrade ? verdict.side : 0);
	}
});

test('the chance of a profit is that of the stated horizon, rounded to four places', () => {
	const model = walk().finalModel();
	const [first, second] = [LEGS[0] as SettledLeg, LEGS[2] as SettledLeg];
	for (const hour of [3_001, 4_002, TO]) {
		const forecast = forecastCarry(model, first, second, hour);
		if (forecast === undefined) throw new Error('A forecast was expected.');
		const { side, horizon, facts } = shippedVerdict(model, forecast, 0.0027);
		const hours = CARRY_HORIZONS_HOURS[horizon] as number;
		const carry = side * (forecast.expected[horizon] as number);
		const sd = forecast.sd[horizon] as number;
		const below = probabilityBelow(model, forecast, side, hours, carry, sd, 0.0027);
		expect(facts.probabilityPositive).toBe(Number((1 - below).toFixed(4)));
		expect(facts.monthMean).toBe(monthMeanPerYear(forecast, side));
	}
});

test('swapped legs turn the side and change nothing else', () => {
	const model = walk().finalModel();
	const [first, second] = [LEGS[1] as SettledLeg, LEGS[2] as SettledLeg];
	const verdictOf = (one: SettledLeg, other: SettledLeg) => {
		const forecast = forecastCarry(model, one, other, 4_500);
		return forecast === undefined ? undefined : shippedVerdict(model, forecast, 0.0027);
	};
	const [straight, swapped] = [verdictOf(first, second), verdictOf(second, first)];
	expect(straight?.facts.expectedNet).toBeGreaterThan(0);
	expect(swapped?.side).toBe(-(straight?.side ?? 0));
	expect(swapped?.facts.expectedNet).toBeCloseTo(straight?.facts.expectedNet ?? 0, 12);
	expect(swapped?.facts.probabilityPositive).toBeCloseTo(straight?.facts.probabilityPositive ?? 0, 3);
	expect(swapped).toMatchObject({ horizon: straight?.horizon, isTrade: straight?.isTrade });
});

test('a pair without 30 days of its own history is never a trade', () => {
	const model = walk().finalModel();
	const first = recordedLeg('a', 1, 0, 600, () => 1e-3);
	const second = recordedLeg('b', 1, 0, 600, () => 0);
	const forecast = forecastCarry(model, first, second, 600);
	if (forecast === undefined) throw new Error('A forecast was expected.');
	const verdict = shippedVerdict(model, forecast, 0.0027);
	// The 30-day mean is unknown as well.
	expect(obstacles(verdict.facts)).toEqual(['monthMean', 'history']);
	expect(verdict.isTrade).toBe(false);
});

test('the rules are imported from the domain', () => {
	const importsOf = (file: string, from: string): readonly string[] => {
		const source = readFileSync(new URL(file, import.meta.url), 'utf8');
		const [, names = ''] = new RegExp(`import \\{([^}]*)\\} from '${from}'`).exec(source) ?? [];
		return names.split(',').map((name) => name.trim());
	};
	expect(importsOf('verdicts.ts', '../src/domain/verdict.ts')).toEqual(
		expect.arrayContaining(['bestHorizon', 'obstacles']),
	);
	expect(importsOf('trading-rules.ts', '../src/domain/exit-reversal.ts')).toContain('isReversed');
});
