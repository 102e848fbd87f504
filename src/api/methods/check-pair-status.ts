import * as z from 'zod';
import type { ExchangePair } from '../../domain/exchange-pair.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { notFreshSentence } from '../../ports/market.ts';
import { dataOnlySentence, isTradedAt } from '../../venues/facts.ts';
import { requireCoinOnPair, requireExchangePair } from '../rpc/known-things.ts';
import { type AuthenticatedCall, type Services, scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { adviceActionSchema, adviceReasonSchema } from '../rpc/portfolio-record.ts';
import { instant } from '../rpc/record-fields.ts';

const paramsSchema = z
	.strictObject({
		exchangepair: text(
			64,
			'Exchange pair in either order. Required, unless pair and exchange are given.',
		).optional(),
		symbol: text(64, 'Asks for this symbol on the pair, such as BTCUSDT.').optional(),
		pair: text(64, 'Compatibility form, with exchange: the symbol.').optional(),
		exchange: text(64, 'Compatibility form, with pair: the exchange pair.').optional(),
	})
	.superRefine((params, context) => {
		const plain = params.exchangepair !== undefined || params.symbol !== undefined;
		const compatible = params.pair !== undefined || params.exchange !== undefined;
		const fault = (field: string, message: string) =>
			context.addIssue({ code: 'custom', path: [field], message });
		if (plain && compatible)
			fault(
				params.pair === undefined ? 'exchange' : 'pair',
				'must be absent when exchangepair or symbol is given: the call has two forms',
			);
		else if (compatible) {
			if (params.pair === undefined) fault('pair', 'must be a symbol');
			if (params.exchange === undefined) fault('exchange', 'must be an exchange pair');
		} else if (params.exchangepair === undefined) fault('exchangepair', 'must be an exchange pair');
	});

type ExchangeState = {
	readonly exchange: VenueName;
	readonly connected: boolean;
	readonly market_data: 'fresh' | 'stale' | 'down';
	readonly trading: 'enabled' | 'halted';
	readonly data_age_ms: number | null;
	readonly data_only: boolean;
	readonly needs: readonly NeedRow[];
};

type NeedRow = {
	readonly need: string;
	readonly met: 'yes' | 'partly' | 'no';
	readonly how: string;
	readonly consequence: string | null;
};

/** Result of `check_pair_status`, which the channel pair_status sends too. */
export const pairStatusSchema = z.strictObject({
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	symbol: z
		.string()
		.nullable()
		.describe('The symbol that was asked for, in upper case; null: the whole pair.'),
	active: z.boolean().describe("Both exchanges' data fresh, both tradable, the pair not halted."),
	is_active: z.boolean().describe('The same value as active.'),
	reason: z.string().nullable().describe('Why it is not active.'),
	exchanges: z
		.array(
			z.strictObject({
				exchange: z.string().describe('Name of the exchange.'),
				connected: z.boolean().describe('The caller has an account there.'),
				market_data: z.enum(['fresh', 'stale', 'down']).describe('How old its prices are.'),
				trading: z.enum(['enabled', 'halted']).describe('Whether the caller may open there.'),
				data_age_ms: z.number().nullable().describe('Age of the oldest price, milliseconds.'),
				data_only: z
					.boolean()
					.describe('It is read through ccxt alone: its pairs are listed, and nothing is traded there.'),
				needs: z
					.array(
						z.strictObject({
							need: z.string().describe('What is needed.'),
							met: z.enum(['yes', 'partly', 'no']).describe('Whether the exchange gives it.'),
							how: z.string().describe('By what it is met, or why not.'),
							consequence: z.string().nullable().describe('What follows of what is missing.'),
						}),
					)
					.describe(
						'Of an exchange that is data_only: what is needed of one, as it was found at the last look.',
					),
			}),
		)
		.describe('Both, in alphabetical order.'),
	executions: z
		.array(z.string())
		.describe("Ids of the caller's open executions on this pair; with a symbol, those of its coin."),
	advice: z
		.array(
			z.strictObject({
				execution_id: z.string().describe('One of executions.'),
				action: adviceActionSchema,
				reason: adviceReasonSchema,
			}),
		)
		.describe(
			'Whether to hold or to close each of these executions that runs; portfolio_live has the figures.',
		),
	updated_at: instant('Of this answer.'),
});

/** Method that tells whether a pair can be traded now. It fails with UNKNOWN_EXCHANGE_PAIR or UNKNOWN_SYMBOL. */
export const checkPairStatus = scopedMethod({
	name: 'check_pair_status',
	summary:
		'Says whether an exchange pair, or a symbol on it, can be traded now, if not why, and whether to hold or close what runs there.',
	scope: 'arb:read',
	tradesMoney: false,
	params: paramsSchema,
	result: pairStatusSchema,
	example: {
		params: { exchangepair: 'kucoin-bybit', symbol: 'BTCUSDT' },
		result: {
			exchangepair: 'bybit-kucoin',
			symbol: 'BTCUSDT',
			active: true,
			is_active: true,
			reason: null,
			exchanges: [
				{
					exchange: 'bybit',
					connected: true,
					market_data: 'fresh',
					trading: 'enabled',
					data_age_ms: 412,
					data_only: false,
					needs: [],
				},
				{
					exchange: 'kucoin',
					connected: true,
					market_data: 'fresh',
					trading: 'enabled',
					data_age_ms: 530,
					data_only: false,
					needs: [],
				},
			],
			executions: ['exec_9d2e4f6081a3c5e73f9a1c5b'],
			advice: [
				{
					execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
					action: PORTFOLIO_EXAMPLE.executions[0].advice.action,
					reason: PORTFOLIO_EXAMPLE.executions[0].advice.reason,
				},
			],
			updated_at: '2026-11-20T08:00:00.000Z',
		},
	},
	errors: ['UNKNOWN_EXCHANGE_PAIR', 'UNKNOWN_SYMBOL'],
	handle(params, call) {
		const compatible = params.exchange !== undefined;
		const pair = requireExchangePair(
			call.services,
			params.exchange ?? params.exchangepair ?? '',
			compatible ? 'exchange' : 'exchangepair',
		);
		const symbol = params.pair ?? params.symbol;
		const asked = symbol === undefined ? undefined : { symbol, field: compatible ? 'pair' : 'symbol' };
		return pairStatus(pair, call, asked);
	},
});

/** What is known of the pair now, and of a symbol on it. @throws CarrywireError UNKNOWN_SYMBOL when an exchange does not list it. */
export function pairStatus(
	pair: ExchangePair,
	call: Pick<AuthenticatedCall, 'services' | 'caller'>,
	asked: { readonly symbol: string; readonly field: string } | undefined,
) {
	const { services, caller } = call;
	const problems: string[] = [];
	const exchanges = pair.venues.map((venue) => stateOf(venue, call, problems));
	const coin =
		asked === undefined ? undefined : requireCoinOnPair(services, pair.venues, asked.symbol, asked.field);
	if (asked !== undefined && coin !== undefined)
		problems.push(...symbolProblems(services, pair.venues, asked.symbol, coin));
	const active = problems.length === 0;
	return {
		exchangepair: pair.name,
		symbol: asked?.symbol.toUpperCase() ?? null,
		active,
		is_active: active,
		// What halts the caller or the service halts both exchanges: it is said once.
		reason: active ? null : [...new Set(problems)].join(' '),
		exchanges,
		executions: services.orderService.openExecutions(caller.userId, pair.name, coin),
		advice: services.orderService.advice(caller.userId, pair.name, coin).map((advice) => ({
			execution_id: advice.executionId,
			action: advice.action,
			reason: advice.reason,
		})),
		updated_at: new Date(services.clock.now()).toISOString(),
	};
}

function stateOf(
	venue: VenueName,
	{ services, caller }: Pick<AuthenticatedCall, 'services' | 'caller'>,
	problems: string[],
): ExchangeState {
	const data = services.market.status(venue);
	const { trading, reason } = services.orderService.tradingState(caller.userId, venue);
	if (data.state !== 'fresh') problems.push(notFreshSentence(data));
	if (data.stopped !== null) problems.push(data.stopped);
	const dataOnly = !isTradedAt(venue);
	if (dataOnly) problems.push(dataOnlySentence(venue));
	if (trading === 'halted') problems.push(reason ?? `Trading on ${venue} is halted.`);
	return {
		exchange: venue,
		connected: services.orderService.isConnected(caller.userId, venue),
		market_data: data.state,
		trading,
		data_age_ms: data.dataAgeMs,
		data_only: dataOnly,
		needs: data.needs.map(({ need, met, how, consequence }) => ({ need, met, how, consequence })),
	};
}

/** Why the symbol's coin cannot be traded on both. */
function symbolProblems(
	services: Services,
	venues: readonly [VenueName, VenueName],
	symbol: string,
	coin: string,
): string[] {
	return venues.flatMap((venue) => {
		const listed = services.market.inputs(venue).filter(({ instrument }) => instrument.coin === coin);
		const trades = listed.some(({ ticker }) => ticker?.tradable === true);
		return trades ? [] : [`${symbol} is not trading on ${venue} now.`];
	});
}
