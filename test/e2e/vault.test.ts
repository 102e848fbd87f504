/**
 * Tests secrets at rest, with the service started as users start it: refused starts, import of old keys, and key
 * rotation.
 */
import {
	chmodSync,
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZERO } from '../../src/domain/decimal.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { newRawKey, writeRawKey } from '../../src/vault/raw-keys.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import { type Fixture, openFixture, type Service, VENUES } from './fixture.ts';
import { leakedSecrets } from './leaked-secrets.ts';
import { closeAndEnd, openAndRun, openableOpportunities, quietPortfolio } from './trading.ts';
import type { Opportunity } from './wire.ts';

const AMOUNT_USD = 1_500;

let fixture: Fixture;
let token = '';
const keyFile = (): string => join(fixture.dataDir, 'vault.key');

/**
 * All tests share one data directory. They run in order, and each starts from the state that the previous test left.
 */
beforeAll(async () => {
	fixture = openFixture();
	const service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
	await trade(service);
	await stop(service);
});

afterAll(() => fixture[Symbol.asyncDispose]());

const stop = (service: Service) => service.process.end('SIGTERM');

/** Opens and closes a position, and checks that no part of the accounts' equity is unexplained. */
async function trade(service: Service): Promise<void> {
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	const { opened } = await openAndRun(service, token, opportunity as Opportunity, { amount: AMOUNT_USD });
	await closeAndEnd(service, token, opened.execution_id);
	await expectExplained(service, 1);
}

async function expectExplained(service: Service, executions: number): Promise<void> {
	const { accounts, executions: all } = await quietPortfolio(service, token);
	expect(accounts.map(({ exchange, unexplained }) => [exchange, unexplained])).toEqual(
		VENUES.map((venue) => [venue, ZERO]),
	);
	expect(all.length).toBeGreaterThanOrEqual(executions);
}

/**
 * Starts the service and expects a refusal. Checks that the run file lists no running service, and returns the
 * message.
 */
async function refusal(): Promise<string> {
	const { exit, stderr } = await fixture.run('serve', '--port', '0');
	expect(exit).toBe(1);
	expect(JSON.parse(readFileSync(join(fixture.dataDir, 'run.json'), 'utf8')).service).toBeUndefined();
	return stderr;
}

/**
 * Returns the message of a start that is refused because `change` has altered the key file. Restores the file
 * afterwards.
 */
async function refusalWith(change: () => void): Promise<string> {
	const before = readFileSync(keyFile(), 'utf8');
	change();
	const said = await refusal();
	rmSync(keyFile(), { force: true });
	writeFileSync(keyFile(), before, { mode: 0o600 });
	expect(said).not.toContain(before.trim().split(' ')[1]);
	return said;
}

test('no file of the data directory holds an exchange key in plain text', async () => {
	const { accounts } = await readVaultContents(fixture.dataDir);
	expect(accounts).toHaveLength(VENUES.length);
	const secrets = accounts.flatMap(({ keys }) => Object.values(keys));
	const files = readdirSync(fixture.dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
	expect(files.map(({ name }) => name)).toContain('carrywire.db');
	for (const { name } of files) {
		const held = readFileSync(join(fixture.dataDir, name));
		for (const secret of secrets) expect(held.includes(String(secret)), name).toBe(false);
	}
});

test('no other user of the machine can read a file of the data directory', () => {
	const entries = readdirSync(fixture.dataDir, { recursive: true, withFileTypes: true });
	const open = entries.filter(
		({ parentPath, name }) => (statSync(join(parentPath, name)).mode & 0o077) !== 0,
	);
	expect(open.map(({ name }) => name)).toEqual([]);
	expect(entries.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['carrywire.db', 'lock.db', 'simulator', 'run.json']),
	);
});

test('refuses to start with a key file that is readable by others, missing, invalid or of another vault', async () => {
	expect(await refusalWith(() => chmodSync(keyFile(), 0o644))).toMatch(
		/\(0600\); its mode is 0644\. Run: chmod 600/,
	);
	expect(await refusalWith(() => rmSync(keyFile()))).toMatch(
		/There is no key file .*Restore the file from a copy/,
	);
	expect(existsSync(keyFile())).toBe(true);
	expect(await refusalWith(() => writeFileSync(keyFile(), 'k1 abc\n'))).toMatch(
		/must contain a key of 32 bytes in base64url/,
	);
	const other = newRawKey(systemRandom);
	expect(await refusalWith(() => writeFileSync(keyFile(), writeRawKey(other)))).toMatch(
		new RegExp(
			`sealed with the key k[0-9a-f]{16}, which the key file .* does not have \\(it has ${other.kid}\\)`,
		),
	);
	const kid = readFileSync(keyFile(), 'utf8').split(' ')[0] ?? '';
	const wrong = writeRawKey({ ...other, kid });
	expect(await refusalWith(() => writeFileSync(keyFile(), wrong))).toMatch(
		/is not the one that encrypted the database/,
	);
});

