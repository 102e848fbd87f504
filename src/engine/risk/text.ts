/** Contains every message from the risk gate. The sentences are in `sentences/check.ts`. */

import { spoken } from '../../domain/english.ts';
import { check } from '../../sentences/check.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** An unknown figure, as the `value` of a check. */
export const UNKNOWN = 'unknown';

/** Messages of the checks: what a check compares, and what the caller should do if it fails. */
export const CHECK_TEXT = spoken('check', check);

/** Names an instrument in a message, such as `Bybit SOLUSDT`. */
export function instrumentText(venue: string, symbol: string): string {
	return `${shownNameOf(venue)} ${symbol}`;
}
