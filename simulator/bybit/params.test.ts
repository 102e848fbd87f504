import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BybitRefusal } from './errors.ts';
import { cutPage, DAY_MS, flag, pageSize, readCursor, readParams, timeWindow } from './params.ts';

const WEEK_MS = 7 * DAY_MS;
const NOW = 1_700_000_000_000;

describe('timeWindow', () => {
	it('fills in a missing bound with the span of the endpoint', () => {
		expect(timeWindow({}, NOW, WEEK_MS)).toEqual({ from: NOW - WEEK_MS, to: NOW });
		expect(timeWindow({ startTime: '5' }, NOW, WEEK_MS)).toEqual({ from: 5, to: 5 + WEEK_MS });
		expect(timeWindow({ endTime: String(NOW) }, NOW, WEEK_MS)).toEqual({ from: NOW - WEEK_MS, to: NOW });
	});

	it('accepts two bounds up to the longest window and refuses one millisecond more', () => {
		const start = NOW - WEEK_MS;
		expect(timeWindow({ startTime: start, endTime: NOW }, NOW, DAY_MS, WEEK_MS)).toEqual({
			from: start,
			to: NOW,
		});
		expect(() => timeWindow({ startTime: start - 1, endTime: NOW }, NOW, DAY_MS, WEEK_MS)).toThrow(/7 days/);
		expect(() => timeWindow({ startTime: NOW, endTime: NOW - 1 }, NOW, WEEK_MS)).toThrow(BybitRefusal);
		expect(() => timeWindow({ startTime: 'soon' }, NOW, WEEK_MS)).toThrow(BybitRefusal);
	});
});

describe('cutPage and readCursor', () => {
	it('return every row exactly once, in order, for any page size', () => {
		fc.assert(
			fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 7 }), (rows, size) => {
				const seen: number[] = [];
				let cursor: { offset: number; to: number } | undefined = { offset: 0, to: NOW };
				for (let pages = 0; cursor !== undefined && pages <= rows.length + 1; pages += 1) {
					const page = cutPage(rows, cursor, size);
					seen.push(...page.rows);
					cursor = readCursor({ cursor: page.nextPageCursor });
				}
				expect(cursor).toBeUndefined();
				expect(seen).toEqual(rows);
			}),
		);
	});

	it('reads a cursor as issued and after one decoding', () => {
		const { nextPageCursor } = cutPage([1, 2, 3], { offset: 0, to: NOW }, 2);
		expect(nextPageCursor).toBe('1700000000000%3A2');
		expect(readCursor({ cursor: nextPageCursor })).toEqual({ to: NOW, offset: 2 });
		expect(readCursor({ cursor: decodeURIComponent(nextPageCursor) })).toEqual({ to: NOW, offset: 2 });
		expect(() => readCursor({ cursor: 'first' })).toThrow(BybitRefusal);
	});
});

describe('pageSize and flag', () => {
	it('returns at most the page limit and refuses invalid values', () => {
		expect(pageSize({}, 20, 50)).toBe(20);
		expect(pageSize({ limit: '1000' }, 20, 50)).toBe(50);
		expect(() => pageSize({ limit: '0' }, 20, 50)).toThrow(BybitRefusal);
		expect(flag({ reduceOnly: true }, 'reduceOnly')).toBe(true);
		expect(flag({}, 'reduceOnly')).toBe(false);
		expect(() => flag({ reduceOnly: 'perhaps' }, 'reduceOnly')).toThrow(BybitRefusal);
	});
});

describe('readParams', () => {
	const request = { path: '/', headers: {}, query: '', body: '' };

	it('decodes a query once and reads a JSON object', () => {
		expect(readParams({ ...request, method: 'GET', query: 'cursor=1%253A2&a=b' })).toEqual({
			cursor: '1%3A2',
			a: 'b',
		});
		expect(readParams({ ...request, method: 'POST', body: '{"qty":"1"}' })).toEqual({ qty: '1' });
		expect(readParams({ ...request, method: 'POST' })).toEqual({});
	});

	it('refuses a body that is not an object', () => {
		for (const body of ['{', '[]', 'null', '7']) {
			expect(() => readParams({ ...request, method: 'POST', body })).toThrow(BybitRefusal);
		}
	});
});
