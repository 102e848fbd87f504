/** Accounts whose own stream is silent: nothing is begun on them, and openings wait. Open positions are closed all the same. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { SilentStream } from '../../ports/silent-stream.ts';
import type { Halts } from './halts.ts';
import { type StreamWatch, UNHEARD_ORDERS_MAX } from './stream-watch.ts';

/** The halts, and accounts with a silent stream beside them. */
export function haltSilent(halts: Halts, { silent }: Pick<StreamWatch, 'silent'>): Halts {
	return {
		...halts,
		requireOpen(userId, venues: readonly VenueName[]) {
			halts.requireOpen(userId, venues);
			const [first] = venues.flatMap((venue) => silent(userId, venue) ?? []);
			if (first !== undefined)
				throw new CarrywireError('STREAM_SILENT', silentSentence(first), {
					facts: { exchange: first.venue },
				});
		},
	};
}

/** Whether the next slice must wait for a stream. */
export function awaitsStream(
	{ plan: { userId, legs } }: ExecutionState,
	{ silent }: Pick<StreamWatch, 'silent'>,
): boolean {
	return [legs.long.venue, legs.short.venue].some((venue) => silent(userId, venue) !== undefined);
}

/** Says that the stream is silent, since when, what follows, and what to do. */
function silentSentence({ venue, since }: SilentStream): string {
	return `The own stream of your account at ${venue} has told of none of its last ${UNHEARD_ORDERS_MAX} orders since ${new Date(since).toISOString()}, so a liquidation there would be noticed seconds later, and nothing is opened on it; what is open is closed as ever. The stream is opened anew every minute and an order that cannot fill is placed to hear it. If it stays silent, look at the status page of ${venue} and at the proxy or firewall of this machine, or give the account another key.`;
}
