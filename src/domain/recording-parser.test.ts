/** Tests that a recording reads back as it was written, in both formats. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, parseDecimal } from './decimal.ts';
import type { BookLevel, OrderBook } from './order-book.ts';
import { EMPTY_BOOK, truncatedBook } from './recorded-books.ts';
import {
	RECORDING_HEAD,
	type RecordedObservation,
	type RecordedPrices,
	type RecordedTerms,
} from './recording.ts';
import { createRecordingParser } from './recording-parser.ts';
import { createRecordingWriter } from './recording-writer.ts';

const T0 = Date.UTC(2026, 10, 21, 8);
const RUN = { startedAt: T0 - 5, bookLevels: 3, bookPeriodMs: 10_000 };
const HEAD = `${RECORDING_HEAD}2\n`;
const NAME = { venue: 'bybit', symbol: 'SOLUSDT' };
const TERMS: RecordedTerms = {
	instrument: {
		...NAME,
		coin: 'SOL',
		quote: 'USDT',
		coinsPerOrderUnit: fromInteger(1),
		coinsPerPriceUnit: fromInteger(1000),
		tickSize: parseDecimal('0.01'),
		lotSize: parseDecimal('0.1'),
		quantityMin: parseDecimal('0.1'),
		quantityMax: fromInteger(79_770),
		notionalMin: fromInteger(5),
		leverageMax: 50.5,
	},
	fees: { taker: parseDecimal('0.00055'), maker: parseDecimal('-0.0001') },
	trading: true,
	delistingAt: null,
};

function read(text: string): readonly RecordedObservation[] {
	const parser = createRecordingParser();
	return text
		.trimEnd()
		.split('\n')
		.flatMap((line) => parser.read(line) ?? []);
}

/** Writes one file that begins at T0 and lists the instrument. */
function file(write: (writer: ReturnType<typeof createRecordingWriter>) => string, terms = TERMS): string {
	const writer = createRecordingWriter(RUN);
	return HEAD + writer.begin(T0) + writer.list(T0, terms) + write(writer);
}

/** Returns the observations after the beginning of the file and its instrument. */
function observed(write: (writer: ReturnType<typeof createRecordingWriter>) => string) {
	return read(file(write)).slice(2);
}

const book = (bids: readonly [string, string][], asks: readonly [string, string][]): OrderBook => {
	const levels = (side: readonly [string, string][]): BookLevel[] =>
		side.map(([price, quantity]) => [parseDecimal(price), parseDecimal(quantity)]);
	return { bids: levels(bids), asks: levels(asks) };
};

