/**
 * Tests `carrywire doctor` as an operator runs it, with real failures. For each failure, the doctor must report what
 * is wrong and what to do, without revealing any secret.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/operations/doctor/finding.ts';
import { type Fixture, MAIN, openFixture, type Service, VENUES } from './fixture.ts';
import { until } from './polling.ts';

const LIVE = ['--live', VENUES.join(',')];

type DoctorReport = {
	readonly exit: number | NodeJS.Signals;
	readonly findings: readonly Finding[];
	readonly text: string;
};
type Keys = { readonly key: string; readonly secret: string; readonly passphrase: string };

let exchanges: Fixture;
let fixture: Fixture;
let service: Service;
const secrets: string[] = [];

beforeAll(async () => {
	exchanges = openFixture();
	await exchanges.simulate();
	fixture = openFixture({
		mode: 'live',
		auth: { admitEverybody: true },
		transport: { redirect: VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`) },
	});
	service = await fixture.serve(...LIVE);
	const token = await fixture.token('arb:read exchange:connect');
	for (const exchange of VENUES) {
		const keys = await exchanges.admin<Keys>(exchange, 'POST', '/accounts', { name: 'main' });
		secrets.push(keys.key, keys.secret, ...(keys.passphrase === '' ? [] : [keys.passphrase]));
		await service.call(
			'connect_exchange',
			{
				exchange,
				api_key: keys.key,
				api_secret: keys.secret,
				...(keys.passphrase === '' ? {} : { api_passphrase: keys.passphrase }),
			},
			token,
		);
	}
	await until({ what: 'self-checks that passed', periodMs: 200 }, async () => {
		const rows = await service.call<readonly { readonly self_check: { readonly status: string } }[]>(
			'account_exchange_pair',
			{},
			token,
		);
		return rows.every(({ self_check }) => self_check.status === 'passed') ? true : undefined;
	});
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await exchanges[Symbol.asyncDispose]();
});

async function doctor(...args: readonly string[]): Promise<DoctorReport> {
	const { exit, stdout, stderr } = await fixture.run('doctor', '--json', ...args);
	const text = `${stdout}${stderr}`;
	for (const secret of [...secrets, ...fixture.secrets()]) expect(text).not.toContain(secret);
	const { ok, findings } = JSON.parse(stdout) as {
		readonly ok: boolean;
		readonly findings: readonly Finding[];
	};
	expect(exit).toBe(ok ? 0 : 1);
	return { exit, findings, text };
}

const failures = ({ findings }: DoctorReport): readonly Finding[] =>
	findings.filter(({ state }) => state === 'FAIL');

/** Checks that exactly these areas fail, that one failure has the expected message, and that each says what to do. */
function expectFailures(report: DoctorReport, areas: readonly string[], said: RegExp): void {
	const failed = failures(report);
	expect([...new Set(failed.map(({ area }) => area))]).toEqual(areas);
	expect(failed.map((finding) => finding.said)).toContainEqual(expect.stringMatching(said));
	for (const { todo } of failed) expect(todo).toMatch(/\w{3}/);
}

describe('beside a running service', () => {
	test('reports every part of a healthy service as fine, as lines and as JSON', async () => {
		const report = await doctor();
		expect(failures(report)).toEqual([]);
		const areas = new Set(report.findings.map(({ area }) => area));
		expect([...areas].sort()).toEqual([
			'accounts',
			'clocks',
			'configuration',
			'data',
			'database',
			'exchanges',
			'machine',
			'network',
			'service',
			'vault',
		]);
		const { exit, stdout } = await fixture.run('doctor');
		expect(exit).toBe(0);
		expect(stdout).toMatch(/^ok {4}service +http:\S+ answers \(a rehearsal, no real money\)$/m);
		expect(stdout).toMatch(
			/^warn {2}configuration +REHEARSAL of live mode: .+ — remove transport\.redirect/m,
		);
		expect(stdout).toMatch(/^ok {4}accounts +bybit bybit \(acct_\w+\): the self-check on .+ UTC passed$/m);
	});

	test('reports only the exchange that is down', async () => {
		await exchanges.admin('bybit', 'POST', '/down');
		try {
			expectFailures(
				await doctor(),
				['network'],
				/^Cannot reach Bybit \(connection refused\): port \d+ of this machine \(redirected from api\.bybit\.com, stream\.bybit\.com\)/,
			);
		} finally {
			await exchanges.admin('bybit', 'POST', '/up');
		}
	});

	test('places no order while a service runs', async () => {
		expectFailures(await doctor('--probe'), ['accounts'], /in use by another service/);
	});
});

