import { expect, test } from 'vitest';
import { textOf } from '../sentences/sentence.ts';
import { parseDecimal as d, fromInteger } from './decimal.ts';
import type { ExitPlan } from './event.ts';
import { type ExitContext, exitRuleFaults } from './exit-faults.ts';

const NO_RULES: ExitPlan = {
	maxHours: null,
	maxEpochs: null,
	takeProfitPct: null,
	stopLossPct: null,
	closeOnReversal: true,
	minLiquidationDistancePct: null,
};
const CONTEXT: ExitContext = { epochHours: 8, leverage: fromInteger(2), roundTripPct: d('0.23') };

const faultsOf = (exit: Partial<ExitPlan>, context: Partial<ExitContext> = {}) =>
	exitRuleFaults({ ...NO_RULES, ...exit }, { ...CONTEXT, ...context });

test('accepts no rules, and every rule within its bounds', () => {
	expect(faultsOf({})).toEqual([]);
	const all = {
		maxHours: d('24'),
		maxEpochs: 3,
		takeProfitPct: d('1'),
		stopLossPct: d('0.5'),
		minLiquidationDistancePct: d('10'),
	};
	expect(faultsOf(all)).toEqual([]);
});

test.each([
	[{ maxHours: d('0') }, 'max_hours must be above 0 and at most 87,600; was 0.'],
	[{ maxHours: d('87600.1') }, 'max_hours must be above 0 and at most 87,600; was 87,600.1.'],
	[{ maxEpochs: 0 }, 'max_epochs must be a whole number from 1 to 100,000; was 0.'],
	[{ maxEpochs: 1.5 }, 'max_epochs must be a whole number from 1 to 100,000; was 1.5.'],
	[{ takeProfitPct: d('-1') }, 'take_profit_pct must be above 0 and at most 10,000; was -1.'],
	[{ stopLossPct: d('100') }, 'stop_loss_pct must be above 0 and below 100; was 100.'],
	[
		{ minLiquidationDistancePct: d('0') },
		'min_liquidation_distance_pct must be above 0 and below 100; was 0.',
	],
])('refuses %o', (exit, message) => {
	const [first] = faultsOf(exit);
	expect(first && textOf(first.message)).toBe(message);
	expect(message.startsWith(`${first?.field} `)).toBe(true);
});

test('refuses max_hours that end before the first funding interval of max_epochs', () => {
	expect(faultsOf({ maxHours: d('7.9') })).toEqual([]);
	expect(faultsOf({ maxHours: d('8'), maxEpochs: 1 })).toEqual([]);
	expect(
		faultsOf({ maxHours: d('7.9'), maxEpochs: 1 }).map(({ field, message }) => ({
			field,
			message: textOf(message),
		})),
	).toEqual([
		{
			field: 'max_hours',
			message:
				'max_hours must be at least the first funding interval of this pair (8 h) when max_epochs is set; was 7.9. Raise max_hours or omit max_epochs.',
		},
	]);
});

test('refuses a stop within the cost of the trade and a distance beyond the one at entry, which would close at once', () => {
	expect(faultsOf({ stopLossPct: d('0.23') })).toMatchObject([{ field: 'stop_loss_pct' }]);
	expect(faultsOf({ stopLossPct: d('0.24') })).toEqual([]);
	expect(faultsOf({ stopLossPct: d('0.01') }, { roundTripPct: null })).toEqual([]);
	expect(faultsOf({ minLiquidationDistancePct: d('50') })).toMatchObject([
		{ field: 'min_liquidation_distance_pct' },
	]);
	expect(faultsOf({ minLiquidationDistancePct: d('49.9') })).toEqual([]);
});
