/** Tests policy files in their own process, on the composed service: what they can do, and how each fault ends. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReplayedMarket, REPLAY_FROM } from '../../../test/support/replayed-market.ts';
import { systemClock } from '../../runtime/clock.ts';
import { completeOwnSettings, type GivenSettings } from '../policies/settings.ts';
import { openSandbox } from './open-sandbox.ts';
import type { PolicyLimits } from './policy-limits.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
	const path = join(folder, name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	return path;
}

type Run = {
	readonly name?: string;
	readonly set?: GivenSettings;
	readonly limits?: Partial<PolicyLimits>;
	readonly data?: readonly string[];
	readonly days?: number;
};

/** Runs a policy file on the small market. Returns what it printed, and the calls that the service got. */
async function run(text: string, { name = 'mine.ts', set = {}, limits, data = [], days = 1 }: Run = {}) {
	const lines: string[] = [];
	await using market = await openReplayedMarket(undefined, days);
	const sandbox = await openSandbox({
		file: write(name, text),
		data,
		seed: 7,
		now: market.clock.now(),
		watch: systemClock,
		onLine: (line) => lines.push(line),
		...(limits === undefined ? {} : { limits }),
	});
	try {
		const settings = completeOwnSettings(sandbox.name, sandbox.defaults, set);
		await market.run(sandbox.policy, [market.seat()], settings);
	} finally {
		await sandbox.close();
	}
	return { lines, calls: market.calls, endedAt: market.clock.now() };
}

/** Runs a policy that prints what each expression throws, or its value. One line per expression. */
async function tried(...expressions: readonly string[]): Promise<readonly string[]> {
	const { lines } = await run(`
const expressions = [${expressions.map((expression) => `async (client: any, clock: any) => (${expression})`).join(',\n')}];
export async function policy(client: any, clock: any) {
	for (const expression of expressions)
		try {
			console.log('value', await expression(client, clock));
		} catch (error) {
			console.log(String(error));
		}
}`);
	return lines;
}

describe('a policy file', () => {
	test('calls the service and waits on virtual time, with settings and the client’s errors', async () => {
		const { lines, calls, endedAt } = await run(
			`import { isRpcError, opportunityId, type Client } from 'carrywire/client';
import { hour } from './parts/time.ts';
export const settings = { amount: 2000, coin: 'BBB' };
type Clock = { now(): number; until(at: number): Promise<void> };
export async function policy(client: Client, clock: Clock, set: typeof settings) {
	const { data } = await client.call('funding_map', { coins: [set.coin] });
	const [bybit, hyperliquid] = data[0]!.cells;
	console.log(set, bybit!.month_mean_apr);
	await clock.until(clock.now() + hour);
	const opened = await client.call('execute_opportunity', {
		opportunity_id: opportunityId(hyperliquid!, bybit!), amount: set.amount,
	});
	console.log(opened.success, new Date().toISOString().slice(0, 13));
	const refused = await client.call('close_execution', { execution_id: 'exec_0' }).catch((error) => error);
	console.log(isRpcError(refused, 'UNKNOWN_EXECUTION'), refused.rpcCode, refused.field, refused.retryable);
	const both = await client.batch([{ method: 'test' }, { method: 'get_execution', params: { execution_id: 'exec_0' } }]);
	console.log(both[0].ok, !both[1].ok && isRpcError(both[1].error, 'UNKNOWN_EXECUTION'));
	for (;;) await clock.until(clock.now() + hour);
}`,
			{ set: { coin: 'AAA' }, ...hourPart() },
		);
		expect(lines).toEqual([
			"{ amount: 2000, coin: 'AAA' } 0.219",
			'true 2026-02-01T01',
			'true -32602 execution_id false',
			'true true',
		]);
		expect(calls.map(({ method }) => method)).toEqual([
			'funding_map',
			'execute_opportunity',
			'close_execution',
			'test',
			'get_execution',
		]);
		expect(endedAt).toBeGreaterThan(REPLAY_FROM + 86_000_000);
	});

	/** Writes the file that the policy imports. */
	function hourPart() {
		write('parts/time.ts', 'export const hour: number = 3_600_000;');
		return {};
	}

	test('may return early, and need not wait for the end', async () => {
		const { lines } = await run('export const policy = () => console.log("nothing to do");');
		expect(lines).toEqual(['nothing to do']);
	});

	test('may be JavaScript, and prints long and many lines only up to the limits', async () => {
		const text = 'export function policy() { for (let i = 0; i < 9; i++) console.log("x".repeat(3000)); }';
		const { lines } = await run(text, { name: 'mine.mjs', limits: { lines: 3 } });
		expect(lines.map((line) => line.length)).toEqual([2_000, 2_000, 2_000, expect.any(Number)]);
		expect(lines.at(-1)).toBe('mine.mjs printed more than 3 lines; the rest is left out.');
	});

	test('draws the same numbers in every run', async () => {
		const drawn = () => tried('Math.random()', 'crypto.randomUUID()');
		const first = await drawn();
		expect(first).toEqual([
			expect.stringMatching(/^value 0\.\d+$/),
			expect.stringMatching(/^value [0-9a-f]{8}-[0-9a-f-]{27}$/),
		]);
		expect(await drawn()).toEqual(first);
	});

	test('concurrent calls and waits happen one after another, and time never runs back', async () => {
		const { lines } = await run(`export async function policy(client, clock) {
	const from = clock.now();
	const times = await Promise.all([
		clock.until(from + 7200000).then(() => clock.now() - from),
		client.call('test').then(() => clock.now() - from),
		clock.until(from + 3600000).then(() => clock.now() - from),
		clock.until(from - 5).then(() => clock.now() - from),
	]);
	console.log(times.join(' '));
}`);
		expect(lines).toEqual(['7200000 7200000 7200000 7200000']);
	});
});

