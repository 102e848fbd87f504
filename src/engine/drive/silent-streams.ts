/**
 * Halts openings on accounts with a silent stream. The service opens nothing new on them, and openings in progress
 * wait. Open positions can still be closed.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { Halts } from './halts.ts';
import { type StreamWatch, UNHEARD_ORDERS_MAX } from './stream-watch.ts';
import { REFUSAL_TEXT } from './text.ts';

/** Extends the halts to accounts with a silent stream. */
export function haltSilent(halts: Halts, { silent }: Pick<StreamWatch, 'silent'>): Halts {
	return {
		...halts,
		requireOpen(userId, venues: readonly VenueName[]) {
			halts.requireOpen(userId, venues);
			const [first] = venues.flatMap((venue) => silent(userId, venue) ?? []);
			if (first !== undefined)
				throw new CarrywireError(
					'STREAM_SILENT',
					REFUSAL_TEXT.silentStream({
						exchange: shownNameOf(first.venue),
						orders: UNHEARD_ORDERS_MAX,
						since: first.since,
					}),
					{
						facts: { exchange: first.venue },
					},
				);
		},
	};
}

/** True if the next slice must wait, because an account of the execution has a silent stream. */
export function awaitsStream(
	{ plan: { userId, legs } }: ExecutionState,
	{ silent }: Pick<StreamWatch, 'silent'>,
): boolean {
	return [legs.long.venue, legs.short.venue].some((venue) => silent(userId, venue) !== undefined);
}
