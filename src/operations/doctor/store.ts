/** Checks whether the database and the vault can be read and are intact, and whether anything in them needs attention. */
import { openCredentials } from '../../accounts/account-book.ts';
import { dataDirectories } from '../../app/data-directories.ts';
import { keyFilePath, keySource, openKeyProvider, readKeys } from '../../app/open-keys.ts';
import type { Config } from '../../config/config.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import type { Random } from '../../ports/clock.ts';
import type { OperatorStores } from '../../ports/data-directory.ts';
import type { StoredExchangeAccount } from '../../ports/exchange-accounts.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { textOf } from '../../sentences/sentence.ts';
import { readKeyFile } from '../../vault/key-file.ts';
import { openVaultToRead } from '../../vault/open-vault.ts';
import { type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';
import { REMEDIES, STORE_TEXTS } from './text.ts';

/** Maximum number of shown faults in the database file. */
const INTEGRITY_ROWS = 3;

/** A connected exchange account with its decrypted key. */
export type KeptAccount = StoredExchangeAccount & { readonly keys: VenueCredentials };

/** The opened parts of the data directory. `stores` is undefined if the database could not be opened. */
export type OpenedStore = {
	stores: OperatorStores | undefined;
	readonly accounts: KeptAccount[];
};

/** Checks whether the database is intact and has this program's schema, and whether anything in it needs attention. */
export async function* databaseFindings(config: Config, opened: OpenedStore): Findings {
	const { dataDir, mode } = config;
	const directories = dataDirectories();
	if (!directories.has(dataDir)) {
		yield ok('database', STORE_TEXTS.noDatabase);
		return;
	}
	let stores: OperatorStores;
	try {
		stores = directories.openToRead(dataDir);
	} catch (error) {
		yield fail('database', reasonOf(error), REMEDIES.repair);
		return;
	}
	const faults = integrityFaults(stores);
	if (faults.length > 0) {
		stores.close();
		yield fail(
			'database',
			STORE_TEXTS.damaged(directories.file, reasonOf(faults.join('; '))),
			REMEDIES.repair,
		);
		return;
	}
	opened.stores = stores;
	yield ok('database', STORE_TEXTS.sound(directories.file));
	const held = await stores.directory.mode();
	yield held === undefined || held === mode
		? ok('database', STORE_TEXTS.ofMode(held))
		: fail('database', STORE_TEXTS.otherMode(held, mode), REMEDIES.chooseMode(held));
	yield* journalFindings(stores);
	yield* waitingFindings(stores);
}

function integrityFaults(stores: OperatorStores): readonly string[] {
	try {
		return stores.damage(INTEGRITY_ROWS);
	} catch (error) {
		return [reasonOf(error)];
	}
}

async function* journalFindings({ journal }: OperatorStores): Findings {
	const open = await Promise.all(
		(await journal.openExecutions()).map(async ({ executionId }) =>
			foldExecution(await journal.readExecution(executionId)),
		),
	);
	yield ok('database', STORE_TEXTS.journal(journal.eventCount, open.length));
	for (const { plan, attention } of open)
		if (attention !== null)
			yield warn(
				'database',
				STORE_TEXTS.attention(plan.executionId, reasonOf(textOf(attention))),
				REMEDIES.seePortfolio,
			);
	const unknown = open.flatMap(({ orders }) => orders.filter(({ status }) => status === 'unknown'));
	if (unknown.length > 0)
		yield warn(
			'database',
			STORE_TEXTS.unknownOrders(unknown.map(({ clientOrderId }) => clientOrderId)),
			REMEDIES.proveOrders,
		);
}

async function* waitingFindings({ halts, selfChecks }: OperatorStores): Findings {
	for (const { target, reason } of await halts.load())
		yield warn(
			'database',
			STORE_TEXTS.halted(target.scope, reason === null ? null : reasonOf(reason)),
			REMEDIES.seeHalts,
		);
	for (const { clientOrderId, venue, symbol } of await selfChecks.openProbes())
		yield warn('database', STORE_TEXTS.openProbe(clientOrderId, venue, symbol), REMEDIES.cancelProbe);
}

/**
 * Checks whether the vault's keys can be read, and whether they decrypt the key of every exchange account. It shows
 * no secret.
 */
export async function* vaultFindings(config: Config, opened: OpenedStore, random: Random): Findings {
	const { stores } = opened;
	const source = keySource(config);
	if (stores === undefined) {
		yield* unusedKeyFindings(config);
		return;
	}
	const { vault: store, exchangeAccounts } = stores;
	const hasSealed = (await store.usedKids()).length > 0;
	if (!hasSealed) {
		yield ok('vault', STORE_TEXTS.noSecrets);
		return;
	}
	try {
		const keys = openKeyProvider(config, readKeys(config), random);
		const sealer = await openVaultToRead({ keys, store, random });
		const stored = await exchangeAccounts.listConnected();
		for (const account of stored)
			try {
				opened.accounts.push({ ...account, keys: await openCredentials(sealer, account) });
			} catch (error) {
				yield fail(
					'vault',
					STORE_TEXTS.keyUnreadable(account.accountId, account.venue, reasonOf(error)),
					REMEDIES.reconnect,
				);
			}
		yield ok('vault', STORE_TEXTS.keysReadable(source, opened.accounts.length, stored.length));
	} catch (error) {
		yield fail('vault', reasonOf(error), REMEDIES.restoreKeys(source));
	}
}

/** Checks only whether the keys can be read. Without an open database there are no stored secrets to decrypt. */
function* unusedKeyFindings(config: Config): Generator<Finding> {
	try {
		const keys =
			config.vault.keySource === 'environment' ? readKeys(config) : readKeyFile(keyFilePath(config));
		yield ok('vault', keys === undefined ? STORE_TEXTS.noKeyFile : STORE_TEXTS.usable(keySource(config)));
	} catch (error) {
		yield fail('vault', reasonOf(error), REMEDIES.fixThis);
	}
}