test('lists keys while the service runs, rotates them while it is stopped, and still opens sealed secrets', async () => {
	const service = await fixture.serve();
	const before = await fixture.run('vault', 'status', '--json');
	const rows = (stdout: string) =>
		JSON.parse(stdout).keys as { readonly role: string; readonly count: number }[];
	expect(rows(before.stdout)).toMatchObject([{ role: 'current' }]);
	expect(rows(before.stdout)[0]?.count).toBeGreaterThanOrEqual(1 + VENUES.length);
	const refused = await fixture.run('vault', 'rotate');
	expect(refused.exit).toBe(1);
	expect(refused.stderr).toContain(`is in use by another service: process ${service.process.pid}`);
	await stop(service);

	const old = readFileSync(keyFile(), 'utf8');
	expect((await fixture.run('vault', 'rotate')).exit).toBe(0);
	expect(readFileSync(keyFile(), 'utf8')).toContain(old);
	const dropped = await fixture.run('vault', 'rotate', '--drop-retired');
	expect([dropped.exit, dropped.stdout]).toEqual([0, '']);
	expect(readFileSync(keyFile(), 'utf8').trim().split('\n')).toHaveLength(1);
	const again = await fixture.serve();
	await trade(again);
	await stop(again);
});

test('a key added manually at the top of the file takes over while the service runs', async () => {
	const key = newRawKey(systemRandom);
	writeFileSync(keyFile(), `${writeRawKey(key)}\n${readFileSync(keyFile(), 'utf8')}`, { mode: 0o600 });
	const service = await fixture.serve();
	await expectExplained(service, 1);
	await stop(service);
	const { stdout } = await fixture.run('vault', 'status', '--json');
	expect(JSON.parse(stdout).keys).toMatchObject([
		{ kid: key.kid, role: 'current' },
		{ role: 'retired', count: 0 },
	]);
});

test('takes over the keys of an earlier version once, with their accounts’ history', async () => {
	const { accounts } = await readVaultContents(fixture.dataDir);
	const filed: Record<string, Record<string, object>> = {};
	for (const { userId, venue, keys } of accounts) filed[userId] = { ...filed[userId], [venue]: keys };
	const database = new DatabaseSync(join(fixture.dataDir, 'carrywire.db'));
	for (const table of ['exchange_account', 'vault_check', 'vault_secret', 'oauth_record', 'signing_key'])
		database.exec(`DELETE FROM ${table}`);
	database.close();
	rmSync(keyFile());
	const path = join(fixture.dataDir, 'credentials.json');
	writeFileSync(path, JSON.stringify(filed), { mode: 0o644 });
	expect(await refusal()).toMatch(/credentials\.json must be readable by its owner only/);
	chmodSync(path, 0o600);
	const service = await fixture.serve();
	expect(existsSync(path)).toBe(false);
	// The accounts must keep their earlier baselines, so that no equity becomes unexplained.
	await expectExplained(service, 2);
	await trade(service);
	await stop(service);
	const taken = (await readVaultContents(fixture.dataDir)).accounts;
	expect(taken.map(({ keys, journalId }) => [keys, journalId]).sort()).toEqual(
		accounts.map(({ keys, userId, venue }) => [keys, `${userId}:${venue}`]).sort(),
	);
});

test('keys from an environment variable are in no file and reach no simulator', async () => {
	const variable = 'KEYS_OF_THE_VAULT_TEST';
	process.env[variable] = readFileSync(keyFile(), 'utf8').trim().split('\n').join(',');
	const config = join(fixture.dataDir, '..', 'carrywire.config.json');
	const aside = join(fixture.dataDir, 'aside.key');
	renameSync(keyFile(), aside);
	writeFileSync(
		config,
		JSON.stringify({ venues: VENUES, vault: { keySource: 'environment', keyVariable: variable } }),
	);
	try {
		const service = await fixture.serve();
		await expectExplained(service, 1);
		expect(existsSync(keyFile())).toBe(false);
		if (process.platform === 'linux')
			for (const venue of VENUES)
				expect(readFileSync(`/proc/${fixture.simulator(venue).pid}/environ`, 'utf8')).not.toContain(variable);
		await stop(service);
	} finally {
		delete process.env[variable];
	}
	expect(await refusal()).toMatch(`environment variable ${variable} must hold the keys, but it is not set`);
	writeFileSync(config, JSON.stringify({ venues: VENUES }));
	renameSync(aside, keyFile());
});

test('no secret was written', () => {
	expect(fixture.written()).toContain('journaled');
	expect(fixture.secrets().length).toBeGreaterThanOrEqual(1 + 2 * 2 + 3);
	expect(leakedSecrets(fixture)).toEqual([]);
});
