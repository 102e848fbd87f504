import { expect, test } from 'vitest';
import { CHANNELS } from '../src/api/methods/channels.ts';
import { folded } from './folding.ts';

const row = (id: string, spread: number) => ({ opportunity_id: id, spread });
const PAGE = { data: [row('a', 1), row('b', 2)], as_of: 'then', pagination: { total_count: 2 } };

test.each<[string, object, readonly object[]]>([
	[
		'a row of the same key is replaced in its place',
		{ data: [row('a', 9)], removed: [] },
		[row('a', 9), row('b', 2)],
	],
	['a new row comes last', { data: [row('c', 3)], removed: [] }, [row('a', 1), row('b', 2), row('c', 3)]],
	['a row that is gone is dropped', { data: [], removed: ['a'] }, [row('b', 2)]],
	[
		'an order puts all in their places',
		{ data: [row('c', 3)], removed: ['a'], order: ['c', 'b'] },
		[row('c', 3), row('b', 2)],
	],
	[
		'a key of the order that is not known is left out',
		{ data: [], removed: [], order: ['x', 'a'] },
		[row('a', 1)],
	],
])('%s', (_name, change, rows) => {
	expect(folded('opportunities.bybit-kucoin', PAGE, { ...change, as_of: 'now' })).toEqual({
		data: rows,
		as_of: 'now',
		pagination: { total_count: 2 },
	});
});

test('keys may lie deeper, and what was known is not touched', () => {
	const known = { executions: [{ execution: { id: 'x', status: 'opening' } }], summary: 1 };
	const change = { executions: [{ execution: { id: 'x', status: 'running' } }], removed: [] };
	expect(folded('portfolio', known, change)).toEqual({
		executions: [{ execution: { id: 'x', status: 'running' } }],
		summary: 1,
	});
	expect(known.executions[0]?.execution.status).toBe('opening');
});

test.each(CHANNELS)(
	'$name: its example folds into what fits the schema of a snapshot',
	({ name, snapshot, example }) => {
		const whole = folded(name, example.snapshot, example.change);
		expect(snapshot.safeParse(whole).error).toBeUndefined();
	},
);

test('of a channel that this version does not know, a change is the whole', () => {
	expect(folded('tides', { a: 1 }, { b: 2 })).toEqual({ b: 2 });
	expect(folded('constructor', { a: 1 }, { b: 2 })).toEqual({ b: 2 });
});
