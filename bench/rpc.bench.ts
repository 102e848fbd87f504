/**
 * `get_opportunities` over the full universe, 20 of 22,500 by each sort key, beside a bare node:http server that answers the
 * same bytes and beside jayson that answers the same object; and what own terms cost. Each server runs in a process of its own, all are asked in the same rounds.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { SORT_KEYS } from '../src/ports/opportunities.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { closeAgents, type Load, post } from './http-load.ts';
import { type Case, interleave, ratio } from './measure.ts';
import { type BenchReport, deliver, type Figure, rowsOf } from './report.ts';
import type { ServerFigures } from './rpc-server.ts';

const ROUNDS = 20;
const UPDATES_PER_SECOND = 2_000;
const REQUESTS = 500;
/** Own terms rank all slots anew. */
const OWN_REQUESTS = 4;
const CONNECTIONS = 16;
const QUIET_MS = 5_000;
const BYTES_PER_MB = 1_048_576;
const BARE = 'bare node:http, same bytes';

type Asked = { readonly port: number; readonly body: string; readonly requests: number };

const call = (params: object): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get_opportunities', params });

function asking({ port, body, requests }: Asked): Case {
	const load: Load = {
		path: '/jsonrpc/',
		port,
		body,
		requests,
		connections: Math.min(CONNECTIONS, requests),
	};
	return () => post(load);
}

/** Nanoseconds of a round as nanoseconds of one request. */
function perRequest(durations: readonly number[] | undefined, requests: number): number[] {
	return (durations ?? []).map((ns) => ns / requests);
}

/** What the server's event loop has waited since it was last asked. */
async function figuresOf({ child }: ChildServer): Promise<ServerFigures> {
	const answered = once(child, 'message');
	child.send('figures');
	return (await answered)[0] as ServerFigures;
}

function written(when: string, figures: ServerFigures): Figure[] {
	return [
		{ name: `${when}: event loop delay, p99`, value: figures.delayP99Ms, unit: 'ms' },
		{ name: `${when}: event loop delay, longest`, value: figures.delayMaxMs, unit: 'ms' },
		{
			name: `${when}: processor time of the server`,
			value: figures.processorShare * 1_000,
			unit: 'ms per second',
		},
	];
}

const service = await startChildServer('rpc-server.ts', [String(UPDATES_PER_SECOND)]);
const servers = [service];
try {
	const { port } = service;
	await figuresOf(service);
	await wait(QUIET_MS);
	const quiet = await figuresOf(service);
	const first = await post({ path: '/jsonrpc/', port, body: call({}), requests: 1, connections: 1 });
	const bare = await startChildServer('bare-server.ts', [], first);
	servers.push(bare);
	const jayson = await startChildServer('jayson-server.ts', [], first);
	servers.push(jayson);
	const bareCase = asking({ port: bare.port, body: call({}), requests: REQUESTS });

	const samples: Record<string, readonly number[]> = {};
	const ratios: BenchReport['ratios'][number][] = [];
	const bareSamples: number[] = [];
	/** One kind of question at a time, as its readers ask it: what is kept for it stays current. */
	async function measure(name: string, params: object, requests: number, at = port): Promise<void> {
		const both = await interleave(ROUNDS, {
			[BARE]: bareCase,
			[name]: asking({ port: at, body: call(params), requests }),
		});
		const bareEach = perRequest(both[BARE], REQUESTS);
		const each = perRequest(both[name], requests);
		bareSamples.push(...bareEach);
		samples[name] = each;
		ratios.push({ slower: name, faster: BARE, ...ratio(each, bareEach) });
	}
	await measure('jayson, same object', {}, REQUESTS, jayson.port);
	for (const sortby of SORT_KEYS) await measure(`by ${sortby}`, { sortby }, REQUESTS);
	const busy = await figuresOf(service);

	const own = { amount: 2_500, horizon_hours: 72 };
	await measure('own terms, by spread', own, REQUESTS);
	await measure('own terms, by net_apr', { ...own, sortby: 'net_apr' }, OWN_REQUESTS);
	await measure('own terms, by risk_score', { ...own, sortby: 'risk_score' }, OWN_REQUESTS);
	await measure('own terms, tradable only', { ...own, tradable_only: true }, OWN_REQUESTS);
	const ranked = await figuresOf(service);

	const round = [
		`Per request. One round, for each kind by itself: ${REQUESTS} requests to each server (${OWN_REQUESTS} where own terms rank all slots anew) over at most`,
		`${CONNECTIONS} kept connections, 20 of 22,500 opportunities (${Buffer.byteLength(first)} bytes) each, while the market moves`,
		`${UPDATES_PER_SECOND} times a second. Delays of the event loop hold what other processes took, and the millisecond of their clock.`,
	].join(' ');
	deliver({
		title: 'get_opportunities over the full universe',
		round,
		rows: rowsOf({ [BARE]: bareSamples, ...samples }),
		ratios,
		figures: [
			...written('updates alone', quiet),
			...written('default terms asked', busy),
			...written('own terms asked', ranked),
			{
				name: 'memory held by the server and its market: heap and buffers',
				value: ranked.heldBytes / BYTES_PER_MB,
				unit: 'MB',
			},
			{
				name: 'memory of the server and its market: resident',
				value: ranked.residentBytes / BYTES_PER_MB,
				unit: 'MB',
			},
		],
	});
} finally {
	for (const { child } of servers) child.kill();
	closeAgents();
}
process.exit(0);
