import { describe, expect, it } from 'vitest';
import { compareShapes, differenceKey } from './shape-compare.ts';

const keys = (documented: unknown, actual: unknown): string[] =>
	compareShapes(documented, actual).map(differenceKey);

describe('compareShapes', () => {
	it('finds nothing between bodies of one shape', () => {
		const documented = { retCode: 0, result: { list: [{ symbol: 'A', tags: ['x'] }] }, time: 1 };
		const actual = {
			retCode: 10001,
			result: {
				list: [
					{ symbol: 'B', tags: [] },
					{ symbol: '', tags: ['y'] },
				],
			},
			time: 2,
		};
		expect(keys(documented, actual)).toEqual([]);
	});

	it('names keys that are missing, extra, or of another type, with their path', () => {
		const documented = { a: 1, b: { c: 'x' }, d: true };
		const actual = { a: '1', b: { e: [] }, d: false };
		expect(keys(documented, actual)).toEqual(['type a number→string', 'missing b.c', 'extra b.e']);
	});

	it('compares rows by the union of their keys', () => {
		const documented = { list: [{ a: '' }, { a: '', b: '' }] };
		expect(keys(documented, { list: [{ a: '' }] })).toEqual(['missing list[].b']);
		expect(keys(documented, { list: [{ a: '' }, { b: '' }] })).toEqual([]);
		expect(keys(documented, { list: [{ a: '', b: '' }, { c: 1 }] })).toEqual(['extra list[].c']);
	});

	it('finds a row of another type among good ones', () => {
		expect(keys({ list: [{ at: '1' }] }, { list: [{ at: '1' }, { at: 2 }] })).toEqual([
			'type list[].at string→number',
		]);
	});

	it('reports documented rows met by an empty array, but not an empty documented array', () => {
		expect(keys({ list: [{ a: '' }] }, { list: [] })).toEqual(['unseen list[]']);
		expect(keys({ list: [] }, { list: [1] })).toEqual([]);
	});

	it('takes null as a value of unknown type', () => {
		expect(keys({ a: null, b: 1 }, { a: {}, b: null })).toEqual([]);
	});

	it('compares the top level and nested arrays', () => {
		expect(keys([], {})).toEqual(['type  array→object']);
		expect(keys({ b: [['1', '2']] }, { b: [['1', 2]] })).toEqual(['type b[][] string→number']);
	});
});
