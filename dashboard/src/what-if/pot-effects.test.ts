import { expect, test } from 'vitest';
import type { AutopilotStatusResult } from '../../../client/methods.ts';
import { potEffects, potsByExecution } from './pot-effects.ts';
import type { Shocked } from './shock-form.ts';

type Pot = AutopilotStatusResult['pots'][number];

const LEG = {
	symbol: 'SOLUSDT',
	move_pct: -5,
	profit: 0,
	funding: 0,
	notional: 450,
	liquidated: false,
	liquidation_distance_pct: 20,
};
const SOUND: Shocked['executions'][number] = {
	execution_id: 'exec_1',
	symbol: 'SOLUSDT',
	long: { ...LEG, exchange: 'bybit' },
	short: { ...LEG, exchange: 'kucoin' },
	profit: 0,
	funding: 0,
	unhedged: 0,
	actions: [],
};
const SIDE = {
	equity: 100,
	gross_notional: 450,
	net_notional: 450,
	equity_per_notional: 0.2,
	level: 'ok',
} as const;
const POT: Pot = {
	pot_id: 'pot_1',
	agent_id: null,
	kind: 'live',
	shadow_of: null,
	shadow_pot_id: null,
	shadow_profit: null,
	state: 'running',
	state_reason: null,
	state_at: '2026-11-20T08:00:00.000Z',
	created_at: '2026-11-20T08:00:00.000Z',
	settings: {
		name: 'Main',
		capital: 10_000,
		exchanges: ['bybit', 'kucoin'],
		coins: null,
		coins_denied: [],
		leverage: 1.8,
		coin_share: 0.1,
		exchange_share: null,
		orders_per_day: 40,
		turnover_per_day: null,
		drawdown_pct: 5,
		min_net_over_cash_pct: 0,
		mode: 'suggest',
		on_drawdown: 'pause',
		decide_at: '00:10',
	},
	equity: 10_012.4,
	profit: 12.4,
	drawdown: 100,
	cash_profit: 1.1,
	waits: null,
	next_decision_at: '2026-11-22T00:10:00.000Z',
	holdings: [
		{
			execution_id: SOUND.execution_id,
			coin: 'SOL',
			long_exchange: 'bybit',
			short_exchange: 'kucoin',
			quantity: 3,
			notional: 450,
			profit: 0,
			is_moving: false,
		},
	],
	execution_ids: ['exec_old', SOUND.execution_id],
	decisions: [],
	samples: [{ at: '2026-11-20T08:00:00.000Z', equity: 10_000 }],
};
const CALM = { movePct: -5, coin: undefined, hasCapPrints: false };

function shocked(level: 'ok' | 'reduce', execution = SOUND): Shocked {
	return {
		success: true,
		as_of: '2026-11-21T00:10:00.000Z',
		executions: [execution],
		exchanges: [
			{
				exchange: 'bybit',
				target_equity_per_notional: 0.55,
				before: SIDE,
				after: { ...SIDE, level },
				profit: 0,
				funding: 0,
				liquidated: [],
				actions: [],
			},
		],
		totals: { equity_before: 200, equity_after: 200, profit: 0, funding: 0, liquidations: 0 },
		transfers: [],
		missing: [],
		reductions: [],
		reasons: [],
	};
}

test('a pot does nothing in a calm market', () => {
	expect(potEffects([POT], shocked('ok'), CALM)).toEqual([{ kind: 'nothing', pot: 'Main' }]);
});

test('a pot reduces at an exchange whose margin is very low, also while it is paused', () => {
	const reduces = { kind: 'reduces', pot: 'Main', exchange: 'bybit', coins: ['SOL'] };
	expect(potEffects([POT], shocked('reduce'), CALM)).toEqual([reduces]);
	expect(potEffects([{ ...POT, state: 'paused', drawdown: null }], shocked('reduce'), CALM)).toEqual([
		reduces,
	]);
});

test('a liquidated pair is not reduced', () => {
	const execution = { ...SOUND, long: { ...SOUND.long, liquidated: true } };
	const lostLeg = { kind: 'lostLeg', pot: 'Main', coins: ['SOL'] };
	expect(potEffects([POT], shocked('reduce', execution), CALM)).toEqual([lostLeg]);
});

test.each([
	['pause', 'pauses'],
	['close', 'closes'],
] as const)('at its drawdown stop a pot does what it is set to: %s', (action, kind) => {
	// The stop is 5 % of 10,000 USD, and the pot has already lost 100 USD.
	const pot = { ...POT, settings: { ...POT.settings, on_drawdown: action } };
	expect(potEffects([pot], shocked('ok', { ...SOUND, profit: -420, funding: 20 }), CALM)).toEqual([
		{ kind, pot: 'Main', loss: 400 },
	]);
	expect(potEffects([pot], shocked('ok', { ...SOUND, profit: -399 }), CALM)).toEqual([
		{ kind: 'nothing', pot: 'Main' },
	]);
});

test.each([
	[{ movePct: -11, coin: undefined, hasCapPrints: false }, undefined],
	[{ movePct: 30, coin: 'INJ', hasCapPrints: false }, 'INJ'],
	[{ movePct: 0, coin: undefined, hasCapPrints: true }, undefined],
])('after a squeeze a pot opens nothing for a day: %j', (facts, coin) => {
	expect(potEffects([POT], shocked('ok'), facts)).toEqual([{ kind: 'waits', pot: 'Main', coin }]);
});

test('shadow pots and stopped pots are left out', () => {
	const shadow = { ...POT, kind: 'shadow' } as const;
	const stopped = { ...POT, state: 'stopped' } as const;
	expect(potEffects([shadow, stopped], shocked('reduce'), CALM)).toEqual([]);
});

test('names the pot of each execution', () => {
	expect([...potsByExecution([POT])]).toEqual([
		['exec_old', 'Main'],
		[SOUND.execution_id, 'Main'],
	]);
});
