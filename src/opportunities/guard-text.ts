/** Builds the messages of the guards. */
import { spoken } from '../domain/english.ts';
import type { Instrument } from '../domain/instrument.ts';
import { guard } from '../sentences/guard.ts';
import { shownNameOf } from '../venues/facts.ts';

/** Formats an instrument for a message, such as `Bybit SOLUSDT`. */
export function nameOf({ venue, symbol }: Pick<Instrument, 'venue' | 'symbol'>): string {
	return `${shownNameOf(venue)} ${symbol}`;
}

/** Messages about a leg, a pair or an amount. */
export const GUARD_TEXT = spoken('guard', guard);
