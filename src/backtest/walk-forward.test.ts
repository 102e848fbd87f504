import { expect, test } from 'vitest';
import { recordedLeg } from '../../test/support/recorded-legs.ts';
import { noisyLeg } from '../../test/support/settled-legs.ts';
import { neutralCarryModel } from '../domain/carry-prior.ts';
import { type SettledLeg, scoredSeries } from './received.ts';
import { isMet, promiseScores, tradingScores, venuePairScores } from './score-table.ts';
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

test('what is promised until an hour does not depend on what comes after it', () => {
	const at = 3_000;
	const spoilt = LEGS.map((leg) => ({
		...leg,
		rates: leg.rates.map((rate, i) => ((leg.hours[i] ?? 0) > at ? 1 : rate)),
	}));
	const [real, other] = [walked(LEGS), walked(spoilt)];
	const promises = (walk: typeof real) =>
		walk.decisions
			.filter(({ hour }) => hour <= at)
			.map(({ promised, sd, negative, positive }) => ({ promised, sd, negative, positive }));
	expect(promises(real).length).toBeGreaterThan(300);
	expect(promises(other)).toEqual(promises(real));
	const later = (walk: typeof real) =>
		walk.decisions.filter(({ hour }) => hour > at + 24).map(({ promised }) => promised);
	expect(later(other)).not.toEqual(later(real));
});

test('a walk scores every decision once, refits weekly, and keeps a promise for every hour', () => {
	const walk = walked(LEGS);
	const series = scoredSeries(LEGS);
	expect(walk.hourly.map((each) => each.series.key)).toEqual(series.map(({ key }) => key));
	expect(walk.refits).toBe(Math.floor((TO - Math.min(...walk.hourly.map(({ from }) => from))) / 168) + 1);
	for (const { from, promised, series: own } of walk.hourly) {
		expect(promised).toHaveLength(6 * (own.lastAlive - from + 1));
		expect(promised.every((figure) => Number.isFinite(figure))).toBe(true);
	}
	const last = walk.decisions.at(-1);
	expect(last?.received.every((received) => received === undefined)).toBe(true);
	expect(walk.finalModel().fittedAtHour).toBe(TO);
});

test('lasting spreads are promised well, and the scores say so', () => {
	const walk = walked(LEGS);
	const rows = promiseScores(walk.decisions, 0, 0);
	const rowOf = (measure: string, hours: number) =>
		rows.find((row) => row.measure === measure && row.horizonHours === hours);
	const month = rowOf('R² out of sample', 336);
	expect(month?.ours.value).toBeGreaterThan(0.9);
	expect(month?.headline?.value).toBeLessThan(month?.ours.value ?? 0);
	expect(rowOf('inside 2 sd', 336)?.ours.value).toBeGreaterThan(0.9);
	expect(new Set(rows.map(({ horizonHours }) => horizonHours))).toEqual(new Set([8, 24, 72, 168, 336, 720]));
	expect(venuePairScores(walk.decisions, 0)).toHaveLength(3 * 2 * 6);
	expect(tradingScores(walk, 0, 0).ours.trades).toBeGreaterThan(0);
});

test('a goal is met with both ends included, and nothing to score meets none', () => {
	expect(isMet({ least: 0.9, most: 1.1 }, 0.9)).toBe(true);
	expect(isMet({ least: 0.9, most: 1.1 }, 1.1)).toBe(true);
	expect(isMet({ least: 0.9, most: null }, 0.89)).toBe(false);
	expect(isMet({ least: null, most: 0.03 }, 0.031)).toBe(false);
	expect(isMet({ least: 0.9, most: null }, Number.NaN)).toBeUndefined();
	expect(isMet(null, 1)).toBeUndefined();
});
