/**
 * Starts one exchange simulator and one ccxt process for a test, and always stops both.
 *
 *     const simulator = await startSimulator({ exchange: 'bybit' });
 *     const account = await simulator.createAccount('ann', { deposit: '10000' });
 *     const ccxt = startCcxt();
 *     const rest = await ccxt.open({ exchange: 'bybit', pro: false, config: {…}, hosts: simulator.hosts });
 *     await rest.call('loadMarkets');
 *
 * The simulator and the ccxt process are `AsyncDisposable`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import type { ExchangeName } from '../../simulator/exchanges.ts';
import type { CcxtAnswer, CcxtCommand } from './ccxt-process.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Maximum number of characters of a child process's output that are kept for the error message if it dies. */
const OUTPUT_CHARS_MAX = 8_000;

export class HarnessError extends Error {
	override readonly name = 'HarnessError';
}

/** An error that ccxt threw: its class, its ancestors and the text with the raw body. */
export class CcxtError extends Error {
	override readonly name = 'CcxtError';
	/** Class names of the error and its ancestors, such as `['OrderNotFound', 'InvalidOrder', …]`. */
	readonly classes: readonly string[];
	constructor(classes: readonly string[], message: string) {
		super(message);
		this.classes = classes;
	}

	/** The JSON body inside the message; undefined if there is none. */
	get body(): Record<string, unknown> | undefined {
		const start = this.message.indexOf('{');
		if (start === -1) return undefined;
		try {
			return JSON.parse(this.message.slice(start, this.message.lastIndexOf('}') + 1));
		} catch {
			return undefined;
		}
	}
}

type Child = { readonly process: ChildProcess; readonly output: () => string };

/** Starts `node <script> …` and keeps the tail of its standard error. */
function startNode(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
	const child = spawn(process.execPath, [join(REPOSITORY, script), ...args], {
		cwd: REPOSITORY,
		env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let output = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		output = (output + text).slice(-OUTPUT_CHARS_MAX);
	});
	return { process: child, output: () => output };
}

/** Stops one child by its id: SIGTERM, then SIGKILL if it does not exit. */
async function endChild(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.kill('SIGTERM');
	const force = setTimeout(() => child.kill('SIGKILL'), WAIT_MS_MAX);
	await gone;
	clearTimeout(force);
}

export type SimulatorOptions = {
	readonly exchange: ExchangeName;
	/** Seconds from start until every instrument settles once (`--settle-in`). */
	readonly settleInSeconds?: number;
	/** Further arguments for `simulator/main.ts`. */
	readonly args?: readonly string[];
};

export type SimulatorAccount = {
	readonly id: string;
	readonly uid: number;
	readonly key: string;
	readonly secret: string;
	/** Passphrase of the API key; empty for Bybit. */
	readonly passphrase: string;
};

export type Simulator = AsyncDisposable & {
	/** Port of the exchange's own REST and WebSocket interface. */
	readonly port: number;
	/** Port and token of the admin interface, for direct calls. */
	readonly adminAccess: { readonly adminPort: number; readonly adminToken: string };
	/** Port for each host name of the exchange, for the redirect. */
	readonly hosts: Readonly<Record<string, number>>;
	/** Data directory of the simulator's world and database. */
	readonly dataDir: string;
	/** Calls the admin interface and returns its JSON. @throws HarnessError on any status other than 2xx */
	admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
	/** Creates an account. `wish`: further fields of `POST /accounts`, such as `deposit`, `canTrade`. */
	createAccount(name: string, wish?: Readonly<Record<string, unknown>>): Promise<SimulatorAccount>;
};

/** Starts a simulator on a fresh data directory and waits for its ready line. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
	const dataDir = await mkdtemp(join(tmpdir(), `carrywire-${options.exchange}-`));
	const settle =
		options.settleInSeconds === undefined ? [] : ['--settle-in', String(options.settleInSeconds)];
	const child = startNode('simulator/main.ts', [
		options.exchange,
		'--data-dir',
		dataDir,
		'--parent-pipe',
		...settle,
		...(options.args ?? []),
	]);
	const dispose = async (): Promise<void> => {
		await endChild(child.process);
		await rm(dataDir, { recursive: true, force: true });
	};
	try {
		const ready = await readyLine(child);
		return simulator(ready, dataDir, dispose);
	} catch (error) {
		await dispose();
		throw error;
	}
}

/** The line that a simulator prints when it is ready. */
type Ready = {
	readonly event: 'ready';
	readonly port: number;
	readonly adminPort: number;
	readonly adminToken: string;
	readonly hosts: readonly string[];
};

