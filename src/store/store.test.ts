/** Tests the store on real files: optimistic lock, durability, full disk, directory lock, credentials file. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testPlan } from '../../test/support/execution-plans.ts';
import { writeSchemaBefore } from '../../test/support/memory-database.ts';
import { fromInteger } from '../domain/decimal.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { type ExecutionAppend, JournalError } from '../ports/journal.ts';
import { CREDENTIALS_FILE, eraseCredentialsFile, readCredentialsFile } from './credentials-file.ts';
import { DataDirectoryHeldError, holdDataDirectory } from './data-lock.ts';
import { MIGRATIONS } from './migrations.ts';
import { openDatabase } from './sqlite/database.ts';
import { createSqliteJournal } from './sqlite/journal.ts';

const PLAN = testPlan({
	seedHex: '0123456789abcdef01234567',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '12',
});
let dir: string;

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'carrywire-store-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function appendOf(
	expectedSeq: number,
	events: ExecutionAppend['events'],
	extra: Partial<ExecutionAppend> = {},
): ExecutionAppend {
	return {
		executionId: PLAN.executionId,
		expectedSeq,
		events,
		recordedAt: 1_000 + expectedSeq,
		summary: {
			executionId: PLAN.executionId,
			jobId: PLAN.jobId,
			userId: PLAN.userId,
			agentId: null,
			exchangepair: PLAN.exchangepair,
			symbol: PLAN.symbol,
			phase: 'queued',
			ended: false,
			createdAt: 1_000,
			closedAt: null,
		},
		...extra,
	};
}

const PLANNED = { type: 'ExecutionPlanned', plan: PLAN } as const;

describe('journal', () => {
	test('reads events back exactly, also through a second connection', async () => {
		const first = openDatabase(dir);
		await createSqliteJournal(first).appendExecution(appendOf(0, [PLANNED]));
		first.close();
		const second = openDatabase(dir);
		const rows = await createSqliteJournal(second).readExecution(PLAN.executionId);
		expect(rows.map((row) => row.event)).toEqual([PLANNED]);
		expect(foldExecution(rows).plan).toEqual(PLAN);
		second.close();
	});

	test('a second writer at the same position fails completely: neither its events nor its projection remain', async () => {
		const database = openDatabase(dir);
		const journal = createSqliteJournal(database);
		await journal.appendExecution(appendOf(0, [PLANNED]));
		const late = appendOf(0, [PLANNED, { type: 'ExecutionFailed', reason: 'late' }], {
			summary: { ...appendOf(0, []).summary, phase: 'failed', ended: true },
		});
		await expect(journal.appendExecution(late)).rejects.toThrow(JournalError);
		expect((await journal.readExecution(PLAN.executionId)).length).toBe(1);
		expect(await journal.findExecution(PLAN.executionId)).toMatchObject({ phase: 'queued', ended: false });
		await journal.appendExecution(appendOf(1, [{ type: 'ExecutionFailed', reason: 'in its turn' }]));
		expect((await journal.readExecution(PLAN.executionId)).length).toBe(2);
		database.close();
	});

	test('an idempotency key is claimed once, together with the plan or not at all', async () => {
		const database = openDatabase(dir);
		const journal = createSqliteJournal(database);
		const claim = { userId: PLAN.userId, agentId: null, key: 'k', paramsHash: 'p', answer: '{}' };
		await journal.appendExecution(appendOf(0, [PLANNED], { idempotency: claim }));
		const other = { ...PLAN, executionId: 'exec_ffffffffffffffffffffffff' };
		await expect(
			journal.appendExecution({
				...appendOf(0, [{ type: 'ExecutionPlanned', plan: other }], { idempotency: claim }),
				executionId: other.executionId,
			}),
		).rejects.toThrow(JournalError);
		expect(await journal.readExecution(other.executionId)).toEqual([]);
		expect(await journal.findIdempotency({ userId: PLAN.userId, agentId: null, key: 'k' })).toEqual(claim);
		database.close();
	});

	test('a full disk refuses with a clear error, loses nothing, and accepts writes once there is space', async () => {
		const database = openDatabase(dir);
		const journal = createSqliteJournal(database);
		await journal.appendExecution(appendOf(0, [PLANNED]));
		const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
		database.exec(`PRAGMA max_page_count = ${pages}`);
		const big = { type: 'AttentionRaised', kind: 'flat', reason: 'x'.repeat(200_000) } as const;
		await expect(journal.appendExecution(appendOf(1, [big]))).rejects.toThrow(/full/);
		expect((await journal.readExecution(PLAN.executionId)).length).toBe(1);
		database.exec('PRAGMA max_page_count = 1000000');
		await journal.appendExecution(appendOf(1, [big]));
		expect((await journal.readExecution(PLAN.executionId)).length).toBe(2);
		database.close();
	});

	test('commits are synced: WAL and synchronous FULL', () => {
		const database = openDatabase(dir);
		expect(database.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal');
		expect(database.prepare('PRAGMA synchronous').get()?.synchronous).toBe(2);
		database.close();
	});

	test('keys and executions from before agents existed belong to the user', async () => {
		const database = new DatabaseSync(join(dir, 'carrywire.db'));
		writeSchemaBefore(database, 'identities');
		database.exec(`
			INSERT INTO idempotency VALUES ('user_a', 'k', 'p', '{}', 1000), ('user_b', 'k', 'q', '{"b":1}', 1001);
			INSERT INTO execution (execution_id, job_id, user_id, exchangepair, symbol, phase, ended, created_at)
				VALUES ('exec_1', 'job_1', 'user_a', 'bybit-kucoin', 'SOLUSDT', 'running', 0, 1000);
		`);
		database.close();
		const migrated = openDatabase(dir);
		const journal = createSqliteJournal(migrated);
		const key = { userId: 'user_a', agentId: null, key: 'k' };
		expect(await journal.findIdempotency(key)).toEqual({ ...key, paramsHash: 'p', answer: '{}' });
		expect((await journal.findIdempotency({ ...key, userId: 'user_b' }))?.answer).toBe('{"b":1}');
		expect(await journal.findIdempotency({ ...key, agentId: 'agent_1' })).toBeUndefined();
		expect((await journal.findExecution('exec_1'))?.agentId).toBeNull();
		migrated.close();
	});

	test('refuses the schema of a newer version', () => {
		const database = openDatabase(dir);
		database.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
		database.close();
		expect(() => openDatabase(dir)).toThrow(/newer version/);
	});
});

describe('the lock of the data directory', () => {
	test('is refused to a second holder, with the name of the first, and ends with a killed process', async () => {
		const lock = pathToFileURL(join(import.meta.dirname, 'data-lock.ts')).href;
		// The lock holds even if the caller drops the result of `holdDataDirectory`.
		const script = `import { holdDataDirectory } from ${JSON.stringify(lock)}; holdDataDirectory(${JSON.stringify(dir)}, () => ''); setTimeout(() => { gc(); setTimeout(() => console.log('held'), 20); }, 0); setInterval(() => {}, 1000);`;
		const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const gone = new Promise((resolve) => holder.once('exit', resolve));
		try {
			await new Promise((resolve) => createInterface({ input: holder.stdout }).once('line', resolve));
			expect(() => holdDataDirectory(dir, () => 'process 4711')).toThrow(DataDirectoryHeldError);
			expect(() => holdDataDirectory(dir, () => 'process 4711')).toThrow(/process 4711/);
		} finally {
			holder.kill('SIGKILL');
			await gone;
		}
		holdDataDirectory(dir, () => 'nobody').release();
	});
});

describe('the credentials file', () => {
	const KEYS = { apiKey: 'key', secret: 'secret', passphrase: 'phrase' };

	const path = (): string => join(dir, CREDENTIALS_FILE);
	const write = (text: string): void => writeFileSync(path(), text, { mode: 0o600 });

	test('is read per account, and gone after its erasure', () => {
		expect(readCredentialsFile(dir)).toEqual([]);
		write(JSON.stringify({ user_a: { bybit: KEYS, kucoin: KEYS }, user_b: {} }));
		writeFileSync(`${path()}.new`, 'left by a crash');
		expect(readCredentialsFile(dir)).toEqual([
			{ userId: 'user_a', venue: 'bybit', credentials: KEYS },
			{ userId: 'user_a', venue: 'kucoin', credentials: KEYS },
		]);
		eraseCredentialsFile(dir);
		eraseCredentialsFile(dir);
		expect([existsSync(path()), existsSync(`${path()}.new`)]).toEqual([false, false]);
	});

	test('is refused if others can read it or if it is not JSON, and is neither changed nor repeated', () => {
		write('{"user_a":{"bybit":"half');
		chmodSync(path(), 0o644);
		expect(() => readCredentialsFile(dir)).toThrow(/0600/);
		chmodSync(path(), 0o600);
		expect(() => readCredentialsFile(dir)).toThrow(/^(?!.*half).*not JSON/);
		expect(readFileSync(path(), 'utf8')).toBe('{"user_a":{"bybit":"half');
	});
});

test('numbers of a plan stay decimals in the journal, never floats', async () => {
	const database = openDatabase(dir);
	const journal = createSqliteJournal(database);
	const plan = { ...PLAN, amount: fromInteger(10n ** 15n) };
	await journal.appendExecution(appendOf(0, [{ type: 'ExecutionPlanned', plan }]));
	expect(foldExecution(await journal.readExecution(PLAN.executionId)).plan.amount).toBe(plan.amount);
	database.close();
});
