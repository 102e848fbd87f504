/** Does what is kept open, is it whole, and does anything in it wait for a person? */
import { openCredentials } from '../../accounts/account-book.ts';
import { dataDirectories } from '../../app/data-directories.ts';
import { keyFilePath, keySource, openKeyProvider, readKeys } from '../../app/open-keys.ts';
import type { Config } from '../../config/config.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import type { Random } from '../../ports/clock.ts';
import type { OperatorStores } from '../../ports/data-directory.ts';
import type { StoredExchangeAccount } from '../../ports/exchange-accounts.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { readKeyFile } from '../../vault/key-file.ts';
import { openVaultToRead } from '../../vault/open-vault.ts';
import { type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';

/** Faults of the file that are shown. */
const INTEGRITY_ROWS = 3;

/** A connected exchange account with its key, opened. */
export type KeptAccount = StoredExchangeAccount & { readonly keys: VenueCredentials };

/** What could be opened of the data directory; undefined members could not. */
export type OpenedStore = {
	stores: OperatorStores | undefined;
	readonly accounts: KeptAccount[];
};

/** Finds whether the database is whole and of this program’s schema, and what in it waits for a person. */
export async function* databaseFindings(config: Config, opened: OpenedStore): Findings {
	const { dataDir, mode } = config;
	const directories = dataDirectories();
	if (!directories.has(dataDir)) {
		yield ok('database', 'there is none yet: the first start makes it');
		return;
	}
	let stores: OperatorStores;
	try {
		stores = directories.openToRead(dataDir);
	} catch (error) {
		yield fail('database', reasonOf(error), REPAIR);
		return;
	}
	const faults = integrityFaults(stores);
	if (faults.length > 0) {
		stores.close();
		yield fail('database', `${directories.file} is damaged: ${reasonOf(faults.join('; '))}`, REPAIR);
		return;
	}
	opened.stores = stores;
	yield ok('database', `${directories.file} is whole, and its schema is that of this program`);
	const held = await stores.directory.mode();
	yield held === undefined || held === mode
		? ok('database', `the data directory belongs to ${held === undefined ? 'no mode yet' : `mode ${held}`}`)
		: fail(
				'database',
				`the data directory belongs to mode ${held}, and mode is ${mode}`,
				`choose another --data-dir, or --mode ${held}`,
			);
	yield* journalFindings(stores);
	yield* waitingFindings(stores);
}

const REPAIR =
	'stop the service, keep a copy of the directory, and put the last good copy of the database back';

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
	yield ok('database', `the journal reads: ${journal.eventCount} events, ${open.length} executions are open`);
	for (const { plan, attention } of open)
		if (attention !== null)
			yield warn(
				'database',
				`execution ${plan.executionId} needs a person: ${reasonOf(attention)}`,
				'see portfolio_live',
			);
	const unknown = open.flatMap(({ orders }) => orders.filter(({ status }) => status === 'unknown'));
	if (unknown.length > 0)
		yield warn(
			'database',
			`${unknown.length} orders are not proven: ${unknown.map(({ clientOrderId }) => clientOrderId).join(', ')}`,
			'a running service asks about them until they are; start one',
		);
}

async function* waitingFindings({ halts, selfChecks }: OperatorStores): Findings {
	for (const { target, reason } of await halts.load())
		yield warn(
			'database',
			`a kill switch of the ${target.scope} stands${reason === null ? '' : `: ${reasonOf(reason)}`}`,
			'carrywire halts shows all; carrywire resume ends one',
		);
	for (const { clientOrderId, venue, symbol } of await selfChecks.openProbes())
		yield warn(
			'database',
			`the order ${clientOrderId} of a self-check is not proven gone at ${venue} on ${symbol}`,
			'a running service takes it off; start one, or look at the exchange',
		);
}

/** Opens every secret, and shows none. */
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
		yield ok('vault', 'no secret is sealed yet');
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
					`the key of account ${account.accountId} at ${account.venue} does not open: ${reasonOf(error)}`,
					'connect the account again',
				);
			}
		yield ok(
			'vault',
			`${source} opens; the keys of ${opened.accounts.length} of ${stored.length} exchange accounts do too`,
		);
	} catch (error) {
		yield fail(
			'vault',
			reasonOf(error),
			`without its keys nothing that is sealed can be read: put ${source} back from a copy`,
		);
	}
}

/** Before anything is sealed only the key file can be wrong. */
function* unusedKeyFindings(config: Config): Generator<Finding> {
	try {
		const keys =
			config.vault.keySource === 'environment' ? readKeys(config) : readKeyFile(keyFilePath(config));
		yield ok(
			'vault',
			keys === undefined
				? 'there is no key file yet: the first start makes it'
				: `${keySource(config)} can be used`,
		);
	} catch (error) {
		yield fail('vault', reasonOf(error), 'put right what it says');
	}
}
