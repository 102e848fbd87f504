import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import { type Logger, SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { type AuditNotes, createAuditNotes } from './audit-notes.ts';

const NOTE = { userId: 'user_ann', address: '192.0.2.1', action: 'agent.stop', subject: 'agent_1' } as const;

const databases = databasePerTest();
let audit: AuditTrail;
let notes: AuditNotes;
let logged: string[] = [];
const clock = createVirtualClock(7);
const logger: Logger = {
	...SILENT_LOGGER,
	error: (facts, message) => logged.push(`${message} ${JSON.stringify(facts)}`),
};

beforeEach(() => {
	logged = [];
	audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
	notes = createAuditNotes({ audit, clock, logger });
});

const last = async () => (await audit.list({ userId: 'user_ann', limit: 1 }))[0];

test('a note holds actor, time and address', async () => {
	await notes.note({ ...NOTE, details: { everywhere: true } });
	expect(await last()).toEqual({
		seq: 1,
		at: 7,
		...NOTE,
		actor: 'user',
		actorId: null,
		outcome: 'ok',
		details: { everywhere: true },
	});
	await notes.note({ userId: 'user_ann', address: '::1', action: 'logout' });
	expect(await last()).toMatchObject({ subject: null, details: {} });
});

describe('around', () => {
	test('notes the outcome and returns the result', async () => {
		const answer = await notes.around(NOTE, async () => {
			expect(await last()).toBeUndefined();
			return 'done';
		});
		expect([answer, (await last())?.outcome, (await last())?.subject]).toEqual(['done', 'ok', 'agent_1']);
	});

	test('takes the subject from the result', async () => {
		await notes.around(
			{ ...NOTE, subject: undefined },
			async () => ({ id: 'agent_2' }),
			({ id }) => id,
		);
		expect((await last())?.subject).toBe('agent_2');
	});

	test.each([
		[new CarrywireError('AGENT_STOPPED', 's3cr3t'), 'AGENT_STOPPED'],
		[new Error('s3cr3t'), 'INTERNAL_ERROR'],
		['s3cr3t', 'INTERNAL_ERROR'],
	])('rethrows an error and notes only its code: %s', async (thrown, code) => {
		await expect(notes.around(NOTE, () => Promise.reject(thrown))).rejects.toBe(thrown);
		expect((await last())?.outcome).toBe(code);
		expect(JSON.stringify(await last())).not.toContain('s3cr3t');
	});
});

test('limits the length of user input in the trail', async () => {
	const long = 'x'.repeat(10_000);
	await notes.note({
		...NOTE,
		subject: long,
		details: { text: long, list: Array.from({ length: 500 }, () => long), number: 5 },
	});
	expect(await last()).toMatchObject({
		subject: 'x'.repeat(256),
		details: { text: 'x'.repeat(256), list: Array.from({ length: 100 }, () => 'x'.repeat(256)), number: 5 },
	});
});

test('logs a failed write and keeps the action', async () => {
	databases.reopen();
	await expect(notes.around({ ...NOTE, details: { text: 's3cr3t' } }, async () => 'done')).resolves.toBe(
		'done',
	);
	const failure = new Error('what was wrong');
	await expect(notes.around(NOTE, () => Promise.reject(failure))).rejects.toBe(failure);
	expect(logged).toHaveLength(2);
	for (const line of logged) {
		expect(line).toContain('The audit trail could not be written.');
		expect(line).not.toContain('s3cr3t');
	}
});
