/**
 * Measures how much time an order takes in this process, for each exchange with trading. The same order through ccxt
 * and a bare send are measured for comparison. The time has two parts. Build and sign: from the call to the headers
 * on the wire. Parse and check: from the response to the result.
 *
 * All three ways send an order with the same terms to the same simulator. The bare order is signed before its
 * measured time begins, and its response is read as text. The extra time of the other two is therefore the cost of
 * building, signing and parsing. The simulators run in separate processes.
 */
import { Agent, request as httpRequest } from 'node:http';
import { fromInteger, parseDecimal } from '../src/domain/decimal.ts';
import type { VenueOrder } from '../src/ports/venue.ts';
import { dialectOf } from '../src/venues/modules.ts';
import { openAtSite } from '../src/venues/shared/at-site.ts';
import { callMethod } from '../src/venues/shared/instance.ts';
import { credentialsOf, openFixture } from '../test/venue/fixture.ts';
import { VENUE_ROWS, type VenueRow } from '../test/venue/venue-rows.ts';
import { percentile, ratio } from './measure.ts';
import { type BenchReport, deliver, type Figure } from './report.ts';
import { watchWire } from './wire-events.ts';

const ROUNDS = 120;
const WARMUP_ROUNDS = 30;
/**
 * Pause between rounds. It keeps the bench below the exchanges' order limits; otherwise the bench would measure
 * waiting for those limits.
 */
const ROUND_PAUSE_MS = 400;
const QUANTITY = parseDecimal('0.01');
const WAYS = ['bare send', 'ccxt', 'ours'] as const;

type Way = (typeof WAYS)[number];
type Sending = { readonly prepare: () => Promise<void>; readonly run: () => Promise<unknown> };
/**
 * Durations of one order, nanoseconds: from the call to the wire, from the response to the result, and from call to
 * result.
 */
type Spans = { readonly toWire: number; readonly toResult: number; readonly whole: number };
type Bench = {
	readonly venue: string;
	readonly ways: Readonly<Record<Way, Sending>>;
	readonly spans: Readonly<Record<Way, Spans[]>>;
	readonly close: () => Promise<void>;
};

const ORDER_PATH = /^\/(?:v5\/order\/create|api\/v1\/orders|fapi\/v1\/order|api\/v5\/trade\/order|exchange)$/;
let sentAt = 0n;
let answeredAt = 0n;
watchWire(({ kind, method, path, at }) => {
	if (method !== 'POST' || !ORDER_PATH.test(path)) return;
	if (kind === 'sent') sentAt = at;
	if (kind === 'ended') answeredAt = at;
});

/** ccxt's methods that sign a request and send it. */
type Signing = {
	sign: (
		path: string,
		api: unknown,
		method: string,
		params: object,
	) => {
		readonly url: string;
		readonly method: string;
		readonly headers: Readonly<Record<string, string>>;
		readonly body: string;
	};
	fetch2: (path: string, api: unknown, method: string, params: object) => Promise<unknown>;
};

async function openBench(row: VenueRow): Promise<Bench> {
	const { venue } = row;
	const fixture = await openFixture(row);
	const { account, trading } = await fixture.trader('bench');
	const btc = fixture.instrument('BTC');
	await trading.prepare(btc.symbol, fromInteger(2), 'isolated');
	const prices = { buy: await fixture.priceOf(btc, 'buy'), sell: await fixture.priceOf(btc, 'sell') };
	const credentials = credentialsOf(account);
	const dialect = dialectOf(venue, false, credentials);
	const { port } = fixture.simulator;
	const exchange = await openAtSite(dialect, { redirect: { port } }, credentials);
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	let count = 0;
	/** Returns the next order. Buys and sells alternate, so that the position stays small. */
	const next = (): VenueOrder => {
		count += 1;
		const side = count % 2 === 0 ? 'sell' : 'buy';
		return {
			symbol: btc.symbol,
			clientOrderId: `a${count.toString(16).padStart(31, '0')}`,
			side,
			quantity: QUANTITY,
			limitPrice: prices[side],
			timeInForce: 'IOC',
			reduceOnly: false,
			leverage: fromInteger(2),
			marginMode: 'isolated',
		};
	};
	/** Returns the parameters of the request that the venue's module builds. */
	const built = async (): Promise<Readonly<Record<string, unknown>>> => {
		let params: Readonly<Record<string, unknown>> = {};
		const keep = (given: typeof params): Promise<unknown> => {
			params = given;
			return Promise.resolve({});
		};
		await dialect.placeOrder(keep, btc, next());
		return params;
	};
	const signing = exchange as unknown as Signing;
	/** Returns a signed request. ccxt signs it, but a stub keeps ccxt from sending it. */
	const signed = async (): Promise<ReturnType<Signing['sign']>> => {
		const { promise, resolve } = Promise.withResolvers<ReturnType<Signing['sign']>>();
		const send = signing.fetch2;
		signing.fetch2 = async (path, api, method, params) => resolve(signing.sign(path, api, method, params));
		await callMethod(exchange, dialect.orderMethod, await built());
		signing.fetch2 = send;
		return promise;
	};
	let request: ReturnType<Signing['sign']>;
	let params: Readonly<Record<string, unknown>>;
	let order: VenueOrder;
	const accepted = (outcome: unknown): void => {
		if ((outcome as { readonly kind: string }).kind !== 'accepted')
			throw new Error(`${venue} did not take an order: ${JSON.stringify(outcome)}`);
	};
	return {
		venue,
		spans: { 'bare send': [], ccxt: [], ours: [] },
		ways: {
			'bare send': {
				async prepare() {
					request = await signed();
				},
				run() {
					const { pathname: path, host } = new URL(request.url);
					const { method, body, headers } = request;
					const length = Buffer.byteLength(body);
					const head = { path, method, headers: { ...headers, host, 'content-length': length } };
					return new Promise((resolve, reject) => {
						const sending = httpRequest({ ...head, agent, hostname: '127.0.0.1', port });
						sending.on('error', reject);
						sending.on('response', (answer) => {
							const chunks: Buffer[] = [];
							answer.on('data', (chunk: Buffer) => chunks.push(chunk));
							answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
						});
						sending.end(body);
					});
				},
			},
			ccxt: {
				async prepare() {
					params = await built();
				},
				run: () => callMethod(exchange, dialect.orderMethod, params),
			},
			ours: {
				async prepare() {
					order = next();
				},
				run: () => trading.placeOrder(order).then(accepted),
			},
		},
		async close() {
			agent.destroy();
			await exchange.close();
			await trading.close();
			await fixture.close();
		},
	};
}

