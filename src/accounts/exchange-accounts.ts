/** Connects users' exchange accounts, switches the one in use, and disconnects them. */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { accountId as idOf } from '../domain/ids.ts';
import type { TradingMode } from '../domain/trading-mode.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type {
	AccountTrade,
	ConnectAnswer,
	ConnectRequest,
	ExchangeAccounts,
	ListedAccount,
	OpenVenueKey,
} from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { SelfChecks } from '../ports/self-check.ts';
import type { Vault } from '../ports/vault.ts';
import type { KeyDescription } from '../ports/venue.ts';
import { shownNameOf } from '../venues/facts.ts';
import { type AccountBook, type BookedAccount, credentialsBinding } from './account-book.ts';
import { type AccountHealthWatch, watchAccountHealth } from './account-health.ts';
import { listedAccount } from './account-status.ts';
import { fingerprints } from './adopted-account.ts';
import { createDepartures } from './departures.ts';
import { alreadyConnected, durable } from './durable.ts';
import { describeForConnect, describeKey, requireTradingKey } from './key-check.ts';
import { createRefusedKeys } from './refused-keys.ts';
import { ACCOUNT_TEXT } from './text.ts';

/** Maximum number of connected accounts per user and exchange. */
export const ACCOUNTS_PER_VENUE_MAX = 10;
/** Maximum length of an account label, characters. */
export const LABEL_LENGTH_MAX = 64;

/** The service for exchange accounts, with its background work. */
export type RunningExchangeAccounts = ExchangeAccounts & {
	/** Records the outcome of each account read. */
	readonly health: Pick<AccountHealthWatch, 'heardOk' | 'heardError'>;
	/** Resumes disconnections that were pending when the service stopped. */
	readonly start: () => void;
	readonly close: () => void;
};

type ExchangeAccountsOptions = {
	readonly book: AccountBook;
	readonly vault: Vault;
	readonly trade: AccountTrade;
	readonly openKey: OpenVenueKey;
	readonly selfChecks: SelfChecks;
	/** Trading mode. Paper mode accepts no key. */
	readonly mode: TradingMode;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Maximum time that a `disconnect` call waits for the account's executions to close, milliseconds. */
	readonly disconnectWaitMs: number;
};

type Accounts = ExchangeAccountsOptions & {
	/** Latest change to each user's accounts, by user id. The next change waits for it and sees its result. */
	readonly turns: Map<string, Promise<unknown>>;
	readonly refusedKeys: ReturnType<typeof createRefusedKeys>;
	readonly health: AccountHealthWatch;
	readonly hashes: ReturnType<typeof fingerprints>;
	readonly departures: ReturnType<typeof createDepartures>;
};

/** Creates the service that connects, lists, switches, checks and disconnects exchange accounts. */
export function createExchangeAccounts(options: ExchangeAccountsOptions): RunningExchangeAccounts {
	const { book, vault, openKey, clock, log } = options;
	const hashes = fingerprints(vault);
	const accounts: Accounts = {
		...options,
		turns: new Map(),
		refusedKeys: createRefusedKeys(clock),
		health: watchAccountHealth({
			book,
			describe: (venue, keys) => describeKey(openKey, venue, keys),
			uidFingerprint: hashes.uid,
			clock,
			log,
		}),
		hashes,
		departures: createDepartures({
			...options,
			inTurn: (userId, work) => inTurn(accounts, userId, work),
			waitMs: options.disconnectWaitMs,
		}),
	};
	return {
		connect: (request) => connect(accounts, request),
		list: (userId) =>
			book
				.all()
				.filter((account) => account.userId === userId)
				.sort((a, b) => (a.venue === b.venue ? a.connectedAt - b.connectedAt : a.venue < b.venue ? -1 : 1))
				.map((account) => listed(accounts, account)),
		async check(userId, accountId) {
			own(accounts, userId, accountId);
			await options.selfChecks.check(accountId);
			return listed(accounts, own(accounts, userId, accountId));
		},
		use: (userId, accountId) =>
			inTurn(accounts, userId, async () => {
				const account = own(accounts, userId, accountId);
				if (account.inUse) return listed(accounts, account);
				if (account.keys === undefined) throw new CarrywireError('KEY_REFUSED', ACCOUNT_TEXT.unreadable());
				accounts.departures.requireNothingElse(account, account.journalId);
				return listed(accounts, await durable(() => book.use(accountId)));
			}),
		openOn: (userId, accountId) => accounts.departures.openOn(own(accounts, userId, accountId)),
		async disconnect(userId, accountId, { closeFirst }) {
			const account = own(accounts, userId, accountId);
			// A test order may still be resting. Refuse, because querying and cancelling it needs the key.
			if (account.keys !== undefined && options.selfChecks.hasOpenProbe(accountId))
				throw new CarrywireError(
					'EXECUTIONS_RUNNING',
					ACCOUNT_TEXT.probeOpen({ exchange: shownNameOf(account.venue) }),
					{
						facts: { exchange: account.venue, executionIds: [] },
					},
				);
			return accounts.departures.disconnect(account, closeFirst);
		},
		health: accounts.health,
		start: accounts.departures.start,
		close() {
			accounts.health.close();
			accounts.departures.close();
		},
	};
}

