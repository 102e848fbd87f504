/** Tests the farming loop's reasons to close and its reasons not to open. */
import { expect, test } from 'vitest';
import type { ExecutionRecord, Opportunity } from '../../client/methods.ts';
import { type Limits, type Portfolio, reasonNotToOpen, reasonToClose } from '../../examples/farming-rules.ts';
import { OPPORTUNITY_EXAMPLE } from '../../src/api/rpc/opportunity-example.ts';
import { PORTFOLIO_EXAMPLE } from '../../src/api/rpc/portfolio-example.ts';

const LIMITS: Limits = {
	amount: 1_000,
	leverage: 1,
	horizonHours: null,
	openAmountMax: 10_000,
	openAmountPerCoinMax: 10_000,
	openAmountPerExchangeMax: 10_000,
	netAprMin: 0.05,
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

const EXAMPLE = OPPORTUNITY_EXAMPLE as unknown as Opportunity;
const OFFERED: Opportunity = {
	...EXAMPLE,
	opportunity_id: 'opp_other',
	symbol: HELD.execution.symbol,
	long_venue: LONG,
	short_venue: SHORT,
	max_amount: 50_000,
	net: { ...EXAMPLE.net, verdict: 'trade', net_apr: 0.2 },
};
const net = (members: Partial<Opportunity['net']>): Opportunity => ({
	...OFFERED,
	net: { ...OFFERED.net, ...members },
});
const PORTFOLIO = PORTFOLIO_EXAMPLE as unknown as Portfolio;
const OPEN_USD = Math.max(HELD.execution.input_amount, HELD.execution.filled_amount);

test.each<[string, Opportunity, Partial<Limits>, RegExp | null]>([
	['nothing is wrong', OFFERED, {}, null],
	['the verdict is unknown', net({ verdict: 'unknown' }), { acceptsNoTrade: true }, /verdict is unknown/],
	['the verdict is no_trade', net({ verdict: 'no_trade' }), {}, /verdict is no_trade/],
	['the verdict is no_trade, in a rehearsal', net({ verdict: 'no_trade' }), { acceptsNoTrade: true }, null],
	['the expected net is too small', net({ net_apr: 0.04 }), {}, /net_apr is 0.04/],
	['the expected net is unknown', net({ net_apr: null }), {}, /net_apr is null/],
	['the books are thin', { ...OFFERED, max_amount: 999 }, {}, /books hold 999/],
	[
		'the opportunity is already open',
		{ ...OFFERED, opportunity_id: HELD.execution.opportunity_id },
		{},
		/already open/,
	],
	['the amount is just inside the cap', OFFERED, { openAmountMax: OPEN_USD + 1_000 }, null],
	[
		'all executions together exceed the cap',
		OFFERED,
		{ openAmountMax: OPEN_USD + 999 },
		/all executions would have/,
	],
	[
		'the executions of the coin exceed the cap',
		OFFERED,
		{ openAmountPerCoinMax: OPEN_USD + 999 },
		/^BTCUSDT would have/,
	],
	[
		'another coin has its own cap',
		{ ...OFFERED, symbol: 'ETHUSDT' },
		{ openAmountPerCoinMax: OPEN_USD + 999 },
		null,
	],
	[
		'the executions at an exchange exceed the cap',
		OFFERED,
		{ openAmountPerExchangeMax: OPEN_USD / 2 + 499 },
		/USD open/,
	],
])('opening: %s', (_name, opportunity, limits, reason) => {
	const told = reasonNotToOpen(opportunity, PORTFOLIO, { ...LIMITS, ...limits });
	if (reason === null) expect(told).toBeNull();
	else expect(told).toMatch(reason);
});
