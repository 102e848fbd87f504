/**
 * Defines flags that several commands send to the service: the terms for which it computes figures, the terms for
 * opening a position, and exit rules.
 */
import type {
	ExecutionMode,
	FundingHistoryParams,
	FundingMapParams,
	GetOpportunitiesParams,
	PlanPortfolioParams,
} from '../client/methods.ts';
import { type Flags, list, number, option, text } from './command.ts';

// The next lists repeat values that the service accepts, so that help loads no service code. A test compares
// them with the service's lists.
/** Ways to fill the legs. */
export const MODES: readonly ExecutionMode[] = ['auto', 'grid', 'single-direct', 'single-delay'];
/** Verdicts to filter a list by. */
export const VERDICTS: readonly NonNullable<GetOpportunitiesParams['verdict']>[] = [
	'trade',
	'no_trade',
	'unknown',
];
/** Columns to sort a list by. */
export const SORT_KEYS: readonly NonNullable<GetOpportunitiesParams['sortby']>[] = [
	'spread',
	'apr',
	'net_apr',
	'funding_delta',
	'epoch_hours',
	'break_even_hours',
	'reversal_probability',
	'risk_score',
	'liquidity_score',
	'max_amount',
	'min_amount',
	'volume',
	'next_funding_time',
	'symbol',
];
/** Directions in which to sort a list. */
export const ORDERS: readonly NonNullable<GetOpportunitiesParams['order']>[] = ['best_first', 'worst_first'];
/** Groups of a list. */
export const GROUPS: readonly NonNullable<GetOpportunitiesParams['group_by']>[] = ['none', 'coin'];

/** Values to sort the funding map by. */
export const FUNDING_SORT_KEYS: readonly NonNullable<FundingMapParams['sortby']>[] = [
	'spread',
	'volume',
	'symbol',
];
/** Directions in which to sort the funding map. */
export const FUNDING_ORDERS: readonly NonNullable<FundingMapParams['order']>[] = [
	'best_first',
	'worst_first',
];
/** Ranges of a coin's funding history, days. */
export const FUNDING_DAYS: readonly NonNullable<FundingHistoryParams['days']>[] = [7, 30, 90, 365];

/** Places where the margin of a plan may lie. */
export const MARGIN_PLACES: readonly NonNullable<PlanPortfolioParams['margin']>[] = [
	'accounts',
	'equal',
	'free',
];

/** Units in which tables show funding rates. */
export const RATE_UNITS = ['per_8h', 'per_year'] as const;
/** The unit of the printed rates. The JSON output has both. */
export const RATE_UNIT_FLAG = {
	unit: option('UNIT', `Print rates ${RATE_UNITS.join(' or ')} (default per_8h).`, { choices: RATE_UNITS }),
} as const satisfies Flags;

const LEVERAGE = number('TIMES', 'Leverage of each leg (default 1).');

/** Capital, horizon and leverage for which the service computes figures. */
export const TERMS_FLAGS = {
	amount: number('USD', 'Total capital for both legs, used to compute costs (default 1000).'),
	'horizon-hours': number('HOURS', 'Planned holding period (default: the best for each opportunity).'),
	leverage: LEVERAGE,
} as const satisfies Flags;

/** Capital, leverage, fill mode and limits for opening a position. */
export const OPENING_FLAGS = {
	amount: number('USD', "Total capital for both legs: each leg's notional is amount / 2 × leverage."),
	leverage: LEVERAGE,
	mode: text('MODE', 'How the legs are filled (default auto).', { choices: MODES }),
	'max-slippage-bps': number(
		'BPS',
		'Maximum slippage per leg (the service sets the default and the upper limit).',
	),
	'min-net-apr': number(
		'FRACTION',
		'Refuse to open if the net APR at the final check is lower than this; 0.05 is 5 %.',
	),
	'only-if-trade': {
		kind: 'switch',
		meaning: 'Refuse to open unless the verdict at the final check is trade.',
	},
} as const satisfies Flags;

/** Capital, choices and limits of a plan. */
export const PLAN_FLAGS = {
	capital: number('USD', 'Capital to plan for (default: the equity of your accounts).'),
	exchanges: list('NAMES', 'Use only these exchanges, separated by commas (default: those with an account).'),
	coins: list('COINS', 'Use only these coins, separated by commas.'),
	'without-coins': list('COINS', 'Do not use these coins, separated by commas.'),
	margin: text(
		'PLACE',
		'accounts: the margin lies as in your accounts. equal: it is split equally. free: it lies where the plan needs it.',
		{ choices: MARGIN_PLACES },
	),
	leverage: number('TIMES', 'Notional of both legs as a multiple of the margin, from 1 to 3 (default 1.8).'),
	idle: number('SHARE', 'Share of the capital that stays idle, up to 0.9 (default 0.25).'),
	'coin-share': number(
		'SHARE',
		'Largest leg of a coin, as a share of one leg of the whole plan (default 0.1).',
	),
	'exchange-share': number(
		'SHARE',
		'Largest notional at one exchange, as a share of both legs of the whole plan (default: no limit).',
	),
	'exchange-net-share': number(
		'SHARE',
		'Largest difference between longs and shorts at one exchange, as the same share (default: no limit).',
	),
	horizon: number('HOURS', 'Time within which a change must earn twice its cost, 24 to 2160 (default 720).'),
	'cash-apr': number('FRACTION', 'Interest that cash earns per year; 0.04 is 4 % (default 0.04).'),
	'execution-ids': list('IDS', 'Change only these executions, separated by commas (default: all).'),
} as const satisfies Flags;

const under = 'Exit rules';
/** Rules that close an execution. Each is off unless given. */
export const EXIT_FLAGS = {
	'max-hours': { kind: 'number', value: 'HOURS', meaning: 'Close after this holding period.', under },
	'max-epochs': {
		kind: 'number',
		value: 'NUMBER',
		meaning: 'Close after this number of funding intervals.',
		under,
	},
	'take-profit-pct': {
		kind: 'number',
		value: 'PERCENT',
		meaning: 'Close at this profit after exit costs, as a percentage of capital.',
		under,
	},
	'stop-loss-pct': {
		kind: 'number',
		value: 'PERCENT',
		meaning: 'Close at this loss after exit costs, as a percentage of capital.',
		under,
	},
	'close-on-reversal': {
		kind: 'text',
		value: 'YES|NO',
		meaning:
			'Close when funding has reversed: its 30-day mean is below 0, and the forecast loss over the next 30 days exceeds half the cost of a round trip (default yes).',
		choices: ['yes', 'no'],
		under,
	},
	'min-liquidation-distance-pct': {
		kind: 'number',
		value: 'PERCENT',
		meaning:
			'Close when a leg is closer to its liquidation price than this, as a percentage of the mark price.',
		under,
	},
	'min-spread-apr-pct': {
		kind: 'number',
		value: 'PERCENT',
		meaning: 'Close when the funding spread stays below this for 30 minutes, percent per year.',
		under,
	},
	'min-net-apr-pct': {
		kind: 'number',
		value: 'PERCENT',
		meaning:
			'Close when the expected net over the remaining holding period, after the cost of the exit, stays below this for ten minutes, percent per year.',
		under,
	},
} as const satisfies Flags;