describe('a recording', () => {
	test('has one line per observation, with the time before it', () => {
		const text = file(
			(writer) =>
				writer.book(T0 + 250, NAME, book([['99.9', '5']], [['100.1', '6.5']])) +
				writer.book(
					T0 + 900,
					NAME,
					book(
						[
							['99.95', '1'],
							['99.9', '5'],
						],
						[['100.1', '6']],
					),
				) +
				writer.book(T0 + 900, NAME, undefined) +
				writer.settled(T0 + 900, NAME, [{ settledAt: T0, rate: parseDecimal('0.0001') }]) +
				writer.state(T0 + 900, 'bybit', 'fresh') +
				writer.drop(T0 + 1_000, NAME),
		);
		expect(text.split('\n')).toEqual([
			'carrywire recording 2',
			`t ${T0}`,
			`r ${T0 - 5} 3 10000`,
			'i 0 bybit SOLUSDT SOL USDT 0.01 0.1 0.1 79770 5 50.5 1 1000 - 0.00055 -0.0001 yes -',
			't 250',
			'b 0 :-9990:50|:10010:65',
			't 650',
			'b 0 F10|A60',
			'u 0',
			`s 0 ${T0} 0.0001`,
			'w bybit fresh',
			't 100',
			'x 0',
			'',
		]);
	});

	test('begins with the run and the instrument', () => {
		expect(read(file(() => ''))).toEqual([
			{ kind: 'run', at: T0, ...RUN },
			{ kind: 'instrument', at: T0, ...NAME, ...TERMS },
		]);
	});

	test('keeps names with spaces, order numbers, and terms that are not known yet', () => {
		const instrument = { ...TERMS.instrument, symbol: 'A B%20', coin: 'A B', assetIndex: 7 };
		const terms = { ...TERMS, instrument, trading: null, delistingAt: T0 + 1 };
		expect(read(file(() => '', terms))[1]).toEqual({
			...{ kind: 'instrument', at: T0, venue: 'bybit', symbol: 'A B%20' },
			...terms,
		});
	});

	test('repeats an instrument when its terms change, and the whole book when its steps change', () => {
		const first = book([['99.9', '5']], []);
		const changed = { ...TERMS, instrument: { ...TERMS.instrument, tickSize: parseDecimal('0.1') } };
		const lines = observed(
			(writer) =>
				writer.list(T0, TERMS) +
				writer.book(T0, NAME, first) +
				writer.list(T0, { ...TERMS, trading: false }) +
				writer.list(T0, changed) +
				writer.book(T0, NAME, first),
		);
		expect(lines.map(({ kind }) => kind)).toEqual(['book', 'instrument', 'instrument', 'book']);
		expect(lines[3]).toEqual({ kind: 'book', at: T0, ...NAME, book: first });
	});

	test('writes values that do not fit its lines in another way', () => {
		const far = book([['90071992547409.93', '1']], [['90071992547410', '1']]);
		const funding = { predictedRate: parseDecimal('0.1'), intervalMs: 0.5, nextSettlementAt: Number.NaN };
		const lines = observed(
			(writer) => writer.book(T0 + 0.4, NAME, far) + writer.prices(T0, NAME, { ...PRICES, funding }),
		);
		expect(lines).toMatchObject([
			{ at: T0, book: far },
			{ at: T0, funding: null, mark: PRICES.mark },
		]);
	});

	test('has a book that is unknown or empty', () => {
		const lines = observed(
			(writer) =>
				writer.book(T0, NAME, undefined) +
				writer.book(T0 + 1, NAME, undefined) +
				writer.book(T0 + 2, NAME, EMPTY_BOOK) +
				writer.book(T0 + 3, NAME, { bids: [], asks: [] }),
		);
		expect(lines).toEqual([
			{ kind: 'book', at: T0, ...NAME, book: null },
			{ kind: 'book', at: T0 + 2, ...NAME, book: EMPTY_BOOK },
		]);
	});

	test('has notices and names only when they changed', () => {
		const notices = {
			maintenance: [{ title: 'Upgrade of the engine', from: T0, until: null }],
			transfers: new Map([['USDT', { deposit: true, withdrawal: false }]]),
			coinNames: new Map([['SOL', 'Solana "SOL"']]),
			unknown: ['Transfers cannot be read.'],
		};
		const lines = observed(
			(writer) => writer.notices(T0, 'bybit', notices) + writer.notices(T0 + 1, 'bybit', { ...notices }),
		);
		expect(lines).toEqual([{ kind: 'notice', at: T0, venue: 'bybit', ...notices }]);
	});

	test('says everything again in the next file, with numbers of its own', () => {
		const writer = createRecordingWriter(RUN);
		const say = (at: number): string =>
			writer.list(at, TERMS) +
			writer.prices(at, NAME, PRICES) +
			writer.volume(at, NAME, { volume24h: parseDecimal('1e9'), openInterest: null }) +
			writer.book(at, NAME, book([['1', '1']], [['2', '2']])) +
			writer.state(at, 'bybit', 'down');
		const first = HEAD + writer.begin(T0) + say(T0);
		expect(say(T0 + 1)).toBe('');
		const second = HEAD + writer.begin(T0 + 2) + say(T0 + 2);
		const at = (time: number, text: string) => read(text).map((one) => ({ ...one, at: time }));
		expect(at(0, second)).toEqual(at(0, first));
		expect(read(first + second)).toEqual([...read(first), ...read(second)]);
		expect(read(second)).toHaveLength(6);
	});
});

const PRICES: RecordedPrices = {
	funding: {
		predictedRate: parseDecimal('0.0001'),
		intervalMs: 28_800_000,
		nextSettlementAt: T0 + 3_600_000,
	},
	fundingCap: parseDecimal('0.02'),
	fundingFloor: parseDecimal('-0.02'),
	mark: parseDecimal('100.123'),
	index: parseDecimal('100.1'),
	otherIndex: null,
};

