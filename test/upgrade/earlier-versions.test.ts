/**
 * Tests that this version opens the data directory of each released version. It migrates the database, computes the
 * same figures from the journals, and keeps tokens, agents and exchange accounts valid. `write-fixture.ts` writes the
 * data directory of a version.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { createAgentAuthority } from '../../src/identity/agents.ts';
import { createTokenAuthority } from '../../src/identity/tokens.ts';
import { createEndedFigures } from '../../src/portfolio/totals.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { VERSION } from '../../src/runtime/version.ts';
import { createAgentStore } from '../../src/store/agents.ts';
import { createDirectoryFacts } from '../../src/store/directory-facts.ts';
import { createHaltStore } from '../../src/store/halts.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openDatabase, openDatabaseToRead } from '../../src/store/sqlite/database.ts';
import { createSqliteJournal } from '../../src/store/sqlite/journal.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../src/store/tokens.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { readKeyFile } from '../../src/vault/key-file.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider } from '../../src/vault/raw-keys.ts';
import { brokenLedgerSums } from '../support/ledger-sums.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import { EARLIER_VERSIONS, expectedOf, writeEarlierDirectory } from './earlier-directory.ts';
import { executionFigures } from './execution-figures.ts';

const USER = 'user_a';

test('has a data directory of every released version', () => {
	expect(EARLIER_VERSIONS).toEqual(expect.arrayContaining(['0.1.0', VERSION]));
});

describe.each(EARLIER_VERSIONS)('the data directory of %s', (version) => {
	const expected = expectedOf(version);
	let dataDir = '';
	let database: DatabaseSync;

	beforeAll(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'carrywire-upgrade-'));
		writeEarlierDirectory(version, dataDir);
		// A command that only reads does not migrate the database. It explains instead what to do.
		if (expected.schema < MIGRATIONS.length)
			expect(() => openDatabaseToRead(dataDir)).toThrow(/Run carrywire serve once to upgrade it/);
		database = openDatabase(dataDir);
	});
	afterAll(() => {
		database.close();
		rmSync(dataDir, { recursive: true, force: true });
	});

	/** Clock that shows when the directory was written, because the token and the agent were valid then. */
	const clock: Clock = { ...systemClock, now: () => expected.at };
	const agents = () =>
		createAgentAuthority({
			store: createAgentStore(createSqliteDatabase(database)),
			clock,
			random: systemRandom,
			logger: SILENT_LOGGER,
		});

	test('migrates to the schema of a new directory', async () => {
		expect(expected.schema).toBeLessThanOrEqual(MIGRATIONS.length);
		expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length });
		expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
		expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
		expect(await createDirectoryFacts(createSqliteDatabase(database)).mode()).toBe('simulated');
		const fresh = openMemoryDatabase();
		const schemaOf = (of: DatabaseSync) =>
			of
				.prepare(
					"SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
				)
				.all();
		expect(schemaOf(database)).toEqual(schemaOf(fresh));
		fresh.close();
	});

	test('folds its journals to the figures of that version', async () => {
		const journal = createSqliteJournal(database);
		const found = Object.keys(expected.executions).map(async (id) => [
			id,
			executionFigures(foldExecution(await journal.readExecution(id))),
		]);
		expect(Object.fromEntries(await Promise.all(found))).toEqual(expected.executions);
		const statuses = Object.values(expected.executions).map(({ status }) => String(status));
		expect([...new Set(statuses)].sort()).toEqual(['closed', 'failed', 'needs_attention', 'running']);
		for (const id of Object.keys(expected.executions))
			expect(brokenLedgerSums(await journal.readExecution(id))).toEqual([]);
		const ended = createEndedFigures(journal);
		await ended.prepare(USER);
		expect(ended.sums(USER).count).toBe(await journal.countUserExecutions(USER, true));
		expect(await journal.findIdempotency({ userId: USER, agentId: null, key: 'fixture' })).toBeDefined();
		expect(await journal.pnlSamples(USER, 0)).not.toEqual([]);
	});

	test('keeps tokens, agents and kill switches', async () => {
		const store = createTokenStore(createSqliteDatabase(database));
		const authority = createTokenAuthority({
			store,
			clock,
			random: systemRandom,
			logger: SILENT_LOGGER,
			agents: await agents(),
		});
		const verified = await authority.verify(expected.token);
		expect([verified?.caller.userId, [...(verified?.caller.scopes ?? [])].sort()]).toEqual([
			USER,
			['arb:read', 'arb:trade'],
		]);
		expect(await authority.verify(`${expected.token}x`)).toBeUndefined();
		const agent = await (await agents()).findActive(expected.agent.id);
		expect([agent?.userId, agent?.name, agent?.caps.executionsPerDay]).toEqual([USER, 'night watch', 10]);
		const halts = await createHaltStore(createSqliteDatabase(database)).load();
		expect(halts).toMatchObject([{ target: { scope: 'user', userId: USER }, reason: 'for the fixture' }]);
	});

	test('decrypts the keys of its exchange accounts', async () => {
		const raw = readKeyFile(join(dataDir, 'vault.key')) ?? [];
		const keys = createRawKeyProvider(raw, 'the fixture', systemRandom);
		await expect(
			openVault({ keys, store: createVaultStore(createSqliteDatabase(database)), random: systemRandom }),
		).resolves.toBeDefined();
		const { accounts } = await readVaultContents(dataDir);
		expect(
			accounts.map(({ venue, userId, keys: opened }) => [venue, userId, opened.apiKey, opened.secret]).sort(),
		).toEqual(['bybit', 'kucoin'].map((venue) => [venue, USER, `key at ${venue}`, `secret at ${venue}`]));
	});
});
