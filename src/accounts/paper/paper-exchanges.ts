/**
 * The paper accounts of all venues. An account lives once, however many sessions are opened on it, and those that hold
 * something live from the start: their positions are paid and liquidated whether or not anybody looks.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { PaperAccount } from '../../ports/paper-store.ts';
import { KeyRefusedError, type VenueCredentials, type VenueTrading } from '../../ports/venue.ts';
import { createLiveAccount, type LiveAccount } from './live-account.ts';
import { openPaperSession } from './paper-session.ts';
import { type PaperParts, surroundVenue, type VenueSurroundings } from './venue-surroundings.ts';

/** What was traded so lately may still be settled. */
const LATELY_MS = 24 * 3_600_000;

export type PaperExchanges = {
	/** A session on the account whose id is the key. @throws KeyRefusedError where there is none */
	readonly open: (venue: VenueName, credentials: VenueCredentials) => VenueTrading;
	/** Wakes the accounts that hold something. */
	readonly start: () => void;
	readonly close: () => void;
};

export function createPaperExchanges(parts: PaperParts): PaperExchanges {
	const venues = new Map<VenueName, VenueSurroundings>();
	const accounts = new Map<string, LiveAccount>();

	function surroundingsOf(venue: VenueName): VenueSurroundings {
		const known = venues.get(venue);
		if (known !== undefined) return known;
		const fresh = surroundVenue(venue, parts);
		venues.set(venue, fresh);
		return fresh;
	}

	/** @throws KeyRefusedError */
	function liveAccount({ accountId, venue }: Pick<PaperAccount, 'accountId' | 'venue'>): LiveAccount {
		const known = accounts.get(accountId);
		if (known !== undefined) return known;
		const state = parts.store.load(accountId, venue);
		if (state === undefined)
			throw new KeyRefusedError(venue, `There is no paper account of this key at ${venue}.`);
		const live = createLiveAccount(state, surroundingsOf(venue));
		accounts.set(accountId, live);
		return live;
	}

	return {
		open: (venue, { apiKey }) =>
			openPaperSession(liveAccount({ accountId: apiKey, venue }), surroundingsOf(venue)),
		start() {
			for (const account of parts.store.active(parts.clock.now() - LATELY_MS)) liveAccount(account);
		},
		close() {
			for (const live of accounts.values()) live.close();
			for (const around of venues.values()) around.close();
		},
	};
}
