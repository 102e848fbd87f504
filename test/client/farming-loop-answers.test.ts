/** Tests rare responses of the service, which make the farming loop forget a saved call, keep it, or wait. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { PORTFOLIO_EXAMPLE } from '../../src/api/rpc/portfolio-example.ts';
import { type RunningExample, runExample } from './example-process.ts';
import { installPackage, type Project } from './installed-package.ts';

const PLAN = { outcome: { net_on_capital: 0.06, over_cash: 0.02 }, changes: [] as readonly object[] };
const LEGS = {
	long: { exchange: 'bybit', symbol: 'BTCUSDT' },
	short: { exchange: 'okx', symbol: 'BTC-USDT-SWAP' },
} as const;
const CHANGE = { coin: 'BTC', ...LEGS, opportunity_id: 'opp_2', notional: 450, message: 'It pays.' };
const EXAMPLE = PORTFOLIO_EXAMPLE.executions[0];
const HELD = {
	...EXAMPLE,
	execution: { ...EXAMPLE.execution, id: 'exec_1', status: 'running', created_at: new Date().toISOString() },
	risk: { ...EXAMPLE.risk, liquidation_distance_pct: 90 },
	advice: null,
};
const INTENT = { idempotencyKey: 'farm_sent', params: { opportunity_id: 'opp_1', amount: 300 } };

type Answer = { readonly status?: number; readonly body: string };

let project: Project;
let server: Server;
let running: RunningExample | undefined;
/** Names of the called methods, oldest first. */
let called: string[] = [];
/** Their params. */
let params: object[] = [];
/** Changes of the plans, in the order of the calls; afterwards none. */
let plans: (readonly object[])[] = [];
let held: readonly object[] = [];
let onExecute: () => object;
let onToken: () => Answer;

beforeAll(() => {
	project = installPackage();
	for (const name of ['farming-loop.ts', 'farming-rules.ts', 'farming-memory.ts'])
		project.copy(`examples/${name}`, name);
});

afterAll(() => project?.[Symbol.dispose]());

