/**
 * Chooses the contracts that a plan may hold: per coin, one contract at each exchange. Two contracts are only planned
 * together if no guard blocks the pair, such as different prices of two coins with one ticker. Pure functions.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { InstrumentInputs } from '../../ports/market.ts';

/** Says whether two contracts of a coin may be held against each other. */
export type Fits = (a: InstrumentInputs, b: InstrumentInputs) => boolean;

const UNKNOWN_VOLUME = -1n;

/** Groups the contracts by coin, coins in alphabetical order. */
export function byCoin(
	contracts: readonly InstrumentInputs[],
): ReadonlyMap<string, readonly InstrumentInputs[]> {
	const coins = new Map<string, InstrumentInputs[]>();
	for (const contract of contracts) {
		const { coin } = contract.instrument;
		const known = coins.get(coin);
		if (known === undefined) coins.set(coin, [contract]);
		else known.push(contract);
	}
	return new Map([...coins].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the coin's contract with the largest volume at each exchange, among those that trade and have a rate; in
 * alphabetical order of the exchanges.
 */
export function mainContracts(contracts: readonly InstrumentInputs[]): readonly InstrumentInputs[] {
	const mains = new Map<VenueName, InstrumentInputs>();
	for (const contract of contracts) {
		const { venue } = contract.instrument;
		const known = mains.get(venue);
		if (isPlannable(contract) && (known === undefined || isLarger(contract, known)))
			mains.set(venue, contract);
	}
	return [...mains.values()].sort((a, b) => (a.instrument.venue < b.instrument.venue ? -1 : 1));
}

function isPlannable({ ticker }: InstrumentInputs): boolean {
	return ticker?.tradable === true && (ticker.funding?.intervalMs ?? 0) > 0;
}

function isLarger(a: InstrumentInputs, b: InstrumentInputs): boolean {
	const [left, right] = [volumeOf(a), volumeOf(b)];
	return left === right ? a.instrument.symbol < b.instrument.symbol : left > right;
}

function volumeOf({ ticker }: InstrumentInputs): bigint {
	return ticker?.volume24h ?? UNKNOWN_VOLUME;
}

/**
 * Returns the largest set of contracts that all fit one another; of two equally large sets, the one with the larger
 * volume. Empty if fewer than two fit. A coin has few contracts, so every set is tried.
 */
export function fittingContracts(
	contracts: readonly InstrumentInputs[],
	fits: Fits,
): readonly InstrumentInputs[] {
	let best: readonly InstrumentInputs[] = [];
	let bestVolume = UNKNOWN_VOLUME;
	for (let set = 0; set < 2 ** contracts.length; set += 1) {
		const chosen = contracts.filter((_, index) => (set & (1 << index)) !== 0);
		if (chosen.length < Math.max(2, best.length) || !allFit(chosen, fits)) continue;
		const volume = chosen.reduce((sum, contract) => sum + volumeOf(contract), 0n);
		if (chosen.length > best.length || volume > bestVolume) {
			best = chosen;
			bestVolume = volume;
		}
	}
	return best;
}

function allFit(chosen: readonly InstrumentInputs[], fits: Fits): boolean {
	return chosen.every((a, index) => chosen.slice(index + 1).every((b) => fits(a, b)));
}
