/** Tests writes that share a commit, on real files: the effects of a refusal, a failed commit and a killed process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ExecutionAppend, type Journal, JournalError } from '../../ports/journal.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { textOf } from '../../sentences/sentence.ts';
import { DATABASE_FILE, openDatabase } from './database.ts';
import { createSqliteJournal } from './journal.ts';

let dir: string;
let database: DatabaseSync;
let journal: Journal;

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'carrywire-group-'));
	database = openDatabase(dir);
	journal = createSqliteJournal(database, systemTurnEnd);
});
afterEach(() => {
	database.close();
	rmSync(dir, { recursive: true, force: true });
});

const keyNamed = (key: string) => ({ userId: 'user_a', agentId: null, key });

/**
 * Returns an append of one event with `reason`. `expectedSeq` is the number of events that the writer expects in the
 * stream.
 */
function appendOf(stream: string, expectedSeq: number, reason: string, key?: string): ExecutionAppend {
	return {
		executionId: stream,
		expectedSeq,
		events: [{ type: 'AttentionRaised', kind: 'flat', reason }],
		recordedAt: 1_000,
		summary: {
			executionId: stream,
			jobId: `job of ${stream}`,
			userId: 'user_a',
			agentId: null,
			exchangepair: 'bybit-kucoin',
			symbol: 'SOLUSDT',
			phase: reason.slice(0, 20),
			ended: false,
			createdAt: 1_000,
			closedAt: null,
		},
		idempotency: key === undefined ? undefined : { ...keyNamed(key), paramsHash: 'p', answer: '{}' },
	};
}

/** Reads a stream's events from disk through a second connection. */
async function onDisk(stream: string): Promise<readonly string[]> {
	const other = openDatabase(dir);
	try {
		const rows = await createSqliteJournal(other).readExecution(stream);
		return rows.map(({ event }) => (event.type === 'AttentionRaised' ? textOf(event.reason) : event.type));
	} finally {
		other.close();
	}
}

/** Counts the commits in the write-ahead log. Only the last frame in a commit holds the size of the database. */
function commitCount(): number {
	const log = readFileSync(join(dir, `${DATABASE_FILE}-wal`));
	const salt = log.subarray(16, 24);
	const frameBytes = 24 + log.readUInt32BE(8);
	let commits = 0;
	for (let at = 32; at + frameBytes <= log.length; at += frameBytes)
		if (log.readUInt32BE(at + 4) > 0 && log.subarray(at + 8, at + 16).equals(salt)) commits += 1;
	return commits;
}

const outcomes = async (writes: readonly Promise<void>[]): Promise<string> =>
	(await Promise.allSettled(writes)).map(({ status }) => status[0]).join('');

describe('writes of one turn', () => {
	test('share one commit, even from several callbacks; the next turn has its own', async () => {
		const before = commitCount();
		const late: Promise<Promise<void>[]> = new Promise((resolve) => {
			process.nextTick(() => resolve([journal.appendExecution(appendOf('c', 0, 'later callback'))]));
		});
		await Promise.all([
			...Array.from({ length: 100 }, (_, index) => journal.appendExecution(appendOf(`s${index}`, 0, 'one'))),
			journal.appendAccount({ userId: 'user_a', accountId: 'a', expectedSeq: 0, events: [], recordedAt: 1 }),
			journal.addPnlSample('user_a', { at: 1, totalPnl: '0', deployed: '0' }),
			late.then((writes) => Promise.all(writes)),
		]);
		expect(commitCount() - before).toBe(1);
		await journal.appendExecution(appendOf('s0', 1, 'two'));
		expect(commitCount() - before).toBe(2);
		expect(await onDisk('s0')).toEqual(['one', 'two']);
		expect([await onDisk('s99'), await onDisk('c')]).toEqual([['one'], ['later callback']]);
	});

	test('cannot be read before they are on disk, and can once they have resolved', async () => {
		const write = journal.appendExecution(appendOf('s', 0, 'one', 'k'));
		expect([
			await journal.readExecution('s'),
			await journal.findExecution('s'),
			await journal.findIdempotency(keyNamed('k')),
		]).toEqual([[], undefined, undefined]);
		await write;
		expect(await onDisk('s')).toEqual(['one']);
		expect((await journal.findExecution('s'))?.phase).toBe('one');
		expect((await journal.findIdempotency(keyNamed('k')))?.key).toBe('k');
	});

	test('keep their order in the stream', async () => {
		const reasons = Array.from({ length: 30 }, (_, index) => `number ${index}`);
		await Promise.all(reasons.map((reason, index) => journal.appendExecution(appendOf('s', index, reason))));
		expect(await onDisk('s')).toEqual(reasons);
	});

	test('after a commit share the next one, before the loop runs anything else', async () => {
		const before = commitCount();
		const heard: string[] = [];
		const twice = ['a', 'b'].map(async (stream) => {
			await journal.appendExecution(appendOf(stream, 0, 'one'));
			await journal.appendExecution(appendOf(stream, 1, 'two'));
			heard.push(stream);
		});
		const turn = new Promise<void>((resolve) => {
			setImmediate(() => {
				heard.push('next');
				resolve();
			});
		});
		await Promise.all([...twice, turn]);
		expect(heard).toEqual(['a', 'b', 'next']);
		expect(commitCount() - before).toBe(2);
		expect(await onDisk('b')).toEqual(['one', 'two']);
	});

	test('above the limit of one commit wait for the next turn, in order', async () => {
		const reasons = Array.from({ length: 600 }, (_, index) => `number ${index}`);
		const before = commitCount();
		await Promise.all(reasons.map((reason, index) => journal.appendExecution(appendOf('s', index, reason))));
		expect(commitCount() - before).toBe(3);
		expect(await onDisk('s')).toEqual(reasons);
	});
});

