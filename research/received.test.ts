import { expect, test } from 'vitest';
import { recordedLeg } from '../test/support/recorded-legs.ts';
import {
	carryWithin,
	decisionHours,
	headlineReader,
	medianGap,
	receivedBp,
	type ScoredSeries,
	type SettledLeg,
	scoredSeries,
} from './received.ts';

const TO = 8_000;

function only(...legs: readonly SettledLeg[]): ScoredSeries {
	const [series, ...others] = scoredSeries(legs);
	if (series === undefined || others.length > 0) throw new Error('One series was expected.');
	return series;
}

test('a series is short the alphabetically first venue and long the second', () => {
	const series = only(
		recordedLeg('b', 8, 0, TO, () => 1e-4),
		recordedLeg('a', 8, 0, TO, () => 3e-4),
	);
	expect(series.key).toBe('a-b X');
	expect(receivedBp(series, 800, 8)).toBeCloseTo(2, 9);
	expect(receivedBp(series, 800, 24)).toBeCloseTo(6, 9);
});

test('carry counts settlements after the decision, up to and including the end', () => {
	const series = only(
		recordedLeg('a', 8, 0, TO, (hour) => (hour === 808 ? 1e-4 : 0)),
		recordedLeg('b', 8, 0, TO, () => 0),
	);
	expect(receivedBp(series, 800, 8)).toBeCloseTo(1, 9);
	expect(receivedBp(series, 807, 8)).toBeCloseTo(1, 9);
	expect(receivedBp(series, 808, 8)).toBe(0);
	expect(receivedBp(series, 799, 8)).toBe(0);
});

test('less than a billionth of a bp counts as zero', () => {
	const series = only(
		recordedLeg('a', 8, 0, TO, () => 0.1 + 0.2),
		recordedLeg('b', 8, 0, TO, () => 0.3),
	);
	expect(receivedBp(series, 800, 8)).toBe(0);
	expect(headlineReader(series)(800)).toBe(0);
});

test('a gap of three median intervals stays known, a longer one does not', () => {
	const three = (hour: number): boolean => hour === 808 || hour === 816;
	const four = (hour: number): boolean => three(hour) || hour === 824;
	const quiet = recordedLeg('b', 8, 0, TO, () => 0);
	expect(
		receivedBp(
			only(
				recordedLeg('a', 8, 0, TO, () => 0, three),
				quiet,
			),
			800,
			24,
		),
	).toBe(0);
	const holed = only(
		recordedLeg('a', 8, 0, TO, () => 0, four),
		quiet,
	);
	expect(receivedBp(holed, 799, 8)).toBeUndefined();
	expect(receivedBp(holed, 831, 8)).toBeUndefined();
	expect(receivedBp(holed, 832, 8)).toBe(0);
	expect(receivedBp(holed, 792, 8)).toBe(0);
});

test('a horizon that ends after the last settlement has no known outcome', () => {
	const series = only(
		recordedLeg('a', 8, 0, TO, () => 0),
		recordedLeg('b', 8, 0, TO, () => 0),
	);
	expect(receivedBp(series, TO - 24, 24)).toBe(0);
	expect(receivedBp(series, TO - 23, 24)).toBeUndefined();
	expect(carryWithin(series, TO - 23, TO + 100)).toBe(0);
});

test('a series needs 3,600 hours known on both legs', () => {
	// No hour is known before the first settlement at hour 8, so hours 9 to 3,608 are the first 3,600 known ones.
	const leg = (venue: string, to: number) => recordedLeg(venue, 8, 0, to, () => 0);
	expect(scoredSeries([leg('a', 3_608), leg('b', 4_000)])).toHaveLength(1);
	expect(scoredSeries([leg('a', 3_600), leg('b', 4_000)])).toHaveLength(0);
	expect(scoredSeries([leg('a', 4_000), { ...leg('b', 4_000), base: 'Y' }])).toHaveLength(0);
});

test('a decision is made every seventh hour, from 2,160 hours after the first known one', () => {
	const series = only(
		recordedLeg('a', 8, 0, TO, () => 0),
		recordedLeg('b', 8, 0, TO, () => 0),
	);
	const hours = decisionHours(series);
	expect(series.firstAlive).toBe(9);
	expect(hours[0]).toBe(2_170);
	expect(hours.every((hour) => hour % 7 === 0)).toBe(true);
	expect(hours.at(-1)).toBe(7_994);
	expect(hours).toHaveLength((7_994 - 2_170) / 7 + 1);
});

test('a decision needs 713 of the last 720 hours known', () => {
	const missing = (hour: number): boolean => hour > 4_000 && hour < 4_032;
	const quiet = recordedLeg('b', 8, 0, TO, () => 0);
	const holed = only(
		recordedLeg('a', 8, 0, TO, () => 0, missing),
		quiet,
	);
	const hours = decisionHours(holed);
	// Hours 4,001 to 4,032 are unknown, so no decision is made until enough of the last 720 hours are known again.
	expect(hours).toContain(4_004);
	expect(hours.some((hour) => hour >= 4_008 && hour <= 4_744)).toBe(false);
	expect(hours).toContain(4_746);
});

test('the headline uses the last settled rates, each per hour of its stated interval, else of the median gap', () => {
	const first = recordedLeg('a', 8, 0, TO, (hour) => (hour === 808 ? 16e-4 : 8e-4));
	const second = recordedLeg('b', 4, 0, TO, () => 2e-4);
	second.intervals[199] = Number.NaN;
	const headline = headlineReader(only(first, second));
	expect(headline(800)).toBeCloseTo(1 - 0.5, 9);
	expect(headline(807)).toBeCloseTo(1 - 0.5, 9);
	expect(headline(808)).toBeCloseTo(2 - 0.5, 9);
	expect(headline(816)).toBeCloseTo(1 - 0.5, 9);
});

test('the median of an even number of gaps is the mean of the two central ones', () => {
	expect(medianGap(Int32Array.of(0, 1, 9))).toBe(4.5);
	expect(medianGap(Int32Array.of(0, 1, 9, 10))).toBe(1);
	expect(medianGap(Int32Array.of(5))).toBeNaN();
});
