import { expect, test } from 'vitest';
import { markPremium, seededLogPath } from './price-path.ts';

const HOUR = 3_600_000;

function deviation(values: readonly number[]): number {
	return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

test('the hourly change has the given volatility, and the price stays around its level', () => {
	for (const [seed, volatility] of [
		[1, 0.005],
		[2, 0.01],
	] as const) {
		const path = seededLogPath(seed, 'BTC', volatility);
		const hours = Array.from({ length: 4000 }, (_, place) => place * 5.37 * HOUR);
		const measured = deviation(hours.map((at) => path(at + HOUR) - path(at)));
		expect(measured / volatility).toBeGreaterThan(0.8);
		expect(measured / volatility).toBeLessThan(1.2);
		const seconds = hours.slice(0, 1000).map((at) => path(at + 1000) - path(at));
		expect(deviation(seconds)).toBeLessThan(volatility / 40);
		expect(Math.max(...hours.map((at) => Math.abs(path(at))))).toBeLessThan(100 * volatility);
	}
});

test('the premium has a mean near 0 and about the given deviation', () => {
	const premium = markPremium(1, 'bybit/BTCUSDT', 2);
	const values = Array.from({ length: 5000 }, (_, place) => premium(place * HOUR * 3) * 1e4);
	expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length)).toBeLessThan(0.2);
	expect(deviation(values)).toBeGreaterThan(1.4);
	expect(deviation(values)).toBeLessThan(2.8);
});
