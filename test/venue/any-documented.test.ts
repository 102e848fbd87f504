/** Exchanges that are read through ccxt alone, over answers that are shaped after their documentation, and over bad ones. */

import { describe, expect, test } from 'vitest';
import { formatDecimal, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { VenueMarketData } from '../../src/ports/venue-market.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openAnyVenueMarketData } from '../../src/venues/read-only/market-data.ts';
import { DOCUMENTED_VENUES } from './documented-bodies.ts';
import { type Answers, type DocumentedExchange, startDocumentedExchange } from './documented-exchange.ts';

const HOUR_MS = 3_600_000;

type Read = AsyncDisposable & { readonly exchange: DocumentedExchange; readonly data: VenueMarketData };

/** An exchange with these answers, and what reads it. */
async function reading(
	{ venue, onMessage }: Pick<(typeof DOCUMENTED_VENUES)[number], 'venue' | 'onMessage'>,
	answers: Answers,
): Promise<Read> {
	const exchange = await startDocumentedExchange({ answers, onMessage });
	const data = openAnyVenueMarketData({
		venue,
		clock: systemClock,
		random: systemRandom,
		log: SILENT_LOGGER,
		redirect: { port: exchange.port },
	});
	return {
		exchange,
		data,
		async [Symbol.asyncDispose]() {
			await data.close();
			await exchange[Symbol.asyncDispose]();
		},
	};
}

function documented(venue: string): (typeof DOCUMENTED_VENUES)[number] {
	const found = DOCUMENTED_VENUES.find((candidate) => candidate.venue === venue);
	if (found === undefined) throw new Error(`There are bodies of ${venue}.`);
	return found;
}

describe.each(DOCUMENTED_VENUES)('$venue', (exchange) => {
	const { btc } = exchange;

	test('is read whole, digit by digit', async () => {
		const now = systemClock.now();
		await using read = await reading(exchange, exchange.answers(now));
		const instruments = await read.data.loadInstruments();
		expect(instruments).toHaveLength(2);
		expect(instruments.find(({ coin }) => coin === 'BTC')).toMatchObject({
			venue: exchange.venue,
			symbol: btc.symbol,
			quote: btc.quote,
			coinsPerOrderUnit: parseDecimal(btc.coinsPerOrderUnit),
			tickSize: parseDecimal(btc.tickSize),
			lotSize: parseDecimal(btc.lotSize),
		});
		expect(formatDecimal(read.data.baseFees(btc.symbol).taker)).toBe(btc.taker);
		// What an exchange answers for one contract at a time is read for those whose books are wanted.
		const stream = read.data.streamBooks([btc.symbol], { onBook() {}, onDown() {} });
		await expect
			.poll(async () => (await tickerOf(read.data, btc.symbol)).funding?.intervalMs)
			.toBe(btc.intervalHours * HOUR_MS);
		await stream.close();
		const intervalMs = btc.intervalHours * HOUR_MS;
		expect(await tickerOf(read.data, btc.symbol)).toMatchObject({
			mark: parseDecimal(btc.mark),
			index: parseDecimal(btc.index),
			last: parseDecimal(btc.last),
			funding: {
				predictedRate: parseDecimal(btc.rate),
				intervalMs,
				nextSettlementAt: (Math.floor(now / intervalMs) + 1) * intervalMs,
			},
		});
	});

	test('says what it lacks, and what follows', async () => {
		await using read = await reading(exchange, exchange.answers(systemClock.now()));
		await read.data.loadInstruments();
		const needs = read.data.needs?.() ?? [];
		expect(
			Object.fromEntries(needs.filter(({ met }) => met !== 'yes').map(({ need, met }) => [need, met])),
		).toEqual(exchange.notWhole);
		for (const { met, consequence } of needs) expect(consequence === null).toBe(met === 'yes');
	});

	test('has its settled rates in pages, each once', async () => {
		const now = systemClock.now();
		await using read = await reading(exchange, exchange.answers(now));
		await read.data.loadInstruments();
		const from = now - 10 * 24 * HOUR_MS;
		const { rates, unusable } = await read.data.fetchSettledRates(btc.symbol, from, now, 'prompt');
		const instants = rates.map(({ settledAt }) => settledAt);
		expect(unusable).toEqual([]);
		expect(instants).toHaveLength((10 * 24) / btc.intervalHours);
		for (const [index, at] of instants.entries())
			if (index > 0) expect((instants[index - 1] as number) - at).toBe(btc.intervalHours * HOUR_MS);
	});

	test('streams its books', async () => {
		await using read = await reading(exchange, exchange.answers(systemClock.now()));
		await read.data.loadInstruments();
		const heard = await new Promise<{ symbol: string; bid: string }>((resolve) => {
			const stream = read.data.streamBooks([btc.symbol], {
				onBook({ symbol, book }) {
					void stream.close();
					resolve({ symbol, bid: formatDecimal(book.bids[0]?.[0] ?? ZERO) });
				},
				onDown() {},
			});
		});
		expect(heard.symbol).toBe(btc.symbol);
		expect(Number(heard.bid)).toBeGreaterThan(65_000);
	});
});

describe('an exchange that gives less', () => {
	const gate = documented('gate');
	const contracts = '/api/v4/futures/usdt/contracts';
	const tickers = '/api/v4/futures/usdt/tickers';

	test('without any rate it is refused with the reason, and comes back when it has one', async () => {
		const whole = gate.answers(systemClock.now());
		const rateless = {
			...whole,
			[contracts]: (query: URLSearchParams) =>
				rowsOf(whole[contracts], query).map((row) => ({
					...row,
					funding_rate: '',
					funding_interval: undefined,
				})),
		};
		await using read = await reading(gate, rateless);
		await read.data.loadInstruments();
		await expect(read.data.fetchTickers()).rejects.toThrow(
			/^gate lacks essential data: funding \(No sampled contract|^gate lacks essential data: funding \(0 of 2 contracts/,
		);
	});

	test('without tickers it is read by its rates, and prices by the mark', async () => {
		const whole = gate.answers(systemClock.now());
		const { [tickers]: _left, ...others } = whole;
		await using read = await reading(gate, others);
		await expect
			.poll(() =>
				read.data.loadInstruments().then(
					(list) => list.length,
					() => 0,
				),
			)
			.toBe(2);
		const ticker = await tickerOf(read.data, 'BTC_USDT');
		expect(ticker.last).toBeNull();
		expect(ticker.mark && formatDecimal(ticker.mark)).toBe('65012.34');
		expect(read.data.needs?.().find(({ need }) => need === 'prices')?.met).toBe('yes');
	});

	test('of which one contract is garbage loses that one alone', async () => {
		const whole = gate.answers(systemClock.now());
		const garbage = {
			...whole,
			[contracts]: (query: URLSearchParams) => {
				const [first = {}, second] = rowsOf(whole[contracts], query);
				return [first, { ...second, quanto_multiplier: 'nonsense', mark_price: null, funding_rate: {} }];
			},
		};
		await using read = await reading(gate, garbage);
		expect((await read.data.loadInstruments()).map(({ symbol }) => symbol)).toEqual(['BTC_USDT']);
		expect(read.data.needs?.().find(({ need }) => need === 'instruments')).toMatchObject({ met: 'partly' });
	});

	test.each([
		['text that is no JSON', () => '<html>busy</html>'],
		['another shape', () => ({ contracts: 12 })],
		['nothing', () => []],
		['an error of the server', () => ({ status: 503, body: { label: 'SERVER_ERROR' } })],
	])('that answers with %s is refused, and is read again when it is back', async (_what, bad) => {
		const whole = gate.answers(systemClock.now());
		await using read = await reading(gate, Object.fromEntries(Object.keys(whole).map((path) => [path, bad])));
		await expect(read.data.loadInstruments()).rejects.toMatchObject({ name: 'VenueError' });
		read.exchange.answer(whole);
		expect(await read.data.loadInstruments()).toHaveLength(2);
		expect(await read.data.fetchTickers()).toHaveLength(2);
	});

	test('that goes away is refused, and its tickers are read again when it is back', async () => {
		const whole = gate.answers(systemClock.now());
		await using read = await reading(gate, whole);
		await read.data.loadInstruments();
		read.exchange.answer(
			Object.fromEntries(Object.keys(whole).map((path) => [path, () => ({ status: 502, body: {} })])),
		);
		for (let attempt = 0; attempt < 5; attempt += 1)
			await expect(read.data.fetchTickers()).rejects.toMatchObject({ kind: 'unavailable' });
		read.exchange.answer(whole);
		expect((await read.data.fetchTickers()).filter(({ funding }) => funding !== null)).toHaveLength(2);
	});
});

async function tickerOf(data: VenueMarketData, symbol: string) {
	const ticker = (await data.fetchTickers()).find((each) => each.symbol === symbol);
	if (ticker === undefined) throw new Error(`There is a ticker of ${symbol}.`);
	return ticker;
}

function rowsOf(answer: Answers[string] | undefined, query: URLSearchParams): readonly object[] {
	const rows = answer?.(query);
	return Array.isArray(rows) ? rows : [];
}
