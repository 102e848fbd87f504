/** Defines the record of a portfolio plan on the wire. Figures are estimates, rounded to a fixed number of places. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { atPlaces, published } from '../../domain/estimate.ts';
import { opportunityId } from '../../domain/ids.ts';
import {
	MARGIN_PLACES,
	PLAN_CHANGE_KINDS,
	PLAN_MARGIN_LEVELS,
	type PlanContract,
	type PlanLimit,
	type PlannedChange,
	type PlannedLeg,
	type PlannedMargin,
	type PlanOutcome,
	type PortfolioPlan,
} from '../../ports/portfolio-planner.ts';
import type { Words } from '../../sentences/sentence.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	sentenceSchema,
	type Wire,
	wordsRecord,
} from './record-fields.ts';
import { plannedTransferRecords, plannedTransfersSchema } from './transfer-record.ts';

/** Places of amounts in USD. */
const USD_PLACES = 2;
/** Places of fractions, ratios and shadow prices. */
const SHARE_PLACES = 9;

const saidMembers = {
	message: z.string().describe('Sentence for people.'),
	sentence: sentenceSchema,
};
const sayingSchema = z.strictObject(saidMembers);

const contractSchema = z.strictObject({
	exchange: z.string().describe('Exchange.'),
	symbol: z.string().describe("The exchange's own symbol."),
});

const limitSchema = z.strictObject({
	...saidMembers,
	shadow_price: amount('Additional net per year for each USD by which the limit is widened.'),
});

const termsSchema = z
	.strictObject({
		capital: amount('Capital, USD.'),
		exchanges: z.array(z.string()).describe('Exchanges that the plan may use.'),
		coins: z.array(z.string()).nullable().describe('Coins that it may use; null: all.'),
		without_coins: z.array(z.string()).describe('Coins that it may not use.'),
		margin: z.enum(MARGIN_PLACES).describe('Place of the margin.'),
		leverage: amount('Notional of both legs as a multiple of the margin.'),
		idle: amount('Share of the capital that stays idle.'),
		coin_share: amount('Largest notional of one leg of a coin, as a share of leg_notional_max.'),
		exchange_share: amountOrNull(
			'Largest notional at one exchange, as a share of twice leg_notional_max; null: no limit.',
		),
		exchange_net_share: amountOrNull(
			'Largest difference between longs and shorts at one exchange, as the same share; null: no limit.',
		),
		cash_apr: amount('Interest that cash earns, a fraction per year.'),
		leg_notional_max: amount('Largest notional of one leg of the whole plan, USD.'),
		horizon_hours: amount('Hours over which gains are expected.'),
	})
	.describe('Terms of the plan, with defaults.');

const outcomeSchema = z
	.strictObject({
		verdict: z
			.enum(['trade', 'no_trade'])
			.describe('trade: the plan is expected to earn more than cash. no_trade: it is not; keep cash.'),
		...saidMembers,
		net_on_capital: amount(
			'Expected net per year as a fraction of the capital, after the cost of the changes.',
		),
		net_on_capital_low: amountOrNull(
			'Lower end of the interval of net_on_capital that holds 90 % of the expected outcomes; null if unknown.',
		),
		net_on_capital_high: amountOrNull('Upper end of the interval.'),
		net_per_year: amount('Expected net, USD per year.'),
		cash_apr: amount('Interest of cash, a fraction per year.'),
		over_cash: amount('net_on_capital minus cash_apr.'),
		leverage_of_cash: amountOrNull(
			'Leverage at which the plan would earn as much as cash; null if it loses at every leverage.',
		),
	})
	.describe('Expected result, compared with cash.');

