import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { priceReader, sizeReader } from './exact-units.ts';
import { FrameError, FrameReader } from './frame-reader.ts';
import { LevelBuffer } from './level-buffer.ts';
import { LiveBook } from './live-book.ts';

type Pairs = readonly (readonly [price: string, size: string])[];
const BTC = instrumentOf('bybit', 'BTC');

function buffer(pairs: Pairs): LevelBuffer {
	const reader = new FrameReader();
	reader.start(Buffer.from(JSON.stringify(pairs)));
	const levels = new LevelBuffer();
	levels.readPairs(reader);
	return levels;
}

function texts(book: OrderBook) {
	const side = (levels: OrderBook['bids']) =>
		levels.map(([price, size]) => `${formatDecimal(price)} ${formatDecimal(size)}`);
	return { bids: side(book.bids), asks: side(book.asks) };
}

/** Builds a reference book in the simplest form: maps of exact decimals. */
function plainBook() {
	const sides = [new Map<bigint, bigint>(), new Map<bigint, bigint>()] as const;
	return {
		apply(changes: readonly [Pairs, Pairs]) {
			for (const [index, pairs] of changes.entries())
				for (const [price, size] of pairs) {
					if (parseDecimal(size) === 0n) sides[index as 0 | 1].delete(parseDecimal(price));
					else sides[index as 0 | 1].set(parseDecimal(price), parseDecimal(size));
				}
		},
		top(depth: number) {
			const side = (of: Map<bigint, bigint>, sign: bigint) =>
				[...of]
					.sort(([a], [b]) => (a === b ? 0 : (b - a) * sign > 0n ? 1 : -1))
					.slice(0, depth)
					.map(([price, size]) => `${formatDecimal(price as never)} ${formatDecimal(size as never)}`);
			return { bids: side(sides[0], 1n), asks: side(sides[1], -1n) };
		},
	};
}

describe('a live book', () => {
	test('equals the simple book after any changes, in any order and with any decimal places', () => {
		for (let seed = 1; seed <= 20; seed += 1) {
			const random = seededRandom(seed);
			const live = new LiveBook(BTC, seed % 2 === 0);
			const plain = plainBook();
			const pairs = (offset: number): Pairs =>
				Array.from({ length: random.below(40) }, () => [
					(offset + random.below(4_000) / 10 ** random.below(4)).toFixed(random.below(2) + 3),
					random.chance(0.3)
						? '0'
						: (1 + random.below(1_000) / 10 ** random.below(5)).toFixed(random.below(3) + 4),
				]);
			for (let message = 0; message < 60; message += 1) {
				const changes = [pairs(10_000), pairs(20_000)] as const;
				live.apply(buffer(changes[0]), buffer(changes[1]));
				plain.apply(changes);
				expect(texts(live.top(50))).toEqual(plain.top(50));
			}
		}
	});

	test('returns the same object for unchanged levels', () => {
		const book = new LiveBook(BTC, false);
		book.replace(
			buffer([
				['100', '1'],
				['99', '2'],
				['98', '3'],
			]),
			buffer([['101', '1']]),
		);
		const before = book.top(50);
		expect(book.top(50).bids).toBe(before.bids);
		book.apply(
			buffer([
				['99', '5'],
				['97', '1'],
			]),
			buffer([]),
		);
		const after = book.top(50);
		expect(after.bids[0]).toBe(before.bids[0]);
		expect(after.bids[2]).toBe(before.bids[2]);
		expect(texts(after).bids).toEqual(['100 1', '99 5', '98 3', '97 1']);
		expect(after.asks).toBe(before.asks);
		book.apply(buffer([['100', '0']]), buffer([]));
		expect(texts(book.top(2)).bids).toEqual(['99 5', '98 3']);
	});

	test('replaces all levels by a whole book in any order', () => {
		const book = new LiveBook(BTC, true);
		book.replace(buffer([['1', '1']]), buffer([['500', '1']]));
		book.replace(
			buffer([
				['98', '1'],
				['100', '2'],
				['99', '3'],
			]),
			buffer([
				['103', '1'],
				['101.5', '2'],
			]),
		);
		expect(texts(book.top(50))).toEqual({ bids: ['100 2', '99 3', '98 1'], asks: ['101.5 2', '103 1'] });
		expect([book.isCrossed(), book.isOneSided()]).toEqual([false, false]);
		book.apply(buffer([['101.5', '1']]), buffer([]));
		expect(book.isCrossed()).toBe(true);
	});

	test('drops levels below the known ones', () => {
		const book = new LiveBook(BTC, true);
		book.replace(
			buffer([
				['100', '1'],
				['99', '1'],
				['98', '1'],
			]),
			buffer([
				['101', '1'],
				['102', '1'],
				['103', '1'],
			]),
		);
		book.bids.levels.trim(2);
		book.asks.levels.trim(2);
		book.apply(
			buffer([
				['98.5', '9'],
				['99.5', '2'],
			]),
			buffer([
				['102.5', '9'],
				['101.5', '2'],
			]),
		);
		expect(texts(book.top(50))).toEqual({
			bids: ['100 1', '99.5 2', '99 1'],
			asks: ['101 1', '101.5 2', '102 1'],
		});
		expect([book.bids.levels.isCut, book.asks.levels.isCut]).toEqual([true, true]);
	});

	test('refuses digits that a double cannot hold; a reset forgets the scale behind them', () => {
		const book = new LiveBook(BTC, false);
		book.apply(buffer([['1000000', '1']]), buffer([]));
		expect(() => book.apply(buffer([['0.000000000001', '1']]), buffer([]))).toThrow(FrameError);
		book.reset();
		book.apply(buffer([['1000000', '1']]), buffer([['1000001', '2']]));
		expect(texts(book.top(5))).toEqual({ bids: ['1000000 1'], asks: ['1000001 2'] });
	});
});

describe('exact units', () => {
	test('equals the domain’s conversion of the same text for any unit', () => {
		const coins = fc
			.tuple(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 0, max: 9 }))
			.map(([n, places]) => parseDecimal(`${n}e-${places}`));
		fc.assert(
			fc.property(
				coins,
				coins,
				fc.integer({ min: 0, max: 18 }),
				fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
				(order, price, places, mantissa) => {
					const instrument = { ...BTC, coinsPerOrderUnit: order, coinsPerPriceUnit: price };
					const value = parseDecimal(`${mantissa}e-${places}`);
					expect(priceReader(instrument, places)(mantissa)).toBe(fromVenuePrice(instrument, value));
					expect(sizeReader(instrument, places)(mantissa)).toBe(fromOrderUnits(instrument, value));
				},
			),
			{ seed: 20_261_124, numRuns: 500 },
		);
	});

	test('treats 1000PEPE as PEPE', () => {
		const pepe = {
			...BTC,
			coinsPerOrderUnit: fromInteger(1_000),
			coinsPerPriceUnit: fromInteger(1_000),
		};
		expect(formatDecimal(priceReader(pepe, 7)(71_230))).toBe('0.000007123');
		expect(formatDecimal(sizeReader(pepe, 0)(12))).toBe('12000');
	});
});
