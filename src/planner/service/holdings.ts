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
	/** Coins of the smaller leg. */
	readonly quantity: number;
};

/** The pairs that a plan starts from. */
export type Holdings = {
	/** Pairs that the plan may change. */
	readonly held: readonly HeldCoins[];
	/**
	 * Pairs of coins that the plan leaves alone, because one of the coin's executions is opening, closing or needs its
	 * owner.
	 */
	readonly busy: readonly HeldCoins[];
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
 * @param planned ids of the executions that the plan is about; undefined for all. Others are left out.
 */
export function holdingsOf(
	executions: PortfolioRecord['executions'],
	coinOf: (leg: ContractName) => string | undefined,
	planned: ReadonlySet<string> | undefined,
): Holdings {
	const pairs = executions.flatMap(({ execution, longPosition, shortPosition }) => {
		const long = { exchange: longPosition.exchange, symbol: longPosition.symbol };
		const short = { exchange: shortPosition.exchange, symbol: shortPosition.symbol };
		const quantity = Math.min(approximately(execution.longSize), approximately(execution.shortSize));
		const coin = coinOf(long) ?? coinOf(short);
		const isOurs = planned === undefined || planned.has(execution.id);
		if (!isOurs || !HOLDING.has(execution.status) || coin === undefined) return [];
		const pair: HeldCoins = { executionId: execution.id, coin, long, short, quantity };
		return [{ pair, isBusy: execution.status !== 'running' }];
	});
	const busy = new Set(pairs.filter(({ isBusy }) => isBusy).map(({ pair }) => pair.coin));
	const known = pairs.map(({ pair }) => pair).filter(({ quantity }) => quantity > 0);
	return {
		held: known.filter(({ coin }) => !busy.has(coin)),
		busy: known.filter(({ coin }) => busy.has(coin)),
	};
}

/**
 * Returns the equity of each exchange that may back a plan, USD: the equity, but no more than what is available and
 * what the planned executions use. All other positions therefore keep their margin. An exchange is left out if its
 * equity, or the margin of a planned position there, is unknown.
 * @param planned ids of the planned executions; undefined for all
 */
export function usableEquity(
	{ accounts, executions }: Pick<PortfolioRecord, 'accounts' | 'executions'>,
	planned: ReadonlySet<string> | undefined,
): Readonly<Record<VenueName, number>> {
	const ours = new Map<VenueName, number>();
	for (const { execution, longPosition, shortPosition } of executions) {
		if (planned?.has(execution.id) === false) continue;
		for (const { exchange, size, margin } of [longPosition, shortPosition]) {
			const used = margin === null ? (size === 0n ? 0 : Number.NaN) : approximately(margin);
			ours.set(exchange, (ours.get(exchange) ?? 0) + used);
		}
	}
	return Object.fromEntries(
		accounts.flatMap(({ exchange, equity, available }) => {
			const whole = orNaN(equity);
			const free = available === null ? whole : approximately(available) + (ours.get(exchange) ?? 0);
			return Number.isNaN(whole + free) ? [] : [[exchange, Math.max(0, Math.min(whole, free))]];
		}),
	);
}