async function once({ prepare, run }: Sending): Promise<Spans> {
	await prepare();
	const start = process.hrtime.bigint();
	await run();
	const end = process.hrtime.bigint();
	return { toWire: Number(sentAt - start), toResult: Number(end - answeredAt), whole: Number(end - start) };
}

/** Returns the time spent in this process, nanoseconds; the wait for the response is excluded. */
const own = ({ toWire, toResult }: Spans): number => toWire + toResult;
/**
 * Returns the extra time that `way` takes in this process compared with a bare send, as a percentage of the duration
 * that `of` selects. The result is the median over the rounds.
 */
function shareBeyondBare({ spans }: Bench, way: Way, of: (spans: Spans) => number): number {
	const shares = spans[way].map((span, round) => {
		const bare = spans['bare send'][round];
		return bare === undefined ? 0 : (100 * (own(span) - own(bare))) / of(span);
	});
	return percentile(shares, 0.5);
}

const benches: Bench[] = [];
for (const row of VENUE_ROWS) benches.push(await openBench(row));
for (let round = -WARMUP_ROUNDS; round < ROUNDS; round += 1) {
	const turn = Math.abs(round) % WAYS.length;
	for (const { ways, spans } of benches)
		for (const way of [...WAYS.slice(turn), ...WAYS.slice(0, turn)]) {
			const span = await once(ways[way]);
			if (round >= 0) spans[way].push(span);
		}
	await new Promise((resolve) => setTimeout(resolve, ROUND_PAUSE_MS));
}

const rows: BenchReport['rows'][number][] = [];
const ratios: BenchReport['ratios'][number][] = [];
const figures: Figure[] = [];
for (const bench of benches) {
	const { venue, spans } = bench;
	for (const way of WAYS)
		for (const [name, of] of [
			['call to wire', ({ toWire }: Spans) => toWire],
			['answer to result', ({ toResult }: Spans) => toResult],
		] as const) {
			const samples = spans[way].map(of);
			rows.push({
				name: `${venue}, ${way}: ${name}`,
				p50Ns: percentile(samples, 0.5),
				p99Ns: percentile(samples, 0.99),
			});
		}
	for (const way of ['ccxt', 'ours'] as const) {
		const bare = spans['bare send'].map(own);
		const faster = `${venue}, bare send`;
		ratios.push({ slower: `${venue}, ${way}`, faster, ...ratio(spans[way].map(own), bare) });
		const name = `${venue}, ${way}: build, sign and parse`;
		figures.push({
			name: `${name}, share of an order in this process`,
			value: shareBeyondBare(bench, way, own),
			unit: '%',
		});
		figures.push({
			name: `${name}, share of an order until its answer`,
			value: shareBeyondBare(bench, way, ({ whole }) => whole),
			unit: '%',
		});
	}
}
deliver({
	title: 'Shares of an order',
	round:
		'One round: at each exchange’s simulator an immediate order that was signed before and is sent bare over a kept connection, one by ccxt, and one by the service’s session of an account. Ratios are of the time in this process: from the call to the wire, and from the answer to the result.',
	rows,
	ratios,
	figures,
});
for (const bench of benches) await bench.close();
process.exit(0);
