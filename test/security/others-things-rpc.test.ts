/**
 * Calls every JSON-RPC method with another user's ids. The tests fail for a new method until it has a line here. The
 * line gives the method's ids and the response to another user's ids. If the method takes no ids, the line says so.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { METHOD_NAMES, METHODS } from '../../src/api/methods/registry.ts';
import { SCOPES } from '../../src/identity/scopes.ts';
import { type AnnsThings, EXCHANGE_PAIR, openTwoUsers, type TwoUsers } from './anns-things.ts';
import { copyToken, logIn, pageToken } from './people.ts';
import { call } from './refusals.ts';

/** Parameters with one of Ann's ids, and the error code of the required refusal. */
type Naming = {
	readonly params: (things: AnnsThings) => Record<string, unknown>;
	readonly refusal: string;
	/**
	 * True if only the caller who opened the execution may command it. Another agent of the same owner is then
	 * refused too.
	 */
	readonly commands?: true;
};

type Line = {
	/** One entry per id that the method takes; empty if it takes no user's id. */
	readonly naming: readonly Naming[];
	/**
	 * Parameters for a call by any user, whose response must contain none of Ann's data. If undefined, the method
	 * always takes an id.
	 */
	readonly plain?: (things: AnnsThings) => Record<string, unknown>;
};

const none = () => ({});
const execution = (more: object = {}): Naming => ({
	params: ({ execution: one }) => ({ execution_id: one.execution_id, ...more }),
	refusal: 'UNKNOWN_EXECUTION',
});
const agentsExecution = (more: object = {}): Naming => ({
	params: ({ agentsExecution: one }) => ({ execution_id: one.execution_id, ...more }),
	refusal: 'UNKNOWN_EXECUTION',
});
const command = (more: object = {}): readonly Naming[] =>
	[execution(more), agentsExecution(more)].map((naming) => ({ ...naming, commands: true }));
const agent = (more: object = {}): Naming => ({
	params: ({ agent: one }) => ({ agent_id: one.agentId, ...more }),
	refusal: 'UNKNOWN_AGENT',
});
const account: Naming = {
	params: ({ accountId }) => ({ account_id: accountId }),
	refusal: 'UNKNOWN_ACCOUNT',
};
const alertTarget: Naming = {
	params: ({ alertTargetId }) => ({ target_id: alertTargetId }),
	refusal: 'UNKNOWN_ALERT_TARGET',
};
const alertRule: Naming = {
	params: ({ alertRuleId }) => ({ rule_id: alertRuleId }),
	refusal: 'UNKNOWN_ALERT_RULE',
};
const replay: Naming = { params: ({ replayId }) => ({ replay_id: replayId }), refusal: 'UNKNOWN_REPLAY' };
const pot = (more: object = {}): Naming => ({
	params: ({ potId }) => ({ pot_id: potId, ...more }),
	refusal: 'UNKNOWN_POT',
});
const decision: Naming = {
	params: ({ decisionId }) => ({ decision_id: decisionId }),
	refusal: 'UNKNOWN_DECISION',
	commands: true,
};
const potCommand = (more: object = {}): readonly Naming[] => [{ ...pot(more), commands: true }];
const chat: Naming = { params: ({ linkId }) => ({ link_id: linkId }), refusal: 'UNKNOWN_CHAT' };
const token: Naming = { params: ({ token: one }) => ({ token_id: one.tokenId }), refusal: 'UNKNOWN_TOKEN' };
const application: Naming = {
	params: ({ applicationId }) => ({ application_id: applicationId }),
	refusal: 'UNKNOWN_TOKEN',
};
const WISH = { name: 'taken over', scopes: ['arb:read'], caps: {} };