function inTurn<T>(accounts: Accounts, userId: string, work: () => Promise<T>): Promise<T> {
	const done = (accounts.turns.get(userId) ?? Promise.resolve()).then(work);
	const settled = done
		.catch(() => undefined)
		.then(() => {
			if (accounts.turns.get(userId) === settled) accounts.turns.delete(userId);
		});
	accounts.turns.set(userId, settled);
	return done;
}

/** @throws CarrywireError UNKNOWN_ACCOUNT */
function own(accounts: Accounts, userId: string, accountId: string): BookedAccount {
	const account = accounts.book.find(accountId);
	if (account !== undefined && account.userId === userId) return account;
	throw new CarrywireError('UNKNOWN_ACCOUNT', ACCOUNT_TEXT.unknown({ was: accountId.slice(0, 64) }), {
		field: 'account_id',
	});
}

function listed(accounts: Accounts, account: BookedAccount): ListedAccount {
	return listedAccount(account, accounts.clock.now(), {
		selfCheck: accounts.selfChecks.stateOf(account.accountId),
		streamSilentSince: account.inUse ? accounts.trade.streamSilentSince(account.userId, account.venue) : null,
	});
}

async function connect(accounts: Accounts, request: ConnectRequest): Promise<ConnectAnswer> {
	const { userId, venue, credentials } = request;
	if (accounts.mode === 'paper')
		throw new CarrywireError('PAPER_NEEDS_NO_KEY', ACCOUNT_TEXT.paper({ exchange: shownNameOf(venue) }));
	requireLabel(request.label);
	const described = await accounts.refusedKeys.whileAsking(request, () =>
		describeForConnect(accounts.openKey, venue, credentials, { log: accounts.log, clock: accounts.clock }),
	);
	const key = { ...described, expiresAt: earlier(described.expiresAt, request.keyExpiresAt) };
	requireTradingKey(venue, key, accounts.clock.now());
	// The key may replace that of an account whose uid is unknown, so ask the exchange for the missing uids first.
	const unnamed = ofUserAt(accounts, request).filter(({ uidFingerprint }) => uidFingerprint === null);
	await Promise.all(unnamed.map(({ accountId }) => accounts.health.ask(accountId)));
	return inTurn(accounts, userId, async () => {
		const known = knownAs(accounts, request, key);
		return known === undefined ? add(accounts, request, key) : renew(accounts, known, request, key);
	});
}

function ofUserAt(
	accounts: Accounts,
	{ userId, venue }: Pick<ConnectRequest, 'userId' | 'venue'>,
): readonly BookedAccount[] {
	return accounts.book.all().filter((account) => account.userId === userId && account.venue === venue);
}

/**
 * Returns the user's own account whose key this call replaces; undefined if there is none. @throws CarrywireError
 * ACCOUNT_ALREADY_CONNECTED
 */
