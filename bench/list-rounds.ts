/**
 * Runs rounds of `get_opportunities` over the full universe (20 of 22,500 opportunities), beside a bare node:http
 * server that responds with the same bytes. Each server runs in a separate process; the same rounds call both.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChildServer, startChildServer } from './child-server.ts';
import { closeAgents, type Load, post } from './http-load.ts';
import { type Case, interleave, type PreparedCase, ratio } from './measure.ts';
import { type BenchReport, type Figure, rowsOf } from './report.ts';
import type { ServerFigures } from './rpc-server.ts';

const CONNECTIONS = 16;
const QUIET_MS = 5_000;
const BYTES_PER_MB = 1_048_576;
const AS_OF = /"as_of":"([^"]+)"\}(?:,"id":\d+\}?)?$/;

/** Number of requests per round to the bare server. */
export const BARE_REQUESTS = 500;
export const BARE = 'bare node:http, same bytes';

/** A type of request whose calls are measured together. */
export type Asked = {
	readonly name: string;
	/** Returns the JSON-RPC params of the next call. */
	readonly params: () => object;
	/** Number of calls per round. */
	readonly requests: number;
	readonly port?: number;
	/** Runs before each round, outside the measured time. */
	readonly prepare?: () => Promise<unknown>;
};

/** The service and the bare server, with their measurements so far. */
export type ListRounds = {
	readonly port: number;
	/** A response at default terms. The bare server returns the same text. */
	readonly first: string;
	/**
	 * Measures one type of request for `rounds` rounds. The types are measured one after another, because each would
	 * otherwise replace the cached response of another.
	 */
	readonly measure: (rounds: number, asked: Asked) => Promise<void>;
	/** Returns the delays of the service's event loop since the previous call, as figures for the report. */
	readonly waited: (when: string) => Promise<readonly Figure[]>;
	readonly memory: () => Promise<readonly Figure[]>;
	/** Registers another server, so that `close` also stops it. */
	readonly add: (server: ChildServer) => void;
	readonly results: () => Pick<BenchReport, 'rows' | 'ratios'> & { readonly figures: readonly Figure[] };
	readonly close: () => void;
};

let lastId = 0;

/** Builds a call as a client writes it, with a unique id. */
function call(params: object): string {
	lastId += 1;
	return JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'get_opportunities', params });
}

async function answered<T>({ child }: ChildServer, asked: string): Promise<T> {
	const answer = once(child, 'message');
	child.send(asked);
	return (await answer)[0] as T;
}

/**
 * Starts both servers and waits until the service has settled. Its market moves at the given number of updates per
 * second.
 */
export async function startListRounds(updatesPerSecond: number): Promise<ListRounds> {
	const service = await startChildServer('rpc-server.ts', [String(updatesPerSecond)]);
	const servers = [service];
	const ask = (load: Pick<Load, 'body' | 'port' | 'requests' | 'onAnswer'>): Promise<string> =>
		post({ ...load, path: '/jsonrpc/', connections: Math.min(CONNECTIONS, load.requests) });
	const waitedFor = (): Promise<ServerFigures> => answered(service, 'figures');
	await waitedFor();
	const quietFrom = await answered<number>(service, 'processor');
	await wait(QUIET_MS);
	const aloneMsPerMs = ((await answered<number>(service, 'processor')) - quietFrom) / QUIET_MS;
	const first = await ask({ port: service.port, body: call({}), requests: 1 });
	const bare = await startChildServer('bare-server.ts', [], first);
	servers.push(bare);
	const bareSamples: number[] = [];
	const samples: Record<string, readonly number[]> = {};
	const ratios: BenchReport['ratios'][number][] = [];
	const figures: Figure[] = [];

	async function measure(rounds: number, { name, params, requests, port, prepare }: Asked): Promise<void> {
		const used = { service: 0, bare: 0, serviceMs: 0 };
		let oldestMs = 0;
		const onAnswer = (text: string): void => {
			const [, at] = AS_OF.exec(text.slice(-120)) ?? [];
			if (at !== undefined) oldestMs = Math.max(oldestMs, Date.now() - Date.parse(at));
		};
		const measured = (server: ChildServer, run: () => Promise<unknown>, key: 'service' | 'bare'): Case => {
			return async () => {
				const [from, begun] = [await answered<number>(server, 'processor'), performance.now()];
				await run();
				used[key] += (await answered<number>(server, 'processor')) - from;
				if (key === 'service') used.serviceMs += performance.now() - begun;
			};
		};
		const own = port === undefined ? service : undefined;
		const run = () => ask({ port: port ?? service.port, body: () => call(params()), requests, onAnswer });
		const asked: Case = own === undefined ? run : measured(own, run, 'service');
		const cases: Record<string, Case | PreparedCase> = {
			[BARE]: measured(
				bare,
				() =>
					ask({ port: bare.port, body: () => call({}), requests: BARE_REQUESTS, onAnswer: () => undefined }),
				'bare',
			),
			[name]: prepare === undefined ? asked : { prepare, run: asked },
		};
		const warmupRounds = Math.ceil(rounds / 10);
		const both = await interleave(rounds, cases, { warmupRounds });
		const bareEach = (both[BARE] ?? []).map((ns) => ns / BARE_REQUESTS);
		const each = (both[name] ?? []).map((ns) => ns / requests);
		bareSamples.push(...bareEach);
		samples[name] = each;
		ratios.push({ slower: name, faster: BARE, ...ratio(each, bareEach) });
		if (own === undefined) return;
		const all = (rounds + warmupRounds) * requests;
		figures.push(
			{ name: `${name}: oldest as_of when it came`, value: oldestMs, unit: 'ms' },
			{
				name: `${name}: processor time a call, less that of the market alone`,
				value: (used.service - aloneMsPerMs * used.serviceMs) / all,
				unit: 'ms',
			},
			{
				name: `${name}: processor time a call of the bare server`,
				value: used.bare / ((rounds + warmupRounds) * BARE_REQUESTS),
				unit: 'ms',
			},
		);
	}

	async function waited(when: string): Promise<readonly Figure[]> {
		const found = await waitedFor();
		return [
			{ name: `${when}: event loop delay, p99`, value: found.delayP99Ms, unit: 'ms' },
			{ name: `${when}: event loop delay, longest`, value: found.delayMaxMs, unit: 'ms' },
			{
				name: `${when}: processor time of the server`,
				value: found.processorShare * 1_000,
				unit: 'ms per second',
			},
		];
	}

	return {
		port: service.port,
		first,
		measure,
		waited,
		async memory() {
			const { heldBytes, residentBytes } = await waitedFor();
			return [
				{
					name: 'memory held by the server and its market: heap and buffers',
					value: heldBytes / BYTES_PER_MB,
					unit: 'MB',
				},
				{
					name: 'memory of the server and its market: resident',
					value: residentBytes / BYTES_PER_MB,
					unit: 'MB',
				},
			];
		},
		add: (server) => servers.push(server),
		results: () => ({ rows: rowsOf({ [BARE]: bareSamples, ...samples }), ratios, figures }),
		close() {
			for (const { child } of servers) child.kill();
			closeAgents();
		},
	};
}