const LINES: Readonly<Record<string, Line>> = {
	test: { naming: [], plain: none },
	service_status: { naming: [], plain: none },
	exchange_pair: { naming: [], plain: none },
	get_opportunities: { naming: [], plain: none },
	opportunity_detail: { naming: [], plain: ({ opportunityId }) => ({ opportunity_id: opportunityId }) },
	opportunity_history: {
		naming: [],
		plain: ({ opportunityId }) => ({ opportunity_id: opportunityId, days: 30 }),
	},
	get_daily_spreads: {
		naming: [],
		plain: ({ opportunityId }) => ({ opportunity_ids: [opportunityId] }),
	},
	get_opportunity_lives: { naming: [], plain: none },
	funding_map: { naming: [], plain: none },
	funding_history: { naming: [], plain: () => ({ coin: 'BTC' }) },
	plan_portfolio: {
		naming: [
			{
				params: ({ execution: one }) => ({ execution_ids: [one.execution_id] }),
				refusal: 'UNKNOWN_EXECUTION',
			},
			{
				params: ({ agentsExecution: one }) => ({ execution_ids: [one.execution_id] }),
				refusal: 'UNKNOWN_EXECUTION',
			},
		],
		plain: none,
	},
	execute_opportunity: {
		naming: [
			{
				params: ({ opportunityId, previewId }) => ({
					opportunity_id: opportunityId,
					amount: 1_000,
					preview_id: previewId,
				}),
				refusal: 'UNKNOWN_PREVIEW',
				commands: true,
			},
		],
		plain: ({ opportunityId }) => ({ opportunity_id: opportunityId, amount: 1_000, preview: true }),
	},
	portfolio_live: { naming: [execution(), agentsExecution()], plain: () => ({ include_closed: true }) },
	portfolio_live_v2: { naming: [execution(), agentsExecution()], plain: () => ({ include_closed: true }) },
	portfolio_history: { naming: [], plain: none },
	execution_history: { naming: [execution(), agentsExecution()] },
	close_execution: { naming: command() },
	roll_leg: {
		naming: [
			...command({ leg: 'short', exchange: 'okx', preview: true }),
			{
				params: ({ execution: one, sparePreviewId }) => ({
					execution_id: one.execution_id,
					leg: 'short',
					exchange: 'okx',
					preview_id: sparePreviewId,
				}),
				refusal: 'UNKNOWN_PREVIEW',
				commands: true,
			},
		],
	},
	check_pair_status: { naming: [], plain: () => ({ exchangepair: EXCHANGE_PAIR }) },
	get_execution: { naming: [execution(), agentsExecution()] },
	get_executed_opportunity: { naming: [], plain: () => ({ pair: 'SOLUSDT', exchange: EXCHANGE_PAIR }) },
	export_ledger: { naming: [], plain: none },
	'rpc.discover': { naming: [], plain: none },
	what_if: {
		naming: [execution({ shock: { move_pct: -30 } }), agentsExecution({ shock: { move_pct: -30 } })],
		plain: () => ({ shock: { move_pct: -30 } }),
	},
	cancel_execution: { naming: command() },
	update_exit: { naming: command({ exit: { max_hours: 1 } }) },
	continue_epoch: { naming: command() },
	resubmit_execute_opportunity: {
		naming: [
			{
				params: ({ execution: one }) => ({ job_id: one.job_id }),
				refusal: 'UNKNOWN_JOB',
				commands: true,
			},
			{
				params: ({ agentsExecution: one }) => ({ job_id: one.job_id }),
				refusal: 'UNKNOWN_JOB',
				commands: true,
			},
		],
	},
	halt_trading: { naming: [], plain: () => ({ close_all: true }) },
	resume_trading: { naming: [], plain: none },
	list_agents: { naming: [], plain: none },
	create_agent: { naming: [], plain: () => ({ ...WISH, name: 'of bob' }) },
	update_agent: { naming: [agent(WISH)] },
	rotate_agent_key: { naming: [agent()] },
	stop_agent: { naming: [agent()] },
	account_exchange_pair: { naming: [], plain: none },
	connect_exchange: {
		naming: [
			{
				params: ({ apiKey }) => ({
					exchange: 'bybit',
					api_key: apiKey,
					api_secret: 'anns-api-secret-0123456789',
				}),
				refusal: 'ACCOUNT_ALREADY_CONNECTED',
			},
		],
		plain: () => ({
			exchange: 'kucoin',
			api_key: 'bobs-api-key-0123456789',
			api_secret: 'bobs-api-secret-01234',
		}),
	},
	use_exchange_account: { naming: [account] },
	set_own_transfers: {
		naming: [account, { ...account, params: (of) => ({ ...account.params(of), allowed: true }) }],
	},
	check_exchange_account: { naming: [account] },
	disconnect_exchange: {
		naming: [account, { ...account, params: (of) => ({ ...account.params(of), close_first: true }) }],
	},
	list_exchanges: { naming: [], plain: none },
	open_simulated_accounts: { naming: [], plain: none },
	list_tokens: { naming: [], plain: none },
	create_token: { naming: [], plain: () => ({ name: 'of bob', scopes: ['arb:read'] }) },
	rotate_token: { naming: [token] },
	revoke_token: { naming: [token] },
	revoke_application: { naming: [application] },
	get_account: { naming: [], plain: none },
	get_preferences: { naming: [], plain: none },
	set_preferences: { naming: [], plain: () => ({ favourites: ['BOB'] }) },
	list_audit: { naming: [], plain: none },
	list_alerts: { naming: [alertTarget], plain: none },
	list_alert_targets: { naming: [], plain: none },
	add_alert_target: {
		naming: [],
		plain: () => ({ kind: 'slack', name: 'of bob', url: 'https://answers.example/200' }),
	},
	test_alert_target: { naming: [alertTarget] },
	update_alert_target: { naming: [alertTarget] },
	send_alert_code: { naming: [alertTarget] },
	confirm_alert_target: {
		naming: [
			{
				params: ({ alertTargetId }) => ({ target_id: alertTargetId, code: '123456' }),
				refusal: 'UNKNOWN_ALERT_TARGET',
			},
		],
	},
	remove_alert_target: { naming: [alertTarget] },
	list_alert_rules: { naming: [], plain: none },
	add_alert_rule: {
		naming: [execution({ kind: 'basis', direction: 'above', limit: 1 })],
		plain: () => ({ kind: 'basis', name: 'of bob', direction: 'above', limit: 1 }),
	},
	update_alert_rule: { naming: [alertRule] },
	remove_alert_rule: { naming: [alertRule] },
	get_alert_settings: { naming: [], plain: none },
	set_quiet_hours: { naming: [], plain: () => ({ from: '01:00', until: '02:00', time_zone: 'UTC' }) },
	remove_quiet_hours: { naming: [], plain: none },
	set_heartbeat: { naming: [], plain: () => ({ url: 'https://answers.example/200' }) },
	remove_heartbeat: { naming: [], plain: none },
	list_chats: { naming: [], plain: none },
	create_chat_code: { naming: [agent()] },
	unlink_chat: { naming: [chat] },
	replay_start: { naming: [], plain: () => ({ data: 'year', policy: 'month-mean' }) },
	replay_status: { naming: [replay], plain: none },
	replay_result: { naming: [replay] },
	replay_cancel: { naming: [replay] },
	autopilot_start: {
		naming: [],
		plain: () => ({ name: 'of bob', capital: 1_000, exchanges: ['bybit', 'kucoin'] }),
	},
	autopilot_status: { naming: [pot()], plain: none },
	autopilot_change: { naming: potCommand({ name: 'taken over' }) },
	autopilot_pause: { naming: potCommand() },
	autopilot_confirm: { naming: [decision] },
	autopilot_decline: { naming: [decision] },
	autopilot_stop: { naming: potCommand({ close: true }) },
};

