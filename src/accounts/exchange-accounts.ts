/** Connects users' exchange accounts, says which is in use, and lets them go. */

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
import { type AccountBook, type BookedAccount, credentialsBinding } from './account-book.ts';
import { type AccountHealthWatch, watchAccountHealth } from './account-health.ts';
import { listedAccount } from './account-status.ts';
import { fingerprints } from './adopted-account.ts';
import { createDepartures } from './departures.ts';
import { alreadyConnected, durable } from './durable.ts';
import { describeForConnect, describeKey, requireTradingKey } from './key-check.ts';
import { createRefusedKeys } from './refused-keys.ts';

/** Connected accounts of one user at one exchange. */
export const ACCOUNTS_PER_VENUE_MAX = 10;
export const LABEL_LENGTH_MAX = 64;

export type RunningExchangeAccounts = ExchangeAccounts & {
	/** What reading the accounts brings. */
	readonly health: Pick<AccountHealthWatch, 'heardOk' | 'heardError'>;
	/** Goes on with what waited when the service ended. */
	readonly start: () => void;
	readonly close: () => void;
};

export function createExchangeAccounts(options: {
	readonly book: AccountBook;
	readonly vault: Vault;
	readonly trade: AccountTrade;
	readonly openKey: OpenVenueKey;
	readonly selfChecks: SelfChecks;
	/** Which money is used: on paper no key is taken. */
	readonly mode: TradingMode;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** How long a disconnect waits for its executions to be closed. */
	readonly disconnectWaitMs: number;
}): RunningExchangeAccounts {
	const { book, vault, openKey, clock, log } = options;
	const hashes = fingerprints(vault);
	const health = watchAccountHealth({
		book,
		describe: (venue, keys) => describeKey(openKey, venue, keys),
		uidFingerprint: hashes.uid,
		clock,
		log,
	});
	/** The last change of each user's accounts: each judges what the one before has made. */
	const turns = new Map<string, Promise<unknown>>();

	function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
		const done = (turns.get(userId) ?? Promise.resolve()).then(work);
		const settled = done
			.catch(() => undefined)
			.then(() => {
				if (turns.get(userId) === settled) turns.delete(userId);
			});
		turns.set(userId, settled);
		return done;
	}

	const refusedKeys = createRefusedKeys(clock);
	const departures = createDepartures({ ...options, inTurn, waitMs: options.disconnectWaitMs });

	/** @throws CarrywireError UNKNOWN_ACCOUNT */
	function own(userId: string, accountId: string): BookedAccount {
		const account = book.find(accountId);
		if (account !== undefined && account.userId === userId) return account;
		throw new CarrywireError(
			'UNKNOWN_ACCOUNT',
			`account_id names no connected account of yours, was ${JSON.stringify(accountId.slice(0, 64))}.`,
			{ field: 'account_id' },
		);
	}

	const listed = (account: BookedAccount): ListedAccount =>
		listedAccount(account, clock.now(), {
			selfCheck: options.selfChecks.stateOf(account.accountId),
			streamSilentSince: account.inUse
				? options.trade.streamSilentSince(account.userId, account.venue)
				: null,
		});

	async function connect(request: ConnectRequest): Promise<ConnectAnswer> {
		const { userId, venue, credentials } = request;
		if (options.mode === 'paper')
			throw new CarrywireError(
				'PAPER_NEEDS_NO_KEY',
				`This service is in mode paper: you have a paper account at ${venue} already, and no key is needed or kept.`,
			);
		requireLabel(request.label);
		const described = await refusedKeys.whileAsking(request, () =>
			describeForConnect(openKey, venue, credentials, { log, clock }),
		);
		const key = { ...described, expiresAt: earlier(described.expiresAt, request.keyExpiresAt) };
		requireTradingKey(venue, key, clock.now());
		// Whose uid is not known yet could be the very account whose key is to be replaced.
		const unnamed = ofUserAt(request).filter(({ uidFingerprint }) => uidFingerprint === null);
		await Promise.all(unnamed.map(({ accountId }) => health.ask(accountId)));
		return inTurn(userId, async () => {
			const known = knownAs(request, key);
			return known === undefined ? add(request, key) : renew(known, request, key);
		});
	}

	const ofUserAt = ({ userId, venue }: Pick<ConnectRequest, 'userId' | 'venue'>): readonly BookedAccount[] =>
		book.all().filter((account) => account.userId === userId && account.venue === venue);

	/** The user's own account whose key this replaces. @throws CarrywireError ACCOUNT_ALREADY_CONNECTED */
	function knownAs(request: ConnectRequest, { uid }: KeyDescription): BookedAccount | undefined {
		const { userId, venue, credentials } = request;
		const byKey = hashes.key(venue, credentials);
		const byUid = uid === null ? undefined : hashes.uid(venue, uid);
		const known = book
			.all()
			.find(
				(account) =>
					account.venue === venue &&
					(account.keyFingerprint === byKey || (byUid !== undefined && account.uidFingerprint === byUid)),
			);
		if (known === undefined) return undefined;
		if (known.userId !== userId) throw alreadyConnected();
		// The same key with another secret, or one that does not open or is refused, is worth replacing.
		const isSame =
			known.keyFingerprint === byKey &&
			known.keys?.secret === credentials.secret &&
			known.keys.passphrase === credentials.passphrase;
		if (isSame && known.health.refusedAt === null) throw alreadyConnected(known.accountId);
		return known;
	}

	async function add(request: ConnectRequest, key: KeyDescription): Promise<ConnectAnswer> {
		const { userId, venue, credentials } = request;
		const count = ofUserAt(request).length;
		if (count >= ACCOUNTS_PER_VENUE_MAX)
			throw new CarrywireError(
				'TOO_MANY_ACCOUNTS',
				`You have ${count} accounts connected at ${venue}, limit ${ACCOUNTS_PER_VENUE_MAX}. Disconnect one first.`,
				{ facts: { exchange: venue, limit: ACCOUNTS_PER_VENUE_MAX } },
			);
		const accountId = idOf(options.random.hex(12));
		const sealed = await durable(() =>
			vault.seal(JSON.stringify(credentials), credentialsBinding({ accountId, userId })),
		);
		const inUse = book.usedAt(userId, venue) === undefined;
		if (inUse) departures.requireNothingElse(request, accountId);
		const account = await durable(() =>
			book.add(
				{
					accountId,
					userId,
					venue,
					label: request.label ?? venue,
					kind: request.kind,
					journalId: accountId,
					credentials: sealed,
					connectedAt: clock.now(),
					disconnectedAt: null,
					leavingSince: null,
					inUse,
					...saidOf(request, key),
				},
				credentials,
			),
		);
		log.info({ accountId, userId, venue, kind: request.kind }, 'an exchange account was connected');
		return { account: listed(account), renewed: false };
	}

	/** In place: id, journal and executions stay. */
	async function renew(
		known: BookedAccount,
		request: ConnectRequest,
		key: KeyDescription,
	): Promise<ConnectAnswer> {
		const { accountId, userId, venue } = known;
		const sealed = await durable(() =>
			vault.seal(JSON.stringify(request.credentials), credentialsBinding(known)),
		);
		own(userId, accountId);
		const account = await durable(() =>
			book.renew(
				accountId,
				{
					label: request.label ?? known.label,
					kind: request.kind,
					credentials: sealed,
					...saidOf(request, key),
				},
				request.credentials,
			),
		);
		log.info({ accountId, userId, venue, kind: request.kind }, 'the key of an exchange account was replaced');
		return { account: listed(account), renewed: true };
	}

	function saidOf({ venue, credentials }: ConnectRequest, key: KeyDescription) {
		return {
			keyFingerprint: hashes.key(venue, credentials),
			uidFingerprint: key.uid === null ? null : hashes.uid(venue, key.uid),
			permissions: key.permissions,
			canTrade: key.canTrade,
			canWithdraw: key.canWithdraw,
			keyExpiresAt: key.expiresAt,
			health: { lastOkAt: clock.now(), lastError: null, refusedAt: null },
		};
	}

	return {
		connect,
		list: (userId) =>
			book
				.all()
				.filter((account) => account.userId === userId)
				.sort((a, b) => (a.venue === b.venue ? a.connectedAt - b.connectedAt : a.venue < b.venue ? -1 : 1))
				.map(listed),
		async check(userId, accountId) {
			own(userId, accountId);
			await options.selfChecks.check(accountId);
			return listed(own(userId, accountId));
		},
		use: (userId, accountId) =>
			inTurn(userId, async () => {
				const account = own(userId, accountId);
				if (account.inUse) return listed(account);
				if (account.keys === undefined)
					throw new CarrywireError(
						'KEY_REFUSED',
						'What is kept of the key of this account does not open here. Connect it again.',
					);
				departures.requireNothingElse(account, account.journalId);
				return listed(await durable(() => book.use(accountId)));
			}),
		openOn: (userId, accountId) => departures.openOn(own(userId, accountId)),
		async disconnect(userId, accountId, { closeFirst }) {
			const account = own(userId, accountId);
			// Only with its key can an order that may still rest be asked about and taken off.
			if (account.keys !== undefined && options.selfChecks.hasOpenProbe(accountId))
				throw new CarrywireError(
					'EXECUTIONS_RUNNING',
					`The order of a self-check is not proven gone at ${account.venue} yet. See self_check of the account.`,
					{ facts: { exchange: account.venue, executionIds: [] } },
				);
			return departures.disconnect(account, closeFirst);
		},
		health,
		start: departures.start,
		close() {
			health.close();
			departures.close();
		},
	};
}

function requireLabel(label: string | undefined): void {
	if (label === undefined || (label.trim() !== '' && label.length <= LABEL_LENGTH_MAX)) return;
	throw new CarrywireError(
		'INVALID_PARAMS',
		`label must have 1 to ${LABEL_LENGTH_MAX} characters; it had ${label.length}.`,
		{ field: 'label' },
	);
}

/** Null: neither is known to end. */
function earlier(a: number | null, b: number | null | undefined): number | null {
	if (a === null || b === null || b === undefined) return a ?? b ?? null;
	return Math.min(a, b);
}
