import { beforeEach, describe, expect, test } from 'vitest';
import { agentWith } from '../../../test/support/agents.ts';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type JsonObject, parseExactJson } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import { type Logger, SILENT_LOGGER } from '../../ports/logger.ts';
import { systemTurnEnd } from '../../runtime/clock.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { createAuditTrail } from '../../store/audit.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
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
	audit = createAuditTrail(createSqliteDatabase(databases.now(), systemTurnEnd));
	calls = createCallAudit({ audit, clock, logger });
});

function methodNamed(name: string): Method {
	const method = findMethod(name);
	if (method === undefined) throw new Error(`There is no method ${name}.`);
	return method;
}

type Call = Parameters<CallAudit['note']>[0];
/** Records a call and returns its audit entry. @param params JSON text as the caller sent it */
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

describe('recorded calls', () => {
	test('include every method that changes something, and no read', () => {
		const names = METHODS.filter(calls.isKept).map(({ name }) => name);
		expect(names.toSorted()).toEqual([
			'add_alert_rule',
			'add_alert_target',
			'autopilot_change',
			'autopilot_confirm',
			'autopilot_decline',
			'autopilot_pause',
			'autopilot_start',
			'autopilot_stop',
			'cancel_execution',
			'check_exchange_account',
			'close_execution',
			'confirm_alert_target',
			'connect_exchange',
			'continue_epoch',
			'create_agent',
			'create_chat_code',
			'create_token',
			'disconnect_exchange',
			'execute_opportunity',
			'halt_trading',
			'open_simulated_accounts',
			'remove_alert_rule',
			'remove_alert_target',
			'remove_heartbeat',
			'remove_quiet_hours',
			'replay_cancel',
			'replay_start',
			'resubmit_execute_opportunity',
			'resume_trading',
			'revoke_application',
			'revoke_token',
			'roll_leg',
			'rotate_agent_key',
			'rotate_token',
			'send_alert_code',
			'set_heartbeat',
			'set_own_transfers',
			'set_quiet_hours',
			'stop_agent',
			'test_alert_target',
			'unlink_chat',
			'update_agent',
			'update_alert_rule',
			'update_alert_target',
			'update_exit',
			'use_exchange_account',
		]);
	});

	test('exclude only methods with a scope that includes reads', () => {
		for (const method of METHODS.filter((one) => !calls.isKept(one)))
			expect(['public', 'arb:read', 'agents:manage', 'replay:run'], method.name).toContain(method.scope);
	});
});

describe('the actor', () => {
	test('is the token of a user', async () => {
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

	test('is an agent, recorded for its owner', async () => {
		const caller = { ...CALLER, agent: agentWith({}, 'agent_7') };
		expect(await kept('{}', { caller, address: null })).toMatchObject({
			userId: 'user_ann',
			actor: 'agent',
			actorId: 'agent_7',
			address: null,
		});
	});

	test('is an application that the user authorized', async () => {
		const caller = { ...CALLER, application: 'dashboard' };
		expect(await kept('{}', { caller })).toMatchObject({ actor: 'application', actorId: 'dashboard' });
	});

	test('is the user for a logged-in browser; the login itself is not recorded', async () => {
		const entry = await kept('{}', { caller: { ...CALLER, login: 's3cr3t' } });
		expect(entry).toMatchObject({ actor: 'user', actorId: null });
		expect(JSON.stringify(entry)).not.toContain('s3cr3t');
	});
});

describe('recorded params', () => {
	test('keep their exact text', async () => {
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

	test('include only the listed members', async () => {
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

	test('contain no secret of params or result, for any method', async () => {
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

	test('include scopes and caps, shortened in length and number', async () => {
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

	test('omit null and nested values', async () => {
		const params = '{"amount":{"a":1},"mode":["grid"],"leverage":null,"preview":false}';
		expect((await kept(params))?.details).toEqual({ method: 'execute_opportunity', preview: false });
	});

	test('are shortened to 80 characters', async () => {
		const params = `{"opportunity_id":"${'x'.repeat(10_000)}","amount":${'9'.repeat(500)}}`;
		const entry = await kept(params);
		expect(entry?.details).toMatchObject({ opportunity_id: 'x'.repeat(80), amount: '9'.repeat(80) });
		expect(entry?.subject).toBe('x'.repeat(80));
	});

	test('omit members of the object prototype', async () => {
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
])('%s is recorded as the action %s', async (name, action) => {
	expect((await kept('{}', { name }))?.action).toBe(action);
});

describe('the subject', () => {
	test('is an id of the result before an id of the params', async () => {
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
		'is null for the result %j',
		async (result) => {
			expect((await kept('{}', { outcome: { result } }))?.subject).toBeNull();
		},
	);

	test('is an id of the params when the call failed', async () => {
		const outcome = { thrown: new CarrywireError('UNKNOWN_EXECUTION', 'x') };
		expect(await kept('{"execution_id":"exec_1"}', { name: 'close_execution', outcome })).toMatchObject({
			subject: 'exec_1',
			outcome: 'UNKNOWN_EXECUTION',
		});
	});
});

describe('the outcome of a failed call', () => {
	test.each([
		[new CarrywireError('RISK_LIMIT', 's3cr3t sentence'), 'RISK_LIMIT'],
		[new CarrywireError('TIMEOUT', 'x'), 'TIMEOUT'],
		[new Error('s3cr3t internal detail'), 'INTERNAL_ERROR'],
		['s3cr3t', 'INTERNAL_ERROR'],
		[undefined, 'INTERNAL_ERROR'],
	])('is the error code without the message: %s', async (thrown, code) => {
		const entry = await kept('{}', { outcome: { thrown } });
		expect(entry?.outcome).toBe(code);
		expect(JSON.stringify(entry)).not.toContain('s3cr3t');
	});
});

test('an audit entry that cannot be written is logged without params, and the call succeeds', async () => {
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
