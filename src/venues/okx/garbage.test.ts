/**
 * Sends unusable values in OKX's responses. A ticker consists of six responses, and an unusable value must affect
 * only its own instrument.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '../../domain/decimal.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Call } from '../shared/dialect.ts';
import { BodyError } from '../shared/fields.ts';
import { okx as module } from './module.ts';

const okx = module.createDialect();

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const HOUR_MS = 3_600_000;

type Row = Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, readonly unknown[]>>;

function rowsOf(coin: string): Readonly<Record<string, Row>> {
	const instId = `${coin}-USDT-SWAP`;
	return {
		publicGetPublicInstruments: {
			instType: 'SWAP',
			instId,
			ctType: 'linear',
			ctVal: '0.01',
			ctMult: '1',
			ctValCcy: coin,
			settleCcy: 'USDT',
			tickSz: '0.1',
			lotSz: '0.01',
			minSz: '0.01',
			maxLmtSz: '100000',
			lever: '100',
			state: 'live',
			ruleType: 'normal',
			expTime: '',
		},
		publicGetMarketTickers: { instId, last: '99.9', volCcy24h: '10000' },
		publicGetPublicMarkPrice: { instId, markPx: '100' },
		publicGetMarketIndexTickers: { instId: `${coin}-USDT`, idxPx: '100.1' },
		publicGetPublicOpenInterest: { instId, oiUsd: '500000' },
		publicGetPublicFundingRate: {
			instId,
			fundingRate: '0.0001',
			fundingTime: String(NOW + HOUR_MS),
			nextFundingTime: String(NOW + 9 * HOUR_MS),
			maxFundingRate: '0.01',
			minFundingRate: '-0.01',
		},
	};
}

const BTC = rowsOf('BTC');
const SOL = rowsOf('SOL');
const METHODS = Object.keys(BTC);

const answersOf = (...coins: readonly Readonly<Record<string, Row>>[]): Answers =>
	Object.fromEntries(METHODS.map((method) => [method, coins.flatMap((rows) => rows[method] ?? [])]));

const calling =
	(answers: Readonly<Record<string, unknown>>): Call =>
	async (_kind, method) => ({ code: '0', data: answers[method] });

async function tickersOf(answers: Readonly<Record<string, unknown>>): Promise<readonly InstrumentTicker[]> {
	const { instruments } = await okx.readInstruments(calling(answersOf(BTC, SOL)), NOW);
	const find = (symbol: string) => instruments.find((instrument) => instrument.symbol === symbol);
	return okx.readTickers(calling(answers), find, NOW);
}

const garbage = fc.oneof(
	fc.constantFrom<unknown>(
		null,
		'',
		'NaN',
		'-',
		'0',
		0,
		-1,
		'-0.5',
		true,
		[],
		{},
		'1e400',
		1e300,
		' 5 ',
		'1,000',
	),
	fc.constantFrom<unknown>(
		'9'.repeat(5_000),
		Number.NaN,
		String(NOW / 1_000),
		NOW * 1_000,
		'2026-11-21T00:00:00Z',
	),
	fc.string(),
	fc.double(),
	fc.jsonValue(),
);

/** SOL's row in one response, with some fields overwritten or omitted. */
const spoilt = fc.constantFrom(...METHODS).chain((method) => {
	const row = SOL[method] ?? {};
	const names = Object.keys(row).filter((name) => name !== 'instId');
	return fc
		.record({
			changed: fc.dictionary(fc.constantFrom(...names), garbage, { minKeys: 1 }),
			left: fc.subarray(names),
		})
		.map(({ changed, left }) => {
			const members = Object.entries({ ...row, ...changed }).filter(([name]) => !left.includes(name));
			return { ...SOL, [method]: Object.fromEntries(members) };
		});
});

test('reads a valid contract completely', async () => {
	const [ticker] = await tickersOf(answersOf(BTC));
	expect(ticker).toMatchObject({
		mark: parseDecimal('100'),
		index: parseDecimal('100.1'),
		volume24h: parseDecimal('999000'),
		openInterest: parseDecimal('500000'),
		funding: { predictedRate: parseDecimal('0.0001'), intervalMs: 8 * HOUR_MS },
		fundingCap: parseDecimal('0.01'),
		fundingFloor: parseDecimal('-0.01'),
		delistingAt: null,
		tradable: true,
		problems: [],
	});
});

test('keeps the other contract for any row; this one is valid or says why not', async () => {
	const alone = await tickersOf(answersOf(BTC));
	await fc.assert(
		fc.asyncProperty(spoilt, async (rows) => {
			const tickers = await tickersOf(answersOf(rows, BTC));
			expect(tickers.filter(({ symbol }) => symbol === 'BTC-USDT-SWAP')).toEqual(alone);
			for (const { mark, index, last, funding, volume24h, openInterest, delistingAt, problems } of tickers) {
				for (const price of [mark, index, last]) expect(price === null || price > 0n).toBe(true);
				for (const amount of [volume24h, openInterest]) expect(amount === null || amount >= 0n).toBe(true);
				expect(delistingAt === null || delistingAt > 0).toBe(true);
				if (funding !== null) expect(funding.intervalMs).toBeGreaterThanOrEqual(HOUR_MS / 2);
				const missing = [mark, index, last, funding].filter((member) => member === null).length;
				expect(problems.length).toBeGreaterThanOrEqual(missing);
			}
		}),
		{ numRuns: 500 },
	);
});

test('lists the other contract for any row; this one is tradable or not listed', async () => {
	const alone = (await okx.readInstruments(calling(answersOf(BTC)), NOW)).instruments;
	await fc.assert(
		fc.asyncProperty(spoilt, async (rows) => {
			const { instruments } = await okx.readInstruments(calling(answersOf(rows, BTC)), NOW);
			expect(instruments.filter(({ coin }) => coin === 'BTC')).toEqual(alone);
			for (const { tickSize, lotSize, quantityMin, quantityMax, leverageMax } of instruments) {
				const isSound = [tickSize > 0n, lotSize > 0n, quantityMin > 0n, quantityMax >= quantityMin];
				expect(isSound).not.toContain(false);
				expect(Number.isFinite(leverageMax) && leverageMax >= 1).toBe(true);
			}
		}),
		{ numRuns: 500 },
	);
});

test.each(METHODS)('refuses an answer to %s without a list', async (method) => {
	for (const rows of [undefined, null, 'busy', {}, 0])
		await expect(tickersOf({ ...answersOf(BTC), [method]: rows })).rejects.toThrow(BodyError);
});
