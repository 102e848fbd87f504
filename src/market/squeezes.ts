/**
 * Finds contracts that were squeezed within the last day. A settlement counts if its rate reached the limit that the
 * exchange states now; an exchange that changes its limits afterwards can therefore hide an earlier one.
 */
import { approximately } from '../domain/estimate.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Market } from '../ports/market.ts';
import { type HourMoves, SQUEEZE_MOVE, SQUEEZE_MS, type Squeeze, type Squeezes } from '../ports/squeezes.ts';

/** Dependencies of the search. */
export type SqueezeOptions = {
	readonly market: Pick<Market, 'get'>;
	readonly history: Pick<FundingHistory, 'settled'>;
	readonly moves: HourMoves;
	readonly clock: Pick<Clock, 'now'>;
};

/** Creates the search over settled rates and sampled prices. */
export function createSqueezes(options: SqueezeOptions): Squeezes {
	return {
		recent: (instruments) => Promise.all(instruments.map((instrument) => recent(options, instrument))),
	};
}

async function recent(options: SqueezeOptions, instrument: Instrument): Promise<readonly Squeeze[]> {
	const since = options.clock.now() - SQUEEZE_MS;
	const [print, move] = await Promise.all([
		printAtLimit(options, instrument, since),
		options.moves.largeMove(instrument, SQUEEZE_MOVE, since),
	]);
	const found: readonly Squeeze[] = [
		...(print === undefined ? [] : [print]),
		...(move === undefined ? [] : [{ kind: 'move', ...move } as const]),
	];
	return found.toSorted((a, b) => b.at - a.at);
}

async function printAtLimit(
	{ market, history, clock }: SqueezeOptions,
	{ venue, symbol }: Instrument,
	since: number,
): Promise<Squeeze | undefined> {
	const { fundingCap = null, fundingFloor = null } = market.get(venue, symbol)?.ticker ?? {};
	if (fundingCap === null && fundingFloor === null) return undefined;
	const settled = await history.settled(venue, symbol, since, clock.now());
	const print = settled.findLast(
		({ rate }) =>
			(fundingCap !== null && rate >= fundingCap) || (fundingFloor !== null && rate <= fundingFloor),
	);
	return print === undefined
		? undefined
		: { kind: 'limit', at: print.settledAt, rate: approximately(print.rate) };
}
