/**
 * The paper accounts of all venues. An account lives once, however many sessions are opened on it, and those that hold
 * something live from the start: their positions are paid and liquidated whether or not anybody looks.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { PaperAccount } from '../../ports/paper-store.ts';
import type { VenueCredentials, VenueTrading } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import { createLiveAccount, type LiveAccount } from './live-account.ts';
import { openPaperSession } from './paper-session.ts';
import { type PaperParts, surroundVenue, type VenueSurroundings } from './venue-surroundings.ts';

/** What was traded so lately may still be settled. */
const LATELY_MS = 24 * 3_600_000;

/** The exchanges of mode paper. */
export type PaperExchanges = {
	/** A session on the account whose id is the key. Its calls reject with KeyRefusedError where there is none. */
	readonly open: (venue: VenueName, credentials: VenueCredentials) => VenueTrading;
	/** Wakes the accounts that hold something. */
	readonly start: () => Promise<void>;
	/** Resolves when what was begun is stored. */
	readonly close: () => Promise<void>;
};

/** Makes the exchanges of mode paper; an account wakes with its first session. */
export function createPaperExchanges(parts: PaperParts): PaperExchanges {
	const venues = new Map<VenueName, VenueSurroundings>();
	const accounts = new Map<string, Promise<LiveAccount>>();
	let isClosed = false;

	function surroundingsOf(venue: VenueName): VenueSurroundings {
		const known = venues.get(venue);
		if (known !== undefined) return known;
		const fresh = surroundVenue(venue, parts);
		venues.set(venue, fresh);
		return fresh;
	}

	/** Rejects with KeyRefusedError. */
	function liveAccount(account: Pick<PaperAccount, 'accountId' | 'venue'>): Promise<LiveAccount> {
		const name = `${account.venue} ${account.accountId}`;
		const known = accounts.get(name);
		if (known !== undefined) return known;
		const live = loadAccount(account);
		accounts.set(name, live);
		// One that is not there, or could not be read, is looked for again.
		live.catch(() => accounts.delete(name));
		return live;
	}

	async function loadAccount({
		accountId,
		venue,
	}: Pick<PaperAccount, 'accountId' | 'venue'>): Promise<LiveAccount> {
		const state = await parts.store.load(accountId, venue);
		if (state === undefined)
			throw new KeyRefusedError(venue, `There is no paper account of this key at ${venue}.`);
		if (isClosed) throw new VenueError(venue, 'unavailable', 'The service is stopping.');
		return createLiveAccount(state, surroundingsOf(venue));
	}

	return {
		open: (venue, { apiKey }) =>
			openPaperSession({ accountId: apiKey, venue }, liveAccount, surroundingsOf(venue)),
		async start() {
			const active = await parts.store.active(parts.clock.now() - LATELY_MS);
			await Promise.all(active.map(liveAccount));
		},
		async close() {
			isClosed = true;
			const opened = await Promise.allSettled(accounts.values());
			await Promise.all(opened.map((live) => (live.status === 'fulfilled' ? live.value.close() : undefined)));
			for (const around of venues.values()) around.close();
		},
	};
}
