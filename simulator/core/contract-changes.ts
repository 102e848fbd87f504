/**
 * Applies the contract changes that the admin port has made since the world was created: names, tick and lot sizes,
 * funding intervals and listing. All changes are stored as one value in the database, so that a restart restores
 * them.
 */
import type { Decimal } from '../../src/domain/decimal.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Instrument } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';
import type { World } from './world.ts';

/** A contract's changes. Decimals are text because the value is stored as JSON. */
export type ContractChange = {
	/** The contract's original name in the world. */
	readonly worldSymbol: string;
	/** The contract's current name on the exchange. */
	readonly symbol: string;
	readonly tickSize?: string | undefined;
	readonly lotSize?: string | undefined;
	/** The contract settles at `from` (Unix milliseconds) and then every `intervalMs`. */
	readonly interval?: { readonly from: number; readonly intervalMs: number } | undefined;
	readonly unlisted?: boolean | undefined;
	/** Time of delisting. The contract's history stays available. */
	readonly closedAt?: number | undefined;
};

/** Database key under which the changes are stored. */
export const CHANGES = 'contractChanges';

/** Changes keyed by the contract's original symbol in the world. */
export type ContractChanges = Map<string, ContractChange>;

export function readChanges(kept: string | undefined): ContractChanges {
	const list = kept === undefined ? [] : (JSON.parse(kept) as ContractChange[]);
	return new Map(list.map((change) => [change.worldSymbol, change]));
}

export function writeChanges(changes: ContractChanges): string {
	return JSON.stringify([...changes.values()]);
}

/** Returns the contracts that are currently listed, with their changes applied. */
export function listedInstruments(
	made: readonly Instrument[],
	changes: ContractChanges,
	{ namesClosed }: Pick<VenueTerms, 'namesClosed'>,
): readonly Instrument[] {
	return made.flatMap((each) => {
		const change = changes.get(each.symbol);
		const isGone = change?.closedAt !== undefined && !namesClosed;
		return isGone || change?.unlisted === true ? [] : [changedInstrument(each, change)];
	});
}

/** Returns all known contracts, listed and delisted, with their changes applied. */
export function knownInstruments(
	made: readonly Instrument[],
	changes: ContractChanges,
): readonly Instrument[] {
	return made.flatMap((each) => {
		const change = changes.get(each.symbol);
		return change?.unlisted === true ? [] : [changedInstrument(each, change)];
	});
}

export function isClosedForGood(changes: ContractChanges, symbol: string): boolean {
	for (const change of changes.values()) if (change.symbol === symbol) return change.closedAt !== undefined;
	return false;
}

/** Returns the contract with its changes applied. */
export function changedInstrument(made: Instrument, change: ContractChange | undefined): Instrument {
	if (change === undefined) return made;
	const lotSize = change.lotSize === undefined ? made.lotSize : parseDecimal(change.lotSize);
	return {
		...made,
		symbol: change.symbol,
		tickSize: change.tickSize === undefined ? made.tickSize : parseDecimal(change.tickSize),
		lotSize,
		quantityMin: lotSize > made.quantityMin || change.lotSize !== undefined ? lotSize : made.quantityMin,
		quantityMax: ((made.quantityMax / lotSize) * lotSize) as Decimal,
	};
}

/** Wraps a world so that the contract changes apply to it. Changes that are added to `changes` later apply as well. */
export function changedWorld(world: World, changes: ContractChanges): World {
	const made = (instrument: Instrument): Instrument => {
		const change = changeOf(changes, instrument);
		return change === undefined ? instrument : { ...instrument, symbol: change.worldSymbol };
	};
	const intervalOf = (instrument: Instrument) => changeOf(changes, instrument)?.interval;
	return {
		...world,
		index: (instrument, at) => world.index(made(instrument), at),
		mark: (instrument, at) => world.mark(made(instrument), at),
		fair: (instrument, at) => world.fair(made(instrument), at),
		liquidity: (instrument, at) => world.liquidity(made(instrument), at),
		turnover24h: (instrument, at) => world.turnover24h(made(instrument), at),
		openInterest: (instrument, at) => world.openInterest(made(instrument), at),
		predictedRate: (instrument, at) => world.predictedRate(made(instrument), at),
		intervalMs(instrument, at) {
			const interval = intervalOf(instrument);
			return interval === undefined || at < interval.from
				? world.intervalMs(made(instrument), at)
				: interval.intervalMs;
		},
		nextSettlementAt(instrument, at) {
			const interval = intervalOf(instrument);
			if (interval !== undefined && at >= interval.from) return lastOf(interval, at) + interval.intervalMs;
			const next = world.nextSettlementAt(made(instrument), at);
			return interval === undefined ? next : Math.min(next, interval.from);
		},
		previousSettlementAt(instrument, at) {
			const interval = intervalOf(instrument);
			return interval !== undefined && at >= interval.from
				? lastOf(interval, at)
				: world.previousSettlementAt(made(instrument), at);
		},
		settledRate(instrument, settlementAt) {
			const interval = intervalOf(instrument);
			// The world has no rate for the new settlement times, so the rate predicted just before the settlement is
			// used.
			return interval !== undefined && settlementAt >= interval.from
				? world.predictedRate(made(instrument), settlementAt - 1)
				: world.settledRate(made(instrument), settlementAt);
		},
	};
}

function lastOf(
	{ from, intervalMs }: { readonly from: number; readonly intervalMs: number },
	at: number,
): number {
	return from + Math.floor((at - from) / intervalMs) * intervalMs;
}

function changeOf(changes: ContractChanges, { symbol }: Instrument): ContractChange | undefined {
	if (changes.size === 0) return undefined;
	for (const change of changes.values()) if (change.symbol === symbol) return change;
	return undefined;
}
