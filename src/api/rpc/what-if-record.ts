/** Defines the params and the record of a what-if shock. */
import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { approximately, atPlaces, published } from '../../domain/estimate.ts';

import { type AccountFigures, MARGIN_LEVELS, type MarginLevel } from '../../ports/margin-plan.ts';
import type {
	Shock,
	ShockedExchange,
	ShockedExecution,
	ShockedLeg,
	WhatIfResult,
} from '../../ports/what-if.ts';
import { NAMED_SQUEEZES, type NamedSqueeze } from '../../replay/report/named-squeezes.ts';
import type { Words } from '../../sentences/sentence.ts';
import { requireCoin, requireExchange } from './known-things.ts';
import type { Services } from './method.ts';
import { decimal, integer, oneOf, text } from './params.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	reasonRecords,
	reasonsSchema,
	sentenceSchema,
	type Wire,
	wordsRecord,
} from './record-fields.ts';
import { MARGIN_PLAN_TEXT } from './text.ts';

const HUNDRED = 100;
/** Decimal places of estimates in USD and of fractions. */
const PLACES = 8;
const NAME_CHARS = 64;
const HOURS_MAX = 720;

const SQUEEZE_IDS = NAMED_SQUEEZES.map(({ id }) => id) as [string, ...string[]];

/** Params of a shock. */
export const shockParams = z.strictObject({
	move_pct: decimal({
		description: 'Price move of all coins, or of coin. −30 is a fall of 30 %.',
		unit: '%',
		above: '-100',
		atMost: '1000',
	}).optional(),
	coin: text(NAME_CHARS, 'Coin whose price and funding change. Default: all coins.').optional(),
	gap_pct: decimal({
		description: 'Prices at gap_exchange are higher than at all others by this; below 0 lower.',
		unit: '%',
		above: '-100',
		atMost: '1000',
	}).optional(),
	gap_exchange: text(NAME_CHARS, 'Exchange of gap_pct.').optional(),
	cap_settlements: integer({
		description: 'Settlements of each contract at its funding cap.',
		atLeast: 1,
		atMost: 1_000,
	}).optional(),
	cap_sign: oneOf(
		['worst', 'positive', 'negative'],
		'worst',
		'Sign of the rates at the cap. worst: for each coin the one that costs you more.',
	),
	exchange_down: text(NAME_CHARS, 'Exchange that does not answer for exchange_down_hours.').optional(),
	exchange_down_hours: decimal({
		description: 'How long exchange_down does not answer. Funding settles at present rates in that time.',
		unit: 'hours',
		above: '0',
		atMost: String(HOURS_MAX),
	}).optional(),
	squeeze: z
		.enum(SQUEEZE_IDS)
		.describe(
			'A recorded squeeze instead of figures: starts its replay with your present positions. Needs the scope replay:run too.',
		)
		.optional(),
	data: text(40, 'Name of the data for squeeze. Default: those that have most of your positions.').optional(),
});

type ShockParams = z.output<typeof shockParams>;

const actionsSchema = z
	.array(
		z.strictObject({
			message: z.string().describe('Sentence for people.'),
			sentence: sentenceSchema,
		}),
	)
	.describe('Actions of the service, in their order.');

const legSchema = z.strictObject({
	exchange: z.string().describe('Exchange of the leg.'),
	symbol: z.string().describe('Symbol on the exchange.'),
	move_pct: amount('Price move at the exchange until a liquidation, %.'),
	profit: amount('Profit from the price, USD. A liquidated leg also loses the rest of its margin.'),
	funding: amount('Funding received, USD; negative if paid. A liquidated leg receives none.'),
	notional: amount('Notional after the shock, USD; zero if liquidated.'),
	liquidated: z.boolean().describe('True if the exchange liquidates the leg.'),
	liquidation_distance_pct: amountOrNull(
		'Distance from the price to the liquidation price after the shock, %; null if unknown or if no price liquidates the leg.',
	),
});

const sideSchema = z.strictObject({
	equity: amount('Equity, USD.'),
	gross_notional: amount('Sum of the positions’ absolute notionals, USD.'),
	net_notional: amount('Signed sum of the notionals, USD; long is positive.'),
	equity_per_notional: amountOrNull('Equity per USD of gross notional; null without a position.'),
	level: z
		.enum(MARGIN_LEVELS)
		.describe(
			'watch: below 0.7 of target_equity_per_notional. transfer: below 0.5. reduce: below 0.3. ok: above.',
		),
});

