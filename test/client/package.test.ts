/** The client as it is published: what is in the package, that it runs and types check without anything else, and how large it is. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../rpc/test-server.ts';
import { installPackage, type Project } from './installed-package.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
/** Of the HTTP client alone, minified, before any compression. */
const BUNDLE_BYTES_MAX = 16_000;

let project: Project;
let server: TestServer;

beforeAll(async () => {
	project = installPackage();
	server = await startTestServer();
});

afterAll(async () => {
	project?.[Symbol.dispose]();
	await server?.[Symbol.asyncDispose]();
});

type Finished = { readonly exit: number | null; readonly output: string };

/** Not `spawnSync`: the server that the program calls lives in this process. */
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

test('the tarball holds the program, the client with its declarations and the documents, no source and no test', () => {
	for (const file of [
		'bin/carrywire.js',
		'dist/src/main.js',
		'dist/simulator/main.js',
		'dist/src/web/assets/style.css',
		'dist/src/client/entry.js',
		'dist/src/client/entry.d.ts',
		'docs/client.md',
		'LICENSE',
		'README.md',
		'package.json',
	])
		expect(project.files).toContain(file);
	const unwanted = project.files.filter(
		(path) =>
			/\.test\.|^test\/|^data\/|\.sqlite|\.tgz$/.test(path) ||
			(path.endsWith('.ts') && !path.endsWith('.d.ts')),
	);
	expect(unwanted).toEqual([]);
});

test('a program that imports carrywire/client calls the service, and has its errors by code', async () => {
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
	])('what is right compiles strictly with %s alone, and what is wrong does not', async (_name, types) => {
		const file = project.copy('test/client/consumer-types.ts', 'consumer.ts');
		expect(await compile(file, types)).toEqual({ exit: 0, output: '' });
	});

	test('every mistake in the file is one to the compiler', async () => {
		const text = readFileSync(join(REPOSITORY, 'test/client/consumer-types.ts'), 'utf8');
		const expected = text.split('\n').filter((line) => line.includes('// @ts-expect-error'));
		const file = project.write('wrong.ts', text.replaceAll('// @ts-expect-error', '//'));
		const { exit, output } = await compile(file, WEB);
		expect(exit).not.toBe(0);
		const lines = new Set([...output.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => line));
		expect(lines.size).toBe(expected.length);
	});
});

describe('bundled', () => {
	async function bundled(source: string): Promise<string> {
		const input = project.write('bundled.js', source);
		const bundle = await rolldown({ input, cwd: project.folder, platform: 'browser' });
		const { output } = await bundle.generate({ format: 'esm', minify: true });
		await bundle.close();
		expect(output).toHaveLength(1);
		return output[0].code;
	}

	test('the HTTP client alone is small and brings nothing else', async () => {
		const code = await bundled(
			"import { createClient } from 'carrywire/client';\nglobalThis.client = createClient({ url: '/' });",
		);
		expect(code).toContain('jsonrpc');
		expect(code).not.toContain('WebSocket');
		expect(code).not.toMatch(/\bfrom\s*["']|\bimport\s*\(|\brequire\s*\(/);
		expect(code.length).toBeLessThan(BUNDLE_BYTES_MAX);
	});

	test('what is not used is left out', async () => {
		const code = await bundled(
			"import { isRpcError } from 'carrywire/client';\nglobalThis.isRpcError = isRpcError;",
		);
		expect(code).not.toContain('jsonrpc');
		expect(code.length).toBeLessThan(2_000);
	});
});