let users: TwoUsers;
let things: AnnsThings;

beforeAll(async () => {
	users = await openTwoUsers();
	({ things } = users);
});
afterAll(() => users[Symbol.asyncDispose]());

const isOfLogin = (method: string) => METHODS.find(({ name }) => name === method)?.isOfLogin === true;
/** Most methods accept Bob's personal access token. The others need the token for a page in Bob's browser. */
const bobs = (method: string) => (isOfLogin(method) ? users.bobsPageToken : users.bobsToken);
const isOpportunity = (field: string) => /^opportunity_ids?$/.test(field);
const isId = (field: string) => /_ids?$/.test(field) && !isOpportunity(field);
/** Returns an id that has the same format but was never issued. */
const nobodys = (id: string) => id.replace(/[0-9a-f]{12}$/, 'f'.repeat(12));
const nobodysOf = (value: unknown) =>
	Array.isArray(value) ? value.map((id) => nobodys(String(id))) : nobodys(String(value));

/** Expects the refusal, and none of Ann's data in it except the id that the caller sent. */
async function expectRefused(token: string, method: string, { params, refusal }: Naming): Promise<void> {
	const before = users.annsState();
	const sent = params(things);
	const answer = await users.ask(token, method, sent);
	expect({ method, code: answer.code, result: answer.result }).toEqual({
		method,
		code: refusal,
		result: undefined,
	});
	expectNothingOfAnns(answer.text, JSON.stringify(sent));
	expect(users.annsState()).toBe(before);
}