/** Result of a shock. */
export const shockSchema = z.strictObject({
	success: z.literal(true),
	as_of: instant('Time of the positions.'),
	executions: z
		.array(
			z.strictObject({
				execution_id: z.string().describe('Id of the execution.'),
				symbol: z.string().describe('Symbol of the execution.'),
				long: legSchema.describe('The long leg.'),
				short: legSchema.describe('The short leg.'),
				profit: amount('Profit of both legs from prices, USD.'),
				funding: amount('Funding of both legs, USD; negative if paid.'),
				unhedged: amount('Notional without a hedge after the liquidation of one leg, USD.'),
				actions: actionsSchema,
			}),
		)
		.describe('Your open executions, or the one of execution_id.'),
	exchanges: z
		.array(
			z.strictObject({
				exchange: z.string().describe('Exchange of the account.'),
				target_equity_per_notional: amount('Equity per USD of notional at the planned leverage L, 1/L.'),
				before: sideSchema.describe('Margin before the shock.'),
				after: sideSchema.describe('Margin after the shock.'),
				profit: amount('Profit of all positions from prices, USD.'),
				funding: amount('Funding of all positions, USD; negative if paid.'),
				liquidated: z.array(z.string()).describe('Symbols of the liquidated positions.'),
				actions: actionsSchema,
			}),
		)
		.describe('Your accounts with all of their positions.'),
	totals: z
		.strictObject({
			equity_before: amount('Equity of all accounts before the shock, USD.'),
			equity_after: amount('Equity of all accounts after it, USD.'),
			profit: amount('Profit from prices, USD.'),
			funding: amount('Funding, USD; negative if paid.'),
			liquidations: z.int().describe('Number of liquidated positions.'),
		})
		.describe('Sums over all accounts.'),
	transfers: z
		.array(
			z.strictObject({
				from: z.string().describe('Exchange to transfer from.'),
				to: z.string().describe('Exchange to transfer to.'),
				amount: amount('Amount to send, whole USD.'),
				by: instantOrNull('Time by which it should arrive; null if the volatility is unknown.'),
				why: wordsSchema('Why the transfer is needed.'),
				without: wordsSchema('The consequence of not sending it.'),
			}),
		)
		.describe('Transfers that would be needed after the shock. The service never withdraws.'),
	missing: z
		.array(
			z.strictObject({
				exchange: z.string().describe('Exchange that lacks money.'),
				amount: amount('Whole USD that no exchange can give.'),
			}),
		)
		.describe('Needs that no transfer covers. Deposit, or close a part.'),
	reductions: z
		.array(
			z.strictObject({
				execution_id: z.string().describe('Execution to reduce.'),
				exchange: z.string().describe('Exchange that needs the reduction.'),
				notional: amount('Notional to close on each leg, USD.'),
				whole: z.boolean().describe('True if nothing of the execution stays.'),
				carry_lost: amount('Expected carry that the closed part would have brought, USD.'),
				cost: amount('Cost of closing both legs of the part, USD.'),
			}),
		)
		.describe(
			'Reductions that bring exchanges at the level reduce back above 0.5 of the target, at the least loss of expected carry and cost.',
		),
	reasons: reasonsSchema,
});

function wordsSchema(description: string) {
	return z
		.strictObject({ message: z.string().describe('Sentence for people.'), sentence: sentenceSchema })
		.describe(description);
}

/** Returns the squeeze that params name; undefined if they give figures. @throws CarrywireError INVALID_PARAMS for both */
export function squeezeOf({
	squeeze,
	data,
	cap_sign: _sign,
	...figures
}: ShockParams): NamedSqueeze | undefined {
	const given = Object.entries(figures).find(([, value]) => value !== undefined)?.[0];
	const field = squeeze === undefined ? (data === undefined ? undefined : 'data') : given;
	if (field !== undefined)
		throw new CarrywireError(
			'INVALID_PARAMS',
			squeeze === undefined
				? MARGIN_PLAN_TEXT.needsOther({ field, other: 'squeeze' })
				: MARGIN_PLAN_TEXT.notWithSqueeze({ field }),
			{ field: `shock.${field}` },
		);
	return NAMED_SQUEEZES.find(({ id }) => id === squeeze);
}