async function readyLine(child: Child): Promise<Ready> {
	const { stdout } = child.process;
	if (stdout === null) throw new HarnessError('The simulator has no standard output.');
	const lines = createInterface({ input: stdout });
	return await new Promise<Ready>((resolve, reject) => {
		const fail = (why: string): void =>
			reject(new HarnessError(`The simulator ${why}. It said: ${child.output()}`));
		const timer = setTimeout(() => fail(`was not ready after ${WAIT_MS_MAX} ms`), WAIT_MS_MAX);
		child.process.once('exit', (code) => {
			clearTimeout(timer);
			fail(`ended with ${code}`);
		});
		lines.once('line', (line) => {
			clearTimeout(timer);
			const ready = JSON.parse(line) as Ready;
			if (ready.event === 'ready') resolve(ready);
			else fail(`began with ${line.slice(0, 200)}`);
		});
	});
}

function simulator(ready: Ready, dataDir: string, dispose: () => Promise<void>): Simulator {
	const admin: Simulator['admin'] = async (method, path, body) => {
		const response = await fetch(`http://127.0.0.1:${ready.adminPort}${path}`, {
			method,
			headers: { authorization: `Bearer ${ready.adminToken}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new HarnessError(`${method} ${path} answered ${response.status}: ${text}`);
		return JSON.parse(text);
	};
	return {
		port: ready.port,
		adminAccess: { adminPort: ready.adminPort, adminToken: ready.adminToken },
		hosts: Object.fromEntries(ready.hosts.map((host) => [host, ready.port])),
		dataDir,
		admin,
		createAccount: async (name, wish = {}) =>
			(await admin('POST', '/accounts', { name, ...wish })) as SimulatorAccount,
		[Symbol.asyncDispose]: dispose,
	};
}

export type CcxtOptions = {
	readonly exchange: string;
	readonly pro: boolean;
	readonly config?: Readonly<Record<string, unknown>>;
	readonly hosts: Readonly<Record<string, number>>;
};

/** One unmodified ccxt instance in the ccxt process. */
export type CcxtHandle = {
	/**
	 * Calls a method, including implicit ones (`privateGetV5OrderRealtime`). A null argument is omitted.
	 * @throws CcxtError if ccxt throws
	 */
	// biome-ignore lint/suspicious/noExplicitAny: ccxt's structures are not typed here; the tests inspect them
	call(method: string, ...args: readonly unknown[]): Promise<any>;
	// biome-ignore lint/suspicious/noExplicitAny: ccxt's structures are not typed here; the tests inspect them
	read(member: string): Promise<any>;
};

export type CcxtProcess = AsyncDisposable & {
	open(options: CcxtOptions): Promise<CcxtHandle>;
};

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Starts the process that holds the ccxt instances of one test. */
export function startCcxt(): CcxtProcess {
	const child = startNode('test/conformance/ccxt-process.ts', []);
	const { stdin, stdout } = child.process;
	if (stdin === null || stdout === null) throw new HarnessError('The ccxt process has no pipes.');
	const waiting = new Map<number, Waiting>();
	let last = 0;
	child.process.once('exit', (code) => {
		const error = new HarnessError(`The ccxt process ended with ${code}. It said: ${child.output()}`);
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	});
	createInterface({ input: stdout }).on('line', (line) => {
		const answer = JSON.parse(line) as CcxtAnswer;
		const asked = waiting.get(answer.id);
		waiting.delete(answer.id);
		if (answer.ok) asked?.resolve(answer.result);
		else asked?.reject(new CcxtError(answer.classes, answer.message));
	});
	const ask = (command: Unnumbered<CcxtCommand>): Promise<unknown> => {
		last += 1;
		const id = last;
		return new Promise((resolve, reject) => {
			waiting.set(id, { resolve, reject });
			stdin.write(`${JSON.stringify({ ...command, id })}\n`);
		});
	};
	return {
		async open({ exchange, pro, config = {}, hosts }) {
			const name = `${exchange}-${last + 1}`;
			await ask({ kind: 'open', name, exchange, pro, config, hosts });
			return {
				call: (method, ...args) => ask({ kind: 'call', name, method, args }),
				read: (member) => ask({ kind: 'read', name, member }),
			};
		},
		[Symbol.asyncDispose]: () => endChild(child.process),
	};
}
