import { beforeEach, describe, expect, test } from 'vitest';
import { agentWith } from '../../../test/support/agents.ts';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type JsonObject, parseExactJson } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import { type Logger, SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createSqliteAuditTrail } from '../../store/sqlite-audit.ts';
import type { Method } from '../rpc/method.ts';
import { SECRET_PARAMS } from '../rpc/param-errors.ts';
import { type CallAudit, createCallAudit } from './call-audit.ts';
import { findMethod, METHODS } from './registry.ts';

const NOW = 1_795_161_600_000;
const CALLER: Caller = {
	userId: 'user_ann',
	tokenId: 'tok_1',
	scopes: new Set(['arb:trade']),
	agent: undefined,
};

const databases = databasePerTest();
let audit: AuditTrail;
let calls: CallAudit;
let logged: string[] = [];
const clock = createVirtualClock(NOW);
const logger: Logger = {
	...SILENT_LOGGER,
	error: (facts, message) => logged.push(`${message} ${JSON.stringify(facts)}`),
};

beforeEach(() => {
	logged = [];
	audit = createSqliteAuditTrail(databases.now(), systemTurnEnd);
	calls = createCallAudit({ audit, clock, logger });
});

function methodNamed(name: string): Method {
	const method = findMethod(name);
	if (method === undefined) throw new Error(`There is no method ${name}.`);
	return method;
}

type Call = Parameters<CallAudit['note']>[0];
/** What is kept of a call. `params` is JSON as it was sent. */
async function kept(params: string, change: Partial<Call> & { readonly name?: string } = {}) {
	const { name = 'execute_opportunity', ...rest } = change;
	await calls.note({
		method: methodNamed(name),
		caller: CALLER,
		params: parseExactJson(params, 32) as JsonObject,
		address: '192.0.2.1',
		outcome: { result: {} },
		...rest,
	});
	const [entry] = await audit.list({ userId: (rest.caller ?? CALLER).userId, limit: 1 });
	return entry;
}

describe('which calls are kept', () => {
	test('all that need a scope to do something, and none that reads', () => {
		const names = METHODS.filter(calls.isKept).map(({ name }) => name);
		expect(names.toSorted()).toEqual([
			'add_alert_target',
			'cancel_execution',
			'check_exchange_account',
			'close_execution',
			'connect_exchange',
			'continue_epoch',
			'create_agent',
			'create_token',
			'disconnect_exchange',
			'execute_opportunity',
			'halt_trading',
			'open_simulated_accounts',
			'remove_alert_target',
			'resubmit_execute_opportunity',
			'resume_trading',
			'revoke_application',
			'revoke_token',
			'rotate_agent_key',
			'rotate_token',
			'stop_agent',
			'test_alert_target',
			'update_agent',
			'update_exit',
			'use_exchange_account',
		]);
	});

	test('a method that is added is kept or is a read', () => {
		for (const method of METHODS.filter((one) => !calls.isKept(one)))
			expect(['public', 'arb:read', 'agents:manage'], method.name).toContain(method.scope);
	});
});

describe('who called', () => {
	test('a token of the user', async () => {
		expect(await kept('{}')).toEqual({
			seq: 1,
			at: NOW,
			userId: 'user_ann',
			actor: 'token',
			actorId: 'tok_1',
			action: 'call',
			subject: null,
			outcome: 'ok',
			address: '192.0.2.1',
			details: { method: 'execute_opportunity' },
		});
	});

	test('an agent, in the name of its owner', async () => {
		const caller = { ...CALLER, agent: agentWith({}, 'agent_7') };
		expect(await kept('{}', { caller, address: null })).toMatchObject({
			userId: 'user_ann',
			actor: 'agent',
			actorId: 'agent_7',
			address: null,
		});
	});

	test('an application that the user has let in', async () => {
		const caller = { ...CALLER, application: 'dashboard' };
		expect(await kept('{}', { caller })).toMatchObject({ actor: 'application', actorId: 'dashboard' });
	});

	test('the user, where a page of a browser that is logged in calls; its login is not kept', async () => {
		const entry = await kept('{}', { caller: { ...CALLER, login: 's3cr3t' } });
		expect(entry).toMatchObject({ actor: 'user', actorId: null });
		expect(JSON.stringify(entry)).not.toContain('s3cr3t');
	});
});

