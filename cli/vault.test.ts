/**
 * Runs `carrywire vault` on real directories: its status, and rotations that must lose nothing wherever they are
 * interrupted.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openKeyProvider, readKeys, readOrMakeKeys } from '../src/app/open-keys.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { vaultStatus } from '../src/operations/vault-tools.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { holdDataDirectory } from '../src/store/data-lock.ts';
import { openDatabase } from '../src/store/sqlite/database.ts';
import { readKeyFile, writeKeyFile } from '../src/vault/key-file.ts';
import { newRawKey, writeRawKey } from '../src/vault/raw-keys.ts';
import { accountOf, openable, openSealed } from '../test/support/sealed-database.ts';
import { runVaultCommand } from './commands/vault.ts';

const machine = { clock: systemClock, random: systemRandom };

const SECRETS = Array.from({ length: 120 }, (_, index) => index + 1);
const IDS = SECRETS.map((index) => accountOf(index).accountId);

let folder = '';
let printed: string[] = [];
let remarked: string[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-vault-'));
	printed = [];
	remarked = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const config = (vault: object = {}) => {
	writeFileSync(join(folder, 'carrywire.config.json'), JSON.stringify({ vault }));
	return loadConfig({ flags: {}, env: {}, cwd: folder });
};
const dataDir = (): string => join(folder, 'data');
const keyFile = (): string => join(dataDir(), 'vault.key');
const output = {
	print: (line: string) => printed.push(line),
	remark: (line: string) => remarked.push(line),
};
const rotate = (dropRetired = false, settings = config()) =>
	runVaultCommand({ action: 'rotate', dropRetired }, { config: settings, output, ...machine });

/**
 * Opens the vault as the service does at startup, and adds one secret for each of `indexes`. Resolves to the accounts
 * whose secrets can be decrypted.
 */
async function start(indexes: readonly number[] = []): Promise<readonly string[]> {
	const database = openDatabase(dataDir());
	try {
		const hasSealed = database.prepare('SELECT 1 FROM vault_secret').get() !== undefined;
		const keys = readOrMakeKeys(config(), { random: systemRandom, hasSealed });
		const vault = await openSealed(database, openKeyProvider(config(), keys, systemRandom), indexes);
		return await openable(database, vault);
	} finally {
		database.close();
	}
}

/** Makes SQLite abort the transaction at the trigger, so that it stores nothing, as after a crash at that point. */
async function refusing(trigger: string, work: () => Promise<unknown>): Promise<void> {
	const withDatabase = (sql: string): void => {
		const database = openDatabase(dataDir());
		database.exec(sql);
		database.close();
	};
	withDatabase(`CREATE TRIGGER refuse ${trigger} BEGIN SELECT RAISE(ABORT, 'the process died'); END`);
	await expect(work()).rejects.toThrow('the process died');
	withDatabase('DROP TRIGGER refuse');
}

describe('the first start', () => {
	test('creates a key that only its owner may read, and the next start finds it', async () => {
		await start();
		expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
		const made = readFileSync(keyFile(), 'utf8');
		await start();
		expect(readFileSync(keyFile(), 'utf8')).toBe(made);
	});

	test('does not recreate a missing key file while sealed secrets exist', async () => {
		await start(SECRETS);
		rmSync(keyFile());
		await expect(start()).rejects.toThrow(
			/There is no key file .*vault\.key, but stored secrets need its keys/,
		);
		expect(existsSync(keyFile())).toBe(false);
	});
});

describe('status', () => {
	test('lists the keys with their number of secrets, and shows no key', async () => {
		await start(SECRETS);
		await rotate();
		const keys = readKeyFile(keyFile()) ?? [];
		await runVaultCommand({ action: 'status', json: true }, { config: config(), output, ...machine });
		expect(JSON.parse(printed.join(''))).toEqual({
			source: `the key file ${keyFile()}`,
			keys: [
				{ kid: keys[0]?.kid, role: 'current', count: SECRETS.length + 1 },
				{ kid: keys[1]?.kid, role: 'retired', count: 0 },
			],
		});
		await runVaultCommand({ action: 'status', json: false }, { config: config(), output, ...machine });
		const said = [...printed, ...remarked].join('\n');
		expect(said).toMatch(new RegExp(`${keys[0]?.kid}\\s+current\\s+121`));
		for (const { key } of keys) expect(said).not.toContain(key.toString('base64url'));
	});

	test('lists a missing key that secrets still need', async () => {
		await start(SECRETS);
		const [lost] = readKeyFile(keyFile()) ?? [];
		writeKeyFile(keyFile(), [newRawKey(systemRandom)]);
		const { keys } = await vaultStatus(config());
		expect(keys.map(({ role, count }) => [role, count])).toEqual([
			['current', 0],
			['unknown', SECRETS.length + 1],
		]);
		expect(keys[1]?.kid).toBe(lost?.kid);
	});
});

