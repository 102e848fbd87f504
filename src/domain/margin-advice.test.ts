import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal as d, fromInteger, sub, sum, ZERO } from './decimal.ts';
import { marginAdvice } from './margin-advice.ts';
import type { MarginedAccount, MarginedPosition } from './margin-runway.ts';

/** Lasts 22.7 h and lacks 85 USD for 72 h, as in the tests of the runway. */
const SHORT: MarginedPosition = {
	symbol: 'BTCUSDT',
	quantity: fromInteger(-1),
	mark: fromInteger(1_000),
	liquidationPrice: fromInteger(1_100),
	sigmaHourly: 0.01,
};
/** Lasts 5.9 h and lacks 135 USD. */
const SHORTER: MarginedPosition = { ...SHORT, liquidationPrice: fromInteger(1_050) };
const SAFE: MarginedPosition = { ...SHORT, sigmaHourly: 0.001 };

const account = (
	venue: string,
	available: string,
	...positions: readonly MarginedPosition[]
): MarginedAccount => ({ venue, shownName: venue, available: d(available), positions });

test('puts the account that runs short first at the top, with time, distance and transfers', () => {
	const advice = marginAdvice([
		account('okx', '500', SAFE),
		account('bybit', '20.5', SHORT),
		account('kucoin', '0', SHORTER),
	]);
	expect(advice).toMatchObject([
		{ venue: 'kucoin', hours: d('5.9'), distance: d('0.05'), addMargin: fromInteger(135), own: ZERO },
		{
			venue: 'bybit',
			hours: d('22.7'),
			distance: d('0.1'),
			addMargin: fromInteger(85),
			own: fromInteger(20),
		},
		{ venue: 'okx', addMargin: ZERO, moves: [], missing: ZERO },
	]);
	expect(advice.map(({ moves }) => moves)).toEqual([
		[{ from: 'okx', amount: fromInteger(135) }],
		[{ from: 'okx', amount: fromInteger(65) }],
		[],
	]);
});

test('a donor keeps what its own position lacks', () => {
	const [first] = marginAdvice([account('kucoin', '0', SHORTER), account('bybit', '100', SHORT)]);
	expect(first).toMatchObject({
		venue: 'kucoin',
		moves: [{ from: 'bybit', amount: fromInteger(15) }],
		missing: fromInteger(120),
	});
});

test('takes from several donors, the largest first', () => {
	const [first] = marginAdvice([
		account('kucoin', '0', SHORTER),
		account('okx', '50.9'),
		account('bybit', '70'),
		account('gate', '40'),
	]);
	expect(first).toMatchObject({
		moves: [
			{ from: 'bybit', amount: fromInteger(70) },
			{ from: 'okx', amount: fromInteger(50) },
			{ from: 'gate', amount: fromInteger(15) },
		],
		missing: ZERO,
	});
});

test('says nothing about accounts without a known runway', () => {
	expect(marginAdvice([account('bybit', '100'), account('okx', '1', { ...SHORT, mark: null })])).toEqual([]);
});

const accounts = fc.uniqueArray(
	fc.record({
		venue: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
		available: fc.integer({ min: 0, max: 400 }),
		position: fc.constantFrom(SHORT, SHORTER, SAFE, undefined),
	}),
	{ selector: ({ venue }) => venue, minLength: 1 },
);

test('covers every need exactly or says what is missing, and no account gives what it needs or has not', () => {
	fc.assert(
		fc.property(accounts, (drawn) => {
			const given = drawn.map(({ venue, available, position }) =>
				account(venue, String(available), ...(position === undefined ? [] : [position])),
			);
			const advice = marginAdvice(given);
			for (const { addMargin, own, moves, missing } of advice)
				expect(sum([own, ...moves.map(({ amount }) => amount), missing])).toBe(addMargin);
			for (const { venue, available } of given) {
				const given = advice.flatMap(({ moves }) => moves).filter(({ from }) => from === venue);
				const need = advice.find((each) => each.venue === venue)?.addMargin ?? ZERO;
				const left = sub(available, sum(given.map(({ amount }) => amount)));
				expect(given.length === 0 || left >= need).toBe(true);
			}
			const hours = advice.map((each) => each.hours);
			expect([...hours].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))).toEqual(hours);
		}),
	);
});
