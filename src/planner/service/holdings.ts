/** Reads what a plan starts from: the pairs that are held, and the equity of each exchange. Pure functions. */
import { approximately, orNaN } from '../../domain/estimate.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PortfolioExecution, PortfolioRecord } from '../../ports/portfolio.ts';

/** A contract by its exchange and the exchange's symbol. */
export type ContractName = { readonly exchange: VenueName; readonly symbol: string };

/** A pair that is held. */
export type HeldCoins = {
	readonly executionId: string;
	readonly coin: string;
	readonly long: ContractName;
	readonly short: ContractName;
	/** Coins of the smaller leg; of a busy pair, what either leg holds or is to hold if that is more. */
	readonly quantity: number;
};

/** The pairs that a plan starts from. */
export type Holdings = {
	/** Pairs that the plan may change. */
	readonly held: readonly HeldCoins[];
	/**
	 * Pairs of coins that the plan leaves alone, because one of the coin's executions is opening, closing or needs its
	 * owner. An opening counts from its acceptance, before its first fill.
	 */
	readonly busy: readonly HeldCoins[];
	/** Pairs of executions that the plan is not about. */
	readonly others: readonly HeldCoins[];
};

/** Equity of an account at one exchange, USD. */
export type ExchangeEquity = {
	/** All of it. */
	readonly whole: number;
	/** No more than what is available and what the planned executions use. */
	readonly usable: number;
};

/** Statuses in which an execution may still hold something. */
const HOLDING = new Set<PortfolioExecution['execution']['status']>([
	'queued',
	'opening',
	'running',
	'closing',
	'needs_attention',
]);

/**
 * Returns the pairs that the executions hold, in the order of the record.
 * @param planned ids of the executions that the plan is about; undefined for all
 */
export function holdingsOf(
	executions: PortfolioRecord['executions'],
	coinOf: (leg: ContractName) => string | undefined,
	planned: ReadonlySet<string> | undefined,
): Holdings {
	const pairs = executions.flatMap((one) => {
		const { execution, longPosition, shortPosition } = one;
		const long = { exchange: longPosition.exchange, symbol: longPosition.symbol };
		const short = { exchange: shortPosition.exchange, symbol: shortPosition.symbol };
		const coin = coinOf(long) ?? coinOf(short);
		if (!HOLDING.has(execution.status) || coin === undefined) return [];
		const pair: HeldCoins = { executionId: execution.id, coin, long, short, quantity: heldBy(one) };
		const isOurs = planned === undefined || planned.has(execution.id);
		return [{ pair, whole: mostOf(one), isOurs, isBusy: execution.status !== 'running' }];
	});
	const ours = pairs.filter(({ isOurs }) => isOurs);
	const busy = new Set(ours.filter(({ isBusy }) => isBusy).map(({ pair }) => pair.coin));
	return {
		held: ours.map(({ pair }) => pair).filter(({ coin, quantity }) => !busy.has(coin) && quantity > 0),
		busy: ours
			.filter(({ pair }) => busy.has(pair.coin))
			.map(({ pair, whole }) => ({ ...pair, quantity: whole })),
		others: pairs.filter(({ isOurs }) => !isOurs).map(({ pair, whole }) => ({ ...pair, quantity: whole })),
	};
}

function heldBy({ execution }: PortfolioExecution): number {
	return Math.min(approximately(execution.longSize), approximately(execution.shortSize));
}

/** Returns the coins of the larger leg, or those that an opening still plans if they are more. */
function mostOf({ execution, progress }: PortfolioExecution): number {
	return Math.max(
		approximately(execution.longSize),
		approximately(execution.shortSize),
		progress === null ? 0 : approximately(progress.quantity),
	);
}

/**
 * Returns the equity of each exchange that may back a plan. All other positions keep their margin. An exchange is left
 * out if its equity, or the margin of a planned position there, is unknown: an account that could not be read now, and
 * one without equity that still has positions of the plan.
 * @param planned ids of the planned executions; undefined for all
 */
export function equityByExchange(
	{ accounts, executions }: Pick<PortfolioRecord, 'accounts' | 'executions'>,
	planned: ReadonlySet<string> | undefined,
): Readonly<Record<VenueName, ExchangeEquity>> {
	const ours = new Map<VenueName, number>();
	const holds = new Set<VenueName>();
	for (const { execution, longPosition, shortPosition } of executions) {
		if (planned?.has(execution.id) === false) continue;
		for (const { exchange, size, margin } of [longPosition, shortPosition]) {
			const used = margin === null ? (size === 0n ? 0 : Number.NaN) : approximately(margin);
			ours.set(exchange, (ours.get(exchange) ?? 0) + used);
			if (size !== 0n) holds.add(exchange);
		}
	}
	return Object.fromEntries(
		accounts.flatMap(({ exchange, equity, available, stale }) => {
			const whole = stale ? Number.NaN : orNaN(equity);
			const free = available === null ? whole : approximately(available) + (ours.get(exchange) ?? 0);
			const usable = Math.max(0, Math.min(whole, free));
			const isUnknown = Number.isNaN(usable) || (usable === 0 && holds.has(exchange));
			return isUnknown ? [] : [[exchange, { whole, usable }]];
		}),
	);
}
