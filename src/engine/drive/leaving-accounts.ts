/**
 * Treats accounts that are being disconnected as halted. The service opens nothing more on them and closes their open
 * positions.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { Halts } from './halts.ts';
import { BY_DISCONNECT, REFUSAL_TEXT } from './text.ts';

/** Extends the halts to accounts that are being disconnected. */
export function haltLeaving(halts: Halts, accounts: Pick<TradingAccounts, 'isLeaving'>): Halts {
	const leavingOf = ({ plan }: ExecutionState): VenueName | undefined =>
		leaving(plan.userId, [plan.legs.long.venue, plan.legs.short.venue]);
	const leaving = (userId: string, venues: readonly VenueName[]): VenueName | undefined =>
		venues.find((venue) => accounts.isLeaving(userId, venue));
	return {
		...halts,
		openingHalted(state) {
			const venue = leavingOf(state);
			return halts.openingHalted(state) ?? (venue === undefined ? null : refusalOf(venue));
		},
		wantsClosed: (state) =>
			halts.wantsClosed(state) ?? (leavingOf(state) === undefined ? null : BY_DISCONNECT),
		requireOpen(userId, venues) {
			halts.requireOpen(userId, venues);
			const venue = leaving(userId, venues);
			if (venue !== undefined)
				throw new CarrywireError('EXCHANGE_NOT_CONNECTED', refusalOf(venue), {
					facts: { exchange: venue },
				});
		},
	};
}

function refusalOf(venue: VenueName): Words {
	return REFUSAL_TEXT.accountLeaves({ exchange: shownNameOf(venue) });
}
