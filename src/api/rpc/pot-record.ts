/** Defines the record of a pot on the wire. */
import * as z from 'zod';
import {
	DRAWDOWN_ACTIONS,
	POT_KINDS,
	POT_MODES,
	POT_STATES,
	type PotHolding,
} from '../../ports/autopilot.ts';
import type { PotView } from '../../ports/autopilot-service.ts';
import { clockText } from './autopilot-params.ts';
import { DECISION_EXAMPLE, decisionRecord, decisionSchema } from './decision-record.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	sentenceSchema,
	type Wire,
	wordsRecord,
} from './record-fields.ts';

const words = {
	message: z.string().describe('Sentence for people.'),
	sentence: sentenceSchema,
};

const settingsSchema = z.strictObject({
	name: z.string().describe('Your name for the pot.'),
	capital: amount('Capital of the pot, USD.'),
	exchanges: z.array(z.string()).describe('Exchanges on which it may hold legs.'),
	coins: z.array(z.string()).nullable().describe('The only coins that it may open; null: all.'),
	coins_denied: z.array(z.string()).describe('Coins that it never opens.'),
	leverage: amount('Notional of all legs over the capital in use.'),
	coin_share: amount('Largest share of the pot in one coin, a fraction.'),
	exchange_share: amountOrNull('Largest share of all legs at one exchange, a fraction; null: no limit.'),
	orders_per_day: z.int().describe('Most leg orders a UTC day.'),
	turnover_per_day: amountOrNull('Most USD traded a UTC day over both legs; null: no limit.'),
	drawdown_pct: amountOrNull('Loss in percent of the capital at which the pot stops; null: never.'),
	min_net_over_cash_pct: amount('Least expected net above cash for openings, percentage points a year.'),
	mode: z.enum(POT_MODES).describe('Whether a person confirms each change.'),
	on_drawdown: z.enum(DRAWDOWN_ACTIONS).describe('Action of the pot at its drawdown stop.'),
	decide_at: z.string().describe('UTC time of the daily decision, HH:MM.'),
});

const holdingSchema = z.strictObject({
	execution_id: z.string().describe('Id of the execution.'),
	coin: z.string().describe('Coin.'),
	long_exchange: z.string().describe('Exchange of the long leg.'),
	short_exchange: z.string().describe('Exchange of the short leg.'),
	quantity: amount('Coins that both legs hold.'),
	notional: amountOrNull('Notional of one leg, USD; null: no current mark.'),
	profit: amountOrNull('Profit so far with the open position, USD; null: no current mark.'),
	is_moving: z.boolean().describe('True while it opens or closes.'),
});

/** A pot with its figures and latest decisions. */
export const potSchema = z.strictObject({
	pot_id: z.string().describe('Id of the pot.'),
	agent_id: z.string().nullable().describe('Agent that started it; null: you did.'),
	kind: z
		.enum(POT_KINDS)
		.describe(
			'live: trades on your accounts. shadow: makes the same decisions on paper accounts of its own.',
		),
	shadow_of: z.string().nullable().describe('Pot beside which this shadow pot runs; null: none.'),
	shadow_pot_id: z.string().nullable().describe('Shadow pot beside this pot; null: none.'),
	shadow_profit: amountOrNull('Profit of that shadow pot, USD; null: none or unknown.'),
	state: z
		.enum(POT_STATES)
		.describe(
			'paused: no voluntary change; a low margin still reduces. stopping: closes everything. stopped: final.',
		),
	state_reason: z.strictObject(words).nullable().describe('Why it does not run; null while it runs.'),
	state_at: instant('Time of the last change of state.'),
	created_at: instant('Time of the start.'),
	settings: settingsSchema.describe('Settings.'),
	equity: amountOrNull('Capital and profit, USD; null: no current mark.'),
	profit: amountOrNull('Profit since the start with open positions, USD; null: no current mark.'),
	drawdown: amountOrNull(
		'Loss from the highest profit since the pot last began to run, USD; null unless it runs or without a current mark.',
	),
	cash_profit: amount('Yield of the capital as cash since the start, USD.'),
	waits: z.strictObject(words).nullable().describe('Why a decision that is due waits; null: none waits.'),
	next_decision_at: instantOrNull('Time of the next daily decision; null unless the pot runs.'),
	holdings: z.array(holdingSchema).describe('Open executions of the pot.'),
	execution_ids: z.array(z.string()).describe('All executions of the pot, oldest first.'),
	decisions: z.array(decisionSchema).describe('Latest decisions, newest first.'),
	samples: z
		.array(z.strictObject({ at: instant('Time of the sample.'), equity: amount('Equity, USD.') }))
		.describe('Equity over time, at most 400 samples.'),
});

/** Converts a pot to its record. */
export function potRecord(view: PotView): Wire<typeof potSchema> {
	const { pot } = view;
	return {
		pot_id: pot.potId,
		agent_id: pot.agentId,
		kind: pot.kind,
		shadow_of: pot.shadowOf,
		shadow_pot_id: view.shadow?.potId ?? null,
		shadow_profit: view.shadow?.profit ?? null,
		state: pot.state,
		state_reason: pot.stateReason === null ? null : wordsRecord(pot.stateReason),
		state_at: new Date(pot.stateAt).toISOString(),
		created_at: new Date(pot.createdAt).toISOString(),
		settings: settingsRecord(pot.settings),
		equity: view.equity,
		profit: view.profit,
		drawdown: view.drawdown,
		cash_profit: view.cashProfit,
		waits: view.waits === null ? null : wordsRecord(view.waits),
		next_decision_at: view.nextDecisionAt === null ? null : new Date(view.nextDecisionAt).toISOString(),
		holdings: view.holdings.map(holdingRecord),
		execution_ids: [...view.executionIds],
		decisions: view.decisions.map(decisionRecord),
		samples: view.samples.map(({ at, equity }) => ({ at: new Date(at).toISOString(), equity })),
	};
}

function settingsRecord(settings: PotView['pot']['settings']): Wire<typeof settingsSchema> {
	const { limits } = settings;
	return {
		name: settings.name,
		capital: settings.capital,
		exchanges: [...settings.exchanges],
		coins: settings.coinsAllowed === null ? null : [...settings.coinsAllowed],
		coins_denied: [...settings.coinsDenied],
		leverage: settings.leverage,
		coin_share: limits.coinShare,
		exchange_share: limits.exchangeShare,
		orders_per_day: limits.ordersPerDay,
		turnover_per_day: limits.turnoverPerDay,
		drawdown_pct: limits.drawdownPct,
		min_net_over_cash_pct: limits.minNetOverCashPct,
		mode: settings.mode,
		on_drawdown: settings.onDrawdown,
		decide_at: clockText(settings.decisionMinute),
	};
}

function holdingRecord(holding: PotHolding): Wire<typeof holdingSchema> {
	return {
		execution_id: holding.executionId,
		coin: holding.coin,
		long_exchange: holding.long.venue,
		short_exchange: holding.short.venue,
		quantity: holding.quantity,
		notional: holding.notional,
		profit: holding.profit,
		is_moving: holding.isMoving,
	};
}

/** Example of a pot; a test validates it against the schema. */
export const POT_EXAMPLE = {
	pot_id: 'pot_9d2e4f6081a3c5e73f9a1c5b',
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
	decisions: [DECISION_EXAMPLE],
	samples: [{ at: '2026-11-20T08:00:00.000Z', equity: 10_000 }],
} as const;
