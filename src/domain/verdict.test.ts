import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestHorizon, obstacles, VERDICT_HORIZONS_HOURS, type VerdictFacts } from './verdict.ts';

const TRADE: VerdictFacts = {
	expectedNet: 0.0001,
	probabilityPositive: 0.6,
	monthMean: 0.0501,
	hasOwnHistory: true,
};

test.each<readonly [string, Partial<VerdictFacts>, readonly string[]]>([
	['nothing', {}, []],
	['a net of exactly zero', { expectedNet: 0 }, ['nothingLeft']],
	['odds just below six in ten', { probabilityPositive: 0.5999 }, ['odds']],
	['a monthly mean of exactly 5 % a year', { monthMean: 0.05 }, ['monthMean']],
	['less than 30 days of history', { hasOwnHistory: false }, ['history']],
	[
		'everything',
		{ expectedNet: -1, probabilityPositive: 0, monthMean: -1, hasOwnHistory: false },
		['nothingLeft', 'odds', 'monthMean', 'history'],
	],
	[
		'an unknown figure',
		{ expectedNet: Number.NaN, probabilityPositive: Number.NaN, monthMean: Number.NaN },
		['nothingLeft', 'odds', 'monthMean'],
	],
])('does not trade with %s', (_, change, against) => {
	expect(obstacles({ ...TRADE, ...change })).toEqual(against);
});

test('picks the horizon with the largest carry, and the shortest of equals', () => {
	const carry = fc.integer({ min: -3, max: 3 });
	fc.assert(
		fc.property(
			fc.array(carry, {
				minLength: VERDICT_HORIZONS_HOURS.length,
				maxLength: VERDICT_HORIZONS_HOURS.length,
			}),
			(expected) => {
				const best = bestHorizon(expected);
				expect(best).toBe(expected.indexOf(Math.max(...expected)));
				expect(bestHorizon(Float64Array.from(expected))).toBe(best);
			},
		),
	);
});