describe('a refused write of a group', () => {
	test('fails alone, completely and with its reason', async () => {
		await journal.appendExecution(appendOf('late', 0, 'first', 'k'));
		const refused = [
			journal.appendExecution(appendOf('late', 0, 'again')),
			journal.appendExecution(appendOf('other', 0, 'same key', 'k')),
		];
		const taken = [
			journal.appendExecution(appendOf('a', 0, 'before')),
			...refused,
			journal.appendExecution(appendOf('b', 0, 'behind')),
		];
		expect(await outcomes(taken)).toBe('frrf');
		await expect(refused[0]).rejects.toThrow(/late.*1 events.*expected 0/);
		await expect(refused[1]).rejects.toThrow(JournalError);
		expect([await onDisk('a'), await onDisk('b'), await onDisk('late'), await onDisk('other')]).toEqual([
			['before'],
			['behind'],
			['first'],
			[],
		]);
		expect(await journal.findExecution('other')).toBeUndefined();
	});

	test('fails the later writes of its stream, which must not have a gap', async () => {
		const key = (name: string) => appendOf('s', 0, 'key', name);
		await journal.appendExecution(appendOf('taken', 0, 'first', 'k'));
		const writes = [
			journal.appendExecution(key('k')),
			journal.appendExecution(appendOf('s', 1, 'second')),
			journal.appendExecution(appendOf('s', 0, 'anew')),
			journal.appendExecution(appendOf('s', 1, 'and on')),
		];
		expect(await outcomes(writes)).toBe('rrff');
		expect(await onDisk('s')).toEqual(['anew', 'and on']);
	});
});

describe('a group whose commit fails', () => {
	/**
	 * If `fails`, makes every commit of a `fatal` event fail, as a failing sync would: a trigger inserts a row
	 * without its parent. Otherwise, removes that trigger.
	 */
	function failCommits(fails: boolean): void {
		database.exec(
			'CREATE TABLE IF NOT EXISTS parent (id INTEGER PRIMARY KEY); CREATE TABLE IF NOT EXISTS orphan (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED); DROP TRIGGER IF EXISTS fail_commit',
		);
		if (fails)
			database.exec(
				"CREATE TRIGGER fail_commit AFTER INSERT ON journal WHEN NEW.payload LIKE '%fatal%' BEGIN INSERT INTO orphan VALUES (7); END",
			);
	}

	test('fails completely: nothing is on disk, and the next group is written', async () => {
		failCommits(true);
		const writes = [
			journal.appendExecution(appendOf('a', 0, 'one')),
			journal.appendExecution(appendOf('b', 0, 'fatal')),
			journal.appendExecution(appendOf('c', 0, 'three')),
		];
		expect(await outcomes(writes)).toBe('rrr');
		await expect(writes[0]).rejects.toThrow(JournalError);
		await expect(writes[2]).rejects.toThrow(/FOREIGN KEY/);
		expect([await onDisk('a'), await onDisk('b'), await onDisk('c')]).toEqual([[], [], []]);
		expect(await journal.openExecutions()).toEqual([]);
		const again = [
			journal.appendExecution(appendOf('a', 0, 'one')),
			journal.appendExecution(appendOf('c', 0, 'three')),
		];
		expect(await outcomes(again)).toBe('ff');
		expect([await onDisk('a'), await onDisk('c')]).toEqual([['one'], ['three']]);
	});

	test('names a full disk, and is written once there is space', async () => {
		await journal.appendExecution(appendOf('a', 0, 'first'));
		const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
		database.exec(`PRAGMA max_page_count = ${pages + 2}`);
		const group = () => [
			journal.appendExecution(appendOf('a', 1, 'small')),
			journal.appendExecution(appendOf('big', 0, 'x'.repeat(200_000))),
			journal.appendExecution(appendOf('b', 0, 'small too')),
		];
		const full = group();
		// SQLite itself has rolled back the writes before the one that found the disk full.
		expect(await outcomes(full)).toBe('rrr');
		await expect(full[0]).rejects.toThrow(/full/);
		expect([await onDisk('a'), await onDisk('big'), await onDisk('b')]).toEqual([['first'], [], []]);
		await expect(journal.check()).rejects.toThrow(/full/);
		database.exec('PRAGMA max_page_count = 1000000');
		await journal.check();
		expect(await outcomes(group())).toBe('fff');
		expect([await onDisk('a'), (await onDisk('big')).length, await onDisk('b')]).toEqual([
			['first', 'small'],
			1,
			['small too'],
		]);
	});

	test('throws a JournalError on a closed database', async () => {
		const other = openDatabase(dir);
		const closed = createSqliteJournal(other, systemTurnEnd);
		const write = closed.appendExecution(appendOf('s', 0, 'one'));
		other.close();
		await expect(write).rejects.toThrow(JournalError);
		expect(await onDisk('s')).toEqual([]);
	});
});

