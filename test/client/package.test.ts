/**
 * Tests the published client: its contents, its size, running and type checking it without other packages, a run in a
 * browser, and the examples.
 */
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDashboard } from '../../scripts/dashboard-build.ts';
import { thisMachine } from '../../scripts/debian-packages.ts';
import { CHROMIUM, requireProgram } from '../../scripts/programs.ts';
import { webhookBody } from '../../src/alerts/bodies.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { newSigningSecret, signedHeaders } from '../../src/runtime/webhook-signature.ts';
import { handBook, opportunityOf } from '../rpc/in-memory-feeds.ts';
import { post, startTestServer, type TestServer } from '../rpc/test-server.ts';
import { type RunningExample, runExample } from './example-process.ts';
import { installPackage, type Project } from './installed-package.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
/** Maximum size of the HTTP client alone, minified and uncompressed, bytes. */
const BUNDLE_BYTES_MAX = 12_000;
const STREAM_BUNDLE_BYTES_MAX = 18_000;

const DASHBOARD = join(REPOSITORY, 'dist/dashboard');

let project: Project;
let server: TestServer;
let dashboardBefore: ReturnType<typeof dashboardFolder>;

/** Identifies the dashboard's folder. A new folder with the same name differs in at least one of these values. */
function dashboardFolder() {
	const { ino, birthtimeMs } = statSync(DASHBOARD);
	return { ino, birthtimeMs };
}

beforeAll(async () => {
	await buildDashboard(DASHBOARD);
	dashboardBefore = dashboardFolder();
	project = installPackage();
	server = await startTestServer();
});

afterAll(async () => {
	project?.[Symbol.dispose]();
	await server?.[Symbol.asyncDispose]();
});

type Finished = { readonly exit: number | null; readonly output: string };

/** Runs Node without `spawnSync`, because this process runs the server that the program calls. */
function node(args: readonly string[]): Promise<Finished> {
	const child = spawn(process.execPath, args, { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (exit) => resolve({ exit, output }));
	});
}

test('packs the program, the client with its declarations and the documents, but no source and no test', () => {
	for (const file of [
		'bin/carrywire.js',
		'dist/cli/main.js',
		'dist/simulator/main.js',
		'dist/src/identity/pages/assets/style.css',
		'dist/client/entry.js',
		'dist/client/entry.d.ts',
		'dist/dashboard/en/manifest.json',
		'dist/dashboard/es/manifest.json',
		'dist/docs/index.html',
		'dist/docs/llms.txt',
		'docs/client.md',
		'LICENSE',
		'README.md',
		'package.json',
	])
		expect(project.files).toContain(file);
	const unwanted = project.files.filter(
		(path) =>
			/\.test\.|^test\/|^data\/|^dist\/\.|\.sqlite|\.tgz$/.test(path) ||
			(path.endsWith('.ts') && !path.endsWith('.d.ts')),
	);
	expect(unwanted).toEqual([]);
});

test('leaves the built dashboard in place while packing, so a service can start', () => {
	expect(dashboardFolder()).toEqual(dashboardBefore);
});

test('lets a program that imports carrywire/client call the service and match errors by code', async () => {
	const program = project.write(
		'program.js',
		`import { createClient, isRpcError, RpcError } from 'carrywire/client';
const client = createClient({ url: ${JSON.stringify(server.url)}, token: ${JSON.stringify(server.tokens.full)} });
const { status } = await client.call('test');
const page = await client.call('get_opportunities', { limit: 1 });
const opened = await client.call('execute_opportunity', { opportunity_id: page.data[0].opportunity_id, amount: 1000 });
const answers = await client.batch([{ method: 'test' }, { method: 'get_execution', params: { execution_id: 'exec_none' } }]);
const refused = await client.call('opportunity_detail', { opportunity_id: 'opp_none' }).catch((error) => error);
console.log(JSON.stringify({
	status,
	opened: opened.status,
	batch: answers.map((answer) => answer.ok || answer.error.code),
	refused: [refused instanceof RpcError, isRpcError(refused, 'UNKNOWN_OPPORTUNITY'), refused.rpcCode, refused.field],
}));`,
	);
	const { exit, output } = await node([program]);
	expect(output).toBe(
		`${JSON.stringify({
			status: 'ok',
			opened: 'queued',
			batch: [true, 'UNKNOWN_EXECUTION'],
			refused: [true, true, -32602, 'opportunity_id'],
		})}\n`,
	);
	expect(exit).toBe(0);
	const [request] = server.services.opened;
	expect(request?.idempotencyKey).toMatch(/^cwc_[0-9a-f]{32}$/);
});

