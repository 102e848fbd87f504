/** Defines the params of plans on the wire. */
import * as z from 'zod';
import type { Decimal } from '../../domain/decimal.ts';
import { approximately } from '../../domain/estimate.ts';
import { MARGIN_PLACES, type PlanRequest } from '../../ports/portfolio-planner.ts';
import { decimal, decimalOr, text, texts } from './params.ts';

const NAME_LENGTH_MAX = 64;
const COINS_MAX = 500;
const EXCHANGES_MAX = 50;
const EXECUTIONS_MAX = 200;
const SHARE = { atLeast: '0.01', atMost: '1' } as const;

/** Params of a plan. */
export const planParams = z.strictObject({
	capital: decimal({
		description:
			'Capital to plan for, over all exchanges. Default: the equity of your accounts at these exchanges.',
		unit: 'USD',
		atLeast: '10',
		atMost: '1000000000',
	}).optional(),
	exchanges: texts(
		{ countMax: EXCHANGES_MAX, lengthMax: NAME_LENGTH_MAX },
		'Exchanges to use, at least two. Default: every exchange with an account of yours, or without accounts every exchange that the service trades.',
	).optional(),
	coins: texts(
		{ countMax: COINS_MAX, lengthMax: NAME_LENGTH_MAX },
		'Only these coins, such as BTC, in upper or lower case. Default: all coins.',
	).optional(),
	without_coins: texts(
		{ countMax: COINS_MAX, lengthMax: NAME_LENGTH_MAX },
		'Not these coins. Default: none.',
	).optional(),
	margin: z
		.enum(MARGIN_PLACES)
		.describe(
			'Place of the margin. accounts: as in your accounts now. equal: the capital split equally. free: wherever the plan needs it, so that no exchange limits it. Default: accounts if you have any at these exchanges, otherwise free.',
		)
		.optional(),
	leverage: decimalOr('1.8', {
		description: 'Notional of both legs as a multiple of the margin.',
		atLeast: '1',
		atMost: '3',
	}),
	idle: decimalOr('0.25', {
		description: 'Share of the capital that stays idle, as a reserve of margin.',
		atLeast: '0',
		atMost: '0.9',
	}),
	coin_share: decimalOr('0.1', {
		...SHARE,
		description: 'Largest notional of one leg of a coin, as a share of one leg of the whole plan.',
	}),
	exchange_share: decimal({
		...SHARE,
		description:
			'Largest notional at one exchange, as a share of both legs of the whole plan. Default: no limit.',
	}).optional(),
	exchange_net_share: decimal({
		description:
			'Largest difference between longs and shorts at one exchange, as the same share. Default: no limit.',
		atLeast: '0',
		atMost: '1',
	}).optional(),
	horizon: decimalOr('720', {
		description: 'Time within which a change must earn twice its cost. Forecasts are best known at 720.',
		unit: 'hours',
		atLeast: '24',
		atMost: '2160',
	}),
	cash_apr: decimalOr('0.04', {
		description: 'Interest that cash earns, a fraction per year.',
		atLeast: '0',
		atMost: '1',
	}),
	execution_ids: z
		.array(text(NAME_LENGTH_MAX, 'Execution of yours.'))
		.max(EXECUTIONS_MAX)
		.describe(
			'The plan may change only these executions, and keeps the others; an empty list keeps all. Default: all of your running ones.',
		)
		.optional(),
});

/** Names of a plan's params that were found to be known. */
type KnownNames = Pick<PlanRequest, 'userId' | 'exchanges' | 'coins' | 'withoutCoins'>;

/** Converts params to a request. */
export function planRequest(params: z.output<typeof planParams>, names: KnownNames): PlanRequest {
	return {
		...names,
		capital: numberOf(params.capital),
		margin: params.margin,
		leverage: approximately(params.leverage),
		idle: approximately(params.idle),
		coinShare: approximately(params.coin_share),
		exchangeShare: numberOf(params.exchange_share),
		exchangeNetShare: numberOf(params.exchange_net_share),
		horizonHours: approximately(params.horizon),
		cashApr: approximately(params.cash_apr),
		executionIds: params.execution_ids,
	};
}

function numberOf(value: Decimal | undefined): number | undefined {
	return value === undefined ? undefined : approximately(value);
}