beforeEach(async () => {
	called = [];
	params = [];
	plans = [];
	held = [];
	onExecute = () => refusal(-32_000, 'TRADING_HALTED', true);
	onToken = () => ({ body: '{"access_token":"cw_of-an-agent"}' });
	server = createServer((request, response) => {
		void answer(request).then(({ status = 200, body }) => response.writeHead(status).end(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	project.write('farming-loop.json', JSON.stringify({ executions: [], intent: INTENT }));
});

afterEach(async () => {
	await running?.kill('SIGKILL');
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

async function answer(request: IncomingMessage): Promise<Answer> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	if (request.url === '/oauth/token') return onToken();
	const {
		id,
		method,
		params: given,
	} = JSON.parse(text) as {
		readonly id: number;
		readonly method: string;
		readonly params: object;
	};
	called.push(method);
	params.push(given);
	return { body: JSON.stringify({ jsonrpc: '2.0', id, ...outcomeOf(method) }) };
}

function outcomeOf(method: string): object {
	if (method === 'execute_opportunity') return onExecute();
	if (method === 'portfolio_live') return { result: { executions: held, accounts: [] } };
	if (method === 'roll_leg') return onExecute();
	if (method === 'close_execution') return { result: { success: true, status: 'running' } };
	return { result: { ...PLAN, changes: plans.shift() ?? [] } };
}

function refusal(code: number, name: string, retryable: boolean): object {
	const data = { code: name, message: name, retryable, retry_after_ms: 1 };
	return { error: { code, message: name, data } };
}

function loop(env: Readonly<Record<string, string>>, ...further: readonly string[]): RunningExample {
	const { port } = server.address() as AddressInfo;
	running = runExample('farming-loop.ts', ['--every-seconds', '0.2', ...further], {
		cwd: project.folder,
		env: { CARRYWIRE_URL: `http://127.0.0.1:${port}`, ...env },
	});
	return running;
}

const TOKEN = { CARRYWIRE_TOKEN: 'cw_of-a-user' };
const AGENT = { CARRYWIRE_AGENT_ID: 'agent_1', CARRYWIRE_AGENT_KEY: 'arbk_1' };
const remembered = (): unknown =>
	JSON.parse(readFileSync(join(project.folder, 'farming-loop.json'), 'utf8')).intent;

test('sends nothing without --trade, not even the saved call of an earlier run', async () => {
	const dry = loop(TOKEN);
	expect(await dry.says('would_send')).toMatchObject({ params: { opportunity_id: 'opp_1' } });
	await dry.says('nothing_to_change');
	expect(await dry.kill('SIGTERM')).toBe(0);
	expect(called).not.toContain('execute_opportunity');
	expect(remembered()).toEqual(INTENT);
});

test.each([
	[-32_603, 'NOT_READY', true],
	[429, 'RATE_LIMITED', true],
	[-32_603, 'STORE_UNAVAILABLE', true],
	[401, 'UNAUTHORIZED', false],
] as const)(
	'keeps the saved call after %i %s, because the key may have opened an execution',
	async (code, name, retryable) => {
		onExecute = () => refusal(code, name, retryable);
		const sent = loop(TOKEN, '--trade');
		await sent.says(retryable ? 'waiting' : 'halted');
		expect(remembered()).toEqual(INTENT);
		expect(called).not.toContain('plan_portfolio');
	},
);

test('forgets a call that the order service refused', async () => {
	onExecute = () => refusal(-32_602, 'UNKNOWN_OPPORTUNITY', false);
	const sent = loop(TOKEN, '--trade');
	expect(await sent.says('refused')).toMatchObject({ code: 'UNKNOWN_OPPORTUNITY' });
	expect(remembered()).toBeNull();
});

/** Returns the params of each call of a method. */
const paramsOf = (method: string): readonly object[] => params.filter((_given, at) => called[at] === method);
const roll = { leg: 'short', from: { exchange: 'kucoin', symbol: 'XBTUSDTM' } } as const;
const ROLL = { ...CHANGE, kind: 'roll', execution_id: 'exec_1', share: 1, roll };
const REDUCE = { ...CHANGE, kind: 'reduce', execution_id: 'exec_1', share: 0.25, roll: null };
const OPEN = { ...CHANGE, kind: 'open', execution_id: null, share: null, roll: null };
const costs = { net_apr: 0.1, verdict: 'trade' } as const;

test('makes one change of the plan, then plans again from what is held', async () => {
	project.write('farming-loop.json', JSON.stringify({ executions: ['exec_1'], intent: null }));
	held = [HELD];
	plans = [[REDUCE, ROLL], [ROLL], [OPEN]];
	let opened = 1;
	onExecute = () => {
		const isPreview = 'preview' in (params.at(-1) ?? {});
		if (isPreview) return { result: { preview: true, preview_id: `p_${opened}`, checks: [], costs } };
		opened += 1;
		return { result: { execution_id: `exec_${opened}`, message: 'Queued.' } };
	};
	const followed = loop(TOKEN, '--trade', '--leverage', '1.8');
	await followed.says('nothing_to_change');
	expect(await followed.kill('SIGTERM')).toBe(0);
	expect(followed.lines().map(({ event }) => event)).toEqual([
		...['started', 'planned', 'closing', 'closed', 'planned', 'previewed', 'rolled'],
		...['planned', 'previewed', 'opened', 'planned', 'nothing_to_change', 'ended'],
	]);
	expect(paramsOf('plan_portfolio')[0]).toEqual({
		capital: 5_000,
		leverage: 1.8,
		idle: 0.25,
		coin_share: 0.1,
		execution_ids: ['exec_1'],
	});
	expect(paramsOf('close_execution')).toEqual([{ execution_id: 'exec_1', share: 0.25 }]);
	expect(paramsOf('roll_leg')[1]).toMatchObject({
		...{ execution_id: 'exec_1', leg: 'short', exchange: 'okx', symbol: 'BTC-USDT-SWAP', share: 1 },
		preview_id: 'p_1',
		idempotency_key: expect.stringMatching(/^farm_/),
	});
	expect(paramsOf('execute_opportunity')[1]).toMatchObject({
		opportunity_id: 'opp_2',
		amount: 450,
		leverage: 2,
		any_direction: true,
		preview_id: 'p_2',
	});
	expect(JSON.parse(readFileSync(join(project.folder, 'farming-loop.json'), 'utf8'))).toEqual({
		executions: ['exec_1', 'exec_2', 'exec_3'],
		intent: null,
	});
});

test('leaves out what its own limits forbid and what the service refuses, and plans again within the hour', async () => {
	project.write('farming-loop.json', JSON.stringify({ executions: [], intent: null }));
	held = [HELD];
	plans = [[REDUCE, OPEN, { ...OPEN, coin: 'ETH', opportunity_id: 'opp_3', notional: 9_000 }]];
	onExecute = () => refusal(-32_000, 'INSUFFICIENT_DEPTH', false);
	const limited = loop(TOKEN, '--trade');
	expect(await limited.says('planned')).toMatchObject({
		changes: [
			{ reason: 'the loop did not open this execution' },
			{ coin: 'BTC', reason: null },
			{ coin: 'ETH', reason: expect.stringContaining('USD open; the limit is') },
		],
	});
	expect(await limited.says('refused')).toMatchObject({
		opportunity_id: 'opp_2',
		code: 'INSUFFICIENT_DEPTH',
	});
	expect(await limited.says('nothing_to_change')).toMatchObject({ next_plan_in_hours: 1 });
	expect(called).not.toContain('close_execution');
});

test('opens nothing while the plan pays no more than cash', async () => {
	project.write('farming-loop.json', JSON.stringify({ executions: [], intent: null }));
	plans = [[OPEN]];
	const kept = loop(TOKEN, '--trade', '--min-net-over-cash', '0.03');
	expect(await kept.says('planned')).toMatchObject({
		changes: [{ reason: 'the plan earns 0.02 a year above cash; the limit is 0.03' }],
	});
	await kept.says('nothing_to_change');
	expect(called).not.toContain('execute_opportunity');
});

test.each([
	[502, '<html>Bad Gateway</html>'],
	[503, '{"error":"temporarily_unavailable"}'],
	[429, '{"error":"slow_down"}'],
])('waits for a token when the agent receives HTTP %i', async (status, body) => {
	project.write('farming-loop.json', JSON.stringify({ executions: [], intent: null }));
	let asked = 0;
	onToken = () => {
		asked += 1;
		return asked === 1 ? { status, body } : { body: '{"access_token":"cw_of-an-agent"}' };
	};
	const waited = loop(AGENT);
	await waited.says('waiting');
	await waited.says('nothing_to_change');
	expect(await waited.kill('SIGTERM')).toBe(0);
});

test('calls for a person when the service refuses the agent’s key, whatever the body', async () => {
	onToken = () => ({ status: 401, body: 'no' });
	const refused = loop(AGENT);
	expect(await refused.says('halted')).toMatchObject({
		reason: 'The service refused the agent a token: HTTP 401.',
	});
	expect(await refused.ended).toBe(1);
});