describe('the future is out of reach', () => {
	test('gets no settlement beyond the present', async () => {
		const { lines } = await run(`export async function policy(client, clock) {
	for (let third = 0; third < 2; third++) {
		await clock.until(clock.now() + 8 * 3600000);
		const { series } = await client.call('funding_history', { coin: 'AAA', days: 365 });
		const { series: month } = await client.call('funding_history', { coin: 'AAA', days: 30 });
		for (const { to, points } of [...series, ...month])
			if (to * 1000 > clock.now() || points.some(({ timestamp }) => timestamp * 1000 > clock.now()))
				console.log('saw the future');
		console.log(Date.now() === clock.now(), month[0].to * 1000 <= clock.now());
	}
}`);
		expect(lines).toEqual(['true true', 'true true']);
	});

	test('reads no file but its program: neither the data, nor other files, nor through a link', async () => {
		write('data/settled.csv', 'ts_ms,venue,base,rate');
		write('data/loader.ts', 'export const future = 1;');
		write('notes.txt', 'secret');
		symlinkSync('/etc/hosts', join(folder, 'link.ts'));
		const text = `import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
export async function policy() {
	for (const name of ['data/settled.csv', 'data/loader.ts', 'notes.txt', 'link.ts', '/etc/hosts', '/proc/self/environ'])
		try { readFileSync(name); console.log('read', name); } catch (error) { console.log(error.code); }
	try { readdirSync('.'); console.log('listed'); } catch (error) { console.log(error.code); }
	try { writeFileSync('mine.ts', ''); console.log('wrote'); } catch (error) { console.log(error.code); }
	await import('./data/loader.ts').catch((error) => console.log(error.code));
	console.log(readFileSync('mine.ts', 'utf8').length > 0);
}`;
		const { lines } = await run(text, { data: [join(folder, 'data')] });
		expect(lines).toEqual([...Array(9).fill('ERR_ACCESS_DENIED'), 'true']);
	});

	test('imports neither the network, nor processes, threads, real time or the machine', async () => {
		const names = [
			'net',
			'http',
			'child_process',
			'worker_threads',
			'module',
			'vm',
			'timers/promises',
			'process',
			'os',
		];
		const specifiers = names.flatMap((name) => [name, `node:${name}`]);
		expect(await tried(...specifiers.map((specifier) => `import('${specifier}')`))).toEqual(
			specifiers.map((specifier) =>
				expect.stringContaining(`A policy cannot import ${specifier}. It may import`),
			),
		);
	});

	test('has virtual time, seeded chance, and nothing of the machine', async () => {
		const table = [
			['fetch("http://127.0.0.1:1")', 'A policy has no network.'],
			['new WebSocket("ws://127.0.0.1:1")', 'A policy has no network.'],
			['new Promise((resolve) => setTimeout(resolve, 1))', 'Use clock.until(at).'],
			['setInterval(() => {}, 1)', 'Use clock.until(at).'],
			['AbortSignal.timeout(5)', 'Use clock.until(at).'],
			['process.binding("tcp_wrap")', 'process.binding is not a function'],
			['process.getBuiltinModule("net")', 'process.getBuiltinModule is not a function'],
			['import("lodash")', 'A policy cannot import lodash.'],
			['import("../outside.ts")', 'A policy cannot import ../outside.ts.'],
			['import("data:text/javascript,export{}")', 'A policy cannot import data:'],
			['JSON.stringify(process.env) + process.argv.length', 'value {}0'],
			['typeof console._stdout + typeof navigator + typeof require', 'value undefinedundefinedundefined'],
			['Date.now() - clock.now() + (new Date() - clock.now())', 'value 0'],
			['new (new Date(0).constructor)() - clock.now()', 'value 0'],
			['Date().slice(0, 15)', 'value Sun Feb 01 2026'],
			['new Intl.DateTimeFormat("en-GB").format()', 'value 01/02/2026'],
			['performance.now() + performance.timeOrigin - clock.now()', 'value 0'],
			['new Event("x").timeStamp', 'value 0'],
			['Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)', 'Use clock.until(at).'],
			['new File([], "x").lastModified - clock.now()', 'value 0'],
			['clock.until(Infinity)', 'TypeError: clock.until needs a time in Unix milliseconds; was Infinity.'],
			['clock.until("tomorrow")', 'clock.until needs a time in Unix milliseconds; was tomorrow.'],
			['(clock.now = () => 0, clock.now() > 0)', 'TypeError: Cannot assign to read only property'],
		] as const;
		expect(await tried(...table.map(([expression]) => expression))).toEqual(
			table.map(([, expected]) => expect.stringContaining(expected)),
		);
	});
});

