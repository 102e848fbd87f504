/**
 * Measures `get_opportunities` at default terms over the full universe by each sort key. The same rounds call a bare
 * node:http server that responds with the same bytes, and a jayson server that serializes the same object. The market
 * moves; one sort key is also measured with a market at rest.
 */
import { SORT_KEYS } from '../src/ports/opportunities.ts';
import { startChildServer } from './child-server.ts';
import { BARE_REQUESTS, startListRounds } from './list-rounds.ts';
import { deliver } from './report.ts';

const ROUNDS = 20;
const UPDATES_PER_SECOND = 2_000;

const still = await startListRounds(0);
try {
	await still.measure(ROUNDS, {
		name: 'by spread, no input changes',
		params: () => ({ sortby: 'spread' }),
		requests: BARE_REQUESTS,
	});
} finally {
	still.close();
}
const rounds = await startListRounds(UPDATES_PER_SECOND);
try {
	const { measure, waited } = rounds;
	const quiet = await waited('updates alone');
	const jayson = await startChildServer('jayson-server.ts', [], rounds.first);
	rounds.add(jayson);
	await measure(ROUNDS, {
		name: 'jayson, same object',
		params: () => ({}),
		requests: BARE_REQUESTS,
		port: jayson.port,
	});
	await waited('jayson');
	for (const sortby of SORT_KEYS)
		await measure(ROUNDS, { name: `by ${sortby}`, params: () => ({ sortby }), requests: BARE_REQUESTS });
	const busy = await waited('default terms asked');
	const round = [
		`Per request. One round, for each kind by itself: ${BARE_REQUESTS} requests to each server over 16 kept connections, 20 of 22,500`,
		`opportunities (${Buffer.byteLength(rounds.first)} bytes) each, while the market moves ${UPDATES_PER_SECOND} times a second. Delays of the`,
		'event loop hold what other processes took, and the millisecond of their clock.',
	].join(' ');
	const moving = rounds.results();
	const standing = still.results();
	deliver({
		title: 'get_opportunities over the full universe',
		round,
		rows: [...moving.rows, ...standing.rows.slice(1)],
		ratios: [...standing.ratios, ...moving.ratios],
		figures: [...quiet, ...busy, ...standing.figures, ...moving.figures, ...(await rounds.memory())],
	});
} finally {
	rounds.close();
}
process.exit(0);
