/** Finds the positions that a rule can take: two contracts on a coin, and the spread between them. Pure functions. */

import type { ContractMap, MapContract } from './map-contracts.ts';
import type { SeatPair } from './policy.ts';

/** Returns what a rule compares, as a fraction per year; null if unknown. */
export type Measure = (contract: MapContract) => number | null;

/** A possible position, in the direction that earns. */
export type Candidate = {
	readonly coin: string;
	readonly long: MapContract;
	readonly short: MapContract;
	/** Measure of the short contract less that of the long one; never negative. */
	readonly spread: number;
};

/**
 * Returns the candidates of a seat, the widest spread first. A seat with a pair has at most one. Without a pair, each
 * coin has the two exchanges that are furthest apart.
 */
export function candidatesOf(
	map: ContractMap,
	pair: SeatPair | undefined,
	measure: Measure,
): readonly Candidate[] {
	if (pair !== undefined) {
		const contracts = pair.exchanges.map((exchange) => map.get(pair.coin)?.get(exchange)?.[0]);
		return widest(pair.coin, contracts, measure);
	}
	return [...map]
		.flatMap(([coin, byExchange]) =>
			widest(
				coin,
				[...byExchange.values()].map(([main]) => main),
				measure,
			),
		)
		.sort((a, b) => b.spread - a.spread || (a.coin < b.coin ? -1 : 1));
}

/** Returns the candidate between the lowest and the highest measure; none with fewer than two known ones. */
function widest(
	coin: string,
	contracts: readonly (MapContract | undefined)[],
	measure: Measure,
): readonly Candidate[] {
	let [long, short]: (MapContract | undefined)[] = [];
	let [low, high, known] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
	for (const contract of contracts) {
		const value = contract?.tradable === true && contract.state !== 'down' ? measure(contract) : null;
		if (contract === undefined || value === null) continue;
		known += 1;
		if (value < low) [low, long] = [value, contract];
		if (value >= high) [high, short] = [value, contract];
	}
	if (known < 2 || long === undefined || short === undefined) return [];
	return [{ coin, long, short, spread: high - low }];
}

/**
 * Returns the spread of a position now, in its direction: null if a measure is unknown, undefined if a contract is
 * gone.
 */
export function spreadNow(
	map: ContractMap,
	position: Pick<Candidate, 'coin'> & {
		readonly long: { readonly exchange: string; readonly symbol: string };
		readonly short: { readonly exchange: string; readonly symbol: string };
	},
	measure: Measure,
): number | null | undefined {
	const [long, short] = [position.long, position.short].map(({ exchange, symbol }) =>
		map
			.get(position.coin)
			?.get(exchange)
			?.find((contract) => contract.symbol === symbol),
	);
	if (long === undefined || short === undefined) return undefined;
	const [paid, received] = [measure(long), measure(short)];
	return paid === null || received === null ? null : received - paid;
}
