/**
 * Checks whether the keys of connected accounts still work. Every regular account read also tests that account's key.
 * In addition, the exchange is asked about each key once an hour, or again after a minute if it did not respond. A
 * refused key marks its account as needing a reconnect; the account's data is kept.
 */

import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import { type AccountChange, DuplicateAccountError } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { KeyDescription, VenueCredentials } from '../ports/venue.ts';
import { KeyRefusedError } from '../ports/venue-error.ts';
import type { AccountBook, BookedAccount } from './account-book.ts';

/** Dependencies of the key checks. */
export type AccountHealthOptions = {
	readonly book: AccountBook;
	/** @throws VenueError, KeyRefusedError */
	readonly describe: (venue: VenueName, keys: VenueCredentials) => Promise<KeyDescription>;
	/** Returns the keyed hash of the exchange's own account id. */
	readonly uidFingerprint: (venue: VenueName, uid: string) => string;
	readonly clock: Clock;
	readonly log: Logger;
};

/** Tracks whether the key of each connected account still works. */
export type AccountHealthWatch = {
	/** Records a successful read of the account that the user has in use at the venue. */
	readonly heardOk: (userId: string, venue: VenueName) => void;
	/** Records a failed account read. Errors other than `KeyRefusedError` are ignored. */
	readonly heardError: (userId: string, venue: VenueName, error: unknown) => void;
	/** Asks the exchange about the key now. Never rejects. */
	readonly ask: (accountId: string) => Promise<void>;
	readonly close: () => void;
};

const ASK_PERIOD_MS = 60 * 60_000;
/** Delay before the next request about a key if the exchange did not respond, milliseconds. */
const ASK_AGAIN_MS = 60_000;
const CHECK_PERIOD_MS = 10_000;
/** Minimum interval between two updates of an account's stored `lastOkAt`, milliseconds. */
const OK_NOTE_PERIOD_MS = 10 * 60_000;
/** Maximum length of the stored reason for a refused key, characters. Exchange messages can be long. */
const REASON_CHARS_MAX = 300;

type Watch = AccountHealthOptions & {
	checking: boolean;
	/**
	 * Time of the next request about the account's key, by account id, on the monotonic clock, milliseconds. An
	 * account without an entry is due now.
	 */
	readonly dueAt: Map<string, number>;
};

/** Starts the hourly checks of every connected account's key. */
export function watchAccountHealth(options: AccountHealthOptions): AccountHealthWatch {
	const { book, clock } = options;
	const watch: Watch = { ...options, checking: false, dueAt: new Map() };
	const cancelCheck = clock.every(CHECK_PERIOD_MS, () => void check(watch));
	return {
		heardOk(userId, venue) {
			const account = book.usedAt(userId, venue);
			if (account === undefined || !isNews(watch, account)) return;
			const health = { lastOkAt: clock.now(), lastError: null, refusedAt: null };
			void change(watch, account.accountId, { health });
		},
		heardError(userId, venue, error) {
			const account = book.usedAt(userId, venue);
			if (account !== undefined && error instanceof KeyRefusedError)
				void noteRefusal(watch, account.accountId, error);
		},
		ask: (accountId) => ask(watch, accountId),
		close: cancelCheck,
	};
}

/**
 * Checks the keys that are due, one after another. Each call checks just enough keys for every account to be checked
 * once an hour.
 */
async function check(watch: Watch): Promise<void> {
	if (watch.checking) return;
	watch.checking = true;
	try {
		const all = watch.book.all();
		const now = watch.clock.monotonic();
		const dueOf = ({ accountId }: BookedAccount): number =>
			watch.dueAt.get(accountId) ?? Number.NEGATIVE_INFINITY;
		// Check the most overdue account first, so that accounts at an unreachable exchange do not delay the others.
		const due = all
			.filter((account) => dueOf(account) <= now)
			.sort((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));
		const count = Math.ceil((all.length * CHECK_PERIOD_MS) / ASK_PERIOD_MS);
		for (const { accountId } of due.slice(0, count)) await ask(watch, accountId);
		const connected = new Set(all.map(({ accountId }) => accountId));
		for (const id of watch.dueAt.keys()) if (!connected.has(id)) watch.dueAt.delete(id);
	} finally {
		watch.checking = false;
	}
}

async function ask(watch: Watch, accountId: string): Promise<void> {
	watch.dueAt.set(accountId, watch.clock.monotonic() + ASK_PERIOD_MS);
	const account = watch.book.find(accountId);
	if (account?.keys === undefined) return;
	const { keys, venue } = account;
	try {
		const said = await watch.describe(venue, keys);
		// If the key was replaced during the request, the response is about the old key and is ignored.
		if (watch.book.find(accountId)?.keys === keys) await noteDescription(watch, accountId, said);
	} catch (error) {
		if (error instanceof KeyRefusedError) {
			if (watch.book.find(accountId)?.keys === keys) await noteRefusal(watch, accountId, error);
		} else {
			watch.dueAt.set(accountId, watch.clock.monotonic() + ASK_AGAIN_MS);
			watch.log.warn(
				{ accountId, venue, error: messageOf(error) },
				'an exchange did not answer a key check; the service retries',
			);
		}
	}
}

async function noteDescription(watch: Watch, accountId: string, said: KeyDescription): Promise<void> {
	const account = watch.book.find(accountId);
	if (account === undefined) return;
	await change(watch, accountId, {
		permissions: said.permissions,
		canTrade: said.canTrade && !said.readOnly,
		canWithdraw: said.canWithdraw,
		keyExpiresAt: said.expiresAt ?? account.keyExpiresAt,
		health: { lastOkAt: watch.clock.now(), lastError: null, refusedAt: null },
	});
	if (account.uidFingerprint === null && said.uid !== null)
		await change(watch, accountId, { uidFingerprint: watch.uidFingerprint(account.venue, said.uid) });
}

async function noteRefusal(watch: Watch, accountId: string, error: KeyRefusedError): Promise<void> {
	const account = watch.book.find(accountId);
	if (account === undefined) return;
	const reason = error.message.slice(0, REASON_CHARS_MAX);
	const { health } = account;
	if (health.refusedAt !== null && health.lastError === reason) return;
	const { userId, venue } = account;
	watch.log.warn(
		{ accountId, userId, venue, reason },
		'an exchange refuses the key of an account; the owner of the account must connect another key',
	);
	const refusedAt = health.refusedAt ?? watch.clock.now();
	await change(watch, accountId, { health: { ...health, lastError: reason, refusedAt } });
}

/** Stores the result of a check. Never rejects: if the result cannot be stored, a later check produces it again. */
async function change(watch: Watch, accountId: string, changed: AccountChange): Promise<void> {
	try {
		await watch.book.change(accountId, changed);
	} catch (error) {
		watch.log.error(
			{ accountId, error: messageOf(error) },
			error instanceof DuplicateAccountError
				? 'two connections use the same exchange account; its owner must disconnect one of them'
				: 'the health of an exchange account could not be stored',
		);
	}
}

function isNews(watch: Watch, { health }: BookedAccount): boolean {
	return (
		health.refusedAt !== null ||
		health.lastError !== null ||
		health.lastOkAt === null ||
		watch.clock.now() - health.lastOkAt >= OK_NOTE_PERIOD_MS
	);
}
