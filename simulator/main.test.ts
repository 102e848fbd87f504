import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReadyNotice } from './simulator.ts';

const MAIN = new URL('./main.ts', import.meta.url).pathname;

let dataDir: string;
let processes: ChildProcess[];
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-simulator-'));
	processes = [];
});
afterEach(async () => {
	for (const each of processes) await ended(each, 'SIGKILL');
	rmSync(dataDir, { recursive: true, force: true });
});

function run(...flags: string[]): ChildProcess {
	return runNamed(['bybit'], ...flags);
}

/** Starts one process with these exchanges; the flags apply to the last exchange. */
function runNamed(exchanges: readonly string[], ...flags: string[]): ChildProcess {
	const words = exchanges.flatMap((exchange, index) => [
		...(index === 0 ? [] : ['--and']),
		...[exchange, '--data-dir', dataDir],
	]);
	const child = spawn(process.execPath, [MAIN, ...words, ...flags], {
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	processes.push(child);
	return child;
}

async function ready(child: ChildProcess): Promise<ReadyNotice> {
	const [notice] = await readyAll(child, 1);
	if (notice === undefined)
		throw new Error('Invariant broken: the number of notices equals the number requested.');
	return notice;
}

async function readyAll(child: ChildProcess, count: number): Promise<readonly ReadyNotice[]> {
	if (child.stdout === null) throw new Error('The simulator has no standard output.');
	const notices: ReadyNotice[] = [];
	for await (const line of createInterface(child.stdout))
		if (notices.push(JSON.parse(line)) === count) return notices;
	throw new Error('The simulator ended before it was ready.');
}

/** Waits for the process to end, and returns its exit code or the signal that ended it. */
async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | string> {
	if (child.exitCode === null && child.signalCode === null) {
		const exit = once(child, 'exit');
		if (signal !== undefined) child.kill(signal);
		await exit;
	}
	return child.exitCode ?? String(child.signalCode);
}

async function admin(notice: ReadyNotice, method: string, path: string, body?: unknown) {
	const response = await fetch(`http://127.0.0.1:${notice.adminPort}${path}`, {
		method,
		headers: { authorization: `Bearer ${notice.adminToken}` },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return response.json();
}

describe('the process', () => {
	test('announces when it is ready, serves, keeps its run file, and stops on a signal', async () => {
		const child = run('--seed', '3');
		const notice = await ready(child);
		expect(notice).toMatchObject({ event: 'ready', exchange: 'bybit', pid: child.pid, historySource: null });
		expect(notice.hosts).toContain('api.bybit.com');
		expect(JSON.parse(readFileSync(join(dataDir, 'simulator-bybit.run.json'), 'utf8'))).toEqual(notice);
		expect(await admin(notice, 'GET', '/status')).toMatchObject({ exchange: 'bybit', seed: 3 });
		expect((await fetch(`http://127.0.0.1:${notice.port}/v5/market/time`)).status).toBe(200);
		expect(await ended(child, 'SIGTERM')).toBe(0);
	});

	test('keeps an order when it is killed right after it', async () => {
		const first = run();
		const before = await ready(first);
		await admin(before, 'POST', '/accounts', { name: 'ann', deposit: '5000' });
		const order = { symbol: 'BTCUSDT', side: 'buy', quantity: '0.01' };
		const placed = await admin(before, 'POST', '/accounts/ann/trade', order);
		expect(placed).toMatchObject({ status: 'filled', filledQuantity: '0.01' });
		expect(await ended(first, 'SIGKILL')).toBe('SIGKILL');
		const after = await ready(run());
		expect(await admin(after, 'GET', '/accounts')).toMatchObject({
			accounts: [{ name: 'ann', positions: [{ symbol: 'BTCUSDT', quantity: '0.01' }] }],
		});
	});

	test('remembers a revoked key and a new application when it is killed right after them', async () => {
		const first = run();
		const before = await ready(first);
		await admin(before, 'POST', '/accounts', { name: 'ann', key: 'k-1', password: 'a good password' });
		const application = { clientId: 'app-1', name: 'App', redirectUris: ['http://127.0.0.1:1/back'] };
		await admin(before, 'POST', '/oauth-clients', { ...application, clientSecret: 'secret-of-sixteen' });
		const revoked = await admin(before, 'POST', '/accounts/ann/keys/k-1/revoke');
		expect(revoked).toMatchObject({ status: 'revoked' });
		expect(await ended(first, 'SIGKILL')).toBe('SIGKILL');
		const after = await ready(run());
		expect(await admin(after, 'GET', '/accounts')).toMatchObject({
			accounts: [{ name: 'ann', keys: [{ key: 'k-1', status: 'revoked' }] }],
		});
		expect(await admin(after, 'GET', '/oauth-clients')).toMatchObject({ clients: [application] });
	});

	test('keeps liquidation, prices and insurance fund when it is killed right after a shock', async () => {
		const first = run();
		const before = await ready(first);
		await admin(before, 'POST', '/accounts', { name: 'ann', deposit: '5000' });
		await admin(before, 'POST', '/accounts/ann/trade', { symbol: 'BTCUSDT', side: 'buy', quantity: '0.1' });
		const shock = await admin(before, 'POST', '/shocks', { coin: 'BTC', factor: '0.85' });
		const fund = await admin(before, 'GET', '/insurance');
		expect(fund).toMatchObject({ entries: [{ kind: 'takeover', symbol: 'BTCUSDT', quantity: '0.1' }] });
		expect(await ended(first, 'SIGKILL')).toBe('SIGKILL');
		const after = await ready(run());
		expect(await admin(after, 'GET', '/insurance')).toEqual(fund);
		expect(await admin(after, 'GET', '/shocks')).toEqual({ shocks: [shock] });
		expect(await admin(after, 'GET', '/accounts')).toMatchObject({
			accounts: [{ name: 'ann', positions: [], openOrders: 0 }],
		});
	});

	test('serves one world from several exchanges in one process, each on its own ports, which stop together', async () => {
		const child = runNamed(['bybit', 'okx'], '--parent-pipe');
		const notices = await readyAll(child, 2);
		expect(notices.map(({ exchange, pid }) => [exchange, pid])).toEqual([
			['bybit', child.pid],
			['okx', child.pid],
		]);
		expect(new Set(notices.flatMap(({ port, adminPort }) => [port, adminPort])).size).toBe(4);
		for (const notice of notices) {
			expect(await admin(notice, 'GET', '/status')).toMatchObject({ exchange: notice.exchange });
			const file = join(dataDir, `simulator-${notice.exchange}.run.json`);
			expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(notice);
		}
		child.stdin?.end();
		expect(await ended(child)).toBe(0);
	});

	test('stops all exchanges of a process when one does not start', async () => {
		await ready(run());
		const second = runNamed(['okx', 'bybit']);
		expect(await ended(second)).toBe(1);
		const third = runNamed(['okx']);
		expect(await ready(third)).toMatchObject({ exchange: 'okx', pid: third.pid });
	});

	test('stops when its parent closes the pipe', async () => {
		const child = run('--parent-pipe');
		await ready(child);
		child.stdin?.end();
		expect(await ended(child)).toBe(0);
	});

	test('refuses a directory in use by another process', async () => {
		await ready(run());
		const second = run();
		let said = '';
		second.stderr?.on('data', (data) => {
			said += String(data);
		});
		expect(await ended(second)).toBe(1);
		expect(said).toContain('in use by another bybit simulator');
	});

	test('prints its usage when it is called wrongly', async () => {
		expect(await ended(run('--port', 'none'))).toBe(2);
	});
});