const decimal = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((value) => value as Decimal);
const prices: fc.Arbitrary<RecordedPrices> = fc.record({
	funding: fc.option(
		fc.record({
			predictedRate: decimal,
			intervalMs: fc.integer({ min: 1, max: 86_400_000 }),
			nextSettlementAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
		}),
	),
	fundingCap: fc.option(decimal),
	fundingFloor: fc.option(decimal),
	mark: fc.option(decimal),
	index: fc.option(decimal),
	otherIndex: fc.option(fc.record({ quote: fc.constantFrom('USDC', 'USD T'), price: decimal })),
});

/** Books around one price in steps of 0.01 and 0.1, or with values between the steps. */
const side = (sign: 1 | -1, unit: bigint) =>
	fc
		.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 99 })), {
			selector: ([ticks]) => ticks,
			maxLength: 8,
		})
		.map((levels) =>
			levels
				.sort(([a], [b]) => a - b)
				.map(
					([ticks, lots]): BookLevel => [
						((10_000n + BigInt(sign * ticks)) * unit) as Decimal,
						(BigInt(lots) * 10n * unit) as Decimal,
					],
				),
		);
const someBook = fc
	.constantFrom(10n ** 16n, 10n ** 16n, 10n ** 15n + 1n)
	.chain((unit) => fc.record({ bids: side(-1, unit), asks: side(1, unit) }));

describe('a recording keeps', () => {
	test('the exact values of tickers, after any sequence', () => {
		fc.assert(
			fc.property(fc.array(prices, { minLength: 1, maxLength: 6 }), (sequence) => {
				const lines = observed((writer) =>
					sequence.map((one, index) => writer.prices(T0 + index, NAME, one)).join(''),
				);
				expect(lines.at(-1)).toEqual({ ...lines.at(-1), kind: 'estimate', ...sequence.at(-1) });
			}),
		);
	});

	test('the exact levels of books, after any sequence, at most as many as the file states', () => {
		fc.assert(
			fc.property(fc.array(fc.option(someBook), { minLength: 1, maxLength: 6 }), (sequence) => {
				const parser = createRecordingParser();
				for (const line of file(() => '')
					.trimEnd()
					.split('\n'))
					parser.read(line);
				const writer = createRecordingWriter(RUN);
				writer.begin(T0);
				writer.list(T0, TERMS);
				let present: OrderBook | null = null;
				for (const [index, given] of sequence.entries()) {
					for (const line of writer
						.book(T0 + index, NAME, given ?? undefined)
						.trimEnd()
						.split('\n')) {
						const row = line === '' ? undefined : parser.read(line);
						if (row?.kind === 'book') present = row.book;
					}
					expect(present).toEqual(given === null ? null : truncatedBook(given, RUN.bookLevels));
				}
			}),
		);
	});
});

describe('a parser', () => {
	test('skips lines of later versions, and ignores what they say', () => {
		expect(read(`${file(() => '')}q 0 what\nquote 0\n\n`)).toHaveLength(2);
	});

	test.each([
		['b 7 |', 'no instrument with the number "7"'],
		['b 0 a1', 'one side of a book'],
		['b 0 a1!|', 'cannot be read'],
		['c 0 1;2|', 'cannot be read'],
		['e 0 c1', 'does not follow'],
		['e 0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10', 'too many values'],
		['e 0 ax', 'not a decimal'],
		['s 0 x 1', 'time of a settlement'],
		['t', 'nothing'],
		['t x', 'not a time'],
		['i 1 bybit', 'no name'],
		['n bybit {', 'notices'],
		['w bybit odd', 'state of the venue'],
	])('refuses %j', (line, reason) => {
		const text = file(() => '');
		if (reason === 'nothing') expect(read(text + line)).toHaveLength(2);
		else expect(() => read(text + line)).toThrow(reason);
	});

	test('refuses a later format, and a file that is not a recording', () => {
		expect(() => read(`${RECORDING_HEAD}3\n`)).toThrow('format 3, and this version reads formats 1 to 2');
		expect(() => read('t 5\n')).toThrow('does not begin as a recording');
	});
});
