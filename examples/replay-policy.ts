/**
 * A policy for a replay, to start your own from. It holds a coin while its funding spread between two exchanges is
 * wide and steady: the mean of the last 30 days is above `above`, and `weeks` of the last four weeks were positive.
 *
 *     npx carrywire replay --data recordings --policy examples/replay-policy.ts --set above=0.1
 *
 * A policy gets a client and a clock, and nothing else: no files, no network, no timers. `client` calls the same
 * methods as a program against the live service. `clock` is virtual: it stands still while the policy computes.
 */
import { type Client, isRpcError, opportunityId, type PolicyClock } from 'carrywire/client';

/** Default settings. `--set above=0.1` changes one, and `--sweep above=0.05,0.08,0.1` compares several values. */
export const settings = {
	/** Enter when the 30-day mean is above this: a fraction of one leg per year, 0.08 is 8 %. */
	above: 0.08,
	/** Enter only if so many of the last four weeks were positive. */
	weeks: 3,
	/** Leave when the 30-day mean falls below this. */
	below: 0,
	/** Capital of one position in USD, over both legs. */
	amount: 2_000,
	/** Most positions at one time. */
	positions: 5,
};

type Contract = {
	readonly exchange: string;
	readonly symbol: string;
	readonly month_mean_apr: number | null;
};
/** Two contracts on a coin. `mean` is what the short one earned over the long one, per year. */
type Pair = {
	readonly coin: string;
	readonly long: Contract;
	readonly short: Contract;
	readonly mean: number;
};
type Position = { readonly executionId: string; readonly pair: Pair };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_S = 7 * 86_400;

/** Decides once a day, one minute after midnight UTC, when the rates of midnight are published. */
export async function policy(client: Client, clock: PolicyClock, set: typeof settings): Promise<void> {
	const held = new Map<string, Position>();
	// `clock.until` rejects at the end of the replay. That ends the loop, and open positions stay open.
	for (;;) {
		await clock.until((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS + 60_000);
		const contracts = await contractsByCoin(client);
		for (const [coin, { executionId, pair }] of held) {
			const mean = meanNow(contracts.get(coin) ?? [], pair);
			// An unknown mean, such as after a gap in the data, changes nothing. A contract that is gone is closed.
			if (mean === null || (mean !== undefined && mean >= set.below)) continue;
			if (await allowed(client.call('close_execution', { execution_id: executionId }))) held.delete(coin);
		}
		for (const pair of widestPairs(contracts)) {
			if (held.size >= set.positions || pair.mean <= set.above) break;
			if (held.has(pair.coin) || (await positiveWeeks(client, clock, pair)) < set.weeks) continue;
			const opened = await allowed(
				client.call('execute_opportunity', {
					opportunity_id: opportunityId(pair.long, pair.short),
					amount: set.amount,
					// The service's own forecast may favour the other direction.
					any_direction: true,
					// The policy decides when to leave, not the service.
					exit: { close_on_reversal: false },
				}),
			);
			if (opened === undefined || !('execution_id' in opened)) continue;
			held.set(pair.coin, { executionId: opened.execution_id, pair });
			// The log of the replay shows what a policy prints.
			console.log(
				`${new Date().toISOString().slice(0, 10)} ${pair.coin}: ${(100 * pair.mean).toFixed(1)} % a year`,
			);
		}
	}
}

/** Reads the main contract of each coin at each exchange, 100 coins a page. */
async function contractsByCoin(client: Client): Promise<Map<string, readonly Contract[]>> {
	const found = new Map<string, readonly Contract[]>();
	for (let page = 1; ; page += 1) {
		const { data, pagination } = await client.call('funding_map', { sortby: 'symbol', limit: 100, page });
		for (const { base, cells } of data)
			found.set(
				base,
				cells.filter(({ tradable }) => tradable),
			);
		if (!pagination.has_next) return found;
	}
}

/** Returns the widest pair of each coin, the widest first. */
function widestPairs(contracts: ReadonlyMap<string, readonly Contract[]>): readonly Pair[] {
	return [...contracts]
		.flatMap(([coin, all]) => {
			const known = all
				.flatMap((contract) =>
					contract.month_mean_apr === null ? [] : [{ contract, mean: contract.month_mean_apr }],
				)
				.sort((a, b) => a.mean - b.mean);
			const [low, high] = [known[0], known.at(-1)];
			if (low === undefined || high === undefined || low === high) return [];
			return [{ coin, long: low.contract, short: high.contract, mean: high.mean - low.mean }];
		})
		.sort((a, b) => b.mean - a.mean);
}

/** Returns the mean of a pair now: null if it is unknown, undefined if a contract is gone. */
function meanNow(contracts: readonly Contract[], { long, short }: Pair): number | null | undefined {
	const now = [long, short].map(({ exchange, symbol }) =>
		contracts.find((contract) => contract.exchange === exchange && contract.symbol === symbol),
	);
	const [paid, received] = now.map((contract) => contract?.month_mean_apr);
	if (paid === undefined || received === undefined) return undefined;
	return paid === null || received === null ? null : received - paid;
}

/** Counts the weeks of the last four in which the short contract received more than the long one paid. */
async function positiveWeeks(
	client: Client,
	clock: PolicyClock,
	{ coin, long, short }: Pair,
): Promise<number> {
	const { series } = await client.call('funding_history', { coin, days: 30 });
	const nowS = clock.now() / 1_000;
	const sums = [0, 0, 0, 0];
	for (const { exchange, symbol, points } of series) {
		const isLong = exchange === long.exchange && symbol === long.symbol;
		const isShort = exchange === short.exchange && symbol === short.symbol;
		if (!isLong && !isShort) continue;
		// A rate is per 8 hours, so the mean of a week's rates compares contracts with different intervals.
		const means = sums.map((_, week) => {
			const rates = points.filter(({ timestamp }) => Math.floor((nowS - timestamp) / WEEK_S) === week);
			return rates.reduce((sum, { rate_8h }) => sum + rate_8h, 0) / Math.max(1, rates.length);
		});
		for (const [week, mean] of means.entries()) sums[week] = (sums[week] ?? 0) + (isShort ? mean : -mean);
	}
	return sums.filter((sum) => sum > 0).length;
}

/** Returns undefined if the service refuses the call, such as for too little margin; the next day tries again. */
async function allowed<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (isRpcError(error) && !isRpcError(error, 'INVALID_PARAMS')) return undefined;
		throw error;
	}
}
