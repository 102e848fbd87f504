/** Selects the instruments that can be a leg of an opportunity. Pure function. */
import type { Instrument, VenueName } from '../domain/instrument.ts';

/** Returns the instruments whose coin more than one venue lists. */
export function sharedInstruments(instruments: readonly Instrument[]): readonly Instrument[] {
	const firstVenue = new Map<string, VenueName>();
	const shared = new Set<string>();
	for (const { coin, venue } of instruments) {
		const first = firstVenue.get(coin);
		if (first === undefined) firstVenue.set(coin, venue);
		else if (first !== venue) shared.add(coin);
	}
	return instruments.filter(({ coin }) => shared.has(coin));
}
