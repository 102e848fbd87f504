/** Creates the recorder with a market and a clock that the tests control. */
import { describe, expect, test } from 'vitest';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from '../../test/support/hand-driven-market.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createRecorder } from './recorder.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);
const NEXT = T0 + HOUR_MS / 2;
const bybit = instrumentOf('bybit', 'SOL');
const kucoin = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
const alone = instrumentOf('bybit', 'ALONE');
const BOOK = bookOf([['99.9', '5']], [['100.1', '6']]);

function fixture() {
	const clock = createVirtualClock(T0);
	const market = createHandDrivenMarket(['bybit', 'kucoin']);
	for (const instrument of [bybit, kucoin, alone]) market.list(instrument);
	const lines: string[] = [];
	let isClosed = false;
	const recorder = createRecorder({
		market,
		clock,
		bookPeriodMs: 1_000,
		sink: {
			write: (at, text) => {
				expect(text.endsWith('\n')).toBe(true);
				for (const line of text.trimEnd().split('\n')) {
					expect(line.split(' ')[1]).toBe(String(at));
					lines.push(line.replace(` ${at} `, ` +${(at - T0) / 1_000}s `));
				}
			},
			close: async () => {
				isClosed = true;
			},
		},
	});
	const pass = async (ms: number): Promise<void> => {
		const until = clock.now() + ms;
		clock.after(ms, () => {});
		while (await clock.advance(until));
	};
	/** Returns the lines recorded since the last call. */
	const recorded = () => lines.splice(0);
	return { clock, market, recorder, pass, recorded, isClosed: () => isClosed };
}

describe('the recorder', () => {
	test('writes the changed top of each shared book once a second', async () => {
		const { market, pass, recorded } = fixture();
		await pass(1_000);
		expect(recorded()).toEqual([]);
		market.put(bybit, { book: BOOK });
		market.put(alone, { book: BOOK });
		await pass(5_000);
		expect(recorded()).toEqual(['book +2s bybit SOLUSDT 99.9 5 100.1 6']);
		market.put(bybit, {
			book: bookOf(
				[
					['99.9', '4'],
					['99', '1'],
				],
				[['100.1', '6']],
			),
		});
		market.put(bybit, { book: bookOf([['99.9', '3']], []) });
		await pass(1_000);
		market.put(bybit, { book: undefined });
		await pass(2_000);
		expect(recorded()).toEqual(['book +7s bybit SOLUSDT 99.9 3 - -', 'book +8s bybit SOLUSDT - - - -']);
	});

	test('writes each change of every instrument’s predicted rate', async () => {
		const { market, pass, recorded } = fixture();
		const put = (rate: string, price: string, hours = 8) =>
			market.put(alone, { ticker: tickerOf(alone.symbol, price, fundingOf(rate, hours, NEXT)) });
		put('0.0001', '100');
		await pass(1_000);
		put('0.0001', '101');
		await pass(1_000);
		put('0.00012', '102');
		put('0.00012', '103', 4);
		market.put(alone, { ticker: tickerOf(alone.symbol, '103', null, { mark: null }) });
		market.put(alone, { book: BOOK });
		expect(recorded()).toEqual([
			`estimate +0s bybit ALONEUSDT 0.0001 28800000 ${NEXT} 100 100`,
			`estimate +2s bybit ALONEUSDT 0.00012 28800000 ${NEXT} 102 102`,
			`estimate +2s bybit ALONEUSDT 0.00012 14400000 ${NEXT} 103 103`,
			'estimate +2s bybit ALONEUSDT - - - - 103',
		]);
	});

	test('writes everything again in a new hour, so that each file is complete', async () => {
		const { market, pass, recorded } = fixture();
		const ticker = () =>
			market.put(kucoin, {
				ticker: tickerOf(kucoin.symbol, '100', fundingOf('0.0001', 8, NEXT)),
				book: BOOK,
			});
		ticker();
		await pass(29 * 60_000);
		ticker();
		expect(recorded()).toHaveLength(2);
		await pass(60_000);
		ticker();
		await pass(HOUR_MS / 2);
		ticker();
		expect(recorded()).toEqual([
			'book +1800s kucoin SOLUSDTM 99.9 5 100.1 6',
			`estimate +1800s kucoin SOLUSDTM 0.0001 28800000 ${NEXT} 100 100`,
		]);
	});

	test('follows listings', async () => {
		const { market, pass, recorded } = fixture();
		market.put(bybit, { book: BOOK });
		await pass(1_000);
		market.delist(kucoin);
		market.put(bybit, { book: bookOf([['90', '1']], [['91', '1']]) });
		await pass(1_000);
		expect(recorded()).toEqual(['book +1s bybit SOLUSDT 99.9 5 100.1 6']);
		market.list(kucoin);
		await pass(1_000);
		expect(recorded()).toEqual(['book +3s bybit SOLUSDT 90 1 91 1']);
	});

	test('stops on close', async () => {
		const { clock, market, recorder, recorded, isClosed } = fixture();
		await recorder.close();
		market.put(alone, { ticker: tickerOf(alone.symbol, '1', null) });
		expect([recorded(), isClosed(), clock.waiting()]).toEqual([[], true, 0]);
	});
});
