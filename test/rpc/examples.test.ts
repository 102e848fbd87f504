/**
 * Calls every example in the reference with a token that has only the method's scope, on a service with the records
 * that the examples name. The result must fit the published JSON Schema and contain every field of the example.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenRpcDocument } from '../../src/api/methods/openrpc.ts';
import { METHODS } from '../../src/api/methods/registry.ts';
import { AGENT_EXAMPLE } from '../../src/api/rpc/agent-record.ts';
import { ALERT_TARGET_EXAMPLE } from '../../src/api/rpc/alert-record.ts';
import { ALERT_RULE_EXAMPLE } from '../../src/api/rpc/alert-rule-record.ts';
import { DECISION_EXAMPLE } from '../../src/api/rpc/decision-record.ts';
import { EXCHANGE_ACCOUNT_EXAMPLE } from '../../src/api/rpc/exchange-account-record.ts';
import { OPPORTUNITY_EXAMPLE } from '../../src/api/rpc/opportunity-example.ts';
import { PORTFOLIO_EXAMPLE } from '../../src/api/rpc/portfolio-example.ts';
import { POT_EXAMPLE } from '../../src/api/rpc/pot-record.ts';
import { REPLAY_JOB_EXAMPLE } from '../../src/api/rpc/replay-record.ts';
import { TOKEN_EXAMPLE } from '../../src/api/rpc/token.ts';
import { publishedSchemas } from '../support/published-schemas.ts';
import { post, send, startTestServer, type TestServer } from './test-server.ts';

/**
 * For each method scope, the token with the fewest scopes. The `manage` token has more, because only a token that has
 * a scope may grant it to an agent.
 */
const TOKEN_OF = {
	public: undefined,
	'arb:read': 'read',
	'arb:trade': 'trade',
	'exchange:connect': 'connect',
	'agents:manage': 'manage',
	'replay:run': 'replay',
} as const;

/** Id of an opportunity in the in-memory services. */
const OPPORTUNITY = 'opp_0000000000000000000000b1';

/**
 * Ids in the examples, with the call that creates the record, and the field of the result that has the record's real
 * id.
 */
const THINGS: Readonly<Record<string, readonly [keyof typeof CALLS, string]>> = {
	[PORTFOLIO_EXAMPLE.executions[0].execution.id]: ['execute', 'execution_id'],
	job_5b7d2e4f6081a3c5e73f9a1c: ['execute', 'job_id'],
	[EXCHANGE_ACCOUNT_EXAMPLE.id]: ['connect', 'account.id'],
	[AGENT_EXAMPLE.agent_id]: ['createAgent', 'agent_id'],
	[ALERT_TARGET_EXAMPLE.target_id]: ['addTarget', 'target_id'],
	[ALERT_RULE_EXAMPLE.rule_id]: ['addRule', 'rule_id'],
	[TOKEN_EXAMPLE.token_id]: ['createToken', 'token_id'],
	[REPLAY_JOB_EXAMPLE.replay_id]: ['startReplay', 'replay_id'],
	[POT_EXAMPLE.pot_id]: ['startPot', 'pot.pot_id'],
	[DECISION_EXAMPLE.decision_id]: ['decide', 'pots.0.decisions.0.decision_id'],
};
const CALLS = {
	// The execution is in `grid` mode, which keeps it opening so that it can be cancelled. `max_epochs` allows it to
	// be continued.
	execute: {
		token: 'trade',
		method: 'execute_opportunity',
		params: { opportunity_id: OPPORTUNITY, amount: 1_000, mode: 'grid', exit: { max_epochs: 9 } },
	},
	connect: {
		token: 'connect',
		method: 'connect_exchange',
		params: { exchange: 'bybit', api_key: 'KEY', api_secret: 'SECRET' },
	},
	createAgent: {
		token: 'manage',
		method: 'create_agent',
		params: { name: 'night watch', scopes: ['arb:read', 'arb:trade'], caps: {} },
	},
	createToken: {
		token: 'page',
		method: 'create_token',
		params: { name: 'my notebook', scopes: ['arb:read'] },
	},
	addTarget: {
		token: 'manage',
		method: 'add_alert_target',
		params: { kind: 'webhook', url: 'https://answers.example/200' },
	},
	startReplay: {
		token: 'replay',
		method: 'replay_start',
		params: { data: 'year', policy: 'month-mean', set: { enter: 0.05 }, coins: ['BTC', 'ETH'] },
	},
	startPot: {
		token: 'trade',
		method: 'autopilot_start',
		params: { name: 'Main', capital: 10_000, exchanges: ['bybit', 'kucoin'] },
	},
	// A pot makes its first decision at once.
	decide: { token: 'read', method: 'autopilot_status', params: {}, after: 'startPot' },
	addRule: {
		token: 'manage',
		method: 'add_alert_rule',
		params: { kind: 'basis', direction: 'above', limit: 1 },
	},
} as const;

