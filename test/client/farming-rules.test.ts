/** Tests the farming loop's reasons to close and its reasons not to make a change of a plan. */
import { expect, test } from 'vitest';
import type { ExecutionRecord } from '../../client/methods.ts';
import {
	type Change,
	type Limits,
	type Plan,
	type Portfolio,
	reasonNotToMake,
	reasonToClose,
} from '../../examples/farming-rules.ts';
import { PLAN_EXAMPLE } from '../../src/api/rpc/plan-example.ts';
import { PORTFOLIO_EXAMPLE } from '../../src/api/rpc/portfolio-example.ts';

const LIMITS: Limits = {
	capital: 5_000,
	leverage: 1,
	orderLeverage: 1,
	openAmountMax: 10_000,
	openAmountPerCoinMax: 10_000,
	openAmountPerExchangeMax: 10_000,
	netOverCashMin: 0.01,
	liquidationDistancePctMin: 20,
	holdHoursMax: 1_000_000,
	settlementsMax: null,
	acceptsNoTrade: false,
};
const HELD = PORTFOLIO_EXAMPLE.executions[0] as unknown as ExecutionRecord;
const SETTLED = {
	timestamp: 1_795_161_600,
	symbol: 'BTCUSDT',
	amount: 0.1,
	rate: 0.0001,
	cumulative: 0.1,
};
const OPENED_MS = Date.parse(HELD.execution.created_at);
const { long_exchange: LONG, short_exchange: SHORT } = HELD.execution;

const held = (
	risk: Partial<ExecutionRecord['risk']>,
	exchanges: readonly string[] = [],
): ExecutionRecord => ({
	...HELD,
	risk: { ...HELD.risk, liquidation_distance_pct: 90, ...risk },
	funding: { ...HELD.funding, funding_events: exchanges.map((exchange) => ({ ...SETTLED, exchange })) },
});

const UNKNOWN = { month_mean_apr: null, expected_carry_30d: null, close_below: null };
const advised = (
	action: NonNullable<ExecutionRecord['advice']>['action'],
	record = held({}),
): ExecutionRecord => ({ ...record, advice: { action, ...UNKNOWN, reason: 'It has turned.' } });

test.each<[string, ExecutionRecord, Partial<Limits>, number, RegExp | null]>([
	['nothing is wrong', held({}), {}, 1, null],
	['unknown figures do not close', advised('unknown', held({ liquidation_distance_pct: null })), {}, 1, null],
	[
		'a leg is near its liquidation price',
		held({ liquidation_distance_pct: 19 }),
		{},
		1,
		/19 % from its liquidation/,
	],
	['less carry is expected, but still a gain', held({ expected_remaining_carry: -0.001 }), {}, 1, null],
	[
		'the service advises to close',
		advised('close'),
		{},
		1,
		/^the service advises to close\. It has turned\.$/,
	],
	['the service advises to close, in a rehearsal', advised('close'), { acceptsNoTrade: true }, 1, null],
	['there is no advice', { ...held({}), advice: null }, {}, 1, null],
	['the holding period is over', held({}), { holdHoursMax: 2 }, 2, /held for 2.0 h/],
	['the holding period is not over', held({}), { holdHoursMax: 2 }, 1, null],
	['only one leg has settled', held({}, [LONG]), { settlementsMax: 1 }, 1, null],
	['both legs have settled', held({}, [LONG, SHORT]), { settlementsMax: 1 }, 1, /booked 1 settlements/],
	[
		'the execution is not running',
		{ ...held({ liquidation_distance_pct: 1 }), execution: { ...HELD.execution, status: 'closing' } },
		{},
		1,
		null,
	],
])('closing: %s', (_name, record, limits, hours, reason) => {
	const told = reasonToClose(record, { ...LIMITS, ...limits }, OPENED_MS + hours * 3_600_000);
	if (reason === null) expect(told).toBeNull();
	else expect(told).toMatch(reason);
});

const PLAN: Plan = {
	...(PLAN_EXAMPLE as unknown as Plan),
	outcome: { ...(PLAN_EXAMPLE as unknown as Plan).outcome, over_cash: 0.02 },
};
/** Opens 500 USD per leg, 1,000 USD of capital over both at leverage 1. */
const OPENING: Change = {
	...(PLAN_EXAMPLE.changes[0] as unknown as Change),
	kind: 'open',
	coin: 'BTC',
	long: { exchange: LONG, symbol: 'BTCUSDT' },
	short: { exchange: SHORT, symbol: 'XBTUSDTM' },
	opportunity_id: 'opp_other',
	execution_id: null,
	share: null,
	roll: null,
	notional: 500,
};
const ID = HELD.execution.id;
const EXIT: Change = { ...OPENING, kind: 'close', execution_id: ID, share: 1 };
const ROLL: Change = {
	...EXIT,
	kind: 'roll',
	long: { exchange: 'okx', symbol: 'BTC-USDT-SWAP' },
	roll: { leg: 'long', from: OPENING.long },
};
const PORTFOLIO = PORTFOLIO_EXAMPLE as unknown as Portfolio;
const OPEN_USD = Math.max(HELD.execution.input_amount, HELD.execution.filled_amount);

test.each<[string, Change, Partial<Limits>, RegExp | null]>([
	['nothing is wrong', OPENING, {}, null],
	['the plan pays too little above cash', OPENING, { netOverCashMin: 0.03 }, /earns 0.02 a year above cash/],
	['the same, in a rehearsal', OPENING, { netOverCashMin: 0.03, acceptsNoTrade: true }, null],
	['an exit needs no gain', EXIT, { netOverCashMin: 0.03 }, null],
	['an execution of somebody else', { ...EXIT, execution_id: 'exec_other' }, {}, /did not open/],
	['a roll of somebody else', { ...ROLL, execution_id: 'exec_other' }, {}, /did not open/],
	['the amount is just inside the cap', OPENING, { openAmountMax: OPEN_USD + 1_000 }, null],
	[
		'all executions together exceed the cap',
		OPENING,
		{ openAmountMax: OPEN_USD + 999 },
		/all executions would have/,
	],
	['leverage needs less capital', OPENING, { orderLeverage: 2, openAmountMax: OPEN_USD + 500 }, null],
	[
		'the executions of the coin exceed the cap',
		OPENING,
		{ openAmountPerCoinMax: OPEN_USD + 999 },
		/^BTC would have/,
	],
	[
		'another coin has its own cap',
		{ ...OPENING, coin: 'ETH' },
		{ openAmountPerCoinMax: OPEN_USD + 999 },
		null,
	],
	[
		'the executions at an exchange exceed the cap',
		OPENING,
		{ openAmountPerExchangeMax: OPEN_USD / 2 + 499 },
		/USD open/,
	],
	['a roll opens nothing more in all', ROLL, { openAmountMax: 1, openAmountPerCoinMax: 1 }, null],
	['a roll enters its new exchange', ROLL, { openAmountPerExchangeMax: 499 }, /^okx would have 500 USD/],
])('changing: %s', (_name, change, limits, reason) => {
	const given = reasonNotToMake(change, PLAN, PORTFOLIO, { ...LIMITS, ...limits }, [ID]);
	if (reason === null) expect(given).toBeNull();
	else expect(given).toMatch(reason);
});
