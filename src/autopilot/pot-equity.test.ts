import { expect, test } from 'vitest';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { Pot } from '../ports/autopilot.ts';
import { drawdownOf } from './pot-equity.ts';

const POT: Pot = {
	potId: 'pot_1',
	userId: 'ann',
	agentId: null,
	tradesAs: 'ann',
	kind: 'live',
	shadowOf: null,
	settings: {
		name: 'Main',
		capital: fromInteger(1_000),
		exchanges: ['bybit', 'kucoin'],
		coinsAllowed: null,
		coinsDenied: [],
		leverage: fromInteger(2),
		limits: {
			coinShare: parseDecimal('0.1'),
			exchangeShare: null,
			ordersPerDay: 40,
			turnoverPerDay: null,
			drawdownPct: fromInteger(5),
			minNetOverCashPct: fromInteger(0),
		},
		mode: 'act',
		onDrawdown: 'pause',
		decisionMinute: 10,
	},
	state: 'running',
	stateReason: null,
	stateAt: 1_000,
	createdAt: 1_000,
	settingsAt: 1_000,
};

test.each([
	['a new pot without samples measures from its capital', POT, -30, undefined, 30],
	[
		'a resumed pot without samples measures from its present profit',
		{ ...POT, stateAt: 2_000 },
		-30,
		undefined,
		0,
	],
	['a pot measures from its highest profit', POT, 20, 50, 30],
	['a new high has no drawdown', POT, 60, 50, 0],
] as const)('%s', (_rule, pot, profit, highest, drawdown) => {
	expect(drawdownOf(pot, fromInteger(profit), highest === undefined ? undefined : fromInteger(highest))).toBe(
		fromInteger(drawdown),
	);
});
