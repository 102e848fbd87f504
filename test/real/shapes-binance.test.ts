/**
 * Compares the simulated Binance's public message bodies with the exchange's own of July 2021 and August 2024. Keys,
 * JSON types and the rules of order book updates must be the same. The table below lists fields that were added later,
 * with their documentation pages. There is no recording of an account, and none of recent months.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BinanceStream, binanceClient, binanceStream } from '../conformance/binance-client.ts';
import { type Simulator, startSimulator } from '../conformance/harness.ts';
import { testDataDir } from './documented-bodies.ts';
import { compareShapes, differenceKey } from './shape-compare.ts';

const RECORDINGS = 'messages/captures-ws';
const SYMBOL = 'BTCUSDT';
const EVENTS_MIN = 20;

const INFO = 'page "Exchange Information", read 2026-11; not in the recording';

const ALLOWED: Readonly<Record<string, string>> = {
	'aggTrade extra data.nq': 'page "Aggregate Trade Streams", read 2026-11; not in the recording',
	'exchangeInfo extra symbols[].maxMoveOrderLimit': INFO,
	'exchangeInfo extra symbols[].permissionSets': INFO,
	'exchangeInfo missing symbols[].settlePlan':
		'recorded, but no longer on page "Exchange Information" (2026-11)',
	'exchangeInfo unseen symbols[].underlyingSubType[]': 'the simulated contracts are of no group',
};

// biome-ignore lint/suspicious/noExplicitAny: the test itself reads these bodies
type Json = any;

/**
 * The inputs for building an order book: ordered events, and the id of a snapshot that was read while they arrived.
 */
type Book = { readonly lastUpdateId: number; readonly events: readonly Json[] };

let simulator: Simulator;
let depth: BinanceStream;
let market: BinanceStream;
const needed = new Set<string>();

function linesOf(file: string): string[] {
	return gunzipSync(readFileSync(join(testDataDir(), RECORDINGS, `${file}.gz`)))
		.toString()
		.split('\n');
}

/**
 * Reads the message bodies in one recording. In the recordings of 2021, lines have the form `time: {…}` or `url ->
 * time: {…}`; in those of 2024, `nanoseconds {…}`.
 */
function bodiesOf(file: string): { readonly from: string; readonly body: Json }[] {
	return linesOf(file).flatMap((line) => {
		const [, from = '', text] = /^(?:(\S+) -> )?\d[\d.]*:? (\{.*\})$/.exec(line) ?? [];
		return text === undefined ? [] : [{ from, body: JSON.parse(text) }];
	});
}

function eventsOf(file: string, kind: string, symbol: string): Json[] {
	return bodiesOf(file)
		.map(({ body }) => body.data)
		.filter((data) => data?.e === kind && data.s === symbol);
}

function compare(name: string, recorded: unknown, actual: unknown): void {
	expect(recorded, `nothing recorded of ${name}`).toBeDefined();
	const found = compareShapes(recorded, actual).map((difference) => `${name} ${differenceKey(difference)}`);
	for (const difference of found) needed.add(difference);
	expect(found.filter((difference) => ALLOWED[difference] === undefined)).toEqual([]);
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'binance', settleInSeconds: 3_600 });
	const name = SYMBOL.toLowerCase();
	depth = await binanceStream(
		simulator.port,
		`/public/stream?streams=${name}@depth@100ms/${name}@bookTicker`,
	);
	market = await binanceStream(simulator.port, `/market/stream?streams=${name}@aggTrade`);
});

afterAll(async () => {
	await depth?.[Symbol.asyncDispose]();
	await market?.[Symbol.asyncDispose]();
	await simulator?.[Symbol.asyncDispose]();
});

describe('bodies', () => {
	it('exchangeInfo', async () => {
		const recorded = bodiesOf('BINANCE_FUTURES.0').find(({ from }) => from.endsWith('/exchangeInfo'))?.body;
		const { body } = await binanceClient(simulator.port).ask('GET', '/fapi/v1/exchangeInfo');
		// Each type of filter has its own keys, so each type is compared separately.
		const kindOf = (filters: Json[]): Json =>
			Object.fromEntries(filters.map((filter) => [filter.filterType, filter]));
		const flat = ({ symbols, ...others }: Json): Json => ({
			...others,
			symbols: symbols.map((symbol: Json) => ({ ...symbol, filters: kindOf(symbol.filters) })),
		});
		compare('exchangeInfo', flat(recorded), flat(body));
	});

	it('depth', async () => {
		const recorded = bodiesOf('BINANCE_FUTURES.http.0.0')[0]?.body;
		const { body } = await binanceClient(simulator.port).ask('GET', '/fapi/v1/depth', { symbol: SYMBOL });
		compare('depth', recorded, body);
	});
});

describe('frames', () => {
	it.each([
		['depthUpdate', () => depth],
		['bookTicker', () => depth],
		['aggTrade', () => market],
	])('%s', async (kind, stream) => {
		const isFull = ({ data }: Json): boolean =>
			data?.e === kind && (kind !== 'depthUpdate' || (data.b.length > 0 && data.a.length > 0));
		const recorded = bodiesOf('BINANCE_FUTURES.ws.1.0').find(({ body }) => isFull(body))?.body;
		compare(kind, recorded, await stream().next(isFull));
	});
});

describe('the rule of books', () => {
	const books: [name: string, read: () => Promise<Book>][] = [
		...['SUSHIUSDT', 'AKROUSDT', 'KEEPUSDT', 'CTKUSDT'].map((symbol): [string, () => Promise<Book>] => [
			`${symbol} of 2021`,
			async () => {
				const read = bodiesOf('BINANCE_FUTURES.http.0.0').find(({ from }) => from.includes(`=${symbol}&`));
				const events = eventsOf('BINANCE_FUTURES.ws.1.0', 'depthUpdate', symbol);
				return { lastUpdateId: read?.body.lastUpdateId, events };
			},
		]),
		[
			'BTCUSDT of 2024',
			async () => {
				const recorded = bodiesOf('binance-usdm-btcusdt_20240808.raw').map(({ body }) => body);
				const lastUpdateId = recorded.find((body) => body.lastUpdateId !== undefined)?.lastUpdateId;
				const events = recorded.flatMap(({ data }) => (data?.e === 'depthUpdate' ? [data] : []));
				return { lastUpdateId, events };
			},
		],
		[
			'BTCUSDT of the simulator',
			async () => {
				const isEvent = ({ data }: Json): boolean => data?.e === 'depthUpdate';
				await depth.next(isEvent);
				const { body } = await binanceClient(simulator.port).ask('GET', '/fapi/v1/depth', { symbol: SYMBOL });
				await depth.next(() => depth.frames.filter(isEvent).length >= EVENTS_MIN);
				await depth.next((frame) => isEvent(frame) && frame.data.u > body.lastUpdateId);
				return {
					lastUpdateId: body.lastUpdateId,
					events: depth.frames.filter(isEvent).map(({ data }) => data),
				};
			},
		],
	];

	it.each(books)('%s', async (_name, read) => {
		const { lastUpdateId, events } = await read();
		expect(events.length).toBeGreaterThanOrEqual(EVENTS_MIN);
		const first = events.find(({ u }) => u >= lastUpdateId);
		expect(first?.U).toBeLessThanOrEqual(lastUpdateId);
		const broken = events.slice(1).filter(({ pu }, index) => pu !== events[index]?.u);
		expect(broken).toEqual([]);
	});
});

it('every allowed difference is there', () => {
	expect(Object.keys(ALLOWED).filter((allowed) => !needed.has(allowed))).toEqual([]);
});