function expectNothingOfAnns(text: string, sent = ''): void {
	expect(users.annsWords.filter((word) => text.includes(word) && !sent.includes(word))).toEqual([]);
}

const named = Object.entries(LINES).flatMap(([method, { naming }]) =>
	naming.map((one, at) => [method, at, one] as const),
);

describe('OWASP API1 another user’s things, method by method', () => {
	test('every method has a line, and every line has a method', () => {
		expect(Object.keys(LINES).sort()).toEqual([...METHOD_NAMES].sort());
		for (const { naming, plain } of Object.values(LINES))
			expect(naming.length > 0 || plain !== undefined).toBe(true);
	});

	test('every parameter that ends in _id or _ids is known and tested by a line', () => {
		const known = new Set([
			'execution_id',
			'execution_ids',
			'agent_id',
			'account_id',
			'target_id',
			'rule_id',
			'link_id',
			'replay_id',
			'pot_id',
			'decision_id',
			'token_id',
			'application_id',
			'job_id',
			'preview_id',
		]);
		for (const { name, params } of METHODS) {
			const fields = Object.keys((params as { readonly shape?: object }).shape ?? {});
			// A chat id belongs to Telegram, not to a user of the service.
			for (const field of fields.filter((one) => /_ids?$/.test(one) && one !== 'chat_id')) {
				if (isOpportunity(field)) continue;
				expect([name, field, known.has(field)]).toEqual([name, field, true]);
				const used = LINES[name]?.naming.some(({ params: sent }) => field in sent(things));
				expect([name, field, used]).toEqual([name, field, true]);
			}
		}
	});

	// These tests run before the refusals, because the ids in Bob's refused calls appear in his own audit trail.
	test.each(
		Object.entries(LINES).flatMap(([method, { plain }]) =>
			plain === undefined ? [] : [[method, plain] as const],
		),
	)('%s shows Bob none of Ann’s data and changes none', async (method, plain) => {
		const before = users.annsState();
		const sent = plain(things);
		const answer = await users.ask(bobs(method), method, sent);
		expect([method, answer.code]).toEqual([method, undefined]);
		expectNothingOfAnns(answer.text);
		expect(users.annsState()).toBe(before);
	});

	test.each(named)('%s refuses Ann’s id to Bob (%i)', async (method, _at, naming) => {
		await expectRefused(bobs(method), method, naming);
	});

	test.each(named)('%s refuses Ann’s id to Bob’s agent (%i)', async (method, _at, naming) => {
		const scope = METHODS.find(({ name }) => name === method)?.scope;
		const mayAsk = scope === 'arb:read' || scope === 'arb:trade';
		const refusal = mayAsk ? (isOfLogin(method) ? 'LOGIN_REQUIRED' : naming.refusal) : 'FORBIDDEN';
		await expectRefused(users.bobsAgentToken, method, { ...naming, refusal });
	});

	test.each(named.filter(([method]) => method !== 'connect_exchange'))(
		'%s gives the same answer for an unknown id (%i)',
		async (method, _at, { params }) => {
			const sent = params(things);
			const absent = Object.fromEntries(
				Object.entries(sent).map(([field, value]) => [field, isId(field) ? nobodysOf(value) : value]),
			);
			expect(absent).not.toEqual(sent);
			const [foreign, nowhere] = [
				await users.ask(bobs(method), method, sent),
				await users.ask(bobs(method), method, absent),
			];
			const ids = [sent, absent].flatMap((params) =>
				Object.entries(params).flatMap(([field, value]) => (isId(field) ? [String(value)] : [])),
			);
			const shape = (text: string) => ids.reduce((shaped, id) => shaped.replaceAll(id, '…'), text);
			expect(shape(foreign.text)).toBe(shape(nowhere.text));
		},
	);
});

