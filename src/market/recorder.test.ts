/** Creates the recorder with a market and a clock that the tests control, and reads back what it writes. */
import { describe, expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	NOTHING_NOTICED,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { RECORDING_FORMAT, RECORDING_HEAD, type RecordedObservation } from '../domain/recording.ts';
import { createRecordingParser } from '../domain/recording-parser.ts';
import type { SettledListener } from '../ports/funding-history.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { OrderMotion } from '../ports/order-motions.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { AFTER_ORDERS_MS } from './order-windows.ts';
import { createRecorder } from './recorder.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);
const NEXT = T0 + HOUR_MS / 2;
const PERIOD_MS = 10_000;
const bybit = instrumentOf('bybit', 'SOL');
const kucoin = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
const alone = instrumentOf('bybit', 'ALONE');
const BOOK = bookOf([['99.9', '5']], [['100.1', '6']]);
const LEVELS = 3;

type Kind = RecordedObservation['kind'];

function fixture(stored: readonly SettledRate[] = []) {
	const clock = createVirtualClock(T0);
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	for (const instrument of [bybit, kucoin, alone]) market.list(instrument);
	const parser = createRecordingParser();
	const settledListeners = new Set<SettledListener>();
	const motionListeners = new Set<(motion: OrderMotion) => void>();
	const sink = {
		number: undefined as number | undefined,
		extra: 0,
		isPaused: false,
		isClosed: false,
		isBroken: false,
	};
	let observations: RecordedObservation[] = [];
	const fileAt = (at: number) => Math.floor(at / HOUR_MS) + sink.extra;
	const errors: string[] = [];
	const recorder = createRecorder({
		market,
		clock,
		log: { ...SILENT_LOGGER, error: (_facts, message) => errors.push(message) },
		bookPeriodMs: PERIOD_MS,
		bookLevels: LEVELS,
		history: {
			settled: async () => stored,
			onSettled(listener) {
				settledListeners.add(listener);
				return () => settledListeners.delete(listener);
			},
		},
		motions: {
			onMotion(listener) {
				motionListeners.add(listener);
				return () => motionListeners.delete(listener);
			},
		},
		sink: {
			file: (at) => (sink.isPaused ? undefined : fileAt(at)),
			write(at, text) {
				if (sink.isBroken) throw new Error('The sink is broken.');
				expect([at, text.endsWith('\n'), sink.isPaused]).toEqual([clock.now(), true, false]);
				if (sink.number !== fileAt(at)) parser.read(`${RECORDING_HEAD}${RECORDING_FORMAT}`);
				sink.number = fileAt(at);
				for (const line of text.trimEnd().split('\n')) {
					const observation = parser.read(line);
					if (observation !== undefined) observations.push(observation);
				}
			},
			close: async () => {
				sink.isClosed = true;
			},
		},
	});
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	};
	/** Returns what was recorded since the last call, of some kinds or of all. */
	const recorded = (...kinds: readonly Kind[]) => {
		const found = observations;
		observations = [];
		return found.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
	};
	/** Returns the recorded books since the last call, as seconds since T0 and the best bid's quantity. */
	const books = () =>
		recorded('book').map((one) =>
			one.kind === 'book'
				? [(one.at - T0) / 1_000, one.symbol, one.book === null ? null : Number(one.book.bids[0]?.[1]) / 1e18]
				: [],
		);
	const settle = (symbol: string, rates: readonly SettledRate[]) => {
		for (const listener of settledListeners) listener('bybit', symbol, rates);
	};
	const move = (executionId: string, isMoving: boolean) => {
		for (const listener of motionListeners) listener({ executionId, instruments: [bybit, kucoin], isMoving });
	};
	return { clock, market, recorder, sink, pass, recorded, books, settle, move, errors };
}

const bid = (quantity: number) => bookOf([['99.9', String(quantity)]], [['100.1', '6']]);

