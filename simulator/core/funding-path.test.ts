import { expect, test } from 'vitest';
import { toNumber } from '../../src/domain/decimal.ts';
import {
	clampUnits,
	hourlyRate,
	printOf,
	type RunningPeriod,
	runningEstimateUnits,
	seededFunding,
	settledUnits,
} from './funding-path.ts';
import { streamOf } from './seeded.ts';
import { gridClock, hourlyAfterExtremes } from './settlement-clock.ts';

const HOUR = 3_600_000;
const WIDE = { capUnits: 1_000_000, floorUnits: -1_000_000 };
const CALM = { slowBpPerHour: 0, jumps: undefined, placedJump: undefined };

test('a constant hourly rate settles as that rate times the hours, within cap and floor', () => {
	const rate = (): number => 0.0000125;
	expect(settledUnits(rate, 80 * HOUR, 8 * HOUR, WIDE)).toBe(10_000);
	expect(settledUnits(rate, 80 * HOUR, HOUR, WIDE)).toBe(1250);
	expect(settledUnits(rate, 80 * HOUR, 8 * HOUR, { capUnits: 9000, floorUnits: -9000 })).toBe(9000);
	expect(settledUnits(() => -0.001, 80 * HOUR, 8 * HOUR, { capUnits: 9000, floorUnits: -7000 })).toBe(-7000);
});

test('the last hour of an interval has the highest weight', () => {
	const lastHourOnly = (at: number): number => (at > 79 * HOUR ? 0.0001 : 0);
	const firstHourOnly = (at: number): number => (at < 73 * HOUR ? 0.0001 : 0);
	// The last of the eight hours has 8/36 of the weight, the first 1/36. Eight hours at 1 bp are 80,000 units.
	expect(settledUnits(lastHourOnly, 80 * HOUR, 8 * HOUR, WIDE)).toBe(Math.round((8 / 36) * 80_000));
	expect(settledUnits(firstHourOnly, 80 * HOUR, 8 * HOUR, WIDE)).toBe(Math.round((1 / 36) * 80_000));
});

test('a jump halves every half-life and has no effect before it', () => {
	const jump = { at: 1000 * HOUR, sizeBpPerHour: 2, halfLifeHours: 3 };
	const calm = hourlyRate(1, 'x', CALM);
	const jumping = hourlyRate(1, 'x', { ...CALM, placedJump: jump });
	const excessBp = (hours: number): number => {
		const at = (1000 + hours) * HOUR;
		return (jumping(at) - calm(at)) * 1e4;
	};
	expect(excessBp(-0.01)).toBe(0);
	expect(excessBp(0)).toBeCloseTo(2, 6);
	expect(excessBp(3)).toBeCloseTo(1, 6);
	expect(excessBp(12)).toBeCloseTo(0.125, 6);
});

test('regular jumps are high but add up to little', () => {
	const habit = { bucketMs: 24 * HOUR, bucketOffsetMs: 0, sizeBpPerHourMin: 2, sizeBpPerHourMax: 2.4 };
	const calm = hourlyRate(1, 'x', CALM);
	const jumping = hourlyRate(1, 'x', { ...CALM, jumps: habit });
	let total = 0;
	let highest = 0;
	const hours = 24 * 400;
	for (let hour = 0; hour < hours; hour += 0.1) {
		const excess = (jumping(hour * HOUR) - calm(hour * HOUR)) * 1e4;
		total += excess * 0.1;
		highest = Math.max(highest, Math.abs(excess));
	}
	expect(highest).toBeGreaterThan(1.8);
	// At either end, one unpaired jump of 2.4 bp with a half-life of 2.5 h adds 8.7 bp at most.
	expect(Math.abs(total)).toBeLessThan(18);
});

test('the slow mean keeps its sign and its size from day to day', () => {
	const anchor = 0.125;
	for (const slowBpPerHour of [0.4, -0.4]) {
		const rate = hourlyRate(3, 'slow', { ...CALM, slowBpPerHour });
		for (let day = 0; day < 300; day += 1) {
			let excess = 0;
			for (let hour = 0; hour < 24; hour += 1) excess += rate((day * 24 + hour) * HOUR) * 1e4 - anchor;
			expect(excess / 24 / slowBpPerHour).toBeGreaterThan(0.5);
			expect(excess / 24 / slowBpPerHour).toBeLessThan(1.5);
		}
	}
});

