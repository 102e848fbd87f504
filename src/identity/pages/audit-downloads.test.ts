import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import type { AuditEntry, AuditTrail } from '../../ports/audit.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { auditDownloads } from './audit-downloads.ts';
import type { LoggedIn, PageAnswer } from './page.ts';

const START = Date.UTC(2026, 10, 21, 8);

const databases = databasePerTest();
let audit: AuditTrail;

beforeEach(() => {
	audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
});

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
	at: START,
	userId: 'user_ann',
	actor: 'token',
	actorId: 'tok_1',
	action: 'call',
	subject: 'exec_1',
	outcome: 'ok',
	address: '192.0.2.1',
	details: { method: 'close_execution' },
	...change,
});

async function open(path: string, userId = 'user_ann'): Promise<PageAnswer> {
	const page = auditDownloads({ audit }).find((one) => one.path === path);
	if (page?.access !== 'user') throw new Error(`No page of users is at ${path}.`);
	return page.answer({ userId } as LoggedIn);
}

async function file(path: string, userId?: string) {
	const answer = await open(path, userId);
	if (answer.kind !== 'file') throw new Error(`${path} is not a file.`);
	return { name: answer.name, type: answer.type, text: (await buffer(answer.content)).toString('utf8') };
}

/** Parses RFC 4180 text in which every field is quoted. */
function readCsv(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	const field = /"((?:[^"]|"")*)"(,|\r\n)|([^",\r\n]*)(,|\r\n)/y;
	while (field.lastIndex < text.length) {
		const at = field.lastIndex;
		const match = field.exec(text);
		if (match === null) throw new Error(`No field of CSV: ${JSON.stringify(text.slice(at, at + 40))}.`);
		const [, quoted, afterQuoted, plain, afterPlain] = match;
		row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
		if ((afterQuoted ?? afterPlain) === '\r\n') {
			rows.push(row);
			row = [];
		}
	}
	return rows;
}

describe('/audit.csv', () => {
	test('has one row per entry, newest first, below a header', async () => {
		await audit.append(entry({ actorId: null, subject: null, address: null }));
		await audit.append(entry({ subject: 'exec_2' }));
		await audit.append(entry({ userId: 'user_bob' }));
		const { name, type, text } = await file('/audit.csv');
		expect([name, type]).toEqual(['audit.csv', 'text/csv; charset=utf-8']);
		expect(readCsv(text)).toEqual([
			['seq', 'at', 'actor', 'actor_id', 'action', 'subject', 'outcome', 'address', 'details'],
			[
				'2',
				'2026-11-21T08:00:00.000Z',
				'token',
				'tok_1',
				'call',
				'exec_2',
				'ok',
				'192.0.2.1',
				'{"method":"close_execution"}',
			],
			['1', '2026-11-21T08:00:00.000Z', 'token', '', 'call', '', 'ok', '', '{"method":"close_execution"}'],
		]);
	});

	test('keeps any text and escapes spreadsheet formulas', async () => {
		const cells = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc
				.array(
					fc.constantFrom(
						'=',
						'+',
						'-',
						'@',
						'\t',
						'\r',
						'\n',
						'"',
						',',
						';',
						"'",
						' ',
						'＝',
						'＋',
						'－',
						'＠',
						'|',
						'cmd',
						'1',
						'\0',
					),
					{ maxLength: 8 },
				)
				.map((parts) => parts.join('')),
		);
		let runs = 0;
		await fc.assert(
			fc.asyncProperty(cells, cells, async (subject, outcome) => {
				runs += 1;
				const userId = `user_${runs}`;
				await audit.append(entry({ userId, subject, outcome }));
				// The entry is read back from the database, where half of a surrogate pair is not a character.
				const [kept] = await audit.list({ userId, limit: 1 });
				const [, row = []] = readCsv((await file('/audit.csv', userId)).text);
				for (const [cell, was] of [
					[row[5], kept?.subject],
					[row[6], kept?.outcome],
				]) {
					expect(cell?.replace(/^'/, '')).toBe(was?.replace(/^'/, ''));
					expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('is complete beyond one read batch', async () => {
		databases.now().exec(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
			 INSERT INTO audit (at, user_id, actor, action, outcome, details) SELECT i, 'user_ann', 'user', 'login', 'ok', '{}' FROM n`,
		);
		const rows = readCsv((await file('/audit.csv')).text);
		expect(rows).toHaveLength(2_002);
		expect(new Set(rows.map(([seq]) => seq)).size).toBe(2_002);
	});

	test('has only a header for a user without entries', async () => {
		expect(readCsv((await file('/audit.csv', 'user_bob')).text)).toHaveLength(1);
	});
});

test('/audit.jsonl has one object per line, with unchanged details', async () => {
	const details = { method: 'x', line: 'a\nb\u2028c', nested: [{ deep: true }] };
	await audit.append(entry({ details }));
	await audit.append(entry({ details: {} }));
	const { name, type, text } = await file('/audit.jsonl');
	expect([name, type]).toEqual(['audit.jsonl', 'application/x-ndjson']);
	const lines = text.split('\n');
	expect(lines.pop()).toBe('');
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([
		{ seq: 2, at: '2026-11-21T08:00:00.000Z', details: {} },
		{ seq: 1, actor: 'token', actor_id: 'tok_1', action: 'call', subject: 'exec_1', outcome: 'ok', details },
	]);
});
