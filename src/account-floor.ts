/**
 * Wires the vault and the users' exchange accounts together. Part of the composition root: `app.ts` brings the database and
 * the simulated exchanges, and lets the trading floor trade on the accounts.
 */

import { openKeyProvider, readOrMakeKeys } from './cli/open-keys.ts';
import type { RunningSimulator } from './cli/run-file.ts';
import type { Config } from './config.ts';
import { type AccountBook, openAccountBook } from './connections/account-book.ts';
import { adoptAccount, fingerprints } from './connections/adopted-account.ts';
import { createSelfChecks, NO_SELF_CHECKS, type RunningSelfChecks } from './connections/self-checks.ts';
import type { Decimal } from './domain/decimal.ts';
import { usesOwnKeys } from './domain/trading-mode.ts';
import type { ExchangeAccountStore } from './ports/exchange-accounts.ts';
import type { Logger } from './ports/logger.ts';
import type { PaperStore } from './ports/paper-store.ts';
import type { SelfCheckStore, SelfChecks } from './ports/self-check.ts';
import type { KeyProvider, Vault, VaultStore } from './ports/vault.ts';
import { systemClock as clock } from './runtime/clock.ts';
import { systemRandom as random } from './runtime/random.ts';
import { CREDENTIALS_FILE, eraseCredentialsFile, readCredentialsFile } from './store/credentials-file.ts';
import type { TradingFloor } from './trading-floor.ts';
import { openVault } from './vault/open-vault.ts';
import { rewrapRetired } from './vault/rewrap.ts';
import { clockLimits } from './venues/ccxt/clock-limits.ts';
import { ensureSimulatedAccount, newSimulatedCredentials } from './venues/simulated-accounts.ts';

export type ServiceVault = { readonly vault: Vault; readonly keys: KeyProvider; readonly store: VaultStore };

/** What the accounts that this service makes are called: at simulated exchanges, and on paper. */
const SIMULATED_LABEL = 'simulated';
const PAPER_LABEL = 'paper';

/** @throws VaultError when the keys are not there, or not those of the data */
export async function openServiceVault(config: Config, store: VaultStore): Promise<ServiceVault> {
	const hasSealed = (await store.usedKids()).length > 0;
	const keys = openKeyProvider(config, readOrMakeKeys(config, { random, hasSealed }), random);
	return { vault: await openVault({ keys, store, random }), keys, store };
}

/** Brings everything under the current key while the service runs. The answer ends it. */
export function rewrapInBackground({ vault, keys, store }: ServiceVault, log: Logger): () => Promise<void> {
	let stopped = false;
	const work = rewrapRetired({ keys, vault, store, clock, log, isStopped: () => stopped }).then(
		() => undefined,
		(error: unknown) =>
			log.error({ error }, 'secrets could not be brought under the current key; the next start goes on'),
	);
	return () => {
		stopped = true;
		return work;
	};
}

export type AccountFloor = {
	readonly book: AccountBook;
	/**
	 * Gives the user an account of its own at each simulated exchange, where it never had one; on paper at each exchange where
	 * it has none in use.
	 */
	readonly provide: (userId: string, userName: string) => Promise<void>;
};

/** Opens the accounts, and takes over those of an earlier version's file. */
export async function openAccountFloor(options: {
	readonly dataDir: string;
	readonly vault: Vault;
	readonly store: ExchangeAccountStore;
	readonly simulators: Readonly<Record<string, RunningSimulator>>;
	/** Whether the user is one that this machine made, its operator's or a guest: only such users are given simulated accounts. */
	readonly isLocalUser: (userId: string) => Promise<boolean>;
	/** Mode paper: where its accounts are kept, at which exchanges, with what deposit. */
	readonly paper:
		| { readonly store: PaperStore; readonly venues: readonly string[]; readonly deposit: Decimal }
		| undefined;
	readonly log: Logger;
}): Promise<AccountFloor> {
	const { vault, store, log } = options;
	const book = await openAccountBook({ store, vault, log });
	const parts = { book, store, vault, clock, random };
	await takeOverFile(options.dataDir, parts, log);

	/** An exchange that is down is asked again at the next start. */
	async function provideOne(
		userId: string,
		userName: string,
		venue: string,
		simulator: RunningSimulator,
	): Promise<void> {
		try {
			const known = book
				.all()
				.find((one) => one.userId === userId && one.venue === venue && one.label === SIMULATED_LABEL);
			if (known === undefined && (await store.venuesEver(userId)).includes(venue)) return;
			const credentials = newSimulatedCredentials(random, venue);
			const account =
				known ?? (await adoptAccount(parts, { userId, venue, label: SIMULATED_LABEL, credentials }));
			if (account.keys !== undefined)
				await ensureSimulatedAccount(simulator, venue, userName, account.keys, clock);
		} catch (error) {
			log.error({ venue, userId, error }, 'simulated account could not be provided');
		}
	}

	/** The account is there before its key is: a key without an account would be refused for ever. */
	async function providePaper(
		userId: string,
		venue: string,
		deposit: Decimal,
		to: PaperStore,
	): Promise<void> {
		try {
			if (book.usedAt(userId, venue) !== undefined) return;
			const credentials = { apiKey: `paper_${random.hex(12)}`, secret: random.hex(24) };
			await to.open({ accountId: credentials.apiKey, venue, deposit, openedAt: clock.now() });
			await adoptAccount(parts, { userId, venue, label: PAPER_LABEL, credentials });
		} catch (error) {
			log.error({ venue, userId, error }, 'a paper account could not be provided');
		}
	}

	return {
		book,
		async provide(userId, userName) {
			const { paper } = options;
			if (paper !== undefined)
				await Promise.all(
					paper.venues.map((venue) => providePaper(userId, venue, paper.deposit, paper.store)),
				);
			if (!(await options.isLocalUser(userId))) return;
			await Promise.all(
				Object.entries(options.simulators).map(([venue, simulator]) =>
					provideOne(userId, userName, venue, simulator),
				),
			);
		},
	};
}

/** What an earlier start kept before it was killed is not kept twice; the file goes when all of it is on disk. */
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
		log.info({ count: filed.length }, `the keys of ${CREDENTIALS_FILE} lie in the vault now`);
	eraseCredentialsFile(dataDir);
}

/**
 * In the modes testnet and live every account is checked before anything is opened on it. Mode simulated asks for nothing, and
 * checks an account only to hear whether its stream speaks again; on paper no stream is ever silent.
 */
export async function openSelfChecks(parts: {
	readonly config: Pick<Config, 'mode'>;
	readonly book: AccountBook;
	readonly store: SelfCheckStore;
	readonly floor: Pick<TradingFloor, 'openKey' | 'market' | 'measureClock'>;
	readonly log: Logger;
}): Promise<SelfChecks & Pick<RunningSelfChecks, 'start' | 'close'>> {
	const { book, store, floor, log } = parts;
	const { mode } = parts.config;
	if (mode === 'paper') return { ...NO_SELF_CHECKS, start() {}, close: async () => {} };
	const checks = await createSelfChecks({ book, store, ...floor, clockLimits, clock, random, log });
	if (usesOwnKeys(mode)) return checks;
	return { ...NO_SELF_CHECKS, hearStream: checks.hearStream, start() {}, close: checks.close };
}
