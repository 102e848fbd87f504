import { beforeEach, describe, expect, test } from 'vitest';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { NumberText } from '../../domain/exact-json.ts';
import type { AuditEntry, AuditTrail } from '../../ports/audit.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import type { PublicCall } from '../rpc/method.ts';
import { listAudit } from './list-audit.ts';

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

type Listed = {
	readonly entries: readonly {
		readonly seq: number;
		readonly subject: string | null;
		readonly outcome: string;
	}[];
	readonly next_before: number | null;
};

async function list(
	params: { readonly kind?: string; readonly before?: number; readonly limit?: number } = {},
	userId = 'user_ann',
): Promise<Listed> {
	const sent = Object.fromEntries(
		Object.entries(params).map(([name, value]) => [
			name,
			typeof value === 'number' ? new NumberText(String(value)) : value,
		]),
	);
	const caller = {
		userId,
		tokenId: 'tok_page',
		scopes: new Set(['arb:read'] as const),
		agent: undefined,
		login: 'login',
	};
	const call = { services: { audit } } as unknown as PublicCall;
	return (await listAudit.run(sent, call, caller)) as Listed;
}

describe('list_audit', () => {
	test('returns each entry with all members, in the form of its schema', async () => {
		await audit.append(entry());
		const answer = await list();
		expect(answer).toEqual({
			entries: [
				{
					seq: 1,
					at: '2026-11-21T08:00:00.000Z',
					actor: 'token',
					actor_id: 'tok_1',
					action: 'call',
					subject: 'exec_1',
					outcome: 'ok',
					address: '192.0.2.1',
					details: { method: 'close_execution' },
				},
			],
			next_before: null,
		});
		expect(listAudit.result.safeParse(answer).error?.issues ?? []).toEqual([]);
	});

	test('returns no entries of another user', async () => {
		await audit.append(entry());
		expect(await list({}, 'user_bob')).toEqual({ entries: [], next_before: null });
	});

	test('filters by kind, also on following pages', async () => {
		for (let count = 0; count < 101; count += 1)
			await audit.append(entry({ action: 'login', actor: 'user' }));
		await audit.append(entry({ outcome: 'RISK_LIMIT' }));
		expect((await list({ kind: 'refused' })).entries.map(({ outcome }) => outcome)).toEqual(['RISK_LIMIT']);
		const logins = await list({ kind: 'login' });
		expect([logins.entries.length, logins.next_before]).toEqual([100, 2]);
		const rest = await list({ kind: 'login', before: 2 });
		expect([rest.entries.map(({ seq }) => seq), rest.next_before]).toEqual([[1], null]);
		expect((await list({ kind: 'agent' })).entries).toEqual([]);
	});

	test.each([
		['login', { action: 'logout' }],
		['token', { action: 'application.revoke' }],
		['connection', { action: 'connection.use' }],
		['agent', { action: 'agent.stop' }],
		['agent', { actor: 'agent' }],
		['call', {}],
	] as const)('the kind %s includes %j', async (kind, change) => {
		await audit.append(entry(change));
		await audit.append(entry({ action: 'passkey.add' }));
		expect((await list({ kind })).entries.map(({ seq }) => seq)).toEqual([1]);
	});

	test('pages back to the first entry, also beyond one batch of the store', async () => {
		databases.now().exec(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
			 INSERT INTO audit (at, user_id, actor, action, outcome, details) SELECT i, 'user_ann', 'user', 'login', 'ok', '{}' FROM n`,
		);
		const seen: number[] = [];
		const sizes: number[] = [];
		for (let before: number | null | undefined; before !== null; ) {
			const page: Listed = await list({ limit: 500, ...(before === undefined ? {} : { before }) });
			sizes.push(page.entries.length);
			seen.push(...page.entries.map(({ seq }) => seq));
			before = page.next_before;
		}
		expect(sizes).toEqual([500, 500, 500, 500, 1]);
		expect(seen).toEqual(Array.from({ length: 2_001 }, (_, at) => 2_001 - at));
	});

	test('reads one row more than it shows', async () => {
		for (let count = 0; count < 5; count += 1) await audit.append(entry());
		const asked: number[] = [];
		const { list: listed } = audit;
		audit = {
			...audit,
			list(query) {
				asked.push(query.limit);
				return listed(query);
			},
		};
		expect((await list({ limit: 2 })).next_before).toBe(4);
		expect(asked).toEqual([3]);
	});

	test('has no next page after the first entry of all', async () => {
		await audit.append(entry());
		await audit.append(entry());
		expect((await list({ limit: 2 })).next_before).toBeNull();
	});
});
