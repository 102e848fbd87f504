/**
 * Keeps pots out of the exchanges' queues for auto-deleveraging: no leg near the front grows, and while its coin is in a
 * squeeze, half of the pair closes before the exchange takes the leg.
 */
import { fromNumber } from '../domain/decimal.ts';
import { approximately, orNaN } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { Instrument } from '../domain/instrument.ts';
import {
	ADL_PART,
	adlReductions,
	isAdlGuarded,
	isNextInQueue,
	type ReduciblePair,
} from '../planner/margin-reduction.ts';
import type { PotHolding, PotLeg, PotQueues, QueueAlarm } from '../ports/autopilot.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadAdlRank } from '../ports/margin-plan.ts';
import type { Market } from '../ports/market.ts';
import type { Squeeze, Squeezes } from '../ports/squeezes.ts';
import { shownNameOf } from '../venues/facts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Time for which a large move counts, ms. */
const MOVE_COUNTS_MS = HOUR_MS;
/** Time for which a settlement at the limit counts, ms: the longest usual funding interval. */
const LIMIT_COUNTS_MS = 8 * HOUR_MS;

type Parts = {
	readonly adlRankOf: ReadAdlRank;
	readonly squeezes: Squeezes;
	readonly market: Pick<Market, 'get'>;
	readonly clock: Pick<Clock, 'now'>;
};

/** Creates the watch over the last account reads. */
export function createPotQueues(parts: Parts): PotQueues {
	const { adlRankOf } = parts;
	const rankOf = (userId: string, { venue, symbol }: PotLeg) => adlRankOf(userId, venue, symbol);
	return {
		guard(userId, { coin, long, short, leg }) {
			const growing = leg === null ? [long, short] : [leg === 'long' ? long : short];
			const first = growing.find((one) => isNextInQueue(rankOf(userId, one)));
			return first === undefined
				? undefined
				: AUTOPILOT_TEXT.nextInQueue({ coin, exchange: shownNameOf(first.venue) });
		},
		async alarms(userId, holdings) {
			const pairs = holdings
				.filter(({ isMoving }) => !isMoving)
				.map((held) => pairOf(held, (leg) => rankOf(userId, leg)))
				.filter(isAdlGuarded);
			if (pairs.length === 0) return [];
			const guarded = new Set(pairs.map(({ executionId }) => executionId));
			const coins = await squeezedCoins(
				parts,
				holdings.filter(({ executionId }) => guarded.has(executionId)),
			);
			return adlReductions(pairs, coins).map(
				({ executionId, exchange, isWhole }): QueueAlarm => ({
					executionId,
					exchange,
					coin: pairs.find((pair) => pair.executionId === executionId)?.coin ?? '',
					reduceShare: fromNumber(isWhole ? 1 : ADL_PART),
				}),
			);
		},
	};
}

/** Costs and carry decide only between several pairs, and each pair here is reduced by its own rank. */
function pairOf(
	{ executionId, coin, notional, quantity, long, short }: PotHolding,
	rankOf: (leg: PotLeg) => number | null,
): ReduciblePair {
	const legOf = (leg: PotLeg) => ({ exchange: leg.venue, cost: 0, adlRank: rankOf(leg) });
	// Without a mark, the coins stand for the notional: the share to close is the same.
	const size = orNaN(notional);
	return {
		executionId,
		coin,
		notional: Number.isNaN(size) ? approximately(quantity) : size,
		long: legOf(long),
		short: legOf(short),
		expectedCarry: null,
	};
}

/** Returns the coins of the holdings with a recent squeeze at one of their exchanges. */
async function squeezedCoins(
	{ squeezes, market, clock }: Parts,
	holdings: readonly PotHolding[],
): Promise<ReadonlySet<string>> {
	const instruments = holdings
		.flatMap(({ long, short }) => [long, short])
		.flatMap(({ venue, symbol }): readonly Instrument[] => {
			const instrument = market.get(venue, symbol)?.instrument;
			return instrument === undefined ? [] : [instrument];
		});
	const found = await squeezes.recent(instruments);
	return new Set(
		instruments
			.filter((_, index) => found[index]?.some((squeeze) => counts(squeeze, clock.now())))
			.map(({ coin }) => coin),
	);
}

function counts({ kind, at }: Squeeze, now: number): boolean {
	return now - at <= (kind === 'move' ? MOVE_COUNTS_MS : LIMIT_COUNTS_MS);
}