describe('types', () => {
	const COMPILER = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
	const compile = (file: string, types: readonly string[]) =>
		node([
			COMPILER,
			...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', 'false'],
			...['--target', 'es2022', '--module', 'nodenext', '--ignoreConfig', ...types, file],
		]);
	const WEB = ['--lib', 'es2022,dom', '--types', ''];
	const NODE = ['--lib', 'es2023', '--types', 'node', '--typeRoots', join(REPOSITORY, 'node_modules/@types')];

	test.each([
		['the types of the web platform', WEB],
		['the types of Node', NODE],
	])('compiles correct calls strictly with %s alone, and rejects wrong ones', async (_name, types) => {
		const file = project.copy('test/client/consumer-types.ts', 'consumer.ts');
		expect(await compile(file, types)).toEqual({ exit: 0, output: '' });
	});

	test('reports every marked mistake as a compiler error', async () => {
		const text = readFileSync(join(REPOSITORY, 'test/client/consumer-types.ts'), 'utf8');
		const expected = text.split('\n').filter((line) => line.includes('// @ts-expect-error'));
		const file = project.write('wrong.ts', text.replaceAll('// @ts-expect-error', '//'));
		const { exit, output } = await compile(file, WEB);
		expect(exit).not.toBe(0);
		const lines = new Set([...output.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => line));
		expect(lines.size).toBe(expected.length);
	});
});

async function bundled(source: string): Promise<string> {
	const input = project.write('bundled.js', source);
	const bundle = await rolldown({ input, cwd: project.folder, platform: 'browser' });
	const { output } = await bundle.generate({ format: 'esm', minify: true });
	await bundle.close();
	expect(output).toHaveLength(1);
	return output[0].code;
}