const changeSchema = z.strictObject({
	kind: z
		.enum(PLAN_CHANGE_KINDS)
		.describe(
			'open: a new pair. enlarge: more of a held pair. reduce and close: less of a held pair, or nothing. roll: one leg moves to another exchange.',
		),
	coin: z.string().describe('Coin.'),
	long: contractSchema.describe('Long leg after the change; for reduce and close, of the held pair.'),
	short: contractSchema.describe('Short leg after the change; for reduce and close, of the held pair.'),
	opportunity_id: z.string().describe('Id of the opportunity with these legs, for execute_opportunity.'),
	execution_id: z
		.string()
		.nullable()
		.describe('Execution that the change reduces, closes or rolls; null for an opening.'),
	share: amountOrNull(
		'Share that the change takes away or moves, of what the execution holds after the changes before it; null for an opening.',
	),
	roll: z
		.strictObject({
			leg: z.enum(['long', 'short']).describe('Leg that moves.'),
			from: contractSchema.describe('Contract that it leaves.'),
		})
		.nullable()
		.describe('The leg that a roll moves; null for other kinds.'),
	notional: amount('Notional of one leg of the change, USD.'),
	gain: amount('Expected gain over horizon_hours compared with no change, before the cost, USD.'),
	cost: amount('Cost of the change, USD.'),
	ratio: amountOrNull('gain / cost; null if the change costs nothing.'),
	limits: z.array(limitSchema).describe('Limits that decided the size of the change.'),
	...saidMembers,
});

const legSchema = z.strictObject({
	coin: z.string().describe('Coin.'),
	exchange: z.string().describe('Exchange.'),
	symbol: z.string().describe("The exchange's own symbol."),
	held: amount('Notional now, USD; negative: short.'),
	target: amount('Notional of the plan, USD; negative: short.'),
	price: amount('Mid price, USD per coin.'),
	cost: amount('Fee and slippage of a change, a fraction of its notional.'),
	reasons: z.array(sayingSchema).describe('Why the plan may not change the leg freely.'),
});

const marginSchema = z.strictObject({
	exchange: z.string().describe('Exchange.'),
	equity: amount('Equity that the plan counts on, USD.'),
	notional: amount('Notional of all its legs after the plan, USD.'),
	net: amount('Longs minus shorts after the plan, USD.'),
	moves: z
		.array(
			z.strictObject({
				move: amount('Common move of all prices, a fraction; -0.3 is a fall of 30 %.'),
				equity: amount('Equity after the move, USD.'),
				ratio: amountOrNull('Equity over notional after the move; null without positions.'),
				level: z
					.enum(PLAN_MARGIN_LEVELS)
					.describe(
						'ok: nothing to do. watch, transfer and reduce: the ratio is below 0.7, 0.5 and 0.3 of 1 / leverage. empty: no equity remains.',
					),
			}),
		)
		.describe('The margin after moves of all prices.'),
});

/** A portfolio plan. */
export const planSchema = z.strictObject({
	as_of: instant('Time of the prices and forecasts.'),
	terms: termsSchema,
	outcome: outcomeSchema,
	changes: z.array(changeSchema).describe('Changes from the present holdings, in the order to make them.'),
	legs: z.array(legSchema).describe('Contracts that are held now or in the plan.'),
	limits: z.array(limitSchema).describe('Limits that bind the whole plan.'),
	margins: z.array(marginSchema).describe('Margin by exchange after the plan.'),
	transfers: z
		.array(
			z.strictObject({
				from: z.string().describe('Exchange to transfer from.'),
				to: z.string().describe('Exchange to transfer to.'),
				amount: amount('Whole USD.'),
				by: instantOrNull('Time by which it should arrive; null: unknown.'),
				transfer_id: z
					.string()
					.nullable()
					.describe('Id in planned_transfers; null: the plan does not start from your accounts.'),
				...saidMembers,
				without: sayingSchema.describe('The consequence of not sending it.'),
			}),
		)
		.describe('Transfers that the plan would like. The service never withdraws; you make them.'),
	planned_transfers: plannedTransfersSchema,
	reasons: z.array(sayingSchema).describe('Facts that the plan could not consider.'),
});

/** Converts a plan to its record. */
export function planRecord(plan: PortfolioPlan): Wire<typeof planSchema> {
	return {
		as_of: new Date(plan.at).toISOString(),
		terms: termsRecord(plan.terms),
		outcome: outcomeRecord(plan.outcome),
		changes: plan.changes.map(changeRecord),
		legs: plan.legs.filter(({ held, target }) => held !== 0 || target !== 0).map(legRecord),
		limits: plan.limits.map(limitRecord),
		margins: plan.margins.map(marginRecord),
		transfers: plan.transfers.map(({ from, to, amount: moved, by, message, without, transferId }) => ({
			from,
			to,
			amount: moved,
			by: by === null ? null : new Date(by).toISOString(),
			transfer_id: transferId,
			...wordsRecord(message),
			without: wordsRecord(without),
		})),
		planned_transfers: plannedTransferRecords(plan.plannedTransfers),
		reasons: sayings(plan.reasons),
	};
}