/** Converts params to a shock. @throws CarrywireError INVALID_PARAMS, UNKNOWN_SYMBOL */
export function shockOf(services: Services, params: ShockParams): Shock {
	const { move_pct, gap_pct, cap_settlements, exchange_down_hours: hours } = params;
	if ([move_pct, gap_pct, cap_settlements, hours].every((given) => given === undefined))
		throw new CarrywireError('INVALID_PARAMS', MARGIN_PLAN_TEXT.emptyShock(), { field: 'shock' });
	const gapExchange = placeOf(services, params.gap_exchange, ['gap_pct', 'gap_exchange'], gap_pct);
	const downExchange = placeOf(
		services,
		params.exchange_down,
		['exchange_down_hours', 'exchange_down'],
		hours,
	);
	return {
		move: fractionOf(move_pct),
		coin: params.coin === undefined ? null : requireCoin(services, params.coin, 'shock.coin'),
		capSettlements: cap_settlements ?? 0,
		capSign: params.cap_sign,
		down:
			downExchange === undefined || hours === undefined
				? null
				: { exchange: downExchange, hours: approximately(hours) },
		gap: gapExchange === undefined ? null : { exchange: gapExchange, share: fractionOf(gap_pct) },
	};
}

/** Returns the exchange of a figure; undefined if neither is given. @throws CarrywireError INVALID_PARAMS */
function placeOf(
	services: Services,
	exchange: string | undefined,
	[figureField, exchangeField]: readonly [string, string],
	figure: Decimal | undefined,
): string | undefined {
	if (exchange === undefined && figure === undefined) return undefined;
	if (exchange === undefined || figure === undefined) {
		const [field, other] =
			exchange === undefined ? [figureField, exchangeField] : [exchangeField, figureField];
		throw new CarrywireError('INVALID_PARAMS', MARGIN_PLAN_TEXT.needsOther({ field, other }), {
			field: `shock.${field}`,
		});
	}
	return requireExchange(services, exchange, `shock.${exchangeField}`);
}

function fractionOf(percent: Decimal | undefined): number {
	return percent === undefined ? 0 : approximately(percent) / HUNDRED;
}

/** Converts the result of a shock to its record. */
export function shockRecord(result: WhatIfResult): Wire<typeof shockSchema> {
	const { executions, exchanges, totals, transfers, reductions } = result;
	return {
		success: true,
		as_of: new Date(result.asOf).toISOString(),
		executions: executions.map(executionRecord),
		exchanges: exchanges.map(exchangeRecord),
		totals: {
			equity_before: figure(totals.equityBefore),
			equity_after: figure(totals.equityAfter),
			profit: figure(totals.profit),
			funding: figure(totals.funding),
			liquidations: totals.liquidations,
		},
		transfers: transfers.transfers.map(({ from, to, amount: usd, by, why, without }) => ({
			from,
			to,
			amount: usd,
			by: by === null ? null : new Date(by).toISOString(),
			why: wordsRecord(why),
			without: wordsRecord(without),
		})),
		missing: transfers.missing.map(({ exchange, amount: usd }) => ({ exchange, amount: usd })),
		reductions: reductions.map((one) => ({
			execution_id: one.executionId,
			exchange: one.exchange,
			notional: figure(one.notional),
			whole: one.isWhole,
			carry_lost: figure(one.carryLost),
			cost: figure(one.cost),
		})),
		reasons: reasonRecords(result.reasons),
	};
}

function executionRecord(one: ShockedExecution): Wire<typeof shockSchema>['executions'][number] {
	return {
		execution_id: one.executionId,
		symbol: one.symbol,
		long: legRecord(one.long),
		short: legRecord(one.short),
		profit: figure(one.profit),
		funding: figure(one.funding),
		unhedged: figure(one.unhedged),
		actions: one.actions.map((words: Words) => wordsRecord(words)),
	};
}

function legRecord(leg: ShockedLeg): Wire<typeof legSchema> {
	return {
		exchange: leg.exchange,
		symbol: leg.symbol,
		move_pct: figure(leg.move * HUNDRED),
		profit: figure(leg.profit),
		funding: figure(leg.funding),
		notional: figure(leg.notional),
		liquidated: leg.isLiquidated,
		liquidation_distance_pct: leg.distance === null ? null : figure(leg.distance * HUNDRED),
	};
}

function exchangeRecord(one: ShockedExchange): Wire<typeof shockSchema>['exchanges'][number] {
	return {
		exchange: one.exchange,
		target_equity_per_notional: figure(one.target),
		before: sideRecord(one.before),
		after: sideRecord(one.after),
		profit: figure(one.profit),
		funding: figure(one.funding),
		liquidated: one.liquidated,
		actions: one.actions.map((words: Words) => wordsRecord(words)),
	};
}

function sideRecord(side: AccountFigures & { readonly level: MarginLevel }): Wire<typeof sideSchema> {
	return {
		equity: figure(side.equity),
		gross_notional: figure(side.gross),
		net_notional: figure(side.net),
		equity_per_notional: side.share === null ? null : figure(side.share),
		level: side.level,
	};
}

/** Rounds an estimate to eight decimal places. */
function figure(value: number): Decimal {
	return published(atPlaces(value, PLACES));
}
