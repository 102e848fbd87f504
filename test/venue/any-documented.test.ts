/**
 * Tests exchanges that are read only through ccxt, with responses in the documented format and with malformed ones.
 */

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

/** Starts an exchange that gives these responses, and the adapter that reads it. */
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

	test('reads every contract, exact to the digit', async () => {
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
		// The adapter makes requests per contract only for contracts whose books are watched.
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

	test('states each missing capability and its consequence', async () => {
		await using read = await reading(exchange, exchange.answers(systemClock.now()));
		await read.data.loadInstruments();
		const needs = read.data.needs?.() ?? [];
		expect(
			Object.fromEntries(needs.filter(({ met }) => met !== 'yes').map(({ need, met }) => [need, met])),
		).toEqual(exchange.notWhole);
		for (const { met, consequence } of needs) expect(consequence === null).toBe(met === 'yes');
	});

	test('reads settled rates over several pages, each once', async () => {
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

	test('streams order books', async () => {
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

describe('an exchange with missing or bad data', () => {
	const gate = documented('gate');
	const contracts = '/api/v4/futures/usdt/contracts';
	const tickers = '/api/v4/futures/usdt/tickers';

	test('refuses an exchange without funding rates, with the reason, and reads it once it has one', async () => {
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

	test('reads rates and mark prices without tickers', async () => {
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

	test('drops only the contract with a malformed row', async () => {
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
		['text that is not JSON', () => '<html>busy</html>'],
		['another shape', () => ({ contracts: 12 })],
		['nothing', () => []],
		['a server error', () => ({ status: 503, body: { label: 'SERVER_ERROR' } })],
	])('refuses %s and recovers with the exchange', async (_what, bad) => {
		const whole = gate.answers(systemClock.now());
		await using read = await reading(gate, Object.fromEntries(Object.keys(whole).map((path) => [path, bad])));
		await expect(read.data.loadInstruments()).rejects.toMatchObject({ name: 'VenueError' });
		read.exchange.answer(whole);
		expect(await read.data.loadInstruments()).toHaveLength(2);
		expect(await read.data.fetchTickers()).toHaveLength(2);
	});

	test('reports an unreachable exchange and reads tickers once it is back', async () => {
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
