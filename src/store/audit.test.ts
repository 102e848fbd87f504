import { beforeEach, describe, expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import type { AuditEntry, AuditTrail } from '../ports/audit.ts';
import { createAuditTrail } from './audit.ts';

const databases = storePerTest();
let audit: AuditTrail;

beforeEach(() => {
	audit = createAuditTrail(databases.now());
});

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
	at: 1_795_161_600_000,
	userId: 'user_ann',
	actor: 'token',
	actorId: 'tok_1',
	action: 'call',
	subject: 'exec_1',
	outcome: 'ok',
	address: '192.0.2.1',
	details: { method: 'close_execution', share: '0.5', nested: { list: [1, null, 'é'] } },
	...change,
});
const subjects = async (userId = 'user_ann', beforeSeq?: number, limit = 100) =>
	(await audit.list({ userId, beforeSeq, limit })).map(({ subject }) => subject);

describe('append', () => {
	test('stores an entry unchanged, with a number', async () => {
		const none = entry({ actor: 'user', actorId: null, subject: null, address: null, details: {} });
		await audit.append(entry());
		await audit.append(none);
		expect(await audit.list({ userId: 'user_ann', limit: 10 })).toEqual([
			{ seq: 2, ...none },
			{ seq: 1, ...entry() },
		]);
	});

	test('is durable when it resolves: a restart reads it in order and continues from there', async () => {
		for (const subject of ['a', 'b', 'c']) await audit.append(entry({ subject }));
		audit = createAuditTrail(databases.reopen());
		expect(await subjects()).toEqual(['c', 'b', 'a']);
		await audit.append(entry({ subject: 'd' }));
		expect((await audit.list({ userId: 'user_ann', limit: 1 }))[0]).toMatchObject({ seq: 4, subject: 'd' });
	});

	test('orders by the time of writing, whatever the clock says', async () => {
		await audit.append(entry({ at: 2_000, subject: 'first' }));
		await audit.append(entry({ at: 1_000, subject: 'second' }));
		expect(await subjects()).toEqual(['second', 'first']);
	});

	test('stores entries of one moment, each once', async () => {
		await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((subject) => audit.append(entry({ subject }))));
		expect((await subjects()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	});

	test('rejects only the invalid entry of a group and stores the others', async () => {
		const outcomes = await Promise.allSettled([
			audit.append(entry({ subject: 'good' })),
			audit.append(entry({ userId: null as never })),
			audit.append(entry({ subject: 'better' })),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect((await subjects()).toSorted()).toEqual(['better', 'good']);
	});
});

describe('a stored entry', () => {
	beforeEach(async () => {
		await audit.append(entry());
	});

	test.each([
		"UPDATE audit SET outcome = 'ok'",
		'UPDATE audit SET seq = 7',
		'DELETE FROM audit',
		'DELETE FROM audit WHERE seq = 1',
		"INSERT INTO audit SELECT * FROM audit WHERE true ON CONFLICT (seq) DO UPDATE SET outcome = 'x'",
	])('cannot be changed or removed: %s', async (sql) => {
		await expect(databases.now().changes(sql)).rejects.toThrow(/append-only|never changes/);
		expect(await audit.list({ userId: 'user_ann', limit: 10 })).toEqual([{ seq: 1, ...entry() }]);
	});

	test('keeps its number: no later entry reuses it', async () => {
		const seqs = () => databases.now().rows('SELECT seq FROM audit ORDER BY seq');
		await audit.append(entry());
		expect(await seqs()).toEqual([{ seq: 1 }, { seq: 2 }]);
	});
});

describe('list', () => {
	beforeEach(async () => {
		for (let count = 1; count <= 7; count += 1) {
			await audit.append(entry({ subject: `ann ${count}` }));
			await audit.append(entry({ userId: 'user_bob', subject: `bob ${count}` }));
		}
	});

	test('returns the entries of one user, newest first, up to the limit', async () => {
		expect(await subjects('user_ann', undefined, 3)).toEqual(['ann 7', 'ann 6', 'ann 5']);
		expect(await subjects('user_bob', undefined, 1)).toEqual(['bob 7']);
		expect(await subjects('user_none')).toEqual([]);
		expect(await subjects('user_ann', undefined, 0)).toEqual([]);
	});

	test('continues after the previous page, without gaps or repeats', async () => {
		const found: (string | null)[] = [];
		let before: number | undefined;
		for (let page = 0; page < 4; page += 1) {
			const entries = await audit.list({ userId: 'user_ann', beforeSeq: before, limit: 3 });
			found.push(...entries.map(({ subject }) => subject));
			before = entries.at(-1)?.seq ?? before;
			// Later pages do not contain entries written after the first page was read.
			await audit.append(entry({ subject: 'meanwhile' }));
		}
		expect(found).toEqual([7, 6, 5, 4, 3, 2, 1].map((count) => `ann ${count}`));
	});

	test.each([0, 1, -5])('returns nothing before entry %i', async (before) => {
		expect(await subjects('user_ann', before)).toEqual([]);
	});
});
