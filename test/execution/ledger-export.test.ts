/**
 * Checks that the exported rows agree with the ledger for journals of every version, and that pages list each row
 * once.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { createLedgerReader } from '../../src/portfolio/ledger-reader.ts';
import type { Journaled } from '../../src/ports/journal.ts';
import type { LedgerCursor, LedgerQuery, LedgerRow } from '../../src/ports/ledger-export.ts';
import { createSqliteJournal } from '../../src/store/sqlite/journal.ts';
import { createSqliteLedgerEvents } from '../../src/store/sqlite/ledger-events.ts';
import { brokenLedgerSums, rowsOfJournal } from '../support/ledger-sums.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';

const ANN = 'user_ann';

function goldenJournals(): ReadonlyMap<string, readonly Journaled<ExecutionEvent>[]> {
	const journals = new Map<string, Journaled<ExecutionEvent>[]>();
	const text = readFileSync(new URL('golden-journals.jsonl', import.meta.url), 'utf8').trimEnd();
	for (const line of text.split('\n')) {
		const { journal, type, version, recordedAt, payload } = decodePayload(line) as Record<string, unknown>;
		if (type === undefined) continue;
		const rows = journals.get(String(journal)) ?? [];
		const event = upcastExecutionEvent(String(type), Number(version), payload);
		rows.push({ event, recordedAt: Number(recordedAt), streamSeq: rows.length });
		journals.set(String(journal), rows);
	}
	return journals;
}

const GOLDEN = [...goldenJournals()];

describe('the rows of a journal sum to its ledger to the digit', () => {
	test.each(GOLDEN)('%s', (_name, journal) => {
		expect(brokenLedgerSums(journal)).toEqual([]);
	});

	test('and every kind of row occurs', () => {
		const kinds = new Set(GOLDEN.flatMap(([, journal]) => rowsOfJournal(journal).map(({ kind }) => kind)));
		expect([...kinds].sort()).toEqual(['fee', 'fill', 'funding', 'handover']);
	});
});

/**
 * Opens a store with the events of all golden journals, interleaved one event at a time and divided between two
 * users.
 */
async function openStore() {
	const database = openMemoryDatabase();
	const journal = createSqliteJournal(database);
	const length = Math.max(...GOLDEN.map(([, rows]) => rows.length));
	for (let at = 0; at < length; at += 1)
		for (const [index, [, rows]] of GOLDEN.entries()) {
			const row = rows[at];
			if (row === undefined) continue;
			const executionId = `exec_${String(index).padStart(24, '0')}`;
			const event: ExecutionEvent =
				row.event.type === 'ExecutionPlanned'
					? { ...row.event, plan: { ...row.event.plan, executionId } }
					: row.event;
			await journal.appendExecution({
				executionId,
				expectedSeq: at,
				events: [event],
				recordedAt: row.recordedAt,
				summary: {
					executionId,
					jobId: `job_${index}`,
					userId: index % 3 === 2 ? 'user_bob' : ANN,
					agentId: null,
					exchangepair: 'bybit-kucoin',
					symbol: 'SOLUSDT',
					phase: 'closed',
					ended: true,
					createdAt: index,
					closedAt: null,
				},
			});
		}
	let pauses = 0;
	const events = createSqliteLedgerEvents(database, journal);
	const ledger = createLedgerReader({
		events,
		pause: () => {
			pauses += 1;
			return undefined;
		},
	});
	return { ledger, events, journal, pauses: () => pauses };
}

type Store = Awaited<ReturnType<typeof openStore>>;
const FIRST: LedgerCursor = { seq: 0, index: 0, restore: '' };
const ALL: LedgerQuery = { userId: ANN, from: undefined, until: undefined };

async function paged({ ledger }: Store, limit: number, query = ALL): Promise<readonly LedgerRow[]> {
	const rows: LedgerRow[] = [];
	let after: LedgerCursor = FIRST;
	for (;;) {
		const page = await ledger.page({ ...query, after, limit });
		rows.push(...page.rows);
		after = page.next;
		if (!page.hasMore) return rows;
		expect(page.rows).toHaveLength(limit);
	}
}

