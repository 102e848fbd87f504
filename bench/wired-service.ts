/**
 * Runs a whole service in this process, and its simulated exchanges and a caller in separate processes. The bench
 * observes the service's requests to exchanges as they are sent. It also measures the minimum parts of each reaction
 * alone: a durable commit, and raw ccxt orders.
 *
 * The service runs in the bench's own process so that all times come from one clock.
 */
import { fork } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startService } from '../src/app/start-service.ts';
import type { Config } from '../src/config/config.ts';
import { loadConfig } from '../src/config/load-config.ts';
import type { createTokenAuthority } from '../src/identity/tokens.ts';
import { askService } from '../src/operations/control-client.ts';
import { findVenueAccount } from '../src/operations/venue-account.ts';
import { systemClock, systemTurnEnd } from '../src/runtime/clock.ts';
import { systemRandom } from '../src/runtime/random.ts';
import { readRunFile } from '../src/store/run-file.ts';
import { callMethod, openCcxt } from '../src/venues/shared/instance.ts';
import type { CallerAnswer, CallerTask } from './rpc-caller.ts';
import { type WireEvent, watchWire } from './wire-events.ts';

const VENUES = ['bybit', 'kucoin'] as const;
/** Request paths for new orders, on Bybit and on KuCoin. */
const ORDER_PATHS: readonly string[] = ['/v5/order/create', '/api/v1/orders'];
const TOKEN_TTL_MS = 3_600_000;
/** Number of opportunities that the bench trades in turn: the first ones in the list. */
const OPPORTUNITIES = 3;
const WAIT_MS = 20;
const WAIT_MS_MAX = 20_000;

/** Calls the service from the child process and returns the result. @throws Error when the service refuses the call */
type Call = (method: string, params: object) => Promise<Record<string, unknown>>;

/** The measured service and its baselines. */
export type WiredService = {
	readonly call: Call;
	/**
	 * Opens 1,000 USD in one of a few opportunities, chosen by `index`, and returns the execution's id. The warm-up
	 * trades the same ones, so that the service already knows the fees, leverage and margin mode of their
	 * instruments.
	 */
	readonly execute: (index: number, mode: string) => Promise<string>;
	/** Resolves when the execution is running. @throws Error when it is not running within 20 s */
	readonly running: (executionId: string) => Promise<void>;
	/** Returns the time at which the service received the latest HTTP request, nanoseconds on the monotonic clock. */
	readonly receivedAt: () => bigint;
	/** Events of requests to exchanges since `forget` was last called. */
	readonly wire: readonly WireEvent[];
	readonly forget: () => void;
	/** Commits one kilobyte (WAL, synced) and returns the duration in nanoseconds. */
	readonly commit: () => number;
	/**
	 * Sends a raw ccxt order to each of the given number of exchanges; the orders cannot fill. Returns the time from
	 * the call until all are on the wire, nanoseconds.
	 */
	readonly bareOrders: (count: 1 | 2) => Promise<number>;
	readonly stop: () => Promise<void>;
};

