/**
 * Measures `get_opportunities` with the caller's amount, horizon and leverage over the full universe: by each sort
 * key, and for tradable opportunities only. The same rounds call a bare node:http server that responds with the same
 * bytes. Cases: new terms, the same terms again at once, and again after more than `rpc.keptListAgeMsMax`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { SORT_KEYS } from '../src/ports/opportunities.ts';
import { startListRounds } from './list-rounds.ts';
import { deliver } from './report.ts';

const ROUNDS = 10;
const UPDATES_PER_SECOND = 2_000;
/** Number of calls per round in the cases where consecutive calls always have different terms. */
const REQUESTS = 4;
const REQUESTS_AT_ONCE = 200;
/** Delay before terms are repeated; by then their cached response has expired. */
const LATER_MS = 500;

/**
 * Returns a function that draws the terms of the next call from a fixed seed. Every run gets the same terms, and no
 * terms occur twice.
 */
function createTerms(): () => object {
	let state = 1;
	const draw = (): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 0x1_0000_0000;
	};
	const seen = new Set<string>();
	return function next(): object {
		const terms = {
			amount: Math.round(10_000 * 10 ** (2.5 * draw())) / 100,
			horizon_hours: 1 + Math.floor(2_159 * draw()),
			leverage: 1 + Math.floor(40 * draw()) / 10,
		};
		const text = JSON.stringify(terms);
		if (seen.has(text)) return next();
		seen.add(text);
		return terms;
	};
}

const newTerms = createTerms();
const rounds = await startListRounds(UPDATES_PER_SECOND);
try {
	const kinds = [
		...SORT_KEYS.map((sortby) => ({ name: `by ${sortby}`, asked: { sortby } })),
		{ name: 'tradable only, by spread', asked: { tradable_only: true } },
		{ name: 'tradable only, by net_apr', asked: { tradable_only: true, sortby: 'net_apr' } },
	];
	await rounds.waited('start');
	for (const { name, asked } of kinds) {
		await rounds.measure(ROUNDS, {
			name: `${name}, terms not seen before`,
			params: () => ({ ...asked, ...newTerms() }),
			requests: REQUESTS,
		});
		const once = newTerms();
		await rounds.measure(ROUNDS, {
			name: `${name}, the same terms again at once`,
			params: () => ({ ...asked, ...once }),
			requests: REQUESTS_AT_ONCE,
		});
		const known = Array.from({ length: REQUESTS }, newTerms);
		let turn = 0;
		await rounds.measure(ROUNDS, {
			name: `${name}, the same terms after ${LATER_MS} ms`,
			params() {
				turn += 1;
				return { ...asked, ...known[turn % REQUESTS] };
			},
			requests: REQUESTS,
			prepare: () => wait(LATER_MS),
		});
	}
	const ranked = await rounds.waited('own terms asked');
	const { rows, ratios, figures } = rounds.results();
	const round = [
		`Per request. One round, for each kind by itself: 500 requests to the bare server, ${REQUESTS_AT_ONCE} at terms that were just asked and ${REQUESTS} at others,`,
		`over at most 16 kept connections, 20 of 22,500 opportunities each, while the market moves ${UPDATES_PER_SECOND} times a second. Terms are drawn:`,
		'amounts of 100 to 31,600 USD, horizons of 1 to 2,159 hours, leverages of 1 to 5.',
	].join(' ');
	deliver({
		title: 'get_opportunities at own terms',
		round,
		rows,
		ratios,
		figures: [...ranked, ...figures, ...(await rounds.memory())],
	});
} finally {
	rounds.close();
}
process.exit(0);
