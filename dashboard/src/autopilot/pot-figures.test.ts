import { expect, test } from 'vitest';
import {
	type Change,
	type Decision,
	drawdownShare,
	equityModel,
	firstPot,
	isReduction,
	listedPots,
	ratioOf,
	statesOf,
	stopShare,
	suggestionsOf,
} from './pot-figures.ts';
import type { ShownPot } from './pot-form.ts';

const CHANGE: Change = {
	number: 0,
	kind: 'open',
	coin: 'SOL',
	long: { exchange: 'bybit', symbol: 'SOLUSDT' },
	short: { exchange: 'kucoin', symbol: 'SOLUSDTM' },
	notional: 450,
	gain: 4.1,
	cost: 0.7,
	cost_max: 2.05,
	explanation: { message: 'It pays.' },
	state: 'suggested',
	execution_id: null,
	by: null,
	at: '2026-11-21T00:10:00.000Z',
	code: null,
	outcome: null,
};
const DECISION: Decision = {
	decision_id: 'dec_1',
	pot_id: 'pot_1',
	at: '2026-11-21T00:10:00.000Z',
	trigger: 'daily',
	trigger_exchange: null,
	trigger_coin: null,
	valid_until: '2026-11-21T06:10:00.000Z',
	plan: null,
	changes: [CHANGE],
};
const POT: ShownPot = {
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
	drawdown: 0,
	cash_profit: 1.1,
	waits: null,
	next_decision_at: '2026-11-22T00:10:00.000Z',
	holdings: [],
	execution_ids: [],
	decisions: [DECISION],
	samples: [{ at: '2026-11-20T08:00:00.000Z', equity: 10_000 }],
};
const SHADOW: ShownPot = {
	...POT,
	pot_id: 'pot_shadow',
	kind: 'shadow',
	shadow_of: POT.pot_id,
	equity: 9_990,
};

test('only suggested changes wait for a person, those of the newest decision first', () => {
	const older = { ...DECISION, decision_id: 'dec_old', at: '2026-11-20T00:10:00.000Z' };
	const declined = { ...CHANGE, number: 1, state: 'declined' } as const;
	const pot = { ...POT, decisions: [{ ...older, changes: [CHANGE, declined] }, DECISION] };
	const found = suggestionsOf([pot]);
	expect(found.map(({ decision }) => decision.decision_id)).toEqual([DECISION.decision_id, 'dec_old']);
	expect(found[1]?.changes).toEqual([CHANGE]);
	expect(suggestionsOf([{ ...POT, decisions: [{ ...DECISION, changes: [declined] }] }])).toEqual([]);
});

test('a shadow pot is listed only without the pot that it runs beside', () => {
	expect(listedPots([POT, SHADOW])).toEqual([POT]);
	expect(listedPots([SHADOW])).toEqual([SHADOW]);
});

test('the page shows the newest pot that is not stopped', () => {
	const stopped = { ...POT, pot_id: 'pot_2', state: 'stopped' } as const;
	expect(firstPot([POT, stopped])).toBe(POT);
	expect(firstPot([stopped])).toBe(stopped);
	expect(firstPot([])).toBeUndefined();
});

test('counts the changes by state', () => {
	const done = { ...CHANGE, state: 'executed' } as const;
	expect(statesOf({ changes: [CHANGE, done, done] })).toEqual([
		['suggested', 1],
		['executed', 2],
	]);
});

test.each([
	[4, 2, 2],
	[4, 0, null],
	[null, 2, undefined],
	[4, null, undefined],
])('the ratio of gain %s and cost %s is %s', (gain, cost, ratio) => {
	expect(ratioOf({ gain, cost })).toBe(ratio);
});

test('only a close and a reduction have no time limit', () => {
	const kinds = ['close', 'reduce', 'roll', 'open', 'enlarge'] as const;
	expect(kinds.filter((kind) => isReduction({ kind }))).toEqual(['close', 'reduce']);
});

test('drawdown and stop are shares of the capital', () => {
	expect(drawdownShare({ ...POT, drawdown: 200 })).toBe(0.02);
	expect(drawdownShare({ ...POT, drawdown: null })).toBeNull();
	expect(stopShare(POT)).toBe(0.05);
	expect(stopShare({ settings: { ...POT.settings, drawdown_pct: null } })).toBeNull();
});

test('the chart has the pot until now, its shadow pot, and cash as a guide', () => {
	const created = Date.parse(POT.created_at) / 1_000;
	const now = Date.parse('2026-11-21T08:00:00.000Z');
	const { series, step } = equityModel(POT, SHADOW, now);
	expect(step).toBe(432);
	expect(series.map(({ name, points }) => [name, points])).toEqual([
		[
			'Pot',
			[
				{ time: created, value: 10_000 },
				{ time: now / 1_000, value: 10_012.4 },
			],
		],
		[
			'Shadow pot',
			[
				{ time: created, value: 10_000 },
				{ time: now / 1_000, value: 9_990 },
			],
		],
		[
			'As cash at 4 %',
			[
				{ time: created, value: 10_000 },
				{ time: now / 1_000, value: 10_001.1 },
			],
		],
	]);
	expect(series.map(({ isGuide }) => isGuide === true)).toEqual([false, false, true]);
});

test('the chart of a stopped pot ends when it stopped', () => {
	const stopped = { ...POT, state: 'stopped', state_at: '2026-11-20T12:00:00.000Z' } as const;
	const [pot] = equityModel(stopped, undefined, Date.parse('2026-11-25T00:00:00.000Z')).series;
	expect(pot?.points.at(-1)?.time).toBe(Date.parse(stopped.state_at) / 1_000);
});