/** @param execution settings that replace defaults in the section `execution` */
export async function startWiredService(execution: object = {}): Promise<WiredService> {
	const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
	const config = benchConfig(dataDir, execution);
	const wire: WireEvent[] = [];
	let received = 0n;
	watchWire((event) => void wire.push(event));
	channel('http.server.request.start').subscribe(() => {
		received = process.hrtime.bigint();
	});
	const machine = { clock: systemClock, random: systemRandom, turnEnd: systemTurnEnd };
	const quiet = { print: () => {}, remark: () => {} };
	const service = await startService(config, { output: quiet, env: {}, ...machine });
	const caller = createCaller(`${service.url}/jsonrpc/`, await newToken(dataDir));
	return {
		call: caller.call,
		execute: (index, mode) => execute(caller.call, index, mode),
		running: (executionId) => running(caller.call, executionId),
		receivedAt: () => received,
		wire,
		forget: () => void wire.splice(0),
		commit: commitCase(dataDir),
		bareOrders: await bareOrdersOf(config, wire),
		async stop() {
			caller.stop();
			await service.stop();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

async function execute(call: Call, index: number, mode: string): Promise<string> {
	const { data } = await call('get_opportunities', {
		limit: 30,
		tradable_only: true,
		sortby: 'max_amount',
	});
	const list = data as readonly { readonly opportunity_id: string }[];
	const chosen = list[index % Math.min(OPPORTUNITIES, list.length)];
	if (chosen === undefined) throw new Error('There is no tradable opportunity.');
	const answer = await call('execute_opportunity', {
		opportunity_id: chosen.opportunity_id,
		amount: 1_000,
		max_slippage_bps: 50,
		mode,
	});
	return String(answer.execution_id);
}

async function running(call: Call, executionId: string): Promise<void> {
	await until('the execution runs', async () => {
		const { executions } = await call('portfolio_live', { execution_id: executionId });
		const [own] = executions as readonly { readonly execution: { readonly status: string } }[];
		return own?.execution.status === 'running' ? true : undefined;
	});
}

/** Resolves after the given time. */
export function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns the new orders among the sent requests. */
export function ordersIn(wire: readonly WireEvent[]): readonly WireEvent[] {
	return wire.filter(
		({ kind, method, path }) => kind === 'sent' && method === 'POST' && ORDER_PATHS.includes(path),
	);
}

/** Polls until `check` returns a value. @throws Error when it returns none within 20 s */
export async function until<T>(
	what: string,
	check: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	for (let waited = 0; waited < WAIT_MS_MAX; waited += WAIT_MS) {
		const found = await check();
		if (found !== undefined) return found;
		await pause(WAIT_MS);
	}
	throw new Error(`It did not happen within ${WAIT_MS_MAX / 1_000} s: ${what}.`);
}

function benchConfig(dataDir: string, execution: object): Config {
	const lifted = { perSecond: 1_000_000, burst: 1_000_000 };
	const rateLimits = { public: lifted, read: lifted, trade: lifted, stop: lifted };
	const file = join(dataDir, 'bench.config.json');
	writeFileSync(file, JSON.stringify({ venues: VENUES, execution, rateLimits }));
	return loadConfig({
		flags: { config: file, port: '0', 'data-dir': dataDir, 'log-level': 'error' },
		env: {},
		cwd: dataDir,
	});
}

async function newToken(dataDir: string): Promise<string> {
	const answer = await askService(dataDir, {
		op: 'create',
		userName: 'owner',
		name: 'bench',
		scopes: ['arb:read', 'arb:trade'],
		ttlMs: TOKEN_TTL_MS,
	});
	if (answer?.ok !== true) throw new Error('The service gave no token.');
	return (answer.result as Awaited<ReturnType<ReturnType<typeof createTokenAuthority>['issue']>>).token;
}

function createCaller(
	url: string,
	token: string,
): Pick<WiredService, 'call'> & { readonly stop: () => void } {
	const child = fork(join(import.meta.dirname, 'rpc-caller.ts'));
	const waiting = new Map<number, (text: string) => void>();
	child.on('message', ({ id, text }: CallerAnswer) => {
		waiting.get(id)?.(text);
		waiting.delete(id);
	});
	let calls = 0;
	return {
		async call(method, params) {
			calls += 1;
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
			const task: CallerTask = { id: calls, url, token, body };
			const text = await new Promise<string>((resolve) => {
				waiting.set(task.id, resolve);
				child.send(task);
			});
			const { result, error } = JSON.parse(text) as {
				readonly result?: Record<string, unknown>;
				readonly error?: unknown;
			};
			if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
			return result;
		},
		stop: () => child.disconnect(),
	};
}

/**
 * Returns a function that commits one kilobyte with the same durability as the journal, and returns the duration in
 * nanoseconds.
 */
function commitCase(dataDir: string): () => number {
	const database = new DatabaseSync(join(dataDir, 'bench.db'));
	database.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)',
	);
	const insert = database.prepare('INSERT INTO line (text) VALUES (?)');
	const text = 'x'.repeat(1_024);
	return () => {
		const start = process.hrtime.bigint();
		insert.run(text);
		return Number(process.hrtime.bigint() - start);
	};
}

/** Returns a function that sends immediate-or-cancel orders, priced so far from the market that they cannot fill. */
async function bareOrdersOf(config: Config, wire: readonly WireEvent[]): Promise<WiredService['bareOrders']> {
	const { simulators } = readRunFile(config.dataDir);
	const open = async (venue: (typeof VENUES)[number], id: string, settings: object) =>
		openCcxt(id, {
			settings: { ...settings },
			credentials: (await findVenueAccount(config, venue, 'owner', systemRandom)).credentials,
			redirectPort: simulators?.[venue]?.port,
		});
	const bybit = await open('bybit', 'bybit', {});
	const kucoin = await open('kucoin', 'kucoinfutures', { uta: false });
	const price = await lowPrice(bybit);
	let round = 0;
	return async (count) => {
		round += 1;
		const id = `${Date.now()}${round}`;
		const before = wire.length;
		const start = process.hrtime.bigint();
		const orders = [
			callMethod(bybit, 'privatePostV5OrderCreate', {
				category: 'linear',
				symbol: 'XRPUSDT',
				side: 'Buy',
				orderType: 'Limit',
				qty: '100',
				price,
				timeInForce: 'IOC',
				orderLinkId: `b${id}`,
			}),
		];
		if (count === 2)
			orders.push(
				callMethod(kucoin, 'futuresPrivatePostOrders', {
					clientOid: `k${id}`,
					symbol: 'XRPUSDTM',
					side: 'buy',
					type: 'limit',
					size: 10,
					price,
					timeInForce: 'IOC',
					leverage: 1,
					marginMode: 'ISOLATED',
				}),
			);
		await Promise.all(orders);
		const last = ordersIn(wire.slice(before)).at(count - 1);
		if (last === undefined) throw new Error('A bare order was not seen on the wire.');
		return Number(last.at - start);
	};
}

/** Returns a price three percent below the last trade, rounded down to whole ticks. */
async function lowPrice(bybit: Awaited<ReturnType<typeof openCcxt>>): Promise<string> {
	const answer = (await callMethod(bybit, 'publicGetV5MarketTickers', {
		category: 'linear',
		symbol: 'XRPUSDT',
	})) as { readonly result: { readonly list: readonly { readonly lastPrice: string }[] } };
	return (Math.floor(Number(answer.result.list[0]?.lastPrice) * 0.97 * 1_000) / 1_000).toFixed(3);
}
