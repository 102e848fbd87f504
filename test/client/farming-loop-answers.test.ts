/** Tests rare responses of the service, which make the farming loop forget a saved call, keep it, or wait. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningExample, runExample } from './example-process.ts';
import { installPackage, type Project } from './installed-package.ts';

const INTENT = { idempotencyKey: 'farm_sent', params: { opportunity_id: 'opp_1', amount: 300 } };

type Answer = { readonly status?: number; readonly body: string };

let project: Project;
let server: Server;
let running: RunningExample | undefined;
/** Names of the called methods, oldest first. */
let called: string[] = [];
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
	const { id, method } = JSON.parse(text) as { readonly id: number; readonly method: string };
	called.push(method);
	return { body: JSON.stringify({ jsonrpc: '2.0', id, ...outcomeOf(method) }) };
}

function outcomeOf(method: string): object {
	if (method === 'execute_opportunity') return onExecute();
	if (method === 'portfolio_live') return { result: { executions: [], accounts: [] } };
	return { result: { data: [] } };
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
	expect(await dry.says('would_send')).toMatchObject({ opportunity_id: 'opp_1' });
	await dry.says('nothing_to_open');
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
		expect(called).not.toContain('get_opportunities');
	},
);

test('forgets a call that the order service refused', async () => {
	onExecute = () => refusal(-32_602, 'UNKNOWN_OPPORTUNITY', false);
	const sent = loop(TOKEN, '--trade');
	expect(await sent.says('refused')).toMatchObject({ code: 'UNKNOWN_OPPORTUNITY' });
	expect(remembered()).toBeNull();
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
	await waited.says('nothing_to_open');
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
