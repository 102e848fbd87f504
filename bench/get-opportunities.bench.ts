/**
 * Measures how many `get_opportunities` requests per second the service answers, and compares it with a bare
 * node:http server that responds with the same bytes. Each server runs in a separate process; every round calls both.
 */
import { startChildServer } from './child-server.ts';
import { closeAgents, post } from './http-load.ts';
import { interleave } from './measure.ts';
import { deliver, summarize } from './report.ts';
import { startService } from './started-service.ts';

const ROUNDS = 60;
const REQUESTS_PER_ROUND = 300;
const CONNECTIONS = 16;

const call = (params: object): string =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get_opportunities', params });
const DEFAULT_CALL = call({});
const OWN_TERMS_CALL = call({ amount: 2_500, horizon_hours: 72 });

const service = await startService();
const load = { path: '/jsonrpc/', requests: REQUESTS_PER_ROUND, connections: CONNECTIONS };
try {
	const body = await post({ ...load, port: service.port, body: DEFAULT_CALL, requests: 1, connections: 1 });
	const { child: bare, port } = await startChildServer('bare-server.ts', [], body);
	try {
		const samples = await interleave(ROUNDS, {
			'bare node:http, same bytes': () => post({ ...load, port, body: DEFAULT_CALL }),
			'get_opportunities, default terms': () => post({ ...load, port: service.port, body: DEFAULT_CALL }),
			'get_opportunities, own amount and horizon': () =>
				post({ ...load, port: service.port, body: OWN_TERMS_CALL }),
		});
		const round = `One round: ${REQUESTS_PER_ROUND} requests over ${CONNECTIONS} kept connections, 20 opportunities (${Buffer.byteLength(body)} bytes) each, while both feeds run.`;
		deliver(
			summarize('get_opportunities beside a bare server', round, samples, 'bare node:http, same bytes'),
		);
	} finally {
		bare.kill();
		closeAgents();
	}
} finally {
	await service.stop();
}
