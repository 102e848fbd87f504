/**
 * The gate checks every increase of a position with one table of checks, row by row. A preview shows every row; an
 * opening stops at the first failure. The gate does not check anything that reduces a position (a close, an unwind, a
 * trimmed leg), because a limit must never block the exit.
 */
import type { ErrorCode } from '../../domain/codes.ts';
import { agentCaps } from './agent-caps.ts';
import { amount } from './amount.ts';
import type { Check, CheckRow } from './check-row.ts';
import { dailyLoss } from './daily-loss.ts';
import { dataAge } from './data-age.ts';
import { depth } from './depth.ts';
import { exitRules } from './exit-rules.ts';
import type { OpenFacts } from './facts.ts';
import { guards } from './guards.ts';
import { leverage } from './leverage.ts';
import { liquidation } from './liquidation.ts';
import { margin } from './margin.ts';
import { maximums } from './maximums.ts';
import { minimums } from './minimums.ts';
import { mode } from './mode.ts';
import { openAmounts } from './open-amounts.ts';
import { openExecutions } from './open-executions.ts';
import { position } from './position.ts';
import { priceCollar } from './price-collar.ts';
import { stress } from './stress.ts';
import { trading } from './trading.ts';
import { unhedged } from './unhedged.ts';
import { venueStability } from './unstable-venue.ts';
import { verdict } from './verdict.ts';

/** One row of the table: the lines that it shows, and its check. */
export type GateRow = {
	/** Names of the row's lines; `{leg}` stands for long and short. */
	readonly lines: readonly string[];
	readonly codes: readonly ErrorCode[];
	/** The condition, as a sentence for the reference page. */
	readonly holds: string;
	/** Settings that define the row's limits. */
	readonly settings: readonly string[];
	readonly check: Check;
};

