/** Reads what a plan starts from: the pairs that are held, and the equity of each exchange. Pure functions. */
import { approximately, orNaN } from '../../domain/estimate.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PortfolioExecution, PortfolioRecord } from '../../ports/portfolio.ts';

/** A contract by its exchange and the exchange's symbol. */
export type ContractName = { readonly exchange: VenueName; readonly symbol: string };

/** A pair that is held. */
export type HeldPair = {
	readonly executionId: string;
	readonly coin: string;
	readonly long: ContractName;
	readonly short: ContractName;
	/** Coins of the smaller leg. */
	readonly quantity: number;
	/** True if the plan may change the pair: it is running, and it belongs to what is planned. */
	readonly isPlanned: boolean;
};

/** Statuses in which an execution may still hold something. */
const HOLDING = new Set<PortfolioExecution['execution']['status']>([
	'opening',
	'running',
	'closing',
	'needs_attention',
]);

/**
 * Returns the pairs that the executions hold, in the order of the record. An execution that is opening or closing, or
 * that needs its owner, is not planned.
 * @param planned ids of the executions that the plan may change; undefined for all
 */
export function heldPairs(
	executions: PortfolioRecord['executions'],
	coinOf: (leg: ContractName) => string | undefined,
	planned: ReadonlySet<string> | undefined,
): readonly HeldPair[] {
	return executions.flatMap(({ execution, longPosition, shortPosition }): HeldPair[] => {
		const long = { exchange: longPosition.exchange, symbol: longPosition.symbol };
		const short = { exchange: shortPosition.exchange, symbol: shortPosition.symbol };
		const quantity = Math.min(approximately(execution.longSize), approximately(execution.shortSize));
		const coin = coinOf(long) ?? coinOf(short);
		if (!HOLDING.has(execution.status) || !(quantity > 0) || coin === undefined) return [];
		const isOurs = planned === undefined || planned.has(execution.id);
		const isPlanned = isOurs && execution.status === 'running';
		return [{ executionId: execution.id, coin, long, short, quantity, isPlanned }];
	});
}

/**
 * Returns the equity of each exchange that may back a plan, USD: the equity, but no more than what is available and
 * what our own positions use. Positions by hand therefore keep their margin. Exchanges with unknown equity are left
 * out.
 */
export function usableEquity({
	accounts,
	executions,
}: Pick<PortfolioRecord, 'accounts' | 'executions'>): Readonly<Record<VenueName, number>> {
	const ours = new Map<VenueName, number>();
	for (const { longPosition, shortPosition } of executions)
		for (const { exchange, margin } of [longPosition, shortPosition])
			ours.set(exchange, (ours.get(exchange) ?? 0) + (margin === null ? 0 : approximately(margin)));
	return Object.fromEntries(
		accounts.flatMap(({ exchange, equity, available }) => {
			const whole = orNaN(equity);
			if (Number.isNaN(whole)) return [];
			const free = available === null ? whole : approximately(available) + (ours.get(exchange) ?? 0);
			return [[exchange, Math.max(0, Math.min(whole, free))]];
		}),
	);
}
