/** Selects the instruments that can be a leg of an opportunity. Pure function. */
import type { Instrument, VenueName } from '../domain/instrument.ts';

/** Returns the instruments whose coin more than one venue lists. */
export function sharedInstruments(instruments: readonly Instrument[]): readonly Instrument[] {
	const venuesOf = new Map<string, Set<VenueName>>();
	for (const { coin, venue } of instruments)
		venuesOf.set(coin, (venuesOf.get(coin) ?? new Set<VenueName>()).add(venue));
	return instruments.filter(({ coin }) => (venuesOf.get(coin)?.size ?? 0) > 1);
}
