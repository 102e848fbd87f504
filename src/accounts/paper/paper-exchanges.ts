/**
 * Runs the paper accounts at all venues. All sessions on an account share one live account. Accounts with positions
 * start with the service, so that settlements and liquidations happen without a session.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { VENUE_KEY_TEXT, VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { PaperAccount } from '../../ports/paper-store.ts';
import type { VenueCredentials, VenueTrading } from '../../ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { depositUpTo } from './deposits.ts';
import { createLiveAccount, type LiveAccount } from './live-account.ts';
import { openPaperSession } from './paper-session.ts';
import { type PaperParts, surroundVenue, type VenueSurroundings } from './venue-surroundings.ts';

/** Time after an account's last fill during which a funding payment may still be due, milliseconds. */
const LATELY_MS = 24 * 3_600_000;

/** The exchanges in paper mode. */
export type PaperExchanges = {
	/**
	 * Opens a session on the account whose id is the API key. The session's calls reject with KeyRefusedError if
	 * there is no such account.
	 */
	readonly open: (venue: VenueName, credentials: VenueCredentials) => VenueTrading;
	/** Raises the sum of an account's deposits to `total`, USD. @throws VenueError or KeyRefusedError */
	readonly deposit: (venue: VenueName, accountId: string, total: Decimal) => Promise<void>;
	/** Starts the accounts with positions, open orders or recent fills. */
	readonly start: () => Promise<void>;
	/** Stops all accounts. Resolves when the work in progress is stored. */
	readonly close: () => Promise<void>;
};

/** Creates the exchanges for paper mode. The first session on an account starts the account. */
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

	/**
	 * Returns the live account, and starts it if necessary. Rejects with KeyRefusedError if there is no such account.
	 */
	function liveAccount(account: Pick<PaperAccount, 'accountId' | 'venue'>): Promise<LiveAccount> {
		const name = `${account.venue} ${account.accountId}`;
		const known = accounts.get(name);
		if (known !== undefined) return known;
		const live = loadAccount(account);
		accounts.set(name, live);
		// If loading fails or the account is missing, the next call tries again.
		live.catch(() => accounts.delete(name));
		return live;
	}

	async function loadAccount({
		accountId,
		venue,
	}: Pick<PaperAccount, 'accountId' | 'venue'>): Promise<LiveAccount> {
		const state = await parts.store.load(accountId, venue);
		if (state === undefined)
			throw new KeyRefusedError(venue, VENUE_KEY_TEXT.noPaperAccount({ exchange: shownNameOf(venue) }));
		if (isClosed) throw new VenueError(venue, 'unavailable', VENUE_REQUEST_TEXT.stopping());
		return createLiveAccount(state, surroundingsOf(venue));
	}

	return {
		open: (venue, { apiKey }) =>
			openPaperSession({ accountId: apiKey, venue }, liveAccount, surroundingsOf(venue)),
		async deposit(venue, accountId, total) {
			const live = await liveAccount({ accountId, venue });
			await depositUpTo(live, parts.store, total, surroundingsOf(venue).now());
		},
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
