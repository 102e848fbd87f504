import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameError, FrameReader, nameBytes } from './frame-reader.ts';

function readerOf(text: string): FrameReader {
	const reader = new FrameReader();
	reader.start(Buffer.from(text));
	return reader;
}

/**
 * Returns the frame as `JSON.parse` would, but read value by value: numbers with `readNumber`, texts with `readText`.
 */
function rebuilt(reader: FrameReader, like: unknown): unknown {
	if (Array.isArray(like)) {
		const items: unknown[] = [];
		reader.enterList();
		while (reader.nextItem()) items.push(rebuilt(reader, like[items.length]));
		return items;
	}
	if (typeof like === 'object' && like !== null) {
		const body: Record<string, unknown> = {};
		reader.enterObject();
		while (reader.nextMember()) {
			const key = reader.text();
			body[key] = rebuilt(reader, (like as Record<string, unknown>)[key]);
		}
		return body;
	}
	if (typeof like === 'number') {
		reader.readNumber();
		return reader.mantissa / 10 ** reader.places;
	}
	if (typeof like === 'string') {
		reader.readText();
		return reader.text();
	}
	reader.skipValue();
	return like;
}

const NAME = fc.stringMatching(/^[A-Za-z0-9:./_-]{1,12}$/);
const NUMBER = fc.tuple(fc.nat({ max: 2 ** 31 }), fc.nat({ max: 6 })).map(([n, places]) => n / 10 ** places);
const { tree: DOCUMENT } = fc.letrec((tie) => ({
	tree: fc.oneof(
		{ depthSize: 'small' },
		NUMBER,
		NAME,
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('tree'), { maxLength: 5 }),
		fc.dictionary(NAME, tie('tree'), { maxKeys: 5 }),
	),
}));

describe('frame reader', () => {
	test('reads the same as JSON.parse with any white space', () => {
		fc.assert(
			fc.property(DOCUMENT, fc.constantFrom(undefined, 1, '\t', '\n\r '), (document, space) => {
				const text = JSON.stringify(document, null, space);
				expect(rebuilt(readerOf(text), document)).toEqual(JSON.parse(text));
			}),
			{ seed: 20_261_121, numRuns: 500 },
		);
	});

	test('skips any complete value', () => {
		fc.assert(
			fc.property(fc.json(), fc.nat(), (value, mark) => {
				const reader = readerOf(`{"passed":${value},"mark":${mark}}`);
				reader.enterObject();
				reader.nextMember();
				reader.skipValue();
				expect(reader.nextMember()).toBe(true);
				expect(reader.isText(nameBytes('mark'))).toBe(true);
				expect(reader.readWhole()).toBe(mark);
			}),
			{ seed: 20_261_122, numRuns: 500 },
		);
	});

	test('ends with a value or a FrameError for any bytes', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
				const reader = new FrameReader();
				for (const read of ['skipValue', 'readNumber', 'readText', 'readWhole', 'readStamp'] as const) {
					reader.start(bytes);
					try {
						reader[read]();
					} catch (error) {
						expect(error).toBeInstanceOf(FrameError);
					}
				}
			}),
			{ seed: 20_261_123, numRuns: 1_000 },
		);
	});

	test.each([
		['"58710.20"', 5_871_020, 2],
		['58710.2', 587_102, 1],
		['"0"', 0, 0],
		['"0.000"', 0, 3],
		['"00012.5"', 125, 1],
		['1e-7', 1, 7],
		['1.5E2', 150, 0],
		['"9007199254740991"', 9_007_199_254_740_991, 0],
		['0.000000000000000001', 1, 18],
	])('reads the number %s exactly', (text, mantissa, places) => {
		const reader = readerOf(text);
		reader.readNumber();
		expect([reader.mantissa, reader.places]).toEqual([mantissa, places]);
	});

	test.each([
		'""',
		'"."',
		'-1',
		'"1.2.3"',
		'"12',
		'abc',
		'9007199254740993',
		'1e400',
		'0.0000000000000000001',
		'1e20',
	])('refuses %s, which a double cannot hold exactly', (text) => {
		expect(() => readerOf(text).readNumber()).toThrow(FrameError);
	});

	test('reads signed whole numbers, and tells milliseconds from nanoseconds by size', () => {
		expect(readerOf('-1').readWhole()).toBe(-1);
		expect(readerOf('"-914047754"').readWhole()).toBe(-914_047_754);
		expect(readerOf('1590634672060667000').readStamp()).toBe(1_590_634_672_060);
		expect(readerOf('1590634672060').readStamp()).toBe(1_590_634_672_060);
		expect(() => readerOf('1590634672060667000').readWhole()).toThrow(FrameError);
	});

	test('finds the end of a text behind its escapes', () => {
		const reader = readerOf('["a\\"b\\\\","c"]');
		reader.enterList();
		reader.nextItem();
		reader.readText();
		reader.nextItem();
		reader.readText();
		expect(reader.text()).toBe('c');
	});
});