describe('the recorder', () => {
	test('begins each file with the run, the venues’ states and notices', async () => {
		const { market, pass, recorded } = fixture();
		await pass(PERIOD_MS);
		const run = { startedAt: T0, bookLevels: LEVELS, bookPeriodMs: PERIOD_MS };
		const [first, ...rest] = recorded('run', 'venue', 'notice');
		expect(first).toMatchObject({ kind: 'run', ...run });
		expect(rest).toMatchObject([
			{ kind: 'venue', venue: 'bybit', state: 'fresh' },
			{ kind: 'notice', venue: 'bybit', maintenance: [] },
			{ kind: 'venue', venue: 'kucoin', state: 'fresh' },
			{ kind: 'notice', venue: 'kucoin', maintenance: [] },
		]);
		const notices = {
			...NOTHING_NOTICED,
			maintenance: [{ title: 'Upgrade', from: NEXT, until: null }],
			transfers: new Map([['SOL', { deposit: true, withdrawal: false }]]),
		};
		market.setStatus('kucoin', { state: 'down' });
		market.setStatus('kucoin', { notices });
		market.setStatus('kucoin', { dataAgeMs: 9 });
		expect(recorded()).toMatchObject([
			{ kind: 'venue', venue: 'kucoin', state: 'down' },
			{ kind: 'notice', venue: 'kucoin', ...notices },
		]);
		await pass(HOUR_MS / 2);
		expect(recorded('run', 'venue', 'notice').map(({ kind }) => kind)).toEqual([
			...['run', 'venue', 'notice', 'venue', 'notice'],
		]);
	});

	test('writes an instrument when first seen, when a term changes, in each file, and when it is gone', async () => {
		const { market, pass, recorded } = fixture();
		await pass(PERIOD_MS);
		expect(recorded('instrument')).toMatchObject([
			{ symbol: 'SOLUSDT', instrument: bybit, trading: null, delistingAt: null },
			{ symbol: 'SOLUSDTM', instrument: kucoin },
			{ symbol: 'ALONEUSDT', instrument: alone },
		]);
		const ticker = tickerOf(alone.symbol, '1', null);
		market.put(alone, { ticker });
		market.put(alone, { ticker: { ...ticker, tradable: false, delistingAt: NEXT } });
		expect(recorded('instrument')).toMatchObject([{ trading: true }, { trading: false, delistingAt: NEXT }]);
		const changed = { ...bybit, lotSize: parseDecimal('0.1') };
		market.list(changed);
		await pass(PERIOD_MS);
		expect(recorded('instrument')).toMatchObject([{ instrument: changed }]);
		await pass(HOUR_MS / 2);
		expect(recorded('instrument').map((one) => 'symbol' in one && one.symbol)).toEqual([
			...['SOLUSDT', 'SOLUSDTM', 'ALONEUSDT'],
		]);
		market.delist(alone);
		expect(recorded()).toMatchObject([{ kind: 'gone', venue: 'bybit', symbol: 'ALONEUSDT' }]);
		market.list(alone);
		await pass(PERIOD_MS);
		expect(recorded('instrument')).toMatchObject([{ instrument: alone }]);
	});

	test('writes the changed levels of each shared book once per period', async () => {
		const { market, pass, books, recorded } = fixture();
		market.put(bybit, { book: BOOK });
		market.put(alone, { book: BOOK });
		await pass(PERIOD_MS);
		expect(books()).toEqual([
			[0.5, 'SOLUSDT', 5],
			[1, 'SOLUSDTM', null],
		]);
		market.put(bybit, { book: bid(4) });
		market.put(bybit, { book: bid(3) });
		await pass(PERIOD_MS);
		await pass(PERIOD_MS);
		expect(books()).toEqual([[10.5, 'SOLUSDT', 3]]);
		market.put(bybit, { book: undefined });
		await pass(PERIOD_MS);
		const deep = bookOf(
			[
				['99', '1'],
				['98', '2'],
				['97', '3'],
				['96', '4'],
			],
			[],
		);
		market.put(bybit, { book: deep });
		await pass(PERIOD_MS);
		expect(recorded('book')).toMatchObject([
			{ book: null },
			{ book: { bids: deep.bids.slice(0, LEVELS), asks: [] } },
		]);
	});

	test('writes each change of the running estimate, and changed prices every ten seconds', async () => {
		const { market, pass, recorded } = fixture();
		const put = (rate: string, price: string, hours = 8) =>
			market.put(alone, { ticker: tickerOf(alone.symbol, price, fundingOf(rate, hours, NEXT)) });
		const estimates = () =>
			recorded('estimate').map((one) =>
				one.kind === 'estimate'
					? [
							(one.at - T0) / 1_000,
							...[one.funding?.predictedRate, one.mark].map((value) => Number(value ?? 0) / 1e18),
							one.funding?.intervalMs,
						]
					: [],
			);
		put('0.0001', '100');
		put('0.0001', '101');
		put('0.00012', '102');
		put('0.00012', '103', 4);
		expect(estimates()).toEqual([
			[0, 0.0001, 100, 28_800_000],
			[0, 0.00012, 102, 28_800_000],
			[0, 0.00012, 103, 14_400_000],
		]);
		for (let second = 0; second < 20; second += 1) {
			put('0.00012', String(200 + second), 4);
			await pass(1_000);
		}
		expect(estimates()).toEqual([
			[1.5, 0.00012, 201, 14_400_000],
			[11.5, 0.00012, 211, 14_400_000],
		]);
		market.put(alone, { ticker: tickerOf(alone.symbol, '103', null, { mark: null }) });
		expect(estimates()).toEqual([[20, 0, 0, undefined]]);
	});

	test('writes volume and open interest once a minute, if changed', async () => {
		const { market, pass, recorded } = fixture();
		const put = (volume: string) =>
			market.put(bybit, { ticker: tickerOf(bybit.symbol, '1', null, { volume24h: parseDecimal(volume) }) });
		for (let second = 0; second < 180; second += 1) {
			put(String(Math.min(second, 120)));
			await pass(1_000);
		}
		expect(recorded('volume').map((one) => one.kind === 'volume' && Number(one.volume24h) / 1e18)).toEqual([
			0, 60, 120,
		]);
	});

	test('repeats everything in a new hour and after lines were lost', async () => {
		const { market, pass, recorded, sink } = fixture();
		market.put(kucoin, { ticker: tickerOf(kucoin.symbol, '100', fundingOf('0.0001', 8, NEXT)), book: BOOK });
		await pass(60_000);
		const kinds = () => new Set(recorded().flatMap((one) => ('symbol' in one ? [one.kind] : [])));
		const all = new Set(['instrument', 'estimate', 'volume', 'book']);
		expect(kinds()).toEqual(all);
		await pass(28 * 60_000);
		expect(kinds()).toEqual(new Set());
		await pass(2 * 60_000);
		expect(kinds()).toEqual(all);
		sink.isPaused = true;
		market.put(kucoin, { book: bid(7) });
		await pass(60_000);
		expect(recorded()).toEqual([]);
		sink.isPaused = false;
		sink.extra += 1;
		await pass(60_000);
		expect(kinds()).toEqual(all);
	});
});

