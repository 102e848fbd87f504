/** Reads the funding map through the public client, for policies that compare contracts of a coin. */

import type { Client } from '../../../client/client.ts';
import type { FundingMapResult } from '../../../client/methods.ts';
import type { Seat } from './policy.ts';

/** One contract of the map, the way a policy uses it. Rates are fractions per year. */
export type MapContract = {
	readonly exchange: string;
	readonly symbol: string;
	readonly tradable: boolean;
	/** `down`: the exchange does not answer. `stale`: its running estimate is old. */
	readonly state: 'fresh' | 'stale' | 'down';
	/** Running estimate of the next settlement; null if unknown. */
	readonly apr: number | null;
	/** Mean of the rates settled in the last 30 days; null if unknown. */
	readonly monthMeanApr: number | null;
};

/** The contracts on each coin by exchange, the main contract first. */
export type ContractMap = ReadonlyMap<string, ReadonlyMap<string, readonly MapContract[]>>;

/** Coins per page, the maximum of `funding_map`, and the maximum of coins in one call. */
const PAGE = 100;

/** Returns the coins that the seats can trade; undefined for all. */
export function coinsOf(seats: readonly Seat[]): readonly string[] | undefined {
	const coins = new Set(seats.map(({ pair }) => pair?.coin));
	const known = [...coins].filter((coin) => coin !== undefined);
	return known.length < coins.size || known.length > PAGE ? undefined : known;
}

/** Reads the map page by page. @param coins undefined for all @throws RpcError */
export async function readContracts(
	client: Client,
	coins: readonly string[] | undefined,
): Promise<ContractMap> {
	const contracts = new Map<string, ReadonlyMap<string, readonly MapContract[]>>();
	for (let page = 1; ; page += 1) {
		const { data, pagination } = await client.call('funding_map', {
			sortby: 'symbol',
			limit: PAGE,
			page,
			...(coins === undefined ? {} : { coins: [...coins] }),
		});
		for (const row of data) contracts.set(row.base, contractsOf(row));
		if (!pagination.has_next) return contracts;
	}
}

function contractsOf({
	cells,
}: FundingMapResult['data'][number]): ReadonlyMap<string, readonly MapContract[]> {
	return new Map(
		cells.map(({ other_contracts: others, ...main }) => [
			main.exchange,
			[main, ...others].map(({ exchange, symbol, tradable, state, apr, month_mean_apr: monthMeanApr }) => ({
				exchange,
				symbol,
				tradable,
				state,
				apr,
				monthMeanApr,
			})),
		]),
	);
}
