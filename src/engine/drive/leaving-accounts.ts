/** Accounts that are to be disconnected: nothing is opened on them any more, and what is open is closed, like under a halt. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Halts } from './halts.ts';

/** The halts, and what leaves beside them. */
export function haltLeaving(halts: Halts, accounts: Pick<TradingAccounts, 'isLeaving'>): Halts {
	const leavingOf = ({ plan }: ExecutionState): VenueName | undefined =>
		leaving(plan.userId, [plan.legs.long.venue, plan.legs.short.venue]);
	const leaving = (userId: string, venues: readonly VenueName[]): VenueName | undefined =>
		venues.find((venue) => accounts.isLeaving(userId, venue));
	return {
		...halts,
		openingHalted(state) {
			const venue = leavingOf(state);
			return halts.openingHalted(state) ?? (venue === undefined ? null : sentence(venue));
		},
		wantsClosed: (state) =>
			halts.wantsClosed(state) ??
			(leavingOf(state) === undefined ? null : 'because its exchange account is being disconnected'),
		requireOpen(userId, venues) {
			halts.requireOpen(userId, venues);
			const venue = leaving(userId, venues);
			if (venue !== undefined)
				throw new CarrywireError('EXCHANGE_NOT_CONNECTED', sentence(venue), { facts: { exchange: venue } });
		},
	};
}

function sentence(venue: VenueName): string {
	return `Your account at ${venue} is being disconnected, so nothing is opened on it.`;
}
