/**
 * Composes the vault and the users' exchange accounts: those that users connect, those that this service creates, and
 * their self-checks.
 */

import { type AccountBook, openAccountBook } from '../accounts/account-book.ts';
import { adoptAccount, fingerprints } from '../accounts/adopted-account.ts';
import { createExchangeAccounts, type RunningExchangeAccounts } from '../accounts/exchange-accounts.ts';
import { createSelfChecks, NO_SELF_CHECKS, type RunningSelfChecks } from '../accounts/self-checks.ts';
import type { Config } from '../config/config.ts';
import type { Decimal } from '../domain/decimal.ts';
import { isShadowUser } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { usesOwnKeys } from '../domain/trading-mode.ts';
import type { ExecutionService } from '../engine/orders/execution-service.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { ExchangeAccountStore, OpenVenueKey } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import { type PaperStore, paperAccountId } from '../ports/paper-store.ts';
import type { SelfCheckStore, SelfChecks } from '../ports/self-check.ts';
import type { KeyProvider, Vault, VaultStore } from '../ports/vault.ts';
import { CREDENTIALS_FILE, eraseCredentialsFile, readCredentialsFile } from '../store/credentials-file.ts';
import type { RunningSimulator } from '../store/run-file.ts';
import { openVault } from '../vault/open-vault.ts';
import { rewrapRetired } from '../vault/rewrap.ts';
import { keyFormOf } from '../venues/facts.ts';
import { clockLimits } from '../venues/modules.ts';
import { ensureSimulatedAccount, newSimulatedCredentials } from '../venues/shared/simulated-accounts.ts';
import type { VenueSessions } from './compose-venue-sessions.ts';
import { openKeyProvider, readOrMakeKeys } from './open-keys.ts';

/** The vault with its keys and its store. */
export type ServiceVault = { readonly vault: Vault; readonly keys: KeyProvider; readonly store: VaultStore };

/** Label for the accounts that this service creates at simulated exchanges. */
const SIMULATED_LABEL = 'simulated';
/** Label for the paper accounts that this service creates. */
const PAPER_LABEL = 'paper';

/**
 * Opens the vault, and creates its key file if no secret is stored yet. @throws VaultError if the keys are missing or
 * do not match the data
 */
export async function openServiceVault(
	config: Config,
	store: VaultStore,
	random: Random,
): Promise<ServiceVault> {
	const hasSealed = (await store.usedKids()).length > 0;
	const keys = openKeyProvider(config, readOrMakeKeys(config, { random, hasSealed }), random);
	return { vault: await openVault({ keys, store, random }), keys, store };
}

/** Re-encrypts all secrets with the current key while the service runs. The returned function stops this work. */
export function rewrapInBackground(
	{ vault, keys, store }: ServiceVault,
	{ clock, log }: { readonly clock: Clock; readonly log: Logger },
): () => Promise<void> {
	let stopped = false;
	const work = rewrapRetired({ keys, vault, store, clock, log, isStopped: () => stopped }).then(
		() => undefined,
		(error: unknown) =>
			log.error(
				{ error },
				'some secrets could not be re-encrypted with the current key; the next start tries again',
			),
	);
	return () => {
		stopped = true;
		return work;
	};
}

/** Users' accounts at exchanges. */
export type UserAccounts = {
	readonly book: AccountBook;
	/**
	 * Gives the user an account at each simulated exchange where the user has never had one. In paper mode, gives the
	 * user an account at each exchange where none is in use.
	 */
	readonly provide: (userId: string, userName: string) => Promise<void>;
	/** Gives the hidden user of a shadow pot a paper account with this deposit at each exchange without one. */
	readonly provideShadow: (userId: string, venues: readonly VenueName[], deposit: Decimal) => Promise<void>;
};

