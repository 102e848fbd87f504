import { expect, test } from 'vitest';
import {
	gridClock,
	hourlyAfterExtremes,
	lastAtOrBefore,
	type Print,
	repeatedSeries,
} from './settlement-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('an 8-hour grid with phase 4 settles at 04:00, 12:00 and 20:00 of the shifted day', () => {
	const offset = 1_234_000;
	const clock = gridClock(8, 4, offset);
	const midnight = Date.UTC(2026, 10, 21) + offset;
	expect(clock.next(midnight)).toBe(midnight + 4 * HOUR);
	expect(clock.next(midnight + 4 * HOUR)).toBe(midnight + 12 * HOUR);
	expect(clock.previous(midnight + 4 * HOUR)).toBe(midnight + 4 * HOUR);
	expect(clock.previous(midnight + 4 * HOUR - 1)).toBe(midnight - 4 * HOUR);
	expect(clock.intervalMs(midnight)).toBe(8 * HOUR);
});

test('every grid has next strictly after and previous at or before, one interval apart', () => {
	for (const hours of [1, 4, 8]) {
		const clock = gridClock(hours, 4, -7_000_000);
		for (let at = -3 * DAY; at < 3 * DAY; at += 1_711_111) {
			expect(clock.next(at)).toBeGreaterThan(at);
			expect(clock.previous(at)).toBeLessThanOrEqual(at);
			expect(clock.next(at) - clock.previous(at)).toBe(hours * HOUR);
		}
	}
});

/**
 * Intervals of 8 hours, then 1 hour for a while, then 8 hours again. The series covers 3 days. The last 2 days are
 * repeated.
 */
const HOURS = [0, 8, 16, 24, 32, 33, 34, 35, 36, 40, 48, 56, 64, 72];
const INTERVALS = [8, 8, 8, 8, 8, 1, 1, 1, 1, 8, 8, 8, 8, 8];
const series = repeatedSeries(
	Float64Array.from(HOURS, (hour) => hour * HOUR),
	Float64Array.from(INTERVALS, (hours) => hours * HOUR),
	2 * DAY,
);

test('a recorded series settles at its own instants and returns the current interval', () => {
	const { clock } = series;
	expect(clock.previous(33.5 * HOUR)).toBe(33 * HOUR);
	expect(clock.next(33.5 * HOUR)).toBe(34 * HOUR);
	expect(clock.intervalMs(31 * HOUR)).toBe(8 * HOUR);
	expect(clock.intervalMs(32 * HOUR)).toBe(HOUR);
	expect(clock.intervalMs(36 * HOUR)).toBe(8 * HOUR);
	expect(clock.next(36 * HOUR)).toBe(40 * HOUR);
});

test('after its end the last stretch is repeated without end, in step', () => {
	const { clock, rowOf, positionAt } = series;
	let at = 72 * HOUR;
	const after: number[] = [];
	while (at < 72 * HOUR + 4 * DAY) {
		at = clock.next(at);
		after.push(at / HOUR);
		expect(clock.previous(at)).toBe(at);
		expect(clock.previous(clock.next(at) - 1)).toBe(at);
	}
	const round = HOURS.filter((hour) => hour > 24);
	expect(after).toEqual([...round.map((hour) => hour + 48), ...round.map((hour) => hour + 96)]);
	expect(rowOf(positionAt(81 * HOUR))).toBe(HOURS.indexOf(33));
	expect(rowOf(positionAt(81 * HOUR + 20 * DAY))).toBe(HOURS.indexOf(33));
});

test('before its beginning the clock continues backwards with the first interval', () => {
	expect(series.clock.previous(-1)).toBe(-8 * HOUR);
	expect(series.clock.next(-1)).toBe(0);
	expect(series.clock.next(-9 * HOUR)).toBe(-8 * HOUR);
	expect(series.rowOf(series.positionAt(-30 * HOUR))).toBe(0);
});

test('the last value not above a limit is found in an ascending array', () => {
	const rising = Float64Array.of(1, 3, 5);
	expect([0, 1, 2, 3, 4, 5, 6].map((at) => lastAtOrBefore(rising, at))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
	expect(lastAtOrBefore(new Float64Array(0), 1)).toBe(-1);
});

/** Returns the hours of a clock's settlements after hour `from`, up to hour `to`. */
function hoursBetween(clock: ReturnType<typeof gridClock>, from: number, to: number): number[] {
	const hours: number[] = [];
	for (let at = clock.next(from * HOUR); at <= to * HOUR; at = clock.next(at)) hours.push(at / HOUR);
	return hours;
}

const EIGHT = gridClock(8, 0, 0);

test('without an extreme rate the clock is the grid', () => {
	const clock = hourlyAfterExtremes(EIGHT, () => 'usual', 20 * HOUR);
	for (let at = -DAY; at < 5 * DAY; at += 1_711_111) {
		expect(clock.next(at)).toBe(EIGHT.next(at));
		expect(clock.previous(at)).toBe(EIGHT.previous(at));
		expect(clock.intervalMs(at)).toBe(8 * HOUR);
	}
});

test('hourly from an extreme rate on, until 16 hourly ones in a row were small and the grid settles', () => {
	const prints = new Map<number, Print>([
		[24, 'extreme'],
		[27, 'usual'],
	]);
	const clock = hourlyAfterExtremes(EIGHT, (at) => prints.get(at / HOUR) ?? 'calm', 0);
	// Rates are small from hour 28, so the sixteenth small rate is at hour 43, and the next grid instant is hour 48.
	expect(hoursBetween(clock, 8, 60)).toEqual([16, ...Array.from({ length: 25 }, (_, hour) => 24 + hour), 56]);
	expect(clock.intervalMs(24 * HOUR - 1)).toBe(8 * HOUR);
	expect(clock.intervalMs(24 * HOUR)).toBe(HOUR);
	expect(clock.intervalMs(48 * HOUR - 1)).toBe(HOUR);
	expect(clock.intervalMs(48 * HOUR)).toBe(8 * HOUR);
	expect(clock.previous(30.5 * HOUR)).toBe(30 * HOUR);
});

test('the order of queries does not change the hourly clock', () => {
	const print = (at: number): Print => (at / HOUR === 24 ? 'extreme' : 'calm');
	const forwards = hourlyAfterExtremes(EIGHT, print, 0);
	const backwards = hourlyAfterExtremes(EIGHT, print, 0);
	const times = Array.from({ length: 200 }, (_, index) => -DAY + index * 1_711_111);
	const told = times.map((at) => [forwards.next(at), forwards.previous(at), forwards.intervalMs(at)]);
	const toldBackwards = [...times]
		.reverse()
		.map((at) => [backwards.next(at), backwards.previous(at), backwards.intervalMs(at)]);
	expect(toldBackwards.reverse()).toEqual(told);
});