describe('each fault ends in one sentence', () => {
	const WAITING = 'await clock.until(clock.now() + 3600000);';

	test.each([
		[
			'a missing function',
			'export const x = 1;',
			/^mine\.ts cannot be loaded: It exports no function policy\. Write: export async function policy\(client, clock\) \{ … \}$/,
		],
		[
			'a syntax error',
			'export async function policy( {',
			/^mine\.ts cannot be loaded: SyntaxError: .*\. \(mine\.ts:1\)$/,
		],
		[
			'TypeScript that does more than types',
			'enum A { B }\nexport function policy() {}',
			/^mine\.ts cannot be loaded: .*enum.*\.( \(mine\.ts:\d+\))?$/,
		],
		[
			'an import that does not exist',
			"import './gone.ts'; export function policy() {}",
			/^mine\.ts cannot be loaded: .*gone\.ts/,
		],
		[
			'settings of a wrong type',
			'export const settings = { a: [] }; export function policy() {}',
			/Its export settings must be an object of numbers, texts and switches; a is not\./,
		],
		[
			'an error',
			`export async function policy(_, clock) {\n\t${WAITING}\n\tthrow new Error('no coin is left');\n}`,
			/^mine\.ts failed at 2026-02-01 01:00 UTC: no coin is left\. \(mine\.ts:3\)$/,
		],
		[
			'an error of another kind',
			'export async function policy(client) { client.nope(); }',
			/^mine\.ts failed at .*: TypeError: client\.nope is not a function\. \(mine\.ts:1\)$/,
		],
		[
			'a rejection that nobody awaits',
			`export async function policy(_, clock) { Promise.reject(new Error('lost')); ${WAITING} }`,
			/^mine\.ts failed at .*: lost\. \(mine\.ts:1\)$/,
		],
		[
			'an unknown method',
			"export async function policy(client) { await client.call('moon'); }",
			/^mine\.ts failed at .*: RpcError: .*moon.*\./,
		],
		[
			'a wait without an end',
			'export const policy = () => new Promise(() => {});',
			/^mine\.ts waits at .* for something that never happens\. Only calls of the client and clock\.until take time\.$/,
		],
		[
			'requests without waiting',
			"export async function policy(client) { for (let i = 0; i < 1e5; i++) client.call('test').catch(() => {}); await client.call('test'); }",
			/^mine\.ts failed at .*: The policy has 100 requests without an answer\. Await them before sending more\. \(mine\.ts:1\)$/,
		],
		[
			'own messages',
			"import { writeSync } from 'node:fs'; export const policy = () => { writeSync(3, 'hello\\n'); return new Promise(() => {}); };",
			/^mine\.ts wrote to the channel of its messages\. Only its client may do that\.$/,
		],
		[
			'a large message',
			"export async function policy(client) { await client.call('test', { x: 'x'.repeat(2e6) }); }",
			/^mine\.ts sent a message of more than 1000000 characters\. Ask for less at once\.$/,
		],
	])('%s', async (_fault, text, sentence) => {
		await expect(run(text)).rejects.toThrow(sentence);
	});

	test('an endless loop', async () => {
		const text = `export async function policy(_, clock) { ${WAITING} for (;;); }`;
		await expect(run(text, { limits: { stepMs: 700 } })).rejects.toThrow(
			'mine.ts computed for more than 0.7 s between two requests. It may be in an endless loop.',
		);
		await expect(run('for (;;);', { limits: { stepMs: 700 } })).rejects.toThrow('may be in an endless loop');
	});

	test('a loop that never waits', async () => {
		const text = 'export async function policy(_, clock) { for (;;) await clock.until(clock.now()); }';
		await expect(run(text, { limits: { stillRequests: 50 } })).rejects.toThrow(
			'mine.ts made 50 requests at 2026-02-01 00:00 UTC without waiting. Call clock.until with a later time in each round of its loop.',
		);
	});

	test('a loop that ignores the end of the replay', async () => {
		const text = `export async function policy(_, clock) { for (;;) { try { ${WAITING} } catch {} } }`;
		await expect(run(text, { limits: { stillRequests: 50 } })).rejects.toThrow(
			/made 50 requests at 2026-02-02/,
		);
	});

	test('too much memory', async () => {
		const text = 'export function policy() { const all = []; for (;;) all.push(new Array(1000).fill({})); }';
		await expect(run(text, { limits: { memoryMb: 32 } })).rejects.toThrow(
			'mine.ts used more than 32 MB of memory. Keep less of what it reads.',
		);
	});

	test('a file that does not exist, or that is not a program', async () => {
		const open = (file: string) =>
			openSandbox({ file, data: [], seed: 1, now: 0, watch: systemClock, onLine() {} });
		await expect(open(join(folder, 'gone.ts'))).rejects.toThrow(/^There is no file .*gone\.ts\./);
		await expect(open(write('mine.py', ''))).rejects.toThrow(
			/A policy file ends in \.ts, \.mts, \.js, \.mjs\.$/,
		);
	});

	test('more than one user', async () => {
		await using market = await openReplayedMarket();
		const file = write('mine.ts', 'export function policy() {}');
		await using sandbox = Object.assign(
			await openSandbox({ file, data: [], seed: 1, now: 0, watch: systemClock, onLine() {} }),
			{
				async [Symbol.asyncDispose]() {
					await sandbox.close();
				},
			},
		);
		const seats = [market.seat(), market.seat()];
		await expect(market.run(sandbox.policy, seats, {})).rejects.toThrow(
			'mine.ts trades as one user; there are 2. Replay it without users of their own for each pair.',
		);
	});
});
