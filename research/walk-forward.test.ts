import { expect, test } from 'vitest';
import { neutralCarryModel } from '../src/domain/carry-prior.ts';
import { recordedLeg } from '../test/support/recorded-legs.ts';
import { noisyLeg } from '../test/support/settled-legs.ts';
import { type SettledLeg, scoredSeries } from './received.ts';
import { forecastScores } from './score-table.ts';
import { walkForward } from './walk-forward.ts';

const TO = 4_000;

function noisy(venue: string, seed: number, interval: number, mean: number): SettledLeg {
	const leg = noisyLeg({ seed, interval, from: 0, to: TO, mean, noise: 1e-5 });
	return { ...recordedLeg(venue, interval, 0, TO, () => 0), rates: leg.rates };
}

const LEGS = [noisy('a', 1, 8, 2e-5), noisy('b', 2, 8, 1e-5), noisy('c', 3, 1, 1e-5)];

function walked(legs: readonly SettledLeg[]) {
	return walkForward(scoredSeries(legs), neutralCarryModel(), () => undefined);
}

test('forecasts up to an hour do not depend on later data', () => {
	const at = 3_000;
	const spoilt = LEGS.map((leg) => ({
		...leg,
		rates: leg.rates.map((rate, i) => ((leg.hours[i] ?? 0) > at ? 1 : rate)),
	}));
	const [real, other] = [walked(LEGS), walked(spoilt)];
	const forecasts = (walk: typeof real) =>
		walk.decisions
			.filter(({ hour }) => hour <= at)
			.map(({ stated, sd, negative, positive, verdict, headlineScales }) => {
				return { stated, sd, negative, positive, verdict, headlineScales };
			});
	expect(forecasts(real).length).toBeGreaterThan(300);
	expect(forecasts(other)).toEqual(forecasts(real));
	const later = (walk: typeof real) =>
		walk.decisions.filter(({ hour }) => hour > at + 24).map(({ stated }) => stated);
	expect(later(other)).not.toEqual(later(real));
});

test('a walk scores every decision once, refits weekly, and keeps signals for every hour', () => {
	const walk = walked(LEGS);
	const series = scoredSeries(LEGS);
	expect(walk.hourly.map((each) => each.series.key)).toEqual(series.map(({ key }) => key));
	expect(walk.refits).toBe(Math.floor((TO - Math.min(...walk.hourly.map(({ from }) => from))) / 168) + 1);
	for (const { from, entries, expectedMonth, monthMean, series: own } of walk.hourly) {
		for (const signals of [entries, expectedMonth, monthMean]) {
			expect(signals).toHaveLength(own.lastAlive - from + 1);
			expect(signals.every((figure) => Number.isFinite(figure))).toBe(true);
		}
	}
	expect(walk.decisions.every(({ headlineScales }) => headlineScales >= 0)).toBe(true);
	const likeClocks = new Set(walk.decisions.flatMap((each) => (each.hasLikeClocks ? [each.series.key] : [])));
	expect([...likeClocks]).toEqual(['a-b X']);
	const last = walk.decisions.at(-1);
	expect(last?.received.every((received) => received === undefined)).toBe(true);
	expect(walk.finalModel().fittedAtHour).toBe(TO);
});

test('lasting spreads are forecast well, and the scores show it', () => {
	const walk = walked(LEGS);
	const rows = forecastScores(walk.decisions, 0, 0);
	const rowOf = (measure: string, hours: number) =>
		rows.find((row) => row.measure === measure && row.horizonHours === hours);
	const month = rowOf('R² out of sample', 336);
	expect(month?.ours.value).toBeGreaterThan(0.9);
	expect(month?.headline?.value).toBeLessThan(month?.ours.value ?? 0);
	expect(rowOf('inside 2 sd', 336)?.ours.value).toBeGreaterThan(0.9);
	expect(new Set(rows.map(({ horizonHours }) => horizonHours))).toEqual(new Set([8, 24, 72, 168, 336, 720]));
	expect(rows.map(({ measure }) => measure)).toContain('intercept, bp, model direction');
});