/**
 * Errors of examples about a mail address or a chat. The in-memory services have no mail server, so their targets are all
 * confirmed. `test/browser/dashboard-alerts.test.ts` confirms a real one. No call links a chat, because a person does
 * that in the chat; `test/browser/dashboard-chat.test.ts` ends such a link.
 */
const REFUSED: Readonly<Record<string, string>> = {
	send_alert_code: 'ALERT_TARGET_CONFIRMED',
	confirm_alert_target: 'ALERT_TARGET_CONFIRMED',
	unlink_chat: 'UNKNOWN_CHAT',
};

/** Fields with free content, whose own fields depend on the case. */
const FREE = new Set(['data', 'score_components']);

let document: OpenRpcDocument;
let published: ReturnType<typeof publishedSchemas>;

beforeAll(async () => {
	await using server = await startTestServer();
	const { body } = await send(server.url, { method: 'GET', path: '/openrpc.json' });
	document = JSON.parse(body);
	published = publishedSchemas(document);
});

/** Returns the schema faults in a method's result, according to the published document. */
function faultsOf(name: string, result: unknown): readonly string[] {
	const index = document.methods.findIndex((method) => method.name === name);
	return published.faults(`/methods/${index}/result/schema`, result);
}

async function call(server: TestServer, method: string, params: unknown, token: string | undefined) {
	const { body } = await post(
		server.url,
		{ jsonrpc: '2.0', method, params, id: 1 },
		token === undefined ? undefined : server.tokens[token],
	);
	return JSON.parse(body);
}

/** Replaces example ids in the params with the ids of real records. */
async function brought(server: TestServer, params: object): Promise<unknown> {
	let text = JSON.stringify(params).replaceAll(OPPORTUNITY_EXAMPLE.opportunity_id, OPPORTUNITY);
	const made = new Map<keyof typeof CALLS, unknown>();
	for (const [id, [name, member]] of Object.entries(THINGS)) {
		if (!text.includes(id)) continue;
		const one = CALLS[name];
		const { method, params: wanted, token } = one;
		const before = 'after' in one ? CALLS[one.after] : undefined;
		if (before !== undefined) await call(server, before.method, before.params, before.token);
		const result = made.get(name) ?? (await call(server, method, wanted, token)).result;
		made.set(name, result);
		text = text.replaceAll(id, String(at(result, member)));
	}
	return JSON.parse(text);
}

function at(value: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value);
}

/** Returns the paths of the example's fields that the result lacks. Null values and empty lists are not compared. */
function lacks(example: unknown, answer: unknown, path = '$'): readonly string[] {
	if (example === null || answer === null) return [];
	if (Array.isArray(example)) {
		if (!Array.isArray(answer)) return [path];
		return example.length === 0 || answer.length === 0 ? [] : lacks(example[0], answer[0], `${path}[0]`);
	}
	if (typeof example !== 'object') return typeof example === typeof answer ? [] : [path];
	if (typeof answer !== 'object') return [path];
	return Object.entries(example).flatMap(([name, member]) =>
		FREE.has(name)
			? []
			: Object.hasOwn(answer, name)
				? lacks(member, (answer as Record<string, unknown>)[name], `${path}.${name}`)
				: [`${path}.${name}`],
	);
}

describe('lacks', () => {
	test.each([
		[{ a: 1 }, {}, ['$.a']],
		[{ a: 1 }, { a: 'x' }, ['$.a']],
		[{ a: [{ b: 1 }] }, { a: [{ c: 1 }] }, ['$.a[0].b']],
		[{ a: [{ b: 1 }] }, { a: { b: 1 } }, ['$.a']],
		[{ a: [{ b: 1 }], c: null, data: { d: 1 } }, { a: [], c: 1, data: {} }, []],
	])('%j of %j', (example, answer, missing) => {
		expect(lacks(example, answer)).toEqual(missing);
	});
});

test('finds methods to call', () => {
	expect(METHODS.length).toBeGreaterThan(25);
});

test.each(METHODS)('the example of $name', async ({ name, scope, isOfLogin, example }) => {
	// Each example has its own service, so that a halt or disconnect cannot affect the next example.
	await using server = await startTestServer();
	const params = await brought(server, example.params);
	const { result, error } = await call(server, name, params, isOfLogin === true ? 'page' : TOKEN_OF[scope]);
	expect(error?.data.code).toBe(REFUSED[name]);
	if (error !== undefined) return;
	expect(faultsOf(name, result)).toEqual([]);
	expect(lacks(example.result, result)).toEqual([]);
});

test('detects an answer that does not fit', async () => {
	await using server = await startTestServer();
	const { result } = await call(server, 'test', {}, undefined);
	expect(faultsOf('test', result)).toEqual([]);
	expect(faultsOf('test', { ...result, uptime_seconds: '1' })).not.toEqual([]);
	expect(faultsOf('test', { ...result, more: 1 })).not.toEqual([]);
});