function knownAs(
	accounts: Accounts,
	request: ConnectRequest,
	{ uid }: KeyDescription,
): BookedAccount | undefined {
	const { userId, venue, credentials } = request;
	const byKey = accounts.hashes.key(venue, credentials);
	const byUid = uid === null ? undefined : accounts.hashes.uid(venue, uid);
	const known = accounts.book
		.all()
		.find(
			(account) =>
				account.venue === venue &&
				(account.keyFingerprint === byKey || (byUid !== undefined && account.uidFingerprint === byUid)),
		);
	if (known === undefined) return undefined;
	if (known.userId !== userId) throw alreadyConnected();
	// Connecting the same API key again helps only in two cases: the stored secret differs or could not be decrypted,
	// or the exchange refused the key.
	const isSame =
		known.keyFingerprint === byKey &&
		known.keys?.secret === credentials.secret &&
		known.keys.passphrase === credentials.passphrase;
	if (isSame && known.health.refusedAt === null) throw alreadyConnected(known.accountId);
	return known;
}

async function add(accounts: Accounts, request: ConnectRequest, key: KeyDescription): Promise<ConnectAnswer> {
	const { userId, venue, credentials } = request;
	const count = ofUserAt(accounts, request).length;
	if (count >= ACCOUNTS_PER_VENUE_MAX)
		throw new CarrywireError(
			'TOO_MANY_ACCOUNTS',
			ACCOUNT_TEXT.tooMany({ exchange: shownNameOf(venue), count, limit: ACCOUNTS_PER_VENUE_MAX }),
			{ facts: { exchange: venue, limit: ACCOUNTS_PER_VENUE_MAX } },
		);
	const accountId = idOf(accounts.random.hex(12));
	const sealed = await durable(() =>
		accounts.vault.seal(JSON.stringify(credentials), credentialsBinding({ accountId, userId })),
	);
	const inUse = accounts.book.usedAt(userId, venue) === undefined;
	if (inUse) accounts.departures.requireNothingElse(request, accountId);
	const account = await durable(() =>
		accounts.book.add(
			{
				accountId,
				userId,
				venue,
				label: request.label ?? venue,
				kind: request.kind,
				journalId: accountId,
				credentials: sealed,
				connectedAt: accounts.clock.now(),
				disconnectedAt: null,
				leavingSince: null,
				inUse,
				...saidOf(accounts, request, key),
			},
			credentials,
		),
	);
	accounts.log.info({ accountId, userId, venue, kind: request.kind }, 'an exchange account was connected');
	return { account: listed(accounts, account), renewed: false };
}

/** Replaces the account's key. The account's id, journal and executions stay the same. */
async function renew(
	accounts: Accounts,
	known: BookedAccount,
	request: ConnectRequest,
	key: KeyDescription,
): Promise<ConnectAnswer> {
	const { accountId, userId, venue } = known;
	const sealed = await durable(() =>
		accounts.vault.seal(JSON.stringify(request.credentials), credentialsBinding(known)),
	);
	own(accounts, userId, accountId);
	const account = await durable(() =>
		accounts.book.renew(
			accountId,
			{
				label: request.label ?? known.label,
				kind: request.kind,
				credentials: sealed,
				...saidOf(accounts, request, key),
			},
			request.credentials,
		),
	);
	accounts.log.info(
		{ accountId, userId, venue, kind: request.kind },
		'the key of an exchange account was replaced',
	);
	return { account: listed(accounts, account), renewed: true };
}

function saidOf(accounts: Accounts, { venue, credentials }: ConnectRequest, key: KeyDescription) {
	return {
		keyFingerprint: accounts.hashes.key(venue, credentials),
		uidFingerprint: key.uid === null ? null : accounts.hashes.uid(venue, key.uid),
		permissions: key.permissions,
		canTrade: key.canTrade,
		canWithdraw: key.canWithdraw,
		keyExpiresAt: key.expiresAt,
		health: { lastOkAt: accounts.clock.now(), lastError: null, refusedAt: null },
	};
}

function requireLabel(label: string | undefined): void {
	if (label === undefined || (label.trim() !== '' && label.length <= LABEL_LENGTH_MAX)) return;
	throw new CarrywireError(
		'INVALID_PARAMS',
		ACCOUNT_TEXT.label({ limit: LABEL_LENGTH_MAX, length: label.length }),
		{
			field: 'label',
		},
	);
}

/** Returns the earlier of two expiry times; null if neither is known. */
function earlier(a: number | null, b: number | null | undefined): number | null {
	if (a === null || b === null || b === undefined) return a ?? b ?? null;
	return Math.min(a, b);
}
