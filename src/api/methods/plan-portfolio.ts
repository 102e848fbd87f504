import { CarrywireError } from '../../domain/carrywire-error.ts';
import { requireCoin, requireTradedExchange } from '../rpc/known-things.ts';
import { type AuthenticatedCall, scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { PLAN_EXAMPLE } from '../rpc/plan-example.ts';
import { planParams, planRequest } from '../rpc/plan-params.ts';
import { planRecord, planSchema } from '../rpc/plan-record.ts';
import { RULE_TEXT } from '../rpc/text.ts';

/** A pair has its legs at two exchanges. */
const EXCHANGES_MIN = 2;

/** Plans the caller's whole portfolio. */
export const planPortfolio = scopedMethod({
	name: 'plan_portfolio',
	summary:
		'Plans your whole portfolio: which coins to hold, at which exchanges and how much, with the changes from what you hold now, their gains and costs, the result compared with cash, and the margin under price moves. Sends nothing.',
	scope: 'arb:read',
	tradesMoney: false,
	params: planParams,
	result: planSchema,
	example: {
		params: { capital: 50_000, exchanges: ['bybit', 'hyperliquid', 'kucoin'], leverage: 1.8 },
		result: PLAN_EXAMPLE,
	},
	errors: ['UNKNOWN_SYMBOL', 'UNKNOWN_EXECUTION', 'PLAN_CONTRADICTION', 'PLAN_UNAVAILABLE'],
	async handle(params, call) {
		const { services, caller } = call;
		await requireExecutions(call, params.execution_ids ?? []);
		const coinsOf = (field: string, names: readonly string[]) => [
			...new Set(names.map((name, at) => requireCoin(services, name, `${field}.${at}`))),
		];
		const request = planRequest(params, {
			userId: caller.userId,
			exchanges: params.exchanges === undefined ? undefined : exchangesOf(call, params.exchanges),
			coins: params.coins === undefined ? undefined : coinsOf('coins', params.coins),
			withoutCoins: coinsOf('without_coins', params.without_coins ?? []),
		});
		return planRecord(await services.planner.plan(request));
	},
});

/** @throws CarrywireError INVALID_PARAMS */
function exchangesOf({ services }: AuthenticatedCall, names: readonly string[]): readonly string[] {
	const exchanges = new Set(
		names.map((name, at) => requireTradedExchange(services, name, `exchanges.${at}`)),
	);
	if (exchanges.size < EXCHANGES_MIN)
		throw invalidParam(
			'exchanges',
			RULE_TEXT.least({ count: EXCHANGES_MIN, of: 'entries' }),
			[...exchanges].join(', '),
		);
	return [...exchanges];
}

/** @throws CarrywireError UNKNOWN_EXECUTION for an id that is not the caller's */
async function requireExecutions(
	{ services, caller }: AuthenticatedCall,
	ids: readonly string[],
): Promise<void> {
	for (const [at, id] of ids.entries())
		try {
			await services.controls.history(caller.userId, id, 1);
		} catch (error) {
			if (!(error instanceof CarrywireError) || error.code !== 'UNKNOWN_EXECUTION') throw error;
			throw new CarrywireError(error.code, error.words, { field: `execution_ids.${at}` });
		}
}