test('random writes in random turns: the disk holds exactly the resolved ones, each stream in order and without a gap', async () => {
	const asked = fc.record({
		stream: fc.constantFrom('a', 'b', 'c'),
		/** The event count that the writer expects, minus the stream's actual count. */
		off: fc.constantFrom(0, 0, 0, 0, -1, 1),
		key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
		endsTurn: fc.boolean(),
	});
	let run = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(asked, { maxLength: 40 }), async (appends) => {
			run += 1;
			const counted = new Map<string, number>();
			const writes: { readonly stream: string; readonly reason: string; readonly write: Promise<void> }[] =
				[];
			for (const [index, { stream: letter, off, key, endsTurn }] of appends.entries()) {
				const stream = `${letter}${run}`;
				const seq = (counted.get(stream) ?? 0) + off;
				const reason = `number ${index}`;
				const append = appendOf(stream, seq, reason, key === undefined ? undefined : `${key}${run}`);
				const write = journal.appendExecution(append);
				writes.push({ stream, reason, write });
				counted.set(stream, seq + 1);
				if (!endsTurn) continue;
				await Promise.allSettled(writes.map((one) => one.write));
				for (const known of counted.keys()) counted.set(known, (await journal.readExecution(known)).length);
			}
			const settled = await Promise.allSettled(writes.map((one) => one.write));
			for (const letter of 'abc') {
				const stream = `${letter}${run}`;
				const rows = await journal.readExecution(stream);
				const resolved = writes.filter(
					(one, index) => one.stream === stream && settled[index]?.status === 'fulfilled',
				);
				expect(rows.map(({ event }) => (event.type === 'AttentionRaised' ? event.reason : ''))).toEqual(
					resolved.map(({ reason }) => reason),
				);
				expect(rows.map(({ streamSeq }) => streamSeq)).toEqual(rows.map((_, index) => index));
			}
		}),
		{ numRuns: 60 },
	);
});

test('a killed process leaves every acknowledged append, and none in part', async () => {
	const moduleOf = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
	const script = `
		import { openDatabase } from ${moduleOf('database.ts')};
		import { createSqliteJournal } from ${moduleOf('journal.ts')};
		import { systemTurnEnd } from ${moduleOf('../../runtime/clock.ts')};
		const journal = createSqliteJournal(openDatabase(${JSON.stringify(dir)}), systemTurnEnd);
		const summary = { jobId: 'j', userId: 'u', agentId: null, exchangepair: 'p', symbol: 's', phase: 'queued', ended: false, createdAt: 1, closedAt: null };
		const event = { type: 'AttentionRaised', kind: 'flat', reason: 'r' };
		for (let seq = 0; ; seq += 2) {
			await Promise.all(Array.from({ length: 20 }, (_, index) => journal.appendExecution({
				executionId: 'k' + index, expectedSeq: seq, events: [event, event], recordedAt: 1, summary: { executionId: 'k' + index, ...summary },
			}).then(() => process.stdout.write('k' + index + ' ' + (seq + 2) + '\\n'))));
		}`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const gone = new Promise((resolve) => child.once('exit', resolve));
	const told = new Map<string, number>();
	let lines = 0;
	const reader = createInterface({ input: child.stdout });
	const allRead = new Promise((resolve) => reader.once('close', resolve));
	reader.on('line', (line) => {
		const [stream = '', length] = line.split(' ');
		told.set(stream, Number(length));
		lines += 1;
		if (lines === 330) child.kill('SIGKILL');
	});
	await Promise.all([gone, allRead]);
	expect(told.size).toBe(20);
	for (const [stream, length] of told) {
		const stored = (await onDisk(stream)).length;
		expect(stored).toBeGreaterThanOrEqual(length);
		expect(stored % 2).toBe(0);
	}
});