describe('OWASP API1 an execution opened by another agent of the same owner', () => {
	test.each(named.filter(([, , { commands }]) => commands === true))(
		'%s refuses the owner’s second agent (%i)',
		async (method, _at, naming) => {
			await expectRefused(users.secondAgentToken, method, naming);
		},
	);

	test('an agent reads its owner’s data, but not its owner’s administration', async () => {
		const read = await users.ask(users.secondAgentToken, 'get_execution', {
			execution_id: things.execution.execution_id,
		});
		expect(read.code).toBeUndefined();
		for (const method of [
			'list_agents',
			'create_agent',
			'update_agent',
			'rotate_agent_key',
			'stop_agent',
			'list_alert_targets',
			'add_alert_target',
			'test_alert_target',
			'remove_alert_target',
			'update_alert_target',
			'send_alert_code',
			'confirm_alert_target',
			'list_alert_rules',
			'add_alert_rule',
			'update_alert_rule',
			'remove_alert_rule',
			'get_alert_settings',
			'set_quiet_hours',
			'remove_quiet_hours',
			'set_heartbeat',
			'remove_heartbeat',
			'create_token',
			'rotate_token',
			'revoke_token',
			'revoke_application',
		])
			expect([
				method,
				(await users.ask(users.agentToken, method, { agent_id: things.agent.agentId })).code,
			]).toEqual([method, 'FORBIDDEN']);
		for (const method of [
			'connect_exchange',
			'check_exchange_account',
			'use_exchange_account',
			'set_own_transfers',
			'disconnect_exchange',
		])
			expect([method, (await users.ask(users.agentToken, method, {})).code]).toEqual([method, 'FORBIDDEN']);
		for (const method of ['list_tokens', 'list_audit', 'get_account', 'get_preferences', 'set_preferences'])
			expect([method, (await users.ask(users.agentToken, method, {})).code]).toEqual([
				method,
				'LOGIN_REQUIRED',
			]);
	});

	test('methods for a logged-in browser refuse a copied token with every scope', async () => {
		const before = users.annsState();
		const named = METHODS.filter((method) => method.isOfLogin === true).map(({ name }) => name);
		expect(named).toEqual([
			'open_simulated_accounts',
			'list_tokens',
			'create_token',
			'rotate_token',
			'revoke_token',
			'revoke_application',
			'get_account',
			'get_preferences',
			'set_preferences',
			'list_audit',
		]);
		for (const method of named) {
			const { status, code } = await users.ask(things.token.token, method, {
				...LINES[method]?.plain?.(things),
				...LINES[method]?.naming[0]?.params(things),
			});
			expect({ method, status, code }).toEqual({ method, status: 403, code: 'LOGIN_REQUIRED' });
		}
		expect(users.annsState()).toBe(before);
	});

	test('a page token ends with its login, and cannot create tokens with read or trade access', async () => {
		const reader = await pageToken(users.bob, 'read');
		expect((await users.ask(reader, 'list_audit')).code).toBeUndefined();
		const params = { name: 'more', scopes: ['arb:read'] };
		expect((await users.ask(reader, 'create_token', params)).code).toBe('FORBIDDEN');
		const trader = await pageToken(users.bob, 'trade');
		expect((await users.ask(trader, 'create_token', params)).code).toBe('FORBIDDEN');
		const carol = await logIn(users.fixture, 'carol');
		const carols = await pageToken(carol, 'manage');
		expect((await users.ask(carols, 'list_tokens')).code).toBeUndefined();
		await carol.browser.open('/status');
		await carol.browser.submit('/logout');
		expect((await users.ask(carols, 'list_tokens')).code).toBe('UNAUTHORIZED');
	});

	test('an agent cannot lift its owner’s halt, close all, or command its owner’s executions', async () => {
		const before = users.annsState();
		expect((await users.ask(users.agentToken, 'resume_trading')).code).toBe('AGENT_NOT_ALLOWED');
		expect((await users.ask(users.agentToken, 'halt_trading', { close_all: true })).code).toBe(
			'AGENT_NOT_ALLOWED',
		);
		const owners = { execution_id: things.execution.execution_id };
		expect((await users.ask(users.agentToken, 'close_execution', owners)).code).toBe('UNKNOWN_EXECUTION');
		expect(users.annsState()).toBe(before);
	});
});