describe('bundled', () => {
	test('keeps the HTTP client small and without other modules', async () => {
		const code = await bundled(
			"import { createClient } from 'carrywire/client';\nglobalThis.client = createClient({ url: '/' });",
		);
		expect(code).toContain('jsonrpc');
		expect(code).not.toContain('WebSocket');
		expect(code).not.toMatch(/\bfrom\s*["']|\bimport\s*\(|\brequire\s*\(/);
		expect(code.length).toBeLessThan(BUNDLE_BYTES_MAX);
	});

	test('bundles the stream only if it is imported', async () => {
		const code = await bundled(
			"import { connectStream } from 'carrywire/client';\nglobalThis.stream = connectStream({ url: '/' });",
		);
		expect(code).toContain('WebSocket');
		expect(code.length).toBeLessThan(STREAM_BUNDLE_BYTES_MAX);
	});

	test('omits unused exports', async () => {
		const code = await bundled(
			"import { isRpcError } from 'carrywire/client';\nglobalThis.isRpcError = isRpcError;",
		);
		expect(code).not.toContain('jsonrpc');
		expect(code.length).toBeLessThan(2_000);
	});
});

test('runs calls and a subscription in a browser, on a page of the service’s origin', async () => {
	const script = await bundled(`import { connectStream, createClient, isRpcError } from 'carrywire/client';
const client = createClient({ url: location.origin });
const { status } = await client.call('test');
const code = await client.call('portfolio_live').catch((error) => isRpcError(error) && error.code);
const stream = connectStream({ url: location.origin });
const { data } = await stream.subscribe('opportunities', { limit: 2 }).ready;
const again = await stream.call('get_opportunities', { limit: 2 });
await stream.close();
const told = JSON.stringify({ status, code, rows: data.length, again: again.data.length, state: stream.state });
document.body.append(Object.assign(document.createElement('output'), { textContent: told }));`);
	const policy = "default-src 'none'; script-src 'self'; connect-src 'self' ws://127.0.0.1:*";
	await using own = await startTestServer({
		routes: {
			add(app) {
				app.get('/page', (_request, reply) =>
					reply
						.header('content-security-policy', policy)
						.type('text/html')
						.send('<!doctype html><title>A page</title><script type="module" src="/page.js"></script>'),
				);
				app.get('/page.js', (_request, reply) => reply.type('text/javascript').send(script));
			},
			allowed: new Map([
				['/page', 'GET'],
				['/page.js', 'GET'],
			]),
		},
	});
	const machine = thisMachine();
	const browser = await chromium.launch({
		executablePath: requireProgram(CHROMIUM, machine),
		chromiumSandbox: !machine.isRoot,
	});
	try {
		const page = await browser.newPage();
		await page.goto(`${own.url}/page`);
		const told = await page.locator('output').textContent();
		const { data } = JSON.parse((await post(own.url, LIST)).body).result;
		expect(JSON.parse(told ?? '')).toEqual({
			status: 'ok',
			code: 'UNAUTHORIZED',
			rows: data.length,
			again: data.length,
			state: 'closed',
		});
	} finally {
		await browser.close();
	}
});

describe('examples', () => {
	const running: RunningExample[] = [];
	afterAll(async () => {
		for (const example of running) await example.kill('SIGKILL');
	});

	function run(name: string, args: readonly string[], env: Readonly<Record<string, string>>): RunningExample {
		project.copy(`examples/${name}`, name);
		const started = runExample(name, args, { cwd: project.folder, env });
		running.push(started);
		return started;
	}

	test('shows the best opportunities in the screener, and again when they change', async () => {
		const opportunities = handBook(server.services.opportunities);
		const rows = [opportunityOf(`opp_${'a'.repeat(24)}`, 1), opportunityOf(`opp_${'b'.repeat(24)}`, 2)];
		opportunities.show(rows);
		await using own = await startTestServer({ services: { opportunities } });
		const screener = run('screener.ts', ['--json', '--all', '--limit', '5'], { CARRYWIRE_URL: own.url });
		const shown = async (count: number) =>
			(await screener.line(count)) as unknown as readonly { apr: number }[];
		expect((await shown(1)).map(({ apr }) => apr)).toEqual([1, 2]);
		opportunities.show([opportunityOf(`opp_${'c'.repeat(24)}`, 7), ...rows]);
		expect((await shown(2)).map(({ apr }) => apr)).toEqual([7, 1, 2]);
		expect(await screener.kill('SIGTERM')).toBe(0);
	});

	test('stops the farming loop with 1 if it needs manual attention: a refused token or a forbidden method', async () => {
		for (const name of ['farming-rules.ts', 'farming-memory.ts']) project.copy(`examples/${name}`, name);
		for (const [token, reason] of [
			[server.tokens.unknown, /^UNAUTHORIZED: /],
			[server.tokens.trade, /^FORBIDDEN: /],
		] as const) {
			const loop = run('farming-loop.ts', ['--trade'], {
				CARRYWIRE_URL: server.url,
				CARRYWIRE_TOKEN: token ?? '',
			});
			expect(await loop.ended).toBe(1);
			expect(loop.lines().at(-1)).toMatchObject({ event: 'halted', reason: expect.stringMatching(reason) });
		}
	});

	test('relays genuine messages once, and resends after the receiver failed', async () => {
		const secret = newSigningSecret(systemRandom);
		const next = await receiver();
		const relay = run('webhook-relay.ts', ['--port', '0', '--forward', next.url], {
			CARRYWIRE_WEBHOOK_SECRET: secret,
		});
		const { port } = await relay.says('listening');
		const body = webhookBody(ALERT, 0);
		const send = async (timestamp: number, text = body) => {
			const headers = signedHeaders({ secret, id: ALERT.alertId, timestamp }, body);
			return (
				await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { ...headers }, body: text })
			).status;
		};
		const now = Math.floor(Date.now() / 1_000);
		expect(await send(now, body.replace('bybit', 'kucoin'))).toBe(401);
		expect(await send(now - 301)).toBe(401);
		expect(next.received).toEqual([]);
		next.status = 500;
		expect(await send(now)).toBe(502);
		next.status = 200;
		expect(await Promise.all([send(now), send(now)])).toEqual([204, 204]);
		expect(await send(now + 1)).toBe(204);
		expect(next.received.map((text) => JSON.parse(text))).toEqual([JSON.parse(body), JSON.parse(body)]);
		expect(await relay.says('repeated')).toMatchObject({ id: ALERT.alertId });
		expect(await relay.kill('SIGTERM')).toBe(0);
		next.server.close();
	});
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'get_opportunities', params: { limit: 2 } };

const ALERT: Alert = {
	alertId: 'alert_7d2e4f6081a3c5e73f9a1c5b',
	userId: 'user_1',
	kind: 'venue_down',
	severity: 'critical',
	raisedAt: 1_795_161_600_000,
	message: 'bybit cannot be read since 60 s.',
	executionId: null,
	exchange: 'bybit',
	facts: { state: 'began' },
};

/** Starts the server that the relay forwards to. It keeps every message, including those that it refuses. */
async function receiver(): Promise<{
	url: string;
	status: number;
	readonly received: string[];
	readonly server: Server;
}> {
	const received: string[] = [];
	const to = { url: '', status: 200, received, server: createServer() };
	to.server.on('request', async (request, response) => {
		let text = '';
		for await (const chunk of request.setEncoding('utf8')) text += chunk;
		received.push(text);
		response.writeHead(to.status).end();
	});
	await new Promise<void>((resolve) => to.server.listen(0, '127.0.0.1', resolve));
	to.url = `http://127.0.0.1:${(to.server.address() as AddressInfo).port}/`;
	return to;
}