/** Every row of the gate, in the order in which they are checked. */
export const GATE: readonly GateRow[] = [
	{
		lines: ['trading'],
		codes: [
			'TRADING_HALTED',
			'AGENT_NOT_ALLOWED',
			'SELF_CHECK_NOT_PASSED',
			'STREAM_SILENT',
			'EXCHANGE_NOT_CONNECTED',
			'STORE_UNAVAILABLE',
		],
		holds:
			'No kill switch is on and the calling agent is not stopped. Both accounts passed their self-check, stay connected and receive order updates. The journal is writable.',
		settings: [],
		check: trading,
	},
	{
		lines: ['guards'],
		codes: ['OPPORTUNITY_GUARDED', 'QUOTE_DEPEG'],
		holds: 'No guard of the opportunity blocks the trade.',
		settings: [],
		check: guards,
	},
	{
		lines: ['account_age_{leg}', 'ticker_age_{leg}'],
		codes: ['QUOTE_STALE'],
		holds: 'Balances, positions and tickers are recent.',
		settings: ['risk.dataAgeMsMax', 'marketData.tickerStaleMs'],
		check: dataAge,
	},
	{
		lines: ['collar_{leg}'],
		codes: ['PRICE_COLLAR'],
		holds: "The mid price of each order book is near its exchange's mark and index price.",
		settings: ['risk.collarPct'],
		check: priceCollar,
	},
	{
		lines: ['stability_{leg}'],
		codes: ['TRADING_HALTED'],
		holds: 'Both exchanges answer requests.',
		settings: ['risk.venueErrorPctMax', 'risk.venueErrorsMin', 'risk.venueErrorWindowMs'],
		check: venueStability,
	},
	{
		lines: ['amount'],
		codes: ['RISK_LIMIT'],
		holds: 'The amount of one execution is at most the limit.',
		settings: ['execution.amountMaxUsd'],
		check: amount,
	},
	{
		lines: ['cap_amount', 'cap_open_amount', 'cap_pairs', 'cap_executions_per_day'],
		codes: ['RISK_LIMIT'],
		holds:
			'An agent stays within the caps that its owner set for it. The caps include its open executions, its executions since 00:00 UTC, and those that other calls of the agent are opening.',
		settings: [],
		check: agentCaps,
	},
	{
		lines: ['leverage'],
		codes: ['RISK_LIMIT'],
		holds: 'The service and both exchanges allow the leverage.',
		settings: ['execution.leverageMax'],
		check: leverage,
	},
	{
		lines: ['open_amount', 'open_notional', 'open_notional_coin', 'open_notional_{leg}'],
		codes: ['RISK_LIMIT'],
		holds:
			"The user's open amount and notional stay within the limits: in total, in the coin, at each exchange.",
		settings: [
			'execution.openAmountMaxUsd',
			'risk.openNotionalMaxUsd',
			'risk.coinNotionalMaxUsd',
			'risk.venueNotionalMaxUsd',
		],
		check: openAmounts,
	},
	{
		lines: ['open_executions'],
		codes: ['RISK_LIMIT'],
		holds: 'The number of open executions of the user is at most the limit.',
		settings: ['execution.executionsOpenMax'],
		check: openExecutions,
	},
	{
		lines: ['daily_loss'],
		codes: ['RISK_LIMIT'],
		holds: "The user's loss since 00:00 UTC is at most the limit.",
		settings: ['risk.dailyLossMaxUsd'],
		check: dailyLoss,
	},
	{
		lines: ['minimum', 'minimum_child'],
		codes: ['BELOW_MIN_NOTIONAL'],
		holds:
			'The amount and each slice meet both exchanges’ minimums as one order per leg. The close would still meet them after the stress move. See min_amount of the opportunity.',
		settings: ['risk.stressMovePct'],
		check: minimums,
	},
	{
		lines: ['maximum'],
		codes: ['RISK_LIMIT'],
		holds: 'Each leg is within its exchange’s maximum order size.',
		settings: [],
		check: maximums,
	},
	{
		lines: ['depth_entry_{leg}', 'depth_exit_{leg}'],
		codes: ['INSUFFICIENT_DEPTH'],
		holds:
			'Both order books are deep enough to fill the largest slice within the slippage limit, on entry and on exit.',
		settings: ['execution.maxSlippageBpsDefault'],
		check: depth,
	},
	{
		lines: ['mode'],
		codes: ['MODE_NOT_AVAILABLE'],
		holds: 'The requested mode can be used for this trade.',
		settings: ['execution.unhedgedMaxUsd', 'risk.childDepthSharePct'],
		check: mode,
	},
	{
		lines: ['unhedged_execution', 'unhedged_user', 'unhedged_service'],
		codes: ['RISK_LIMIT'],
		holds:
			'The worst-case unhedged exposure stays within the caps of the execution, the user and the service.',
		settings: ['execution.unhedgedMaxUsd', 'execution.unhedgedUserMaxUsd', 'execution.unhedgedServiceMaxUsd'],
		check: unhedged,
	},
	{
		lines: ['position_{leg}'],
		codes: ['POSITION_CONFLICT', 'CLOSE_REFUSED'],
		holds:
			"On each leg's contract, the account holds only what its executions opened, and their side, leverage and margin mode match this trade. Neither exchange is rejecting close orders for that contract.",
		settings: [],
		check: position,
	},
	{
		lines: ['stress_margin_{leg}'],
		codes: ['RISK_LIMIT'],
		holds: 'Each leg still has its maintenance margin after the stress move.',
		settings: ['risk.stressMovePct'],
		check: stress,
	},
	{
		lines: ['liquidation_{leg}', 'exit_liquidation_{leg}'],
		codes: ['RISK_LIMIT', 'EXIT_RULE_CONFLICT'],
		holds:
			"Each leg starts far enough from its liquidation price, and farther than the distance of the caller's exit rule.",
		settings: ['risk.liquidationDistanceMinPct'],
		check: liquidation,
	},
	{
		lines: ['exit_rules'],
		codes: ['EXIT_RULE_CONFLICT'],
		holds: 'The exit rules are within their bounds, and none would close the new position at once.',
		settings: [],
		check: exitRules,
	},
	{
		lines: ['margin_{leg}'],
		codes: ['INSUFFICIENT_MARGIN'],
		holds: 'Each account has enough available margin for its leg, plus fees and a 2 % buffer.',
		settings: [],
		check: margin,
	},
	{
		lines: ['verdict', 'net_apr'],
		codes: ['NO_TRADE', 'EDGE_GONE'],
		holds: "The caller's conditions only_if_trade and min_net_apr are met.",
		settings: [],
		check: verdict,
	},
];

/** Returns every line of the gate, in table order. */
export function gateLines(facts: OpenFacts): readonly CheckRow[] {
	return GATE.flatMap(({ check }) => check(facts));
}
