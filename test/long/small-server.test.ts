/**
 * Runs a small server for an hour: paper mode with three exchanges and 150 coins in 512 MB. Only the service is under
 * the limit. The simulators replace the exchanges on the network and run outside the limit. They replay a synthetic
 * history of 150 coins.
 *
 * The kernel enforces the limit if this user may create a control group. In any case, the test samples resident
 * memory and compares it with the limit. `CARRYWIRE_SMALL_SERVER_MINUTES` sets the duration in minutes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { processTree } from '../../bench/process-figures.ts';
import { type Decimal, toNumber } from '../../src/domain/decimal.ts';
import { openFixture } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { postCall, resultOf } from '../e2e/wire.ts';
import { limitMemory } from '../support/memory-limit.ts';

const MINUTES = Number(process.env.CARRYWIRE_SMALL_SERVER_MINUTES ?? 60);
const VENUES = ['bybit', 'binance', 'okx'] as const;
const COINS = 150;
const LIMIT_MB = 512;
/**
 * Maximum growth of resident memory over the last two thirds of the run, from a least-squares line. Uncollected V8
 * garbage alone varies by as much.
 */
const GROWTH_MB_MAX = 25;
const SAMPLE_MS = 5_000;
const MINUTE_MS = 60_000;
const HISTORY_DAYS = 100;
const POLL_MS = 200;
/** Maximum age of prices; the service requests them every second. */
const AGE_MS_MAX = 5_000;
const ROOT = join(import.meta.dirname, '../..');

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
}, MINUTE_MS * 5);

test(
	`paper with ${VENUES.length} exchanges and ${COINS} coins runs for ${MINUTES} minutes in ${LIMIT_MB} MB and does not grow`,
	async () => {
		const redirect = await openExchanges();
		const service = await start(redirect);
		await expectAllFresh(service);
		const samples: number[] = [];
		const endsAt = performance.now() + MINUTES * MINUTE_MS;
		while (performance.now() < endsAt) {
			expect(service.child.exitCode ?? service.child.signalCode, service.written()).toBeNull();
			const held = processTree(service.child.pid ?? 0).reduce((sum, { residentMb }) => sum + residentMb, 0);
			expect(held).toBeLessThanOrEqual(LIMIT_MB);
			samples.push(held);
			await pause(SAMPLE_MS);
		}
		const growth = growthOf(samples.slice(Math.floor(samples.length / 3)));
		console.log(
			`small server, ${MINUTES} minutes: resident at first ${samples[0]?.toFixed(0)} MB, at most ${Math.max(...samples).toFixed(0)}, at the end ${samples.at(-1)?.toFixed(0)}; ${growth.toFixed(1)} MB growth over the last two thirds; ${service.limit()}`,
		);
		expect(growth).toBeLessThan(GROWTH_MB_MAX);
		await expectAllFresh(service);
	},
	(MINUTES + 20) * MINUTE_MS,
);

type Started = {
	readonly child: ChildProcess;
	readonly url: string;
	readonly token: string;
	readonly written: () => string;
	/** Returns a description of what enforces the memory limit. */
	readonly limit: () => string;
};

/** Starts the exchanges and returns the `redirect` setting with their ports. */
async function openExchanges(): Promise<readonly string[]> {
	const history = mkdtempSync(join(tmpdir(), 'carrywire-coins-'));
	undo.push(() => rmSync(history, { recursive: true, force: true }));
	writeHistory(history);
	const exchanges = openFixture({}, VENUES);
	undo.push(() => exchanges[Symbol.asyncDispose]());
	await exchanges.simulate('--history', history);
	return VENUES.map((venue) => `${venue}=${exchanges.simulator(venue).port}`);
}