async function read({ ledger }: Store, query = ALL): Promise<readonly LedgerRow[]> {
	const rows: LedgerRow[] = [];
	for await (const part of ledger.read(query)) rows.push(...part);
	return rows;
}

describe('a user reads the ledger', () => {
	test('gets each row once, in one order, whatever the page size', async () => {
		const store = await openStore();
		const whole = await read(store);
		expect(whole.length).toBeGreaterThan(50);
		const mine = GOLDEN.flatMap(([, rows], index) => (index % 3 === 2 ? [] : rowsOfJournal(rows)));
		expect(whole).toHaveLength(mine.length);
		expect(new Set(whole.map(({ rowId }) => rowId)).size).toBe(whole.length);
		for (const limit of [1, 2, 3, 7, 1_000]) expect(await paged(store, limit), `${limit}`).toEqual(whole);
		expect(store.pauses()).toBeGreaterThan(whole.length);
	});

	test('gets only the rows of one execution, in the same order', async () => {
		const store = await openStore();
		const whole = await read(store);
		const executionId = whole[Math.floor(whole.length / 2)]?.executionId ?? '';
		const rows = whole.filter((row) => row.executionId === executionId);
		expect(rows.length).toBeLessThan(whole.length);
		expect(await read(store, { ...ALL, executionId })).toEqual(rows);
		expect(await paged(store, 3, { ...ALL, executionId })).toEqual(rows);
	});

	test('gets a time span with from included and until excluded', async () => {
		const store = await openStore();
		const whole = await read(store);
		const at = whole[Math.floor(whole.length / 2)]?.at ?? 0;
		const early = await read(store, { ...ALL, until: at });
		const late = await paged(store, 5, { ...ALL, from: at });
		expect(late.some((row) => row.at === at) && early.every((row) => row.at < at)).toBe(true);
		expect([...early, ...late].map(({ rowId }) => rowId).sort()).toEqual(
			whole.map(({ rowId }) => rowId).sort(),
		);
	});

	test('continues after its cursor with rows added since', async () => {
		const store = await openStore();
		const { next } = await store.ledger.page({ ...ALL, after: FIRST, limit: 100_000 });
		const executionId = `exec_${'0'.repeat(24)}`;
		const summary = await store.journal.findExecution(executionId);
		if (summary === undefined) throw new Error('There is no such execution.');
		const booked = { recordId: 'late', leg: 'long', settledAt: 7, rate: null, amount: 5n } as const;
		await store.journal.appendExecution({
			executionId,
			expectedSeq: (await store.journal.readExecution(executionId)).length,
			events: [{ type: 'FundingBooked', ...booked } as unknown as ExecutionEvent],
			recordedAt: 8,
			summary,
		});
		const more = await store.ledger.page({ ...ALL, after: next, limit: 10 });
		expect(more.rows.map(({ tradeId }) => tradeId)).toEqual(['late']);
	});

	test('and a cursor from before a restore is refused, however long the restored journal is by now', async () => {
		const store = await openStore();
		const restored = createLedgerReader({
			events: store.events,
			pause: () => undefined,
			restoreMark: '0123456789abcdef',
		});
		const { next } = await store.ledger.page({ ...ALL, after: FIRST, limit: 3 });
		await expect(restored.page({ ...ALL, after: next, limit: 3 })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'cursor',
			message: expect.stringMatching(/restored.*Read again from the first row/),
		});
		const again = await restored.page({ ...ALL, after: FIRST, limit: 3 });
		expect(again.next).toEqual({ ...next, restore: '0123456789abcdef' });
		expect((await restored.page({ ...ALL, after: again.next, limit: 3 })).rows).toHaveLength(3);
	});

	test('and a cursor from a longer journal is refused', async () => {
		const store = await openStore();
		const after = { seq: (await store.events.lastSeq(ALL.userId)) + 1, index: 0, restore: '' };
		await expect(store.ledger.page({ ...ALL, after, limit: 1 })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'cursor',
		});
	});
});
