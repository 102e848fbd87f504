import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MARGIN_LEVELS } from '../ports/margin-plan.ts';
import type { BookAccount, BookPosition } from './margin-book.ts';
import { exchangeMargin, LEVEL_SHARES, marginLevel, targetShare } from './margin-levels.ts';

const position = (symbol: string, notional: number, leverage = 2): BookPosition => ({
	symbol,
	coin: symbol.slice(0, -4),
	notional,
	maintenance: 0.02,
	isolatedEquity: null,
	leverage,
	sigmaHourly: 0.01,
	adlRank: null,
});
const account = (equity: number, ...positions: readonly BookPosition[]): BookAccount => ({
	exchange: 'okx',
	shownName: 'OKX',
	equity,
	available: equity,
	positions,
});

test('levels begin below 0.7, 0.5 and 0.3 of 1/L', () => {
	const at = (part: number) => marginLevel(part / 2, 1 / 2);
	expect([1, 0.7, 0.69, 0.5, 0.49, 0.3, 0.29, -1].map(at)).toEqual([
		'ok',
		'ok',
		'watch',
		'watch',
		'transfer',
		'transfer',
		'reduce',
		'reduce',
	]);
	expect(marginLevel(null, 0.5, 'reduce')).toBe('ok');
});

test('a level ends only a tenth above its limit', () => {
	expect(marginLevel(0.36, 0.5, 'watch')).toBe('watch');
	expect(marginLevel(0.386, 0.5, 'watch')).toBe('ok');
	expect(marginLevel(0.16, 0.5, 'reduce')).toBe('reduce');
	expect(marginLevel(0.17, 0.5, 'reduce')).toBe('transfer');
});

test('a share that stays within a tenth around a limit never improves the level', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...Object.values(LEVEL_SHARES)),
			fc.array(fc.double({ min: 0.955, max: 1.045, noNaN: true }), { minLength: 2 }),
			(limit, factors) => {
				let level = marginLevel(0.9, 1);
				for (const factor of factors) {
					const next = marginLevel(limit * factor, 1, level);
					expect(MARGIN_LEVELS.indexOf(next)).toBeGreaterThanOrEqual(MARGIN_LEVELS.indexOf(level));
					level = next;
				}
			},
		),
	);
});

test('less equity is never a better level', () => {
	const share = fc.double({ min: -1, max: 2, noNaN: true });
	fc.assert(
		fc.property(share, share, fc.constantFrom(...MARGIN_LEVELS), (a, b, before) => {
			const [less, more] = [Math.min(a, b), Math.max(a, b)];
			const rank = (of: number) => MARGIN_LEVELS.indexOf(marginLevel(of, 0.5, before));
			expect(rank(less)).toBeGreaterThanOrEqual(rank(more));
		}),
	);
});

test('1/L is the mean of the positions’ own, by notional, unless the plan has one', () => {
	const held = account(1, position('BTCUSDT', 300, 2), position('ETHUSDT', -100, 4));
	expect(targetShare(held)).toBeCloseTo((150 + 25) / 400, 12);
	expect(targetShare(held, 1.8)).toBeCloseTo(1 / 1.8, 12);
	expect(targetShare(account(1))).toBeCloseTo(1 / 1.8, 12);
});

test('a report has the figures now and after ±10, ±30 and ±50 %, together and for the coin that hurts most', () => {
	const held = account(500, position('BTCUSDT', 800), position('ETHUSDT', -200));
	const report = exchangeMargin(held, { leverage: 2 });
	expect(report).toMatchObject({
		exchange: 'okx',
		now: { equity: 500, gross: 1_000, net: 600, share: 0.5 },
		target: 0.5,
		level: 'ok',
	});
	expect(report.common.map(({ move, equity }) => [move, Math.round(equity)])).toEqual([
		[-0.5, 200],
		[-0.3, 320],
		[-0.1, 440],
		[0.1, 560],
		[0.3, 680],
		[0.5, 800],
	]);
	expect(report.worstCoin.map(({ coin, equity }) => [coin, Math.round(equity)])).toEqual([
		['BTC', 100],
		['BTC', 260],
		['BTC', 420],
		['ETH', 480],
		['ETH', 440],
		['ETH', 400],
	]);
	expect(report.empties.fall).toBeCloseTo(-(500 - 20) / (600 - 20), 12);
	expect(exchangeMargin(account(500)).worstCoin).toEqual([]);
});
