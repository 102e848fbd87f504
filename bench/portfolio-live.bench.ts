/**
 * Measures `portfolio_live` for a user with 200 running executions while the market moves. The same rounds call a
 * bare node:http server that responds with the same bytes.
 */
import { once } from 'node:events';
import { startChildServer } from './child-server.ts';
import { closeAgents, type Load, post } from './http-load.ts';
import { interleave, ratio } from './measure.ts';
import { deliver, rowsOf } from './report.ts';

const ROUNDS = 100;
/** Few calls per round, because the market moves only between rounds and each round should measure fresh figures. */
const REQUESTS = 2;
const CONNECTIONS = 2;
const BARE = 'bare node:http, same bytes';
const ALL = 'portfolio_live, 200 executions';
const ONE = 'portfolio_live, one of them';

const call = (params: object): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'portfolio_live', params });

/** Changes every mark price and funding estimate. It runs before each round, outside the measured time. */
function moveMarket(): Promise<unknown> {
	const moved = once(service.child, 'message');
	service.child.send('move');
	return moved;
}

const service = await startChildServer('portfolio-server.ts');
const children = [service.child];
try {
	const load: Load = {
		port: service.port,
		path: '/jsonrpc/',
		body: call({}),
		token: 'cw_bench',
		requests: REQUESTS,
		connections: CONNECTIONS,
	};
	const body = await post({ ...load, requests: 1, connections: 1 });
	const { result } = JSON.parse(body) as {
		readonly result?: {
			readonly executions: readonly { readonly execution: { readonly id: string } }[];
		};
	};
	if (result?.executions.length !== 200)
		throw new Error(`200 executions were expected: ${body.slice(0, 500)}`);
	const bare = await startChildServer('bare-server.ts', [], body);
	children.push(bare.child);
	const one = call({ execution_id: result.executions[0]?.execution.id });
	const samples = await interleave(ROUNDS, {
		[BARE]: () => post({ ...load, port: bare.port }),
		[ALL]: { prepare: moveMarket, run: () => post(load) },
		[ONE]: { prepare: moveMarket, run: () => post({ ...load, body: one }) },
	});
	const each = (durations: readonly number[]): number[] => durations.map((ns) => ns / REQUESTS);
	deliver({
		title: 'portfolio_live',
		round: `Per request. One round: ${REQUESTS} requests over ${CONNECTIONS} kept connections, ${Buffer.byteLength(body)} bytes each. Every mark moves before a round, which is not counted; accounts are read once a second.`,
		rows: rowsOf({ [BARE]: each(samples[BARE]), [ALL]: each(samples[ALL]), [ONE]: each(samples[ONE]) }),
		ratios: [
			{ slower: ALL, faster: BARE, ...ratio(samples[ALL], samples[BARE]) },
			{ slower: ALL, faster: ONE, ...ratio(samples[ALL], samples[ONE]) },
		],
	});
} finally {
	for (const child of children) child.kill();
	closeAgents();
}
process.exit(0);