const STREAM = streamOf(9, 'estimate');
const PERIOD: RunningPeriod = {
	from: 0,
	to: 8 * HOUR,
	lastUnits: 10_000,
	comingUnits: -40_000,
	intervalMs: 8 * HOUR,
};

test('the predicted rate moves from the last rate to the next one as the linear weights fill', () => {
	for (let at = 0; at <= 8 * HOUR; at += 97_000) {
		const known = (at / (8 * HOUR)) ** 2;
		const expected = 10_000 * (1 - known) - 40_000 * known;
		const estimate = runningEstimateUnits(STREAM, PERIOD, WIDE, at);
		expect(Math.abs(estimate - expected)).toBeLessThanOrEqual(4500 * (1 - known) + 8);
	}
	expect(Math.abs(runningEstimateUnits(STREAM, PERIOD, WIDE, 8 * HOUR - 1) + 40_000)).toBeLessThan(10);
});

test('the next rate is never shown before the last seconds', () => {
	for (const comingUnits of [10_000, 10_001, 9999, -40_000]) {
		for (let at = 0; at < 8 * HOUR - 3000; at += 7100) {
			expect(runningEstimateUnits(STREAM, { ...PERIOD, comingUnits }, WIDE, at)).not.toBe(comingUnits);
		}
	}
});

test('cap and floor hold the estimate too', () => {
	const limits = { capUnits: 5000, floorUnits: -5000 };
	for (let at = 0; at < 8 * HOUR; at += 600_000) {
		const estimate = runningEstimateUnits(STREAM, PERIOD, limits, at);
		expect(estimate).toBe(clampUnits(estimate, limits));
	}
	expect(runningEstimateUnits(STREAM, PERIOD, limits, 7.9 * HOUR)).toBe(-5000);
});

test('seeded funding has rates at settlements only, with 8 decimals, in any order', () => {
	const clock = gridClock(4, 0, 0);
	const rate = hourlyRate(5, 'y', { ...CALM, slowBpPerHour: 0.3 });
	const funding = seededFunding(5, 'y', clock, rate, WIDE);
	const again = seededFunding(5, 'y', clock, rate, WIDE);
	const instants = Array.from({ length: 50 }, (_, place) => place * 4 * HOUR);
	const forward = instants.map((at) => funding.settledRate(at));
	const backward = [...instants].reverse().map((at) => again.settledRate(at));
	expect(backward.reverse()).toEqual(forward);
	for (const settled of forward) expect(settled % 10n ** 10n).toBe(0n);
	expect(toNumber(forward[0] ?? funding.settledRate(0))).toBe(settledUnits(rate, 0, 4 * HOUR, WIDE) / 1e8);
	expect(() => funding.settledRate(HOUR)).toThrow(RangeError);
});

test('after a rate at its cap settlements are hourly, and their predicted rates cover one hour', () => {
	const limits = { capUnits: 300_000, floorUnits: -300_000 };
	// 6 bp an hour over one 8-hour interval is 48 bp, capped at 30.
	const rate = (at: number): number => (at > 16 * HOUR && at < 32 * HOUR ? 0.0006 : 0.00001);
	const clock = hourlyAfterExtremes(gridClock(8, 0, 0), printOf(rate, limits), 0);
	const path = seededFunding(1, 'x', clock, rate, limits);
	expect(toNumber(path.settledRate(24 * HOUR))).toBe(0.003);
	expect(clock.next(24 * HOUR)).toBe(25 * HOUR);
	expect(toNumber(path.settledRate(25 * HOUR))).toBeCloseTo(0.0006, 8);
	// The predicted rate starts at an eighth of the 8-hour rate. The rate settled at hour 33 is the small rate of
	// that hour.
	expect(toNumber(path.predictedRate(24 * HOUR + 1))).toBeCloseTo(0.003 / 8, 4);
	expect(toNumber(path.settledRate(33 * HOUR))).toBeCloseTo(0.00001, 8);
	// After 16 small hourly rates from hour 33 on, the schedule returns to the 8-hour grid.
	expect(clock.next(47 * HOUR)).toBe(48 * HOUR);
	expect(clock.next(48 * HOUR)).toBe(56 * HOUR);
	expect(toNumber(path.settledRate(56 * HOUR))).toBeCloseTo(0.00008, 8);
});
