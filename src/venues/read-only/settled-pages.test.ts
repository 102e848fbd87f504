import { describe, expect, test } from 'vitest';
import { settledPages } from './settled-pages.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 9, 1);
const ROWS = Array.from({ length: 250 }, (_, index) => ({
	timestamp: FROM + index * 8 * HOUR_MS,
	fundingRate: `0.0001${index}`,
}));
const TO = FROM + 250 * 8 * HOUR_MS - 1;

const inside = (from: number, to: number) =>
	ROWS.filter(({ timestamp }) => timestamp >= from && timestamp <= to);

describe.each([
	['the newest rows of a range', (from: number, to: number) => inside(from, to).slice(-100)],
	['the oldest rows of a range', (from: number, to: number) => inside(from, to).slice(0, 100)],
	['all rows of a range', inside],
	['all its rows for any range', () => ROWS],
])('an exchange that returns %s', (_what, answer) => {
	test('is read completely, newest first, each row once', async () => {
		const { rates, unusable } = await settledPages(FROM, TO, async (from, to) => answer(from, to));
		expect(unusable).toEqual([]);
		expect(rates.map(({ settledAt }) => settledAt)).toEqual(ROWS.map(({ timestamp }) => timestamp).reverse());
	});
});

test('stops if the exchange always returns the same newest rows', async () => {
	let asked = 0;
	const { rates } = await settledPages(FROM, TO, async () => {
		asked += 1;
		return ROWS.slice(-20);
	});
	expect(rates).toHaveLength(20);
	expect(asked).toBeLessThan(5);
});

test('reports unreadable rows, and refuses an answer without a list', async () => {
	const { rates, unusable } = await settledPages(FROM, FROM + HOUR_MS, async () => [
		ROWS[0],
		{ timestamp: FROM + 1, fundingRate: 'nonsense' },
		{ fundingRate: '0.1' },
		null,
	]);
	expect(rates).toHaveLength(1);
	expect(unusable).toHaveLength(3);
	await expect(settledPages(FROM, TO, async () => ({}))).rejects.toThrow('no list of settled rates');
});

test('refuses a range with too many pages instead of returning a part', async () => {
	let at = FROM;
	await expect(
		settledPages(FROM, FROM + 100 * 24 * HOUR_MS, async () => {
			at += HOUR_MS;
			return [{ timestamp: at, fundingRate: '0.1' }];
		}),
	).rejects.toThrow('more than 40 pages');
});