function termsRecord(terms: PortfolioPlan['terms']): Wire<typeof termsSchema> {
	return {
		capital: usd(terms.capital),
		exchanges: [...terms.exchanges],
		coins: terms.coins === undefined ? null : [...terms.coins],
		without_coins: [...terms.withoutCoins],
		margin: terms.margin,
		leverage: share(terms.leverage),
		idle: share(terms.idle),
		coin_share: share(terms.coinShare),
		exchange_share: shareOrNull(terms.exchangeShare),
		exchange_net_share: shareOrNull(terms.exchangeNetShare),
		cash_apr: share(terms.cashApr),
		leg_notional_max: usd(terms.legNotionalMax),
		horizon_hours: share(terms.horizonHours),
	};
}

function outcomeRecord(outcome: PlanOutcome): Wire<typeof outcomeSchema> {
	return {
		verdict: outcome.verdict,
		...wordsRecord(outcome.message),
		net_on_capital: share(outcome.netOnCapital),
		net_on_capital_low: shareOrNull(outcome.netOnCapitalLow),
		net_on_capital_high: shareOrNull(outcome.netOnCapitalHigh),
		net_per_year: usd(outcome.netPerYear),
		cash_apr: share(outcome.cashApr),
		over_cash: share(outcome.overCash),
		leverage_of_cash: shareOrNull(outcome.leverageOfCash),
	};
}

function changeRecord(change: PlannedChange): Wire<typeof changeSchema> {
	const { long, short, roll } = change;
	return {
		kind: change.kind,
		coin: change.coin,
		long: contractRecord(long),
		short: contractRecord(short),
		opportunity_id: opportunityId(
			{ venue: long.exchange, symbol: long.symbol },
			{ venue: short.exchange, symbol: short.symbol },
		),
		execution_id: change.executionId,
		share: shareOrNull(change.share),
		roll: roll === null ? null : { leg: roll.leg, from: contractRecord(roll.from) },
		notional: usd(change.notional),
		gain: usd(change.gain),
		cost: usd(change.cost),
		ratio: shareOrNull(change.ratio),
		limits: change.limits.map(limitRecord),
		...wordsRecord(change.message),
	};
}

function contractRecord({ exchange, symbol }: PlanContract): Wire<typeof contractSchema> {
	return { exchange, symbol };
}

function legRecord(leg: PlannedLeg): Wire<typeof legSchema> {
	return {
		coin: leg.coin,
		exchange: leg.exchange,
		symbol: leg.symbol,
		held: usd(leg.held),
		target: usd(leg.target),
		price: published(leg.price),
		cost: share(leg.cost),
		reasons: sayings(leg.reasons),
	};
}

function limitRecord({ limit, shadowPrice }: PlanLimit): Wire<typeof limitSchema> {
	return { ...wordsRecord(limit), shadow_price: share(shadowPrice) };
}

function marginRecord(margin: PlannedMargin): Wire<typeof marginSchema> {
	return {
		exchange: margin.exchange,
		equity: usd(margin.equity),
		notional: usd(margin.notional),
		net: usd(margin.net),
		moves: margin.moves.map(({ move, equity, ratio, level }) => ({
			move: share(move),
			equity: usd(equity),
			ratio: shareOrNull(ratio),
			level,
		})),
	};
}

function sayings(words: readonly Words[]): Wire<typeof sayingSchema>[] {
	return words.map(wordsRecord);
}

function usd(value: number): Decimal {
	return published(atPlaces(value, USD_PLACES));
}

function share(value: number): Decimal {
	return published(atPlaces(value, SHARE_PLACES));
}

function shareOrNull(value: number | null | undefined): Decimal | null {
	return value === null || value === undefined ? null : share(value);
}