/** Dependencies of the users' exchange accounts. */
export type AccountParts = {
	readonly dataDir: string;
	readonly vault: Vault;
	readonly store: ExchangeAccountStore;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	/**
	 * True if this machine created the user, as its operator or as a guest. Only these users get simulated accounts.
	 */
	readonly isLocalUser: (userId: string) => Promise<boolean>;
	readonly paperStore: PaperStore;
	/**
	 * The exchanges that offer every user a paper account, and each account's initial deposit (USD); undefined except
	 * in paper mode.
	 */
	readonly paper: { readonly venues: readonly string[]; readonly deposit: Decimal } | undefined;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

type OpenedParts = AccountParts & { readonly book: AccountBook };

/** Opens the accounts, and imports the accounts from an earlier version's file. */
export async function composeAccounts(options: AccountParts): Promise<UserAccounts> {
	const { vault, store, log, paper } = options;
	const book = await openAccountBook({ store, vault, log });
	const parts: OpenedParts = { ...options, book };
	await takeOverFile(options.dataDir, parts, log);
	return {
		book,
		async provideShadow(userId, venues, deposit) {
			await Promise.all(venues.map((venue) => openPaperAccount(parts, userId, venue, deposit)));
		},
		async provide(userId, userName) {
			if (isShadowUser(userId)) return;
			if (paper !== undefined)
				await Promise.all(paper.venues.map((venue) => providePaper(parts, userId, venue, paper.deposit)));
			if (!(await options.isLocalUser(userId))) return;
			await Promise.all(
				Object.entries(options.simulators).map(([venue, simulator]) =>
					provideSimulated(parts, { userId, userName, venue, simulator }),
				),
			);
		},
	};
}

/**
 * Creates the user's account at a simulated exchange. If the exchange is down, the service tries again at its next
 * start.
 */
async function provideSimulated(
	parts: OpenedParts,
	{
		userId,
		userName,
		venue,
		simulator,
	}: {
		readonly userId: string;
		readonly userName: string;
		readonly venue: string;
		readonly simulator: RunningSimulator;
	},
): Promise<void> {
	const { book, store, clock, random, log } = parts;
	try {
		const known = book
			.all()
			.find((one) => one.userId === userId && one.venue === venue && one.label === SIMULATED_LABEL);
		if (known === undefined && (await store.venuesEver(userId)).includes(venue)) return;
		const credentials = newSimulatedCredentials(random, keyFormOf(venue));
		const account =
			known ?? (await adoptAccount(parts, { userId, venue, label: SIMULATED_LABEL, credentials }));
		if (account.keys !== undefined)
			await ensureSimulatedAccount(simulator, venue, userName, account.keys, clock);
	} catch (error) {
		log.error(
			{ venue, userId, error },
			'a simulated account could not be created; the next start tries again',
		);
	}
}

/** Creates the user's paper account. If that fails, the next start tries again. */
async function providePaper(
	parts: OpenedParts,
	userId: string,
	venue: string,
	deposit: Decimal,
): Promise<void> {
	try {
		await openPaperAccount(parts, userId, venue, deposit);
	} catch (error) {
		parts.log.error(
			{ venue, userId, error },
			'a paper account could not be created; the next start tries again',
		);
	}
}

/**
 * Creates a paper account unless the user has an account in use at the exchange. The account is stored before its
 * key, because the exchange would refuse a key without an account forever.
 */
async function openPaperAccount(
	parts: OpenedParts,
	userId: string,
	venue: string,
	deposit: Decimal,
): Promise<void> {
	const { book, clock, random, paperStore } = parts;
	if (book.usedAt(userId, venue) !== undefined) return;
	const credentials = { apiKey: paperAccountId(random.hex(12)), secret: random.hex(24) };
	await paperStore.open({ accountId: credentials.apiKey, venue, deposit, openedAt: clock.now() });
	await adoptAccount(parts, { userId, venue, label: PAPER_LABEL, credentials });
}

/**
 * Imports each account from an earlier version's file once, even if the process is killed midway. The file is deleted
 * when all accounts are on disk.
 */
async function takeOverFile(
	dataDir: string,
	parts: Parameters<typeof adoptAccount>[0],
	log: Logger,
): Promise<void> {
	const filed = readCredentialsFile(dataDir);
	const hashes = fingerprints(parts.vault);
	for (const { userId, venue, credentials } of filed) {
		const print = hashes.key(venue, credentials);
		const isKept = parts.book.all().some((one) => one.venue === venue && one.keyFingerprint === print);
		if (!isKept) await adoptAccount(parts, { userId, venue, label: SIMULATED_LABEL, credentials });
	}
	if (filed.length > 0)
		log.info({ count: filed.length }, `the keys from ${CREDENTIALS_FILE} are in the vault now`);
	eraseCredentialsFile(dataDir);
}

/**
 * Composes the self-checks. In testnet and live mode, every account must pass its self-check before the service opens
 * anything on it. Simulated mode requires no self-check; it runs one only to test a silent stream. A paper stream is
 * never silent.
 */
export async function composeSelfChecks(parts: {
	readonly config: Pick<Config, 'mode'>;
	readonly book: AccountBook;
	readonly store: SelfCheckStore;
	readonly market: Market;
	readonly sessions: Pick<VenueSessions, 'openKey' | 'measureClock'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): Promise<RunningSelfChecks> {
	const { book, store, market, sessions, clock, random, log } = parts;
	const { mode } = parts.config;
	if (mode === 'paper') return { ...NO_SELF_CHECKS, start() {}, close: async () => {} };
	const { openKey, measureClock } = sessions;
	const checks = await createSelfChecks({
		book,
		store,
		openKey,
		market,
		measureClock,
		clockLimits,
		clock,
		random,
		log,
	});
	if (usesOwnKeys(mode)) return checks;
	return { ...NO_SELF_CHECKS, hearStream: checks.hearStream, start() {}, close: checks.close };
}

/**
 * Composes the service through which users connect their accounts. Every account read reports its outcome to this
 * service.
 */
export function composeExchangeAccounts(parts: {
	readonly config: Pick<Config, 'mode' | 'execution'>;
	readonly book: AccountBook;
	readonly vault: Vault;
	readonly executionService: Pick<ExecutionService, 'accountTrade' | 'accountCache'>;
	readonly openKey: OpenVenueKey;
	readonly selfChecks: SelfChecks;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): RunningExchangeAccounts {
	const { config, executionService, ...rest } = parts;
	const accounts = createExchangeAccounts({
		...rest,
		trade: executionService.accountTrade,
		mode: config.mode,
		disconnectWaitMs: config.execution.closeWaitMs,
	});
	executionService.accountCache.onState(accounts.health.heardOk);
	executionService.accountCache.onFailure(accounts.health.heardError);
	return accounts;
}
