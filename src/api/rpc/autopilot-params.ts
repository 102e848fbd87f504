/** Defines the params that describe a pot, and converts them to its settings. */
import * as z from 'zod';
import { floorToStep, formatDecimal, ONE } from '../../domain/decimal.ts';
import type { Caller } from '../../identity/tokens.ts';
import { DRAWDOWN_ACTIONS, POT_MODES, type PotSettings } from '../../ports/autopilot.ts';
import type { Asker } from '../../ports/order-service.ts';
import type { Services } from './method.ts';
import { invalidParam } from './param-errors.ts';
import { decimal, decimalOr, integer, integerOr, oneOf, text } from './params.ts';
import { RULE_TEXT } from './text.ts';

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const MINUTES = 60;
const COINS_MAX = 200;
const EXCHANGES_MAX = 20;

/** Id of a pot as a param. */
export const potId = text(64, 'Id from autopilot_status.');
/** Id of a decision as a param. */
export const decisionId = text(64, 'Id of a decision from autopilot_status.');

/** Returns who commands a pot. A linked chat that acts for its owner has the owner's rights over pots. */
export function commander({ userId, agent, actsForOwner }: Caller): Asker {
	return { userId, agent: actsForOwner === true ? undefined : agent };
}

/** Numbers of changes as a param. */
export const changeNumbers = z
	.array(integer({ description: 'Number of a change.', atLeast: 0, atMost: 10_000 }))
	.min(1)
	.max(500)
	.optional()
	.describe('Numbers of the changes. Default: all that are suggested.');

const RULES = {
	capital: {
		description: 'Capital of the pot in USD. It never has more in use.',
		unit: 'USD',
		above: '0',
		atMost: '1000000000',
	},
	leverage: {
		description:
			'Notional of all legs over the capital in use. A move of the market liquidates more at a higher one.',
		atLeast: '1',
		atMost: '3',
	},
	coinShare: { description: 'Largest share of the pot in one coin, a fraction.', above: '0', atMost: '1' },
	exchangeShare: {
		description: 'Largest share of all legs at one exchange, a fraction; null: no such limit.',
		above: '0',
		atMost: '1',
	},
	ordersPerDay: {
		description:
			'Most leg orders a UTC day; a change of both legs counts as two. Reductions are not limited.',
		atLeast: 0,
		atMost: 10_000,
	},
	turnoverPerDay: {
		description: 'Most USD traded a UTC day over both legs; null: no such limit. Reductions are not limited.',
		unit: 'USD',
		above: '0',
		atMost: '1000000000',
	},
	drawdownPct: {
		description:
			'Loss from the highest equity, in percent of the capital, at which the pot stops; null: never.',
		unit: '%',
		above: '0',
		atMost: '100',
	},
	minNet: {
		description:
			'Least expected net above cash for openings, in percentage points of the capital a year. Below 0, the pot accepts less than cash.',
		unit: 'percentage points',
		atLeast: '-100',
		atMost: '1000',
	},
} as const;

const exchanges = z
	.array(text(64, 'Exchange.'))
	.min(2)
	.max(EXCHANGES_MAX)
	.describe('Exchanges on which the pot may hold legs; you need an account at each.');
const coins = z.array(text(32, 'Coin.')).min(1).max(COINS_MAX);
const coinsDenied = z.array(text(32, 'Coin.')).max(COINS_MAX).describe('Coins that the pot never opens.');
const decideAt = z
	.string()
	.regex(CLOCK)
	.meta({ examples: ['00:00', '23:59'] })
	.describe('UTC time of the daily decision, HH:MM. Choose one that lies after a settlement.');
const confirmLive = z
	.array(text(64, 'Exchange.'))
	.max(EXCHANGES_MAX)
	.optional()
	.describe('Confirmation of real orders: exactly the exchanges of the pot. Only live mode needs it.');

/** Params of a new pot. */
export const POT_PARAMS = {
	name: text(64, 'Your name for the pot.'),
	capital: decimal(RULES.capital),
	exchanges,
	coins: coins.optional().describe('The only coins that the pot may open. Default: all.'),
	coins_denied: coinsDenied.optional(),
	leverage: decimalOr('1.8', RULES.leverage),
	coin_share: decimalOr('0.1', RULES.coinShare),
	exchange_share: decimal(RULES.exchangeShare).nullish(),
	orders_per_day: integerOr(40, RULES.ordersPerDay),
	turnover_per_day: decimal(RULES.turnoverPerDay).nullish(),
	drawdown_pct: decimal(RULES.drawdownPct).nullish(),
	min_net_over_cash_pct: decimalOr('0', RULES.minNet),
	mode: oneOf(
		POT_MODES,
		'suggest',
		'suggest: a person confirms each change. act: the service makes the changes by itself.',
	),
	on_drawdown: oneOf(DRAWDOWN_ACTIONS, 'pause', 'Action of the pot at its drawdown stop.'),
	decide_at: decideAt.optional(),
	confirm_live: confirmLive,
	idempotency_key: text(
		64,
		'The same key with the same params returns the pot of the first call. It shares the keys of execute_opportunity.',
	).optional(),
};

