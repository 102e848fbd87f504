/** Tests what only SQLite can do to the audit trail: a full disk, a closed file, and statements that replace rows. */
import { beforeEach, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import type { AuditEntry, AuditTrail } from '../../ports/audit.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createAuditTrail } from '../audit.ts';
import { createSqliteDatabase } from './sqlite-database.ts';

const databases = databasePerTest();
let audit: AuditTrail;

beforeEach(() => {
	audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
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
	details: {},
	...change,
});
const subjects = async () =>
	(await audit.list({ userId: 'user_ann', limit: 100 })).map(({ subject }) => subject);

test('keeps the order in which entries of one turn were appended', async () => {
	await Promise.all(['a', 'b', 'c'].map((subject) => audit.append(entry({ subject }))));
	expect(await subjects()).toEqual(['c', 'b', 'a']);
});

test('rejects on a full disk and leaves nothing', async () => {
	const database = databases.now();
	await audit.append(entry({ subject: 'before' }));
	const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
	database.exec(`PRAGMA max_page_count = ${Number(pages) + 1}`);
	const large = entry({ subject: 'large', details: { text: 'x'.repeat(100_000) } });
	await expect(audit.append(large)).rejects.toThrow(/full/);
	expect(await subjects()).toEqual(['before']);
	database.exec('PRAGMA max_page_count = 1000000');
	await audit.append(large);
	expect(await subjects()).toEqual(['large', 'before']);
});

test('rejects after the database is closed', async () => {
	const other = databases.reopen();
	await expect(audit.append(entry())).rejects.toThrow();
	audit = createAuditTrail(createSqliteDatabase(other, systemTurnEnd));
	expect(await subjects()).toEqual([]);
});

test.each(['REPLACE INTO audit SELECT * FROM audit', 'UPDATE OR REPLACE audit SET at = 0'])(
	'an entry cannot be replaced: %s',
	async (sql) => {
		await audit.append(entry());
		expect(() => databases.now().exec(sql)).toThrow('the audit trail is append-only');
		expect(await subjects()).toEqual(['exec_1']);
	},
);