describe('what was asked for', () => {
	test('is shown as it was written, exactly', async () => {
		const params =
			'{"opportunity_id":"opp_1","amount":100.000000000000000001,"mode":"grid","leverage":2,"preview":true,"idempotency_key":"k"}';
		expect((await kept(params))?.details).toEqual({
			method: 'execute_opportunity',
			opportunity_id: 'opp_1',
			amount: '100.000000000000000001',
			mode: 'grid',
			leverage: '2',
			preview: true,
			idempotency_key: 'k',
		});
	});

	test('is shown of these members alone: nothing else, whatever it is called', async () => {
		const params = JSON.stringify({
			...Object.fromEntries(
				[...SECRET_PARAMS, 'credentials', 'token', 'password', 'exit', 'name'].map((name) => [
					name,
					's3cr3t',
				]),
			),
			exchange: 'bybit',
		});
		const entry = await kept(params, { name: 'connect_exchange' });
		expect(entry?.details).toEqual({ method: 'connect_exchange', exchange: 'bybit' });
		expect(JSON.stringify(databases.now().prepare('SELECT * FROM audit').all())).not.toContain('s3cr3t');
	});

	test('no method keeps what its parameters say is secret, nor a secret that it answers', async () => {
		for (const method of METHODS.filter(calls.isKept)) {
			const secret = {
				agent_key: 'arbk_s3cr3t',
				api_key: 's3cr3t',
				api_secret: 's3cr3t',
				passphrase: 's3cr3t',
				public_keys: ['s3cr3t'],
			};
			await kept(JSON.stringify(secret), { name: method.name, outcome: { result: secret } });
		}
		expect(JSON.stringify(databases.now().prepare('SELECT * FROM audit').all())).not.toContain('s3cr3t');
	});

	test('has the scopes and the caps that were given, each cut and counted', async () => {
		const given = {
			name: 's3cr3t',
			scopes: ['arb:read', 'x'.repeat(100), { s3cr3t: true }, ...Array.from({ length: 20 }, () => 'y')],
			caps: {
				amount_max: 5,
				pairs: ['bybit-kucoin'],
				must_be_trade: true,
				executions_per_day: null,
				other: 's3cr3t',
			},
		};
		const entry = await kept(JSON.stringify(given), { name: 'create_agent' });
		expect(entry?.details).toEqual({
			method: 'create_agent',
			scopes: ['arb:read', 'x'.repeat(80), null, ...Array.from({ length: 7 }, () => 'y')],
			caps: { amount_max: '5', pairs: ['bybit-kucoin'], must_be_trade: true },
		});
		expect(JSON.stringify(entry)).not.toContain('s3cr3t');
	});

	test('is left out where it is no plain value, or none', async () => {
		const params = '{"amount":{"a":1},"mode":["grid"],"leverage":null,"preview":false}';
		expect((await kept(params))?.details).toEqual({ method: 'execute_opportunity', preview: false });
	});

	test('has an end', async () => {
		const params = `{"opportunity_id":"${'x'.repeat(10_000)}","amount":${'9'.repeat(500)}}`;
		const entry = await kept(params);
		expect(entry?.details).toMatchObject({ opportunity_id: 'x'.repeat(80), amount: '9'.repeat(80) });
		expect(entry?.subject).toBe('x'.repeat(80));
	});

	test('is no member of what params are made of', async () => {
		const params = '{"__proto__":{"amount":5},"constructor":"x","toString":"y"}';
		expect((await kept(params))?.details).toEqual({ method: 'execute_opportunity' });
	});
});

test.each([
	['create_token', 'token.create'],
	['revoke_application', 'application.revoke'],
	['stop_agent', 'agent.stop'],
	['open_simulated_accounts', 'connection.connect'],
	['disconnect_exchange', 'connection.disconnect'],
	['close_execution', 'call'],
])('%s is kept as the action %s', async (name, action) => {
	expect((await kept('{}', { name }))?.action).toBe(action);
});

describe('what it was about', () => {
	test('is what came of it, before what was named', async () => {
		const named = '{"opportunity_id":"opp_1"}';
		expect(
			(await kept(named, { outcome: { result: { execution_id: 'exec_1', job_id: 'job_1' } } }))?.subject,
		).toBe('exec_1');
		expect((await kept(named, { outcome: { result: { job_id: 'job_1' } } }))?.subject).toBe('job_1');
		expect((await kept(named))?.subject).toBe('opp_1');
		expect((await kept('{"agent_id":"agent_1"}', { name: 'stop_agent' }))?.subject).toBe('agent_1');
		expect((await kept('{}', { outcome: { result: { account_id: 'acct_1' } } }))?.subject).toBe('acct_1');
		expect((await kept('{}', { outcome: { result: { account: { id: 'acct_2' } } } }))?.subject).toBe(
			'acct_2',
		);
		expect((await kept('{}', { outcome: { result: { token_id: 'tok_2' } } }))?.subject).toBe('tok_2');
	});

	test.each([null, undefined, 'text', 7, [], { execution_id: 7 }])(
		'is nothing where %j came of it',
		async (result) => {
			expect((await kept('{}', { outcome: { result } }))?.subject).toBeNull();
		},
	);

	test('is what was named, where nothing came of it', async () => {
		const outcome = { thrown: new CarrywireError('UNKNOWN_EXECUTION', 'x') };
		expect(await kept('{"execution_id":"exec_1"}', { name: 'close_execution', outcome })).toMatchObject({
			subject: 'exec_1',
			outcome: 'UNKNOWN_EXECUTION',
		});
	});
});

describe('what came of it', () => {
	test.each([
		[new CarrywireError('RISK_LIMIT', 's3cr3t sentence'), 'RISK_LIMIT'],
		[new CarrywireError('TIMEOUT', 'x'), 'TIMEOUT'],
		[new Error('s3cr3t of the inside'), 'INTERNAL_ERROR'],
		['s3cr3t', 'INTERNAL_ERROR'],
		[undefined, 'INTERNAL_ERROR'],
	])('is the code of what was thrown, and not its words: %s', async (thrown, code) => {
		const entry = await kept('{}', { outcome: { thrown } });
		expect(entry?.outcome).toBe(code);
		expect(JSON.stringify(entry)).not.toContain('s3cr3t');
	});
});

test('a trail that cannot be written is logged, without what was asked for, and fails no call', async () => {
	databases.reopen();
	const params = parseExactJson('{"idempotency_key":"s3cr3t"}', 32) as JsonObject;
	const note = calls.note({
		method: methodNamed('halt_trading'),
		caller: CALLER,
		params,
		address: null,
		outcome: { result: {} },
	});
	await expect(note).resolves.toBeUndefined();
	expect(logged).toEqual([expect.stringMatching(/^The audit trail could not be written\. .*halt_trading/)]);
	expect(logged.join()).not.toContain('s3cr3t');
});