describe('rotate', () => {
	test('moves every secret to a new key, and keeps the old key unless --drop-retired is given', async () => {
		await start(SECRETS);
		const before = readKeyFile(keyFile()) ?? [];
		await rotate();
		expect((readKeyFile(keyFile()) ?? []).slice(1)).toEqual(before);
		expect(await start()).toEqual(IDS);
		await rotate(true);
		const after = readKeyFile(keyFile()) ?? [];
		expect(after).toHaveLength(1);
		expect(before.map(({ kid }) => kid)).not.toContain(after[0]?.kid);
		expect(await start()).toEqual(IDS);
		expect(remarked.join('\n')).toMatch(/Removed from the key file: k[0-9a-f]{16}, k[0-9a-f]{16}\./);
	});

	test('continues after an interruption that left only the new key', async () => {
		await start(SECRETS);
		writeKeyFile(keyFile(), [newRawKey(systemRandom), ...(readKeyFile(keyFile()) ?? [])]);
		expect(await start()).toEqual(IDS);
		await rotate(true);
		expect(await start()).toEqual(IDS);
	});

	test('changes nothing when it cannot write the new key', async () => {
		await start(SECRETS);
		const before = readFileSync(keyFile(), 'utf8');
		mkdirSync(`${keyFile()}.new`);
		await expect(rotate(true)).rejects.toThrow(/vault\.key\.new/);
		rmSync(`${keyFile()}.new`, { recursive: true });
		expect(readFileSync(keyFile(), 'utf8')).toBe(before);
		expect(await start()).toEqual(IDS);
	});

	test.each([
		['before the check value of the new key', 'BEFORE INSERT ON vault_check'],
		['before the first secret', 'BEFORE UPDATE ON vault_secret'],
		[
			'in the middle of the secrets',
			`BEFORE UPDATE ON exchange_account WHEN new.account_id = '${accountOf(70).accountId}'`,
		],
		['before the old check value is dropped', 'BEFORE DELETE ON vault_check'],
	])('interrupted %s loses nothing, and continues at the next call', async (_when, trigger) => {
		await start(SECRETS);
		await refusing(trigger, () => rotate(true));
		expect((readKeyFile(keyFile()) ?? []).length).toBe(2);
		expect(await start()).toEqual(IDS);
		await rotate(true);
		expect(readKeyFile(keyFile())).toHaveLength(1);
		expect(await start()).toEqual(IDS);
	});

	test('does not drop a key that a secret still needs', async () => {
		await start(SECRETS);
		const [old] = readKeyFile(keyFile()) ?? [];
		const database = openDatabase(dataDir());
		database.exec(
			`UPDATE exchange_account SET credentials = (SELECT credentials FROM exchange_account WHERE user_id = 'user_2') WHERE user_id = 'user_1'`,
		);
		database.close();
		await rotate(true);
		expect((readKeyFile(keyFile()) ?? []).map(({ kid }) => kid)).toContain(old?.kid);
		expect(remarked.join('\n')).toContain(`exchange_account ${accountOf(1).accountId} cannot be decrypted`);
		expect(await start()).toEqual(IDS.slice(1));
	});

	test('is refused while a service runs, with a wrong key, and without a key file', async () => {
		await start(SECRETS);
		const lock = holdDataDirectory(dataDir(), () => 'nobody');
		await expect(rotate()).rejects.toThrow(/is in use by another service/);
		lock.release();
		const [right] = readKeyFile(keyFile()) ?? [];
		if (right === undefined) throw new Error('There is a key.');
		writeKeyFile(keyFile(), [{ ...newRawKey(systemRandom), kid: right.kid }]);
		const wrong = readFileSync(keyFile(), 'utf8');
		await expect(rotate()).rejects.toThrow(/is not the one/);
		expect(readFileSync(keyFile(), 'utf8')).toBe(wrong);
		await expect(rotate(false, config({ keySource: 'environment' }))).rejects.toThrow(
			/in the environment variable CARRYWIRE_VAULT_KEYS\. Put a new key before the current one/,
		);
	});
});

test('reads keys from the environment, and reports a missing variable', async () => {
	const settings = config({ keySource: 'environment', keyVariable: 'MY_KEYS' });
	const keys = [newRawKey(systemRandom), newRawKey(systemRandom)];
	const env = { MY_KEYS: keys.map(writeRawKey).join(',') };
	expect(readKeys(settings, env)).toEqual(keys);
	expect(() => readOrMakeKeys(settings, { random: systemRandom, hasSealed: false, env: {} })).toThrow(
		/MY_KEYS must hold the keys/,
	);
	expect(existsSync(keyFile())).toBe(false);
});