/** Params that change a pot; absent ones stay. */
export const POT_CHANGE_PARAMS = {
	name: text(64, 'Your name for the pot.').optional(),
	capital: decimal(RULES.capital).optional(),
	exchanges: exchanges.optional(),
	coins: coins.nullish().describe('The only coins that the pot may open; null: all.'),
	coins_denied: coinsDenied.optional(),
	leverage: decimal(RULES.leverage).optional(),
	coin_share: decimal(RULES.coinShare).optional(),
	exchange_share: decimal(RULES.exchangeShare).nullish(),
	orders_per_day: integer(RULES.ordersPerDay).optional(),
	turnover_per_day: decimal(RULES.turnoverPerDay).nullish(),
	drawdown_pct: decimal(RULES.drawdownPct).nullish(),
	min_net_over_cash_pct: decimal(RULES.minNet).optional(),
	mode: z
		.enum(POT_MODES)
		.optional()
		.describe('suggest: a person confirms each change. act: the service makes the changes by itself.'),
	on_drawdown: z.enum(DRAWDOWN_ACTIONS).optional().describe('Action of the pot at its drawdown stop.'),
	decide_at: decideAt.optional(),
	confirm_live: confirmLive,
};

const potParamsSchema = z.strictObject(POT_PARAMS);
const changeParamsSchema = z.strictObject(POT_CHANGE_PARAMS);
/** Default minute of the day of the daily decision, 00:10 UTC. */
const DECISION_MINUTE = 10;

/** Converts the params of a new pot to its settings. */
export function potSettings(
	params: Omit<z.output<typeof potParamsSchema>, 'confirm_live' | 'idempotency_key'>,
): PotSettings {
	return {
		name: params.name,
		capital: params.capital,
		exchanges: params.exchanges,
		coinsAllowed: params.coins ?? null,
		coinsDenied: params.coins_denied ?? [],
		leverage: params.leverage,
		limits: {
			coinShare: params.coin_share,
			exchangeShare: params.exchange_share ?? null,
			ordersPerDay: params.orders_per_day,
			turnoverPerDay: params.turnover_per_day ?? null,
			drawdownPct: params.drawdown_pct ?? null,
			minNetOverCashPct: params.min_net_over_cash_pct,
		},
		mode: params.mode,
		onDrawdown: params.on_drawdown,
		decisionMinute: params.decide_at === undefined ? DECISION_MINUTE : minuteOf(params.decide_at),
	};
}

/** Applies the params of a change to a pot's settings. */
export function changedSettings(
	present: PotSettings,
	params: Omit<z.output<typeof changeParamsSchema>, 'confirm_live'>,
): PotSettings {
	const { limits } = present;
	const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);
	return {
		name: kept(params.name, present.name),
		capital: kept(params.capital, present.capital),
		exchanges: kept(params.exchanges, present.exchanges),
		coinsAllowed: kept(params.coins, present.coinsAllowed),
		coinsDenied: kept(params.coins_denied, present.coinsDenied),
		leverage: kept(params.leverage, present.leverage),
		limits: {
			coinShare: kept(params.coin_share, limits.coinShare),
			exchangeShare: kept(params.exchange_share, limits.exchangeShare),
			ordersPerDay: kept(params.orders_per_day, limits.ordersPerDay),
			turnoverPerDay: kept(params.turnover_per_day, limits.turnoverPerDay),
			drawdownPct: kept(params.drawdown_pct, limits.drawdownPct),
			minNetOverCashPct: kept(params.min_net_over_cash_pct, limits.minNetOverCashPct),
		},
		mode: kept(params.mode, present.mode),
		onDrawdown: kept(params.on_drawdown, present.onDrawdown),
		decisionMinute: params.decide_at === undefined ? present.decisionMinute : minuteOf(params.decide_at),
	};
}

/** Writes a minute of the day as HH:MM. */
export function clockText(minute: number): string {
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${two(Math.floor(minute / MINUTES))}:${two(minute % MINUTES)}`;
}

/**
 * Pots open with the next whole leverage, so only the whole part of the service's limit counts.
 * @throws CarrywireError INVALID_PARAMS for more leverage than the service allows
 */
export function requireLeverage({ leverage }: PotSettings, { limits }: Services): void {
	const most = floorToStep(limits.leverageMax, ONE);
	if (leverage <= most) return;
	throw invalidParam(
		'leverage',
		RULE_TEXT.atMostServiceLimit({ limit: formatDecimal(most) }),
		formatDecimal(leverage),
	);
}

function minuteOf(clock: string): number {
	const [hours = '', minutes = ''] = clock.split(':');
	return Number(hours) * MINUTES + Number(minutes);
}
