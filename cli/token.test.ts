/** Runs `carrywire token` over a real control socket, and on the store while no service is running. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenStoreOpener } from '../src/operations/open-token-store.ts';
import { SILENT_LOGGER } from '../src/ports/logger.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { isProcessAlive, readRunFile, updateRunFile } from '../src/store/run-file.ts';
import { openDatabaseToRead } from '../src/store/sqlite/database.ts';
import { handTerminal } from '../test/support/captured-command.ts';
import { startControlService } from '../test/support/control-service.ts';
import type { CliParts } from './cli-parts.ts';
import { runCommandLine } from './run.ts';

const openTokenStore = tokenStoreOpener(systemTurnEnd);

let folder = '';
let printed: string[] = [];
let remarked: string[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-cli-'));
	printed = [];
	remarked = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(line: string, change: Partial<CliParts> = {}): Promise<number> {
	return runCommandLine(line.split(' '), {
		startService: () => Promise.reject(new Error('No service here.')),
		openTokenStore,
		runVenueCommand: async (question) => JSON.stringify(question),
		stopSignal: async () => 'SIGTERM',
		version: '0.2.0',
		env: {},
		cwd: folder,
		clock: systemClock,
		random: systemRandom,
		logger: SILENT_LOGGER,
		terminal: handTerminal(),
		output: { print: (text) => printed.push(text), remark: (text) => remarked.push(text) },
		...change,
	});
}

describe.each(['the running service', 'the store'])('through %s', (through) => {
	test('creates, lists and revokes a token, and prints only the token to standard output', async () => {
		const dataDir = join(folder, 'data');
		await using service = through === 'the store' ? undefined : await startControlService(dataDir);
		const opener =
			service === undefined
				? {}
				: { openTokenStore: () => Promise.reject(new Error('The store was opened.')) };
		expect(await run('token --scope arb:trade --ttl 2 --name bot --create', opener)).toBe(0);
		expect(remarked[0]).toBe(`Data directory: ${dataDir}${service === undefined ? ' (new)' : ''}`);
		expect(printed).toHaveLength(1);
		const token = printed[0] ?? '';
		expect(token).toMatch(/^cw_[A-Za-z0-9_-]{43}$/);
		expect(remarked.join('\n')).not.toContain(token);
		if (service !== undefined) expect(await service.tokens.verify(token)).toBeDefined();

		printed = [];
		expect(await run('token list --json', opener)).toBe(0);
		const [row] = JSON.parse(printed.join('\n'));
		expect(row).toMatchObject({ name: 'bot', scopes: ['arb:trade'], revoked_at: null });
		expect(await run(`token revoke ${row.token_id}`, opener)).toBe(0);
		if (service !== undefined) expect(await service.tokens.verify(token)).toBeUndefined();
		printed = [];
		await run('token list', opener);
		expect(printed).toHaveLength(2);
		expect(printed[1]).toContain('revoked');
	});

	test('records the operator’s token actions in the audit trail of the user', async () => {
		const dataDir = join(folder, 'data');
		await using _service = through === 'the store' ? undefined : await startControlService(dataDir);
		await run('token --user ann --scope arb:trade --ttl 2 --create');
		await run('token --user ben --scope arb:read');
		printed = [];
		await run('token list --user ann --json');
		const [{ token_id: tokenId, user_id: userId }] = JSON.parse(printed.join('\n'));
		await run(`token revoke ${tokenId}`);
		await run('token revoke tok_none');
		const database = openDatabaseToRead(dataDir);
		const trail = database.prepare('SELECT * FROM audit WHERE user_id = ? ORDER BY seq').all(userId);
		database.close();
		const common = { actor: 'operator', actor_id: null, subject: tokenId, outcome: 'ok', address: null };
		expect(trail).toEqual([
			expect.objectContaining({
				...common,
				action: 'token.create',
				details: '{"scopes":["arb:trade"],"hours":2}',
			}),
			expect.objectContaining({ ...common, action: 'token.revoke', details: '{}' }),
		]);
	});

	test('reports and fails an action that cannot be done', async () => {
		await using _service =
			through === 'the store' ? undefined : await startControlService(join(folder, 'data'));
		if (through === 'the store') await (await openTokenStore(join(folder, 'data'))).close();
		expect(await run('token revoke tok_none')).toBe(1);
		expect(remarked.join('\n')).toContain('There is no token with the ID "tok_none"');
		expect(await run('token --user %')).toBe(1);
		expect(remarked.join('\n')).toContain('user must be');
		expect(printed).toEqual([]);
	});
});

describe('control socket', () => {
	test('is usable only by the owner', async () => {
		await using service = await startControlService(join(folder, 'data'));
		expect(statSync(service.control.path).mode & 0o777).toBe(0o600);
	});

	test('lies elsewhere for a data directory with a long name, and run.json names it', async () => {
		const dataDir = join(folder, 'd'.repeat(100));
		const service = await startControlService(dataDir);
		expect(service.control.path.startsWith(dataDir)).toBe(false);
		expect(statSync(join(service.control.path, '..')).mode & 0o777).toBe(0o700);
		const { path: controlSocket } = service.control;
		updateRunFile(dataDir, {
			service: { pid: process.pid, host: '127.0.0.1', port: 1, startedAt: '', controlSocket },
		});
		expect(
			await run(`token --data-dir ${dataDir}`, {
				openTokenStore: () => Promise.reject(new Error('The store was opened.')),
			}),
		).toBe(0);
		await service[Symbol.asyncDispose]();
		expect(existsSync(controlSocket)).toBe(false);
	});

	test('replaces a dead socket and does not call a dead service', async () => {
		const dataDir = join(folder, 'data');
		mkdirSync(dataDir);
		writeFileSync(join(dataDir, 'control.sock'), '');
		expect(await run('token --create')).toBe(0);
		await using service = await startControlService(dataDir);
		expect(await run('token')).toBe(0);
		expect(await service.tokens.list()).toHaveLength(2);
	});

	test('a service that holds the directory without a socket keeps others out', async () => {
		const held = await openTokenStore(join(folder, 'data'));
		expect(await run('token')).toBe(1);
		expect(remarked.join('\n')).toContain('is in use by another service');
		await held.close();
		expect(await run('token')).toBe(0);
	});

	test.each([
		'nonsense',
		'{"op":"sell"}',
		'{"op":"list","extra":1}',
		'{"op":"create","userName":"a","name":"a","scopes":["root"],"ttlMs":3600000}',
	])('refuses %j and continues', async (line) => {
		await using service = await startControlService(join(folder, 'data'));
		const answers = await conversation(service.control.path, [line, '{"op":"list"}'], 2);
		expect(answers[0]).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
		expect(answers[1]).toEqual({ ok: true, result: [] });
	});

	test('disconnects an endless line', async () => {
		await using service = await startControlService(join(folder, 'data'));
		expect(await conversation(service.control.path, ['x'.repeat(40_000)], 1, '')).toEqual([]);
	});
});

function conversation(path: string, lines: readonly string[], count: number, end = '\n'): Promise<unknown[]> {
	return new Promise((resolve) => {
		const socket = connect(path, () => socket.write(lines.map((line) => `${line}${end}`).join('')));
		let text = '';
		const answers = () =>
			text
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line));
		socket.setEncoding('utf8');
		socket.on('error', () => socket.destroy());
		socket.on('data', (chunk) => {
			text += chunk;
			if (answers().length === count) socket.end();
		});
		socket.on('close', () => resolve(answers()));
	});
}

describe('run.json', () => {
	test('replaces members one by one, and only the owner may read it', () => {
		const simulators = {
			bybit: { port: 1, adminPort: 2, adminToken: 't', pid: 3, hosts: ['api.bybit.com'] },
		};
		const service = { pid: 1, host: 'h', port: 2, startedAt: 's', controlSocket: 'c' };
		updateRunFile(folder, { simulators });
		updateRunFile(folder, { service });
		expect(readRunFile(folder)).toEqual({ simulators, service });
		expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
		updateRunFile(folder, { service: undefined });
		expect(readRunFile(folder)).toEqual({ simulators });
	});

	test('refuses a file of another form with a sentence', () => {
		writeFileSync(join(folder, 'run.json'), '{"service":5}');
		expect(() => readRunFile(folder)).toThrow('Delete it and start again');
		chmodSync(join(folder, 'run.json'), 0o600);
	});

	test('detects whether a process is alive', () => {
		expect(isProcessAlive(process.pid)).toBe(true);
		expect(isProcessAlive(2 ** 22 + 1)).toBe(false);
	});
});

describe('exit codes', () => {
	test.each([
		['--help', 0],
		['--version', 0],
		['bogus', 2],
		['serve --mode live', 2],
		['serve --config none.json', 2],
		['serve', 1],
		['calibration now', 2],
		['calibration', 1],
		['venue kraken positions', 2],
		['login --url http://arb.example.com', 2],
		['login', 3],
		['logout', 3],
		['venue bybit positions', 1],
		['vault', 2],
		['vault status', 2],
		['vault rotate', 2],
		['token', 2],
		['token list --create', 2],
		['halt', 2],
		['halt --mine --create', 2],
		['resume', 2],
		['halts', 2],
	])('%s ends with %i', async (line, code) => {
		expect(await run(line)).toBe(code);
	});

	test.each([
		['token', ', or create a new one with --create'],
		['token list', ''],
		['halt', ', or create a new one with --create'],
		['resume', ''],
		['halts', ''],
		['vault rotate', ''],
	])(
		'%s where no service has run names the directory and the remedy, and creates nothing',
		async (line, or) => {
			expect(await run(line)).toBe(2);
			const dataDir = join(folder, 'data');
			expect(remarked.join('\n')).toContain(
				`The data directory ${dataDir} has no carrywire.db, so no service has run on it. Give the directory of your service with --data-dir${or}.`,
			);
			expect(existsSync(dataDir)).toBe(false);
		},
	);

	test('serve ends with 0 after a signal and 1 after a failure, and stops the service both times', async () => {
		let stops = 0;
		const service = (failed: Promise<string>) => ({
			startService: async () => ({
				url: '',
				failed,
				stop: async () => {
					stops += 1;
				},
			}),
		});
		const never = new Promise<never>(() => undefined);
		expect(await run('serve', service(never))).toBe(0);
		expect(
			await run('serve', { ...service(Promise.resolve('The disk is full.')), stopSignal: () => never }),
		).toBe(1);
		expect(stops).toBe(2);
		expect(remarked.join('\n')).toContain('The disk is full.');
	});
});
