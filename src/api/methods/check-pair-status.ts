import * as z from 'zod';
import type { ExchangePair } from '../../domain/exchange-pair.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { MARKET_TEXT } from '../../domain/market-text.ts';
import { notFreshSentence } from '../../ports/market.ts';
import { joined, type Sentence, textOf, type Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { adviceActionSchema, adviceReasonSchema } from '../rpc/advice-record.ts';
import { requireCoinOnPair, requireExchangePair } from '../rpc/known-things.ts';
import { type AuthenticatedCall, type Services, scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';
import { PORTFOLIO_EXAMPLE } from '../rpc/portfolio-example.ts';
import { instant, sentenceMember, sentenceSchema } from '../rpc/record-fields.ts';
import { RULE_TEXT } from '../rpc/text.ts';

const paramsSchema = z
	.strictObject({
		exchangepair: text(
			64,
			'Exchange pair in either order. Required unless pair and exchange are given.',
		).optional(),
		symbol: text(64, 'Symbol to check on the pair, such as BTCUSDT.').optional(),
		pair: text(64, 'Symbol, in the compatibility form of the call (with exchange).').optional(),
		exchange: text(64, 'Exchange pair, in the compatibility form of the call (with pair).').optional(),
	})
	.superRefine((params, context) => {
		const plain = params.exchangepair !== undefined || params.symbol !== undefined;
		const compatible = params.pair !== undefined || params.exchange !== undefined;
		const fault = (field: string, { text: message }: Sentence) =>
			context.addIssue({ code: 'custom', path: [field], message });
		if (plain && compatible) fault(params.pair === undefined ? 'exchange' : 'pair', RULE_TEXT.pairForms());
		else if (compatible) {
			if (params.pair === undefined) fault('pair', RULE_TEXT.isSymbol());
			if (params.exchange === undefined) fault('exchange', RULE_TEXT.isExchangePair());
		} else if (params.exchangepair === undefined) fault('exchangepair', RULE_TEXT.isExchangePair());
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

/** Result of `check_pair_status`, and of the pair_status channel. */
export const pairStatusSchema = z.strictObject({
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	symbol: z.string().nullable().describe('Requested symbol in upper case; null: the whole pair.'),
	active: z
		.boolean()
		.describe(
			'True when the data of both exchanges are fresh, both are tradable, and no kill switch is set.',
		),
	is_active: z.boolean().describe('The same value as active.'),
	reason: z.string().nullable().describe('Reason why the pair is not active; null while it is active.'),
	sentence: sentenceSchema,
	exchanges: z
		.array(
			z.strictObject({
				exchange: z.string().describe('Name of the exchange.'),
				connected: z.boolean().describe('True when you have an account there.'),
				market_data: z.enum(['fresh', 'stale', 'down']).describe('State of its market data.'),
				trading: z.enum(['enabled', 'halted']).describe('Whether you may open positions there.'),
				data_age_ms: z.number().nullable().describe('Age of the oldest price, milliseconds.'),
				data_only: z
					.boolean()
					.describe(
						'True when the service reads the exchange only through ccxt: the service lists its pairs but cannot trade there.',
					),
				needs: z
					.array(
						z.strictObject({
							need: z.string().describe('Requirement.'),
							met: z.enum(['yes', 'partly', 'no']).describe('Whether the exchange meets the requirement.'),
							how: z.string().describe('How it is met, or why not.'),
							consequence: z.string().nullable().describe('Consequence if the requirement is not fully met.'),
						}),
					)
					.describe('Requirements of a data-only exchange, as found at the last check.'),
			}),
		)
		.describe('Both exchanges in alphabetical order.'),
	executions: z
		.array(z.string())
		.describe('Ids of your open executions on this pair; with a symbol, only those of its coin.'),
	advice: z
		.array(
			z.strictObject({
				execution_id: z.string().describe('Id of one of these executions.'),
				action: adviceActionSchema,
				reason: adviceReasonSchema,
				sentence: sentenceSchema,
			}),
		)
		.describe('Advice to hold or close each running execution; portfolio_live has the figures.'),
	updated_at: instant('Time of this answer.'),
});

/** Checks whether a pair can be traded now. Fails with UNKNOWN_EXCHANGE_PAIR or UNKNOWN_SYMBOL. */
export const checkPairStatus = scopedMethod({
	name: 'check_pair_status',
	summary:
		'Checks whether an exchange pair or a symbol on it can be traded now, gives the reason if not, and advises whether to hold or close your running executions there.',
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

/**
 * Returns the current status of a pair and, if given, of a symbol. @throws CarrywireError UNKNOWN_SYMBOL if an
 * exchange does not list the symbol.
 */
export function pairStatus(
	pair: ExchangePair,
	call: Pick<AuthenticatedCall, 'services' | 'caller'>,
	asked: { readonly symbol: string; readonly field: string } | undefined,
) {
	const { services, caller } = call;
	const problems: Words[] = [];
	const exchanges = pair.venues.map((venue) => stateOf(venue, call, problems));
	const coin =
		asked === undefined ? undefined : requireCoinOnPair(services, pair.venues, asked.symbol, asked.field);
	if (asked !== undefined && coin !== undefined)
		problems.push(...symbolProblems(services, pair.venues, asked.symbol, coin));
	const active = problems.length === 0;
	// A halt of the caller or of the whole service affects both exchanges, so mention each reason once.
	const reason = active
		? null
		: joined([...new Map(problems.map((words) => [textOf(words), words])).values()]);
	return {
		exchangepair: pair.name,
		symbol: asked?.symbol.toUpperCase() ?? null,
		active,
		is_active: active,
		reason: reason === null ? null : textOf(reason),
		...(reason === null ? {} : sentenceMember(reason)),
		exchanges,
		executions: services.orderService.openExecutions(caller.userId, pair.name, coin),
		advice: services.orderService.advice(caller.userId, pair.name, coin).map((advice) => ({
			execution_id: advice.executionId,
			action: advice.action,
			reason: textOf(advice.reason),
			...sentenceMember(advice.reason),
		})),
		updated_at: new Date(services.clock.now()).toISOString(),
	};
}

function stateOf(
	venue: VenueName,
	{ services, caller }: Pick<AuthenticatedCall, 'services' | 'caller'>,
	problems: Words[],
): ExchangeState {
	const data = services.market.status(venue);
	const { trading, reason } = services.orderService.tradingState(caller.userId, venue);
	if (data.state !== 'fresh') problems.push(notFreshSentence(shownNameOf(venue), data));
	if (data.stopped !== null) problems.push(data.stopped);
	const dataOnly = !data.isTraded;
	if (dataOnly) problems.push(MARKET_TEXT.dataOnly({ exchange: shownNameOf(venue) }));
	if (trading === 'halted') problems.push(reason ?? MARKET_TEXT.haltedAt({ exchange: shownNameOf(venue) }));
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

/** Returns one reason for each exchange on which the coin cannot be traded. */
function symbolProblems(
	services: Services,
	venues: readonly [VenueName, VenueName],
	symbol: string,
	coin: string,
): Words[] {
	return venues.flatMap((venue) => {
		const listed = services.market.inputs(venue).filter(({ instrument }) => instrument.coin === coin);
		const trades = listed.some(({ ticker }) => ticker?.tradable === true);
		return trades ? [] : [MARKET_TEXT.notTrading({ exchange: shownNameOf(venue), symbol })];
	});
}
