/**
 * Compares the simulated OKX's public stream messages with those that the exchange sent in May 2022. Keys and JSON
 * types must be the same. The table below lists fields that were added later, with their documentation pages. There
 * is no recording of an account, and none of recent months.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../conformance/harness.ts';
import { type OkxFrame, type OkxStream, okxStream } from '../conformance/okx-client.ts';
import { testDataDir } from './documented-bodies.ts';
import { compareShapes, differenceKey } from './shape-compare.ts';

const RECORDING = 'messages/captures-ws/OKX.ws.1.0.gz';
const RECORDED = 'UNI-USD-SWAP';
const SYMBOL = 'BTC-USDT-SWAP';

const BOOK = 'page "Order book channel", read 2026-11; not in the recording';
const TRADE = 'page "Trades channel", read 2026-11; not in the recording';
const SUBSCRIBED = 'page "Subscribe", read 2026-11; not in the recording';

const ALLOWED: Readonly<Record<string, string>> = {
	'books snapshot extra data[].prevSeqId': BOOK,
	'books snapshot extra data[].seqId': BOOK,
	'books update extra data[].prevSeqId': BOOK,
	'books update extra data[].seqId': BOOK,
	'subscribe extra connId': SUBSCRIBED,
	'subscribe extra id': 'the recorded client sent no id, which is sent back',
	'trades extra data[].count': TRADE,
	'trades extra data[].seqId': TRADE,
	'trades extra data[].source': TRADE,
};

let simulator: Simulator;
let stream: OkxStream;
let recorded: readonly OkxFrame[];
const needed = new Set<string>();

beforeAll(async () => {
	const packed = readFileSync(join(testDataDir(), RECORDING));
	recorded = gunzipSync(packed)
		.toString()
		.split('\n')
		.flatMap((line) => /^[\d.]+: (\{.*\})$/.exec(line)?.[1] ?? [])
		.map((text) => JSON.parse(text));
	simulator = await startSimulator({ exchange: 'okx', settleInSeconds: 3_600 });
	stream = await okxStream(simulator.port, 'public');
	const channels = ['tickers', 'trades', 'books'];
	await stream.subscribe(...channels.map((channel) => ({ channel, instId: SYMBOL })));
});

afterAll(async () => {
	await stream?.[Symbol.asyncDispose]();
	await simulator?.[Symbol.asyncDispose]();
});

const CASES: readonly (readonly [name: string, fits: (frame: OkxFrame) => boolean])[] = [
	['subscribe', ({ event }) => event === 'subscribe'],
	['tickers', ({ arg, data }) => arg?.channel === 'tickers' && data !== undefined],
	['trades', ({ arg, data }) => arg?.channel === 'trades' && data !== undefined],
	['books snapshot', ({ arg, action }) => arg?.channel === 'books' && action === 'snapshot'],
	[
		'books update',
		({ arg, action, data }) =>
			arg?.channel === 'books' && action === 'update' && data[0].bids.length > 0 && data[0].asks.length > 0,
	],
];

it.each(CASES)('%s', async (name, fits) => {
	const was = recorded.find((frame) => frame.arg?.instId === RECORDED && fits(frame));
	expect(was, `${RECORDING} has no ${name} of ${RECORDED}`).toBeDefined();
	const found = compareShapes(was, await stream.next(fits)).map(
		(difference) => `${name} ${differenceKey(difference)}`,
	);
	for (const difference of found) needed.add(difference);
	expect(found.filter((difference) => ALLOWED[difference] === undefined)).toEqual([]);
});

it('every allowed difference is there', () => {
	expect(Object.keys(ALLOWED).filter((difference) => !needed.has(difference))).toEqual([]);
});
