/**
 * A small recorded market, and the composed service on it. The default market has two exchanges, two coins and 40
 * days of settled rates, of which the last nine can be traded. A test runs policies on it as a replay does.
 */

import type { PolicyClock } from '../../client/policy-clock.ts';
import { type Decimal, parseDecimal as d } from '../../src/domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import type { Dataset, Track } from '../../src/replay/data/dataset.ts';
import type { Policy, Seat, SeatPair } from '../../src/replay/policies/policy.ts';
import { createPolicyHost } from '../../src/replay/policies/policy-host.ts';
import { openTestPlay } from './replayed-service.ts';

/** First settlement of the recording. */
export const RECORDED_FROM = Date.UTC(2026, 0, 1);
const RECORDED_DAYS = 40;
/** A replay can begin here: every contract has 30 days of history. */
export const REPLAY_FROM = RECORDED_FROM + 31 * DAY_MS;
const SECOND_MS = 1_000;
/** Paper users of every replay; a test takes as many as it needs. */
const SEATS_MAX = 4;

/** One contract of the recording, with its rate per settlement at each instant; undefined while it is not listed. */
export type RecordedContract = {
	readonly venue: string;
	readonly coin: string;
	readonly hours: number;
	readonly rate: (at: number) => string | undefined;
};

/** Rates of both coins: AAA earns 22 % a year short at Bybit, BBB earns nothing. */
export const QUIET: readonly RecordedContract[] = [
	{ venue: 'bybit', coin: 'AAA', hours: 8, rate: () => '0.0002' },
	{ venue: 'hyperliquid', coin: 'AAA', hours: 1, rate: () => '0' },
	{ venue: 'bybit', coin: 'BBB', hours: 8, rate: () => '0.00001' },
	{ venue: 'hyperliquid', coin: 'BBB', hours: 1, rate: () => '0.00000125' },
];

/** Returns the contracts with other rates for AAA at an exchange from an instant on; undefined: it is delisted. */
export function changedAt(venue: string, at: number, rate: string | undefined): readonly RecordedContract[] {
	return QUIET.map((contract) =>
		contract.coin === 'AAA' && contract.venue === venue
			? { ...contract, rate: (settledAt) => (settledAt < at ? contract.rate(settledAt) : rate) }
			: contract,
	);
}

/** Builds a dataset of grade C. */
export function datasetOf(contracts: readonly RecordedContract[], days = RECORDED_DAYS): Dataset {
	const tracks = contracts.map((contract) => trackOf(contract, days));
	return {
		grade: 'C',
		files: [],
		hash: '0'.repeat(64),
		from: RECORDED_FROM,
		until: RECORDED_FROM + days * DAY_MS,
		tracks,
		gaps: [],
		intervalChanges: [],
		notes: [],
	};
}

function trackOf({ venue, coin, hours, rate }: RecordedContract, days: number): Track {
	const settled: { at: number; rate: Decimal }[] = [];
	for (let at = RECORDED_FROM; at < RECORDED_FROM + days * DAY_MS; at += hours * HOUR_MS) {
		const text = rate(at);
		if (text !== undefined) settled.push({ at, rate: d(text) });
	}
	const quote = venue === 'hyperliquid' ? 'USDC' : 'USDT';
	return {
		venue,
		symbol: venue === 'hyperliquid' ? coin : `${coin}${quote}`,
		coin,
		quote,
		settled: {
			at: Float64Array.from(settled, ({ at }) => at),
			rates: BigInt64Array.from(settled, ({ rate }) => rate),
			intervalsMs: Float64Array.from(settled, () => hours * HOUR_MS),
		},
		prices: undefined,
	};
}

/** A service on a recorded market, with paper users and virtual time. */
export type ReplayedMarket = {
	readonly clock: PolicyClock;
	/** Returns the next paper user who trades. */
	readonly seat: (pair?: SeatPair) => Seat;
	/** Runs a policy to its end, or to the end of the replay. */
	readonly run: (policy: Policy, seats: readonly Seat[], settings: Parameters<Policy>[2]) => Promise<void>;
	/** Calls of methods so far, such as `execute_opportunity`, with the instant of each. */
	readonly calls: readonly { readonly method: string; readonly at: number }[];
	readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Composes the service over the contracts' recording, at `REPLAY_FROM`. @param days length of the replay */
export async function openReplayedMarket(
	contracts: readonly RecordedContract[] = QUIET,
	days = 8,
): Promise<ReplayedMarket> {
	const startAt = REPLAY_FROM + 30 * SECOND_MS;
	const opened = await openTestPlay(datasetOf(contracts), startAt, {
		until: REPLAY_FROM + days * DAY_MS,
		users: SEATS_MAX,
	});
	const host = createPolicyHost(opened);
	const calls: { method: string; at: number }[] = [];
	let taken = 0;
	return {
		clock: host.clock,
		seat(pair) {
			const access = opened.seats[taken];
			taken += 1;
			if (access === undefined) throw new Error(`A test takes at most ${SEATS_MAX} seats.`);
			const client = host.clientOf((method, params) => {
				calls.push({ method, at: opened.clock.now() });
				return access.call(method, params);
			});
			return { client, pair };
		},
		run: (policy, seats, settings) => policy(seats, host.clock, settings),
		calls,
		[Symbol.asyncDispose]: opened.close,
	};
}