/** Starts the service with the flags of `npm start`. The memory limit applies from the start. */
async function start(redirect: readonly string[]): Promise<Started> {
	const fixture = openFixture({ mode: 'paper', transport: { redirect } }, VENUES);
	undo.push(() => fixture[Symbol.asyncDispose]());
	const { dataDir } = fixture;
	const limit = limitMemory(LIMIT_MB);
	const [, ...flags] = startScript().split(' ');
	const words = [process.execPath, ...flags, '--port', '0', '--data-dir', dataDir, '--log-level', 'warn'];
	const [program = '', ...args] = [...(limit?.prefix ?? []), ...words];
	const env = { PATH: process.env.PATH, HOME: process.env.HOME, PWD: ROOT };
	const config = join(dirname(dataDir), 'carrywire.config.json');
	const child = spawn(program, [...args, '--config', config], {
		cwd: ROOT,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	undo.push(async () => {
		await ended(child);
		limit?.remove();
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8_000)));
	const port = await until(
		{ what: 'the service to be ready', periodMs: POLL_MS, seen: () => output },
		async () => {
			expect(child.exitCode ?? child.signalCode, output).toBeNull();
			const run = join(dataDir, 'run.json');
			const found = existsSync(run) ? JSON.parse(readFileSync(run, 'utf8')).service?.port : undefined;
			const answer = found && (await fetch(`http://127.0.0.1:${found}/ready`).catch(() => undefined));
			return answer?.status === 200 ? (found as number) : undefined;
		},
	);
	return {
		child,
		url: `http://127.0.0.1:${port}`,
		token: await fixture.token('arb:read'),
		written: () => output,
		limit() {
			if (limit === undefined) return 'sampled, no control group can be made here';
			expect(limit.kills()).toBe(0);
			return `${limit.kind}, at most ${limit.peakMb().toFixed(0)} MB with files, none ended by the kernel`;
		},
	};
}

function startScript(): string {
	const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		readonly scripts: { readonly start: string };
	};
	return scripts.start;
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	await gone;
}

/** Checks that every pair of exchanges has prices no older than `AGE_MS_MAX` and lists all coins. */
async function expectAllFresh({ url, token }: Started): Promise<void> {
	const call = <T>(method: string, params: object): Promise<T> =>
		resultOf(postCall(url, method, params, token));
	const pairs = VENUES.flatMap((a, index) => VENUES.slice(index + 1).map((b) => [a, b].sort().join('-')));
	for (const exchangepair of pairs) {
		type Status = { readonly exchanges: readonly { market_data: string; data_age_ms: Decimal }[] };
		const { exchanges } = await call<Status>('check_pair_status', { exchangepair });
		for (const { market_data, data_age_ms } of exchanges) {
			expect(market_data).toBe('fresh');
			expect(toNumber(data_age_ms)).toBeLessThan(AGE_MS_MAX);
		}
	}
	type List = { readonly pagination: { readonly total_count: Decimal } };
	const { pagination } = await call<List>('get_opportunities', { limit: 1 });
	expect(toNumber(pagination.total_count)).toBe(pairs.length * COINS);
}

/** Returns the growth in MB from the first to the last sample, along the least-squares line. */
function growthOf(samples: readonly number[]): number {
	const middle = (samples.length - 1) / 2;
	const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
	let [above, below] = [0, 0];
	for (const [at, value] of samples.entries()) {
		above += (at - middle) * (value - mean);
		below += (at - middle) ** 2;
	}
	return (above / below) * (samples.length - 1);
}

/**
 * Writes settled funding of 150 coins on two exchanges, with a settlement every eight hours. Each other exchange
 * replays one of these two.
 */
function writeHistory(directory: string): void {
	const step = 8 * 3_600_000;
	const from = Date.UTC(2025, 0, 6);
	const lines = ['ts_ms,venue,symbol,base,quote,rate,interval_h,mark'];
	for (let coin = 0; coin < COINS; coin += 1) {
		const base = `${'ABCDEFGHIJ'[coin % 10]}${'ABCDEFGHIJKLMNO'[Math.floor(coin / 10)]}Q`;
		const level = 0.5 * 1.06 ** coin;
		for (const [index, venue] of ['binance', 'bybit'].entries())
			for (let at = from; at < from + HISTORY_DAYS * 86_400_000; at += step) {
				const turn = at / step + coin * 7 + index * 3;
				const rate = (1e-4 * (1 + Math.sin(turn / 9))).toExponential(4);
				const mark = venue === 'binance' ? (level * (1 + 0.05 * Math.sin(turn / 30))).toPrecision(6) : '';
				lines.push([at, venue, `${base}USDT`, base, 'USDT', rate, '8.0', mark].join(','));
			}
	}
	mkdirSync(join(directory, 'funding'));
	mkdirSync(join(directory, 'prices'));
	writeFileSync(join(directory, 'funding', 'settled.csv'), `${lines.join('\n')}\n`);
}