describe('docs/security.md an idempotency key of another user or agent', () => {
	test.each([
		['Bob', () => users.bobsToken],
		['Bob’s agent', () => users.bobsAgentToken],
		['another agent of Ann', () => users.secondAgentToken],
	])('reveals nothing of the first answer to %s', async (_who, token) => {
		const opportunityId = users.trading.floor.feed('SOL');
		const answer = await users.ask(token(), 'execute_opportunity', {
			opportunity_id: opportunityId,
			amount: 1_000,
			idempotency_key: things.idempotencyKey,
		});
		expect(answer.text).not.toContain(things.execution.execution_id);
		expect(answer.text).not.toContain(things.execution.job_id);
		const again = await users.ask(users.things.token.token, 'execute_opportunity', {
			opportunity_id: opportunityId,
			amount: 1_000,
			idempotency_key: things.idempotencyKey,
		});
		expect(again.result).toMatchObject({ execution_id: things.execution.execution_id });
	});
});

describe('RFC 6750 3.1 every method with a token of too small a scope, or without one', () => {
	test('each refuses a token with every scope except the required one, and names that scope', async () => {
		for (const { name, scope } of METHODS.filter((method) => method.scope !== 'public')) {
			const others = SCOPES.filter((one) => one !== scope);
			const { token } = await copyToken(users.ann, others, 'almost all');
			const { status, code, headers } = await users.ask(token, name, {});
			expect({ name, status, code }).toEqual({ name, status: 403, code: 'FORBIDDEN' });
			expect(headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${scope}"`);
		}
	});

	test('private methods refuse a call without a token, and public methods need none', async () => {
		for (const { name, scope } of METHODS) {
			const line = LINES[name]?.plain?.(things) ?? {};
			const { status, code } = await users.trading.during(call(users.fixture, name, line));
			expect({ name, status, code }).toEqual(
				scope === 'public'
					? { name, status: 200, code: undefined }
					: { name, status: 401, code: 'UNAUTHORIZED' },
			);
		}
	});

	test('checks the scope of each entry in a batch', async () => {
		const { token } = await copyToken(users.ann, ['arb:read'], 'reader');
		const response = await users.fixture.fetch(`${users.fixture.url}/jsonrpc/`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify([
				{ jsonrpc: '2.0', id: 1, method: 'account_exchange_pair' },
				{ jsonrpc: '2.0', id: 2, method: 'halt_trading' },
				{ jsonrpc: '2.0', id: 3, method: 'list_agents' },
			]),
		});
		const answers = (await response.json()) as {
			readonly error?: { readonly data: { readonly code: string } };
		}[];
		expect(answers.map(({ error }) => error?.data.code)).toEqual([undefined, 'FORBIDDEN', 'FORBIDDEN']);
	});
});

describe('docs/security.md the owner, the control case for each refusal above', () => {
	// Two calls are excluded: Ann's key is already connected, and an account can be disconnected only once.
	const hers = named
		.filter(([method, at]) => method !== 'connect_exchange' && `${method} ${at}` !== 'disconnect_exchange 1')
		// Ann's token is replaced last, because the other calls use it.
		.sort(([one], [other]) => Number(isOfLogin(one)) - Number(isOfLogin(other)));

	test.each(hers)('%s accepts Ann’s id from Ann (%i)', async (method, _at, { params, refusal }) => {
		const hersToSend = isOfLogin(method) ? await pageToken(users.ann, 'manage') : things.token.token;
		const { code } = await users.ask(hersToSend, method, params(things));
		expect([refusal, 'FORBIDDEN', 'INVALID_PARAMS', 'UNAUTHORIZED']).not.toContain(code);
	});
});
