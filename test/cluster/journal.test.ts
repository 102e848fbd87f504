/** Tests the journal in PostgreSQL: the contract of every journal, and the fence of its commits. */
import { describe, expect, inject, test } from 'vitest';
import { JournalError } from '../../src/ports/journal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { createPostgresJournal } from '../../src/store/postgres/journal.ts';
import { appendOf, failed, planned, testJournal } from '../support/journal-contract.ts';
import { emptyDatabaseOn, type SharedDatabase } from '../support/shared-database.ts';

const UNITS = ['user_a', 'user_b'];

async function openStore(): Promise<SharedDatabase> {
	const store = await emptyDatabaseOn(inject('postgresServer') as string);
	await store.pool.query(
		`INSERT INTO executor (node, incarnation, expires, state, version, schema_min, schema_max, journal_version_max)
		 VALUES ('one', 'first', clock_timestamp() + interval '1 hour', 'up', '0', 1, 1, 1)`,
	);
	for (const unit of UNITS)
		await store.pool.query(
			"INSERT INTO unit (unit, epoch, node, incarnation, clean, taken_at) VALUES ($1, 1, 'one', 'first', 1, clock_timestamp())",
			[unit],
		);
	return store;
}

const fence = (change: { readonly incarnation?: string; readonly epoch?: number } = {}) => ({
	node: 'one',
	incarnation: change.incarnation ?? 'first',
	epochOf: (unit: string) => (UNITS.includes(unit) ? (change.epoch ?? 1) : undefined),
	stopVersionOf: () => 0,
});

function journalOn(store: SharedDatabase, change: Parameters<typeof fence>[0] = {}) {
	return createPostgresJournal({
		pool: store.pool,
		reads: store.pool,
		database: store.database,
		fence: fence(change),
		clock: systemClock,
		turnEnd: (task) => void setImmediate(task),
		log: SILENT_LOGGER,
	});
}

describe('PostgreSQL as a journal', () => testJournal(async () => journalOn(await openStore())));

describe('the fence', () => {
	test('refuses a write of an earlier epoch, of another start and after the end of the lease', async () => {
		const store = await openStore();
		const first = await journalOn(store);
		await first.appendExecution(appendOf('1', 0, [planned('1')]));
		const append = appendOf('1', 1, [failed('late')]);
		const elsewhere = await journalOn(store, { incarnation: 'second' });
		await expect(elsewhere.appendExecution(append)).rejects.toThrow(/another process serves this user now/);
		await store.pool.query("UPDATE unit SET epoch = 2, node = 'two'");
		await expect(first.appendExecution(append)).rejects.toThrow(/another process serves this user now/);
		await store.pool.query("UPDATE unit SET node = 'one'");
		await expect(first.appendExecution(append)).rejects.toThrow(/another process serves this user now/);
		const second = await journalOn(store, { epoch: 2 });
		await second.appendExecution(append);
		await store.pool.query('UPDATE executor SET expires = clock_timestamp()');
		await expect(second.appendExecution(appendOf('2', 0, [planned('2')]))).rejects.toThrow(/lease/);
		expect(await second.readExecution(append.executionId)).toHaveLength(2);
	});

	test('refuses units of others at once', async () => {
		const journal = await journalOn(await openStore());
		const foreign = appendOf('1', 0, [planned('1')]);
		const append = { ...foreign, summary: { ...foreign.summary, userId: 'user_c' } };
		await expect(journal.appendExecution(append)).rejects.toThrow(JournalError);
	});

	test('stores one append of many that claim the same places', async () => {
		const store = await openStore();
		const journals = await Promise.all([journalOn(store), journalOn(store), journalOn(store)]);
		const results = await Promise.allSettled(
			journals.map((journal) => journal.appendExecution(appendOf('1', 0, [planned('1')]))),
		);
		expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
		expect(await journals[0]?.readExecution(appendOf('1', 0, []).executionId)).toHaveLength(1);
	});
});
