/** Tests equity series: flows are never profit, unknown figures stay unknown, and gaps stay gaps. */
import { describe, expect, test } from 'vitest';
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { AccountSample, Stored } from '../ports/money-samples.ts';
import { drawdownOf, equitySeries } from './equity-series.ts';

const MINUTE = 60_000;

/** Writes a sample as `minute exchange account equity flows`; `-` is unknown. */
function samples(...lines: readonly string[]): readonly Stored<AccountSample>[] {
	return lines.map((line) => {
		const [minute = '', exchange = '', account = '', equity = '-', flows = '-'] = line.split(' ');
		const read = (text: string) => (text === '-' ? null : parseDecimal(text));
		return {
			at: Number(minute) * MINUTE,
			exchange,
			account,
			equity: read(equity),
			externalFlows: read(flows),
		};
	});
}

const textOf = (value: Decimal | null) => (value === null ? '-' : formatDecimal(value));
const pointsOf = (points: readonly { at: number; equity: Decimal | null; netFlows: Decimal | null }[]) =>
	points.map(({ at, equity, netFlows }) => `${at / MINUTE} ${textOf(equity)} ${textOf(netFlows)}`);
const totalOf = (...lines: readonly string[]) => pointsOf(equitySeries(samples(...lines), MINUTE).total);

describe('net flows', () => {
	test('counts a deposit since the first sample, and none from before it', () => {
		expect(totalOf('1 a x 100 20', '2 a x 151 70')).toEqual(['1 100 0', '2 151 50']);
	});

	test('counts an account that is connected, replaced and disconnected with its whole equity', () => {
		expect(
			totalOf('1 a x 100 0', '2 a x 101 0', '2 b y 40 0', '3 a z 300 0', '3 b y 41 0', '4 a z 301 0'),
		).toEqual(['1 100 0', '2 141 40', '3 341 239', '4 301 198']);
	});

	test('finds a deposit that was made while the exchange was down', () => {
		expect(totalOf('1 a x 100 0', '2 a x - -', '3 a x 131 30')).toEqual(['1 100 0', '2 - -', '3 131 30']);
	});

	test('counts no deposit for an account that was down when the series began', () => {
		expect(totalOf('1 a x - -', '2 a x 100 7')).toEqual(['1 - -', '2 100 0']);
	});
});

test('profit is the change since the first known value, without flows', () => {
	const { total, exchanges } = equitySeries(
		samples('1 a x - -', '2 a x 100 5', '3 a x 160 55', '3 b y 40 0', '4 a x 157 55', '4 b y 43 0'),
		MINUTE,
	);
	expect(total.map(({ profit }) => textOf(profit))).toEqual(['-', '0', '10', '10']);
	expect(exchanges.map(({ points }) => points.map(({ profit }) => textOf(profit)))).toEqual([
		['-', '0', '10', '7'],
		['0', '3'],
	]);
});

test('the total is unknown while one exchange is, and the other exchange keeps its series', () => {
	const { total, exchanges } = equitySeries(
		samples('1 a x 100 0', '1 b y - -', '2 a x 101 0', '2 b y 5 0'),
		MINUTE,
	);
	expect(pointsOf(total)).toEqual(['1 - -', '2 106 0']);
	expect(exchanges.map(({ exchange, points }) => [exchange, pointsOf(points)])).toEqual([
		['a', ['1 100 0', '2 101 0']],
		['b', ['1 - -', '2 5 0']],
	]);
});

test('keeps the first sample of each step, and fills no gap', () => {
	const given = samples('0 a x 100 0', '60 a x 101 0', '120 a x 102 0', '1440 a x 110 0');
	const hours = equitySeries(given, 120 * MINUTE);
	expect(pointsOf(hours.total)).toEqual(['0 100 0', '120 102 0', '1440 110 0']);
});

describe('drawdown', () => {
	const of = (...values: readonly string[]) => {
		const found = drawdownOf(values.map(parseDecimal));
		return found === null
			? null
			: [found.max, found.maxPct, found.current, found.currentPct].map((value) => textOf(value));
	};

	test('is the largest fall below an earlier peak, with the current one', () => {
		expect(of('100', '120', '90', '150', '120', '135')).toEqual(['30', '25', '15', '10']);
	});

	test('has no percentage below a peak that is not positive', () => {
		expect(of('-1', '-3')).toEqual(['2', '-', '2', '-']);
	});

	test('is unknown without values and zero at a peak', () => {
		expect([of(), of('5', '6')]).toEqual([null, ['0', '0', '0', '0']]);
	});

	test('leaves deposits out', () => {
		const { drawdown } = equitySeries(samples('1 a x 100 0', '2 a x 50 -60', '3 a x 40 -60'), MINUTE);
		expect(textOf(drawdown?.max ?? null)).toBe('10');
	});
});