describe('without a service', () => {
	beforeAll(async () => {
		await service.process.end('SIGTERM');
	});

	test('names each unusable setting and skips the other checks', async () => {
		const file = join(fixture.dataDir, '..', 'bad.json');
		writeFileSync(file, JSON.stringify({ mode: 'live', server: { port: 70_000 }, log: { level: 'loud' } }));
		const report = await doctor('--config', file);
		expectFailures(report, ['configuration'], /server\.port must be .+; was 70000/);
		expect(failures(report).length).toBe(2);
	});

	test('reports a directory that is not writable', async () => {
		expect(failures(await doctor())).toEqual([]);
		const told = spawnDoctor('', ['--data-dir', '/proc']);
		expectFailures(told, ['data'], /^\/proc is not writable/);
	});

	test('reports a full disk, here simulated by the user’s file size limit', () => {
		const told = spawnDoctor('ulimit -f 100 && ', ['--data-dir', fixture.dataDir]);
		expectFailures(told, ['data'], /is not writable: EFBIG/);
		expect(failures(told)[0]?.todo).toContain('free disk space');
	});

	test('reports a port that another program uses', async () => {
		const other = createServer();
		const port = await new Promise<number>((resolve) => {
			other.listen(0, '127.0.0.1', () => resolve((other.address() as { readonly port: number }).port));
		});
		try {
			expectFailures(await doctor('--port', String(port)), ['service'], /is used by another program/);
		} finally {
			await new Promise((resolve) => other.close(resolve));
		}
	});

	test('reports a directory of another mode', async () => {
		const told = await doctor('--mode', 'paper');
		expectFailures(told, ['database'], /belongs to live mode, but the configured mode is paper/);
	});

	test('with --probe, checks every account with an order that cannot fill', async () => {
		const report = await doctor('--probe');
		expect(failures(report)).toEqual([]);
		const orders = report.findings.filter(({ said }) =>
			said.includes('confirmed that the order was gone without a fill'),
		);
		expect(orders.length).toBe(VENUES.length);
		const heard = report.findings.filter(({ said }) => /: stream: The account stream reported/.test(said));
		expect(heard.length).toBe(VENUES.length);
	});

	test('with --probe, fails an account stream that does not report the order', async () => {
		await exchanges.admin('kucoin', 'POST', '/accounts/main/stream', { silent: true });
		expectFailures(
			await doctor('--probe'),
			['accounts'],
			/^kucoin kucoin \(acct_\w+\): stream: Stream silent: the account stream of KuCoin reported neither the placement nor the cancellation of the order c0/,
		);
		// The failed self-check remains the account's latest result until another check passes.
		expectFailures(
			await doctor(),
			['accounts'],
			/did not pass: stream: Stream silent: the account stream of KuCoin/,
		);
		await exchanges.admin('kucoin', 'POST', '/accounts/main/stream', { silent: false });
		expect(failures(await doctor('--probe'))).toEqual([]);
	});

	test('reports a clock that is off', async () => {
		await exchanges.admin('kucoin', 'POST', '/clock', { aheadMs: 20_000 });
		expectFailures(
			await doctor(),
			['clocks'],
			/^KuCoin: our clock is \d+ ms behind the clock of the exchange, limit 5000 ms/,
		);
	});

	test('reports a missing key file and one that others may read', async () => {
		const file = join(fixture.dataDir, 'vault.key');
		renameSync(file, `${file}.away`);
		expectFailures(await doctor(), ['vault', 'clocks'], /There is no key file/);
		renameSync(`${file}.away`, file);
		spawnSync('chmod', ['644', file]);
		expectFailures(await doctor(), ['vault', 'clocks'], /must be readable by its owner only/);
		spawnSync('chmod', ['600', file]);
	});

	test('reports a damaged database', async () => {
		const file = join(fixture.dataDir, 'carrywire.db');
		copyFileSync(file, `${file}.good`);
		writeSync(openSync(file, 'r+'), Buffer.alloc(40_960, 0xa5), 0, 40_960, 8_192);
		expectFailures(await doctor(), ['database', 'clocks'], /damaged|malformed|could not be checked/);
		copyFileSync(`${file}.good`, file);
		expectFailures(await doctor(), ['clocks'], /^KuCoin/);
	});

	test('reports a key that the exchange has revoked', async () => {
		await exchanges.admin('bybit', 'POST', `/accounts/main/keys/${secrets[0]}/revoke`);
		expectFailures(await doctor(), ['clocks', 'accounts'], /^bybit bybit \(acct_\w+\): /);
	});
});

/** Runs the doctor through a shell, so that an operating-system limit applies only to the doctor's process. */
function spawnDoctor(before: string, args: readonly string[]): DoctorReport {
	const main = fileURLToPath(new URL(`../../${MAIN}`, import.meta.url));
	const { status, stdout, stderr } = spawnSync(
		'bash',
		['-c', `${before}exec "$0" "$@"`, process.execPath, main, 'doctor', '--json', ...args],
		{ encoding: 'utf8', cwd: join(fixture.dataDir, '..'), env: { ...process.env, NODE_NO_WARNINGS: '1' } },
	);
	const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
	return { exit: status ?? 1, findings, text: `${stdout}${stderr}` };
}
