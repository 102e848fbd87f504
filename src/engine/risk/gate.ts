/**
 * The gate in front of everything that increases a position: one table of checks, in order. A preview shows every line;
 * an open stops at the first that does not hold. What reduces a position (a close, an unwind, a leg that is cut) is asked
 * nothing here: a limit must never stand between a position and its end.
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

/** All actions that the gate judges. */
export const GATE_ACTIONS = ['preview', 'open', 'close', 'unwind'] as const;
/** An action that the gate judges. */
export type GateAction = (typeof GATE_ACTIONS)[number];

/** One row of the gate: its lines, when it applies, and its check. */
export type GateRow = {
	/** Names of its lines; `{leg}` is long and short. */
	readonly lines: readonly string[];
	readonly runs: readonly GateAction[];
	readonly codes: readonly ErrorCode[];
	/** What must hold. */
	readonly holds: string;
	/** Settings that its limits come from. */
	readonly settings: readonly string[];
	readonly check: Check;
};

const INCREASES: readonly GateAction[] = ['preview', 'open'];

/** Every row of the gate, in the order in which it is judged. */
export const GATE: readonly GateRow[] = [
	{
		lines: ['trading'],
		runs: INCREASES,
		codes: [
			'TRADING_HALTED',
			'AGENT_NOT_ALLOWED',
			'SELF_CHECK_NOT_PASSED',
			'STREAM_SILENT',
			'EXCHANGE_NOT_CONNECTED',
			'STORE_UNAVAILABLE',
		],
		holds:
			'No kill switch stands, the calling agent is not stopped, both accounts have passed their self-check, stay connected and hear of their orders, and the journal can be written.',
		settings: [],
		check: trading,
	},
	{
		lines: ['guards'],
		runs: INCREASES,
		codes: ['OPPORTUNITY_GUARDED', 'QUOTE_DEPEG'],
		holds: 'No guard of the opportunity forbids the trade.',
		settings: [],
		check: guards,
	},
	{
		lines: ['account_age_{leg}', 'ticker_age_{leg}'],
		runs: INCREASES,
		codes: ['QUOTE_STALE'],
		holds: 'Balances, positions and tickers are young.',
		settings: ['risk.dataAgeMsMax', 'marketData.tickerStaleMs'],
		check: dataAge,
	},
	{
		lines: ['collar_{leg}'],
		runs: INCREASES,
		codes: ['PRICE_COLLAR'],
		holds: "The mid of each book is near its exchange's mark and index.",
		settings: ['risk.collarPct'],
		check: priceCollar,
	},
	{
		lines: ['stability_{leg}'],
		runs: INCREASES,
		codes: ['TRADING_HALTED'],
		holds: 'Both exchanges have answered lately.',
		settings: ['risk.venueErrorPctMax', 'risk.venueErrorsMin', 'risk.venueErrorWindowMs'],
		check: venueStability,
	},
	{
		lines: ['amount'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'The amount of one execution is not above the limit.',
		settings: ['execution.amountMaxUsd'],
		check: amount,
	},
	{
		lines: ['cap_amount', 'cap_open_amount', 'cap_pairs', 'cap_executions_per_day'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds:
			'The caps that the owner of the calling agent has set, where one calls: they count what this agent has open and has begun since 00:00 UTC, and what its other calls are opening.',
		settings: [],
		check: agentCaps,
	},
	{
		lines: ['leverage'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'The service and both exchanges allow the leverage.',
		settings: ['execution.leverageMax'],
		check: leverage,
	},
	{
		lines: ['open_amount', 'open_notional', 'open_notional_coin', 'open_notional_{leg}'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'What the user has open stays inside the limits: in all, in the coin, at each exchange.',
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
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'The user has not too many executions open.',
		settings: ['execution.executionsOpenMax'],
		check: openExecutions,
	},
	{
		lines: ['daily_loss'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'The user has not lost too much since 00:00 UTC.',
		settings: ['risk.dailyLossMaxUsd'],
		check: dailyLoss,
	},
	{
		lines: ['minimum', 'minimum_child'],
		runs: INCREASES,
		codes: ['BELOW_MIN_NOTIONAL'],
		holds:
			'The amount, and each slice of it, is what both exchanges take as one order on each leg, also for the close after the stress move (min_amount of the opportunity).',
		settings: ['risk.stressMovePct'],
		check: minimums,
	},
	{
		lines: ['maximum'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'A whole leg fits into one order of each exchange.',
		settings: [],
		check: maximums,
	},
	{
		lines: ['depth_entry_{leg}', 'depth_exit_{leg}'],
		runs: INCREASES,
		codes: ['INSUFFICIENT_DEPTH'],
		holds: 'The books hold the largest slice inside the slippage guard, for the entry and for the exit.',
		settings: ['execution.maxSlippageBpsDefault'],
		check: depth,
	},
	{
		lines: ['mode'],
		runs: INCREASES,
		codes: ['MODE_NOT_AVAILABLE'],
		holds: 'The asked mode can be used for this trade.',
		settings: ['execution.unhedgedMaxUsd', 'risk.childDepthSharePct'],
		check: mode,
	},
	{
		lines: ['unhedged_execution', 'unhedged_user', 'unhedged_service'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds:
			'What may stand on one leg alone stays inside the caps of the execution, the user and the service.',
		settings: ['execution.unhedgedMaxUsd', 'execution.unhedgedUserMaxUsd', 'execution.unhedgedServiceMaxUsd'],
		check: unhedged,
	},
	{
		lines: ['position_{leg}'],
		runs: INCREASES,
		codes: ['POSITION_CONFLICT', 'CLOSE_REFUSED'],
		holds:
			'The account holds of each instrument what our executions hold there, all on the same side and with the same leverage and margin mode, and no exchange refuses the orders of a close there.',
		settings: [],
		check: position,
	},
	{
		lines: ['stress_margin_{leg}'],
		runs: INCREASES,
		codes: ['RISK_LIMIT'],
		holds: 'After the stress move each leg still has its maintenance margin.',
		settings: ['risk.stressMovePct'],
		check: stress,
	},
	{
		lines: ['liquidation_{leg}', 'exit_liquidation_{leg}'],
		runs: INCREASES,
		codes: ['RISK_LIMIT', 'EXIT_RULE_CONFLICT'],
		holds:
			"Each leg begins far enough from its liquidation, and farther than the caller's own rule closes at.",
		settings: ['risk.liquidationDistanceMinPct'],
		check: liquidation,
	},
	{
		lines: ['exit_rules'],
		runs: INCREASES,
		codes: ['EXIT_RULE_CONFLICT'],
		holds: 'The exit rules are inside their bounds, and none would close what has just been opened.',
		settings: [],
		check: exitRules,
	},
	{
		lines: ['margin_{leg}'],
		runs: INCREASES,
		codes: ['INSUFFICIENT_MARGIN'],
		holds: 'Both accounts have the margin of their leg with fees and 2 %.',
		settings: [],
		check: margin,
	},
	{
		lines: ['verdict', 'net_apr'],
		runs: INCREASES,
		codes: ['NO_TRADE', 'EDGE_GONE'],
		holds: "The caller's conditions only_if_trade and min_net_apr, where it set them.",
		settings: [],
		check: verdict,
	},
];

/** Every line of the action, in order. */
export function gateLines(action: GateAction, facts: OpenFacts): readonly CheckRow[] {
	return GATE.filter(({ runs }) => runs.includes(action)).flatMap(({ check }) => check(facts));
}
