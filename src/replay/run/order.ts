/**
 * Defines what a user orders: a replay or a sweep, as JSON. The command line makes an order from its flags, and the
 * method `replay_start` from its params. `runOrder` carries it out.
 */

import type { Grade } from '../data/dataset.ts';

/** A value of a policy's setting. */
export type SettingValue = number | string | boolean;

/** An order with every default filled in. */
export type ReplayOrder = {
	/** Files or folders of the data. */
	readonly data: readonly string[];
	/** Undefined: the grade that the data has. */
	readonly grade: Grade | undefined;
	/** Span of the policy's actions, [from, until), Unix milliseconds; undefined for all of the data. */
	readonly from: number | undefined;
	readonly until: number | undefined;
	/** Name of a built-in policy, or the path of a file that exports `policy`. */
	readonly policy: string;
	/** Settings of the policy by name. */
	readonly set: Readonly<Record<string, SettingValue>>;
	/** Values to try for each setting of a sweep; empty for one replay. */
	readonly sweep: Readonly<Record<string, readonly SettingValue[]>>;
	/** Capital of each paper user, USD. */
	readonly capitalUsd: number;
	/** `one`: one paper user trades everything. `pairs`: each pair of contracts trades in a user of its own. */
	readonly users: 'one' | 'pairs';
	/** Exchanges and coins that may be traded; undefined for all. */
	readonly exchanges: readonly string[] | undefined;
	readonly coins: readonly string[] | undefined;
	readonly walkForward: { readonly trainDays: number; readonly testDays: number } | undefined;
	/** Taker and maker fees by exchange, basis points, instead of the exchange's own. */
	readonly feesBp: Readonly<Record<string, { readonly taker: number; readonly maker: number }>>;
	/** Distance of bid and ask from the price, basis points. */
	readonly slippageBp: number;
	/** Further distance per hundredth of the last hour's volume, basis points. */
	readonly impactBp: number;
	/** Constant price of grade C, USD per coin. */
	readonly priceUsd: number;
	/** Time from a settlement until its rate is known, seconds. */
	readonly publicationLagS: number;
	/** Interest on cash of the comparison `cash`, percent per year. */
	readonly cashRatePct: number;
	/** Interest on the capital that no position uses, percent per year. Exchanges pay none. */
	readonly idleRatePct: number;
	/** Rules of the service that are switched off, by name. */
	readonly without: readonly string[];
	/** True to run the comparisons and the same policy one step later. */
	readonly compare: boolean;
	readonly seed: number;
	/** Number of threads that play at the same time. The result does not depend on it. */
	readonly workers: number;
	/** Folder that receives the journal and every store of the replay; undefined to keep them in memory. */
	readonly keep: string | undefined;
};

/** An order with the defaults for everything that the user does not say. */
export const DEFAULT_ORDER: Omit<ReplayOrder, 'data' | 'policy'> = {
	grade: undefined,
	from: undefined,
	until: undefined,
	set: {},
	sweep: {},
	capitalUsd: 10_000,
	users: 'one',
	exchanges: undefined,
	coins: undefined,
	walkForward: undefined,
	feesBp: {},
	slippageBp: 2,
	impactBp: 1,
	priceUsd: 100,
	publicationLagS: 5,
	cashRatePct: 4,
	idleRatePct: 0,
	without: [],
	compare: true,
	seed: 1,
	workers: 1,
	keep: undefined,
};

/** How far an order is. */
export type OrderProgress = {
	/** The work in progress: `reading` the data, the `policy`, or one of the comparisons or trials, by name. */
	readonly step: string;
	/** Share of the whole order that is done, from 0 to 1. */
	readonly done: number;
	/** The replay's time, Unix milliseconds; null while the data is read. */
	readonly at: number | null;
	/** Virtual seconds per real second, over the last few seconds; null before the first. */
	readonly rate: number | null;
};