describe('around the service’s own orders, the recorder', () => {
	test('writes every change of both books until some seconds after the last order', async () => {
		const { market, pass, books, move } = fixture();
		market.put(bybit, { book: bid(1) });
		await pass(PERIOD_MS);
		books();
		market.put(bybit, { book: bid(2) });
		move('exec_1', true);
		market.put(bybit, { book: bid(3) });
		market.put(kucoin, { book: bid(4) });
		move('exec_2', true);
		move('exec_1', false);
		await pass(2 * AFTER_ORDERS_MS);
		market.put(bybit, { book: bid(5) });
		move('exec_2', false);
		market.put(bybit, { book: bid(6) });
		await pass(AFTER_ORDERS_MS - 100);
		market.put(kucoin, { book: bid(7) });
		expect(books()).toEqual([
			[10, 'SOLUSDT', 2],
			[10, 'SOLUSDT', 3],
			[10, 'SOLUSDTM', 4],
			[30, 'SOLUSDT', 5],
			[30, 'SOLUSDT', 6],
			[39.9, 'SOLUSDTM', 7],
		]);
		await pass(100);
		market.put(bybit, { book: bid(8) });
		market.put(bybit, { book: bid(9) });
		expect(books()).toEqual([]);
		await pass(PERIOD_MS);
		expect(books()).toEqual([[40.5, 'SOLUSDT', 9]]);
	});

	test('ignores an instrument that is no longer listed', async () => {
		const { market, move, recorded } = fixture();
		market.delist(kucoin);
		move('exec_1', true);
		market.put(bybit, { book: BOOK });
		expect(recorded('book')).toMatchObject([
			{ symbol: 'SOLUSDT', book: null },
			{ symbol: 'SOLUSDT', book: BOOK },
		]);
	});
});

describe('the recorder of settled rates', () => {
	const rate = (hour: number) => ({ settledAt: T0 - hour * HOUR_MS, rate: parseDecimal('0.0001') });

	test('writes them when they become known', async () => {
		const { settle, recorded } = fixture();
		settle(bybit.symbol, [rate(8), rate(0)]);
		settle('UNKNOWN', [rate(1)]);
		settle(bybit.symbol, []);
		expect(recorded('settled')).toEqual([
			{ kind: 'settled', at: T0, venue: 'bybit', symbol: bybit.symbol, rates: [rate(8), rate(0)] },
		]);
	});

	test('repeats those of the last month at the start and on each day', async () => {
		const { pass, recorded } = fixture([rate(1)]);
		await pass(PERIOD_MS);
		const symbols = () => recorded('settled').map((one) => 'symbol' in one && one.symbol);
		expect(symbols()).toEqual([bybit.symbol, kucoin.symbol]);
		await pass(15 * HOUR_MS);
		expect(symbols()).toEqual([]);
		await pass(HOUR_MS);
		expect(symbols()).toEqual([bybit.symbol, kucoin.symbol]);
	});
});

test('a failure stops the recorder, is logged once, and reaches nobody else', async () => {
	const { market, move, pass, recorded, sink, errors } = fixture();
	sink.isBroken = true;
	market.put(alone, { ticker: tickerOf(alone.symbol, '1', null) });
	sink.isBroken = false;
	move('exec_1', true);
	await pass(PERIOD_MS);
	expect(recorded()).toEqual([]);
	expect(errors).toEqual(['the recorder failed and has stopped; the service continues']);
});

test('closing stops the recorder', async () => {
	const { clock, market, recorder, recorded, sink, settle } = fixture();
	await recorder.close();
	market.put(alone, { ticker: tickerOf(alone.symbol, '1', null) });
	settle(bybit.symbol, [{ settledAt: T0, rate: parseDecimal('1') }]);
	expect([recorded(), sink.isClosed, clock.waiting()]).toEqual([[], true, 0]);
});
